//! A battle being played, recorded, and journalled where somebody asked for it.

use std::sync::Arc;

use super::{Beginning, Chosen, Entry, Journal, JournalError, Recorder, Recording};
use crate::battle::{CombatantId, Snapshot, View};
use crate::content::refusal::Refusal;
use crate::resolution::{Asks, BattleState, Choice, Illegal, Prompt, Setup, Status};

/// A battle with its recording.
pub struct Playthrough {
    battle: BattleState,
    recorder: Recorder,
    journal: Option<Journal>,
}

/// Why an answer was not taken.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// It may not be chosen; the question stays open.
    #[error("{0}")]
    Illegal(Illegal),
    /// It could not be written to the journal; the battle does not go on without.
    #[error(transparent)]
    Journal(#[from] JournalError),
}

/// Why recorded answers no longer fit the battle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stuck {
    #[error("answer {at} is no longer allowed: {why}")]
    Refused { at: u32, why: Refusal },
    #[error("question {at} was put to combatant {was}, and is now put to {now}")]
    AskedAnother { at: u32, was: CombatantId, now: CombatantId },
    #[error("question {at} has no recorded answer although later ones have")]
    Unanswered { at: u32 },
    #[error("the battle is over before recorded answer {at}")]
    OverBefore { at: u32 },
}

impl Stuck {
    /// The number of the question, counted from 1.
    pub fn at(&self) -> u32 {
        match self {
            Stuck::Refused { at, .. }
            | Stuck::AskedAnother { at, .. }
            | Stuck::Unanswered { at }
            | Stuck::OverBefore { at } => *at,
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

    /// Whether every answer is written into a journal.
    pub fn is_journalled(&self) -> bool {
        self.journal.is_some()
    }

    /// Writes every answer from now on into a journal before it takes effect.
    pub fn journal_to(&mut self, journal: Journal) {
        self.journal = Some(journal);
    }

    /// Whether something is not in the journal that could not be written.
    pub fn is_behind(&self) -> bool {
        self.journal.as_ref().is_some_and(Journal::is_behind)
    }

    /// Tries again to write what could not be written to the journal.
    ///
    /// # Errors
    /// If it still cannot be written.
    pub fn catch_up(&mut self) -> Result<(), JournalError> {
        let Some(journal) = &mut self.journal else { return Ok(()) };
        journal.catch_up()?;
        self.journal.take_if(|_| self.recorder.recording().ending().is_some());
        Ok(())
    }

    /// Keeps no recording from now on, so that a long battle takes no more memory than a short one.
    pub fn keep_no_recording(&mut self) {
        self.recorder.keep_only_the_end();
    }

    /// Forgets the events so far; whoever shows them has read them.
    pub fn forget_events(&mut self) {
        self.battle.log_mut().clear();
    }

    /// Goes on until somebody must be asked or the battle is over. Each stop is asked for once: whoever gets a
    /// question answers it before going on.
    ///
    /// # Errors
    /// If the end cannot be written to the journal.
    pub fn go_on(&mut self) -> Result<Status, JournalError> {
        let status = self.battle.resolve();
        self.recorder.stopped(&self.battle, &status);
        if matches!(status, Status::Over(_)) {
            self.end_journal()?;
        }
        Ok(status)
    }

    fn end_journal(&mut self) -> Result<(), JournalError> {
        let ending = self.recorder.recording().ending().cloned();
        if let (Some(journal), Some(ending)) = (&mut self.journal, ending) {
            journal.append(&Entry::Ended(ending))?;
            self.journal = None;
        }
        Ok(())
    }

    /// Answers the open question.
    ///
    /// # Errors
    /// If the answer is not allowed. If the journal cannot be written, the answer was taken all the same; it is written later
    /// where the battle goes on.
    pub fn answer(&mut self, choice: Choice) -> Result<(), PlayError> {
        let prompt = self.battle.prompt().cloned();
        self.battle.submit(choice.clone()).map_err(PlayError::Illegal)?;
        let Some(prompt) = prompt else { return Ok(()) };
        let entry = self.recorder.chosen(&self.battle, &prompt, &choice);
        if let Some(journal) = &mut self.journal {
            journal.append(&entry)?;
        }
        Ok(())
    }

    /// Makes recorded answers again, and passes where there are none, up to the first question after the last of
    /// them, which is given back; `None` when the battle is over. `seen` is told each question with its answer first.
    ///
    /// # Errors
    /// If an answer does not fit the battle any more.
    pub fn retrace(
        &mut self,
        chosen: &[Chosen],
        mut seen: impl FnMut(&Playthrough, &Prompt, &Choice),
    ) -> Result<Option<Prompt>, Stuck> {
        let mut left = chosen.iter().peekable();
        loop {
            let status = self.battle.resolve();
            self.recorder.stopped(&self.battle, &status);
            let Status::Awaiting(prompt) = status else {
                return left.next().map_or(Ok(None), |next| Err(Stuck::OverBefore { at: next.at }));
            };
            let Some(next) = left.peek() else { return Ok(Some(prompt)) };
            let at = self.recorder.asked();
            let choice = recorded(next, at, &prompt)?;
            if choice.is_some() {
                left.next();
            }
            let choice = choice.unwrap_or(Choice::Pass);
            seen(self, &prompt, &choice);
            self.battle.submit(choice.clone()).map_err(|why| Stuck::Refused { at, why })?;
            self.recorder.chosen(&self.battle, &prompt, &choice);
        }
    }

    /// Makes the answers of a recording again, and passes as often after the last of them as its last mark or its end needs:
    /// passes are no part of a recording. Gives all answers.
    ///
    /// # Errors
    /// If an answer does not fit the battle any more.
    pub fn follow(&mut self, recording: &Recording) -> Result<Vec<Chosen>, Stuck> {
        let mut given: Vec<Chosen> = recording.chosen().cloned().collect();
        let mut open = self.retrace(&given, |_, _, _| {})?;
        let states = |recording: &Recording| recording.marks().count() + usize::from(recording.ending().is_some());
        while let Some(prompt) = open.take().filter(|prompt| matches!(prompt.asks, Asks::React { .. })) {
            if states(self.recording()) >= states(recording) {
                break;
            }
            let (at, count) = (self.recorder.asked(), self.snapshot().count);
            let passed = Chosen { at, count, who: prompt.who, choice: Choice::Pass };
            self.battle.submit(Choice::Pass).map_err(|why| Stuck::Refused { at, why })?;
            self.recorder.chosen(&self.battle, &prompt, &Choice::Pass);
            given.push(passed);
            let status = self.battle.resolve();
            self.recorder.stopped(&self.battle, &status);
            if let Status::Awaiting(prompt) = status {
                open = Some(prompt);
            }
        }
        Ok(given)
    }

    /// What rules read of it now.
    pub fn view(&self) -> View<'_> {
        self.snapshot().view()
    }

    /// The state now.
    pub fn snapshot(&self) -> &Snapshot {
        self.battle.snapshot()
    }

    /// The battle with its log and dice.
    pub fn battle(&self) -> &BattleState {
        &self.battle
    }

    /// What was written down so far.
    pub fn recording(&self) -> &Recording {
        self.recorder.recording()
    }
}

/// The recorded answer to a question; `None` where somebody passed.
fn recorded(next: &Chosen, at: u32, prompt: &Prompt) -> Result<Option<Choice>, Stuck> {
    if next.at == at && next.who == prompt.who {
        return Ok(Some(next.choice.clone()));
    }
    if next.at == at {
        return Err(Stuck::AskedAnother { at, was: next.who, now: prompt.who });
    }
    if matches!(prompt.asks, Asks::React { .. }) { Ok(None) } else { Err(Stuck::Unanswered { at }) }
}
