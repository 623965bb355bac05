//! What the sides fight for.

use bevy_egui::egui::{self, Label, RichText, ScrollArea, Ui};

use super::desk::Desk;
use super::progress::{Eye, Progress};
use super::{frame, look};
use crate::battle::{CombatantId, Side};
use crate::content::goal::{Goal, Loss, Zone};
use crate::content::policy::TurnOrder;
use crate::grid::Cell;

/// A goal, timed by these rules, as an order: `hold the bridge alone for 60 s (10 rounds)`. Names come from whoever the
/// goal means.
pub fn goal_words(goal: &Goal, turn: &TurnOrder, name: impl Fn(u16) -> String) -> String {
    match goal {
        Goal::DefeatAll => "eliminate all enemies".to_owned(),
        Goal::Defeat(who) => format!("defeat {}", name(*who)),
        Goal::Hold { zone, counts } => format!("hold the {} alone for {}", zone.name, turn.span_words(*counts)),
        Goal::Escape { zone, many } => format!("get {many} units out by the {}", zone.name),
        Goal::Last { count } => format!("still stand after {}", turn.span_words(*count)),
    }
}

/// Words that begin a sentence or a line.
pub fn capitalised(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// Where a zone is, by its corners as the edges of the board name them.
fn zone_words(zone: &Zone) -> String {
    let (xs, ys) = (zone.cells.iter().map(|cell| cell.x), zone.cells.iter().map(|cell| cell.y));
    let corners = xs.clone().min().zip(ys.clone().min()).zip(xs.max().zip(ys.max()));
    match corners {
        Some((from, to)) if from != to => {
            let cells = zone.cells.len();
            format!("The {}: {cells} cells from {} to {}", zone.name, Cell::new(from.0, from.1), Cell::new(to.0, to.1))
        }
        Some((only, _)) => format!("The {}: {}", zone.name, Cell::new(only.0, only.1)),
        None => zone.name.to_string(),
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
    let eye = Eye { view: desk.view(), book: desk.rulebook() };
    ScrollArea::vertical().id_salt("goals").auto_shrink([false, false]).show(ui, |ui| {
        ui.add(Label::new(RichText::new(&*desk.session.opening.setup.name).heading()).wrap());
        for (at, party) in desk.session.opening.setup.sides.iter().enumerate() {
            let side = Side(at as u8);
            ui.add_space(6.0);
            ui.add(Label::new(RichText::new(&*party.name).color(look::side(side)).strong().size(17.0)).truncate());
            let seat = desk.session.seat(side).title();
            ui.label(RichText::new(format!("{seat}; {}", standing(desk, side))).color(look::FAINT));
            ui.label("wins if they reach any of these");
            for (number, goal) in party.goals.iter().enumerate() {
                let since = desk.session.battle().held_since(side, number);
                let words = capitalised(&goal_words(goal, &desk.rules().policies.turn, name(desk)));
                let shown = one(ui, &words, &eye.goal(side, goal, since), look::side(side));
                if let Some(zone) = goal.zone() {
                    let shown = shown.on_hover_text(zone_words(zone));
                    sought = zone.cells.first().copied().filter(|_| shown.clicked()).or(sought);
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
        let (turn, left) = (&desk.rules().policies.turn, (limit - desk.snapshot.count).max(0));
        let words = format!("A draw at {} {limit}: {} to go.", turn.moment(), turn.span_words(left));
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
