//! A check whose dice are not thrown, and all results that it can have.

use super::chances::ChanceCounts;
use super::contest::ContestCounts;
use super::forecast::Versus;
use crate::battle::{CombatantId, View};
use crate::content::{AdvantageTerms, Breakdown, Check, RolledBy};
use crate::mechanics::attack::{Chances, Degree};
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
    pub(super) fn each_outcome(&self, mut each: impl FnMut(u64, &[DefenceResult])) {
        let judge = |faces| degrees::judge_all(self.view, self.rules, self.target, self.odds, faces);
        branches::each_outcome(self.rules, self.odds, judge, |weight, results| each(weight, results));
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
