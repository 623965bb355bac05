//! Numbers that keep their labelled terms.

use std::fmt;

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::content::{Name, Rule, Size, Stat};

worded! {
    /// The label of a term. Its words are made only when it is shown.
    pub enum Label: Copy {
        Base => "base", HigherGround => "higher ground",
        /// Proficiency with the weapon.
        Proficient => "proficient",
        NoAffinity => "no affinity for the weapon", NoMeleeWeapon => "no melee weapon in hand",
        Flanked => "flanked", RearAttack => "attacked from behind", CoverQuarter => "quarter cover",
        CoverHalf => "half cover", CoverThreeQuarters => "three-quarter cover",
        CoverNineTenths => "nine-tenths cover", CoverCreature => "a creature in the way",
        /// The range increments of the distance.
        RangeIncrements => "range",
        CrowdedSpace => "crowded space", RunningStart => "running start",
        /// The target holds the item in two hands.
        TwoHandedGrip => "held in two hands",
        RangedWeapon => "with a ranged weapon", Maneuver => "manoeuvre", Feint => "feint",
        Distracted => "distracted", HardToBreak => "firm hold", Held => "held",
        /// The natural roll of the d20.
        NaturalRoll => "d20",
        DamageDice => "damage dice", MaximumDice => "highest damage dice",
        /// The attribute added by a critical hit.
        CriticalAttribute => "critical hit",
        Minimum => "a hit deals at least 1", Halved => "half damage", Surprise => "surprised",
        InitiativeDice => "initiative dice",
        /// Earlier checks of exertion.
        PreviousChecks => "checks before",
        Fatigue => "fatigue", HitPoints => "hit points", SpeedFactor => "speed factor", Fumble => "fumble",
        Mutual => "both attack at once", Crowd => "several hit at once", Feet => "with feet or elbows",
        /// Damage taken more than once.
        Multiplied => "critical hit",
        CloseRange => "too close to shoot", Covered => "cover", Concealed => "concealed",
        /// The penalty of earlier wounds.
        Penalty => "penalty",
        SpellFatigue => "fatigue of the spell", SpellFailure => "spell failure of the armour",
        CastBefore => "cast before today",
        /// Damage and fatigue taken during the preparation.
        HurtMeanwhile => "harm and fatigue meanwhile",
        /// Movement during the preparation.
        MovedMeanwhile => "moved meanwhile",
        /// The charges of the spell.
        Charges => "charges",
        SpellLevel => "level of the spell", Concentration => "concentration", TakesTen => "takes 10",
        /// The hardness of an item, subtracted from all damage to it.
        Hardness => "hardness",
        /// Only a part of the sum of the terms before it.
        Share => "only a part",
        /// The level of a condition or combatant.
        Level => "level",
        /// Restored by a rest between two battles.
        Rest => "rest",
        /// The reduction of the threshold by earlier hits.
        Worn => "worn by earlier hits",
        /// Speed class steps beyond the classes.
        SpeedSteps => "speed class steps",
        /// Raises a number to its minimum.
        AtLeast => "never less";
        /// A stat.
        Stat(Stat),
        /// An attribute.
        Attribute(Stat),
        /// The size modifier of this size.
        SizeModifier(Size),
        /// A condition, stance, weapon or other named content.
        Named(Name),
    }
}

impl Label {
    /// The words players read.
    pub fn words(self) -> String {
        match self {
            Label::Stat(stat) | Label::Attribute(stat) => stat.word().to_owned(),
            Label::SizeModifier(size) => format!("size ({})", size.word()),
            Label::Named(name) => name.as_str().replace('_', " "),
            plain => plain.plain_word().unwrap_or_default().to_owned(),
        }
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

/// A number with its labelled terms, or only its sum: the AI reads no terms, so that none are kept for it.
///
/// ```
/// use warboard::content::breakdown::{Breakdown, Label};
///
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
