//! Declared actions: what a combatant does, to which target and with which weapon.

use serde::{Deserialize, Serialize};

use crate::battle::{Casting, CombatantId, Facing, Readied, SpellId, ThingRef, WeaponSlot};
use crate::content::{Components, Gait, Name, Pitch};
use crate::grid::Cell;

/// Target of an action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Target {
    /// The actor itself.
    Own,
    /// A combatant.
    Combatant(CombatantId),
    /// A hidden combatant, in the cell where the actor suspects it.
    Guess {
        /// The hidden combatant.
        who: CombatantId,
        /// The suspected cell.
        cell: Cell,
    },
    /// A cell.
    Cell(Cell),
    /// A path of cells. Excludes the actor's cell; the last cell is the destination.
    Path(Vec<Cell>),
    /// A path through the air.
    Flight {
        /// Cells of the path, without the actor's cell.
        path: Vec<Cell>,
        /// Change in height in the board's unit, negative for descending.
        rises: i16,
    },
    /// A facing to turn to.
    Facing(Facing),
    /// One of the actor's weapons.
    Weapon(WeaponSlot),
    /// An item on the ground, by id.
    Found(Name),
    /// The combatant that triggers a readied action.
    Whoever,
    /// An action to be readied.
    Ready(Box<Readied>),
    /// A spell with its energy and target.
    Cast(Box<Casting>),
    /// A lasting spell.
    Spell(SpellId),
    /// A known spell.
    Known(Name),
    /// A charge along a path at a combatant.
    Charge {
        /// Cells of the path, without the actor's cell.
        path: Vec<Cell>,
        /// The combatant charged at.
        at: CombatantId,
    },
    /// An object on the board.
    Thing(ThingRef),
    /// A combatant that an attack on another now targets, as if it stood in the other's space (HD-302, HD-303).
    Redirected {
        /// The new target.
        who: CombatantId,
        /// The combatant that was attacked.
        from: CombatantId,
    },
}

/// A declared action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Act {
    /// Id of the action.
    pub action: Name,
    /// Target of the action.
    pub target: Target,
    /// Weapon used; `None` if the action uses none, or to take the first one that suits it.
    pub weapon: Option<WeaponSlot>,
    /// The part of the body that an attack is aimed at, or the level of the wound that is treated; `None` for the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<Name>,
}

impl Act {
    /// An action on the actor itself.
    pub fn own(action: impl Into<Name>) -> Act {
        Act { action: action.into(), target: Target::Own, weapon: None, part: None }
    }

    /// An action on another combatant.
    pub fn at(action: impl Into<Name>, target: CombatantId, weapon: Option<WeaponSlot>) -> Act {
        Act { action: action.into(), target: Target::Combatant(target), weapon, part: None }
    }

    /// An action on an object on the board.
    pub fn at_thing(action: impl Into<Name>, thing: ThingRef, weapon: Option<WeaponSlot>) -> Act {
        Act { action: action.into(), target: Target::Thing(thing), weapon, part: None }
    }

    /// This action aimed at a part of the body, or at a wound of a level.
    pub fn aimed_at_part(self, part: Name) -> Act {
        Act { part: Some(part), ..self }
    }

    /// A movement along a path.
    pub fn along(action: impl Into<Name>, path: Vec<Cell>) -> Act {
        Act { action: action.into(), target: Target::Path(path), weapon: None, part: None }
    }

    /// A flight along a path that ends higher by `rises`, in the board's unit, or lower if negative.
    pub fn flying(action: impl Into<Name>, path: Vec<Cell>, rises: i16) -> Act {
        Act { action: action.into(), target: Target::Flight { path, rises }, weapon: None, part: None }
    }

    /// A charge along a path at a combatant.
    pub fn charging(action: impl Into<Name>, path: Vec<Cell>, at: CombatantId) -> Act {
        Act { action: action.into(), target: Target::Charge { path, at }, weapon: None, part: None }
    }

    /// Gait and path if this act is a movement; `None` otherwise. For flights the gait includes the change in height.
    pub fn movement(&self, gait: Gait) -> Option<(Gait, &[Cell])> {
        match (&self.target, gait) {
            (Target::Path(path) | Target::Charge { path, .. }, gait) => Some((gait, path)),
            (Target::Flight { path, rises }, Gait::Fly(_)) => Some((Gait::Fly(Pitch::By(*rises)), path)),
            _ => None,
        }
    }

    /// An action on a hidden combatant, in the cell where it is suspected.
    pub fn guessing(action: impl Into<Name>, who: CombatantId, cell: Cell) -> Act {
        Act { action: action.into(), target: Target::Guess { who, cell }, weapon: None, part: None }
    }

    /// Target of the act; for a spell, the target of the spell.
    pub fn aim(&self) -> &Target {
        match &self.target {
            Target::Cast(casting) => &casting.at,
            target => target,
        }
    }

    /// The targeted combatant.
    pub fn aimed_at(&self) -> Option<CombatantId> {
        match self.aim() {
            Target::Combatant(id)
            | Target::Guess { who: id, .. }
            | Target::Redirected { who: id, .. }
            | Target::Charge { at: id, .. } => Some(*id),
            _ => None,
        }
    }

    /// The targeted object on the board.
    pub fn thing(&self) -> Option<ThingRef> {
        if let Target::Thing(thing) = self.target { Some(thing) } else { None }
    }

    /// Energy spent on the spell, if it casts one.
    pub fn energy(&self) -> Option<Components> {
        if let Target::Cast(casting) = &self.target { Some(casting.energy) } else { None }
    }
}
