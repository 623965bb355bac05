//! A battle as plain data: for save games, comparisons and checksums.

use std::borrow::Cow;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{BattleState, UpkeepMemory, Watches};
use crate::battle::Digest;
use crate::dice::Dice;
use crate::resolution::act::{Choice, Prompt};
use crate::resolution::battlefield::{Battlefield, SavedField};
use crate::resolution::event::BattleOutcome;
use crate::resolution::frame::{Frame, Verdict};
use crate::resolution::log::EventLog;
use crate::resolution::setup::Setup;
use crate::resolution::step::SpareLists;

/// Everything that decides how a battle continues, without the setup it began with.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedBattle<'b> {
    /// The hash of the scenario, rules and units it belongs to.
    content_hash: u64,
    field: SavedField<'b>,
    dice: Cow<'b, Dice>,
    stack: Cow<'b, [Frame]>,
    memory: Cow<'b, UpkeepMemory>,
    verdict: Option<Verdict>,
    prompt: Cow<'b, Option<Prompt>>,
    answer: Cow<'b, Option<Choice>>,
    outcome: Cow<'b, Option<BattleOutcome>>,
    activations: u64,
}

/// Reason why a saved battle cannot be restored.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadSave {
    /// The scenario, its rules or its units have changed since.
    #[error("the saved battle belongs to another scenario, or its rules or units have changed since")]
    OtherContent,
    /// The save names combatants, weapons or cells that the scenario does not have.
    #[error("the saved battle does not fit its scenario")]
    Misfit,
}

impl BattleState {
    /// The battle as plain data. Its log is not part of it.
    pub fn save(&self) -> SavedBattle<'_> {
        SavedBattle {
            content_hash: self.setup.content_hash,
            field: self.field.save(),
            dice: Cow::Borrowed(&self.dice),
            stack: Cow::Borrowed(&self.stack),
            memory: Cow::Borrowed(&self.memory),
            verdict: self.verdict.clone(),
            prompt: Cow::Borrowed(&self.prompt),
            answer: Cow::Borrowed(&self.answer),
            outcome: Cow::Borrowed(&self.outcome),
            activations: self.activations,
        }
    }

    /// A saved battle as it was, with an empty log.
    ///
    /// # Errors
    /// If the battle was saved with another scenario, other rules or other units, or names things that this one does not have.
    pub fn restore(setup: Arc<Setup>, saved: SavedBattle<'_>) -> Result<BattleState, BadSave> {
        if saved.content_hash != setup.content_hash {
            return Err(BadSave::OtherContent);
        }
        let field = Battlefield::restore(&setup, saved.field).ok_or(BadSave::Misfit)?;
        Ok(BattleState {
            watches: Watches::new(&setup.rules, &field.snapshot().rows),
            field,
            setup,
            dice: saved.dice.into_owned(),
            log: EventLog::default(),
            stack: saved.stack.into_owned(),
            memory: saved.memory.into_owned(),
            verdict: saved.verdict,
            prompt: saved.prompt.into_owned(),
            answer: saved.answer.into_owned(),
            outcome: saved.outcome.into_owned(),
            activations: saved.activations,
            spare: SpareLists::default(),
            remembered: Vec::new(),
        })
    }

    /// A hash of everything that decides how the battle continues: combatants, ground, timeline, unfinished work, memory and
    /// dice. Equal states of one setup have equal checksums in every process and on every machine.
    pub fn checksum(&self) -> u64 {
        let mut digest = Digest::default();
        digest.take(&self.save());
        digest.hash()
    }
}
