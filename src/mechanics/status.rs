//! What stances, conditions and holds do to their bearer.

use smallvec::SmallVec;

use super::{consciousness, flanking, grapple, sight, squeeze};
use crate::battle::{CombatantId, Conditions, Slant, View};
use crate::content::Name;
use crate::content::breakdown::{Breakdown, Label};
use crate::content::condition::{Again, CitedStatus, Condition, Forbidden, Slowed, Status};
use crate::content::policy::Rulebook;
use crate::content::refusal::Refusal;
use crate::content::sum::{Kind, Sum};

/// Statuses of one combatant with the name of the condition each comes from.
pub type Statuses<'a> = SmallVec<[(Label, &'a CitedStatus); 8]>;

/// Everything that now acts on a combatant: its stored conditions, what its stance takes and, once it is taken up,
/// gives, and what follows from holds on it. A condition counts once, however often somebody has it.
pub fn statuses<'a>(view: View<'_>, book: Rulebook<'a>, id: CombatantId) -> Statuses<'a> {
    each(view, book, id).map(|(condition, status)| (Label::Named(condition.id), status)).collect()
}

/// The same with the conditions themselves.
pub fn all<'a>(view: View<'_>, book: Rulebook<'a>, id: CombatantId) -> Vec<(&'a Condition, &'a CitedStatus)> {
    each(view, book, id).collect()
}

/// The actions and reactions that conditions take from a combatant each turn (TA-244, TA-256, TA-G45).
pub fn lost_actions(view: View<'_>, book: Rulebook<'_>, id: CombatantId) -> (u8, u8) {
    let sum = sum(view, book, id);
    if !(sum.does(Kind::LosesActions) || sum.forbids(Forbidden::Act) || sum.forbids(Forbidden::React)) {
        return (0, 0);
    }
    added_up(each(view, book, id).map(|(_, status)| lost_to(status)))
}

/// The actions and reactions that one condition takes from its bearer each turn, what it implies included.
pub fn taken_by(book: Rulebook<'_>, name: Name) -> (u8, u8) {
    let names = std::iter::once(name).chain(implied_by(book, name).iter().copied());
    let conditions = names.filter_map(|name| book.conditions.get(name));
    added_up(conditions.flat_map(|condition| &condition.does).map(lost_to))
}

fn added_up(all: impl Iterator<Item = (u8, u8)>) -> (u8, u8) {
    all.fold((0, 0), |sum, more| (sum.0.saturating_add(more.0), sum.1.saturating_add(more.1)))
}

/// What a status takes: one that forbids to act or to react takes all there is.
fn lost_to(status: &CitedStatus) -> (u8, u8) {
    let all = |forbidden: bool| if forbidden { u8::MAX } else { 0 };
    match status.does {
        Status::LosesActions { actions, reactions } => (actions, reactions),
        _ => (all(forbids_it(status, Forbidden::Act)), all(forbids_it(status, Forbidden::React))),
    }
}

/// The same without a list.
pub(super) fn each<'a>(
    view: View<'_>,
    book: Rulebook<'a>,
    id: CombatantId,
) -> impl Iterator<Item = (&'a Condition, &'a CitedStatus)> {
    names(view, book, id).into_iter().flat_map(move |(name, taken_up)| {
        let condition = book.conditions.get(name).map(|found| &**found);
        condition.into_iter().flat_map(move |condition| {
            let stance = condition.stance.iter().filter(move |_| taken_up);
            let benefits = stance.flat_map(|stance| &stance.benefits);
            condition.does.iter().chain(benefits).map(move |status| (condition, status))
        })
    })
}

/// The same, if there is anything of a kind among it; nothing if not.
pub(super) fn each_of<'a>(
    view: View<'_>,
    book: Rulebook<'a>,
    id: CombatantId,
    kind: Kind,
) -> impl Iterator<Item = (&'a Condition, &'a CitedStatus)> {
    sum(view, book, id).does(kind).then(|| each(view, book, id)).into_iter().flatten()
}

/// The names of some conditions, and of each whether it is a stance that has been taken up.
pub type Names = SmallVec<[(Name, bool); 8]>;

/// The names of all conditions of a combatant, each once: its own and those that they imply.
pub fn names(view: View<'_>, book: Rulebook<'_>, id: CombatantId) -> Names {
    if bears_nothing(view, book, id) {
        return Names::new();
    }
    let mut names = own_names(view, book, id);
    for name in implied(book, &names) {
        names.push((name, false));
    }
    names
}

/// Whether it is plain at a glance that a combatant has no condition, as most have none.
#[inline]
pub(super) fn bears_nothing(view: View<'_>, book: Rulebook<'_>, id: CombatantId) -> bool {
    view.row(id).conditions.0.is_empty() && derives_nothing(view, book, id)
}

/// Whether it is plain at a glance that no condition follows from the stance of a combatant, from holds or from its space.
#[inline]
fn derives_nothing(view: View<'_>, book: Rulebook<'_>, id: CombatantId) -> bool {
    let row = view.row(id);
    let free = row.stance.held.is_none() && !view.links().iter().any(|link| link.holder == id || link.held == id);
    let wide = || view.footprint(id).extent >= row.sheet.extent && !view.board().is_narrow_somewhere();
    free && (book.policies.squeeze.is_none() || wide())
}

/// The names of all conditions of a combatant but those that others imply, each once.
fn own_names(view: View<'_>, book: Rulebook<'_>, id: CombatantId) -> Names {
    let mut names = Names::new();
    for afflicted in &view.row(id).conditions.0 {
        if !names.iter().any(|(name, _)| *name == afflicted.condition) {
            names.push((afflicted.condition, false));
        }
    }
    names.extend(derived(view, book, id));
    names
}

/// Its stance, and whether it has been taken up, and the conditions that follow from holds and from its space.
fn derived(view: View<'_>, book: Rulebook<'_>, id: CombatantId) -> impl Iterator<Item = (Name, bool)> {
    let stance = view.row(id).stance;
    let held = if view.links().is_empty() { [None; 4] } else { by_holds(view, book, id) };
    let others = held.into_iter().chain([by_space(view, book, id)]);
    stance.held.map(|name| (name, !stance.shifting)).into_iter().chain(others.flatten().map(|name| (name, false)))
}

/// What all conditions of a combatant come to: whether there is anything among them that somebody asks for.
#[inline]
pub(super) fn sum(view: View<'_>, book: Rulebook<'_>, id: CombatantId) -> Sum {
    let (sum, conditions) = (view.row(id).held, book.conditions);
    if derives_nothing(view, book, id) {
        return sum;
    }
    let derived = derived(view, book, id).filter_map(|(name, up)| Some((conditions.whole(name)?, up)));
    derived.fold(sum, |sum, (whole, up)| sum | whole.sum | if up { whole.benefits } else { Sum::default() })
}

/// The conditions that follow from holds on a combatant, and of it on others, unless they are stored as well.
fn by_holds(view: View<'_>, book: Rulebook<'_>, id: CombatantId) -> [Option<Name>; 4] {
    let policy = &book.policies.grapple;
    let derived = |name: Name| (!view.row(id).conditions.has(name)).then_some(name);
    let held = view.holds_on(id).next().and_then(|_| derived(policy.held));
    let pinned = view.holds_on(id).find(|link| link.is_pin()).and_then(|_| derived(policy.pinned?));
    let holding = view.holds_by(id).next().and_then(|_| derived(policy.holding?));
    let smaller = policy.shared.as_ref().filter(|_| grapple::is_smaller(view, id));
    [held, pinned, holding, smaller.and_then(|shared| derived(shared.smaller))]
}

/// The condition of one who is wedged into too narrow a space, unless it is stored as well (TA-259).
fn by_space(view: View<'_>, book: Rulebook<'_>, id: CombatantId) -> Option<Name> {
    let policy = squeeze::squeezes(view, book, id, view.footprint(id))?;
    (!view.row(id).conditions.has(policy.condition)).then_some(policy.condition)
}

/// The conditions that some imply, each once and none of themselves.
fn implied(book: Rulebook<'_>, names: &Names) -> SmallVec<[Name; 4]> {
    let mut found: SmallVec<[Name; 4]> = SmallVec::new();
    for other in names.iter().flat_map(|(name, _)| implied_by(book, *name)) {
        if !found.contains(other) && !names.iter().any(|(own, _)| own == other) {
            found.push(*other);
        }
    }
    found
}

/// What a condition implies, and what that implies in turn.
fn implied_by<'a>(book: Rulebook<'a>, name: Name) -> &'a [Name] {
    book.conditions.whole(name).map_or(&[], |whole| &whole.implied)
}

/// Whether a condition, or one that it implies, does something that is wanted.
fn does(book: Rulebook<'_>, name: Name, wanted: impl Fn(&Status) -> bool) -> bool {
    let names = std::iter::once(name).chain(implied_by(book, name).iter().copied());
    let mut conditions = names.filter_map(|name| book.conditions.get(name));
    conditions.any(|condition| condition.does.iter().any(|cited| wanted(&cited.does)))
}

/// What acts on a combatant towards one other: everything that acts on it anyway, and what it has towards that one alone,
/// such as what being flanked by it brings, if that does anything that is wanted, which is of this kind.
pub fn towards<'a>(
    view: View<'_>,
    book: Rulebook<'a>,
    id: CombatantId,
    other: CombatantId,
    kind: Kind,
    wanted: impl Fn(&Status) -> bool,
) -> SmallVec<[(&'a Condition, &'a CitedStatus); 8]> {
    let mut found: SmallVec<[(&Condition, &CitedStatus); 8]> = SmallVec::new();
    if sum(view, book, id).does(kind) {
        found.extend(each(view, book, id));
    }
    let mut names: SmallVec<[Name; 4]> = SmallVec::new();
    // Whether it is flanked takes longest.
    let flanked = flanking::brings(book).filter(|name| does(book, *name, &wanted));
    for name in pair_conditions(view, book, (id, other), flanked.is_some()) {
        names.push(name);
        for other in implied_by(book, name) {
            if !names.contains(other) {
                names.push(*other);
            }
        }
    }
    for name in names {
        let Some(condition) = book.conditions.get(name) else { continue };
        if !found.iter().any(|(known, _)| known.id == name) {
            found.extend(condition.does.iter().map(|status| (&**condition, status)));
        }
    }
    found
}

/// The conditions that a combatant has towards one other alone.
fn pair_conditions(
    view: View<'_>,
    book: Rulebook<'_>,
    (id, other): (CombatantId, CombatantId),
    flanked: bool,
) -> SmallVec<[Name; 4]> {
    let stored = view.row(id).pairs.towards(other).filter_map(|fact| match fact.slant {
        Slant::Has(name) => Some(name),
        _ => None,
    });
    let mut names: SmallVec<[Name; 4]> = stored.collect();
    if flanked {
        names.extend(flanking::condition(view, book, id, other).map(|(name, _)| name));
    }
    if let Some(shared) = book.policies.grapple.shared.as_ref().filter(|_| view.hold(other, id).is_some()) {
        names.push(shared.towards_holder);
    }
    if let Some(policy) = book.policies.sight.as_ref().filter(|policy| sight::is_hidden(view, policy, other, id)) {
        names.push(policy.exposed);
    }
    names
}

/// Whether a combatant has a condition: stored, as its stance, because somebody holds it, or because another implies it.
pub fn has_condition(view: View<'_>, book: Rulebook<'_>, id: CombatantId, condition: Name) -> bool {
    is_in(view, book, id, sum(view, book, id), condition)
}

/// Whether a condition is among those of a combatant, which come to this.
fn is_in(view: View<'_>, book: Rulebook<'_>, id: CombatantId, sum: Sum, condition: Name) -> bool {
    let by_name = || names(view, book, id).iter().any(|(name, _)| *name == condition);
    book.conditions.is_in(condition, sum).unwrap_or_else(by_name)
}

/// The condition and status that forbid something to a combatant.
pub(super) fn forbidding<'a>(
    view: View<'_>,
    book: Rulebook<'a>,
    id: CombatantId,
    what: Forbidden,
) -> Option<(&'a Condition, &'a CitedStatus)> {
    if !sum(view, book, id).forbids(what) {
        return None;
    }
    each(view, book, id).find(|(_, status)| forbids_it(status, what))
}

/// Whether a condition keeps its bearer from doing anything at all.
pub fn forbids_all(condition: &Condition) -> bool {
    condition.does.iter().any(|status| forbids_it(status, Forbidden::Act))
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
        Forbidden::React => "cannot react",
        Forbidden::Run => "cannot run",
        Forbidden::LongWeapons => "cannot use so long a weapon",
        Forbidden::AllButPreparing => "can do nothing but walk, go on or give it up",
        Forbidden::RangedUnlessUsableProne => "cannot use this ranged weapon",
    }
}

/// Whether a combatant is awake and alive.
pub fn is_conscious(view: View<'_>, book: Rulebook<'_>, id: CombatantId) -> bool {
    is_awake(view, book, id, sum(view, book, id))
}

/// The same of one whose conditions come to this.
pub(super) fn is_awake(view: View<'_>, book: Rulebook<'_>, id: CombatantId, sum: Sum) -> bool {
    let policy = &book.policies.consciousness;
    let marked = |name: Name| is_in(view, book, id, sum, name);
    !consciousness::is_dead(policy, &view.row(id).vitals)
        && (sum.is_nothing() || !marked(policy.unconscious) && !marked(policy.dead))
}

/// Whether a combatant is at the mercy of others.
pub fn is_helpless(view: View<'_>, book: Rulebook<'_>, id: CombatantId) -> bool {
    sum(view, book, id).does(Kind::Helpless)
}

/// Whether a combatant is dead: marked so, or without a hit point left.
pub fn is_dead(view: View<'_>, book: Rulebook<'_>, id: CombatantId) -> bool {
    let policy = &book.policies.consciousness;
    consciousness::is_dead(policy, &view.row(id).vitals) || has_condition(view, book, id, policy.dead)
}

/// Whether a combatant has come through so far: neither dead nor carried away by water (G-92). One who has left the board of
/// its own will has.
pub fn survives(view: View<'_>, book: Rulebook<'_>, id: CombatantId) -> bool {
    let carrying = book.policies.water.carries();
    let carried = carrying.is_some_and(|carrying| view.row(id).conditions.has(carrying.condition));
    !carried && !is_dead(view, book, id)
}

/// Whether a combatant can do anything at all: in the fight, awake, and not kept from acting.
pub fn can_act(view: View<'_>, book: Rulebook<'_>, id: CombatantId) -> bool {
    let sum = sum(view, book, id);
    !view.row(id).gone && is_awake(view, book, id, sum) && !sum.forbids(Forbidden::Act)
}

/// Whether a combatant cannot leave its space by its own movement.
pub fn is_immobile(view: View<'_>, book: Rulebook<'_>, id: CombatantId) -> bool {
    sum(view, book, id).forbids(Forbidden::Move)
}

/// How often a condition does what it does: once for each level where these add up.
pub fn times(condition: &Condition, held: &Conditions) -> i16 {
    match condition.again {
        Again::Adds => held.level(condition.id).max(1),
        _ => 1,
    }
}

/// What acts on a combatant, each with how often it does so.
pub(super) fn counted<'a>(
    view: View<'a>,
    book: Rulebook<'a>,
    id: CombatantId,
) -> impl Iterator<Item = (&'a Condition, &'a CitedStatus, i16)> {
    let held = &view.row(id).conditions;
    each(view, book, id).map(move |(condition, status)| (condition, status, times(condition, held)))
}

/// The same, if there is anything of a kind among it; nothing if not.
pub(super) fn counted_of<'a>(
    view: View<'a>,
    book: Rulebook<'a>,
    id: CombatantId,
    kind: Kind,
) -> impl Iterator<Item = (&'a Condition, &'a CitedStatus, i16)> {
    sum(view, book, id).does(kind).then(|| counted(view, book, id)).into_iter().flatten()
}

/// By how many speed classes and counts the actions of a combatant are slower, those with a weapon or others. Classes have a
/// term of 0 that says why.
pub fn slower(view: View<'_>, book: Rulebook<'_>, id: CombatantId, armed: bool) -> (i16, Breakdown) {
    let (mut classes, mut counts) = (0i16, Breakdown::new());
    for (condition, status, times) in counted_of(view, book, id, Kind::Slower) {
        let label = Label::Named(condition.id);
        match status.does {
            Status::SlowerClass(by) => {
                classes = classes.saturating_add(by.saturating_mul(times));
                counts.add(label, 0, status.rule);
            }
            Status::SlowerCounts { of, counts: by } if armed || of == Slowed::Any => {
                counts.add_if(label, by.saturating_mul(times), status.rule);
            }
            _ => {}
        }
    }
    (classes, counts)
}
