//! The fighters of the acceptance battles, their initiatives and their dice.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use crate::named::ruleset;
pub use crate::named::{Fighter, stat};
use crate::skirmish::*;
use warboard::battle::WeaponSlot;
use warboard::content::{Name, Stat, Trait, Unit};
use warboard::odds;
use warboard::resolution::event::Rolled;
use warboard::resolution::{Act, Asks, BattleEvent, Choice};
use warboard::rules::Ruleset;

/// The Heroes of Destiny rule system, loaded once.
pub fn heroes() -> Arc<Ruleset> {
    static RULES: OnceLock<Arc<Ruleset>> = OnceLock::new();
    RULES.get_or_init(|| ruleset("heroes_of_destiny")).clone()
}

/// Strength 1, Dexterity 2, Melee and Aim 2, Athletics and Reflex 1, a sword. +4 to attack, melee defence 4, ranged defence 3, Power 2,
/// Agility 3, Toughness 0, 6 action points twice a round and 18 at most, rate 8, stamina 10; slots 5, 3, 2, 2 and 1.
pub fn fighter() -> Unit {
    let stats = [("Strength", 1), ("Dexterity", 2), ("Melee", 2), ("Aim", 2), ("Athletics", 1), ("Reflex", 1)];
    let stats: BTreeMap<Stat, i16> = stats.into_iter().map(|(name, value)| (stat(name), value)).collect();
    Unit { rate: 8, stats, ..base_unit() }.weapon("sword").with_trait(Trait::PlayerCharacter)
}

/// A battle of fighters with these initiatives. The dice follow those for initiative.
pub fn battle(map: &str, fighters: &[(char, Unit, i16)], dice: &[&[u16]]) -> Skirmish {
    battle_of(skirmish(&heroes(), map), fighters, dice)
}

/// The planned battle with these fighters, see [`battle`].
pub fn battle_of(plan: Plan<'_>, fighters: &[(char, Unit, i16)], dice: &[&[u16]]) -> Skirmish {
    let plan = fighters.iter().fold(plan, |plan, (mark, unit, _)| plan.unit(*mark, unit.clone()));
    let mut faces: Vec<u16> = Vec::new();
    fighters.iter().for_each(|(_, unit, initiative)| faces.extend(initiative_dice(unit, *initiative)));
    faces.extend(dice.iter().copied().flatten());
    plan.rolls(&faces)
}

/// The drawing of an open field with these marks.
pub fn field((width, height): (usize, usize), marks: &[(char, (usize, usize))]) -> String {
    let mut rows = vec![vec!['.'; width]; height];
    marks.iter().for_each(|(mark, (x, y))| rows[*y][*x] = *mark);
    rows.into_iter().map(|row| row.into_iter().chain(['\n']).collect::<String>()).collect()
}

/// Five dice of three faces that give a unit this initiative.
pub fn initiative_dice(unit: &Unit, initiative: i16) -> [u16; 5] {
    let bonus: i16 = ["Perception", "Reflex"].iter().filter_map(|name| unit.stats.get(&stat(name))).sum();
    let mut more = u16::try_from(initiative - bonus).expect("not lower");
    assert!(more <= 10, "raise the perception of the unit");
    [0; 5].map(|_: u16| {
        let own = more.min(2);
        more -= own;
        1 + own
    })
}

/// Five wild dice with this sum, at most two of them doubled faces.
pub fn wild(sum: i16) -> [u16; 5] {
    let (mut left, mut doubled) = (sum, 0);
    [0; 5].map(|_: u16| {
        let face = match (left, doubled) {
            (4.., 0..2) | (..=-4, 0..2) => 2 * left.signum(),
            _ => left.signum(),
        };
        doubled += i16::from(face.abs() == 2);
        left -= face;
        match face {
            -2 => 1,
            -1 => 2,
            1 => 5,
            2 => 6,
            _ => 3,
        }
    })
}

/// Five standard dice with this sum.
pub fn standard(sum: i16) -> [u16; 5] {
    let mut left = sum;
    [0; 5].map(|_: u16| {
        let face = left.signum();
        left -= face;
        (face + 2) as u16
    })
}

/// All checks among some facts.
pub fn rolled(events: &[BattleEvent]) -> Vec<Rolled> {
    crate::facts::checks(events)
}

/// The damage that combatants took, below 0 where it caused no wound.
pub fn damage(events: &[BattleEvent]) -> Vec<i16> {
    crate::facts::damage_taken(events).iter().map(|hurt| hurt.amount.total()).collect()
}

impl Skirmish {
    /// An attack with the first weapon.
    pub fn attack(&mut self, mark: char, action: &str, at: char) -> &mut Skirmish {
        let act = Act::at(action, self.id(at), Some(WeaponSlot(0)));
        self.act(mark, act)
    }

    /// Action points left.
    pub fn points(&self, mark: char) -> i16 {
        self.pool(mark, "points")
    }

    /// Stamina left.
    pub fn stamina(&self, mark: char) -> i16 {
        self.pool(mark, "stamina")
    }

    fn pool(&self, mark: char, pool: &str) -> i16 {
        let rules = &self.battle().setup().rules;
        let (id, _) = rules.policies.economy.find(Name::new(pool)).unwrap_or_else(|| panic!("no pool {pool}"));
        self.row(mark).turn_state.pools.left(id)
    }

    /// The current initiative.
    pub fn initiative(&self, mark: char) -> i16 {
        self.row(mark).turn_state.initiative
    }

    /// Wounds by level, lightest first.
    pub fn wounds(&self, mark: char) -> [u8; 5] {
        let filled = self.row(mark).vitals.wounds.filled;
        [filled[0], filled[1], filled[2], filled[3], filled[4]]
    }

    /// The combatant that may interrupt now, if any may.
    pub fn interrupting(&self) -> Option<char> {
        matches!(self.asked().1, Asks::Interrupt { .. }).then(|| self.asked().0)
    }

    /// Passes every chance to interrupt, of all.
    pub fn no_interrupts(&mut self) -> &mut Skirmish {
        while matches!(self.asked().1, Asks::Interrupt { .. }) {
            let who = self.asked().0;
            self.pass(who);
        }
        self
    }

    /// Ends the turn of a combatant; no one interrupts.
    pub fn end_turn(&mut self, mark: char) -> &mut Skirmish {
        self.wait(mark).no_interrupts()
    }

    /// The reactions that the open prompt offers, and the combatant asked.
    pub fn offered(&self) -> (char, Vec<String>) {
        match self.asked() {
            (who, Asks::React { options, .. }) => (who, options.iter().map(|name| name.to_string()).collect()),
            (who, other) => panic!("{who} is asked {other:?}"),
        }
    }

    /// Takes a reaction.
    pub fn react(&mut self, mark: char, reaction: &str) -> &mut Skirmish {
        self.choose(mark, Choice::React(Name::new(reaction)))
    }

    /// Gives a combatant these wounds by level, without their effects.
    pub fn hurt(&mut self, mark: char, wounds: [u8; 5]) -> &mut Skirmish {
        let (who, mut vitals) = (self.id(mark), self.row(mark).vitals);
        vitals.wounds.filled[..5].copy_from_slice(&wounds);
        self.state.impose(&BattleEvent::FatigueGained { who, amount: 0, vitals, rule: Name::new("test") });
        self
    }

    /// Leaves a combatant this many points of a pool.
    pub fn drain(&mut self, mark: char, pool: &str, left: i16) -> &mut Skirmish {
        let rules = self.battle().setup().rules.clone();
        let (id, _) = rules.policies.economy.find(Name::new(pool)).unwrap_or_else(|| panic!("no pool {pool}"));
        let (who, by) = (self.id(mark), warboard::content::Breakdown::new());
        self.state.impose(&BattleEvent::PoolChanged { who, pool: id, by, left });
        self
    }
}

/// The bonus of an attack on a target beyond that of the weapon.
pub fn flank_bonus(battle: &Skirmish, mark: char, at: char) -> i16 {
    let rules = battle.battle().setup().rules.clone();
    let act = Act::at("standard_attack", battle.id(at), Some(WeaponSlot(0)));
    let told = odds::forecast(battle.snapshot().view(), &rules, battle.id(mark), &act, None).expect("a forecast");
    told.bonus.total() - 4
}
