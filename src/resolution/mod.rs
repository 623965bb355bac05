//! Turn intent into facts.
//!
//! Unfinished work is a stack of [`Frame`]s. [`step`](procedure::dispatch::step) takes the top one and returns facts
//! and what comes next; [`apply`](apply::apply) writes the facts; [`resolve`] runs until a combatant must be asked or the battle
//! is over.
//!
//! ```text
//! Clock -> Activation -> Declare (prompt) -> Act (check, ladder) -> Plan
//!                     -> Settle: costs, entries (Walk), blows, effects (Displace, offers), Upkeep
//!                     -> speed factor, next due
//! ```

pub mod act;
pub mod apply;
mod before;
mod begin;
mod bout;
mod carry_over;
pub mod course;
pub mod event;
pub mod frame;
mod ground;
pub mod legal;
pub mod log;
mod mirror;
mod moved;
pub mod movement_budget;
mod occasion;
mod outcome;
pub mod plan;
pub mod procedure;
mod resolve;
mod respite;
mod rest;
mod rolled;
pub mod setup;
pub mod step;
mod surprise;
mod systems;

pub use act::{Act, Asks, CellPurpose, Choice, Pick, PickPurpose, Prompt, Target};
pub use before::{Before, Brings, NoAfter, Pending};
pub use begin::{begin, stage};
pub use bout::Bout;
pub use event::{BattleEvent, Outcome};
pub use frame::Frame;
pub use resolve::{Battle, Illegal, Status, go_on, resolve, submit};
pub use setup::Setup;
pub use systems::{BattleStep, BattleSystems, RulesPlugin, refresh_standing};
