//! Readied actions: setting them, their triggers, and their release.

use crate::battle::{Act, CombatantId, Readied, Target};
use crate::content::{Does, Forbidden, Name, ReadyPolicy, ReadyUntil, Trigger, WatchFor};
use crate::mechanics::{Game, cover, line, reach, sight, status};
use crate::resolution::event::{BattleEvent, Facts};
use crate::resolution::frame::{Occasion, Station, Window, WindowCause};
use crate::resolution::legal;
use crate::resolution::plan::PlannedEffect;
use crate::resolution::step::Inputs;

/// Whether any combatant has readied an action for a trigger of this kind.
pub(crate) fn awaits(trigger: Trigger, inputs: &Inputs<'_>) -> bool {
    let Some(policy) = &inputs.rules.policies.ready else { return false };
    let readied = inputs.view.rows().iter().filter_map(|row| row.ready.0.as_ref().filter(|_| !row.gone));
    readied.filter_map(|readied| policy.watch(readied.watch)).any(|watch| watch.on.trigger() == trigger)
}

/// The readied action that a trigger sets off for a combatant, if still possible (TA-119, TA-120, TA-G43).
pub(crate) fn released<'a>(window: &Window, who: CombatantId, inputs: &Inputs<'a>) -> Option<(&'a ReadyPolicy, Act)> {
    let policy = inputs.rules.policies.ready.as_ref()?;
    let readied = inputs.view.row(who).ready.0.as_ref()?;
    let (watch, by) = (policy.watch(readied.watch)?, window.cause.by);
    let sight = inputs.rules.policies.sight.as_ref();
    let hidden = sight.is_some_and(|policy| sight::is_hidden(inputs.view, policy, by, who));
    let ally = inputs.view.row(who).side == inputs.view.row(by).side;
    if ally || hidden || watch.on.trigger() != window.cause.point || !may_react(policy, who, inputs) {
        return None;
    }
    let act = aimed(&readied.act, by, who, inputs);
    if !notices(watch.on, &window.cause, (who, &act), inputs) {
        return None;
    }
    let occasion = Occasion::Reaction { reaction: policy.action, to: by };
    let possible = match policy.pays {
        true => legal::check_on(inputs.view, inputs.rules, who, &act, occasion),
        false => legal::still(inputs.view, inputs.rules, who, &act),
    };
    possible.ok().map(|()| (policy, act))
}

/// Whether a combatant may release its readied action as far as that is a reaction (HD-154, HD-250).
fn may_react(policy: &ReadyPolicy, who: CombatantId, inputs: &Inputs<'_>) -> bool {
    let able = || status::forbids(inputs.game(), who, Forbidden::React).is_none();
    policy.initiative.is_none_or(|least| inputs.view.row(who).turn_state.initiative >= least && able())
}

fn notices(on: WatchFor, cause: &WindowCause, (who, act): (CombatantId, &Act), inputs: &Inputs<'_>) -> bool {
    let (game, by) = (inputs.game(), cause.by);
    // The battle before the step that the window is about.
    let before = cause.from.map(|Station { at, altitude }| game.with(by, at).lifted(by, altitude));
    let begins = |holds: &dyn Fn(Game<'_>) -> bool| before.is_some_and(|before| holds(game) && !holds(before));
    let action = || inputs.rules.actions.get(cause.act.as_ref()?.action);
    match on {
        WatchFor::StepsIntoReach => begins(&|game| reach::threatens(game, who, by)),
        WatchFor::StepsIntoRange => {
            before.is_some_and(|before| legal::still(before.view, inputs.rules, who, act).is_err())
        }
        WatchFor::StepsIntoSight => begins(&|game| cover::cover(game, who, by).seen),
        WatchFor::Charges { distance } => {
            let reaches = |game: Game<'_>| act.weapon.is_some_and(|slot| reach::in_melee_reach(game, who, slot, by));
            begins(&reaches) && cause.straight * game.policies.board.cell >= distance
        }
        WatchFor::Moves | WatchFor::Acts | WatchFor::TurnEnds => line::sees(game, who, by),
        WatchFor::Casts => action().is_some_and(|action| matches!(action.does, Does::Cast(_))),
        WatchFor::Attacks => {
            let attacks = action().and_then(|action| action.check()).is_some_and(|check| check.is_attack());
            attacks && cause.target.is_some_and(|target| game.row(target).side == game.row(who).side)
        }
    }
}

/// The act as carried out: an open target becomes the combatant that triggered it, and the weapon is filled in.
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

/// The readied action of a combatant, if it is a weapon set against a charge.
fn set_by<'a>(who: CombatantId, inputs: &Inputs<'a>) -> Option<&'a Readied> {
    let readied = inputs.view.row(who).ready.0.as_ref()?;
    let watch = inputs.rules.policies.ready.as_ref()?.watch(readied.watch)?;
    matches!(watch.on, WatchFor::Charges { .. }).then_some(readied)
}

/// A weapon that has left the hand or is broken is no longer set against a charge (TC-253, G-38).
pub(crate) fn unset(inputs: &mut Inputs<'_>, events: &mut Facts) {
    for row in inputs.view.present().filter(|row| row.ready.0.is_some()) {
        let weapon = set_by(row.id, inputs).and_then(|readied| readied.act.weapon);
        if weapon.is_some_and(|slot| !reach::is_usable(inputs.view, row.id, slot)) {
            lose(row.id, inputs, events);
        }
    }
}

/// A readied action that was not set off is lost when the next turn begins (TA-120, G-39), unless it lasts until its bearer acts.
/// A set weapon stays set.
pub(crate) fn forget(who: CombatantId, inputs: &Inputs<'_>, events: &mut Facts) {
    if set_by(who, inputs).is_none() && !lasts_until_acts(inputs) {
        lose(who, inputs, events);
    }
}

/// A combatant that does anything but wait no longer has its weapon set (G-38). Where readiness lasts until the next action, any
/// action or reaction ends it, but not movement and what costs nothing (HD-251, HD-G50).
pub(crate) fn acted(who: CombatantId, act: &Act, inputs: &Inputs<'_>, events: &mut Facts) {
    let Some(action) = inputs.rules.actions.get(act.action) else { return };
    let is_ready = inputs.rules.policies.ready.as_ref().is_some_and(|policy| policy.action == act.action);
    let costs = action.actions() > 0 || action.is_priced_by_weapon() || !action.costs.is_empty();
    let waits = action.does == Does::Wait;
    let ends = if lasts_until_acts(inputs) { costs && !is_ready } else { set_by(who, inputs).is_some() };
    if ends && !waits {
        lose(who, inputs, events);
    }
}

/// A reaction of a combatant ends its readiness where that lasts until it acts (HD-251).
pub(crate) fn reacted(who: CombatantId, act: &Act, inputs: &Inputs<'_>, events: &mut Facts) {
    if lasts_until_acts(inputs) {
        acted(who, act, inputs, events);
    }
}

fn lasts_until_acts(inputs: &Inputs<'_>) -> bool {
    inputs.rules.policies.ready.as_ref().is_some_and(|policy| policy.lasts == ReadyUntil::Acts)
}

pub(crate) fn lose(who: CombatantId, inputs: &Inputs<'_>, events: &mut Facts) {
    let policy = inputs.rules.policies.ready.as_ref();
    if let Some(policy) = policy.filter(|_| inputs.view.row(who).ready.0.is_some()) {
        events.push(BattleEvent::ReadyEnded { who, rule: policy.lost_rule });
    }
}

pub(crate) fn make_ready(effect: &PlannedEffect, events: &mut Facts) {
    if let Target::Ready(readied) = &effect.act.target {
        events.push(BattleEvent::ActionReadied { who: effect.actor, readied: readied.clone(), rule: effect.rule });
    }
}

/// Sets the weapon in hand: it meets any enemy that charges into its reach with this action (TC-253, G-38).
pub(crate) fn set(effect: &PlannedEffect, action: Name, inputs: &Inputs<'_>, events: &mut Facts) {
    let mut watches = inputs.rules.policies.ready.iter().flat_map(|policy| &policy.watches);
    let Some(watch) = watches.find(|watch| matches!(watch.on, WatchFor::Charges { .. })) else { return };
    let Some(weapon) = reach::wields_melee_weapon(inputs.view, effect.actor) else { return };
    let act = Act { action, target: Target::Whoever, weapon: Some(weapon), part: None };
    let readied = Box::new(Readied { watch: watch.id, act });
    events.push(BattleEvent::ActionReadied { who: effect.actor, readied, rule: effect.rule });
}
