//! The log book: a line for everything that was shown, and which lines the player wants to see.

use std::collections::BTreeSet;

use bevy::prelude::*;

use crate::battle::{CombatantId, Count, Side, Snapshot, View};
use crate::grid::Cell;
use crate::gui::known::Watch;
use crate::gui::playback::Played;
use crate::gui::session::Session;
use crate::narration::{Line, LineKind, narrate};
use crate::resolution::event::BattleEvent;

/// A line with the count of its fact.
#[derive(Clone, Debug)]
pub struct Noted {
    pub count: Count,
    pub line: Line,
    /// Sides that must not read it.
    pub secret: Vec<Side>,
}

impl Noted {
    /// Where it happened as far as that is known at the window: not where somebody hides now.
    pub fn place(&self, watch: &Watch, view: View<'_>) -> Option<Cell> {
        let about = &self.line.about;
        if about.iter().all(|who| watch.knows(*who)) {
            return self.line.place;
        }
        let known = about.iter().find(|who| watch.knows(**who));
        known.map(|who| view.footprint(*who).anchor)
    }
}

/// All lines of the battle, and which the player wants to see.
#[derive(Resource, Debug)]
pub struct LogBook {
    pub lines: Vec<Noted>,
    /// Kinds that are shown.
    pub kinds: BTreeSet<LineKind>,
    /// Only lines about this combatant.
    pub about: Option<CombatantId>,
    /// Lines whose numbers are unfolded.
    pub unfolded: BTreeSet<usize>,
    /// The first line that is shown while an earlier one than the last is read.
    pub from: Option<usize>,
    /// The count of the line that comes next.
    count: Count,
}

impl Default for LogBook {
    fn default() -> LogBook {
        let kinds =
            LineKind::ALL.into_iter().filter(|kind| !matches!(kind, LineKind::Time | LineKind::Moves)).collect();
        LogBook { lines: Vec::new(), kinds, about: None, unfolded: BTreeSet::new(), from: None, count: 0 }
    }
}

impl LogBook {
    /// The lines that are wanted and may be read, with their numbers, oldest first.
    pub fn wanted<'a>(&'a self, watch: &'a Watch) -> impl DoubleEndedIterator<Item = (usize, &'a Noted)> {
        let about = |line: &Line| self.about.is_none_or(|who| line.about.contains(&who));
        let wanted = move |line: &Line| self.kinds.contains(&line.kind) && about(line);
        let told = |noted: &Noted| watch.hears(&noted.secret, &noted.line.about);
        self.lines.iter().enumerate().filter(move |(_, noted)| wanted(&noted.line) && told(noted))
    }
}

/// Writes what was just shown into the book; a new battle begins with an empty one.
pub fn write(
    mut played: MessageReader<Played>,
    snapshot: Res<Snapshot>,
    session: Res<Session>,
    mut book: ResMut<LogBook>,
) {
    if session.is_added() {
        book.lines.clear();
        book.unfolded.clear();
        (book.about, book.from, book.count) = (None, None, 0);
    }
    for Played { event, secret } in played.read() {
        if let BattleEvent::CountBegan { count } = event {
            book.count = *count;
        }
        let count = book.count;
        let line = narrate(&snapshot, session.rules(), event);
        book.lines.extend(line.map(|line| Noted { count, line, secret: secret.clone() }));
    }
}
