//! The parts every rule system is built on: the grid, the order of turns, legal actions, orders, and narration.

#[path = "../common/assets.rs"]
mod assets;
#[path = "../common/drawn.rs"]
mod drawn;
#[path = "../common/shipped.rs"]
mod shipped;
#[path = "../common/shown.rs"]
mod shown;
#[path = "../common/skirmish.rs"]
mod skirmish;
#[path = "../common/spells.rs"]
mod spells;

mod apps;
mod checks;
mod grid;
mod grid_properties;
mod legal;
mod orders;
mod proofs;
mod saved;
mod saving_throws;
mod standing;
mod telling;
