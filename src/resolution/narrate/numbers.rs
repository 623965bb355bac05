//! Facts with numbers: rolls and harm.

use super::sentence::Sentence;
use super::teller::Teller;
use crate::mechanics::attack::Degree;
use crate::mechanics::damage::Hurt;
use crate::resolution::event::Rolled;

/// A check: what fell, what was added, what had to be reached, how it came out.
pub fn rolled<'a>(teller: &'a Teller<'a>, rolled: &Rolled) -> Sentence<'a> {
    let bonus = rolled.bonus.total();
    let total = i32::from(rolled.natural) + i32::from(bonus);
    let sign = if bonus < 0 { '-' } else { '+' };
    let defence = rolled.defence.map_or("difficulty", |stat| stat.word());
    let begun = Sentence::new(teller).action(rolled.action).say(": ").who(rolled.who);
    let counted = begun.say(format!(" rolls {} {sign} {} = {total} against ", rolled.natural, bonus.abs()));
    let against = match rolled.target {
        Some(target) => counted.who(target).say(format!("'s {defence} ")),
        None => counted.say(format!("a {defence} of ")),
    };
    let met = against.with(format!("added to the {}", rolled.natural), &rolled.bonus);
    met.sum(defence, &rolled.difficulty).say(format!(": {}", outcome(rolled))).cite(rolled.rule)
}

fn outcome(rolled: &Rolled) -> String {
    let (margin, armed) = (rolled.margin.abs(), rolled.weapon.is_some());
    match rolled.degree {
        Degree::Fumble => "fumble".to_owned(),
        Degree::Failure if armed => format!("miss by {margin}"),
        Degree::Failure => format!("fails by {margin}"),
        Degree::Success if armed => format!("hit by {margin}"),
        Degree::Success => format!("succeeds by {margin}"),
        Degree::Critical if armed => format!("critical hit by {margin}"),
        Degree::Critical => format!("critical success by {margin}"),
    }
}

/// Damage: how much, what it came to, what is left.
pub fn hurt<'a>(teller: &'a Teller<'a>, hurt: &Hurt) -> Sentence<'a> {
    let left = hurt.vitals;
    let split = match (hurt.wounds, hurt.fatigue) {
        (0, 0) => "nothing gets through".to_owned(),
        (0, fatigue) => format!("{fatigue} fatigue"),
        (wounds, 0) => format!("{wounds} hit points lost"),
        (wounds, fatigue) => format!("{wounds} hit points lost and {fatigue} fatigue"),
    };
    let now = format!("now {}/{} hit points, {} fatigue", left.current(), left.maximum, left.fatigue);
    let taken = Sentence::new(teller).who(hurt.target).say(" takes ").sum("damage", &hurt.amount);
    let from = taken.say(" damage from ").who(hurt.by).say(format!(": {split}; {now}"));
    from.cite(hurt.rule).with("threshold of pain", &hurt.threshold)
}
