//! Game mechanics, one per file: combat, movement, sight, conditions and more.
//!
//! Every function is pure. It reads the battle through a [`View`](crate::battle::View) and the policies of the ruleset,
//! and returns a result. Nothing here changes the battle, and which rule system is in play is decided by policies
//! alone.

pub mod advantage;
pub mod attack;
pub mod burrow;
pub mod consciousness;
pub mod cover;
pub mod damage;
pub mod defence;
pub mod degree;
pub mod door;
pub mod equipment;
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
pub mod pinning;
pub mod reach;
pub mod rest;
pub mod scroll;
pub mod sight;
pub mod skill;
pub mod space;
pub mod squeeze;
pub mod status;
pub mod two_weapons;
pub mod water;
pub mod weightless;
pub mod zone;
