//! What somebody may spend in a round.

use crate::battle::Sheet;
use crate::content::policy::RoundTurns;
use crate::content::unit::Trait;

/// Reactions that somebody has in a round: as many as everybody, and one more by a feat (TA-022, TA-023).
pub fn reactions(turns: &RoundTurns, sheet: &Sheet) -> u8 {
    turns.reactions.saturating_add(u8::from(sheet.has(Trait::SecondReaction)))
}
