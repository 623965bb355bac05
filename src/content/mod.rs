//! The vocabulary of authored RON files: stats as sums of labelled terms, weapons, units, conditions, actions
//! and the policies in which rule systems differ.
//!
//! The types here hold values only; [`mechanics`](crate::mechanics) and [`resolution`](crate::resolution) give them their
//! meaning. Every authored file goes through [`authored`], so that mistakes are always reported with their line and column. A
//! field `rule` or `..._rule` is the id of the rule that a value comes from, which the game shows beside the number.
//!
//! A new value goes into the type of its topic: a policy in [`policy`], an effect of an action in [`effect`], an effect of a
//! condition in [`condition`]. `rules::check` refuses values that are out of range or name unknown content.

/// The words that players read for the variants of an enum. Given only variants, it makes the constant `ALL` and the function
/// `word`. Given `self:` first, it is only the match, and may have arms for variants with fields.
macro_rules! words {
    ($self:ident: $($variant:ident => $word:literal),+ $(; $($fields:pat => $words:expr),+)?) => {
        match $self {
            $(Self::$variant => $word,)+
            $($($fields => $words,)+)?
        }
    };
    ($($variant:ident => $word:literal),+) => {
        /// Every value, in the order of its declaration.
        pub const ALL: [Self; [$($word),+].len()] = [$(Self::$variant),+];

        /// The word players read.
        pub fn word(self) -> &'static str {
            words! { self: $($variant => $word),+ }
        }
    };
}
pub(crate) use words;

/// An enum of `content!` with `ALL` and `word` as made by `words!`. The words also document the variants.
macro_rules! worded {
    (
        $(#[$about:meta])* pub enum $name:ident: $trait:ident $(+ $more:ident)* {
            $($(#[$note:meta])* $variant:ident => $word:literal),+ $(,)?
        }
    ) => {
        content! {
            $(#[$about])*
            pub enum $name: $trait $(+ $more)* {
                $($(#[$note])* #[doc = concat!("In words: ", $word, ".")] $variant),+
            }
        }

        impl $name {
            words! { $($variant => $word),+ }
        }
    };
}

/// Types of authored content. All derive `Clone`, `Debug`, `Eq`, `Serialize`, `Deserialize`, and the traits after their name. All
/// refuse unknown fields; files may leave out a field with `= default`. Brackets add a field for a citation:
/// `value: u16 [value_rule]` adds `value_rule`, the rule that gives the value; after a struct's name they add its last field.
macro_rules! content {
    () => {};
    ($(#[$about:meta])* pub struct $name:ident $(: $trait:ident $(+ $more:ident)*)? $([$rule:ident])? {
        $($(#[$note:meta])* pub $field:ident: $type:ty $(= $default:ident)? $([$field_rule:ident])?),+ $(,)?
    } $($next:tt)*) => {
        #[derive($($trait, $($more,)*)? Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        $(#[$about])*
        pub struct $name {$(
            $(#[$note])*
            $(#[serde($default)])?
            pub $field: $type,
            $(
                #[doc = concat!("The rule of `", stringify!($field), "`.")]
                pub $field_rule: $crate::content::Rule,
            )?
        )+$(
            /// The rule that says so.
            pub $rule: $crate::content::Rule,
        )?}

        content! { $($next)* }
    };
    ($(#[$about:meta])* pub enum $name:ident $(: $trait:ident $(+ $more:ident)*)? { $($variants:tt)+ } $($next:tt)*) => {
        $(#[$about])*
        #[derive($($trait, $($more,)*)? Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
        #[serde(deny_unknown_fields)]
        pub enum $name { $($variants)+ }

        content! { $($next)* }
    };
}

/// Implements serde's traits by the derived functions of a type that is its own `remote`. When it is read, citations that the
/// file leaves out become the rule of the value itself.
macro_rules! inherit_rule {
    ($kind:ty, $value:ident: $($citing:expr),+) => {
        impl serde::Serialize for $kind {
            fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
                <$kind>::serialize(self, to)
            }
        }

        impl<'de> serde::Deserialize<'de> for $kind {
            fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<$kind, D::Error> {
                let mut $value = <$kind>::deserialize(from)?;
                let rule = $value.rule;
                $($citing.for_each(|cited| cited.rule.inherit(rule));)+
                Ok($value)
            }
        }
    };
}

mod actions;
pub mod advantage;
pub mod authored;
pub mod breakdown;
pub mod codex;
pub mod condition;
pub mod flags;
pub mod goal;
pub mod hud;
mod items;
pub mod name;
pub mod policy;
pub mod refusal;
pub mod rest;
pub mod spell;
pub mod table;
pub mod terrain;
mod units;

pub use actions::{action, effect, speed};
pub use items::{damage_types, gear, item, kind, thing};
pub use units::{length, quality, size, stat, stat_table, unit};

pub use name::Name;

pub use action::{
    Action, ActionReach, Against, Aim, Break, ChargePolicy, Check, CheckEdge, CheckRoll, CheckTerm, CitedName,
    CitedRequirement, Does, Exposes, Gait, HeldFast, Pitch, Requirement, Rung, SizeEffect, SizeStep, Spell, TalentCost,
    TermWhen, Unnoticed, When, Wielding,
};
pub use actions::hurry::Hurry;
pub use advantage::{AdvantageKind, AdvantageTerm, AdvantageTerms, Cancellation};
pub use authored::{Diagnostic, FileKind, Findings, Outlined, PathStep, Source, ValuePath};
pub use breakdown::{Breakdown, Label, Term};
pub use codex::{Codex, CodexRule, OtherReading, Ruling, Scope};
pub use condition::affliction::{Affliction, AfflictionCheck, Suffering, Treated};
pub use condition::{AttackKind, CitedStatus, Condition, Ends, Forbidden, Portion, Slowed, Stacking, Status};
pub use damage_types::DamageTypes;
pub use effect::{
    Amount, CitedEffect, Displacement, Effect, Fallen, Harmed, Hold, ItemFate, Lacking, Measure, Modifier, Who,
};
pub use flags::{StatusFlags, StatusKind};
pub use gear::{Armor, Hands, Range, RangedKind, Shield, Weapon, WeaponCategory, WeaponCritical, WeaponProperty};
pub use goal::{Goal, GoalZone, Loss};
pub use hud::{ActionGroup, HudLayout};
pub use item::{Belonging, Dose, Item, Kept, Onset, Pool, Venom, Working};
pub use kind::ItemKind;
pub use length::LengthUnit;
pub use policy::{
    ActKind, ActionEconomy, AdvantageNames, AdvantagePolicy, AlongPolicy, AmbushContest, Amendment, Applies,
    ArmPenalty, AttackPolicy, AttackStages, BleedResult, BleedingCollapse, BodiesAhead, BodyCover, BodyPart, BodyParts,
    BodyRegion, BoughtMovement, BurrowPolicy, Carrying, CatchIn, CategoryAttribute, ClimbCost, ClimbPolicy, Cling,
    CommandPolicy, ConcealedAttacks, Confirmation, ConsciousnessPolicy, Contest, Controls, CountTurns, CoverGrades,
    CoverPolicy, CoverSampled, CoverShare, Covers, CriticalDamage, CriticalOption, DamageAttribute, DamageGroup,
    DamagePolicy, DamageStep, DefenceChoice, DefenceGear, DefenceOption, DefenceRoll, DelayPolicy, DelayedPlace,
    DiagonalCount, DiceChange, DiceOfType, DiesAtZero, DifficultGround, Drowning, DyingCheck, DyingSave,
    ExertionPolicy, FaceDice, FacingPolicy, FallPolicy, FallStrike, Fate, FatigueCollapse, Flanking, FlankingGains,
    FlankingLine, FlightPolicy, FollowedStats, FootingPolicy, ForRounds, ForceKind, FullCover, FullCoverShot, Goes,
    GripCost, GroundCost, GroundDifficulty, HazardPolicy, Healing, HealthModel, HeightPolicy, HeldCast, HighJump,
    HitFilter, HitTraits, IcePolicy, IgnoredFlankers, Impact, Increments, InitiativeRoll, InjuredAgain, InstantKill,
    Joining, JumpPolicy, LandingPolicy, Lasting, LastingInjury, LeapOver, LeapPolicy, LeastDamage, LineThrough,
    LosingPool, LostTo, LowCover, LowStance, LowestInitiative, Lull, MagicPolicy, MeasuredJump, MissChance,
    MissChances, MovementPolicy, MovementPoolPolicy, MovementRenewal, NamedRoll, NaturalCritical, NaturalLimit,
    NaturalPolicy, NaturalShift, Near, Need, NonlethalTotal, OffList, Overnight, Pace, PaceRow, PartInjuries,
    PartLimit, PartPoints, PartSaving, PartThreshold, PartsTogether, Pays, PercentOf, PoisonHeals, Policies,
    PoolAmount, PoolId, PoolIncome, PoolMoment, PoolPrice, PreparePolicy, Pricing, ProvokingForce, PushPolicy,
    PushedAlong, Pusher, RangePolicy, Reaction, ReactionFilter, ReactionLimit, ReactionOrder, Reactors, ReadyPolicy,
    ReadyUntil, Regained, Resistance, ResistanceCount, Resists, ResourcePool, Response, RestPolicy, Rider,
    RiderMeasure, RiderSave, RollDice, RollMark, RollPolicies, RollPolicy, RollType, RollUnder, RolledBy, RolledFilter,
    RoundStep, RoundTurns, Rulebook, Running, SavingMoment, ShakenCast, SharedHold, Sharing, SightPolicy,
    SimultaneousPolicy, SizeSign, SkillPolicy, SlotCount, SpellFaces, SpellResistance, SpentPoint, SprintPolicy,
    SprintReroll, SqueezePolicy, StableLasts, StablePolicy, StackCount, StepCheck, StepKind, Successes, SurpriseCheck,
    SwimPace, Swimming, TakenAs, ThresholdPolicy, Throws, TieKey, Ties, TiesLeft, TraitBonus, Trigger, TriggerSet,
    TurnEnd, TurnOrder, UnableDefence, Unaware, UnawareEnd, Undefended, UnderwaterPolicy, Unspent, WakingCheck,
    WakingDifficulty, WardKind, WatchFor, WatchedTrigger, WaterPolicy, WaterSpread, WeightlessPolicy, Wildness,
    WoundLevel, WoundSlots, ZeroCollapse, ZeroStat,
};
pub use quality::Trait;
pub use refusal::Refusal;
pub use rest::Rest;
pub use size::{Body, Size, SizeColumn, SizeRow};
pub use speed::{ActionSpeed, PayOver, SpeedClass, SpeedMode, SpeedRow, WholeRounds};
pub use spell::{Component, Components, Incant, Incantation, ZoneKind, ZoneShape};
pub use stat::{Stat, StatRow};
pub use stat_table::{Addend, Rounding, StatShare, StatTable, StatTerm, Stats};
pub use table::{Named, Table};
pub use terrain::Terrains;
pub use thing::{
    BrokenPolicy, DamageShare, EnhancementPolicy, ExposedItems, ItemMagic, ItemPlace, ObjectKind, ObjectPolicy,
    ObjectSaves, ThingPolicy,
};
pub use unit::{Carried, Knack, Skill, Unit, WornGear};

/// The id of a rule in a codex, such as `TC-021`.
pub type Rule = Name;
