//! Dialogs about the running battle: the confirmation before leaving it, and changes of its files.

use bevy::prelude::*;
use bevy::window::WindowCloseRequested;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, Button, Id, Label, Modal, RichText, ScrollArea, Ui, vec2};

use crate::content::authored::Diagnostic;
use crate::gui::camera::PanelInsets;
use crate::gui::hud::state::{Leaving, OpenWindows};
use crate::gui::hud::style;
use crate::gui::keys::{KeyCommand, KeyMap};
use crate::gui::saves::SessionRequest;
use crate::gui::screens::Screen;
use crate::gui::session::Session;
use crate::gui::session::files::{BattleFiles, FileChanges};

/// Closes the window at once unless a battle is running; a second request closes it in any case.
pub fn close_requested(
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
pub fn confirm_leaving(
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

/// Draws news about the files of the battle, if there are any: errors in broken files, or changed files that can be played.
pub fn show_file_changes(
    mut contexts: EguiContexts,
    covered: Res<PanelInsets>,
    mut files: ResMut<BattleFiles>,
    mut requests: MessageWriter<SessionRequest>,
) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    let (title, wide) = match &files.news {
        FileChanges::Same => return Ok(()),
        FileChanges::Broken(_) => ("Broken files", 760.0_f32),
        FileChanges::Changed { .. } => ("Changed files", 420.0),
    };
    let zoom = ctx.zoom_factor();
    let at = ctx.content_rect().min + vec2(covered.left, covered.top) / zoom + vec2(12.0, 12.0);
    let mut aside = false;
    egui::Window::new(title).default_pos(at).resizable(false).collapsible(true).show(&ctx, |ui| {
        ui.set_max_width(wide.min(ctx.content_rect().width() - 60.0));
        match &files.news {
            FileChanges::Same => {}
            FileChanges::Broken(wrong) => show_errors(ui, wrong),
            FileChanges::Changed { what, .. } => {
                ui.add(Label::new(format!("Changed since this battle began: {}.", what.join(", "))).wrap());
                let restart = Button::new(RichText::new("Restart with the new files").color(style::GOLD));
                let about = "Starts the battle again; its journal is kept under another name";
                if ui.add(restart).on_hover_text(about).clicked() {
                    requests.write(SessionRequest::RestartChanged);
                }
            }
        }
        ui.horizontal(|ui| {
            ui.colored_label(style::FAINT, "This battle continues with the files it started with.");
            aside = ui.button("Dismiss").on_hover_text("Hides this until a file changes again").clicked();
        });
    });
    if aside {
        files.dismiss();
    }
    Ok(())
}

fn show_errors(ui: &mut Ui, wrong: &[Diagnostic]) {
    ScrollArea::both().max_height(320.0).id_salt("mistakes").show(ui, |ui| {
        for diagnostic in wrong {
            ui.add(Label::new(RichText::new(diagnostic.render()).monospace().color(style::INK)).extend());
        }
    });
    if ui.button("Copy").on_hover_text("Copies the errors with their positions").clicked() {
        let text: Vec<String> = wrong.iter().map(Diagnostic::brief).collect();
        ui.ctx().copy_text(text.join("\n"));
    }
}
