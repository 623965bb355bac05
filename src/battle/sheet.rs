use std::sync::Arc;

use smallvec::SmallVec;

use super::{Thing, WeaponSlot};
use crate::content::Name;
use crate::content::breakdown::Breakdown;
use crate::content::gear::{Armor, Shield, Weapon};
use crate::content::item::{Item, ItemKind, Kept};
use crate::content::size::{Body, Size};
use crate::content::speed::SpeedMode;
use crate::content::stat::{Stat, Stats};
use crate::content::unit::{Skill, Trait};

/// A weapon on a sheet, with what never changes about attacking with it.
#[derive(Clone, Debug)]
pub struct SheetWeapon {
    /// The weapon.
    pub weapon: Arc<Weapon>,
    /// How well it is known.
    pub skill: Skill,
    /// The attribute it uses.
    pub attribute: Stat,
    /// The terms of an attack roll that do not depend on the situation.
    pub to_hit: Breakdown,
    /// The same for an attack at range.
    pub to_hit_at_range: Breakdown,
    /// The terms of its damage besides the dice.
    pub damage: Breakdown,
    /// What it is used as where it is no weapon but a thing of another kind.
    pub item: Option<Arc<Item>>,
    /// Where it is kept while it is not in hand.
    pub kept: Kept,
    /// Whether it is in hand when the battle begins.
    pub in_hand: bool,
}

impl SheetWeapon {
    /// Whether it works without being taken in hand.
    pub fn is_worn(&self) -> bool {
        self.kept == Kept::AtHand && self.item.as_ref().is_some_and(|item| item.kind == ItemKind::Magic)
    }
}

/// What a combatant is: everything about it that changes in a battle only by what its conditions do to its numbers.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// The name of its prototype, as a file names it.
    pub unit: String,
    /// The figure drawn on its token.
    pub figure: String,
    /// One sentence on how it fights.
    pub about: String,
    pub size: Size,
    pub body: Body,
    /// Its row of the size table: cells on each side of its space.
    pub extent: u8,
    /// Its size modifier.
    pub size_modifier: i16,
    /// How much of each cell it covers, in sixteenths.
    pub occupancy: u16,
    /// Natural reach in feet.
    pub reach: u16,
    /// Movement rate in feet.
    pub rate: u16,
    /// Base stats with what gear adds.
    pub stats: Stats,
    /// Derived stats with their terms, by [`Stat`]; empty for base stats.
    pub derived: Vec<Breakdown>,
    /// Weapons by slot, then things of other kinds, then the unarmed strike of those who have hands; after these whatever
    /// it has come by in the battle.
    pub weapons: SmallVec<[SheetWeapon; 4]>,
    /// The unarmed strike.
    pub unarmed: Option<WeaponSlot>,
    /// The shield it brought.
    pub shield: Option<Arc<Shield>>,
    /// The armour it wears.
    pub armor: Option<Arc<Armor>>,
    pub traits: Vec<Trait>,
    /// The spells it knows.
    pub spells: Vec<Name>,
    /// Whether it rolls its speed factors.
    pub speed: SpeedMode,
}

impl Sheet {
    /// A base stat, or the total of a derived one.
    pub fn stat(&self, stat: Stat) -> i16 {
        match self.derived.get(stat as usize) {
            Some(sum) if !sum.terms().is_empty() => sum.total(),
            _ => self.stats.get(stat),
        }
    }

    /// The terms of a derived stat.
    pub fn derived(&self, stat: Stat) -> &Breakdown {
        &self.derived[stat as usize]
    }

    /// Whether it has a quality.
    pub fn has(&self, quality: Trait) -> bool {
        self.traits.contains(&quality)
    }

    /// The name of a thing that was brought.
    pub fn thing_name(&self, thing: Thing) -> &str {
        match thing {
            Thing::Weapon(slot) => self.weapon(slot).map_or("weapon", |entry| &entry.weapon.name),
            Thing::Shield => self.shield.as_ref().map_or("shield", |shield| &shield.name),
            Thing::Armor => self.armor.as_ref().map_or("armour", |armor| &armor.name),
        }
    }

    /// The weapon of a slot.
    pub fn weapon(&self, slot: WeaponSlot) -> Option<&SheetWeapon> {
        self.weapons.get(usize::from(slot.0))
    }
}
