//! Turns of several actions: each thought through once, and gone on with.

use super::super::aims::Aims;
use super::super::deeds::ways;
use super::super::idle::{idle, is_engaged, is_patient};
use super::super::mind::Mind;
use super::super::roads::Roads;
use super::super::round::{self, Beginning, First, Manner};
use super::super::turn::{Next, Rest};
use super::super::{byways, explain};
use super::{Course, Tactician};
use crate::battle::{CombatantId, View};
use crate::control::Thought;
use crate::mechanics::status;
use crate::resolution::{Act, Choice, legal};
use crate::rules::Ruleset;

/// What there is to think of in a turn of several actions.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Stage {
    /// All of it.
    Begin,
    /// What can be done from here.
    Fight,
    /// What one does who has nothing to do.
    Idle,
}

impl Tactician {
    /// Goes on with a turn that was thought through, or says what there is to think of.
    pub(super) fn go_on(&mut self, view: View<'_>, rules: &Ruleset, who: CombatantId) -> Result<Act, Stage> {
        let turn = self.turns.remove(&who).and_then(|turn| turn.go_on(view, rules.book(), who));
        let (next, turn) = turn.ok_or(Stage::Begin)?;
        let act = match (next, &self.catalogue.walk) {
            (Next::Do(act), _) => act,
            (Next::Walk(leg), Some(walk)) => Act::along(walk.id, leg),
            (Next::Fight, _) => return Err(Stage::Fight),
            (Next::Idle, _) => return Err(Stage::Idle),
            (Next::Walk(_), None) => return Err(Stage::Begin),
        };
        legal::check(view, rules, who, &act).map_err(|_| Stage::Begin)?;
        if self.explains {
            let why = explain::AS_PLANNED.to_owned();
            self.thoughts.push(Thought { choice: Choice::Act(act.clone()), score: 0, why });
        }
        self.turns.extend(turn.map(|turn| (who, turn)));
        Ok(act)
    }

    /// Weighs what the turn could begin with, and begins with the best.
    pub(super) fn think_turn(&mut self, mind: &Mind<'_>, stage: Stage) -> Act {
        let mut options = Vec::new();
        let (mut roads, aims) = (self.take_roads(mind.who), Aims::of(mind));
        let gone =
            if stage == Stage::Idle { None } else { self.consider_turn(mind, &mut roads, &aims, stage, &mut options) };
        let busy = |course: &Course| course.score > 0;
        if gone.is_none() && !options.iter().any(busy) {
            let idle = idle(mind, &mut roads, &aims, &self.memory);
            self.consider_idle(mind, idle, &mut options);
        }
        self.roads.insert(mind.who, roads);
        gone.unwrap_or_else(|| self.begin_best(mind, options))
    }

    /// Weighs everything that the turn could begin with; what it does at once if it goes another way than walking.
    fn consider_turn(
        &mut self,
        mind: &Mind<'_>,
        roads: &mut Roads,
        aims: &Aims<'_>,
        stage: Stage,
        options: &mut Vec<Course>,
    ) -> Option<Act> {
        let ways = ways(mind, self.strength);
        let fighting = !ways.is_empty();
        let stuck = status::is_immobile(mind.view, mind.book(), mind.who);
        if let Some(act) = byways::go(mind, fighting).filter(|_| !stuck) {
            return Some(act);
        }
        let settled = stage == Stage::Fight;
        // One who has no action left goes nowhere.
        if mind.view.row(mind.who).turn_state.actions > 0 {
            roads.survey(mind, if settled { mind.stride.cells(1) } else { round::stride(mind) });
        }
        let patient = is_patient(mind, aims, &self.memory) && !is_engaged(mind);
        let manner = Manner { patient, strength: self.strength, thorough: self.is_thorough(), settled };
        for beginning in round::beginnings(mind, roads, aims, manner, &ways) {
            self.consider_beginning(mind, roads, beginning, options);
        }
        None
    }

    fn consider_beginning(&mut self, mind: &Mind<'_>, roads: &Roads, option: Beginning, options: &mut Vec<Course>) {
        let score = self.mistaken(option.score);
        if self.explains {
            let choice = Choice::Act(option.first.act(mind, roads));
            self.thoughts.push(Thought { choice, score, why: explain::beginning(mind, &option.first) });
        }
        let way = option.first.cell().map(|cell| roads.open.path_to(cell));
        let act = option.first.act(mind, roads);
        let rest = match &option.first {
            First::Deed(_) if option.again > 0 => Some(Rest::Again(act.clone(), option.again)),
            First::Attack(_) => Some(Rest::Fight),
            First::Guard(_) => Some(Rest::Idle),
            First::Deed(_) | First::Away(_) | First::Own(_) => None,
        };
        options.push(Course { act, score, way, rest });
    }
}
