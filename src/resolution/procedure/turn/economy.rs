//! Paying from resource pools, and the points that combatants gain and lose.

use crate::battle::{Channel, Channelling, CombatantId, Momentum, PairFact, PairRelation, ResourcePoints};
use crate::content::{
    Action, Breakdown, Does, Effect, Gait, Label, Lacking, Name, PayOver, PoolId, PoolIncome, PoolMoment, Refusal,
    ResourcePool, Rule, Status, StatusKind, Unspent, WholeRounds,
};
use crate::mechanics::movement::{self, Passing, Purchase};
use crate::mechanics::{mount, status};
use crate::resolution::act::{Act, Occasion};
use crate::resolution::event::{BattleEvent, Facts};
use crate::resolution::legal::Cost;
use crate::resolution::plan::PlannedEffect;
use crate::resolution::procedure::consequence::exertion;
use crate::resolution::procedure::effect::duration;
use crate::resolution::procedure::turn::{hurry, initiative};
use crate::resolution::step::Inputs;
use crate::turn::economy;

/// Pays for the declared act of a combatant; whether all of it is paid. Of an action that may be paid over several turns, it
/// pays the points that the combatant has. Paying for anything else abandons such an action.
///
/// # Errors
/// The pool without enough points.
pub(crate) fn pay_for(
    who: CombatantId,
    act: &Act,
    occasion: Occasion,
    inputs: &mut Inputs<'_>,
    events: &mut Facts,
) -> Result<bool, Refusal> {
    let Some(action) = inputs.rules.actions.get(act.action) else { return Ok(true) };
    let cost = Cost::of_action(inputs.game(), who, (action, act.weapon), occasion)?;
    let mut cost = match &action.hurry {
        Some(policy) => hurry::rolled(who, policy, cost, inputs, events),
        None => cost,
    };
    breaks_run_up(who, action, inputs, events);
    let ahead = bought_ahead(who, act, action, inputs);
    if let Some((pool, purchase, rule)) = ahead {
        let points = purchase.times.saturating_mul(purchase.policy.points.into());
        cost.add(pool, Label::Movement, i16::try_from(points).unwrap_or(i16::MAX), rule);
    }
    if !cost.points.is_empty() {
        duration::acts(who, act, false, inputs, events);
    }
    let begun = &inputs.view.row(who).channelling;
    match action.paid {
        PayOver::AtOnce if begun.0.is_none() => pay(who, &cost, inputs, events),
        PayOver::AtOnce => {
            pay(who, &cost, inputs, events);
            if !cost.is_nothing() {
                events.push(BattleEvent::ChannelChanged { who, now: Channelling(None), rule: action.rule });
            }
        }
        PayOver::Turns | PayOver::WholeTurns => {
            let before = begun.0.as_ref().filter(|channel| channel.act == *act);
            let paid = before.map(|channel| channel.paid).unwrap_or_default();
            let (now, whole) = pay_part(who, &cost, paid, inputs, events);
            if whole && before.is_some() && action.paid == PayOver::WholeTurns {
                spend_all(who, (&cost, action.rule), inputs, events);
            }
            let channel = (!whole).then(|| Box::new(Channel { act: act.clone(), paid: now, rounds: 0, last: 0 }));
            if let Some((pool, purchase, rule)) = ahead.filter(|_| whole) {
                let times = now.left(pool).unsigned_abs() / u16::from(purchase.policy.points.max(1));
                let bought = movement::pool_after_purchase(inputs.game(), who, Gait::Leap, times);
                events.extend(bought.map(|pool| BattleEvent::MovementSpent { who, pool, rule }));
            }
            if channel.is_some() || begun.0.is_some() {
                events.push(BattleEvent::ChannelChanged { who, now: Channelling(channel), rule: action.rule });
            }
            return Ok(whole);
        }
        PayOver::Rounds { .. } | PayOver::Minutes { .. } => {
            let seconds = inputs.rules.policies.turn.in_rounds().map_or(0, |turns| turns.seconds);
            let needed = action.paid.whole_rounds(seconds);
            return Ok(needed.is_none_or(|needed| pay_round(who, act, needed, inputs, events)));
        }
    }
    Ok(true)
}

/// The movement that must be bought for a jump before it begins, with its pool and the rule (HD-204).
fn bought_ahead(who: CombatantId, act: &Act, action: &Action, inputs: &Inputs<'_>) -> Option<(PoolId, Purchase, Rule)> {
    let Does::Move(gait @ Gait::Leap) = action.does else { return None };
    let (_, path) = act.movement(gait)?;
    let purchase = movement::jump_purchase(inputs.game(), who, path)?;
    let (pool, _) = inputs.rules.policies.economy.find(purchase.policy.pool)?;
    Some((pool, purchase, action.rule))
}

/// Any action but a movement ends the run-up of a jump (HD-198).
fn breaks_run_up(who: CombatantId, action: &Action, inputs: &Inputs<'_>, events: &mut Facts) {
    let now = inputs.view.row(who).momentum;
    if now.run_up > 0 && !matches!(action.does, Does::Move(_)) {
        events.push(BattleEvent::MomentumChanged { who, momentum: Momentum { run_up: 0, ..now } });
    }
}

/// Pays for one more round of an action with all points of the pool of actions; whether that was the last (HD-146).
fn pay_round(who: CombatantId, act: &Act, needed: WholeRounds, inputs: &Inputs<'_>, events: &mut Facts) -> bool {
    let (round, left) = (inputs.view.count(), left(who, PoolId::ACTIONS, inputs, events));
    let begun = inputs.view.row(who).channelling.0.as_deref().filter(|channel| channel.act == *act);
    let new = Channel { act: act.clone(), paid: ResourcePoints::default(), rounds: 0, last: 0 };
    let mut channel = begun.cloned().unwrap_or(new);
    // Paid for again in the same round, it takes the points and no round.
    channel.rounds += u8::from(channel.last != round);
    channel.last = round;
    channel.paid.set(PoolId::ACTIONS, channel.paid.left(PoolId::ACTIONS).saturating_add(left));
    let by = Breakdown::of([(Label::Action, -left, needed.rule)]);
    events.push(BattleEvent::PoolChanged { who, pool: PoolId::ACTIONS, by, left: 0 });
    let whole = channel.rounds >= needed.rounds;
    let now = Channelling((!whole).then(|| Box::new(channel)));
    events.push(BattleEvent::ChannelChanged { who, now, rule: needed.rule });
    whole
}

/// Pays a cost.
pub(crate) fn pay(who: CombatantId, cost: &Cost, inputs: &mut Inputs<'_>, events: &mut Facts) {
    for (pool, points) in &cost.points {
        let left = left(who, *pool, inputs, events).saturating_sub(points.total());
        let known = inputs.rules.policies.economy.pool(*pool).and_then(|pool| pool.tires.as_ref());
        match known.filter(|_| left < 0) {
            Some(tires) => exertion::overdraw(who, (*pool, negated(points), -left), tires.rule, inputs, events),
            None => events.push(BattleEvent::PoolChanged { who, pool: *pool, by: negated(points), left }),
        }
    }
    if let Some(price) = cost.initiative {
        initiative::change(who, (Label::Action, price.amount.saturating_neg(), price.rule), inputs, events);
    }
}

/// Pays for movement that is bought (HD-183). The rider of a mount pays as much (HD-394).
pub(crate) fn pay_for_movement(who: CombatantId, purchase: Purchase, inputs: &Inputs<'_>, events: &mut Facts) {
    let Purchase { times, policy, .. } = purchase;
    let Some((pool, _)) = inputs.rules.policies.economy.find(policy.pool) else { return };
    let price = i16::try_from(u32::from(times) * u32::from(policy.points)).unwrap_or(i16::MAX);
    pay_with_rider((who, policy.rule), (pool, price), inputs, events);
    for fact in &inputs.view.row(who).pairs.0 {
        let PairRelation::Drags(points) = fact.slant else { continue };
        let left = points.saturating_sub(u8::try_from(price).unwrap_or(u8::MAX));
        events.push(BattleEvent::PairFactEnded { who, towards: fact.towards, slant: fact.slant });
        events.push(BattleEvent::PairFactBegan { who, fact: PairFact { slant: PairRelation::Drags(left), ..*fact } });
    }
}

/// Pays for a step into the space of another (HD-263, HD-G48). The rider of a mount pays as much.
pub(crate) fn pay_for_passing(who: CombatantId, passing: Passing, inputs: &Inputs<'_>, events: &mut Facts) {
    let Some((pool, _)) = inputs.rules.policies.economy.find(passing.bought.pool) else { return };
    pay_with_rider((who, passing.price.rule), (pool, passing.price.points.into()), inputs, events);
}

/// A combatant pays for its movement, and the rider of a mount as much (HD-394).
fn pay_with_rider(
    (who, rule): (CombatantId, Rule),
    (pool, price): (PoolId, i16),
    inputs: &Inputs<'_>,
    events: &mut Facts,
) {
    let payers = std::iter::once((who, rule)).chain(mount::payer(inputs.game(), who));
    for (who, rule) in payers {
        let by = Breakdown::of([(Label::Movement, price.saturating_neg(), rule)]);
        let left = left(who, pool, inputs, events).saturating_sub(price);
        events.push(BattleEvent::PoolChanged { who, pool, by, left });
        if inputs.view.row(who).channelling.0.is_some() {
            events.push(BattleEvent::ChannelChanged { who, now: Channelling(None), rule });
        }
    }
}

/// Pays as much of a cost as a combatant can; the points paid so far, and whether that is all.
fn pay_part(
    who: CombatantId,
    cost: &Cost,
    mut paid: ResourcePoints,
    inputs: &Inputs<'_>,
    events: &mut Facts,
) -> (ResourcePoints, bool) {
    let mut whole = true;
    for (pool, points) in &cost.points {
        let (owed, has) = (points.total().saturating_sub(paid.left(*pool)), left(who, *pool, inputs, events));
        let part = owed.min(has).max(0);
        whole &= part >= owed;
        if part > 0 {
            let by = Breakdown::of([(Label::Action, part.saturating_neg(), rule_of(*pool, inputs))]);
            events.push(BattleEvent::PoolChanged { who, pool: *pool, by, left: has - part });
            paid.set(*pool, paid.left(*pool).saturating_add(part));
        }
    }
    (paid, whole)
}

/// Spends all that is left of the pools that a cost is of.
fn spend_all(who: CombatantId, (cost, rule): (&Cost, Rule), inputs: &Inputs<'_>, events: &mut Facts) {
    for (pool, _) in &cost.points {
        let rest = left(who, *pool, inputs, events);
        if rest > 0 {
            let by = Breakdown::of([(Label::Unspent, rest.saturating_neg(), rule)]);
            events.push(BattleEvent::PoolChanged { who, pool: *pool, by, left: 0 });
        }
    }
}

fn negated(points: &Breakdown) -> Breakdown {
    let mut change = Breakdown::new();
    points.terms().iter().for_each(|term| change.add(term.label, term.amount.saturating_neg(), term.rule));
    change
}

/// The points that a combatant gains at a moment. A subordinate gains no actions by itself (TA-077).
pub(crate) fn income(who: CombatantId, at: PoolMoment, inputs: &Inputs<'_>, events: &mut Facts) {
    let commanded = inputs.view.row(who).turn_state.commander.is_some();
    for (id, pool) in inputs.rules.policies.economy.pools() {
        for income in pool.incomes.iter().filter(|income| income.at == at) {
            match commanded && id == PoolId::ACTIONS {
                true => set(who, (id, pool), Breakdown::new(), inputs, events),
                false => gain(who, (id, pool), income, inputs, events),
            }
        }
    }
}

/// The actions of a subordinate that is commanded.
pub(crate) fn grant_actions(who: CombatantId, inputs: &Inputs<'_>, events: &mut Facts) {
    let Some(pool) = &inputs.rules.policies.economy.actions else { return };
    for income in pool.incomes.iter().filter(|income| income.at == PoolMoment::OwnTurnStart) {
        gain(who, (PoolId::ACTIONS, pool), income, inputs, events);
    }
}

/// An income without what conditions take from it (TA-244, TA-256, TA-G45).
fn gain(
    who: CombatantId,
    (id, pool): (PoolId, &ResourcePool),
    income: &PoolIncome,
    inputs: &Inputs<'_>,
    events: &mut Facts,
) {
    let mut points = economy::points(&income.amount, pool, &inputs.view.row(who).sheet);
    if !status::changes_points(inputs.game(), who) {
        return set(who, (id, pool), points, inputs, events);
    }
    for (condition, lost, rule) in status::losses(inputs.game(), who, id).filter(|(_, lost, _)| takes(pool, *lost)) {
        let lost = i16::from(lost).min(points.total().max(0));
        points.add_if(Label::Named(condition), -lost, rule);
    }
    for (condition, status, _) in status::counted_of(inputs.game(), who, StatusKind::Economy) {
        if matches!(status.does, Status::HalvesIncome { pool } if inputs.rules.policies.economy.find(pool).is_some_and(|(of, _)| of == id))
        {
            let whole = points.total().max(0);
            points.add_if(Label::Named(condition.id), (whole / 2).max(1).min(whole) - whole, status.rule);
        }
    }
    set(who, (id, pool), points, inputs, events);
}

/// Whether a condition takes points from a pool: one that only forbids to spend them may leave them there (FS-G39).
fn takes(pool: &ResourcePool, lost: u8) -> bool {
    lost > 0 && !(pool.kept && lost == u8::MAX)
}

fn set(who: CombatantId, (id, pool): (PoolId, &ResourcePool), by: Breakdown, inputs: &Inputs<'_>, events: &mut Facts) {
    let left = economy::after_income(pool, &inputs.view.row(who).sheet, left(who, id, inputs, events), by.total());
    events.push(BattleEvent::PoolChanged { who, pool: id, by, left });
}

/// Points that a combatant loses and gains because its turn ends.
pub(crate) fn turn_ends(who: CombatantId, inputs: &Inputs<'_>, events: &mut Facts) {
    lose_unspent(who, inputs, events);
    income(who, PoolMoment::OwnTurnEnd, inputs, events);
}

/// Points that a combatant loses as it ends its turn, even if others that share the turn still act.
pub(crate) fn lose_unspent(who: CombatantId, inputs: &Inputs<'_>, events: &mut Facts) {
    for (id, pool) in inputs.rules.policies.economy.pools() {
        let left = left(who, id, inputs, events);
        if pool.unspent == Unspent::LostAtTurnEnd && left > 0 {
            let by = Breakdown::of([(Label::Unspent, -left, pool.rule)]);
            events.push(BattleEvent::PoolChanged { who, pool: id, by, left: 0 });
        }
    }
}

/// Points that a combatant loses at once with a condition that it gains (TA-G45).
pub(crate) fn lose_to(who: CombatantId, condition: Name, inputs: &Inputs<'_>, events: &mut Facts) {
    for (id, pool) in inputs.rules.policies.economy.pools() {
        let (left, mut by) = (left(who, id, inputs, events), Breakdown::new());
        for (lost, rule) in status::losses_to(inputs.book(), condition, id).filter(|(lost, _)| takes(pool, *lost)) {
            let lost = i16::from(lost).min((left + by.total()).max(0));
            by.add_if(Label::Named(condition), -lost, rule);
        }
        let left = left + by.total();
        if !by.terms().is_empty() {
            events.push(BattleEvent::PoolChanged { who, pool: id, by, left });
        }
    }
}

/// Points that a combatant loses by an effect, into debt if it has too few (FS-087, FS-G16).
pub(crate) fn lose_points(who: CombatantId, effect: &PlannedEffect, inputs: &Inputs<'_>, events: &mut Facts) {
    let Effect::LosePoints { pool, points, unless, lacking, .. } = &effect.does else { return };
    let has = |condition: &Name| status::has_condition(inputs.game(), who, *condition);
    let Some((id, _)) = inputs.rules.policies.economy.find(*pool).filter(|_| !unless.iter().any(has)) else { return };
    let has = left(who, id, inputs, events);
    let lost = match lacking {
        Lacking::Owed => i16::from(*points),
        Lacking::Forgiven => i16::from(*points).min(has.max(0)),
    };
    let by = Breakdown::of([(Label::Named(effect.act.action), -lost, effect.rule)]);
    let left = has.saturating_sub(lost);
    events.push(BattleEvent::PoolChanged { who, pool: id, by, left });
}

/// Points that the actor of an effect gains in a pool (PR-G30).
pub(crate) fn gain_points(effect: &PlannedEffect, inputs: &Inputs<'_>, events: &mut Facts) {
    let Effect::GainPoints { pool, points, stat } = &effect.does else { return };
    let Some((id, _)) = inputs.rules.policies.economy.find(*pool) else { return };
    let who = effect.actor;
    let mut by = Breakdown::new();
    by.add_if(Label::Named(effect.act.action), i16::from(*points), effect.rule);
    if let Some(stat) = stat {
        by.add_if(Label::Stat(*stat), inputs.view.row(who).sheet.stat(*stat), effect.rule);
    }
    let gained = by.total();
    let left = left(who, id, inputs, events).saturating_add(gained);
    events.push(BattleEvent::PoolChanged { who, pool: id, by, left });
}

fn rule_of(pool: PoolId, inputs: &Inputs<'_>) -> Rule {
    inputs.rules.policies.economy.pool(pool).map_or("".into(), |pool| pool.rule)
}

/// Points left in a pool after the facts so far.
pub(crate) fn left(who: CombatantId, pool: PoolId, inputs: &Inputs<'_>, events: &[BattleEvent]) -> i16 {
    let changed = |event: &BattleEvent| match event {
        BattleEvent::PoolChanged { who: other, pool: of, left, .. } if (*other, *of) == (who, pool) => Some(*left),
        _ => None,
    };
    events.iter().rev().find_map(changed).unwrap_or_else(|| inputs.view.row(who).turn_state.pools.left(pool))
}
