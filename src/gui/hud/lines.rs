//! The log as lines: what was shown, in words, with the numbers behind it.

use std::collections::BTreeSet;

use bevy::prelude::*;
use smallvec::SmallVec;

use crate::battle::{CombatantId, Count, Snapshot};
use crate::content::breakdown::Breakdown;
use crate::grid::Cell;
use crate::gui::playback::Played;
use crate::gui::session::Session;
use crate::mechanics::attack::Degree;
use crate::mechanics::damage::Hurt;
use crate::resolution::event::{BattleEvent, Rolled};
use crate::resolution::narrate::narrate;
use crate::rules::Ruleset;

/// What a line is about, for the filter.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    Actions,
    Rolls,
    Harm,
    Moves,
    States,
    Time,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 6] = [Kind::Actions, Kind::Rolls, Kind::Harm, Kind::Moves, Kind::States, Kind::Time];

    /// The word on its button.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Actions => "actions",
            Kind::Rolls => "rolls",
            Kind::Harm => "harm",
            Kind::Moves => "moves",
            Kind::States => "states",
            Kind::Time => "time",
        }
    }
}

/// How a line is coloured.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Tone {
    Plain,
    Good,
    Bad,
    Quiet,
}

/// One line.
#[derive(Clone, Debug)]
pub struct Line {
    pub kind: Kind,
    pub tone: Tone,
    pub count: Count,
    /// Whom it is about.
    pub who: SmallVec<[CombatantId; 2]>,
    /// Where it happened.
    pub place: Option<Cell>,
    /// The words in short.
    pub words: String,
    /// The whole sentence with every term, for copies.
    pub full: String,
    /// The numbers behind it.
    pub sums: Vec<(String, Breakdown)>,
}

/// All lines of the battle, and which the player wants to see.
#[derive(Resource, Debug)]
pub struct LogBook {
    pub lines: Vec<Line>,
    /// Kinds that are shown.
    pub kinds: BTreeSet<Kind>,
    /// Only lines about this combatant.
    pub about: Option<CombatantId>,
    /// Lines whose numbers are unfolded.
    pub unfolded: BTreeSet<usize>,
    /// The count of the line that comes next.
    count: Count,
}

impl Default for LogBook {
    fn default() -> LogBook {
        let kinds = Kind::ALL.into_iter().filter(|kind| !matches!(kind, Kind::Time | Kind::Moves)).collect();
        LogBook { lines: Vec::new(), kinds, about: None, unfolded: BTreeSet::new(), count: 0 }
    }
}

impl LogBook {
    /// The lines that are wanted, with their numbers, oldest first.
    pub fn wanted(&self) -> impl DoubleEndedIterator<Item = (usize, &Line)> {
        let about = |line: &Line| self.about.is_none_or(|who| line.who.contains(&who));
        self.lines.iter().enumerate().filter(move |(_, line)| self.kinds.contains(&line.kind) && about(line))
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
        (book.about, book.count) = (None, 0);
    }
    for Played(event) in played.read() {
        if let BattleEvent::CountBegan { count } = event {
            book.count = *count;
        }
        let line = line_of(&snapshot, session.rules(), event, book.count);
        book.lines.extend(line);
    }
}

fn line_of(snapshot: &Snapshot, rules: &Ruleset, event: &BattleEvent, count: Count) -> Option<Line> {
    let full = narrate(snapshot, rules, event)?;
    let (kind, tone) = kind_of(event);
    let who = about(event);
    let place = place_of(event).or_else(|| {
        let first = who.last().or(who.first())?;
        Some(snapshot.view().footprint(*first).anchor)
    });
    let teller = Teller { snapshot, rules };
    let (words, sums) = teller.short(event).unwrap_or_else(|| (full.clone(), Vec::new()));
    Some(Line { kind, tone, count, who, place, words, full, sums })
}

fn kind_of(event: &BattleEvent) -> (Kind, Tone) {
    match event {
        BattleEvent::CountBegan { .. } | BattleEvent::TurnEnded { .. } => (Kind::Time, Tone::Quiet),
        BattleEvent::InitiativeRolled { .. } => (Kind::Time, Tone::Plain),
        BattleEvent::CheckRolled(rolled) => match rolled.degree {
            Degree::Critical | Degree::Success => (Kind::Rolls, Tone::Good),
            Degree::Failure => (Kind::Rolls, Tone::Plain),
            Degree::Fumble => (Kind::Rolls, Tone::Bad),
        },
        BattleEvent::DamageTaken(_) | BattleEvent::FatigueGained { .. } => (Kind::Harm, Tone::Bad),
        BattleEvent::FellUnconscious { .. } | BattleEvent::Died { .. } => (Kind::Harm, Tone::Bad),
        BattleEvent::Woke { .. } => (Kind::Harm, Tone::Good),
        BattleEvent::Displaced { .. } | BattleEvent::MoveStopped { .. } => (Kind::Moves, Tone::Quiet),
        BattleEvent::ActionDeclared { act, .. } if act.aimed_at().is_none() => (Kind::Moves, Tone::Quiet),
        BattleEvent::ActionDeclared { .. } | BattleEvent::BattleEnded { .. } => (Kind::Actions, Tone::Plain),
        BattleEvent::ActionTakenBack { .. } | BattleEvent::ActionAbandoned { .. } => (Kind::Actions, Tone::Bad),
        BattleEvent::ReactionTaken { .. } => (Kind::Actions, Tone::Good),
        _ => (Kind::States, Tone::Plain),
    }
}

fn about(event: &BattleEvent) -> SmallVec<[CombatantId; 2]> {
    let mut found = SmallVec::new();
    match event {
        BattleEvent::CheckRolled(rolled) => {
            found.push(rolled.who);
            found.extend(rolled.target);
        }
        BattleEvent::DamageTaken(hurt) => found.extend([hurt.by, hurt.target]),
        BattleEvent::ActionDeclared { who, act } | BattleEvent::ActionTakenBack { who, act, .. } => {
            found.push(*who);
            found.extend(act.aimed_at());
        }
        BattleEvent::Displaced { bodies, .. } => found.extend(bodies.iter().map(|shift| shift.who)),
        BattleEvent::LinkMade { link, .. } | BattleEvent::LinkChanged { link, .. } => {
            found.extend([link.holder, link.held])
        }
        BattleEvent::LinkEnded { holder, held, .. } => found.extend([*holder, *held]),
        BattleEvent::ReactionTaken { who, to, .. } => found.extend([*who, *to]),
        BattleEvent::InitiativeRolled { who, .. }
        | BattleEvent::ActionAbandoned { who, .. }
        | BattleEvent::FatigueGained { who, .. }
        | BattleEvent::MoveStopped { who, .. }
        | BattleEvent::FacingKept { who, .. }
        | BattleEvent::StanceTaken { who, .. }
        | BattleEvent::ConditionGained { who, .. }
        | BattleEvent::ConditionLost { who, .. }
        | BattleEvent::WeaponDrawn { who, .. }
        | BattleEvent::WeaponSheathed { who, .. }
        | BattleEvent::WeaponDropped { who, .. }
        | BattleEvent::WeaponTaken { who, .. }
        | BattleEvent::WeaponWorn { who, .. }
        | BattleEvent::DoorMoved { who, .. }
        | BattleEvent::FellUnconscious { who, .. }
        | BattleEvent::Woke { who, .. }
        | BattleEvent::Died { who, .. }
        | BattleEvent::Escaped { who }
        | BattleEvent::TurnEnded { who, .. } => found.push(*who),
        _ => {}
    }
    found
}

fn place_of(event: &BattleEvent) -> Option<Cell> {
    match event {
        BattleEvent::Displaced { bodies, .. } => bodies.last().map(|shift| shift.to),
        BattleEvent::DoorMoved { cell, .. } => Some(*cell),
        BattleEvent::MoveStopped { at, .. } => Some(*at),
        _ => None,
    }
}

struct Teller<'a> {
    snapshot: &'a Snapshot,
    rules: &'a Ruleset,
}

impl Teller<'_> {
    fn name(&self, who: CombatantId) -> &str {
        self.snapshot.rows.get(who.index()).map_or("?", |row| &row.name)
    }

    /// A fact with numbers in short, its numbers apart.
    fn short(&self, event: &BattleEvent) -> Option<(String, Vec<(String, Breakdown)>)> {
        match event {
            BattleEvent::CheckRolled(rolled) => Some(self.rolled(rolled)),
            BattleEvent::DamageTaken(hurt) => Some(self.hurt(hurt)),
            BattleEvent::TurnEnded { who, took } => {
                let words = format!("{} is busy for {}", self.name(*who), took.total());
                Some((words, vec![("counts".to_owned(), took.clone())]))
            }
            BattleEvent::InitiativeRolled { who, number } => {
                let words = format!("{} begins at count {}", self.name(*who), number.total());
                Some((words, vec![("first count".to_owned(), number.clone())]))
            }
            _ => None,
        }
    }

    fn rolled(&self, rolled: &Rolled) -> (String, Vec<(String, Breakdown)>) {
        let result = match rolled.degree {
            Degree::Fumble => "fumble",
            Degree::Failure if rolled.weapon.is_some() => "miss",
            Degree::Failure => "failure",
            Degree::Success if rolled.weapon.is_some() => "hit",
            Degree::Success => "success",
            Degree::Critical => "critical hit",
        };
        let total = i32::from(rolled.natural) + i32::from(rolled.bonus.total());
        let against = rolled.defence.map_or("difficulty", |stat| stat.word());
        let at = rolled.target.map(|target| format!(" at {}", self.name(target))).unwrap_or_default();
        let action = self.rules.actions.get(rolled.action);
        let action = action.map_or_else(|| rolled.action.as_str().replace('_', " "), |action| action.name.clone());
        let words = format!(
            "{}, {action}{at}: {} {:+} = {total} against {} — {result} by {} [{}]",
            self.name(rolled.who),
            rolled.natural,
            rolled.bonus.total(),
            rolled.difficulty.total(),
            rolled.margin.abs(),
            rolled.rule,
        );
        let sums = vec![
            (format!("added to the {}", rolled.natural), rolled.bonus.clone()),
            (against.to_owned(), rolled.difficulty.clone()),
        ];
        (words, sums)
    }

    fn hurt(&self, hurt: &Hurt) -> (String, Vec<(String, Breakdown)>) {
        let words = format!(
            "{} takes {}: {} wounds, {} fatigue; {}/{} hp left [{}]",
            self.name(hurt.target),
            hurt.amount.total(),
            hurt.wounds,
            hurt.fatigue,
            hurt.vitals.current(),
            hurt.vitals.maximum,
            hurt.rule,
        );
        let sums =
            vec![("damage".to_owned(), hurt.amount.clone()), ("threshold of pain".to_owned(), hurt.threshold.clone())];
        (words, sums)
    }
}
