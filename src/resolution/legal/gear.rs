//! Whether items can be drawn, put away, dropped and picked up.

use crate::battle::{CombatantId, View, WeaponLocation, WeaponSlot};
use crate::content::Name;
use crate::content::action::{Action, CitedRequirement, Does, Wielding};
use crate::content::effect::Effect;
use crate::content::gear::{Hands, WeaponProperty};
use crate::content::refusal::Refusal;
use crate::mechanics::{grapple, items};
use crate::rules::{Ruleset, picked_up_weapon};

/// Whether an item is where an action needs it: in hand, or ready to draw.
pub(super) fn at_carried(view: View<'_>, who: CombatantId, slot: WeaponSlot, action: &Action) -> Result<(), Refusal> {
    let row = view.row(who);
    let Some(entry) = row.sheet.weapon(slot).filter(|_| row.sheet.unarmed != Some(slot)) else {
        return Err(Refusal::new("does not carry that weapon", action.rule));
    };
    let draws = matches!(&action.does, Does::Effects(all) if all.iter().any(|effect| effect.does == Effect::Draw));
    let wanted = if draws { WeaponLocation::Carried } else { WeaponLocation::InHand };
    let natural = entry.weapon.has(WeaponProperty::Natural);
    let uses = matches!(&action.does, Does::Effects(all) if all.iter().any(|effect| effect.does == Effect::UseItem));
    let worn = uses && entry.is_worn() && row.arms.place(slot) == WeaponLocation::Carried;
    if row.arms.place(slot) != wanted && !worn || natural {
        let where_is = if draws { "is not ready to draw" } else { "is not in hand" };
        return Err(Refusal::new(format!("the {} {where_is}", entry.weapon.name), action.rule));
    }
    hands_for(view, who, entry.weapon.hands.count(), draws, action)
}

fn hands_for(view: View<'_>, who: CombatantId, needed: u8, draws: bool, action: &Action) -> Result<(), Refusal> {
    let free = grapple::free_hands(view, who);
    if !draws || free >= needed {
        return Ok(());
    }
    Err(Refusal::new(format!("needs {needed} free hands and has {free}"), action.rule))
}

/// Whether a lost weapon can be picked up again.
pub(super) fn on_ground(
    view: View<'_>,
    rules: &Ruleset,
    who: CombatantId,
    slot: WeaponSlot,
    action: &Action,
) -> Result<(), Refusal> {
    let row = view.row(who);
    match row.sheet.weapon(slot).filter(|_| row.arms.place(slot) == WeaponLocation::Gone) {
        Some(entry) => found(view, rules, who, entry.weapon.id, action),
        None => Err(Refusal::new("still has that weapon", action.rule)),
    }
}

/// Whether this item lies here, no matter who brought it (TC-251).
pub(super) fn found(
    view: View<'_>,
    rules: &Ruleset,
    who: CombatantId,
    weapon: Name,
    action: &Action,
) -> Result<(), Refusal> {
    let entry = picked_up_weapon(rules, &view.row(who).own, weapon);
    let Some(entry) = entry else { return Err(Refusal::new("there is no such item", action.rule)) };
    if items::on_ground_here(view, who, weapon).is_none() {
        return Err(Refusal::new(format!("no {} lies here", entry.weapon.name), action.rule));
    }
    hands_for(view, who, entry.weapon.hands.count(), true, action)
}

/// Whether the actor wields none of these.
pub(super) fn not_wielding(
    view: View<'_>,
    who: CombatantId,
    things: &[Wielding],
    cited: &CitedRequirement,
) -> Result<(), Refusal> {
    let Some(thing) = things.iter().find(|thing| grapple::wields(view, who, thing)) else { return Ok(()) };
    let words = match thing {
        Wielding::TowerShield => "holds a tower shield".to_owned(),
        Wielding::Weapon(hands) => format!("wields {}", wielded_word(view, who, *hands)),
    };
    Err(Refusal::new(format!("needs a free grip: {words}"), cited.rule))
}

fn wielded_word(view: View<'_>, who: CombatantId, hands: Hands) -> String {
    let row = view.row(who);
    let named = row.arms.in_hand().filter_map(|slot| row.sheet.weapon(slot)).find(|entry| entry.weapon.hands == hands);
    named.map_or_else(|| "a weapon".to_owned(), |entry| format!("a {}", entry.weapon.name))
}
