//! The measured components of a battle, each prepared up to the measured call.

use std::sync::Arc;

use warboard::batch::{Job, Matchup, Opponent};
use warboard::battle::{CombatantId, View};
use warboard::content::Gait;
use warboard::control::{Answer, Controller, answer, answer_one};
use warboard::dice::Dice;
use warboard::grid::{Flood, SightLine, best_line};
use warboard::mechanics::{Game, flanking, movement};
use warboard::resolution::{Act, Asks, BattleEvent, BattleState, BattleStatus, Choice, Prompt, Setup, Target};

use crate::ground::{FIELD, prepared};

/// The battle used by these benchmarks.
pub fn field(ruleset: &str) -> Arc<Setup> {
    prepared("field.ron", FIELD, ruleset)
}

/// Battles on it, with the same opponent on both sides.
pub fn job(ruleset: &str, both: Opponent) -> Job {
    Job { setup: field(ruleset), seed: 3, matchup: Matchup { a: both, b: both, swap: false }, script: None }
}

/// A battle at a prompt, with the answer to be measured.
pub struct Moment {
    pub state: BattleState,
    pub prompt: Prompt,
    pub choice: Choice,
    pub setup: Arc<Setup>,
    pub flood: Flood,
}

impl Moment {
    /// The first prompt after `answers` answers at which a charger makes a wanted choice.
    fn of(ruleset: &str, answers: usize, mut wanted: impl FnMut(&Act) -> Option<Act>) -> Moment {
        let job = job(ruleset, Opponent::Charger);
        let mut seats = job.seats(0, false);
        let mut world = BattleState::begin(Arc::clone(&job.setup), Dice::seeded(3, 0));
        for at in 0.. {
            let BattleStatus::Awaiting(prompt) = world.resolve() else { panic!("the battle is over too soon") };
            let given = warboard::control::ask(&world, &mut seats, &prompt).unwrap();
            if let (true, Asks::Act, Choice::Act(act)) = (at >= answers, &prompt.asks, &given.choice)
                && let Some(act) = wanted(act)
            {
                let (setup, flood) = (Arc::clone(&job.setup), Flood::default());
                return Moment { state: world, prompt, choice: Choice::Act(act), setup, flood };
            }
            answer(&mut world, &prompt, given).unwrap();
        }
        unreachable!("a battle ends")
    }

    /// In the middle of a battle of chargers.
    pub fn in_the_middle(ruleset: &str) -> Moment {
        Moment::of(ruleset, 40, |act| Some(act.clone()))
    }

    /// Before an attack.
    pub fn before_a_strike(ruleset: &str) -> Moment {
        Moment::of(ruleset, 0, |act| act.aimed_at().and(act.weapon).map(|_| act.clone()))
    }

    /// Before a step of movement.
    pub fn before_a_step(ruleset: &str) -> Moment {
        Moment::of(ruleset, 0, |act| match &act.target {
            Target::Path(path) => Some(Act { target: Target::Path(path[..1].to_vec()), ..act.clone() }),
            _ => None,
        })
    }

    /// The state that rules read.
    pub fn view(&self) -> View<'_> {
        self.state.snapshot().view()
    }

    /// An enemy of the prompted combatant.
    pub fn foe(&self) -> CombatantId {
        let view = self.view();
        view.enemies_of(view.row(self.prompt.who).side).next().unwrap().id
    }

    /// Makes the choice and resolves everything up to the next prompt.
    pub fn go_on(mut self) -> Moment {
        answer(&mut self.state, &self.prompt, Answer::plain(self.choice.clone())).unwrap();
        self
    }

    /// Floods `cells` cells of movement.
    pub fn flood(&mut self, cells: u16) {
        let view = self.state.snapshot().view();
        movement::flood(Game::new(view, self.setup.rules.book()), self.prompt.who, Gait::Walk, &mut self.flood, cells);
    }

    /// The best line to an enemy.
    pub fn line(&self, foe: CombatantId) -> SightLine {
        let view = self.view();
        best_line(view.board(), view.footprint(self.prompt.who), view.footprint(foe))
    }

    /// Whether the prompted combatant is flanked.
    pub fn flanked(&self) -> bool {
        flanking::is_flanked(Game::new(self.view(), self.setup.rules.book()), self.prompt.who)
    }

    /// A tactician with empty caches.
    pub fn tactician(&self) -> Box<dyn Controller + Send> {
        Opponent::Tactician.controller(self.view().row(self.prompt.who).side, 7)
    }

    /// The tactician's decision.
    pub fn decide(&self, mut tactician: Box<dyn Controller + Send>) -> Answer {
        tactician.answer(self.view(), &self.setup.rules, &self.setup, &self.prompt)
    }
}

/// All facts of a whole battle.
pub fn facts(job: &Job, stream: u64) -> Vec<BattleEvent> {
    let mut seats = job.seats(stream, false);
    let mut world = BattleState::begin(Arc::clone(&job.setup), Dice::seeded(job.seed, stream));
    while !matches!(answer_one(&mut world, &mut seats).unwrap(), BattleStatus::Over(_)) {}
    world.log_mut().drain().collect()
}
