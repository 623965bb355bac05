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
mod charges;
mod cover;
mod critical;
mod defence;
mod fighters;
mod full_attack;
mod initiative;
mod movement;
mod opportunity;
mod rounds;
