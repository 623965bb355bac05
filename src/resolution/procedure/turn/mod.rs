//! Turns: the clock, activations, their start and end, delays and commands.

pub mod activation;
pub mod clock;
pub mod command;
pub mod command_group;
pub mod end;
pub mod start;
