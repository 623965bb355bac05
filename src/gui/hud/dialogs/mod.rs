//! Windows that open over the screens: codex, help, settings, standing orders, and the confirmation before leaving.

pub mod codex;
pub mod file_changes;
mod help;
mod key_bindings;
mod settings_form;
pub mod standing_orders;

use bevy::input::InputSystems;
use bevy::prelude::*;
use bevy::window::WindowCloseRequested;
use bevy_egui::egui::{Button, Context, Id, Label, LayerId, Modal, RichText, Vec2, vec2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use super::state::{DrawPanels, Handover, Hud, Leaving, OpenWindows, SettingsPage, SidePanel, covers};
use super::{layout, style};
use crate::gui::input::Offered;
use crate::gui::keys::{KeyCapture, KeyCommand, KeyMap, Keys};
use crate::gui::saves::SessionRequest;
use crate::gui::screens::{CodexSource, Screen};
use crate::gui::session::Session;
use crate::gui::session::files::BattleFiles;
use crate::gui::settings::{Settings, SettingsFile};
use codex::CodexView;
use key_bindings::Rebinding;

/// Size of the windows for reading, in points.
const WIDE: Vec2 = vec2(860.0, 560.0);

/// Adds the windows, and the confirmation before leaving.
pub fn plugin(app: &mut App) {
    app.init_resource::<Rebinding>()
        .add_systems(PreUpdate, (key_bindings::listen, take_keys, press.pipe(close)).chain().after(InputSystems))
        .add_systems(OnExit(Screen::Battle), |mut windows: ResMut<OpenWindows>| {
            (windows.orders, windows.leaving) = (false, None);
        })
        .add_systems(EguiPrimaryContextPass, show.after(DrawPanels).run_if(not(covers)))
        .add_systems(Update, close_requested)
        .add_systems(
            EguiPrimaryContextPass,
            confirm_leaving.after(DrawPanels).run_if(in_state(Screen::Battle)).run_if(resource_exists::<Session>),
        );
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
    for (key, side) in [(KeyCommand::ToggleUnit, SidePanel::Unit), (KeyCommand::ToggleLog, SidePanel::Log)] {
        if before_panels && keys.pressed(key) {
            let shown = hud.shows(side);
            hud.open(side, !shown);
        }
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
            close_topmost(&mut windows, ctx);
        }
        return;
    }
    let closes = cancels && *screen.get() == Screen::Battle;
    if closes && (files.dismiss() || (offered.who.is_some() && hud.pinned.take().is_some())) {
        *taken = KeyCapture::All;
    }
}

fn close_topmost(windows: &mut OpenWindows, ctx: &Context) {
    if windows.leaving.take().is_some() {
        return;
    }
    let open = [
        ("codex", windows.codex.is_some()),
        ("help", windows.help),
        ("settings", windows.settings),
        ("orders", windows.orders),
    ];
    let layers: Vec<LayerId> = ctx.memory(|memory| memory.layer_ids().collect());
    let height = |name: &str| layers.iter().position(|layer| *layer == layout::window_layer(ctx, name));
    let topmost = open.into_iter().filter(|(_, open)| *open).max_by_key(|(name, _)| height(name));
    match topmost.map(|(name, _)| name) {
        Some("codex") => windows.codex = None,
        Some("help") => windows.help = false,
        Some("settings") => windows.settings = false,
        Some(_) => windows.orders = false,
        None => {}
    }
}

/// Draws codex, help and settings.
fn show(
    mut contexts: EguiContexts,
    mut windows: ResMut<OpenWindows>,
    keys: Res<KeyMap>,
    (mut settings, mut file, mut rebinding): (ResMut<Settings>, ResMut<SettingsFile>, ResMut<Rebinding>),
    (session, source): (Option<Res<Session>>, Option<Res<CodexSource>>),
) -> Result {
    if !windows.settings {
        rebinding.bypass_change_detection().leave();
    }
    if !windows.any() {
        return Ok(());
    }
    let ctx = contexts.ctx_mut()?.clone();
    let rules = session.map(|session| session.opening.setup.rules.clone());
    let rules = rules.or_else(|| source.map(|source| source.0.clone()));
    if let (Some(mut view), Some(rules)) = (windows.codex.take(), &rules) {
        let title = format!("Codex: {}", rules.policies.name);
        let stays = layout::window(&ctx, "codex", &title, WIDE, |ui| codex::show(ui, &rules.codex, &mut view));
        windows.codex = stays.then_some(view);
    }
    if windows.help {
        windows.help = layout::window(&ctx, "help", "Keys and marks", WIDE, |ui| help::show(ui, &keys));
    }
    if windows.settings {
        let (mut changed, mut page) = (settings.clone(), windows.page);
        windows.settings = layout::window(&ctx, "settings", "Settings", vec2(700.0, 520.0), |ui| {
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

/// Closes the window at once unless a battle is running; a second request closes it in any case.
fn close_requested(
    mut requested: MessageReader<WindowCloseRequested>,
    screen: Res<State<Screen>>,
    mut windows: ResMut<OpenWindows>,
    mut exit: MessageWriter<AppExit>,
) {
    for _ in requested.read() {
        if *screen.get() != Screen::Battle || windows.leaving == Some(Leaving::Program) {
            exit.write(AppExit::Success);
        }
        windows.leaving = Some(Leaving::Program);
    }
}

/// Draws the confirmation before a running battle is left or the window is closed.
fn confirm_leaving(
    mut contexts: EguiContexts,
    (session, keys): (Res<Session>, Res<KeyMap>),
    mut windows: ResMut<OpenWindows>,
    mut requests: MessageWriter<SessionRequest>,
    mut exit: MessageWriter<AppExit>,
) -> Result {
    let Some(leaving) = windows.leaving else { return Ok(()) };
    let ctx = contexts.ctx_mut()?.clone();
    let (title, leave) = match leaving {
        Leaving::Battle => ("Leave this battle?", "Leave"),
        Leaving::Program => ("Close Warboard?", "Close"),
    };
    let words = if session.is_written_down() {
        "The battle is saved. “Continue” on the title screen resumes it."
    } else {
        "The battle cannot be saved and will be lost."
    };
    let modal = Modal::new(Id::new("leaving")).show(&ctx, |ui| {
        ui.set_width(380.0);
        ui.colored_label(style::GOLD, RichText::new(title).size(22.0).strong());
        ui.add(Label::new(words).wrap());
        ui.add_space(10.0);
        let button = |words: &str| Button::new(RichText::new(words).size(17.0)).min_size(vec2(120.0, 34.0));
        let stay = keys.hint("Stay", KeyCommand::Cancel);
        ui.horizontal(|ui| (ui.add(button(leave)).clicked(), ui.add(button(&stay)).clicked())).inner
    });
    let (leaves, stays) = modal.inner;
    if leaves || stays || modal.backdrop_response.clicked() {
        windows.leaving = None;
    }
    match leaving {
        Leaving::Battle if leaves => drop(requests.write(SessionRequest::Leave)),
        Leaving::Program if leaves => drop(exit.write(AppExit::Success)),
        _ => {}
    }
    Ok(())
}
