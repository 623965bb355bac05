//! The opponent that plays to win.

mod decisions;
mod explain;
mod first_move;
mod plans;
mod purse;
mod repetition;
mod turn_search;

use std::collections::BTreeMap;

use self::decisions::ScoredMove;
use self::plans::{TurnPlan, WalkPlan};
use self::repetition::{Pattern, Repetitions};
use super::baseline::Charger;
use super::options::{out_of_turn, reactions, spells};
use crate::battle::{CombatantId, Side, View};
use crate::control::ai::model::{
    ActionCatalogue, ChangeTracker, CombatantTable, EvaluationCache, Paths, ProgressTracker, Situation, Strength,
};
use crate::control::controller::{Answer, Controller, Thought};
use crate::dice::Dice;
use crate::mechanics::Game;
use crate::resolution::{Act, Asks, Choice, Prompt, Setup, legal};
use crate::rules::Ruleset;

const WALKERS: usize = 8;

/// An opponent that scores every option in value per count of game time and chooses the best.
pub struct Tactician {
    side: Side,
    strength: Strength,
    /// Misjudgements come from a separate stream, so that thinking never changes the dice of the battle.
    misjudgement: Dice,
    explains: bool,
    /// Whether this decision evaluates all options, because the best of those that were not skipped cannot be started.
    skips_nothing: bool,
    catalogue: ActionCatalogue,
    paths: BTreeMap<CombatantId, Paths>,
    progress: ProgressTracker,
    changes: ChangeTracker,
    cache: EvaluationCache,
    walk_plans: BTreeMap<CombatantId, WalkPlan>,
    turn_plans: BTreeMap<CombatantId, TurnPlan>,
    thoughts: Vec<Thought>,
    /// The moves considered so far in this decision.
    moves: Vec<ScoredMove>,
    repetitions: Repetitions,
    /// Takes over for a side that has made no progress for too long, and for a combatant that repeats itself.
    charger: Charger,
}

impl Tactician {
    /// A tactician for a side. The seed affects only its misjudgements; see [`ai_seed`](crate::control::ai_seed).
    pub fn new(side: Side, seed: u64, strength: Strength) -> Tactician {
        Tactician {
            side,
            strength,
            misjudgement: misjudgement(side, seed),
            explains: false,
            skips_nothing: false,
            catalogue: ActionCatalogue::default(),
            paths: BTreeMap::new(),
            progress: ProgressTracker::default(),
            changes: ChangeTracker::default(),
            cache: EvaluationCache::default(),
            walk_plans: BTreeMap::new(),
            turn_plans: BTreeMap::new(),
            thoughts: Vec::new(),
            moves: Vec::new(),
            repetitions: Repetitions::default(),
            charger: Charger::default(),
        }
    }

    /// Turns on the explanations of its answers, see [`Answer::thoughts`].
    #[must_use]
    pub fn explaining(mut self) -> Tactician {
        self.explains = true;
        self
    }

    /// Empties all caches. This changes no decision, only how long the next one takes.
    pub fn forget(&mut self) {
        (self.changes, self.cache, self.paths) =
            (ChangeTracker::default(), EvaluationCache::default(), BTreeMap::new());
    }

    fn start_decision(&mut self, view: View<'_>, setup: &Setup) {
        let unchanged = self.changes.update(view, setup);
        self.cache.start_decision(unchanged, setup.rules.content_hash);
        if !unchanged {
            self.paths.values_mut().for_each(Paths::forget);
        }
    }

    /// The last path search of a combatant, or memory to reuse for a new one.
    fn take_paths(&mut self, actor: CombatantId) -> Paths {
        if let Some(paths) = self.paths.remove(&actor) {
            return paths;
        }
        let another = if self.paths.len() >= WALKERS { self.paths.pop_first() } else { None };
        let mut paths = another.map_or_else(Paths::default, |(_, paths)| paths);
        paths.forget();
        paths
    }

    /// The next step of a walk that was planned earlier, if nothing relevant has changed.
    fn continue_walk(&mut self, view: View<'_>, rules: &Ruleset, actor: CombatantId) -> Option<Act> {
        let plan = self.walk_plans.get_mut(&actor)?;
        let act = plan.next_act(Game::new(view, rules.book()), actor, &self.catalogue)?;
        legal::check(view, rules, actor, &act).is_ok().then_some(act)
    }

    fn act(&mut self, view: View<'_>, rules: &Ruleset, setup: &Setup, actor: CombatantId) -> Act {
        self.progress.update(view, self.side);
        if let Some(act) = self.continue_walk(view, rules, actor) {
            return act;
        }
        self.walk_plans.remove(&actor);
        let scope = match self.continue_turn(view, rules, actor) {
            Ok(act) => return act,
            Err(scope) => scope,
        };
        self.start_decision(view, setup);
        self.moves.clear();
        self.skips_nothing = false;
        let catalogue = std::mem::take(&mut self.catalogue);
        let (changes, cache) = (std::mem::take(&mut self.changes), std::mem::take(&mut self.cache));
        let combatants = CombatantTable::of((view, rules, setup), (&changes, &cache), actor);
        let situation = Situation::of((view, rules, setup), &catalogue, &combatants, (&changes, &cache), actor);
        let act = spells::continue_preparation(&situation).or_else(|| self.attack_if_overdue(&situation));
        let act = act.unwrap_or_else(|| match situation.plans_whole_turns() {
            true => self.choose_for_turn(&situation, scope),
            false => self.choose_single_action(&situation),
        });
        (self.catalogue, self.changes, self.cache) = (catalogue, changes, cache);
        act
    }

    fn react(&mut self, view: View<'_>, rules: &Ruleset, setup: &Setup, prompt: &Prompt) -> Choice {
        self.start_decision(view, setup);
        let (battle, caches) = ((view, rules, setup), (&self.changes, &self.cache));
        let combatants = CombatantTable::of(battle, caches, prompt.who);
        let situation = Situation::of(battle, &self.catalogue, &combatants, caches, prompt.who).during_action();
        match &prompt.asks {
            Asks::Cell { purpose, cells } => reactions::cell(&situation, *purpose, cells),
            Asks::Pick { purpose, options } => reactions::pick(&situation, *purpose, options),
            Asks::React { options, cause, .. } => {
                let scored = out_of_turn::reactions(&situation, cause, options);
                self.best_out_of_turn(rules, scored)
            }
            Asks::Interrupt { reaction, cause, .. } => {
                let scored = out_of_turn::interrupts(&situation, cause, *reaction);
                self.best_out_of_turn(rules, scored)
            }
            Asks::Face { options } => reactions::face(&situation, options),
            Asks::Act => Choice::Pass,
        }
    }

    /// The choice with the highest score, the first of equals; a pass unless its score is positive.
    fn best_out_of_turn(&mut self, rules: &Ruleset, scored: Vec<(Choice, i32)>) -> Choice {
        if self.explains {
            let thought = |(choice, score): &(Choice, i32)| Thought {
                choice: choice.clone(),
                score: *score,
                why: explain::out_of_turn(rules, choice),
            };
            self.thoughts.extend(scored.iter().map(thought));
        }
        if self.slips() {
            return Choice::Pass;
        }
        let best = scored.into_iter().rev().max_by_key(|(_, score)| *score);
        best.filter(|(_, score)| *score > 0).map_or(Choice::Pass, |(choice, _)| choice)
    }

    /// Whether acts are paid with points of other pools beside the actions of a turn.
    fn pays_from_several_pools(&self, rules: &Ruleset) -> bool {
        self.catalogue.has_pools && !rules.policies.economy.others.is_empty()
    }

    fn note(&mut self, act: &Act, score: i32, why: impl FnOnce() -> String) {
        if self.explains {
            self.thoughts.push(Thought { choice: Choice::Act(act.clone()), score, why: why() });
        }
    }
}

impl Controller for Tactician {
    fn answer(&mut self, seen: View<'_>, rules: &Ruleset, setup: &Setup, prompt: &Prompt) -> Answer {
        self.catalogue.refresh(rules);
        self.thoughts.clear();
        let choice = match &prompt.asks {
            Asks::Act => {
                let act = self.act(seen, rules, setup, prompt.who);
                match self.repetitions.count(seen.row(prompt.who), &act) {
                    // Where one pool pays for everything, or none does, a walk back has been weighed against an attack.
                    Pattern::Pacing if self.pays_from_several_pools(rules) => Choice::Act(self.catalogue.waiting()),
                    Pattern::New | Pattern::Pacing => Choice::Act(act),
                    Pattern::Repeated => return self.charger.answer(seen, rules, setup, prompt),
                }
            }
            _ => self.react(seen, rules, setup, prompt),
        };
        Answer { thoughts: std::mem::take(&mut self.thoughts), ..Answer::plain(choice) }
    }

    fn begin(&mut self, seed: u64) {
        self.misjudgement = misjudgement(self.side, seed);
        // Without known changes, the first decision empties all caches but those that depend on the rules alone.
        (self.progress, self.changes) = (ProgressTracker::default(), ChangeTracker::default());
        self.walk_plans.clear();
        self.turn_plans.clear();
        self.repetitions = Repetitions::default();
        self.charger.begin(seed);
    }

    fn explain(&mut self, explain: bool) {
        self.explains = explain;
    }
}

/// The dice of a side's misjudgements. The first streams of a seed belong to the dice of battles.
fn misjudgement(side: Side, seed: u64) -> Dice {
    Dice::seeded(seed, u64::MAX - u64::from(side.0))
}
