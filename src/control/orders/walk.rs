use smallvec::SmallVec;

use super::wait::LONGEST_WAIT;
use crate::battle::{CombatantId, View};
use crate::content::Name;
use crate::content::action::{Action, Does, Gait};
use crate::content::policy::Rulebook;
use crate::grid::{Cell, Flood, Footprint};
use crate::mechanics::{attack, movement, reach};
use crate::resolution::Act;

/// Cells of movement that a path search covers.
pub const PATH_SEARCH: u16 = 200;

/// The reason why an ordered walk or wait ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum WalkEnd {
    /// The walker is at its destination.
    Arrived,
    /// The walker was hurt, or fatigued by something other than its own running.
    Hurt,
    /// The walker was grabbed.
    Grabbed,
    /// The walker gained this condition, other than by its own movement.
    Afflicted(Name),
    /// This enemy can now attack the walker.
    Threatened(CombatantId),
    /// Another enemy appeared.
    Outnumbered,
    /// The path is blocked, or the walker cannot move.
    Blocked,
    /// The spell being prepared while waiting is ready or lost.
    Prepared,
    /// The time to wait is over.
    Waited,
}

impl WalkEnd {
    /// The message to the player; `None` for a walk that arrived.
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
            WalkEnd::Waited => format!("{unit} stops waiting ({LONGEST_WAIT} counts)"),
        })
    }
}

/// An order to walk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WalkOrder {
    action: Name,
    gait: Gait,
    goal: Cell,
    seen: Observed,
    strike: Option<Act>,
}

impl WalkOrder {
    pub(super) fn begin(
        view: View<'_>,
        book: Rulebook<'_>,
        who: CombatantId,
        action: &Action,
        goal: Cell,
    ) -> Option<WalkOrder> {
        let Does::Move(gait) = action.does else { return None };
        Some(WalkOrder { action: action.id, gait, goal, seen: Observed::by(view, book, who), strike: None })
    }

    /// An order to walk to a cell from which `strike` can be made, and to make it there.
    pub(super) fn to_strike(
        view: View<'_>,
        book: Rulebook<'_>,
        who: CombatantId,
        action: &Action,
        strike: Act,
    ) -> Option<WalkOrder> {
        let walking = WalkOrder::begin(view, book, who, action, view.footprint(who).anchor)?;
        let goal = place_to_strike(view, book, who, walking.gait, &strike)?;
        Some(WalkOrder { goal, strike: Some(strike), ..walking })
    }

    /// The attack to make on arrival, if any.
    pub fn strike(&self) -> Option<&Act> {
        self.strike.as_ref()
    }

    /// The destination: the anchor cell of the walker's footprint.
    pub fn goal(&self) -> Cell {
        self.goal
    }

    /// The walker's next act.
    pub(super) fn next_act(
        &mut self,
        view: View<'_>,
        foreseen: View<'_>,
        book: Rulebook<'_>,
        who: CombatantId,
    ) -> Result<Act, WalkEnd> {
        let mut now = Observed::by(view, book, who);
        if let Some(target) = self.strike.as_ref().and_then(Act::aimed_at) {
            // That the target can attack the walker is expected.
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
            // The target may have moved: follow it.
            self.goal = place_to_strike(foreseen, book, who, self.gait, strike).ok_or(WalkEnd::Blocked)?;
        }
        if view.footprint(who).anchor == self.goal {
            return Err(WalkEnd::Arrived);
        }
        let leg = next_leg(view, book, who, self.gait, self.goal).ok_or(WalkEnd::Blocked)?;
        Ok(Act::along(self.action, leg))
    }
}

/// Everything whose change ends a walk or a wait.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Observed {
    hit_points: i16,
    fatigue: i16,
    /// Failed exertion checks of its own; each of them causes fatigue.
    failures: u8,
    holds: usize,
    /// Without those of its own gait.
    conditions: SmallVec<[Name; 4]>,
    /// Enemies that could attack it.
    threats: SmallVec<[CombatantId; 4]>,
    enemies: usize,
}

impl Observed {
    pub(super) fn by(view: View<'_>, book: Rulebook<'_>, who: CombatantId) -> Observed {
        let row = view.row(who);
        let enemies = || view.enemies_of(row.side).map(|enemy| enemy.id);
        let running = book.policies.movement.running.as_ref();
        let own = [Gait::Run, Gait::Sprint].map(|gait| movement::gait_condition(running?, gait));
        let conditions = row.conditions.0.iter().map(|held| held.condition);
        Observed {
            hit_points: row.vitals.current(),
            fatigue: row.vitals.fatigue,
            failures: row.momentum.failures,
            holds: view.holds_on(who).count(),
            conditions: conditions.filter(|condition| !own.contains(&Some(*condition))).collect(),
            threats: enemies().filter(|enemy| reach::threatens(view, book, *enemy, who)).collect(),
            enemies: enemies().count(),
        }
    }

    /// The first change for the worse, if any.
    pub(super) fn worse(&self, now: &Observed) -> Option<WalkEnd> {
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

/// The nearest cell from which an attack can be made, unoccupied as far as the attacker knows. `None` if there is none, or if
/// the attack would throw the weapon away.
pub fn place_to_strike(view: View<'_>, book: Rulebook<'_>, who: CombatantId, gait: Gait, strike: &Act) -> Option<Cell> {
    strike.aimed_at().filter(|target| view.knows(*target))?;
    let mut flood = Flood::default();
    movement::flood(view, book, who, gait, &mut flood, PATH_SEARCH);
    let here = view.footprint(who);
    let is_free = |at: Footprint| view.others_in(who, at).next().is_none();
    let mut places = flood.reached().iter().copied().filter(|cell| is_free(here.at(*cell)));
    places.find(|cell| could_strike(view.with(who, here.at(*cell)), book, who, strike))
}

fn could_strike(view: View<'_>, book: Rulebook<'_>, who: CombatantId, strike: &Act) -> bool {
    let aimed = strike.weapon.zip(strike.aimed_at());
    let keeps_weapon = |slot, mode| attack::landing_rule(view, book, who, slot, mode).is_none();
    aimed.is_some_and(|(slot, target)| {
        view.knows(target) && attack::mode(view, book, who, slot, target).is_ok_and(|mode| keeps_weapon(slot, mode))
    })
}

/// The longest legal part of the path to a cell for the next count. Empty if the count allows no cell of movement; `None` if
/// there is no path, or its first step is illegal.
pub fn next_leg(view: View<'_>, book: Rulebook<'_>, who: CombatantId, gait: Gait, goal: Cell) -> Option<Vec<Cell>> {
    let mut flood = Flood::default();
    movement::flood(view, book, who, gait, &mut flood, PATH_SEARCH);
    flood.cost(goal)?;
    let allowance = movement::allowance(view, book, who, gait);
    let mut path = flood.path_to(goal);
    let most = path.iter().take_while(|&&cell| flood.cost(cell).is_some_and(|cost| cost <= allowance)).count();
    let is_legal = |length: &usize| movement::walk(view, book, who, gait, &path[..*length]).is_ok();
    let length = (0..=most).rev().find(is_legal).filter(|length| *length > 0 || most == 0)?;
    path.truncate(length);
    Some(path)
}
