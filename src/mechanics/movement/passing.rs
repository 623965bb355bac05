//! The price of passing through the spaces of others, in addition to that of the ground (HD-263, HD-G48).

use super::budget::{QUARTERS, Shop, pool_policy};
use super::pace::rate;
use crate::battle::CombatantId;
use crate::content::policy::PassingPrice;
use crate::content::refusal::refuse_if;
use crate::content::{BoughtMovement, Gait, Refusal};
use crate::grid::Footprint;
use crate::mechanics::{Game, space};

/// The price of a step into the space of another.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Passing {
    /// The price in points.
    pub price: PassingPrice,
    /// The policy of the movement that the same points pay for.
    pub bought: BoughtMovement,
    /// The cells of movement that these points would buy, rounded up.
    pub cells: u16,
}

/// The price of a step into the space of another; `None` if it leads into none or costs nothing more.
///
/// # Errors
/// If the mover does not have the points.
pub fn passing(
    game: Game<'_>,
    id: CombatantId,
    gait: Gait,
    step: (Footprint, Footprint),
) -> Result<Option<Passing>, Refusal> {
    let Some(price) = space::passing_price(game, id, step) else { return Ok(None) };
    let Some(Shop { policy: bought, each, most }) = shop(game, id, gait) else { return Ok(None) };
    let purchases = purchases(price, bought);
    refuse_if!(most < purchases, "has no points left to pass through the space of another", price.rule);
    Ok(Some(Passing { price, bought, cells: each.saturating_mul(purchases).div_ceil(QUARTERS) }))
}

/// The cells of movement that the points for a step into the space of another would buy; 0 if it costs nothing more.
///
/// # Errors
/// If the mover does not have the points.
pub fn passing_cells(
    game: Game<'_>,
    id: CombatantId,
    gait: Gait,
    step: (Footprint, Footprint),
) -> Result<u16, Refusal> {
    passing(game, id, gait, step).map(|passing| passing.map_or(0, |passing| passing.cells))
}

/// Whether a combatant has the points for a step into the space of another (HD-G48); true where such a step has no price.
pub fn can_pay_for_passing(game: Game<'_>, id: CombatantId, gait: Gait) -> bool {
    let Some((price, shop)) = space::price_of_passing(game).zip(shop(game, id, gait)) else { return true };
    shop.most >= purchases(price, shop.policy)
}

fn shop(game: Game<'_>, id: CombatantId, gait: Gait) -> Option<Shop> {
    pool_policy(game).and_then(|policy| Shop::of(game, id, policy, rate(game, id, gait)))
}

/// The purchases of movement that cost as much as a step into the space of another.
fn purchases(price: PassingPrice, bought: BoughtMovement) -> u16 {
    u16::from(price.points).div_ceil(u16::from(bought.points.max(1)))
}
