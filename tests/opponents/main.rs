//! Computer opponents, and battles between them.

#[path = "../common/assets.rs"]
mod assets;
#[path = "../common/chooser.rs"]
mod chooser;
#[path = "../common/drawn.rs"]
mod drawn;
#[path = "../common/elevation.rs"]
mod elevation;
#[path = "../common/facts.rs"]
mod facts;
#[path = "../common/generator.rs"]
mod generator;
#[path = "../common/shipped.rs"]
mod shipped;
#[path = "../common/skirmish.rs"]
mod skirmish;
#[path = "../common/spells.rs"]
mod spells;

mod choices;
mod doors;
mod elements;
mod exchange;
mod explained;
mod frozen;
mod generated_battles;
mod needs;
mod orders;
mod scenes;
mod standstills;
mod turns;
