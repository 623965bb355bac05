//! Effects on a combatant in relation to one other: being flanked, held by it, hidden from it.

use smallvec::SmallVec;

use super::status::{each, flags, implied_by};
use crate::battle::{CombatantId, PairRelation};
use crate::content::Name;
use crate::content::condition::{CitedStatus, Condition, Status};
use crate::content::flags::StatusKind;
use crate::content::policy::Rulebook;
use crate::mechanics::{Game, flanking, sight};

/// Effects on a combatant in relation to one other. Includes all its effects if any is of this `kind`, and the effects
/// of conditions it has only in relation to the other. Being flanked is only tested if that condition has an effect
/// accepted by `wanted`.
pub fn effects_towards<'a>(
    game: Game<'a>,
    id: CombatantId,
    other: CombatantId,
    kind: StatusKind,
    wanted: impl Fn(&Status) -> bool,
) -> SmallVec<[(&'a Condition, &'a CitedStatus); 8]> {
    let mut found: SmallVec<[(&Condition, &CitedStatus); 8]> = SmallVec::new();
    if flags(game, id).does(kind) {
        found.extend(each(game, id));
    }
    let mut names: SmallVec<[Name; 4]> = SmallVec::new();
    // The test for flanking is the most expensive.
    let flanked = flanking::policy_condition(game.book()).filter(|name| does(game.book(), *name, &wanted));
    for name in pair_conditions(game, (id, other), flanked.is_some()) {
        names.push(name);
        for other in implied_by(game.book(), name) {
            if !names.contains(other) {
                names.push(*other);
            }
        }
    }
    for name in names {
        let Some(condition) = game.conditions.get(name) else { continue };
        if !found.iter().any(|(known, _)| known.id == name) {
            found.extend(condition.does.iter().map(|status| (&**condition, status)));
        }
    }
    found
}

/// Whether a condition, or one implied by it, has an effect accepted by `wanted`.
fn does(book: Rulebook<'_>, name: Name, wanted: impl Fn(&Status) -> bool) -> bool {
    let names = std::iter::once(name).chain(implied_by(book, name).iter().copied());
    let mut conditions = names.filter_map(|name| book.conditions.get(name));
    conditions.any(|condition| condition.does.iter().any(|cited| wanted(&cited.does)))
}

fn pair_conditions(game: Game<'_>, (id, other): (CombatantId, CombatantId), flanked: bool) -> SmallVec<[Name; 4]> {
    let stored = game.row(id).pairs.towards(other).filter_map(|fact| match fact.slant {
        PairRelation::Has(name) => Some(name),
        _ => None,
    });
    let flanked = flanked.then(|| flanking::condition(game, id, other)).flatten().map(|(name, _)| name);
    let shared = game.policies.grapple.shared.as_ref().filter(|_| game.hold(other, id).is_some());
    let hidden = game.policies.sight.as_ref().filter(|policy| sight::is_hidden(game.view, policy, other, id));
    let held = shared.map(|policy| policy.towards_holder);
    stored.chain(flanked).chain(held).chain(hidden.map(|policy| policy.exposed)).collect()
}
