//! What a battle is opened with, and the questions, answers and notices between the session and the rest of the window.

use std::path::PathBuf;
use std::sync::Arc;

use bevy::prelude::*;

use super::thinking::AiSeat;
use crate::battle::{CombatantId, Side};
use crate::content::{Refusal, Source};
use crate::control::orders::{OrderScope, StandingOrder};
use crate::control::{Bystander, Charger, Controller, ScriptFile, Strength, Tactician};
use crate::replay::{Beginning, RecordedBattle, RecordedChoice};
use crate::resolution::event::BattleOutcome;
use crate::resolution::{Choice, Occasion, Prompt, Setup};
use crate::scenario::Control;
use crate::tutorial::{LessonFoes, LessonPlace};

/// A battle that can be opened.
#[derive(Clone, Debug)]
pub struct BattleOpening {
    /// The state before the first fact.
    pub setup: Arc<Setup>,
    /// The file of its scenario.
    pub scenario: Source,
    /// Who answers for each side, by the side's index; the AI answers for sides beyond the end.
    pub seats: Vec<Seat>,
    /// The seed of its dice.
    pub seed: u64,
    /// The number of the battle within the seed; 0 except for battles of a batch.
    pub battle: u64,
    /// Loaded faces of the first dice, of a recorded battle that was played with them.
    pub dice: Vec<u16>,
    /// Earlier answers, for a battle that continues.
    pub given: Vec<RecordedChoice>,
    /// Automatic answers from the start.
    pub habits: Vec<StandingOrder>,
    /// The file that every answer is written to before it takes effect.
    pub journal: Option<PathBuf>,
    /// Whether it continues from an earlier moment of the journalled battle (undo or load). Later answers are dropped.
    pub goes_back: bool,
    /// The lesson that it is the battle of, if any.
    pub lesson: Option<LessonPlace>,
    /// The recorded battle that is watched instead of played, if any.
    pub replay: Option<Arc<RecordedBattle>>,
}

impl BattleOpening {
    /// A battle from its beginning, without a journal.
    pub fn new(setup: Arc<Setup>, scenario: Source, seats: Vec<Seat>, seed: u64) -> BattleOpening {
        BattleOpening {
            setup,
            scenario,
            seats,
            seed,
            battle: 0,
            dice: Vec::new(),
            given: Vec::new(),
            habits: Vec::new(),
            journal: None,
            goes_back: false,
            lesson: None,
            replay: None,
        }
    }

    /// A recorded battle of this setup, with the seats, the dice and the seed of its recording.
    pub fn of(beginning: &Beginning, setup: Arc<Setup>, scenario: Source) -> BattleOpening {
        let seats = beginning.seats.iter().map(|word| Seat::named(word)).collect();
        let (battle, dice) = (beginning.battle, beginning.dice.clone());
        BattleOpening { battle, dice, ..BattleOpening::new(setup, scenario, seats, beginning.seed) }
    }

    /// Gives the players the standing orders that the rule system recommends. Recommended orders with mistakes are not given.
    pub fn with_recommended_orders(mut self) -> BattleOpening {
        let sides = (0..self.setup.sides.len() as u8).map(Side).filter(|side| self.seat(*side) == Seat::Human);
        let orders = sides.flat_map(|side| ScriptFile::recommended(&self.setup.rules, OrderScope::Side(side)).ok());
        self.habits = orders.flatten().collect();
        self
    }

    /// Who answers for a side.
    pub fn seat(&self, side: Side) -> Seat {
        self.seats.get(usize::from(side.0)).copied().unwrap_or(Seat::Ai(Strength::Hard))
    }

    /// The beginning as a recording writes it.
    pub fn beginning(&self) -> Beginning {
        if let Some(watched) = &self.replay {
            return watched.beginning().clone();
        }
        let sides = (0..self.setup.sides.len() as u8).map(Side);
        let seats = sides.map(|side| self.seat(side).names().0.to_owned()).collect();
        let beginning = Beginning::new(&self.setup, &self.scenario, self.seed, self.battle, seats);
        Beginning { dice: self.dice.clone(), ..beginning }
    }
}

/// Who answers for a side.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Seat {
    /// A person at this window. Several human seats share it.
    #[default]
    Human,
    /// The AI, at this strength.
    Ai(Strength),
    /// The simple opponent of a lesson.
    Lesson(LessonFoes),
}

impl Seat {
    /// All seats that a player can choose.
    pub const ALL: [Seat; 4] =
        [Seat::Human, Seat::Ai(Strength::Easy), Seat::Ai(Strength::Normal), Seat::Ai(Strength::Hard)];

    /// The word for it in recordings and on the command line, and its display name.
    fn names(self) -> (&'static str, &'static str) {
        match self {
            Seat::Human => ("human", "Human"),
            Seat::Ai(Strength::Easy) => ("easy", "AI, easy"),
            Seat::Ai(Strength::Normal) => ("normal", "AI, normal"),
            Seat::Ai(Strength::Hard) => ("tactician", "AI, hard"),
            Seat::Lesson(LessonFoes::Still) => ("bystander", "Stands still"),
            Seat::Lesson(LessonFoes::Charge) => ("charger", "Charges"),
        }
    }

    /// The display name.
    pub fn title(self) -> &'static str {
        self.names().1
    }

    /// The seat that a recording names; unknown words mean the AI.
    pub fn named(word: &str) -> Seat {
        let lessons = [LessonFoes::Still, LessonFoes::Charge].map(Seat::Lesson);
        Seat::ALL.into_iter().chain(lessons).find(|seat| seat.names().0 == word).unwrap_or(Seat::Ai(Strength::Hard))
    }

    /// The AI controller of this seat, with its own seed that never touches the dice; `None` for a person.
    pub(super) fn controller(self, side: Side, seed: u64) -> Option<AiSeat> {
        let controller: Box<dyn Controller + Send> = match self {
            Seat::Human => return None,
            Seat::Ai(strength) => {
                let mut tactician = Tactician::new(side, seed, strength);
                tactician.explain(true);
                Box::new(tactician)
            }
            Seat::Lesson(LessonFoes::Still) => Box::new(Bystander::default()),
            Seat::Lesson(LessonFoes::Charge) => Box::new(Charger::default()),
        };
        Some(AiSeat::new(controller))
    }
}

impl From<Control> for Seat {
    fn from(control: Control) -> Seat {
        if control == Control::Human { Seat::Human } else { Seat::Ai(Strength::Normal) }
    }
}

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

    /// The combatant that is asked to act, in its turn or out of it.
    pub fn acts(&self) -> Option<CombatantId> {
        self.acting().map(|(who, _)| who)
    }

    /// The combatant that is asked to act, with the occasion.
    pub fn acting(&self) -> Option<(CombatantId, Occasion)> {
        self.0.as_ref().and_then(|prompt| Some((prompt.who, prompt.asks.occasion()?)))
    }
}

/// How the battle ended, once that has been shown.
#[derive(Resource, Debug)]
pub struct Ended(pub BattleOutcome);

/// An answer to the open prompt, from a click or a panel.
#[derive(Message, Clone, Debug)]
pub struct PlayerAnswer(pub Choice);

/// A message to the player that is not a fact of the battle.
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
