//! Hot seat: hiding the board while the window passes from one player to the next.

pub mod screen;
pub mod state;
pub mod turns;
