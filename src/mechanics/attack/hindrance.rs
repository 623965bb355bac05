//! Whether a combatant can attack at all.

use crate::battle::CombatantId;
use crate::content::Rule;
use crate::content::condition::{CitedStatus, Condition, Forbidden};
use crate::content::refusal::Refusal;
use crate::mechanics::space::{self, Crowding};
use crate::mechanics::{Game, status};

/// Reasons why a combatant cannot attack at all.
enum Hindrance<'a> {
    /// Unconscious, dead or no longer in the battle.
    Away(Rule),
    /// A condition forbids it.
    Forbidden(&'a Condition, &'a CitedStatus),
    /// In a space that is too crowded.
    Packed(Rule),
}

/// The reason why a combatant cannot attack at all, or `None`.
fn hindrance(game: Game<'_>, id: CombatantId) -> Option<Hindrance<'_>> {
    let sum = status::flags(game, id);
    if game.row(id).gone || !status::is_awake(game, id, sum) {
        return Some(Hindrance::Away(game.policies.consciousness.unconscious_rule));
    }
    let forbidding = |what| if sum.forbids(what) { status::forbidding(game, id, what) } else { None };
    if let Some((condition, status)) = forbidding(Forbidden::Attack).or_else(|| forbidding(Forbidden::Act)) {
        return Some(Hindrance::Forbidden(condition, status));
    }
    match space::crowding(game, id) {
        Crowding::Packed { rule, .. } => Some(Hindrance::Packed(rule)),
        _ => None,
    }
}

/// Whether nothing prevents a combatant from attacking. Must be cheap: it is called for every enemy of a target.
pub(in crate::mechanics) fn can_attack(game: Game<'_>, id: CombatantId) -> bool {
    hindrance(game, id).is_none()
}

/// Whether a combatant can take an attack action in its current position.
///
/// # Errors
/// Refuses combatants that are unconscious, dead, prevented by a condition, or in a space that is too crowded.
pub fn may_attack(game: Game<'_>, id: CombatantId) -> Result<(), Refusal> {
    Err(match hindrance(game, id) {
        None => return Ok(()),
        Some(Hindrance::Away(rule)) => Refusal::new("is unable to fight", rule),
        Some(Hindrance::Forbidden(condition, status)) => {
            Refusal::new(format!("cannot attack while {}", condition.name.to_lowercase()), status.rule)
        }
        Some(Hindrance::Packed(rule)) => Refusal::new("the space is too full to fight in", rule),
    })
}
