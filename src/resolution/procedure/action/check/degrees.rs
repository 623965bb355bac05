//! Degrees of success: which rungs of a check's ladder a roll reaches. The dice, the terms and the window share this.

use smallvec::SmallVec;

use crate::battle::{CombatantId, View};
use crate::content::{Check, CitedEffect, Effect, Rung, SpellFaces, Stat, Trait, When};
use crate::dice::DiceFormula;
use crate::mechanics::advantage;
use crate::mechanics::attack::{self, Degree, Mode};
use crate::resolution::procedure::action::check::terms::CheckTerms;
use crate::rules::Ruleset;

/// Result against one defence: the stat (`None` against a plain number or an opposed roll), the degree and the margin.
pub type DefenceResult = (Option<Stat>, Degree, i16);

/// The dice of a check: the die of the actor that counts, and the target's in an opposed roll.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Faces {
    /// The actor's die.
    pub own: u16,
    /// The target's die; 1 if it does not roll.
    pub rival: u16,
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
    /// Feet added to movements.
    pub farther: u16,
    /// All other effects, in the order of the ladder.
    pub others: Vec<&'c CitedEffect>,
}

/// Results against every defence asked for.
pub fn judge_all(
    view: View<'_>,
    rules: &Ruleset,
    target: CombatantId,
    terms: &CheckTerms,
    faces: Faces,
) -> SmallVec<[DefenceResult; 2]> {
    let policy = &rules.policies.attack.natural;
    let faces_of = rules.policies.magic.as_ref().map(|magic| magic.faces).filter(|_| terms.mode == Mode::Spell);
    // For spells the highest and lowest faces only hit and miss (TC-465, TC-466).
    let plain = matches!(faces_of, Some(SpellFaces::HitAndMiss { .. }));
    let immune = view.row(target).sheet.has(Trait::ImmuneToCriticals);
    let judge = |stat: Option<Stat>, difficulty: i16| {
        let (degree, margin) = attack::judge(policy, faces.own, terms.bonus.total(), difficulty, terms.precise);
        let degree = match degree {
            Degree::Critical if immune || plain => Degree::Success,
            Degree::Fumble if plain => Degree::Failure,
            _ => degree,
        };
        (stat, degree, margin)
    };
    let met = terms.defences.iter().map(|(stat, difficulty)| judge(*stat, difficulty.total()));
    let rival = terms.rival.iter().map(|rival| {
        let face = i16::try_from(faces.rival).unwrap_or(i16::MAX);
        judge(None, rival.bonus.total().saturating_add(face))
    });
    let mut results: SmallVec<[DefenceResult; 2]> = met.chain(rival).collect();
    if terms.sure.is_some() {
        results.iter_mut().for_each(|(_, degree, margin)| (*degree, *margin) = (Degree::Success, (*margin).max(0)));
    }
    results
}

/// Visits every possible result of the dice of a check with its number of ways, lowest faces first.
pub fn each_throw(rules: &Ruleset, terms: &CheckTerms, mut look: impl FnMut(u32, Faces)) {
    let policy = &rules.policies.attack;
    let rival: SmallVec<[(u32, u16); 20]> = match &terms.rival {
        Some(rival) if rival.rolls => advantage::faces(policy, rival.edge.net()).collect(),
        _ => SmallVec::from_slice(&[(1, 1)]),
    };
    for (weight, own) in advantage::faces(policy, terms.edge.net()) {
        for (times, other) in &rival {
            look(weight * times, Faces { own, rival: *other });
        }
    }
}

/// Gathers every rung reached. Later rungs may improve the damage or the movement of earlier ones.
pub fn reached<'c>(check: &'c Check, results: &[DefenceResult]) -> ReachedRungs<'c> {
    let mut reached = ReachedRungs::default();
    for rung in &check.ladder {
        let Some((_, degree, margin)) = asked(rung, results) else { continue };
        let times = times(rung, *degree, *margin);
        for effect in rung.effects.iter().filter(|_| times > 0) {
            match &effect.does {
                Effect::Harm { .. } => reached.harms.push((effect, *degree, *margin)),
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

/// Whether a roll reaches a rung at least once.
pub fn is_reached(rung: &Rung, results: &[DefenceResult]) -> bool {
    asked(rung, results).is_some_and(|(_, degree, margin)| times(rung, *degree, *margin) > 0)
}

/// The result against the defence that a rung asks for.
fn asked<'r>(rung: &Rung, results: &'r [DefenceResult]) -> Option<&'r DefenceResult> {
    results.iter().find(|(stat, ..)| rung.against.is_none_or(|asked| Some(asked) == *stat))
}

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
