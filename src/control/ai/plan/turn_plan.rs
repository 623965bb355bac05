//! The rest of a turn of several actions that was planned at its start. Followed as long as nothing unexpected happens; hits
//! and misses of one's own are expected.

use crate::battle::{CombatantId, Count, Vitals};
use crate::content::Name;
use crate::control::ai::model::next_leg;
use crate::grid::{Cell, Footprint};
use crate::mechanics::{Game, status};
use crate::resolution::Act;

/// The plan for the remaining actions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TurnRemainder {
    /// Repeat an attack up to this many times; after a hit, reconsider.
    Repeat(Act, i32),
    /// Walk along a path, then fight.
    Walk(Vec<Cell>),
    /// Fight from the position reached.
    Fight,
    /// Nothing useful is left to do.
    Idle,
}

impl TurnRemainder {
    fn target(&self) -> Option<CombatantId> {
        if let TurnRemainder::Repeat(act, _) = self { act.aimed_at() } else { None }
    }
}

/// The planned rest of a combatant's turn, and what it depends on.
#[derive(Clone, Debug)]
pub struct TurnPlan {
    remainder: TurnRemainder,
    count: Count,
    /// Actions that will be left when the plan is continued.
    actions_left: u8,
    expected: Observation,
    /// The vitals of the target that is being attacked.
    target_vitals: Option<Vitals>,
}

/// Everything that is not expected to change.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Observation {
    vitals: Vitals,
    stance: Option<Name>,
    conditions: usize,
    holds: usize,
    field_revision: u32,
    /// The number of conscious enemies.
    conscious: usize,
    /// Footprint and stance of the target that is being attacked.
    target: Option<(Footprint, Option<Name>)>,
}

impl Observation {
    fn of(game: Game<'_>, actor: CombatantId, remainder: &TurnRemainder) -> Observation {
        let row = game.row(actor);
        let is_conscious = |id: CombatantId| status::is_conscious(game, id);
        Observation {
            vitals: row.vitals,
            stance: row.stance.held,
            // A guard adds a condition.
            conditions: if *remainder == TurnRemainder::Idle { 0 } else { row.conditions.0.len() },
            holds: game.links().len(),
            field_revision: game.field().revision,
            conscious: game.enemies_of(row.side).filter(|enemy| is_conscious(enemy.id)).count(),
            target: remainder.target().map(|target| (game.footprint(target), game.row(target).stance.held)),
        }
    }
}

/// How a planned turn continues.
pub enum TurnStep {
    /// Carry out this act.
    Do(Act),
    /// Walk through these cells.
    Walk(Vec<Cell>),
    /// Decide what to do from here.
    Fight,
    /// Decide what to do as if no enemy could be attacked.
    Idle,
}

impl TurnPlan {
    /// A plan to continue after an action that takes `actions` of the turn.
    pub fn new(game: Game<'_>, actor: CombatantId, remainder: TurnRemainder, actions: u8) -> TurnPlan {
        let actions_left = game.row(actor).turn_state.actions.saturating_sub(actions);
        let expected = Observation::of(game, actor, &remainder);
        let target_vitals = remainder.target().map(|target| game.row(target).vitals);
        TurnPlan { remainder, count: game.count(), actions_left, expected, target_vitals }
    }

    /// The next step, and the plan for what remains after it. `None` if the turn must be reconsidered.
    pub fn next_step(self, game: Game<'_>, actor: CombatantId) -> Option<(TurnStep, Option<TurnPlan>)> {
        let left = game.row(actor).turn_state.actions;
        let on_time = self.count == game.count() && self.actions_left == left && left > 0;
        if !on_time || Observation::of(game, actor, &self.remainder) != self.expected {
            return None;
        }
        let target_vitals = self.remainder.target().map(|target| game.row(target).vitals);
        let (next, remainder) = match self.remainder {
            TurnRemainder::Repeat(_, ..=0) => return None,
            TurnRemainder::Repeat(..) if target_vitals != self.target_vitals => (TurnStep::Fight, None),
            TurnRemainder::Repeat(act, times) => {
                (TurnStep::Do(act.clone()), Some(TurnRemainder::Repeat(act, times - 1)))
            }
            TurnRemainder::Walk(path) => {
                let leg = next_leg(game, actor, &path).filter(|leg| !leg.is_empty())?;
                let rest = path[leg.len()..].to_vec();
                let then = if rest.is_empty() { TurnRemainder::Fight } else { TurnRemainder::Walk(rest) };
                (TurnStep::Walk(leg), Some(then))
            }
            TurnRemainder::Fight => (TurnStep::Fight, None),
            TurnRemainder::Idle => (TurnStep::Idle, None),
        };
        Some((next, remainder.map(|remainder| TurnPlan::new(game, actor, remainder, 1))))
    }
}
