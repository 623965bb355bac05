//! Rolls and damage in words.

use super::sentence::{NameLookup, Sentence};
use crate::battle::CombatantId;
use crate::content::{AdvantageNames, AdvantageTerm, AdvantageTerms, Contest, RollDice, RollMark, RollPolicy};
use crate::mechanics::attack::Degree;
use crate::mechanics::damage::AppliedDamage;
use crate::mechanics::health;
use crate::resolution::event::Rolled;

/// A check: the dice, the bonus, the difficulty and the result.
pub fn rolled<'a>(names: &'a NameLookup<'a>, rolled: &Rolled) -> Sentence<'a> {
    let policy = names.rules.policies.rolls.of(rolled.roll);
    let begun = Sentence::new(names).action(rolled.action).say(": ").who(rolled.who);
    if rolled.decided {
        let word = if rolled.degree.is_hit() { "succeeds" } else { "fails" };
        return begun.say(format!(" {word} without a roll, by its size")).cite(rolled.rule);
    }
    let begun = begun.say(format!(" {}", thrown(policy, rolled)));
    let told = match policy.is_under() {
        _ if rolled.fails => failed(names, rolled),
        true => tested(begun, rolled),
        false => counted(begun, rolled),
    };
    let words = names.rules.policies.rolls.of(rolled.roll).advantage_names();
    let told = edges(told, &rolled.edge, ("", words));
    rolled.rival.iter().fold(told, |told, rival| edges(told, &rival.edge, ("the opponent's ", words)))
}

/// The roll that confirms a critical hit.
pub fn confirmation<'a>(names: &'a NameLookup<'a>, rolled: &Rolled) -> Sentence<'a> {
    let confirmed = if rolled.degree.is_hit() { "; the critical hit is confirmed" } else { "; not confirmed" };
    self::rolled(names, rolled).say(confirmed)
}

/// The natural result that counts, with all dice if several were rolled: `rolls 17 (of 3 and 17)`.
fn thrown(policy: &RollPolicy, rolled: &Rolled) -> String {
    let natural = rolled.natural;
    let verb = match (rolled.dice.is_empty(), natural) {
        (false, _) => "rolls".to_owned(),
        (true, 0) => "needs no roll:".to_owned(),
        (true, natural) => format!("takes {natural}:"),
    };
    let shown = |number: &u16| match &policy.dice {
        RollDice::FaceDice(dice) => {
            dice.faces.get(usize::from(*number).saturating_sub(1)).map_or(0, |face| (*face).into())
        }
        _ => i32::from(*number),
    };
    let numbers: Vec<String> = rolled.dice.iter().map(|number| shown(number).to_string()).collect();
    let marked = match rolled.mark {
        Some(RollMark::High) => ", highest faces",
        Some(RollMark::Low) => ", lowest faces",
        None => "",
    };
    match numbers.len() {
        0 | 1 => format!("{verb} {natural}{marked}"),
        _ => format!("{verb} {natural} (of {}){marked}", numbers.join(" and ")),
    }
}

/// A roll of which the total must reach a difficulty.
fn counted<'a>(begun: Sentence<'a>, rolled: &Rolled) -> Sentence<'a> {
    let bonus = rolled.bonus.total();
    let total = i32::from(rolled.natural) + i32::from(bonus);
    let sign = if bonus < 0 { '-' } else { '+' };
    let defence = match (rolled.defence, &rolled.rival) {
        (Some(stat), _) => stat.word(),
        (None, Some(_)) => "roll",
        (None, None) => "difficulty",
    };
    let counted = begun.say(format!(" {sign} {} = {total}", bonus.abs())).with("bonus", &rolled.bonus);
    if rolled.is_on_table() {
        return counted.cite(rolled.rule);
    }
    let met = match rolled.target {
        Some(target) if rolled.rival.is_some() => {
            counted.say(" against ").who(target).say(format!(": opposed {total} v "))
        }
        Some(target) if rolled.defence.is_some() => counted.say(" against ").who(target).say(format!("'s {defence} ")),
        _ => counted.say(format!(" against a {defence} of ")),
    };
    met.sum(defence, &rolled.difficulty).say(format!(": {}", outcome(rolled))).cite(rolled.rule)
}

/// A roll of at most a target number, and the test of an opponent: `rolls 11, 18 or less: passes`.
fn tested<'a>(begun: Sentence<'a>, rolled: &Rolled) -> Sentence<'a> {
    let told = begun.say(", needs ").sum("target number", &rolled.bonus);
    let (Some(target), Some(rival)) = (rolled.target, &rolled.rival) else {
        let told = match rolled.difficulty.total() {
            0 => told,
            _ => told.say(" less ").sum("difficulty", &rolled.difficulty),
        };
        return told.say(passed(rolled.degree.is_hit())).cite(rolled.rule);
    };
    let own = matches!(rolled.contest, Some(Contest::OnlyActor | Contest::BothPass));
    let told = opposed(told.say(format!("{}; ", passed(own))), rolled, target, rival.under);
    won(told, rolled, target).cite(rolled.rule)
}

/// The end of a test, after its target number.
fn passed(passes: bool) -> &'static str {
    if passes { " or less: passes" } else { " or less: fails" }
}

/// The test of an opponent.
fn opposed<'a>(told: Sentence<'a>, rolled: &Rolled, target: CombatantId, natural: Option<i16>) -> Sentence<'a> {
    let passes = matches!(rolled.contest, Some(Contest::OnlyTarget | Contest::BothPass));
    match natural {
        Some(natural) => {
            let told = told.who(target).say(format!(" rolls {natural}, needs "));
            told.sum("target number", &rolled.difficulty).say(passed(passes))
        }
        None => told.who(target).say(" makes no test"),
    }
}

/// The result of an exchange.
fn won<'a>(told: Sentence<'a>, rolled: &Rolled, target: CombatantId) -> Sentence<'a> {
    let attacks = rolled.weapon.is_some();
    match rolled.contest {
        Some(Contest::OnlyActor) if attacks => told.say("; critical win for ").who(rolled.who),
        Some(Contest::OnlyTarget) if attacks => told.say("; critical win for ").who(target),
        Some(Contest::BothPass) if rolled.blocks => told.say("; blocked"),
        Some(Contest::BothPass) => {
            told.say(compared(rolled.margin)).say(if attacks { struck(rolled) } else { outcome(rolled) })
        }
        Some(Contest::BothFail) => told.say("; nothing happens"),
        _ => told.say(format!("; {}", outcome(rolled))),
    }
}

/// How an attack that has passed ends: a hit or a miss.
fn struck(rolled: &Rolled) -> String {
    if rolled.degree.is_hit() { "hit".to_owned() } else { "miss".to_owned() }
}

/// How two tests that have both passed compare, before the result: `; better by 6: `.
fn compared(margin: i16) -> String {
    match margin {
        0 => "; equal: ".to_owned(),
        1.. => format!("; better by {margin}: "),
        _ => format!("; worse by {}: ", -margin),
    }
}

/// A roll that fails without being made, and the test of an opponent.
fn failed<'a>(names: &'a NameLookup<'a>, rolled: &Rolled) -> Sentence<'a> {
    let told = Sentence::new(names).action(rolled.action).say(": ").who(rolled.who).say(" fails without a roll");
    let told = told.with("bonus", &rolled.bonus);
    let told = match (rolled.target, rolled.rival.as_ref().and_then(|rival| rival.under)) {
        (Some(target), Some(natural)) => won(opposed(told.say("; "), rolled, target, Some(natural)), rolled, target),
        _ => told,
    };
    told.cite(rolled.rule)
}

/// Every reason for advantage or disadvantage with its rule, and whether they cancel.
fn edges<'a>(told: Sentence<'a>, edge: &AdvantageTerms, (whose, names): (&str, AdvantageNames)) -> Sentence<'a> {
    let each = |told: Sentence<'a>, term: &AdvantageTerm| {
        told.say(format!("; {whose}{}: {}", names.of(term.gives), term.label.words())).cite(term.rule)
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
    let tiring = names.rules.policies.consciousness.collapse.fatigue_words();
    let points = |wounds| if wounds == 1 { "1 hit point".to_owned() } else { format!("{wounds} hit points") };
    let split = match (hurt.wounds, hurt.fatigue) {
        (0, 0) => "nothing gets through".to_owned(),
        (0, fatigue) => format!("{fatigue} {tiring}"),
        (wounds, 0) => format!("{} lost", points(wounds)),
        (wounds, fatigue) => format!("{} lost and {fatigue} {tiring}", points(wounds)),
    };
    let taken = Sentence::new(names).who(hurt.target).say(" takes ").sum("damage", &hurt.amount).say(" damage");
    let from = if let Some(venom) = names.rules.venoms.get(hurt.action) {
        taken.say(format!(" from {}", venom.name.to_lowercase()))
    } else if hurt.by == hurt.target {
        taken.say(" from ").condition(hurt.action)
    } else {
        taken.say(" from ").who(hurt.by)
    };
    let now = format!("now {}", health::in_words(&names.rules.policies.consciousness, &hurt.vitals));
    let tired = health::fatigue(&hurt.vitals);
    let told = match hurt.threshold.terms() {
        [] if hurt.amount.total() == 0 => from.say(format!(": {split}, {now}")).cite(hurt.rule),
        [] if tired == 0 => from.say(format!(": {now}")).cite(hurt.rule),
        [] => from.say(format!(": {now}, {tired} {tiring}")).cite(hurt.rule),
        _ => {
            let told = from.say(format!(": {split}; {now}, {tired} {tiring}")).cite(hurt.rule);
            told.with("threshold of pain", &hurt.threshold)
        }
    };
    let told = if hurt.severity.is_empty() { told } else { told.with("severity of the wound", &hurt.severity) };
    let told = if hurt.pools.is_empty() { told } else { told.with("lost", &hurt.pools) };
    hurt.impairs.iter().fold(told, |told, mark| told.with("threshold of impairments", &mark.threshold))
}
