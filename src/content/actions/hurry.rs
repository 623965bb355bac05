//! Doing an action faster.

use crate::content::{PoolPrice, RollType, Rule, Stat};

content! {
    /// A check to do an action faster, made when it is paid for: a success lowers its price, a failure costs points (HD-363 to HD-368).
    pub struct Hurry [rule] {
        /// The bonus of the check.
        pub stat: Stat,
        /// The dice.
        pub dice: RollType,
        /// The difficulty.
        pub against: i16,
        /// The points of a portion: a success lowers the price by 1 point of the pool of actions, and by 1 more for each full
        /// portion of its margin, at least to 1. A failure costs 1 point, and 1 more for each full portion of the points by which
        /// it fails, as far as the actor has them.
        pub per: i16 [per_rule],
        /// The prices of a success.
        pub costs: Vec<PoolPrice> [costs_rule],
        /// The rule by which a failure costs points.
        pub fails_rule: Rule,
    }
}
