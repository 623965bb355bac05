//! Skill checks: bonuses, and difficulties of climbing (Fragments: TA-146, TA-G15).

use crate::battle::{CombatantId, View};
use crate::content::breakdown::{Breakdown, Label};
use crate::content::policy::{ClimbPolicy, SkillPolicy};
use crate::grid::Grip;

/// Bonus of a combatant to a skill check (TA-G15).
pub fn bonus(view: View<'_>, id: CombatantId, skill: &SkillPolicy) -> Breakdown {
    let mut bonus = Breakdown::new();
    for stat in &skill.stats {
        bonus.add(Label::Stat(*stat), view.row(id).sheet.stat(*stat), skill.rule);
    }
    bonus
}

/// Difficulty of climbing a surface (TA-146).
pub fn climbing(policy: &ClimbPolicy, grip: Grip) -> Breakdown {
    let mut difficulty = Breakdown::new();
    if let Some(row) = policy.difficulties.iter().find(|row| row.grip == grip) {
        difficulty.add(Label::Base, row.difficulty, row.rule);
    }
    difficulty
}
