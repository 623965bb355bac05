//! Rolls of a skill: what is added, and how hard a surface is.

use crate::battle::{CombatantId, View};
use crate::content::breakdown::{Breakdown, Label};
use crate::content::policy::{ClimbPolicy, SkillPolicy};
use crate::grid::Grip;

/// What a combatant adds to the die of a skill (TA-G15).
pub fn bonus(view: View<'_>, id: CombatantId, skill: &SkillPolicy) -> Breakdown {
    let mut bonus = Breakdown::new();
    for stat in &skill.stats {
        bonus.add(Label::Stat(*stat), view.row(id).sheet.stat(*stat), skill.rule);
    }
    bonus
}

/// What must be reached to climb a surface (TA-146).
pub fn climbing(policy: &ClimbPolicy, grip: Grip) -> Breakdown {
    let mut difficulty = Breakdown::new();
    if let Some(row) = policy.difficulties.iter().find(|row| row.grip == grip) {
        difficulty.add(Label::Base, row.difficulty, row.rule);
    }
    difficulty
}
