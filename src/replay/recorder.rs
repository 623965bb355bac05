//! Records a battle while it is played.

use bevy::prelude::*;

use super::{Beginning, Ending, Hex, Mark, RecordedChoice, Recording, RecordingEntry};
use crate::battle::{CombatantId, Row, Snapshot};
use crate::content::Rule;
use crate::resolution::{Battle, BattleEvent, Choice, Prompt, Status};

/// Records every choice of a battle and marks its state after every activation.
///
/// Call [`stopped`](Recorder::stopped) each time the battle stops and [`chosen`](Recorder::chosen) after each accepted
/// answer, before the battle is resolved further.
#[derive(Clone, Debug)]
pub struct Recorder {
    recording: Recording,
    asked: u32,
    marked: Option<u64>,
    /// The hashes of the parts of every combatant at the last mark.
    parts: Vec<[u16; Row::PARTS.len()]>,
    /// Whether entries other than the end are recorded.
    keeps: bool,
}

impl Recorder {
    /// A recorder of a battle that has just begun.
    pub fn new(beginning: Beginning, world: &World) -> Recorder {
        let recording = Recording { beginning, entries: Vec::new() };
        let mut recorder = Recorder { recording, asked: 0, marked: None, parts: Vec::new(), keeps: true };
        recorder.mark(world);
        recorder
    }

    /// Drops the entries so far and from now on records only the end.
    pub fn keep_only_the_end(&mut self) {
        self.recording.entries = Vec::new();
        self.keeps = false;
    }

    /// Records that the battle stopped at a prompt or its end.
    pub fn stopped(&mut self, world: &World, status: &Status) {
        self.mark(world);
        match status {
            Status::Awaiting(_) => self.asked += 1,
            Status::Over(outcome) if self.recording.ending().is_none() => {
                let (battle, snapshot) = (world.resource::<Battle>(), world.resource::<Snapshot>());
                self.recording.entries.push(RecordingEntry::Ended(Ending {
                    outcome: outcome.clone(),
                    count: snapshot.count,
                    activations: battle.activations(),
                    checksum: Hex(snapshot.checksum(battle.dice.rolls_made())),
                }));
            }
            Status::Over(_) => {}
        }
    }

    /// Records an answer and returns its journal entry. Passes are not recorded: replaying passes wherever no answer is
    /// recorded.
    pub fn chosen(&mut self, world: &World, prompt: &Prompt, choice: &Choice) -> RecordingEntry {
        let count = world.resource::<Snapshot>().count;
        let entry =
            RecordingEntry::Chosen(RecordedChoice { at: self.asked, count, who: prompt.who, choice: choice.clone() });
        if self.keeps && *choice != Choice::Pass {
            self.recording.entries.push(entry.clone());
        }
        entry
    }

    /// The number of prompts so far.
    pub fn asked(&self) -> u32 {
        self.asked
    }

    /// The recording so far.
    pub fn recording(&self) -> &Recording {
        &self.recording
    }

    fn mark(&mut self, world: &World) {
        let (battle, snapshot) = (world.resource::<Battle>(), world.resource::<Snapshot>());
        let activation = battle.activations();
        if !self.keeps || self.marked == Some(activation) {
            return;
        }
        self.marked = Some(activation);
        let parts = changed(&mut self.parts, snapshot);
        self.recording.entries.push(RecordingEntry::Mark(Mark {
            activation,
            count: snapshot.count,
            checksum: Hex(snapshot.checksum(battle.dice.rolls_made())),
            facts: battle.log.seen(),
            ground: snapshot.ground_mark(),
            parts,
        }));
    }
}

/// The part hashes of every combatant that changed since the last call.
fn changed(known: &mut Vec<[u16; Row::PARTS.len()]>, snapshot: &Snapshot) -> Vec<(CombatantId, Vec<u16>)> {
    let now: Vec<[u16; Row::PARTS.len()]> = snapshot.rows.iter().map(Row::marks).collect();
    let all = snapshot.rows.iter().zip(&now).enumerate();
    let changed = all.filter(|(at, (_, marks))| known.get(*at) != Some(*marks));
    let changed = changed.map(|(_, (row, marks))| (row.id, marks.to_vec())).collect();
    *known = now;
    changed
}

/// The rule cited last in these facts.
pub fn last_cited_rule(facts: &[BattleEvent]) -> Option<Rule> {
    let cited = |fact: &BattleEvent| {
        let mut last = None;
        find_rules(&serde_json::to_value(fact).ok()?, &mut last);
        last
    };
    facts.iter().rev().find_map(cited)
}

fn find_rules(value: &serde_json::Value, last: &mut Option<Rule>) {
    match value {
        serde_json::Value::Object(fields) => {
            for (name, inner) in fields {
                match inner.as_str() {
                    Some(rule) if name == "rule" && !rule.is_empty() => *last = Some(rule.into()),
                    _ => find_rules(inner, last),
                }
            }
        }
        serde_json::Value::Array(entries) => entries.iter().for_each(|entry| find_rules(entry, last)),
        _ => {}
    }
}
