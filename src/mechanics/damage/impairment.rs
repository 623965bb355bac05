//! Impairments: lasting harm from single heavy hits (Time Count, optional rule: TC-074, TC-078, TC-079, TC-089, TC-472,
//! G-02, G-77).

use serde::{Deserialize, Serialize};

use super::settle::{AppliedDamage, PendingDamage};
use crate::battle::{CombatantId, View};
use crate::content::breakdown::{Breakdown, Label};
use crate::content::gear::WeaponProperty;
use crate::content::unit::Trait;
use crate::content::{Name, Rule};
use crate::mechanics::Game;

/// A lasting impairment caused by a single heavy hit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Impairment {
    /// The condition that increases by one level.
    pub condition: Name,
    /// The threshold of pain that was exceeded, or reached if several attackers hit at the same moment.
    pub threshold: Breakdown,
    /// Rule id.
    pub rule: Rule,
}

/// The impairment caused by one of several simultaneous hits, if any. Damage above the threshold impairs (TC-074), as
/// does any damage from certain weapons (TC-078); some creatures are immune (TC-079). Damage of 0 never impairs (G-77),
/// nor does nonlethal damage (TC-089).
pub(super) fn of(
    game: Game<'_>,
    blow: &PendingDamage,
    hurt: &AppliedDamage,
    moment: &[PendingDamage],
) -> Option<Impairment> {
    let (policy, dealt) = (game.policies.damage.impairments()?, hurt.amount.total());
    let condition = policy.kinds.iter().find(|kind| kind.harm == blow.harm)?.condition;
    if dealt <= 0
        || blow.nonlethal
        || blow.straight.is_some()
        || game.row(blow.target).sheet.has(Trait::ImmuneToImpairments)
    {
        return None;
    }
    let mut threshold = hurt.threshold.clone();
    let crowd = game.policies.turn.simultaneous().map(|policy| policy.crowd);
    let others = crowd.map_or(0, |_| hitting(blow.target, moment) - 1);
    // With several attackers, equalling the threshold is enough (G-02).
    let exceeds = match crowd.filter(|_| others > 0) {
        Some(crowd) => {
            threshold.add(Label::Crowd, crowd.amount.saturating_mul(others), crowd.rule);
            dealt >= threshold.total()
        }
        None => dealt > threshold.total(),
    };
    let rule = if exceeds { policy.rule } else { policy.always_rule };
    (exceeds || always(game.view, blow)).then_some(Impairment { condition, threshold, rule })
}

/// Number of attackers that hit a target at the same moment. Each counts once (TC-472).
fn hitting(target: CombatantId, moment: &[PendingDamage]) -> i16 {
    let on = |blow: &&PendingDamage| blow.target == target && blow.by != target && blow.straight.is_none();
    let first = |at: usize, blow: &PendingDamage| moment[..at].iter().filter(on).all(|earlier| earlier.by != blow.by);
    let many = moment.iter().enumerate().filter(|(at, blow)| on(blow) && first(*at, blow)).count();
    i16::try_from(many).unwrap_or(i16::MAX)
}

/// Whether a hit was made with a weapon that always impairs.
fn always(view: View<'_>, blow: &PendingDamage) -> bool {
    let weapon = blow.weapon.and_then(|slot| view.row(blow.by).sheet.weapon(slot));
    weapon.is_some_and(|entry| entry.weapon.has(WeaponProperty::Impairing))
}
