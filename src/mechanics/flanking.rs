//! Who is flanked, and what attackers gain by it.

use smallvec::SmallVec;

use super::facing::{self, Arc};
use super::reach;
use crate::battle::{CombatantId, View};
use crate::content::breakdown::Label;
use crate::content::effect::Modifier;
use crate::content::policy::{Flanking, Rulebook};
use crate::grid::Shape;

/// Two enemies between whom a combatant is flanked, the first such pair by number: both could strike it in melee,
/// neither shares a cell with it, and they stand far enough apart around it.
pub fn flankers(view: View<'_>, book: Rulebook<'_>, target: CombatantId) -> Option<(CombatantId, CombatantId)> {
    let Flanking::Separation { square, hex, .. } = book.policies.flanking;
    let shape = view.shape();
    let apart = match shape {
        Shape::Square => square,
        Shape::Hex => hex,
    };
    let middle = view.footprint(target);
    let around = threats(view, book, target);
    let opposite =
        |a: CombatantId, b: CombatantId| shape.separation_at_least(middle, view.footprint(a), view.footprint(b), apart);
    around.iter().enumerate().find_map(|(at, first)| {
        let second = around[at + 1..].iter().find(|second| opposite(*first, **second))?;
        Some((*first, *second))
    })
}

/// The enemies that could strike a combatant in melee from outside its own cells, by number.
fn threats(view: View<'_>, book: Rulebook<'_>, target: CombatantId) -> SmallVec<[CombatantId; 8]> {
    let (shape, middle) = (view.shape(), view.footprint(target));
    let enemies = view.enemies_of(view.row(target).side).map(|row| row.id);
    let outside = enemies.filter(|id| !view.footprint(*id).overlaps(shape, middle));
    outside.filter(|id| reach::threatens(view, book, *id, target)).collect()
}

/// Whether a combatant is flanked.
pub fn is_flanked(view: View<'_>, book: Rulebook<'_>, target: CombatantId) -> bool {
    flankers(view, book, target).is_some()
}

/// What an attack gains by the target being flanked: nothing if it is of a kind that gains nothing, and by the arc it
/// comes from if the target keeps a facing. An attack from the front may gain 0.
pub fn modifier(
    view: View<'_>,
    book: Rulebook<'_>,
    attacker: CombatantId,
    target: CombatantId,
    melee: bool,
) -> Option<(Label, Modifier)> {
    let Flanking::Separation { bonus, gaining, facing, .. } = &book.policies.flanking;
    if !gaining.kind.covers(melee) || !is_flanked(view, book, target) {
        return None;
    }
    let kept = facing.as_ref().and_then(|policy| Some((policy, facing::arc(view, policy, target, attacker)?)));
    Some(match kept {
        None => (Label::Flanked, *bonus),
        Some((policy, Arc::Front)) => (Label::Flanked, policy.front),
        Some((policy, Arc::Side)) => (Label::Flanked, policy.side),
        Some((policy, Arc::Rear)) => (Label::RearAttack, policy.rear),
    })
}
