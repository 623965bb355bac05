//! The rules of Fragments: rounds of three actions.

#[path = "../common/advantage.rs"]
mod advantage;
#[path = "../common/afflicting.rs"]
mod afflicting;
#[path = "../common/assets.rs"]
mod assets;
#[path = "../common/drawn.rs"]
mod drawn;
#[path = "../common/elevation.rs"]
mod elevation;
#[path = "../common/facts.rs"]
mod facts;
#[path = "../common/shown.rs"]
mod shown;
#[path = "../common/skirmish.rs"]
mod skirmish;
#[path = "../common/spells.rs"]
mod spells;
#[path = "../common/stated.rs"]
mod stated;

mod attack;
mod bleeding;
mod command;
mod conditions;
mod control;
mod courses;
mod cover;
mod delays;
mod falling;
mod feats;
mod flight;
mod grapple;
mod ground;
mod height;
mod hiding;
mod items;
mod jumps;
mod magic;
mod movement;
mod places;
mod push;
mod reactions;
mod ready;
mod rounds;
mod sight;
mod speed;
mod states;
mod support;
mod tables;
mod things;
mod trips;
mod turns;
mod venoms;
mod walls;
mod water;
mod weightless;
