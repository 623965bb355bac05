//! A body that nothing holds up: it may catch hold, and else it falls.

use smallvec::SmallVec;

use super::{afflictions, bleeding, bodies, checks, flight};
use crate::battle::{Afflicted, CombatantId, Until, View};
use crate::content::breakdown::Breakdown;
use crate::content::gear::DamageType;
use crate::content::policy::HeightPolicy;
use crate::content::{Name, Rule};
use crate::grid::{Cell, Distance, Footprint, burst_around, distance};
use crate::mechanics::{falling, grapple, height, skill, space, status};
use crate::resolution::act::{Asks, Choice, Pick, PickPurpose, Prompt};
use crate::resolution::event::{BattleEvent, Cause, Shift};
use crate::resolution::frame::{Fall, FallStage as Stage, Frame, Verdict};
use crate::resolution::step::{Inputs, Next, Step};

impl Fall {
    /// A fall that begins now.
    pub fn of(who: CombatantId) -> Fall {
        Fall { who, eased: 0, cells: 0, most: None, stage: Stage::Catch }
    }
}

/// A combatant is brought down: one that flies, or is held in the air by a flier, falls so many feet, and those with whom
/// it shares a space by a hold fall with it, but not where nothing has weight; any other lies on the ground (TA-108, TA-109,
/// TA-229, TA-236, TA-G36).
pub(super) fn topple(
    who: CombatantId,
    feet: u16,
    rule: Rule,
    inputs: &Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) -> Option<Frame> {
    let (view, book) = (inputs.view, inputs.book());
    let flies = |id: CombatantId| crate::mechanics::flight::is_aloft(view, book, id);
    if flies(who) || grapple::clinched(view, who).into_iter().any(flies) {
        if view.field().weightless {
            return None;
        }
        return Some(Frame::Fall(Fall { most: Some(feet), ..Fall::of(who) }));
    }
    bodies::fall_down(who, rule, inputs, events);
    None
}

/// The first whom nothing holds up and who has not fallen yet.
pub(super) fn next(inputs: &Inputs<'_>) -> Option<CombatantId> {
    let policy = inputs.rules.policies.height.as_ref()?;
    let falls = |id| height::is_unsupported(inputs.view, inputs.book(), id);
    let waits = |id| inputs.view.row(id).conditions.has(policy.climb.falling);
    let mut aloft = inputs.view.rows().iter().filter(|row| row.position.altitude > 0 && !row.gone).map(|row| row.id);
    aloft.find(|id| falls(*id) && !waits(*id))
}

/// Whether somebody is on its way down and falls on as its turn starts (TA-144).
pub(super) fn goes_on(who: CombatantId, inputs: &Inputs<'_>) -> bool {
    let policy = inputs.rules.policies.height.as_ref();
    policy.is_some_and(|policy| inputs.view.row(who).conditions.has(policy.climb.falling))
}

/// Those on their way down whom something holds up again, wings, hands or the ground, have stopped falling: what they fell
/// so far does not count in another fall (TA-142, TA-144).
pub(super) fn caught(inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let (view, Some(policy)) = (inputs.view, &inputs.rules.policies.height) else { return };
    let (condition, rule) = (policy.climb.falling, policy.fall.goes_on_rule);
    for row in view.present().filter(|row| row.conditions.has(condition)) {
        if !height::is_unsupported(view, inputs.book(), row.id) {
            events.push(BattleEvent::ConditionLost { who: row.id, condition, rule });
        }
    }
}

/// Asks whether it catches hold, rolls, and lets it fall.
pub fn step(mut fall: Fall, inputs: &mut Inputs<'_>) -> Step {
    let Some(policy) = &inputs.rules.policies.height else { return done(&fall, Vec::new()) };
    if fall.stage == Stage::Catch {
        match (may_catch(policy, fall.who, inputs), inputs.answer.take()) {
            (false, _) | (true, Some(Choice::Pick(Pick::No))) => fall.stage = Stage::Drop,
            (true, Some(_)) => return catch(policy, fall, inputs),
            (true, None) => {
                let asks = Asks::Pick { purpose: PickPurpose::CatchHold, options: vec![Pick::Yes, Pick::No] };
                let prompt = Prompt { who: fall.who, asks };
                return Step::silent(Next::Ask(Frame::Fall(fall), prompt));
            }
        }
    }
    drop_down(policy, &fall, inputs)
}

fn done(fall: &Fall, events: Vec<BattleEvent>) -> Step {
    Step::new(events, Next::Finish(Verdict::Moved { cells: fall.cells }))
}

/// Whether it has a reaction and a surface beside it (TA-136, TA-137).
fn may_catch(policy: &HeightPolicy, who: CombatantId, inputs: &Inputs<'_>) -> bool {
    let (view, book) = (inputs.view, inputs.book());
    view.row(who).tempo.reactions >= policy.climb.catch_cost
        && status::can_act(view, book, who)
        && status::forbids(view, book, who, crate::content::condition::Forbidden::React).is_none()
        && height::surface(view, who).is_some()
}

fn catch(policy: &HeightPolicy, mut fall: Fall, inputs: &mut Inputs<'_>) -> Step {
    let who = fall.who;
    let left = inputs.view.row(who).tempo.reactions.saturating_sub(policy.climb.catch_cost);
    let mut events = vec![BattleEvent::ReactionsSpent { who, left }];
    if climbs(policy, who, inputs, &mut events) {
        let rule = policy.climb.catch_rule;
        if goes_on(who, inputs) {
            events.push(BattleEvent::ConditionLost { who, condition: policy.climb.falling, rule });
        }
        afflictions::gain(who, policy.climb.clinging, who, rule, inputs, &mut events);
        return done(&fall, events);
    }
    fall.stage = Stage::Drop;
    Step::new(events, Next::Resume(Frame::Fall(fall)))
}

/// Rolls to climb the surface beside somebody; whether it holds.
pub(super) fn climbs(
    policy: &HeightPolicy,
    who: CombatantId,
    inputs: &mut Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) -> bool {
    let grip = height::surface(inputs.view, who).unwrap_or_default();
    let natural = i32::from(inputs.dice.die(inputs.rules.policies.attack.natural.sides));
    let bonus = skill::bonus(inputs.view, who, &policy.climb.skill);
    let difficulty = skill::climbing(&policy.climb, grip);
    let (margin, rolled) = checks::plain(who, "climb", natural, bonus, difficulty, policy.climb.skill.rule);
    events.push(rolled);
    margin >= 0
}

/// It comes down as far as it falls at once, and lands if that is all the way.
fn drop_down(policy: &HeightPolicy, fall: &Fall, inputs: &mut Inputs<'_>) -> Step {
    let who = fall.who;
    let (row, fallers) = (inputs.view.row(who), fallers(fall, inputs.view));
    let (altitude, before) = (row.position.altitude, fallen_before(policy, who, inputs.view));
    let pace = i16::try_from(fall.most.unwrap_or(policy.fall.pace)).unwrap_or(i16::MAX).max(1);
    let mut events = Vec::new();
    if fall.most.is_some() && altitude > pace {
        // It flies on from there.
        events.push(sunk(&fallers, inputs.view.footprint(who).anchor, altitude - pace, policy, inputs));
        return done(fall, events);
    }
    if let Some(fly) = &inputs.rules.policies.flight {
        fallers.iter().for_each(|faller| flight::lands(fly, *faller, inputs, &mut events));
    }
    if row.conditions.has(policy.climb.clinging) {
        let (condition, rule) = (policy.climb.clinging, policy.fall.pace_rule);
        events.push(BattleEvent::ConditionLost { who, condition, rule });
    }
    if altitude > pace {
        let affliction = Afflicted {
            condition: policy.climb.falling,
            by: None,
            until: Until::Ended,
            level: before + pace - fall.eased,
        };
        events.push(sunk(&fallers, inputs.view.footprint(who).anchor, altitude - pace, policy, inputs));
        events.push(BattleEvent::ConditionGained { who, affliction, rule: policy.fall.goes_on_rule });
        return done(fall, events);
    }
    land(policy, fall, &fallers, inputs, &mut events);
    done(fall, events)
}

/// Those who come down together: one who is brought down, and all with whom it shares a space by holds (TA-229, TA-236).
/// In any other fall each falls by itself.
fn fallers(fall: &Fall, view: View<'_>) -> SmallVec<[CombatantId; 2]> {
    let along = fall.most.map(|_| grapple::clinched(view, fall.who)).unwrap_or_default();
    std::iter::once(fall.who).chain(along).collect()
}

fn sunk(fallers: &[CombatantId], to: Cell, altitude: i16, policy: &HeightPolicy, inputs: &Inputs<'_>) -> BattleEvent {
    let shift = |who: &CombatantId| {
        let (body, before) = (inputs.view.footprint(*who), inputs.view.altitude(*who));
        Shift { who: *who, from: body.anchor, to, extent: body.extent, altitudes: (before, altitude) }
    };
    let bodies = fallers.iter().map(shift).collect();
    BattleEvent::Displaced { bodies, cause: Cause::Fall, rule: policy.fall.pace_rule }
}

/// The feet that somebody on its way down had fallen before.
fn fallen_before(policy: &HeightPolicy, who: CombatantId, view: View<'_>) -> i16 {
    let mut held = view.row(who).conditions.0.iter();
    held.find(|held| held.condition == policy.climb.falling).map_or(0, |held| held.level)
}

/// They land, each is harmed by all that counts of its fall, and lies where it fell if it is (TA-138 to TA-141, TA-181).
fn land(
    policy: &HeightPolicy,
    fall: &Fall,
    fallers: &[CombatantId],
    inputs: &mut Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) {
    let to = landing(inputs.view, inputs, fall.who);
    events.push(sunk(fallers, to.anchor, 0, policy, inputs));
    let in_water = height::over_water(inputs.view, to);
    for &who in fallers {
        let row = inputs.view.row(who);
        if row.conditions.has(policy.climb.falling) {
            let (condition, rule) = (policy.climb.falling, policy.fall.pace_rule);
            events.push(BattleEvent::ConditionLost { who, condition, rule });
        }
        let fallen = fallen_before(policy, who, inputs.view).saturating_add(row.position.altitude);
        let feet = falling::counted(&policy.fall, fallen, fall.eased, policy.jump.eases_rule, in_water);
        let harmed = hurt((who, who), policy.climb.falling, feet, policy, inputs, events);
        if !in_water && (harmed || fall.most.is_some()) {
            bodies::fall_down(who, policy.fall.prone_rule, inputs, events);
        }
    }
}

/// The harm of a fall of so many feet that somebody brought about by an action; one who is harmed lands on the ground
/// (TA-110, TA-181).
pub(super) fn as_if(
    who: CombatantId,
    (by, action): (CombatantId, Name),
    feet: u16,
    inputs: &mut Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) {
    let Some(policy) = &inputs.rules.policies.height else { return };
    let fallen = i16::try_from(feet).unwrap_or(i16::MAX);
    let feet = falling::counted(&policy.fall, fallen, 0, policy.jump.eases_rule, false);
    // One who is still in the air lies nowhere (TA-G35).
    if hurt((who, by), action, feet, policy, inputs, events) && inputs.view.altitude(who) <= 0 {
        bodies::fall_down(who, policy.fall.prone_rule, inputs, events);
    }
}

/// Rolls the harm of so many feet that count; whether there was any.
fn hurt(
    (who, by): (CombatantId, CombatantId),
    cause: Name,
    feet: Breakdown,
    policy: &HeightPolicy,
    inputs: &mut Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) -> bool {
    let dealt = falling::harm(&policy.fall, inputs.view.row(who).sheet.size, feet.total(), inputs.dice);
    let rule = policy.fall.damage_rule;
    events.push(BattleEvent::Fell { who, feet, rule });
    if dealt > 0 {
        bleeding::harm_by((who, by), cause, dealt, (DamageType::Fall, rule), inputs, events);
    }
    dealt > 0
}

/// Where it lands: straight below, or on the nearest free space no higher if somebody is there (TA-G25).
fn landing(view: View<'_>, inputs: &Inputs<'_>, who: CombatantId) -> Footprint {
    let body = view.footprint(who);
    let ground = height::ground(view, body);
    let taken = |at: Footprint| {
        let shape = view.shape();
        let on =
            |row: &crate::battle::Row| view.footprint(row.id).overlaps(shape, at) && height::of(view, row.id) <= ground;
        let along = grapple::clinched(view, who);
        view.present().filter(|row| row.id != who && !along.contains(&row.id)).any(on)
    };
    let free = |at: &Footprint| {
        !taken(*at) && height::has_room(view, inputs.book(), *at) && height::ground(view, *at) <= ground
    };
    let mut near: Vec<Footprint> = burst_around(view.board(), Distance::DiagonalsCostOne, body, 3)
        .into_iter()
        .map(|cell| body.at(cell))
        .filter(|at| *at == body || space::entry_by_force(view, inputs.book(), who, *at).is_ok())
        .filter(free)
        .collect();
    near.sort_by_key(|at| {
        (distance(view.shape(), Distance::DiagonalsCostOne, body, *at), at.anchor != body.anchor, at.anchor)
    });
    near.first().copied().unwrap_or(body)
}
