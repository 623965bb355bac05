//! What overlays read.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

use crate::battle::View;
use crate::content::policy::Rulebook;
use crate::ecs::ShownBattle;
use crate::gui::board::Layout;
use crate::gui::known::Watch;
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
pub struct OverlayParams<'w> {
    pub(in crate::gui::overlay) snapshot: Res<'w, ShownBattle>,
    pub(in crate::gui::overlay) watch: Res<'w, Watch>,
    pub(in crate::gui::overlay) session: Res<'w, Session>,
    pub(in crate::gui::overlay) layout: Res<'w, Layout>,
}

impl OverlayParams<'_> {
    pub(in crate::gui::overlay) fn view(&self) -> View<'_> {
        self.watch.view(&self.snapshot)
    }

    pub(in crate::gui::overlay) fn rules(&self) -> &Ruleset {
        self.session.rules()
    }

    pub(in crate::gui::overlay) fn book(&self) -> Rulebook<'_> {
        self.rules().book()
    }

    pub(in crate::gui::overlay) fn has_changed(&self) -> bool {
        self.snapshot.is_changed() || self.layout.is_changed() || self.watch.is_changed()
    }
}
