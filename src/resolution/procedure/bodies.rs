//! What happens to bodies after a moment: deaths, work that is broken off, movements that end.

use smallvec::SmallVec;

use crate::battle::{CombatantId, Count, LinkKind, Momentum, Stance, Until, Vitals};
use crate::content::action::{Break, Gait};
use crate::content::breakdown::Breakdown;
use crate::content::effect::Amount;
use crate::content::policy::{Carrying, Collapse, Running};
use crate::content::{Name, Rule};
use crate::mechanics::{consciousness, grapple, movement};
use crate::resolution::event::BattleEvent;
use crate::resolution::frame::Pools;
use crate::resolution::plan::PlannedEffect;
use crate::resolution::step::Inputs;
use crate::turn::DueKind;

use super::{afflictions, bleeding, casting, fatigue, flight, holds, incanting, ladder, ready, work};

/// The dead die, those whose fatigue overcomes them roll to stay awake, and the marks of wounds are set.
pub fn fall(before: &Pools, inputs: &mut Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let (changed, now) = (inputs.view.changed(), inputs.view.revision());
    let wakes = inputs.memory.sleepers.again(changed.able, now);
    if !wakes && before.are_same(inputs.view) {
        return;
    }
    for row in inputs.view.present() {
        let (who, after) = (row.id, row.vitals);
        if let (true, Collapse::Bleeding(policy)) = (wakes, &inputs.rules.policies.consciousness.collapse) {
            bleeding::recovered(policy, who, inputs, events);
        }
        let Some(before) = before.of.get(who.index()) else { continue };
        if *before == after {
            continue;
        }
        if consciousness::is_dead(&inputs.rules.policies.consciousness, &after) {
            die(who, inputs, events);
            continue;
        }
        break_off(who, before, inputs, events);
        incanting::hurt(who, before, inputs, events);
        match &inputs.rules.policies.consciousness.collapse {
            Collapse::Fatigue(policy) => fatigue::worsened(policy, who, before, inputs, events),
            Collapse::Bleeding(policy) => bleeding::worsened(policy, who, before, inputs, events),
        }
    }
}

pub(super) fn die(who: CombatantId, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    die_by(who, inputs.rules.policies.consciousness.dead_rule, inputs, events);
}

/// Somebody dies by this rule.
pub(super) fn die_by(who: CombatantId, rule: Rule, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let policy = &inputs.rules.policies.consciousness;
    afflictions::gain(who, policy.dead, who, rule, inputs, events);
    out_of_the_fight(who, true, ("the holder is down", policy.unconscious_rule), inputs, events);
    afflictions::outlast(who, inputs, events);
    afflictions::let_spells_be(who, inputs, events);
    drop_weapons(who, inputs, events);
    events.push(BattleEvent::Died { who, rule });
}

/// Water carries somebody away: it is out of the battle, alive, and keeps what it holds (G-92).
pub(super) fn carry_off(who: CombatantId, carrying: &Carrying, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let rule = carrying.rule;
    afflictions::gain(who, carrying.condition, who, rule, inputs, events);
    out_of_the_fight(who, true, ("the holder is carried away", rule), inputs, events);
    for hold in inputs.view.holds_on(who) {
        events.push(holds::ended(hold, "carried away", rule));
    }
    afflictions::outlast(who, inputs, events);
    afflictions::let_spells_be(who, inputs, events);
    events.push(BattleEvent::CarriedOff { who, rule });
}

/// Everything that was due from somebody is off, its turns only if `turns`, and nobody is held by it any more, for this
/// reason.
fn out_of_the_fight(
    who: CombatantId,
    turns: bool,
    (why, rule): (&str, Rule),
    inputs: &Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) {
    for due in inputs.timeline.iter() {
        let own = match due.what {
            DueKind::Turn(other) => other == who && turns,
            DueKind::Waking(other) => other == who,
            DueKind::Completion { who: other, .. } => other == who,
            DueKind::ConditionEnds { .. } | DueKind::Harms { .. } => false,
            DueKind::Passing(_) | DueKind::BonusEnds { .. } => false,
            DueKind::Dose { .. } | DueKind::WearsOff { .. } => false,
            // What is prepared is lost, or kept, by rules of its own.
            DueKind::SpellFades(_) | DueKind::SpellEnds { .. } => false,
        };
        if own {
            events.push(BattleEvent::DueCancelled { due: due.id });
        }
    }
    incanting::interrupted(who, inputs, events);
    casting::forget(who, rule, inputs, events);
    for hold in inputs.view.holds_by(who) {
        events.push(holds::ended(hold, why, rule));
    }
}

fn drop_weapons(who: CombatantId, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let row = inputs.view.row(who);
    let (cell, rule) = (Some(row.position.cell()), inputs.rules.policies.consciousness.unconscious_rule);
    let dropped = grapple::droppable_weapons(inputs.view, who);
    events.extend(dropped.map(|slot| BattleEvent::WeaponDropped { who, slot, cell, rule }));
}

/// Work that damage breaks off is lost.
fn break_off(who: CombatantId, before: &Vitals, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    if inputs.view.row(who).vitals.current() < before.current() {
        work::broken_off(Break::Hurt, |worker, _| worker == who, "broken off by a wound", inputs, events);
    }
}

/// Ends the movement somebody is in: its speed is lost and with it the condition of its gait; checks are remembered.
pub fn halt(who: CombatantId, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let row = inputs.view.row(who);
    let still = at_rest(&row.momentum);
    if row.momentum != still {
        events.push(BattleEvent::MomentumChanged { who, momentum: still });
    }
    forget_movement(who, inputs, events);
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

/// What somebody gained for the movement it was in is over.
pub(super) fn forget_movement(who: CombatantId, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    for fact in inputs.view.row(who).pairs.0.iter().filter(|fact| fact.until == Until::Halted) {
        events.push(BattleEvent::PairFactEnded { who, towards: fact.towards, slant: fact.slant });
    }
}

/// The memory of a movement once it is over.
pub(super) fn at_rest(momentum: &Momentum) -> Momentum {
    Momentum { checks: momentum.checks, sprint_checks: momentum.sprint_checks, ..Momentum::default() }
}

/// A body falls to the ground, asleep (TA-264): what it held drops, whom it held is free, and its work is lost.
pub(super) fn faint(who: CombatantId, rests_until: Option<Count>, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let policy = &inputs.rules.policies.consciousness;
    let rule = policy.unconscious_rule;
    events.push(BattleEvent::FellUnconscious { who, rests_until, rule });
    afflictions::gain(who, policy.unconscious, who, rule, inputs, events);
    fall_down(who, rule, inputs, events);
    // On a count nothing is due from a sleeper; in rounds its turn comes all the same, to bleed and to burn.
    let turns = matches!(policy.collapse, Collapse::Fatigue(_));
    out_of_the_fight(who, turns, ("the holder is down", rule), inputs, events);
    ready::lose(who, inputs, events);
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
    let amount = healing(effect, amount, inputs);
    let before = inputs.view.row(who).vitals;
    let hit_points = before.hit_points.saturating_add(amount.total().max(0)).min(before.maximum.max(before.hit_points));
    let vitals = Vitals { hit_points, ..before };
    events.push(BattleEvent::Healed { who, by, amount, vitals, rule });
}

/// What is rolled for the points that an effect gives.
pub(super) fn healing(effect: &PlannedEffect, amount: &Amount, inputs: &mut Inputs<'_>) -> Breakdown {
    let sheet = &inputs.view.row(effect.actor).sheet;
    ladder::amount_roll(sheet, amount, &effect.act, effect.rule).roll(inputs.book(), inputs.dice)
}

/// A body comes to lie on the ground.
pub(super) fn fall_down(who: CombatantId, rule: Rule, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    fall_into(who, inputs.rules.policies.consciousness.falls, rule, inputs, events);
}

/// A body comes to be in a stance without taking it up. One who falls to the ground takes along those with whom it
/// shares a space by holds (TA-230, TA-237).
pub(super) fn fall_into(
    who: CombatantId,
    stance: Name,
    rule: Rule,
    inputs: &Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) {
    let falls = stance == inputs.rules.policies.consciousness.falls;
    let stance = Stance { held: Some(stance), shifting: false };
    let is_new = |who: CombatantId| inputs.view.row(who).stance != stance;
    let others = if falls && is_new(who) { pulled_down(who, inputs) } else { SmallVec::new() };
    for (who, rule) in std::iter::once((who, rule)).chain(others) {
        if is_new(who) {
            events.push(BattleEvent::StanceTaken { who, stance, rule });
        }
        halt(who, inputs, events);
        if let Some(policy) = inputs.rules.policies.flight.as_ref().filter(|_| falls) {
            flight::lands(policy, who, inputs, events);
        }
    }
}

/// Those whom holds pull down with one who falls, each with the rule by which.
fn pulled_down(who: CombatantId, inputs: &Inputs<'_>) -> SmallVec<[(CombatantId, Rule); 2]> {
    let mut found: SmallVec<[(CombatantId, Rule); 2]> = SmallVec::new();
    let Some(shared) = &inputs.rules.policies.grapple.shared else { return found };
    let mut open: SmallVec<[CombatantId; 4]> = SmallVec::from_slice(&[who]);
    while let Some(one) = open.pop() {
        for link in inputs.view.links().iter().filter(|link| link.kind == LinkKind::Clinch) {
            let next = match one {
                _ if link.held == one => (link.holder, shared.held_falls_rule),
                _ if link.holder == one => (link.held, shared.holder_falls_rule),
                _ => continue,
            };
            if next.0 != who && found.iter().all(|(known, _)| *known != next.0) {
                found.push(next);
                open.push(next.0);
            }
        }
    }
    found
}
