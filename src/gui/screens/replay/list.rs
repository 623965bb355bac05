//! The list of replays, over the title screen.

use std::path::PathBuf;

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{
    Align, Button, Label, Layout, RichText, ScrollArea, Sense, Stroke, StrokeKind, TextEdit, Ui, UiBuilder, vec2,
};

use super::ReplayRequest;
use crate::gui::home::WindowOptions;
use crate::gui::hud::{FileEdits, OpenWindows, capitalised, layout, name_button, style};
use crate::gui::saves::{BattleSummary, SessionRequest};
use crate::gui::screens::ScenarioLibrary;

/// Endings of the names of recordings and journals.
const ENDINGS: [&str; 4] = ["warboard", "jsonl", "replay", "journal"];

/// The recordings in the player's folder, read when the list opens, what the player does with their files, and the path that is
/// typed.
#[derive(Resource, Default, Debug)]
pub struct ReplayList {
    all: Option<Vec<BattleSummary>>,
    edits: FileEdits,
    path: String,
}

pub fn show(
    mut contexts: EguiContexts,
    (options, scenarios): (Res<WindowOptions>, Res<ScenarioLibrary>),
    (mut list, mut windows): (ResMut<ReplayList>, ResMut<OpenWindows>),
    (mut requests, mut edited): (MessageWriter<ReplayRequest>, MessageWriter<SessionRequest>),
) -> Result {
    if !windows.replays {
        (list.all, list.edits) = (None, FileEdits::default());
        return Ok(());
    }
    let ctx = contexts.ctx_mut()?.clone();
    let ReplayList { all, edits, path } = &mut *list;
    let listed = all.get_or_insert_with(|| BattleSummary::all(&options.home.recordings(), &ENDINGS));
    let mut edit = None;
    windows.replays = layout::window(&ctx, "replays", "Replays", vec2(800.0, 480.0), |ui| {
        let words = "Battles saved with “Save replay” on the result screen. Recordings of other battles can be dropped on \
                     this window, or opened by their path.";
        ui.add(Label::new(RichText::new(words).color(style::FAINT)).wrap());
        ui.horizontal(|ui| {
            let room = (ui.available_width() - 90.0).max(80.0);
            let field = TextEdit::singleline(path).hint_text("Path of a recording or journal").desired_width(room);
            ui.add(field);
            if ui.add_enabled(!path.trim().is_empty(), Button::new("Open")).clicked() {
                requests.write(ReplayRequest::Open(PathBuf::from(path.trim())));
            }
        });
        ui.separator();
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            if listed.is_empty() {
                ui.label("No replays saved yet.");
            }
            for summary in listed.iter() {
                ui.with_layout(Layout::right_to_left(Align::Center).with_main_wrap(false), |ui| {
                    ui.set_max_height(ROW);
                    edit = edit.take().or(edits.buttons(ui, summary, true));
                    if card(ui, summary, &scenarios, (edits, &mut edit)) {
                        requests.write(ReplayRequest::Open(summary.path.clone()));
                    }
                });
            }
        });
    });
    if let Some(request) = edit {
        // The list is read again once that is done.
        *all = None;
        edited.write(request);
    }
    Ok(())
}

/// Height of a row, in points.
const ROW: f32 = 48.0;

/// Draws a recording. Returns whether it was clicked; a broken one cannot be, nor one that is being renamed.
fn card(
    ui: &mut Ui,
    summary: &BattleSummary,
    scenarios: &ScenarioLibrary,
    (edits, edit): (&mut FileEdits, &mut Option<SessionRequest>),
) -> bool {
    // A measuring pass may have no room.
    let size = vec2((ui.available_width() - 6.0).max(150.0), ROW);
    let opens = summary.content.is_ok() && !edits.renames(summary);
    let (rect, shown) = ui.allocate_exact_size(size, if opens { Sense::click() } else { Sense::hover() });
    let painter = ui.painter_at(rect);
    let edge = if shown.hovered() && opens { style::GOLD } else { style::EDGE };
    painter.rect_filled(rect, 4.0, ui.visuals().widgets.style(&shown).weak_bg_fill);
    painter.rect_stroke(rect, 4.0, Stroke::new(1.0, edge), StrokeKind::Inside);
    let mut inner = ui.new_child(UiBuilder::new().max_rect(rect.shrink2(vec2(10.0, 3.0))));
    let file = summary.file_name();
    match &summary.content {
        Ok(content) => {
            inner.horizontal(|ui| {
                *edit = edit.take().or(edits.title(ui, summary));
                ui.label(RichText::new(scenarios.rules_name(&content.ruleset)).color(style::GOLD));
                ui.label(RichText::new(summary.age()).color(style::FAINT));
            });
            let moment = scenarios.moment(&content.ruleset);
            let ending = content.ending.clone().unwrap_or_else(|| "not finished".to_owned());
            let words = format!("{}{} {}: {ending}", summary.scenario(), capitalised(moment), content.count);
            inner.add(Label::new(RichText::new(words).color(style::FAINT)).truncate());
        }
        Err(why) => {
            *edit = edit.take().or(edits.title(&mut inner, summary));
            inner.add(Label::new(RichText::new(why).color(style::BAD)).truncate());
        }
    }
    name_button(&shown, || match &summary.content {
        Ok(content) => format!("{}, {}, {}", summary.title(), scenarios.rules_name(&content.ruleset), summary.age()),
        Err(why) => format!("{file}: {why}"),
    });
    shown.on_hover_text(summary.content.as_ref().err().unwrap_or(&file)).clicked()
}
