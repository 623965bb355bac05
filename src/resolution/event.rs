//! Facts. Everything that changes a battle, and everything worth logging, is a [`BattleEvent`]. Facts carry results,
//! never inputs: `apply` decides nothing.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::act::Act;
pub use super::ground::GroundChange;
pub use super::moved::{Cause, Shift};
pub use super::outcome::{Outcome, Outfit};
pub use super::respite::{Recovery, RestEvent};
pub use super::rolled::{IncantStep, RivalRolled, Rolled};
use crate::battle::{
    ActiveSpell, Afflicted, CombatantId, Count, Drift, Facing, GearPiece, Held, Incanting, Link, LinkId, Momentum,
    PairFact, PairRelation, Readied, SpellId, Stance, Vitals, WeaponSlot,
};
use crate::content::{Name, Rule, breakdown::Breakdown};
use crate::grid::Cell;
use crate::mechanics::damage::AppliedDamage;
use crate::turn::{Due, DueId};

/// A fact of a battle, in the past tense.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum BattleEvent {
    InitiativeRolled {
        who: CombatantId,
        number: Breakdown,
    },
    CountBegan {
        count: Count,
    },
    TurnBegan {
        who: CombatantId,
    },
    /// An action was declared and will now be resolved.
    ActionDeclared {
        who: CombatantId,
        act: Act,
    },
    /// A declared action was taken back at no cost.
    ActionTakenBack {
        who: CombatantId,
        act: Act,
        rule: Rule,
    },
    /// A declared action is no longer possible.
    ActionAbandoned {
        who: CombatantId,
        action: Name,
        why: String,
        rule: Rule,
    },
    CheckRolled(Box<Rolled>),
    DamageTaken(Box<AppliedDamage>),
    /// Hit points, or fatigue, were healed.
    Healed {
        who: CombatantId,
        by: CombatantId,
        amount: Breakdown,
        vitals: Vitals,
        rule: Rule,
    },
    /// Energy was spent (negative) or restored.
    EnergyChanged {
        who: CombatantId,
        change: i16,
        vitals: Vitals,
        rule: Rule,
    },
    /// Bonus hit points were gained, or the rest of them ended.
    Bolstered {
        who: CombatantId,
        /// The amount gained; empty when they end.
        amount: Breakdown,
        vitals: Vitals,
        rule: Rule,
    },
    /// A prepared spell, or one in preparation, changed.
    Incanted {
        who: CombatantId,
        spell: Name,
        step: IncantStep,
        /// The state afterwards.
        now: Incanting,
        /// Current difficulty to cast it; empty once it is gone.
        difficulty: Breakdown,
        rule: Rule,
    },
    /// How long a preparation that has begun takes.
    IncantationTimed {
        who: CombatantId,
        spell: Name,
        time: Breakdown,
    },
    SpellBegan {
        spell: ActiveSpell,
        rule: Rule,
    },
    /// An active spell was controlled in this turn of its caster.
    SpellControlled {
        id: SpellId,
        caster: CombatantId,
        spell: Name,
        turn: u16,
        rule: Rule,
    },
    SpellEnded {
        id: SpellId,
        caster: CombatantId,
        spell: Name,
        rule: Rule,
    },
    /// A combatant saw through an illusion.
    IllusionSeenThrough {
        who: CombatantId,
        id: SpellId,
        caster: CombatantId,
        spell: Name,
        rule: Rule,
    },
    /// Fatigue was gained other than by damage.
    FatigueGained {
        who: CombatantId,
        amount: i16,
        vitals: Vitals,
        rule: Rule,
    },
    /// A rest before the battle.
    Rested(RestEvent),
    /// A mover is about to leave its space. Nothing has changed yet.
    StepAttempted {
        who: CombatantId,
        from: Cell,
        to: Cell,
    },
    /// Bodies moved, all at once.
    Displaced {
        bodies: SmallVec<[Shift; 2]>,
        cause: Cause,
        rule: Rule,
    },
    /// A combatant fell; the feet that count for damage.
    Fell {
        who: CombatantId,
        feet: Breakdown,
        rule: Rule,
    },
    MoveStopped {
        who: CombatantId,
        at: Cell,
        why: String,
        rule: Rule,
    },
    MomentumChanged {
        who: CombatantId,
        momentum: Momentum,
    },
    /// A weightless combatant drifts differently.
    DriftChanged {
        who: CombatantId,
        drift: Drift,
        rule: Rule,
    },
    FacingKept {
        who: CombatantId,
        facing: Facing,
        rule: Rule,
    },
    StanceTaken {
        who: CombatantId,
        stance: Stance,
        rule: Rule,
    },
    ConditionGained {
        who: CombatantId,
        affliction: Afflicted,
        rule: Rule,
    },
    /// A combatant has a further instance of a condition.
    ConditionJoined {
        who: CombatantId,
        affliction: Afflicted,
        rule: Rule,
    },
    /// One of several instances of a condition ended.
    ConditionFaded {
        who: CombatantId,
        affliction: Afflicted,
        rule: Rule,
    },
    ConditionEased {
        who: CombatantId,
        affliction: Afflicted,
        rule: Rule,
    },
    /// A condition ended in all its instances.
    ConditionLost {
        who: CombatantId,
        condition: Name,
        rule: Rule,
    },
    PairFactBegan {
        who: CombatantId,
        fact: PairFact,
    },
    PairFactEnded {
        who: CombatantId,
        towards: CombatantId,
        slant: PairRelation,
    },
    LinkMade {
        link: Link,
        rule: Rule,
    },
    LinkChanged {
        link: Link,
        rule: Rule,
    },
    LinkEnded {
        link: LinkId,
        holder: CombatantId,
        held: CombatantId,
        why: String,
        rule: Rule,
    },
    WeaponDrawn {
        who: CombatantId,
        slot: WeaponSlot,
        rule: Rule,
    },
    WeaponSheathed {
        who: CombatantId,
        slot: WeaponSlot,
        rule: Rule,
    },
    /// A weapon left its bearer: dropped, thrown or used up.
    WeaponDropped {
        who: CombatantId,
        slot: WeaponSlot,
        cell: Option<Cell>,
        rule: Rule,
    },
    /// A weapon was picked up from a cell, or taken from a combatant. A slot not on the sheet yet is added to it.
    WeaponTaken {
        who: CombatantId,
        slot: WeaponSlot,
        weapon: Name,
        from: Option<Cell>,
        now: Held,
        rule: Rule,
    },
    /// Equipment other than weapons changed.
    OutfitChanged {
        who: CombatantId,
        now: Outfit,
        rule: Rule,
    },
    /// A weapon pins a combatant by its clothes, or entangles it.
    WeaponStuck {
        who: CombatantId,
        slot: WeaponSlot,
        through: CombatantId,
        rule: Rule,
    },
    WeaponWorn {
        who: CombatantId,
        slot: WeaponSlot,
        durability: u8,
        rule: Rule,
    },
    /// An item took damage after hardness. At 0 hit points it is destroyed.
    ThingHarmed {
        who: CombatantId,
        thing: GearPiece,
        amount: Breakdown,
        left: u8,
        rule: Rule,
    },
    GroundChanged(GroundChange),
    DoorMoved {
        who: CombatantId,
        cell: Cell,
        open: bool,
        rule: Rule,
    },
    FellUnconscious {
        who: CombatantId,
        /// The count until which it sleeps at least, if known.
        rests_until: Option<Count>,
        rule: Rule,
    },
    /// Whether a sleeper only tries to wake after long rests (the new value).
    SleepChanged(CombatantId, bool),
    Woke {
        who: CombatantId,
        rule: Rule,
    },
    Died {
        who: CombatantId,
        rule: Rule,
    },
    /// A combatant left over the edge of the board.
    Escaped {
        who: CombatantId,
    },
    /// Water carried a combatant out of the battle.
    CarriedOff {
        who: CombatantId,
        rule: Rule,
    },
    ReactionTaken {
        who: CombatantId,
        reaction: Name,
        to: CombatantId,
        rule: Rule,
    },
    ActionReadied {
        who: CombatantId,
        readied: Box<Readied>,
        rule: Rule,
    },
    /// A readied action ended: released now, or lost.
    ReadyEnded {
        who: CombatantId,
        rule: Rule,
    },
    ReactionsSpent {
        who: CombatantId,
        left: u8,
    },
    ActionsSpent {
        who: CombatantId,
        left: u8,
    },
    /// Initiative changed, and with it the place in the round (smallest first).
    InitiativeChanged {
        who: CombatantId,
        initiative: i16,
        place: i32,
    },
    /// A subordinate may act in this round. From now on its turns start with its commander's.
    Commanded {
        who: CombatantId,
        by: CombatantId,
        round: Count,
        rule: Rule,
    },
    /// A commander is gone: another replaces it, or the subordinate acts alone.
    CommanderLost {
        who: CombatantId,
        now: Option<CombatantId>,
        rule: Rule,
    },
    /// A free action was taken in a turn, which can no longer be delayed.
    TurnUsed {
        who: CombatantId,
    },
    /// A turn was delayed: it may be taken after another's turn.
    TurnDelayed {
        who: CombatantId,
        rule: Rule,
    },
    /// A delayed turn is taken.
    TurnResumed {
        who: CombatantId,
        after: CombatantId,
        rule: Rule,
    },
    /// The action of the turn that ends, for later rules.
    ActionRemembered {
        who: CombatantId,
        action: Name,
        target: Option<CombatantId>,
        /// The weapon of an attack.
        weapon: Option<WeaponSlot>,
    },
    /// A turn ended; the terms say how long its action took.
    TurnEnded {
        who: CombatantId,
        took: Breakdown,
    },
    /// An action out of turn took time, by these terms.
    TimeTaken {
        who: CombatantId,
        took: Breakdown,
    },
    DueSet {
        due: Due,
    },
    DueCancelled {
        due: DueId,
    },
    DueTaken {
        due: DueId,
    },
    BattleEnded {
        outcome: Outcome,
    },
}
