//! Checks of the rolls.

use crate::content::{
    AdvantagePolicy, Effect, FaceDice, NaturalPolicy, RollDice, RollPolicies, RollPolicy, RollUnder, ValuePath,
};
use crate::dice::DiceFormula;
use crate::rules::check::file_check::{FileCheck, each};

/// The most results of the dice, counted with their ways, for which odds are exact even in a contest.
const MOST_WAYS: u64 = 1 << 16;

pub(in crate::rules::check) fn check(rolls: &RollPolicies, file: &mut FileCheck<'_>) {
    let root = ValuePath::root().field("rolls");
    for (field, roll) in [("attack", &rolls.attack), ("skill", &rolls.skill), ("check", &rolls.check)] {
        check_roll(roll, &root.field(field), file);
    }
    for (at, (path, other)) in each(&root.field("others"), &rolls.others).enumerate() {
        if rolls.others[..at].iter().any(|earlier| earlier.id == other.id) {
            file.refuse(&path.field("id"), format!("duplicate entry for `{}`", other.id));
        }
        file.id_shape(&path.field("id"), other.id.as_str());
        check_roll(&other.roll, &path.field("roll"), file);
    }
}

fn check_roll(roll: &RollPolicy, path: &ValuePath, file: &mut FileCheck<'_>) {
    let dice = path.field("dice");
    let ways = match &roll.dice {
        RollDice::RollOver(formula) => check_formula(formula, &dice.index(0), file),
        RollDice::RollUnder(RollUnder { dice: formula, .. }) => {
            check_formula(formula, &dice.index(0).field("dice"), file)
        }
        RollDice::FaceDice(faces) => check_faces(faces, &dice.index(0), file),
    };
    let times = roll.advantage.as_ref().map_or(1, |advantage| u32::from(advantage.dice));
    if ways.is_some_and(|ways| ways.checked_pow(times).is_none_or(|all| all > MOST_WAYS)) {
        file.refuse(&dice, format!("more than {MOST_WAYS} results: roll fewer dice, or dice with fewer sides"));
    }
    let range = (roll.dice.range().0.into(), roll.dice.range().1.into());
    check_natural(&roll.natural, range, &path.field("natural"), file);
    check_limits(roll, &path.field("natural"), file);
    if let Some(advantage) = &roll.advantage {
        check_advantage(advantage, &path.field("advantage"), file);
    }
}

/// The number of results of the dice; `None` if they are refused.
fn check_formula(formula: &DiceFormula, path: &ValuePath, file: &mut FileCheck<'_>) -> Option<u64> {
    if formula.is_constant() {
        file.refuse(path, "a roll needs at least one die, such as `1d20`".to_owned());
        return None;
    }
    Some(u64::from(formula.sides).checked_pow(formula.count.into()).unwrap_or(u64::MAX))
}

fn check_faces(dice: &FaceDice, path: &ValuePath, file: &mut FileCheck<'_>) -> Option<u64> {
    within!(file, path, dice, count in 1..=20);
    if dice.faces.iter().min() == dice.faces.iter().max() {
        file.refuse(&path.field("faces"), "name at least two different numbers".to_owned());
        return None;
    }
    if let Some(doubled) = dice.doubled {
        // More than half of the dice cannot show both their highest and their lowest face.
        file.within(&path.field("doubled"), doubled, i64::from(dice.count) / 2 + 1..=dice.count.into());
    }
    let faces = u64::try_from(dice.faces.len()).unwrap_or(u64::MAX);
    Some(faces.checked_pow(dice.count.into()).unwrap_or(u64::MAX))
}

fn check_natural(natural: &NaturalPolicy, (least, most): (i64, i64), path: &ValuePath, file: &mut FileCheck<'_>) {
    for (field, limit) in [("miss", &natural.miss), ("hit", &natural.hit)] {
        if let Some(limit) = limit {
            within!(file, path.field(field), limit, face in least..=most);
        }
    }
    if let Some(critical) = &natural.critical {
        within!(file, path.field("critical"), critical, face in least..=most, precise in least..=most,
            margin in 0..=100);
    }
    for (at, (path, shift)) in each(&path.field("shifts"), &natural.shifts).enumerate() {
        within!(file, path, shift, face in least..=most, by in -100..=100);
        if natural.shifts[..at].iter().any(|earlier| earlier.face == shift.face) {
            file.refuse(&path.field("face"), format!("duplicate entry for a natural {}", shift.face));
        }
    }
}

/// Refuses natural results that both hit and miss.
fn check_limits(roll: &RollPolicy, path: &ValuePath, file: &mut FileCheck<'_>) {
    let (Some(miss), Some(hit)) = (&roll.natural.miss, &roll.natural.hit) else { return };
    let apart = if roll.is_under() { hit.face < miss.face } else { miss.face < hit.face };
    if !apart {
        let message = format!("a natural {} would miss and a natural {} hit: exchange them", miss.face, hit.face);
        file.refuse(&path.field("hit").field("face"), message);
    }
}

fn check_advantage(advantage: &AdvantagePolicy, path: &ValuePath, file: &mut FileCheck<'_>) {
    within!(file, path, advantage, dice in 2..=5);
    for (field, word) in [("better", advantage.names.better), ("worse", advantage.names.worse)] {
        file.not_blank(&path.field("names").field(field), word.as_str());
    }
}

/// Refuses contests of stealth without stats, and where the rule system has no hiding.
pub(in crate::rules::check) fn check_stealth(effect: &Effect, path: &ValuePath, file: &mut FileCheck<'_>) {
    let rolls: &[(&str, bool)] = match effect {
        Effect::Sneak { stealth, observation } => {
            &[("stealth", stealth.is_empty()), ("observation", observation.is_empty())]
        }
        Effect::Search { observation } => &[("observation", observation.is_empty())],
        _ => return,
    };
    for (field, _) in rolls.iter().filter(|(_, is_empty)| *is_empty) {
        file.refuse(&path.field(*field), "name at least one stat");
    }
    if file.content.policies.value.sight.is_none() {
        file.refuse(path, "hiding needs the policy `sight`");
    }
}
