//! Courses: movements decided as a whole by one roll or by what they pass through (leaps, climbs, swims, push-offs,
//! gaps, earth). The course is computed at the start and taken step by step.

use crate::battle::{CombatantId, Tunnel, View};
use crate::content::{ClimbCost, Gait, HeightPolicy, JumpPolicy, Refusal, RollType, Rule};
use crate::grid::{Cell, Footprint};
use crate::mechanics::{Game, checks, height, movement, sight, space, status, tunnel, water as swimming};
use crate::resolution::event::{BattleEvent, Cause, Facts, GroundChange};
use crate::resolution::frame::{CourseEnd, Fall, MovementCourse, Station, Walk};
use crate::resolution::procedure::effect::conditions;
use crate::resolution::procedure::forced::shift;
use crate::resolution::procedure::movement::{drift, fall, jump, water};
use crate::resolution::procedure::plain_check::PlainCheck;
use crate::resolution::step::Inputs;

type CourseResult = Result<MovementCourse, Refusal>;

/// Whether movements of this gait have a course.
pub(crate) fn is_needed(gait: Gait) -> bool {
    matches!(
        gait,
        Gait::Leap | Gait::HighJump | Gait::Climb | Gait::Swim | Gait::PushOff(_) | Gait::Squeeze | Gait::Burrow
    )
}

/// Whether a mover can continue its course: it can move and is where its last step ended.
pub(crate) fn can_continue(walk: &Walk, course: &MovementCourse, inputs: &Inputs<'_>) -> Result<(), Refusal> {
    let (game, who, rule) = (inputs.game(), walk.who, inputs.rules.policies.space.enter_rule);
    let here = Station { at: game.footprint(who), altitude: game.altitude(who) };
    let last = walk.at.checked_sub(1).and_then(|at| course.stations.get(at));
    if last.is_some_and(|last| *last != here) {
        return Err(Refusal::new("is off its path", rule));
    }
    if status::is_immobile(game, who) {
        return Err(Refusal::new("cannot move any further", rule));
    }
    Ok(())
}

/// Checks the movement again, as an interruption may have changed things, and computes its course. The declared path is
/// empty if it goes straight up or down.
pub(crate) fn compute(walk: &Walk, inputs: &mut Inputs<'_>, events: &mut Facts) -> CourseResult {
    let (who, gait, game) = (walk.who, walk.gait, inputs.game());
    let unknown = sight::unknown_to(game, game.row(who).side);
    let known = Game { view: game.view.without(&unknown), ..game };
    let path: &[Cell] = if walk.path == [game.footprint(who).anchor] { &[] } else { &walk.path };
    let momentum = movement::walk(known, who, gait, path)?;
    match gait {
        Gait::Leap => {
            events.push(BattleEvent::MomentumChanged { who, momentum });
            leap(who, known, path, inputs, events)
        }
        Gait::HighJump => Ok(course(who, jump::high_jump(who, path, inputs, events), CourseEnd::Nothing, inputs)),
        Gait::Climb => climb(who, path, inputs, events),
        Gait::Swim => swim(who, path, inputs, events),
        Gait::PushOff(pitch) => drift::push_off(who, known, (pitch, path), inputs, events),
        // The mover comes out of the gap, or is stuck in it (TA-259).
        Gait::Squeeze => {
            let out = tunnel::plan_squeeze(known, who, path)?;
            let policies = &inputs.rules.policies;
            let rule = policies.squeeze.as_ref().map_or(policies.board.rule, |policy| policy.rule);
            Ok(on_ground(tunnel::footprints_along(known.view, who, path, out), rule))
        }
        // A path through earth, dug out step by step.
        _ => {
            let policy = tunnel::may_burrow(game, who)?;
            let body = game.footprint(who);
            Ok(on_ground(path.iter().map(|cell| body.at(*cell)).collect(), policy.rule))
        }
    }
}

fn on_ground(places: Vec<Footprint>, rule: Rule) -> MovementCourse {
    let stations = places.into_iter().map(|at| Station { at, altitude: 0 }).collect();
    MovementCourse { stations, cause: Cause::Step, rule, then: CourseEnd::Nothing }
}

/// Whether the next step passes over others, as a leap does until it lands.
pub(crate) fn passes_over(walk: &Walk) -> bool {
    walk.gait == Gait::Leap && walk.at + 1 < walk.path.len()
}

/// Whether a mover may take the next step of its course at its height.
pub(crate) fn may_enter(walk: &Walk, at: Footprint, view: View<'_>, inputs: &Inputs<'_>) -> Result<(), Refusal> {
    let (who, game) = (walk.who, Game::new(view, inputs.book()));
    match walk.gait {
        _ if passes_over(walk) => Ok(()),
        Gait::Leap | Gait::HighJump | Gait::Climb => space::entry_by_force(game, who, at),
        Gait::PushOff(_) => space::may_end(game, who, at),
        // The earth is dug out only when entered.
        Gait::Burrow if space::is_blocked(game, who, at) => {
            Err(Refusal::new("an enemy blocks the space", game.policies.space.enter_rule))
        }
        Gait::Burrow => Ok(()),
        _ => space::entry(game, who, at),
    }
}

/// Takes the next step of a course, with all held in one space with the mover.
pub(crate) fn take_step(walk: &Walk, course: &MovementCourse, to: Station, inputs: &Inputs<'_>, events: &mut Facts) {
    let (who, view) = (walk.who, inputs.view);
    if walk.gait == Gait::Burrow {
        dig(who, to.at, inputs, events);
    }
    let bodies = shift::along_at(view, who, to.at, to.altitude);
    let rule = shift::drag_rule(who, inputs).unwrap_or(course.rule);
    events.push(BattleEvent::Displaced { bodies, cause: course.cause, rule });
    if walk.gait == Gait::Swim && course.cause == Cause::Step {
        water::surfaces(who, to, inputs, events);
    }
    let policy = inputs.rules.policies.height.as_ref().filter(|_| walk.at + 1 == walk.path.len());
    if let (CourseEnd::Clings, Some(policy)) = (course.then, policy) {
        conditions::gain(who, policy.climb.clinging, who, policy.climb.skill.rule, inputs, events);
    }
}

/// Turns the earth entered into a tunnel (TA-171, TA-172).
fn dig(who: CombatantId, at: Footprint, inputs: &Inputs<'_>, events: &mut Facts) {
    let (view, Some(policy)) = (inputs.view, &inputs.rules.policies.burrow) else { return };
    let cells = at.cells(view.shape());
    for &cell in cells.iter().filter(|cell| tunnel::is_earth(view, **cell)) {
        let tunnel = Tunnel { cell, was: view.board().tile(cell).unwrap_or_default(), by: who };
        events.push(BattleEvent::GroundChanged(GroundChange::Dug { tunnel, rule: policy.rule }));
    }
}

/// The end of a course: a push-off stops drifting at an obstacle, and a short leap becomes a fall.
pub(crate) fn ended(walk: &Walk, inputs: &mut Inputs<'_>, events: &mut Facts) -> Option<Fall> {
    let course = walk.course.as_ref()?;
    jump::lands(walk, inputs, events);
    if let Gait::PushOff(_) = walk.gait {
        drift::runs_into(walk.who, inputs, events);
    }
    let CourseEnd::Falls { eased } = course.then else { return None };
    let gone_through = walk.at == walk.path.len() && height::is_leaping(inputs.view, walk.who);
    let (who, cells) = (walk.who, walk.at as u16);
    let jumped = movement::measured_jump(inputs.game()).is_some();
    gone_through.then_some(Fall { eased, cells, jumped, ..Fall::of(who) })
}

fn policy<'a>(inputs: &Inputs<'a>) -> Result<&'a HeightPolicy, Refusal> {
    let policy = inputs.rules.policies.height.as_ref();
    policy.ok_or_else(|| Refusal::new("these rules have no leaps or climbs", inputs.rules.policies.board.rule))
}

fn course(who: CombatantId, stations: Vec<Station>, then: CourseEnd, inputs: &Inputs<'_>) -> MovementCourse {
    let rule = shift::drag_rule(who, inputs).unwrap_or(inputs.rules.policies.space.enter_rule);
    MovementCourse { stations, cause: Cause::Step, rule, then }
}

/// A leap: the roll decides the distance; a failure clears no known body. The rest of a jump down is a fall, which the
/// roll shortens (TA-141, TA-G15, TA-G17).
fn leap(who: CombatantId, known: Game<'_>, path: &[Cell], inputs: &mut Inputs<'_>, events: &mut Facts) -> CourseResult {
    let view = inputs.view;
    let policy = match &policy(inputs)?.jump {
        JumpPolicy::Rolled(policy) => policy,
        JumpPolicy::Measured(measured) => {
            let (stations, then) = jump::long_jump(who, measured, path, inputs, events);
            return Ok(course(who, stations, then, inputs));
        }
    };
    let bonus = checks::skill_bonus(view, who, &policy.skill);
    let difficulty = movement::leap_difficulty(known, who, policy, path);
    let (needed, rule) = (difficulty.total(), policy.skill.rule);
    let check = PlainCheck { who, name: "jump", roll: RollType::Skill, bonus, difficulty, rule };
    let margin = check.roll(inputs, events);
    let total = margin.saturating_add(needed).max(0);
    let (body, start) = (view.footprint(who), height::of(view, who));
    let ground = |cell: &Cell| height::ground(view, body.at(*cell));
    let reached = |cells: usize| margin >= 0 || movement::gap(known.book(), cells) <= total;
    let rises = path.last().is_some_and(|end| ground(end) > start);
    let most = if margin >= 0 { path.len() } else { movement::leap_before_bodies(known, who, policy, path) };
    let cells = (1..=most).rev().find(|cells| reached(*cells)).unwrap_or(0);
    let cells = if margin < 0 && rises { cells.min(path.len() - 1) } else { cells };
    // In the air it is as high as its start or its landing, whichever is higher.
    let high = path[..cells].last().map_or(start, |end| start.max(ground(end)));
    let over = |cell: &Cell| Station { at: body.at(*cell), altitude: (high - ground(cell)).max(0) };
    let mut stations: Vec<Station> = path[..cells].iter().map(over).collect();
    let then = match stations.last_mut() {
        Some(last) if margin >= 0 => {
            last.altitude = 0;
            CourseEnd::Nothing
        }
        Some(last) if last.altitude > 0 => {
            CourseEnd::Falls { eased: total.saturating_sub(movement::gap(known.book(), cells)) }
        }
        _ => CourseEnd::Nothing,
    };
    Ok(course(who, stations, then, inputs))
}

/// A climb: up or down by the climbing rate, holding on, or a fall (TA-146, TA-G15). Without a check it always holds (HD-192).
fn climb(who: CombatantId, path: &[Cell], inputs: &mut Inputs<'_>, events: &mut Facts) -> CourseResult {
    let (policy, game) = (policy(inputs)?, inputs.game());
    let body = game.footprint(who);
    let over = path.last().map_or(body, |to| body.at(*to));
    let (here, there, altitude) = (height::of(game.view, who), height::ground(game.view, over), game.altitude(who));
    let most = i16::try_from(movement::climbing_reach(game, who, over)).unwrap_or(i16::MAX);
    let holds = policy.climb.cost != ClimbCost::Rolled || fall::climbs(policy, who, inputs, events);
    conditions::lose(who, policy.climb.clinging, policy.climb.skill.rule, inputs, events);
    let station = match (holds, there < here) {
        // Climbing down it hangs above the lower cell; on a failure it falls all the way.
        (true, true) => Station { at: over, altitude: (here - there - most).max(0) },
        (false, true) => Station { at: over, altitude: here - there },
        (true, false) if there - here <= most => Station { at: over, altitude: 0 },
        (true, false) => Station { at: body, altitude: altitude + most },
        (false, false) => return Ok(course(who, Vec::new(), CourseEnd::Nothing, inputs)),
    };
    let then = if holds && station.altitude > 0 { CourseEnd::Clings } else { CourseEnd::Nothing };
    Ok(course(who, vec![station], then, inputs))
}

/// A swim: to the surface and along the path, or sinking where it enters or is (TA-131, TA-G15).
fn swim(who: CombatantId, path: &[Cell], inputs: &mut Inputs<'_>, events: &mut Facts) -> CourseResult {
    let (view, rules) = (inputs.view, inputs.rules);
    let Some(policy) = rules.policies.water.swum() else {
        return Err(Refusal::new("these rules have no swimming", rules.policies.board.rule));
    };
    let mut bonus = checks::skill_bonus(view, who, &policy.swim);
    status::add_to_roll(inputs.game(), who, &mut bonus);
    let difficulty = swimming::difficulty(view, policy, who, path);
    let check = PlainCheck { who, name: "swim", roll: RollType::Skill, bonus, difficulty, rule: policy.swim.rule };
    let margin = check.roll(inputs, events);
    let (body, depth) = (view.footprint(who), view.altitude(who).min(0));
    if margin >= 0 {
        let rises = i16::try_from(movement::rate(inputs.game(), who, Gait::Swim)).unwrap_or(i16::MAX);
        let altitude = depth.saturating_add(rises).min(0);
        let way = if path.is_empty() { vec![body] } else { path.iter().map(|cell| body.at(*cell)).collect() };
        let stations = way.into_iter().map(|at| Station { at, altitude }).collect();
        let (rule, then) = (rules.policies.space.enter_rule, CourseEnd::Nothing);
        return Ok(MovementCourse { stations, cause: Cause::Step, rule, then });
    }
    let at = path.first().filter(|_| !swimming::is_in(view, who)).map_or(body, |cell| body.at(*cell));
    let deepest = -i16::try_from(policy.deepest).unwrap_or(i16::MAX);
    let sinks = i16::try_from(policy.sinks).unwrap_or(i16::MAX);
    let stations = vec![Station { at, altitude: depth.saturating_sub(sinks).max(deepest) }];
    Ok(MovementCourse { stations, cause: Cause::Fall, rule: policy.sinks_rule, then: CourseEnd::Nothing })
}
