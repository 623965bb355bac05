//! Spells: their cost, range, area and duration, casting and preparing.

use crate::content::{Modifier, Name, RollType, Rule, Stat};

content! {
    /// How spells are cast.
    pub struct MagicPolicy {
        /// The cost of spells, and whether they are prepared.
        pub pays: Pays,
        /// The rule by which a combatant can cast the spells that it knows.
        pub known_rule: Rule,
        /// The rule by which an item in hand casts a spell, with its own energy for each component.
        pub item_rule: Rule,
        /// The base skill of a spell attack; that of physical attacks if left out (FS-056).
        pub skill: Option<Stat>,
        /// The rule of a spell attack's roll.
        pub attack_rule: Rule,
        /// The rule by which an attribute is added to that roll.
        pub attribute_rule: Rule,
        /// How often the dice of a spell attack are rolled.
        pub throws: Throws,
        /// The natural rolls of a spell attack.
        pub faces: SpellFaces,
        /// Healing by spells.
        pub healing: Healing,
        /// The range of a spell in the board's unit for each step of energy; step 0 is the caster's reach.
        pub range: Vec<u16>,
        /// The radius of a spell in the board's unit for each step of energy; step 0 is a single target.
        pub area: Vec<u16>,
        /// The duration of a spell in rounds or counts for each step of energy; step 0 is instantaneous.
        pub duration: Vec<u16>,
        /// The rule of the steps of range, area and duration.
        pub steps_rule: Rule,
        /// How many spells a caster may control in a turn.
        pub controls: Controls,
        /// The check of a caster that is wounded while it pays for a spell over several turns.
        pub shaken: Option<ShakenCast>,
        /// The check of a caster that is held; none if holds do not matter to spells.
        pub while_held: Option<HeldCast>,
        /// Resistance to spells; none if no combatant resists them.
        pub resistance: Option<SpellResistance>,
    }

    /// The check of a caster that is held: if it fails, the spell is lost (TC-299, PR-340).
    pub struct HeldCast [rule] {
        /// The skill and the attribute of the check.
        pub check: (Stat, Stat),
        /// The difficulty of a spell of level 0.
        pub base: i16,
        /// Added to the difficulty for each level of the spell.
        pub per_level: i16,
        /// Added to the roll for each stack of the holds on the caster, counted as their conditions are.
        pub per_stack: Option<Modifier>,
    }

    /// Resistance to spells: a spell that says so affects a target with resistance only if a check of its caster reaches it
    /// ([`Spell::resisted`](crate::content::Spell::resisted); PR-201 to PR-203, PR-211).
    pub struct SpellResistance [rule] {
        /// The stat of the target that the check must reach; a target without points has no resistance.
        pub stat: Stat,
        /// The stat of the caster that is added to the dice.
        pub level: Stat,
        /// The dice.
        pub dice: RollType,
    }

    /// The check of a caster that is wounded before it has paid for all of a spell: if it fails, the spell is lost (HD-G58).
    pub struct ShakenCast [rule] {
        /// The bonus.
        pub stat: Stat,
        /// The dice.
        pub dice: RollType,
        /// The difficulties by the level of the wound, lightest first. A wound that has none ends the casting without a check.
        pub numbers: Vec<i16>,
    }

    /// How many spells a caster may control in a turn.
    pub enum Controls: Copy {
        /// Each of its spells once.
        EachSpellOnce {
            /// The rule that says so.
            rule: Rule,
        },
        /// One of its spells, once.
        OneSpell {
            /// The rule that says so.
            rule: Rule,
        },
    }

    /// The cost of a spell.
    pub enum Pays {
        /// Energy from a pool that is full when the battle begins.
        Energy {
            /// The stat that is the maximum of the pool. Its name is the word for a point of energy.
            pool: Stat,
            /// The rule that says so.
            rule: Rule,
            /// The rule by which no spell costs more than the pool has; `rule` if left out (HD-G63).
            #[serde(default, skip_serializing_if = "Option::is_none")]
            lacking_rule: Option<Rule>,
        },
        /// Nothing beyond the cost of its action (FS-041).
        Nothing {
            /// The rule that says so.
            rule: Rule,
        },
        /// Fatigue; the spell is prepared before it is cast.
        Fatigue(Box<PreparePolicy>),
    }

    /// How often the dice of a spell attack are rolled.
    pub enum Throws: Copy {
        /// Once for all its targets.
        Once,
        /// Once for each target.
        Each {
            /// The rule that says so.
            rule: Rule,
        },
    }

    /// The natural rolls of a spell attack.
    pub enum SpellFaces: Copy {
        /// Like those of any attack.
        AsAttacks,
        /// The highest always hits and the lowest always misses, but they are never criticals or fumbles.
        HitAndMiss {
            /// The rule that says so.
            rule: Rule,
        },
    }

    /// Healing by spells.
    pub enum Healing {
        /// Lost hit points.
        HitPoints,
        /// The caster splits the amount between removing fatigue and filling a pool of temporary points up to a maximum.
        Split {
            /// The rule of the maximum of the pool.
            most_rule: Rule,
            /// The rule by which healing removes fatigue.
            fatigue_rule: Rule,
            /// The rule by which the points of the pool are lost before hit points.
            pool_rule: Rule,
            /// Whether healing restores losses caused by poison.
            poison: PoisonHeals,
        },
    }

    /// Whether healing restores losses caused by poison.
    pub enum PoisonHeals: Copy {
        /// Like any other loss.
        Likewise,
        /// Only rest and remedies against poison restore it.
        Apart {
            /// The rule that says so.
            rule: Rule,
        },
    }

    /// Spells that are prepared before they are cast.
    pub struct PreparePolicy {
        /// The action by which a spell is prepared.
        pub action: Name,
        /// The rule by which only a prepared spell is cast.
        pub rule: Rule,
        /// The base difficulty of casting, to which the fatigue of the spell and the failure of the armour are added.
        pub base: Modifier,
        /// Added to the difficulty for each earlier attempt at the same spell.
        pub again: Modifier,
        /// The rule by which damage and fatigue taken during the preparation are added to the difficulty.
        pub hurt_rule: Rule,
        /// Added to the difficulty for each turn of the preparation in which the caster moved.
        pub moved: Modifier,
        /// Added to difficulty and fatigue for each charge.
        pub charge: Modifier,
        /// Added to the roll of a spell attack for each charge.
        pub charge_attack: Modifier,
        /// The skill and the attribute of the check to cast a prepared spell.
        pub check: (Stat, Stat) [check_rule],
        /// The rule by which the caster may take 10 in place of the die, if it may.
        pub ten_rule: Option<Rule>,
        /// The rule by which the attempt to cast costs fatigue.
        pub cost_rule: Rule,
        /// The condition of a caster that is preparing a spell.
        pub condition: Name [condition_rule],
        /// The rule by which preparing a spell takes its casting time.
        pub time_rule: Rule,
        /// The rule by which a spell is prepared at the end of its casting time.
        pub done_rule: Rule,
        /// The rule by which a prepared spell is lost when its caster prepares another.
        pub other_rule: Rule,
        /// The number of counts that a prepared spell can be held.
        pub limit: u16 [limit_rule],
        /// The rule by which a preparation is abandoned or interrupted.
        pub abandon_rule: Rule,
        /// Counts added to every action for each spell that the caster concentrates on.
        pub concentration: Modifier,
    }
}

impl MagicPolicy {
    /// The word for a point of the energy that spells cost.
    pub fn energy_word(&self) -> &'static str {
        if let Pays::Energy { pool, .. } = self.pays { pool.word() } else { "energy" }
    }

    /// The policy for preparing spells, where they must be prepared.
    pub fn preparing(&self) -> Option<&PreparePolicy> {
        let Pays::Fatigue(policy) = &self.pays else { return None };
        Some(policy)
    }
}
