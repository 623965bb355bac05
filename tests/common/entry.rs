//! A weapon as it stands on a sheet.

use std::sync::Arc;

use warboard::battle::SheetWeapon;
use warboard::content::breakdown::Breakdown;
use warboard::content::gear::Weapon;
use warboard::content::item::Kept;
use warboard::content::stat::Stat;
use warboard::content::unit::Skill;

/// The entry of a weapon that is in hand and no thing to be used.
pub fn in_hand(weapon: Weapon, to_hit: Breakdown, damage: Breakdown) -> SheetWeapon {
    SheetWeapon {
        weapon: Arc::new(weapon),
        skill: Skill::Affinity,
        attribute: Stat::Strength,
        to_hit_at_range: to_hit.clone(),
        to_hit,
        damage,
        item: None,
        kept: Kept::AtHand,
        in_hand: true,
    }
}
