//! The rules of Pathrunner: half actions and swift ones, attacks of opportunity, confirmed critical hits, wounds of parts of the body.

#[path = "../common/assets.rs"]
mod assets;
#[path = "../common/drawn.rs"]
mod drawn;
#[path = "../common/facts.rs"]
mod facts;
#[path = "../common/named.rs"]
mod named;
#[path = "../common/skirmish.rs"]
mod skirmish;

mod attacks;
mod budget;
mod critical;
mod damage;
mod defence;
mod dying;
mod energy;
mod fighters;
mod hits;
mod initiative;
mod movement;
mod objects;
mod opportunity;
mod rounds;
mod wounds;
