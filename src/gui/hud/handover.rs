//! Hot seat: hiding the board while the window passes from one player to the next. When ready, the next player reads what
//! happened since their last turn. Reactions during another player's turn are asked at once.

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, Align, Align2, Color32, Id, Layout, Modal, RichText, ScrollArea, Sense, vec2};

use super::log::book::{LogBook, LogEntry};
use super::params::HudParams;
use super::state::{Handover, HandoverStage, OpenWindows};
use super::widgets::RuleLinks;
use super::{layout, log, style};
use crate::battle::Side;
use crate::ecs::Combatants;
use crate::gui::keys::{KeyCapture, KeyCommand, SentCommands, is_modifier};
use crate::gui::session::{OpenPrompt, Seat, Session};
use crate::gui::settings::Settings;
use crate::narration::LineKind;
use crate::resolution::Asks;

/// Seconds in which keys and clicks meant for the previous turn are ignored.
const PATIENCE: f32 = 0.35;

const MAX_LINES: usize = 120;

pub fn watch(
    asked: Res<OpenPrompt>,
    session: Res<Session>,
    combatants: Combatants,
    settings: Res<Settings>,
    book: Res<LogBook>,
    mut handover: ResMut<Handover>,
) {
    let Some(prompt) = asked.0.as_ref().filter(|prompt| prompt.asks == Asks::Act) else { return };
    let Some(side) = combatants.get(prompt.who).map(|data| data.combatant.side) else { return };
    if handover.holder == Some(side) {
        if !handover.is_up() && handover.seen.get(&side) != Some(&book.lines.len()) {
            handover.seen.insert(side, book.lines.len());
        }
        return;
    }
    let sides = (0..session.opening.setup.sides.len() as u8).map(Side);
    let shared = sides.filter(|side| session.seat(*side) == Seat::Human).count() > 1;
    let before = handover.holder.replace(side);
    let passes = shared && settings.pass_screen && before.is_some();
    handover.enter(if passes { HandoverStage::Passing(side) } else { HandoverStage::Playing });
}

/// Any key continues from the hidden board; Enter, Space or Esc from the news; none while leaving is to be confirmed.
pub fn keys(
    (input, sent, taken): (Res<ButtonInput<KeyCode>>, Res<SentCommands>, Res<KeyCapture>),
    time: Res<Time>,
    book: Res<LogBook>,
    windows: Res<OpenWindows>,
    mut handover: ResMut<Handover>,
) {
    if !handover.is_up() {
        return;
    }
    handover.age += time.delta_secs();
    // The key that closed the confirmation must not continue as well, nor a key with Alt, which may open it.
    let asks = windows.leaving.is_some() || *taken == KeyCapture::ByWindow;
    if handover.age < PATIENCE || asks || input.any_pressed([KeyCode::AltLeft, KeyCode::AltRight]) {
        return;
    }
    let ends = [KeyCode::Enter, KeyCode::NumpadEnter, KeyCode::Space, KeyCode::Escape];
    let pressed = match handover.stage {
        HandoverStage::Telling(_) => input.any_just_pressed(ends),
        _ => input.get_just_pressed().any(|key| !is_modifier(*key)),
    };
    if pressed || sent.given.contains(&KeyCommand::Confirm) {
        proceed(&mut handover, &book);
    }
}

/// The log lines that a side has not read yet, newest last, at most [`MAX_LINES`], with their numbers in the log.
fn unread<'a>(handover: &Handover, side: Side, book: &'a LogBook) -> Vec<(usize, &'a LogEntry)> {
    let from = handover.seen.get(&side).copied().unwrap_or(0);
    let told = |noted: &LogEntry| noted.line.kind != LineKind::Time && !noted.secret.contains(&side);
    let all: Vec<_> = book.lines.iter().enumerate().skip(from).filter(|(_, noted)| told(noted)).collect();
    all[all.len().saturating_sub(MAX_LINES)..].to_vec()
}

fn proceed(handover: &mut Handover, book: &LogBook) {
    let next = match handover.stage {
        HandoverStage::Passing(side) if !unread(handover, side, book).is_empty() => HandoverStage::Telling(side),
        _ => HandoverStage::Playing,
    };
    handover.enter(next);
}

pub fn show(mut contexts: EguiContexts, mut params: HudParams, mut handover: ResMut<Handover>) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    let clicked = match handover.stage {
        HandoverStage::Playing => return Ok(()),
        HandoverStage::Passing(side) => cover_board(&ctx, &params, side),
        HandoverStage::Telling(side) => show_news(&ctx, &mut params, &handover, side),
    };
    if clicked && handover.age >= PATIENCE {
        proceed(&mut handover, &params.log);
    }
    Ok(())
}

/// Hides the board. Returns whether it was clicked.
fn cover_board(ctx: &egui::Context, params: &HudParams, side: Side) -> bool {
    let all = ctx.content_rect();
    layout::panel(ctx, "handover", all, |ui| {
        let shown = ui.interact(all, ui.id().with("anywhere"), Sense::click());
        ui.with_layout(Layout::top_down(Align::Center), |ui| {
            ui.add_space((all.height() * 0.26).max(10.0));
            let asked = params.asked.who().and_then(|who| params.combatants.get(who));
            if let Some(data) = &asked {
                let (rect, _) = ui.allocate_exact_size(vec2(110.0, 110.0), Sense::hover());
                params.pictures.token(ui.painter(), rect, side, &data.sheet.0.figure);
            }
            ui.add_space(14.0);
            ui.colored_label(style::FAINT, RichText::new("Pass to").size(22.0));
            ui.label(side_name(params, side).size(46.0));
            if let Some(data) = &asked {
                let words = format!("{} {}: {} acts", params.moment(), params.count(), data.combatant.name);
                ui.colored_label(style::INK, RichText::new(words).size(18.0));
            }
            ui.add_space(18.0);
            ui.colored_label(style::GOLD, RichText::new("Press any key or click when ready.").size(18.0));
            ui.add_space(30.0);
            ui.colored_label(style::FAINT, "This screen can be turned off in the settings.");
        });
        shown.clicked()
    })
}

fn side_name(params: &HudParams, side: Side) -> RichText {
    let party = params.session.opening.setup.sides.get(usize::from(side.0));
    RichText::new(party.map_or_else(String::new, |party| party.name.to_string())).color(style::side(side)).strong()
}

/// Shows what happened. Returns whether the player continues.
fn show_news(ctx: &egui::Context, params: &mut HudParams, handover: &Handover, side: Side) -> bool {
    let room = ctx.content_rect().size();
    let size = vec2(430.0_f32.min(room.x - 60.0), 420.0_f32.min(room.y - 140.0));
    let rules = params.session.opening.setup.rules.clone();
    let settings = params.settings.clone();
    let mut links = RuleLinks { codex: &rules.codex, settings: &settings, clicked: None };
    // At the side, so that the places the lines are about stay visible.
    let area = Modal::default_area(Id::new("since")).anchor(Align2::RIGHT_CENTER, vec2(-12.0, 0.0));
    let modal = Modal::new(Id::new("since")).area(area).backdrop_color(Color32::from_black_alpha(90));
    let modal = modal.show(ctx, |ui| {
        ui.set_width(size.x);
        ui.label(side_name(params, side).size(22.0));
        ui.colored_label(style::GOLD, RichText::new("Since your last turn").size(17.0));
        ui.separator();
        let (mut clicked, mut count) = (None, None);
        ScrollArea::vertical().max_height(size.y).auto_shrink([false, true]).show(ui, |ui| {
            for (at, noted) in unread(handover, side, &params.log) {
                log::show_count(ui, params, noted.count, &mut count);
                if log::show_line(ui, at, &noted.line, params, &mut links) {
                    clicked = Some(at);
                }
            }
        });
        if let Some(line) = clicked {
            log::focus_on(params, line);
        }
        ui.separator();
        ui.horizontal(|ui| {
            let done = ui.button(RichText::new("Start turn (Enter)").size(17.0)).clicked();
            ui.colored_label(style::FAINT, "Click a line to see where it happened.");
            done
        })
        .inner
    });
    modal.inner || modal.backdrop_response.clicked()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::narration::{Line, Span, Tone};

    fn line(kind: LineKind, words: &str) -> LogEntry {
        let spans = vec![Span::Words(words.to_owned().into())];
        let line = Line { kind, tone: Tone::Plain, about: Default::default(), place: None, spans, sums: Vec::new() };
        LogEntry { count: 1, line, secret: Vec::new() }
    }

    #[test]
    fn a_side_is_told_what_came_after_its_last_turn_and_nothing_of_the_clock() {
        let mut book = LogBook::default();
        let mut handover = Handover::default();
        book.lines = vec![line(LineKind::Actions, "old"), line(LineKind::Time, "count"), line(LineKind::Harm, "new")];
        handover.seen.insert(Side(1), 1);
        let told = unread(&handover, Side(1), &book);
        let words: Vec<String> = told.iter().map(|(_, noted)| noted.line.to_string()).collect();
        assert_eq!(words, ["new"]);
        handover.enter(HandoverStage::Passing(Side(1)));
        proceed(&mut handover, &book);
        assert_eq!(handover.stage, HandoverStage::Telling(Side(1)));
        proceed(&mut handover, &book);
        assert_eq!(handover.stage, HandoverStage::Playing);
    }

    #[test]
    fn a_side_that_missed_nothing_is_told_nothing() {
        let mut book = LogBook::default();
        book.lines = vec![line(LineKind::Actions, "old")];
        let mut handover = Handover::default();
        handover.seen.insert(Side(0), 9);
        handover.enter(HandoverStage::Passing(Side(0)));
        proceed(&mut handover, &book);
        assert_eq!(handover.stage, HandoverStage::Playing);
    }
}
