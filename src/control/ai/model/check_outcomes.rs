//! The outcomes of a check and how likely they are. Rolls with the same outcome are counted together.

use smallvec::SmallVec;

use crate::content::action::{Check, When};
use crate::content::advantage::AdvantageKind;
use crate::content::breakdown::Breakdown;
use crate::content::stat::Stat;
use crate::mechanics::attack::{self, Degree};
use crate::resolution::procedure::action::check::degrees::{self, DefenceResult};
use crate::resolution::procedure::action::check::terms::CheckTerms;
use crate::rules::Ruleset;

/// Rolls with the same outcome.
#[derive(Clone, Debug)]
pub struct WeightedOutcome {
    /// The result against each defence, for the first of these rolls.
    pub judged: SmallVec<[DefenceResult; 2]>,
    /// The number of rolls among all possible ones.
    pub weight: u32,
    /// A number that is equal for rolls with the same outcome.
    mark: u64,
}

/// Every outcome of a check, in the order of the first roll that has it.
pub type CheckOutcomes = SmallVec<[WeightedOutcome; 4]>;

/// Everything that the outcomes of a check depend on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct CheckKey {
    bonus: i16,
    difficulties: SmallVec<[(Option<Stat>, i16); 2]>,
    /// Bonus, net advantage, and whether it rolls at all, of a target that makes an opposed roll.
    rival: Option<(i16, Option<AdvantageKind>, bool)>,
    net_advantage: Option<AdvantageKind>,
    precise: bool,
    /// Margins of success that make a difference.
    margins: SmallVec<[i16; 4]>,
}

impl CheckKey {
    pub fn of(check: &Check, odds: &CheckTerms) -> CheckKey {
        // Only the difference between bonus and difficulty matters.
        let first = odds.defences.first().map(|(_, sum)| sum).or(odds.rival.as_ref().map(|rival| &rival.bonus));
        let base = first.map_or(0, Breakdown::total);
        let over = |sum: &Breakdown| sum.total().saturating_sub(base);
        let margins = check.ladder.iter().filter_map(|rung| match rung.when {
            When::Over(by) | When::Every(by) => Some(by),
            _ => None,
        });
        CheckKey {
            bonus: over(&odds.bonus),
            difficulties: odds.defences.iter().map(|(stat, sum)| (*stat, over(sum))).collect(),
            rival: odds.rival.as_ref().map(|it| (over(&it.bonus), it.edge.net(), it.rolls)),
            net_advantage: odds.edge.net(),
            precise: odds.precise,
            margins: margins.collect(),
        }
    }

    /// Every outcome of a check with this key, found by going through all possible rolls.
    pub fn outcomes(&self, rules: &Ruleset, odds: &CheckTerms) -> CheckOutcomes {
        let natural = &rules.policies.attack.natural;
        let (mut outcomes, mut last) = (CheckOutcomes::new(), 0);
        degrees::each_throw(rules, odds, |weight, faces| {
            let (mut judged, mut mark): (SmallVec<[DefenceResult; 2]>, u64) = (SmallVec::new(), 0);
            let mut judge = |stat, difficulty| {
                let (degree, margin) = attack::judge(natural, faces.own, self.bonus, difficulty, self.precise);
                mark = self.mark(mark, degree, margin);
                judged.push((stat, degree, margin));
            };
            for (stat, difficulty) in &self.difficulties {
                judge(*stat, *difficulty);
            }
            if let Some((bonus, ..)) = self.rival {
                judge(None, bonus.saturating_add(faces.rival as i16));
            }
            // Neighbouring faces mostly have the same outcome.
            if outcomes.get(last).is_none_or(|outcome| outcome.mark != mark) {
                last = outcomes.iter().position(|outcome| outcome.mark == mark).unwrap_or(outcomes.len());
            }
            match outcomes.get_mut(last) {
                Some(outcome) => outcome.weight += weight,
                None => outcomes.push(WeightedOutcome { judged, weight, mark }),
            }
        });
        outcomes
    }

    /// Extends a mark by one more result.
    fn mark(&self, before: u64, degree: Degree, margin: i16) -> u64 {
        let reached = self.margins.iter().filter(|by| margin >= **by).count() as u64;
        (before << 2 | degree as u64) << 6 | reached
    }
}
