//! What completes a step: a fact of the battle, a state of the battle, or something the player does in the window.

use serde::Deserialize;

use crate::battle::{CombatantId, Row, View};
use crate::content::Name;
use crate::grid::Cell;
use crate::mechanics::{Game, status};
use crate::resolution::BattleEvent;
use crate::resolution::event::IncantStep;
use crate::rules::Ruleset;

/// The event, state or gesture that completes a step. Combatants are named as in the scenario.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum StepGoal {
    /// The combatant is in this cell.
    At(String, i16, i16),
    /// The combatant cannot fight on: it is unconscious, dead or gone.
    Out(String),
    /// The combatant declares an action.
    Acts {
        /// The combatant.
        who: String,
        /// The action; any if it is left out.
        #[serde(default)]
        action: Option<Name>,
        /// The target; any or none if it is left out.
        #[serde(default)]
        on: Option<String>,
    },
    /// The combatant is hit for damage.
    Harmed(String),
    /// The combatant gains this condition or takes this stance.
    Gains(String, Name),
    /// The first combatant takes hold of the second.
    Holds(String, String),
    /// The hold of the first combatant on the second ends.
    Frees(String, String),
    /// The combatant takes a reaction, or chooses a defence against an attack.
    Reacts(String),
    /// The combatant has prepared a spell that it can now cast.
    Prepared(String, Name),
    /// The turn of the combatant ends.
    TurnEnds(String),
    /// The player does this in the window.
    Does(LessonGesture),
    /// Any of these.
    Any(Vec<StepGoal>),
}

/// Something the player does in the window that is no choice of the battle.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub enum LessonGesture {
    /// Rests the pointer on a combatant, so that the forecast is shown.
    PointsAt(String),
    /// Selects a combatant, so that its card is shown.
    Selects(String),
    /// Picks an action by its button or key.
    Picks(Name),
    /// Unfolds the terms of a line in the log.
    Unfolds,
    /// Presses the button that continues.
    Continues,
}

impl StepGoal {
    /// Whether a fact completes the step. `is` tells whether a combatant has a name.
    pub fn is_met_by(&self, fact: &BattleEvent, is: &impl Fn(&str, CombatantId) -> bool) -> bool {
        use BattleEvent as Fact;
        match (self, fact) {
            (Self::Any(goals), _) => goals.iter().any(|goal| goal.is_met_by(fact, is)),
            (Self::Acts { who, action, on }, Fact::ActionDeclared { who: actor, act }) => {
                let aims = |on: &String| act.aimed_at().is_some_and(|target| is(on, target));
                is(who, *actor) && action.is_none_or(|action| action == act.action) && on.as_ref().is_none_or(aims)
            }
            (Self::Harmed(who), Fact::DamageTaken(harm)) => is(who, harm.target),
            (Self::Gains(who, gained), Fact::ConditionGained { who: bearer, affliction, .. }) => {
                is(who, *bearer) && affliction.condition == *gained
            }
            (Self::Gains(who, gained), Fact::StanceTaken { who: bearer, stance, .. }) => {
                is(who, *bearer) && stance.held == Some(*gained)
            }
            (Self::Holds(holder, held), Fact::LinkMade { link, .. }) => is(holder, link.holder) && is(held, link.held),
            (Self::Frees(by, of), Fact::LinkEnded { holder, held, .. }) => is(by, *holder) && is(of, *held),
            (
                Self::Reacts(who),
                Fact::ReactionTaken { who: by, .. } | Fact::DefenceChosen { who: by, defence: Some(_), .. },
            ) => is(who, *by),
            (Self::Prepared(who, spell), Fact::Incanted { who: by, spell: known, step: IncantStep::Ready, .. }) => {
                is(who, *by) && spell == known
            }
            (Self::TurnEnds(who), Fact::TurnEnded { who: by, .. }) => is(who, *by),
            _ => false,
        }
    }

    /// Whether the state of the battle completes the step.
    pub fn is_met_in(&self, view: View<'_>, rules: &Ruleset) -> bool {
        let named = |name: &str| view.rows().iter().find(|row| &*row.name == name);
        match self {
            Self::Any(goals) => goals.iter().any(|goal| goal.is_met_in(view, rules)),
            Self::At(who, x, y) => {
                let is_there = |row: &Row| view.footprint(row.id).contains(view.shape(), Cell::new(*x, *y));
                named(who).is_some_and(is_there)
            }
            Self::Out(who) => {
                let game = Game::new(view, rules.book());
                named(who).is_some_and(|row| row.gone || !status::is_conscious(game, row.id))
            }
            _ => false,
        }
    }

    /// Whether the player completes the step in the window. `does` tells what the player does.
    pub fn is_met_at_window(&self, does: &impl Fn(&LessonGesture) -> bool) -> bool {
        match self {
            Self::Any(goals) => goals.iter().any(|goal| goal.is_met_at_window(does)),
            Self::Does(gesture) => does(gesture),
            _ => false,
        }
    }
}
