//! Unfinished work as data: the frames of the resolution stack.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::act::Act;
use super::course::{MovementCourse, Station};
pub use super::occasion::Occasion;
use super::plan::Plan;
use crate::battle::{CombatantId, Momentum, Stance, Thing, View, Vitals};
use crate::content::action::Gait;
use crate::content::breakdown::Breakdown;
use crate::content::policy::Trigger;
use crate::content::refusal::Refusal;
use crate::content::stat::Stat;
use crate::content::{Name, Rule};
use crate::grid::Cell;

/// Result of a finished frame for its parent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Verdict {
    /// Nothing to report.
    Done,
    /// An action was planned: what it will do once settled.
    Planned(Box<Plan>),
    /// An action was carried out; whether its check succeeded.
    CarriedOut { hit: bool },
    /// A movement ended after this many cells.
    Moved { cells: u16 },
    /// A hold was released instead of kept.
    LetGo,
    /// A reaction window closed.
    Closed { taken_back: bool, stopped: bool },
    /// It was not possible.
    Abandoned(Refusal),
}

/// The bottom frame: takes everything due, count by count.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Clock {
    /// The turn after which delayed turns may be taken, and who was asked.
    pub opening: Option<Box<DelayedTurnOffer>>,
}

/// A turn has ended and delayed turns may be taken.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct DelayedTurnOffer {
    pub after: CombatantId,
    pub asked: Vec<CombatantId>,
}

/// A few combatants.
pub type Group = SmallVec<[CombatantId; 4]>;

/// The turn of one or more actors.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Activation {
    pub actors: Group,
    pub stage: ActivationStage,
    /// Combatants whose turns start with it, in order: the actors and their subordinates.
    pub starting: Group,
    /// The declared act of each actor.
    pub declared: SmallVec<[Option<Act>; 2]>,
    /// Free actions declared on this count, not carried out yet.
    pub free: Vec<(CombatantId, Act)>,
    /// The plans of the declared acts, until settled.
    pub plans: Vec<Plan>,
    /// What slows the next turns of the actors, beyond their actions.
    pub delays: Vec<(CombatantId, Breakdown)>,
}

/// Stage of an activation.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ActivationStage {
    Begin,
    /// The turn of this actor starts with what it suffers.
    Start(usize),
    Declare(usize),
    /// All have declared; free actions are carried out.
    Free,
    /// The declared action of this actor is announced; enemies may react.
    Announce(usize),
    Announced(usize),
    Plan(usize),
    Planned(usize),
    Settle,
    End,
}

/// One action from its start to its plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Acting {
    pub actor: CombatantId,
    pub act: Act,
    pub occasion: Occasion,
    pub stage: ActingStage,
    /// The target's item that the action is about.
    pub item: Option<Thing>,
    /// The defence that the target named.
    pub defence: Option<Stat>,
    /// The plan, once rolled.
    pub plan: Option<Box<Plan>>,
}

/// Stage of an action.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ActingStage {
    Start,
    /// The actor is asked which of the target's items is meant.
    Item,
    Defend,
    BeforeRoll,
    Roll,
    AfterRoll,
    Finish,
    /// The actor is asked what takes the damage.
    Harm,
}

/// One action carried out on its own: planned, then settled.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Doing {
    pub actor: CombatantId,
    pub act: Act,
    pub occasion: Occasion,
    pub stage: DoingStage,
}

/// Stage of the frame.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DoingStage {
    Plan,
    Settle,
    Settled { hit: bool },
}

/// The hit points, fatigue and energy of all combatants at some time.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Pools {
    /// By combatant.
    pub of: Vec<Vitals>,
    /// Revision at that time.
    at: u64,
}

impl Pools {
    /// The pools as they are now.
    pub fn now(view: View<'_>) -> Pools {
        Pools { of: view.rows().iter().map(|row| row.vitals).collect(), at: view.revision() }
    }

    /// Whether the pools are equal now: unchanged, or back at the same values.
    pub fn are_same(&self, view: View<'_>) -> bool {
        view.changed().pools <= self.at || view.rows().iter().map(|row| &row.vitals).eq(&self.of)
    }
}

/// All plans of one moment taking effect together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settle {
    pub plans: Vec<Plan>,
    pub stage: SettleStage,
    /// Pools of all combatants before anything took effect.
    pub before: Pools,
    /// Cells entered in this moment.
    pub entered: Vec<Cell>,
    /// Effects (index of plan, index of effect) whose holds were released instead of kept.
    pub let_go: Vec<(usize, usize)>,
}

/// Stage of the frame.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum SettleStage {
    Costs,
    /// Movements, as indices of plans in this order.
    Entries {
        order: Vec<usize>,
        at: usize,
    },
    Blows,
    /// Index of the plan and of the effect within it.
    Effects {
        plan: usize,
        at: usize,
    },
    Upkeep,
    /// Follow-up actions: index of the plan and of the effect within it.
    Follow {
        plan: usize,
        at: usize,
    },
}

/// A movement along a path, step by step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Walk {
    pub who: CombatantId,
    pub gait: Gait,
    pub path: Vec<Cell>,
    /// Its first cell.
    pub start: Cell,
    /// Number of steps taken.
    pub at: usize,
    pub stage: WalkStage,
    /// The momentum if the movement goes as planned.
    pub momentum: Momentum,
    /// Heights of the movement, if it flies.
    pub airway: Option<crate::mechanics::flight::Airway>,
    /// The course, if it is computed at the start.
    pub course: Option<MovementCourse>,
    /// Cells that others entered in this moment.
    pub contested: Vec<Cell>,
    /// The stance at its start.
    pub stance: Stance,
    /// What the mover may still spend.
    pub budget: super::movement_budget::MovementBudget,
}

/// Stage of a movement.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum WalkStage {
    Before,
    BeforeClosed,
    /// The mover is asked whether to enter a space that was just taken.
    Contested,
    /// A blocking enemy was pushed.
    Pushed,
    Step,
    After,
    /// A sprinter is asked whether to roll its sprint again.
    Again,
}

/// A forced movement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Displace {
    pub actor: CombatantId,
    pub target: CombatantId,
    pub action: Name,
    pub how: crate::content::effect::Displacement,
    /// Distance in feet that is left.
    pub feet: u16,
    pub rule: Rule,
    /// Whether the actor has been asked.
    pub asked: bool,
    /// Progress of a push; `None` before it begins.
    pub pushed: Option<Pushed>,
}

/// Progress of a push.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pushed {
    /// Index of its direction.
    pub direction: u8,
    /// Cells by which the pusher is behind.
    pub behind: u16,
    /// Cells of movement the pusher has spent on following.
    pub spent: u16,
}

/// A question about an effect, and what follows from the answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Deciding {
    pub effect: super::plan::PlannedEffect,
    pub asked: u8,
    /// The first answer, where two questions are asked.
    pub first: Option<super::act::Pick>,
}

/// A reaction window: combatants are offered to react.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Window {
    pub trigger: Trigger,
    /// The combatant that triggered it.
    pub by: CombatantId,
    /// The only combatant that may react, if restricted.
    pub only: Option<CombatantId>,
    /// The action that triggered it, if any.
    pub action: Option<Name>,
    /// The station before the step that triggered it.
    pub from: Option<Station>,
    /// Cells moved in a straight line so far.
    pub straight: u16,
    /// The readied action that was released.
    pub released: Option<Act>,
    /// Combatants that have answered.
    pub answered: Vec<CombatantId>,
    /// The combatant being asked, and the reaction taken.
    pub asking: Option<CombatantId>,
    pub taking: Option<Name>,
    pub taken_back: bool,
    pub stopped: bool,
}

/// The fall of a combatant and those sharing its space by holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fall {
    pub who: CombatantId,
    /// Feet that a leap takes off the fall.
    pub eased: i16,
    /// Cells of the movement before the fall.
    pub cells: u16,
    /// Maximum distance in feet if an action brought it down: after that a flier catches itself.
    pub most: Option<u16>,
    pub stage: FallStage,
}

/// Stage of the frame.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FallStage {
    /// Index of the falling combatant that may catch hold.
    Catch(usize),
    Drop,
}

/// What a combatant suffers at the start of its turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TurnStart {
    pub who: CombatantId,
    pub stage: TurnStartStage,
}

/// Stage of the frame.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TurnStartStage {
    Bleeding,
    /// A falling combatant continues to fall.
    Falling,
    /// A current carries it.
    Drifting,
    /// Drifting without gravity: the next drifting combatant has this index or a higher one.
    Adrift(u16),
    /// Index of the condition among those that deal damage.
    Burning(usize),
}

/// A subordinate is commanded to act.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Commanding {
    pub who: CombatantId,
    pub stage: CommandingStage,
}

/// Stage of the frame.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CommandingStage {
    /// Its turn starts now, unless it has already started in this round.
    Start,
    /// It gets its actions, and its reactions if its turn has just started.
    Budget { started: bool },
}

/// The checks after a moment, in the order of `procedure::consequence::order`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Upkeep {
    /// Pools of all combatants before the moment.
    pub before: Pools,
    pub stage: UpkeepStage,
    /// Revision at which it began.
    pub began: Option<u64>,
}

/// Stage of the frame.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum UpkeepStage {
    /// Unsupported combatants fall.
    Falls,
    Bodies,
    Links,
    /// Combatants no longer held in one space make room.
    Spaces,
    /// Newly flanked combatants from this index on are asked for a facing.
    Facing(u16),
    Goals,
}

/// Unfinished work. The stack of frames is the whole state of a resolution.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Frame {
    Clock(Clock),
    Activation(Box<Activation>),
    Acting(Box<Acting>),
    Doing(Box<Doing>),
    Settle(Box<Settle>),
    Walk(Box<Walk>),
    Displace(Box<Displace>),
    Deciding(Box<Deciding>),
    Window(Box<Window>),
    Upkeep(Box<Upkeep>),
    TurnStart(TurnStart),
    Fall(Fall),
    Commanding(Commanding),
}
