//! Plain checks, outside actions: thrown and judged like every other check.

use smallvec::SmallVec;

use crate::battle::CombatantId;
use crate::content::{AdvantageTerms, Breakdown, Name, RollPolicies, RollType, Rule};
use crate::dice::Dice;
use crate::mechanics::checks::judge::{add_shift, opposed_total};
use crate::mechanics::checks::{self, Degree, DiceThrows, NaturalRoll, Opposed};
use crate::resolution::event::{BattleEvent, Facts, RivalRolled, Rolled};
use crate::resolution::step::Inputs;

/// A plain check with its terms.
#[derive(Clone, Debug)]
pub(crate) struct PlainCheck<'a> {
    /// The combatant that rolls.
    pub who: CombatantId,
    /// The name of the check in the log.
    pub name: &'a str,
    /// The dice.
    pub roll: RollType,
    /// The bonus.
    pub bonus: Breakdown,
    /// The difficulty.
    pub difficulty: Breakdown,
    /// The rule of the check.
    pub rule: Rule,
}

/// The natural result of a plain check and the numbers shown; none are shown for a result taken without dice.
#[derive(Clone, Debug)]
pub(crate) struct PlainRoll {
    /// The natural result.
    pub natural: i16,
    /// The numbers shown.
    pub shown: SmallVec<[u16; 2]>,
}

impl PlainRoll {
    /// A result taken without dice.
    pub fn taken(natural: i16) -> PlainRoll {
        PlainRoll { natural, shown: SmallVec::new() }
    }

    /// Throws the dice of a roll without advantage.
    pub fn throw(rolls: &RollPolicies, roll: RollType, dice: &mut Dice) -> PlainRoll {
        let policy = rolls.of(roll);
        let throws = DiceThrows::roll(policy, None, dice);
        let (natural, shown) = throws.counted(policy, None, 0);
        PlainRoll { natural: natural.total, shown: SmallVec::from_slice(shown) }
    }
}

impl PlainCheck<'_> {
    /// Rolls the check and adds its fact; returns its margin, which is negative for a failure.
    pub fn roll(self, inputs: &mut Inputs<'_>, events: &mut Facts) -> i16 {
        self.roll_with(&inputs.rules.policies.rolls, inputs.dice, events)
    }

    /// Rolls the check with these dice, like [`roll`](Self::roll).
    pub fn roll_with(self, rolls: &RollPolicies, dice: &mut Dice, events: &mut Facts) -> i16 {
        let thrown = PlainRoll::throw(rolls, self.roll, dice);
        let rolled = self.judged(rolls, &thrown);
        let margin = if rolled.degree.is_hit() { rolled.margin.max(0) } else { rolled.margin.min(-1) };
        events.push(BattleEvent::CheckRolled(Box::new(rolled)));
        margin
    }

    /// The result of the check for this roll.
    pub fn judged(mut self, rolls: &RollPolicies, thrown: &PlainRoll) -> Rolled {
        let policy = rolls.of(self.roll);
        let (bonus, difficulty) = (self.bonus.total(), self.difficulty.total());
        let (degree, margin) = checks::judge(policy, thrown.natural, bonus, difficulty, false);
        add_shift(policy, thrown.natural, &mut self.bonus);
        let roll = if policy.dice == rolls.attack.dice { RollType::Attack } else { self.roll };
        Rolled {
            degree: if degree.is_hit() { Degree::Success } else { Degree::Failure },
            roll,
            ..self.total(thrown, margin)
        }
    }

    /// The result of a contest with another roll; the difficulty of this check is the bonus of the other combatant.
    pub fn opposed(mut self, rolls: &RollPolicies, thrown: (&PlainRoll, &PlainRoll), other: CombatantId) -> Rolled {
        let policy = rolls.of(self.roll);
        let ((own, rival), opposing) = (thrown, self.difficulty.total());
        let [naturals, theirs] = [own, rival].map(|roll| NaturalRoll::plain(roll.natural));
        let opposed = Opposed { own: (naturals, self.bonus.total()), rival: (Some(theirs), opposing) };
        let (degree, margin, contest) = checks::judge_opposed(policy, opposed, false);
        add_shift(policy, own.natural, &mut self.bonus);
        self.difficulty = opposed_total(policy, rival.natural, &self.difficulty, self.rule);
        let under = policy.is_under().then_some(rival.natural);
        let rival = RivalRolled { dice: rival.shown.clone(), edge: AdvantageTerms::even(), under };
        let degree = if degree.is_hit() { Degree::Success } else { Degree::Failure };
        let roll = if policy.dice == rolls.attack.dice { RollType::Attack } else { self.roll };
        Rolled { target: Some(other), rival: Some(rival), degree, roll, contest, ..self.total(own, margin) }
    }

    /// The result whose margin is this total.
    pub fn total(self, thrown: &PlainRoll, margin: i16) -> Rolled {
        Rolled {
            who: self.who,
            action: Name::new(self.name),
            target: None,
            weapon: None,
            natural: thrown.natural,
            dice: thrown.shown.clone(),
            edge: AdvantageTerms::even(),
            bonus: self.bonus,
            defence: None,
            rival: None,
            difficulty: self.difficulty,
            degree: if margin >= 0 { Degree::Success } else { Degree::Failure },
            margin,
            rule: self.rule,
            roll: RollType::Attack,
            mark: None,
            contest: None,
            chosen: None,
            blocks: false,
            fails: false,
        }
    }
}
