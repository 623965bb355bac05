//! The parts every rule system is built on: the grid, the order of turns, legal actions, orders, and narration.

#[path = "../common/assets.rs"]
mod assets;
#[path = "../common/drawn.rs"]
mod drawn;
#[path = "../common/elevation.rs"]
mod elevation;
#[path = "../common/shipped.rs"]
mod shipped;
#[path = "../common/shown.rs"]
mod shown;
#[path = "../common/skirmish.rs"]
mod skirmish;
#[path = "../common/spells.rs"]
mod spells;

mod aiming;
mod ambushes;
mod apps;
mod bodies;
mod checks;
mod choices;
mod economy;
mod exchanges;
mod flood_properties;
mod forced;
mod grid;
mod grid_properties;
mod health;
mod initiative;
mod legal;
mod line_flanking;
mod magic_things;
mod manoeuvres;
mod measured_cover;
mod moves;
mod order;
mod orders;
mod proofs;
mod reactions;
mod results;
mod retold;
mod sampled_properties;
mod saved;
mod saving_throws;
mod scripted_orders;
mod sneaking;
mod spending;
mod staged;
mod standing;
mod standing_orders;
mod strokes;
mod telling;
mod things;
mod treatment;
mod triggers;
mod zero;
