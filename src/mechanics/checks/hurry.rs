//! Doing an action faster: the check, and how it changes the price (HD-363 to HD-368).

use crate::battle::CombatantId;
use crate::content::{Breakdown, Hurry, Label, Rule};
use crate::mechanics::{Game, status};

/// The bonus and the difficulty of the check.
pub fn terms(game: Game<'_>, who: CombatantId, hurry: &Hurry) -> (Breakdown, Breakdown) {
    let mut bonus = Breakdown::of([(Label::Stat(hurry.stat), game.row(who).sheet.stat(hurry.stat), hurry.rule)]);
    status::add_to_roll(game, who, &mut bonus);
    (bonus, Breakdown::of([(Label::Base, hurry.against, hurry.rule)]))
}

/// The change of a price of some points by the margin of the check, negative for a failure, with its rules: 1 point, and those of the
/// full portions. A success leaves at least 1 point (HD-148); after a failure the actor loses no more points than it has `left`.
pub fn price_changes(hurry: &Hurry, margin: i16, price: i16, left: i16) -> [(i16, Rule); 2] {
    let portions = margin.saturating_abs() / hurry.per.max(1);
    if margin >= 0 {
        let most = (price - 1).max(0);
        let first = most.min(1);
        return [(-first, hurry.rule), (-portions.min(most - first), hurry.per_rule)];
    }
    let most = (left - price).max(0);
    let first = most.min(1);
    [(first, hurry.fails_rule), (portions.min(most - first), hurry.fails_rule)]
}
