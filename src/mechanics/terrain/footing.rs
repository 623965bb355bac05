//! Combatants that must hold on: climbers on a side, and swimmers at the surface (HD-381, HD-383, HD-G45).

use super::water;
use crate::battle::{CombatantId, View};
use crate::content::{Breakdown, Check, Effect, Rule};
use crate::mechanics::{Game, checks, falling, status};

/// The hold of a combatant that may lose it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum HoldsOn {
    /// A steep side.
    Climbing,
    /// The surface of deep water.
    Swimming,
}

/// The hold that a combatant must keep now, if there is one.
pub fn holds_on(game: Game<'_>, id: CombatantId) -> Option<HoldsOn> {
    let climb = game.policies.height.as_ref().map(|height| height.climb.clinging);
    if climb.is_some_and(|clinging| game.altitude(id) > 0 && game.row(id).conditions.has(clinging)) {
        return Some(HoldsOn::Climbing);
    }
    swims(game.view, id).then_some(HoldsOn::Swimming).filter(|_| game.policies.water.swum().is_some())
}

/// Whether a combatant is at the surface of deep water.
fn swims(view: View<'_>, id: CombatantId) -> bool {
    water::is_in(view, id) && view.altitude(id) == 0
}

/// The chance that a combatant keeps its hold before an attack roll: the dice results that do and all of them, with the rule of the check;
/// `None` if it must not hold on (HD-381).
pub fn chance(game: Game<'_>, id: CombatantId) -> Option<((u32, u32), Rule)> {
    let policy = game.policies.footing.as_ref()?;
    let (bonus, difficulty, _) = terms(game, id, holds_on(game, id)?)?;
    let lead = i32::from(bonus.total()) - i32::from(difficulty.total());
    let (of, all) = checks::plain_chance(&game.policies.rolls.skill, lead);
    Some(((u32::try_from(of).unwrap_or(0), u32::try_from(all).unwrap_or(1)), policy.attack_rule))
}

/// Whether a check is rolled as an attack, so that climbers and swimmers must hold on first: an opening is made by an attack roll as well
/// (HD-261).
pub fn calls_for_hold(check: &Check) -> bool {
    check.is_attack() || check.effects().any(|does| *does == Effect::Guard)
}

/// Bonus, difficulty and rule of the check to hold on.
pub fn terms(game: Game<'_>, id: CombatantId, hold: HoldsOn) -> Option<(Breakdown, Breakdown, Rule)> {
    let (skill, difficulty) = match hold {
        HoldsOn::Climbing => {
            let climb = &game.policies.height.as_ref()?.climb;
            let grip = falling::surface(game.view, id).unwrap_or_default();
            (&climb.skill, checks::climbing_difficulty(climb, grip))
        }
        HoldsOn::Swimming => {
            let policy = game.policies.water.swum()?;
            (&policy.swim, water::difficulty(game.view, policy, id, &[]))
        }
    };
    let mut bonus = checks::skill_bonus(game.view, id, skill);
    status::add_to_roll(game, id, &mut bonus);
    Some((bonus, difficulty, skill.rule))
}
