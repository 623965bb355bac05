//! Standing orders: decisions that a player makes in advance, so as not to be asked the same thing twice.
//!
//! A [`Habit`] answers a kind of question always or never. A walk or a wait continues turn by turn until something relevant
//! happens. The rules know nothing of standing orders: every answer is checked and recorded like one given by hand.

mod walk;

pub use walk::{LONGEST_WAIT, PATH_SEARCH, WaitOrder, WalkEnd, WalkOrder, next_leg, place_to_strike};

use std::collections::BTreeMap;

use bevy::prelude::Resource;
use serde::{Deserialize, Serialize};

use crate::battle::{CombatantId, Facing, Side, View};
use crate::content::{Action, Name};
use crate::grid::Cell;
use crate::mechanics::Game;
use crate::resolution::{Act, Asks, Choice, Pick, PickPurpose, Prompt};

/// The reply of the standing orders to a prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// Submit this answer.
    Given(Choice),
    /// Ask the player, because a walk or a wait has ended.
    Halted(WalkEnd),
    /// Ask the player: there is no order.
    Silent,
}

/// The standing orders of a battle.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Orders {
    walks: BTreeMap<CombatantId, WalkOrder>,
    watches: BTreeMap<CombatantId, WaitOrder>,
    habits: Vec<StandingOrder>,
}

impl Orders {
    /// Orders with these habits and without walks or waits.
    pub fn keeping(habits: Vec<StandingOrder>) -> Orders {
        Orders { habits, ..Orders::default() }
    }

    /// All habits, in the order in which they were set.
    pub fn habits(&self) -> &[StandingOrder] {
        &self.habits
    }

    /// The habit that applies to a combatant: its own, otherwise that of its side.
    pub fn habit(&self, view: View<'_>, who: CombatantId, question: Question) -> Habit {
        let side = view.find(who).map(|row| OrderScope::Side(row.side));
        let own = self.kept(OrderScope::One(who), question);
        own.or_else(|| self.kept(side?, question)).unwrap_or_default()
    }

    /// The habit set for exactly this scope; `None` if there is none.
    pub fn kept(&self, whose: OrderScope, question: Question) -> Option<Habit> {
        let known = self.habits.iter().find(|known| (known.whose, known.question) == (whose, question));
        known.map(|known| known.habit)
    }

    /// Sets the habit for exactly this scope. `None` removes it.
    pub fn keep(&mut self, whose: OrderScope, question: Question, habit: Option<Habit>) {
        self.habits.retain(|known| (known.whose, known.question) != (whose, question));
        self.habits.extend(habit.map(|habit| StandingOrder { whose, question, habit }));
    }

    /// Removes all habits whose scope matches. Walks and waits continue.
    pub fn forget_habits(&mut self, of: impl Fn(OrderScope) -> bool) {
        self.habits.retain(|known| !of(known.whose));
    }

    /// Orders a combatant to walk to a cell with a movement action. Does nothing for any other action.
    pub fn send(&mut self, game: Game<'_>, who: CombatantId, action: &Action, goal: Cell) {
        self.walks.extend(WalkOrder::begin(game, who, action, goal).map(|walking| (who, walking)));
    }

    /// Orders a combatant to walk to a cell from which it can make an attack, and to attack from there. Does nothing for an
    /// action that is not a movement, or if there is no path.
    pub fn send_to_strike(&mut self, game: Game<'_>, who: CombatantId, action: &Action, strike: Act) {
        self.walks.extend(WalkOrder::to_strike(game, who, action, strike).map(|walking| (who, walking)));
    }

    /// Orders a combatant to wait with this action until something happens. Does nothing for any other action.
    pub fn watch(&mut self, game: Game<'_>, who: CombatantId, action: &Action) {
        self.watches.extend(WaitOrder::begin(game, who, action).map(|watching| (who, watching)));
    }

    /// All combatants with an order to wait.
    pub fn watches(&self) -> impl Iterator<Item = CombatantId> + '_ {
        self.watches.keys().copied()
    }

    /// All combatants with an order to walk.
    pub fn walks(&self) -> impl Iterator<Item = (CombatantId, &WalkOrder)> {
        self.walks.iter().map(|(who, walking)| (*who, walking))
    }

    /// Cancels the walk and the wait of a combatant.
    pub fn halt(&mut self, who: CombatantId) {
        self.walks.remove(&who);
        self.watches.remove(&who);
    }

    /// Cancels the walks and waits of all matching combatants.
    pub fn halt_all(&mut self, of: impl Fn(CombatantId) -> bool) {
        self.walks.retain(|who, _| !of(*who));
        self.watches.retain(|who, _| !of(*who));
    }

    /// The reply of the standing orders to a prompt. `foreseen` is the battle with allies where they are going; it serves to
    /// choose the cell to attack from, so that no two walkers choose the same one.
    pub fn answer(&mut self, game: Game<'_>, foreseen: View<'_>, prompt: &Prompt) -> Order {
        match prompt.asks {
            Asks::Act => self.continue_order(game, foreseen, prompt.who),
            _ => self.habitual(game.view, prompt).map_or(Order::Silent, Order::Given),
        }
    }

    /// The standing answer to a prompt other than a turn, if any. Of several reactions, the first that is always taken; they
    /// are declined if all of them are never taken.
    pub fn habitual(&self, view: View<'_>, prompt: &Prompt) -> Option<Choice> {
        let habit = |question| self.habit(view, prompt.who, question);
        match &prompt.asks {
            Asks::React { options, .. } => {
                let of = |name: &&Name| habit(Question::React(**name));
                match options.iter().find(|name| of(name) == Habit::Always) {
                    Some(taken) => Some(Choice::React(*taken)),
                    None => options.iter().all(|name| of(&name) == Habit::Never).then_some(Choice::Pass),
                }
            }
            Asks::Face { options } => {
                let face = habit(Question::Face);
                let kept = |facing: &&Facing| (**facing == Facing::AllAround) == (face == Habit::Never);
                options.iter().filter(|_| face != Habit::Ask).find(kept).copied().map(Choice::Face)
            }
            Asks::Pick { purpose, options } => {
                let pick = match habit(Question::Pick(*purpose)) {
                    Habit::Ask => return None,
                    Habit::Always => Pick::Yes,
                    Habit::Never => Pick::No,
                };
                options.contains(&pick).then_some(Choice::Pick(pick))
            }
            Asks::Interrupt { reaction, .. } => {
                (habit(Question::React(*reaction)) == Habit::Never).then_some(Choice::Pass)
            }
            Asks::Act | Asks::Cell { .. } => None,
        }
    }

    fn continue_order(&mut self, game: Game<'_>, foreseen: View<'_>, who: CombatantId) -> Order {
        let walks = self.walks.get_mut(&who).map(|walking| walking.next_act(game, foreseen, who));
        let next = walks.or_else(|| self.watches.get_mut(&who).map(|watching| watching.next_act(game, who)));
        match next {
            None => Order::Silent,
            Some(Ok(act)) => {
                if act.aimed_at().is_some() {
                    // The walk ends with the attack.
                    self.halt(who);
                }
                Order::Given(Choice::Act(act))
            }
            Some(Err(end)) => {
                self.halt(who);
                Order::Halted(end)
            }
        }
    }
}

/// The standing answer to a kind of question.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Habit {
    #[default]
    /// Ask the player every time.
    Ask,
    /// Answer yes, or take the reaction, without asking.
    Always,
    /// Answer no, or decline the reaction, without asking.
    Never,
}

impl Habit {
    /// All habits.
    pub const ALL: [Habit; 3] = [Habit::Ask, Habit::Always, Habit::Never];
}

/// A kind of question that can have a standing answer.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Question {
    /// Whether to take this reaction.
    React(Name),
    /// Which way to face: `Always` takes the first direction offered, `Never` faces all around.
    Face,
    /// A yes-or-no question.
    Pick(PickPurpose),
}

impl Question {
    /// The kinds of question that a prompt asks.
    pub fn in_asks(asks: &Asks) -> Vec<Question> {
        match asks {
            Asks::React { options, .. } => options.iter().copied().map(Question::React).collect(),
            Asks::Interrupt { reaction, .. } => vec![Question::React(*reaction)],
            Asks::Face { .. } => vec![Question::Face],
            Asks::Pick { purpose, options } if options.contains(&Pick::Yes) => vec![Question::Pick(*purpose)],
            Asks::Pick { .. } | Asks::Act | Asks::Cell { .. } => Vec::new(),
        }
    }
}

/// The combatants that a standing order applies to.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum OrderScope {
    /// One combatant. Takes precedence over an order for its side.
    One(CombatantId),
    /// All combatants of a side.
    Side(Side),
}

/// A standing order: whose questions of one kind are answered, and how.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StandingOrder {
    /// The combatants it applies to.
    pub whose: OrderScope,
    /// The kind of question.
    pub question: Question,
    /// The standing answer.
    pub habit: Habit,
}
