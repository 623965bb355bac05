//! The means with which a turn is paid in thought: a number of actions, or points of several pools, some of which are worth saving.

use smallvec::SmallVec;

use crate::battle::{CombatantId, ResourcePoints};
use crate::content::{Action, PoolId};
use crate::control::ai::model::{Savings, Situation, Threat, TurnBudget};
use crate::resolution::Act;

/// The means of payment that are left: points of pools, or only a number of actions.
pub type Left = ResourcePoints;

/// Enemies within reach: the enemy, the value of one attack on it, and its own value.
pub type Targets = SmallVec<[(CombatantId, i32, i32); 6]>;

pub struct Purse<'m, 'a> {
    /// The means left at the time of the decision.
    pub left: Left,
    /// Present where a turn is paid with more than a number of equal actions.
    pools: Option<(&'m TurnBudget<'a>, Savings<'a>)>,
}

impl<'m, 'a> Purse<'m, 'a> {
    pub fn of(
        situation: &Situation<'a>,
        budget: Option<&'m TurnBudget<'a>>,
        threat: impl Fn() -> Threat,
    ) -> Purse<'m, 'a> {
        let mut left = situation.row().turn_state.pools;
        if budget.is_none() {
            left.set(PoolId::ACTIONS, situation.actions.into());
        }
        Purse { left, pools: budget.map(|budget| (budget, Savings::of(situation, budget, threat()))) }
    }

    /// Whether a turn is paid with more than a number of equal actions.
    pub fn is_pooled(&self) -> bool {
        self.pools.is_some()
    }

    /// The attacks that can be paid, or the actions.
    pub fn attacks_left(&self, left: Left) -> i32 {
        self.pools.as_ref().map_or_else(|| left.left(PoolId::ACTIONS).into(), |(budget, _)| budget.strikes(left))
    }

    /// The means left after some actions of walking, or a walk for which movement is bought one time less.
    pub fn walked(&self, mut left: Left, walk: i32) -> Option<Left> {
        match &self.pools {
            Some((budget, _)) => budget.walked(left, walk),
            None => {
                let actions = i32::from(left.left(PoolId::ACTIONS)) - walk;
                left.set(PoolId::ACTIONS, i16::try_from(actions).unwrap_or(0));
                (actions >= 0).then_some(left)
            }
        }
    }

    /// The means left after an action, and the share of its value that counts for this turn, in hundredths.
    pub fn spend(&self, mut left: Left, action: Option<&Action>, act: Option<&Act>) -> (Left, i32) {
        match (&self.pools, action) {
            (Some((budget, _)), Some(action)) => {
                let spent = budget.spend(left, action, act);
                (spent.points, spent.share)
            }
            _ => {
                let actions = action.map_or(1, |action| i16::from(action.actions()));
                left.set(PoolId::ACTIONS, left.left(PoolId::ACTIONS) - actions);
                (left, 100)
            }
        }
    }

    /// The value of points that are saved, less that of saving everything there is now.
    pub fn saved(&self, left: Left) -> i32 {
        self.pools.as_ref().map_or(0, |(_, savings)| savings.value(&left) - savings.value(&self.left))
    }

    /// The longest walk to an attack in this turn: in actions, or in the number of times that movement is bought and 1 more.
    pub fn longest_walk(&self) -> i32 {
        let actions = || i32::from(self.left.left(PoolId::ACTIONS)) - 1;
        self.pools.as_ref().map_or_else(actions, |(budget, _)| budget.longest_walk(self.left))
    }

    /// The value of the best number of attacks and of what is saved then; `leaves`: enough for a walk must be left.
    pub fn fight(&self, mut left: Left, targets: &Targets, leaves: bool) -> Option<i32> {
        let Some((budget, _)) = &self.pools else {
            let actions = i32::from(left.left(PoolId::ACTIONS)) - i32::from(leaves);
            return (actions >= 0 || !leaves).then(|| attacks_value(targets, actions));
        };
        let (mut targets, mut value, mut best) = (targets.clone(), 0, None);
        for _ in 0..=budget.strikes(left) {
            let rest = if leaves { budget.walked(left, 1) } else { Some(left) };
            best = best.max(rest.map(|rest| value + self.saved(rest)));
            let next = next_attack(&mut targets).filter(|value| *value > 0);
            let Some((next, after)) = next.zip(budget.struck(left)) else { break };
            (value, left) = (value + next, after);
        }
        best
    }
}

/// The value of this many attacks, each on the target where its value is highest.
fn attacks_value(targets: &Targets, attacks: i32) -> i32 {
    let mut targets = targets.clone();
    (0..attacks.max(0)).map_while(|_| next_attack(&mut targets)).sum()
}

/// The value of one more attack, on the target where it is highest.
fn next_attack(targets: &mut Targets) -> Option<i32> {
    let best = targets.iter_mut().max_by_key(|one| one.1)?;
    let value = best.1;
    diminish(best);
    Some(value)
}

/// Lowers the value of the next attack on a target by the chance that the target is down by then.
pub fn diminish((_, attack, value): &mut (CombatantId, i32, i32)) {
    *attack -= (i64::from(*attack) * i64::from(*attack) / i64::from(*value).max(1)) as i32;
}
