//! Every outcome of a check with its number of ways, after its miss chance and the confirmation of critical hits.

use super::degrees::{self, Faces};
use super::results::{CheckResults, DefenceResult, StageTerms};
use super::terms::CheckTerms;
use crate::rules::Ruleset;

/// Visits every outcome of a check after its miss chance and the confirmation of critical hits, with its number of ways. `judge`
/// gives the results of a throw. A spell that the target resists has no results.
pub fn each_outcome(
    rules: &Ruleset,
    terms: &CheckTerms,
    judge: impl Fn(Faces) -> CheckResults,
    mut look: impl FnMut(u64, &CheckResults),
) {
    let Some(resisted) = terms.stages.resisted else { return each_unresisted(rules, terms, judge, look) };
    let (failing, all) = resisted.failing(&rules.policies.rolls);
    let (failing, all) = reduced(failing, all);
    let mut sum = 0;
    each_unresisted(rules, terms, judge, |ways, results| {
        sum += ways;
        if failing < all {
            look(ways * (all - failing), results);
        }
    });
    if failing > 0 {
        look(sum * failing, &CheckResults::new());
    }
}

/// Like [`each_outcome`], for a check without a check against resistance before it.
fn each_unresisted(
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
    let again =
        if threat.is_some() { confirmations(rules, terms, &judge) } else { Again { tries: 1, ..Again::default() } };
    let policy = rules.policies.rolls.of(terms.roll);
    degrees::each_throw(rules, terms, |ways, faces| {
        let (ways, mut results) = (u64::from(ways), judge(faces));
        if !results.iter().any(|result| result.degree.is_hit()) {
            return look(ways * all * again.tries, &results);
        }
        let hits = ways * (all - missed);
        if results.iter().any(|result| result.threat) {
            look(hits * (again.tries - again.confirmed), &results);
            let mut critical = results.clone();
            critical.iter_mut().for_each(DefenceResult::confirm);
            let killing = if terms.stages.may_kill(policy, faces.own.total) { again.killing } else { 0 };
            look(hits * (again.confirmed - killing), &critical);
            if killing > 0 {
                critical.iter_mut().for_each(DefenceResult::kill);
                look(hits * killing, &critical);
            }
        } else {
            look(hits * again.tries, &results);
        }
        results.iter_mut().for_each(DefenceResult::miss);
        look(ways * missed * again.tries, &results);
    });
}

/// The rolls after a threat, of which all are equally likely.
#[derive(Copy, Clone, Debug, Default)]
struct Again {
    /// Those that confirm a critical hit.
    confirmed: u64,
    /// Those that also kill at once, if the natural result of the attack allows that.
    killing: u64,
    /// All.
    tries: u64,
}

fn confirmations(rules: &Ruleset, terms: &CheckTerms, judge: &impl Fn(Faces) -> CheckResults) -> Again {
    let policy = rules.policies.rolls.of(terms.roll);
    let (mut confirmed, mut marked, mut natural, mut all) = (0, 0, 0, 0);
    degrees::each_throw(rules, terms, |ways, faces| {
        let hit = judge(faces).iter().any(|result| result.degree.is_hit());
        let may_kill = terms.stages.may_kill(policy, faces.own.total);
        confirmed += u64::from(ways) * u64::from(hit);
        marked += u64::from(ways) * u64::from(hit && may_kill);
        natural += u64::from(ways) * u64::from(may_kill);
        all += u64::from(ways);
    });
    // The third roll is one of the attacker alone.
    let (natural, naturals) = reduced(natural, all);
    let divisor = common_divisor(common_divisor(confirmed, marked), all).max(1);
    let [confirmed, marked, all] = [confirmed, marked, all].map(|count| count / divisor);
    if marked == 0 {
        return Again { confirmed, killing: 0, tries: all };
    }
    Again { confirmed: confirmed * naturals, killing: marked * natural, tries: all * naturals }
}

/// A fraction in lowest terms.
fn reduced(of: u64, all: u64) -> (u64, u64) {
    let divisor = common_divisor(all, of).max(1);
    (of / divisor, all / divisor)
}

fn common_divisor(mut one: u64, mut other: u64) -> u64 {
    while other != 0 {
        (one, other) = (other, one % other);
    }
    one
}
