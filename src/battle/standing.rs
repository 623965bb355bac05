//! Standing facts: answers of the rules kept as components, for the window, an inspector and tests.
//!
//! They are derived, outside checksum and save. A rule in the middle of a resolution asks the function, never these.

use bevy::prelude::*;

use super::CombatantId;
use crate::grid::CoverGrade;

/// Enemies who could strike this combatant right now, by number.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component)]
pub struct Threatened(pub Vec<CombatantId>);

/// Two enemies who flank this combatant; `None` if nobody does.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component)]
pub struct Flanked(pub Option<(CombatantId, CombatantId)>);

/// The cover this combatant has from each enemy that it has cover from.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component)]
pub struct InCover(#[reflect(ignore)] pub Vec<(CombatantId, CoverGrade)>);

/// How well somebody is seen by one other; a later one is seen worse.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Reflect)]
pub enum Visibility {
    #[default]
    Seen,
    /// Hard to see, although it is known where it is.
    Concealed,
    /// It is not known where it is.
    Hidden,
    /// It is not known to be there at all.
    Undetected,
}

/// How enemies see this combatant who do not see it plainly, by number.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component)]
pub struct Visible(pub Vec<(CombatantId, Visibility)>);

/// Who holds this combatant, and whom it holds.
#[derive(Component, Clone, Debug, Default, PartialEq, Eq, Reflect)]
#[reflect(Component)]
pub struct Grappled {
    /// Its holders.
    pub by: Vec<CombatantId>,
    /// Those it holds.
    pub holding: Vec<CombatantId>,
}
