//! The weapon of a check, and the hands on it.

use crate::battle::{CombatantId, GearPiece, View, WeaponSlot};
use crate::content::{ActionReach, Check, CheckRoll, Hands};
use crate::mechanics::attack::Mode;
use crate::mechanics::{attack, reach};
use crate::resolution::act::Act;
use crate::rules::Ruleset;

/// The weapon that an act uses for a check: the one that it names, or the first that suits it.
pub(super) fn weapon_used(view: View<'_>, actor: CombatantId, act: &Act, check: &Check) -> Option<WeaponSlot> {
    match check.roll {
        CheckRoll::Weapon => act.weapon.or_else(|| reach::usable_slots(view, actor).first().copied()),
        CheckRoll::WeaponManeuver(_) => act.weapon.or_else(|| reach::melee_slots(view, actor).first().copied()),
        CheckRoll::Unarmed => act.weapon.or(view.row(actor).sheet.unarmed),
        CheckRoll::BothWeapons => act.weapon.or_else(|| attack::weapon_pair(view, actor).map(|[first, _]| first)),
        CheckRoll::Attribute(_)
        | CheckRoll::Skill(..)
        | CheckRoll::Spell(_)
        | CheckRoll::Stat(_)
        | CheckRoll::Maneuver(_) => None,
    }
}

/// Whether a combatant holds this item in two hands; any item, if none is named. One with several items in hand holds none of
/// them in two hands.
pub(super) fn holds_in_two_hands(view: View<'_>, who: CombatantId, item: Option<GearPiece>) -> bool {
    let row = view.row(who);
    let meant = |slot: &WeaponSlot| item.is_none_or(|item| item == GearPiece::Weapon(*slot));
    let mut held = row.arms.in_hand().filter(meant).filter_map(|slot| row.sheet.weapon(slot));
    held.any(|entry| entry.weapon.hands == Hands::Two)
}

/// The mode of an attack by magic, by the reach of its action.
pub(super) fn by_magic(rules: &Ruleset, act: &Act) -> Mode {
    match rules.actions.get(act.action).map(|action| action.reach) {
        Some(ActionReach::Adjacent | ActionReach::Melee | ActionReach::Closing) => Mode::Touch,
        Some(ActionReach::Any | ActionReach::Weapon | ActionReach::WeaponWithin(_)) | None => Mode::Spell,
    }
}
