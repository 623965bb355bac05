//! Windows that open over every screen: the codex, the list of keys, the settings.

use bevy::input::InputSystems;
use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};

use super::codex::{self, CodexView};
use super::desk::{Hud, SidePanel};
use super::handover::{self, Handover};
use super::leaving::Leaving;
use super::offered::Offered;
use super::rebind::{self, Rebinding};
use super::settings::{self, Settings, SettingsFile};
use super::{frame, help};
use crate::gui::keys::{Command, KeyMap, Keys, KeysTaken};
use crate::gui::screens::{CodexSource, Screen};
use crate::gui::session::Session;
use crate::gui::session::files::Files;

/// Which windows are open.
#[derive(Resource, Default, Debug)]
pub struct Windows {
    pub codex: Option<CodexView>,
    pub help: bool,
    pub settings: bool,
    /// Standing orders; drawn by the panel of that name.
    pub orders: bool,
    /// Whether the battle shall be left; drawn as a question before everything else.
    pub leaving: Option<Leaving>,
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
        self.codex.is_some() || self.help || self.settings || self.orders || self.leaving.is_some()
    }

    /// Closes the window that lies before all others.
    fn close_topmost(&mut self, ctx: &egui::Context) {
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
        let height = |name: &str| layers.iter().position(|layer| *layer == frame::window_layer(ctx, name));
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
pub enum Page {
    #[default]
    General,
    Keys,
}

/// Opens windows by keys and draws them.
pub fn plugin(app: &mut App) {
    app.init_resource::<Rebinding>()
        .add_systems(PreUpdate, (rebind::listen, take_keys, press.pipe(close)).chain().after(InputSystems))
        .add_systems(OnExit(Screen::Battle), |mut windows: ResMut<Windows>| {
            (windows.orders, windows.leaving) = (false, None);
        })
        .add_systems(EguiPrimaryContextPass, show.after(super::battle).run_if(not(handover::covers)));
}

/// Whoever listens to all keys takes them from the battle.
fn take_keys(
    rebinding: Res<Rebinding>,
    (handover, windows): (Res<Handover>, Res<Windows>),
    mut taken: ResMut<KeysTaken>,
    mut was: Local<bool>,
) {
    // The key that was just chosen is not pressed for anything else.
    let listening = rebinding.is_listening();
    // The question whether to leave lies before the hidden board.
    let hidden = handover.is_up() && windows.leaving.is_none();
    *taken = if hidden || listening || *was { KeysTaken::All } else { KeysTaken::Free };
    *was = listening;
}

/// Opens and closes windows and panels; says whether the key that cancels was pressed.
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
    let before_panels = *screen.get() == Screen::Battle && !windows.any();
    if before_panels && keys.pressed(Command::ToggleUnit) {
        let shown = hud.shows(SidePanel::Unit);
        hud.open(SidePanel::Unit, !shown);
    }
    if before_panels && keys.pressed(Command::ToggleLog) {
        let shown = hud.shows(SidePanel::Log);
        hud.open(SidePanel::Log, !shown);
    }
    keys.pressed(Command::Cancel)
}

/// While a window is open the battle gets no key; the one that cancels closes the topmost window, then the news of files
/// and then the forecast.
fn close(
    In(cancels): In<bool>,
    mut contexts: EguiContexts,
    (screen, offered): (Res<State<Screen>>, Res<Offered>),
    (mut windows, mut hud, mut files): (ResMut<Windows>, ResMut<Hud>, ResMut<Files>),
    mut taken: ResMut<KeysTaken>,
) {
    if *taken != KeysTaken::Free {
        return;
    }
    if windows.any() {
        *taken = KeysTaken::ByWindow;
        if let (true, Ok(ctx)) = (cancels, contexts.ctx_mut()) {
            windows.close_topmost(ctx);
        }
        return;
    }
    let closes = cancels && *screen.get() == Screen::Battle;
    if closes && (files.put_aside() || (offered.who.is_some() && hud.pinned.take().is_some())) {
        *taken = KeysTaken::All;
    }
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
        let stays = frame::window(&ctx, "codex", &title, egui::vec2(860.0, 560.0), |ui| {
            codex::show(ui, &rules.codex, &mut view)
        });
        windows.codex = stays.then_some(view);
    }
    if windows.help {
        windows.help =
            frame::window(&ctx, "help", "Keys and marks", egui::vec2(860.0, 560.0), |ui| help::show(ui, &keys));
    }
    if windows.settings {
        let (mut changed, mut page) = (settings.clone(), windows.page);
        windows.settings = frame::window(&ctx, "settings", "Settings", egui::vec2(700.0, 520.0), |ui| {
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
