//! Magical items with effects that last: the forms that they take, and their return (HD-312 to HD-314).

use crate::battle::{ActiveSpell, CombatantId, SpellItem, WeaponSlot};
use crate::content::Name;
use crate::mechanics::magic;
use crate::resolution::event::{BattleEvent, Facts};
use crate::resolution::step::Inputs;
use crate::rules::item_form;

/// The item with which a combatant casts a spell, with its original form.
pub(crate) fn source(who: CombatantId, spell: Name, inputs: &Inputs<'_>) -> Option<SpellItem> {
    let slot = magic::casting_item(inputs.view, who, spell)?;
    let earlier = of_item(who, slot, inputs).next().and_then(|spell| spell.item);
    let now = inputs.view.row(who).sheet.weapon(slot)?.weapon.id;
    Some(SpellItem { slot, original: earlier.map_or(now, |item| item.original) })
}

/// The effects of an item, oldest first.
pub(crate) fn of_item<'a>(
    who: CombatantId,
    slot: WeaponSlot,
    inputs: &'a Inputs<'_>,
) -> impl Iterator<Item = &'a ActiveSpell> {
    let own = move |spell: &&ActiveSpell| spell.caster == who && spell.item.is_some_and(|item| item.slot == slot);
    inputs.view.spells().iter().filter(own)
}

/// After an effect of an item has begun: the item may take another form.
pub(crate) fn began(fact: &BattleEvent, inputs: &mut Inputs<'_>, events: &mut Facts) {
    let BattleEvent::SpellBegan { spell, rule } = fact else { return };
    if let Some((slot, weapon)) = item_form(inputs.rules, spell) {
        events.push(BattleEvent::ItemTransformed { who: spell.caster, slot, weapon, rule: *rule });
    }
}

/// After an effect of an item has ended: the item has the form of the newest of those that are left, or its original one (HD-313,
/// HD-314).
pub(crate) fn ended(fact: &BattleEvent, inputs: &mut Inputs<'_>, events: &mut Facts) {
    let BattleEvent::SpellEnded { id, caster, rule, .. } = *fact else { return };
    let Some(item) = inputs.view.spell(id).and_then(|spell| spell.item) else { return };
    let over = |other: &ActiveSpell| {
        let ends = |event: &BattleEvent| matches!(event, BattleEvent::SpellEnded { id, .. } if *id == other.id);
        other.id == id || events.iter().any(ends)
    };
    let left = of_item(caster, item.slot, inputs).filter(|other| !over(other));
    let weapon = left
        .filter_map(|spell| item_form(inputs.rules, spell))
        .last()
        .map(|(_, weapon)| weapon)
        .unwrap_or(item.original);
    let now = inputs.view.row(caster).sheet.weapon(item.slot).map(|entry| entry.weapon.id);
    if now != Some(weapon) {
        events.push(BattleEvent::ItemTransformed { who: caster, slot: item.slot, weapon, rule });
    }
}
