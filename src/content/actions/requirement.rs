//! Requirements for declaring an action.

use serde::{Deserialize, Serialize};

use crate::content::{Hands, ItemKind, Kept, Name, Rule, Stat, Trait, Weapon, WeaponCategory};

/// Something held in the hands.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Wielding {
    /// A weapon that takes these hands.
    Weapon(Hands),
    /// A weapon of this category (FS-088).
    Category(WeaponCategory),
    /// A shield.
    Shield,
    /// A tower shield.
    TowerShield,
}

impl Wielding {
    /// Whether a weapon in hand is meant.
    pub fn is_weapon(&self, weapon: &Weapon) -> bool {
        match self {
            Wielding::Weapon(hands) => weapon.hands == *hands,
            Wielding::Category(category) => weapon.category == *category,
            Wielding::Shield | Wielding::TowerShield => false,
        }
    }

    /// The words a player reads.
    pub fn words(&self) -> &'static str {
        match self {
            Wielding::Weapon(Hands::None) => "a natural weapon",
            Wielding::Weapon(Hands::Light) => "a light weapon",
            Wielding::Weapon(Hands::One) => "a one-handed weapon",
            Wielding::Weapon(Hands::Two) => "a two-handed weapon",
            Wielding::Category(category) => category.word(),
            Wielding::Shield => "a shield",
            Wielding::TowerShield => "a tower shield",
        }
    }
}

/// Requirement for declaring an action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Requirement {
    /// The actor holds the target.
    Holding,
    /// The target holds the actor.
    HeldByTarget,
    /// The target holds the actor or an ally of the actor.
    TargetHoldsFriend,
    /// The actor holds a combatant.
    HoldingAnybody,
    /// The actor does not hold the target.
    NotHolding,
    /// The actor can ride on the target: it is a mount that is large enough, both are on their feet, and neither rides or is ridden
    /// (HD-387).
    MayRide,
    /// The actor rides on a mount.
    Riding,
    /// The actor rides on the target.
    RidesTarget,
    /// The actor neither rides nor carries a rider.
    NotRiding,
    /// The action is never declared by itself: another action leads to it.
    OnlyOffered,
    /// The actor wields none of these.
    NotWielding(Vec<Wielding>),
    /// The actor wields one of these (FS-088).
    Wielding(Vec<Wielding>),
    /// The target is at most this many size categories larger than the actor.
    TargetAtMostLarger(i16),
    /// The actor's previous action was to move towards the target.
    MovedTowardsTarget,
    /// The actor can grapple where it is: nothing but a hold makes it immobile, and its space is not too crowded.
    RoomToWrestle,
    /// The target holds an item that can be taken from it.
    TargetHoldsItem,
    /// The target holds a weapon or a shield that can be taken from it (FS-090).
    TargetHoldsGear,
    /// The target holds or carries a weapon that is not part of its body.
    TargetCarriesItem,
    /// The target carries, wields or wears an item that can be broken.
    TargetHasThing,
    /// The actor sees a part of the target.
    TargetSeen,
    /// The target is in reach of a melee attack of the actor, with any weapon in hand (FS-G28).
    TargetThreatened,
    /// The target is in reach of a melee attack of the actor, with any weapon in hand, or of the shot or throw that the action
    /// follows (FS-G28).
    TargetReached {
        /// Whether a shot or a throw is enough.
        by_shot: bool,
    },
    /// The values of a stat of actor and target differ by less than this number (HD-293).
    StatWithin {
        /// The stat.
        stat: Stat,
        /// The number.
        less_than: i16,
    },
    /// Neither the actor nor the target has this trait (HD-294).
    NeitherHas(Trait),
    /// The target has a condition towards the actor, or does not have it (HD-117, HD-122).
    TargetTowards {
        /// The condition.
        condition: Name,
        /// Whether the target must have it.
        has: bool,
    },
    /// The weapon used has at most this reach in melee, in the board's unit, natural reach included for bodies of ordinary reach
    /// (HD-292).
    WeaponReaches(u16),
    /// The target's fatigue is below the greatest number of points in the pool that fatigue lowers (HD-350).
    TargetNotSpent,
    /// The target has an affliction (HD-339).
    TargetAfflicted,
    /// The target has hit points left.
    TargetHasHitPoints,
    /// The weapon used is a melee weapon.
    MeleeWeapon,
    /// The actor has a melee weapon in hand or a natural one; bare hands do not count.
    Armed,
    /// The actor has no weapon in hand, and no natural one.
    Unarmed,
    /// The actor has a melee weapon in each hand, or both hands bare and free.
    TwoWeapons,
    /// The actor has a melee weapon in each hand, and its last attack was with the other one.
    OtherWeaponLast,
    /// The actor's space is not too crowded to attack.
    RoomToFight,
    /// There is enough room in the target's space.
    RoomInTargetSpace,
    /// The actor is in this stance.
    InStance(Name),
    /// The actor is in none of these stances.
    NotInStances(Vec<Name>),
    /// The actor is in a stance other than these.
    InStanceBut(Vec<Name>),
    /// The target has this condition.
    TargetHas(Name),
    /// The target does not have this condition.
    TargetLacks(Name),
    /// The target is helpless.
    TargetHelpless,
    /// The target can take critical hits.
    TargetTakesCriticals,
    /// Behind the target, as seen from the actor, there is a surface that a weapon can stick in.
    TargetBeforeSurface,
    /// A weapon of the actor pins the target.
    TargetPinnedByActor,
    /// The weapon used is a piercing weapon that is not part of the body.
    WeaponPierces,
    /// The weapon used entangles.
    WeaponEntangles,
    /// The item is kept in this place.
    Kept(Kept),
    /// The item is of this kind.
    Item(ItemKind),
    /// The active spell that the action is aimed at is the effect of a magical item, or else of its caster alone (HD-312).
    OfItem(bool),
    /// The actor's shield is on the arm, or not on the arm and whole.
    Shield {
        /// Whether the shield must be on the arm; otherwise it must be off the arm and whole.
        on: bool,
    },
    /// The target is the actor itself.
    TargetIsActor,
    /// The actor has this condition.
    ActorHas(Name),
    /// The actor does not have this condition (FS-G17).
    ActorLacks(Name),
    /// No action has been spent in this turn.
    FreshTurn,
    /// The turn is the actor's own (HD-122).
    OwnTurn,
    /// The actor has a hand free.
    FreeHand,
    /// The actor has a hand, or a natural weapon, free to hold with.
    FreeGrip,
    /// The actor has this many hands free.
    FreeHands(u8),
    /// The actor has two hands free, or one hand free and only a light weapon in the other. A hand that holds the target counts
    /// as free (PR-325).
    FreeToGrapple,
    /// The actor has a hand free, or holds the target with one (PR-326).
    FreeToGrab,
    /// The turn is the actor's own, or the actor has this trait (PR-284).
    OutOfTurnWith(Trait),
    /// Some hold on the target has at least this many stacks (PR-346).
    TargetStacks(u16),
    /// The target does not have this trait (PR-385).
    TargetHasNot(Trait),
    /// The target carries an item that can be taken from it without disarming it (PR-364 to PR-370).
    TargetCarriesLooseItem,
    /// The actor has hands.
    HasHands,
    /// The actor is flanked.
    Flanked,
    /// The actor has lost its hold, or drifts past something to hold on to.
    Adrift,
    /// The actor is covered or concealed from an enemy from which it is not hidden.
    Veiled,
    /// The target is under the actor's command and was not commanded in this round.
    MayCommand,
    /// The target shares the actor's turn and can act.
    SharesTurn,
    /// The actor is preparing a spell.
    Preparing,
    /// The actor has prepared a spell.
    Prepared,
    /// The spell that the actor has prepared has a charge.
    Charged,
    /// The actor has this trait.
    Quality(Trait),
    /// The weapon used is the first of two weapons in hand, or the second (PR-G42).
    WeaponOfPair {
        /// Whether it must be the second; otherwise it must be the first.
        second: bool,
    },
    /// A stat of the actor has at least the first and at most the second value.
    StatBetween(Stat, i16, i16),
    /// The actor is in or beside a cell whose ground has one of these names (HD-359).
    BesideGround(Vec<String>),
    /// The actor is in or beside a cell whose ground has one of these names, or beside a light that burns (HD-357).
    BesideFlame(Vec<String>),
    /// The actor has an item of this kind in hand (PR-346).
    ItemInHand(ItemKind),
    /// The weapon used is this one (PR-372).
    WeaponIs(Name),
    /// The weapon used is a secondary natural weapon, or is none (PR-G30).
    SecondaryWeapon {
        /// Whether it must be one; otherwise it must be none.
        is: bool,
    },
}

impl Requirement {
    /// Whether it depends only on the weapon used.
    pub fn is_of_weapon(&self) -> bool {
        matches!(
            self,
            Requirement::MeleeWeapon
                | Requirement::WeaponPierces
                | Requirement::WeaponOfPair { .. }
                | Requirement::WeaponIs(_)
                | Requirement::WeaponReaches(_)
                | Requirement::SecondaryWeapon { .. }
        )
    }

    /// Whether it depends only on the actor, not on the target or the weapon.
    pub fn is_of_actor(&self) -> bool {
        matches!(
            self,
            Requirement::Adrift
                | Requirement::Armed
                | Requirement::BesideFlame(_)
                | Requirement::BesideGround(_)
                | Requirement::Flanked
                | Requirement::FreeGrip
                | Requirement::FreeHand
                | Requirement::FreeHands(_)
                | Requirement::HasHands
                | Requirement::ItemInHand(_)
                | Requirement::HoldingAnybody
                | Requirement::InStance(_)
                | Requirement::InStanceBut(_)
                | Requirement::NotInStances(_)
                | Requirement::Riding
                | Requirement::NotRiding
                | Requirement::NotWielding(_)
                | Requirement::Wielding(_)
                | Requirement::ActorLacks(_)
                | Requirement::OnlyOffered
                | Requirement::Prepared
                | Requirement::Preparing
                | Requirement::Quality(_)
                | Requirement::RoomToFight
                | Requirement::StatBetween(..)
                | Requirement::RoomToWrestle
                | Requirement::TwoWeapons
                | Requirement::Unarmed
        )
    }
}

/// A requirement with the rule that says so.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CitedRequirement {
    /// The requirement.
    pub needs: Requirement,
    /// The rule that says so; the rule of the action if the file names none.
    #[serde(default)]
    pub rule: Rule,
}
