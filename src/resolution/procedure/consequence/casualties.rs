//! Changed hit points and fatigue: death, fainting and waking.

use crate::battle::{CombatantId, Vitals};
use crate::content::{Break, HealthModel, Rule};
use crate::mechanics::{grapple, health};
use crate::resolution::event::{BattleEvent, Facts};
use crate::resolution::frame::Upkeep;
use crate::resolution::procedure::action::{doing, ready};
use crate::resolution::procedure::consequence::{afflictions, bleeding, control, fatigue, wounds};
use crate::resolution::procedure::effect::{conditions, duration, holds, posture};
use crate::resolution::procedure::spells::{active_spells, prepare, shaken};
use crate::resolution::step::{Inputs, Recheck};
use crate::turn::DueKind;

/// Deaths, checks to stay awake or bleeding, and interrupted work of combatants whose pools have changed since the moment began.
pub fn check(Upkeep { before, spared, .. }: &Upkeep, inputs: &mut Inputs<'_>, events: &mut Facts) {
    let wakes = inputs.check_again(Recheck::Sleepers, inputs.view.changed().able);
    if !wakes && before.are_same(inputs.view) {
        return;
    }
    for row in inputs.view.present() {
        let who = row.id;
        if let (true, HealthModel::Bleeding(policy)) = (wakes, &inputs.rules.policies.consciousness.collapse) {
            bleeding::may_wake(policy, who, inputs, events);
        }
        let Some(before) = before.changed(row) else { continue };
        if health::is_dead(&inputs.rules.policies.consciousness, &row.vitals) {
            events.push(BattleEvent::Died { who, rule: inputs.rules.policies.consciousness.dead_rule });
            continue;
        }
        interrupt_work(who, before, inputs, events);
        end_when_hurt(who, before, inputs, events);
        prepare::hurt(who, before, inputs, events);
        match &inputs.rules.policies.consciousness.collapse {
            HealthModel::Fatigue(policy) => fatigue::pools_changed(policy, who, before, inputs, events),
            HealthModel::Bleeding(policy) => bleeding::pools_changed(policy, who, before, inputs, events),
            HealthModel::AtZero(_) | HealthModel::Slots(_) | HealthModel::Parts(_) => {
                let spared = spared.iter().rev().find(|(target, _)| *target == who).map(|(_, spared)| *spared);
                wounds::pools_changed((who, spared), before, inputs, events);
                shaken::hurt(who, before, inputs, events);
            }
        }
        control::wounded(who, before, inputs, events);
    }
}

fn interrupt_work(who: CombatantId, before: &Vitals, inputs: &Inputs<'_>, events: &mut Facts) {
    if health::remaining(&inputs.view.row(who).vitals) < health::remaining(before) {
        doing::interrupt(Break::Hurt, |worker, _| worker == who, "interrupted by a wound", inputs, events);
    }
}

/// Conditions that a wound of their bearer ends (HD-242).
fn end_when_hurt(who: CombatantId, before: &Vitals, inputs: &Inputs<'_>, events: &mut Facts) {
    let row = inputs.view.row(who);
    if health::remaining(&row.vitals) >= health::remaining(before) {
        return;
    }
    for held in &row.conditions.0 {
        let known = inputs.rules.conditions.get(held.condition).filter(|known| known.until_hurt);
        events.extend(known.map(|known| BattleEvent::ConditionLost { who, condition: known.id, rule: known.rule }));
    }
}

/// Before the fact of a death: everything that the dead lose.
pub(super) fn dies(fact: &BattleEvent, inputs: &mut Inputs<'_>, events: &mut Facts) {
    let BattleEvent::Died { who, rule } = *fact else { return };
    let policy = &inputs.rules.policies.consciousness;
    conditions::gain(who, policy.dead, who, rule, inputs, events);
    cancel_all(who, true, ("the holder is down", policy.unconscious_rule), inputs, events);
    duration::schedule_after_removal(who, inputs, events);
    duration::end_spells_of_removed(who, inputs, events);
    drop_weapons(who, inputs, events);
}

/// Before water carries a combatant out of the battle, alive and with all it holds (G-92).
pub(super) fn is_carried_off(fact: &BattleEvent, inputs: &mut Inputs<'_>, events: &mut Facts) {
    let BattleEvent::CarriedOff { who, rule } = *fact else { return };
    if let Some(carrying) = inputs.rules.policies.water.carries() {
        conditions::gain(who, carrying.condition, who, rule, inputs, events);
    }
    afflictions::doused(who, inputs, events);
    cancel_all(who, true, ("the holder was carried away", rule), inputs, events);
    events.extend(inputs.view.holds_on(who).map(|hold| holds::ended(hold, "carried away", rule)));
    duration::schedule_after_removal(who, inputs, events);
    duration::end_spells_of_removed(who, inputs, events);
}

/// Cancels everything due from a combatant (its turns only if `turns`) and ends its holds for this reason.
fn cancel_all(who: CombatantId, turns: bool, (why, rule): (&str, Rule), inputs: &Inputs<'_>, events: &mut Facts) {
    for due in inputs.timeline.iter() {
        let own = match due.what {
            DueKind::Turn(other) => other == who && turns,
            DueKind::Waking(other) => other == who,
            DueKind::Completion { who: other, .. } => other == who,
            DueKind::ConditionEnds { .. } | DueKind::Harms { .. } => false,
            DueKind::Passing(_) | DueKind::BonusEnds { .. } => false,
            DueKind::Dose { .. } | DueKind::WearsOff { .. } => false,
            // Prepared spells are lost or kept by rules of their own.
            DueKind::SpellFades(_) | DueKind::SpellEnds { .. } => false,
        };
        if own {
            events.push(BattleEvent::DueCancelled { due: due.id });
        }
    }
    prepare::interrupted(who, inputs, events);
    active_spells::forget(who, rule, inputs, events);
    for hold in inputs.view.holds_by(who) {
        events.push(holds::ended(hold, why, rule));
    }
}

fn drop_weapons(who: CombatantId, inputs: &Inputs<'_>, events: &mut Facts) {
    let row = inputs.view.row(who);
    let (cell, rule) = (Some(row.position.cell()), inputs.rules.policies.consciousness.unconscious_rule);
    let dropped = grapple::droppable_weapons(inputs.view, who);
    events.extend(dropped.map(|slot| BattleEvent::WeaponDropped { who, slot, cell, rule }));
}

/// A combatant that faints falls prone, drops its weapons, ends its holds and loses its work (TA-264).
pub(super) fn faints(fact: &BattleEvent, inputs: &mut Inputs<'_>, events: &mut Facts) {
    let BattleEvent::FellUnconscious { who, rule, .. } = *fact else { return };
    let policy = &inputs.rules.policies.consciousness;
    conditions::gain(who, policy.unconscious, who, rule, inputs, events);
    posture::fall_down(who, rule, inputs, events);
    // Where turns are counted a sleeper has none. In rounds its turns still come, for bleeding and burning.
    let turns = matches!(policy.collapse, HealthModel::Fatigue(_));
    cancel_all(who, turns, ("the holder is down", rule), inputs, events);
    ready::lose(who, inputs, events);
    drop_weapons(who, inputs, events);
}
