//! An opponent worth beating.

mod charge;
mod turns;

use std::collections::BTreeMap;

use super::aims::Aims;
use super::catalogue::Catalogue;
use super::charger::Charger;
use super::deeds::{Deed, best_deed, deeds, ways};
use super::folk::Folk;
use super::idle::{Idle, idle, is_engaged, is_patient};
use super::memory::Memory;
use super::mind::Mind;
use super::plan::{Next, Plan};
use super::position::{self, Spot};
use super::promise::Promise;
use super::roads::{self, FAR, Roads};
use super::scene::Scene;
use super::turn::{Rest, Turn};
use super::weighed::Weighed;
use super::{byways, explain, gear, magic, needs, promise, prompts, stances};
use crate::battle::{CombatantId, Side, View};
use crate::control::{Answer, Controller, Thought};
use crate::dice::Dice;
use crate::grid::Cell;
use crate::mechanics::status;
use crate::resolution::{Act, Asks, Choice, Prompt, Setup, legal};
use crate::rules::Ruleset;

/// How well a tactician plays.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Strength {
    /// Strikes and walks, and often not at the best.
    Easy,
    /// Knows all it may do and is sometimes mistaken about what is best.
    Normal,
    /// Makes no mistakes it can see.
    Hard,
}

/// Cells of movement looked at by one who is already fighting.
const CLOSE: u16 = 4;
/// How much better the best thing here must be than going elsewhere first, in hundredths.
const STAY: i32 = 110;
/// Walkers of a side of whom the ways that they looked at last are kept.
const WALKERS: usize = 8;

/// An opponent that weighs everything it may do in value per count.
pub struct Tactician {
    side: Side,
    strength: Strength,
    /// Mistakes are drawn from a stream of its own: thinking never changes the dice of the battle.
    whims: Dice,
    explains: bool,
    catalogue: Catalogue,
    roads: BTreeMap<CombatantId, Roads>,
    memory: Memory,
    scene: Scene,
    weighed: Weighed,
    plans: BTreeMap<CombatantId, Plan>,
    turns: BTreeMap<CombatantId, Turn>,
    thoughts: Vec<Thought>,
    /// Plays for a side that has made no progress for too long.
    charger: Charger,
}

/// Something to do, with its score and what it was made from.
struct Course {
    act: Act,
    score: i32,
    /// A walk to a place that takes more than one count.
    way: Option<Vec<Cell>>,
    /// What is left of the turn then.
    rest: Option<Rest>,
}

impl Course {
    fn new(act: Act, score: i32) -> Course {
        Course { act, score, way: None, rest: None }
    }
}

impl Tactician {
    /// A tactician for a side; the seed is for its mistakes alone.
    pub fn new(side: Side, seed: u64, strength: Strength) -> Tactician {
        // The first streams of a seed belong to the dice of battles.
        let whims = Dice::seeded(seed, u64::MAX - u64::from(side.0));
        Tactician {
            side,
            strength,
            whims,
            explains: false,
            catalogue: Catalogue::default(),
            roads: BTreeMap::new(),
            memory: Memory::default(),
            scene: Scene::default(),
            weighed: Weighed::default(),
            plans: BTreeMap::new(),
            turns: BTreeMap::new(),
            thoughts: Vec::new(),
            charger: Charger::default(),
        }
    }

    /// The same, saying what it considers.
    #[must_use]
    pub fn explaining(mut self) -> Tactician {
        self.explains = true;
        self
    }

    /// Goes on with what was planned, if nothing has changed.
    fn planned(&mut self, view: View<'_>, rules: &Ruleset, who: CombatantId) -> Option<Act> {
        let act = match self.plans.get_mut(&who)?.go_on(view, rules.book(), who)? {
            Next::Walk(leg) => Act::along(self.catalogue.walk.as_ref()?.id, leg),
            Next::Wait => Act::own(self.catalogue.wait.as_ref()?.id),
        };
        legal::check(view, rules, who, &act).is_ok().then_some(act)
    }

    /// Forgets all that it has worked out. It decides nothing else without it, only later.
    pub fn forget(&mut self) {
        (self.scene, self.weighed, self.roads) = (Scene::default(), Weighed::default(), BTreeMap::new());
    }

    /// Looks at the scene, and forgets what does not hold any more.
    fn look(&mut self, view: View<'_>, setup: &Setup) {
        let same = self.scene.look(view, setup);
        self.weighed.begin(same);
        if !same {
            self.roads.values_mut().for_each(Roads::forget);
        }
    }

    /// The ways that somebody looked at last.
    fn take_roads(&mut self, who: CombatantId) -> Roads {
        if let Some(roads) = self.roads.remove(&who) {
            return roads;
        }
        let another = if self.roads.len() >= WALKERS { self.roads.pop_first() } else { None };
        let mut roads = another.map_or_else(Roads::default, |(_, roads)| roads);
        roads.forget();
        roads
    }

    fn act(&mut self, view: View<'_>, rules: &Ruleset, setup: &Setup, who: CombatantId) -> Act {
        self.memory.look(view, self.side);
        if let Some(act) = self.planned(view, rules, who) {
            return act;
        }
        self.plans.remove(&who);
        let stage = match self.go_on(view, rules, who) {
            Ok(act) => return act,
            Err(stage) => stage,
        };
        self.look(view, setup);
        let catalogue = std::mem::take(&mut self.catalogue);
        let (scene, weighed) = (std::mem::take(&mut self.scene), std::mem::take(&mut self.weighed));
        let folk = Folk::of((view, rules, setup), (&scene, &weighed), who);
        let mind = Mind::of((view, rules, setup), &catalogue, &folk, (&scene, &weighed), who);
        let think = |me: &mut Tactician| if mind.plans_turns() { me.think_turn(&mind, stage) } else { me.think(&mind) };
        let act = magic::busy(&mind).or_else(|| self.charge(&mind)).unwrap_or_else(|| think(self));
        (self.catalogue, self.scene, self.weighed) = (catalogue, scene, weighed);
        act
    }

    /// Weighs everything and begins the best.
    fn think(&mut self, mind: &Mind<'_>) -> Act {
        let here = position::feared(mind, mind.view.footprint(mind.who));
        let mut options = Vec::new();
        let ways = ways(mind, self.strength);
        let fighting = !ways.is_empty();
        let stuck = status::is_immobile(mind.view, mind.book(), mind.who);
        if let Some(act) = byways::go(mind, fighting).filter(|_| !stuck) {
            return act;
        }
        let best = || Vec::from_iter(best_deed(mind, &ways));
        for deed in if self.is_thorough() { deeds(mind, &ways) } else { best() } {
            self.consider(mind, &deed, here, &mut options);
        }
        self.consider_things(mind, fighting, here, &mut options);
        if !stuck {
            self.consider_places(mind, fighting, &mut options);
        }
        self.begin_best(mind, options)
    }

    /// Whether it weighs all it may do, and not only what may be the best.
    fn is_thorough(&self) -> bool {
        self.explains || self.strength != Strength::Hard
    }

    /// How good the best is that was found, where what is no better need not be weighed.
    fn floor(&self, options: &[Course]) -> i32 {
        let best = options.iter().map(|course| course.score).max().filter(|_| !self.is_thorough());
        best.unwrap_or(i32::MIN)
    }

    /// Begins the best of all that was found and can be begun.
    fn begin_best(&mut self, mind: &Mind<'_>, mut options: Vec<Course>) -> Act {
        options.sort_by_key(|course| std::cmp::Reverse(course.score));
        self.thoughts.sort_by_key(|thought| std::cmp::Reverse(thought.score));
        // One who only guards itself has nothing else to do.
        let else_idle = options.iter().skip(1).all(|course| course.score <= 0 || course.rest == Some(Rest::Fight));
        let begun = options.into_iter().find_map(|course| match course.way {
            Some(way) => self.set_out(mind, way, course.rest.is_some()),
            None => {
                let rest = course.rest.filter(|rest| *rest != Rest::Idle || else_idle);
                self.turns.extend(rest.map(|rest| (mind.who, Turn::new(mind.view, mind.book(), mind.who, rest, 1))));
                Some(course.act)
            }
        });
        begun.unwrap_or_else(|| self.wait(mind, Vec::new()))
    }

    fn consider(&mut self, mind: &Mind<'_>, deed: &Deed, danger: i32, options: &mut Vec<Course>) {
        if deed.score <= 0 {
            return;
        }
        let score = self.mistaken(deed.score) * STAY / 100 - danger;
        if self.explains {
            let why = explain::deed(mind, &deed.act, &deed.appraisal);
            self.thoughts.push(Thought { choice: Choice::Act(deed.act.clone()), score, why });
        }
        options.push(Course::new(deed.act.clone(), score));
    }

    /// What somebody of this strength takes a value for.
    fn mistaken(&mut self, score: i32) -> i32 {
        let spread: u16 = match self.strength {
            Strength::Hard => return score,
            Strength::Normal => 25,
            Strength::Easy => 90,
        };
        score * (100 - i32::from(self.whims.die(spread))) / 100
    }

    fn consider_things(&mut self, mind: &Mind<'_>, fighting: bool, danger: i32, options: &mut Vec<Course>) {
        let floor = self.floor(options).saturating_add(danger);
        let may_take = self.strength != Strength::Easy && (fighting || danger > 0);
        let stance = if may_take { stances::take(mind, floor) } else { None };
        let leave = stances::leave(mind, floor);
        let arm = gear::arm(mind);
        let help = gear::help(mind);
        let command = gear::command(mind);
        let needs = needs::look_after(mind);
        let spells = if self.strength == Strength::Easy { Vec::new() } else { magic::options(mind) };
        for (act, score) in [stance, leave, arm, help, command, needs].into_iter().flatten().chain(spells) {
            let score = score - danger;
            self.note(mind, &act, score);
            options.push(Course::new(act, score));
        }
    }

    fn note(&mut self, mind: &Mind<'_>, act: &Act, score: i32) {
        if self.explains {
            let name = mind.rules.actions.get(act.action).map_or_else(String::new, |action| action.name.to_lowercase());
            self.thoughts.push(Thought { choice: Choice::Act(act.clone()), score, why: name });
        }
    }

    fn consider_places(&mut self, mind: &Mind<'_>, fighting: bool, options: &mut Vec<Course>) {
        let mut roads = self.take_roads(mind.who);
        let aims = Aims::of(mind);
        // Those who come need not be gone to meet; but friends who fight are not left alone.
        let near = if !is_patient(mind, &aims, &self.memory) || is_engaged(mind) { 10 } else { 2 };
        let most = if mind.me().shoots { near.max(8) } else { near };
        let cells = if fighting { CLOSE } else { FAR.min(mind.stride.cells(most)) };
        let promise = self.promise(mind, options, cells, aims.most_pull());
        // To flee is worth no more than what draws one to a place.
        let flees = fighting && position::caution(mind) >= 40 && aims.most_pull() > self.floor(options);
        // A protected unit approaches no enemy.
        let goes = !aims.shelter && promise.as_ref().is_none_or(|promise| promise.holds_for_any(1, aims.most_pull()));
        if goes || flees {
            roads.survey(mind, cells);
        }
        let mut places = if goes { position::spots(mind, &roads, &aims, (most.into(), promise)) } else { Vec::new() };
        if flees {
            places.extend(position::refuges(mind, &roads, &aims));
        }
        for spot in &places {
            self.consider_place(mind, &roads, spot, options);
        }
        if !fighting && options.iter().all(|option| option.way.is_none() && option.score <= 0) {
            let idle = idle(mind, &mut roads, &aims, &self.memory);
            self.consider_idle(mind, idle, options);
        }
        self.roads.insert(mind.who, roads);
    }

    /// What attacks promise to one who makes no mistakes and need not say what else it thought of.
    fn promise(&self, mind: &Mind<'_>, options: &[Course], cells: u16, pull: i32) -> Option<Promise> {
        let floor = options.iter().map(|course| course.score).max().filter(|floor| *floor > 0);
        let asks = self.strength == Strength::Hard && (floor.is_some() || !self.explains);
        asks.then(|| Promise::within(mind, (floor.unwrap_or(i32::MIN), pull), cells))
    }

    fn consider_place(&mut self, mind: &Mind<'_>, roads: &Roads, spot: &Spot, options: &mut Vec<Course>) {
        let Some(walk) = &mind.catalogue.walk else { return };
        let score = self.mistaken(spot.score);
        let way = roads.open.path_to(spot.cell);
        let act = Act::along(walk.id, Vec::new());
        if self.explains {
            let choice = Choice::Act(Act::along(walk.id, way.clone()));
            self.thoughts.push(Thought { choice, score, why: explain::spot(mind, spot) });
        }
        options.push(Course { way: Some(way), ..Course::new(act, score) });
    }

    fn consider_idle(&mut self, mind: &Mind<'_>, idle: Idle, options: &mut Vec<Course>) {
        let words = if self.explains { explain::idle(&idle) } else { String::new() };
        let way = match idle {
            Idle::March(way) | Idle::Shelter(way) => way,
            Idle::Receive | Idle::Gather | Idle::Stay => Vec::new(),
        };
        let act = self.set_out_or_wait(mind, way);
        if self.explains {
            self.thoughts.push(Thought { choice: Choice::Act(act.clone()), score: 0, why: words });
        }
        // Whatever else was found is worse than nothing.
        options.clear();
        options.push(Course::new(act, 0));
    }

    fn set_out_or_wait(&mut self, mind: &Mind<'_>, way: Vec<Cell>) -> Act {
        let cells = mind.stride.cells(mind.view.row(mind.who).turn_state.actions.into());
        let alone = mind.plans_turns() && promise::within(mind, cells).next().is_none();
        let begun = if way.is_empty() { None } else { self.set_out(mind, way, alone) };
        begun.unwrap_or_else(|| self.wait(mind, Vec::new()))
    }

    /// Begins a walk, opening a door that is in the way; nothing if it cannot be begun. The rest of a turn may be gone on
    /// with.
    fn set_out(&mut self, mind: &Mind<'_>, way: Vec<Cell>, goes_on: bool) -> Option<Act> {
        let door = roads::open_door(mind.view, mind.rules, mind.catalogue, mind.who, &way);
        if door.is_some() {
            return door;
        }
        let mut plan = Plan::new(mind.view, mind.book(), mind.who, way);
        let leg = plan.leg(mind.view, mind.book(), mind.who);
        let step = mind.catalogue.walk.as_ref().zip(leg).map(|(walk, leg)| Act::along(walk.id, leg));
        let step = step.filter(|step| legal::check(mind.view, mind.rules, mind.who, step).is_ok())?;
        if !mind.plans_turns() {
            self.plans.insert(mind.who, plan);
        } else if goes_on {
            let way = plan.rest();
            let rest = if way.is_empty() { Rest::Fight } else { Rest::Way(way) };
            self.turns.insert(mind.who, Turn::new(mind.view, mind.book(), mind.who, rest, 1));
        }
        Some(step)
    }

    fn wait(&mut self, mind: &Mind<'_>, way: Vec<Cell>) -> Act {
        if !mind.plans_turns() {
            self.plans.insert(mind.who, Plan::new(mind.view, mind.book(), mind.who, way));
        }
        mind.catalogue.wait.as_ref().map_or_else(|| Act::own(""), |wait| Act::own(wait.id))
    }

    fn other(&mut self, view: View<'_>, rules: &Ruleset, setup: &Setup, prompt: &Prompt) -> Choice {
        self.look(view, setup);
        let folk = Folk::of((view, rules, setup), (&self.scene, &self.weighed), prompt.who);
        let mind = Mind::of((view, rules, setup), &self.catalogue, &folk, (&self.scene, &self.weighed), prompt.who);
        match &prompt.asks {
            Asks::Cell { purpose, cells } => prompts::cell(&mind, *purpose, cells),
            Asks::Pick { purpose, options } => prompts::pick(&mind, *purpose, options),
            Asks::React { options, .. } => options.first().map_or(Choice::Pass, |name| Choice::React(*name)),
            Asks::Face { options } => prompts::face(&mind, options),
            Asks::Act => Choice::Pass,
        }
    }
}

impl Controller for Tactician {
    fn answer(&mut self, seen: View<'_>, rules: &Ruleset, setup: &Setup, prompt: &Prompt) -> Answer {
        self.catalogue.refresh(rules);
        self.thoughts.clear();
        let choice = match &prompt.asks {
            Asks::Act => Choice::Act(self.act(seen, rules, setup, prompt.who)),
            _ => self.other(seen, rules, setup, prompt),
        };
        Answer { thoughts: std::mem::take(&mut self.thoughts), ..Answer::plain(choice) }
    }

    fn explain(&mut self, explain: bool) {
        self.explains = explain;
    }
}
