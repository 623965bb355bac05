//! A battle being played while it is recorded and, optionally, journalled.

use std::sync::Arc;

use super::recorder::Recorder;
use super::{Beginning, Journal, JournalError, RecordedChoice, Recording, RecordingEntry};
use crate::battle::{CombatantId, Snapshot, View};
use crate::content::Refusal;
use crate::resolution::{BattleState, BattleStatus, Choice, Illegal, Prompt, Setup};

/// A battle with its recording.
pub struct Playthrough {
    battle: BattleState,
    recorder: Recorder,
    journal: Option<Journal>,
}

/// Why an answer was not accepted.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// The answer is illegal; the prompt stays open.
    #[error("{0}")]
    Illegal(Illegal),
    /// The answer could not be written to the journal.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

/// Why recorded answers no longer fit the battle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RetraceError {
    /// The recorded answer to a prompt is illegal: the number of the prompt, counted from 1, and the reason.
    #[error("answer {0} is no longer allowed: {1}")]
    Refused(u32, Refusal),
    /// A prompt is for another combatant: its number, counted from 1, and the combatants as recorded and now.
    #[error("prompt {0} was for combatant {1} and is now for {2}")]
    AskedAnother(u32, CombatantId, CombatantId),
    /// A prompt cannot be passed and has no recorded answer: its number, counted from 1.
    #[error("prompt {0} has no recorded answer, but later ones do")]
    Unanswered(u32),
    /// The battle ends before the answer to a prompt: its number, counted from 1.
    #[error("the battle ends before recorded answer {0}")]
    OverBefore(u32),
}

impl RetraceError {
    /// The number of the prompt, counted from 1.
    pub fn at(&self) -> u32 {
        match self {
            RetraceError::Refused(at, _) | RetraceError::AskedAnother(at, ..) => *at,
            RetraceError::Unanswered(at) | RetraceError::OverBefore(at) => *at,
        }
    }
}

impl Playthrough {
    /// Begins a battle.
    pub fn begin(setup: Arc<Setup>, beginning: Beginning) -> Playthrough {
        let battle = BattleState::begin(setup, beginning.dice());
        let recorder = Recorder::new(beginning, &battle);
        Playthrough { battle, recorder, journal: None }
    }

    /// Whether answers are written to a journal.
    pub fn is_journalled(&self) -> bool {
        self.journal.is_some()
    }

    /// From now on, writes every answer to a journal before it is resolved.
    pub fn journal_to(&mut self, journal: Journal) {
        self.journal = Some(journal);
    }

    /// Whether the journal has entries that could not be written yet.
    pub fn is_behind(&self) -> bool {
        self.journal.as_ref().is_some_and(Journal::is_behind)
    }

    /// Retries journal entries that could not be written.
    ///
    /// # Errors
    /// If they still cannot be written.
    pub fn catch_up(&mut self) -> Result<(), JournalError> {
        let Some(journal) = &mut self.journal else { return Ok(()) };
        journal.catch_up()?;
        self.journal.take_if(|_| self.recorder.recording.ending().is_some());
        Ok(())
    }

    /// Stops recording, so that memory does not grow with the length of the battle.
    pub fn keep_no_recording(&mut self) {
        self.recorder.keep_only_the_end();
    }

    /// Drops the events so far from the log, to save memory.
    pub fn forget_events(&mut self) {
        self.battle.log_mut().clear();
    }

    /// Resolves the battle up to the next prompt or its end. Call it once per prompt, and answer the prompt before the
    /// next call.
    ///
    /// # Errors
    /// If the end cannot be written to the journal.
    pub fn advance(&mut self) -> Result<BattleStatus, JournalError> {
        let status = self.battle.resolve();
        self.recorder.stopped(&self.battle, &status);
        if let (BattleStatus::Over(_), Some(journal)) = (&status, &mut self.journal)
            && let Some(ending) = self.recorder.recording.ending()
        {
            journal.append(&RecordingEntry::Ended(ending.clone()))?;
            self.journal = None;
        }
        Ok(status)
    }

    /// Answers the open prompt.
    ///
    /// # Errors
    /// If the answer is illegal, or cannot be written to the journal. In the latter case it still takes effect and is
    /// written later.
    pub fn answer(&mut self, choice: Choice) -> Result<(), PlayError> {
        let prompt = self.battle.prompt().cloned();
        self.battle.submit(choice.clone()).map_err(PlayError::Illegal)?;
        let Some(prompt) = prompt else { return Ok(()) };
        let entry = self.recorder.chosen(&self.battle, &prompt, &choice);
        if let Some(journal) = self.journal.as_mut().filter(|_| choice != Choice::Pass) {
            journal.append(&entry)?;
        }
        Ok(())
    }

    /// Replays recorded answers, passing where none is recorded, and returns the first prompt after the last of them;
    /// `None` if the battle is over. Calls `seen` with each prompt and its answer first.
    ///
    /// # Errors
    /// If an answer no longer fits the battle.
    pub fn retrace(
        &mut self,
        chosen: &[RecordedChoice],
        mut seen: impl FnMut(&Playthrough, &Prompt, &Choice),
    ) -> Result<Option<Prompt>, RetraceError> {
        let mut left = chosen.iter().peekable();
        loop {
            let status = self.battle.resolve();
            self.recorder.stopped(&self.battle, &status);
            let BattleStatus::Awaiting(prompt) = status else {
                return left.next().map_or(Ok(None), |next| Err(RetraceError::OverBefore(next.at)));
            };
            let Some(next) = left.peek() else { return Ok(Some(prompt)) };
            let at = self.recorder.asked;
            let choice = recorded(next, at, &prompt)?;
            if choice.is_some() {
                left.next();
            }
            let choice = choice.unwrap_or(Choice::Pass);
            seen(self, &prompt, &choice);
            self.battle.submit(choice.clone()).map_err(|why| RetraceError::Refused(at, why))?;
            self.recorder.chosen(&self.battle, &prompt, &choice);
        }
    }

    /// Replays a recording and then passes until its last mark or its end is reached, because passes are not recorded.
    /// Returns all answers.
    ///
    /// # Errors
    /// If an answer no longer fits the battle.
    pub fn follow(&mut self, recording: &Recording) -> Result<Vec<RecordedChoice>, RetraceError> {
        let mut given: Vec<RecordedChoice> = recording.chosen().cloned().collect();
        let mut open = self.retrace(&given, |_, _, _| {})?;
        let states = |recording: &Recording| recording.marks().count() + usize::from(recording.ending().is_some());
        while let Some(prompt) = open.take().filter(|prompt| prompt.asks.may_pass()) {
            if states(self.recording()) >= states(recording) {
                break;
            }
            let (at, count) = (self.recorder.asked, self.snapshot().count);
            let passed = RecordedChoice { at, count, who: prompt.who, choice: Choice::Pass };
            self.battle.submit(Choice::Pass).map_err(|why| RetraceError::Refused(at, why))?;
            self.recorder.chosen(&self.battle, &prompt, &Choice::Pass);
            given.push(passed);
            let status = self.battle.resolve();
            self.recorder.stopped(&self.battle, &status);
            if let BattleStatus::Awaiting(prompt) = status {
                open = Some(prompt);
            }
        }
        Ok(given)
    }

    /// The view of the current state that rules read.
    pub fn view(&self) -> View<'_> {
        self.snapshot().view()
    }

    /// The current state.
    pub fn snapshot(&self) -> &Snapshot {
        self.battle.snapshot()
    }

    /// The battle with its log and dice.
    pub fn battle(&self) -> &BattleState {
        &self.battle
    }

    /// The recording so far.
    pub fn recording(&self) -> &Recording {
        &self.recorder.recording
    }
}

/// The recorded answer to a prompt; `None` for a pass.
fn recorded(next: &RecordedChoice, at: u32, prompt: &Prompt) -> Result<Option<Choice>, RetraceError> {
    if next.at == at && next.who == prompt.who {
        return Ok(Some(next.choice.clone()));
    }
    if next.at == at {
        return Err(RetraceError::AskedAnother(at, next.who, prompt.who));
    }
    if prompt.asks.may_pass() { Ok(None) } else { Err(RetraceError::Unanswered(at)) }
}
