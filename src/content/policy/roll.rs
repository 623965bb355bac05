//! Rolls: the dice of checks, the natural results that count by themselves, and advantage.

use crate::content::{AdvantageKind, Cancellation, Name};
use crate::dice::DiceFormula;

content! {
    /// The rolls of a rule system. A check of an action names one of them; other checks use `skill` or `check`.
    pub struct RollPolicies {
        /// Attack rolls, and every check of an action that names no other roll.
        pub attack: RollPolicy,
        /// Skill checks outside actions: climbing, jumping, swimming, hiding and searching.
        pub skill: RollPolicy,
        /// All other checks: staying awake, running on, casting, noticing an ambush.
        pub check: RollPolicy,
        /// Further rolls, which checks of actions name (PR-295, PR-296).
        pub others: Vec<NamedRoll> = default,
    }

    /// A further roll, with the name that checks use for it.
    pub struct NamedRoll {
        /// The name.
        pub id: Name,
        /// The roll.
        pub roll: RollPolicy,
    }

    /// A kind of roll: its dice, the natural results that count by themselves, and advantage.
    pub struct RollPolicy {
        /// The dice, and the comparison of their result with a number.
        pub dice: RollDice,
        /// Natural results with an effect of their own.
        pub natural: NaturalPolicy,
        /// Present where the roll can have advantage or disadvantage.
        pub advantage: Option<AdvantagePolicy>,
    }

    /// The dice of a roll, and the comparison of their result with a number.
    pub enum RollDice {
        /// The dice plus the bonus must reach the difficulty: a d20 (PR-015), or any formula such as `"3d6"`.
        RollOver(DiceFormula),
        /// The dice may be at most the target number, which is the bonus minus the difficulty (FS-074).
        RollUnder(RollUnder),
        /// Dice with numbers of their own on their faces. Their sum plus the bonus must reach the difficulty (HD-086).
        FaceDice(FaceDice),
    }

    /// A roll of at most a target number. In a contest both combatants roll; a pass beats a failure, then more Successes beat
    /// fewer, and the combatant that began the contest loses a tie (FS-075, FS-076, FS-081).
    pub struct RollUnder {
        /// The dice.
        pub dice: DiceFormula,
        /// The number of Successes of a roll that passes, which is its margin.
        pub successes: Successes,
    }

    /// The Successes of a roll that passes (FS-084). A target number above the highest result of the dice adds the excess.
    pub enum Successes: Copy {
        /// The result of the dice.
        Natural,
        /// Half the result of the dice, rounded down.
        Half,
        /// The target number minus the result of the dice; nothing is added for a high target number.
        Margin,
    }

    /// Several equal dice with numbers of their own on their faces.
    pub struct FaceDice {
        /// The number of dice.
        pub count: u8,
        /// The number on each face.
        pub faces: Vec<i8>,
        /// The number of dice that must show the highest face, or the lowest, to mark the roll (HD-101, HD-103). A mark makes the
        /// roll neither a success nor a failure. `None` if this roll is never marked (HD-088).
        pub doubled: Option<u8>,
    }

    /// A mark of a roll of [`FaceDice`].
    pub enum RollMark: Copy + PartialOrd + Ord + Hash {
        /// Enough dice show their highest face.
        High,
        /// Enough dice show their lowest face.
        Low,
    }

    /// Which combatants pass in a contest of two rolls under a target number (FS-075, FS-076).
    pub enum Contest: Copy + PartialOrd + Ord + Hash {
        /// Only the actor passes: its critical win.
        OnlyActor,
        /// Only the target passes: its critical win.
        OnlyTarget,
        /// Both pass, and the Successes decide.
        BothPass,
        /// Both fail, and nothing happens.
        BothFail,
    }

    /// Natural results with an effect of their own: the sum of the dice before any modifier.
    pub struct NaturalPolicy {
        /// The natural result that always misses, as does every worse one, if any does.
        pub miss: Option<NaturalLimit>,
        /// The natural result that always hits, as does every better one, if any does.
        pub hit: Option<NaturalLimit>,
        /// Critical hits, if there are any.
        pub critical: Option<NaturalCritical>,
        /// Natural results that change the total (PR-016, PR-017).
        pub shifts: Vec<NaturalShift>,
    }

    /// A natural result that decides regardless of modifiers, as does every better (or worse) one.
    pub struct NaturalLimit {
        /// The natural result.
        pub face: i16 [rule],
    }

    /// The natural results that may be critical hits.
    pub struct NaturalCritical {
        /// The worst natural result that may be a critical hit.
        pub face: i16,
        /// The worst natural result that may be a critical hit with a precise weapon.
        pub precise: i16,
        /// The margin over the difficulty that a critical hit needs.
        pub margin: i16 [rule],
    }

    /// A natural result that changes the total of its roll.
    pub struct NaturalShift {
        /// The natural result.
        pub face: i16,
        /// The amount added to the total, or to the target number of a [`RollUnder`]; a penalty is negative.
        pub by: i16 [rule],
    }

    /// Advantage and disadvantage: the dice are rolled several times, and the best or the worst result counts. Of two results
    /// the better one succeeds by more; a pass beats a failure (FS-098).
    pub struct AdvantagePolicy [rule] {
        /// The number of times the dice are rolled.
        pub dice: u8,
        /// The way in which sources of advantage and disadvantage add up.
        pub cancel: Cancellation,
        /// The words that players read for them.
        pub names: AdvantageNames = default,
    }

    /// The words of a rule system for advantage and disadvantage, such as boon and bane.
    pub struct AdvantageNames: Copy {
        /// The word for advantage.
        pub better: Name,
        /// The word for disadvantage.
        pub worse: Name,
    }

    /// One of the rolls of a rule system.
    pub enum RollType: Copy + Default + Hash {
        /// The attack roll.
        #[default]
        Attack,
        /// The roll of skill checks.
        Skill,
        /// The roll of all other checks.
        Check,
        /// A further roll of the rule system.
        Named(Name),
    }

    /// The combatant that rolls a check of an action.
    pub enum RolledBy: Copy + Default {
        /// The acting combatant.
        #[default]
        Actor,
        /// The target: a saving throw (PR-154) or a test of the defender (FS-087).
        Target,
    }
}

impl RollPolicies {
    /// The policy of a roll.
    pub fn of(&self, roll: RollType) -> &RollPolicy {
        match roll {
            RollType::Attack => &self.attack,
            RollType::Skill => &self.skill,
            RollType::Check => &self.check,
            RollType::Named(id) => self.others.iter().find(|other| other.id == id).map_or(&self.attack, |it| &it.roll),
        }
    }
}

impl Default for AdvantageNames {
    fn default() -> AdvantageNames {
        AdvantageNames { better: "advantage".into(), worse: "disadvantage".into() }
    }
}

impl AdvantageNames {
    /// The word for one of the two.
    pub fn of(&self, kind: AdvantageKind) -> &'static str {
        match kind {
            AdvantageKind::Advantage => self.better.as_str(),
            AdvantageKind::Disadvantage => self.worse.as_str(),
        }
    }
}

impl RollPolicy {
    /// The words that players read for advantage and disadvantage on this roll.
    pub fn advantage_names(&self) -> AdvantageNames {
        self.advantage.as_ref().map(|policy| policy.names).unwrap_or_default()
    }

    /// Whether the result of the dice may be at most a target number, instead of having to reach a difficulty.
    pub fn is_under(&self) -> bool {
        matches!(self.dice, RollDice::RollUnder(_))
    }

    /// The change of the total by a natural result, if any.
    pub fn shift(&self, natural: i16) -> Option<&NaturalShift> {
        self.natural.shifts.iter().find(|shift| shift.face == natural)
    }

    /// The way in which sources of advantage and disadvantage add up.
    pub fn cancellation(&self) -> Cancellation {
        self.advantage.as_ref().map_or_else(Cancellation::default, |policy| policy.cancel)
    }
}

impl RollDice {
    /// The lowest and the highest natural result.
    pub fn range(&self) -> (i32, i32) {
        match self {
            RollDice::RollOver(dice) | RollDice::RollUnder(RollUnder { dice, .. }) => (dice.min(), dice.max()),
            RollDice::FaceDice(dice) => {
                let number = |face: Option<&i8>| i32::from(dice.count) * face.map_or(0, |face| i32::from(*face));
                (number(dice.faces.iter().min()), number(dice.faces.iter().max()))
            }
        }
    }

    /// The number of dice in one throw, and the sides of each.
    pub fn dice_thrown(&self) -> (u8, u16) {
        match self {
            RollDice::RollOver(dice) | RollDice::RollUnder(RollUnder { dice, .. }) => (dice.count, dice.sides),
            RollDice::FaceDice(dice) => (dice.count, dice.faces.len() as u16),
        }
    }

    /// The dice in words: `d20`, or `5 dice of -1 to +1`.
    pub fn words(&self) -> String {
        match self {
            RollDice::RollOver(dice) | RollDice::RollUnder(RollUnder { dice, .. }) => dice.to_string(),
            RollDice::FaceDice(dice) => {
                let [least, most] = [dice.faces.iter().min(), dice.faces.iter().max()].map(|face| face.unwrap_or(&0));
                format!("{} dice of {least:+} to {most:+}", dice.count)
            }
        }
    }
}
