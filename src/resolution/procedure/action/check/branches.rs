//! Every outcome of a check with its number of ways, after its miss chance and the confirmation of critical hits.

use super::degrees::{self, Faces};
use super::results::{CheckResults, DefenceResult, StageTerms};
use super::terms::CheckTerms;
use crate::rules::Ruleset;

/// Visits every outcome of a check after its miss chance and the confirmation of critical hits, with its number of ways. `judge`
/// gives the results of a throw.
pub fn each_outcome(
    rules: &Ruleset,
    terms: &CheckTerms,
    judge: impl Fn(Faces) -> CheckResults,
    mut look: impl FnMut(u64, &CheckResults),
) {
    let StageTerms { threat, misses, .. } = terms.stages;
    if threat.is_none() && misses.is_none() {
        return degrees::each_throw(rules, terms, |ways, faces| look(ways.into(), &judge(faces)));
    }
    let (missed, all) = reduced(misses.map_or(0, |(percent, _)| percent.into()), 100);
    let (confirmed, tries) = if threat.is_some() { confirmations(rules, terms, &judge) } else { (0, 1) };
    degrees::each_throw(rules, terms, |ways, faces| {
        let (ways, mut results) = (u64::from(ways), judge(faces));
        if !results.iter().any(|result| result.degree.is_hit()) {
            return look(ways * all * tries, &results);
        }
        let hits = ways * (all - missed);
        if results.iter().any(|result| result.threat) {
            look(hits * (tries - confirmed), &results);
            let mut critical = results.clone();
            critical.iter_mut().for_each(DefenceResult::confirm);
            look(hits * confirmed, &critical);
        } else {
            look(hits * tries, &results);
        }
        results.iter_mut().for_each(DefenceResult::miss);
        look(ways * missed * tries, &results);
    });
}

/// The number of throws that confirm a critical hit, and of all throws.
fn confirmations(rules: &Ruleset, terms: &CheckTerms, judge: &impl Fn(Faces) -> CheckResults) -> (u64, u64) {
    let (mut hits, mut all) = (0, 0);
    degrees::each_throw(rules, terms, |ways, faces| {
        let hit = judge(faces).iter().any(|result| result.degree.is_hit());
        hits += u64::from(ways) * u64::from(hit);
        all += u64::from(ways);
    });
    reduced(hits, all)
}

/// A fraction in lowest terms.
fn reduced(of: u64, all: u64) -> (u64, u64) {
    let (mut divisor, mut rest) = (all, of);
    while rest != 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    (of / divisor.max(1), all / divisor.max(1))
}
