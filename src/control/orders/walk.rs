use smallvec::SmallVec;

use super::watch::LONGEST;
use crate::battle::{CombatantId, View};
use crate::content::Name;
use crate::content::action::{Action, Does, Gait};
use crate::content::policy::Rulebook;
use crate::grid::{Cell, Flood, Footprint};
use crate::mechanics::{attack, movement, reach};
use crate::resolution::Act;

/// Cells of movement that a search for a way looks through.
pub const FARTHEST: u16 = 200;

/// Why a walk, or a wait, under orders ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum WalkEnd {
    Arrived,
    /// The walker was hurt, or tired by something other than its own running.
    Hurt,
    /// Somebody took hold of the walker.
    Grabbed,
    /// The walker got this condition, and not by its own movement.
    Afflicted(Name),
    /// This enemy can strike the walker and could not before.
    Threatened(CombatantId),
    /// There are more enemies than before.
    Outnumbered,
    /// There is no way on, or the walker may not move.
    Blocked,
    /// The spell of one who waits is prepared, or lost.
    Prepared,
    /// Nothing happened to one who waits for as long as it was to wait.
    Waited,
}

impl WalkEnd {
    /// The words a player reads about the orders of a unit; nothing for a walk that came to its end.
    pub fn words(self, who: CombatantId, view: View<'_>, book: Rulebook<'_>) -> Option<String> {
        let name = |who: CombatantId| view.find(who).map_or("An enemy", |row| &row.name);
        let unit = name(who);
        Some(match self {
            WalkEnd::Arrived => return None,
            WalkEnd::Hurt => format!("{unit} was hit"),
            WalkEnd::Grabbed => format!("{unit} was grabbed"),
            WalkEnd::Afflicted(condition) => {
                let found = book.conditions.get(condition);
                let condition = found.map_or_else(|| condition.to_string(), |found| found.name.to_lowercase());
                format!("{unit} is {condition}")
            }
            WalkEnd::Threatened(by) => format!("{} is now in reach of {unit}", name(by)),
            WalkEnd::Outnumbered => format!("{unit} stops: a new enemy appeared"),
            WalkEnd::Blocked => format!("{unit} stops: the way is blocked"),
            WalkEnd::Prepared => format!("{unit} stops waiting: the spell is prepared or lost"),
            WalkEnd::Waited => format!("{unit} stops waiting ({LONGEST} counts)"),
        })
    }
}

/// Where somebody is going.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Walking {
    action: Name,
    gait: Gait,
    goal: Cell,
    seen: Seen,
    strike: Option<Act>,
}

impl Walking {
    pub(super) fn begin(
        view: View<'_>,
        book: Rulebook<'_>,
        who: CombatantId,
        action: &Action,
        goal: Cell,
    ) -> Option<Walking> {
        let Does::Move(gait) = action.does else { return None };
        Some(Walking { action: action.id, gait, goal, seen: Seen::by(view, book, who), strike: None })
    }

    /// Goes wherever `strike` can be made from, and makes it there.
    pub(super) fn to_strike(
        view: View<'_>,
        book: Rulebook<'_>,
        who: CombatantId,
        action: &Action,
        strike: Act,
    ) -> Option<Walking> {
        let walking = Walking::begin(view, book, who, action, view.footprint(who).anchor)?;
        let goal = place_to_strike(view, book, who, walking.gait, &strike)?;
        Some(Walking { goal, strike: Some(strike), ..walking })
    }

    /// What the walker does when it is there, if anything.
    pub fn strike(&self) -> Option<&Act> {
        self.strike.as_ref()
    }

    /// The cell at which the walker's footprint will be anchored.
    pub fn goal(&self) -> Cell {
        self.goal
    }

    /// What the walker does in its turn now.
    pub(super) fn go_on(
        &mut self,
        view: View<'_>,
        foreseen: View<'_>,
        book: Rulebook<'_>,
        who: CombatantId,
    ) -> Result<Act, WalkEnd> {
        let mut now = Seen::by(view, book, who);
        if let Some(target) = self.strike.as_ref().and_then(Act::aimed_at) {
            // That the one who is to be struck can strike too is no surprise.
            now.threats.retain(|enemy| *enemy != target);
        }
        let near = self.strike.as_ref().is_some_and(|strike| could_strike(view, book, who, strike));
        let stops = |end: &WalkEnd| !(near && matches!(end, WalkEnd::Threatened(_)));
        if let Some(end) = self.seen.worse(&now).filter(stops) {
            return Err(end);
        }
        self.seen = now;
        if let Some(strike) = &self.strike {
            if near {
                return Ok(strike.clone());
            }
            // It may have moved: it is followed.
            self.goal = place_to_strike(foreseen, book, who, self.gait, strike).ok_or(WalkEnd::Blocked)?;
        }
        if view.footprint(who).anchor == self.goal {
            return Err(WalkEnd::Arrived);
        }
        let leg = next_leg(view, book, who, self.gait, self.goal).ok_or(WalkEnd::Blocked)?;
        Ok(Act::along(self.action, leg))
    }
}

/// What a walker keeps an eye on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Seen {
    hit_points: i16,
    fatigue: i16,
    /// Its own checks of exertion that failed, each of which tires it.
    failures: u8,
    holds: usize,
    /// Those of its own gait left out.
    conditions: SmallVec<[Name; 4]>,
    /// Enemies who could strike it where it stands.
    threats: SmallVec<[CombatantId; 4]>,
    enemies: usize,
}

impl Seen {
    pub(super) fn by(view: View<'_>, book: Rulebook<'_>, who: CombatantId) -> Seen {
        let row = view.row(who);
        let enemies = || view.enemies_of(row.side).map(|enemy| enemy.id);
        let running = book.policies.movement.running.as_ref();
        let own = [Gait::Run, Gait::Sprint].map(|gait| movement::gait_condition(running?, gait));
        let conditions = row.conditions.0.iter().map(|held| held.condition);
        Seen {
            hit_points: row.vitals.current(),
            fatigue: row.vitals.fatigue,
            failures: row.momentum.failures,
            holds: view.holds_on(who).count(),
            conditions: conditions.filter(|condition| !own.contains(&Some(*condition))).collect(),
            threats: enemies().filter(|enemy| reach::threatens(view, book, *enemy, who)).collect(),
            enemies: enemies().count(),
        }
    }

    /// What is worse now.
    pub(super) fn worse(&self, now: &Seen) -> Option<WalkEnd> {
        let tired = now.fatigue > self.fatigue && now.failures <= self.failures;
        let changes = [
            (now.hit_points < self.hit_points || tired, WalkEnd::Hurt),
            (now.holds > self.holds, WalkEnd::Grabbed),
            (now.enemies > self.enemies, WalkEnd::Outnumbered),
        ];
        let changed = changes.into_iter().find(|(changed, _)| *changed).map(|(_, end)| end);
        let threat = now.threats.iter().find(|enemy| !self.threats.contains(enemy));
        let condition = now.conditions.iter().find(|condition| !self.conditions.contains(condition));
        let condition = condition.map(|condition| WalkEnd::Afflicted(*condition));
        changed.or(condition).or(threat.map(|enemy| WalkEnd::Threatened(*enemy)))
    }
}

/// Where an attack could be made from, as near to the attacker as there is such a place that nobody else is known to stand
/// in; nothing is thrown away.
pub fn place_to_strike(view: View<'_>, book: Rulebook<'_>, who: CombatantId, gait: Gait, strike: &Act) -> Option<Cell> {
    strike.aimed_at().filter(|target| view.knows(*target))?;
    let mut flood = Flood::default();
    movement::flood(view, book, who, gait, &mut flood, FARTHEST);
    let here = view.footprint(who);
    let is_free = |at: Footprint| view.others_in(who, at).next().is_none();
    let mut places = flood.reached().iter().copied().filter(|cell| is_free(here.at(*cell)));
    places.find(|cell| could_strike(view.with(who, here.at(*cell)), book, who, strike))
}

fn could_strike(view: View<'_>, book: Rulebook<'_>, who: CombatantId, strike: &Act) -> bool {
    let aimed = strike.weapon.zip(strike.aimed_at());
    let keeps = |slot, mode| attack::landing_rule(view, book, who, slot, mode).is_none();
    aimed.is_some_and(|(slot, target)| {
        view.knows(target) && attack::mode(view, book, who, slot, target).is_ok_and(|mode| keeps(slot, mode))
    })
}

/// The part of the way to a cell that the next count covers: the longest that may be gone. It is empty where the count
/// gives no cell; `None` if there is no way, or its first step may not be taken.
pub fn next_leg(view: View<'_>, book: Rulebook<'_>, who: CombatantId, gait: Gait, goal: Cell) -> Option<Vec<Cell>> {
    let mut flood = Flood::default();
    movement::flood(view, book, who, gait, &mut flood, FARTHEST);
    flood.cost(goal)?;
    let allowance = movement::allowance(view, book, who, gait);
    let mut way = flood.path_to(goal);
    let most = way.iter().take_while(|&&cell| flood.cost(cell).is_some_and(|cost| cost <= allowance)).count();
    let may = |many: &usize| movement::walk(view, book, who, gait, &way[..*many]).is_ok();
    let many = (0..=most).rev().find(may).filter(|many| *many > 0 || most == 0)?;
    way.truncate(many);
    Some(way)
}
