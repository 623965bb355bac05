//! The battle that is being played.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use bevy::prelude::*;

use super::thinking::{AiSeat, Thinking};
use super::{BattleOpening, Seat};
use crate::battle::{CombatantId, Count, Side, Snapshot, View};
use crate::content::Does;
use crate::control::{Orders, Thought};
use crate::grid::{Cell, Footprint};
use crate::gui::frame::Waker;
use crate::mechanics::{Game, sight};
use crate::replay::{PlayError, Playthrough, RecordedChoice, Recording, RecordingEntry};
use crate::resolution::event::{BattleEvent, BattleOutcome};
use crate::resolution::{Act, Asks, BattleState, BattleStatus, Choice, Frame, Illegal, Prompt};
use crate::rules::Ruleset;

#[derive(Clone, Debug)]
pub struct Decision {
    pub count: Count,
    /// The options it considered, best first.
    pub thoughts: Vec<Thought>,
    pub choice: Choice,
}

/// A turn that a player at the window took: the answers, rolls and facts before it, and the side of the combatant.
#[derive(Copy, Clone, Debug)]
pub struct TakenTurn {
    before: usize,
    rolls: u64,
    facts: usize,
    side: Side,
}

/// The battle that is being played.
#[derive(Resource)]
pub struct Session {
    /// Setup, seats, seed and earlier answers.
    pub opening: Arc<BattleOpening>,
    /// A message for the player about opening or saving it.
    pub(super) trouble: Option<String>,
    /// Whether its journal is missing.
    pub(super) unjournalled: bool,
    pub(super) play: Playthrough,
    ais: Vec<Option<AiSeat>>,
    thinking: Option<Thinking>,
    decisions: BTreeMap<CombatantId, Decision>,
    status: Option<BattleStatus>,
    /// The turns taken at this window, for undo.
    pub turns: Vec<TakenTurn>,
    told: usize,
}

/// The last battle, for the result screen.
#[derive(Resource)]
pub struct Past(pub Session);

impl Session {
    /// Begins a battle, or continues one in which answers were given before.
    pub fn open(opening: Arc<BattleOpening>) -> Session {
        let beginning = opening.beginning();
        let mut play = Playthrough::begin(opening.setup.clone(), beginning.clone());
        let sides = (0..opening.setup.sides.len() as u8).map(Side);
        let controller = |side| opening.seat(side).controller(side, beginning.ai_seed());
        // A replay has the recorded answers.
        let mut ais: Vec<_> = sides.filter(|_| opening.replay.is_none()).map(controller).collect();
        let mut trouble = None;
        // The AI answers its questions again, so that it remembers its plans.
        let mut ask_again = |play: &Playthrough, prompt: &Prompt, _: &Choice| {
            let side = play.view().find(prompt.who).map_or(0, |row| usize::from(row.side.0));
            if let Some(ai) = ais.get_mut(side).and_then(Option::as_mut) {
                let game = Game::new(play.view(), opening.setup.rules.book());
                let unknown = sight::unknown_to(game, Side(side as u8));
                let seen = play.view().without(&unknown);
                ai.get().answer(seen, &opening.setup.rules, &opening.setup, prompt);
            }
        };
        let mut status = None;
        if !opening.given.is_empty() {
            match play.retrace(&opening.given, &mut ask_again) {
                Ok(Some(prompt)) => status = Some(BattleStatus::Awaiting(prompt)),
                Ok(None) => status = play.battle().outcome().cloned().map(BattleStatus::Over),
                Err(stuck) => {
                    trouble = Some(format!("the saved battle does not fit any more: {stuck}"));
                    play = Playthrough::begin(opening.setup.clone(), beginning.clone());
                }
            }
        }
        let given: Vec<RecordingEntry> = opening.given.iter().cloned().map(RecordingEntry::Chosen).collect();
        let (decisions, turns, thinking) = (BTreeMap::new(), Vec::new(), None);
        let mut session =
            Session { opening, trouble, unjournalled: false, play, ais, thinking, decisions, status, turns, told: 0 };
        // A journal that holds answers which do not fit any more is left as it is.
        if session.trouble.is_none() {
            session.trouble = session.open_journal(&given);
        }
        session
    }

    /// Whether a recorded battle is watched instead of played.
    pub fn is_replay(&self) -> bool {
        self.opening.replay.is_some()
    }

    /// Whether every answer is written to the journal.
    pub fn is_written_down(&self) -> bool {
        self.play.is_journalled()
    }

    /// The rules it is played by.
    pub fn rules(&self) -> &Ruleset {
        &self.opening.setup.rules
    }

    /// The battle as the simulation knows it: ahead of the shown one.
    pub fn ahead(&self) -> View<'_> {
        self.play.view()
    }

    /// The battle as the simulation knows it, with its log.
    pub fn battle(&self) -> &BattleState {
        self.play.battle()
    }

    /// The space that the present walk enters next.
    pub fn entering(&self) -> Option<Footprint> {
        let Frame::Walk(walk) = self.battle().stack().last()? else { return None };
        Some(self.ahead().footprint(walk.who).at(*walk.path.get(walk.at)?))
    }

    /// The recording so far: a save game.
    pub fn recording(&self) -> &Recording {
        self.play.recording()
    }

    /// The thoughts of the AI before its last answer for a combatant.
    pub fn decision_of(&self, who: CombatantId) -> Option<&Decision> {
        self.decisions.get(&who)
    }

    /// Runs to the next question.
    pub fn advance(&mut self) -> BattleStatus {
        if let Some(status) = &self.status {
            return status.clone();
        }
        let was_behind = self.play.is_behind();
        let status = match self.play.advance() {
            Ok(status) => status,
            Err(why) => {
                self.note_unwritten(was_behind, &why);
                BattleStatus::Over(self.battle().outcome().cloned().unwrap_or(BattleOutcome::Unfinished))
            }
        };
        self.status = Some(status.clone());
        status
    }

    /// Answers the open question.
    ///
    /// # Errors
    /// If the answer is illegal; the question stays open.
    pub fn answer(&mut self, choice: Choice) -> Result<(), Illegal> {
        let turn = self.asked_to_act().filter(|who| self.seat_of(*who) == Seat::Human).map(|who| TakenTurn {
            before: self.recording().chosen().count(),
            rolls: self.battle().dice().rolls_made(),
            facts: self.battle().log().events().len(),
            side: self.ahead().row(who).side,
        });
        let was_behind = self.play.is_behind();
        match self.play.answer(choice) {
            Ok(()) => {}
            Err(PlayError::Illegal(why)) => return Err(why),
            // The answer was taken; only the file is not written yet.
            Err(PlayError::Journal(why)) => self.note_unwritten(was_behind, &why),
        }
        self.status = None;
        self.turns.extend(turn);
        Ok(())
    }

    /// Gives a recorded answer to the next question.
    pub(super) fn follow(&mut self, choice: Choice) -> Result<(), PlayError> {
        self.advance();
        self.play.answer(choice)?;
        self.status = None;
        Ok(())
    }

    fn asked_to_act(&self) -> Option<CombatantId> {
        let Some(BattleStatus::Awaiting(prompt)) = &self.status else { return None };
        (prompt.asks == Asks::Act).then_some(prompt.who)
    }

    /// The recorded answers before the last turn taken at this window. `None` if dice were rolled or a hidden combatant was
    /// found since, or another side is asked now.
    pub fn before_last_turn(&self) -> Option<Vec<RecordedChoice>> {
        self.before(self.turns.len().checked_sub(1)?)
    }

    /// The index of the first of the turns that the player took since another side last acted, and the recorded answers
    /// before it. `None` for the reasons of [`before_last_turn`](Session::before_last_turn).
    pub fn before_own_turns(&self) -> Option<(usize, Vec<RecordedChoice>)> {
        let side = self.turns.last()?.side;
        let chosen: Vec<&RecordedChoice> = self.recording().chosen().collect();
        let is_own = |turn: &TakenTurn| {
            let mut since = chosen.get(turn.before..).unwrap_or_default().iter();
            turn.side == side && since.all(|answer| self.ahead().row(answer.who).side == side)
        };
        let own = self.turns.iter().rev().take_while(|turn| is_own(turn)).count();
        let first = self.turns.len() - own;
        Some((first, self.before(first)?))
    }

    /// The recorded answers before a turn taken at this window, if it can be undone.
    fn before(&self, turn: usize) -> Option<Vec<RecordedChoice>> {
        let turn = self.turns.get(turn).filter(|turn| turn.rolls == self.battle().dice().rolls_made())?;
        let own = self.asked_to_act().is_none_or(|who| self.ahead().row(who).side == turn.side);
        let mut since = self.battle().log().events()[turn.facts..].iter();
        let sight = self.rules().policies.sight.as_ref();
        let found = since.any(|event| {
            let BattleEvent::PairFactEnded { slant, .. } = event else { return false };
            sight.is_some_and(|policy| sight::visibility_by_fact(policy, slant).is_some())
        });
        (own && !found).then(|| self.recording().chosen().take(turn.before).cloned().collect())
    }

    /// The AI's answer to a question, if it is ready within this time. The AI keeps thinking while the window is drawn, and
    /// may be asked again.
    pub fn think(&mut self, prompt: &Prompt, wait: Duration, waker: &Waker) -> Option<Choice> {
        let side = self.ahead().find(prompt.who).map_or(Side(0), |row| row.side);
        if self.thinking.is_none() {
            let Some(ai) = self.ais.get_mut(usize::from(side.0)).and_then(Option::take) else {
                return Some(Choice::Pass);
            };
            let (setup, waker) = (self.opening.setup.clone(), waker.clone());
            self.thinking = Some(Thinking::begin(ai, side, setup, self.play.snapshot(), prompt, waker));
        }
        let done = self.thinking.take_if(|thinking| thinking.work.is_done_within(wait))?;
        let (count, side) = (done.count, done.side);
        let (ai, answer) = done.work.finish();
        if let Some(seat) = self.ais.get_mut(usize::from(side.0)) {
            *seat = Some(ai);
        }
        if !answer.thoughts.is_empty() {
            let decision = Decision { count, thoughts: answer.thoughts, choice: answer.choice.clone() };
            self.decisions.insert(prompt.who, decision);
        }
        Some(answer.choice)
    }

    /// The combatant that the AI is thinking for.
    pub fn thinks_for(&self) -> Option<CombatantId> {
        self.thinking.as_ref().map(|thinking| thinking.who)
    }

    /// The seat of a side.
    pub fn seat(&self, side: Side) -> Seat {
        self.opening.seat(side)
    }

    /// The seat of a combatant.
    pub fn seat_of(&self, who: CombatantId) -> Seat {
        self.ahead().find(who).map_or(Seat::default(), |row| self.seat(row.side))
    }

    /// Facts since the last call, for playback.
    pub fn news(&mut self) -> Vec<BattleEvent> {
        let events = self.battle().log().events();
        let news = events[self.told.min(events.len())..].to_vec();
        self.told = events.len();
        news
    }
}

/// The battle with the allies of a combatant moved to where they are going.
pub struct Foreseen(Option<Snapshot>);

impl Foreseen {
    pub fn over<'a>(&'a self, view: View<'a>) -> View<'a> {
        self.0.as_ref().map_or(view, |foreseen| view.over(foreseen))
    }
}

impl Session {
    /// The acts that were chosen for this moment and have not begun, each with its actor.
    pub fn declared(&self) -> impl Iterator<Item = (CombatantId, &Act)> {
        let activations = self.battle().stack().iter().filter_map(|frame| match frame {
            Frame::Activation(activation) => Some(activation),
            _ => None,
        });
        activations.flat_map(|activation| {
            let declared = activation.actors.iter().zip(&activation.declared);
            let free = activation.free.iter().map(|(who, act)| (*who, act));
            free.chain(declared.filter_map(|(who, act)| Some((*who, act.as_ref()?))))
        })
    }

    /// The battle with the allies of a combatant moved to where they are going.
    pub fn foreseen(&self, orders: &Orders, who: CombatantId) -> Foreseen {
        let view = self.ahead();
        let side = view.row(who).side;
        // The ends of the movements that were chosen for this moment and have not begun.
        let chosen = self.declared().filter_map(|(who, act)| {
            let Does::Move(gait) = self.rules().actions.get(act.action)?.does else { return None };
            Some((who, *act.movement(gait)?.1.last()?))
        });
        let ordered = orders.walks().map(|(walker, walking)| (walker, walking.goal));
        let own = |(walker, _): &(CombatantId, Cell)| *walker != who && view.row(*walker).side == side;
        let all = chosen.chain(ordered).filter(own);
        let there = |(walker, goal)| (walker, view.footprint(walker).at(goal), view.altitude(walker));
        let places: Vec<_> = all.map(there).collect();
        Foreseen((!places.is_empty()).then(|| view.with_others_at(&places)))
    }
}
