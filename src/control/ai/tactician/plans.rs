//! Plans that outlast one decision: walks over several counts, and the rest of a turn of several actions.

use smallvec::SmallVec;

use crate::battle::{CombatantId, Count, Vitals};
use crate::content::Name;
use crate::control::ai::model::{ActionCatalogue, next_leg};
use crate::grid::{Cell, Footprint};
use crate::mechanics::{Game, health, reach, status};
use crate::resolution::Act;

/// Counts after which a plan is reconsidered in any case.
const DURATION: Count = 4;
/// Cells within which an enemy ends a plan.
const NEAR: u16 = 3;

/// A walk, or a wait, over several counts. Followed until something that it depends on changes.
pub struct WalkPlan {
    /// The rest of the path; empty for a wait.
    pub path: Vec<Cell>,
    until: Count,
    expected: WalkFacts,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct WalkFacts {
    vigour: i16,
    field_revision: u32,
    holds: usize,
    near: SmallVec<[CombatantId; 6]>,
    enemies: usize,
}

impl WalkFacts {
    fn of(game: Game<'_>, walker: CombatantId) -> WalkFacts {
        let row = game.row(walker);
        let is_near = |id: &CombatantId| reach::distance_between(game, walker, *id) <= NEAR;
        WalkFacts {
            vigour: health::vigour(&row.vitals),
            field_revision: game.field().revision,
            holds: game.links().len(),
            near: game.enemies_of(row.side).map(|enemy| enemy.id).filter(is_near).collect(),
            enemies: game.enemies_of(row.side).count(),
        }
    }
}

impl WalkPlan {
    pub fn new(game: Game<'_>, walker: CombatantId, path: Vec<Cell>) -> WalkPlan {
        WalkPlan { path, until: game.count() + DURATION, expected: WalkFacts::of(game, walker) }
    }

    /// The act for the next count. `None` if the plan must be reconsidered.
    pub fn next_act(&mut self, game: Game<'_>, walker: CombatantId, catalogue: &ActionCatalogue) -> Option<Act> {
        let changed = WalkFacts::of(game, walker) != self.expected;
        if game.count() > self.until || changed || !self.expected.near.is_empty() {
            return None;
        }
        if self.path.is_empty() {
            return Some(Act::own(catalogue.wait.as_ref()?.id));
        }
        let leg = self.take_leg(game, walker)?;
        Some(Act::along(catalogue.walk.as_ref()?.id, leg))
    }

    /// Takes the next count's cells off the path. `None` if the path is blocked or at its end.
    pub fn take_leg(&mut self, game: Game<'_>, walker: CombatantId) -> Option<Vec<Cell>> {
        let here = game.footprint(walker).anchor;
        game.shape().direction_of_step(here, *self.path.first()?)?;
        let leg = next_leg(game, walker, &self.path)?;
        self.path.drain(..leg.len());
        if self.path.is_empty() {
            // On arrival the situation is looked at again.
            self.until = game.count();
        }
        Some(leg)
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum DecisionScope {
    WholeTurn,
    /// Everything after the steps already taken.
    FromHere,
    /// A move when nothing useful is left.
    Idle,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TurnRemainder {
    /// Repeat an attack up to this many times; after a hit, reconsider.
    Repeat(Act, i32),
    Walk(Vec<Cell>),
    Fight,
    Idle,
}

impl TurnRemainder {
    pub fn along(path: Vec<Cell>) -> TurnRemainder {
        if path.is_empty() { TurnRemainder::Fight } else { TurnRemainder::Walk(path) }
    }

    fn target(&self) -> Option<CombatantId> {
        if let TurnRemainder::Repeat(act, _) = self { act.aimed_at() } else { None }
    }
}

/// The planned rest of a turn, followed as long as nothing unexpected happens; hits and misses of one's own are expected.
pub struct TurnPlan {
    remainder: TurnRemainder,
    count: Count,
    /// Actions that will be left when the plan is continued.
    actions_left: u8,
    expected: TurnFacts,
    target_vitals: Option<Vitals>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct TurnFacts {
    vitals: Vitals,
    stance: Option<Name>,
    conditions: usize,
    holds: usize,
    field_revision: u32,
    conscious_enemies: usize,
    /// Footprint and stance of the target that is being attacked.
    target: Option<(Footprint, Option<Name>)>,
}

impl TurnFacts {
    fn of(game: Game<'_>, actor: CombatantId, remainder: &TurnRemainder) -> TurnFacts {
        let row = game.row(actor);
        TurnFacts {
            vitals: row.vitals,
            stance: row.stance.held,
            // A guard adds a condition.
            conditions: if *remainder == TurnRemainder::Idle { 0 } else { row.conditions.0.len() },
            holds: game.links().len(),
            field_revision: game.field().revision,
            conscious_enemies: game.enemies_of(row.side).filter(|enemy| status::is_conscious(game, enemy.id)).count(),
            target: remainder.target().map(|target| (game.footprint(target), game.row(target).stance.held)),
        }
    }
}

impl TurnPlan {
    pub fn new(game: Game<'_>, actor: CombatantId, remainder: TurnRemainder) -> TurnPlan {
        let actions_left = game.row(actor).turn_state.actions().saturating_sub(1);
        let expected = TurnFacts::of(game, actor, &remainder);
        let target_vitals = remainder.target().map(|target| game.row(target).vitals);
        TurnPlan { remainder, count: game.count(), actions_left, expected, target_vitals }
    }

    /// The next act, and the plan for what remains after it; otherwise what must be decided instead.
    pub fn next_act(
        self,
        game: Game<'_>,
        actor: CombatantId,
        catalogue: &ActionCatalogue,
    ) -> Result<(Act, TurnPlan), DecisionScope> {
        let left = game.row(actor).turn_state.actions();
        let on_time = self.count == game.count() && self.actions_left == left && left > 0;
        if !on_time || TurnFacts::of(game, actor, &self.remainder) != self.expected {
            return Err(DecisionScope::WholeTurn);
        }
        let target_vitals = self.remainder.target().map(|target| game.row(target).vitals);
        let (act, remainder) = match self.remainder {
            TurnRemainder::Repeat(_, ..=0) => return Err(DecisionScope::WholeTurn),
            TurnRemainder::Repeat(..) if target_vitals != self.target_vitals => return Err(DecisionScope::FromHere),
            TurnRemainder::Repeat(act, times) => (act.clone(), TurnRemainder::Repeat(act, times - 1)),
            TurnRemainder::Walk(path) => {
                let leg = next_leg(game, actor, &path).filter(|leg| !leg.is_empty());
                let (leg, walk) = leg.zip(catalogue.walk.as_ref()).ok_or(DecisionScope::WholeTurn)?;
                let rest = path[leg.len()..].to_vec();
                (Act::along(walk.id, leg), TurnRemainder::along(rest))
            }
            TurnRemainder::Fight => return Err(DecisionScope::FromHere),
            TurnRemainder::Idle => return Err(DecisionScope::Idle),
        };
        Ok((act, TurnPlan::new(game, actor, remainder)))
    }
}
