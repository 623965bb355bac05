//! From choices to facts.
//!
//! Unfinished work is a stack of [`Frame`]s. [A step](procedure::step) of the top frame returns facts and its
//! continuation; [`Battlefield::apply`] writes the facts; [`BattleState::resolve`] makes steps until a question is open or the
//! battle is over.
//!
//! ```text
//! Clock -> Activation -> Declare (prompt) -> Acting (check, degrees) -> ActionPlan
//!                     -> Settle: costs, movements (Walk), blows, effects (Displace, Deciding), Upkeep (consequences)
//!                     -> time of the action, next turn
//! ```
//!
//! | Module | Content |
//! |---|---|
//! | [`setup`] | everything a battle begins with |
//! | [`act`] | choices: acts, questions and answers |
//! | [`legal`] | legality of acts, with reasons |
//! | [`frame`], [`plan`], [`stroke`] | unfinished work as data |
//! | [`step`] | inputs and result of one step |
//! | [`procedure`] | the rules: one step of each kind of frame |
//! | [`event`], [`log`] | facts, and the log of them |
//! | [`battlefield`] | the state that facts change; `battlefield/apply.rs` is its only writer |
//! | [`state`] | the whole simulation as one value; `state/run.rs` alone moves frames |

pub mod act;
pub mod battlefield;
mod begin;
pub mod cause;
pub mod event;
pub mod frame;
pub mod legal;
pub mod log;
pub mod plan;
pub mod procedure;
pub mod setup;
pub mod state;
pub mod step;
pub mod stroke;

pub use act::{Act, Asks, CellPurpose, Choice, Occasion, Pick, PickPurpose, Prompt, Target};
pub use battlefield::Battlefield;
pub use begin::{CarriedState, CarryOver, NoAfter, Pending};
pub use cause::WindowCause;
pub use event::{BattleEvent, BattleOutcome};
pub use frame::Frame;
pub use setup::Setup;
pub use state::{BattleState, BattleStatus, Illegal};
