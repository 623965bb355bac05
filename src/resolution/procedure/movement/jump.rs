//! Jumps whose check results in a distance: how far they lead, and the landing (HD-197 to HD-208).

use crate::battle::CombatantId;
use crate::content::{Gait, MeasuredJump, RollType};
use crate::grid::Cell;
use crate::mechanics::{checks, height, movement, status};
use crate::resolution::event::Facts;
use crate::resolution::frame::{CourseEnd, Station, Walk};
use crate::resolution::procedure::effect::posture;
use crate::resolution::procedure::movement::walk::momentum;
use crate::resolution::procedure::plain_check::PlainCheck;
use crate::resolution::step::Inputs;

/// Rolls a long jump along a path: the cells that it reaches, at the height of its start until it lands.
pub(crate) fn long_jump(
    who: CombatantId,
    policy: &MeasuredJump,
    path: &[Cell],
    inputs: &mut Inputs<'_>,
    events: &mut Facts,
) -> (Vec<Station>, CourseEnd) {
    let (game, view) = (inputs.game(), inputs.view);
    let (body, start) = (view.footprint(who), height::of(view, who));
    let needed = |end: &Cell| {
        let cost = movement::jump_cost(game, body.anchor, *end);
        movement::jump_difficulty(game, who, policy, cost)
    };
    let Some(end) = path.last() else { return (Vec::new(), CourseEnd::Nothing) };
    let (bonus, difficulty, rule) = (movement::jump_bonus(game, who, policy), needed(end), policy.skill.rule);
    let whole = difficulty.total();
    let check = PlainCheck { who, name: "jump", roll: RollType::Skill, bonus, difficulty, rule };
    let result = check.roll(inputs, events).saturating_add(whole);
    let cells = path.iter().take_while(|cell| needed(cell).total() <= result).count();
    let ground = |cell: &Cell| height::ground(view, body.at(*cell));
    let high = path[..cells].last().map_or(start, |end| start.max(ground(end)));
    let over = |cell: &Cell| Station { at: body.at(*cell), altitude: (high - ground(cell)).max(0) };
    let mut stations: Vec<Station> = path[..cells].iter().map(over).collect();
    let Some(last) = stations.last_mut() else {
        lands_where_it_was((who, Gait::Leap), inputs, events);
        return (stations, CourseEnd::Nothing);
    };
    let steep = inputs.rules.policies.height.as_ref().is_some_and(|height| last.altitude >= height.ledge as i16);
    if steep && !height::over_water(view, last.at) {
        return (stations, CourseEnd::Falls { eased: 0 });
    }
    last.altitude = 0;
    (stations, CourseEnd::Nothing)
}

/// Rolls a high jump into the next cell: where it lands, nowhere else if it fails.
pub(crate) fn high_jump(who: CombatantId, path: &[Cell], inputs: &mut Inputs<'_>, events: &mut Facts) -> Vec<Station> {
    let game = inputs.game();
    let body = game.footprint(who);
    let way = path.first().and_then(|to| game.shape().direction_of_step(body.anchor, *to));
    let parts = way.and_then(|way| movement::obstacle(game, who, way)).unwrap_or(0);
    let policy = movement::measured_jump(game);
    let Some((policy, difficulty)) = policy.zip(movement::high_jump_difficulty(game, who, parts)) else {
        return Vec::new();
    };
    let (bonus, rule) = (movement::jump_bonus(game, who, policy), policy.skill.rule);
    let check = PlainCheck { who, name: "jump", roll: RollType::Skill, bonus, difficulty, rule };
    if check.roll(inputs, events) < 0 {
        lands_where_it_was((who, Gait::HighJump), inputs, events);
        return Vec::new();
    }
    path.iter().map(|cell| Station { at: body.at(*cell), altitude: 0 }).collect()
}

/// A jump that reaches no other cell costs one cell of movement all the same.
fn lands_where_it_was((who, gait): (CombatantId, Gait), inputs: &Inputs<'_>, events: &mut Facts) {
    momentum::pays_cells(who, (gait, 1), false, inputs, events);
}

/// Whether a jumper is in the air: it completes its jump, whatever happens to it (HD-203, HD-205).
pub(crate) fn completes(walk: &Walk, inputs: &Inputs<'_>) -> bool {
    let measured = movement::measured_jump(inputs.game()).is_some();
    walk.gait == Gait::Leap && measured && walk.at > 0 && walk.at < walk.path.len()
}

fn is_jump(gait: Gait) -> bool {
    matches!(gait, Gait::Leap | Gait::HighJump)
}

/// A jumper that lands on difficult or slippery ground falls unless it keeps its balance (HD-206, HD-208).
pub(crate) fn lands(walk: &Walk, inputs: &mut Inputs<'_>, events: &mut Facts) {
    let (game, who) = (inputs.game(), walk.who);
    let Some(policy) = movement::measured_jump(game).filter(|_| is_jump(walk.gait) && walk.at > 0) else { return };
    let stands = game.altitude(who) == 0 && status::can_act(game, who);
    let difficulty = movement::landing_difficulty(game.view, game.shape(), &policy.landing, game.footprint(who));
    let Some(difficulty) = difficulty.filter(|_| stands) else { return };
    let mut bonus = checks::skill_bonus(game.view, who, &policy.landing.skill);
    status::add_to_roll(game, who, &mut bonus);
    let rule = policy.landing.skill.rule;
    let check = PlainCheck { who, name: "land", roll: RollType::Skill, bonus, difficulty, rule };
    if check.roll(inputs, events) < 0 {
        posture::fall_down(who, rule, inputs, events);
    }
}
