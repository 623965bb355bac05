//! Which windows are open.

use bevy::prelude::*;
use bevy_egui::egui;

use super::codex::CodexView;
use crate::gui::hud::layout;

/// Where to go from a running battle.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Leaving {
    /// To the title screen.
    Battle,
    /// Out of the program.
    Program,
}

impl Leaving {
    pub(super) fn title(self) -> &'static str {
        match self {
            Leaving::Battle => "Leave this battle?",
            Leaving::Program => "Close Warboard?",
        }
    }

    pub(super) fn button(self) -> &'static str {
        match self {
            Leaving::Battle => "Leave",
            Leaving::Program => "Close",
        }
    }
}

/// Which windows are open.
#[derive(Resource, Default, Debug)]
pub struct OpenWindows {
    /// The open codex.
    pub codex: Option<CodexView>,
    /// The list of keys and marks.
    pub help: bool,
    /// The settings.
    pub settings: bool,
    /// The standing orders, drawn by their own system.
    pub orders: bool,
    /// The open confirmation before leaving, drawn in front of everything else.
    pub leaving: Option<Leaving>,
    /// The open page of the settings.
    pub page: SettingsPage,
}

impl OpenWindows {
    /// Opens the codex at a rule.
    pub fn open_rule(&mut self, id: &str) {
        let view = self.codex.get_or_insert_default();
        view.go_to(id);
    }

    /// Whether any window is open.
    pub fn any(&self) -> bool {
        self.codex.is_some() || self.help || self.settings || self.orders || self.leaving.is_some()
    }

    /// Closes the topmost window.
    pub(super) fn close_topmost(&mut self, ctx: &egui::Context) {
        if self.leaving.take().is_some() {
            return;
        }
        let open = [
            ("codex", self.codex.is_some()),
            ("help", self.help),
            ("settings", self.settings),
            ("orders", self.orders),
        ];
        let layers: Vec<egui::LayerId> = ctx.memory(|memory| memory.layer_ids().collect());
        let height = |name: &str| layers.iter().position(|layer| *layer == layout::window_layer(ctx, name));
        let topmost = open.into_iter().filter(|(_, open)| *open).max_by_key(|(name, _)| height(name));
        match topmost.map(|(name, _)| name) {
            Some("codex") => self.codex = None,
            Some("help") => self.help = false,
            Some("settings") => self.settings = false,
            Some(_) => self.orders = false,
            None => {}
        }
    }
}

/// The pages of the settings.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum SettingsPage {
    /// Speed, scale, colours and the like.
    #[default]
    General,
    /// Key bindings.
    Keys,
}
