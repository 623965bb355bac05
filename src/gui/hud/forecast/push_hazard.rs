//! Hazards at the end of a push: deep water, or a fall.

use crate::battle::CombatantId;
use crate::content::effect::{Displacement, Effect};
use crate::gui::hud::params::HudParams;
use crate::mechanics::{height, water};
use crate::resolution::Act;

/// The hazard for a target that is pushed one cell, in words with the rule id: deep water or a fall. `None` if there
/// is none.
pub fn words(params: &HudParams, who: CombatantId, act: &Act) -> Option<String> {
    let (game, target) = (params.game(), act.aimed_at()?);
    let check = params.rules().actions.get(act.action)?.check()?;
    check.effects().find(|effect| matches!(effect, Effect::Displace(Displacement::Push { .. })))?;
    let to = water::push_destination(game, who, target)?;
    if let Some(carrying) = water::sweeping_policy(game, to) {
        let cell = to.anchor;
        return Some(format!("if pushed, it is carried away by deep water at {cell} [{}]", carrying.rule));
    }
    let policy = game.policies.height.as_ref()?;
    let drop = height::of(game.view, target).saturating_sub(height::ground(game.view, to));
    let falls = drop >= i16::try_from(policy.ledge).unwrap_or(i16::MAX);
    falls.then(|| format!("if pushed, it falls {drop} ft at {} [{}]", to.anchor, policy.ledge_rule))
}
