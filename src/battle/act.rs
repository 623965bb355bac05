//! What a combatant declares, and what it has made ready.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::{Casting, CombatantId, Facing, SpellId, WeaponSlot};
use crate::content::Name;
use crate::content::spell::Components;
use crate::grid::Cell;

/// What an action is aimed at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Target {
    /// Nothing beyond the actor.
    Own,
    Combatant(CombatantId),
    Cell(Cell),
    /// The cells to go through, the last being the destination; the actor's own cell is not in it.
    Path(Vec<Cell>),
    Facing(Facing),
    Weapon(WeaponSlot),
    /// Whoever triggers what was made ready.
    Whoever,
    /// What is made ready.
    Ready(Box<Readied>),
    /// How a spell is cast.
    Cast(Box<Casting>),
    /// A spell that lasts.
    Spell(SpellId),
}

/// A declared action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Act {
    /// Which action.
    pub action: Name,
    /// At whom or where.
    pub target: Target,
    /// With which weapon; `None` for actions that use none.
    pub weapon: Option<WeaponSlot>,
}

impl Act {
    /// An action on the actor itself.
    pub fn own(action: impl Into<Name>) -> Act {
        Act { action: action.into(), target: Target::Own, weapon: None }
    }

    /// An action on another combatant.
    pub fn at(action: impl Into<Name>, target: CombatantId, weapon: Option<WeaponSlot>) -> Act {
        Act { action: action.into(), target: Target::Combatant(target), weapon }
    }

    /// A movement.
    pub fn along(action: impl Into<Name>, path: Vec<Cell>) -> Act {
        Act { action: action.into(), target: Target::Path(path), weapon: None }
    }

    /// The combatant it is aimed at.
    pub fn aimed_at(&self) -> Option<CombatantId> {
        match &self.target {
            Target::Combatant(id) => Some(*id),
            Target::Cast(casting) => match casting.at {
                Target::Combatant(id) => Some(id),
                _ => None,
            },
            _ => None,
        }
    }

    /// The energy that is spent on the spell it casts.
    pub fn energy(&self) -> Option<Components> {
        match &self.target {
            Target::Cast(casting) => Some(casting.energy),
            _ => None,
        }
    }
}

/// An action that waits for its trigger.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Readied {
    /// What is watched for, by its id in the ruleset.
    pub watch: Name,
    /// What is then done.
    pub act: Act,
}

/// What a combatant has made ready, if anything.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ready(pub Option<Readied>);
