//! The log book: one line per fact that was shown, and the player's filters.

use std::collections::BTreeSet;

use bevy::prelude::*;

use crate::battle::{CombatantId, Count, Side};
use crate::ecs::{Combatants, ShownBattle};
use crate::grid::Cell;
use crate::gui::known::FogOfWar;
use crate::gui::playback::ShownFact;
use crate::gui::session::Session;
use crate::narration::{Line, LineKind, narrate};
use crate::resolution::event::BattleEvent;

#[derive(Clone, Debug)]
pub struct LogEntry {
    pub count: Count,
    pub line: Line,
    /// Sides whose players must not read it.
    pub secret: Vec<Side>,
}

impl LogEntry {
    /// Where it happened, as far as the players at the window know: never where a hidden combatant is now.
    pub fn place(&self, watch: &FogOfWar, combatants: &Combatants) -> Option<Cell> {
        let about = &self.line.about;
        if about.iter().all(|who| watch.knows(*who)) {
            return self.line.place;
        }
        let known = about.iter().find(|who| watch.knows(**who));
        known.and_then(|who| combatants.get(*who)).map(|data| data.position.cell())
    }
}

/// All lines of the battle, and the filters.
#[derive(Resource, Debug)]
pub struct LogBook {
    /// All lines, oldest first.
    pub lines: Vec<LogEntry>,
    /// Kinds of lines that are shown.
    pub kinds: BTreeSet<LineKind>,
    /// If set, only lines about this combatant are shown.
    pub about: Option<CombatantId>,
    /// Numbers of the lines whose terms are unfolded.
    pub unfolded: BTreeSet<usize>,
    /// The first visible line while the player has scrolled up; `None` at the end.
    pub from: Option<usize>,
    count: Count,
}

impl Default for LogBook {
    fn default() -> LogBook {
        LogBook {
            lines: Vec::new(),
            kinds: usual_kinds(),
            about: None,
            unfolded: BTreeSet::new(),
            from: None,
            count: 0,
        }
    }
}

/// The kinds of lines that are shown to a player who has not changed the filters.
fn usual_kinds() -> BTreeSet<LineKind> {
    LineKind::ALL.into_iter().filter(|kind| !matches!(kind, LineKind::Time | LineKind::Moves)).collect()
}

impl LogBook {
    /// Whether the player has not changed the filters.
    pub fn has_usual_filters(&self) -> bool {
        self.about.is_none() && self.kinds == usual_kinds()
    }

    /// The lines that may be read, with their numbers, oldest first.
    pub fn told<'a>(&'a self, watch: &'a FogOfWar) -> impl DoubleEndedIterator<Item = (usize, &'a LogEntry)> {
        self.lines.iter().enumerate().filter(|(_, noted)| watch.hears(&noted.secret, &noted.line.about))
    }

    /// The lines that pass the filters and may be read, with their numbers, oldest first.
    pub fn wanted<'a>(&'a self, watch: &'a FogOfWar) -> impl DoubleEndedIterator<Item = (usize, &'a LogEntry)> {
        let about = |line: &Line| self.about.is_none_or(|who| line.about.contains(&who));
        let wanted = move |line: &Line| self.kinds.contains(&line.kind) && about(line);
        self.told(watch).filter(move |(_, noted)| wanted(&noted.line))
    }
}

/// Adds a line for each fact that was shown. A new battle starts with an empty book.
pub fn write(
    mut played: MessageReader<ShownFact>,
    snapshot: Res<ShownBattle>,
    session: Res<Session>,
    mut book: ResMut<LogBook>,
) {
    if session.is_added() {
        *book = LogBook { kinds: std::mem::take(&mut book.kinds), ..LogBook::default() };
    }
    for ShownFact { event, secret } in played.read() {
        if let BattleEvent::CountBegan { count } = event {
            book.count = *count;
        }
        let count = book.count;
        let line = narrate(snapshot.snapshot(), session.rules(), event);
        book.lines.extend(line.map(|line| LogEntry { count, line, secret: secret.clone() }));
    }
}
