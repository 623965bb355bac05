//! Degrees of success: which rungs of a check's ladder a roll reaches. The dice, the terms and the window share this.

use crate::battle::{CombatantId, View};
use crate::content::{Check, CitedEffect, Effect, Rung, SpellFaces, When};
use crate::dice::DiceFormula;
use crate::mechanics::Game;
use crate::mechanics::attack::Degree;
use crate::mechanics::checks::{self, Contestant, NaturalRoll, Opposed, roller};
use crate::resolution::procedure::action::check::outcome;
use crate::resolution::procedure::action::check::results::{CheckResults, DefenceResult};
use crate::resolution::procedure::action::check::terms::CheckTerms;
use crate::rules::Ruleset;

/// The natural results of a check: that of the actor that counts, and the target's if it makes an opposed roll.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Faces {
    /// The actor's natural result.
    pub own: NaturalRoll,
    /// The target's natural result; `None` if it does not roll.
    pub rival: Option<NaturalRoll>,
}

/// Effects of all degrees of success that a roll reaches.
#[derive(Clone, Debug, Default)]
pub struct ReachedRungs<'c> {
    /// Every damage effect, against the target or its item, with its degree of success and the margin.
    pub harms: Vec<(&'c CitedEffect, Degree, i16)>,
    /// Steps by which the dice of the damage improve.
    pub steps: u8,
    /// Extra damage dice.
    pub extra: Vec<DiceFormula>,
    /// Feet added to movements, or steps added to the treatment of wounds.
    pub farther: u16,
    /// Whether the target has blocked the hits.
    pub blocked: bool,
    /// All other effects, in the order of the ladder.
    pub others: Vec<&'c CitedEffect>,
}

/// Results against every defence asked for; without a target, against an object.
pub fn judge_all(
    view: View<'_>,
    rules: &Ruleset,
    target: impl Into<Option<CombatantId>>,
    terms: &CheckTerms,
    faces: Faces,
) -> CheckResults {
    let policy = rules.policies.rolls.of(terms.roll);
    let faces_of = rules.policies.magic.as_ref().map(|magic| magic.faces).filter(|_| terms.mode.is_magic());
    // For spells the highest and lowest faces only hit and miss (TC-465, TC-466).
    let plain = matches!(faces_of, Some(SpellFaces::HitAndMiss { .. }));
    let immune = outcome::takes_no_criticals(Game::new(view, rules.book()), target.into());
    let limited = |degree: Degree| match degree {
        Degree::Critical if immune || plain => Degree::Success,
        Degree::Fumble if plain => Degree::Failure,
        _ => degree,
    };
    let (own, bonus) = (faces.own, terms.bonus.total());
    let met = terms.defences.iter().map(|(stat, difficulty)| {
        let (degree, margin) = checks::judge(policy, own.total, bonus, difficulty.total(), terms.precise);
        let result = DefenceResult { mark: own.mark, ..DefenceResult::plain(*stat, limited(degree), margin) };
        let result = result.staged(policy, own, &terms.stages);
        match &terms.holders {
            Some(holders) => result.held_fast(difficulty.total().saturating_sub(holders.total())),
            None => result,
        }
    });
    let rival = terms.rival.iter().map(|rival| {
        let rolled = Opposed { own: (own, bonus), rival: (faces.rival, rival.bonus.total()) };
        let (degree, margin, contest) = checks::judge_opposed(policy, rolled, terms.precise);
        let result = DefenceResult { mark: own.mark, contest, ..DefenceResult::plain(None, limited(degree), margin) };
        result.staged(policy, own, &terms.stages)
    });
    let mut results: CheckResults = met.chain(rival).collect();
    if terms.sure.is_some() {
        results.iter_mut().for_each(|it| (it.degree, it.margin) = (Degree::Success, it.margin.max(0)));
    }
    results
}

/// Visits every possible result of the dice of a check with its number of ways, lowest results first.
pub fn each_throw(rules: &Ruleset, terms: &CheckTerms, mut look: impl FnMut(u32, Faces)) {
    let policy = rules.policies.rolls.of(terms.roll);
    match &terms.rival {
        None => {
            for (ways, own) in roller::outcomes(policy, terms.edge.net(), terms.lead()) {
                look(ways, Faces { own, rival: None });
            }
        }
        Some(rival) => {
            let own = Contestant { bonus: terms.bonus.total(), net: terms.edge.net(), rolls: true };
            let rival = Contestant { bonus: rival.bonus.total(), net: rival.edge.net(), rolls: rival.rolls };
            checks::each_opposed(policy, own, rival, |ways, own, rival| look(ways, Faces { own, rival }));
        }
    }
}

/// Gathers every rung reached. Later rungs may improve the damage or the movement of earlier ones.
pub fn reached<'c>(check: &'c Check, results: &[DefenceResult]) -> ReachedRungs<'c> {
    let mut reached = ReachedRungs::default();
    for rung in &check.ladder {
        let Some(result) = asked(rung, results) else { continue };
        let times = times(rung, result);
        for effect in rung.effects.iter().filter(|_| times > 0) {
            match &effect.does {
                Effect::Harm { .. } => reached.harms.push((effect, result.degree, result.margin)),
                Effect::BetterDie(by) => reached.steps += by,
                Effect::MoreHarm(dice) => reached.extra.push(*dice),
                Effect::Farther(more) | Effect::MoreSteps(more) => reached.farther += more * times,
                Effect::Blocked => reached.blocked = true,
                Effect::GainLevels { .. } | Effect::Tighten(_) | Effect::Loosen(_) => {
                    reached.others.extend(std::iter::repeat_n(effect, times.into()))
                }
                _ => reached.others.push(effect),
            }
        }
    }
    if reached.others.iter().any(|effect| matches!(effect.does, Effect::Distract { both: true, .. })) {
        reached.others.retain(|effect| !matches!(effect.does, Effect::Distract { both: false, .. }));
    }
    reached
}

/// The degree of success with which a roll reaches a rung at least once; `None` if it does not.
pub fn reached_with(rung: &Rung, results: &[DefenceResult]) -> Option<Degree> {
    asked(rung, results).filter(|result| times(rung, result) > 0).map(|result| result.degree)
}

/// The result against the defence that a rung asks for.
fn asked<'r>(rung: &Rung, results: &'r [DefenceResult]) -> Option<&'r DefenceResult> {
    let meets = |result: &&DefenceResult| rung.against.is_none_or(|asked| Some(asked) == result.against);
    let chosen = |result: &&DefenceResult| {
        rung.defences.is_empty() || result.chosen.is_some_and(|chosen| rung.defences.contains(&chosen))
    };
    results.iter().filter(chosen).find(meets)
}

fn times(rung: &Rung, result: &DefenceResult) -> u16 {
    let (wins, margin) = (result.degree.is_hit(), result.margin);
    let reached = match rung.when {
        When::Wins => wins,
        When::Over(by) => wins && margin >= by,
        When::Every(by) => return if wins && by > 0 { (margin.max(0) / by) as u16 } else { 0 },
        When::Critical => result.degree == Degree::Critical,
        When::Fails => !wins,
        When::FailsBy(by) => !wins && margin <= -by,
        When::Marked(mark) => result.mark == Some(mark),
        When::Contested(contest) => result.contest == Some(contest),
    };
    u16::from(reached)
}
