//! Doing an action faster, where the rules have a check for that (HD-363 to HD-368).

use crate::content::{Action, Does, Hurry, PoolId};
use crate::control::ai::model::Situation;
use crate::odds;
use crate::resolution::legal::Cost;
use crate::resolution::{Act, Occasion};

/// The least expected saving that is worth the price of a success, in ten-thousandths of a point.
const LEAST: i32 = 5_000;

/// The act, or the same one done in a hurry if that is expected to save points and its price does not tire the actor.
pub fn hurried(situation: &Situation<'_>, act: Act) -> Act {
    let Some(plain) = situation.rules.actions.get(act.action) else { return act };
    let is_same = |fast: &&Action| has_same_effects(fast, plain) && fast.aim == plain.aim && fast.id != plain.id;
    let all = situation.catalogue.hurried.iter().map(|fast| &**fast).filter(is_same);
    let tried = all.filter(|fast| expected_saving(situation, fast) >= LEAST);
    let mut legal = tried.map(|fast| Act { action: fast.id, ..act.clone() }).filter(|fast| situation.is_legal(fast));
    legal.next().unwrap_or(act)
}

/// Whether two actions have the same effects, by whatever rules.
fn has_same_effects(one: &Action, other: &Action) -> bool {
    match (&one.does, &other.does) {
        (Does::Effects(one), Does::Effects(other)) => {
            one.iter().map(|cited| &cited.does).eq(other.iter().map(|cited| &cited.does))
        }
        _ => false,
    }
}

/// The points of the pool of actions that a hurry is expected to save, in ten-thousandths; none if its price would tire the actor.
fn expected_saving(situation: &Situation<'_>, action: &Action) -> i32 {
    let cost = Cost::of_action(situation.game(), situation.actor, (action, None), Occasion::OwnTurn);
    let Some(full) = cost.ok().filter(|_| pays(situation, action.hurry.as_ref())) else { return 0 };
    let full = full.of_pool(PoolId::ACTIONS);
    let prices = odds::hurried_prices(situation.view, situation.rules, situation.actor, action).into_iter();
    prices.map(|(points, chance)| i32::from(full - points) * chance.per_ten_thousand() as i32).sum()
}

/// Whether the pools have the price of a success.
fn pays(situation: &Situation<'_>, hurry: Option<&Hurry>) -> bool {
    let (economy, pools) = (&situation.rules.policies.economy, &situation.row().turn_state.pools);
    let has = |pool: PoolId, points: u8| pools.left(pool) >= i16::from(points);
    let mut costs = hurry.iter().flat_map(|hurry| &hurry.costs);
    costs.all(|price| economy.find(price.pool).is_some_and(|(pool, _)| has(pool, price.points)))
}
