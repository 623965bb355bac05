//! Policies: which variant of each mechanic a rule system uses, and with which numbers.
//!
//! Each policy is named after its mechanic and holds everything that differs between rule systems for it. The root is
//! [`Policies`], read from `ruleset.ron`; `docs/ruleset_format.md` introduces that file.

mod attack;
mod cover;
mod damage;
mod damage_terms;
mod economy;
mod health;
mod magic;
mod movement;
mod pipeline;
mod push;
mod roll;
mod saved_parts;
mod space;
mod stages;
mod turn;

pub use attack::*;
pub use cover::*;
pub use damage::*;
pub use damage_terms::*;
pub use economy::*;
pub use health::*;
pub use magic::*;
pub use movement::*;
pub use pipeline::*;
pub use push::*;
pub use roll::*;
pub use saved_parts::*;
pub use space::*;
pub use stages::*;
pub use turn::*;

use super::condition::Condition;
use super::size::{Size, SizeRow};
use super::stat::Stat;
use super::stat_table::DerivedStat;
use super::table::Table;
use super::thing::ThingPolicy;
use super::{Name, Rule};

content! {
    /// The policies of a rule system, read from its `ruleset.ron`. That file has no defaults: it writes out every value.
    pub struct Policies {
        /// The name players read.
        pub name: String,
        /// One or two sentences for players.
        pub about: String,
        /// The grid: the size of cells and the counting of diagonals.
        pub board: BoardPolicy,
        /// The size table, with a row for each size.
        pub sizes: Vec<SizeRow>,
        /// The stats that the engine reads by their role.
        pub roles: StatRoles,
        /// The derived stats.
        pub derived: Vec<DerivedStat>,
        /// The dice of checks.
        pub rolls: RollPolicies,
        /// The terms of attack rolls.
        pub attack: AttackPolicy,
        /// Defences.
        pub defence: DefencePolicy,
        /// The stages of an attack beyond its roll and its damage, if there are any.
        pub stages: AttackStages = default,
        /// Flanking and facing.
        pub flanking: Flanking,
        /// Present where darkness, fog and hiding conceal combatants.
        pub sight: Option<SightPolicy>,
        /// Sharing a space.
        pub space: SpacePolicy,
        /// Grapples.
        pub grapple: GrapplePolicy,
        /// Pushes.
        pub push: PushPolicy,
        /// Damage and wounds.
        pub damage: DamagePolicy,
        /// Present where items can be broken.
        pub things: Option<ThingPolicy>,
        /// Unconsciousness and death.
        pub consciousness: ConsciousnessPolicy,
        /// Movement.
        pub movement: MovementPolicy,
        /// Present where height is an axis of its own: bodies fall, climb and jump.
        pub height: Option<HeightPolicy>,
        /// Present where combatants can fly.
        pub flight: Option<FlightPolicy>,
        /// Deep water.
        pub water: WaterPolicy,
        /// Present where climbers and swimmers must hold on as they fight.
        pub footing: Option<FootingPolicy> = default,
        /// Present where combatants fight differently below the surface of deep water.
        pub underwater: Option<UnderwaterPolicy> = default,
        /// Present where a battle may be weightless.
        pub weightless: Option<WeightlessPolicy>,
        /// Present where combatants can squeeze through spaces half their size.
        pub squeeze: Option<SqueezePolicy>,
        /// Present where combatants can burrow.
        pub burrow: Option<BurrowPolicy>,
        /// Present where hazardous ground harms those that enter it.
        pub hazards: Option<HazardPolicy> = default,
        /// Present where ice may break.
        pub ice: Option<IcePolicy>,
        /// Present where combatants can ride on others.
        pub mounts: Option<MountPolicy>,
        /// The pools that acting is paid from.
        pub economy: ActionEconomy,
        /// The order of turns.
        pub turn: TurnOrder,
        /// The id of the unarmed strike, whose die is changed by one step per size category.
        pub unarmed: Name,
        /// The actions that may be taken out of turn.
        pub reactions: Vec<Reaction>,
        /// The order in which combatants are asked for reactions.
        pub reaction_order: ReactionOrder = default,
        /// Present where there are spells.
        pub magic: Option<MagicPolicy>,
        /// Present where actions can be readied.
        pub ready: Option<ReadyPolicy>,
        /// Present where a rest between two battles restores something.
        pub rest: Option<RestPolicy>,
        /// The rule under which pushes and throws stop at the last legal space.
        pub blocked_rule: Rule,
    }

    /// The stats that have a role in the engine itself, whatever a rule system calls them.
    pub struct StatRoles {
        /// The maximum of hit points, which every unit has; `None` where wounds fill slots instead.
        pub hit_points: Option<Stat>,
        /// The maximum of energy, where spells cost energy.
        pub energy: Option<Stat>,
        /// Worn armour adds its bonus to it.
        pub armor: Stat,
        /// A held shield adds its bonus to it.
        pub shield: Stat,
        /// Worn armour adds its reduction of damage to it, where armour reduces damage.
        pub reduction: Option<Stat>,
        /// The stats of which only the highest source counts: the unit's own value, its armour or its shield (FS-155). All others
        /// add up.
        pub highest: Vec<Stat> = default,
        /// Added to the opposed roll of a combatant without any weapon, and the strength of its grip.
        pub unarmed: Stat,
        /// The higher one goes first where several enter spaces in the same moment (TC-149).
        pub order: Stat,
    }

    /// Rules that a scenario may need and that not every rule system has.
    pub enum Need: Copy + PartialOrd + Ord {
        /// Bodies fall, climb and jump.
        Height,
        /// Bodies swim, drift and drown.
        DeepWater,
        /// Darkness and fog conceal.
        Sight,
        /// Combatants can fly.
        Flight,
        /// There are places without weight.
        Weightlessness,
        /// Ice breaks.
        Ice,
        /// Objects can be damaged.
        Objects,
        /// Combatants ride.
        Mounts,
    }
}

impl Policies {
    /// The reaction with this id; `None` for the release of a readied action.
    pub fn reaction(&self, id: Name) -> Option<&Reaction> {
        self.reactions.iter().find(|reaction| reaction.id == id)
    }

    /// The row of a size; a checked rule system has a row for each.
    pub fn size(&self, size: Size) -> Option<&SizeRow> {
        self.sizes.iter().find(|row| row.size == size)
    }
}

/// The policies and conditions of a rule system, passed together to mechanics that depend on both.
#[derive(Copy, Clone, Debug)]
pub struct Rulebook<'a> {
    /// The policies.
    pub policies: &'a Policies,
    /// The conditions and stances.
    pub conditions: &'a Table<Condition>,
}

impl Need {
    /// Whether a rule system has rules for it.
    pub fn is_met(self, policies: &Policies) -> bool {
        match self {
            Need::Height => policies.height.is_some(),
            Need::DeepWater => policies.water.swum().is_some(),
            Need::Sight => policies.sight.is_some(),
            Need::Flight => policies.flight.is_some(),
            Need::Weightlessness => policies.weightless.is_some(),
            Need::Ice => policies.ice.is_some(),
            Need::Mounts => policies.mounts.is_some(),
            Need::Objects => policies.things.as_ref().is_some_and(|things| things.objects.is_some()),
        }
    }

    /// The words a player reads after "no rules for".
    pub fn words(self) -> &'static str {
        words! {
            self:
            Height => "falling, climbing and jumping", DeepWater => "swimming in deep water",
            Sight => "darkness and fog", Flight => "flying", Weightlessness => "places without weight",
            Ice => "ice that breaks", Objects => "objects that can be damaged", Mounts => "riding"
        }
    }
}
