use serde::{Deserialize, Serialize};

use crate::content::effect::Modifier;
use crate::content::stat::Stat;
use crate::content::{Name, Rule};

/// How spells are cast.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MagicPolicy {
    /// What a spell costs, and what comes before it is cast.
    pub pays: Pays,
    /// The rule by which one casts spells that one knows.
    pub known_rule: Rule,
    /// The rule by which a thing in hand casts a spell, with its own energy for each component.
    pub item_rule: Rule,
    /// The rule of a spell attack's roll.
    pub attack_rule: Rule,
    /// The rule by which an attribute is added to it.
    pub attribute_rule: Rule,
    /// How often the dice of a spell attack are thrown.
    pub throws: Throws,
    /// What a spell attack's best and worst faces do.
    pub faces: SpellFaces,
    /// What healing gives back.
    pub healing: Healing,
    /// Feet that a spell goes, for every step of energy; the first is the caster's reach.
    pub range: Vec<u16>,
    /// Feet around its middle in which it works, for every step; the first is a single target.
    pub area: Vec<u16>,
    /// Rounds or counts that it lasts, for every step; the first is over at once.
    pub duration: Vec<u16>,
    pub steps_rule: Rule,
    /// How often spells are controlled in a turn.
    pub controls: Controls,
}

/// How often spells are controlled in a turn of their caster.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Controls {
    /// Each of its spells once.
    EachSpellOnce { rule: Rule },
    /// One of its spells, once.
    OneSpell { rule: Rule },
}

/// What a spell costs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Pays {
    /// Energy out of a pool: the most somebody has, and what it begins with; the rule by which casting takes it.
    Energy { pool: Stat, rule: Rule },
    /// Fatigue; the spell is prepared before it is cast.
    Fatigue(Box<PreparePolicy>),
}

/// How often the dice of a spell attack are thrown.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Throws {
    /// Once for all its targets.
    Once,
    /// Once for each target, by this rule.
    Each { rule: Rule },
}

/// What a spell attack's best and worst faces do.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum SpellFaces {
    /// As with any attack.
    AsAttacks,
    /// They hit and miss, and nothing else, by this rule.
    HitAndMiss { rule: Rule },
}

/// What healing gives back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Healing {
    /// Lost hit points.
    HitPoints,
    /// Points of a pool of their own, up to the most there can be, and less fatigue, as the caster splits them.
    Split { most_rule: Rule, fatigue_rule: Rule, pool_rule: Rule, poison: PoisonHeals },
}

/// Whether healing gives back what poison took.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PoisonHeals {
    /// As everything else.
    Likewise,
    /// Only by rest, and by what is made against poison.
    Apart { rule: Rule },
}

impl MagicPolicy {
    /// How spells are prepared, where they must be.
    pub fn preparing(&self) -> Option<&PreparePolicy> {
        match &self.pays {
            Pays::Fatigue(policy) => Some(policy),
            Pays::Energy { .. } => None,
        }
    }
}

/// Spells that are prepared before they are cast.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PreparePolicy {
    /// The action by which a spell is prepared.
    pub action: Name,
    /// The rule by which only a prepared spell is cast.
    pub rule: Rule,
    /// The difficulty of a spell that costs nothing, cast without armour; its fatigue and what the armour adds come on top.
    pub base: Modifier,
    /// Added for every earlier attempt at that spell.
    pub again: Modifier,
    /// The rule by which harm and fatigue taken before it is prepared are added.
    pub hurt_rule: Rule,
    /// Added for every turn in which its caster moved.
    pub moved: Modifier,
    /// Added to difficulty and fatigue for every charge.
    pub charge: Modifier,
    /// Added to a spell attack's roll for every charge.
    pub charge_attack: Modifier,
    /// The skill and the attribute of the check to cast it.
    pub check: (Stat, Stat),
    pub check_rule: Rule,
    /// The rule by which 10 may be taken in place of the die, where it may.
    pub ten_rule: Option<Rule>,
    /// The rule by which the attempt costs fatigue.
    pub cost_rule: Rule,
    /// The skill and the attribute of the check of one who is held, and what it adds to the level of the spell.
    pub held: (Stat, Stat),
    pub held_base: Modifier,
    /// What one who prepares a spell bears meanwhile.
    pub condition: Name,
    pub condition_rule: Rule,
    /// The rule by which the time it takes is the casting time.
    pub time_rule: Rule,
    /// The rule by which it is prepared at the end of that time.
    pub done_rule: Rule,
    /// The rule by which another preparation loses it.
    pub other_rule: Rule,
    /// Counts that a prepared spell can be held.
    pub limit: u16,
    pub limit_rule: Rule,
    /// The rule by which a preparation is given up or broken off.
    pub abandon_rule: Rule,
    /// Counts that every action takes longer for each spell that is concentrated on.
    pub concentration: Modifier,
}
