pub mod battle;
pub mod content;
pub mod dice;
pub mod grid;
pub mod mechanics;
pub mod resolution;
pub mod rules;
pub mod turn;
