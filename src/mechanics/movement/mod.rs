//! Moving by one's own feet, count by count: how far, how fast, whither, and how tiring it is.
//!
//! A movement is a chain of counts. What one count leaves behind for the next is a
//! [`Momentum`](crate::battle::Momentum); [`walk`] checks a count's path and gives the momentum after it.

mod exertion;
mod flood;
mod gait;
mod ground;
mod leap;
mod pace;
mod walk;
mod ways;

pub use exertion::{
    ExertionDue, Tired, after_check, check_of, exertion, must_stop, sprint_again, sprint_feet, sprint_start, tired,
};
pub use flood::{Walker, flood, flood_towards, taken_by_others};
pub use gait::{TurnLimit, barges, gait_condition, may_enter, may_use_gait, rate, run_rate, sprint_rate, turn_limit};
pub use ground::{cost_of_leaving, step_cost};
pub use leap::{gap, leap_before_bodies, leap_difficulty};
pub use pace::{Stride, allowance, cell_feet, cells_on_count, counts_for, most_at_once, pace_rule, planned_rate};
pub use walk::{begin_sprint, walk};
