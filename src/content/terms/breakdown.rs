//! Numbers that keep their labelled terms.

use std::fmt;

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::content::size::Size;
use crate::content::stat::Stat;
use crate::content::{Name, Rule};

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
    /// The natural roll of the d20.
    NaturalRoll,
    /// The damage dice.
    DamageDice,
    /// The highest result of the damage dice.
    MaximumDice,
    /// The attribute added by a critical hit.
    CriticalAttribute,
    /// An attribute.
    Attribute(Stat),
    /// The least damage of a hit.
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
    /// Several hit at once.
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
}

impl Label {
    /// The words players read.
    pub fn words(self) -> String {
        let text = match self {
            Label::Base => "base",
            Label::Stat(stat) | Label::Attribute(stat) => stat.word(),
            Label::SizeModifier(size) => return format!("size ({})", size.word()),
            Label::HigherGround => "higher ground",
            Label::Proficient => "proficient",
            Label::NoAffinity => "no affinity for the weapon",
            Label::NoMeleeWeapon => "no melee weapon in hand",
            Label::Flanked => "flanked",
            Label::RearAttack => "attacked from behind",
            Label::CoverQuarter => "quarter cover",
            Label::CoverHalf => "half cover",
            Label::CoverThreeQuarters => "three-quarter cover",
            Label::CoverNineTenths => "nine-tenths cover",
            Label::CoverCreature => "a creature in the way",
            Label::RangeIncrements => "range",
            Label::CrowdedSpace => "crowded space",
            Label::RunningStart => "running start",
            Label::TwoHandedGrip => "held in two hands",
            Label::RangedWeapon => "with a ranged weapon",
            Label::Maneuver => "manoeuvre",
            Label::Feint => "feint",
            Label::Distracted => "distracted",
            Label::HardToBreak => "firm hold",
            Label::Held => "held",
            Label::NaturalRoll => "d20",
            Label::DamageDice => "damage dice",
            Label::MaximumDice => "highest damage dice",
            Label::CriticalAttribute => "critical hit",
            Label::Minimum => "a hit deals at least 1",
            Label::Halved => "half damage",
            Label::Surprise => "surprised",
            Label::InitiativeDice => "initiative dice",
            Label::PreviousChecks => "checks before",
            Label::Fatigue => "fatigue",
            Label::HitPoints => "hit points",
            Label::SpeedFactor => "speed factor",
            Label::Fumble => "fumble",
            Label::Mutual => "both attack at once",
            Label::Crowd => "several hit at once",
            Label::Feet => "with feet or elbows",
            Label::Multiplied => "critical hit",
            Label::CloseRange => "too close to shoot",
            Label::Covered => "cover",
            Label::Concealed => "concealed",
            Label::Penalty => "penalty",
            Label::SpellFatigue => "fatigue of the spell",
            Label::SpellFailure => "spell failure of the armour",
            Label::CastBefore => "cast before today",
            Label::HurtMeanwhile => "harm and fatigue meanwhile",
            Label::MovedMeanwhile => "moved meanwhile",
            Label::Charges => "charges",
            Label::SpellLevel => "level of the spell",
            Label::Concentration => "concentration",
            Label::TakesTen => "takes 10",
            Label::Hardness => "hardness",
            Label::Share => "only a part",
            Label::Level => "level",
            Label::Rest => "rest",
            Label::Worn => "worn by earlier hits",
            Label::SpeedSteps => "speed class steps",
            Label::AtLeast => "never less",
            Label::Named(name) => return name.as_str().replace('_', " "),
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

/// A number with its labelled terms.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Breakdown {
    terms: SmallVec<[Term; 8]>,
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

    /// Adds a term.
    pub fn add(&mut self, label: Label, amount: i16, rule: Rule) {
        self.terms.push(Term { label, amount, rule });
    }

    /// Adds a term unless it is 0.
    pub fn add_if(&mut self, label: Label, amount: i16, rule: Rule) {
        if amount != 0 {
            self.add(label, amount, rule);
        }
    }

    /// Adds all terms of another number.
    #[inline]
    pub fn extend(&mut self, other: &Breakdown) {
        if !other.terms.is_empty() {
            self.terms.extend_from_slice(&other.terms);
        }
    }

    /// The sum of the terms.
    pub fn total(&self) -> i16 {
        self.terms.iter().fold(0i16, |sum, term| sum.saturating_add(term.amount))
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

/// A collector of terms: [`Breakdown`] keeps them for players, [`Total`] only the sum.
pub trait Sums: Clone + Default {
    /// Adds a term.
    fn add(&mut self, label: Label, amount: i16, rule: Rule);

    /// Adds all terms of a number.
    fn extend(&mut self, other: &Breakdown);

    /// Adds another collector of the same type.
    fn plus(&mut self, other: &Self);

    /// The sum of the terms.
    fn total(&self) -> i16;

    /// Adds a term unless it is 0.
    fn add_if(&mut self, label: Label, amount: i16, rule: Rule) {
        if amount != 0 {
            self.add(label, amount, rule);
        }
    }
}

impl Sums for Breakdown {
    fn add(&mut self, label: Label, amount: i16, rule: Rule) {
        self.add(label, amount, rule);
    }

    fn extend(&mut self, other: &Breakdown) {
        self.extend(other);
    }

    fn plus(&mut self, other: &Breakdown) {
        self.extend(other);
    }

    fn total(&self) -> i16 {
        self.total()
    }
}

/// A sum without its terms.
///
/// ```
/// use warboard::content::breakdown::{Label, Sums, Total};
///
/// let mut sum = Total::default();
/// sum.add(Label::Base, 3, "R-1".into());
/// sum.add(Label::Flanked, 2, "R-2".into());
/// assert_eq!(sum.total(), 5);
/// ```
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Total(i16);

impl Sums for Total {
    #[inline]
    fn add(&mut self, _: Label, amount: i16, _: Rule) {
        self.0 = self.0.saturating_add(amount);
    }

    #[inline]
    fn extend(&mut self, other: &Breakdown) {
        self.0 = other.terms.iter().fold(self.0, |sum, term| sum.saturating_add(term.amount));
    }

    #[inline]
    fn plus(&mut self, other: &Total) {
        self.0 = self.0.saturating_add(other.0);
    }

    #[inline]
    fn total(&self) -> i16 {
        self.0
    }
}

impl From<i16> for Total {
    fn from(total: i16) -> Total {
        Total(total)
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
