//! Facts. Everything that changes a battle, and everything worth telling about it, is a [`BattleEvent`]. Events carry
//! results, never inputs: `apply` decides nothing.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::act::Act;
pub use super::ground::GroundChange;
pub use super::moved::{Cause, Shift};
pub use super::outcome::{Outcome, Outfit};
pub use super::respite::{Recovery, Respite};
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
    /// A declared action can no longer be done.
    ActionAbandoned {
        who: CombatantId,
        action: Name,
        why: String,
        rule: Rule,
    },
    CheckRolled(Box<Rolled>),
    DamageTaken(Box<AppliedDamage>),
    /// Lost hit points came back.
    Healed {
        who: CombatantId,
        by: CombatantId,
        amount: Breakdown,
        vitals: Vitals,
        rule: Rule,
    },
    /// Energy was spent (a negative change) or came back.
    EnergyChanged {
        who: CombatantId,
        change: i16,
        vitals: Vitals,
        rule: Rule,
    },
    /// Points beyond the most there can be were gained, or what was left of them is gone.
    Bolstered {
        who: CombatantId,
        /// What was gained; nothing as they end.
        amount: Breakdown,
        vitals: Vitals,
        rule: Rule,
    },
    /// Something became of the spell that somebody prepares.
    Incanted {
        who: CombatantId,
        spell: Name,
        step: IncantStep,
        /// What is so from now on.
        now: Incanting,
        /// What must be reached to cast it now; empty once it is gone.
        difficulty: Breakdown,
        rule: Rule,
    },
    /// How long the preparation takes that has begun.
    IncantationTimed {
        who: CombatantId,
        spell: Name,
        time: Breakdown,
    },
    SpellBegan {
        spell: ActiveSpell,
        rule: Rule,
    },
    /// A spell that lasts is controlled in this turn of its caster.
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
    /// Somebody takes what a spell has laid no longer for what it seems.
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
    /// Somebody rested before the battle.
    Rested(Respite),
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
    /// A body came down so many feet that count.
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
    /// A weightless body goes on by itself otherwise than before.
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
    /// One who has a condition has it in a second instance as well.
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
    /// A weapon left its bearer: to the ground, or thrown.
    WeaponDropped {
        who: CombatantId,
        slot: WeaponSlot,
        cell: Option<Cell>,
        rule: Rule,
    },
    /// A weapon was picked up from a cell, or taken from somebody. A slot that is not on the sheet yet is added to it.
    WeaponTaken {
        who: CombatantId,
        slot: WeaponSlot,
        weapon: Name,
        from: Option<Cell>,
        now: Held,
        rule: Rule,
    },
    /// What somebody bears besides weapons has changed.
    OutfitChanged {
        who: CombatantId,
        now: Outfit,
        rule: Rule,
    },
    /// A weapon sticks in a wall, through what somebody wears.
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
    /// A thing took damage, its hardness taken off; without hit points left it is destroyed.
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
        /// The count until which it sleeps at least, where that is known.
        rests_until: Option<Count>,
        rule: Rule,
    },
    /// Whether a sleeper tries to wake only after long rests is another.
    SleepChanged(CombatantId, bool),
    Woke {
        who: CombatantId,
        rule: Rule,
    },
    Died {
        who: CombatantId,
        rule: Rule,
    },
    /// Somebody left over the edge of the board.
    Escaped {
        who: CombatantId,
    },
    /// Water carried somebody away, out of the battle.
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
    /// What was made ready is no longer: it is let go now, or lost.
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
    /// Initiative is another, and with it the place within the round (smallest first).
    InitiativeChanged {
        who: CombatantId,
        initiative: i16,
        place: i32,
    },
    /// One under another's command may act in this round, and its turns start with those of the other from now on.
    Commanded {
        who: CombatantId,
        by: CombatantId,
        round: Count,
        rule: Rule,
    },
    /// The one whose turns started its own is gone: another takes its place, or it acts by itself.
    CommanderLost {
        who: CombatantId,
        now: Option<CombatantId>,
        rule: Rule,
    },
    /// Something that costs no action was done in a turn, which can no longer be delayed.
    TurnUsed {
        who: CombatantId,
    },
    /// A turn was put off: it may be taken after that of another.
    TurnDelayed {
        who: CombatantId,
        rule: Rule,
    },
    /// One who had put its turn off comes in.
    TurnResumed {
        who: CombatantId,
        after: CombatantId,
        rule: Rule,
    },
    /// What somebody did in the turn that ends.
    ActionRemembered {
        who: CombatantId,
        action: Name,
        target: Option<CombatantId>,
        /// The weapon of an attack.
        weapon: Option<WeaponSlot>,
    },
    /// A turn ended; the terms say how long the action took.
    TurnEnded {
        who: CombatantId,
        took: Breakdown,
    },
    /// What was done out of turn took time: the terms say how long.
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
