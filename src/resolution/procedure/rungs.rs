//! Which rungs of a ladder a roll reaches. The dice, the odds and the window read the same.

use smallvec::SmallVec;

use super::terms::Odds;
use crate::battle::{CombatantId, View};
use crate::content::action::{Check, Rung, When};
use crate::content::advantage::AdvantageTally;
use crate::content::breakdown::Sums;
use crate::content::effect::{CitedEffect, Effect};
use crate::content::policy::SpellFaces;
use crate::content::stat::Stat;
use crate::content::unit::Trait;
use crate::dice::DiceFormula;
use crate::mechanics::advantage;
use crate::mechanics::attack::{self, Degree, Mode};
use crate::rules::Ruleset;

/// How a roll came out against one defence (`None` against a plain number or a roll of the target's own), and by how
/// much.
pub type Judged = (Option<Stat>, Degree, i16);

/// What the dice of a check show: the own face that counts, and the target's where it rolls against it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Faces {
    pub own: u16,
    pub rival: u16,
}

/// What a roll reaches on a ladder.
#[derive(Clone, Debug, Default)]
pub struct Reached<'c> {
    /// Every blow, at the target or at a thing of its, with the degree that strikes it.
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

/// How a roll comes out against everything that is asked.
pub fn judge_all(
    view: View<'_>,
    rules: &Ruleset,
    target: CombatantId,
    odds: &Odds,
    faces: Faces,
) -> SmallVec<[Judged; 2]> {
    let policy = &rules.policies.attack.natural;
    let faces_of = rules.policies.magic.as_ref().map(|magic| magic.faces).filter(|_| odds.mode == Mode::Spell);
    // Spells hit and miss by their best and worst faces, and nothing more (TC-465, TC-466).
    let plain = matches!(faces_of, Some(SpellFaces::HitAndMiss { .. }));
    let immune = view.row(target).sheet.has(Trait::ImmuneToCriticals);
    let judge = |stat: Option<Stat>, difficulty: i16| {
        let (degree, margin) = attack::judge(policy, faces.own, odds.bonus.total(), difficulty, odds.precise);
        let degree = match degree {
            Degree::Critical if immune || plain => Degree::Success,
            Degree::Fumble if plain => Degree::Failure,
            _ => degree,
        };
        (stat, degree, margin)
    };
    let met = odds.defences.iter().map(|(stat, difficulty)| judge(*stat, difficulty.total()));
    let rival = odds.rival.iter().map(|rival| {
        let face = i16::try_from(faces.rival).unwrap_or(i16::MAX);
        judge(None, rival.bonus.total().saturating_add(face))
    });
    let mut results: SmallVec<[Judged; 2]> = met.chain(rival).collect();
    if odds.sure.is_some() {
        results.iter_mut().for_each(|(_, degree, margin)| (*degree, *margin) = (Degree::Success, (*margin).max(0)));
    }
    results
}

/// Looks at everything the dice of a check may show, each with how many of all throws show it: the lowest faces first.
pub fn each_throw<S: Sums, E: AdvantageTally>(rules: &Ruleset, odds: &Odds<S, E>, mut look: impl FnMut(u32, Faces)) {
    let policy = &rules.policies.attack;
    let rival: SmallVec<[(u32, u16); 20]> = match &odds.rival {
        Some(rival) if rival.rolls => advantage::faces(policy, rival.edge.net()).collect(),
        _ => SmallVec::from_slice(&[(1, 1)]),
    };
    for (weight, own) in advantage::faces(policy, odds.edge.net()) {
        for (times, other) in &rival {
            look(weight * times, Faces { own, rival: *other });
        }
    }
}

/// Gathers every rung reached: later rungs may better the blow or the movement of earlier ones.
pub fn reached<'c>(check: &'c Check, results: &[Judged]) -> Reached<'c> {
    let mut reached = Reached::default();
    for rung in &check.ladder {
        let Some((_, degree, margin)) = asked(rung, results) else { continue };
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

/// Whether a roll reaches a rung at least once.
pub fn is_reached(rung: &Rung, results: &[Judged]) -> bool {
    asked(rung, results).is_some_and(|(_, degree, margin)| times(rung, *degree, *margin) > 0)
}

/// How the roll came out against what a rung asks for.
fn asked<'r>(rung: &Rung, results: &'r [Judged]) -> Option<&'r Judged> {
    results.iter().find(|(stat, ..)| rung.against.is_none_or(|asked| Some(asked) == *stat))
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
