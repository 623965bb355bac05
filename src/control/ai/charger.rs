//! The yardstick: goes for the nearest enemy, through doors, strikes it, gets up to go on, and never does anything else.

use std::cmp::Reverse;
use std::sync::Arc;

use smallvec::SmallVec;

use super::catalogue::Catalogue;
use super::roads::{self, Roads};
use crate::battle::{CombatantId, Position, Sheet, View, WeaponSlot};
use crate::content::action::Action;
use crate::content::policy::Rulebook;
use crate::control::{Answer, Controller};
use crate::grid::{Cell, Distance, Flood, Footprint, Shape, distance};
use crate::mechanics::{attack, movement, reach, status};
use crate::resolution::{Act, Asks, Choice, Prompt, Setup, legal};
use crate::rules::Ruleset;

/// Walks to the nearest enemy by path and strikes it with its best weapon; shoots if it can.
#[derive(Clone, Debug, Default)]
pub struct Charger {
    catalogue: Catalogue,
    roads: Roads,
    known: Known,
    pairs: Pairs,
}

/// Enemies, each with how far it is, the nearest first.
type Near = SmallVec<[(u16, CombatantId); 8]>;

/// What is known of a pair: when each of the two changed last, and with which weapon one best strikes the other.
type Best = Option<(u64, u64, Option<WeaponSlot>)>;

/// With which weapon one best strikes another, as far as either has not changed since.
#[derive(Clone, Debug, Default)]
struct Pairs {
    /// When anything around them changed last, and whether everybody stood on the ground.
    scene: (u64, bool),
    /// By the number of the one who strikes and that of its enemy, as one.
    known: Vec<Best>,
    /// By number: the most cells from which somebody with this sheet strikes or shoots with anything it has.
    far: Vec<Option<(Arc<Sheet>, u16)>>,
}

impl Pairs {
    fn best(
        &mut self,
        view: View<'_>,
        (who, enemy): (CombatantId, CombatantId),
        find: impl FnOnce() -> Option<WeaponSlot>,
    ) -> Option<WeaponSlot> {
        let (own, theirs) = (view.row(who).touched, view.row(enemy).touched);
        let known = &mut self.known[who.index() * self.far.len() + enemy.index()];
        match known {
            Some((one, other, best)) if (*one, *other) == (own, theirs) && self.scene.1 => *best,
            _ => known.insert((own, theirs, find())).2,
        }
    }

    /// Whether somebody could strike or shoot so far with anything it has, in hand or not.
    fn may_reach(&mut self, view: View<'_>, book: Rulebook<'_>, who: CombatantId, apart: u16) -> bool {
        let (sheet, known) = (&view.row(who).sheet, &mut self.far[who.index()]);
        if let Some((_, far)) = known.as_ref().filter(|(same, _)| Arc::ptr_eq(same, sheet)) {
            return apart <= *far;
        }
        let slots = (0..sheet.weapons.len()).map(|slot| WeaponSlot(slot as u8));
        let far = slots.map(|slot| attack::max_distance(view, book, who, slot)).max().unwrap_or(0);
        *known = Some((Arc::clone(sheet), far));
        apart <= far
    }

    /// Forgets all if anything has changed but the combatants.
    fn refresh(&mut self, view: View<'_>) {
        let scene = (view.changed().around, view.rows().iter().all(|row| row.position.altitude == 0));
        let many = view.rows().len();
        if self.scene != scene || self.far.len() != many {
            *self = Pairs { scene, known: vec![None; many * many], far: vec![None; many] };
        }
    }
}

/// Of everybody where it is, whether that is known, whether it is gone, and whether it is awake.
type Places = SmallVec<[(Position, [bool; 3]); 8]>;

/// What was found out since anybody moved last, fell or came to.
#[derive(Clone, Debug, Default)]
struct Known {
    /// Of everybody where it is, when it changed last, and whether that is known; and when anything around them did.
    scene: (SmallVec<[(Position, u64, bool); 8]>, u64),
    places: Places,
    /// By number.
    of: Vec<Found>,
}

/// What was found out about one of its own.
#[derive(Clone, Debug, Default)]
struct Found {
    /// Enemies that are awake.
    near: Option<Near>,
    /// The way to the nearest enemy.
    way: Option<Vec<Cell>>,
    /// When it itself changed last.
    touched: u64,
}

impl Known {
    /// What is still known of a combatant, and where everybody is.
    fn of(&mut self, view: View<'_>, book: Rulebook<'_>, who: CombatantId) -> (&mut Found, &Places) {
        let now = || view.rows().iter().map(|row| (row.position, row.touched, view.knows(row.id)));
        let (bodies, around) = &self.scene;
        if *around != view.changed().around || !now().eq(bodies.iter().copied()) {
            self.look(view, book);
            self.scene = (now().collect(), view.changed().around);
        }
        if self.of.len() <= who.index() {
            self.of.resize_with(who.index() + 1, Found::default);
        }
        let (found, touched) = (&mut self.of[who.index()], view.row(who).touched);
        if found.touched != touched {
            *found = Found { touched, ..Found::default() };
        }
        (found, &self.places)
    }

    /// Forgets everything if anybody is elsewhere, or up or down, or not all around them is the same.
    fn look(&mut self, view: View<'_>, book: Rulebook<'_>) {
        let mut places = Places::new();
        for (at, row) in view.rows().iter().enumerate() {
            let known = self.scene.0.get(at).is_some_and(|(_, touched, _)| *touched == row.touched);
            let awake = match self.places.get(at).filter(|_| known) {
                Some((_, [.., awake])) => *awake,
                None => status::is_conscious(view, book, row.id),
            };
            places.push((row.position, [view.knows(row.id), row.gone, awake]));
        }
        if self.scene.1 != view.changed().around || places != self.places {
            self.places = places;
            self.of.clear();
        }
    }
}

impl Controller for Charger {
    fn answer(&mut self, seen: View<'_>, rules: &Ruleset, _setup: &Setup, prompt: &Prompt) -> Answer {
        self.catalogue.refresh_plain(rules);
        Answer::plain(match &prompt.asks {
            Asks::Act => return self.act(seen, rules, prompt.who),
            Asks::Cell { cells, .. } => cells.first().map_or(Choice::Pass, |cell| Choice::Cell(*cell)),
            Asks::Pick { options, .. } => options.first().map_or(Choice::Pass, |pick| Choice::Pick(*pick)),
            Asks::React { options, .. } => options.first().map_or(Choice::Pass, |name| Choice::React(*name)),
            Asks::Face { options } => options.first().map_or(Choice::Pass, |facing| Choice::Face(*facing)),
        })
    }
}

impl Charger {
    fn act(&mut self, view: View<'_>, rules: &Ruleset, who: CombatantId) -> Answer {
        let book = rules.book();
        let (found, places) = self.known.of(view, book, who);
        let may = |act: Act| legal::judged(view, rules, who, act).ok().map(Answer::judged);
        if let Some(strike) = &self.catalogue.strike {
            let (pairs, mut slots) = (&mut self.pairs, None);
            let near = found.near.get_or_insert_with(|| near(view, book, who, places, pairs));
            let mut aims =
                near.iter().filter_map(|aim| Some((aim.1, best(view, rules, who, (strike, *aim), pairs, &mut slots)?)));
            if let Some(attack) = aims.find_map(|(enemy, slot)| may(Act::at(strike.id, enemy, Some(slot)))) {
                return attack;
            }
        }
        let wait = self.catalogue.wait.as_ref().map_or_else(|| Act::own(""), |wait| Act::own(wait.id));
        let wait = || Answer::plain(Choice::Act(wait));
        if status::is_immobile(view, book, who) {
            return wait();
        }
        let roads = &mut self.roads;
        let mut anew = || way(view, book, who, places, roads);
        debug_assert!(found.way.as_ref().is_none_or(|known| *known == anew()));
        let way = found.way.get_or_insert_with(anew);
        if let Some(open) = roads::open_door(view, rules, &self.catalogue, who, way) {
            return Answer::plain(Choice::Act(open));
        }
        let step = self.catalogue.walk.as_ref().filter(|_| !way.is_empty()).and_then(|walk| {
            let mut legs =
                roads::legs(view, book, who, way).filter(|many| *many > 0 || roads::saves_up(view, book, who, way));
            legs.find_map(|many| may(Act::along(walk.id, way[..many].to_vec())))
        });
        let mut risings = self.catalogue.leaving.iter().map(|action| Act::own(action.id));
        step.or_else(|| risings.find_map(may)).unwrap_or_else(wait)
    }
}

/// The enemies of somebody, the nearest first.
fn near(view: View<'_>, book: Rulebook<'_>, who: CombatantId, places: &Places, pairs: &mut Pairs) -> Near {
    let mut near = Near::new();
    for enemy in awake_enemies(view, who, places) {
        near.push((reach::distance_between(view, book, who, enemy), enemy));
    }
    near.sort_unstable();
    pairs.refresh(view);
    near
}

/// The weapon that deals most of those with which somebody could strike or shoot an enemy that is so far away, as far as
/// they reach and it sees the enemy; nothing if that is no weapon to strike with.
fn best(
    view: View<'_>,
    rules: &Ruleset,
    who: CombatantId,
    (strike, (apart, enemy)): (&Action, (u16, CombatantId)),
    pairs: &mut Pairs,
    slots: &mut Option<Slots>,
) -> Option<WeaponSlot> {
    let book = rules.book();
    if !pairs.may_reach(view, book, who, apart) {
        return None;
    }
    pairs.best(view, (who, enemy), || {
        let slots = slots.get_or_insert_with(|| slots_of(view, book, who));
        let mut reaching = slots.iter().filter(|(_, far)| apart <= *far).map(|(slot, _)| *slot);
        let slot = reaching.find(|slot| attack::mode(view, book, who, *slot, enemy).is_ok())?;
        legal::fit(view, who, &Act::at(strike.id, enemy, Some(slot)), strike).ok().map(|()| slot)
    })
}

/// Weapons, each with how many cells it strikes or shoots.
type Slots = SmallVec<[(WeaponSlot, u16); 4]>;

/// The weapons somebody can use, the one that deals most first.
fn slots_of(view: View<'_>, book: Rulebook<'_>, who: CombatantId) -> Slots {
    let dealt = |slot: WeaponSlot| (Reverse(dealt(view, who, slot)), slot);
    let mut slots: SmallVec<[_; 4]> = reach::usable_slots(view, who).into_iter().map(dealt).collect();
    slots.sort_unstable();
    slots.into_iter().map(|(_, slot)| (slot, attack::max_distance(view, book, who, slot))).collect()
}

/// The way to the nearest enemy by path, or as near as bodies and doors allow.
fn way(view: View<'_>, book: Rulebook<'_>, who: CombatantId, places: &Places, roads: &mut Roads) -> Vec<Cell> {
    let goals = Goals::of(view, book, who, places);
    if let Some(way) = goals.straight(book, who) {
        return way;
    }
    let others = movement::taken_by_others(view, who);
    let taken = |cell: Cell| goals.own.at(cell).cells(view.shape()).iter().any(|cell| others.has(*cell));
    // A walker cannot stop in a space that is taken.
    let left = |cell: Cell| match goals.left(cell) {
        0 => u16::from(taken(cell)),
        left => left,
    };
    roads.survey_towards(view, book, who, left);
    let way = goals.nearest(&roads.open, |cell| !taken(cell));
    if !way.is_empty() || left(goals.own.anchor) == 0 {
        return way;
    }
    roads.survey_bare_towards(view, book, who, |cell| goals.left(cell));
    goals.nearest(&roads.bare, |_| true)
}

/// Whom somebody goes for, and from how far it strikes.
struct Goals<'a> {
    view: View<'a>,
    policy: Distance,
    own: Footprint,
    enemies: SmallVec<[(CombatantId, Footprint); 8]>,
    /// On squares, how far each of them is and the first and last cell on which one who is there shares a column and a
    /// row with it, the nearest first.
    spans: SmallVec<[(u16, (Cell, Cell)); 8]>,
    cells: u16,
    /// Whether distance is counted on squares where a diagonal is a step.
    rings: bool,
    /// Whether it is counted in steps.
    plain: bool,
}

impl<'a> Goals<'a> {
    fn of(view: View<'a>, book: Rulebook<'_>, who: CombatantId, places: &Places) -> Goals<'a> {
        let slots = reach::melee_slots(view, who);
        let feet = slots.iter().map(|slot| reach::melee_reach(view, book, who, *slot)).max().unwrap_or(0);
        let (mut enemies, mut spans) = (SmallVec::new(), SmallVec::new());
        let (cells, own) = (reach::cells(book, feet).max(1), view.footprint(who));
        let policy = book.policies.board.distance;
        let (square, steps) = (view.shape() == Shape::Square, as_steps(policy));
        for enemy in awake_enemies(view, who, places) {
            let at = view.footprint(enemy);
            enemies.push((enemy, at));
            if square {
                spans.push((distance(view.shape(), steps, own, at), roads::span(own, at)));
            }
        }
        spans.sort_by_key(|(apart, _)| *apart);
        let rings = square && steps == Distance::DiagonalsCostOne;
        Goals { view, policy, own, enemies, spans, cells, rings, plain: steps == policy }
    }

    /// The way to the nearest enemy, if it leads straight to it; empty if one is near.
    fn straight(&self, book: Rulebook<'_>, who: CombatantId) -> Option<Vec<Cell>> {
        let apart = |at: Footprint| distance(self.view.shape(), self.policy, self.own, at);
        let (_, nearest) = self.enemies.iter().min_by_key(|(_, enemy)| apart(*enemy))?;
        roads::straight(self.view, book, who, *nearest, self.cells)
    }

    fn reaches(&self, cell: Cell, enemy: Footprint) -> bool {
        distance(self.view.shape(), self.policy, self.own.at(cell), enemy) <= self.cells
    }

    /// How many steps it is at least from a cell to one from which some enemy is in reach.
    #[inline]
    fn left(&self, cell: Cell) -> u16 {
        let nearest = match self.view.shape() {
            _ if self.rings => self.ring(cell),
            shape => {
                let policy = as_steps(self.policy);
                let all = self.enemies.iter().map(|(_, at)| distance(shape, policy, self.own.at(cell), *at));
                all.min().unwrap_or(u16::MAX)
            }
        };
        if self.enemies.is_empty() {
            return u16::MAX;
        }
        let left = nearest.saturating_sub(self.cells);
        if left > 0 || self.plain || self.reached_from(cell).is_some() { left } else { 1 }
    }

    /// Steps from a cell of a board of squares to the nearest enemy, where a diagonal is one: none is nearer than it was,
    /// less the steps taken.
    #[inline]
    fn ring(&self, cell: Cell) -> u16 {
        let taken = cell.x.abs_diff(self.own.anchor.x).max(cell.y.abs_diff(self.own.anchor.y));
        let mut least = u16::MAX;
        for &(apart, (first, last)) in &self.spans {
            if apart.saturating_sub(taken) >= least {
                break;
            }
            let columns = (first.x - cell.x).max(cell.x - last.x);
            let rows = (first.y - cell.y).max(cell.y - last.y);
            least = least.min(columns.max(rows).max(0).unsigned_abs());
        }
        least
    }

    /// The first enemy in reach from a cell.
    fn reached_from(&self, cell: Cell) -> Option<CombatantId> {
        self.enemies.iter().find(|(_, enemy)| self.reaches(cell, *enemy)).map(|(id, _)| *id)
    }

    /// The cheapest way in a flood to one of the cells from which some enemy is in reach. They are the last of the flood:
    /// it went no further.
    fn nearest(&self, flood: &Flood, may_stop: impl Fn(Cell) -> bool) -> Vec<Cell> {
        let reached = flood.reached();
        let cost = reached.last().and_then(|last| flood.cost(*last));
        let first = reached.partition_point(|cell| flood.cost(*cell) < cost);
        let ends = reached[first..].iter().filter(|cell| may_stop(**cell));
        let there = ends.filter_map(|cell| Some((self.reached_from(*cell)?, *cell)));
        let nearest = there.min_by_key(|(enemy, _)| *enemy);
        nearest.map_or_else(Vec::new, |(_, cell)| flood.path_to(cell))
    }
}

/// Distance counted in steps: a diagonal that counts for one or for two is a step all the same.
fn as_steps(policy: Distance) -> Distance {
    match policy {
        Distance::AlternatingDiagonals => Distance::DiagonalsCostOne,
        other => other,
    }
}

/// Enemies who are awake, by number; the sleeping only if nobody else is left.
fn awake_enemies(view: View<'_>, who: CombatantId, places: &Places) -> SmallVec<[CombatantId; 8]> {
    let (mut awake, mut asleep) = (SmallVec::new(), SmallVec::new());
    for enemy in view.enemies_of(view.row(who).side) {
        let [.., is_awake] = places[enemy.id.index()].1;
        let list = if is_awake { &mut awake } else { &mut asleep };
        list.push(enemy.id);
    }
    if awake.is_empty() { asleep } else { awake }
}

fn dealt(view: View<'_>, who: CombatantId, slot: WeaponSlot) -> i32 {
    let entry = view.row(who).sheet.weapon(slot);
    entry.map_or(0, |entry| entry.weapon.damage.mean_times_two() + 2 * i32::from(entry.damage.total()))
}
