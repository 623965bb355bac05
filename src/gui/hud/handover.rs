//! Two people at one window: the board is hidden until the next of them sits there, who then reads what happened since
//! its last turn. Questions in the middle of another's turn are asked at once.

use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, Align, Align2, Color32, Id, Layout, Modal, RichText, ScrollArea, Sense, Ui, vec2};

use super::cite::Pen;
use super::desk::Desk;
use super::lines::{LogBook, Noted};
use super::settings::Settings;
use super::windows::Windows;
use super::{frame, log, look};
use crate::battle::Side;
use crate::gui::keys::{KeysTaken, is_modifier};
use crate::gui::session::{Asked, Seat, Session};
use crate::narration::LineKind;
use crate::resolution::Asks;

/// Seconds in which keys meant for the turn before do nothing.
const PATIENCE: f32 = 0.35;

/// Lines that are told at most.
const MOST: usize = 120;

/// What lies between the turns of two people.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Stage {
    /// Whoever is asked sits at the window.
    #[default]
    Playing,
    /// The window passes to this side; the board is hidden.
    Passing(Side),
    /// This side reads what happened since its last turn.
    Telling(Side),
}

/// Whose turn at the window it is, where several sides share it.
#[derive(Resource, Default, Debug)]
pub struct Handover {
    /// The side that sits at the window.
    holder: Option<Side>,
    stage: Stage,
    /// Seconds since the stage began.
    age: f32,
    /// Lines of the log there were when each side last took its turn.
    seen: BTreeMap<Side, usize>,
}

impl Handover {
    /// What lies in front of the battle now.
    pub fn stage(&self) -> Stage {
        self.stage
    }

    /// The side that sits at the window, once anybody has.
    pub fn holder(&self) -> Option<Side> {
        self.holder
    }

    /// Whether something lies in front of the battle.
    pub fn is_up(&self) -> bool {
        self.stage != Stage::Playing
    }

    fn go(&mut self, stage: Stage) {
        (self.stage, self.age) = (stage, 0.0);
    }

    /// The lines that a side has not seen yet.
    fn news<'a>(&self, side: Side, book: &'a LogBook) -> Vec<(usize, &'a Noted)> {
        let from = self.seen.get(&side).copied().unwrap_or(0);
        let new = book.lines.iter().enumerate().skip(from).filter(|(_, noted)| noted.line.kind != LineKind::Time);
        let all: Vec<_> = new.filter(|(_, noted)| !noted.secret.contains(&side)).collect();
        all[all.len().saturating_sub(MOST)..].to_vec()
    }
}

/// Another battle begins with whoever is asked first.
pub fn forget(mut handover: ResMut<Handover>) {
    *handover = Handover::default();
}

/// Whether the board is hidden.
pub fn hides(handover: Res<Handover>) -> bool {
    matches!(handover.stage, Stage::Passing(_))
}

/// Whether something lies in front of the battle and its windows.
pub fn covers(handover: Res<Handover>) -> bool {
    handover.is_up()
}

/// Notices that the window passes to another side.
pub fn watch(
    asked: Res<Asked>,
    session: Res<Session>,
    settings: Res<Settings>,
    book: Res<LogBook>,
    mut handover: ResMut<Handover>,
) {
    let Some(prompt) = asked.0.as_ref().filter(|prompt| prompt.asks == Asks::Act) else { return };
    let side = session.ahead().row(prompt.who).side;
    if handover.holder == Some(side) {
        if !handover.is_up() && handover.seen.get(&side) != Some(&book.lines.len()) {
            handover.seen.insert(side, book.lines.len());
        }
        return;
    }
    let sides = (0..session.opening.setup.parties.len() as u8).map(Side);
    let shared = sides.filter(|side| session.seat(*side) == Seat::Human).count() > 1;
    let before = handover.holder.replace(side);
    if shared && settings.pass_screen && before.is_some() {
        handover.go(Stage::Passing(side));
    } else {
        handover.go(Stage::Playing);
    }
}

/// Any key goes on from the hidden board; Enter, Space and Esc from what is told. None does while it is asked whether to
/// leave.
pub fn keys(
    (input, taken): (Res<ButtonInput<KeyCode>>, Res<KeysTaken>),
    time: Res<Time>,
    book: Res<LogBook>,
    windows: Res<Windows>,
    mut handover: ResMut<Handover>,
) {
    if !handover.is_up() {
        return;
    }
    handover.age += time.delta_secs();
    // The key that has just taken the question away is not meant for the board, nor is one with Alt, which may ask it.
    let asks = windows.leaving.is_some() || *taken == KeysTaken::ByWindow;
    if handover.age < PATIENCE || asks || input.any_pressed([KeyCode::AltLeft, KeyCode::AltRight]) {
        return;
    }
    let ends = [KeyCode::Enter, KeyCode::NumpadEnter, KeyCode::Space, KeyCode::Escape];
    let pressed = match handover.stage {
        Stage::Telling(_) => input.any_just_pressed(ends),
        _ => input.get_just_pressed().any(|key| !is_modifier(*key)),
    };
    if pressed {
        go_on(&mut handover, &book);
    }
}

/// The next stage; a side that has missed nothing is told nothing.
fn go_on(handover: &mut Handover, book: &LogBook) {
    let next = match handover.stage {
        Stage::Passing(side) if !handover.news(side, book).is_empty() => Stage::Telling(side),
        _ => Stage::Playing,
    };
    handover.go(next);
}

/// Draws what lies in front of the battle.
pub fn show(mut contexts: EguiContexts, mut desk: Desk, mut handover: ResMut<Handover>) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    let clicked = match handover.stage {
        Stage::Playing => return Ok(()),
        Stage::Passing(side) => hide(&ctx, &desk, side),
        Stage::Telling(side) => tell(&ctx, &mut desk, &handover, side),
    };
    if clicked && handover.age >= PATIENCE {
        go_on(&mut handover, &desk.book);
    }
    Ok(())
}

/// Hides the board; says whether somebody clicked.
fn hide(ctx: &egui::Context, desk: &Desk, side: Side) -> bool {
    let all = ctx.content_rect();
    frame::panel(ctx, "handover", all, |ui| {
        let shown = ui.interact(all, ui.id().with("anywhere"), Sense::click());
        ui.with_layout(Layout::top_down(Align::Center), |ui| {
            ui.add_space((all.height() * 0.26).max(10.0));
            let row = desk.asked.who().and_then(|who| desk.view().find(who));
            if let Some(row) = row {
                let (rect, _) = ui.allocate_exact_size(vec2(110.0, 110.0), Sense::hover());
                desk.pictures.token(ui.painter(), rect, side, &row.sheet.figure);
            }
            ui.add_space(14.0);
            ui.label(RichText::new("Pass to").color(look::FAINT).size(22.0));
            ui.label(RichText::new(party(desk, side)).color(look::side(side)).size(46.0).strong());
            if let Some(row) = row {
                let words = format!("{} {}: {} acts", desk.moment(), desk.snapshot.count, row.name);
                ui.label(RichText::new(words).color(look::INK).size(18.0));
            }
            ui.add_space(18.0);
            let words = "Press any key or click when they sit at the window.";
            ui.label(RichText::new(words).color(look::GOLD).size(18.0));
            ui.add_space(30.0);
            let words = "Settings can switch this screen off.";
            ui.label(RichText::new(words).color(look::FAINT));
        });
        shown.clicked()
    })
}

fn party(desk: &Desk, side: Side) -> String {
    desk.session.opening.setup.parties.get(usize::from(side.0)).map_or_else(String::new, |party| party.name.to_string())
}

/// Tells what happened; says whether it was read.
fn tell(ctx: &egui::Context, desk: &mut Desk, handover: &Handover, side: Side) -> bool {
    let room = ctx.content_rect().size();
    let size = vec2(430.0_f32.min(room.x - 60.0), 420.0_f32.min(room.y - 140.0));
    let rules = desk.session.opening.setup.rules.clone();
    let mut pen = Pen::new(&rules.codex);
    // At the side, so that the places of the lines are seen.
    let area = Modal::default_area(Id::new("since")).anchor(Align2::RIGHT_CENTER, vec2(-12.0, 0.0));
    let modal = Modal::new(Id::new("since")).area(area).backdrop_color(Color32::from_black_alpha(90));
    let modal = modal.show(ctx, |ui| {
        ui.set_width(size.x);
        ui.label(RichText::new(party(desk, side)).color(look::side(side)).size(22.0).strong());
        ui.label(RichText::new("Since your last turn").color(look::GOLD).size(17.0));
        ui.separator();
        let place = news(ui, size.y, desk, &handover.news(side, &desk.book), &mut pen);
        if let Some(cell) = place {
            let at = desk.layout.centre(cell);
            desk.focus.on(at);
        }
        ui.separator();
        ui.horizontal(|ui| {
            let done = ui.button(RichText::new("Take the turn (Enter)").size(17.0)).clicked();
            ui.label(RichText::new("Click a line to see the place.").color(look::FAINT));
            done
        })
        .inner
    });
    modal.inner || modal.backdrop_response.clicked()
}

/// The lines; gives the place of the one that was clicked.
fn news(
    ui: &mut Ui,
    height: f32,
    desk: &Desk,
    lines: &[(usize, &Noted)],
    pen: &mut Pen<'_>,
) -> Option<crate::grid::Cell> {
    let mut place = None;
    ScrollArea::vertical().max_height(height).auto_shrink([false, true]).show(ui, |ui| {
        let mut count = None;
        for (at, line) in lines {
            if count != Some(line.count) {
                count = Some(line.count);
                let words = format!("{} {}", desk.moment(), line.count);
                ui.label(RichText::new(words).color(look::FAINT).small());
            }
            if log::show_line(ui, *at, &line.line, desk, pen) {
                place = line.place(&desk.watch, desk.view());
            }
        }
    });
    place
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::narration::{Line, Span, Tone};

    fn line(kind: LineKind, words: &str) -> Noted {
        let spans = vec![Span::Words(words.to_owned().into())];
        let line = Line { kind, tone: Tone::Plain, about: Default::default(), place: None, spans, sums: Vec::new() };
        Noted { count: 1, line, secret: Vec::new() }
    }

    #[test]
    fn a_side_is_told_what_came_after_its_last_turn_and_nothing_of_the_clock() {
        let mut book = LogBook::default();
        let mut handover = Handover::default();
        book.lines = vec![line(LineKind::Actions, "old"), line(LineKind::Time, "count"), line(LineKind::Harm, "new")];
        handover.seen.insert(Side(1), 1);
        let told = handover.news(Side(1), &book);
        let words: Vec<String> = told.iter().map(|(_, noted)| noted.line.to_string()).collect();
        assert_eq!(words, ["new"]);
        handover.go(Stage::Passing(Side(1)));
        go_on(&mut handover, &book);
        assert_eq!(handover.stage(), Stage::Telling(Side(1)));
        go_on(&mut handover, &book);
        assert_eq!(handover.stage(), Stage::Playing);
    }

    #[test]
    fn a_side_that_missed_nothing_is_told_nothing() {
        let mut book = LogBook::default();
        book.lines = vec![line(LineKind::Actions, "old")];
        let mut handover = Handover::default();
        handover.seen.insert(Side(0), 9);
        handover.go(Stage::Passing(Side(0)));
        go_on(&mut handover, &book);
        assert_eq!(handover.stage(), Stage::Playing);
    }
}
