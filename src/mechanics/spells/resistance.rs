//! Resistance to spells (PR-201 to PR-211).

use crate::battle::CombatantId;
use crate::content::{Breakdown, RollType, Rule, Spell};
use crate::mechanics::{Game, status};

/// The check of a caster against the resistance of one target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResistanceCheck {
    /// The dice.
    pub dice: RollType,
    /// The bonus of the caster.
    pub bonus: Breakdown,
    /// The resistance of the target.
    pub difficulty: Breakdown,
    /// The rule that asks for the check.
    pub rule: Rule,
}

/// The check that a spell must pass to affect a target; `None` if the target is the caster itself (PR-208) or has no resistance, or if
/// resistance does not apply to the spell (PR-204, PR-205, PR-211).
pub fn check(game: Game<'_>, spell: &Spell, caster: CombatantId, target: CombatantId) -> Option<ResistanceCheck> {
    let policy = game.policies.magic.as_ref()?.resistance.as_ref()?;
    let resists = game.row(target).sheet.stat(policy.stat) > 0;
    if caster == target || !resists || spell.resisted != Some(true) {
        return None;
    }
    let (mut bonus, mut difficulty) = (Breakdown::new(), Breakdown::new());
    game.row(caster).sheet.add_stat(policy.level, policy.rule, &mut bonus);
    status::add_to_roll(game, caster, &mut bonus);
    game.row(target).sheet.add_stat(policy.stat, policy.rule, &mut difficulty);
    Some(ResistanceCheck { dice: policy.dice, bonus, difficulty, rule: policy.rule })
}
