//! Spells being cast, lasting spells, and the zones that they create.

use serde::{Deserialize, Serialize};

use crate::battle::{Act, CombatantId, Target, Until, WeaponSlot};
use crate::content::{Components, Name, ZoneKind};
use crate::grid::Cell;

/// The caster's choices for a spell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Casting {
    /// Energy spent on each component.
    pub energy: Components,
    /// Target of the spell.
    pub at: Target,
}

/// Number of a lasting spell, unique within its battle.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SpellId(pub u32);

/// A lasting spell.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ActiveSpell {
    /// Number of the spell.
    pub id: SpellId,
    /// Caster.
    pub caster: CombatantId,
    /// Id of the action that cast it.
    pub spell: Name,
    /// Energy spent on each component.
    pub energy: Components,
    /// Target of the spell.
    pub at: Target,
    /// The zone it creates, if any.
    pub zone: Option<Box<SpellZone>>,
    /// When it ends by itself.
    pub until: Until,
    /// Number of the caster's turn in which it was cast.
    pub cast: u16,
    /// Number of the caster's turn in which it was last controlled.
    pub controlled: Option<u16>,
    /// Energy that is invested in it, and returns to its caster when it ends.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub invested: i16,
    /// The item of the caster that casts it, if one does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub item: Option<SpellItem>,
}

/// A magical item with an effect that lasts.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpellItem {
    /// Its slot on the sheet of the caster.
    pub slot: WeaponSlot,
    /// The weapon that it was before all its effects.
    pub original: Name,
}

fn is_zero(energy: &i16) -> bool {
    *energy == 0
}

impl ActiveSpell {
    /// The affected combatant; `None` if the spell targets a place.
    pub fn target(&self) -> Option<CombatantId> {
        if let Target::Combatant(who) = self.at { Some(who) } else { None }
    }

    /// The act that cast it.
    pub fn act(&self) -> Act {
        let casting = Casting { energy: self.energy, at: self.at.clone() };
        Act { target: Target::Cast(Box::new(casting)), ..Act::own(self.spell) }
    }
}

/// A set of cells affected by a lasting spell: fog, an illusion or changed terrain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpellZone {
    /// Content of the zone.
    pub does: ZoneKind,
    /// Sorted, without duplicates.
    pub cells: Vec<Cell>,
    /// Changed terrain, if any.
    pub ground: Option<NewGround>,
    /// Enemies that have recognized it as an illusion.
    pub known_by: Vec<CombatantId>,
}

/// Terrain that temporarily replaces other terrain; kinds are palette indices of the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewGround {
    /// The new terrain.
    pub tile: u8,
    /// Replaced terrain of each cell, in the order of the cells.
    pub was: Vec<u8>,
}

impl SpellZone {
    /// Whether a cell is in the zone.
    pub fn holds(&self, cell: Cell) -> bool {
        self.cells.binary_search(&cell).is_ok()
    }
}
