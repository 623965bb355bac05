//! What waits where a push would end: deep water, or a fall.

use super::desk::Desk;
use crate::battle::CombatantId;
use crate::content::effect::{Displacement, Effect};
use crate::mechanics::{height, water};
use crate::resolution::Act;

/// What becomes of one who is pushed one step by an act, where that is worse than standing there.
pub(super) fn words(desk: &Desk, who: CombatantId, act: &Act) -> Option<String> {
    let (view, book, target) = (desk.view(), desk.rulebook(), act.aimed_at()?);
    let check = desk.rules().actions.get(act.action)?.check()?;
    check.effects().find(|effect| matches!(effect, Effect::Displace(Displacement::Push { .. })))?;
    let to = water::push_destination(view, book, who, target)?;
    if let Some(carrying) = water::sweeping_policy(view, book, to) {
        let cell = to.anchor;
        return Some(format!("pushed, it comes into the deep water at {cell} and is carried away [{}]", carrying.rule));
    }
    let policy = book.policies.height.as_ref()?;
    let drop = height::of(view, target).saturating_sub(height::ground(view, to));
    let falls = drop >= i16::try_from(policy.ledge).unwrap_or(i16::MAX);
    falls.then(|| format!("pushed, it falls {drop} ft at {} [{}]", to.anchor, policy.ledge_rule))
}
