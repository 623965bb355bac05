//! Acts out of turn: which reaction to take to a cause, if any, and with which act to interrupt it. An option is worth the
//! expected value of its act and of what it prevents, less the points that it costs. Only one reaction is looked ahead.

use super::care;
use super::stages::points_value;
use crate::battle::CombatantId;
use crate::content::policy::INITIATIVE;
use crate::content::{
    Action, Against, Amendment, Applies, Breakdown, Check, Does, Effect, Gait, Name, PoolId, PoolPrice, Reaction,
    Response,
};
use crate::control::ai::model::{COUNTS_PER_ACTION, EvaluationCache, Situation};
use crate::control::ai::value::{AimedCheck, effects, weighted_danger};
use crate::mechanics::movement;
use crate::resolution::legal::{self, Cost};
use crate::resolution::{Act, Choice, Occasion, Target, WindowCause};

/// The score of a readied action, which was prepared for its trigger.
const READIED: i32 = 1_000_000;
/// The most steps that are considered for a way out of danger.
const ESCAPE: usize = 3;
/// A chance of one, in thousandths.
const CERTAIN: i32 = 1000;

/// The reactions that are offered, with their scores. Only those with a positive score are better than passing.
pub fn reactions(situation: &Situation<'_>, cause: &WindowCause, options: &[Name]) -> Vec<(Choice, i32)> {
    let score = |name: &Name| match situation.rules.policies.reaction(*name) {
        Some(reaction) => reaction_score(situation, cause, reaction),
        None => READIED,
    };
    options.iter().map(|name| (Choice::React(*name), score(name))).collect()
}

fn reaction_score(situation: &Situation<'_>, cause: &WindowCause, reaction: &Reaction) -> i32 {
    let pair = (situation.actor, cause.opponent_of(situation.actor));
    match &reaction.does {
        Response::Act(action) => {
            let act = legal::act_of(situation.view, situation.rules, *action, pair);
            act.map_or(0, |act| act_score(situation, cause, reaction, &act))
        }
        Response::OneOf(_) | Response::AnyAct => {
            interrupts(situation, cause, reaction.id).into_iter().map(|(_, score)| score).max().unwrap_or(0)
        }
    }
}

/// The acts with which a reaction can be taken, with their scores. Only those with a positive score are better than passing.
pub fn interrupts(situation: &Situation<'_>, cause: &WindowCause, reaction: Name) -> Vec<(Choice, i32)> {
    let Some(known) = situation.rules.policies.reaction(reaction) else { return Vec::new() };
    let occasion = Occasion::Reaction { reaction, to: cause.opponent_of(situation.actor) };
    let acts = legal::short_acts_on(situation.view, situation.rules, situation.actor, occasion, ESCAPE);
    let acts = acts.into_iter();
    acts.map(|act| {
        let score = act_score(situation, cause, known, &act);
        (Choice::Act(act), score)
    })
    .collect()
}

fn act_score(situation: &Situation<'_>, cause: &WindowCause, reaction: &Reaction, act: &Act) -> i32 {
    let Some(action) = situation.rules.actions.get(act.action) else { return 0 };
    let is_by_enemy = situation.enemies().any(|enemy| enemy.id == cause.by);
    if !is_by_enemy && !reaction.then.is_empty() {
        // It would spoil what a friend does, and can be done afterwards.
        return 0;
    }
    let (worth, chance) = worth(situation, cause, action, act);
    let chance = if matches!(reaction.applies, Applies::Always | Applies::UnlessMoves) { CERTAIN } else { chance };
    // A blow that a step takes back is declared again; a way out of its reach is worth the danger that it leaves.
    let stops = !matches!(action.does, Does::Move(_));
    let amends = reaction.then.iter().filter(|_| stops);
    let prevented: i32 = amends.map(|amends| prevented(situation, cause, *amends)).sum();
    worth + prevented * chance / CERTAIN - points_value(situation, &prices(situation, cause, reaction, (action, act)))
}

/// All that an act costs as this reaction, the movement that it buys included.
fn prices(
    situation: &Situation<'_>,
    cause: &WindowCause,
    reaction: &Reaction,
    (action, act): (&Action, &Act),
) -> Vec<PoolPrice> {
    let occasion = Occasion::Reaction { reaction: reaction.id, to: cause.opponent_of(situation.actor) };
    let cost = Cost::of_action(situation.game(), situation.actor, (action, act.weapon), occasion).unwrap_or_default();
    let economy = &situation.rules.policies.economy;
    let small = |points: i16| u8::try_from(points.max(0)).unwrap_or(u8::MAX);
    let of_pool = |(id, points): &(PoolId, Breakdown)| {
        Some(PoolPrice { pool: economy.pool(*id)?.id, points: small(points.total()) })
    };
    let mut all: Vec<PoolPrice> = cost.points.iter().filter_map(of_pool).collect();
    let initiative = cost.initiative.map(|price| PoolPrice { pool: INITIATIVE.into(), points: small(price.amount) });
    all.extend(initiative);
    if let Target::Path(path) = act.aim() {
        let cells = u16::try_from(path.len()).unwrap_or(u16::MAX);
        let bought = movement::pool_after_step(situation.game(), situation.actor, (Gait::Walk, cells), false);
        let purchase = bought.and_then(|(_, purchase)| purchase);
        all.extend(purchase.map(|purchase| PoolPrice {
            pool: purchase.policy.pool,
            points: small((purchase.times * u16::from(purchase.policy.points)) as i16),
        }));
    }
    all
}

/// The value of an act by itself, and its chance of success in thousandths.
fn worth(situation: &Situation<'_>, cause: &WindowCause, action: &Action, act: &Act) -> (i32, i32) {
    let target = act.aimed_at();
    if let (Some(check), Some(target)) = (action.check(), target) {
        let attempt = AimedCheck { act, action, check, target };
        let found = attempt.appraise(situation);
        let answered = matches!(check.against, Against::KnownTotal { .. }).then(|| cause.total()).flatten();
        let chance = answered.map(|total| attempt.chance_to_answer(situation, total));
        return (found.value, chance.unwrap_or(found.hits).into());
    }
    let value = match &action.does {
        Does::Move(_) if threatens(situation, cause) => escape(situation, act),
        Does::Effects(all) => {
            let on = target.unwrap_or(situation.actor);
            let other: i32 = all.iter().map(|cited| effects::value(situation, &cited.does, on)).sum();
            other + care::armed(situation, action, act)
        }
        Does::Cast(spell) => {
            let on = target.unwrap_or(situation.actor);
            let protects = |does: &&Effect| matches!(does, Effect::Ward { .. } | Effect::Heal(_));
            let all = spell.effects.iter().map(|cited| &cited.does).filter(protects);
            all.map(|does| effects::value(situation, does, on)).sum()
        }
        _ => 0,
    };
    (value, CERTAIN)
}

/// Whether the cause is an enemy's check or step. Any other danger was there when the mover ended its own turn, and was accepted.
fn threatens(situation: &Situation<'_>, cause: &WindowCause) -> bool {
    let moves = || {
        let action = cause.act.as_ref().and_then(|act| situation.rules.actions.get(act.action));
        cause.gait.is_some() || action.is_some_and(|action| matches!(action.does, Does::Move(_)))
    };
    situation.enemies().any(|enemy| enemy.id == cause.by) && (check_of(situation, cause).is_some() || moves())
}

/// The danger that a movement takes its mover out of.
fn escape(situation: &Situation<'_>, act: &Act) -> i32 {
    let Target::Path(path) = act.aim() else { return 0 };
    let Some(end) = path.last() else { return 0 };
    let here = situation.here();
    weighted_danger(situation, here) - weighted_danger(situation, here.at(*end))
}

/// The value of an effect of a reaction on its cause.
fn prevented(situation: &Situation<'_>, cause: &WindowCause, amends: Amendment) -> i32 {
    let (harm, blow) = (|on| harm(situation, cause, on), || usual_blow(situation, cause.by));
    let target = cause.target.unwrap_or(situation.actor);
    match amends {
        Amendment::Negate => harm(target),
        Amendment::Deflect => harm(target) * 3 / 4,
        // It keeps its points, and may do the same again.
        Amendment::Cancel if check_of(situation, cause).is_some() => harm(target) / 2,
        Amendment::Cancel => blow() / 8,
        Amendment::StopMovement => harm(target).max(blow() / 2),
        Amendment::ShortenPath(_) | Amendment::Cling(_) => blow() / 4,
        Amendment::Redirect => harm(situation.actor) / 2,
        Amendment::Retarget => harm(target) - harm(situation.actor),
    }
}

/// The expected harm of the cause, if it is a check, to a combatant; once it has succeeded, that of a plain success.
fn harm(situation: &Situation<'_>, cause: &WindowCause, on: CombatantId) -> i32 {
    let Some((act, action, check)) = check_of(situation, cause) else { return 0 };
    // The attacker's point of view has caches of its own.
    let cache = EvaluationCache::default();
    let theirs = Situation { actor: cause.by, cache: &cache, ..*situation };
    let attack = AimedCheck { act, action, check, target: on };
    match cause.hit {
        Some(false) => 0,
        Some(true) => attack.success_value(&theirs).max(0),
        None => attack.harm_against(&theirs, None).max(0),
    }
}

fn check_of<'s>(situation: &Situation<'s>, cause: &'s WindowCause) -> Option<(&'s Act, &'s Action, &'s Check)> {
    let act = cause.act.as_ref()?;
    let action = situation.rules.actions.get(act.action)?;
    Some((act, action, action.check()?))
}

/// The value of what an enemy usually does in the time of an action.
fn usual_blow(situation: &Situation<'_>, enemy: CombatantId) -> i32 {
    situation.combatants.get(enemy).damage_rate * situation.ally_hp_value / 100 * COUNTS_PER_ACTION / 10
}
