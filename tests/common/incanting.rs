//! Time Count battles in which a wizard prepares and casts spells.

#![allow(dead_code, reason = "every test file that includes this uses its own part of it")]

use crate::facts::*;
use crate::skirmish::*;
use warboard::battle::{Casting, CombatantId, Target, Vitals};
use warboard::content::{Components, Does, Name, Stat, Unit};
use warboard::grid::Cell;
use warboard::resolution::event::IncantStep;
use warboard::resolution::{Act, BattleEvent};

/// A caster that knows every spell, with Intelligence 4 and Arcana 5.
pub fn wizard() -> Unit {
    base_unit().stat(Stat::Intelligence, 4).stat(Stat::Arcana, 5).with_all_spells()
}

/// Adds every spell of Time Count to a unit.
pub trait AllSpells {
    fn with_all_spells(self) -> Unit;
}

impl AllSpells for Unit {
    fn with_all_spells(mut self) -> Unit {
        let rules = time_count();
        let spells = rules.actions.iter().filter(|action| matches!(action.does, Does::Cast(_)));
        self.spells = spells.map(|action| action.id).collect();
        self
    }
}

/// A battle in which `a` acts on count 5 and `B` only after the test.
pub fn alone(map: &str, a: Unit, dice: &[u16]) -> Skirmish {
    let faces = [1, 1].iter().chain(dice).copied().collect::<Vec<_>>();
    skirmish(&time_count(), map).unit('a', a).unit('B', idle()).rolls(&faces)
}

/// A battle in which `a` acts on count 5 and `B` on count 7.
pub fn against(map: &str, a: Unit, b: Unit, dice: &[u16]) -> Skirmish {
    let faces = [1, 3].iter().chain(dice).copied().collect::<Vec<_>>();
    skirmish(&time_count(), map).unit('a', a).unit('B', b).rolls(&faces)
}

/// The act of preparing a spell.
pub fn prepare(spell: &str) -> Act {
    Act { target: Target::Known(Name::new(spell)), ..Act::own("prepare") }
}

/// The minimum energy of a spell.
fn components(spell: &str) -> Components {
    let rules = time_count();
    match &rules.actions.get(Name::new(spell)).expect("a spell").does {
        Does::Cast(spell) => spell.least,
        _ => panic!("no spell"),
    }
}

/// The act of casting a prepared spell with its minimum energy.
pub fn cast(spell: &str, at: Target) -> Act {
    Act { target: Target::Cast(Box::new(Casting { energy: components(spell), at })), ..Act::own(spell) }
}

/// The act of casting a prepared spell on a combatant.
pub fn on(spell: &str, target: CombatantId) -> Act {
    cast(spell, Target::Combatant(target))
}

/// The act of casting a prepared spell at a cell.
pub fn at_cell(spell: &str, x: i16, y: i16) -> Act {
    cast(spell, Target::Cell(Cell::new(x, y)))
}

/// Prepares a spell completely.
pub fn prepared(battle: &mut Skirmish, mark: char, spell: &str) {
    battle.act(mark, prepare(spell)).perform(mark, "keep_preparing");
    assert!(battle.row(mark).incanting.ready().is_some_and(|ready| ready.spell == Name::new(spell)));
    battle.events();
}

/// The steps of spell preparation: the step, the difficulty after it, the rule.
pub fn steps(events: &[BattleEvent]) -> Vec<(IncantStep, i16, &'static str)> {
    let steps = events.iter().filter_map(|event| match event {
        BattleEvent::Incanted { step, difficulty, rule, .. } => Some((*step, difficulty.total(), rule.as_str())),
        _ => None,
    });
    steps.collect()
}

/// The terms of the difficulty after the last step of preparation.
pub fn difficulty(events: &[BattleEvent]) -> Vec<(String, i16, &'static str)> {
    let mut sums = events.iter().rev().filter_map(|event| match event {
        BattleEvent::Incanted { difficulty, .. } => Some(terms(difficulty)),
        _ => None,
    });
    sums.next().unwrap_or_default()
}

/// An expected term of a sum.
pub fn term(words: &str, amount: i16, rule: &'static str) -> (String, i16, &'static str) {
    (words.to_owned(), amount, rule)
}

/// Sets the hit points, fatigue and energy of a combatant directly.
pub fn set_vitals(battle: &mut Skirmish, mark: char, vitals: Vitals) {
    let (who, rule) = (battle.id(mark), Name::new("test"));
    battle.state.impose(&BattleEvent::FatigueGained { who, amount: 0, vitals, rule });
}

/// The amounts of fatigue gained, with their rules.
pub fn fatigue_gained(events: &[BattleEvent]) -> Vec<(i16, &'static str)> {
    let gained = events.iter().filter_map(|event| match event {
        BattleEvent::FatigueGained { amount, rule, .. } => Some((*amount, rule.as_str())),
        _ => None,
    });
    gained.collect()
}
