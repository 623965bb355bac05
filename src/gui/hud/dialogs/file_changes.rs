//! News about the files of the running battle: errors in broken files, or changed files that can be played.

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, Button, Label, RichText, ScrollArea, Ui, vec2};

use crate::content::authored::Diagnostic;
use crate::gui::camera::PanelInsets;
use crate::gui::hud::style;
use crate::gui::saves::SessionRequest;
use crate::gui::session::files::{BattleFiles, FileChanges};

/// Draws the news, if there are any.
pub fn show(
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
            FileChanges::Broken(wrong) => errors(ui, wrong),
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

fn errors(ui: &mut Ui, wrong: &[Diagnostic]) {
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
