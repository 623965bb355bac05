//! The rules of Pathrunner: half actions and swift ones, attacks of opportunity, confirmed critical hits, wounds of parts of the body.

#[path = "../common/assets.rs"]
mod assets;
#[path = "../common/chooser.rs"]
mod chooser;
#[path = "../common/drawn.rs"]
mod drawn;
#[path = "../common/facts.rs"]
mod facts;
#[path = "../common/named.rs"]
mod named;
#[path = "../common/skirmish.rs"]
mod skirmish;

mod ability_damage;
mod attacks;
mod awareness;
mod bonds;
mod budget;
mod bull_rush;
mod charges;
mod cover;
mod critical;
mod damage;
mod defence;
mod disarm;
mod drag;
mod dying;
mod energy;
mod feint;
mod fighters;
mod full_attack;
mod grapple;
mod hits;
mod initiative;
mod injuries;
mod items;
mod manoeuvres;
mod movement;
mod objects;
mod opponent;
mod opponent_ways;
mod opportunity;
mod overrun;
mod readings;
mod reposition;
mod rounds;
mod spell_resistance;
mod spells;
mod steal;
mod trip;
mod tumble;
mod wounds;
