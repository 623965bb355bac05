//! The fighters of the tests, their initiatives and their dice.

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use crate::named::ruleset;
pub use crate::named::{Fighter, stat};
use crate::skirmish::*;
use warboard::battle::WeaponSlot;
use warboard::content::{Name, Stat, Unit};
use warboard::grid::Cell;
use warboard::resolution::event::Rolled;
use warboard::resolution::{Act, Asks, BattleEvent, Choice, Pick};
use warboard::rules::Ruleset;

/// The Pathrunner rule system, loaded once.
pub fn pathrunner() -> Arc<Ruleset> {
    static RULES: OnceLock<Arc<Ruleset>> = OnceLock::new();
    RULES.get_or_init(|| ruleset("pathrunner")).clone()
}

/// Strength 16, constitution 14, every other score 10, 4 hit dice, base attack bonus 4, a long sword (19-20) in hand. +7 to hit, 1d8+3
/// damage, armour class 10, 40 hit points, one attack of opportunity, speed 30 feet.
pub fn fighter() -> Unit {
    let stats = [
        ("Strength", 16),
        ("Dexterity", 10),
        ("Constitution", 14),
        ("Intelligence", 10),
        ("Wisdom", 10),
        ("Charisma", 10),
        ("HitDice", 4),
        ("BaseAttack", 4),
    ];
    let stats: BTreeMap<Stat, i16> = stats.into_iter().map(|(name, value)| (stat(name), value)).collect();
    Unit { rate: 30, stats, ..base_unit() }
}

/// A battle of fighters with these dice for initiative. The other dice follow.
pub fn battle(map: &str, fighters: &[(char, Unit, u16)], dice: &[u16]) -> Skirmish {
    battle_of(skirmish(&pathrunner(), map), fighters, dice)
}

/// The planned battle with these fighters, see [`battle`].
pub fn battle_of(plan: Plan<'_>, fighters: &[(char, Unit, u16)], dice: &[u16]) -> Skirmish {
    let plan = fighters.iter().fold(plan, |plan, (mark, unit, _)| plan.unit(*mark, unit.clone()));
    let faces: Vec<u16> = fighters.iter().map(|(_, _, face)| *face).chain(dice.iter().copied()).collect();
    plan.rolls(&faces)
}

/// A battle of `a`, which acts first, against `B`.
pub fn duel(map: &str, a: Unit, b: Unit, dice: &[u16]) -> Skirmish {
    battle(map, &[('a', a, 20), ('B', b, 1)], dice)
}

/// All checks among some facts.
pub fn rolled(events: &[BattleEvent]) -> Vec<Rolled> {
    crate::facts::checks(events)
}

/// The damage that combatants took.
pub fn damage(events: &[BattleEvent]) -> Vec<i16> {
    crate::facts::damage(events)
}

impl Skirmish {
    /// An attack with the first weapon.
    pub fn attack(&mut self, mark: char, at: char) -> &mut Skirmish {
        let act = Act::at("attack", self.id(at), Some(WeaponSlot(0)));
        self.act(mark, act)
    }

    /// Moves along a path by an action.
    pub fn go(&mut self, mark: char, action: &str, path: &[(i16, i16)]) -> &mut Skirmish {
        self.act(mark, along(action, path))
    }

    /// The points left of a pool.
    pub fn left(&self, mark: char, pool: &str) -> i16 {
        let rules = &self.battle().setup().rules;
        let (id, _) = rules.policies.economy.find(Name::new(pool)).unwrap_or_else(|| panic!("no pool {pool}"));
        self.row(mark).turn_state.pools.left(id)
    }

    /// The combatant that is asked for a reaction, if one is.
    pub fn reacting(&self) -> Option<char> {
        matches!(self.asked().1, Asks::React { .. }).then(|| self.asked().0)
    }

    /// Takes a reaction.
    pub fn react(&mut self, mark: char, reaction: &str) -> &mut Skirmish {
        self.choose(mark, Choice::React(Name::new(reaction)))
    }

    /// Chooses among named options, such as the effect of a critical hit.
    pub fn pick(&mut self, mark: char, option: &str) -> &mut Skirmish {
        self.choose(mark, Choice::Pick(Pick::Action(Name::new(option))))
    }
}

/// An action along a path.
pub fn along(action: &str, path: &[(i16, i16)]) -> Act {
    Act::along(action, path.iter().map(|(x, y)| Cell::new(*x, *y)).collect())
}
