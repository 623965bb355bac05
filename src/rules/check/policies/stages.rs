//! Checks of the stages of attacks: defences that are chosen, miss chances, confirmed critical hits and riders.

use super::economy;
use crate::content::{
    Against, Check, Confirmation, DefenceChoice, MissChance, Name, Policies, Rider, Undefended, ValuePath,
};
use crate::rules::check::actions::effects::check_ridden;
use crate::rules::check::file_check::{FileCheck, each};

pub(in crate::rules::check) fn check(policies: &Policies, file: &mut FileCheck<'_>) {
    let (stages, path) = (&policies.stages, ValuePath::root().field("stages"));
    if let Some(defences) = &stages.defences {
        check_defences(policies, defences, &path.field("defences"), file);
    }
    if let Some(chances) = &stages.miss_chances {
        let path = path.field("miss_chances");
        for (field, chance) in [("concealed", &chances.concealed), ("hidden", &chances.hidden)] {
            chance.iter().for_each(|chance| check_chance(chance, &path.field(field), file));
        }
    }
    if let Some(confirmation) = &stages.confirmation {
        check_confirmation(policies, confirmation, &path.field("confirmation"), file);
    }
    for (path, rider) in each(&path.field("riders"), &stages.riders) {
        check_rider(rider, &path, file);
    }
}

fn check_defences(policies: &Policies, choice: &DefenceChoice, path: &ValuePath, file: &mut FileCheck<'_>) {
    let under = policies.rolls.attack.is_under();
    if matches!(choice.undefended, Undefended::TestFails) && !under {
        file.refuse(
            &path.field("undefended"),
            "only rolls under a target number are tests that can fail: use `Counts` with a defence",
        );
    }
    let list = path.field("options");
    if choice.options.is_empty() {
        file.refuse(&list, "name at least one defence, or leave out `defences`");
    }
    for (at, (path, option)) in each(&list, &choice.options).enumerate() {
        if choice.options[..at].iter().any(|earlier| earlier.id == option.id) {
            file.refuse(&path.field("id"), format!("duplicate id `{}`", option.id));
        }
        file.id_shape(&path.field("id"), option.id.as_str());
        file.not_blank(&path.field("name"), &option.name);
        economy::check_prices(&option.costs, &path.field("costs"), file);
        each(&path.field("prevented_by"), &option.prevented_by).for_each(|(path, name)| file.condition(&path, *name));
        if option.blocks && !under {
            file.refuse(&path.field("blocks"), "both combatants pass only in rolls under a target number");
        }
    }
}

fn check_chance(chance: &MissChance, path: &ValuePath, file: &mut FileCheck<'_>) {
    file.within(&path.field("percent"), chance.percent, 1..=99);
    each(&path.field("target"), &chance.target).for_each(|(path, name)| file.condition(&path, *name));
    each(&path.field("attacker"), &chance.attacker).for_each(|(path, name)| file.condition(&path, *name));
}

fn check_confirmation(policies: &Policies, confirmation: &Confirmation, path: &ValuePath, file: &mut FileCheck<'_>) {
    let (least, most) = policies.rolls.attack.dice.range();
    let faces = i64::from(least)..=i64::from(most);
    file.within(&path.field("range"), confirmation.range, faces.clone());
    file.within(&path.field("limit"), confirmation.limit, faces.clone());
    if let Some(kills) = &confirmation.kills {
        file.within(&path.field("kills").field("natural"), kills.natural, faces);
    }
    file.within(&path.field("times"), confirmation.times, 1..=10);
    if confirmation.options.is_empty() {
        file.refuse(&path.field("options"), "name at least one effect of critical hits");
    }
    for (at, (path, option)) in each(&path.field("options"), &confirmation.options).enumerate() {
        if confirmation.options[..at].iter().any(|earlier| earlier.id == option.id) {
            file.refuse(&path.field("id"), format!("duplicate id `{}`", option.id));
        }
        file.id_shape(&path.field("id"), option.id.as_str());
        file.not_blank(&path.field("name"), &option.name);
    }
}

fn check_rider(rider: &Rider, path: &ValuePath, file: &mut FileCheck<'_>) {
    file.damage_types(&path.field("harm"), rider.harm);
    file.within(&path.field("least"), rider.least, 1..=1000);
    rider.with.iter().for_each(|name| file.condition(&path.field("with"), *name));
    rider.without.iter().for_each(|name| file.condition(&path.field("without"), *name));
    if let Some(save) = rider.save {
        file.roll(&path.field("save").field("dice"), save.dice);
    }
    if rider.effects.is_empty() && rider.saved.is_empty() {
        file.refuse(&path.field("effects"), "name at least one effect");
    }
    check_ridden(&rider.effects, &path.field("effects"), file);
    check_ridden(&rider.saved, &path.field("saved"), file);
}

/// Refuses defences that the rule system does not have.
pub(in crate::rules::check) fn check_defences_named(named: &[Name], list: &ValuePath, file: &mut FileCheck<'_>) {
    let defences = file.content.policies.value.stages.defences.as_ref();
    let known: Vec<&str> =
        defences.iter().flat_map(|choice| &choice.options).map(|option| option.id.as_str()).collect();
    for (path, name) in each(list, named).filter(|(_, name)| !known.contains(&name.as_str())) {
        file.findings.unknown(&path, "defence", name.as_str(), &known);
    }
}

/// Refuses unknown defences in a check and its entries.
pub(in crate::rules::check) fn check_chosen(check: &Check, path: &ValuePath, file: &mut FileCheck<'_>) {
    let defences = file.content.policies.value.stages.defences.as_ref();
    let options = defences.map_or(&[][..], |choice| &choice.options);
    let known: Vec<&str> = options.iter().map(|option| option.id.as_str()).chain(["none"]).collect();
    if let Against::Chosen(named) = &check.against {
        let against = path.field("against");
        if options.is_empty() {
            file.refuse(&against, "the rule system has no defences to choose from: add them to `stages`");
        }
        for (path, name) in each(&against.index(0), named) {
            if name.as_str() == "none" || !known.contains(&name.as_str()) {
                file.findings.unknown(&path, "defence", name.as_str(), &known);
            }
        }
    }
    for (path, rung) in each(&path.field("ladder"), &check.ladder) {
        for (path, name) in each(&path.field("defences"), &rung.defences) {
            if !matches!(check.against, Against::Chosen(_)) {
                file.refuse(&path, "the target of this check chooses no defence");
            } else if !known.contains(&name.as_str()) {
                file.findings.unknown(&path, "defence", name.as_str(), &known);
            }
        }
    }
}
