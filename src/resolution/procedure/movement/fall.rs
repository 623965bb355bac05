//! Falling: catching hold, the drop, and the damage.

use smallvec::SmallVec;

use crate::battle::{Afflicted, CombatantId, View};
use crate::content::{
    Breakdown, CatchIn, DamageTypes, FallStrike, Forbidden, HeightPolicy, Label, Name, Refusal, RollType, Rule,
    SkillPolicy,
};
use crate::grid::{Cell, Direction, Distance, Flood, Footprint, distance};
use crate::mechanics::damage::PendingDamage;
use crate::mechanics::flight::is_aloft;
use crate::mechanics::{Game, checks, falling, grapple, height, space, status};
use crate::resolution::act::{Choice, Pick, PickPurpose};
use crate::resolution::event::{BattleEvent, Cause, Facts, Shift};
use crate::resolution::frame::{Fall, FallStage as Stage, Frame, Verdict};
use crate::resolution::legal::Cost;
use crate::resolution::procedure::effect::{conditions, deal_damage, posture};
use crate::resolution::procedure::movement::flight;
use crate::resolution::procedure::movement::walk::momentum;
use crate::resolution::procedure::plain_check::{PlainCheck, PlainRoll};
use crate::resolution::procedure::turn::economy;
use crate::resolution::step::{Inputs, NextStep, StepResult};

/// Brings a combatant down. A flier, or a combatant a flier carries, falls this far; a climber or leaper falls
/// all the way; those sharing its space by a hold fall with it. No effect on a combatant already falling, or without
/// gravity. Any other falls prone (TA-108, TA-109, TA-142, TA-229, TA-236, TA-G35, TA-G36).
pub fn topple(who: CombatantId, height: u16, rule: Rule, inputs: &Inputs<'_>, events: &mut Facts) -> Option<Frame> {
    let game = inputs.game();
    let Some(policy) = game.policies.height.as_ref().filter(|_| game.altitude(who) > 0) else {
        posture::fall_down(who, rule, inputs, events);
        return None;
    };
    let together = together(game.view, who);
    if game.field().weightless || together.iter().any(|id| is_falling(*id, inputs)) {
        return None;
    }
    let flies = together.iter().any(|id| is_aloft(game, *id));
    if !flies {
        together.iter().for_each(|id| conditions::lose(*id, policy.climb.clinging, rule, inputs, events));
        momentum::halt(who, inputs, events);
    }
    let most = if flies { height } else { policy.fall.pace };
    Some(Frame::Fall(Fall { most: Some(most), ..Fall::of(who) }))
}

/// A combatant and those sharing its space by holds: they move as one (TA-229, TA-236).
fn together(view: View<'_>, who: CombatantId) -> SmallVec<[CombatantId; 2]> {
    std::iter::once(who).chain(grapple::clinched(view, who)).collect()
}

/// The first unsupported combatant, unless one sharing its space is falling already.
pub(crate) fn next(inputs: &Inputs<'_>) -> Option<CombatantId> {
    inputs.rules.policies.height.as_ref()?;
    let falls = |id| falling::is_unsupported(inputs.game(), id);
    let waits = |id| together(inputs.view, id).into_iter().any(|one| is_falling(one, inputs));
    let mut aloft = inputs.view.rows().iter().filter(|row| row.position.altitude > 0 && !row.gone).map(|row| row.id);
    aloft.find(|id| falls(*id) && !waits(*id))
}

fn is_falling(who: CombatantId, inputs: &Inputs<'_>) -> bool {
    let policy = inputs.rules.policies.height.as_ref();
    policy.is_some_and(|policy| inputs.view.row(who).conditions.has(policy.climb.falling))
}

/// Whether a combatant keeps falling at the start of its turn (TA-144). Of several in one space the first takes the
/// others along, so each falls once a round (TA-G17).
pub(crate) fn keeps_falling(who: CombatantId, inputs: &Inputs<'_>) -> bool {
    let mut others = grapple::clinched(inputs.view, who).into_iter();
    is_falling(who, inputs) && !others.any(|other| other < who && is_falling(other, inputs))
}

/// Ends the fall of combatants that are supported again. Their fall so far does not count in a later one (TA-142,
/// TA-144).
pub(crate) fn caught(inputs: &mut Inputs<'_>, events: &mut Facts) {
    let (view, Some(policy)) = (inputs.view, &inputs.rules.policies.height) else { return };
    let (condition, rule) = (policy.climb.falling, policy.fall.goes_on_rule);
    for row in view.present().filter(|row| row.conditions.has(condition)) {
        if !falling::is_unsupported(Game::new(view, inputs.book()), row.id) {
            events.push(BattleEvent::ConditionLost { who: row.id, condition, rule });
        }
    }
}

/// Asks each falling combatant whether to catch hold, rolls, and then drops them.
pub fn step(mut fall: Fall, inputs: &mut Inputs<'_>) -> StepResult {
    let Some(policy) = &inputs.rules.policies.height else { return done(&fall, Vec::new()) };
    let fallers = fallers(&fall, inputs);
    while let Stage::Catch(at) = fall.stage {
        let Some(&who) = fallers.get(at) else {
            fall.stage = Stage::Drop;
            break;
        };
        match (may_catch(policy, &fall, who, inputs), inputs.answer.take()) {
            (false, _) | (true, Some(Choice::Pick(Pick::No))) => fall.stage = Stage::Catch(at + 1),
            (true, Some(_)) => return catch(policy, fall, (at, fallers.as_slice()), inputs),
            (true, None) => return Frame::Fall(fall).ask_yes_or_no(who, PickPurpose::CatchHold),
        }
    }
    drop_down(policy, &fall, &fallers, inputs)
}

fn done(fall: &Fall, events: Facts) -> StepResult {
    StepResult::new(events, NextStep::Finish(Verdict::Moved { cells: fall.cells }))
}

/// Whether a combatant has a reaction left and a surface next to it (TA-136, TA-137).
fn may_catch(policy: &HeightPolicy, fall: &Fall, who: CombatantId, inputs: &Inputs<'_>) -> bool {
    let game = inputs.game();
    catch_cost(policy, who, inputs).is_ok()
        && status::can_act(game, who)
        && status::forbids(game, who, Forbidden::React).is_none()
        && falling::surface(game.view, who).is_some()
        && (policy.climb.catch_in == CatchIn::Falls || fall.jumped)
}

fn catch_cost(policy: &HeightPolicy, who: CombatantId, inputs: &Inputs<'_>) -> Result<Cost, Refusal> {
    Cost::of_prices(inputs.game(), who, &policy.climb.catch_costs, policy.climb.catch_rule)
}

/// A falling combatant tries to catch hold; on a success all in its space hang on (TA-136, TA-G17).
fn catch(
    policy: &HeightPolicy,
    mut fall: Fall,
    (at, fallers): (usize, &[CombatantId]),
    inputs: &mut Inputs<'_>,
) -> StepResult {
    let who = fallers[at];
    let mut events = inputs.facts();
    if let Ok(cost) = catch_cost(policy, who, inputs) {
        economy::pay(who, &cost, inputs, &mut events);
    }
    if holds(policy, ("climb", falling::catching_skill(&policy.climb)), who, inputs, &mut events) {
        let rule = policy.climb.catch_rule;
        fallers.iter().for_each(|id| conditions::lose(*id, policy.climb.falling, rule, inputs, &mut events));
        conditions::gain(who, policy.climb.clinging, who, rule, inputs, &mut events);
        return done(&fall, events);
    }
    fall.stage = Stage::Catch(at + 1);
    StepResult::new(events, NextStep::Resume(Frame::Fall(fall)))
}

/// Rolls to climb the surface next to a combatant; whether it holds.
pub(crate) fn climbs(policy: &HeightPolicy, who: CombatantId, inputs: &mut Inputs<'_>, events: &mut Facts) -> bool {
    holds(policy, ("climb", &policy.climb.skill), who, inputs, events)
}

/// Rolls a skill to hold on to the surface next to a combatant; whether it holds.
fn holds(
    policy: &HeightPolicy,
    (name, skill): (&str, &SkillPolicy),
    who: CombatantId,
    inputs: &mut Inputs<'_>,
    events: &mut Facts,
) -> bool {
    let grip = falling::surface(inputs.view, who).unwrap_or_default();
    let mut bonus = checks::skill_bonus(inputs.view, who, skill);
    status::add_to_roll(inputs.game(), who, &mut bonus);
    let (difficulty, rule) = (checks::climbing_difficulty(&policy.climb, grip), skill.rule);
    PlainCheck { who, name, roll: RollType::Skill, bonus, difficulty, rule }.roll(inputs, events) >= 0
}

/// Drops the combatants by one fall's distance; they land if that is the whole way.
fn drop_down(policy: &HeightPolicy, fall: &Fall, fallers: &[CombatantId], inputs: &mut Inputs<'_>) -> StepResult {
    let (game, who) = (inputs.game(), fall.who);
    let (altitude, anchor) = (game.altitude(who), game.footprint(who).anchor);
    let pace = i16::try_from(fall.most.unwrap_or(policy.fall.pace)).unwrap_or(i16::MAX).max(1);
    let mut events = Vec::new();
    if altitude > pace && fallers.iter().any(|id| is_aloft(game, *id)) {
        // A flier continues flying from there.
        events.push(sunk(fallers, anchor, altitude - pace, policy, inputs));
        return done(fall, events);
    }
    for &faller in fallers {
        if let Some(fly) = &game.policies.flight {
            flight::lands(fly, faller, inputs, &mut events);
        }
        conditions::lose(faller, policy.climb.clinging, policy.fall.pace_rule, inputs, &mut events);
    }
    if altitude <= pace {
        land(policy, fall, fallers, inputs, &mut events);
        return done(fall, events);
    }
    events.push(sunk(fallers, anchor, altitude - pace, policy, inputs));
    for &who in fallers {
        let (condition, rule) = (policy.climb.falling, policy.fall.goes_on_rule);
        let level = fallen_before(policy, who, game.view) + pace - eased(fall, who);
        let affliction = Afflicted::lasting(condition, level);
        events.push(BattleEvent::ConditionGained { who, affliction, rule });
    }
    done(fall, events)
}

/// All combatants of a fall: one, and those sharing its space by holds that are unsupported or brought down with it
/// (TA-229, TA-236).
fn fallers(fall: &Fall, inputs: &Inputs<'_>) -> SmallVec<[CombatantId; 2]> {
    let falls =
        |id: &CombatantId| *id == fall.who || fall.most.is_some() || falling::is_unsupported(inputs.game(), *id);
    together(inputs.view, fall.who).into_iter().filter(falls).collect()
}

/// Feet that its own leap takes off a combatant's fall.
fn eased(fall: &Fall, who: CombatantId) -> i16 {
    if who == fall.who { fall.eased } else { 0 }
}

fn sunk(fallers: &[CombatantId], to: Cell, altitude: i16, policy: &HeightPolicy, inputs: &Inputs<'_>) -> BattleEvent {
    let shift = |who: &CombatantId| {
        let (body, before) = (inputs.view.footprint(*who), inputs.view.altitude(*who));
        Shift { who: *who, from: body.anchor, to, extent: body.extent, altitudes: (before, altitude) }
    };
    let bodies = fallers.iter().map(shift).collect();
    BattleEvent::Displaced { bodies, cause: Cause::Fall, rule: policy.fall.pace_rule }
}

/// Feet that a combatant fell in earlier turns of the same fall.
fn fallen_before(policy: &HeightPolicy, who: CombatantId, view: View<'_>) -> i16 {
    let mut held = view.row(who).conditions.0.iter();
    held.find(|held| held.condition == policy.climb.falling).map_or(0, |held| held.level)
}

/// Lands the combatants: each takes damage for its whole fall, and a damaged one lies prone (TA-138 to TA-141, TA-181).
fn land(policy: &HeightPolicy, fall: &Fall, fallers: &[CombatantId], inputs: &mut Inputs<'_>, events: &mut Facts) {
    let to = landing(inputs.game(), fall.who);
    events.push(sunk(fallers, to.anchor, 0, policy, inputs));
    let in_water = height::over_water(inputs.view, to);
    let mut lying: SmallVec<[CombatantId; 2]> = SmallVec::new();
    for &who in fallers {
        let row = inputs.view.row(who);
        conditions::lose(who, policy.climb.falling, policy.fall.pace_rule, inputs, events);
        let fallen = fallen_before(policy, who, inputs.view).saturating_add(row.position.altitude);
        let height =
            falling::effective_height(&policy.fall, fallen, eased(fall, who), falling::eases_rule(policy), in_water);
        let harmed = hurt((who, who), policy.climb.falling, height, policy, inputs, events);
        lying.extend((!in_water && (harmed || fall.most.is_some())).then_some(who));
    }
    for who in lying {
        // Falling prone pulls down those in a hold with it.
        let pulled = |event: &BattleEvent| matches!(event, BattleEvent::StanceTaken { who: one, .. } if *one == who);
        if !events.iter().any(pulled) {
            posture::fall_down(who, policy.fall.prone_rule, inputs, events);
        }
    }
}

/// Damage as by a fall of this height, caused by an action; a damaged target falls prone (TA-110, TA-181).
pub(crate) fn damage_as_fall(
    who: CombatantId,
    (by, action): (CombatantId, Name),
    height: u16,
    inputs: &mut Inputs<'_>,
    events: &mut Facts,
) {
    let Some(policy) = &inputs.rules.policies.height else { return };
    let fallen = i16::try_from(height).unwrap_or(i16::MAX);
    let height = falling::effective_height(&policy.fall, fallen, 0, falling::eases_rule(policy), false);
    // A combatant still in the air does not fall prone (TA-G35).
    if hurt((who, by), action, height, policy, inputs, events) && inputs.view.altitude(who) <= 0 {
        posture::fall_down(who, policy.fall.prone_rule, inputs, events);
    }
}

/// Rolls the damage of a fall; whether there was any.
fn hurt(
    (who, by): (CombatantId, CombatantId),
    cause: Name,
    height: Breakdown,
    policy: &HeightPolicy,
    inputs: &mut Inputs<'_>,
    events: &mut Facts,
) -> bool {
    if let Some(strike) = &policy.fall.strike {
        return strikes((who, by, cause), strike, height, inputs, events);
    }
    let dealt = falling::roll_damage(&policy.fall, inputs.view.row(who).sheet.size, height.total(), inputs.dice);
    let rule = policy.fall.damage_rule;
    events.push(BattleEvent::Fell { who, height, rule });
    if dealt > 0 {
        deal_damage::harm((who, by), cause, dealt, (DamageTypes::FALL, rule), inputs, events);
    }
    dealt > 0
}

/// A fall that strikes like an attack; whether it wounds (HD-G44). A fall of no height does nothing.
fn strikes(
    (who, by, cause): (CombatantId, CombatantId, Name),
    strike: &FallStrike,
    height: Breakdown,
    inputs: &mut Inputs<'_>,
    events: &mut Facts,
) -> bool {
    let far = height.total();
    events.push(BattleEvent::Fell { who, height, rule: strike.rule });
    if far <= 0 {
        return false;
    }
    let rolled = PlainRoll::throw(&inputs.rules.policies.rolls, strike.roll, inputs.dice).natural;
    let amount = Breakdown::of([(Label::Base, far, strike.rule), (Label::DamageDice, rolled, strike.rule)]);
    let mut blow = PendingDamage::plain((who, by), cause, DamageTypes::FALL, amount, strike.rule);
    blow.traits.bypasses.extend(&strike.bypasses);
    let hurts = events.len();
    deal_damage::deal(blow, inputs, events);
    events[hurts..].iter().any(|event| matches!(event, BattleEvent::DamageTaken(hurt) if !hurt.severity.is_empty()))
}

/// The landing space: straight below, or if occupied the nearest free space no higher without a wall in between
/// (TA-G25).
fn landing(game: Game<'_>, who: CombatantId) -> Footprint {
    let (view, shape, body) = (game.view, game.shape(), game.footprint(who));
    let (ground, along) = (height::ground(view, body), grapple::clinched(view, who));
    let others = || view.present().map(|row| row.id).filter(|id| *id != who && !along.contains(id));
    let taken =
        |at: Footprint| others().any(|id| view.footprint(id).overlaps(shape, at) && height::of(view, id) <= ground);
    let may_land = |at: &Footprint| {
        (*at == body || space::entry_by_force(game, who, *at).is_ok())
            && !taken(*at)
            && height::has_room(game, *at)
            && height::ground(view, *at) <= ground
    };
    let open = |from: Cell, way: Direction, _: Cell| height::is_open(game, body.at(from), way).then_some(1);
    let mut flood = Flood::default();
    let most = 2 + u16::from(body.across());
    flood.run_with(Distance::DiagonalsCostOne, view.board(), body.anchor, most, open);
    let places = flood.reached().iter().map(|cell| body.at(*cell)).filter(may_land);
    let nearest = places
        .min_by_key(|at| (distance(shape, Distance::DiagonalsCostOne, body, *at), at.anchor != body.anchor, at.anchor));
    nearest.unwrap_or(body)
}
