//! Where to fight from: cells from which somebody can be struck or shot, and what they are worth with the walk to them.

use smallvec::SmallVec;

use super::aims::Aims;
use super::appraise::Appraisal;
use super::deeds::best_strike;
use super::folk::Fighter;
use super::mind::Mind;
use super::promise::Promise;
use super::roads::{Roads, reached_within};
use super::threat;
use crate::battle::{CombatantId, View};
use crate::grid::{Cell, Footprint};
use crate::mechanics::{cover, reach};

/// Cells tried around each enemy.
const AROUND: usize = 7;
/// Cells tried for a clear shot.
const SHOTS: usize = 20;

/// A place to go to.
#[derive(Clone, Debug)]
pub struct Spot {
    pub cell: Cell,
    /// Counts of walking.
    pub walk: i32,
    /// Value per hundred counts, the walk and the danger counted.
    pub score: i32,
    /// Who would be attacked from there, and how that would go.
    pub attack: Option<(CombatantId, Appraisal)>,
}

/// How much of the danger at a place counts, in hundredths.
pub fn caution(mind: &Mind<'_>) -> i32 {
    let me = mind.me();
    let hurt = me.life * 100 / me.full.max(1);
    match () {
        // Who is hurt and can harm from afar has no business near.
        () if me.shoots && hurt < 60 => 85,
        () if me.shoots && me.reach == 0 => 45,
        () if me.shoots => 40,
        () if hurt < 35 && mind.friends().count() > 0 => 45,
        () => 30,
    }
}

/// The danger of a place as it counts for the one who decides.
pub fn feared(mind: &Mind<'_>, at: Footprint) -> i32 {
    threat::danger(mind, at) * caution(mind) / 100
}

/// A cell from which somebody can be attacked, with the counts (or actions) of walking to it.
#[derive(Clone, Debug)]
pub struct Place {
    pub cell: Cell,
    pub walk: i32,
    /// Who would be attacked from there, and how one attack would go.
    pub attack: (CombatantId, Appraisal),
    /// Counts that attack takes.
    time: i32,
}

/// Every cell from which somebody could be attacked, after so much walking at most.
pub fn places(mind: &Mind<'_>, roads: &Roads, most: i32) -> Vec<Place> {
    let mut found = Vec::new();
    if most < 1 {
        return found;
    }
    for foe in mind.foes() {
        for cell in around(mind, roads, foe) {
            found.extend(place(mind, roads, cell, foe.id, most));
        }
    }
    if reach::wields_ranged_weapon(mind.view, mind.who).is_some() {
        for (cell, foe) in shooting(mind, roads) {
            found.extend(place(mind, roads, cell, foe, most));
        }
    }
    found
}

fn place(mind: &Mind<'_>, roads: &Roads, cell: Cell, foe: CombatantId, most: i32) -> Option<Place> {
    let (walk, at) = walk_to(mind, roads, cell).filter(|(walk, _)| *walk <= most)?;
    let there = View::with(mind.view, mind.who, at);
    let (_, appraisal, time) = best_strike(&mind.seen_from(there), foe)?;
    Some(Place { cell, walk, attack: (foe, appraisal), time })
}

/// Every place that is worth a thought, after so much walking at most; of one who knows what attacks promise, only those
/// that may be better than what was found before.
pub fn spots(mind: &Mind<'_>, roads: &Roads, aims: &Aims, (most, mut promise): (i32, Option<Promise>)) -> Vec<Spot> {
    let mut found = Vec::new();
    let mut consider = |cell: Cell, foe: CombatantId| {
        let (Some((walk, there)), pull) = (walk_to(mind, roads, cell), aims.pull(mind, cell)) else { return };
        if promise.as_ref().is_some_and(|promise| !promise.holds(foe, walk, pull)) {
            return;
        }
        let Some(Place { attack, time, .. }) = place(mind, roads, cell, foe, most) else { return };
        let score = attack.1.value * 100 / (time + walk) - feared(mind, there) + pull;
        promise.iter_mut().for_each(|promise| promise.raise(score));
        found.push(Spot { cell, walk, score, attack: Some(attack) });
    };
    if most < 1 {
        return found;
    }
    mind.foes().for_each(|foe| around(mind, roads, foe).into_iter().for_each(|cell| consider(cell, foe.id)));
    if reach::wields_ranged_weapon(mind.view, mind.who).is_some() {
        shooting(mind, roads).into_iter().for_each(|(cell, foe)| consider(cell, foe));
    }
    found
}

/// Free cells that so many counts (or actions) of walking lead to, the nearest first.
pub fn near_by<'m>(mind: &'m Mind<'_>, roads: &'m Roads, most: i32) -> impl Iterator<Item = Cell> + 'm {
    let cells = mind.stride.cells(u16::try_from(most).unwrap_or(0));
    let near = move |cell: &Cell| roads.open.cost(*cell).is_some_and(|cost| cost <= cells);
    roads.open.reached().iter().copied().take_while(near).filter(|cell| is_free(mind, *cell))
}

/// The cheapest cells from which an enemy is in reach of a melee weapon.
fn around(mind: &Mind<'_>, roads: &Roads, foe: &Fighter) -> SmallVec<[Cell; AROUND]> {
    let (view, own) = (mind.view, mind.view.footprint(mind.who));
    let (theirs, most) = (view.footprint(foe.id), mind.me().reach.max(1));
    let near = reached_within(&roads.open, view, mind.book(), own, theirs, most).into_iter();
    let apart = |cell: &Cell| !own.at(*cell).overlaps(view.shape(), theirs);
    near.filter(|cell| apart(cell) && is_free(mind, *cell)).take(AROUND).collect()
}

/// Whether the one who decides could go to a cell: it is not there, and nobody else is.
fn is_free(mind: &Mind<'_>, cell: Cell) -> bool {
    let own = mind.view.footprint(mind.who);
    cell != own.anchor && !mind.folk.is_taken(mind.view, own.at(cell))
}

/// Cells near by for a shot, each with the enemy most worth shooting from there.
fn shooting(mind: &Mind<'_>, roads: &Roads) -> SmallVec<[(Cell, CombatantId); SHOTS]> {
    let (view, own) = (mind.view, mind.view.footprint(mind.who));
    let mut dear: SmallVec<[(i32, CombatantId); 8]> =
        mind.foes().map(|foe| (-(foe.worth * 100 / foe.life.max(100)), foe.id)).collect();
    dear.sort_unstable();
    let sees = |cell: Cell, foe: CombatantId| {
        let from = view.with(mind.who, own.at(cell));
        cover::sees(from, mind.book(), mind.who, foe)
    };
    let cells = roads.open.reached().iter().copied().filter(|cell| is_free(mind, *cell)).step_by(2);
    let seen = |cell: Cell| dear.iter().find(|(_, foe)| sees(cell, *foe)).map(|(_, foe)| (cell, *foe));
    let tried = if mind.plans_turns() { SHOTS } else { SHOTS * 3 };
    cells.take(tried).filter_map(seen).take(SHOTS).collect()
}

fn walk_to(mind: &Mind<'_>, roads: &Roads, cell: Cell) -> Option<(i32, Footprint)> {
    let counts = mind.stride.counts(roads.open.cost(cell)?);
    Some((i32::from(counts), mind.view.footprint(mind.who).at(cell)))
}

/// Places to get away to: those near by with the least danger.
pub fn refuges(mind: &Mind<'_>, roads: &Roads, aims: &Aims) -> Option<Spot> {
    let spots = near_by(mind, roads, 8).take(40).filter_map(|cell| {
        let (walk, at) = walk_to(mind, roads, cell)?;
        Some(Spot { cell, walk, score: aims.pull(mind, cell) - feared(mind, at), attack: None })
    });
    spots.reduce(|best, next| if next.score > best.score { next } else { best })
}
