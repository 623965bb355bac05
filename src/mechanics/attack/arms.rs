//! Attacks with wounded arms.

use crate::battle::{CombatantId, HandUse, WeaponSlot};
use crate::content::{Breakdown, HealthModel, Label};
use crate::mechanics::Game;

/// Adds the modifiers of an attack with a weapon whose hands belong to wounded arms (PR-218).
pub(super) fn add_wounded(game: Game<'_>, (attacker, slot): (CombatantId, WeaponSlot), sum: &mut Breakdown) {
    let HealthModel::Parts(body) = &game.policies.consciousness.collapse else { return };
    let row = game.row(attacker);
    let parts = &row.vitals.parts;
    if parts.left == parts.most {
        return;
    }
    let hands = HandUse::of(row, game.view.links()).of_weapon(slot);
    for (at, part) in body.parts.iter().enumerate() {
        let holds = parts.hands[at].checked_sub(1).is_some_and(|hand| hands.has(hand));
        let reached =
            part.thresholds.iter().filter(|threshold| holds && threshold.at.is_reached(parts.left[at], parts.most[at]));
        for (penalty, rule) in reached.filter_map(|threshold| Some((threshold.attacks?, threshold.rule))) {
            let amount = if hands.count() > 1 { penalty.both } else { penalty.alone };
            sum.add_if(Label::Named(part.id), amount, rule);
        }
    }
}
