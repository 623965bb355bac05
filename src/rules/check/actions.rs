use super::file_check::FileCheck;
use crate::content::action::{Action, ActionReach, Against, Check, CheckRoll, Does, Requirement, Rung, TermWhen, When};
use crate::content::authored::{ValuePath, locate};
use crate::content::effect::{Amount, CitedEffect, Displacement, Effect, Harmed, Hold};
use crate::content::item::Item;
use crate::content::policy::Policies;
use crate::content::speed::ActionSpeed;
use crate::content::stat::Stat;
use crate::rules::content::Authored;

/// Checks every action.
pub(super) fn check(list: &[Action], policies: &Policies, file: &mut FileCheck<'_>) {
    file.ids(list);
    for (at, action) in list.iter().enumerate() {
        let path = ValuePath::root().index(at);
        file.not_blank(&path.field("name"), &action.name);
        file.within(&path.field("fatigue"), action.fatigue, 0..=50);
        match action.speed {
            ActionSpeed::Counts(counts) | ActionSpeed::Roll { fixed: counts, .. } => {
                file.within(&path.field("speed"), counts, 0..=1000);
            }
            ActionSpeed::Weapon(steps) => file.within(&path.field("speed"), steps, -8..=8),
            ActionSpeed::Actions(actions) => file.within(&path.field("speed"), actions, 0..=20),
            ActionSpeed::Class(_) | ActionSpeed::HalfWeapon | ActionSpeed::WorseOfTwo | ActionSpeed::Nothing => {}
        }
        for (at, cited) in action.requires.iter().enumerate() {
            let path = path.field("requires").index(at).field("needs");
            check_requirement(&cited.needs, &path, file);
        }
        check_doing(&action.does, &path.field("does"), policies, file);
        check_reach(action, &path, file);
    }
}

/// Refuses ids that an earlier file of actions has, and names that place.
pub(super) fn check_ids(list: &[Action], earlier: &[Authored<Vec<Action>>], file: &mut FileCheck<'_>) {
    let id_of = |at: usize| ValuePath::root().index(at).field("id");
    for (at, action) in list.iter().enumerate() {
        let found = earlier.iter().find_map(|topic| {
            let place = topic.value.iter().position(|other| other.id == action.id)?;
            Some((&topic.source, id_of(place)))
        });
        if let Some((source, path)) = found {
            let (line, column) = source.place_of(locate(&source.text, &path).start);
            let message = format!("the id `{}` is already used at {}:{line}:{column}", action.id, source.name);
            file.refuse(&id_of(at), message);
        }
    }
}

/// Refuses an attack with a weapon for which no reach is given: without one it could be made at any distance.
fn check_reach(action: &Action, path: &ValuePath, file: &mut FileCheck<'_>) {
    let Does::Check(check) = &action.does else { return };
    let with_weapon = matches!(check.roll, CheckRoll::Weapon | CheckRoll::BothWeapons | CheckRoll::Unarmed);
    if with_weapon && action.reach == ActionReach::Any {
        file.refuse(&path.field("reach"), "an attack with a weapon needs a `reach`, such as `Weapon` or `Melee`");
    }
}

/// Checks every item that is not a weapon.
pub(super) fn check_items(list: &[Item], policies: &Policies, file: &mut FileCheck<'_>) {
    file.ids(list);
    for (at, item) in list.iter().enumerate() {
        let path = ValuePath::root().index(at);
        file.not_blank(&path.field("name"), &item.name);
        check_effects(&item.does, &path.field("does"), policies, file);
    }
}

fn check_requirement(needs: &Requirement, path: &ValuePath, file: &mut FileCheck<'_>) {
    match needs {
        Requirement::InStance(stance) => file.stance(&path.index(0), *stance),
        Requirement::NotInStances(stances) | Requirement::InStanceBut(stances) => {
            for (at, stance) in stances.iter().enumerate() {
                file.stance(&path.index(0).index(at), *stance);
            }
        }
        Requirement::TargetHas(condition) | Requirement::TargetLacks(condition) | Requirement::ActorHas(condition) => {
            file.condition(&path.index(0), *condition)
        }
        Requirement::TargetAtMostLarger(sizes) => file.within(&path.index(0), *sizes, -8..=8),
        _ => {}
    }
}

fn check_doing(does: &Does, path: &ValuePath, policies: &Policies, file: &mut FileCheck<'_>) {
    match does {
        Does::Check(check) => check_check(check, path, policies, file),
        Does::Effects(effects) => check_effects(effects, &path.index(0), policies, file),
        Does::AtEnd { effects, meanwhile, .. } => {
            check_effects(effects, &path.field("effects"), policies, file);
            if let Some(borne) = meanwhile {
                file.condition(&path.field("meanwhile").field("condition"), borne.condition);
            }
        }
        Does::TakeStance(stance) => file.stance(&path.index(0), *stance),
        Does::Cast(spell) => {
            for (field, check) in [("attack", &spell.attack), ("control", &spell.control)] {
                if let Some(check) = check {
                    check_check(check, &path.field(field), policies, file);
                }
            }
            check_effects(&spell.effects, &path.field("effects"), policies, file);
        }
        _ => {}
    }
}

fn check_check(check: &Check, path: &ValuePath, policies: &Policies, file: &mut FileCheck<'_>) {
    for (at, term) in check.terms.iter().enumerate() {
        let path = path.field("terms").index(at);
        file.within(&path.field("add").field("amount"), term.add.amount, -60..=60);
        if let TermWhen::RunningStart(feet) = term.when {
            file.within(&path.field("when"), feet, 5..=1000);
        }
    }
    if check.ladder.is_empty() {
        file.refuse(&path.field("ladder"), "a check needs at least one entry in `ladder`");
    }
    match check.against {
        Against::Difficulty { number, .. } => file.within(&path.field("against").field("number"), number, 1..=100),
        Against::Level { of, .. } => file.condition(&path.field("against").field("of"), of),
        _ => {}
    }
    if defences(&check.against).is_some_and(<[Stat]>::is_empty) {
        file.refuse(&path.field("against"), "name at least one defence");
    }
    for (at, rung) in check.ladder.iter().enumerate() {
        let path = path.field("ladder").index(at);
        check_rung(rung, &check.against, &path, file);
        check_effects(&rung.effects, &path.field("effects"), policies, file);
    }
}

/// The defences of a check against several defences.
fn defences(against: &Against) -> Option<&[Stat]> {
    match against {
        Against::TargetChooses(stats) | Against::TargetAsked(stats) | Against::Each(stats) => Some(stats),
        Against::Normal | Against::One(_) | Against::Opposed | Against::Difficulty { .. } | Against::Level { .. } => {
            None
        }
    }
}

fn check_rung(rung: &Rung, asked: &Against, path: &ValuePath, file: &mut FileCheck<'_>) {
    if let When::Over(margin) | When::Every(margin) = rung.when {
        file.within(&path.field("when"), margin, 1..=40);
    }
    let at = path.field("against");
    match (asked, rung.against) {
        (Against::Each(stats), Some(stat)) if !stats.contains(&stat) => {
            file.refuse(&at, format!("the check is not made against {}", stat.word()));
        }
        (Against::Each(_), None) => {
            file.refuse(path, "the check has several defences: name the one for this entry");
        }
        (Against::Each(_), Some(_)) | (_, None) => {}
        (_, Some(stat)) => {
            file.refuse(&at, format!("the check has one defence: omit `against` for {}", stat.word()));
        }
    }
}

fn check_effects(effects: &[CitedEffect], list: &ValuePath, policies: &Policies, file: &mut FileCheck<'_>) {
    for (at, cited) in effects.iter().enumerate() {
        let path = list.index(at).field("does");
        check_effect(&cited.does, &path, file);
        check_ground(&cited.does, &path, policies, file);
    }
}

fn check_effect(effect: &Effect, path: &ValuePath, file: &mut FileCheck<'_>) {
    match effect {
        Effect::Harm { amount: Amount::Weapon { steps }, .. } => {
            file.within(&path.field("amount").field("steps"), *steps, 0..=10);
        }
        Effect::Harm { to: Harmed::TargetIfWanted { gains }, .. } => {
            file.condition(&path.field("to").field("gains"), *gains);
        }
        Effect::Staple { condition } => file.condition(&path.field("condition"), *condition),
        Effect::BetterDie(steps) => file.within(&path.index(0), *steps, 1..=10),
        Effect::Gain { condition, .. }
        | Effect::Lose { condition, .. }
        | Effect::Inflict { condition, .. }
        | Effect::GainTowards { condition, .. } => {
            file.condition(&path.field("condition"), *condition);
        }
        Effect::NextAttack { to_hit, damage } => {
            file.within(&path.field("to_hit"), *to_hit, -60..=60);
            file.within(&path.field("damage"), *damage, -60..=60);
        }
        Effect::Distract { amount, .. } => file.within(&path.field("amount"), *amount, -60..=60),
        Effect::Tighten(Hold::HardToBreak(amount)) => file.within(&path.index(0), *amount, -60..=0),
        Effect::Displace(displacement) => check_displacement(*displacement, path, file),
        Effect::Topple { feet } => file.within(&path.field("feet"), *feet, 5..=1000),
        Effect::Fall { feet } => file.within(&path.field("feet"), *feet, 1..=1000),
        Effect::Shine { feet } => file.within(&path.field("feet"), *feet, 5..=1000),
        Effect::Farther(feet) => file.within(&path.index(0), *feet, 5..=100),
        Effect::KeepHoldOr(action)
        | Effect::Offer(action)
        | Effect::Follow(action)
        | Effect::SetAgainstCharge(action) => file.action(&path.index(0), *action),
        Effect::Envenom(venom) => {
            let known = &file.known.venoms;
            file.name(&path.index(0), "venom", *venom, known);
        }
        Effect::ShiftStance(stance) | Effect::TakeStance(stance) => file.stance(&path.index(0), *stance),
        _ => {}
    }
}

/// Refuses effects that need a policy the rule system does not have.
fn check_ground(effect: &Effect, path: &ValuePath, policies: &Policies, file: &mut FileCheck<'_>) {
    match effect {
        Effect::Fall { .. } if policies.height.is_none() => {
            file.refuse(path, "falls need the policy `height`");
        }
        Effect::Harm { to: Harmed::Item, .. } if policies.things.is_none() => {
            file.refuse(path, "damage to items needs the policy `things`");
        }
        _ => {}
    }
}

fn check_displacement(displacement: Displacement, path: &ValuePath, file: &mut FileCheck<'_>) {
    match displacement {
        Displacement::Together { feet }
        | Displacement::Slide { feet }
        | Displacement::Place { feet }
        | Displacement::Push { feet } => file.within(&path.field("feet"), feet, 5..=100),
        Displacement::Enter => {}
    }
}
