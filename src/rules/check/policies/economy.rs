//! Checks of resource pools, prices, and the moments at which pools gain points.

use crate::content::policy::INITIATIVE;
use crate::content::{
    Action, ActionEconomy, ActionSpeed, Aim, Check, DelayedPlace, Does, PayOver, Policies, PoolAmount, PoolId,
    PoolIncome, PoolMoment, PoolPrice, ResourcePool, RoundStep, RoundTurns, TurnEnd, Unspent, ValuePath,
};
use crate::rules::check::file_check::{FileCheck, each};

pub(in crate::rules::check) fn check(policies: &Policies, file: &mut FileCheck<'_>) {
    let (economy, path) = (&policies.economy, ValuePath::root().field("economy"));
    for (pool, path) in pools(economy, &path) {
        check_pool(pool, &path, policies, file);
    }
    let others = path.field("others");
    if economy.others.len() > PoolId::MOST - 2 {
        file.refuse(&others, format!("at most {} other pools", PoolId::MOST - 2));
    }
    for (at, (pool, path)) in pools(economy, &path).enumerate() {
        if pools(economy, &path).take(at).any(|(earlier, _)| earlier.id == pool.id) {
            file.refuse(&path.field("id"), format!("duplicate id `{}`", pool.id));
        }
    }
    let spent = policies.turn.in_rounds().is_some_and(|turns| turns.ends == TurnEnd::WhenSpent);
    match (&economy.actions, policies.turn.in_rounds()) {
        (Some(_), None) => file.refuse(&path.field("actions"), "actions take time where turns are counted: use `None`"),
        (None, Some(_)) if spent => {
            file.refuse(&path.field("actions"), "turns that end `WhenSpent` need a pool of actions");
        }
        _ => {}
    }
    check_end(policies.turn.in_rounds(), file);
    if let Some(lowest) = policies.turn.in_rounds().and_then(|turns| turns.lowest) {
        let path = ValuePath::root().field("turn").field("lowest");
        within!(file, path, lowest, number in -1000..=1000);
    }
}

/// Refuses turns that end only when their owner ends them if no action does that.
fn check_end(turns: Option<&RoundTurns>, file: &mut FileCheck<'_>) {
    let ends = turns.is_some_and(|turns| turns.ends == TurnEnd::WhenEnded);
    if ends && !file.content.actions().any(|action| action.does == Does::Wait) {
        let path = ValuePath::root().field("turn").field("ends");
        file.refuse(&path, "no action ends a turn: add one with `does: Wait`, or use `WhenSpent`");
    }
}

fn pools<'a>(
    economy: &'a ActionEconomy,
    path: &ValuePath,
) -> impl Iterator<Item = (&'a ResourcePool, ValuePath)> + use<'a> {
    let (actions, reactions, others) = (path.field("actions"), path.field("reactions"), path.field("others"));
    let others = economy.others.iter().enumerate().map(move |(at, pool)| (pool, others.index(at)));
    let own = economy.actions.iter().map(move |pool| (pool, actions.clone()));
    own.chain(economy.reactions.iter().map(move |pool| (pool, reactions.clone()))).chain(others)
}

fn check_pool(pool: &ResourcePool, path: &ValuePath, policies: &Policies, file: &mut FileCheck<'_>) {
    file.id_shape(&path.field("id"), pool.id.as_str());
    if pool.id.as_str() == INITIATIVE {
        file.refuse(&path.field("id"), "prices in `initiative` lower the initiative itself: give the pool another id");
    }
    file.not_blank(&path.field("name"), &pool.name);
    pool.many.iter().for_each(|many| file.not_blank(&path.field("many"), many));
    within!(file, path, pool, debt in 0..=20);
    if pool.debt_by_reactions && pool.debt == 0 {
        file.refuse(&path.field("debt_by_reactions"), "no points are spent in advance: give the pool a `debt`");
    }
    within!(file, path.field("initial"), pool.initial, base in 0..=1000);
    check_traits(&pool.initial, &path.field("initial"), file);
    if let Unspent::Kept { most, stat } = pool.unspent {
        file.within(&path.field("unspent").field("most"), most, i64::from(stat.is_none())..=200);
        if stat.is_none() && pool.initial.base > i16::from(most) {
            let message = format!("the pool begins with more points than the {most} it may keep");
            file.refuse(&path.field("initial").field("base"), message);
        }
    }
    if let Some(tires) = &pool.tires {
        if !matches!(pool.unspent, Unspent::Kept { .. }) {
            file.refuse(&path.field("tires"), "fatigue lowers the most that a pool keeps: `unspent` must be `Kept`");
        }
        for (path, mark) in each(&path.field("tires").field("marks"), &tires.marks) {
            file.condition(&path.field("condition"), mark.condition);
            within!(file, path, mark, percent in 1..=200);
        }
    }
    if pool.incomes.is_empty() && pool.initial == (PoolAmount { base: 0, stats: vec![], traits: vec![], more: vec![] })
    {
        file.refuse(&path.field("incomes"), "this pool never has a point: give it an income, or `initial` points");
    }
    for (path, income) in each(&path.field("incomes"), &pool.incomes) {
        within!(file, path.field("amount"), income.amount, base in -20..=1000);
        check_traits(&income.amount, &path.field("amount"), file);
        check_moment(income, &path.field("at"), policies.turn.in_rounds(), file);
    }
}

fn check_traits(amount: &PoolAmount, path: &ValuePath, file: &mut FileCheck<'_>) {
    for (path, bonus) in each(&path.field("traits"), &amount.traits) {
        within!(file, path, bonus, amount in -20..=200);
    }
}

/// Whether the moment of an income ever comes.
fn check_moment(income: &PoolIncome, path: &ValuePath, turns: Option<&RoundTurns>, file: &mut FileCheck<'_>) {
    let Some(turns) = turns else {
        return file.refuse(path, "pools gain points only in rounds");
    };
    let missing = match income.at {
        PoolMoment::RoundStart if !turns.round_start.contains(&RoundStep::Incomes) => "round_start",
        PoolMoment::RoundEnd if !turns.round_end.contains(&RoundStep::Incomes) => "round_end",
        _ => return,
    };
    file.refuse(path, format!("this never happens: add `Incomes` to `{missing}` of the turn order"));
}

/// Refuses prices in pools that the rule system does not have.
pub(in crate::rules::check) fn check_prices(prices: &[PoolPrice], list: &ValuePath, file: &mut FileCheck<'_>) {
    let counted = file.content.policies.value.turn.is_counted();
    for (path, price) in each(list, prices) {
        match price.is_initiative() {
            true if counted => file.refuse(&path.field("pool"), "there is no initiative where turns are counted"),
            true => {}
            false => file.pool(&path.field("pool"), price.pool),
        }
        within!(file, path, price, points in 1..=200);
    }
}

/// Refuses the price of an action for those with a talent where it is out of range, or no price of its own (PR-284).
pub(in crate::rules::check) fn check_talent(action: &Action, path: &ValuePath, file: &mut FileCheck<'_>) {
    let Some(talent) = &action.talent else { return };
    let path = path.field("talent");
    within!(file, path, talent, actions in 0..=20);
    check_prices(&talent.costs, &path.field("costs"), file);
    if file.content.policies.value.economy.actions.is_none() {
        file.refuse(&path.field("actions"), "this rule system has no pool of actions");
    } else if talent.actions == action.actions() && talent.costs.is_empty() && action.costs.is_empty() {
        file.refuse(&path.field("actions"), "the action costs as much without the talent");
    }
}

/// Refuses actions that delay a turn with a target that does not fit when the place of the turn is chosen.
pub(in crate::rules::check) fn check_delay(action: &Action, path: &ValuePath, file: &mut FileCheck<'_>) {
    let Some(rounds) = file.content.policies.value.turn.in_rounds().filter(|_| action.does == Does::Delay) else {
        return;
    };
    let Some(delay) = rounds.delay else {
        return file
            .refuse(&path.field("does"), "these rules have no delayed turns: define `delay` of the policy `turn`");
    };
    let (aim, why) = match delay.chosen {
        DelayedPlace::Later => (Aim::Own, "the place of a delayed turn is chosen later: use `aim: Own`"),
        DelayedPlace::Named => (Aim::Other, "a delayed turn names the combatant that it follows: use `aim: Other`"),
    };
    if action.aim != aim {
        file.refuse(&path.field("aim"), why);
    }
}

/// Refuses a hurry of attacks and spells, of what has no price to lower, and prices of initiative (HD-148, HD-362).
pub(in crate::rules::check) fn check_hurry(action: &Action, path: &ValuePath, file: &mut FileCheck<'_>) {
    let Some(hurry) = &action.hurry else { return };
    let path = path.field("hurry");
    let attacks = action.aim == Aim::Enemy || action.check().is_some_and(Check::is_attack);
    let casts = matches!(action.does, Does::Cast(_) | Does::Control | Does::Prepare | Does::KeepPreparing);
    if attacks || casts {
        file.refuse(&path, "an attack or a spell is never done in a hurry");
    }
    if !matches!(action.speed, ActionSpeed::Actions(2..)) || action.paid != PayOver::AtOnce {
        file.refuse(
            &path,
            "only an action that costs at least 2 points of the pool of actions, at once, is done in a hurry",
        );
    }
    within!(file, path, hurry, against in -100..=100, per in 1..=40);
    file.roll(&path.field("dice"), hurry.dice);
    check_prices(&hurry.costs, &path.field("costs"), file);
}

/// Refuses an action of whole rounds that has a price of its own, or none in a pool of actions (HD-146).
pub(in crate::rules::check) fn check_whole_rounds(action: &Action, path: &ValuePath, file: &mut FileCheck<'_>) {
    let at = path.field("paid");
    match action.paid {
        PayOver::AtOnce | PayOver::Turns | PayOver::WholeTurns => return,
        PayOver::Rounds { rounds, .. } => file.within(&at.field("rounds"), rounds, 1..=100),
        PayOver::Minutes { minutes, .. } => file.within(&at.field("minutes"), minutes, 1..=10),
    }
    if action.speed != ActionSpeed::Actions(1) || !action.costs.is_empty() {
        file.refuse(&at, "an action that takes whole rounds has `speed: Actions(1)` and no `costs`");
    }
}
