//! Opponents: a [`Tactician`] worth beating, and a [`Charger`] to measure it by.
//!
//! The tactician weighs what it may do now and where it could go first, in value per count: time is what everything
//! costs. It reads exact odds, never dice, and what everybody sees, never what others have declared in the same moment.
//!
//! ```text
//! Folk (what everybody is worth) -> Mind -> deeds here (appraise: every face of the die, every rung)
//!                                        -> spots elsewhere (one flood, pruned, danger taken off)
//!                                        -> gear, stances, doors -> the best; a walk becomes a Plan
//! ```
//!
//! Where a turn has several actions it thinks the turn through to its end: every beginning is worth what the best use of
//! all the actions left makes of it, less what the coming turns of enemies may cost where it ends.
//!
//! ```text
//! Mind -> beginnings: deeds here | places to attack from | getting away | guards, weapons, getting up
//!         each with the attacks that are left, and Peril at the end -> the best; a Turn is gone on with as foreseen
//! ```
//!
//! Attacks are plain numbers here, and their common parts are worked out once for a decision (`numbers`, `outcomes`). What
//! it found out of blows and ways holds for as long as nothing of the `scene` near by changes (`weighed`, `roads`);
//! remembering changes no choice. What promises less than what was found already is not looked at (`promise`,
//! `deeds`).

mod aims;
mod appraise;
mod byways;
mod catalogue;
mod charger;
mod deeds;
mod effects;
mod explain;
mod folk;
mod gear;
mod idle;
mod magic;
mod memory;
mod mind;
mod needs;
mod numbers;
mod outcomes;
mod peril;
mod plan;
mod position;
mod promise;
mod prompts;
mod roads;
mod round;
mod scene;
mod screens;
mod shove;
mod stances;
mod tactician;
mod threat;
mod turn;
mod venoms;
mod weighed;

pub use charger::Charger;
pub use tactician::{Strength, Tactician};
