//! Unfinished work as data.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use super::act::Act;
use super::course::{Course, Station};
pub use super::occasion::Occasion;
use super::plan::Plan;
use crate::battle::{CombatantId, GearPiece, Momentum, Stance, View, Vitals};
use crate::content::action::Gait;
use crate::content::breakdown::Breakdown;
use crate::content::policy::Trigger;
use crate::content::refusal::Refusal;
use crate::content::stat::Stat;
use crate::content::{Name, Rule};
use crate::grid::Cell;

/// What a finished frame leaves for its parent.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Verdict {
    /// Nothing more to say.
    Done,
    /// An action was planned: what it will do once it is settled.
    Planned(Box<Plan>),
    /// An action was carried out; whether its check succeeded.
    CarriedOut { hit: bool },
    /// A movement ended after so many cells.
    Moved { cells: u16 },
    /// A hold that might have been kept was let go.
    LetGo,
    /// A window closed.
    Closed { taken_back: bool, stopped: bool },
    /// It could not be done.
    Abandoned(Refusal),
}

/// The bottom frame: takes the dues of each count.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Clock {
    /// After whose turn those who have put theirs off may come in, and who was asked already.
    pub opening: Option<Box<Opening>>,
}

/// A turn has ended, and others may come in after it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Opening {
    pub after: CombatantId,
    pub asked: Vec<CombatantId>,
}

/// Some combatants.
pub type Group = SmallVec<[CombatantId; 4]>;

/// The turn of one or more actors.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Activation {
    pub actors: Group,
    pub stage: ActivationStage,
    /// Those whose turns start with it, in order: the actors, and whoever is under the command of one.
    pub starting: Group,
    /// What each actor declared.
    pub declared: SmallVec<[Option<Act>; 2]>,
    /// Free actions declared on this count that have not taken effect yet.
    pub free: Vec<(CombatantId, Act)>,
    /// What each declared action will do, until it is settled.
    pub plans: Vec<Plan>,
    /// What slows the next turns of those whose actions are settled, besides the actions themselves.
    pub delays: Vec<(CombatantId, Breakdown)>,
}

/// How far an activation is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ActivationStage {
    Begin,
    /// The turn of this actor starts with what its conditions do to it.
    Start(usize),
    Declare(usize),
    /// All have declared; their free actions take effect.
    Free,
    /// The declared action of this actor is announced and may be answered.
    Announce(usize),
    Announced(usize),
    Plan(usize),
    Planned(usize),
    Settle,
    End,
}

/// One action from declaration to plan.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Acting {
    pub actor: CombatantId,
    pub act: Act,
    pub occasion: Occasion,
    pub stage: ActingStage,
    /// The thing in the target's hand that it is about.
    pub item: Option<GearPiece>,
    /// The defence the target named.
    pub defence: Option<Stat>,
    /// The plan once the dice have fallen.
    pub plan: Option<Box<Plan>>,
}

/// How far an action is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ActingStage {
    Start,
    /// Asked which of the things in the target's hands is meant.
    Item,
    Defend,
    BeforeRoll,
    Roll,
    AfterRoll,
    Finish,
    /// Asked what is harmed.
    Harm,
}

/// One action carried out by itself: planned, then settled.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Doing {
    pub actor: CombatantId,
    pub act: Act,
    pub occasion: Occasion,
    pub stage: DoingStage,
}

/// How far it is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum DoingStage {
    Plan,
    Settle,
    Settled { hit: bool },
}

/// The pools of everybody at some time.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Pools {
    /// By number.
    pub of: Vec<Vitals>,
    /// The revision at that time.
    at: u64,
}

impl Pools {
    /// As they are now.
    pub fn now(view: View<'_>) -> Pools {
        Pools { of: view.rows().iter().map(|row| row.vitals).collect(), at: view.revision() }
    }

    /// Whether they are the same now: none has changed, or all have come back to what they were.
    pub fn are_same(&self, view: View<'_>) -> bool {
        view.changed().pools <= self.at || view.rows().iter().map(|row| &row.vitals).eq(&self.of)
    }
}

/// All plans of one moment taking effect together.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settle {
    pub plans: Vec<Plan>,
    pub stage: SettleStage,
    /// Pools of everybody before anything took effect.
    pub before: Pools,
    /// Cells entered in this moment.
    pub entered: Vec<Cell>,
    /// The effects, each by its plan and its place there, whose holds were let go instead of kept.
    pub let_go: Vec<(usize, usize)>,
}

/// How far it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum SettleStage {
    Costs,
    /// Movements, in this order of plans.
    Entries {
        order: Vec<usize>,
        at: usize,
    },
    Blows,
    /// The effect with this number of the plan with this number.
    Effects {
        plan: usize,
        at: usize,
    },
    Upkeep,
    /// The actions that follow, from the effect with this number of the plan with this number.
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
    /// Where it began.
    pub start: Cell,
    /// Steps taken.
    pub at: usize,
    pub stage: WalkStage,
    /// The memory of the movement if it goes as planned.
    pub momentum: Momentum,
    /// How high it leads, if it leads through the air.
    pub airway: Option<crate::mechanics::flight::FlightPath>,
    /// Where it leads, if that is worked out as it begins.
    pub course: Option<Course>,
    /// Cells others entered in this same moment.
    pub contested: Vec<Cell>,
    /// The stance in which it began.
    pub stance: Stance,
    /// What the mover may still spend.
    pub purse: super::procedure::speed::Purse,
}

/// How far a step is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum WalkStage {
    Before,
    BeforeClosed,
    /// Asked whether to press on into a space that was just taken.
    Contested,
    /// Somebody in the way was pushed.
    Pushed,
    Step,
    After,
    /// A sprinter is asked whether to roll once more how fast it sprints.
    Again,
}

/// A forced movement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Displace {
    pub actor: CombatantId,
    pub target: CombatantId,
    pub action: Name,
    pub how: crate::content::effect::Displacement,
    /// Feet it may go.
    pub feet: u16,
    pub rule: Rule,
    /// Whether the actor has been asked.
    pub asked: bool,
    /// How a push goes on that has begun.
    pub pushed: Option<Pushed>,
}

/// A push that has begun.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pushed {
    /// The number of its direction.
    pub direction: u8,
    /// Cells by which the pusher has fallen behind.
    pub behind: u16,
    /// Cells of movement the pusher has spent on following.
    pub spent: u16,
}

/// A question about an effect, and what follows from the answer.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Deciding {
    pub effect: super::plan::PlannedEffect,
    pub asked: u8,
    /// What was picked first, where two things are asked.
    pub first: Option<super::act::Pick>,
}

/// An offer to react.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Window {
    pub trigger: Trigger,
    /// Who triggered it.
    pub by: CombatantId,
    /// The only one who may react, where the trigger concerns one.
    pub only: Option<CombatantId>,
    /// The action that triggered it, where it was one.
    pub action: Option<Name>,
    /// Where the one who triggered it by a step came from.
    pub from: Option<Station>,
    /// Cells it has come straight on by then.
    pub straight: u16,
    /// What was made ready and let go.
    pub released: Option<Act>,
    /// Who has answered.
    pub answered: Vec<CombatantId>,
    /// Who is being asked, and what was taken.
    pub asking: Option<CombatantId>,
    pub taking: Option<Name>,
    pub taken_back: bool,
    pub stopped: bool,
}

/// A body that nothing holds up, and those with whom it shares a space by holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fall {
    pub who: CombatantId,
    /// Feet that a jump takes off.
    pub eased: i16,
    /// Cells of the movement that led to it.
    pub cells: u16,
    /// Feet that it falls at most if an action brings it down: after them a flier catches itself.
    pub most: Option<u16>,
    pub stage: FallStage,
}

/// How far it is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FallStage {
    /// The one of those who fall with this number may catch hold.
    Catch(usize),
    Drop,
}

/// What a body suffers as its turn begins.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TurnStart {
    pub who: CombatantId,
    pub stage: TurnStartStage,
}

/// How far it is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum TurnStartStage {
    Bleeding,
    /// One who has not reached the ground falls on.
    Falling,
    /// Water takes it along.
    Drifting,
    /// Without weight it goes on, and so do those it has pushed off from; the next has this number or a higher one.
    Adrift(u16),
    /// The condition with this number among those that harm.
    Burning(usize),
}

/// One under another's command is told to act.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Commanding {
    pub who: CombatantId,
    pub stage: CommandingStage,
}

/// How far it is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CommandingStage {
    /// Its turn starts now if it has not in this round.
    Start,
    /// It gets its actions, and its reactions if its turn has just started.
    Budget { started: bool },
}

/// The order that follows every moment: the fallen fall, broken links end, goals are looked at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Upkeep {
    /// Pools of everybody before the moment.
    pub before: Pools,
    pub stage: UpkeepStage,
    /// The revision at which it began, once it has.
    pub began: Option<u64>,
}

/// How far it is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum UpkeepStage {
    /// Those whom nothing holds up fall.
    Falls,
    Bodies,
    Links,
    /// Those whom no hold keeps in one space any more make room.
    Spaces,
    /// Asking the newly flanked with this number and above which way they face.
    Facing(u16),
    Goals,
}

/// Unfinished work. The stack of these is the whole state of a resolution.
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
