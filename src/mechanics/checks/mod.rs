//! Degrees of success and their probabilities, skill bonuses (Fragments: TA-146, TA-G15), advantage and disadvantage.

pub mod advantage;

use serde::{Deserialize, Serialize};

use crate::battle::{CombatantId, Sheet, View};
use crate::content::{Breakdown, ClimbPolicy, Label, NaturalPolicy, Rule, SkillPolicy, Stat};
use crate::grid::Grip;

/// Degree of success, worst first.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Degree {
    /// Failure on a very low natural roll.
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

/// Degree and margin of a roll. The lowest natural rolls miss, the highest hit; a critical success needs a high natural
/// roll and a margin. `precise` means that the weapon has an extended critical range.
pub fn judge(policy: &NaturalPolicy, natural: u16, bonus: i16, difficulty: i16, precise: bool) -> (Degree, i16) {
    let face = i16::try_from(natural).unwrap_or(i16::MAX);
    let margin = face.saturating_add(bonus).saturating_sub(difficulty);
    let critical_from = if precise { policy.precise_at_least } else { policy.critical_at_least };
    let degree = if policy.miss.as_ref().is_some_and(|miss| natural <= miss.face) {
        Degree::Fumble
    } else if natural >= critical_from && margin >= policy.critical_margin {
        Degree::Critical
    } else if margin >= 0 || policy.hit.as_ref().is_some_and(|hit| natural >= hit.face) {
        Degree::Success
    } else {
        Degree::Failure
    };
    (degree, margin)
}

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
