//! Turns: the clock, rounds, activations, their start and end, payments, delays and commands.

pub mod activation;
pub mod clock;
pub mod command;
pub mod command_group;
pub mod delayed;
pub mod economy;
pub mod end;
pub mod hurry;
pub mod initiative;
pub mod place;
pub mod round;
pub mod shared;
pub mod start;
