//! Items and objects that can be damaged: carried items, weapons on the ground, doors, chests and walls.

use crate::content::{DamageTypes, Modifier, Name, Rule, Size, SizeColumn, Stat, Trait, WeaponCritical};

content! {
    /// Hit points and hardness of items. The hit points of a weapon are its durability.
    pub struct ThingPolicy {
        /// Hit points of a shield or a suit of armour that does not give its own.
        pub hit_points: u8,
        /// Subtracted from all damage to an item that does not give its own hardness.
        pub hardness: i16,
        /// The rule of these numbers.
        pub rule: Rule,
        /// The rule by which an item without hit points is destroyed.
        pub destroyed_rule: Rule,
        /// The effect of an enhancement bonus on an item (PR-076, PR-077); left out where there is none.
        pub enhancement: Option<EnhancementPolicy>,
        /// The rule by which the hit points of an item double with each size of its owner above medium, and halve with each below
        /// (PR-078); left out if the size makes no difference.
        pub sized: Option<Rule>,
        /// The effect of damage on items that are not destroyed (PR-378, PR-G35); left out where they are as good as new.
        pub broken: Option<BrokenPolicy>,
        /// The rule by which the attacker chooses whether an item of its target, or an object on the board, is destroyed by more damage
        /// than it has hit points: if not, it keeps one and is useless until it is repaired (PR-379).
        pub spares: Option<Rule>,
        /// The items of a combatant that magic reaches, where an effect exposes them (PR-085); left out where none does.
        pub exposed: Option<ExposedItems>,
        /// Present where objects on the board can be targets: doors, chests, walls, and weapons on the ground.
        pub objects: Option<ObjectPolicy>,
    }

    /// Which item of a combatant is exposed, and how it is saved.
    pub struct ExposedItems [rule] {
        /// The items in order: the first that the combatant has is exposed.
        pub order: Vec<ItemPlace>,
        /// The rule by which the item makes a saving throw with the bonus of its owner (PR-102).
        pub save_rule: Rule,
    }

    /// Where a combatant has an item.
    pub enum ItemPlace: Copy {
        /// The shield on its arm.
        Shield,
        /// The armour that it wears.
        Armor,
        /// A weapon or another item in its hand.
        InHand,
        /// A weapon that is stowed or sheathed.
        Stowed,
        /// Anything else that it carries.
        Other,
    }

    /// The effect of each point of an enhancement bonus on the item that has it.
    pub struct EnhancementPolicy: Copy {
        /// Added to its hardness.
        pub hardness: i16 [hardness_rule],
        /// Added to its hit points.
        pub hit_points: u8 [hit_points_rule],
    }

    /// Items that have lost a part of their hit points.
    pub struct BrokenPolicy: Copy {
        /// The percentage of its hit points that a broken item has lost.
        pub lost: i16 [lost_rule],
        /// Added to attacks with a broken weapon and to their damage; negative.
        pub weapon: i16 [weapon_rule],
        /// The critical hits of a broken weapon, where they are confirmed.
        pub critical: Option<WeaponCritical>,
        /// The rule by which broken armour and broken shields give half their bonus, rounded down.
        pub bonus_rule: Rule,
        /// The stat, such as a check penalty, to which a broken suit of armour or shield adds twice its number.
        pub doubles: Option<Stat>,
    }

    /// The magic of an item or object; an item without magic has neither.
    pub struct ItemMagic: Copy + Default {
        /// Its enhancement bonus (PR-076, PR-077).
        pub enhancement: u8 = default,
        /// The level of the caster that made it, for its saving throws (PR-100).
        pub level: u8 = default,
    }

    /// Saving throws of objects, where they make any.
    pub struct ObjectSaves: Copy {
        /// The bonus of magic objects, to which a part of their level is added (PR-100).
        pub base: i16 [base_rule],
        /// The number of levels for each further point, rounded down.
        pub levels: u8,
        /// The rule by which objects without magic always fail (PR-101).
        pub fails_rule: Rule,
    }

    /// Objects on the board as targets of attacks (PR-075 to PR-107).
    pub struct ObjectPolicy {
        /// The number that an attack on an object must reach, before its size (PR-088).
        pub defence: i16 [defence_rule],
        /// The column of the size table that is added to that number (PR-080).
        pub size: Option<SizeColumn>,
        /// The size of weapons on the ground.
        pub lying: Size,
        /// The rule by which objects take no critical hits, if they take none (PR-095).
        pub no_criticals: Option<Rule>,
        /// The rule by which nonlethal damage does nothing to objects, if it does nothing (PR-095).
        pub no_nonlethal: Option<Rule>,
        /// The percentage of its hit points that a broken object has lost (PR-092).
        pub broken: i16 [broken_rule],
        /// Added to the difficulty of breaking an object by force once it is broken; negative makes it easier (PR-105).
        pub broken_force: i16 [broken_force_rule],
        /// Saving throws of objects on the board; left out where nothing that calls for one can be aimed at them. An item that a
        /// combatant holds or wears has the saving throws of that combatant (PR-102).
        pub saves: Option<ObjectSaves>,
        /// Types of damage that all objects take less or more of, weapons on the ground too, before those of their kind
        /// (PR-123, PR-126, PR-128).
        pub takes: Vec<DamageShare> = default,
        /// The kinds of objects that scenarios place.
        pub kinds: Vec<ObjectKind>,
    }

    /// A kind of object, such as a wooden door or a stone wall (PR-081, PR-082).
    pub struct ObjectKind [rule] {
        /// The id by which scenarios refer to it.
        pub id: Name,
        /// The name players read.
        pub name: String,
        /// Its size.
        pub size: Size,
        /// Subtracted from each hit, in points (PR-090).
        pub hardness: i16,
        /// Hit points.
        pub hit_points: i16,
        /// The difficulty of breaking it by force at once; left out if that is impossible (PR-083, PR-104).
        pub force: Option<i16>,
        /// Magic that holds it shut, each with what it adds to that difficulty: of several, only the highest counts (PR-084).
        pub seals: Vec<Modifier> = default,
        /// Types of damage that it takes less or more of, in this order (PR-094, PR-096, PR-134, PR-135).
        pub takes: Vec<DamageShare> = default,
        /// Its traits: some things cannot burn, others bend (PR-118, PR-124).
        pub traits: Vec<Trait> = default,
        /// Its magic.
        pub magic: ItemMagic = default,
    }

    /// The part of the damage of some types that an object takes.
    pub struct DamageShare [rule] {
        /// The types or groups.
        pub of: DamageTypes,
        /// The percentage that it takes, rounded down: 0 for none, 50 for half, 200 for double.
        pub percent: i16,
        /// Whether the hardness of an object without magic is not subtracted from such damage (PR-126).
        pub past_hardness: bool = default,
        /// The points of such damage, before hardness, for each of which the object loses a point of hardness (PR-123); left out if it
        /// loses none.
        pub softens: Option<u8>,
        /// Whether a flexible object is rigid from then on (PR-124).
        pub stiffens: bool = default,
        /// Objects with one of these traits are not concerned (PR-126).
        pub unless: Vec<Trait> = default,
        /// Whether a broken object takes none of such damage (PR-128).
        pub spares_broken: bool = default,
    }
}

impl ItemMagic {
    /// Whether there is any.
    pub fn is_any(self) -> bool {
        self != ItemMagic::default()
    }

    /// Whether there is none.
    pub fn is_none(&self) -> bool {
        !self.is_any()
    }
}

impl ThingPolicy {
    /// The hit points of a whole item that has this many at medium size and without its magic (PR-077, PR-078); at least 1 of the
    /// size alone.
    pub fn whole_points(&self, plain: u8, size: Size, magic: ItemMagic) -> u8 {
        let steps = size.above(Size::Medium);
        let factor = 1_i32 << steps.unsigned_abs().min(8);
        let plain = i32::from(plain);
        let sized = match self.sized {
            Some(_) if steps > 0 => plain * factor,
            Some(_) => (plain / factor).max(plain.min(1)),
            None => plain,
        };
        u8::try_from(sized).unwrap_or(u8::MAX).saturating_add(self.more_hit_points(magic))
    }

    /// Hit points that the magic of an item adds.
    pub fn more_hit_points(&self, magic: ItemMagic) -> u8 {
        self.enhancement.map_or(0, |policy| policy.hit_points.saturating_mul(magic.enhancement))
    }

    /// Hardness that the magic of an item adds, with the rule.
    pub fn more_hardness(&self, magic: ItemMagic) -> Option<Modifier> {
        let policy = self.enhancement.filter(|_| magic.enhancement > 0)?;
        let amount = policy.hardness.saturating_mul(magic.enhancement.into());
        Some(Modifier { amount, rule: policy.hardness_rule })
    }
}

impl ObjectPolicy {
    /// The kind with an id.
    pub fn kind(&self, id: Name) -> Option<&ObjectKind> {
        self.kinds.iter().find(|kind| kind.id == id)
    }

    /// Whether an object with these hit points of a maximum is broken; a destroyed one is as well.
    pub fn is_broken(&self, left: i16, most: i16) -> bool {
        let lost = i32::from(most) - i32::from(left);
        lost > 0 && lost * 100 >= i32::from(most) * i32::from(self.broken)
    }
}
