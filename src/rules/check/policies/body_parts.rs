//! Checks of the parts of the body and of dying by their wounds.

use crate::battle::PartPools;
use crate::content::{
    BodyPart, BodyParts, ConsciousnessPolicy, DyingSave, Fate, FollowedStats, HealthModel, InjuredAgain, Name,
    PartLimit, PartSaving, PartThreshold, ValuePath,
};
use crate::rules::check::file_check::{FileCheck, each};

pub(in crate::rules::check) fn check(policy: &BodyParts, path: &ValuePath, file: &mut FileCheck<'_>) {
    let list = path.field("parts");
    if policy.parts.is_empty() || policy.parts.len() > PartPools::default().left.len() {
        file.refuse(&list, "there must be one to eight parts of the body");
    }
    let known: Vec<&str> = policy.parts.iter().map(|part| part.id.as_str()).collect();
    if !known.contains(&policy.usual.as_str()) {
        file.findings.unknown(&path.field("usual"), "part of the body", policy.usual.as_str(), &known);
    }
    for (at, (path, part)) in each(&list, &policy.parts).enumerate() {
        if known[..at].contains(&part.id.as_str()) {
            file.refuse(&path.field("id"), format!("duplicate id `{}`", part.id));
        }
        if part.drawn.is_some() && policy.parts[..at].iter().any(|other| other.drawn == part.drawn) {
            file.refuse(&path.field("drawn"), "another part is drawn there");
        }
        check_part(part, &path, file);
    }
    for (path, together) in each(&path.field("together"), &policy.together) {
        let list = path.field("parts");
        if together.parts.len() < 2 {
            file.refuse(&list, "name at least two parts of the body; one alone has its own `thresholds`");
        }
        for (at, (path, part)) in each(&list, &together.parts).enumerate() {
            check_name(*part, policy, &path, file);
            if together.parts[..at].contains(part) {
                file.refuse(&path, format!("duplicate entry for `{part}`"));
            }
        }
        check_percent(together.at, &path.field("at"), file);
        file.condition(&path.field("condition"), together.condition);
    }
    if let Some(nonlethal) = policy.nonlethal {
        file.condition(&path.field("nonlethal").field("equal"), nonlethal.equal);
    }
    if let Some(saves) = &policy.saves {
        check_saving(saves, policy, &path.field("saves"), file);
    }
}

fn check_saving(saves: &PartSaving, body: &BodyParts, path: &ValuePath, file: &mut FileCheck<'_>) {
    each(&path.field("parts"), &saves.parts).for_each(|(path, part)| check_name(*part, body, &path, file));
    file.within(&path.field("left"), saves.left, -1000..=1000);
    file.condition(&path.field("injured"), saves.injured);
    if let Some(spends) = saves.spends {
        file.condition(&path.field("spends").field("condition"), spends.condition);
    }
    for (path, list) in each(&path.field("injuries"), &saves.injuries) {
        each(&path.field("parts"), &list.parts).for_each(|(path, part)| check_name(*part, body, &path, file));
        let least = list.dice.map_or(1, |dice| dice.min());
        if !(1..=list.entries.len() as i32).contains(&least) {
            file.refuse(&path.field("entries"), "no result of the dice has an entry");
        }
        for (path, entry) in each(&path.field("entries"), &list.entries) {
            file.condition(&path.field("condition"), entry.condition);
            if let InjuredAgain::Gains(more) = entry.again {
                file.condition(&path.field("again").index(0), more);
            }
        }
    }
}

/// Refuses the name of a part of the body that there is not.
pub(in crate::rules::check) fn check_name(part: Name, body: &BodyParts, path: &ValuePath, file: &mut FileCheck<'_>) {
    let known: Vec<&str> = body.parts.iter().map(|part| part.id.as_str()).collect();
    if !known.contains(&part.as_str()) {
        file.findings.unknown(path, "part of the body", part.as_str(), &known);
    }
}

/// Saving throws against dying of wounds of parts of the body, in rounds.
pub(in crate::rules::check) fn check_saves(
    policy: &ConsciousnessPolicy,
    saves: &DyingSave,
    path: &ValuePath,
    file: &mut FileCheck<'_>,
) {
    within!(file, path, saves, number in -100..=200, loses in 1..=100);
    file.roll(&path.field("dice"), saves.dice);
    if !matches!(policy.collapse, HealthModel::Parts(_)) {
        file.refuse(path, "only parts of the body make combatants dying like this");
    }
    if file.content.policies.value.turn.in_rounds().is_none() {
        file.refuse(path, "these saving throws are rolled at the start of turns in rounds");
    }
}

fn check_part(part: &BodyPart, path: &ValuePath, file: &mut FileCheck<'_>) {
    file.within(&path.field("points").field("times"), part.points.times, 1..=100);
    if let Some(hand) = part.hand {
        file.within(&path.field("hand"), hand, 1..=8);
    }
    if let Some(aimed) = part.aimed {
        within!(file, path.field("aimed"), aimed, amount in -60..=60);
    }
    for (path, threshold) in each(&path.field("thresholds"), &part.thresholds) {
        check_limit(threshold, &path, file);
        if let Some(condition) = threshold.condition {
            file.condition(&path.field("condition"), condition);
        }
        if let Some(first) = threshold.first {
            let path = path.field("first");
            file.condition(&path.field("condition"), first.condition);
            file.within(&path.field("rounds"), first.rounds, 1..=1000);
        }
        if part.hand.is_none() && (threshold.drops || threshold.attacks.is_some()) {
            file.refuse(&path, format!("`{}` has no hand: add `hand: Some(1)` to the part", part.id));
        }
        if let Some(attacks) = threshold.attacks {
            let path = path.field("attacks");
            within!(file, path, attacks, alone in -60..=60, both in -60..=60);
            if attacks.alone == 0 && attacks.both == 0 {
                file.refuse(&path, "these modifiers change nothing: leave `attacks` out");
            }
        }
    }
}

fn check_percent(limit: PartLimit, path: &ValuePath, file: &mut FileCheck<'_>) {
    let (PartLimit::Below(percent) | PartLimit::AtMost(percent)) = limit;
    file.within(&path.index(0), percent, -1000..=100);
}

/// Refuses a threshold that no part can pass, and one that changes nothing.
fn check_limit(threshold: &PartThreshold, path: &ValuePath, file: &mut FileCheck<'_>) {
    check_percent(threshold.at, &path.field("at"), file);
    let of_arm = threshold.drops || threshold.attacks.is_some() || threshold.loses;
    if threshold.first.is_none() && threshold.condition.is_none() && threshold.fate == Fate::Stands && !of_arm {
        file.refuse(path, "this threshold changes nothing: add `first`, `condition` or another `fate`");
    }
}

/// Refuses unknown conditions of those that have no points of a stat, and stats that are named twice.
pub(in crate::rules::check) fn check_followed(follows: &FollowedStats, path: &ValuePath, file: &mut FileCheck<'_>) {
    let mut before = vec![follows.fatal];
    for (path, zero) in each(&path.field("zero"), &follows.zero) {
        conditions!(file, path, zero, condition);
        if before.contains(&zero.stat) {
            file.refuse(&path.field("stat"), format!("duplicate entry for {}", zero.stat.word()));
        }
        before.push(zero.stat);
    }
}
