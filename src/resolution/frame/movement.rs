//! Frames of movements: walks, forced movements and falls.

use serde::{Deserialize, Serialize};

use crate::battle::{CombatantId, Momentum, Stance};
use crate::content::{Displacement, Gait, Name, Rule};
use crate::grid::Cell;
use crate::mechanics::flight::FlightPath;
use crate::resolution::cause::Station;
use crate::resolution::event::Cause;

/// A movement along a path, step by step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Walk {
    /// The mover.
    pub who: CombatantId,
    /// Its gait.
    pub gait: Gait,
    /// Its path, without the first cell.
    pub path: Vec<Cell>,
    /// Its first cell.
    pub start: Cell,
    /// Number of steps taken.
    pub at: usize,
    /// Current stage.
    pub stage: WalkStage,
    /// The momentum if the movement goes as planned.
    pub momentum: Momentum,
    /// Heights of the movement, if it flies.
    pub airway: Option<FlightPath>,
    /// The course, if it is computed at the start.
    pub course: Option<MovementCourse>,
    /// Cells that others entered in this moment.
    pub contested: Vec<Cell>,
    /// The stance at its start.
    pub stance: Stance,
    /// Movement budget.
    pub budget: MovementBudget,
    /// The cells of movement that a reaction which has shortened the path takes from the mover, and the rule that says so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut: Option<(u16, Rule)>,
    /// A combatant that moves along, for this many steps, and the rule that says so (HD-284).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub follower: Option<(CombatantId, u16, Rule)>,
    /// Whether its points keep the mover down by themselves, but something else lets it act (PR-231).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub defies: bool,
}

impl Walk {
    /// The place after the next step of its course, if it has one.
    pub fn next_station(&self) -> Option<Station> {
        self.course.as_ref()?.stations.get(self.at).copied()
    }
}

/// Stage of a movement.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum WalkStage {
    /// Enemies may react before the step.
    Before,
    /// The reactions before the step are over.
    BeforeClosed,
    /// The mover is asked whether to enter a space that was just taken.
    Contested,
    /// A blocking enemy was pushed.
    Pushed,
    /// The step is taken.
    Step,
    /// Enemies may react after the step.
    After,
    /// A sprinter is asked whether to roll its sprint again.
    Again,
    /// Combatants from this index on that the step has flanked are asked for a facing.
    Facing(u16),
    /// The reactions to the mover's rider before the step are over.
    RiderClosed,
}

/// Movement that an action allows, and how much of it is spent.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MovementBudget {
    /// Rate in the board's unit for which `most` was computed.
    pub rate: u16,
    /// Total budget in cells of movement.
    pub most: u16,
    /// Cells of movement spent on the steps taken.
    pub spent: u16,
    /// Whether the rate has changed on the way.
    pub changed: bool,
}

/// A path decided as a whole, by one roll or by what it passes through.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MovementCourse {
    /// The place after each step.
    pub stations: Vec<Station>,
    /// Whether the body moves by itself or sinks.
    pub cause: Cause,
    /// The rule cited.
    pub rule: Rule,
    /// Consequence of the last step.
    pub then: CourseEnd,
}

/// Consequence of the last step of a course.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CourseEnd {
    /// No consequence.
    Nothing,
    /// The mover clings to the side it climbs.
    Clings,
    /// The mover falls the rest of the way.
    Falls {
        /// Feet that its leap takes off the fall.
        eased: i16,
    },
}

/// A forced movement.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Displace {
    /// The combatant that forces the movement.
    pub actor: CombatantId,
    /// The combatant moved.
    pub target: CombatantId,
    /// The action that does it.
    pub action: Name,
    /// The kind of movement.
    pub how: Displacement,
    /// Distance in the board's unit that is left.
    pub distance: u16,
    /// The rule cited.
    pub rule: Rule,
    /// Whether the actor has been asked.
    pub asked: bool,
    /// Progress of a push; `None` before the push begins.
    pub pushed: Option<Pushed>,
    /// Further bodies that are pushed along, in the order in which they were met.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub train: Vec<CombatantId>,
    /// The body that the push has met, while the check to push it along is rolled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub met: Option<CombatantId>,
    /// Cells through which the target is still dragged or moved around, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub path: Vec<Cell>,
    /// The movement of the actor for moving along.
    #[serde(default)]
    pub along: Along,
    /// Cells of movement that the actor has gone along.
    #[serde(default)]
    pub walked: u16,
    /// The number of bodies whose next step has been announced to those that may react to it.
    #[serde(default)]
    pub announced: u8,
}

/// The movement of a combatant for moving along with a target that it pushes or drags (PR-C18).
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Along {
    /// Its own movement, as it is.
    #[default]
    Own,
    /// Movement up to its speed, which its action includes.
    Included,
    /// Movement up to its speed, for this many points of the pool of actions.
    For(u8),
    /// The movement that is left of the charge that its action follows.
    OfCharge,
    /// None.
    Nothing,
}

impl Displace {
    /// A forced movement that has not begun, of up to this distance in the board's unit.
    pub fn new(
        (actor, target): (CombatantId, CombatantId),
        (action, rule): (Name, Rule),
        how: Displacement,
        distance: u16,
    ) -> Displace {
        let (asked, pushed, train, met, path) = (false, None, Vec::new(), None, Vec::new());
        let (along, walked, announced) = (Along::Own, 0, 0);
        Displace {
            actor,
            target,
            action,
            how,
            distance,
            rule,
            asked,
            pushed,
            train,
            met,
            path,
            along,
            walked,
            announced,
        }
    }
}

/// Progress of a push.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pushed {
    /// [`Direction`](crate::grid::Direction) of the push, by number.
    pub direction: u8,
    /// Cells by which the pusher is behind.
    pub behind: u16,
    /// Cells of movement the pusher has spent on following.
    pub spent: u16,
}

/// The fall of a combatant and those sharing its space by holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fall {
    /// The falling combatant.
    pub who: CombatantId,
    /// Feet that a leap takes off the fall.
    pub eased: i16,
    /// Cells of the movement before the fall.
    pub cells: u16,
    /// Whether it ends a jump.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub jumped: bool,
    /// Maximum distance in the board's unit if an action brought it down: after that a flier catches itself.
    pub most: Option<u16>,
    /// Current stage.
    pub stage: FallStage,
}

impl Fall {
    /// A fall that begins now.
    pub fn of(who: CombatantId) -> Fall {
        Fall { who, eased: 0, cells: 0, jumped: false, most: None, stage: FallStage::Catch(0) }
    }
}

/// Stage of a fall.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FallStage {
    /// Index of the falling combatant that may catch hold.
    Catch(usize),
    /// The combatants fall.
    Drop,
}
