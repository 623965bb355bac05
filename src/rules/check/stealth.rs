//! Checks of sight, hiding and searching.

use super::file_check::FileCheck;
use crate::content::{ConcealedAttacks, Effect, SightPolicy, ValuePath};

pub(super) fn check(sight: &SightPolicy, path: &ValuePath, file: &mut FileCheck<'_>) {
    conditions!(file, path, sight, hidden, undetected, exposed);
    if let ConcealedAttacks::Modifiers { dark, fog, unseen } = sight.attacks {
        let path = path.field("attacks");
        for (field, modifier) in [("dark", dark), ("fog", fog), ("unseen", unseen)] {
            file.within(&path.field(field).field("amount"), modifier.amount, -100..=0);
        }
    }
}

/// Refuses contests of stealth without stats, and where the rule system has no hiding.
pub(super) fn check_effect(effect: &Effect, path: &ValuePath, file: &mut FileCheck<'_>) {
    let rolls: &[(&str, bool)] = match effect {
        Effect::Sneak { stealth, observation } => {
            &[("stealth", stealth.is_empty()), ("observation", observation.is_empty())]
        }
        Effect::Search { observation } => &[("observation", observation.is_empty())],
        _ => return,
    };
    for (field, _) in rolls.iter().filter(|(_, is_empty)| *is_empty) {
        file.refuse(&path.field(*field), "name at least one stat");
    }
    if file.content.policies.value.sight.is_none() {
        file.refuse(path, "hiding needs the policy `sight`");
    }
}
