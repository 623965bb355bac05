//! Active effects of conditions, stances and holds on a combatant. Both rule systems. Lost actions follow TA-244,
//! TA-256 and TA-G45; squeezing TA-259; being swept away by water G-92.

use smallvec::SmallVec;

use crate::battle::{CombatantId, Conditions};
use crate::content::{
    Breakdown, CitedStatus, Condition, Forbidden, Label, Name, Policies, PoolId, Refusal, Rule, Rulebook, Slowed,
    StackCount, Stacking, Status, StatusFlags, StatusKind,
};
use crate::mechanics::{Game, grapple, health, space, submersion};

/// Points of a pool that each condition takes from an income of a combatant, with its rule; 255 for all (TA-244, TA-256,
/// TA-G45).
pub fn losses(game: Game<'_>, id: CombatantId, pool: PoolId) -> impl Iterator<Item = (Name, u8, Rule)> {
    let all = changes_points(game, id).then(|| each(game, id)).into_iter().flatten();
    all.map(move |(condition, status)| (condition.id, lost_to(game.policies, status, pool), status.rule))
}

/// Whether any effect on a combatant can change what it has in its pools.
pub fn changes_points(game: Game<'_>, id: CombatantId) -> bool {
    let sum = flags(game, id);
    sum.does(StatusKind::Economy) || sum.forbids(Forbidden::Act) || sum.forbids(Forbidden::React)
}

/// Points of a pool that all conditions together take from an income of a combatant; 255 for all.
pub fn lost_points(game: Game<'_>, id: CombatantId, pool: PoolId) -> u8 {
    losses(game, id, pool).fold(0, |sum, (_, points, _)| sum.saturating_add(points))
}

/// Points of a pool that one condition and those it implies take away, each with its rule; 255 for all.
pub fn losses_to<'a>(book: Rulebook<'a>, name: Name, pool: PoolId) -> impl Iterator<Item = (u8, Rule)> + 'a {
    effects_of(book, name).map(move |status| (lost_to(book.policies, status, pool), status.rule))
}

/// The change of initiative for each level of a condition, and of those that it implies, with its rule.
pub fn initiative_of<'a>(book: Rulebook<'a>, name: Name) -> impl Iterator<Item = (i16, Rule)> + 'a {
    effects_of(book, name).filter_map(|status| match status.does {
        Status::Initiative(by) => Some((by, status.rule)),
        _ => None,
    })
}

/// Changes of every roll by a condition and those that it implies, with the rule.
pub fn rolls_of<'a>(book: Rulebook<'a>, name: Name) -> impl Iterator<Item = (i16, Rule)> + 'a {
    effects_of(book, name).filter_map(|status| match status.does {
        Status::Rolls(by) => Some((by, status.rule)),
        _ => None,
    })
}

/// All effects of a condition and of those that it implies.
pub(in crate::mechanics) fn effects_of<'a>(book: Rulebook<'a>, name: Name) -> impl Iterator<Item = &'a CitedStatus> {
    let names = std::iter::once(name).chain(implied_by(book, name).iter().copied());
    names.filter_map(move |name| book.conditions.get(name)).flat_map(|condition| &condition.does)
}

/// Points of a pool that an effect takes away. Effects that forbid acting or reacting take all actions or reactions.
fn lost_to(policies: &Policies, status: &CitedStatus, pool: PoolId) -> u8 {
    let forbids = match pool {
        PoolId::ACTIONS => forbids_it(status, Forbidden::Act),
        PoolId::REACTIONS => forbids_it(status, Forbidden::React),
        _ => false,
    };
    match status.does {
        Status::Loses { pool: from, points } if policies.economy.find(from).is_some_and(|(id, _)| id == pool) => points,
        _ if forbids => u8::MAX,
        _ => 0,
    }
}

/// All effects on a combatant with their conditions, each once: stored, by stance (benefits once assumed), holds and space.
pub fn each(game: Game<'_>, id: CombatantId) -> impl Iterator<Item = (&Condition, &CitedStatus)> {
    condition_names(game, id).into_iter().flat_map(move |(name, taken_up)| {
        let condition = game.conditions.get(name).map(|found| &**found);
        condition.into_iter().flat_map(move |condition| {
            let stance = condition.stance.iter().filter(move |_| taken_up);
            let benefits = stance.flat_map(|stance| &stance.benefits);
            condition.does.iter().chain(benefits).map(move |status| (condition, status))
        })
    })
}

/// Whether any effect on a combatant is of this kind.
pub fn has_any_of(game: Game<'_>, id: CombatantId, kind: StatusKind) -> bool {
    flags(game, id).does(kind)
}

/// All effects on a combatant with their conditions; empty unless at least one effect is of this kind.
pub fn each_of(game: Game<'_>, id: CombatantId, kind: StatusKind) -> impl Iterator<Item = (&Condition, &CitedStatus)> {
    has_any_of(game, id, kind).then(|| each(game, id)).into_iter().flatten()
}

/// Names of conditions; the flag marks a fully assumed stance.
pub type Names = SmallVec<[(Name, bool); 8]>;

/// Names of all conditions of a combatant, without duplicates, including implied ones.
pub fn condition_names(game: Game<'_>, id: CombatantId) -> Names {
    if bears_nothing(game, id) {
        return Names::new();
    }
    let mut names = Names::new();
    for afflicted in &game.row(id).conditions.0 {
        if !names.iter().any(|(name, _)| *name == afflicted.condition) {
            names.push((afflicted.condition, false));
        }
    }
    if !derives_nothing(game, id) {
        names.extend(derived(game, id));
    }
    for at in 0..names.len() {
        for name in implied_by(game.book(), names[at].0) {
            if !names.iter().any(|(known, _)| known == name) {
                names.push((*name, false));
            }
        }
    }
    names
}

/// Quick test whether a combatant certainly has no condition, which is the most common case.
#[inline]
pub(in crate::mechanics) fn bears_nothing(game: Game<'_>, id: CombatantId) -> bool {
    game.row(id).conditions.0.is_empty() && derives_nothing(game, id)
}

/// Quick test whether certainly no condition follows from stance, holds, space or water.
#[inline]
fn derives_nothing(game: Game<'_>, id: CombatantId) -> bool {
    game.row(id).stance.held.is_none() && derives_stance_alone(game, id)
}

/// Quick test whether certainly no condition follows from holds, space or water.
#[inline]
fn derives_stance_alone(game: Game<'_>, id: CombatantId) -> bool {
    let row = game.row(id);
    let wide = || game.footprint(id).extent >= row.sheet.extent && !game.board().is_narrow_somewhere();
    !game.links().iter().any(|link| link.holder == id || link.held == id)
        && (game.policies.squeeze.is_none() || wide())
        && (game.policies.underwater.is_none() || game.altitude(id) >= 0)
}

/// The stance, with a flag whether it is fully assumed, and the conditions that follow from holds, space and water.
fn derived(game: Game<'_>, id: CombatantId) -> impl Iterator<Item = (Name, bool)> {
    let stance = game.row(id).stance;
    let held = if game.links().is_empty() { [None; 4] } else { by_holds(game, id) };
    // In too narrow a space, unless the condition is also stored (TA-259).
    let squeezed = space::squeezing_policy_at(game, id, game.footprint(id)).map(|policy| policy.condition);
    let stored = move |name: &Name| game.row(id).conditions.has(*name);
    let sunken = submersion::underwater_condition(game, id);
    let others = held.into_iter().chain([squeezed.filter(|name| !stored(name)), sunken]);
    let others = others.chain(by_stacks(game, id).filter(move |name| !stored(name)).map(Some));
    stance.held.map(|name| (name, !stance.shifting)).into_iter().chain(others.flatten().map(|name| (name, false)))
}

#[inline]
pub(in crate::mechanics) fn flags(game: Game<'_>, id: CombatantId) -> StatusFlags {
    let row = game.row(id);
    if !derives_stance_alone(game, id) {
        return flags_with_derived(game, id);
    }
    row.stance.held.map_or(row.held, |name| with_effects(game, row.held, (name, !row.stance.shifting)))
}

/// The rare case of [`flags`], apart from it so that the common one stays small.
#[inline(never)]
fn flags_with_derived(game: Game<'_>, id: CombatantId) -> StatusFlags {
    derived(game, id).fold(game.row(id).held, |sum, bears| with_effects(game, sum, bears))
}

/// Adds the effects of a condition, with its benefits if it is a fully assumed stance.
fn with_effects(game: Game<'_>, sum: StatusFlags, (name, up): (Name, bool)) -> StatusFlags {
    match game.conditions.whole(name) {
        Some(whole) => sum | whole.sum | if up { whole.benefits } else { StatusFlags::default() },
        None => sum,
    }
}

/// Conditions that follow from being held and from holding, unless they are also stored.
fn by_holds(game: Game<'_>, id: CombatantId) -> [Option<Name>; 4] {
    let policy = &game.policies.grapple;
    let derived = |name: Name| (!game.row(id).conditions.has(name)).then_some(name);
    let held = game.holds_on(id).next().and_then(|_| derived(policy.held));
    let pinned = game.holds_on(id).find(|link| link.is_pin()).and_then(|_| derived(policy.pinned?));
    let mut holds = game.holds_by(id).filter(|link| link.stacks >= policy.holding_from);
    let holding = holds.next().and_then(|_| derived(policy.holding?));
    let smaller = policy.shared.as_ref().filter(|_| grapple::is_smaller(game.view, id));
    [held, pinned, holding, smaller.and_then(|shared| derived(shared.smaller))]
}

/// Conditions by the stacks of all holds on a combatant.
fn by_stacks(game: Game<'_>, id: CombatantId) -> impl Iterator<Item = Name> {
    let rows = &game.policies.grapple.stacks;
    let stacks = if rows.is_empty() { 0 } else { hold_stacks(game, id) };
    rows.iter().filter(move |row| stacks >= row.at.max(1)).map(|row| row.condition)
}

/// The stacks of all holds on a combatant, as they count for its conditions.
pub fn hold_stacks(game: Game<'_>, id: CombatantId) -> u16 {
    let each = game.holds_on(id).map(|link| link.stacks);
    match game.policies.grapple.stacks_count {
        StackCount::Sum => each.sum(),
        StackCount::Highest => each.max().unwrap_or(0),
    }
}

/// All conditions that a condition implies, directly or indirectly.
pub(in crate::mechanics) fn implied_by<'a>(book: Rulebook<'a>, name: Name) -> &'a [Name] {
    book.conditions.whole(name).map_or(&[], |whole| &whole.implied)
}

/// Whether a combatant has a condition: stored, by stance, by a hold, or implied by another.
pub fn has_condition(game: Game<'_>, id: CombatantId, condition: Name) -> bool {
    is_in(game, id, flags(game, id), condition)
}

fn is_in(game: Game<'_>, id: CombatantId, sum: StatusFlags, condition: Name) -> bool {
    let by_name = || condition_names(game, id).iter().any(|(name, _)| *name == condition);
    game.conditions.is_in(condition, sum).unwrap_or_else(by_name)
}

/// The first condition and effect that forbid something.
pub fn forbidding(game: Game<'_>, id: CombatantId, what: Forbidden) -> Option<(&Condition, &CitedStatus)> {
    flags(game, id).forbids(what).then(|| each(game, id).find(|(_, status)| forbids_it(status, what))).flatten()
}

/// Whether a condition prevents its bearer from acting at all.
pub fn forbids_all(condition: &Condition) -> bool {
    condition.does.iter().any(|status| forbids_it(status, Forbidden::Act))
}

pub(in crate::mechanics) fn forbids_it(status: &CitedStatus, what: Forbidden) -> bool {
    matches!(&status.does, Status::Forbid(things) if things.contains(&what))
}

/// The reason why a condition forbids something; `None` if it is allowed.
pub fn forbids(game: Game<'_>, id: CombatantId, what: Forbidden) -> Option<Refusal> {
    let (condition, status) = forbidding(game, id, what)?;
    Some(Refusal::new(format!("{} while {}", words(what), condition.name.to_lowercase()), status.rule))
}

fn words(what: Forbidden) -> &'static str {
    match what {
        Forbidden::Move => "cannot move",
        Forbidden::Attack => "cannot attack",
        Forbidden::Act => "cannot act",
        Forbidden::React => "cannot react",
        Forbidden::Run => "cannot run",
        Forbidden::LongWeapons => "cannot use a weapon this long",
        Forbidden::AllButPreparing => "can only walk, continue or give up the spell",
        Forbidden::RangedUnlessUsableProne => "cannot use this ranged weapon",
        Forbidden::RangedAttacks => "cannot attack at range",
    }
}

/// Whether a combatant is alive and awake.
pub fn is_conscious(game: Game<'_>, id: CombatantId) -> bool {
    is_awake(game, id, flags(game, id))
}

pub(in crate::mechanics) fn is_awake(game: Game<'_>, id: CombatantId, sum: StatusFlags) -> bool {
    let policy = &game.policies.consciousness;
    let marked = |name: Name| is_in(game, id, sum, name);
    !health::is_dead(policy, &game.row(id).vitals)
        && (sum.is_nothing() || !marked(policy.unconscious) && !marked(policy.dead))
}

/// Whether a combatant is helpless.
pub fn is_helpless(game: Game<'_>, id: CombatantId) -> bool {
    flags(game, id).does(StatusKind::Helpless)
}

/// Whether a combatant is dead by its hit points or by a condition.
pub fn is_dead(game: Game<'_>, id: CombatantId) -> bool {
    let policy = &game.policies.consciousness;
    health::is_dead(policy, &game.row(id).vitals) || has_condition(game, id, policy.dead)
}

/// Whether a combatant is neither dead nor swept away by water (G-92); it may have left the board voluntarily.
pub fn has_survived(game: Game<'_>, id: CombatantId) -> bool {
    let carrying = game.policies.water.carries();
    let carried = carrying.is_some_and(|carrying| game.row(id).conditions.has(carrying.condition));
    !carried && !is_dead(game, id)
}

/// Whether a combatant can act at all: in the battle, awake and not prevented by a condition.
pub fn can_act(game: Game<'_>, id: CombatantId) -> bool {
    let sum = flags(game, id);
    !game.row(id).gone && is_awake(game, id, sum) && !sum.forbids(Forbidden::Act)
}

/// Whether a combatant cannot leave its space by its own movement.
pub fn is_immobile(game: Game<'_>, id: CombatantId) -> bool {
    flags(game, id).forbids(Forbidden::Move)
}

/// How many times the effects of a condition apply: once per level for cumulative conditions, otherwise once.
pub fn multiplicity(condition: &Condition, held: &Conditions) -> i16 {
    match condition.again {
        Stacking::Adds => held.level(condition.id).max(1),
        _ => 1,
    }
}

/// All effects on a combatant, with the number of times each applies.
pub fn counted(game: Game<'_>, id: CombatantId) -> impl Iterator<Item = (&Condition, &CitedStatus, i16)> {
    let held = &game.row(id).conditions;
    each(game, id).map(move |(condition, status)| (condition, status, multiplicity(condition, held)))
}

/// All effects with the number of times each applies; empty unless at least one is of this kind.
pub fn counted_of(
    game: Game<'_>,
    id: CombatantId,
    kind: StatusKind,
) -> impl Iterator<Item = (&Condition, &CitedStatus, i16)> {
    flags(game, id).does(kind).then(|| counted(game, id)).into_iter().flatten()
}

/// Speed class steps and extra counts that conditions add to actions. For class steps a term of 0 names the condition.
pub fn slowdown(game: Game<'_>, id: CombatantId, armed: bool) -> (i16, Breakdown) {
    let (mut classes, mut counts) = (0i16, Breakdown::new());
    for (condition, status, times) in counted_of(game, id, StatusKind::Slower) {
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

/// Adds what conditions change in every roll of a combatant. Attack rolls have it among their own terms.
pub fn add_to_roll(game: Game<'_>, id: CombatantId, sum: &mut Breakdown) {
    for (condition, status, times) in counted_of(game, id, StatusKind::Attack) {
        if let Status::Rolls(amount) = status.does {
            sum.add_if(Label::Named(condition.id), amount.saturating_mul(times), status.rule);
        }
    }
}
