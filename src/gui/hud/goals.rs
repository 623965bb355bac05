//! What the sides fight for.

use bevy_egui::egui::{self, Label, RichText, ScrollArea, Ui};

use super::desk::Desk;
use super::progress::{Eye, Progress};
use super::{frame, look};
use crate::battle::{CombatantId, Side};
use crate::content::goal::{Goal, Loss};
use crate::grid::Cell;

/// A goal in words; names come from whoever the goal means.
pub fn goal_words(goal: &Goal, moment: &str, name: impl Fn(u16) -> String) -> String {
    match goal {
        Goal::DefeatAll => "defeat everybody else".to_owned(),
        Goal::Defeat(who) => format!("defeat {}", name(*who)),
        Goal::Hold { cells, counts } => format!("hold {} alone for {counts} {moment}s", place_words(cells)),
        Goal::Escape { cells, many } => format!("bring {many} of their own out by {}", place_words(cells)),
        Goal::Last { count } => format!("still stand at {moment} {count}"),
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

/// Draws the goals of all sides and how far they have come.
pub fn show(ui: &mut Ui, desk: &mut Desk) {
    let mut sought = None;
    let eye = Eye { view: desk.view(), book: desk.rulebook(), moment: desk.moment() };
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        ui.add(Label::new(RichText::new(&*desk.session.opening.setup.name).heading()).wrap());
        for (at, party) in desk.session.opening.setup.parties.iter().enumerate() {
            let side = Side(at as u8);
            ui.add_space(6.0);
            ui.add(Label::new(RichText::new(&*party.name).color(look::side(side)).strong().size(17.0)).truncate());
            let seat = desk.session.seat(side).title();
            ui.label(RichText::new(format!("{seat}; {}", standing(desk, side))).color(look::FAINT));
            ui.label("wins if they");
            for (number, goal) in party.goals.iter().enumerate() {
                let since = desk.session.battle().held_since(side, number);
                let shown =
                    one(ui, &goal_words(goal, eye.moment, name(desk)), &eye.goal(side, goal, since), look::side(side));
                if let (Goal::Hold { cells, .. } | Goal::Escape { cells, .. }, true) = (goal, shown.clicked()) {
                    sought = cells.first().copied();
                }
            }
            if !party.losses.is_empty() {
                ui.label("loses at once if");
            }
            for loss in &party.losses {
                one(ui, &loss_words(loss, name(desk)), &eye.loss(loss), look::BAD);
            }
        }
        ui.add_space(8.0);
        let limit = desk.session.opening.setup.limit;
        let words = format!("A draw at {} {limit}: {} to go.", eye.moment, (limit - desk.snapshot.count).max(0));
        ui.label(RichText::new(words).color(look::FAINT));
    });
    if let Some(cell) = sought {
        let at = desk.layout.centre(cell);
        desk.focus.on(at);
    }
}

/// The name of a combatant by its place in the roster.
fn name(desk: &Desk) -> impl Fn(u16) -> String {
    move |who| desk.name(CombatantId(who)).to_owned()
}

/// A goal, and below it how far it has come.
fn one(ui: &mut Ui, words: &str, progress: &Progress, colour: egui::Color32) -> egui::Response {
    let shown = ui.add(Label::new(format!("- {words}")).wrap().sense(egui::Sense::click()));
    ui.indent(words, |ui| match progress.share {
        Some(share) => drop(frame::gauge(ui, share, colour, &progress.words)),
        None => drop(ui.add(Label::new(RichText::new(&progress.words).color(look::FAINT)).wrap())),
    });
    shown
}

fn standing(desk: &Desk, side: Side) -> String {
    let noticed = || desk.snapshot.rows.iter().filter(|row| row.side == side && desk.watch.notices(row.id));
    let (all, left) = (noticed().count(), noticed().filter(|row| !row.gone).count());
    format!("{left} of {all} on the board")
}
