//! In which ways a check may come out, and how often: throws that come out the same are counted together, once for all
//! checks of the same numbers.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::sync::Arc;

use smallvec::SmallVec;

use crate::content::action::{Check, When};
use crate::content::advantage::{AdvantageKind, AdvantageTally, NetAdvantage};
use crate::content::breakdown::{Sums, Total};
use crate::content::stat::Stat;
use crate::mechanics::attack::{self, Degree};
use crate::resolution::procedure::rungs::{self, Judged};
use crate::resolution::procedure::terms::{Odds, Rival};
use crate::rules::Ruleset;

/// Throws that come out the same, in the order of the first of them.
#[derive(Clone, Debug)]
pub struct Case {
    /// How the first comes out.
    pub judged: SmallVec<[Judged; 2]>,
    /// How many of all throws they are.
    pub weight: u32,
    /// Equal for throws that come out the same.
    mark: u64,
}

/// Every way in which a check may come out.
pub type Cases = SmallVec<[Case; 4]>;

/// Checks of which it is remembered.
const MANY: usize = 4096;

/// What the ways in which a check comes out depend on.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Throw {
    bonus: i16,
    difficulties: SmallVec<[(Option<Stat>, i16); 2]>,
    /// Bonus, lean and whether it rolls, of a target that rolls against it.
    rival: Option<(i16, Option<AdvantageKind>, bool)>,
    lean: Option<AdvantageKind>,
    precise: bool,
    /// By how much above what it is compared with a roll counts for more.
    margins: SmallVec<[i16; 4]>,
}

impl Throw {
    fn of(check: &Check, odds: &Odds<Total, NetAdvantage>) -> Throw {
        let (mut margins, mut difficulties) = (SmallVec::new(), SmallVec::new());
        for rung in &check.ladder {
            if let When::Over(by) | When::Every(by) = rung.when {
                margins.push(by);
            }
        }
        // Only the difference counts.
        let first = odds.defences.first().map(|(_, sum)| sum).or(odds.rival.as_ref().map(|rival| &rival.bonus));
        let base = first.map_or(0, Sums::total);
        for (stat, sum) in &odds.defences {
            difficulties.push((*stat, sum.total().saturating_sub(base)));
        }
        let rival = |rival: Rival<Total, NetAdvantage>| rival.bonus.total().saturating_sub(base);
        Throw {
            bonus: odds.bonus.total().saturating_sub(base),
            difficulties,
            rival: odds.rival.map(|it| (rival(it), it.edge.net(), it.rolls)),
            lean: odds.edge.net(),
            precise: odds.precise,
            margins,
        }
    }

    /// Counts all throws.
    fn cases(&self, rules: &Ruleset, odds: &Odds<Total, NetAdvantage>) -> Cases {
        let natural = &rules.policies.attack.natural;
        let (mut cases, mut last) = (Cases::new(), 0);
        rungs::each_throw(rules, odds, |weight, faces| {
            let (mut judged, mut mark): (SmallVec<[Judged; 2]>, u64) = (SmallVec::new(), 0);
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
            // Neighbouring faces mostly come out the same.
            if cases.get(last).is_none_or(|case| case.mark != mark) {
                last = cases.iter().position(|case| case.mark == mark).unwrap_or(cases.len());
            }
            match cases.get_mut(last) {
                Some(case) => case.weight += weight,
                None => cases.push(Case { judged, weight, mark }),
            }
        });
        cases
    }

    /// A number for a degree and the margins that are reached with it, after those before.
    fn mark(&self, before: u64, degree: Degree, margin: i16) -> u64 {
        let reached = self.margins.iter().filter(|by| margin >= **by).count() as u64;
        (before << 2 | degree as u64) << 6 | reached
    }
}

/// What is remembered of checks.
#[derive(Debug, Default)]
pub struct Outcomes {
    known: RefCell<BTreeMap<Throw, Arc<Cases>>>,
    /// The rules they hold by.
    content: Cell<u64>,
}

impl Outcomes {
    /// Every way in which a check of these numbers may come out.
    pub fn of(&self, rules: &Ruleset, check: &Check, odds: &Odds<Total, NetAdvantage>) -> Arc<Cases> {
        let throw = Throw::of(check, odds);
        let mut known = self.known.borrow_mut();
        if self.content.replace(rules.content_hash) != rules.content_hash || known.len() >= MANY {
            known.clear();
        }
        if let Some(cases) = known.get(&throw) {
            return Arc::clone(cases);
        }
        let cases = Arc::new(throw.cases(rules, odds));
        known.insert(throw, Arc::clone(&cases));
        cases
    }
}
