//! Checks of actions, spells and items that are used.

pub(super) mod effects;

use self::effects::check_effects;
use super::file_check::{FileCheck, each};
use super::ladder;
use super::policies::{damage, economy, movement, objects};
use crate::content::authored::locate;
use crate::content::{
    Action, ActionReach, ActionSpeed, Aim, CheckRoll, Does, Effect, Item, ItemKind, MagicPolicy, PayOver, Pays,
    Requirement, Spell, ValuePath, ZoneKind,
};
use crate::rules::content::Authored;

pub(super) fn check(list: &[Action], file: &mut FileCheck<'_>) {
    file.ids(list);
    for (path, action) in each(&ValuePath::root(), list) {
        file.not_blank(&path.field("name"), &action.name);
        within!(file, path, action, fatigue in 0..=50);
        for (path, prices) in each(&path.field("costs"), &action.costs) {
            if prices.is_empty() && action.costs.len() > 1 {
                file.refuse(&path, "an alternative without a price is always paid: leave the others out");
            }
            economy::check_prices(prices, &path, file);
            for (path, price) in each(&path, prices) {
                if price.is_initiative() && action.paid != PayOver::AtOnce {
                    file.refuse(&path.field("pool"), "initiative cannot be paid over several turns");
                }
            }
        }
        let speed = path.field("speed");
        match action.speed {
            ActionSpeed::Counts(counts) | ActionSpeed::Roll { fixed: counts, .. } => {
                file.within(&speed, counts, 0..=1000);
            }
            ActionSpeed::Weapon(steps) => file.within(&speed, steps, -8..=8),
            ActionSpeed::Actions(actions) => {
                file.within(&speed, actions, 0..=20);
                check_pool_of_actions(&speed, file);
            }
            ActionSpeed::WeaponPoints(more) => {
                file.within(&speed, more, -20..=20);
                check_pool_of_actions(&speed, file);
            }
            ActionSpeed::Class(_) | ActionSpeed::HalfWeapon | ActionSpeed::WorseOfTwo | ActionSpeed::Nothing => {}
        }
        for (path, cited) in each(&path.field("requires"), &action.requires) {
            check_requirement(&cited.needs, &path.field("needs"), file);
        }
        check_doing(&action.does, &path.field("does"), file);
        check_reach(action, &path, file);
        check_charge(action, &path, file);
        check_beginning(action, &path, file);
        economy::check_talent(action, &path, file);
        economy::check_delay(action, &path, file);
        economy::check_hurry(action, &path, file);
        economy::check_whole_rounds(action, &path, file);
        objects::check_action(action, &path, file);
        damage::check_aim_at_parts(action, &path, file);
    }
}

fn check_pool_of_actions(speed: &ValuePath, file: &mut FileCheck<'_>) {
    if file.content.policies.value.economy.actions.is_none() {
        file.refuse(speed, "this rule system has no pool of actions");
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

/// Refuses charges that are no movements, and targets of charges without a charge.
fn check_charge(action: &Action, path: &ValuePath, file: &mut FileCheck<'_>) {
    let moves = matches!(action.does, Does::Move(_));
    match &action.charge {
        None if action.aim == Aim::Charge && !action.is_only_offered() => {
            file.refuse(&path.field("aim"), "a charge needs the field `charge`")
        }
        None => {}
        Some(_) if !moves || action.aim != Aim::Charge => {
            file.refuse(&path.field("charge"), "a charge is a movement (`does: Move`) with `aim: Charge`");
        }
        Some(policy) => {
            let path = path.field("charge");
            within!(file, path, policy, least in 0..=1000);
            file.action(&path.field("then"), policy.then);
            effects::check_choice(&policy.or, &path.field("or"), file);
            if let Some(at) = policy.or.iter().position(|action| *action == policy.then) {
                let message = format!("`{}` follows already: it is the action of `then`", policy.then);
                file.refuse(&path.field("or").index(at), message);
            }
        }
    }
}

/// Refuses a condition that begins with anything but a movement.
fn check_beginning(action: &Action, path: &ValuePath, file: &mut FileCheck<'_>) {
    let Some(begins) = action.begins_with else { return };
    let path = path.field("begins_with");
    conditions!(file, path, begins, condition);
    if !matches!(action.does, Does::Move(_)) {
        file.refuse(&path, "only a movement (`does: Move`) begins with a condition: use the effect `Gain`");
    }
}

fn check_requirement(needs: &Requirement, list: &ValuePath, file: &mut FileCheck<'_>) {
    let path = list.index(0);
    match needs {
        Requirement::InStance(stance) => file.stance(&path, *stance),
        Requirement::NotInStances(stances) | Requirement::InStanceBut(stances) => {
            each(list, stances).for_each(|(path, stance)| file.stance(&path, *stance));
        }
        Requirement::TargetHas(condition)
        | Requirement::TargetLacks(condition)
        | Requirement::ActorHas(condition)
        | Requirement::ActorLacks(condition) => file.condition(&path, *condition),
        Requirement::Wielding(things) if things.is_empty() => file.refuse(&path, "name at least one kind of equipment"),
        Requirement::BesideGround(grounds) if grounds.is_empty() => {
            file.refuse(&path, "name at least one kind of ground")
        }
        Requirement::BesideGround(grounds) | Requirement::BesideFlame(grounds) => {
            each(list, grounds).for_each(|(path, ground)| file.not_blank(&path, ground));
        }
        Requirement::TargetAtMostLarger(sizes) => file.within(&path, *sizes, -8..=8),
        _ => {}
    }
}

fn check_doing(does: &Does, path: &ValuePath, file: &mut FileCheck<'_>) {
    match does {
        Does::Check(check) => ladder::check_check(check, path, file),
        Does::Effects(effects) => check_effects(effects, path, file),
        Does::AtEnd { effects, meanwhile, .. } => {
            check_effects(effects, &path.field("effects"), file);
            if let Some(borne) = meanwhile {
                conditions!(file, path.field("meanwhile"), borne, condition);
            }
        }
        Does::TakeStance(stance) => file.stance(&path.index(0), *stance),
        Does::Move(gait) => movement::check_gait(*gait, &path.index(0), file),
        Does::Cast(spell) => {
            for (field, check) in [("attack", &spell.attack), ("control", &spell.control)] {
                if let Some(check) = check {
                    ladder::check_check(check, &path.field(field), file);
                }
            }
            check_effects(&spell.effects, &path.field("effects"), file);
        }
        _ => {}
    }
}

/// Checks every item that is not a weapon: the spells on scrolls must have a casting time.
pub(super) fn check_items(list: &[Item], file: &mut FileCheck<'_>) {
    file.ids(list);
    for (path, item) in each(&ValuePath::root(), list) {
        file.not_blank(&path.field("name"), &item.name);
        check_effects(&item.does, &path.field("does"), file);
    }
    for (path, item) in each(&ValuePath::root(), list) {
        let ItemKind::Scroll(spell) = item.kind else { continue };
        let found = file.content.spells().find(|action| action.id == spell);
        match found.map(|action| &action.does) {
            Some(Does::Cast(found)) if found.incantation.is_some() => {}
            Some(_) => file.refuse(&path.field("kind"), format!("`{spell}` has no casting time")),
            None => file.refuse(&path.field("kind"), format!("unknown spell `{spell}`")),
        }
    }
}

/// Checks every spell: entries must be spells and must not reuse the id of another action.
pub(super) fn check_spells(list: &[Action], file: &mut FileCheck<'_>) {
    check(list, file);
    for (path, action) in each(&ValuePath::root(), list) {
        if file.content.actions().any(|other| other.id == action.id) {
            file.refuse(&path.field("id"), format!("the id `{}` is that of an action", action.id));
        }
        let does = path.field("does");
        match (&action.does, &file.content.policies.value.magic) {
            (Does::Cast(spell), Some(magic)) => check_spell(spell, action.aim, magic, &does, file),
            (Does::Cast(_), None) => file.refuse(&does, "spells need the policy `magic`"),
            _ => file.refuse(&does, "not a spell: use `Cast`"),
        }
    }
}

fn check_spell(spell: &Spell, aim: Aim, magic: &MagicPolicy, path: &ValuePath, file: &mut FileCheck<'_>) {
    let (least, most) = (path.field("least"), path.field("most"));
    within!(file, least, spell.least, effect in 1..=100);
    if !spell.least.lies_within(spell.least, spell.most) {
        file.refuse(&most, "the maximum of some component is below its minimum");
    }
    let last_step = |table: &[u16]| (table.len() as i64 - 1).max(0);
    within!(file, most, spell.most,
        range in 0..=last_step(&magic.range), area in 0..=last_step(&magic.area),
        duration in 0..=last_step(&magic.duration));
    let prepared = magic.preparing().is_some();
    match &spell.incantation {
        Some(incantation) if prepared => {
            within!(file, path.field("incantation"), incantation, level in 0..=20);
            if spell.least != spell.most {
                file.refuse(&most, "a prepared spell has fixed components: `most` must equal `least`");
            }
        }
        Some(_) => file.refuse(&path.field("incantation"), "this rule system has no prepared spells"),
        None if prepared => file.refuse(path, "spells must be prepared in this rule system: add `incantation`"),
        None => {}
    }
    if let Some((what, _)) = spell.lays() {
        check_zone(spell, aim, what, path, file);
    }
    if spell.invested.is_some() {
        check_invested(spell, magic, &path.field("invested"), file);
    }
    if spell.attack.is_none() && spell.effects.is_empty() {
        file.refuse(path, "this spell has no effect");
    }
    match (spell.resisted, &magic.resistance) {
        (None, Some(_)) => file.refuse(path, "say whether resistance to spells applies: add `resisted: Some(true)`"),
        (Some(_), None) => {
            file.refuse(&path.field("resisted"), "this rule system has no resistance to spells");
        }
        _ => {}
    }
    file.within(&path.field("level"), spell.level, 0..=20);
    if spell.level > 0 && spell.incantation.is_some() {
        file.refuse(&path.field("level"), "the level of a prepared spell is in its `incantation`");
    }
}

/// Refuses invested energy where spells cost none, and in a spell that does not last.
fn check_invested(spell: &Spell, magic: &MagicPolicy, path: &ValuePath, file: &mut FileCheck<'_>) {
    let of_attack = spell.attack.iter().flat_map(|check| check.effects());
    let mut all = of_attack.chain(spell.effects.iter().map(|cited| &cited.does));
    let lasts = all.any(|does| matches!(does, Effect::Lasts | Effect::Lay { .. }));
    if !matches!(magic.pays, Pays::Energy { .. }) {
        file.refuse(path, "spells cost no energy in this rule system");
    } else if spell.least.duration == 0 || !lasts {
        file.refuse(
            path,
            "only the energy of a spell that lasts is invested: it needs a `duration` and the effect `Lasts`",
        );
    }
}

fn check_zone(spell: &Spell, aim: Aim, what: ZoneKind, path: &ValuePath, file: &mut FileCheck<'_>) {
    if aim != Aim::Point {
        file.refuse(path, "a spell that creates a zone must be aimed at a `Point`");
    }
    if spell.least.duration == 0 {
        file.refuse(&path.field("least").field("duration"), "a zone must last at least 1");
    }
    let policies = &file.content.policies.value;
    let without = match what {
        ZoneKind::Fog if policies.sight.is_none() => "fog needs the policy `sight`",
        ZoneKind::Illusion if policies.attack.cover.illusion().is_none() => {
            "an illusion needs rules for illusionary cover"
        }
        _ => return,
    };
    file.refuse(&path.field("effects"), without);
}
