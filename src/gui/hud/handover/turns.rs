//! How a hot-seat battle passes from one player to the next.

use bevy::prelude::*;

use super::state::{Handover, HandoverStage};
use crate::battle::Side;
use crate::ecs::Combatants;
use crate::gui::hud::dialogs::open_windows::OpenWindows;
use crate::gui::hud::log::book::{LogBook, LogEntry};
use crate::gui::keys::{KeyCapture, is_modifier};
use crate::gui::session::{OpenPrompt, Seat, Session};
use crate::gui::settings::Settings;
use crate::narration::LineKind;
use crate::resolution::Asks;

/// Seconds in which keys meant for the previous turn are ignored.
pub const PATIENCE: f32 = 0.35;

/// Most lines that are shown.
const MAX_LINES: usize = 120;

/// Notices that the window passes to another side.
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
    if shared && settings.pass_screen && before.is_some() {
        handover.enter(HandoverStage::Passing(side));
    } else {
        handover.enter(HandoverStage::Playing);
    }
}

/// Any key continues from the hidden board; Enter, Space or Esc continues from the news. None does while the
/// confirmation before leaving is open.
pub fn keys(
    (input, taken): (Res<ButtonInput<KeyCode>>, Res<KeyCapture>),
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
    if pressed {
        proceed(&mut handover, &book);
    }
}

/// The log lines that a side has not read yet, newest last, at most [`MAX_LINES`], with their numbers in the log.
pub(super) fn unread<'a>(handover: &Handover, side: Side, book: &'a LogBook) -> Vec<(usize, &'a LogEntry)> {
    let from = handover.seen.get(&side).copied().unwrap_or(0);
    let new = book.lines.iter().enumerate().skip(from).filter(|(_, noted)| noted.line.kind != LineKind::Time);
    let all: Vec<_> = new.filter(|(_, noted)| !noted.secret.contains(&side)).collect();
    all[all.len().saturating_sub(MAX_LINES)..].to_vec()
}

/// The next stage. A side that has missed nothing skips the news.
pub fn proceed(handover: &mut Handover, book: &LogBook) {
    let next = match handover.stage {
        HandoverStage::Passing(side) if !unread(handover, side, book).is_empty() => HandoverStage::Telling(side),
        _ => HandoverStage::Playing,
    };
    handover.enter(next);
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
        assert_eq!(handover.stage(), HandoverStage::Telling(Side(1)));
        proceed(&mut handover, &book);
        assert_eq!(handover.stage(), HandoverStage::Playing);
    }

    #[test]
    fn a_side_that_missed_nothing_is_told_nothing() {
        let mut book = LogBook::default();
        book.lines = vec![line(LineKind::Actions, "old")];
        let mut handover = Handover::default();
        handover.seen.insert(Side(0), 9);
        handover.enter(HandoverStage::Passing(Side(0)));
        proceed(&mut handover, &book);
        assert_eq!(handover.stage(), HandoverStage::Playing);
    }
}
