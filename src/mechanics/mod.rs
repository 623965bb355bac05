//! Game mechanics, one per file: combat, movement, sight, conditions and more. Every function is pure. It reads the
//! battle and its rules through a [`Game`] and returns a result. Nothing here changes the battle, and which rule system
//! is in play is decided by policies alone. Related mechanics share a folder. Most are also available by a short path,
//! such as `mechanics::cover`.
//!
//! A new mechanic is a file of such functions, with a policy in [`content::policy`](crate::content::policy) for what differs
//! between rule systems. Ids come from the battle itself: functions panic for ids of combatants that it does not have.

pub mod attack;
pub mod checks;
pub mod condition;
pub mod damage;
pub mod flanking;
pub mod grapple;
pub mod health;
pub mod items;
pub mod mount;
pub mod movement;
pub mod objects;
pub mod perception;
pub mod position;
pub mod spells;
pub mod terrain;

pub use checks::advantage;
pub use condition::{affliction, consciousness, rest, status};
pub use health::stamina;
pub use movement::{flight, tunnel};
pub use perception::{cover, line, sight};
pub use position::{height, reach, space};
pub use spells::{incantation, magic, resistance, zone};
pub use terrain::{falling, footing, hazards, ice, submersion, water, weightless};

use std::ops::Deref;

use crate::battle::{CombatantId, View};
use crate::content::{Condition, Policies, Rulebook, Table};
use crate::grid::Footprint;

/// A battle and the rules it is played by: the first argument of nearly all mechanics. It dereferences to its
/// [`View`], so `game.row(id)` reads the battle and `game.policies` the rules.
#[derive(Copy, Clone)]
pub struct Game<'a> {
    /// The battle, possibly with a combatant imagined elsewhere.
    pub view: View<'a>,
    /// The policies of the rule system.
    pub policies: &'a Policies,
    /// The conditions and stances of the rule system.
    pub conditions: &'a Table<Condition>,
}

impl<'a> Game<'a> {
    /// A battle under these rules.
    pub fn new(view: View<'a>, book: Rulebook<'a>) -> Game<'a> {
        Game { view, policies: book.policies, conditions: book.conditions }
    }

    /// The rules alone, for mechanics that read nothing of the battle.
    pub fn book(self) -> Rulebook<'a> {
        Rulebook { policies: self.policies, conditions: self.conditions }
    }

    /// This game with one combatant imagined on another footprint, see [`View::with`].
    pub fn with(self, id: CombatantId, footprint: Footprint) -> Game<'a> {
        Game { view: self.view.with(id, footprint), ..self }
    }

    /// This game with one combatant imagined at another altitude in the board's unit, see [`View::lifted`].
    pub fn lifted(self, id: CombatantId, altitude: i16) -> Game<'a> {
        Game { view: self.view.lifted(id, altitude), ..self }
    }
}

impl<'a> Deref for Game<'a> {
    type Target = View<'a>;

    fn deref(&self) -> &View<'a> {
        &self.view
    }
}
