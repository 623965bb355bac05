//! Climbs, leaps and swims: one roll decides how far the mover gets.

use crate::battle::{CombatantId, View};
use crate::content::action::Gait;
use crate::content::policy::HeightPolicy;
use crate::content::refusal::Refusal;
use crate::grid::Cell;
use crate::mechanics::{Game, checks, height, movement, water};
use crate::resolution::event::{BattleEvent, Cause};
use crate::resolution::frame::course::{CourseEnd, MovementCourse, Station};
use crate::resolution::procedure::forced::shift;
use crate::resolution::procedure::movement::fall;
use crate::resolution::procedure::plain_check;
use crate::resolution::step::Inputs;

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
pub(crate) fn leap(
    who: CombatantId,
    known: View<'_>,
    path: &[Cell],
    inputs: &mut Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) -> Result<MovementCourse, Refusal> {
    let (policy, view, game) = (policy(inputs)?, inputs.view, Game::new(known, inputs.book()));
    let natural = i32::from(inputs.dice.die(inputs.rules.policies.attack.natural.sides));
    let bonus = checks::skill_bonus(view, who, &policy.jump.skill);
    let total = i16::try_from(natural).unwrap_or(i16::MAX).saturating_add(bonus.total()).max(0);
    let difficulty = movement::leap_difficulty(game, who, &policy.jump, path);
    let (margin, rolled) = plain_check::result(who, "jump", natural, bonus, difficulty, policy.jump.skill.rule);
    events.push(rolled);
    let (body, start) = (view.footprint(who), height::of(view, who));
    let ground = |cell: &Cell| height::ground(view, body.at(*cell));
    let reached = |cells: usize| margin >= 0 || movement::gap(game.book(), cells) <= total;
    let rises = path.last().is_some_and(|end| ground(end) > start);
    let most = if margin >= 0 { path.len() } else { movement::leap_before_bodies(game, who, &policy.jump, path) };
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
            CourseEnd::Falls { eased: total.saturating_sub(movement::gap(game.book(), cells)) }
        }
        _ => CourseEnd::Nothing,
    };
    Ok(course(who, stations, then, inputs))
}

/// A climb: up or down by the climbing rate, holding on, or a fall (TA-146, TA-G15).
pub(crate) fn climb(
    who: CombatantId,
    path: &[Cell],
    inputs: &mut Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) -> Result<MovementCourse, Refusal> {
    let (policy, game) = (policy(inputs)?, inputs.game());
    let body = game.footprint(who);
    let over = path.last().map_or(body, |to| body.at(*to));
    let (here, there, altitude) = (height::of(game.view, who), height::ground(game.view, over), game.altitude(who));
    let most = i16::try_from(movement::rate(game, who, Gait::Climb)).unwrap_or(i16::MAX);
    let holds = fall::climbs(policy, who, inputs, events);
    if game.row(who).conditions.has(policy.climb.clinging) {
        let (condition, rule) = (policy.climb.clinging, policy.climb.skill.rule);
        events.push(BattleEvent::ConditionLost { who, condition, rule });
    }
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
pub(crate) fn swim(
    who: CombatantId,
    path: &[Cell],
    inputs: &mut Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) -> Result<MovementCourse, Refusal> {
    let (view, rules) = (inputs.view, inputs.rules);
    let Some(policy) = rules.policies.water.swum() else {
        return Err(Refusal::new("these rules have no swimming", rules.policies.board.rule));
    };
    let natural = i32::from(inputs.dice.die(rules.policies.attack.natural.sides));
    let bonus = checks::skill_bonus(view, who, &policy.swim);
    let difficulty = water::difficulty(view, policy, who, path);
    let (margin, rolled) = plain_check::result(who, "swim", natural, bonus, difficulty, policy.swim.rule);
    events.push(rolled);
    let (body, depth) = (view.footprint(who), view.altitude(who).min(0));
    if margin >= 0 {
        let rises = i16::try_from(movement::rate(inputs.game(), who, Gait::Swim)).unwrap_or(i16::MAX);
        let altitude = depth.saturating_add(rises).min(0);
        let way = if path.is_empty() { vec![body] } else { path.iter().map(|cell| body.at(*cell)).collect() };
        let stations = way.into_iter().map(|at| Station { at, altitude }).collect();
        return Ok(MovementCourse {
            stations,
            cause: Cause::Step,
            rule: rules.policies.space.enter_rule,
            then: CourseEnd::Nothing,
        });
    }
    let at = path.first().filter(|_| !water::is_in(view, who)).map_or(body, |cell| body.at(*cell));
    let deepest = -i16::try_from(policy.deepest).unwrap_or(i16::MAX);
    let sinks = i16::try_from(policy.sinks).unwrap_or(i16::MAX);
    let stations = vec![Station { at, altitude: depth.saturating_sub(sinks).max(deepest) }];
    Ok(MovementCourse { stations, cause: Cause::Fall, rule: policy.sinks_rule, then: CourseEnd::Nothing })
}
