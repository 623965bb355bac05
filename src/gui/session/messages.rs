//! Questions, answers and notices between the session and the rest of the window.

use std::sync::Arc;

use bevy::prelude::*;

use super::BattleOpening;
use crate::battle::CombatantId;
use crate::content::refusal::Refusal;
use crate::resolution::event::BattleOutcome;
use crate::resolution::{Asks, Choice, Prompt};

/// The battle to open next.
#[derive(Resource, Clone)]
pub struct NextBattle(pub Arc<BattleOpening>);

/// The question that a player at the window must answer. Empty while facts are shown and while the AI thinks.
#[derive(Resource, Default, Debug, PartialEq)]
pub struct OpenPrompt(pub Option<Prompt>);

impl OpenPrompt {
    /// The combatant that is asked.
    pub fn who(&self) -> Option<CombatantId> {
        self.0.as_ref().map(|prompt| prompt.who)
    }

    /// The combatant that is asked to take a turn.
    pub fn acts(&self) -> Option<CombatantId> {
        self.0.as_ref().filter(|prompt| prompt.asks == Asks::Act).map(|prompt| prompt.who)
    }
}

/// How the battle ended, once that has been shown.
#[derive(Resource, Debug)]
pub struct Ended(pub BattleOutcome);

/// An answer to the open prompt, from a click or a panel.
#[derive(Message, Clone, Debug)]
pub struct PlayerAnswer(pub Choice);

/// Something to tell the player that is no fact of the battle.
#[derive(Message, Clone, Debug)]
pub struct Notice {
    /// The words, with their rule.
    pub refusal: Refusal,
    /// The combatant it is about, if any.
    pub who: Option<CombatantId>,
}

impl Notice {
    /// A notice about the game itself: no rule, no combatant.
    pub fn new(words: String) -> Notice {
        Notice { refusal: Refusal::new(words, "".into()), who: None }
    }
}
