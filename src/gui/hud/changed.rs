//! What became of the files of the running battle: the mistakes in broken ones, or that changed ones can be played.

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, Button, RichText, ScrollArea, Ui};

use super::look;
use crate::content::authored::Diagnostic;
use crate::gui::camera::Covered;
use crate::gui::saves::Request;
use crate::gui::session::files::{Files, News};

/// Draws the panel when there is something to tell.
pub fn show(
    mut contexts: EguiContexts,
    covered: Res<Covered>,
    mut files: ResMut<Files>,
    mut requests: MessageWriter<Request>,
) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    let (title, wide) = match &files.news {
        News::Same => return Ok(()),
        News::Broken(_) => ("Broken files", 760.0_f32),
        News::Changed { .. } => ("Changed files", 420.0),
    };
    let zoom = ctx.zoom_factor();
    let at = ctx.content_rect().min + egui::vec2(covered.left, covered.top) / zoom + egui::vec2(12.0, 12.0);
    let mut aside = false;
    egui::Window::new(title).default_pos(at).resizable(false).collapsible(true).show(&ctx, |ui| {
        ui.set_max_width(wide.min(ctx.content_rect().width() - 60.0));
        match &files.news {
            News::Same => {}
            News::Broken(wrong) => mistakes(ui, wrong),
            News::Changed { what, .. } => {
                let words = format!("Changed since this battle began: {}.", what.join(", "));
                ui.add(egui::Label::new(words).wrap());
                let restart = Button::new(RichText::new("Restart with the new files").color(look::GOLD));
                let shown =
                    ui.add(restart).on_hover_text("The same battle from its beginning; its journal is moved aside");
                if shown.clicked() {
                    requests.write(Request::Restart);
                }
            }
        }
        ui.horizontal(|ui| {
            ui.label(RichText::new("This battle goes on with the files it began with.").color(look::FAINT));
            aside = ui.button("Put aside").on_hover_text("Until a file changes again").clicked();
        });
    });
    if aside {
        files.put_aside();
    }
    Ok(())
}

fn mistakes(ui: &mut Ui, wrong: &[Diagnostic]) {
    ScrollArea::both().max_height(320.0).id_salt("mistakes").show(ui, |ui| {
        for diagnostic in wrong {
            ui.add(egui::Label::new(RichText::new(diagnostic.render()).monospace().color(look::INK)).extend());
        }
    });
    if ui.button("Copy").on_hover_text("The mistakes with their places, as text").clicked() {
        let text: Vec<String> = wrong.iter().map(Diagnostic::brief).collect();
        ui.ctx().copy_text(text.join("\n"));
    }
}
