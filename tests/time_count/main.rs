//! The rules of Time Count: a rising count of half seconds.

#[path = "../common/assets.rs"]
mod assets;
#[path = "../common/bodies.rs"]
mod bodies;
#[path = "../common/drawn.rs"]
mod drawn;
#[path = "../common/entry.rs"]
mod entry;
#[path = "../common/facts.rs"]
mod facts;
#[path = "../common/mechanics.rs"]
mod fixture;
#[path = "../common/incanting.rs"]
mod incanting;
#[path = "../common/skirmish.rs"]
mod skirmish;
#[path = "../common/stated.rs"]
mod stated;

mod ambush;
mod attack;
mod carried_away;
mod consciousness;
mod coup_de_grace;
mod cover;
mod damage;
mod disarm;
mod entry_while_moving;
mod facing_choice;
mod failing;
mod fallen;
mod flanking;
mod free_actions;
mod impairments;
mod initiative;
mod items;
mod manoeuvres;
mod movement;
mod neighbours;
mod provoked;
mod reach;
mod resting;
mod running;
mod simultaneous;
mod space;
mod speed;
mod speed_table;
mod spells_casting;
mod spells_helping;
mod spells_places;
mod spells_preparing;
mod spells_waiting;
mod sprinting;
mod stances;
mod stapling;
mod steps;
mod tables;
mod tackles;
mod taken_weapons;
mod things;
mod throwing;
mod thrown_weapons;
mod turns;
mod two_weapons;
mod venoms;
mod waking;
mod wrestling;
