//! Exertion of runners: checks against exhaustion, and the check that begins a sprint.

use crate::battle::{CombatantId, Momentum};
use crate::content::action::Gait;
use crate::mechanics::movement::{self, ExertionDue};
use crate::mechanics::{Game, sight};
use crate::resolution::event::BattleEvent;
use crate::resolution::plan::PlannedWalk;
use crate::resolution::procedure::effect::conditions;
use crate::resolution::procedure::movement::walk::momentum;
use crate::resolution::procedure::plain_check;
use crate::resolution::step::Inputs;

/// Makes the exertion check due after a movement, if any.
pub fn check_if_due(
    who: CombatantId,
    momentum: &crate::battle::Momentum,
    inputs: &mut Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) {
    let game = inputs.game();
    let Some(due) = movement::exertion(game, who, momentum) else { return };
    check(who, momentum, due, inputs, events);
}

/// A runner's check against exhaustion, and the cost of failing it.
pub fn check(
    who: CombatantId,
    momentum: &Momentum,
    due: ExertionDue,
    inputs: &mut Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) {
    let Some(policy) = &inputs.rules.policies.movement.running else { return };
    let natural = plain_check::roll_die(inputs);
    let (margin, rolled) = plain_check::result(who, "keep_running", natural, due.bonus, due.difficulty, due.rule);
    events.push(rolled);
    let after = movement::after_check(policy, momentum, margin >= 0);
    events.push(BattleEvent::MomentumChanged { who, momentum: after });
    if margin >= 0 {
        return;
    }
    let mut vitals = inputs.view.row(who).vitals;
    let tired = movement::exertion_cost(policy, momentum, &vitals, -margin);
    vitals.fatigue += tired.fatigue;
    if tired.fatigue > 0 {
        let rule = movement::check_of(policy, due.sprint).fatigue_rule;
        events.push(BattleEvent::FatigueGained { who, amount: tired.fatigue, vitals, rule });
    }
    if let Some(rule) = tired.stops.or_else(|| movement::must_stop(policy, &after)) {
        let exhausted = policy.run.check.exhausted;
        events.push(BattleEvent::MomentumChanged { who, momentum: momentum::at_rest(&after) });
        conditions::gain(who, exhausted, who, rule, inputs, events);
        if let Some(condition) = movement::gait_condition(policy, momentum.gait) {
            events.push(BattleEvent::ConditionLost { who, condition, rule });
        }
    }
}

/// The check that begins a sprint. It also decides how much of the declared path the first count covers (TC-186 to
/// TC-189).
pub fn start_sprint(
    who: CombatantId,
    walk: PlannedWalk,
    inputs: &mut Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) -> PlannedWalk {
    let Some(due) = movement::sprint_start(inputs.game(), who) else { return walk };
    let feet = roll_sprint(who, "start_sprinting", due, inputs, events);
    let known = sight::known_to(inputs.game(), inputs.view.row(who).side);
    let (steps, momentum) = movement::begin_sprint(Game::new(known, inputs.book()), who, &walk.path, feet);
    let path = walk.path[..steps].to_vec();
    PlannedWalk { gait: momentum.gait, path, momentum, ..walk }
}

/// Rolls the sprint check again: the result replaces the sprinting speed. On a failure the combatant runs, and must run
/// before sprinting again.
pub fn sprint_again(who: CombatantId, due: ExertionDue, inputs: &mut Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let now = inputs.view.row(who).momentum;
    let sprint_feet = roll_sprint(who, "sprint_again", due, inputs, events);
    let (gait, gait_counts) = if sprint_feet > 0 { (Gait::Sprint, now.gait_counts) } else { (Gait::Run, 1) };
    let momentum = Momentum { sprint_feet, gait, gait_counts, ..now };
    events.push(BattleEvent::MomentumChanged { who, momentum });
    momentum::bear_gait(who, gait, inputs, events);
}

/// Feet that a sprint check adds to the base rate; 0 on a failure.
fn roll_sprint(
    who: CombatantId,
    name: &str,
    due: ExertionDue,
    inputs: &mut Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) -> u16 {
    let natural = plain_check::roll_die(inputs);
    let (margin, rolled) = plain_check::result(who, name, natural, due.bonus, due.difficulty, due.rule);
    events.push(rolled);
    let running = inputs.rules.policies.movement.running.as_ref();
    running.map_or(0, |running| movement::sprint_feet(&running.sprint, margin))
}
