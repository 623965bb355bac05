//! Windows that open over every screen: the codex, the list of keys, the settings.

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};

use super::codex::{self, CodexView};
use super::desk::Hud;
use super::settings::{self, Settings};
use super::{frame, help};
use crate::gui::keys::{Command, KeyMap, Keys};
use crate::gui::screens::{CodexSource, Screen};
use crate::gui::session::Session;

/// Which windows are open.
#[derive(Resource, Default, Debug)]
pub struct Windows {
    pub codex: Option<CodexView>,
    pub help: bool,
    pub settings: bool,
    /// Standing orders; drawn by the panel of that name.
    pub orders: bool,
}

impl Windows {
    /// Opens the codex at a rule.
    pub fn open_rule(&mut self, id: &str) {
        let view = self.codex.get_or_insert_default();
        view.go_to(id);
    }

    /// Whether any window is open.
    pub fn any(&self) -> bool {
        self.codex.is_some() || self.help || self.settings
    }
}

/// Opens windows by keys and draws them.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, press).add_systems(EguiPrimaryContextPass, show.after(super::battle));
}

fn press(keys: Keys, screen: Res<State<Screen>>, mut windows: ResMut<Windows>, mut hud: ResMut<Hud>) {
    if keys.pressed(Command::ShowCodex) {
        windows.codex = if windows.codex.is_some() { None } else { Some(CodexView::default()) };
    }
    if keys.pressed(Command::ShowHelp) {
        windows.help = !windows.help;
    }
    if keys.pressed(Command::ShowSettings) {
        windows.settings = !windows.settings;
    }
    if *screen.get() == Screen::Battle && keys.pressed(Command::ToggleUnit) {
        hud.unit_open = !hud.unit_open;
    }
    if *screen.get() == Screen::Battle && keys.pressed(Command::ToggleLog) {
        hud.side_open = !hud.side_open;
    }
}

fn show(
    mut contexts: EguiContexts,
    mut windows: ResMut<Windows>,
    keys: Res<KeyMap>,
    mut settings: ResMut<Settings>,
    session: Option<Res<Session>>,
    source: Option<Res<CodexSource>>,
) -> Result {
    if !windows.any() {
        return Ok(());
    }
    let ctx = contexts.ctx_mut()?.clone();
    let rules =
        session.map(|session| session.opening.setup.rules.clone()).or_else(|| source.map(|source| source.0.clone()));
    if let (Some(mut view), Some(rules)) = (windows.codex.take(), rules) {
        let title = format!("Codex: {}", rules.policies.name);
        let stays =
            frame::window(&ctx, &title, egui::vec2(860.0, 560.0), |ui| codex::show(ui, &rules.codex, &mut view));
        windows.codex = stays.then_some(view);
    }
    if windows.help {
        windows.help = frame::window(&ctx, "Keys and marks", egui::vec2(760.0, 560.0), |ui| help::show(ui, &keys));
    }
    if windows.settings {
        let mut changed = settings.clone();
        windows.settings =
            frame::window(&ctx, "Settings", egui::vec2(520.0, 300.0), |ui| settings::form(ui, &mut changed));
        settings.set_if_neq(changed);
    }
    Ok(())
}
