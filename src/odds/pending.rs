//! A check whose dice are not thrown, and all results that it can have.

use super::chances::ChanceCounts;
use super::contest::ContestCounts;
use super::forecast::Versus;
use crate::battle::{CombatantId, View};
use crate::content::{AdvantageTerms, Breakdown, Check, RolledBy, Rule};
use crate::mechanics::attack::{Chances, Degree};
use crate::mechanics::{Game, footing};
use crate::resolution::plan::ActionPlan;
use crate::resolution::procedure::action::check::results::DefenceResult;
use crate::resolution::procedure::action::check::terms;
use crate::resolution::procedure::action::check::{branches, degrees};
use crate::resolution::stroke::StrokeChoices;
use crate::rules::Ruleset;

pub(super) struct PendingCheck<'a> {
    pub(super) view: View<'a>,
    pub(super) rules: &'a Ruleset,
    pub(super) check: &'a Check,
    pub(super) target: CombatantId,
    pub(super) odds: &'a terms::CheckTerms,
    pub(super) plan: ActionPlan,
    pub(super) choices: &'a StrokeChoices,
}

impl PendingCheck<'_> {
    /// All results with their weights. Those that lose their hold miss (HD-382).
    pub(super) fn each_outcome(&self, mut each: impl FnMut(u64, &[DefenceResult])) {
        let Some(((of, all), rule)) = self.hold() else { return self.each_of(self.odds, each) };
        let mut missing = self.odds.clone();
        missing.stages.fails = missing.stages.fails.or(Some(rule));
        let (mut throws, mut misses) = (0, 0);
        self.each_of(self.odds, |weight, _| throws += weight);
        self.each_of(&missing, |weight, _| misses += weight);
        self.each_of(self.odds, |weight, results| each(weight * u64::from(of) * misses, results));
        self.each_of(&missing, |weight, results| each(weight * u64::from(all - of) * throws, results));
    }

    /// The chance that the actor keeps its hold before its attack roll, if it must.
    pub(super) fn hold(&self) -> Option<((u32, u32), Rule)> {
        let game = Game::new(self.view, self.rules.book());
        footing::chance(game, self.plan.actor).filter(|_| footing::calls_for_hold(self.check))
    }

    fn each_of(&self, odds: &terms::CheckTerms, mut each: impl FnMut(u64, &[DefenceResult])) {
        let judge = |faces| degrees::judge_all(self.view, self.rules, self.target, odds, faces);
        branches::each_outcome(self.rules, odds, judge, |weight, results| each(weight, results));
    }

    pub(super) fn versus(&self) -> Vec<Versus> {
        let of = |defence, rolls, difficulty: &Breakdown, edge: AdvantageTerms| {
            let (difficulty, chances) = (difficulty.clone(), Chances::default());
            Versus { defence, rolls, difficulty, edge, chances, contest: None, choice: None }
        };
        let met = self.odds.defences.iter().map(|(defence, sum)| of(*defence, false, sum, AdvantageTerms::even()));
        let rolled = self.odds.rival.iter().map(|rival| of(None, true, &rival.bonus, rival.edge.clone()));
        let mut versus: Vec<Versus> = met.chain(rolled).collect();
        let mut counts = vec![(ChanceCounts::default(), ContestCounts::default()); versus.len()];
        self.each_outcome(|weight, results| {
            if results.is_empty() {
                counts.iter_mut().for_each(|(counts, _)| counts.count(weight, Degree::Failure));
            }
            for ((counts, contests), result) in counts.iter_mut().zip(results) {
                contests.count(weight, result);
                let affects = self.check.affects(result.degree.is_hit());
                let saved = if affects { Degree::Success } else { Degree::Failure };
                counts.count(weight, if self.check.by == RolledBy::Target { saved } else { result.degree });
            }
        });
        let contested = self.odds.rival.is_some() && self.rules.policies.rolls.of(self.odds.roll).is_under();
        for (versus, (counts, contests)) in versus.iter_mut().zip(counts) {
            versus.chances = counts.chances();
            versus.contest = contested.then(|| contests.odds());
        }
        versus
    }
}
