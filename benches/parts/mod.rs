//! The parts of a battle that are measured, each as it stands before it is done.

use std::sync::Arc;

use warboard::batch::{Job, Matchup, Opponent};
use warboard::battle::{CombatantId, View};
use warboard::content::action::Gait;
use warboard::control::{Answer, Controller, answer, answer_one};
use warboard::dice::Dice;
use warboard::grid::{Flood, SightLine, best_line};
use warboard::mechanics::{flanking, movement};
use warboard::resolution::{Act, Asks, BattleEvent, BattleState, Choice, Prompt, Setup, Status, Target};

use crate::ground::{FIELD, prepared};

/// The battle of these benchmarks.
pub fn field(ruleset: &str) -> Arc<Setup> {
    prepared("field.ron", FIELD, ruleset)
}

/// Battles on it, both sides played alike.
pub fn job(ruleset: &str, both: Opponent) -> Job {
    Job { setup: field(ruleset), seed: 3, matchup: Matchup { a: both, b: both, swap: false } }
}

/// A moment of a battle: somebody is asked what to do.
pub struct Moment {
    pub state: BattleState,
    pub prompt: Prompt,
    pub choice: Choice,
    pub setup: Arc<Setup>,
    pub flood: Flood,
}

impl Moment {
    /// The first moment after so many answers at which chargers do such a thing.
    fn of(ruleset: &str, answers: usize, mut wanted: impl FnMut(&Act) -> Option<Act>) -> Moment {
        let job = job(ruleset, Opponent::Charger);
        let mut seats = job.seats(0, false);
        let mut world = BattleState::begin(Arc::clone(&job.setup), Dice::seeded(3, 0));
        for at in 0.. {
            let Status::Awaiting(prompt) = world.resolve() else { panic!("the battle is over too soon") };
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

    /// In the middle of a battle: chargers have met.
    pub fn in_the_middle(ruleset: &str) -> Moment {
        Moment::of(ruleset, 40, |act| Some(act.clone()))
    }

    /// Before somebody strikes.
    pub fn before_a_strike(ruleset: &str) -> Moment {
        Moment::of(ruleset, 0, |act| act.aimed_at().and(act.weapon).map(|_| act.clone()))
    }

    /// Before somebody goes one step.
    pub fn before_a_step(ruleset: &str) -> Moment {
        Moment::of(ruleset, 0, |act| match &act.target {
            Target::Path(path) => Some(Act { target: Target::Path(path[..1].to_vec()), ..act.clone() }),
            _ => None,
        })
    }

    /// What rules read of it.
    pub fn view(&self) -> View<'_> {
        self.state.snapshot().view()
    }

    /// An enemy of the one who is asked.
    pub fn foe(&self) -> CombatantId {
        let view = self.view();
        view.enemies_of(view.row(self.prompt.who).side).next().unwrap().id
    }

    /// Does what was chosen, with everything that follows until somebody is asked again.
    pub fn go_on(mut self) -> Moment {
        answer(&mut self.state, &self.prompt, Answer::plain(self.choice.clone())).unwrap();
        self
    }

    /// Floods so many cells of movement.
    pub fn flood(&mut self, cells: u16) {
        let view = self.state.snapshot().view();
        movement::flood(view, self.setup.rules.book(), self.prompt.who, Gait::Walk, &mut self.flood, cells);
    }

    /// The best line to an enemy.
    pub fn line(&self, foe: CombatantId) -> SightLine {
        let view = self.view();
        best_line(view.board(), view.footprint(self.prompt.who), view.footprint(foe))
    }

    /// Whether the one who is asked is flanked.
    pub fn flanked(&self) -> bool {
        flanking::is_flanked(self.view(), self.setup.rules.book(), self.prompt.who)
    }

    /// A tactician who has thought of nothing yet.
    pub fn tactician(&self) -> Box<dyn Controller + Send> {
        Opponent::Tactician.controller(self.view().row(self.prompt.who).side, 7)
    }

    /// What the tactician decides.
    pub fn decide(&self, mut tactician: Box<dyn Controller + Send>) -> Answer {
        tactician.answer(self.view(), &self.setup.rules, &self.setup, &self.prompt)
    }
}

/// Every fact of a whole battle.
pub fn facts(job: &Job, stream: u64) -> Vec<BattleEvent> {
    let mut seats = job.seats(stream, false);
    let mut world = BattleState::begin(Arc::clone(&job.setup), Dice::seeded(job.seed, stream));
    while !matches!(answer_one(&mut world, &mut seats).unwrap(), Status::Over(_)) {}
    world.log_mut().drain().collect()
}
