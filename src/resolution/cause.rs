//! Causes of reactions: an act, a step, a roll or a turn, and the combatant whose it is.

use serde::{Deserialize, Serialize};

use crate::battle::{Act, CombatantId};
use crate::content::{Gait, TakenAs, Trigger};
use crate::grid::{Cell, Footprint};
use crate::resolution::event::DecidedCheck;

/// A place on the path of a body.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Station {
    /// The cells covered.
    pub at: Footprint,
    /// Feet above the ground.
    pub altitude: i16,
}

/// The cause of a reaction window: an act, a step or a roll, and the combatant whose it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WindowCause {
    /// The point of the resolution at which the window opened.
    pub point: Trigger,
    /// The combatant that acts, moves or has its turn.
    pub by: CombatantId,
    /// Its act, if it acts.
    pub act: Option<Act>,
    /// The occasion of the act.
    pub taken_as: TakenAs,
    /// The target of the act, or the combatant that its roll is about.
    pub target: Option<CombatantId>,
    /// The gait of its movement; `None` for forced movement.
    pub gait: Option<Gait>,
    /// Whether it is moved by force.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub forced: bool,
    /// Where it was before the step.
    pub from: Option<Station>,
    /// Where others were that the step has moved along with it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub carried: Vec<(CombatantId, Station)>,
    /// The combatants that it has flanked without a step.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub flanked: Vec<CombatantId>,
    /// The cell to which its step leads.
    pub to: Option<Cell>,
    /// Cells that it has moved in a straight line.
    pub straight: u16,
    /// The decision of its check, once rolled.
    pub check: Option<DecidedCheck>,
    /// Whether its check succeeded, once rolled.
    pub hit: Option<bool>,
    /// Combatants whose own reactions are declared and not begun: they cannot take another.
    pub busy: Vec<CombatantId>,
}

impl WindowCause {
    /// A cause of which nothing is known but when and whose it is.
    pub fn by(by: CombatantId, point: Trigger) -> WindowCause {
        let (act, target, gait, from, to, check, hit) = (None, None, None, None, None, None, None);
        WindowCause {
            point,
            by,
            act,
            taken_as: TakenAs::Turn,
            target,
            gait,
            forced: false,
            from,
            carried: Vec::new(),
            flanked: Vec::new(),
            to,
            straight: 0,
            check,
            hit,
            busy: Vec::new(),
        }
    }

    /// An act of a combatant.
    pub fn of_act(by: CombatantId, act: &Act, point: Trigger) -> WindowCause {
        WindowCause { target: act.aimed_at(), act: Some(act.clone()), ..WindowCause::by(by, point) }
    }

    /// The combatant that a reaction of this one is aimed at: the cause, or its target if the reaction is its own.
    pub fn opponent_of(&self, reactor: CombatantId) -> CombatantId {
        self.target.filter(|_| reactor == self.by).unwrap_or(self.by)
    }

    /// The winner of the roll.
    pub fn winner(&self) -> Option<CombatantId> {
        if self.hit? { Some(self.by) } else { self.target }
    }

    /// The total of its roll, once rolled.
    pub fn total(&self) -> Option<i16> {
        self.check.map(|check| check.total)
    }
}
