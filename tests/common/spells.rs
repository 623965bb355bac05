//! Fragments battles in which a mage casts spells.

#![allow(dead_code, reason = "every test file that includes this uses its own part of it")]

use crate::skirmish::*;
use warboard::battle::{Casting, CombatantId, Target};
use warboard::content::{Components, Name, Stat, Unit};
use warboard::grid::Cell;
use warboard::resolution::Act;

/// A caster that knows every spell: level 1 and Essence 8, so 9 energy and attacks of d20 + 9.
pub fn mage() -> Unit {
    let spells =
        ["fire_bolt", "fire_burst", "mend", "hold", "venom", "dread", "fog", "phantom_wall"].map(Name::new).to_vec();
    Unit { spells, ..plain().stat(Stat::Essence, 8) }
}

/// A unit with Strength 20, and so 10 + 2 x 20 hit points.
pub fn tough() -> Unit {
    plain().stat(Stat::Strength, 20)
}

/// A battle in which `a` acts before `B`; `dice` follow the initiative.
pub fn duel(map: &str, a: Unit, b: Unit, dice: &[u16]) -> Skirmish {
    let faces = [20, 1].iter().chain(dice).copied().collect::<Vec<_>>();
    skirmish(&fragments(), map).unit('a', a).unit('B', b).rolls(&faces)
}

/// Energy spent on the components of a spell.
pub fn energy(effect: u8, range: u8, area: u8, duration: u8) -> Components {
    Components { effect, range, area, duration }
}

/// The act of casting a spell.
pub fn spell(name: &str, energy: Components, at: Target) -> Act {
    Act { target: Target::Cast(Box::new(Casting { energy, at })), ..Act::own(name) }
}

/// The act of casting a spell on a combatant.
pub fn on(name: &str, energy: Components, target: CombatantId) -> Act {
    spell(name, energy, Target::Combatant(target))
}

/// The act of casting a spell at a cell.
pub fn at_cell(name: &str, energy: Components, x: i16, y: i16) -> Act {
    spell(name, energy, Target::Cell(Cell::new(x, y)))
}

/// The energy of a combatant.
pub fn energy_left(battle: &Skirmish, mark: char) -> i16 {
    battle.row(mark).vitals.energy
}

/// The hit points a combatant has lost.
pub fn hit_points_lost(battle: &Skirmish, mark: char) -> i16 {
    let vitals = battle.row(mark).vitals;
    vitals.maximum - vitals.hit_points
}
