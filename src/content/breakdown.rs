//! Numbers that keep their labelled terms.

use std::fmt;

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::content::{Name, Rule, Size, Stat};

/// The label of a term. Its words are made only when it is shown.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Label {
    /// The base number of a sum.
    Base,
    /// A stat.
    Stat(Stat),
    /// The size modifier of this size.
    SizeModifier(Size),
    /// Attacking from higher ground.
    HigherGround,
    /// Proficiency with the weapon.
    Proficient,
    /// No affinity for the weapon.
    NoAffinity,
    /// No melee weapon in hand.
    NoMeleeWeapon,
    /// The target is flanked.
    Flanked,
    /// An attack from behind.
    RearAttack,
    /// Quarter cover.
    CoverQuarter,
    /// Half cover.
    CoverHalf,
    /// Three-quarter cover.
    CoverThreeQuarters,
    /// Nine-tenths cover.
    CoverNineTenths,
    /// A creature between attacker and target.
    CoverCreature,
    /// The range increments of the distance.
    RangeIncrements,
    /// A crowded space.
    CrowdedSpace,
    /// A running start.
    RunningStart,
    /// The target holds the item in two hands.
    TwoHandedGrip,
    /// A ranged weapon is used.
    RangedWeapon,
    /// The modifier of a manoeuvre.
    Maneuver,
    /// An earlier feint.
    Feint,
    /// An earlier distraction.
    Distracted,
    /// A firm hold.
    HardToBreak,
    /// Being held.
    Held,
    /// The natural result of a roll.
    NaturalRoll,
    /// The damage dice.
    DamageDice,
    /// The highest result of the damage dice.
    MaximumDice,
    /// The attribute added by a critical hit.
    CriticalAttribute,
    /// An attribute.
    Attribute(Stat),
    /// The minimum damage of a hit.
    Minimum,
    /// Halving of the damage.
    Halved,
    /// Being surprised.
    Surprise,
    /// The roll for initiative.
    InitiativeDice,
    /// Earlier checks of exertion.
    PreviousChecks,
    /// Fatigue.
    Fatigue,
    /// Hit points.
    HitPoints,
    /// A speed factor.
    SpeedFactor,
    /// A fumble.
    Fumble,
    /// Two combatants attack each other at once.
    Mutual,
    /// Several combatants hit the same target at once.
    Crowd,
    /// Struck with feet, knees or elbows.
    Feet,
    /// Damage taken more than once.
    Multiplied,
    /// A target too close to shoot at.
    CloseRange,
    /// Cover.
    Covered,
    /// Concealment.
    Concealed,
    /// The penalty of earlier wounds.
    Penalty,
    /// The fatigue of the spell.
    SpellFatigue,
    /// The spell failure of armour.
    SpellFailure,
    /// Earlier attempts at the spell on the same day.
    CastBefore,
    /// Damage and fatigue taken during the preparation.
    HurtMeanwhile,
    /// Movement during the preparation.
    MovedMeanwhile,
    /// The charges of the spell.
    Charges,
    /// The level of the spell.
    SpellLevel,
    /// Concentration on spells.
    Concentration,
    /// 10 taken in place of the die.
    TakesTen,
    /// The hardness of an item, subtracted from all damage to it.
    Hardness,
    /// Only a part of the sum of the terms before it.
    Share,
    /// The level of a condition or combatant.
    Level,
    /// Restored by a rest between two battles.
    Rest,
    /// The reduction of the threshold by earlier hits.
    Worn,
    /// Speed class steps beyond the classes.
    SpeedSteps,
    /// Raises a number to its minimum.
    AtLeast,
    /// A condition, stance, weapon or other named content.
    Named(Name),
    /// The action itself.
    Action,
    /// A talent of the combatant.
    Talent,
    /// Points that were not spent.
    Unspent,
    /// The margin by which a check exceeded its difficulty.
    Margin,
    /// A percentage of the damage.
    Percent(i16),
    /// Points by which the hardness of an object is lower from now on.
    Softened(i16),
    /// A resistance to the damage.
    Resistance,
    /// A vulnerability to the damage.
    Vulnerability,
    /// An immunity to the damage.
    Immunity,
    /// How an attack changes the severity of a wound.
    Severity,
    /// A wound that is worse because there is no empty slot for it.
    Overflow,
    /// The change of a total by the natural result of its roll.
    NaturalShift,
    /// The total of the roll that a reaction answers.
    RollAnswered,
    /// An object or item that is broken.
    Broken,
    /// The wounds of a combatant.
    Wounds,
    /// Gear that its bearer is not trained in.
    Untrained,
    /// Low cover.
    CoverLow,
    /// High cover.
    CoverHigh,
    /// Full cover.
    CoverFull,
    /// The hardness that the magic of an item adds.
    Enhancement,
    /// Movement.
    Movement,
    /// No suitable item in hand.
    Unequipped,
    /// An opening in the defences of a foe.
    Opening,
    /// The choice of the attacker.
    Chosen,
    /// Damage that counts in the attack roll.
    Penetrating,
    /// Armour that the weapon ignores.
    Pierced,
    /// Fighting from a mount that is larger than the opponent.
    Mounted,
    /// Points that an action takes less or more because it is done in a hurry.
    Hurried,
    /// Damage that the water carries, less with every step of the way.
    ThroughWater,
    /// Legs tucked up in a jump.
    Tucked,
    /// An object that damage makes rigid.
    Stiffened,
    /// The side on which a coin falls, with its percentage.
    Coin(i16),
    /// A readied action that was released.
    Readied,
    /// An attack with the off hand, or with a lesser natural weapon.
    OffHand,
}

impl Label {
    /// The words players read.
    pub fn words(self) -> String {
        let text = words! {
            self:
            Base => "base", HigherGround => "higher ground", Proficient => "proficient",
            NoAffinity => "no affinity for the weapon", NoMeleeWeapon => "no melee weapon in hand",
            Flanked => "flanked", RearAttack => "attacked from behind", CoverQuarter => "quarter cover",
            CoverHalf => "half cover", CoverThreeQuarters => "three-quarter cover",
            CoverNineTenths => "nine-tenths cover", CoverCreature => "a creature in the way",
            RangeIncrements => "range", CrowdedSpace => "crowded space", RunningStart => "running start",
            TwoHandedGrip => "held in two hands", RangedWeapon => "with a ranged weapon", Maneuver => "manoeuvre",
            Feint => "feint", Distracted => "distracted", HardToBreak => "firm hold", Held => "held",
            NaturalRoll => "natural roll", DamageDice => "damage dice", MaximumDice => "highest damage dice",
            CriticalAttribute => "critical hit", Minimum => "a hit deals at least 1", Halved => "half damage",
            Surprise => "surprised", InitiativeDice => "initiative dice", PreviousChecks => "checks before",
            Fatigue => "fatigue", HitPoints => "hit points", SpeedFactor => "speed factor", Fumble => "fumble",
            Mutual => "both attack at once", Crowd => "several hit at once", Feet => "with feet or elbows",
            Multiplied => "critical hit", CloseRange => "too close to shoot", Covered => "cover",
            Concealed => "concealed", Penalty => "penalty", SpellFatigue => "fatigue of the spell",
            SpellFailure => "spell failure of the armour", CastBefore => "cast before today",
            HurtMeanwhile => "harm and fatigue meanwhile", MovedMeanwhile => "moved meanwhile", Charges => "charges",
            SpellLevel => "level of the spell", Concentration => "concentration", TakesTen => "takes 10",
            Hardness => "hardness", Enhancement => "enhancement", Share => "only a part", Level => "level", Rest => "rest",
            Worn => "worn by earlier hits", SpeedSteps => "speed class steps", AtLeast => "never less",
            Margin => "margin", Resistance => "resistance", Vulnerability => "vulnerability", Immunity => "immune",
            Severity => "severity", Chosen => "the attacker's choice", Penetrating => "damage in the attack roll", Pierced => "armour ignored", Hurried => "hurry", Overflow => "no empty slot", Action => "the action", Movement => "movement", Talent => "talent",
            Unspent => "not spent", NaturalShift => "natural result",
            RollAnswered => "the roll it answers", Broken => "broken",
            Wounds => "wounds", Untrained => "not trained in the shield", Unequipped => "without the right item in hand", Opening => "opening",
            CoverLow => "low cover", CoverHigh => "high cover", CoverFull => "full cover", Mounted => "mounted",
            ThroughWater => "through the water", Tucked => "legs tucked up", Stiffened => "rigid from now on",
            Readied => "readied action", OffHand => "half the bonus";
            Label::Stat(stat) | Label::Attribute(stat) => stat.word(),
            Label::SizeModifier(size) => return format!("size ({})", size.word()),
            Label::Percent(by) => return format!("{by:+}%"),
            Label::Coin(by) => return format!("coin ({by:+}%)"),
            Label::Softened(by) => return format!("hardness {by} lower from now on"),
            Label::Named(name) => return name.as_str().replace('_', " ")
        };
        text.to_owned()
    }
}

/// A term of a number: its label, its amount and its rule.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Term {
    /// The label.
    pub label: Label,
    /// The amount added; a penalty is negative.
    pub amount: i16,
    /// The rule that says so.
    pub rule: Rule,
}

/// A number with its labelled terms. The AI needs only sums, for which [`unlabelled`](Breakdown::unlabelled) keeps no terms.
/// ```
/// use warboard::content::breakdown::{Breakdown, Label};
/// let mut sum = Breakdown::unlabelled(0);
/// sum.add(Label::Base, 3, "R-1".into());
/// sum.add(Label::Flanked, 2, "R-2".into());
/// assert_eq!((sum.total(), sum.terms().len()), (5, 0));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Breakdown {
    terms: SmallVec<[Term; 8]>,
    /// The sum so far, if terms are not kept.
    #[serde(skip)]
    sum: Option<i16>,
}

impl Breakdown {
    /// A number without terms: 0.
    pub fn new() -> Breakdown {
        Breakdown::default()
    }

    /// A sum of these terms.
    pub fn of<const COUNT: usize>(terms: [(Label, i16, Rule); COUNT]) -> Breakdown {
        let mut sum = Breakdown::new();
        terms.into_iter().for_each(|(label, amount, rule)| sum.add(label, amount, rule));
        sum
    }

    /// A number that keeps no terms: what is added to it changes only its total.
    pub fn unlabelled(total: i16) -> Breakdown {
        Breakdown { sum: Some(total), ..Breakdown::default() }
    }

    /// Adds a term.
    pub fn add(&mut self, label: Label, amount: i16, rule: Rule) {
        match &mut self.sum {
            Some(sum) => *sum = sum.saturating_add(amount),
            None => self.terms.push(Term { label, amount, rule }),
        }
    }

    /// Adds a term unless it is 0.
    pub fn add_if(&mut self, label: Label, amount: i16, rule: Rule) {
        if amount != 0 {
            self.add(label, amount, rule);
        }
    }

    /// Adds all terms of another number.
    pub fn extend(&mut self, other: &Breakdown) {
        match self.sum {
            Some(sum) => self.sum = Some(other.added_to(sum)),
            None => self.terms.extend_from_slice(&other.terms),
        }
    }

    /// Whether it has no terms and no sum.
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty() && self.sum.is_none()
    }

    /// The sum of the terms.
    pub fn total(&self) -> i16 {
        self.added_to(0)
    }

    fn added_to(&self, start: i16) -> i16 {
        let start = start.saturating_add(self.sum.unwrap_or(0));
        self.terms.iter().fold(start, |sum, term| sum.saturating_add(term.amount))
    }

    /// The terms in the order they were added.
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// The amount of the first term with this label.
    pub fn term(&self, label: Label) -> Option<i16> {
        self.terms.iter().find(|term| term.label == label).map(|term| term.amount)
    }
}

/// The sum, then every term: `7 (accuracy +5 [R-1], flanked +2 [R-2])`.
impl fmt::Display for Breakdown {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.total())?;
        for (at, term) in self.terms.iter().enumerate() {
            let open = if at == 0 { " (" } else { ", " };
            write!(out, "{open}{} {:+} [{}]", term.label.words(), term.amount, term.rule)?;
        }
        if self.terms.is_empty() { Ok(()) } else { out.write_str(")") }
    }
}
