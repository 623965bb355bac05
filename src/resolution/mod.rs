//! Turn intent into facts.
//!
//! Unfinished work is a stack of [`Frame`]s. [A step](procedure::dispatch::step) of the top one gives facts and what comes next;
//! [`Battlefield::apply`] writes the facts; [`BattleState::resolve`] runs until a question is open or the battle is over.
//!
//! ```text
//! Clock -> Activation -> Declare (prompt) -> Act (check, ladder) -> Plan
//!                     -> Settle: costs, entries (Walk), blows, effects (Displace, offers), Upkeep
//!                     -> speed factor, next due
//! ```

pub mod act;
pub mod battlefield;
mod before;
mod begin;
mod carry_over;
pub mod course;
pub mod event;
pub mod frame;
mod ground;
pub mod legal;
pub mod log;
mod moved;
pub mod movement_budget;
mod occasion;
mod outcome;
pub mod plan;
pub mod procedure;
mod respite;
mod rest;
mod rolled;
pub mod setup;
pub mod state;
pub mod step;
mod surprise;

pub use act::{Act, Asks, CellPurpose, Choice, Pick, PickPurpose, Prompt, Target};
pub use battlefield::Battlefield;
pub use before::{CarriedState, CarryOver, NoAfter, Pending};
pub use event::{BattleEvent, Outcome};
pub use frame::Frame;
pub use setup::Setup;
pub use state::{BattleState, Illegal, Status};
