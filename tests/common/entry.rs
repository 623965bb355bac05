//! Weapon entries of sheets.

use std::sync::Arc;

use warboard::battle::SheetWeapon;
use warboard::content::{Breakdown, Kept, Skill, Stat, Weapon};

/// The sheet entry of a weapon that is in hand and is not an item.
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
