//! Walking and running, count by count (TC-134, TC-146, TC-147, TC-175 to TC-188, G-35, G-36; Fragments: TA-054).

use super::budget::is_diagonal_due;
use super::exertion::CHECK_DUE;
use super::flood::Walker;
use super::gait::{TurnLimit, is_running, may_enter, may_use_gait, turn_limit};
use super::jump;
use super::leap::effort;
use super::pace::{
    allowance_at, best_case_rate, cells_on_count, diagonal_cost, kept_at_most, pace_rule, rate, sprint_rate, step_cost,
};
use super::passing::passing_cells;
use super::{flight, tunnel};
use crate::battle::{CombatantId, Momentum};
use crate::content::refusal::refuse_if;
use crate::content::{Gait, MovementPolicy, MovementPoolPolicy, Pace, Refusal, Rule};
use crate::grid::{Cell, Direction, Distance, Footprint, Shape, StepCosts};
use crate::mechanics::{Game, height, space, water, weightless};

/// Momentum after the next count, in which the combatant moves along a path at a gait. The path excludes the mover's
/// own cell. In systems that count movement it may be empty: the count still passes, and unspent movement is carried
/// over up to a limit (TC-147, G-35, G-36). If movement is an action, the path must not be empty (TA-054).
///
/// # Errors
/// If the gait is not available, a cell is not adjacent or cannot be entered, the path is too long, or a turn is too sharp
/// for a runner.
pub fn walk(game: Game<'_>, id: CombatantId, gait: Gait, path: &[Cell]) -> Result<Momentum, Refusal> {
    may_use_gait(game, id, gait)?;
    match gait {
        Gait::Leap | Gait::Climb => return effort(game, id, gait, path),
        Gait::HighJump => return jump::high_jump(game, id, path),
        Gait::Swim => return water::swim(game, id, path),
        Gait::Fly(pitch) => flight::plan(game, id, pitch, path).map(drop)?,
        Gait::PushOff(pitch) => weightless::plan(game, id, pitch, path).map(drop)?,
        Gait::Squeeze => tunnel::plan_squeeze(game, id, path).map(drop)?,
        Gait::Burrow => tunnel::plan_burrow(game, id, path)?,
        _ => return paced(game, id, (gait, best_case_rate(game, id, gait)), path),
    }
    Ok(Momentum { counts: 1, gait, ..Momentum::default() })
}

/// Number of steps on the first count of a sprint that adds `faster` to the rate (0 for a run), and the momentum after it
/// (TC-187, TC-188).
pub fn begin_sprint(game: Game<'_>, id: CombatantId, path: &[Cell], faster: u16) -> (usize, Momentum) {
    let gait = if faster > 0 { Gait::Sprint } else { Gait::Run };
    let rate = sprint_rate(&game.policies.movement, rate(game, id, Gait::Walk), faster);
    let along = |steps: usize| paced(game, id, (gait, rate), &path[..steps]).ok().map(|after| (steps, after));
    let (steps, after) = (0..=path.len()).rev().find_map(along).unwrap_or_default();
    // After a failed start the combatant must run again before sprinting.
    let gait_counts = if faster > 0 { after.gait_counts } else { 1 };
    (steps, Momentum { sprint_bonus: faster, gait_counts, ..after })
}

fn paced(game: Game<'_>, id: CombatantId, (gait, rate): (Gait, u16), path: &[Cell]) -> Result<Momentum, Refusal> {
    let policy = &game.policies.movement;
    let (shape, before) = (game.shape(), game.row(id).momentum);
    let limit = turn_limit(policy, shape, gait);
    let next = match policy.pace {
        Pace::CountPattern { .. } => next_count(&before, gait),
        Pace::PerAction { rule, .. } | Pace::Pool(MovementPoolPolicy { rule, .. }) if path.is_empty() => {
            return Err(Refusal::new("a movement needs at least one step", rule));
        }
        Pace::PerAction { .. } | Pace::Pool(_) => {
            let gait = if gait == Gait::Onward { before.gait } else { gait };
            let run_up = jump::measured_jump(game).map_or(0, |_| before.run_up.saturating_add(path.len() as u16));
            Momentum { counts: 1, gait, heading: before.heading, run_up, ..Momentum::default() }
        }
    };
    let mut course = Course { after: next, turned: None };
    let mut even = EvenGround::of(policy, gait);
    let (budget, mut spent) = (allowance_at(game, id, gait, rate), 0u16);
    let (mut here, mut diagonals) = (game.footprint(id), u16::from(is_diagonal_due(game, id)));
    // For longer paths the cells occupied by others are collected first.
    let mut walker = (path.len() > 2 && !space::is_wedged(game, id)).then(|| Walker::new(game, id, gait));
    for (at, &cell) in path.iter().enumerate() {
        let (step, cost) = step(game, (id, gait), here, cell, &mut diagonals, walker.as_mut())?;
        even.check(game, (id, here), step)?;
        spent = spent.saturating_add(cost);
        let refused = || {
            let unit = if matches!(policy.pace, Pace::CountPattern { .. }) { "count" } else { "movement" };
            format!("{spent} cells of movement are more than the {budget} of this {unit}")
        };
        refuse_if!(spent > budget, refused(), pace_rule(&policy.pace));
        course.steer(shape, step, at, limit)?;
        here = here.at(cell);
    }
    space::may_end(game, id, here)?;
    let idle = path.is_empty() && cells_on_count(&policy.pace, rate, before.counts + 1) > 0;
    let unspent = match (budget - spent, &policy.pace) {
        (left @ 1.., Pace::CountPattern { .. }) => left.min(kept_at_most(game, id, here)),
        (_, Pace::Pool(_)) => 0,
        (left, _) => left,
    };
    Ok(course.finished(&before, unspent, idle))
}

/// What gaits that need even ground ask of each step: ground that is not difficult, and for straight ones the same direction.
struct EvenGround {
    rule: Option<Rule>,
    heading: Option<Direction>,
    straight: bool,
}

impl EvenGround {
    fn of(policy: &MovementPolicy, gait: Gait) -> EvenGround {
        let (rule, straight) = match gait {
            Gait::Step => (policy.step_rule, false),
            Gait::Straight(_) | Gait::OnwardThrough => (policy.straight_rule, true),
            _ => (None, false),
        };
        EvenGround { rule, heading: None, straight }
    }

    fn check(&mut self, game: Game<'_>, (id, here): (CombatantId, Footprint), step: Direction) -> Result<(), Refusal> {
        let Some(rule) = self.rule else { return Ok(()) };
        let rough = step_cost(game, Some(id), here, step).is_none_or(|cost| cost > 1);
        refuse_if!(rough, "the ground is difficult", rule);
        let turns = self.straight && self.heading.is_some_and(|heading| heading != step);
        refuse_if!(turns, "the way must be straight", rule);
        self.heading = Some(step);
        Ok(())
    }
}

fn step(
    game: Game<'_>,
    (id, gait): (CombatantId, Gait),
    here: Footprint,
    to: Cell,
    diagonals: &mut u16,
    walker: Option<&mut Walker<'_>>,
) -> Result<(Direction, u16), Refusal> {
    let (shape, board) = (game.shape(), &game.policies.board);
    let step = (shape.direction_of_step(here.anchor, to))
        .filter(|step| board.distance != Distance::NoDiagonals || !shape.is_diagonal(*step))
        .ok_or_else(|| Refusal::new(format!("{to} is not next to {}", here.anchor), board.rule))?;
    let free = walker.and_then(|walker| {
        walker.leave(here.anchor);
        walker.enter(here.anchor, step, to)
    });
    let passing = passing_cells(game, id, gait, (here, here.at(to)))?;
    let cost = match free {
        Some(cost) => cost.saturating_sub(passing),
        None => {
            let cost = step_cost(game, Some(id), here, step);
            let cost = cost.ok_or_else(|| why_blocked(game, here, to))?;
            may_enter(game, id, gait, here.at(to))?;
            cost
        }
    };
    let diagonal = shape.is_diagonal(step);
    let counts = diagonal && gait != Gait::Step; // a careful step is one cell in every direction
    let alternates = counts && board.distance == Distance::AlternatingDiagonals;
    let is_second = *diagonals % 2 == 1;
    *diagonals += u16::from(diagonal);
    let ground = if alternates { diagonal_cost(game, cost, is_second) } else { cost };
    Ok((step, ground.saturating_add(passing)))
}

fn why_blocked(game: Game<'_>, here: Footprint, to: Cell) -> Refusal {
    match &game.policies.height {
        Some(policy) if height::is_ledge(game, here, here.at(to)) => {
            Refusal::new(format!("{to} is too far up or down to walk: climb or jump"), policy.ledge_rule)
        }
        _ => Refusal::new(format!("{to} cannot be entered from {}", here.anchor), game.policies.board.rule),
    }
}

fn next_count(before: &Momentum, gait: Gait) -> Momentum {
    let kept = if before.counts > 0 {
        *before
    } else {
        let Momentum { checks, sprint_checks, sprint_bonus, .. } = *before;
        Momentum { checks, sprint_checks, sprint_bonus, ..Momentum::default() }
    };
    let runs = gait.is_fast();
    let goes_on = kept.counts > 0 && kept.gait == gait;
    let since_check = match (runs, is_running(&kept)) {
        (false, _) => 0,
        (true, true) => kept.since_check.saturating_add(1),
        // A run begins with a check.
        (true, false) => CHECK_DUE,
    };
    Momentum {
        counts: kept.counts.saturating_add(1),
        gait,
        gait_counts: if goes_on { kept.gait_counts.saturating_add(1) } else { 1 },
        since_check,
        since_turn: if runs { kept.since_turn } else { 0 },
        failures: if is_running(&kept) && runs { kept.failures } else { 0 },
        sprint_bonus: if runs { kept.sprint_bonus } else { 0 },
        ..kept
    }
}

struct Course {
    after: Momentum,
    turned: Option<usize>,
}

impl Course {
    /// Applies the step at index `at`. A runner can only turn a little, and not often (TC-175 to TC-178).
    fn steer(&mut self, shape: Shape, step: Direction, at: usize, limit: Option<TurnLimit>) -> Result<(), Refusal> {
        let turn = turned(shape, &mut self.after, step);
        if turn == 0 {
            return Ok(());
        }
        if let Some((degrees, counts, rule)) = limit {
            let since = self.after.since_turn;
            let too_soon = self.turned.is_some() || (since > 0 && since < counts);
            let refused = || format!("a runner turns at most {degrees} degrees in {counts} counts");
            refuse_if!(turn > degrees || too_soon, refused(), rule);
        }
        self.turned = Some(at);
        Ok(())
    }

    /// Momentum at the end of the count. Idle counts do not build up speed.
    fn finished(self, before: &Momentum, unspent: u16, idle: bool) -> Momentum {
        let mut after = Momentum { unspent, ..self.after };
        let runs = after.gait.is_fast();
        let straight = if before.counts > 0 { before.straight_counts } else { 0 };
        after.straight_counts = match self.turned {
            Some(0) => 1,
            Some(_) => 0,
            None => straight.saturating_add(u16::from(!idle && after.heading.is_some())),
        };
        after.since_turn = match (runs, self.turned, after.since_turn) {
            (false, _, _) | (true, None, 0) => 0,
            (true, Some(_), _) => 1,
            (true, None, since) => since.saturating_add(1),
        };
        after
    }
}

/// Updates direction and returns the turn in degrees. On hexagons a zigzag one cell wide is a straight line (TC-178).
fn turned(shape: Shape, memory: &mut Momentum, step: Direction) -> u16 {
    let (last, weave) = (memory.heading, memory.weave);
    memory.heading = Some(step.0);
    let Some(last) = last else {
        memory.straight = 1;
        return 0;
    };
    let turn = shape.turn(Direction(last), step);
    let weaves = shape == Shape::Hex;
    let (turn, weave, straight) = match weave {
        None if turn == 0 => (0, None, memory.straight.saturating_add(1)),
        Some(other) if other == step.0 => (0, Some(last), memory.straight.saturating_add(1)),
        // Leaving the zigzag along one of its two directions.
        Some(_) if turn == 0 => (HEX_STEP / 2, None, 2),
        // Entering a zigzag. After a single step, the zigzag counts as the direction from the start.
        None if weaves && turn == HEX_STEP => (if memory.straight == 1 { 0 } else { HEX_STEP / 2 }, Some(last), 2),
        Some(_) if turn == HEX_STEP => (HEX_STEP, Some(last), 2),
        _ => (turn, None, 1),
    };
    (memory.weave, memory.straight) = (weave, straight);
    turn
}

/// Degrees between neighbouring directions on hexagons.
const HEX_STEP: u16 = 60;
