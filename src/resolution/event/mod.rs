//! Facts. Everything that changes a battle, and everything worth logging, is a [`BattleEvent`]. Facts carry results,
//! never inputs: [`Battlefield::apply`](super::Battlefield::apply) decides nothing. A new fact is a variant here, the change it
//! makes in `battlefield/apply.rs`, and its words in [`narration`](crate::narration).

mod check;
mod rest;

pub use check::{DecidedCheck, IncantStep, ObjectSave, RivalRolled, Rolled};
pub use rest::{Recovery, RestEvent};

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::act::Act;
use crate::battle::{
    ActiveSpell, Afflicted, Channelling, CombatantId, Count, Drift, Facing, GearPiece, Held, Incanting, Light, Link,
    LinkId, Momentum, MovementPool, PairFact, PairRelation, Readied, Side, SpellId, Stance, ThingId, ThingRef, Tunnel,
    Vitals, WeaponSlot,
};
use crate::content::{Breakdown, Name, PoolId, Rule};
use crate::grid::Cell;
use crate::mechanics::damage::AppliedDamage;
use crate::turn::{Due, DueId};

/// Facts in order.
pub type Facts = Vec<BattleEvent>;

/// A fact of a battle, in the past tense.
///
/// Fields that many facts share:
///
/// | Field | Content |
/// |---|---|
/// | `who` | the combatant that acts or is affected |
/// | `by`, `to`, `towards`, `after` | the other combatant |
/// | `rule` | the rule cited |
/// | `why` | the reason in words, for the log |
/// | `amount`, `number`, `took` | a number with its terms |
/// | `vitals`, `now`, `left`, and a part of a row by its name | the state afterwards |
/// | `action`, `reaction`, `spell`, `weapon` | an id in the ruleset |
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the table above documents the fields that facts share, each variant its own")]
pub enum BattleEvent {
    /// Initiative was rolled: a first count, or a place in the round.
    InitiativeRolled { who: CombatantId, number: Breakdown },
    /// A count or round began.
    CountBegan { count: Count },
    /// A combatant's turn began.
    TurnBegan { who: CombatantId },
    /// An action was declared and will now be resolved.
    ActionDeclared { who: CombatantId, act: Act },
    /// A declared action was taken back at no cost.
    ActionTakenBack { who: CombatantId, act: Act, rule: Rule },
    /// A declared action is no longer possible.
    ActionAbandoned { who: CombatantId, action: Name, why: String, rule: Rule },
    /// A check was rolled.
    CheckRolled(Box<Rolled>),
    /// Damage was applied, after reductions.
    DamageTaken(Box<AppliedDamage>),
    /// Hit points, or fatigue, were healed; for `part`, points of a part of the body, or levels of a wound of this level.
    Healed {
        who: CombatantId,
        by: CombatantId,
        amount: Breakdown,
        vitals: Vitals,
        rule: Rule,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        part: Option<Name>,
    },
    /// Energy was spent (negative) or restored; `invested` in a spell, or returned from one.
    EnergyChanged {
        who: CombatantId,
        change: i16,
        vitals: Vitals,
        rule: Rule,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        invested: bool,
    },
    /// Bonus hit points were gained, or ended (an empty `amount`).
    Bolstered { who: CombatantId, amount: Breakdown, vitals: Vitals, rule: Rule },
    /// A prepared spell, or one in preparation, changed. `difficulty` is that of casting it; empty once it is gone.
    Incanted { who: CombatantId, spell: Name, step: IncantStep, now: Incanting, difficulty: Breakdown, rule: Rule },
    /// The time of a preparation that has begun was rolled, in counts.
    IncantationTimed { who: CombatantId, spell: Name, time: Breakdown },
    /// A lasting spell began.
    SpellBegan { spell: ActiveSpell, rule: Rule },
    /// An active spell was controlled in this turn of its caster.
    SpellControlled { id: SpellId, caster: CombatantId, spell: Name, turn: u16, rule: Rule },
    /// A lasting spell ended.
    SpellEnded { id: SpellId, caster: CombatantId, spell: Name, rule: Rule },
    /// A combatant saw through an illusion.
    IllusionSeenThrough { who: CombatantId, id: SpellId, caster: CombatantId, spell: Name, rule: Rule },
    /// Fatigue was gained other than by damage.
    FatigueGained { who: CombatantId, amount: i16, vitals: Vitals, rule: Rule },
    /// A fact of the rest before the battle.
    Rested(RestEvent),
    /// A mover is about to leave its space. Nothing has changed yet.
    StepAttempted { who: CombatantId, from: Cell, to: Cell },
    /// Bodies moved, all at once.
    Displaced { bodies: SmallVec<[Shift; 2]>, cause: Cause, rule: Rule },
    /// A combatant fell; `height` is what counts for damage.
    Fell { who: CombatantId, height: Breakdown, rule: Rule },
    /// A movement stopped short in this cell.
    MoveStopped { who: CombatantId, at: Cell, why: String, rule: Rule },
    /// The momentum of a movement changed.
    MomentumChanged { who: CombatantId, momentum: Momentum },
    /// A weightless combatant drifts differently.
    DriftChanged { who: CombatantId, drift: Drift, rule: Rule },
    /// A combatant chose a facing.
    FacingKept { who: CombatantId, facing: Facing, rule: Rule },
    /// A combatant took a stance, or began to change into it.
    StanceTaken { who: CombatantId, stance: Stance, rule: Rule },
    /// A combatant gained a condition, replacing earlier instances.
    ConditionGained { who: CombatantId, affliction: Afflicted, rule: Rule },
    /// A combatant has a further instance of a condition.
    ConditionJoined { who: CombatantId, affliction: Afflicted, rule: Rule },
    /// One of several instances of a condition ended.
    ConditionFaded { who: CombatantId, affliction: Afflicted, rule: Rule },
    /// A condition lost levels; `affliction` is what remains of it.
    ConditionEased { who: CombatantId, affliction: Afflicted, rule: Rule },
    /// A condition ended in all its instances.
    ConditionLost { who: CombatantId, condition: Name, rule: Rule },
    /// A temporary fact between two combatants began.
    PairFactBegan { who: CombatantId, fact: PairFact },
    /// A temporary fact between two combatants ended.
    PairFactEnded { who: CombatantId, towards: CombatantId, slant: PairRelation },
    /// A combatant took hold of another.
    LinkMade { link: Link, rule: Rule },
    /// A hold changed its kind or qualities.
    LinkChanged { link: Link, rule: Rule },
    /// A hold ended.
    LinkEnded { link: LinkId, holder: CombatantId, held: CombatantId, why: String, rule: Rule },
    /// A weapon was drawn.
    WeaponDrawn { who: CombatantId, slot: WeaponSlot, rule: Rule },
    /// A weapon was put away.
    WeaponSheathed { who: CombatantId, slot: WeaponSlot, rule: Rule },
    /// A weapon left its bearer: dropped, thrown or used up. `cell` is where it lies, if anywhere.
    WeaponDropped { who: CombatantId, slot: WeaponSlot, cell: Option<Cell>, rule: Rule },
    /// A weapon was picked up from a cell, or taken from a combatant. A slot not on the sheet yet is added to it.
    WeaponTaken { who: CombatantId, slot: WeaponSlot, weapon: Name, from: Option<Cell>, now: Held, rule: Rule },
    /// Equipment other than weapons changed.
    OutfitChanged { who: CombatantId, now: Outfit, rule: Rule },
    /// A weapon pins the combatant `through` by its clothes, or entangles it.
    WeaponStuck { who: CombatantId, slot: WeaponSlot, through: CombatantId, rule: Rule },
    /// A fumble wore a weapon: the fumbles it can still take. At 0 it is broken.
    WeaponWorn { who: CombatantId, slot: WeaponSlot, durability: u8, rule: Rule },
    /// An item took damage after hardness. At 0 hit points it is destroyed.
    ThingHarmed { who: CombatantId, thing: GearPiece, amount: Breakdown, left: u8, rule: Rule },
    /// The ground of a cell changed.
    GroundChanged(GroundChange),
    /// A door was opened or closed.
    DoorMoved { who: CombatantId, cell: Cell, open: bool, rule: Rule },
    /// A combatant fell unconscious. It sleeps at least until the count `rests_until`, if known.
    FellUnconscious { who: CombatantId, rests_until: Option<Count>, rule: Rule },
    /// Whether a sleeper tries to wake only after long rests changed to this value.
    SleepChanged(CombatantId, bool),
    /// A combatant woke.
    Woke { who: CombatantId, rule: Rule },
    /// A combatant died.
    Died { who: CombatantId, rule: Rule },
    /// A combatant left over the edge of the board.
    Escaped { who: CombatantId },
    /// Water carried a combatant out of the battle.
    CarriedOff { who: CombatantId, rule: Rule },
    /// A combatant reacted to another.
    ReactionTaken { who: CombatantId, reaction: Name, to: CombatantId, rule: Rule },
    /// A combatant readied an action.
    ActionReadied { who: CombatantId, readied: Box<Readied>, rule: Rule },
    /// A readied action ended: released now, or lost.
    ReadyEnded { who: CombatantId, rule: Rule },
    /// Points of a pool were spent, lost or gained: the change with its terms, and the points left.
    PoolChanged { who: CombatantId, pool: PoolId, by: Breakdown, left: i16 },
    /// The action that a combatant pays for over several turns changed.
    ChannelChanged { who: CombatantId, now: Channelling, rule: Rule },
    /// Initiative changed, and with it the place in the round (smallest first): the change with its terms, and the part of the
    /// initiative that conditions give.
    InitiativeChanged {
        who: CombatantId,
        initiative: i16,
        place: i32,
        #[serde(default, skip_serializing_if = "Breakdown::is_empty")]
        by: Breakdown,
        #[serde(default, skip_serializing_if = "is_zero")]
        of_conditions: i16,
    },
    /// A subordinate may act in this round. From now on its turns start with its commander's.
    Commanded { who: CombatantId, by: CombatantId, round: Count, rule: Rule },
    /// A commander is gone: another replaces it, or the subordinate acts alone.
    CommanderLost { who: CombatantId, now: Option<CombatantId>, rule: Rule },
    /// A free action was taken in a turn, which can no longer be delayed.
    TurnUsed { who: CombatantId },
    /// A turn was delayed: it may be taken after another's turn, or will be taken after that of `until`.
    TurnDelayed {
        who: CombatantId,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        until: Option<CombatantId>,
        rule: Rule,
    },
    /// A delayed turn is taken, after another's turn or, without one, at the end of the round.
    TurnResumed { who: CombatantId, after: Option<CombatantId>, rule: Rule },
    /// The action of a turn was remembered for later rules as the turn ended. `weapon` is that of an attack.
    ActionRemembered { who: CombatantId, action: Name, target: Option<CombatantId>, weapon: Option<WeaponSlot> },
    /// A turn ended; the terms say how long its action took.
    TurnEnded { who: CombatantId, took: Breakdown },
    /// An action out of turn took time, by these terms.
    TimeTaken { who: CombatantId, took: Breakdown },
    /// An event was scheduled.
    DueSet { due: Due },
    /// A scheduled event was cancelled.
    DueCancelled { due: DueId },
    /// A scheduled event happens now.
    DueTaken { due: DueId },
    /// The battle ended.
    BattleEnded { outcome: BattleOutcome },
    /// A part of the body passed a threshold of its points; `left` are those it has now.
    ThresholdPassed { who: CombatantId, part: Name, left: i16, rule: Rule },
    /// A ward of this kind was raised to `amount`.
    Warded { who: CombatantId, by: CombatantId, ward: Name, amount: Breakdown, vitals: Vitals, rule: Rule },
    /// A step was paid for out of a pool, or its diagonal counted; `pool` is the pool afterwards.
    MovementSpent { who: CombatantId, pool: MovementPool, rule: Rule },
    /// An action added movement to a pool; `pool` is the pool afterwards.
    MovementGained { who: CombatantId, distance: u16, pool: MovementPool, rule: Rule },
    /// The target of an attack chose a defence, or none.
    DefenceChosen { who: CombatantId, by: CombatantId, defence: Option<Name>, rule: Rule },
    /// The d100 was rolled for the chance that a hit misses: up to `percent` it does.
    MissChanceRolled { who: CombatantId, target: CombatantId, percent: u8, rolled: u16, rule: Rule },
    /// The roll that confirms a critical hit.
    ConfirmationRolled(Box<Rolled>),
    /// The attacker chose an effect of a critical hit.
    CriticalChosen { who: CombatantId, target: CombatantId, critical: Name, rule: Rule },
    /// An object on the board took damage, after hardness, or broke at once (an empty `amount`). At 0 hit points it is destroyed;
    /// `breaks` if it has just lost as many as a broken object, and `softened` points of its hardness are lost (PR-123).
    ObjectHarmed {
        who: CombatantId,
        thing: ThingRef,
        amount: Breakdown,
        left: i16,
        breaks: bool,
        #[serde(default, skip_serializing_if = "is_zero")]
        softened: i16,
        rule: Rule,
    },
    /// The roll with which a critical hit kills at once if its natural result is `needs` or better.
    InstantKillRolled { who: CombatantId, target: CombatantId, rolled: i16, needs: i16, rule: Rule },
    /// An object made a saving throw, or failed it without a roll.
    ObjectSaved(Box<ObjectSave>),
    /// An item became another weapon, or returned to its original form.
    ItemTransformed { who: CombatantId, slot: WeaponSlot, weapon: Name, rule: Rule },
    /// One instance of an affliction changed into another, or ended.
    AfflictionChanged { who: CombatantId, was: Afflicted, now: Option<Afflicted>, rule: Rule },
    /// A ride ended.
    RideEnded { link: LinkId, rider: CombatantId, mount: CombatantId, why: String, rule: Rule },
    /// An item took damage after hardness that would have destroyed it; the attacker left it these hit points, and it is useless
    /// until it is repaired (PR-379).
    ThingLeftUseless { who: CombatantId, thing: GearPiece, amount: Breakdown, left: u8, rule: Rule },
    /// A flexible object became rigid (PR-124).
    ObjectStiffened { who: CombatantId, thing: ThingId, rule: Rule },
    /// The pools of a combatant followed its stats, which conditions have changed.
    HealthFollowed { who: CombatantId, vitals: Vitals, rule: Rule },
    /// An attacker spared an object that its damage would have destroyed: it is left with one hit point, and useless (PR-379).
    ObjectLeftUseless { who: CombatantId, thing: ThingId, amount: Breakdown, softened: i16, rule: Rule },
}

/// Why bodies moved.
#[allow(missing_docs, reason = "each variant documents its fields")]
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cause {
    /// Their own movement.
    Step,
    /// An action of a combatant.
    Forced { by: CombatantId, action: Name },
    /// Making room: no body stays in another's space.
    Placed,
    /// Their own weight.
    Fall,
    /// The current of water, or drifting.
    Drift,
}

/// One body's part in a displacement.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shift {
    /// The combatant.
    pub who: CombatantId,
    /// Its cell before.
    pub from: Cell,
    /// Its cell afterwards.
    pub to: Cell,
    /// Cells on each side of its new space.
    pub extent: u8,
    /// Feet above the ground of its cell, before and after.
    pub altitudes: (i16, i16),
}

/// How a battle ended, with the reason in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "each variant documents its fields")]
pub enum BattleOutcome {
    /// One side reached its goal.
    Won { side: Side, because: String },
    /// No combatant is left, or several sides reached their goals at once.
    Draw { because: String },
    /// The battle reached its limit of counts or rounds.
    Unfinished,
}

/// A change of equipment other than weapons.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outfit {
    /// A light is carried.
    Light(Light),
    /// A shield is on the arm.
    Shield,
    /// The shield is off the arm.
    NoShield,
    /// The shield lies on the ground of this cell.
    LostShield(Cell),
}

/// A change of the ground of one cell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "each variant documents its fields")]
pub enum GroundChange {
    /// The combatant `who` struck the ice of a cell; `harmed` is the total damage to it.
    Harmed { who: CombatantId, cell: Cell, amount: Breakdown, harmed: i16, rule: Rule },
    /// The ice of a cell broke.
    Broke { cell: Cell, rule: Rule },
    /// A tunnel was dug.
    Dug { tunnel: Tunnel, rule: Rule },
    /// A tunnel collapsed.
    Fell { tunnel: Tunnel, rule: Rule },
}

fn is_zero(number: &i16) -> bool {
    *number == 0
}
