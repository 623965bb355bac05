//! Beginning of a battle: the rows of all combatants, and the facts of the first rolls.

mod after_battle;
mod carry_over;
mod rest;
mod surprise;

pub use carry_over::{CarriedState, CarryOver, NoAfter, Pending};

use super::event::{BattleEvent, Facts};
use super::procedure::effect::deal_damage;
use super::setup::{CombatantSetup, Setup};
use crate::battle::{
    Afflicted, Channelling, CombatantId, Conditions, Count, Drift, Incanting, Link, LinkId, LinkKind, Momentum,
    PairFact, PairFacts, PairRelation, Position, Ready, Row, Stance, TurnState, Until, View, Vitals,
};
use crate::content::{
    Breakdown, CountTurns, HealthModel, InitiativeRoll, Label, Name, RoundTurns, Rule, Stacking, StatusFlags,
    UnawareEnd,
};
use crate::dice::Dice;
use crate::mechanics::{consciousness, health, status};
use crate::turn::{Due, DueId, DueKind, Phase, economy, initiative, ties};

/// The rows of all combatants of a setup before the first fact.
pub(super) fn rows(setup: &Setup) -> Vec<Row> {
    setup.roster().map(|(id, recruit)| row(id, recruit, setup)).collect()
}

fn row(id: CombatantId, recruit: &CombatantSetup, setup: &Setup) -> Row {
    let mut row = fresh(id, recruit, setup);
    row.turn_state.rests_until = sleeps_until(setup, recruit).unwrap_or_default();
    for (id, pool) in setup.rules.policies.economy.pools() {
        row.turn_state.pools.set(id, economy::points(&pool.initial, pool, &recruit.sheet).total());
    }
    if let Some(brings) = setup.before.as_ref().and_then(|before| before.of(id)) {
        brings.put_into(&mut row, &setup.rules);
    }
    row
}

fn fresh(id: CombatantId, recruit: &CombatantSetup, setup: &Setup) -> Row {
    let policies = &setup.rules.policies;
    let unhurt = health::unhurt(policies, &recruit.sheet);
    let on_side = |quality| setup.combatants.iter().any(|one| one.side == recruit.side && one.sheet.has(quality));
    Row {
        id,
        side: recruit.side,
        name: recruit.name.clone(),
        sheet: recruit.sheet.clone(),
        own: recruit.sheet.clone(),
        commanders: recruit.commanders.clone(),
        position: Position::of(recruit.footprint),
        facing: recruit.facing,
        vitals: Vitals {
            energy: policies.roles.energy.map_or(0, |energy| recruit.sheet.stat(energy)),
            hit_points: unhurt.hit_points - recruit.hurt,
            fatigue: recruit.fatigue,
            dies_at_zero: health::dies_at_zero(&policies.consciousness, &recruit.sheet, on_side),
            ..unhurt
        },
        conditions: Conditions::default(),
        held: StatusFlags::default(),
        stance: Stance::default(),
        arms: recruit.arms.clone(),
        momentum: Momentum::default(),
        drift: Drift::default(),
        pairs: PairFacts::default(),
        turn_state: turn_state(recruit),
        ready: Ready::default(),
        incanting: Incanting::default(),
        channelling: Channelling::default(),
        gone: false,
        touched: 0,
        drained: 0,
    }
}

/// A subordinate has no turn of its own; if it is surprised, it is not commanded in the first round.
fn turn_state(recruit: &CombatantSetup) -> TurnState {
    let commander = recruit.commanders.first().copied();
    let misses = i32::from(commander.is_some() && recruit.surprised);
    TurnState { commander, commanded: misses, started: misses, ..TurnState::default() }
}

/// The count until which a combatant that begins asleep sleeps at least, in rules where sleepers try to wake: as if it had
/// failed its check to stay awake by one (TC-125, G-64).
fn sleeps_until(setup: &Setup, recruit: &CombatantSetup) -> Option<Count> {
    let policy = &setup.rules.policies.consciousness;
    match &policy.collapse {
        HealthModel::Fatigue(collapse) if recruit.afflicted.contains(&policy.unconscious) => {
            Some(consciousness::sleep_counts(collapse, 1))
        }
        _ => None,
    }
}

/// The facts with which a battle begins: rests, ambushes, initiative, conditions.
pub(super) fn first_facts(setup: &Setup, view: View<'_>, dice: &mut Dice) -> Facts {
    let mut events = Vec::new();
    let mut absent = rest::take(setup, dice, &mut events);
    let asleep = setup.roster().filter(|(_, recruit)| sleeps_until(setup, recruit).is_some());
    absent.extend(asleep.map(|(who, _)| who));
    let surprised = surprise::settle(setup, view, &absent, dice, &mut events);
    let shared = of_sides(setup, dice);
    let order = &setup.rules.policies.turn;
    if let Some(turns) = order.in_rounds() {
        first_round(turns, setup, &surprised, dice, &mut events);
        if turns.unaware.as_ref().is_none_or(|unaware| unaware.ends == UnawareEnd::FirstTurn) {
            ambush(setup, &surprised, &mut events);
        }
    }
    if let Some(turns) = order.counted() {
        for (who, recruit) in setup.roster().filter(|(who, _)| !absent.contains(who)) {
            let shared = shared.get(usize::from(recruit.side.0)).copied();
            let rolled = shared.unwrap_or_else(|| initiative::roll_dice(turns, dice));
            let surprised = surprised[who.index()];
            let number = initiative::starting_count(turns, rolled, &recruit.sheet, surprised, dice);
            first_turn(turns, (who, surprised), number, &mut events);
        }
    }
    afflict(setup, &mut events);
    mount(setup, &mut events);
    events
}

/// Puts riders on their mounts (HD-G59).
fn mount(setup: &Setup, events: &mut Facts) {
    let Some(policy) = &setup.rules.policies.mounts else { return };
    let rides = (0..).map(LinkId).zip(&setup.rides);
    events.extend(rides.map(|(id, (rider, mount))| {
        let link = Link::new(id, LinkKind::Ride, *rider, *mount);
        BattleEvent::LinkMade { link, rule: policy.space_rule }
    }));
}

/// Gives combatants the conditions with which they begin, and schedules the harm that these do and the checks to wake.
fn afflict(setup: &Setup, events: &mut Facts) {
    for (who, recruit) in setup.roster() {
        if setup.before.as_ref().and_then(|before| before.of(who)).is_none() {
            rest::marks(setup, who, &fresh(who, recruit, setup).vitals, events);
        }
        let conditions = recruit.afflicted.iter().filter_map(|name| setup.rules.conditions.get(*name));
        for (at, condition) in conditions.clone().enumerate() {
            let named = conditions.clone().take(at + 1).filter(|other| other.id == condition.id).count();
            let level = if condition.again == Stacking::Adds { named as i16 } else { 0 };
            let affliction = Afflicted::lasting(condition.id, level);
            events.push(BattleEvent::ConditionGained { who, affliction, rule: condition.rule });
            let id = next_due(events);
            events.extend(
                deal_damage::due(&setup.rules, who, condition.id, 0, id).map(|due| BattleEvent::DueSet { due }),
            );
        }
        if let Some(at) = sleeps_until(setup, recruit) {
            sleeps(setup, who, at, events);
        }
    }
}

/// A combatant that begins asleep lies down and tries to wake at a count.
fn sleeps(setup: &Setup, who: CombatantId, at: Count, events: &mut Facts) {
    let policy = &setup.rules.policies.consciousness;
    let stance = Stance { held: Some(policy.falls), shifting: false };
    events.push(BattleEvent::StanceTaken { who, stance, rule: policy.unconscious_rule });
    events.push(due_at(at, Phase::Wakings, DueKind::Waking(who), events));
}

fn due_at(at: Count, phase: Phase, what: DueKind, events: &[BattleEvent]) -> BattleEvent {
    BattleEvent::DueSet { due: Due { id: next_due(events), at, phase, tie: 0, what } }
}

fn next_due(events: &[BattleEvent]) -> DueId {
    let set = events.iter().filter_map(|event| match event {
        BattleEvent::DueSet { due } => Some(due.id.0 + 1),
        _ => None,
    });
    DueId(set.max().unwrap_or(0))
}

/// The initiative dice of each side, in rules where a side rolls once (TC-208).
fn of_sides(setup: &Setup, dice: &mut Dice) -> Vec<i16> {
    let by_side = |turns: &&CountTurns| matches!(turns.rolls, InitiativeRoll::Side { .. });
    let Some(turns) = setup.rules.policies.turn.counted().filter(by_side) else { return Vec::new() };
    setup.sides.iter().map(|_| initiative::roll_dice(turns, dice)).collect()
}

fn first_turn(turns: &CountTurns, (who, surprised): (CombatantId, bool), number: Breakdown, events: &mut Facts) {
    let at = i32::from(number.total());
    events.push(BattleEvent::InitiativeRolled { who, number });
    if surprised {
        let affliction = Afflicted::new(turns.surprised, None, Until::BearerActs, 0);
        events.push(BattleEvent::ConditionGained { who, affliction, rule: turns.surprise_rule });
    }
    events.push(due_at(at, Phase::Turns, DueKind::Turn(who), events));
}

/// Rolls initiative for all combatants and puts them in order.
fn first_round(turns: &RoundTurns, setup: &Setup, surprised: &[bool], dice: &mut Dice, events: &mut Facts) {
    let mut order: Vec<(i16, CombatantId)> = Vec::new();
    for (who, recruit) in setup.roster() {
        let joins_later = || turns.unaware.as_ref().is_some_and(|unaware| unaware.ends == UnawareEnd::Aware);
        if !recruit.commanders.is_empty() || surprised[who.index()] && joins_later() {
            is_unaware(turns, who, surprised[who.index()], events);
            continue;
        }
        let mut number = initiative::roll_round(turns, &recruit.sheet, dice);
        for (condition, amount, rule) in initiative_given(recruit, setup) {
            number.add_if(Label::Named(condition), amount, rule);
        }
        let slower = turns.unaware.as_ref().filter(|_| surprised[who.index()]).and_then(|unaware| unaware.slower);
        if let Some(slower) = slower {
            let penalty = recruit.sheet.stat(slower.less).saturating_sub(slower.base);
            number.add_if(Label::Surprise, penalty.min(0), slower.rule);
        }
        if let Some(lowest) = turns.lowest {
            number.add_if(Label::AtLeast, lowest.number.saturating_sub(number.total()).max(0), lowest.rule);
        }
        order.push((number.total(), who));
        events.push(BattleEvent::InitiativeRolled { who, number });
    }
    order.sort_by_key(|(initiative, _)| std::cmp::Reverse(*initiative));
    let sheet = |who: CombatantId| &*setup.combatants[who.index()].sheet;
    order.chunk_by_mut(|one, other| one.0 == other.0).for_each(|tied| ties::arrange(&turns.ties, tied, sheet, dice));
    for (rank, (initiative, who)) in order.into_iter().enumerate() {
        let place = initiative::turn_key(initiative, rank as u16);
        let given = initiative_given(&setup.combatants[who.index()], setup).map(|(_, amount, _)| amount);
        let (by, of_conditions) = (Breakdown::new(), given.fold(0, i16::saturating_add));
        events.push(BattleEvent::InitiativeChanged { who, initiative, place, by, of_conditions });
        let unaware = is_unaware(turns, who, surprised[who.index()], events);
        let (id, at) = (DueId(u32::from(who.0)), if unaware { 2 } else { 1 });
        let due = Due { id, at, phase: Phase::Turns, tie: place, what: DueKind::Turn(who) };
        events.push(BattleEvent::DueSet { due });
    }
}

/// The initiative that the conditions give with which a combatant begins.
fn initiative_given(recruit: &CombatantSetup, setup: &Setup) -> impl Iterator<Item = (Name, i16, Rule)> {
    let book = setup.rules.book();
    recruit
        .afflicted
        .iter()
        .flat_map(move |name| status::initiative_of(book, *name).map(|(by, rule)| (*name, by, rule)))
}

/// Surprised combatants have not detected their enemies (TA-009, TA-198).
fn ambush(setup: &Setup, surprised: &[bool], events: &mut Facts) {
    let Some(policy) = &setup.rules.policies.sight else { return };
    let slant = PairRelation::Has(policy.undetected);
    for (towards, unaware) in setup.roster().filter(|(who, _)| surprised[who.index()]) {
        for (who, _) in setup.roster().filter(|(_, recruit)| recruit.side != unaware.side) {
            let fact = PairFact { towards, slant, until: Until::Ended, rule: policy.undetected_rule };
            events.push(BattleEvent::PairFactBegan { who, fact });
        }
    }
}

/// Gives a surprised combatant its condition; returns whether it misses the first round. No combatant has a reaction before its first
/// turn (TA-022).
fn is_unaware(turns: &RoundTurns, who: CombatantId, surprised: bool, events: &mut Facts) -> bool {
    let unaware = turns.unaware.as_ref().filter(|_| surprised);
    if let Some(unaware) = unaware {
        let until = match unaware.ends {
            UnawareEnd::FirstTurn => Until::BearerActs,
            UnawareEnd::FirstRound => Until::RoundEnd(1),
            UnawareEnd::Aware => Until::Attacked,
        };
        let affliction = Afflicted::new(unaware.condition, None, until, 0);
        events.push(BattleEvent::ConditionGained { who, affliction, rule: unaware.rule });
    }
    unaware.is_some_and(|unaware| unaware.misses)
}
