//! Recovery during a rest between battles. Healing of impairments follows TC-080 to TC-082.

use crate::content::{Goes, Name, Overnight, Regained, Rest, RestPolicy, Rule};

/// Points regained during a rest, for recovery at a fixed rate.
pub fn regained(regained: &Regained, rest: Rest) -> i16 {
    let times = rest.minutes() / regained.minutes.max(1);
    regained.points.saturating_mul(i16::try_from(times).unwrap_or(i16::MAX))
}

/// Points regained overnight or by a day of bed rest, with the rule; `None` for shorter rests.
pub fn overnight(overnight: &Overnight, rest: Rest) -> Option<(i16, Rule)> {
    match rest {
        Rest::Minutes(_) => None,
        Rest::Night => Some((overnight.night, overnight.night_rule)),
        Rest::BedRest => Some((overnight.bed_rest, overnight.bed_rest_rule)),
    }
}

/// How a condition heals.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum ConditionHealing {
    /// Loses this many levels; conditions without levels end.
    By(i16, Rule),
    /// No rest heals it.
    Never(Rule),
}

/// How a rest affects a condition at a given level; `None` if it does not. Impairments are left to [`healed_impairments`].
pub fn condition_healing(policy: &RestPolicy, (condition, level): (Name, i16), rest: Rest) -> Option<ConditionHealing> {
    let heals = policy.heals.iter().find(|heals| heals.condition == condition)?;
    let levels = match heals.goes {
        Goes::Overnight if rest.ends_a_day() => level.max(1),
        Goes::Daily if rest.ends_a_day() => 1,
        Goes::InBed if rest == Rest::BedRest => 1,
        Goes::Every { unless: Some((from, rule)), .. } if level >= from => return Some(ConditionHealing::Never(rule)),
        Goes::Every { levels, minutes, .. } => {
            self::regained(&Regained { points: levels, minutes, rule: heals.rule }, rest)
        }
        _ => 0,
    };
    (levels > 0).then_some(ConditionHealing::By(levels.min(level.max(1)), heals.rule))
}

/// The impairments that lose a level during a rest, worst first. `pick` chooses among equals (TC-080 to TC-082).
pub fn healed_impairments(
    policy: &RestPolicy,
    conditions: &[(Name, i16)],
    rest: Rest,
    mut pick: impl FnMut(usize) -> usize,
) -> Vec<(Name, Rule)> {
    let Some((many, rule)) = overnight(&policy.impairments, rest) else { return Vec::new() };
    let impairs =
        |name: Name| policy.heals.iter().any(|heals| heals.condition == name && heals.goes == Goes::AsImpairment);
    let mut left: Vec<(Name, i16)> = conditions.iter().copied().filter(|(name, _)| impairs(*name)).collect();
    let mut found = Vec::new();
    while let (true, Some(most)) =
        (found.len() < usize::from(many.unsigned_abs()), left.iter().map(|held| held.1).max())
    {
        let tied: Vec<usize> = (0..left.len()).filter(|at| left[*at].1 == most).collect();
        let (at, rule) = match tied.as_slice() {
            [only] => (*only, rule),
            several => (several[pick(several.len())], policy.tie_rule),
        };
        found.push((left.remove(at).0, rule));
    }
    found
}
