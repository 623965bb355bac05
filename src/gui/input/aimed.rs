//! What the player has picked, and what a click would choose.

use bevy::prelude::*;

use crate::battle::WeaponSlot;
use crate::content::Name;
use crate::content::action::{Action, Does, Gait, Pitch};
use crate::content::refusal::Refusal;
use crate::content::spell::Components;
use crate::grid::{Cell, Footprint};
use crate::resolution::{Act, Choice, Target};
use crate::rules::Ruleset;

/// The player's choices in a panel. Without it a click on a cell walks there and a click on an enemy attacks.
#[derive(Resource, Default, Clone, Debug, PartialEq, Eq)]
pub struct Intent {
    /// The picked action.
    pub action: Option<Name>,
    /// The weapon; the first usable one if `None`.
    pub weapon: Option<WeaponSlot>,
    /// The energy per component of a spell; the usual energy if `None`.
    pub energy: Option<Components>,
    /// The trigger of a readied act; the first one if `None`.
    pub watch: Option<Name>,
    /// The action to be readied, if it must still be aimed.
    pub readies: Option<Name>,
    /// Feet by which a flight rises, negative to sink; as its action says if `None`.
    pub rises: Option<i16>,
}

impl Intent {
    /// Picks only this action.
    pub fn on(action: Name) -> Intent {
        Intent { action: Some(action), ..Intent::default() }
    }

    /// The gait of a move, with the chosen height of a flight.
    pub fn gait(&self, action: &Action) -> Option<Gait> {
        match (&action.does, self.rises) {
            (Does::Move(Gait::Fly(_)), Some(feet)) => Some(Gait::Fly(Pitch::By(feet))),
            (Does::Move(gait), _) => Some(*gait),
            _ => None,
        }
    }

    /// The trigger of a readied act.
    pub fn trigger(&self, rules: &Ruleset) -> Option<Name> {
        let first = || rules.policies.ready.as_ref().and_then(|policy| policy.watches.first()).map(|watch| watch.id);
        self.watch.or_else(first)
    }

    /// A spell act with the chosen energy.
    pub fn with_energy(&self, mut act: Act) -> Act {
        if let (Target::Cast(casting), Some(energy)) = (&mut act.target, self.energy) {
            casting.energy = energy;
        }
        act
    }
}

/// The choice that a click now would make.
#[derive(Resource, Default, Clone, Debug, PartialEq)]
pub struct Aimed {
    /// The answer; `None` if the pointer is on nothing that answers.
    pub choice: Option<Choice>,
    /// Why the resolution would refuse it.
    pub refusal: Option<Refusal>,
    /// The whole path of a move, beyond what this count allows.
    pub path: Vec<Cell>,
    /// Whether the rest of the path becomes a standing order.
    pub continues: bool,
    /// The attack at the end of the path, on a target that is out of reach now.
    pub approach: Option<Approach>,
    /// The penalty for attacking at the end of the path, because allies are or will be there.
    pub crowd: Option<Refusal>,
}

/// A walk to a cell from which an attack is possible.
#[derive(Clone, Debug, PartialEq)]
pub struct Approach {
    /// The attack.
    pub strike: Act,
    /// Where the attack is made.
    pub at: Footprint,
    /// Movement cost of the path, in cells.
    pub cost: u16,
    /// Counts or actions that the path takes.
    pub counts: u16,
}

/// Sent when the player takes one step back.
#[derive(Message, Clone, Copy, Debug)]
pub struct Cancelled;
