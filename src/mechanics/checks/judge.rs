//! Judging a roll: its margin, its degree of success, and the outcome of a contest.

use serde::{Deserialize, Serialize};

use super::roller::{NaturalRoll, lowest};
use crate::content::{Breakdown, Contest, Label, NaturalCritical, RollDice, RollPolicy, RollUnder, Rule, Successes};

/// Degree of success, worst first.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Degree {
    /// Failure on a natural result that always misses.
    Fumble,
    /// Failure.
    Failure,
    /// Success.
    Success,
    /// Critical success.
    Critical,
}

impl Degree {
    /// Whether it is a success or critical success.
    pub fn is_hit(self) -> bool {
        self >= Degree::Success
    }
}

/// A roll of two combatants against each other: the natural results and bonuses of the actor and the target.
#[derive(Copy, Clone, Debug)]
pub struct Opposed {
    /// The actor's natural result and bonus.
    pub own: (NaturalRoll, i16),
    /// The target's natural result, if it rolls, and its bonus.
    pub rival: (Option<NaturalRoll>, i16),
}

/// Total minus difficulty, with the shift of a natural result. Of a roll under a target number: its Successes if it passes,
/// otherwise the target number minus the result, which is negative.
pub fn margin(policy: &RollPolicy, natural: i16, bonus: i16, difficulty: i16) -> i16 {
    let shift = policy.shift(natural).map_or(0, |shift| shift.by);
    match &policy.dice {
        RollDice::RollUnder(under) => {
            margin_under(under, natural, bonus.saturating_sub(difficulty).saturating_add(shift))
        }
        _ => natural.saturating_add(shift).saturating_add(bonus).saturating_sub(difficulty),
    }
}

fn margin_under(policy: &RollUnder, natural: i16, target: i16) -> i16 {
    let left = target.saturating_sub(natural);
    if left < 0 {
        return left;
    }
    let surplus = i32::from(target).saturating_sub(policy.dice.max()).max(0) as i16;
    match policy.successes {
        Successes::Natural => natural.saturating_add(surplus),
        Successes::Half => (natural / 2).saturating_add(surplus),
        Successes::Margin => left,
    }
}

/// Degree and margin of a roll. The worst natural results miss, the best hit; a critical success needs a good natural result
/// and a margin. `precise` means that the weapon has an extended critical range.
pub fn judge(policy: &RollPolicy, natural: i16, bonus: i16, difficulty: i16, precise: bool) -> (Degree, i16) {
    let margin = margin(policy, natural, bonus, difficulty);
    let under = policy.is_under();
    let reaches = |limit: i16| if under { natural <= limit } else { natural >= limit };
    let misses = |limit: i16| if under { natural >= limit } else { natural <= limit };
    let rules = &policy.natural;
    let is_critical = |critical: &NaturalCritical| {
        reaches(if precise { critical.precise } else { critical.face }) && margin >= critical.margin
    };
    let degree = if rules.miss.as_ref().is_some_and(|limit| misses(limit.face)) {
        Degree::Fumble
    } else if rules.critical.as_ref().is_some_and(is_critical) {
        Degree::Critical
    } else if margin >= 0 || rules.hit.as_ref().is_some_and(|limit| reaches(limit.face)) {
        Degree::Success
    } else {
        Degree::Failure
    };
    (degree, margin)
}

/// Degree and margin of a contest, and which combatants pass if each rolls under its own target number. A target that does
/// not roll fails such a test; otherwise its dice count as their lowest result.
pub fn judge_opposed(policy: &RollPolicy, rolled: Opposed, precise: bool) -> (Degree, i16, Option<Contest>) {
    let ((own, bonus), (rival, opposing)) = (rolled.own, rolled.rival);
    if policy.is_under() {
        return judge_tests(policy, rolled, precise);
    }
    let face = rival.unwrap_or_else(|| lowest(policy)).total;
    let shift = policy.shift(face).map_or(0, |shift| shift.by);
    let difficulty = opposing.saturating_add(face).saturating_add(shift);
    let (degree, margin) = judge(policy, own.total, bonus, difficulty, precise);
    (degree, margin, None)
}

fn judge_tests(policy: &RollPolicy, rolled: Opposed, precise: bool) -> (Degree, i16, Option<Contest>) {
    let ((own, bonus), (rival, opposing)) = (rolled.own, rolled.rival);
    let (degree, successes) = judge(policy, own.total, bonus, 0, precise);
    let theirs = rival.map(|rival| judge(policy, rival.total, opposing, 0, false));
    let passed = theirs.filter(|(degree, _)| degree.is_hit()).map(|(_, successes)| successes);
    let contest = match (degree.is_hit(), passed) {
        (true, None) => Contest::OnlyActor,
        (true, Some(_)) => Contest::BothPass,
        (false, Some(_)) => Contest::OnlyTarget,
        (false, None) => Contest::BothFail,
    };
    // A tie is lost by the combatant that began the contest, so it wins by at least one more Success.
    let beaten = passed.filter(|_| degree.is_hit());
    let margin = beaten.map_or(successes, |theirs| successes.saturating_sub(theirs));
    let wins = contest == Contest::OnlyActor || contest == Contest::BothPass && margin > 0;
    let degree = if degree.is_hit() && !wins { Degree::Failure } else { degree };
    (degree, margin, Some(contest))
}

/// The total of an opposed roll, or the target number of a test of its own.
pub fn opposed_total(policy: &RollPolicy, natural: i16, bonus: &Breakdown, rule: Rule) -> Breakdown {
    let mut sum = Breakdown::new();
    if !policy.is_under() {
        sum.add(Label::NaturalRoll, natural, rule);
    }
    sum.extend(bonus);
    add_shift(policy, natural, &mut sum);
    sum
}

/// Adds the change of a total by the natural result of its roll.
pub fn add_shift(policy: &RollPolicy, natural: i16, sum: &mut Breakdown) {
    policy.shift(natural).into_iter().for_each(|shift| sum.add(Label::NaturalShift, shift.by, shift.rule));
}
