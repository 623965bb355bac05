//! Battles on a count in which one who knows every spell prepares and casts them.

#![allow(dead_code, reason = "every test file that includes this uses its own part of it")]

use crate::facts::*;
use crate::skirmish::*;
use warboard::battle::{Casting, CombatantId, Target, Vitals};
use warboard::content::Name;
use warboard::content::action::Does;
use warboard::content::spell::Components;
use warboard::content::stat::Stat;
use warboard::content::unit::Unit;
use warboard::grid::Cell;
use warboard::resolution::event::IncantStep;
use warboard::resolution::{Act, BattleEvent};

/// One who knows every spell: intelligence 4 and arcana 5.
pub fn wizard() -> Unit {
    dull().stat(Stat::Intelligence, 4).stat(Stat::Arcana, 5).knowing()
}

pub trait Knowing {
    fn knowing(self) -> Unit;
}

impl Knowing for Unit {
    fn knowing(mut self) -> Unit {
        let rules = time_count();
        let spells = rules.actions.iter().filter(|action| matches!(action.does, Does::Cast(_)));
        self.spells = spells.map(|action| action.id).collect();
        self
    }
}

/// `a` acts at 5; `B` after everything a test does.
pub fn alone(map: &str, a: Unit, dice: &[u16]) -> Skirmish {
    let faces = [1, 1].iter().chain(dice).copied().collect::<Vec<_>>();
    skirmish(&time_count(), map).unit('a', a).unit('B', idle()).rolls(&faces)
}

/// `a` acts at 5, `B` at 7.
pub fn against(map: &str, a: Unit, b: Unit, dice: &[u16]) -> Skirmish {
    let faces = [1, 3].iter().chain(dice).copied().collect::<Vec<_>>();
    skirmish(&time_count(), map).unit('a', a).unit('B', b).rolls(&faces)
}

pub fn prepare(spell: &str) -> Act {
    Act { target: Target::Known(Name::new(spell)), ..Act::own("prepare") }
}

fn components(spell: &str) -> Components {
    let rules = time_count();
    match &rules.actions.get(Name::new(spell)).expect("a spell").does {
        Does::Cast(spell) => spell.least,
        _ => panic!("no spell"),
    }
}

pub fn cast(spell: &str, at: Target) -> Act {
    Act { target: Target::Cast(Box::new(Casting { energy: components(spell), at })), ..Act::own(spell) }
}

pub fn on(spell: &str, target: CombatantId) -> Act {
    cast(spell, Target::Combatant(target))
}

pub fn at_cell(spell: &str, x: i16, y: i16) -> Act {
    cast(spell, Target::Cell(Cell::new(x, y)))
}

/// Prepares a spell to the end.
pub fn prepared(battle: &mut Skirmish, mark: char, spell: &str) {
    battle.act(mark, prepare(spell)).own(mark, "keep_preparing");
    assert!(battle.row(mark).incanting.ready().is_some_and(|ready| ready.spell == Name::new(spell)));
    battle.events();
}

/// What became of spells in preparation: the step, the difficulty after it, the rule.
pub fn steps(events: &[BattleEvent]) -> Vec<(IncantStep, i16, &'static str)> {
    let told = events.iter().filter_map(|event| match event {
        BattleEvent::Incanted { step, difficulty, rule, .. } => Some((*step, difficulty.total(), rule.as_str())),
        _ => None,
    });
    told.collect()
}

/// The terms of the difficulty after the last of those steps.
pub fn difficulty(events: &[BattleEvent]) -> Vec<(String, i16, &'static str)> {
    let mut sums = events.iter().rev().filter_map(|event| match event {
        BattleEvent::Incanted { difficulty, .. } => Some(terms(difficulty)),
        _ => None,
    });
    sums.next().unwrap_or_default()
}

pub fn term(words: &str, amount: i16, rule: &'static str) -> (String, i16, &'static str) {
    (words.to_owned(), amount, rule)
}

/// Sets somebody's pools, as if something had.
pub fn set(battle: &mut Skirmish, mark: char, vitals: Vitals) {
    let (who, rule) = (battle.id(mark), Name::new("test"));
    battle.state.impose(&BattleEvent::FatigueGained { who, amount: 0, vitals, rule });
}

/// The fatigue somebody gained, and by which rule.
pub fn tired(events: &[BattleEvent]) -> Vec<(i16, &'static str)> {
    let gained = events.iter().filter_map(|event| match event {
        BattleEvent::FatigueGained { amount, rule, .. } => Some((*amount, rule.as_str())),
        _ => None,
    });
    gained.collect()
}
