//! Words for choices, costs, goals, habits, weapons and chances. Nothing here draws.

mod action_groups;
mod choices;
mod costs;
mod goals;
mod habits;
mod numbers;
mod weapons;

pub use action_groups::{GROUPS, group_word, groups};
pub use choices::{act_words, action_name, choice_words, facing_words, spell_place};
pub use costs::{span_words, speed_words};
pub use goals::{capitalised, goal_words, loss_words, zone_words};
pub use habits::{habit_words, question_name};
pub use numbers::percent;
pub use weapons::qualities;
