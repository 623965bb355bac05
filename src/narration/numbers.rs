//! Rolls and damage in words.

use super::sentence::{NameLookup, Sentence};
use crate::content::{AdvantageKind, AdvantageTerm, AdvantageTerms};
use crate::mechanics::attack::Degree;
use crate::mechanics::damage::AppliedDamage;
use crate::mechanics::health;
use crate::resolution::event::Rolled;

/// A check: the die, the bonus, the difficulty and the result.
pub fn rolled<'a>(names: &'a NameLookup<'a>, rolled: &Rolled) -> Sentence<'a> {
    let bonus = rolled.bonus.total();
    let total = i32::from(rolled.natural) + i32::from(bonus);
    let sign = if bonus < 0 { '-' } else { '+' };
    let defence = match (rolled.defence, &rolled.rival) {
        (Some(stat), _) => stat.word(),
        (None, Some(_)) => "roll",
        (None, None) => "difficulty",
    };
    let begun = Sentence::new(names).action(rolled.action).say(": ").who(rolled.who);
    // The die that counts, with all dice if several were rolled: `17 (of 3 and 17)`.
    let faces = match &rolled.dice[..] {
        [] | [_] => rolled.natural.to_string(),
        all => format!("{} (of {})", rolled.natural, all.iter().map(u16::to_string).collect::<Vec<_>>().join(" and ")),
    };
    let verb = match (rolled.dice.is_empty(), rolled.natural) {
        (false, _) => "rolls".to_owned(),
        (true, 0) => "needs no roll:".to_owned(),
        (true, natural) => format!("takes {natural}:"),
    };
    let counted = begun.say(format!(" {verb} {faces} {sign} {} = {total}", bonus.abs())).with("bonus", &rolled.bonus);
    if rolled.is_on_table() {
        return edges(counted.cite(rolled.rule), &rolled.edge, "");
    }
    let met = match rolled.target {
        Some(target) if rolled.rival.is_some() => {
            counted.say(" against ").who(target).say(format!(": opposed {total} v "))
        }
        Some(target) if rolled.defence.is_some() => counted.say(" against ").who(target).say(format!("'s {defence} ")),
        _ => counted.say(format!(" against a {defence} of ")),
    };
    let judged = met.sum(defence, &rolled.difficulty).say(format!(": {}", outcome(rolled))).cite(rolled.rule);
    let leaning = edges(judged, &rolled.edge, "");
    rolled.rival.iter().fold(leaning, |told, rival| edges(told, &rival.edge, "the opponent's "))
}

/// Every reason for advantage or disadvantage with its rule, and whether they cancel.
fn edges<'a>(told: Sentence<'a>, edge: &AdvantageTerms, whose: &str) -> Sentence<'a> {
    let each = |told: Sentence<'a>, term: &AdvantageTerm| {
        let word = if term.gives == AdvantageKind::Advantage { "advantage" } else { "disadvantage" };
        told.say(format!("; {whose}{word}: {}", term.label.words())).cite(term.rule)
    };
    let told = edge.terms().iter().fold(told, each);
    let cancelled = !edge.terms().is_empty() && edge.net().is_none();
    if cancelled { told.say("; they cancel") } else { told }
}

/// The degree of success, and the margin of a roll that is not opposed.
fn outcome(rolled: &Rolled) -> String {
    let word = match (rolled.degree, &rolled.rival, rolled.weapon) {
        (Degree::Fumble, ..) => return "fumble".to_owned(),
        (Degree::Failure, Some(_), _) => "failure",
        (Degree::Failure, None, Some(_)) => "miss",
        (Degree::Failure, None, None) => "fails",
        (Degree::Success, Some(_), _) => "success",
        (Degree::Success, None, Some(_)) => "hit",
        (Degree::Success, None, None) => "succeeds",
        (Degree::Critical, None, Some(_)) => "critical hit",
        (Degree::Critical, ..) => "critical success",
    };
    match (&rolled.rival, rolled.margin.abs()) {
        (Some(_), _) => word.to_owned(),
        (None, 0) => format!("{word} (exactly)"),
        (None, margin) => format!("{word} by {margin}"),
    }
}

/// Damage: the amount, hit points and fatigue lost, and what is left.
pub fn hurt<'a>(names: &'a NameLookup<'a>, hurt: &AppliedDamage) -> Sentence<'a> {
    let points = |wounds| if wounds == 1 { "1 hit point".to_owned() } else { format!("{wounds} hit points") };
    let split = match (hurt.wounds, hurt.fatigue) {
        (0, 0) => "nothing gets through".to_owned(),
        (0, fatigue) => format!("{fatigue} fatigue"),
        (wounds, 0) => format!("{} lost", points(wounds)),
        (wounds, fatigue) => format!("{} lost and {fatigue} fatigue", points(wounds)),
    };
    let taken = Sentence::new(names).who(hurt.target).say(" takes ").sum("damage", &hurt.amount).say(" damage");
    let from = if let Some(venom) = names.rules.venoms.get(hurt.action) {
        taken.say(format!(" from {}", venom.name.to_lowercase()))
    } else if hurt.by == hurt.target {
        taken.say(" from ").condition(hurt.action)
    } else {
        taken.say(" from ").who(hurt.by)
    };
    let now = format!("now {} {}", health::of_maximum(&hurt.vitals), health::word(&hurt.vitals));
    let tired = health::fatigue(&hurt.vitals);
    let told = match hurt.threshold.terms() {
        [] if tired == 0 => from.say(format!(": {now}")).cite(hurt.rule),
        [] => from.say(format!(": {now}, {tired} fatigue")).cite(hurt.rule),
        _ => {
            let told = from.say(format!(": {split}; {now}, {tired} fatigue")).cite(hurt.rule);
            told.with("threshold of pain", &hurt.threshold)
        }
    };
    let told = if hurt.severity.is_empty() { told } else { told.with("severity of the wound", &hurt.severity) };
    let told = if hurt.pools.is_empty() { told } else { told.with("lost", &hurt.pools) };
    hurt.impairs.iter().fold(told, |told, mark| told.with("threshold of impairments", &mark.threshold))
}
