//! Damage that water carries from a target below the surface to others in the water (HD-375, HD-377 to HD-379).

use super::PendingDamage;
use crate::battle::CombatantId;
use crate::content::{Label, WaterSpread};
use crate::mechanics::{Game, reach, submersion};

/// The hits on others in deep water that come with some hits.
pub fn in_water(game: Game<'_>, blows: &[PendingDamage]) -> Vec<PendingDamage> {
    let spreads = game.policies.underwater.as_ref().map_or(&[][..], |policy| &policy.spreads);
    let carried =
        |blow: &&PendingDamage| game.find(blow.target).is_some() && submersion::is_under(game.view, blow.target);
    let all = blows.iter().filter(carried).flat_map(|blow| spreads.iter().map(move |spread| (blow, spread)));
    all.filter(|(blow, spread)| blow.harm.meets(spread.types))
        .flat_map(|(blow, spread)| around(game, blow.target).filter_map(move |who| carry(game, blow, spread, who)))
        .collect()
}

/// The others in deep water.
fn around(game: Game<'_>, target: CombatantId) -> impl Iterator<Item = CombatantId> {
    let others = game.view.present().map(|row| row.id);
    others.filter(move |other| *other != target && submersion::is_in(game.view, *other))
}

/// The hit on a combatant at some distance from the target, if it is near enough: what the target is dealt before its Toughness, less
/// the way.
fn carry(game: Game<'_>, blow: &PendingDamage, spread: &WaterSpread, who: CombatantId) -> Option<PendingDamage> {
    let distance = reach::measured_distance(game, blow.target, who);
    let lost = i16::try_from(distance).unwrap_or(i16::MAX).saturating_mul(spread.less);
    let dealt = blow.amount.total().saturating_add(blow.margin);
    if spread.within.is_some_and(|within| distance > within.into()) || lost > dealt {
        return None;
    }
    let mut amount = blow.amount.clone();
    amount.add(Label::ThroughWater, lost.saturating_neg(), spread.rule);
    Some(PendingDamage {
        target: who,
        weapon: None,
        spared: None,
        blocked: false,
        amount,
        rule: spread.rule,
        ..blow.clone()
    })
}
