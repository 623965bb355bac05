//! Which rungs of a ladder a roll reaches. The dice, the odds and the window read the same.

use smallvec::SmallVec;

use super::ladder::Odds;
use crate::battle::{CombatantId, View};
use crate::content::action::{Check, Rung, When};
use crate::content::effect::{CitedEffect, Effect};
use crate::content::stat::Stat;
use crate::content::unit::Trait;
use crate::dice::DiceFormula;
use crate::mechanics::attack::{self, Degree};
use crate::rules::Ruleset;

/// How a roll came out against one defence, and by how much.
pub type Judged = (Stat, Degree, i16);

/// What a roll reaches on a ladder.
#[derive(Clone, Debug, Default)]
pub struct Reached<'c> {
    /// Every blow with the degree that strikes it.
    pub harms: Vec<(&'c CitedEffect, Degree)>,
    /// Steps by which the dice of the blows improve.
    pub steps: u8,
    /// Further dice of every blow.
    pub extra: Vec<DiceFormula>,
    /// Feet added to movements.
    pub farther: u16,
    /// All other effects, in the order of the ladder.
    pub others: Vec<&'c CitedEffect>,
}

/// How a natural roll comes out against every defence that is asked.
pub fn judge_all(
    view: View<'_>,
    rules: &Ruleset,
    target: CombatantId,
    odds: &Odds,
    natural: u16,
) -> SmallVec<[Judged; 2]> {
    let policy = &rules.policies.attack.natural;
    let immune = view.row(target).sheet.has(Trait::ImmuneToCriticals);
    let judged = odds.defences.iter().map(|(stat, difficulty)| {
        let (degree, margin) = attack::judge(policy, natural, odds.bonus.total(), difficulty.total(), odds.precise);
        let degree = if immune && degree == Degree::Critical { Degree::Success } else { degree };
        (*stat, degree, margin)
    });
    judged.collect()
}

/// Gathers every rung reached: later rungs may better the blow or the movement of earlier ones.
pub fn reached<'c>(check: &'c Check, results: &[Judged]) -> Reached<'c> {
    let mut reached = Reached::default();
    for rung in &check.ladder {
        let result = results.iter().find(|(stat, ..)| rung.against.is_none_or(|asked| asked == *stat));
        let Some((_, degree, margin)) = result else { continue };
        let times = times(rung, *degree, *margin);
        for effect in rung.effects.iter().filter(|_| times > 0) {
            match &effect.does {
                Effect::Harm { .. } => reached.harms.push((effect, *degree)),
                Effect::BetterDie(by) => reached.steps += by,
                Effect::MoreHarm(dice) => reached.extra.push(*dice),
                Effect::Farther(feet) => reached.farther += feet * times,
                _ => reached.others.push(effect),
            }
        }
    }
    if reached.others.iter().any(|effect| matches!(effect.does, Effect::Distract { both: true, .. })) {
        reached.others.retain(|effect| !matches!(effect.does, Effect::Distract { both: false, .. }));
    }
    reached
}

/// How often a rung is reached.
fn times(rung: &Rung, degree: Degree, margin: i16) -> u16 {
    let wins = degree >= Degree::Success;
    let reached = match rung.when {
        When::Wins => wins,
        When::Over(by) => wins && margin >= by,
        When::Every(by) => return if wins && by > 0 { (margin.max(0) / by) as u16 } else { 0 },
        When::Critical => degree == Degree::Critical,
        When::Fails => !wins,
    };
    u16::from(reached)
}
