//! Opens, draws and closes the windows that lie over every screen.

use bevy::input::InputSystems;
use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};

use super::codex::CodexView;
use super::key_bindings::Rebinding;
use super::open_windows::{OpenWindows, SettingsPage};
use super::{codex, help, key_bindings, settings_form};
use crate::gui::hud::handover::state::{Handover, covers};
use crate::gui::hud::layout;
use crate::gui::hud::state::{DrawPanels, Hud, SidePanel};
use crate::gui::input::Offered;
use crate::gui::keys::{KeyCapture, KeyCommand, KeyMap, Keys};
use crate::gui::screens::{CodexSource, Screen};
use crate::gui::session::Session;
use crate::gui::session::files::BattleFiles;
use crate::gui::settings::{Settings, SettingsFile};

/// Adds the windows.
pub fn plugin(app: &mut App) {
    app.init_resource::<Rebinding>()
        .add_systems(PreUpdate, (key_bindings::listen, take_keys, press.pipe(close)).chain().after(InputSystems))
        .add_systems(OnExit(Screen::Battle), |mut windows: ResMut<OpenWindows>| {
            (windows.orders, windows.leaving) = (false, None);
        })
        .add_systems(EguiPrimaryContextPass, show.after(DrawPanels).run_if(not(covers)));
}

/// Takes the keys from the battle while another screen or the key page listens to all of them.
fn take_keys(
    rebinding: Res<Rebinding>,
    (handover, windows): (Res<Handover>, Res<OpenWindows>),
    mut taken: ResMut<KeyCapture>,
    mut was: Local<bool>,
) {
    // The key that was just bound must not trigger anything else.
    let listening = rebinding.is_listening();
    // The confirmation before leaving lies in front of the hidden board.
    let hidden = handover.is_up() && windows.leaving.is_none();
    *taken = if hidden || listening || *was { KeyCapture::All } else { KeyCapture::Free };
    *was = listening;
}

/// Opens and closes windows and panels by keys. Returns whether the cancel key was pressed.
fn press(keys: Keys, screen: Res<State<Screen>>, mut windows: ResMut<OpenWindows>, mut hud: ResMut<Hud>) -> bool {
    if keys.pressed(KeyCommand::ShowCodex) {
        windows.codex = if windows.codex.is_some() { None } else { Some(CodexView::default()) };
    }
    if keys.pressed(KeyCommand::ShowHelp) {
        windows.help = !windows.help;
    }
    if keys.pressed(KeyCommand::ShowSettings) {
        windows.settings = !windows.settings;
    }
    let before_panels = *screen.get() == Screen::Battle && !windows.any();
    if before_panels && keys.pressed(KeyCommand::ToggleUnit) {
        let shown = hud.shows(SidePanel::Unit);
        hud.open(SidePanel::Unit, !shown);
    }
    if before_panels && keys.pressed(KeyCommand::ToggleLog) {
        let shown = hud.shows(SidePanel::Log);
        hud.open(SidePanel::Log, !shown);
    }
    keys.pressed(KeyCommand::Cancel)
}

/// While a window is open the battle gets no keys. The cancel key closes the topmost window, then the file news, then
/// the pinned forecast.
fn close(
    In(cancels): In<bool>,
    mut contexts: EguiContexts,
    (screen, offered): (Res<State<Screen>>, Res<Offered>),
    (mut windows, mut hud, mut files): (ResMut<OpenWindows>, ResMut<Hud>, ResMut<BattleFiles>),
    mut taken: ResMut<KeyCapture>,
) {
    if *taken != KeyCapture::Free {
        return;
    }
    if windows.any() {
        *taken = KeyCapture::ByWindow;
        if let (true, Ok(ctx)) = (cancels, contexts.ctx_mut()) {
            windows.close_topmost(ctx);
        }
        return;
    }
    let closes = cancels && *screen.get() == Screen::Battle;
    if closes && (files.dismiss() || (offered.who.is_some() && hud.pinned.take().is_some())) {
        *taken = KeyCapture::All;
    }
}

fn show(
    mut contexts: EguiContexts,
    mut windows: ResMut<OpenWindows>,
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
        let stays = layout::window(&ctx, "codex", &title, egui::vec2(860.0, 560.0), |ui| {
            codex::show(ui, &rules.codex, &mut view)
        });
        windows.codex = stays.then_some(view);
    }
    if windows.help {
        windows.help =
            layout::window(&ctx, "help", "Keys and marks", egui::vec2(860.0, 560.0), |ui| help::show(ui, &keys));
    }
    if windows.settings {
        let (mut changed, mut page) = (settings.clone(), windows.page);
        windows.settings = layout::window(&ctx, "settings", "Settings", egui::vec2(700.0, 520.0), |ui| {
            ui.horizontal(|ui| {
                ui.selectable_value(&mut page, SettingsPage::General, "General");
                ui.selectable_value(&mut page, SettingsPage::Keys, "Keys");
            });
            ui.separator();
            match page {
                SettingsPage::General => settings_form::form(ui, &mut changed, &mut file),
                SettingsPage::Keys => key_bindings::show(ui, rules.as_deref(), &mut changed.keys, &mut rebinding),
            }
        });
        windows.page = page;
        settings.set_if_neq(changed);
    }
    Ok(())
}
