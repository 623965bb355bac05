//! Checks: the dice of every roll, its degree of success and its probabilities, skill bonuses (Fragments: TA-146, TA-G15),
//! advantage and disadvantage.
//!
//! All checks are thrown by [`roller`] and judged by [`judge`](mod@judge), whatever the dice of the rule system. [`chances`] and
//! [`opposed_chances`] are exact for all of them.

pub mod advantage;
pub mod hurry;
pub mod judge;
pub mod roller;

pub use judge::{Degree, Opposed, judge, judge_opposed};
pub use roller::{DiceThrows, NaturalRoll};

use serde::{Deserialize, Serialize};
use smallvec::{SmallVec, smallvec};

use crate::battle::{CombatantId, Sheet, View};
use crate::content::{AdvantageKind, Breakdown, ClimbPolicy, Label, RollDice, RollPolicy, Rule, SkillPolicy, Stat};
use crate::dice::{DiceFormula, Distribution};
use crate::grid::Grip;

/// How many of all equally likely rolls have which degree.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chances {
    /// Total number of possible rolls.
    pub faces: u32,
    /// Successes, including critical ones.
    pub hits: u32,
    /// Critical successes.
    pub criticals: u32,
    /// Fumbles.
    pub fumbles: u32,
}

impl Chances {
    /// Probability of success in thousandths, rounded down.
    pub fn per_mille(self) -> u16 {
        (u64::from(self.hits) * 1000 / u64::from(self.faces.max(1))) as u16
    }

    /// Adds `weight` rolls with this degree.
    pub fn count(&mut self, weight: u32, degree: Degree) {
        self.faces += weight;
        self.hits += weight * u32::from(degree.is_hit());
        self.criticals += weight * u32::from(degree == Degree::Critical);
        self.fumbles += weight * u32::from(degree == Degree::Fumble);
    }
}

/// The probabilities of a roll with this net advantage, bonus and difficulty.
pub fn chances(
    policy: &RollPolicy,
    net: Option<AdvantageKind>,
    (bonus, difficulty): (i16, i16),
    precise: bool,
) -> Chances {
    let mut chances = Chances::default();
    for (ways, natural) in roller::outcomes(policy, net, bonus.saturating_sub(difficulty)) {
        chances.count(ways, judge(policy, natural.total, bonus, difficulty, precise).0);
    }
    chances
}

/// The bonus and the net advantage of a combatant in a contest.
#[derive(Copy, Clone, Debug)]
pub struct Contestant {
    /// The bonus.
    pub bonus: i16,
    /// The net advantage.
    pub net: Option<AdvantageKind>,
    /// Whether it rolls at all.
    pub rolls: bool,
}

/// The probabilities of a contest that `own` began, over all results of both rolls.
pub fn opposed_chances(policy: &RollPolicy, own: Contestant, rival: Contestant, precise: bool) -> Chances {
    let mut chances = Chances::default();
    each_opposed(policy, own, rival, |ways, natural, other| {
        let rolled = Opposed { own: (natural, own.bonus), rival: (other, rival.bonus) };
        chances.count(ways, judge_opposed(policy, rolled, precise).0);
    });
    chances
}

/// Visits all results of both rolls of a contest with their number of ways, lowest results first.
pub fn each_opposed(
    policy: &RollPolicy,
    own: Contestant,
    rival: Contestant,
    mut look: impl FnMut(u32, NaturalRoll, Option<NaturalRoll>),
) {
    let others: SmallVec<[(u32, Option<NaturalRoll>); 20]> = match rival.rolls {
        true => {
            roller::outcomes(policy, rival.net, rival.bonus).into_iter().map(|(ways, it)| (ways, Some(it))).collect()
        }
        false => smallvec![(1, None)],
    };
    for (ways, natural) in roller::outcomes(policy, own.net, own.bonus) {
        others.iter().for_each(|(times, other)| look(ways * times, natural, *other));
    }
}

/// The number of results of one throw that succeed, and of all results, for a bonus that exceeds the difficulty by `lead`. Natural
/// results do not decide by themselves.
pub fn plain_chance(policy: &RollPolicy, lead: i32) -> (i32, i32) {
    if let (RollDice::RollOver(DiceFormula { count: 1, sides, bonus }), []) = (&policy.dice, &policy.natural.shifts[..])
    {
        let sides = i32::from(*sides);
        return ((sides + 1 + i32::from(*bonus) + lead).clamp(0, sides), sides);
    }
    let lead = lead.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
    let (hits, all) = margins(policy, lead).at_least(0);
    (hits as i32, all as i32)
}

/// The margins of one throw for a bonus that exceeds the difficulty by `lead`.
pub fn margins(policy: &RollPolicy, lead: i16) -> Distribution {
    let margin = |natural: NaturalRoll| i32::from(judge::margin(policy, natural.total, lead, 0));
    let all = roller::outcomes(policy, None, lead).into_iter();
    Distribution::weighted(all.map(|(ways, natural)| (margin(natural), ways.into())))
}

/// The best margin of a roll for a bonus that exceeds the difficulty by `lead`; negative if no result succeeds.
pub fn best_margin(policy: &RollPolicy, lead: i16) -> i16 {
    if let (RollDice::RollOver(dice), []) = (&policy.dice, &policy.natural.shifts[..]) {
        return (dice.max() as i16).saturating_add(lead);
    }
    let all = roller::outcomes(policy, None, lead).into_iter();
    all.map(|(_, natural)| judge::margin(policy, natural.total, lead, 0)).max().unwrap_or(0)
}

/// Bonus of a combatant to a skill check (TA-G15).
pub fn skill_bonus(view: View<'_>, id: CombatantId, skill: &SkillPolicy) -> Breakdown {
    let mut bonus = Breakdown::new();
    skill.stats.iter().for_each(|stat| bonus.add(Label::Stat(*stat), view.row(id).sheet.stat(*stat), skill.rule));
    bonus
}

/// Bonus of a skill and an attribute.
pub fn skill_and_attribute(sheet: &Sheet, (skill, attribute): (Stat, Stat), rule: Rule) -> Breakdown {
    let terms = [(Label::Stat(skill), skill), (Label::Attribute(attribute), attribute)];
    Breakdown::of(terms.map(|(label, stat)| (label, sheet.stat(stat), rule)))
}

/// Difficulty of climbing a surface (TA-146).
pub fn climbing_difficulty(policy: &ClimbPolicy, grip: Grip) -> Breakdown {
    let row = policy.difficulties.iter().find(|row| row.grip == grip);
    row.map(|row| Breakdown::of([(Label::Base, row.difficulty, row.rule)])).unwrap_or_default()
}
