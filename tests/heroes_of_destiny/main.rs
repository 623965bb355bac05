//! The rules of Heroes of Destiny: action points that are saved, initiative that is spent, and wounds by severity.

#[path = "../common/assets.rs"]
mod assets;
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

mod acceptance_flanking;
mod acceptance_grapples;
mod acceptance_initiative;
mod acceptance_mounted;
mod acceptance_points;
mod acceptance_rebuff;
mod acceptance_shooting;
mod acceptance_wounds;
mod afflictions;
mod attacks;
mod basics;
mod fighters;
mod flanking;
mod high_jumps;
mod hurry;
mod interrupts;
mod items;
mod jumps;
mod magic_items;
mod mounted_combat;
mod mounted_control;
mod mounted_turns;
mod mounts;
mod movement;
mod objects;
mod opponent;
mod passing;
mod points;
mod reactions;
mod readings;
mod recommended_orders;
mod rounds;
mod sparing;
mod spells;
mod underwater;
mod water;
mod wounds;
mod wrestling;
