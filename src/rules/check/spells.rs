use super::actions;
use super::file_check::FileCheck;
use crate::content::Name;
use crate::content::action::{Action, Aim, Does, Spell};
use crate::content::authored::ValuePath;
use crate::content::gear::{Weapon, WeaponProperty};
use crate::content::item::{Item, ItemKind};
use crate::content::policy::{MagicPolicy, Policies};
use crate::content::spell::{Components, ZoneKind};
use crate::rules::content::Content;

/// Checks every spell: entries must be spells and must not reuse the id of another action.
pub(super) fn check(list: &[Action], content: &Content, file: &mut FileCheck<'_>) {
    let policies = &content.policies.value;
    actions::check(list, policies, file);
    for (at, action) in list.iter().enumerate() {
        let path = ValuePath::root().index(at);
        if content.actions().any(|other| other.id == action.id) {
            file.refuse(&path.field("id"), format!("the id `{}` is that of an action", action.id));
        }
        let does = path.field("does");
        match (&action.does, &policies.magic) {
            (Does::Cast(spell), Some(magic)) => check_spell((spell, action), magic, policies, &does, file),
            (Does::Cast(_), None) => file.refuse(&does, "spells need the policy `magic`"),
            _ => file.refuse(&does, "not a spell: use `Cast`"),
        }
    }
}

/// Checks the spells that things cast: there is such a spell, and the energy fits it.
pub(super) fn check_items(list: &[Weapon], content: &Content, file: &mut FileCheck<'_>) {
    let known: Vec<(Name, &Does)> = content.spells().map(|action| (action.id, &action.does)).collect();
    for (at, weapon) in list.iter().enumerate() {
        let path = ValuePath::root().index(at).field("properties");
        for property in &weapon.properties {
            let WeaponProperty::Casts { spell, energy } = property else { continue };
            match known.iter().find(|(id, _)| id == spell) {
                None => file.refuse(&path, format!("unknown spell `{spell}`")),
                Some((_, Does::Cast(found))) if !energy.lies_within(found.least, found.most) => {
                    file.refuse(&path, format!("`{spell}` cannot be cast with this energy"));
                }
                Some(_) => {}
            }
        }
    }
}

/// Checks that the spells on scrolls have a casting time.
pub(super) fn check_scrolls(list: &[Item], content: &Content, file: &mut FileCheck<'_>) {
    for (at, item) in list.iter().enumerate() {
        let ItemKind::Scroll(spell) = item.kind else { continue };
        let path = ValuePath::root().index(at).field("kind");
        let found = content.spells().find(|action| action.id == spell);
        match found.map(|action| &action.does) {
            Some(Does::Cast(found)) if found.incantation.is_some() => {}
            Some(_) => file.refuse(&path, format!("`{spell}` has no casting time")),
            None => file.refuse(&path, format!("unknown spell `{spell}`")),
        }
    }
}

/// Checks a spell that creates a zone.
fn check_lying(
    spell: &Spell,
    action: &Action,
    what: ZoneKind,
    policies: &Policies,
    path: &ValuePath,
    file: &mut FileCheck<'_>,
) {
    if action.aim != Aim::Point {
        file.refuse(path, "a spell that creates a zone must be aimed at a `Point`");
    }
    if spell.least.duration == 0 {
        file.refuse(&path.field("least").field("duration"), "a zone must last at least 1");
    }
    let without = match what {
        ZoneKind::Fog if policies.sight.is_none() => "fog needs the policy `sight`",
        ZoneKind::Illusion if policies.attack.cover.illusion().is_none() => {
            "an illusion needs rules for illusionary cover"
        }
        _ => return,
    };
    file.refuse(&path.field("effects"), without);
}

fn check_spell(
    (spell, action): (&Spell, &Action),
    magic: &MagicPolicy,
    policies: &Policies,
    path: &ValuePath,
    file: &mut FileCheck<'_>,
) {
    let Components { effect, .. } = spell.least;
    file.within(&path.field("least").field("effect"), effect, 1..=100);
    if !spell.least.lies_within(spell.least, spell.most) {
        file.refuse(&path.field("most"), "the maximum of some component is below its minimum");
    }
    let steps = [
        ("range", spell.most.range, &magic.range),
        ("area", spell.most.area, &magic.area),
        ("duration", spell.most.duration, &magic.duration),
    ];
    for (field, most, table) in steps {
        file.within(&path.field("most").field(field), most, 0..=(table.len() as i64 - 1).max(0));
    }
    let prepared = magic.preparing().is_some();
    match &spell.incantation {
        Some(incantation) if prepared => {
            file.within(&path.field("incantation").field("level"), incantation.level, 0..=20);
            if spell.least != spell.most {
                file.refuse(&path.field("most"), "a prepared spell has fixed components: `most` must equal `least`");
            }
        }
        Some(_) => file.refuse(&path.field("incantation"), "this rule system has no prepared spells"),
        None if prepared => file.refuse(path, "spells must be prepared in this rule system: add `incantation`"),
        None => {}
    }
    if let Some((what, _)) = spell.lays() {
        check_lying(spell, action, what, policies, path, file);
    }
    if spell.attack.is_none() && spell.effects.is_empty() {
        file.refuse(path, "this spell has no effect");
    }
}
