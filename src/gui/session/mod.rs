//! The battle behind the window: the simulation, who answers for each side, and who is asked.

pub mod files;
mod foreseen;
pub mod habits;
mod journal;
mod opening;
mod seat;
mod steps;
mod thinking;

pub use opening::Opening;
pub use seat::Seat;

use thinking::{Mind, Thinking};

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use bevy::prelude::*;

use super::FrameSystems;
use super::board::Layout;
use super::known::Lore;
use super::playback::Playback;
use super::screens::Screen;
use super::wake::Waker;
use crate::battle::{CombatantId, Count, Side, Snapshot, View};
use crate::content::refusal::Refusal;
use crate::content::rest::Rest;
use crate::control::{Orders, Thought};
use crate::ecs::{self, BattleStep, BattleSystems, ShownBattle};
use crate::grid::Footprint;
use crate::mechanics::sight;
use crate::replay::{PlayError, Playthrough, RecordedChoice, Recording, RecordingEntry};
use crate::resolution::event::{BattleEvent, BattleOutcome};
use crate::resolution::{Asks, BattleState, BattleStatus, CarryOver, Choice, Frame, Illegal, Prompt, Setup};
use crate::rules::Ruleset;

/// The battle to open next.
#[derive(Resource, Clone)]
pub struct Next(pub Arc<Opening>);

/// What the program thought before one of its answers.
#[derive(Clone, Debug)]
pub struct Decision {
    /// When.
    pub count: Count,
    /// What it considered, best first.
    pub thoughts: Vec<Thought>,
    /// What it chose.
    pub choice: Choice,
}

/// A turn that somebody at the window took.
#[derive(Copy, Clone, Debug)]
pub struct Turn {
    /// Recorded answers before it.
    before: usize,
    /// Dice rolled before it.
    rolls: u64,
    /// Facts there were before it.
    facts: usize,
    /// OrderScope turn it was.
    side: Side,
}

/// The battle that is being played.
#[derive(Resource)]
pub struct Session {
    /// What it was opened with.
    pub opening: Arc<Opening>,
    /// What the player should know of how it was opened or written down.
    trouble: Option<String>,
    /// Whether there is no journal although there should be one.
    unjournalled: bool,
    play: Playthrough,
    minds: Vec<Option<Mind>>,
    thinking: Option<Thinking>,
    decisions: BTreeMap<CombatantId, Decision>,
    status: Option<BattleStatus>,
    turns: Vec<Turn>,
    /// How many facts have been handed to playback.
    told: usize,
}

/// The battle that was left last, for the screen that sums it up.
#[derive(Resource)]
pub struct Past(pub Session);

impl Session {
    /// Begins a battle, or goes on with one in which answers were given before.
    pub fn open(opening: Arc<Opening>) -> Session {
        let beginning = opening.beginning();
        let mut play = Playthrough::begin(opening.setup.clone(), beginning.clone());
        let sides = (0..opening.setup.sides.len() as u8).map(Side);
        let mut minds: Vec<_> = sides.map(|side| opening.seat(side).controller(side, beginning.ai_seed())).collect();
        let mut trouble = None;
        // The program is asked again what it was asked before, so that it remembers what it thought.
        let mut ask_again = |play: &Playthrough, prompt: &Prompt, _: &Choice| {
            let side = play.view().find(prompt.who).map_or(0, |row| usize::from(row.side.0));
            if let Some(mind) = minds.get_mut(side).and_then(Option::as_mut) {
                let seen = sight::known_to(play.view(), opening.setup.rules.book(), Side(side as u8));
                mind.get().answer(seen, &opening.setup.rules, &opening.setup, prompt);
            }
        };
        let status = match opening.given.is_empty() {
            true => None,
            false => match play.retrace(&opening.given, &mut ask_again) {
                Ok(Some(prompt)) => Some(BattleStatus::Awaiting(prompt)),
                Ok(None) => play.battle().outcome().cloned().map(BattleStatus::Over),
                Err(stuck) => {
                    trouble = Some(format!("the saved battle does not fit any more: {stuck}"));
                    play = Playthrough::begin(opening.setup.clone(), beginning.clone());
                    None
                }
            },
        };
        let given: Vec<RecordingEntry> = opening.given.iter().cloned().map(RecordingEntry::Chosen).collect();
        let (decisions, turns, thinking) = (BTreeMap::new(), Vec::new(), None);
        let mut session =
            Session { opening, trouble, unjournalled: false, play, minds, thinking, decisions, status, turns, told: 0 };
        // A journal that holds answers which do not fit any more is left as it is.
        if session.trouble.is_none() {
            session.trouble = session.open_journal(&given);
        }
        session
    }

    /// Whether every answer is written to the journal.
    pub fn is_written_down(&self) -> bool {
        self.play.is_journalled()
    }

    /// The rules it is played by.
    pub fn rules(&self) -> &Ruleset {
        &self.opening.setup.rules
    }

    /// The battle as the simulation knows it: ahead of what is shown.
    pub fn ahead(&self) -> View<'_> {
        self.play.view()
    }

    /// The state of the simulation.
    pub fn snapshot(&self) -> &Snapshot {
        self.play.snapshot()
    }

    /// The battle as the simulation knows it, with its log.
    pub fn battle(&self) -> &BattleState {
        self.play.battle()
    }

    /// The space that the walk in hand leads into next.
    pub fn entering(&self) -> Option<Footprint> {
        let Frame::Walk(walk) = self.battle().stack().last()? else { return None };
        Some(self.ahead().footprint(walk.who).at(*walk.path.get(walk.at)?))
    }

    /// Everybody else who is known to stand in a space.
    pub fn holding(&self, view: View<'_>, who: CombatantId, space: Footprint) -> Vec<CombatantId> {
        view.others_in(who, space).map(|row| row.id).collect()
    }

    /// What the first side brings out of this battle into another, after a rest.
    pub fn before(&self, rest: Rest, next: &Setup) -> CarryOver {
        CarryOver::after(self.play.battle(), rest, next)
    }

    /// What was written down so far: a save game.
    pub fn recording(&self) -> &Recording {
        self.play.recording()
    }

    /// What the program thought before its last answer for a combatant.
    pub fn decision_of(&self, who: CombatantId) -> Option<&Decision> {
        self.decisions.get(&who)
    }

    /// Goes on until somebody must be asked.
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
    /// The resolution's refusal; the question stays open.
    pub fn answer(&mut self, choice: Choice) -> Result<(), Illegal> {
        let turn = self.asked_to_act().filter(|who| self.seat_of(*who) == Seat::Human).map(|who| Turn {
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

    /// Who is asked to take a turn.
    fn asked_to_act(&self) -> Option<CombatantId> {
        match &self.status {
            Some(BattleStatus::Awaiting(prompt)) => Some(prompt.who).filter(|_| prompt.asks == Asks::Act),
            _ => None,
        }
    }

    /// The recorded answers before the last turn taken at this window, if no die was rolled and nobody found since, and
    /// whoever took it is asked again.
    pub fn before_last_turn(&self) -> Option<Vec<RecordedChoice>> {
        let turn = self.turns.last().filter(|turn| turn.rolls == self.battle().dice().rolls_made())?;
        let own = self.asked_to_act().is_none_or(|who| self.ahead().row(who).side == turn.side);
        let mut since = self.battle().log().events()[turn.facts..].iter();
        let found = since.any(|event| match (event, &self.rules().policies.sight) {
            (BattleEvent::PairFactEnded { slant, .. }, Some(policy)) => {
                sight::visibility_by_fact(policy, slant).is_some()
            }
            _ => false,
        });
        if found || !own {
            return None;
        }
        Some(self.recording().chosen().take(turn.before).cloned().collect())
    }

    /// The turns taken at this window before the last one.
    pub fn turns_before_last(&self) -> Vec<Turn> {
        self.turns.split_last().map_or_else(Vec::new, |(_, before)| before.to_vec())
    }

    /// Goes on with these turns taken, after the last one was taken back.
    pub fn remember_turns(&mut self, turns: Vec<Turn>) {
        self.turns = turns;
    }

    /// The program's answer to a question, if it has thought it out before this time is over. It thinks on while the
    /// window is drawn, and may be asked again.
    pub fn think(&mut self, prompt: &Prompt, wait: Duration, waker: &Waker) -> Option<Choice> {
        let side = self.ahead().find(prompt.who).map_or(Side(0), |row| row.side);
        if self.thinking.is_none() {
            let Some(mind) = self.minds.get_mut(usize::from(side.0)).and_then(Option::take) else {
                return Some(Choice::Pass);
            };
            let (setup, waker) = (self.opening.setup.clone(), waker.clone());
            self.thinking = Some(Thinking::begin(mind, side, setup, self.snapshot(), prompt, waker));
        }
        let done = self.thinking.take_if(|thinking| thinking.is_done_within(wait))?;
        let (count, side) = (done.count, done.side);
        let (mind, answer) = done.finish();
        if let Some(seat) = self.minds.get_mut(usize::from(side.0)) {
            *seat = Some(mind);
        }
        if !answer.thoughts.is_empty() {
            let decision = Decision { count, thoughts: answer.thoughts, choice: answer.choice.clone() };
            self.decisions.insert(prompt.who, decision);
        }
        Some(answer.choice)
    }

    /// For whom the program is thinking.
    pub fn thinks_for(&self) -> Option<CombatantId> {
        self.thinking.as_ref().map(|thinking| thinking.who)
    }

    /// Who answers for a side.
    pub fn seat(&self, side: Side) -> Seat {
        self.opening.seat(side)
    }

    /// Who answers for a combatant.
    pub fn seat_of(&self, who: CombatantId) -> Seat {
        self.ahead().find(who).map_or(Seat::default(), |row| self.seat(row.side))
    }

    /// Facts that playback has not got yet.
    pub fn news(&mut self) -> Vec<BattleEvent> {
        let events = self.battle().log().events();
        let news = events[self.told.min(events.len())..].to_vec();
        self.told = events.len();
        news
    }
}

/// What the person at the window is asked now. Empty while facts are shown and while the program thinks.
#[derive(Resource, Default, Debug, PartialEq)]
pub struct Asked(pub Option<Prompt>);

impl Asked {
    /// Who is asked.
    pub fn who(&self) -> Option<CombatantId> {
        self.0.as_ref().map(|prompt| prompt.who)
    }

    /// Who is asked to take a turn.
    pub fn acts(&self) -> Option<CombatantId> {
        self.0.as_ref().filter(|prompt| prompt.asks == Asks::Act).map(|prompt| prompt.who)
    }
}

/// How the battle ended, once that has been shown.
#[derive(Resource, Debug)]
pub struct Ended(pub BattleOutcome);

/// An answer to what is asked, from a click or a panel.
#[derive(Message, Clone, Debug)]
pub struct Answer(pub Choice);

/// Something to tell the player that is no fact of the battle.
#[derive(Message, Clone, Debug)]
pub struct Notice {
    /// The words, with the rule they come from.
    pub refusal: Refusal,
    /// Whom it is about.
    pub who: Option<CombatantId>,
}

/// Opens, plays and closes battles.
pub fn plugin(app: &mut App) {
    app.init_resource::<Asked>()
        .init_resource::<Orders>()
        .init_resource::<files::BattleFiles>()
        .add_message::<Answer>()
        .add_message::<Notice>()
        .add_systems(OnEnter(Screen::Battle), open)
        .add_systems(OnExit(Screen::Battle), close)
        .add_systems(
            BattleStep,
            (steps::take_answers, steps::interrupt, steps::go_on, habits::keep, files::watch)
                .chain()
                .in_set(BattleSystems::Advance)
                .run_if(resource_exists::<Session>),
        )
        .add_systems(Update, journal::keep.after(FrameSystems::Battle));
}

/// Puts the next battle's combatants into the window's world as they stand before anything has happened, and shows at once
/// what has happened already in a battle that goes on.
pub fn open(world: &mut World) {
    let Some(Next(opening)) = world.get_resource::<Next>().cloned() else { return };
    // The journal of the battle before is let go of first.
    world.remove_resource::<Session>();
    world.remove_resource::<Past>();
    ecs::show(world, &opening.setup);
    let layout = Layout::of(world.resource::<ShownBattle>().view().board());
    world.insert_resource(layout);
    world.resource_mut::<Asked>().0 = None;
    world.insert_resource(Orders::keeping(opening.habits.clone()));
    world.insert_resource(Lore::default());
    let mut session = Session::open(opening);
    let mut playback = world.resource_mut::<Playback>();
    playback.clear();
    if !session.opening.given.is_empty() {
        playback.extend(session.news());
        playback.skip();
    }
    if let Some(why) = session.trouble.take() {
        world.write_message(Notice { refusal: Refusal::new(why, "".into()), who: None });
    }
    world.insert_resource(session);
    world.remove_resource::<Ended>();
}

fn close(world: &mut World) {
    if let Some(session) = world.remove_resource::<Session>() {
        world.insert_resource(Past(session));
    }
    world.resource_mut::<Asked>().0 = None;
}
