//! What a movement that takes an action may spend, if the speed of the mover changes on the way.

use serde::{Deserialize, Serialize};

use crate::battle::CombatantId;
use crate::content::action::Gait;
use crate::content::policy::Pace;
use crate::content::refusal::Refusal;
use crate::grid::{Cell, Distance, Footprint};
use crate::mechanics::{flight, movement};
use crate::resolution::frame::Walk;
use crate::resolution::step::Inputs;

/// What a movement that takes an action may spend, and has spent.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Purse {
    /// The rate in feet by which `most` was found.
    pub rate: u16,
    /// Cells of movement in all.
    pub most: u16,
    /// Cells of movement spent on the steps taken.
    pub spent: u16,
    /// Whether the rate has changed on the way.
    pub changed: bool,
}

/// What a movement that begins now may spend.
pub(super) fn purse(who: CombatantId, gait: Gait, inputs: &Inputs<'_>) -> Purse {
    let (view, book) = (inputs.view, inputs.book());
    let rate = movement::rate(view, book, who, gait);
    Purse { rate, most: movement::allowance(view, book, who, gait), spent: 0, changed: false }
}

/// A mover goes no further than its speed is by now: one whose speed is halved on the way has only half of it in all,
/// what it has gone already included (TA-054, TA-228, TA-235).
///
/// # Errors
/// Refuses the next step, if it takes more than is left.
pub(super) fn keep_to(walk: &mut Walk, inputs: &Inputs<'_>) -> Result<(), Refusal> {
    let Pace::PerAction { feet, rule, .. } = inputs.rules.policies.movement.pace else { return Ok(()) };
    let (purse, rate) = (walk.purse, movement::rate(inputs.view, inputs.book(), walk.who, walk.gait));
    if rate != purse.rate {
        let cells = |rate: u16| rate / feet.max(1);
        let most = (purse.most + cells(rate)).saturating_sub(cells(purse.rate));
        walk.purse = Purse { rate, most, changed: true, ..purse };
    }
    if !walk.purse.changed || walk.at >= walk.path.len() || spent_with(walk, inputs) <= walk.purse.most {
        return Ok(());
    }
    Err(Refusal::new(format!("its speed is {rate} feet by now"), rule))
}

/// Cells of movement spent once the next step is taken.
pub(super) fn spent_with(walk: &Walk, inputs: &Inputs<'_>) -> u16 {
    let (view, book, next) = (inputs.view, inputs.book(), walk.at + 1);
    if let Some(airway) = &walk.airway {
        return flight::movement_spent(
            view,
            book,
            (walk.who, walk.start),
            &walk.path[..next.min(walk.path.len())],
            airway,
        );
    }
    walk.purse.spent.saturating_add(cost(walk, view.footprint(walk.who), walk.path[walk.at], inputs))
}

/// Cells of movement of the next step on the ground.
fn cost(walk: &Walk, here: Footprint, to: Cell, inputs: &Inputs<'_>) -> u16 {
    let (view, book) = (inputs.view, inputs.book());
    let Some(way) = view.shape().direction_of_step(here.anchor, to) else { return 1 };
    let cost = movement::step_cost(view, book, Some(walk.who), here, way).unwrap_or(1);
    let dear = book.policies.board.distance == Distance::AlternatingDiagonals && view.shape().is_diagonal(way);
    let before = || {
        let cells: Vec<Cell> = std::iter::once(walk.start).chain(walk.path[..walk.at].iter().copied()).collect();
        let ways = cells.windows(2).filter_map(|pair| view.shape().direction_of_step(pair[0], pair[1]));
        ways.filter(|way| view.shape().is_diagonal(*way)).count()
    };
    if dear && before() % 2 == 1 { cost.saturating_mul(2) } else { cost }
}

/// What is left once the movement is over, if the rate has changed on the way.
pub(super) fn settle_up(walk: &mut Walk) {
    if walk.purse.changed && walk.airway.is_none() {
        walk.momentum.unspent = walk.purse.most.saturating_sub(walk.purse.spent);
    }
}
