//! A turn of several actions, thought through to its end: what to do first is what the best use of all of them begins
//! with. Everything is counted against doing nothing more.

use std::cell::OnceCell;

use smallvec::{SmallVec, smallvec};

use super::aims::Aims;
use super::deeds::{self, Deed, Way, best_strike};
use super::folk::Fighter;
use super::gear;
use super::mind::{ACTION, Mind};
use super::peril::Peril;
use super::position::{Candidate, Place, candidates, near_by};
use super::promise::{self, Promise};
use super::roads::Roads;
use super::screens;
use super::stances;
use super::tactician::Strength;
use crate::battle::CombatantId;
use crate::content::action::{Action, Gait};
use crate::grid::{Cell, Footprint};
use crate::mechanics::{movement, status};
use crate::resolution::{Act, legal};

/// Hundredths of the harm of one's next turn that count in this one.
const NEXT: i32 = 80;
/// Hundredths of a turn's pull of a goal.
const GOALS: i32 = 60;

/// Places that are looked at closely, of all that seem good at a glance.
const CLOSELY: usize = 12;

/// Those within reach, with what one attack on each is worth, and what all of it is worth.
type Targets = SmallVec<[(CombatantId, i32, i32); 6]>;

/// One way to begin.
pub struct Beginning {
    pub first: First,
    /// What the turn is worth then, more than doing nothing.
    pub score: i32,
    /// How often the same attack is the best use of what is left of the turn.
    pub again: i32,
}

/// In what manner a turn is thought about.
#[derive(Copy, Clone, Debug)]
pub struct Manner {
    /// Waiting costs nothing.
    pub patient: bool,
    pub strength: Strength,
    /// Places to attack from that promise less than something else are weighed as well.
    pub thorough: bool,
    /// It came where it is to fight from there.
    pub settled: bool,
}

/// What a turn begins with.
pub enum First {
    /// Something done to an enemy.
    Deed(Deed),
    /// Going to a place to attack from it.
    Attack(Place),
    /// Getting away to a cell.
    Away(Cell),
    /// Something done to oneself.
    Own(Act),
    /// Guarding oneself.
    Guard(Act),
}

impl First {
    /// The cell it leads to.
    pub fn cell(&self) -> Option<Cell> {
        match self {
            First::Attack(place) => Some(place.cell),
            First::Away(cell) => Some(*cell),
            First::Deed(_) | First::Own(_) | First::Guard(_) => None,
        }
    }

    /// What is done for it; a walk with all of its way.
    pub fn act(&self, mind: &Mind<'_>, roads: &Roads) -> Act {
        match (self, self.cell(), &mind.catalogue.walk) {
            (First::Deed(deed), ..) => deed.act.clone(),
            (First::Own(act) | First::Guard(act), ..) => act.clone(),
            (_, Some(cell), Some(walk)) => Act::along(walk.id, roads.open.path_to(cell)),
            _ => mind.catalogue.wait.as_ref().map_or_else(|| Act::own(""), |wait| Act::own(wait.id)),
        }
    }
}

/// What a turn can still be used for.
struct Round<'m, 'a> {
    mind: &'m Mind<'a>,
    aims: &'m Aims<'a>,
    peril: Peril<'m, 'a>,
    left: i32,
    /// The best attack from here on everybody within reach.
    strikes: Targets,
    /// What it costs to end the turn here.
    here: i32,
    /// The best cell that one action leads to, with what it costs to end the turn there.
    refuge: Option<(Cell, i32)>,
    /// What it is worth to attack in this turn rather than later, besides the harm.
    eager: i32,
    /// What it saves to be guarded when the turn ends, once that is asked.
    guarded: OnceCell<i32>,
}

/// Every beginning that is worth a thought, with what can be done from here.
pub fn beginnings(mind: &Mind<'_>, roads: &Roads, aims: &Aims<'_>, manner: Manner, ways: &[Way<'_>]) -> Vec<Beginning> {
    let round = Round::of(mind, roads, aims, manner.patient);
    let mut found = round.deeds(ways, manner.thorough);
    let others = round.others(manner.strength);
    let best = found.iter().chain(&others).map(|beginning| beginning.score).max();
    // A protected unit approaches no enemy.
    if !manner.settled && !aims.shelter {
        found.extend(round.attacks(roads, best.filter(|_| !manner.thorough)));
    }
    found.extend(others);
    found
}

/// Cells that somebody can walk and still do something, or with its last action: no more than one walk where nobody could
/// be attacked after more.
pub fn stride(mind: &Mind<'_>) -> u16 {
    let walks = mind.view.row(mind.who).turn_state.actions.saturating_sub(1).max(1);
    let cells = mind.stride.cells(walks.into());
    let near = promise::within(mind, cells).next().is_some();
    if near { cells } else { mind.stride.cells(1) }
}

impl<'m, 'a> Round<'m, 'a> {
    fn of(mind: &'m Mind<'a>, roads: &Roads, aims: &'m Aims<'a>, patient: bool) -> Round<'m, 'a> {
        let peril = Peril::of(mind);
        let own = mind.view.footprint(mind.who);
        let strike = |foe: &Fighter| Some((foe.id, best_strike(mind, foe.id)?.1.value, foe.worth));
        let usual = mind.me().might * mind.their_price / 100 * ACTION / 10;
        let eager = if patient { 0 } else { mind.actions_of_a_turn() * usual * NEXT / 100 };
        let mut round = Round {
            mind,
            aims,
            left: i32::from(mind.view.row(mind.who).turn_state.actions),
            strikes: mind.foes().filter_map(strike).collect(),
            here: peril.at(own) - goal(mind, aims, own.anchor),
            refuge: None,
            eager,
            guarded: OnceCell::new(),
            peril,
        };
        round.refuge = round.find_refuge(roads);
        round
    }

    /// Everything but what is done to enemies.
    fn others(&self, strength: Strength) -> Vec<Beginning> {
        let (mind, mut found) = (self.mind, Vec::new());
        if self.may_walk() {
            let refuge = self.refuge.filter(|_| strength != Strength::Easy);
            found.extend(refuge.map(|(cell, peril)| self.away(cell, peril)));
        }
        found.extend(self.own(gear::arm(mind).map(|(act, score)| (act, score * ACTION / 100))));
        found.extend(self.own(stances::rise(mind)));
        found.extend(self.own(gear::help(mind)));
        found.extend(self.own(gear::command(mind)));
        if strength != Strength::Easy {
            found.extend(mind.catalogue.guards.iter().filter_map(|guard| self.guard(guard)));
            found.extend(screens::castable(mind).into_iter().filter_map(|screen| self.own(Some(screen))));
        }
        found
    }

    /// Going to a place to attack from it: the best places that may be worth as much as something else.
    fn attacks(&self, roads: &Roads, floor: Option<i32>) -> Vec<Beginning> {
        if !self.may_walk() {
            return Vec::new();
        }
        let promise = floor.map(|floor| {
            let cells = self.mind.stride.cells(u16::try_from(self.left - 1).unwrap_or(0));
            Promise::within(self.mind, (floor, 0), cells)
        });
        let promising =
            |place: &Candidate| promise.as_ref().is_none_or(|promise| self.at_best(place, promise) >= promise.floor());
        let places = candidates(self.mind, roads, self.left - 1, promising).into_iter();
        let places = places.filter_map(|place| place.place(self.mind));
        let (mut found, mut best) = (Vec::new(), floor);
        for place in self.best_of(places.collect()) {
            // What it costs to end the turn there takes longest to know.
            let cost = self.least_cost(place.cell);
            if best.is_some_and(|best| self.from(&place, cost) < best) {
                continue;
            }
            let attack = self.attack(place);
            best = best.map(|best| best.max(attack.score));
            found.push(attack);
        }
        found
    }

    /// No more than what it costs to end the turn on a cell.
    fn least_cost(&self, cell: Cell) -> i32 {
        let there = self.mind.view.footprint(self.mind.who).at(cell);
        self.peril.at_least(there) - goal(self.mind, self.aims, cell)
    }

    /// What it is worth at best to attack from a place.
    fn at_best(&self, place: &Candidate, promise: &Promise) -> i32 {
        let (value, worth) = (promise.value(place.foe), self.mind.folk.get(place.foe).worth);
        // Of one who is as good as down more may be less.
        let Some(value) = value.filter(|value| value * 2 <= worth) else { return i32::MAX };
        self.going(place.walk, &smallvec![(place.foe, value, worth)], self.least_cost(place.cell))
    }

    /// What it is worth to go so far, to attack these and to end the turn at a cost.
    fn going(&self, walk: i32, targets: &Targets, cost: i32) -> i32 {
        let left = self.left - walk;
        // There and back again.
        let back = (left > walk).then_some(self.here).filter(|_| walk == 1);
        self.rest(left, targets, cost, back) + self.here + self.eager
    }

    /// The same of a place.
    fn from(&self, place: &Place, cost: i32) -> i32 {
        let (foe, attack) = place.attack;
        self.going(place.walk, &smallvec![(foe, attack.value, self.mind.folk.get(foe).worth)], cost)
    }

    fn may_walk(&self) -> bool {
        let stance = self.mind.view.row(self.mind.who).stance.held;
        let lies = stance.is_some_and(|stance| self.mind.keeps_from_walking(stance));
        let mind = self.mind;
        let walks = movement::may_use_gait(mind.view, mind.book(), mind.who, Gait::Walk).is_ok();
        self.left > 0 && !lies && walks && !status::is_immobile(mind.view, mind.book(), mind.who)
    }

    /// What it costs to end the turn on a footprint.
    fn cost(&self, there: Footprint) -> i32 {
        self.peril.at(there) - goal(self.mind, self.aims, there.anchor)
    }

    /// Where one action leads that costs least.
    fn find_refuge(&self, roads: &Roads) -> Option<(Cell, i32)> {
        if !self.may_walk() {
            return None;
        }
        let own = self.mind.view.footprint(self.mind.who);
        let mut cells: Vec<(i32, Cell)> =
            near_by(self.mind, roads, 1).map(|cell| (self.peril.at_most(own.at(cell)), cell)).collect();
        cells.sort_by_key(|(most, _)| *most);
        cells.truncate(CLOSELY);
        let least = |(order, (_, cell)): (usize, (i32, Cell))| (self.least_cost(cell), order, cell);
        let mut cells: Vec<(i32, usize, Cell)> = cells.into_iter().enumerate().map(least).collect();
        cells.sort_unstable();
        // The dearest to know comes last; of those that cost the same the first counts.
        let mut best: Option<(i32, usize, Cell)> = None;
        for (least, order, cell) in cells {
            if best.is_none_or(|(cost, before, _)| (least, order) < (cost, before)) {
                let found = (self.cost(own.at(cell)), order, cell);
                best = Some(best.map_or(found, |best| best.min(found)));
            }
        }
        best.map(|(cost, _, cell)| (cell, cost))
    }

    /// The best of some actions that are left at a place: an attack with each, or with all but one, and away.
    fn rest(&self, actions: i32, targets: &Targets, cost: i32, away: Option<i32>) -> i32 {
        let stay = harm(targets, actions) - cost;
        away.filter(|_| actions > 0).map_or(stay, |away| stay.max(harm(targets, actions - 1) - away))
    }

    /// The best of some actions that are left here.
    fn rest_here(&self, actions: i32, targets: &Targets) -> i32 {
        self.rest(actions, targets, self.here, self.refuge.map(|(_, cost)| cost))
    }

    /// What is done to enemies: the best of it, or all if it is to be thorough.
    fn deeds(&self, ways: &[Way<'_>], thorough: bool) -> Vec<Beginning> {
        if thorough {
            return ways.iter().map(|way| self.deed(way.deed(self.mind))).collect();
        }
        let most = |way: &Way<'_>| {
            let left = self.left - i32::from(way.action.actions());
            way.at_most(self.mind) + self.rest_here(left, &self.strikes) + self.here + self.eager
        };
        let best = deeds::best(ways.iter().map(most), |at| self.deed(ways[at].deed(self.mind)), |deed| deed.score);
        Vec::from_iter(best)
    }

    fn deed(&self, deed: Deed) -> Beginning {
        let takes = self.actions(&deed.act);
        let mut targets = self.strikes.clone();
        if deed.appraisal.harm > 0 {
            // What is done to somebody cannot be done to it once more.
            targets.iter_mut().filter(|one| Some(one.0) == deed.act.aimed_at()).for_each(lessen);
        }
        let score = deed.appraisal.value + self.rest_here(self.left - takes, &targets) + self.here + self.eager;
        let again = if takes == 1 && deed.appraisal.harm > 0 { self.again(&deed) } else { 0 };
        Beginning { first: First::Deed(deed), score, again }
    }

    /// How often more an attack is made in this turn: with every action, but for the last if something else is a better end.
    fn again(&self, deed: &Deed) -> i32 {
        let ends_so = deed.appraisal.value + self.eager > self.end();
        if ends_so { self.left - 1 } else { self.left - 2 }
    }

    /// What it is worth to end the turn with something else than an attack.
    fn end(&self) -> i32 {
        let away = self.refuge.map_or(0, |(_, cost)| self.here - cost);
        away.max(if self.mind.catalogue.guards.is_empty() { 0 } else { self.guarded() })
    }

    /// What it saves to be guarded when the turn ends.
    fn guarded(&self) -> i32 {
        *self.guarded.get_or_init(|| self.peril.first_spoilt(self.mind.view.footprint(self.mind.who)))
    }

    fn attack(&self, place: Place) -> Beginning {
        let there = self.mind.view.footprint(self.mind.who).at(place.cell);
        let score = self.from(&place, self.cost(there));
        Beginning { first: First::Attack(place), score, again: 0 }
    }

    /// The places that are worth a closer look.
    fn best_of(&self, mut places: Vec<Place>) -> Vec<Place> {
        let own = self.mind.view.footprint(self.mind.who);
        let rough =
            |place: &Place| (self.left - place.walk) * place.attack.1.value - self.peril.at_most(own.at(place.cell));
        places.sort_by_cached_key(|place| std::cmp::Reverse(rough(place)));
        places.truncate(CLOSELY);
        places
    }

    fn away(&self, cell: Cell, cost: i32) -> Beginning {
        Beginning { first: First::Away(cell), score: self.here - cost, again: 0 }
    }

    fn own(&self, found: Option<(Act, i32)>) -> Option<Beginning> {
        let (act, gain) = found?;
        let takes = self.actions(&act);
        let eager = if self.left > takes && !self.strikes.is_empty() { self.eager } else { 0 };
        let score = gain + self.rest_here(self.left - takes, &self.strikes) + self.here + eager;
        Some(Beginning { first: First::Own(act), score, again: 0 })
    }

    /// Guarding oneself with the last action: whatever else is to be done is done before.
    fn guard(&self, guard: &Action) -> Option<Beginning> {
        let act = Act::own(guard.id);
        legal::check(self.mind.view, self.mind.rules, self.mind.who, &act).ok()?;
        let saved = self.guarded();
        let stored = &self.mind.view.row(self.mind.who).conditions;
        let guarded = stances::given(guard).is_some_and(|name| stored.has(name));
        (!guarded && saved > 0).then_some(Beginning { first: First::Guard(act), score: saved, again: 0 })
    }

    fn actions(&self, act: &Act) -> i32 {
        self.mind.rules.actions.get(act.action).map_or(1, |action| i32::from(action.actions()))
    }
}

/// What so many attacks are worth, each on whom it is worth most.
fn harm(targets: &Targets, attacks: i32) -> i32 {
    let mut targets = targets.clone();
    let next = |targets: &mut Targets| {
        let best = targets.iter_mut().max_by_key(|one| one.1)?;
        let value = best.1;
        lessen(best);
        Some(value)
    };
    (0..attacks.max(0)).map_while(|_| next(&mut targets)).sum()
}

/// One more attack on somebody is worth as much less as it is likely to be down by then.
fn lessen((_, value, worth): &mut (CombatantId, i32, i32)) {
    *value -= (i64::from(*value) * i64::from(*value) / i64::from(*worth).max(1)) as i32;
}

/// What the goals of the scenario make it worth to end a turn on a cell.
fn goal(mind: &Mind<'_>, aims: &Aims<'_>, cell: Cell) -> i32 {
    aims.pull(mind, cell) * GOALS / 100
}
