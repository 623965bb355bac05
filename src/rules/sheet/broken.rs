//! The effect of broken gear on the numbers of its bearer (PR-378, PR-G35).

use std::sync::Arc;

use smallvec::SmallVec;

use crate::battle::{Arms, GearPiece, Sheet, SheetWeapon};
use crate::content::{Label, Policies, Rule, Stat, Weapon};
use crate::mechanics::items::{self, GearPieces};

/// The pieces of equipment that are broken.
pub(super) fn pieces(policies: &Policies, own: &Sheet, arms: &Arms) -> GearPieces {
    let Some(things) = policies.things.as_ref().filter(|things| things.broken.is_some()) else {
        return GearPieces::new();
    };
    let weapons = own.slots().filter(|(slot, entry)| entry.item.is_none() && own.is_removable(*slot));
    let worn = [own.shield.as_ref().map(|_| GearPiece::Shield), own.armor.as_ref().map(|_| GearPiece::Armor)];
    let all = weapons.map(|(slot, _)| GearPiece::Weapon(slot)).chain(worn.into_iter().flatten());
    all.filter(|piece| items::is_broken(things, own, arms, *piece)).collect()
}

/// What broken armour and a broken shield change in the stats of their bearer.
pub(super) fn modifiers(policies: &Policies, own: &Sheet, broken: &GearPieces) -> SmallVec<[(Stat, i16, Rule); 4]> {
    let Some(policy) = policies.things.as_ref().and_then(|things| things.broken) else { return SmallVec::new() };
    let mut all = SmallVec::new();
    for piece in broken {
        let (stat, bonus, adds) = match (piece, &own.shield, &own.armor) {
            (GearPiece::Shield, Some(shield), _) => (policies.roles.shield, shield.bonus, &shield.adds),
            (GearPiece::Armor, _, Some(armor)) => (policies.roles.armor, armor.bonus, &armor.adds),
            _ => continue,
        };
        all.push((stat, bonus.div_euclid(2).saturating_sub(bonus), policy.bonus_rule));
        let doubled = policy.doubles.and_then(|stat| Some((stat, *adds.get(&stat)?, policy.bonus_rule)));
        all.extend(doubled);
    }
    all
}

/// A weapon that is broken.
pub(super) fn weapon(policies: &Policies, mut whole: SheetWeapon) -> SheetWeapon {
    let Some(policy) = policies.things.as_ref().and_then(|things| things.broken) else { return whole };
    for sum in [&mut whole.to_hit, &mut whole.to_hit_at_range, &mut whole.damage] {
        sum.add_if(Label::Broken, policy.weapon, policy.weapon_rule);
    }
    let critical = policy.critical.or(whole.weapon.critical);
    let weapon = Arc::new(Weapon { critical, ..Weapon::clone(&whole.weapon) });
    SheetWeapon { weapon, ..whole }
}
