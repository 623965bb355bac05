//! Actions that follow from the effects of another action once its moment is over.

use crate::content::Name;
use crate::content::effect::Effect;
use crate::resolution::act::Act;
use crate::resolution::frame::{Deciding, Doing, DoingStage, Frame, Occasion};
use crate::resolution::legal;
use crate::resolution::plan::PlannedEffect;
use crate::resolution::procedure::action::effect_choice;
use crate::resolution::step::Inputs;

/// The action that follows from an effect, or the question whether to take it; `None` if none follows.
pub(crate) fn following(effect: &PlannedEffect, let_go: bool, inputs: &Inputs<'_>) -> Option<Frame> {
    match effect.does {
        Effect::Follow(name) => follow_up(effect, name, inputs),
        Effect::Offer(_) if effect.is_present(inputs.view) => Some(Deciding::about(effect.clone())),
        Effect::KeepHoldOr(name) if let_go => {
            let doing = effect_choice::at_no_cost(effect, name, inputs);
            legal::still(inputs.view, inputs.rules, doing.actor, &doing.act).ok()?;
            Some(Frame::Doing(Box::new(doing)))
        }
        _ => None,
    }
}

/// A follow-up that is no longer possible is skipped if it takes no time, and reported as failed otherwise.
fn follow_up(effect: &PlannedEffect, name: Name, inputs: &Inputs<'_>) -> Option<Frame> {
    let action = inputs.rules.actions.get(name)?;
    let (actor, act) = (effect.actor, Act::at(name, effect.target, effect.act.weapon));
    let act = Act { weapon: legal::weapon_for(inputs.view, actor, &act, action), ..act };
    let possible = legal::still(inputs.view, inputs.rules, actor, &act).is_ok();
    let doing = Doing { actor, act, occasion: Occasion::FollowUp, stage: DoingStage::Plan };
    (possible || !action.is_free()).then_some(Frame::Doing(Box::new(doing)))
}
