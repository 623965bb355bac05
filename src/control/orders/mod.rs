//! Standing orders: what a person has decided beforehand, so that nobody is asked the same thing twice.
//!
//! A [`Habit`] answers a kind of question always or never; a walk, or a wait, goes on turn by turn until what the one
//! under orders sees changes. The rules know nothing of either: every answer is checked and recorded like one given by hand.

mod habit;
mod walk;
mod watch;

pub use habit::{Habit, Question, Standing, Whose};
pub use walk::{FARTHEST, WalkEnd, Walking, next_leg, place_to_strike};
pub use watch::{LONGEST, Watching};

use std::collections::BTreeMap;

use bevy::prelude::Resource;

use crate::battle::{CombatantId, View};
use crate::content::action::Action;
use crate::content::policy::Rulebook;
use crate::grid::Cell;
use crate::resolution::{Act, Asks, Choice, Prompt};

/// What the orders say to a question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// This is the answer.
    Given(Choice),
    /// A person must be asked, because a walk under orders has ended.
    Halted(WalkEnd),
    /// A person must be asked: there is no order.
    Silent,
}

/// The standing orders of a battle.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Orders {
    walks: BTreeMap<CombatantId, Walking>,
    watches: BTreeMap<CombatantId, Watching>,
    habits: Vec<Standing>,
}

impl Orders {
    /// The orders with these habits, and nobody on the way.
    pub fn keeping(habits: Vec<Standing>) -> Orders {
        Orders { habits, ..Orders::default() }
    }

    /// Everything that is answered always or never, in the order in which it was decided.
    pub fn habits(&self) -> &[Standing] {
        &self.habits
    }

    /// What is answered to a kind of question about a combatant: by its own habit, else by its side's.
    pub fn habit(&self, view: View<'_>, who: CombatantId, question: Question) -> Habit {
        let side = view.find(who).map(|row| Whose::Side(row.side));
        let own = self.kept(Whose::One(who), question);
        own.or_else(|| self.kept(side?, question)).unwrap_or_default()
    }

    /// The habit decided for just these; `None` if nothing was decided.
    pub fn kept(&self, whose: Whose, question: Question) -> Option<Habit> {
        let known = self.habits.iter().find(|known| (known.whose, known.question) == (whose, question));
        known.map(|known| known.habit)
    }

    /// Decides what is answered from now on. `None` forgets what was decided for just these.
    pub fn keep(&mut self, whose: Whose, question: Question, habit: Option<Habit>) {
        self.habits.retain(|known| (known.whose, known.question) != (whose, question));
        self.habits.extend(habit.map(|habit| Standing { whose, question, habit }));
    }

    /// Asks these everything again; who is on the way goes on.
    pub fn forget_habits(&mut self, of: impl Fn(Whose) -> bool) {
        self.habits.retain(|known| !of(known.whose));
    }

    /// Sends somebody to a cell with an action of movement; with any other action nothing happens.
    pub fn send(&mut self, view: View<'_>, book: Rulebook<'_>, who: CombatantId, action: &Action, goal: Cell) {
        if let Some(walking) = Walking::begin(view, book, who, action, goal) {
            self.walks.insert(who, walking);
        }
    }

    /// Sends somebody with an action of movement to wherever it can make an attack, and lets it attack there. With any
    /// other action, and where no way leads near enough, nothing happens.
    pub fn send_to_strike(
        &mut self,
        view: View<'_>,
        book: Rulebook<'_>,
        who: CombatantId,
        action: &Action,
        strike: Act,
    ) {
        if let Some(walking) = Walking::to_strike(view, book, who, action, strike) {
            self.walks.insert(who, walking);
        }
    }

    /// Lets somebody wait with this action until something happens; with any other action nothing happens.
    pub fn watch(&mut self, view: View<'_>, book: Rulebook<'_>, who: CombatantId, action: &Action) {
        if let Some(watching) = Watching::begin(view, book, who, action) {
            self.watches.insert(who, watching);
        }
    }

    /// Everybody who waits until something happens.
    pub fn watches(&self) -> impl Iterator<Item = CombatantId> + '_ {
        self.watches.keys().copied()
    }

    /// Everybody who is on the way.
    pub fn walks(&self) -> impl Iterator<Item = (CombatantId, &Walking)> {
        self.walks.iter().map(|(who, walking)| (*who, walking))
    }

    /// Ends the walk and the wait of a combatant.
    pub fn halt(&mut self, who: CombatantId) {
        self.walks.remove(&who);
        self.watches.remove(&who);
    }

    /// Ends the walks and waits of these.
    pub fn halt_all(&mut self, of: impl Fn(CombatantId) -> bool) {
        self.walks.retain(|who, _| !of(*who));
        self.watches.retain(|who, _| !of(*who));
    }

    /// What the orders say to a question.
    pub fn answer(&mut self, view: View<'_>, book: Rulebook<'_>, prompt: &Prompt) -> Order {
        self.answer_foreseeing(view, view, book, prompt)
    }

    /// The same by one who foresees where the others of its side are going: it goes to strike where none of them will be.
    pub fn answer_foreseeing(
        &mut self,
        view: View<'_>,
        foreseen: View<'_>,
        book: Rulebook<'_>,
        prompt: &Prompt,
    ) -> Order {
        match prompt.asks {
            Asks::Act => self.carry_on(view, foreseen, book, prompt.who),
            _ => self.habitual(view, prompt).map_or(Order::Silent, Order::Given),
        }
    }

    /// The answer that a habit gives to a question.
    pub fn habitual(&self, view: View<'_>, prompt: &Prompt) -> Option<Choice> {
        habit::answer(&prompt.asks, |question| self.habit(view, prompt.who, question))
    }

    fn carry_on(&mut self, view: View<'_>, foreseen: View<'_>, book: Rulebook<'_>, who: CombatantId) -> Order {
        let walks = self.walks.get_mut(&who).map(|walking| walking.go_on(view, foreseen, book, who));
        let goes_on = walks.or_else(|| self.watches.get_mut(&who).map(|watching| watching.go_on(view, book, who)));
        match goes_on {
            None => Order::Silent,
            Some(Ok(act)) => {
                if act.aimed_at().is_some() {
                    // With the blow the walk has come to its end.
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
