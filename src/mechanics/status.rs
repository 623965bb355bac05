//! What stances, conditions and holds do to their bearer.

use smallvec::SmallVec;

use crate::battle::{CombatantId, View};
use crate::content::Name;
use crate::content::breakdown::Label;
use crate::content::condition::{CitedStatus, Condition, Forbidden, Status};
use crate::content::policy::Rulebook;
use crate::content::refusal::Refusal;

/// Statuses of one combatant with the name of the condition each comes from.
pub type Statuses<'a> = SmallVec<[(Label, &'a CitedStatus); 8]>;

/// Everything that now acts on a combatant: its stored conditions, what its stance takes and, once it is taken up,
/// gives, and what follows from holds on it. A condition counts once, however often somebody has it.
pub fn statuses<'a>(view: View<'_>, book: Rulebook<'a>, id: CombatantId) -> Statuses<'a> {
    each(view, book, id).map(|(condition, status)| (Label::Named(condition.id), status)).collect()
}

/// The same without a list.
pub(super) fn each<'a>(
    view: View<'_>,
    book: Rulebook<'a>,
    id: CombatantId,
) -> impl Iterator<Item = (&'a Condition, &'a CitedStatus)> {
    names(view, book, id).flat_map(move |(name, taken_up)| {
        let condition = book.conditions.get(name).map(|found| &**found);
        condition.into_iter().flat_map(move |condition| {
            let stance = condition.stance.iter().filter(move |_| taken_up);
            let benefits = stance.flat_map(|stance| &stance.benefits);
            condition.does.iter().chain(benefits).map(move |status| (condition, status))
        })
    })
}

/// The names of all conditions of a combatant, each once, and whether it is a stance that has been taken up.
fn names(view: View<'_>, book: Rulebook<'_>, id: CombatantId) -> impl Iterator<Item = (Name, bool)> {
    let row = view.row(id);
    let stored = &row.conditions.0;
    let first = move |at: usize, name: Name| stored[..at].iter().all(|earlier| earlier.condition != name);
    let kept = (stored.iter().enumerate())
        .map(|(at, afflicted)| (at, afflicted.condition))
        .filter(move |(at, name)| first(*at, *name))
        .map(|(_, name)| (name, false));
    let stance = row.stance.held.map(|name| (name, !row.stance.shifting));
    kept.chain(stance).chain(by_holds(view, book, id).into_iter().flatten().map(|name| (name, false)))
}

/// The conditions that follow from holds on a combatant, unless they are stored as well.
fn by_holds(view: View<'_>, book: Rulebook<'_>, id: CombatantId) -> [Option<Name>; 2] {
    if view.links().is_empty() {
        return [None; 2];
    }
    let grapple = &book.policies.grapple;
    let derived = |name: Name| (!view.row(id).conditions.has(name)).then_some(name);
    let held = view.holds_on(id).next().and_then(|_| derived(grapple.held));
    let pinned = view.holds_on(id).find(|link| link.is_pin()).and_then(|_| derived(grapple.pinned));
    [held, pinned]
}

/// Whether a combatant has a condition: stored, as its stance, or because somebody holds it.
pub fn has_condition(view: View<'_>, book: Rulebook<'_>, id: CombatantId, condition: Name) -> bool {
    names(view, book, id).any(|(name, _)| name == condition)
}

/// The condition and status that forbid something to a combatant.
pub(super) fn forbidding<'a>(
    view: View<'_>,
    book: Rulebook<'a>,
    id: CombatantId,
    what: Forbidden,
) -> Option<(&'a Condition, &'a CitedStatus)> {
    each(view, book, id).find(|(_, status)| forbids_it(status, what))
}

/// Whether a status forbids something.
pub(super) fn forbids_it(status: &CitedStatus, what: Forbidden) -> bool {
    matches!(&status.does, Status::Forbid(things) if things.contains(&what))
}

/// Why a combatant may not do something because of a condition it has; `None` if it may.
pub fn forbids(view: View<'_>, book: Rulebook<'_>, id: CombatantId, what: Forbidden) -> Option<Refusal> {
    let (condition, status) = forbidding(view, book, id, what)?;
    Some(Refusal::new(format!("{} while {}", words(what), condition.name.to_lowercase()), status.rule))
}

fn words(what: Forbidden) -> &'static str {
    match what {
        Forbidden::Move => "cannot move",
        Forbidden::Attack => "cannot attack",
        Forbidden::Act => "cannot act",
        Forbidden::Run => "cannot run",
        Forbidden::LongWeapons => "cannot use so long a weapon",
        Forbidden::RangedUnlessUsableProne => "cannot use this ranged weapon",
    }
}

/// Whether a combatant is awake and alive.
pub fn is_conscious(view: View<'_>, book: Rulebook<'_>, id: CombatantId) -> bool {
    !has_condition(view, book, id, book.policies.consciousness.unconscious) && !is_dead(view, book, id)
}

/// Whether a combatant is at the mercy of others.
pub fn is_helpless(view: View<'_>, book: Rulebook<'_>, id: CombatantId) -> bool {
    each(view, book, id).any(|(_, status)| status.does == Status::Helpless)
}

/// Whether a combatant is dead: marked so, or without a hit point left.
pub fn is_dead(view: View<'_>, book: Rulebook<'_>, id: CombatantId) -> bool {
    view.row(id).vitals.current() <= 0 || has_condition(view, book, id, book.policies.consciousness.dead)
}

/// Whether a combatant can do anything at all: in the fight, awake, and not kept from acting.
pub fn can_act(view: View<'_>, book: Rulebook<'_>, id: CombatantId) -> bool {
    !view.row(id).gone && is_conscious(view, book, id) && forbidding(view, book, id, Forbidden::Act).is_none()
}

/// Whether a combatant cannot leave its space by its own movement.
pub fn is_immobile(view: View<'_>, book: Rulebook<'_>, id: CombatantId) -> bool {
    forbidding(view, book, id, Forbidden::Move).is_some()
}
