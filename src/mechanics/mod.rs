//! Game mechanics, one per file: combat, movement, sight, conditions and more.
//!
//! Every function is pure. It reads the battle and its rules through a [`Game`] and returns a result. Nothing here changes
//! the battle, and which rule system is in play is decided by policies alone.
//!
//! Related mechanics share a folder. Most are also available by a short path, such as `mechanics::cover`.

pub mod attack;
pub mod checks;
pub mod condition;
pub mod damage;
pub mod flanking;
mod game;
pub mod grapple;
pub mod items;
pub mod movement;
pub mod perception;
pub mod position;
pub mod spells;
pub mod terrain;

pub use attack::two_weapons;
pub use checks::{advantage, degree, skill};
pub use condition::{consciousness, relation, rest, status};
pub use grapple::pinning;
pub use items::{equipment, scroll};
pub use movement::{burrow, flight, squeeze};
pub use perception::{cover, line, sight};
pub use position::{facing, height, narrow, reach, space};
pub use spells::{incantation, magic, zone};
pub use terrain::{door, falling, ice, water, weightless};

pub use game::Game;
