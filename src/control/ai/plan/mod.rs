//! Plans that outlast one decision: walks over several counts, and turns of several actions.

pub mod opening;
pub mod turn_plan;
pub mod turn_search;
pub mod walk_plan;
