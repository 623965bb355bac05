//! The damage that weapons deal per ten counts, in hundredths of a point.

use super::turn_length::COUNTS_PER_ACTION;
use crate::battle::{CombatantId, Row, Sheet, SheetWeapon, View, WeaponLocation, WeaponSlot};
use crate::content::gear::WeaponProperty;
use crate::content::policy::TurnOrder;
use crate::content::speed::SpeedClass;
use crate::content::stat::Stat;
use crate::mechanics::{Game, reach};
use crate::rules::Ruleset;

/// The defence assumed where no particular target is considered.
pub const USUAL_DEFENCE: i32 = 15;

/// The offensive strength of a combatant with the weapons it has. Depends only on its own state and the defence it usually
/// meets.
#[derive(Copy, Clone, Debug)]
pub struct Armament {
    /// Damage per ten counts if it can act freely, in hundredths.
    pub damage_rate: i32,
    /// Whether its best weapon is a ranged one.
    pub is_ranged: bool,
    /// Melee reach in cells.
    pub reach: u16,
}

impl Armament {
    /// The armament of a combatant against enemies with this defence.
    pub fn of(view: View<'_>, rules: &Ruleset, row: &Row, defence: i32) -> Armament {
        let (damage_rate, is_ranged) = best_weapon(rules, row, defence);
        let slots = reach::melee_slots(view, row.id);
        let feet = slots.iter().map(|slot| reach::melee_reach(Game::new(view, rules.book()), row.id, *slot)).max();
        Armament { damage_rate, is_ranged, reach: feet.map_or(0, |feet| reach::cells(rules.book(), feet)) }
    }
}

/// The damage rate of a combatant's best weapon, and whether that weapon is ranged. A weapon that must be drawn first counts
/// half.
fn best_weapon(rules: &Ruleset, row: &Row, defence: i32) -> (i32, bool) {
    let mut best = (0, false);
    for (at, entry) in row.sheet.weapons.iter().enumerate() {
        let slot = WeaponSlot(at as u8);
        let natural = entry.weapon.has(WeaponProperty::Natural);
        // An unarmed strike is a last resort.
        let unarmed = row.sheet.unarmed == Some(slot) && row.sheet.weapons.len() > 1;
        let quarters = match row.arms.place(slot) {
            _ if unarmed => 1,
            _ if natural => 4,
            WeaponLocation::InHand => 4,
            WeaponLocation::Carried => 2,
            WeaponLocation::Stuck(_) | WeaponLocation::Gone | WeaponLocation::Broken => 0,
        };
        let dealt = weapon_damage_rate(rules, &row.sheet, entry, defence) * quarters / 4;
        if dealt > best.0 {
            best = (dealt, entry.weapon.melee.is_none());
        }
    }
    best
}

/// The damage a weapon deals per ten counts to a target with this defence, in hundredths.
pub fn weapon_damage_rate(rules: &Ruleset, sheet: &Sheet, entry: &SheetWeapon, defence: i32) -> i32 {
    if entry.item.is_some() || entry.weapon.has(WeaponProperty::Entangles) {
        return 0;
    }
    let hits = (21 + i32::from(entry.to_hit.total()) - defence).clamp(1, 19);
    let dealt = entry.weapon.damage.mean_times_two() * 50 + i32::from(entry.damage.total()) * 100;
    let time = i32::from(usual_counts(rules, entry.weapon.speed)).max(1);
    // Strength also counts for grappling, pushing and the like.
    let strength = i32::from(sheet.stat(Stat::Strength)).max(0);
    dealt.max(100) * hits / 20 * 10 / time + strength
}

/// The usual number of counts for a speed class.
fn usual_counts(rules: &Ruleset, class: SpeedClass) -> u16 {
    match &rules.policies.turn {
        TurnOrder::Counts(turns) => turns.speeds.iter().find(|row| row.class == class).map_or(9, |row| row.fixed),
        TurnOrder::Rounds(_) => COUNTS_PER_ACTION as u16,
    }
}

/// The damage rate a combatant loses if its best held weapon is struck from its hand.
pub fn lost_if_disarmed(view: View<'_>, rules: &Ruleset, id: CombatantId) -> i32 {
    let row = view.row(id);
    let rate = |entry: &SheetWeapon| weapon_damage_rate(rules, &row.sheet, entry, USUAL_DEFENCE);
    let kept = row.sheet.weapons.iter().enumerate().filter(|(at, entry)| {
        let natural = entry.weapon.has(WeaponProperty::Natural);
        natural || row.sheet.unarmed == Some(WeaponSlot(*at as u8))
    });
    let kept = kept.map(|(_, entry)| rate(entry)).max().unwrap_or(0);
    let held = row.arms.in_hand().filter_map(|slot| row.sheet.weapon(slot));
    let held = held.map(rate).max().unwrap_or(0);
    (held - kept).max(0)
}
