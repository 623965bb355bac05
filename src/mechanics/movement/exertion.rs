//! Exertion checks of runners and sprinters (Time Count: TC-179 to TC-196, G-75).

use crate::battle::{CombatantId, Momentum, View, Vitals};
use crate::content::{Breakdown, ExertionPolicy, Gait, Label, Rule, Running, SprintPolicy, SprintReroll};
use crate::mechanics::checks::skill_and_attribute;
use crate::mechanics::{Game, health};

/// Counts since the last check at the start of a run; makes the first check due immediately.
pub(super) const CHECK_DUE: u16 = u16::MAX;

/// A check that a runner must make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExertionDue {
    /// Whether the rules for sprinting apply.
    pub sprint: bool,
    /// Bonus to the roll.
    pub bonus: Breakdown,
    /// Difficulty.
    pub difficulty: Breakdown,
    /// Rule that requires it.
    pub rule: Rule,
}

/// The check due after a movement: at the start of a run, then at regular intervals. If the movement contains any
/// sprinting, it is the check of a sprint (TC-179, TC-192, TC-194, TC-196). Pass the momentum returned by
/// [`walk`](super::walk), then continue with [`after_check`].
pub fn exertion(game: Game<'_>, id: CombatantId, momentum: &Momentum) -> Option<ExertionDue> {
    let policy = game.policies.movement.running.as_ref()?;
    let sprint = counts_as_sprint(momentum);
    let check = check_of(policy, sprint);
    if !momentum.gait.is_fast() || momentum.since_check < check.every {
        return None;
    }
    let sheet = &game.row(id).sheet;
    let mut bonus = skill_and_attribute(sheet, check.check, check.rule);
    let runs = momentum.checks.saturating_sub(momentum.sprint_checks);
    for (made, each) in [(runs, policy.run.check.per_check), (momentum.sprint_checks, policy.sprint.check.per_check)] {
        bonus.add_if(Label::PreviousChecks, each.amount.saturating_mul(i16::from(made)), each.rule);
    }
    let difficulty = Breakdown::of([(Label::Base, check.difficulty, check.rule)]);
    Some(ExertionDue { sprint, bonus, difficulty, rule: check.rule })
}

/// The check that begins a sprint, unless already sprinting (TC-186).
pub fn sprint_start(game: Game<'_>, id: CombatantId) -> Option<ExertionDue> {
    let policy = &game.policies.movement.running.as_ref()?.sprint;
    (!is_sprinting(game.view, id)).then(|| sprint_check(game.view, policy, id, policy.start_rule))
}

/// The additional check offered to a sprinter after a regular check; `checked` is the momentum before that check (TC-191).
pub fn sprint_again(game: Game<'_>, id: CombatantId, checked: &Momentum) -> Option<ExertionDue> {
    let policy = &game.policies.movement.running.as_ref()?.sprint;
    let SprintReroll::Offered { rule } = policy.reroll else { return None };
    let going_on = checked.gait == Gait::Sprint && checked.since_check != CHECK_DUE;
    let was_due = going_on && checked.since_check >= policy.check.every;
    (was_due && is_sprinting(game.view, id)).then(|| sprint_check(game.view, policy, id, rule))
}

fn is_sprinting(view: View<'_>, id: CombatantId) -> bool {
    let now = &view.row(id).momentum;
    now.counts > 0 && now.gait == Gait::Sprint
}

fn sprint_check(view: View<'_>, policy: &SprintPolicy, id: CombatantId, rule: Rule) -> ExertionDue {
    let SprintPolicy { start: (skill, attribute, difficulty), start_rule, .. } = *policy;
    let bonus = skill_and_attribute(&view.row(id).sheet, (skill, attribute), start_rule);
    ExertionDue { sprint: true, bonus, difficulty: Breakdown::of([(Label::Base, difficulty, start_rule)]), rule }
}

/// Feet that a sprint adds to the base rate, by the margin of its initial check; 0 if it failed (TC-187 to TC-189).
pub fn sprint_bonus(policy: &SprintPolicy, margin: i16) -> u16 {
    let Ok(margin) = u16::try_from(margin) else { return 0 };
    let further = margin / policy.per.max(1).unsigned_abs();
    policy.faster.saturating_mul(further.saturating_add(1))
}

/// Momentum after an exertion check.
pub fn after_check(policy: &Running, momentum: &Momentum, passed: bool) -> Momentum {
    let sprint = counts_as_sprint(momentum);
    let check = check_of(policy, sprint);
    let since_check = match momentum.since_check {
        CHECK_DUE => 1,
        counts => counts.saturating_sub(check.every),
    };
    Momentum {
        since_check,
        checks: momentum.checks.saturating_add(1),
        sprint_checks: momentum.sprint_checks.saturating_add(u8::from(sprint)),
        failures: momentum.failures.saturating_add(u8::from(!passed)),
        sprint_bonus: if momentum.gait == Gait::Sprint { momentum.sprint_bonus } else { 0 },
        ..*momentum
    }
}

/// Consequences of a failed exertion check.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct ExertionCost {
    /// Fatigue gained.
    pub fatigue: i16,
    /// Rule that makes the runner stop. Fatigue then stays below its hit points.
    pub stops: Option<Rule>,
}

/// Consequences of a check failed by `failed_by`: fatigue, with a stop in place of a knockout (TC-181, TC-182, TC-184, G-75).
pub fn exertion_cost(policy: &Running, momentum: &Momentum, vitals: &Vitals, failed_by: i16) -> ExertionCost {
    let check = check_of(policy, counts_as_sprint(momentum));
    let (little, much) = check.fatigue;
    let price = if failed_by <= check.by { little } else { much };
    let room = health::vigour(vitals).saturating_sub(check.margin).max(0);
    ExertionCost { fatigue: price.min(room), stops: (price > room).then_some(check.margin_rule) }
}

/// The rule by which a runner must stop after too many failures (TC-183).
pub fn must_stop(policy: &Running, momentum: &Momentum) -> Option<Rule> {
    let check = check_of(policy, counts_as_sprint(momentum));
    (momentum.gait.is_fast() && momentum.failures >= check.failures).then_some(check.stop_rule)
}

fn counts_as_sprint(momentum: &Momentum) -> bool {
    momentum.gait == Gait::Sprint || momentum.sprint_bonus > 0
}

/// Check policy for running or sprinting.
pub fn check_of(policy: &Running, sprint: bool) -> &ExertionPolicy {
    if sprint { &policy.sprint.check } else { &policy.run.check }
}
