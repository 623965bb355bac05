//! Movement: rates and gaits, step costs, running and sprinting, leaping and climbing. Used by both rule systems. A
//! movement consists of counts. The state carried from one count to the next is a
//! [`Momentum`](crate::battle::Momentum): [`walk`] checks the path of one count and returns the momentum after it. In
//! systems with action budgets, one action is a movement of a single count, and so is every movement out of a pool.

mod budget;
mod charge;
mod exertion;
pub mod flight;
mod flood;
mod gait;
mod jump;
mod leap;
mod pace;
mod passing;
pub mod tunnel;
mod walk;

pub use budget::{
    Purchase, buys_more_than, cells_in_pool, counts_all_diagonals, is_diagonal_due, is_pooled, may_move_now, pool,
    pool_after_gain, pool_after_loss, pool_after_purchase, pool_after_step, pool_policy, purchase_for, usable_cells,
};
pub use charge::{charge_path, check_charge, path_through};
pub use exertion::{
    ExertionCost, ExertionDue, after_check, check_of, exertion, exertion_cost, must_stop, sprint_again, sprint_bonus,
    sprint_start,
};
pub use flood::{Walker, flood, flood_by, flood_towards, taken_by_others};
pub use gait::{gait_condition, may_enter, may_use_gait, overruns, push_price};
pub use jump::{
    has_run_up, high_jump_difficulty, jump_bonus, jump_cost, jump_difficulty, jump_purchase, landing_difficulty,
    measured_jump, obstacle,
};
pub use leap::{climbing_cost, climbing_reach, climbs_at_a_cost, gap, leap_before_bodies, leap_difficulty};
pub use pace::{
    MovementGains, allowance, cells_on_count, counts_for, diagonal_cost, max_cells_on_count, pace_rule, planned_rate,
    rate, run_rate, sprint_rate, step_cost,
};
pub use passing::{Passing, can_pay_for_passing, passing, passing_cells};
pub use walk::{begin_sprint, walk};
