//! Who acts when: counts on a bar, or the order of the round.

pub mod axis;
pub mod counts;
pub mod marks;
pub mod rounds;
