//! Standing orders: decisions that a player makes in advance, so as not to be asked the same thing twice.
//!
//! A [`StandingOrder`] answers a kind of question, possibly under conditions; [`rule`] says how. A walk or a wait continues turn by
//! turn until something relevant happens. The rules know nothing of standing orders: every answer is checked and recorded like one
//! given by hand.

mod evaluate;
mod options;
mod standing;
mod walk;

pub use evaluate::{OrderReply, rule};
pub use standing::{Habit, OrderCondition, OrderFault, OrderScope, Question, StandingOrder};
pub use walk::{LONGEST_WAIT, PATH_SEARCH, WaitOrder, WalkEnd, WalkOrder, next_leg, place_to_strike};

use std::collections::BTreeMap;

use bevy::prelude::Resource;

use crate::battle::{CombatantId, View};
use crate::content::Action;
use crate::grid::Cell;
use crate::mechanics::Game;
use crate::resolution::{Act, Asks, Choice, Prompt};
use crate::rules::Ruleset;

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

    /// The orders that apply to a combatant and a question: its own, followed by those of its side.
    pub fn applying(
        &self,
        view: View<'_>,
        who: CombatantId,
        question: Question,
    ) -> impl Iterator<Item = &StandingOrder> {
        let side = view.find(who).map(|row| OrderScope::Side(row.side));
        self.kept(OrderScope::One(who), question)
            .chain(side.into_iter().flat_map(move |side| self.kept(side, question)))
    }

    /// The orders set for exactly this scope and question, in the order in which they are tried.
    pub fn kept(&self, whose: OrderScope, question: Question) -> impl Iterator<Item = &StandingOrder> {
        self.habits.iter().filter(move |known| (known.whose, known.question) == (whose, question))
    }

    /// Sets the only order for exactly this scope and question, without conditions. `None` removes all of them.
    pub fn keep(&mut self, whose: OrderScope, question: Question, habit: Option<Habit>) {
        self.keep_all(whose, question, habit.map(|habit| (habit, Vec::new())));
    }

    /// Sets the orders for exactly this scope and question: answers with their conditions, tried one after another.
    pub fn keep_all(
        &mut self,
        whose: OrderScope,
        question: Question,
        orders: impl IntoIterator<Item = (Habit, Vec<OrderCondition>)>,
    ) {
        self.habits.retain(|known| (known.whose, known.question) != (whose, question));
        let orders = orders.into_iter().map(|(habit, when)| StandingOrder { whose, question, habit, when });
        self.habits.extend(orders);
    }

    /// Adds an order, which is tried after the others for its scope and question.
    pub fn add(&mut self, order: StandingOrder) {
        self.habits.push(order);
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
    pub fn answer(&mut self, view: View<'_>, rules: &Ruleset, foreseen: View<'_>, prompt: &Prompt) -> Order {
        match prompt.asks {
            Asks::Act => self.continue_order(Game::new(view, rules.book()), foreseen, prompt.who),
            _ => self.habitual(view, rules, prompt).map_or(Order::Silent, Order::Given),
        }
    }

    /// The standing answer to a prompt other than a turn, if any. Of several reactions, the first that is taken; they are
    /// declined if all of them are.
    pub fn habitual(&self, view: View<'_>, rules: &Ruleset, prompt: &Prompt) -> Option<Choice> {
        let mut rulings = Vec::new();
        for question in Question::in_asks(&prompt.asks) {
            match self.decide(view, rules, prompt, question) {
                Some(Choice::Pass) => rulings.push(Some(Choice::Pass)),
                Some(taken) => return Some(taken),
                None => rulings.push(None),
            }
        }
        rulings.into_iter().reduce(|all, next| all.and(next)).flatten()
    }

    /// The answer of the first order that applies.
    fn decide(&self, view: View<'_>, rules: &Ruleset, prompt: &Prompt, question: Question) -> Option<Choice> {
        let orders = self.applying(view, prompt.who, question);
        let mut rulings = orders.map(|order| rule(view, rules, prompt, order));
        match rulings.find(|ruling| *ruling != OrderReply::Silent) {
            Some(OrderReply::Given(choice)) => Some(choice),
            Some(OrderReply::Ask | OrderReply::Silent) | None => None,
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
