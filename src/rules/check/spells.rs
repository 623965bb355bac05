use super::{Inspection, actions};
use crate::content::Name;
use crate::content::action::{Action, Aim, Does};
use crate::content::authored::ValuePath;
use crate::content::gear::{Weapon, WeaponProperty};
use crate::content::item::{Item, ItemKind};
use crate::content::policy::{MagicPolicy, Policies};
use crate::content::spell::{Components, Spell};
use crate::content::zone::Lies;
use crate::rules::content::Content;

/// Checks every spell: all entries of the file are spells, under names that no other action has.
pub(super) fn check(list: &[Action], content: &Content, file: &mut Inspection<'_>) {
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
            (Does::Cast(_), None) => file.refuse(&does, "the ruleset does not say how spells are cast"),
            _ => file.refuse(&does, "this is no spell: use `Cast`"),
        }
    }
}

/// Checks the spells that things cast: there is such a spell, and the energy fits it.
pub(super) fn check_items(list: &[Weapon], content: &Content, file: &mut Inspection<'_>) {
    let known: Vec<(Name, &Does)> = content.spells().map(|action| (action.id, &action.does)).collect();
    for (at, weapon) in list.iter().enumerate() {
        let path = ValuePath::root().index(at).field("properties");
        for property in &weapon.properties {
            let WeaponProperty::Casts { spell, energy } = property else { continue };
            match known.iter().find(|(id, _)| id == spell) {
                None => file.refuse(&path, format!("there is no spell `{spell}`")),
                Some((_, Does::Cast(found))) if !energy.lies_within(found.least, found.most) => {
                    file.refuse(&path, format!("`{spell}` cannot be cast with so much or so little energy"));
                }
                Some(_) => {}
            }
        }
    }
}

/// Checks the spells on scrolls: each is one that is prepared, which gives it a casting time.
pub(super) fn check_scrolls(list: &[Item], content: &Content, file: &mut Inspection<'_>) {
    for (at, item) in list.iter().enumerate() {
        let ItemKind::Scroll(spell) = item.kind else { continue };
        let path = ValuePath::root().index(at).field("kind");
        let found = content.spells().find(|action| action.id == spell);
        match found.map(|action| &action.does) {
            Some(Does::Cast(found)) if found.incantation.is_some() => {}
            Some(_) => file.refuse(&path, format!("`{spell}` has no casting time")),
            None => file.refuse(&path, format!("there is no spell `{spell}`")),
        }
    }
}

/// Checks what lies on a place: the spell is aimed at one and lasts, and these rules know what it does.
fn check_lying(
    spell: &Spell,
    action: &Action,
    what: Lies,
    policies: &Policies,
    path: &ValuePath,
    file: &mut Inspection<'_>,
) {
    if action.aim != Aim::Point {
        file.refuse(path, "what lies on a place is cast at a `Point`");
    }
    if spell.least.duration == 0 {
        file.refuse(&path.field("least").field("duration"), "what lies on a place lasts: at least 1");
    }
    let without = match what {
        Lies::Fog if policies.sight.is_none() => "the ruleset does not say what fog does",
        Lies::Illusion if policies.attack.cover.illusion().is_none() => {
            "the ruleset does not say whom an illusion fools"
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
    file: &mut Inspection<'_>,
) {
    let Components { effect, .. } = spell.least;
    file.within(&path.field("least").field("effect"), effect, 1..=100);
    if !spell.least.lies_within(spell.least, spell.most) {
        file.refuse(&path.field("most"), "some component takes less at most than it does at least");
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
                file.refuse(&path.field("most"), "nothing is spent on the components of a spell that is prepared");
            }
        }
        Some(_) => file.refuse(&path.field("incantation"), "spells are not prepared under these rules"),
        None if prepared => file.refuse(path, "spells are prepared under these rules: `incantation` says how"),
        None => {}
    }
    if let Some((what, _)) = spell.lays() {
        check_lying(spell, action, what, policies, path, file);
    }
    if spell.attack.is_none() && spell.effects.is_empty() {
        file.refuse(path, "this spell does nothing");
    }
}
