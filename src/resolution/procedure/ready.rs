//! Actions made ready: who waits for what, and what is let go when it comes.

use crate::battle::{Act, CombatantId, Target};
use crate::content::action::Does;
use crate::content::policy::{ReadyPolicy, Trigger, WatchFor};
use crate::mechanics::{cover, reach, sight};
use crate::resolution::event::BattleEvent;
use crate::resolution::frame::Window;
use crate::resolution::legal;
use crate::resolution::step::Inputs;

/// Whether anybody waits for something that this trigger may be.
pub(super) fn awaits(trigger: Trigger, inputs: &Inputs<'_>) -> bool {
    let Some(policy) = &inputs.rules.policies.ready else { return false };
    let readied = inputs.view.present().filter_map(|row| row.ready.0.as_ref());
    readied.filter_map(|readied| policy.watch(readied.watch)).any(|watch| watch.on.trigger() == trigger)
}

/// What a trigger sets off, if somebody has made it ready for that and can still do it (TA-119, TA-120, TA-G43).
pub(super) fn released<'a>(window: &Window, who: CombatantId, inputs: &Inputs<'a>) -> Option<(&'a ReadyPolicy, Act)> {
    let policy = inputs.rules.policies.ready.as_ref()?;
    let readied = inputs.view.row(who).ready.0.as_ref()?;
    let watch = policy.watch(readied.watch)?;
    let sight = inputs.rules.policies.sight.as_ref();
    let hidden = sight.is_some_and(|policy| sight::is_hidden(inputs.view, policy, window.by, who));
    if hidden || watch.on.trigger() != window.trigger || !notices(watch.on, window, who, inputs) {
        return None;
    }
    let act = aimed(&readied.act, window.by, who, inputs);
    legal::still(inputs.view, inputs.rules, who, &act).ok()?;
    Some((policy, act))
}

/// Whether what happens is what one who watches waits for.
fn notices(on: WatchFor, window: &Window, who: CombatantId, inputs: &Inputs<'_>) -> bool {
    let (view, book) = (inputs.view, inputs.book());
    match on {
        WatchFor::StepsIntoReach => {
            let Some(from) = window.from else { return false };
            let before = view.with(window.by, view.footprint(window.by).at(from));
            reach::threatens(view, book, who, window.by) && !reach::threatens(before, book, who, window.by)
        }
        WatchFor::Moves => cover::cover(view, book, who, window.by).seen,
        WatchFor::Casts => {
            let action = window.action.and_then(|action| inputs.rules.actions.get(action));
            action.is_some_and(|action| matches!(action.does, Does::Cast(_)))
        }
        WatchFor::Attacks => {
            let check = window.action.and_then(|action| inputs.rules.actions.get(action)?.check());
            let side = view.row(who).side;
            check.is_some_and(|check| check.is_attack())
                && window.only.is_some_and(|target| view.row(target).side == side)
        }
    }
}

/// The act as it is done: aimed at the one who triggered it where it was left open at whom, with the weapon it takes.
fn aimed(act: &Act, by: CombatantId, who: CombatantId, inputs: &Inputs<'_>) -> Act {
    let mut act = act.clone();
    match &mut act.target {
        Target::Whoever => act.target = Target::Combatant(by),
        Target::Cast(casting) if casting.at == Target::Whoever => casting.at = Target::Combatant(by),
        _ => {}
    }
    if let Some(action) = inputs.rules.actions.get(act.action) {
        act.weapon = legal::weapon_for(inputs.view, who, &act, action);
    }
    act
}

/// What was made ready and never set off is lost as the next turn begins (TA-120).
pub(super) fn forget(who: CombatantId, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let policy = inputs.rules.policies.ready.as_ref();
    if let Some(policy) = policy.filter(|_| inputs.view.row(who).ready.0.is_some()) {
        events.push(BattleEvent::ReadyEnded { who, rule: policy.lost_rule });
    }
}
