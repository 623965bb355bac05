//! What a combatant declares, and what it has made ready.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use super::{Casting, CombatantId, Facing, SpellId, View, WeaponSlot};
use crate::content::Name;
use crate::content::action::{Gait, Pitch};
use crate::content::spell::Components;
use crate::grid::Cell;

/// What an action is aimed at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Target {
    /// Nothing beyond the actor.
    Own,
    Combatant(CombatantId),
    /// One who is hidden, in the space where it is thought to be.
    Guess {
        who: CombatantId,
        cell: Cell,
    },
    Cell(Cell),
    /// The cells to go through, the last being the destination; the actor's own cell is not in it.
    Path(Vec<Cell>),
    /// The same through the air, with the feet by which it rises, or sinks if below 0.
    Flight {
        path: Vec<Cell>,
        rises: i16,
    },
    Facing(Facing),
    Weapon(WeaponSlot),
    /// A thing that lies on the ground, by its id.
    Found(Name),
    /// Whoever triggers what was made ready.
    Whoever,
    /// What is made ready.
    Ready(Box<Readied>),
    /// How a spell is cast.
    Cast(Box<Casting>),
    /// A spell that lasts.
    Spell(SpellId),
    /// A spell that is known.
    Known(Name),
}

impl Target {
    /// The battle as one who aims so imagines it: one who is hidden stands where it is thought to be.
    pub fn imagined<'a>(&self, view: View<'a>) -> View<'a> {
        match self {
            Target::Guess { who, cell } => view.with(*who, (*cell).into()),
            _ => view,
        }
    }
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

    /// A flight that ends so many feet higher, or lower if below 0.
    pub fn flying(action: impl Into<Name>, path: Vec<Cell>, rises: i16) -> Act {
        Act { action: action.into(), target: Target::Flight { path, rises }, weapon: None }
    }

    /// The way of a movement at a gait, with the gait as it goes up or down; nothing of what is no movement.
    pub fn movement(&self, gait: Gait) -> Option<(Gait, &[Cell])> {
        match (&self.target, gait) {
            (Target::Path(path), gait) => Some((gait, path)),
            (Target::Flight { path, rises }, Gait::Fly(_)) => Some((Gait::Fly(Pitch::By(*rises)), path)),
            _ => None,
        }
    }

    /// An action on one who is hidden, in the space where it is thought to be.
    pub fn guessing(action: impl Into<Name>, who: CombatantId, cell: Cell) -> Act {
        Act { action: action.into(), target: Target::Guess { who, cell }, weapon: None }
    }

    /// What it is aimed at; for a spell, what that is cast at.
    pub fn aim(&self) -> &Target {
        match &self.target {
            Target::Cast(casting) => &casting.at,
            target => target,
        }
    }

    /// The battle as the actor imagines it: one who is hidden stands where it is thought to be.
    pub fn imagined<'a>(&self, view: View<'a>) -> View<'a> {
        self.aim().imagined(view)
    }

    /// Whether it goes to a space where its target is not.
    pub fn goes_astray(&self, view: View<'_>) -> bool {
        match self.aim() {
            Target::Guess { who, cell } => !view.footprint(*who).contains(view.shape(), *cell),
            _ => false,
        }
    }

    /// The combatant it is aimed at.
    pub fn aimed_at(&self) -> Option<CombatantId> {
        match self.aim() {
            Target::Combatant(id) | Target::Guess { who: id, .. } => Some(*id),
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
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, Reflect)]
#[reflect(opaque, Component, Debug, PartialEq, Serialize, Deserialize)]
pub struct Ready(pub Option<Readied>);
