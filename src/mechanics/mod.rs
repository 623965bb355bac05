//! What a rule makes of what is true now, one mechanic per file. Pure functions of a [`View`](crate::battle::View) and the
//! policies they need; nothing here writes.

pub mod attack;
pub mod burrow;
pub mod consciousness;
pub mod cover;
pub mod damage;
pub mod defence;
pub mod degree;
pub mod door;
pub mod edge;
pub mod facing;
pub mod falling;
pub mod flanking;
pub mod flight;
pub mod grapple;
pub mod height;
pub mod ice;
pub mod incantation;
pub mod magic;
pub mod movement;
pub mod reach;
pub mod rest;
pub mod scroll;
pub mod sight;
pub mod skill;
pub mod space;
pub mod squeeze;
pub mod staple;
pub mod status;
pub mod things;
pub mod two_weapons;
pub mod water;
pub mod weightless;
pub mod zone;
