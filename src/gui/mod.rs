//! The window.
//!
//! The window knows no rules: it plays facts into its own world through the same `apply` as the simulation, draws what
//! that world holds, and turns clicks into choices that the resolution accepts or refuses.
//!
//! ```text
//! headless   session, playback and saves without drawing        window    opens the window and adds everything to it
//! session    the simulation, the seats, the open question       playback  shows facts one by one: the only writer here
//! known      what the players at the window may know            saves     quick save, continue, undo
//! board      terrain, edges, elevations, darkness               tokens    combatants
//! overlay    reachable cells, threats, paths, lines of sight    camera    zoom, pan, fit
//! input      pointer and keys: hovered, selected, aimed         keys      key bindings
//! hud        panels and dialogs                                 screens   title, battle, result
//! settings   the player's settings                              theme     colours and layers
//! wake       requests frames                                    pacing    how often frames are drawn
//! ```

pub mod animating;
pub mod badges;
pub mod board;
pub mod camera;
pub mod canvas;
pub mod file_times;
pub mod file_watch;
pub mod frame_systems;
mod headless;
pub mod home;
pub mod hud;
pub mod input;
pub mod keys;
pub mod known;
mod options;
pub mod overlay;
mod pacing;
pub mod playback;
pub mod saves;
pub mod screens;
pub mod session;
pub mod settings;
pub mod theme;
pub mod tokens;
pub mod wake;
mod window;
pub mod window_placement;

pub use animating::Animating;
pub use frame_systems::{BattleScene, FrameSystems};
pub use headless::headless;
pub use options::{WindowError, WindowOptions};
pub use pacing::is_unaided;
pub use window::{engine_plugins, install, run};
