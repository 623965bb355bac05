//! Frames of reaction windows, and what reactions change about their cause.

use serde::{Deserialize, Serialize};

use crate::battle::{Act, CombatantId};
use crate::content::{Name, Rule};
use crate::resolution::cause::WindowCause;

/// The changes that reactions have made to their cause.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Amended {
    /// The declared act is taken back.
    pub cancelled: bool,
    /// The mover stops; an act that is not rolled yet is abandoned.
    pub stopped: bool,
    /// The effects of the roll are undone.
    pub negated: bool,
    /// Cells by which the path is shorter.
    pub shortened: u16,
    /// Cells of movement that the mover loses.
    #[serde(default)]
    pub lost: u16,
    /// The combatant that is now the target.
    pub target: Option<CombatantId>,
    /// The combatant in whose space the new target is imagined.
    #[serde(default)]
    pub target_in: Option<CombatantId>,
    /// The rule by which it loses them.
    #[serde(default)]
    pub lost_rule: Option<Rule>,
    /// The combatant that moves along with the mover, for how many steps, and the rule that says so.
    #[serde(default)]
    pub follows: Option<(CombatantId, u16, Rule)>,
    /// The combatant whose shield or weapon takes the damage.
    pub deflects: Option<CombatantId>,
    /// The rule of the last change.
    pub rule: Option<Rule>,
}

impl Amended {
    /// Whether the cause is gone, so that there is nothing left to react to.
    pub fn is_over(&self) -> bool {
        self.cancelled || self.negated || self.deflects.is_some()
    }

    /// Whether nothing was changed.
    pub fn is_nothing(&self) -> bool {
        *self == Amended::default()
    }
}

/// A reaction window: one after the other, combatants may react to its cause.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Window {
    /// The cause.
    pub cause: WindowCause,
    /// The readied action that was released.
    pub released: Option<Act>,
    /// Combatants that have answered.
    pub answered: Vec<CombatantId>,
    /// The combatant being asked.
    pub asking: Option<CombatantId>,
    /// The reactions that it may take, by id.
    pub options: Vec<Name>,
    /// The reaction for which it is asked to act.
    pub acting: Option<Name>,
    /// The reaction being carried out, by its id.
    pub taking: Option<Name>,
    /// The target of the act with which it is carried out.
    #[serde(default)]
    pub aimed_at: Option<CombatantId>,
    /// Whether it is carried out by a movement.
    #[serde(default)]
    pub moved: bool,
    /// The reaction whose result the combatant being asked divides.
    #[serde(default)]
    pub divides: Option<Name>,
    /// The changes so far.
    pub amended: Amended,
}

impl Window {
    /// A window about this cause.
    pub fn about(cause: WindowCause) -> Window {
        Window {
            cause,
            released: None,
            answered: Vec::new(),
            asking: None,
            options: Vec::new(),
            acting: None,
            taking: None,
            aimed_at: None,
            moved: false,
            divides: None,
            amended: Amended::default(),
        }
    }
}
