//! Windows that open over the screens: codex, help, settings, standing orders, the pause menu, saved battles, and the confirmation
//! before leaving.

pub mod battle_dialogs;
mod codex;
pub(super) mod file_edits;
mod pause;
mod saves;
mod settings;
mod sound;

use bevy::prelude::*;
use bevy_egui::egui::{Context, Label, LayerId, RichText, ScrollArea, Ui, Vec2, vec2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use crate::gui::hud::state::{CodexView, DrawPanels, Handover, Hud, OpenWindows, PausePage, SidePanel, covers};
use crate::gui::hud::widgets::line;
use crate::gui::hud::{layout, style};
use crate::gui::input::{GAMEPAD_HELP, Offered};
use crate::gui::keys::{KeyCapture, KeyCommand, KeyMap, Keys, SendCommands};
use crate::gui::screens::{CodexSource, Screen};
use crate::gui::session::Session;
use crate::gui::session::files::BattleFiles;
use crate::gui::settings::{Settings, SettingsFile};
use crate::gui::sound::SoundState;
use settings::Rebinding;

/// Size of the windows for reading, in points.
const WIDE: Vec2 = vec2(860.0, 560.0);

const MARKS: [(&str, &str); 18] = [
    ("bright cells, full line", "reached with the next move"),
    ("dark cells, dashed line", "reached later: the number is the count or action"),
    ("red hatching", "threatened by an enemy"),
    ("green rings", "can be chosen or targeted"),
    ("crossed out", "cannot be targeted; the tooltip says why"),
    ("line of sight", "green: clear; yellow: cover; red: blocked, with the obstacle"),
    ("gold dashes", "zone of a goal"),
    ("violet dashes", "two flankers and their target"),
    ("question mark in a ring", "a hidden unit was last seen there"),
    ("question mark in a square", "the picked attack may target a hidden unit there"),
    ("dark cells, curls", "darkness; fog"),
    ("small badges on a token", "conditions: point at one to read its rule; the altitude beside them"),
    ("bars under a token", "green: hit points; amber: fatigue"),
    ("diamonds and squares under a token", "points left this round: actions, attacks"),
    ("red arrow with ! on a path", "an enemy may react to a step from there"),
    ("arrow between tokens", "what one is doing to the other now"),
    ("dashed arrow with a name", "an order already given for this moment"),
    ("disc patterns", "each side has its own pattern"),
];

pub fn plugin(app: &mut App) {
    app.init_resource::<Rebinding>()
        .add_systems(PreUpdate, (settings::listen, take_keys, press.pipe(close)).chain().after(SendCommands))
        .add_systems(OnExit(Screen::Battle), |mut windows: ResMut<OpenWindows>, mut hud: ResMut<Hud>| {
            hud.give_keys(false);
            (windows.orders, windows.saves) = (false, false);
            (windows.take_over, windows.pause, windows.leaving) = (None, None, None);
        })
        .init_resource::<saves::SaveList>()
        .add_systems(EguiPrimaryContextPass, (show, saves::show).chain().after(DrawPanels).run_if(not(covers)))
        .add_systems(
            EguiPrimaryContextPass,
            pause::show
                .after(DrawPanels)
                .run_if(not(covers))
                .run_if(in_state(Screen::Battle))
                .run_if(resource_exists::<Session>),
        )
        .add_systems(Update, battle_dialogs::close_requested)
        .add_systems(
            EguiPrimaryContextPass,
            battle_dialogs::confirm_leaving
                .after(DrawPanels)
                .run_if(in_state(Screen::Battle))
                .run_if(resource_exists::<Session>),
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
    let listening = rebinding.listening.is_some();
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
    if before_panels && keys.pressed(KeyCommand::FocusPanels) {
        let to_panels = !hud.in_panels;
        hud.give_keys(to_panels);
    }
    keys.pressed(KeyCommand::Cancel)
}

/// An open window takes the keys, and so do the panels if the player moves through them. Cancel closes the topmost window, gives
/// the keys back to the board, closes the file news, then the pinned forecast; when nothing is left to cancel in a battle, it opens
/// the pause menu.
fn close(
    In(cancels): In<bool>,
    mut contexts: EguiContexts,
    (screen, offered): (Res<State<Screen>>, Res<Offered>),
    (mut windows, mut hud, mut files): (ResMut<OpenWindows>, ResMut<Hud>, ResMut<BattleFiles>),
    (mut taken, mut cancellable): (ResMut<KeyCapture>, pause::Cancellable),
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
    if hud.in_panels {
        *taken = if cancels { KeyCapture::All } else { KeyCapture::ByPanels };
        if cancels {
            hud.give_keys(false);
        }
        return;
    }
    let closes = cancels && *screen.get() == Screen::Battle;
    if closes && (files.dismiss() || (offered.who.is_some() && hud.pinned.take().is_some())) {
        *taken = KeyCapture::All;
    } else if closes && cancellable.is_done() {
        windows.pause = Some(PausePage::Menu);
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
        ("learn", windows.learn),
        ("replays", windows.replays),
        ("take over", windows.take_over.is_some()),
        ("saves", windows.saves),
        ("pause", windows.pause.is_some()),
    ];
    let layers: Vec<LayerId> = ctx.memory(|memory| memory.layer_ids().collect());
    let height = |name: &str| layers.iter().position(|layer| *layer == layout::window_layer(ctx, name));
    let topmost = open.into_iter().filter(|(_, open)| *open).max_by_key(|(name, _)| height(name));
    match topmost.map(|(name, _)| name) {
        Some("codex") => windows.codex = None,
        Some("help") => windows.help = false,
        Some("settings") => windows.settings = false,
        Some("learn") => windows.learn = false,
        Some("replays") => windows.replays = false,
        Some("take over") => windows.take_over = None,
        Some("saves") => windows.saves = false,
        Some("pause") => windows.pause = None,
        Some(_) => windows.orders = false,
        None => {}
    }
}

fn show(
    mut contexts: EguiContexts,
    mut windows: ResMut<OpenWindows>,
    keys: Res<KeyMap>,
    (mut settings, mut file, mut rebinding): (ResMut<Settings>, ResMut<SettingsFile>, ResMut<Rebinding>),
    (session, source): (Option<Res<Session>>, Option<Res<CodexSource>>),
    sounds: Res<SoundState>,
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
        windows.help = layout::window(&ctx, "help", "Keys and marks", WIDE, |ui| help(ui, &keys));
    }
    if windows.settings {
        let (mut changed, mut keys_page) = (settings.clone(), windows.keys_page);
        windows.settings = layout::window(&ctx, "settings", "Settings", vec2(700.0, 700.0), |ui| {
            ui.horizontal(|ui| {
                ui.selectable_value(&mut keys_page, false, "General");
                ui.selectable_value(&mut keys_page, true, "Keys");
            });
            ui.separator();
            if keys_page {
                settings::keys(ui, rules.as_deref(), &mut changed.keys, &mut rebinding);
            } else {
                let page = ScrollArea::vertical().auto_shrink(false);
                page.show(ui, |ui| settings::general(ui, &mut changed, &mut file, &sounds));
            }
        });
        windows.keys_page = keys_page;
        settings.set_if_neq(changed);
    }
    Ok(())
}

fn help(ui: &mut Ui, keys: &KeyMap) {
    let heading = |ui: &mut Ui, words: &str| {
        ui.add_space(6.0);
        ui.label(style::heading(words));
    };
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        ui.columns_const(|[left, right]| {
            left.vertical(|ui| {
                let mut group = "";
                for command in KeyCommand::all() {
                    if command.group() != group {
                        group = command.group();
                        heading(ui, group);
                    }
                    help_row(ui, &keys.words(command), command.words());
                }
                heading(ui, "Actions and questions");
                help_row(ui, "on the button", "picks the action");
                help_row(ui, "1 to 9", "the weapon or answer with that number");
                line(ui, "Every key can be changed in the settings.", style::FAINT);
            });
            right.vertical(|ui| {
                heading(ui, "The mouse");
                help_row(ui, "left", "acts: move, attack, choose; elsewhere it selects a unit");
                help_row(ui, "right", "takes one step back; drag to pan");
                help_row(ui, "wheel", "zooms to the pointer; drag the middle button to pan");
                help_row(ui, "rest", "on a unit: the odds; a little longer: all their terms");
                if cfg!(feature = "gamepad") {
                    heading(ui, "The gamepad");
                    GAMEPAD_HELP.iter().for_each(|(button, words)| help_row(ui, button, words));
                }
                heading(ui, "Marks on the board");
                for (mark, words) in MARKS {
                    ui.add(Label::new(RichText::new(mark).strong()).wrap());
                    ui.indent(mark, |ui| line(ui, words, style::FAINT));
                }
            });
        });
    });
}

fn help_row(ui: &mut Ui, key: &str, words: &str) {
    ui.horizontal_top(|ui| {
        ui.allocate_ui(vec2(112.0, 18.0), |ui| {
            ui.set_min_width(112.0);
            ui.add(Label::new(RichText::new(key).strong()).wrap());
        });
        line(ui, words, style::FAINT);
    });
}
