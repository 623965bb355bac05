//! The window, driven by keys and clicks without a screen.

#![cfg(feature = "gui")]

#[path = "../common/assets.rs"]
mod assets;
#[path = "../common/drawn.rs"]
mod drawn;
#[path = "../common/headless.rs"]
mod headless;
#[path = "../common/shown.rs"]
mod shown;
#[path = "../common/skirmish.rs"]
mod skirmish;
#[path = "../common/test_window.rs"]
mod test_window;

mod animation;
mod basics;
mod cell_cursor;
mod exchange;
mod figure;
mod gamepad;
mod greyscale;
mod hiding;
mod hints;
mod hotseat;
mod input;
mod log;
mod looks;
mod magic;
mod orders;
mod pace;
mod pause;
mod place;
mod play;
mod prices;
mod reach;
mod replay;
mod session;
mod session_saves;
mod sizes;
mod skirmish_screen;
mod spoken;
mod start;
mod storm;
mod tutorial;
