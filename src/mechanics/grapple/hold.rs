//! Holds: which combatants can wrestle, and when a hold ends.

use crate::battle::{CombatantId, Link, LinkKind};
use crate::content::condition::Forbidden;
use crate::content::refusal::Refusal;
use crate::mechanics::space::{self, Crowding};
use crate::mechanics::{Game, height, reach, status};

/// Whether a combatant has the freedom of movement needed for wrestling.
///
/// # Errors
/// Refuses combatants immobilized by anything but a hold, and those in a space too crowded to fight in.
pub fn may_wrestle(game: Game<'_>, id: CombatantId) -> Result<(), Refusal> {
    let policy = &game.policies.grapple;
    let by_hold = |name| name == policy.held || Some(name) == policy.pinned;
    let mut fixed = status::each(game, id).filter(|(_, status)| status::forbids_it(status, Forbidden::Move));
    if let Some((condition, _)) = fixed.find(|(condition, _)| !by_hold(condition.id)) {
        let why = format!("cannot wrestle while {}", condition.name.to_lowercase());
        return Err(Refusal::new(why, policy.wrestle_rule));
    }
    match space::crowding(game, id) {
        Crowding::Packed { .. } => Err(Refusal::new("there is no room to wrestle", policy.wrestle_rule)),
        _ => Ok(()),
    }
}

/// The reason why a hold must end now; `None` if it can continue.
pub fn must_end(game: Game<'_>, link: &Link) -> Option<Refusal> {
    let policy = &game.policies.grapple;
    let (Some(holder), Some(held)) = (game.find(link.holder), game.find(link.held)) else {
        return Some(Refusal::new("there is no one to hold", policy.release_rule));
    };
    if holder.gone || held.gone || !status::is_conscious(game, link.holder) {
        return Some(Refusal::new("the holder has let go", policy.release_rule));
    }
    let (apart, why) = match link.kind {
        LinkKind::Grab => (!reach::adjacent_or_sharing(game, link.holder, link.held), "they are no longer adjacent"),
        LinkKind::Clinch => {
            let elsewhere = game.footprint(link.holder) != game.footprint(link.held);
            let above = height::cells_apart(game, link.holder, link.held) > 0;
            (elsewhere || above, "they no longer share a space")
        }
    };
    apart.then(|| Refusal::new(why, policy.adjacent_rule))
}
