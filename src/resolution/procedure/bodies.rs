//! What happens to bodies after a moment: deaths, work that is broken off, movements that end.

use crate::battle::{CombatantId, Momentum, Stance, Vitals};
use crate::content::Rule;
use crate::content::action::Gait;
use crate::content::effect::Amount;
use crate::content::policy::{Collapse, Running};
use crate::mechanics::{consciousness, grapple, movement};
use crate::resolution::event::BattleEvent;
use crate::resolution::plan::PlannedEffect;
use crate::resolution::step::Inputs;
use crate::turn::DueKind;

use super::{afflictions, bleeding, effects, fatigue, ladder};

/// The dead die, those whose fatigue overcomes them roll to stay awake, and the marks of wounds are set.
pub fn fall(before: &[Vitals], inputs: &mut Inputs<'_>, events: &mut Vec<BattleEvent>) {
    for row in inputs.view.present() {
        let (who, after) = (row.id, row.vitals);
        if let Collapse::Bleeding(policy) = &inputs.rules.policies.consciousness.collapse {
            bleeding::recovered(policy, who, inputs, events);
        }
        let Some(before) = before.get(who.index()) else { continue };
        if *before == after {
            continue;
        }
        if consciousness::is_dead(&inputs.rules.policies.consciousness, &after) {
            die(who, inputs, events);
            continue;
        }
        break_off(who, before, inputs, events);
        match &inputs.rules.policies.consciousness.collapse {
            Collapse::Fatigue(policy) => fatigue::worsened(policy, who, before, inputs, events),
            Collapse::Bleeding(policy) => bleeding::worsened(policy, who, before, inputs, events),
        }
    }
}

pub(super) fn die(who: CombatantId, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let policy = &inputs.rules.policies.consciousness;
    afflictions::gain(who, policy.dead, who, policy.dead_rule, inputs, events);
    out_of_the_fight(who, true, inputs, events);
    afflictions::outlast(who, inputs, events);
    afflictions::let_spells_be(who, inputs, events);
    drop_weapons(who, inputs, events);
    events.push(BattleEvent::Died { who, rule: policy.dead_rule });
}

/// Everything that was due from somebody is off, its turns only if `turns`, and nobody is held by it any more.
fn out_of_the_fight(who: CombatantId, turns: bool, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    for due in inputs.timeline.iter() {
        let own = match due.what {
            DueKind::Turn(other) => other == who && turns,
            DueKind::Waking(other) => other == who,
            DueKind::Completion { who: other, .. } => other == who,
            DueKind::ConditionEnds { .. } | DueKind::Passing(_) => false,
        };
        if own {
            events.push(BattleEvent::DueCancelled { due: due.id });
        }
    }
    for hold in inputs.view.holds_by(who) {
        events.push(effects::ended(hold, "the holder is down", inputs.rules.policies.consciousness.unconscious_rule));
    }
}

fn drop_weapons(who: CombatantId, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let row = inputs.view.row(who);
    let (cell, rule) = (Some(row.position.cell()), inputs.rules.policies.consciousness.unconscious_rule);
    let dropped = grapple::loose_weapons(inputs.view, who);
    events.extend(dropped.map(|slot| BattleEvent::WeaponDropped { who, slot, cell, rule }));
}

/// Work that damage breaks off is lost, and its actor acts again on the next count.
fn break_off(who: CombatantId, before: &Vitals, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    use crate::content::action::{Break, Does};
    if inputs.view.row(who).vitals.current() >= before.current() {
        return;
    }
    for due in inputs.timeline.iter() {
        let DueKind::Completion { who: worker, action } = due.what else { continue };
        let Some(found) = inputs.rules.actions.get(action).filter(|_| worker == who) else { continue };
        if matches!(&found.does, Does::AtEnd { broken_by, .. } if broken_by.contains(&Break::Hurt)) {
            events.push(BattleEvent::DueCancelled { due: due.id });
            let why = "broken off by a wound".to_owned();
            events.push(BattleEvent::ActionAbandoned { who, action, why, rule: found.rule });
        }
    }
}

/// Ends the movement somebody is in: its speed is lost and with it the condition of its gait; checks are remembered.
pub fn halt(who: CombatantId, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let row = inputs.view.row(who);
    let still = at_rest(&row.momentum);
    if row.momentum != still {
        events.push(BattleEvent::MomentumChanged { who, momentum: still });
    }
    let Some(Running { run, sprint }) = &inputs.rules.policies.movement.running else { return };
    for condition in [run.condition, sprint.condition] {
        if row.conditions.has(condition) {
            events.push(BattleEvent::ConditionLost { who, condition, rule: run.condition_rule });
        }
    }
}

/// Runners and sprinters bear the conditions of their gait while they keep it.
pub fn bear_gait(who: CombatantId, gait: Gait, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let Some(policy) = &inputs.rules.policies.movement.running else { return };
    let wanted = movement::gait_condition(policy, gait);
    let conditions = &inputs.view.row(who).conditions;
    for condition in [policy.run.condition, policy.sprint.condition] {
        let rule = policy.run.condition_rule;
        if wanted == Some(condition) && !conditions.has(condition) {
            let affliction = afflictions::affliction(inputs.rules, inputs.view, condition, who);
            events.push(BattleEvent::ConditionGained { who, affliction, rule });
        } else if wanted != Some(condition) && conditions.has(condition) {
            events.push(BattleEvent::ConditionLost { who, condition, rule });
        }
    }
}

pub(super) fn at_rest(momentum: &Momentum) -> Momentum {
    Momentum { checks: momentum.checks, sprint_checks: momentum.sprint_checks, ..Momentum::default() }
}

/// A body falls to the ground, asleep: what it held drops, whom it held is free, and its work is lost.
pub(super) fn faint(who: CombatantId, wake_at: Option<i32>, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let policy = &inputs.rules.policies.consciousness;
    let rule = policy.unconscious_rule;
    events.push(BattleEvent::FellUnconscious { who, wake_at, rule });
    afflictions::gain(who, policy.unconscious, who, rule, inputs, events);
    fall_down(who, rule, inputs, events);
    // On a count nothing is due from a sleeper; in rounds its turn comes all the same, to bleed and to burn.
    let turns = matches!(policy.collapse, Collapse::Fatigue(_));
    out_of_the_fight(who, turns, inputs, events);
    drop_weapons(who, inputs, events);
}

/// A sleeper comes to.
pub(super) fn come_to(who: CombatantId, rule: Rule, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let condition = inputs.rules.policies.consciousness.unconscious;
    events.push(BattleEvent::ConditionLost { who, condition, rule });
    events.push(BattleEvent::Woke { who, rule });
}

/// Lost hit points come back, never more than there can be (TA-G20).
pub(super) fn heal(effect: &PlannedEffect, amount: &Amount, inputs: &mut Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let (who, by, rule) = (effect.target, effect.actor, effect.rule);
    let roll = ladder::amount_roll(&inputs.view.row(by).sheet, amount, &effect.act, rule);
    let amount = roll.roll(inputs.book(), inputs.dice);
    let before = inputs.view.row(who).vitals;
    let hit_points = before.hit_points.saturating_add(amount.total().max(0)).min(before.maximum.max(before.hit_points));
    let vitals = Vitals { hit_points, ..before };
    events.push(BattleEvent::Healed { who, by, amount, vitals, rule });
}

/// A body comes to lie on the ground.
pub(super) fn fall_down(who: CombatantId, rule: Rule, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let stance = Stance { held: Some(inputs.rules.policies.consciousness.falls), shifting: false };
    if inputs.view.row(who).stance != stance {
        events.push(BattleEvent::StanceTaken { who, stance, rule });
    }
    halt(who, inputs, events);
}
