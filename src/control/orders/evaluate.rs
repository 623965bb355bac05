//! Whether and how a standing order answers a prompt.

use super::options::{Candidate, Options};
use super::standing::{Habit, OrderCondition, StandingOrder};
use crate::battle::View;
use crate::resolution::{Choice, Prompt, legal};
use crate::rules::Ruleset;

/// The effect of a standing order on a prompt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OrderReply {
    /// This answer is given.
    Given(Choice),
    /// The player is asked, whatever other orders say.
    Ask,
    /// The order does not apply: its conditions do not hold, or the answer that it names is not possible.
    Silent,
}

/// The effect of a standing order on a prompt to one of its combatants. `view` is the battle as their side knows it.
pub fn rule(view: View<'_>, rules: &Ruleset, prompt: &Prompt, order: &StandingOrder) -> OrderReply {
    let Some(options) = Options::of(view, rules, prompt, order) else { return OrderReply::Silent };
    let holds = |candidate: &&Candidate| order.when.iter().all(|condition| options.hold(condition, candidate));
    let permitted: Vec<&Candidate> = options.all.iter().filter(holds).collect();
    let chosen = match &order.habit {
        Habit::Ask if order.when.is_empty() || !permitted.is_empty() => return OrderReply::Ask,
        Habit::Ask => None,
        Habit::Always if options.needs_act() => return OrderReply::Ask,
        Habit::Always => permitted.into_iter().find(|candidate| !candidate.declines),
        Habit::Never => permitted.into_iter().find(|candidate| candidate.declines),
        Habit::Best => options.best(permitted),
        Habit::Prefer(named) => named.iter().find_map(|name| {
            let of_this = permitted.iter().copied().filter(|candidate| candidate.name == Some(*name));
            options.best(of_this.collect())
        }),
    };
    chosen.map_or(OrderReply::Silent, |candidate| OrderReply::Given(candidate.choice.clone()))
}

impl Options<'_> {
    /// Whether a condition holds for an answer.
    fn hold(&self, condition: &OrderCondition, candidate: &Candidate) -> bool {
        match condition {
            OrderCondition::AimedAtMe => self.cause().is_some_and(|cause| cause.target == Some(self.prompt.who)),
            OrderCondition::Against(kinds) => {
                self.cause().is_some_and(|cause| legal::is_of_kind(self.view, self.rules, cause, kinds))
            }
            OrderCondition::Keeps { pool, points } => {
                let found = self.rules.policies.economy.find(*pool);
                found.is_some_and(|(id, _)| self.left(candidate, id) >= i16::from(*points))
            }
            OrderCondition::Chance(percent) => {
                self.odds(candidate).is_some_and(|odds| odds.chance.is_at_least(*percent))
            }
            OrderCondition::Best => self.is_best(candidate),
            OrderCondition::ByEnemy => {
                let own = self.view.row(self.prompt.who).side;
                self.cause().is_some_and(|cause| self.view.row(cause.by).side != own)
            }
        }
    }
}
