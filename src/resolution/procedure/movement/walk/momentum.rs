//! Momentum, the conditions and exertion of running and sprinting, and how much of a movement is left.

use crate::battle::{CombatantId, Momentum, Until};
use crate::content::action::Gait;
use crate::content::policy::{Pace, Running};
use crate::content::refusal::Refusal;
use crate::grid::{Cell, Distance};
use crate::mechanics::movement::{self, ExertionDue};
use crate::mechanics::{Game, flight, sight};
use crate::resolution::event::BattleEvent;
use crate::resolution::frame::{MovementBudget, Walk};
use crate::resolution::plan::PlannedWalk;
use crate::resolution::procedure::effect::conditions::{self, duration};
use crate::resolution::procedure::plain_check;
use crate::resolution::step::Inputs;

/// Ends a combatant's movement: momentum and gait conditions are lost, exertion checks are remembered.
pub(crate) fn halt(who: CombatantId, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
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

/// Gives runners and sprinters the condition of their gait, and takes it from all others.
pub(crate) fn bear_gait(who: CombatantId, gait: Gait, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let Some(policy) = &inputs.rules.policies.movement.running else { return };
    let wanted = movement::gait_condition(policy, gait);
    let conditions = &inputs.view.row(who).conditions;
    for condition in [policy.run.condition, policy.sprint.condition] {
        let rule = policy.run.condition_rule;
        if wanted == Some(condition) && !conditions.has(condition) {
            let affliction = duration::affliction(inputs.rules, inputs.view, condition, who);
            events.push(BattleEvent::ConditionGained { who, affliction, rule });
        } else if wanted != Some(condition) && conditions.has(condition) {
            events.push(BattleEvent::ConditionLost { who, condition, rule });
        }
    }
}

/// Ends what a combatant gained for its movement only.
pub(crate) fn forget_movement(who: CombatantId, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    for fact in inputs.view.row(who).pairs.0.iter().filter(|fact| fact.until == Until::Halted) {
        events.push(BattleEvent::PairFactEnded { who, towards: fact.towards, slant: fact.slant });
    }
}

/// The momentum after a movement has ended.
pub(crate) fn at_rest(momentum: &Momentum) -> Momentum {
    Momentum { checks: momentum.checks, sprint_checks: momentum.sprint_checks, ..Momentum::default() }
}

/// A runner's check against exhaustion after a movement, if it is due, and the cost of failing it.
pub(crate) fn check_exertion(
    who: CombatantId,
    momentum: &Momentum,
    inputs: &mut Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) {
    let Some(due) = movement::exertion(inputs.game(), who, momentum) else { return };
    let Some(policy) = &inputs.rules.policies.movement.running else { return };
    let natural = plain_check::roll_die(inputs);
    let margin = plain_check::judge(who, "keep_running", natural, due.bonus, due.difficulty, due.rule, events);
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
        events.push(BattleEvent::MomentumChanged { who, momentum: at_rest(&after) });
        conditions::gain(who, exhausted, who, rule, inputs, events);
        if let Some(condition) = movement::gait_condition(policy, momentum.gait) {
            events.push(BattleEvent::ConditionLost { who, condition, rule });
        }
    }
}

/// The check that begins a sprint. It also decides how much of the declared path the first count covers (TC-186 to
/// TC-189).
pub(crate) fn start_sprint(
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
pub(crate) fn sprint_again(who: CombatantId, due: ExertionDue, inputs: &mut Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let now = inputs.view.row(who).momentum;
    let sprint_feet = roll_sprint(who, "sprint_again", due, inputs, events);
    let (gait, gait_counts) = if sprint_feet > 0 { (Gait::Sprint, now.gait_counts) } else { (Gait::Run, 1) };
    let momentum = Momentum { sprint_feet, gait, gait_counts, ..now };
    events.push(BattleEvent::MomentumChanged { who, momentum });
    bear_gait(who, gait, inputs, events);
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
    let margin = plain_check::judge(who, name, natural, due.bonus, due.difficulty, due.rule, events);
    let running = inputs.rules.policies.movement.running.as_ref();
    running.map_or(0, |running| movement::sprint_feet(&running.sprint, margin))
}

/// The budget of a movement that begins now.
pub(crate) fn budget(who: CombatantId, gait: Gait, inputs: &Inputs<'_>) -> MovementBudget {
    let game = inputs.game();
    let rate = movement::rate(game, who, gait);
    MovementBudget { rate, most: movement::allowance(game, who, gait), spent: 0, changed: false }
}

/// Limits a movement to the mover's current speed: if halved on the way, the mover has half in total, including what it
/// has used (TA-054, TA-228, TA-235).
///
/// # Errors
/// Refuses the next step if it costs more than is left.
pub(crate) fn keep_to(walk: &mut Walk, inputs: &Inputs<'_>) -> Result<(), Refusal> {
    let Pace::PerAction { feet, rule, .. } = inputs.rules.policies.movement.pace else { return Ok(()) };
    let (budget, rate) = (walk.budget, movement::rate(inputs.game(), walk.who, walk.gait));
    if rate != budget.rate {
        let cells = |rate: u16| rate / feet.max(1);
        let most = (budget.most + cells(rate)).saturating_sub(cells(budget.rate));
        walk.budget = MovementBudget { rate, most, changed: true, ..budget };
    }
    if !walk.budget.changed || walk.at >= walk.path.len() || spent_with(walk, inputs) <= walk.budget.most {
        return Ok(());
    }
    Err(Refusal::new(format!("its speed is now {rate} feet"), rule))
}

/// Cells of movement spent after the next step.
pub(crate) fn spent_with(walk: &Walk, inputs: &Inputs<'_>) -> u16 {
    let (game, next) = (inputs.game(), walk.at + 1);
    if let Some(airway) = &walk.airway {
        return flight::movement_spent(game, (walk.who, walk.start), &walk.path[..next.min(walk.path.len())], airway);
    }
    let (here, to) = (game.footprint(walk.who), walk.path[walk.at]);
    let Some(way) = game.shape().direction_of_step(here.anchor, to) else {
        return walk.budget.spent.saturating_add(1);
    };
    let cost = movement::step_cost(game, Some(walk.who), here, way).unwrap_or(1);
    let is_dear = |way| game.policies.board.distance == Distance::AlternatingDiagonals && game.shape().is_diagonal(way);
    let before = || {
        let cells: Vec<Cell> = std::iter::once(walk.start).chain(walk.path[..walk.at].iter().copied()).collect();
        let ways = cells.windows(2).filter_map(|pair| game.shape().direction_of_step(pair[0], pair[1]));
        ways.filter(|way| is_dear(*way)).count()
    };
    let doubled = is_dear(way) && before() % 2 == 1;
    walk.budget.spent.saturating_add(if doubled { cost.saturating_mul(2) } else { cost })
}

/// Keeps what is left for later if the rate changed on the way.
pub(crate) fn settle_up(walk: &mut Walk) {
    if walk.budget.changed && walk.airway.is_none() {
        walk.momentum.unspent = walk.budget.most.saturating_sub(walk.budget.spent);
    }
}
