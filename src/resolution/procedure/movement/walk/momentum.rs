//! Momentum, the conditions of running and sprinting, and how much of a movement is left.

use crate::battle::{CombatantId, Momentum, Until};
use crate::content::{Gait, Pace, Refusal, Running};
use crate::grid::{Cell, Distance};
use crate::mechanics::movement::Passing;
use crate::mechanics::{flight, height, movement};
use crate::resolution::event::{BattleEvent, Facts};
use crate::resolution::frame::{MovementBudget, Walk};
use crate::resolution::procedure::effect::duration;
use crate::resolution::procedure::turn::economy;
use crate::resolution::step::Inputs;

/// Ends a combatant's movement: momentum and gait conditions are lost, exertion checks are remembered.
pub(crate) fn halt(who: CombatantId, inputs: &Inputs<'_>, events: &mut Facts) {
    // A jump in the air is completed (HD-205).
    if movement::measured_jump(inputs.game()).is_some() && height::is_leaping(inputs.view, who) {
        return;
    }
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
pub(crate) fn bear_gait(who: CombatantId, gait: Gait, inputs: &Inputs<'_>, events: &mut Facts) {
    let Some(policy) = &inputs.rules.policies.movement.running else { return };
    let wanted = movement::gait_condition(policy, gait);
    let conditions = &inputs.view.row(who).conditions;
    for condition in [policy.run.condition, policy.sprint.condition] {
        let rule = policy.run.condition_rule;
        if wanted == Some(condition) && !conditions.has(condition) {
            let affliction = duration::affliction(inputs.rules, inputs.view, condition, (who, who));
            events.push(BattleEvent::ConditionGained { who, affliction, rule });
        } else if wanted != Some(condition) && conditions.has(condition) {
            events.push(BattleEvent::ConditionLost { who, condition, rule });
        }
    }
}

/// Ends what a combatant gained for its movement only.
pub(crate) fn forget_movement(who: CombatantId, inputs: &Inputs<'_>, events: &mut Facts) {
    for fact in inputs.view.row(who).pairs.0.iter().filter(|fact| fact.until == Until::Halted) {
        events.push(BattleEvent::PairFactEnded { who, towards: fact.towards, slant: fact.slant });
    }
}

pub(crate) fn at_rest(momentum: &Momentum) -> Momentum {
    Momentum { checks: momentum.checks, sprint_checks: momentum.sprint_checks, ..Momentum::default() }
}

pub(crate) fn budget(who: CombatantId, gait: Gait, inputs: &Inputs<'_>) -> MovementBudget {
    let game = inputs.game();
    let rate = movement::rate(game, who, gait);
    MovementBudget { rate, most: movement::allowance(game, who, gait), spent: 0, changed: false }
}

/// Limits a movement to the mover's current speed: if halved on the way, the mover has half in total, including what it
/// has used (TA-054, TA-228, TA-235). A mover that pays out of a pool needs enough in it for the next step.
///
/// # Errors
/// Refuses the next step if it costs more than is left.
pub(crate) fn keep_to(walk: &mut Walk, inputs: &Inputs<'_>) -> Result<(), Refusal> {
    let (cell, rule) = match &inputs.rules.policies.movement.pace {
        Pace::CountPattern { .. } => return Ok(()),
        Pace::PerAction { cell, rule, .. } => (*cell, *rule),
        Pace::Pool(policy) => {
            let left = movement::usable_cells(inputs.game(), walk.who, walk.gait).unwrap_or(0);
            let price =
                || step_cost(walk, inputs).saturating_add(passing(walk, inputs).map_or(0, |passing| passing.cells));
            let short = walk.at < walk.path.len() && price() > left;
            return if short { Err(Refusal::new("has too little movement left", policy.rule)) } else { Ok(()) };
        }
    };
    let (budget, rate) = (walk.budget, movement::rate(inputs.game(), walk.who, walk.gait));
    if rate != budget.rate {
        let cells = |rate: u16| rate / cell.max(1);
        let most = (budget.most + cells(rate)).saturating_sub(cells(budget.rate));
        walk.budget = MovementBudget { rate, most, changed: true, ..budget };
    }
    if !walk.budget.changed || walk.at >= walk.path.len() || spent_with(walk, inputs) <= walk.budget.most {
        return Ok(());
    }
    Err(Refusal::new(format!("its speed is now {}", inputs.rules.policies.board.unit.long(rate)), rule))
}

/// The price of the next step of a walk into the space of another, if there is one that the mover can pay.
fn passing(walk: &Walk, inputs: &Inputs<'_>) -> Option<Passing> {
    if walk.airway.is_some() || walk.course.is_some() {
        return None;
    }
    let here = inputs.view.footprint(walk.who);
    movement::passing(inputs.game(), walk.who, walk.gait, (here, here.at(walk.path[walk.at]))).ok().flatten()
}

/// Cells of movement that the next step costs. Leaps and other movements with a course cost one cell a step, wherever they lead.
pub(super) fn step_cost(walk: &Walk, inputs: &Inputs<'_>) -> u16 {
    if let Some(cost) = cost_of_course(walk, inputs) {
        return cost;
    }
    let by_steps = matches!(walk.gait, Gait::Leap | Gait::Climb | Gait::Swim | Gait::PushOff(_) | Gait::Burrow);
    if by_steps { 1 } else { spent_with(walk, inputs).saturating_sub(walk.budget.spent) }
}

/// Cells of movement that the next step of a measured jump or a climb costs, where those have costs of their own.
fn cost_of_course(walk: &Walk, inputs: &Inputs<'_>) -> Option<u16> {
    let (game, station) = (inputs.game(), walk.next_station()?);
    match walk.gait {
        Gait::Leap => {
            movement::measured_jump(game)?;
            let before = walk.at.checked_sub(1).map_or(walk.start, |at| walk.path[at]);
            let [done, next] = [before, walk.path[walk.at]].map(|cell| movement::jump_cost(game, walk.start, cell));
            Some(next.saturating_sub(done))
        }
        Gait::Climb => {
            let there = height::ground(game.view, station.at).saturating_add(station.altitude);
            let to = game.footprint(walk.who).at(walk.path[walk.at]);
            movement::climbing_cost(game, walk.who, to, there.abs_diff(height::of(game.view, walk.who)))
        }
        Gait::HighJump => Some(1),
        // The action has paid for a return to the surface.
        Gait::Swim => game.policies.water.cost_below().map(|_| 0),
        _ => None,
    }
}

/// The facts that the next step is paid for and its diagonals are counted, where the rules remember either.
pub(crate) fn pays_for_step(walk: &Walk, inputs: &Inputs<'_>, events: &mut Facts) {
    let (game, who) = (inputs.game(), walk.who);
    let counts = walk.airway.is_none() && walk.course.is_none() && movement::counts_all_diagonals(game);
    if !counts && movement::pool_policy(game).is_none() {
        return;
    }
    if let Some(passing) = passing(walk, inputs) {
        economy::pay_for_passing(who, passing, inputs, events);
    }
    let way = game.shape().direction_of_step(game.footprint(who).anchor, walk.path[walk.at]);
    let is_diagonal = counts && way.is_some_and(|way| game.shape().is_diagonal(way));
    pays_cells(who, (walk.gait, step_cost(walk, inputs)), is_diagonal, inputs, events);
}

/// Pays for cells of movement at a gait out of the pool, and for movement that is bought because the pool has too little.
pub(crate) fn pays_cells(
    who: CombatantId,
    cells: (Gait, u16),
    is_diagonal: bool,
    inputs: &Inputs<'_>,
    events: &mut Facts,
) {
    let game = inputs.game();
    let Some((pool, purchase)) = movement::pool_after_step(game, who, cells, is_diagonal) else { return };
    if let Some(purchase) = purchase {
        economy::pay_for_movement(who, purchase, inputs, events);
    }
    events.push(BattleEvent::MovementSpent { who, pool, rule: movement::pace_rule(&game.policies.movement.pace) });
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
    let is_odd = || {
        if movement::counts_all_diagonals(game) {
            return movement::is_diagonal_due(game, walk.who);
        }
        let cells: Vec<Cell> = std::iter::once(walk.start).chain(walk.path[..walk.at].iter().copied()).collect();
        let ways = cells.windows(2).filter_map(|pair| game.shape().direction_of_step(pair[0], pair[1]));
        ways.filter(|way| is_dear(*way)).count() % 2 == 1
    };
    let cost = if is_dear(way) { movement::diagonal_cost(game, cost, is_odd()) } else { cost };
    walk.budget.spent.saturating_add(cost)
}

/// Keeps what is left for later if the rate changed on the way.
pub(crate) fn settle_up(walk: &mut Walk) {
    if walk.budget.changed && walk.airway.is_none() {
        walk.momentum.unspent = walk.budget.most.saturating_sub(walk.budget.spent);
    }
}
