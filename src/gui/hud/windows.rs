//! Windows that open over every screen: the codex, the list of keys, the settings.

use bevy::input::InputSystems;
use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};

use super::codex::{self, CodexView};
use super::desk::Hud;
use super::handover::Handover;
use super::rebind::{self, Rebinding};
use super::settings::{self, Settings, SettingsFile};
use super::{frame, help};
use crate::gui::keys::{Command, KeyMap, Keys, KeysTaken};
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
    /// Which page of the settings.
    pub page: Page,
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

    /// Closes one window; says whether there was any.
    fn close_one(&mut self) -> bool {
        let codex = self.codex.take().is_some();
        codex || [&mut self.help, &mut self.settings].into_iter().any(std::mem::take)
    }
}

/// The pages of the settings.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Page {
    #[default]
    General,
    Keys,
}

/// Opens windows by keys and draws them.
pub fn plugin(app: &mut App) {
    app.init_resource::<Rebinding>()
        .add_systems(PreUpdate, (rebind::listen, take_keys, press.pipe(swallow)).chain().after(InputSystems))
        .add_systems(EguiPrimaryContextPass, show.after(super::battle));
}

/// Whoever listens to all keys takes them from the battle.
fn take_keys(rebinding: Res<Rebinding>, handover: Res<Handover>, mut taken: ResMut<KeysTaken>, mut was: Local<bool>) {
    // The key that was just chosen is not pressed for anything else.
    let listening = rebinding.is_listening();
    taken.0 = handover.is_up() || listening || *was;
    *was = listening;
}

/// A window that was closed took the key.
fn swallow(In(closed): In<bool>, mut taken: ResMut<KeysTaken>) {
    taken.0 |= closed;
}

/// Opens and closes windows; says whether one was closed by the key that cancels.
fn press(keys: Keys, screen: Res<State<Screen>>, mut windows: ResMut<Windows>, mut hud: ResMut<Hud>) -> bool {
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
    keys.pressed(Command::Cancel) && windows.any() && windows.close_one()
}

fn show(
    mut contexts: EguiContexts,
    mut windows: ResMut<Windows>,
    keys: Res<KeyMap>,
    (mut settings, mut file, mut rebinding): (ResMut<Settings>, ResMut<SettingsFile>, ResMut<Rebinding>),
    session: Option<Res<Session>>,
    source: Option<Res<CodexSource>>,
) -> Result {
    if !windows.settings {
        rebinding.bypass_change_detection().leave();
    }
    if !windows.any() {
        return Ok(());
    }
    let ctx = contexts.ctx_mut()?.clone();
    let rules =
        session.map(|session| session.opening.setup.rules.clone()).or_else(|| source.map(|source| source.0.clone()));
    if let (Some(mut view), Some(rules)) = (windows.codex.take(), &rules) {
        let title = format!("Codex: {}", rules.policies.name);
        let stays =
            frame::window(&ctx, &title, egui::vec2(860.0, 560.0), |ui| codex::show(ui, &rules.codex, &mut view));
        windows.codex = stays.then_some(view);
    }
    if windows.help {
        windows.help = frame::window(&ctx, "Keys and marks", egui::vec2(860.0, 560.0), |ui| help::show(ui, &keys));
    }
    if windows.settings {
        let (mut changed, mut page) = (settings.clone(), windows.page);
        windows.settings = frame::window(&ctx, "Settings", egui::vec2(700.0, 520.0), |ui| {
            ui.horizontal(|ui| {
                ui.selectable_value(&mut page, Page::General, "General");
                ui.selectable_value(&mut page, Page::Keys, "Keys");
            });
            ui.separator();
            match page {
                Page::General => settings::form(ui, &mut changed, &mut file),
                Page::Keys => rebind::show(ui, rules.as_deref(), &mut changed.keys, &mut rebinding),
            }
        });
        windows.page = page;
        settings.set_if_neq(changed);
    }
    Ok(())
}
