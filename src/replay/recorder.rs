//! Records a battle while it is played.

use super::{Beginning, Ending, Hex, Mark, RecordedChoice, Recording, RecordingEntry};
use crate::battle::{CombatantId, Row, Snapshot};
use crate::content::Rule;
use crate::resolution::{BattleEvent, BattleState, BattleStatus, Choice, Prompt};

/// Records every choice of a battle and marks its state after every activation. Call [`stopped`](Recorder::stopped) each
/// time the battle stops and [`chosen`](Recorder::chosen) after each accepted answer, before it is resolved further.
#[derive(Clone, Debug)]
pub struct Recorder {
    pub(super) recording: Recording,
    /// The number of prompts so far.
    pub(super) asked: u32,
    marked: Option<u64>,
    /// The hashes of the parts of every combatant at the last mark.
    parts: Vec<[u16; Row::PARTS.len()]>,
    /// Whether entries other than the end are recorded.
    keeps: bool,
}

impl Recorder {
    pub fn new(beginning: Beginning, battle: &BattleState) -> Recorder {
        let recording = Recording { beginning, entries: Vec::new() };
        let mut recorder = Recorder { recording, asked: 0, marked: None, parts: Vec::new(), keeps: true };
        recorder.mark(battle);
        recorder
    }

    /// Drops the entries so far and from now on records only the end.
    pub fn keep_only_the_end(&mut self) {
        self.recording.entries = Vec::new();
        self.keeps = false;
    }

    /// Notes that the battle stopped, at a prompt or at its end.
    pub fn stopped(&mut self, battle: &BattleState, status: &BattleStatus) {
        self.mark(battle);
        match status {
            BattleStatus::Awaiting(_) => self.asked += 1,
            BattleStatus::Over(outcome) if self.recording.ending().is_none() => {
                let snapshot = battle.snapshot();
                self.recording.entries.push(RecordingEntry::Ended(Ending {
                    outcome: outcome.clone(),
                    count: snapshot.count,
                    activations: battle.activations(),
                    checksum: Hex(battle.checksum()),
                }));
            }
            BattleStatus::Over(_) => {}
        }
    }

    /// Notes an answer and gives the entry for a journal. Passes are not recorded: a replay passes unless told otherwise.
    pub fn chosen(&mut self, battle: &BattleState, prompt: &Prompt, choice: &Choice) -> RecordingEntry {
        let count = battle.snapshot().count;
        let entry =
            RecordingEntry::Chosen(RecordedChoice { at: self.asked, count, who: prompt.who, choice: choice.clone() });
        if self.keeps && *choice != Choice::Pass {
            self.recording.entries.push(entry.clone());
        }
        entry
    }

    fn mark(&mut self, battle: &BattleState) {
        let snapshot = battle.snapshot();
        let activation = battle.activations();
        if !self.keeps || self.marked == Some(activation) {
            return;
        }
        self.marked = Some(activation);
        let parts = changed(&mut self.parts, snapshot);
        self.recording.entries.push(RecordingEntry::Mark(Mark {
            activation,
            count: snapshot.count,
            checksum: Hex(battle.checksum()),
            facts: battle.log().seen(),
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
