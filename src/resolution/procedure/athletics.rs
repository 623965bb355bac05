//! Leaps, climbs and swimming: one roll decides how far the mover gets.

use super::{afflictions, checks, fall, holds};
use crate::content::action::Gait;
use crate::content::policy::HeightPolicy;
use crate::grid::Cell;
use crate::mechanics::{height, movement, skill};
use crate::resolution::event::{BattleEvent, Cause};
use crate::resolution::frame::{Fall, FallStage, Frame, Verdict, Walk};
use crate::resolution::step::{Inputs, Next, Step};

/// Whether a gait is rolled for.
pub(super) fn is_rolled(gait: Gait) -> bool {
    matches!(gait, Gait::Leap | Gait::Climb | Gait::Swim | Gait::PushOff(_) | Gait::Squeeze | Gait::Burrow)
}

/// Rolls for the whole movement and carries it out.
pub(super) fn step(walk: &Walk, inputs: &mut Inputs<'_>) -> Step {
    if matches!(walk.gait, Gait::Squeeze | Gait::Burrow) {
        return super::ground::step(walk, inputs);
    }
    if let Gait::PushOff(_) = walk.gait {
        return super::weightless::push_off(walk, inputs);
    }
    if let (Gait::Swim, Some(policy)) = (walk.gait, inputs.rules.policies.water.swum()) {
        return super::water::swim(policy, walk, inputs);
    }
    match (&inputs.rules.policies.height, walk.gait, walk.path.last()) {
        (Some(policy), Gait::Climb, Some(&to)) => climb(policy, walk, to, inputs),
        (Some(policy), Gait::Leap, Some(_)) => leap(policy, walk, inputs),
        _ => Step::silent(Next::Finish(Verdict::Moved { cells: 0 })),
    }
}

fn shifted(walk: &Walk, to: Cell, altitude: i16, inputs: &Inputs<'_>) -> BattleEvent {
    let bodies = holds::along_at(inputs.view, walk.who, to, altitude);
    let rule = holds::drag_rule(walk.who, inputs).unwrap_or(inputs.rules.policies.space.enter_rule);
    BattleEvent::Displaced { bodies, cause: Cause::Step, rule }
}

/// The roll lets it go as far as it gets; what is left of a jump downwards is a fall that the roll eases (TA-141,
/// TA-G15, TA-G17).
fn leap(policy: &HeightPolicy, walk: &Walk, inputs: &mut Inputs<'_>) -> Step {
    let (who, view, book) = (walk.who, inputs.view, inputs.book());
    let natural = i32::from(inputs.dice.die(inputs.rules.policies.attack.natural.sides));
    let bonus = skill::bonus(view, who, &policy.jump.skill);
    let total = i16::try_from(natural).unwrap_or(i16::MAX).saturating_add(bonus.total()).max(0);
    let difficulty = movement::leap_difficulty(view, book, who, &policy.jump, &walk.path);
    let (margin, rolled) = checks::plain(who, "jump", natural, bonus, difficulty, policy.jump.skill.rule);
    let mut events = vec![rolled];
    let body = view.footprint(who);
    let reached = |cells: usize| margin >= 0 || movement::gap(book, cells) <= total;
    let rises = height::ground(view, body.at(*walk.path.last().unwrap_or(&body.anchor))) > height::of(view, who);
    let cells = (1..=walk.path.len()).rev().find(|cells| reached(*cells)).unwrap_or(0);
    let cells = if margin < 0 && rises { cells.min(walk.path.len() - 1) } else { cells };
    let Some(&to) = cells.checked_sub(1).and_then(|last| walk.path.get(last)) else {
        return Step::new(events, Next::Finish(Verdict::Moved { cells: 0 }));
    };
    let drop = height::of(view, who).saturating_sub(height::ground(view, body.at(to))).max(0);
    let altitude = if margin >= 0 { 0 } else { drop };
    events.push(shifted(walk, to, altitude, inputs));
    let cells_moved = cells as u16;
    if altitude == 0 {
        return Step::new(events, Next::Finish(Verdict::Moved { cells: cells_moved }));
    }
    let eased = total.saturating_sub(movement::gap(book, cells));
    let fall = Fall { who, eased, cells: cells_moved, most: None, stage: FallStage::Catch };
    Step::new(events, Next::Resume(Frame::Fall(fall)))
}

/// It gets up or down as far as its rate allows and holds on, or it falls (TA-146, TA-G15).
fn climb(policy: &HeightPolicy, walk: &Walk, to: Cell, inputs: &mut Inputs<'_>) -> Step {
    let (who, view, book) = (walk.who, inputs.view, inputs.book());
    let body = view.footprint(who);
    let (here, there) = (height::of(view, who), height::ground(view, body.at(to)));
    let most = i16::try_from(movement::rate(view, book, who, Gait::Climb)).unwrap_or(i16::MAX);
    let mut events = Vec::new();
    let holds = fall::climbs(policy, who, inputs, &mut events);
    let down = there < here;
    let condition = policy.climb.clinging;
    if view.row(who).conditions.has(condition) {
        events.push(BattleEvent::ConditionLost { who, condition, rule: policy.climb.skill.rule });
    }
    let (cell, altitude, arrived) = match (holds, down) {
        // Down the side: it hangs over the lower cell; failing, it falls all the way.
        (true, true) => (to, (here - there - most).max(0), here - there <= most),
        (false, true) => (to, here - there, false),
        (true, false) if there - here <= most => (to, 0, true),
        (true, false) => (body.anchor, view.row(who).position.altitude + most, false),
        (false, false) => (body.anchor, view.row(who).position.altitude, false),
    };
    events.push(shifted(walk, cell, altitude, inputs));
    if holds && !arrived {
        afflictions::gain(who, condition, who, policy.climb.skill.rule, inputs, &mut events);
    }
    Step::new(events, Next::Finish(Verdict::Moved { cells: u16::from(cell != body.anchor) }))
}
