//! What deep water does: swimming in it, its currents, the fires it puts out, and breath.

use super::{bleeding, bodies, checks, hiding, holds};
use crate::battle::{Afflicted, CombatantId, Until};
use crate::content::action::Gait;
use crate::content::gear::DamageType;
use crate::content::policy::Swimming;
use crate::content::refusal::Refusal;
use crate::grid::Cell;
use crate::mechanics::{height, movement, skill, water};
use crate::resolution::course::{Course, Station, Then};
use crate::resolution::event::{BattleEvent, Cause};
use crate::resolution::step::Inputs;

/// The roll takes it to the surface and along its way, or it sinks where it enters or is (TA-131, TA-G15).
pub(super) fn swim(
    who: CombatantId,
    path: &[Cell],
    inputs: &mut Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) -> Result<Course, Refusal> {
    let (view, rules) = (inputs.view, inputs.rules);
    let Some(policy) = rules.policies.water.swum() else {
        return Err(Refusal::new("there is no swimming in these rules", rules.policies.board.rule));
    };
    let natural = i32::from(inputs.dice.die(rules.policies.attack.natural.sides));
    let bonus = skill::bonus(view, who, &policy.swim);
    let difficulty = water::difficulty(view, policy, who, path);
    let (margin, rolled) = checks::plain(who, "swim", natural, bonus, difficulty, policy.swim.rule);
    events.push(rolled);
    let (body, depth) = (view.footprint(who), view.altitude(who).min(0));
    if margin >= 0 {
        let rises = i16::try_from(movement::rate(view, inputs.book(), who, Gait::Swim)).unwrap_or(i16::MAX);
        let altitude = depth.saturating_add(rises).min(0);
        let way = if path.is_empty() { vec![body] } else { path.iter().map(|cell| body.at(*cell)).collect() };
        let stations = way.into_iter().map(|at| Station { at, altitude }).collect();
        return Ok(Course { stations, cause: Cause::Step, rule: rules.policies.space.enter_rule, then: Then::Nothing });
    }
    let at = path.first().filter(|_| !water::is_in(view, who)).map_or(body, |cell| body.at(*cell));
    let deepest = -i16::try_from(policy.deepest).unwrap_or(i16::MAX);
    let sinks = i16::try_from(policy.sinks).unwrap_or(i16::MAX);
    let stations = vec![Station { at, altitude: depth.saturating_sub(sinks).max(deepest) }];
    Ok(Course { stations, cause: Cause::Fall, rule: policy.sinks_rule, then: Then::Nothing })
}

/// What a step through water brings: air at the surface, and the end of a fire (TA-248, TA-G38).
pub(super) fn surfaces(who: CombatantId, to: Station, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let Some(policy) = inputs.rules.policies.water.swum() else { return };
    if to.altitude == 0 {
        breathes(policy, who, inputs, events);
    }
    if let Some((condition, rule)) = water::extinguished_fire(inputs.view.with(who, to.at), inputs.book(), who) {
        events.push(BattleEvent::ConditionLost { who, condition, rule });
    }
}

/// Takes somebody along that is in a current as its turn starts (TA-132); one that is carried against somebody hidden
/// discovers it (TA-196).
pub(super) fn drift(who: CombatantId, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let (view, book) = (inputs.view, inputs.book());
    let Some((policy, current)) = book.policies.water.swum().zip(water::current(view, who)) else { return };
    let (to, ahead) = water::current_destination(view, book, who, current);
    if to != view.footprint(who) {
        let bodies = holds::along_at(view, who, to, view.altitude(who));
        events.push(BattleEvent::Displaced { bodies, cause: Cause::Drift, rule: policy.current_rule });
    }
    let Some(ahead) = ahead else { return };
    let feet = height::ground(view, ahead).saturating_add(view.altitude(who));
    for hider in hiding::bumped_into(who, ahead, (feet, feet), inputs) {
        hiding::found(hider, who, inputs, events);
    }
}

/// Puts out the fires of all who are in deep water (TA-248).
pub(super) fn douse(inputs: &mut Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let changed = inputs.view.changed();
    let news = inputs.memory.fires.again(changed.bodies.max(changed.able).max(changed.around), inputs.view.revision());
    if !news || inputs.rules.policies.water.swum().is_none() {
        return;
    }
    for row in inputs.view.present() {
        if let Some((condition, rule)) = water::extinguished_fire(inputs.view, inputs.book(), row.id) {
            events.push(BattleEvent::ConditionLost { who: row.id, condition, rule });
        }
    }
}

/// Nobody is kept from breathing by one who holds it no longer.
pub(super) fn breathe_again(inputs: &mut Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let changed = inputs.view.changed();
    if !inputs.memory.breath.again(changed.able.max(changed.around), inputs.view.revision()) {
        return;
    }
    for row in inputs.view.present() {
        for held in &row.conditions.0 {
            let stifles = inputs.rules.conditions.get(held.condition).is_some_and(|condition| stifles(condition));
            let holds = held.by.is_some_and(|by| inputs.view.hold(by, row.id).is_some());
            if stifles && !holds {
                let (who, condition) = (row.id, held.condition);
                events.push(BattleEvent::ConditionLost {
                    who,
                    condition,
                    rule: inputs.rules.policies.grapple.release_rule,
                });
            }
        }
    }
}

fn stifles(condition: &crate::content::condition::Condition) -> bool {
    condition.does.iter().any(|cited| cited.does == crate::content::condition::Status::Stifles)
}

fn breathes(policy: &Swimming, who: CombatantId, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let condition = policy.breathless;
    if inputs.view.row(who).conditions.has(condition) {
        events.push(BattleEvent::ConditionLost { who, condition, rule: policy.breath_rule });
    }
}

/// Counts the turns without air of one whose turn ends; whether it has drowned (TA-133 to TA-135, TA-G38).
pub(super) fn turn_ends(who: CombatantId, inputs: &mut Inputs<'_>, events: &mut Vec<BattleEvent>) -> bool {
    let Some(policy) = inputs.rules.policies.water.swum() else { return false };
    if !water::is_without_air(inputs.view, inputs.book(), who) {
        breathes(policy, who, inputs, events);
        return false;
    }
    let row = inputs.view.row(who);
    let held = row.conditions.0.iter().find(|held| held.condition == policy.breathless);
    let level = held.map_or(0, |held| held.level) + 1;
    let lasts = water::breath(inputs.view, policy, who);
    let affliction = Afflicted { condition: policy.breathless, by: None, until: Until::Ended, level };
    events.push(BattleEvent::ConditionGained { who, affliction, rule: policy.breath_rule });
    if level > lasts {
        bodies::die_by(who, policy.drowned_rule, inputs, events);
        return true;
    }
    let left = row.vitals.hit_points;
    if level == lasts && left > 0 {
        let kind = (DamageType::Suffocation, policy.spent_rule);
        bleeding::harm(who, policy.breathless, i32::from(left), kind, inputs, events);
    }
    false
}
