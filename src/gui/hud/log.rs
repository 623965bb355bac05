//! The combat log.

use bevy_egui::egui::{self, RichText, ScrollArea, Sense, Ui};

use super::cite::Pen;
use super::desk::Desk;
use super::lines::{Kind, Line, Tone};
use super::look;

/// Lines shown at most; the filter reaches all.
const MOST: usize = 200;

/// Draws the log.
pub fn show(ui: &mut Ui, desk: &mut Desk, pen: &mut Pen<'_>) {
    filters(ui, desk);
    ui.separator();
    let mut clicked = None;
    ScrollArea::vertical().auto_shrink([false, false]).stick_to_bottom(true).show(ui, |ui| {
        let mut wanted: Vec<(usize, &Line)> = desk.book.wanted().rev().take(MOST).collect();
        wanted.reverse();
        if wanted.is_empty() {
            ui.label(RichText::new("Nothing of this kind has happened.").color(look::FAINT));
        }
        let mut count = None;
        for (at, line) in wanted {
            if count != Some(line.count) {
                count = Some(line.count);
                ui.label(RichText::new(format!("count {}", line.count)).color(look::FAINT).small());
            }
            let unfolded = desk.book.unfolded.contains(&at);
            if show_line(ui, at, line, unfolded, pen) {
                clicked = Some(at);
            }
        }
    });
    if let Some(at) = clicked {
        click(desk, at);
    }
}

fn filters(ui: &mut Ui, desk: &mut Desk) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        for kind in Kind::ALL {
            let on = desk.book.kinds.contains(&kind);
            if ui.selectable_label(on, RichText::new(kind.word()).size(14.0)).clicked() {
                match on {
                    true => drop(desk.book.kinds.remove(&kind)),
                    false => drop(desk.book.kinds.insert(kind)),
                }
            }
        }
    });
    ui.horizontal(|ui| {
        let names: Vec<_> = desk.snapshot.rows.iter().map(|row| (row.id, row.name.to_string())).collect();
        let about = desk.book.about;
        let shown = about.map_or_else(|| "everybody".to_owned(), |who| desk.name(who).to_owned());
        egui::ComboBox::from_id_salt("about").width(150.0).selected_text(shown).show_ui(ui, |ui| {
            let mut wanted = about;
            ui.selectable_value(&mut wanted, None, "everybody");
            for (id, name) in names {
                ui.selectable_value(&mut wanted, Some(id), name);
            }
            if wanted != about {
                desk.book.about = wanted;
            }
        });
        if ui.button("Copy").on_hover_text("Copies the lines that are shown, with every term").clicked() {
            let text: Vec<&str> = desk.book.wanted().map(|(_, line)| line.full.as_str()).collect();
            ui.ctx().copy_text(text.join("\n"));
        }
    });
}

/// One line; says whether it was clicked.
pub fn show_line(ui: &mut Ui, at: usize, line: &Line, unfolded: bool, pen: &mut Pen<'_>) -> bool {
    let colour = match line.tone {
        Tone::Plain => look::INK,
        Tone::Good => look::GOOD,
        Tone::Bad => look::BAD,
        Tone::Quiet => look::FAINT,
    };
    let fold = match (line.sums.is_empty(), unfolded) {
        (true, _) => "",
        (false, true) => "–",
        (false, false) => "+",
    };
    // The line lies below the rules on it, so that they can be clicked too.
    let builder = egui::UiBuilder::new().id_salt(("line", at)).sense(Sense::click());
    let shown = ui.scope_builder(builder, |ui| {
        ui.spacing_mut().item_spacing = egui::vec2(4.0, 1.0);
        ui.horizontal_wrapped(|ui| {
            if !fold.is_empty() {
                ui.label(RichText::new(fold).color(look::GOLD));
            }
            pen.text(ui, &line.words, colour);
        });
    });
    let hit = &shown.response;
    if hit.hovered() {
        ui.painter().rect_filled(shown.response.rect.expand(1.0), 2.0, look::GOLD.gamma_multiply(0.12));
    }
    if unfolded {
        ui.indent(("sums", at), |ui| {
            for (title, sum) in &line.sums {
                pen.terms(ui, title, sum);
            }
        });
    }
    hit.clicked() && pen.clicked.is_none()
}

/// A click looks at the place and unfolds the numbers.
fn click(desk: &mut Desk, at: usize) {
    let Some(line) = desk.book.lines.get(at) else { return };
    let (place, has_sums) = (line.place, !line.sums.is_empty());
    if let Some(cell) = place {
        let at = desk.layout.centre(cell);
        desk.focus.on(at);
    }
    if has_sums && !desk.book.unfolded.remove(&at) {
        desk.book.unfolded.insert(at);
    }
}
