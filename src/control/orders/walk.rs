//! Orders to walk and to wait.

use smallvec::SmallVec;

use crate::battle::{CombatantId, Count, View, Vitals};
use crate::content::{Action, Does, Gait, Name};
use crate::grid::{Cell, Flood, Footprint};
use crate::mechanics::{Game, attack, cover, health, movement, reach};
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
    pub fn words(self, who: CombatantId, game: Game<'_>) -> Option<String> {
        let name = |who: CombatantId| game.find(who).map_or("An enemy", |row| &row.name);
        let unit = name(who);
        Some(match self {
            WalkEnd::Arrived => return None,
            WalkEnd::Hurt => format!("{unit} was hit"),
            WalkEnd::Grabbed => format!("{unit} was grabbed"),
            WalkEnd::Afflicted(condition) => {
                let found = game.conditions.get(condition);
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
    /// The destination: the anchor cell of the walker's footprint.
    pub goal: Cell,
    seen: Observed,
    /// The attack to make on arrival, if any.
    pub strike: Option<Act>,
}

impl WalkOrder {
    pub(super) fn begin(game: Game<'_>, who: CombatantId, action: &Action, goal: Cell) -> Option<WalkOrder> {
        let Does::Move(gait) = action.does else { return None };
        Some(WalkOrder { action: action.id, gait, goal, seen: Observed::by(game, who), strike: None })
    }

    pub(super) fn to_strike(game: Game<'_>, who: CombatantId, action: &Action, strike: Act) -> Option<WalkOrder> {
        let walking = WalkOrder::begin(game, who, action, game.footprint(who).anchor)?;
        let goal = place_to_strike(game, who, walking.gait, &strike)?;
        Some(WalkOrder { goal, strike: Some(strike), ..walking })
    }

    pub(super) fn next_act(&mut self, game: Game<'_>, foreseen: View<'_>, who: CombatantId) -> Result<Act, WalkEnd> {
        let mut now = Observed::by(game, who);
        if let Some(target) = self.strike.as_ref().and_then(Act::aimed_at) {
            // That the target can attack the walker is expected.
            now.threats.retain(|enemy| *enemy != target);
        }
        let near = self.strike.as_ref().is_some_and(|strike| could_strike(game, who, strike));
        let stops = |end: &WalkEnd| !(near && matches!(end, WalkEnd::Threatened(_)));
        if let Some(end) = self.seen.worse(&now).filter(stops) {
            return Err(end);
        }
        self.seen = now;
        if let Some(strike) = &self.strike {
            // The target may have moved: follow it. A walker that shares its cell goes on to a free one, if there is one.
            let place = || place_to_strike(Game { view: foreseen, ..game }, who, self.gait, strike);
            let crowded = game.others_in(who, game.footprint(who)).next().is_some();
            match (near, if near && !crowded { None } else { place() }) {
                (_, Some(goal)) => self.goal = goal,
                (true, None) => return Ok(strike.clone()),
                (false, None) => return Err(WalkEnd::Blocked),
            }
        }
        if game.footprint(who).anchor == self.goal {
            return Err(WalkEnd::Arrived);
        }
        let leg = next_leg(game, who, self.gait, self.goal).ok_or(WalkEnd::Blocked)?;
        Ok(Act::along(self.action, leg))
    }
}

/// Everything whose change ends a walk or a wait.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Observed {
    vitals: Vitals,
    /// Failed exertion checks of its own; each of them causes fatigue.
    failures: u8,
    holds: usize,
    /// Its conditions, without those of its own gait.
    conditions: SmallVec<[Name; 4]>,
    /// Enemies that could attack it.
    threats: SmallVec<[CombatantId; 4]>,
    enemies: usize,
}

impl Observed {
    fn by(game: Game<'_>, who: CombatantId) -> Observed {
        let row = game.row(who);
        let enemies = || game.enemies_of(row.side).map(|enemy| enemy.id);
        let running = game.policies.movement.running.as_ref();
        let own = [Gait::Run, Gait::Sprint].map(|gait| movement::gait_condition(running?, gait));
        let conditions = row.conditions.0.iter().map(|held| held.condition);
        Observed {
            vitals: row.vitals,
            failures: row.momentum.failures,
            holds: game.holds_on(who).count(),
            conditions: conditions.filter(|condition| !own.contains(&Some(*condition))).collect(),
            threats: enemies().filter(|enemy| reach::threatens(game, *enemy, who)).collect(),
            enemies: enemies().count(),
        }
    }

    fn worse(&self, now: &Observed) -> Option<WalkEnd> {
        let tired = health::fatigue(&now.vitals) > health::fatigue(&self.vitals) && now.failures <= self.failures;
        let changes = [
            (health::remaining(&now.vitals) < health::remaining(&self.vitals) || tired, WalkEnd::Hurt),
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
pub fn place_to_strike(game: Game<'_>, who: CombatantId, gait: Gait, strike: &Act) -> Option<Cell> {
    strike.aimed_at().filter(|target| game.knows(*target))?;
    let mut flood = Flood::default();
    movement::flood(game, who, gait, &mut flood, PATH_SEARCH);
    let here = game.footprint(who);
    let is_free = |at: Footprint| game.others_in(who, at).next().is_none();
    let mut places = flood.reached().iter().copied().filter(|cell| is_free(here.at(*cell)));
    places.find(|cell| could_strike(game.with(who, here.at(*cell)), who, strike))
}

fn could_strike(game: Game<'_>, who: CombatantId, strike: &Act) -> bool {
    let aimed = strike.weapon.zip(strike.aimed_at());
    let keeps_weapon = |slot, mode| attack::landing_rule(game, who, slot, mode).is_none();
    aimed.is_some_and(|(slot, target)| {
        let hits = |mode| cover::automatic_miss(game, who, target, mode).is_none();
        let mode = game.knows(target).then(|| attack::possible_mode(game, who, slot, target)).flatten();
        mode.is_some_and(|mode| keeps_weapon(slot, mode) && hits(mode))
    })
}

/// The longest legal part of the path to a cell for the next count. Empty if the count allows no cell of movement; `None` if
/// there is no path, or its first step is illegal.
pub fn next_leg(game: Game<'_>, who: CombatantId, gait: Gait, goal: Cell) -> Option<Vec<Cell>> {
    let mut flood = Flood::default();
    movement::flood(game, who, gait, &mut flood, PATH_SEARCH);
    flood.cost(goal)?;
    let allowance = movement::allowance(game, who, gait);
    let mut path = flood.path_to(goal);
    let most = path.iter().take_while(|&&cell| flood.cost(cell).is_some_and(|cost| cost <= allowance)).count();
    let is_legal = |length: &usize| movement::walk(game, who, gait, &path[..*length]).is_ok();
    let length = (0..=most).rev().find(is_legal).filter(|length| *length > 0 || most == 0)?;
    path.truncate(length);
    Some(path)
}

/// The longest wait under one order, in counts.
pub const LONGEST_WAIT: Count = 10;

/// An order to wait until something happens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WaitOrder {
    action: Name,
    until: Count,
    seen: Observed,
    /// The spell being prepared, and whether it is ready.
    spell: Option<(Name, bool)>,
}

impl WaitOrder {
    pub(super) fn begin(game: Game<'_>, who: CombatantId, action: &Action) -> Option<WaitOrder> {
        (action.does == Does::Wait).then(|| WaitOrder {
            action: action.id,
            until: game.count() + LONGEST_WAIT,
            seen: Observed::by(game, who),
            spell: spell(game.view, who),
        })
    }

    pub(super) fn next_act(&mut self, game: Game<'_>, who: CombatantId) -> Result<Act, WalkEnd> {
        let now = Observed::by(game, who);
        if let Some(end) = self.seen.worse(&now) {
            return Err(end);
        }
        self.seen = now;
        if spell(game.view, who) != self.spell {
            return Err(WalkEnd::Prepared);
        }
        if game.count() >= self.until {
            return Err(WalkEnd::Waited);
        }
        Ok(Act::own(self.action))
    }
}

fn spell(view: View<'_>, who: CombatantId) -> Option<(Name, bool)> {
    view.row(who).incanting.spell.as_ref().map(|spell| (spell.spell, spell.until.is_some()))
}
