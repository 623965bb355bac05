//! The chances of doing an action faster (HD-365 to HD-368).

use crate::battle::{CombatantId, View};
use crate::content::{Action, PoolId};
use crate::mechanics::Game;
use crate::mechanics::checks::{self, hurry, roller};
use crate::odds::Fraction;
use crate::resolution::Occasion;
use crate::resolution::legal::Cost;
use crate::rules::Ruleset;

/// Each number of points of the pool of actions that a hurried action may take in the end, fewest first, with its chance. Empty for
/// an action that is not hurried or cannot be paid for.
pub fn hurried_prices(view: View<'_>, rules: &Ruleset, who: CombatantId, action: &Action) -> Vec<(i16, Fraction)> {
    let game = Game::new(view, rules.book());
    let cost = Cost::of_action(game, who, (action, None), Occasion::OwnTurn);
    let (Some(policy), Ok(cost)) = (&action.hurry, cost) else { return Vec::new() };
    let (price, left) = (cost.of_pool(PoolId::ACTIONS), view.row(who).turn_state.pools.left(PoolId::ACTIONS));
    let (bonus, difficulty) = hurry::terms(game, who, policy);
    let roll = rules.policies.rolls.of(policy.dice);
    let thrown = roller::outcomes(roll, None, bonus.total() - difficulty.total());
    let all: u128 = thrown.iter().map(|(ways, _)| u128::from(*ways)).sum();
    let mut found: Vec<(i16, u128)> = Vec::new();
    for (ways, natural) in &thrown {
        let (degree, margin) = checks::judge(roll, natural.total, bonus.total(), difficulty.total(), false);
        let margin = if degree.is_hit() { margin.max(0) } else { margin.min(-1) };
        let points =
            price + hurry::price_changes(policy, margin, price, left).map(|(points, _)| points).iter().sum::<i16>();
        match found.iter_mut().find(|(known, _)| *known == points) {
            Some((_, of)) => *of += u128::from(*ways),
            None => found.push((points, (*ways).into())),
        }
    }
    found.sort_unstable_by_key(|(points, _)| *points);
    found.into_iter().map(|(points, of)| (points, Fraction::new(of, all))).collect()
}
