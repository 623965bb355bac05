//! What the sides fight for.

use bevy_egui::egui::{self, RichText, ScrollArea, Ui};

use super::desk::Desk;
use super::look;
use crate::battle::{Side, Snapshot};
use crate::content::goal::{Goal, Loss};
use crate::grid::Cell;

/// A goal in words; names come from whoever the goal means.
pub fn goal_words(goal: &Goal, name: impl Fn(u16) -> String) -> String {
    match goal {
        Goal::DefeatAll => "defeat everybody else".to_owned(),
        Goal::Defeat(who) => format!("defeat {}", name(*who)),
        Goal::Hold { cells, counts } => format!("hold {} alone for {counts} counts", place_words(cells)),
        Goal::Escape { cells, many } => format!("bring {many} of their own out by {}", place_words(cells)),
        Goal::Last { count } => format!("still stand at count {count}"),
    }
}

fn place_words(cells: &[Cell]) -> String {
    match (cells.first(), cells.last()) {
        (Some(first), Some(last)) if first != last => format!("the {} cells from {first} to {last}", cells.len()),
        (Some(only), _) => format!("the cell {only}"),
        _ => "a place".to_owned(),
    }
}

fn loss_words(loss: &Loss, name: impl Fn(u16) -> String) -> String {
    match loss {
        Loss::Fallen(who) => format!("{} falls", name(*who)),
    }
}

/// Draws the goals of all sides.
pub fn show(ui: &mut Ui, desk: &mut Desk) {
    let mut sought = None;
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        ui.label(RichText::new(&*desk.session.opening.setup.name).heading());
        for (at, party) in desk.session.opening.setup.parties.iter().enumerate() {
            let side = Side(at as u8);
            ui.add_space(6.0);
            ui.label(RichText::new(&*party.name).color(look::side(side)).strong().size(17.0));
            let seat = desk.session.seat(side).title();
            ui.label(RichText::new(format!("{seat}; {}", standing(&desk.snapshot, side))).color(look::FAINT));
            let name = |who: u16| {
                desk.snapshot.rows.get(usize::from(who)).map_or_else(|| "?".to_owned(), |row| row.name.to_string())
            };
            ui.label("wins if they");
            for goal in &party.goals {
                let shown = ui
                    .add(egui::Label::new(format!("- {}", goal_words(goal, name))).wrap().sense(egui::Sense::click()));
                if let (Goal::Hold { cells, .. } | Goal::Escape { cells, .. }, true) = (goal, shown.clicked()) {
                    sought = cells.first().copied();
                }
            }
            if !party.losses.is_empty() {
                ui.label("lose at once if");
            }
            for loss in &party.losses {
                ui.add(egui::Label::new(format!("- {}", loss_words(loss, name))).wrap());
            }
        }
        ui.add_space(8.0);
        let limit = desk.session.opening.setup.limit;
        ui.label(RichText::new(format!("A draw at count {limit}.")).color(look::FAINT));
    });
    if let Some(cell) = sought {
        let at = desk.layout.centre(cell);
        desk.focus.on(at);
    }
}

fn standing(snapshot: &Snapshot, side: Side) -> String {
    let all = snapshot.rows.iter().filter(|row| row.side == side).count();
    let left = snapshot.view().present().filter(|row| row.side == side).count();
    format!("{left} of {all} on the board")
}
