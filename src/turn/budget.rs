//! Reaction budget per round (rounds with actions, as in Fragments: TA-022, TA-023).

use crate::battle::Sheet;
use crate::content::policy::RoundTurns;
use crate::content::unit::Trait;

/// Reactions a combatant has per round: the base number of the ruleset, plus one with the matching trait (TA-022,
/// TA-023).
pub fn reactions(turns: &RoundTurns, sheet: &Sheet) -> u8 {
    turns.reactions.saturating_add(u8::from(sheet.has(Trait::SecondReaction)))
}
