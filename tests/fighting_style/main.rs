//! The rules of Fighting Style: exchanges paid with action points.

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
#[path = "../common/named.rs"]
mod named;
#[path = "../common/skirmish.rs"]
mod skirmish;

mod actions;
mod block;
mod cover;
mod exchange;
mod fighters;
mod health;
mod manoeuvres;
mod movement;
mod opponent;
mod opportunity;
mod position;
mod prone;
mod reactions;
mod readings;
mod shipped;
mod stealth;
mod surprise;
mod tables;
mod tests;
mod wrestling;
