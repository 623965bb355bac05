//! The window.
//!
//! The window knows no rules: it shows the facts of the simulation one after another, draws the components that
//! [`RulesPlugin`](crate::ecs::RulesPlugin) keeps true, and turns clicks into choices that the simulation accepts or refuses.
//!
//! ```text
//! window    opens the window; the battle without a window      home      the player's folder
//! frame     order of a frame; requests for frames              files     changes of authored files
//! session   the simulation, the seats, the open question       playback  shows facts one by one: the only writer here
//! known     what the players at the window may know            saves     quick save, continue, undo
//! cues      what facts look and sound like        animation arrows, missiles, marks of actions
//! board     terrain, edges, elevations, darkness               tokens    combatants
//! overlay   reachable cells, threats, paths, lines of sight    camera    zoom, pan, fit
//! input     pointer and keys: hovered, selected, aimed         keys      key bindings
//! hud       panels and dialogs                                 screens   title and result
//! learn     lessons, and hints at their first occasion         settings  the player's settings
//! theme     colours and layers                                 placement position and size of the window
//! canvas    vector drawings                                    badges    icons for conditions and stances
//! ```
//!
//! To add a panel or dialog, see [`hud`]; a drawing on the board, [`overlay`]; a key, [`keys`]; a setting, [`settings`].

pub mod animation;
pub mod badges;
pub mod board;
pub mod camera;
mod canvas;
pub mod cues;
mod files;
pub mod frame;
pub mod home;
pub mod hud;
pub mod input;
pub mod keys;
pub mod known;
pub mod learn;
pub mod overlay;
mod placement;
pub mod playback;
pub mod saves;
pub mod screens;
pub mod session;
pub mod settings;
pub mod sound;
mod theme;
pub mod tokens;
mod window;

pub use frame::{Animating, BattleScene, FrameSystems};
pub use home::WindowOptions;
pub use window::{WindowError, engine_plugins, headless, install, run};
