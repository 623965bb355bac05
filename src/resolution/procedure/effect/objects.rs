//! Damage to objects on the board, and their end.

use crate::battle::ThingRef;
use crate::content::Effect;
use crate::mechanics::objects;
use crate::resolution::act::{Choice, Pick, PickPurpose};
use crate::resolution::event::{BattleEvent, Facts};
use crate::resolution::frame::Deciding;
use crate::resolution::plan::PlannedEffect;
use crate::resolution::step::{Inputs, StepResult};

/// The object that an act is aimed at takes damage, or breaks at once (PR-090, PR-092, PR-093, PR-104). Nothing happens to
/// one that is already destroyed.
pub(crate) fn harm(effect: &PlannedEffect, inputs: &Inputs<'_>, events: &mut Facts) {
    let (game, Some(thing)) = (inputs.game(), effect.act.thing()) else { return };
    let (Some(things), Some(policy)) = (&game.policies.things, objects::policy(game)) else { return };
    let Some(object) = objects::find(game, thing) else { return };
    let at_once = effect.does == Effect::Break;
    let amount = effect.dealt.clone().filter(|_| !at_once).unwrap_or_default();
    let left = if at_once { 0 } else { object.left.saturating_sub(amount.total().max(0)).max(0) };
    let was_broken = policy.is_broken(object.left, object.most);
    let breaks = left > 0 && !was_broken && policy.is_broken(left, object.most);
    let rule = match left {
        0 if !at_once => things.destroyed_rule,
        _ if breaks => policy.broken_rule,
        _ => effect.rule,
    };
    let (softened, stiffened) = (objects::softened(&amount), objects::stiffened(&amount));
    events.push(BattleEvent::ObjectHarmed { who: effect.actor, thing, amount, left, breaks, softened, rule });
    if let (Some(rule), ThingRef::Placed(id)) = (stiffened.filter(|_| left > 0), thing) {
        events.push(BattleEvent::ObjectStiffened { who: effect.actor, thing: id, rule });
    }
}

/// Whether the attacker may leave an object useless that its blow would destroy: the damage is more than the hit points that it has
/// left (PR-379, PR-C10).
pub(crate) fn may_spare(effect: &PlannedEffect, inputs: &Inputs<'_>) -> bool {
    let (game, thing) = (inputs.game(), effect.act.thing());
    let spares = game.policies.things.as_ref().is_some_and(|things| things.spares.is_some());
    let object = thing.filter(|thing| spares && matches!(thing, ThingRef::Placed(_)));
    let object = object.and_then(|thing| objects::find(game, thing));
    object.zip(effect.dealt.as_ref()).is_some_and(|(object, amount)| amount.total() > object.left)
}

/// Asks the attacker whether it destroys the object.
pub(crate) fn step(deciding: Deciding, inputs: &mut Inputs<'_>) -> StepResult {
    let mut events = Facts::new();
    match inputs.answer.take() {
        None => return deciding.ask(PickPurpose::DestroyObject, vec![Pick::Yes, Pick::No]),
        Some(Choice::Pick(Pick::No)) => events.extend(spared(&deciding.effect, inputs)),
        Some(_) => harm(&deciding.effect, inputs, &mut events),
    }
    StepResult::done(events)
}

fn spared(effect: &PlannedEffect, inputs: &Inputs<'_>) -> Option<BattleEvent> {
    let (ThingRef::Placed(thing), amount) = (effect.act.thing()?, effect.dealt.clone()?) else { return None };
    let (rule, softened) = (inputs.rules.policies.things.as_ref()?.spares?, objects::softened(&amount));
    Some(BattleEvent::ObjectLeftUseless { who: effect.actor, thing, amount, softened, rule })
}
