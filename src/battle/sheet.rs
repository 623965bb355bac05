//! Combatant sheets: values that change during a battle only with conditions and picked-up weapons.

use std::borrow::Cow;
use std::sync::Arc;

use smallvec::SmallVec;

use super::{GearPiece, WeaponSlot};
use crate::content::{
    Armor, Body, Breakdown, Item, ItemKind, Kept, Knack, Label, Name, Resistance, Rule, Shield, Size, Skill, SpeedMode,
    Stat, StatTable, Stats, Trait, Weapon, WeaponProperty, WornGear,
};

/// A weapon on a sheet, with precomputed attack and damage terms.
#[derive(Clone, Debug)]
pub struct SheetWeapon {
    /// The weapon.
    pub weapon: Arc<Weapon>,
    /// Proficiency with the weapon.
    pub skill: Skill,
    /// Attribute used for attacks.
    pub attribute: Stat,
    /// Fixed terms of a melee attack roll.
    pub to_hit: Breakdown,
    /// Fixed terms of a ranged attack roll.
    pub to_hit_at_range: Breakdown,
    /// Fixed terms of the damage, excluding dice.
    pub damage: Breakdown,
    /// The item, if this entry is an item used in hand and not a weapon.
    pub item: Option<Arc<Item>>,
    /// Where it is carried.
    pub kept: Kept,
    /// Whether it is in hand at the start of the battle.
    pub in_hand: bool,
}

impl SheetWeapon {
    /// Whether it works while worn, without being held.
    pub fn is_worn(&self) -> bool {
        self.kept == Kept::AtHand && self.item.as_ref().is_some_and(|item| item.kind == ItemKind::Magic)
    }
}

/// Values of a combatant. During a battle they change only with its conditions and the weapons it picks up.
#[derive(Clone, Debug)]
pub struct Sheet {
    /// Id of the unit file it comes from.
    pub unit: String,
    /// Figure drawn on its token.
    pub figure: String,
    /// One sentence describing how it fights.
    pub about: String,
    /// Size category.
    pub size: Size,
    /// Body shape.
    pub body: Body,
    /// Size of its space in cells across.
    pub extent: u8,
    /// Size modifiers by column of the size table.
    pub size_modifiers: Vec<(Name, i16)>,
    /// How much of each cell it fills, in sixteenths.
    pub occupancy: u16,
    /// Natural reach in the board's unit.
    pub reach: u16,
    /// Movement rate in the board's unit, per action or per four counts.
    pub rate: u16,
    /// Base stats including gear.
    pub stats: Stats,
    /// Derived stats with their terms; empty for base stats.
    pub derived: StatTable<Breakdown>,
    /// Derived stats that are one term of the sums that they are part of.
    pub whole: SmallVec<[Stat; 8]>,
    /// Weapons, other items, the unarmed strike (with hands), then what was picked up; indexed by [`WeaponSlot`].
    pub weapons: SmallVec<[SheetWeapon; 4]>,
    /// Number of hands.
    pub hands: u8,
    /// Slot of the unarmed strike.
    pub unarmed: Option<WeaponSlot>,
    /// Shield at the start of the battle.
    pub shield: Option<Arc<Shield>>,
    /// Worn armour.
    pub armor: Option<Arc<Armor>>,
    /// Worn gear that it is not trained in.
    pub untrained: Vec<WornGear>,
    /// Traits.
    pub traits: Vec<Trait>,
    /// Resistances to types of damage, those of the worn armour included.
    pub resistances: Vec<Resistance>,
    /// Bonuses to some actions and to the defence against them.
    pub knacks: Vec<Knack>,
    /// Known spells.
    pub spells: Vec<Name>,
    /// Whether speed factors are rolled or fixed.
    pub speed: SpeedMode,
}

impl Sheet {
    /// Value of a base stat, or total of a derived one.
    pub fn stat(&self, stat: Stat) -> i16 {
        match self.derived.find(stat) {
            Some(sum) if !sum.terms().is_empty() => sum.total(),
            _ => self.stats.get(stat),
        }
    }

    /// Terms of a derived stat; none for a base stat.
    pub fn derived(&self, stat: Stat) -> Cow<'_, Breakdown> {
        self.derived.find(stat).map_or_else(Cow::default, Cow::Borrowed)
    }

    /// Adds a stat to a sum: a derived stat with its own terms and their rules, a base stat or a whole one as one term by this rule.
    pub fn add_stat(&self, stat: Stat, rule: Rule, sum: &mut Breakdown) {
        let derived = self.derived.find(stat).filter(|derived| !derived.terms().is_empty());
        match derived.filter(|_| !self.whole.contains(&stat)) {
            Some(derived) => sum.extend(derived),
            None => sum.add_if(Label::Stat(stat), self.stat(stat), rule),
        }
    }

    /// The size modifier of a column of the size table; 0 if there is no such column.
    pub fn size_modifier(&self, column: Name) -> i16 {
        self.size_modifiers.iter().find(|(name, _)| *name == column).map_or(0, |(_, modifier)| *modifier)
    }

    /// Whether it knows a spell, or has a weapon that casts one.
    pub fn casts(&self) -> bool {
        let casts = |property: &WeaponProperty| matches!(property, WeaponProperty::Casts { .. });
        !self.spells.is_empty() || self.weapons.iter().any(|entry| entry.weapon.properties.iter().any(casts))
    }

    /// Whether it has a trait.
    pub fn has(&self, quality: Trait) -> bool {
        self.traits.contains(&quality)
    }

    /// Display name of a piece of equipment.
    pub fn thing_name(&self, thing: GearPiece) -> &str {
        match thing {
            GearPiece::Weapon(slot) => self.weapon(slot).map_or("weapon", |entry| &entry.weapon.name),
            GearPiece::Shield => self.shield.as_ref().map_or("shield", |shield| &shield.name),
            GearPiece::Armor => self.armor.as_ref().map_or("armour", |armor| &armor.name),
        }
    }

    /// The weapon in a slot.
    pub fn weapon(&self, slot: WeaponSlot) -> Option<&SheetWeapon> {
        self.weapons.get(usize::from(slot.0))
    }

    /// All weapons with their slots, in order.
    pub fn slots(&self) -> impl Iterator<Item = (WeaponSlot, &SheetWeapon)> {
        (0..).map(WeaponSlot).zip(&self.weapons)
    }

    /// Whether a slot holds a weapon that can leave the body: neither natural nor the unarmed strike.
    pub fn is_removable(&self, slot: WeaponSlot) -> bool {
        let natural = self.weapon(slot).is_none_or(|held| held.weapon.has(WeaponProperty::Natural));
        !natural && self.unarmed != Some(slot)
    }
}
