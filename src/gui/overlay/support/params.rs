//! What overlays read.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::battle::CombatantId;
use crate::content::policy::Rulebook;
use crate::ecs::{CombatantDataItem, Combatants, ShownBattle};
use crate::gui::board::Layout;
use crate::gui::known::FogOfWar;
use crate::gui::session::Session;
use crate::rules::Ruleset;

/// Which overlays the player wants.
#[derive(Resource, Debug)]
pub struct OverlaySettings {
    /// Threatened cells.
    pub threats: bool,
    /// Lines of flanking.
    pub flanks: bool,
    /// The situation at the end of the path under the pointer.
    pub preview: bool,
}

impl Default for OverlaySettings {
    fn default() -> OverlaySettings {
        OverlaySettings { threats: true, flanks: true, preview: true }
    }
}

/// The shown battle as the players at the window know it, and its rules.
#[derive(SystemParam)]
pub struct OverlayParams<'w, 's> {
    pub(in crate::gui::overlay) battle: Res<'w, ShownBattle>,
    pub(in crate::gui::overlay) combatants: Combatants<'w, 's>,
    pub(in crate::gui::overlay) fog: Res<'w, FogOfWar>,
    pub(in crate::gui::overlay) session: Res<'w, Session>,
    pub(in crate::gui::overlay) layout: Res<'w, Layout>,
}

impl OverlayParams<'_, '_> {
    pub(in crate::gui::overlay) fn rules(&self) -> &Ruleset {
        self.session.rules()
    }

    pub(in crate::gui::overlay) fn book(&self) -> Rulebook<'_> {
        self.rules().book()
    }

    pub(in crate::gui::overlay) fn has_changed(&self) -> bool {
        self.battle.is_changed() || self.layout.is_changed() || self.fog.is_changed()
    }

    /// Combatants in play whose place is known, by number.
    pub(in crate::gui::overlay) fn present(&self) -> impl Iterator<Item = CombatantDataItem<'_, '_>> {
        self.combatants.iter().filter(|data| !data.out_of_play.0 && self.fog.knows(data.combatant.id))
    }

    /// The middle of a combatant, in world units, and its size in cells across.
    pub(in crate::gui::overlay) fn place(&self, who: CombatantId) -> Option<(Vec2, f32)> {
        let footprint = self.combatants.footprint(who)?;
        Some((self.layout.middle(footprint), f32::from(footprint.across())))
    }
}
