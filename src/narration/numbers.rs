//! Rolls and damage in words.

use super::names::NameLookup;
use super::sentence::Sentence;
use crate::content::advantage::{AdvantageKind, AdvantageTerm, AdvantageTerms};
use crate::mechanics::attack::Degree;
use crate::mechanics::damage::AppliedDamage;
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
    let faces = faces(rolled.natural, &rolled.dice);
    let verb = if rolled.dice.is_empty() { format!("takes {}:", rolled.natural) } else { "rolls".to_owned() };
    let title = "bonus";
    let counted = begun.say(format!(" {verb} {faces} {sign} {} = {total}", bonus.abs())).with(title, &rolled.bonus);
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
    let how = if rolled.rival.is_some() { opposed(rolled.degree).to_owned() } else { outcome(rolled) };
    let judged = met.sum(defence, &rolled.difficulty).say(format!(": {how}")).cite(rolled.rule);
    let leaning = edges(judged, &rolled.edge, "");
    rolled.rival.iter().fold(leaning, |told, rival| edges(told, &rival.edge, "the opponent's "))
}

/// The die that counts, with all dice if several were rolled: `17 of 3 and 17`.
fn faces(natural: u16, dice: &[u16]) -> String {
    match dice {
        [] | [_] => natural.to_string(),
        several => {
            let all: Vec<String> = several.iter().map(u16::to_string).collect();
            format!("{natural} of {}", all.join(" and "))
        }
    }
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

fn outcome(rolled: &Rolled) -> String {
    let by = match rolled.margin.abs() {
        0 => "(exactly)".to_owned(),
        margin => format!("by {margin}"),
    };
    let armed = rolled.weapon.is_some();
    match rolled.degree {
        Degree::Fumble => "fumble".to_owned(),
        Degree::Failure if armed => format!("miss {by}"),
        Degree::Failure => format!("fails {by}"),
        Degree::Success if armed => format!("hit {by}"),
        Degree::Success => format!("succeeds {by}"),
        Degree::Critical if armed => format!("critical hit {by}"),
        Degree::Critical => format!("critical success {by}"),
    }
}

/// The result of an opposed roll.
fn opposed(degree: Degree) -> &'static str {
    match degree {
        Degree::Fumble => "fumble",
        Degree::Failure => "failure",
        Degree::Success => "success",
        Degree::Critical => "critical success",
    }
}

/// Damage: the amount, hit points and fatigue lost, and what is left.
pub fn hurt<'a>(names: &'a NameLookup<'a>, hurt: &AppliedDamage) -> Sentence<'a> {
    let left = hurt.vitals;
    let split = match (hurt.wounds, hurt.fatigue) {
        (0, 0) => "nothing gets through".to_owned(),
        (0, fatigue) => format!("{fatigue} fatigue"),
        (wounds, 0) => format!("{wounds} hit points lost"),
        (wounds, fatigue) => format!("{wounds} hit points lost and {fatigue} fatigue"),
    };
    let taken = Sentence::new(names).who(hurt.target).say(" takes ").sum("damage", &hurt.amount).say(" damage");
    let from = if let Some(venom) = names.rules.venoms.get(hurt.action) {
        taken.say(format!(" from {}", venom.name.to_lowercase()))
    } else if hurt.by == hurt.target {
        taken.say(" from ").condition(hurt.action)
    } else {
        taken.say(" from ").who(hurt.by)
    };
    let now = format!("now {}/{} hit points", left.current(), left.maximum);
    let told = match hurt.threshold.terms().is_empty() {
        true if left.fatigue == 0 => from.say(format!(": {now}")).cite(hurt.rule),
        true => from.say(format!(": {now}, {} fatigue", left.fatigue)).cite(hurt.rule),
        false => {
            let told = from.say(format!(": {split}; {now}, {} fatigue", left.fatigue)).cite(hurt.rule);
            told.with("threshold of pain", &hurt.threshold)
        }
    };
    hurt.impairs.iter().fold(told, |told, mark| told.with("threshold of impairments", &mark.threshold))
}
