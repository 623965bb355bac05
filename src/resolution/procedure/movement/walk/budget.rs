//! How much of a movement is left if the mover's speed changes on the way.

use crate::battle::CombatantId;
use crate::content::action::Gait;
use crate::content::policy::Pace;
use crate::content::refusal::Refusal;
use crate::grid::{Cell, Distance, Footprint};
use crate::mechanics::{flight, movement};
use crate::resolution::frame::Walk;
use crate::resolution::frame::movement_budget::MovementBudget;
use crate::resolution::step::Inputs;

/// The budget of a movement that begins now.
pub(crate) fn begin(who: CombatantId, gait: Gait, inputs: &Inputs<'_>) -> MovementBudget {
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
    walk.budget.spent.saturating_add(cost(walk, game.footprint(walk.who), walk.path[walk.at], inputs))
}

/// Cost of the next step on the ground in cells.
fn cost(walk: &Walk, here: Footprint, to: Cell, inputs: &Inputs<'_>) -> u16 {
    let game = inputs.game();
    let Some(way) = game.shape().direction_of_step(here.anchor, to) else { return 1 };
    let cost = movement::step_cost(game, Some(walk.who), here, way).unwrap_or(1);
    let dear = game.policies.board.distance == Distance::AlternatingDiagonals && game.shape().is_diagonal(way);
    let before = || {
        let cells: Vec<Cell> = std::iter::once(walk.start).chain(walk.path[..walk.at].iter().copied()).collect();
        let ways = cells.windows(2).filter_map(|pair| game.shape().direction_of_step(pair[0], pair[1]));
        ways.filter(|way| game.shape().is_diagonal(*way)).count()
    };
    if dear && before() % 2 == 1 { cost.saturating_mul(2) } else { cost }
}

/// Keeps what is left for later if the rate changed on the way.
pub(crate) fn settle_up(walk: &mut Walk) {
    if walk.budget.changed && walk.airway.is_none() {
        walk.momentum.unspent = walk.budget.most.saturating_sub(walk.budget.spent);
    }
}
