//! Attack rolls: which weapon attacks are possible, and their attack bonus. Used by both rule systems.

use serde::{Deserialize, Serialize};

pub use super::defence::defence;
pub use super::degree::{Chances, Degree, judge};
use super::space::{self, Crowding};
use super::{cover, flanking, grapple, reach, status};
use crate::battle::{CombatantId, PairRelation, Sheet, SheetWeapon, View, WeaponSlot};
use crate::content::Rule;
use crate::content::breakdown::{Label, Sums, Total};
use crate::content::condition::{AttackKind, CitedStatus, Condition, Forbidden, Status};
use crate::content::flags::StatusKind;
use crate::content::gear::{Range, RangedKind, WeaponProperty};
use crate::content::policy::{CoverPolicy, Increments, RangePolicy, Rulebook};
use crate::content::refusal::Refusal;
use crate::content::stat::Stat;

/// Kind of attack.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Mode {
    /// Within melee reach.
    Melee,
    /// With a missile or thrown weapon.
    Ranged,
    /// Attack by magic, neither melee nor ranged.
    Spell,
}

impl Mode {
    /// Whether it is a melee attack.
    pub fn is_melee(self) -> bool {
        self == Mode::Melee
    }

    /// Whether it belongs to the given kind.
    pub fn is(self, kind: AttackKind) -> bool {
        match kind {
            AttackKind::Any => true,
            AttackKind::Melee => self == Mode::Melee,
            AttackKind::Ranged => self == Mode::Ranged,
        }
    }
}

/// Reasons why a combatant cannot attack at all.
pub(super) enum Hindrance<'a> {
    /// Unconscious, dead or no longer in the battle.
    Away(Rule),
    /// A condition forbids it.
    Forbidden(&'a Condition, &'a CitedStatus),
    /// In a space that is too crowded.
    Packed(Rule),
}

/// The reason why a combatant cannot attack at all, or `None`. Must be cheap: it is called for every enemy of a target.
pub(super) fn hindrance<'a>(view: View<'_>, book: Rulebook<'a>, id: CombatantId) -> Option<Hindrance<'a>> {
    let sum = status::flags(view, book, id);
    if view.row(id).gone || !status::is_awake(view, book, id, sum) {
        return Some(Hindrance::Away(book.policies.consciousness.unconscious_rule));
    }
    let forbidding = |what| if sum.forbids(what) { status::forbidding(view, book, id, what) } else { None };
    if let Some((condition, status)) = forbidding(Forbidden::Attack).or_else(|| forbidding(Forbidden::Act)) {
        return Some(Hindrance::Forbidden(condition, status));
    }
    match space::crowding(view, book, id) {
        Crowding::Packed { rule, .. } => Some(Hindrance::Packed(rule)),
        _ => None,
    }
}

/// Whether a combatant can take an attack action in its current position.
///
/// # Errors
/// Refuses combatants that are unconscious, dead, prevented by a condition, or in a space that is too crowded.
pub fn may_attack(view: View<'_>, book: Rulebook<'_>, id: CombatantId) -> Result<(), Refusal> {
    Err(match hindrance(view, book, id) {
        None => return Ok(()),
        Some(Hindrance::Away(rule)) => Refusal::new("is unable to fight", rule),
        Some(Hindrance::Forbidden(condition, status)) => {
            Refusal::new(format!("cannot attack while {}", condition.name.to_lowercase()), status.rule)
        }
        Some(Hindrance::Packed(rule)) => Refusal::new("the space is too full to fight in", rule),
    })
}

/// How an attack with a weapon would be made: melee if the target is in reach, otherwise ranged.
///
/// # Errors
/// Refuses weapons that are not in hand or that a condition forbids, targets out of reach and range, and targets that
/// cannot be seen.
pub fn mode(
    view: View<'_>,
    book: Rulebook<'_>,
    attacker: CombatantId,
    slot: WeaponSlot,
    target: CombatantId,
) -> Result<Mode, Refusal> {
    let (ground, policy) = (book.policies.board.rule, &book.policies.attack);
    let ready = view.row(attacker).sheet.weapon(slot).filter(|_| reach::is_usable(view, attacker, slot));
    let Some(held) = ready else {
        return Err(Refusal::new("the weapon is not in hand", policy.skill_rule));
    };
    if view.row(target).gone {
        return Err(Refusal::new("the target is gone", ground));
    }
    usable(view, book, attacker, held, WeaponProperty::Long, Forbidden::LongWeapons)?;
    if reach::in_melee_reach(view, book, attacker, slot, target) {
        return Ok(Mode::Melee);
    }
    let Some(range) = held.weapon.range else {
        return Err(Refusal::new("out of reach", ground));
    };
    usable(view, book, attacker, held, WeaponProperty::UsableProne, Forbidden::RangedUnlessUsableProne)?;
    in_range(view, book, (attacker, target), range)?;
    match cover::sees(view, book, attacker, target) {
        true => Ok(Mode::Ranged),
        false => Err(Refusal::new("the target cannot be seen", policy.cover.unseen_rule())),
    }
}

/// Maximum distance, in cells, at which a combatant could attack with a weapon.
pub fn max_distance(view: View<'_>, book: Rulebook<'_>, id: CombatantId, slot: WeaponSlot) -> u16 {
    let Some(held) = view.row(id).sheet.weapon(slot) else { return 0 };
    let shot = held.weapon.range.map_or(0, |range| maximum_range(view, &book.policies.attack.range, id, range));
    let shot = u16::try_from(shot / u32::from(book.policies.board.feet.max(1))).unwrap_or(u16::MAX);
    shot.max(reach::cells(book, reach::melee_reach(view, book, id, slot)))
}

/// The rule by which an attack removes the weapon from the attacker's hand: thrown weapons land on the ground.
pub fn landing_rule(view: View<'_>, book: Rulebook<'_>, id: CombatantId, slot: WeaponSlot, mode: Mode) -> Option<Rule> {
    let thrown = mode == Mode::Ranged && view.row(id).sheet.weapon(slot).is_some_and(|held| held.weapon.is_thrown());
    book.policies.attack.range.lands.filter(|_| thrown)
}

/// Checks that no condition forbids a weapon. Long weapons are forbidden for having the property, ranged weapons for
/// lacking it.
fn usable(
    view: View<'_>,
    book: Rulebook<'_>,
    id: CombatantId,
    held: &SheetWeapon,
    property: WeaponProperty,
    what: Forbidden,
) -> Result<(), Refusal> {
    if held.weapon.has(property) != (property == WeaponProperty::Long) {
        return Ok(());
    }
    status::forbids(view, book, id, what).map_or(Ok(()), Err)
}

fn in_range(
    view: View<'_>,
    book: Rulebook<'_>,
    (attacker, target): (CombatantId, CombatantId),
    range: Range,
) -> Result<(), Refusal> {
    let policy = &book.policies.attack.range;
    if feet_between(view, book, attacker, target) <= maximum_range(view, policy, attacker, range) {
        return Ok(());
    }
    let rule = match range.kind {
        RangedKind::Missile => policy.missile_rule,
        RangedKind::Thrown => policy.thrown_rule,
    };
    Err(Refusal::new("out of range", rule))
}

/// Distance between two combatants in feet.
pub fn feet_between(view: View<'_>, book: Rulebook<'_>, a: CombatantId, b: CombatantId) -> u32 {
    u32::from(reach::distance_between(view, book, a, b)) * u32::from(book.policies.board.feet)
}

/// Maximum range of a weapon in feet, for this combatant; at least one increment.
pub fn maximum_range(view: View<'_>, policy: &RangePolicy, id: CombatantId, range: Range) -> u32 {
    let increments = match range.kind {
        RangedKind::Missile => policy.missile_increments,
        RangedKind::Thrown => {
            let further = policy.thrown_stat.map_or(0, |stat| view.row(id).sheet.stat(stat));
            policy.thrown_increments.saturating_add(further)
        }
    };
    u32::from(range.increment) * u32::from(increments.max(1).unsigned_abs())
}

/// Number of range increments that count against an attack; 0 within the first increment.
pub fn increments(counts: Increments, feet: u32, increment: u16) -> i16 {
    let increment = u32::from(increment.max(1));
    let counted = match counts {
        Increments::Exceeded => feet.div_ceil(increment).saturating_sub(1),
        Increments::Whole if feet <= increment => 0,
        Increments::Whole => feet / increment,
    };
    i16::try_from(counted).unwrap_or(i16::MAX)
}

/// Attack bonus with a weapon: fixed terms, range penalty and situational modifiers.
pub fn to_hit<S: Sums>(
    view: View<'_>,
    book: Rulebook<'_>,
    attacker: CombatantId,
    slot: WeaponSlot,
    target: CombatantId,
    mode: Mode,
) -> S {
    let mut sum = S::default();
    if view.row(attacker).sheet.weapon(slot).is_some() {
        add_weapon_terms(view, book, (attacker, slot), target, mode, &mut sum);
        add_situation(view, book, attacker, target, mode, &mut sum);
    }
    sum
}

/// Adds the fixed terms of a weapon and the range penalty.
pub fn add_weapon_terms(
    view: View<'_>,
    book: Rulebook<'_>,
    (attacker, slot): (CombatantId, WeaponSlot),
    target: CombatantId,
    mode: Mode,
    sum: &mut impl Sums,
) {
    let Some(held) = view.row(attacker).sheet.weapon(slot) else { return };
    sum.extend(if mode.is_melee() { &held.to_hit } else { &held.to_hit_at_range });
    if let (Mode::Ranged, Some(range)) = (mode, held.weapon.range) {
        let policy = &book.policies.attack.range;
        let counted = increments(policy.counts, feet_between(view, book, attacker, target), range.increment);
        let each = policy.per_increment;
        sum.add_if(Label::RangeIncrements, each.amount.saturating_mul(counted), each.rule);
    }
}

/// Upper bound on the attack bonus against this target from any cell: no range penalty, no cover, and with higher
/// ground or flanking wherever these are possible.
pub fn max_attack_bonus(
    view: View<'_>,
    book: Rulebook<'_>,
    attacker: CombatantId,
    slot: Option<WeaponSlot>,
    target: CombatantId,
) -> i16 {
    let Some(held) = slot.and_then(|slot| view.row(attacker).sheet.weapon(slot)) else { return i16::MAX / 2 };
    let policy = &book.policies.attack;
    let base = held.to_hit.total().max(held.to_hit_at_range.total());
    let level = view.board().is_level();
    let higher = policy.higher_ground.as_ref().filter(|_| !level).map_or(0, |higher| higher.bonus.amount);
    let flanked = if flanking::could_flank(view, book, target, attacker) { flanking::max_modifier(book) } else { 0 };
    let conditions =
        status::counted_of(view, book, attacker, StatusKind::Attack).map(|(_, status, times)| match status.does {
            Status::Attack { amount, .. } => amount.saturating_mul(times).max(0),
            _ => 0,
        });
    let mut facts = Total::default();
    add_pair_facts(view, attacker, target, &mut facts);
    let better = [higher, flanked, policy.feet.map_or(0, |feet| feet.amount), facts.total()];
    let better = better.into_iter().chain(conditions).fold(0, |sum: i16, more| sum.saturating_add(more.max(0)));
    base.saturating_add(better)
}

/// Whether an unarmed strike uses feet, knees or elbows because both hands are full (TC-481).
pub fn uses_feet(view: View<'_>, id: CombatantId, slot: WeaponSlot) -> bool {
    view.row(id).sheet.unarmed == Some(slot) && grapple::free_hands(view, id) == 0
}

/// Melee attack bonus of a combatant without any weapon.
pub fn unarmed_to_hit<S: Sums>(book: Rulebook<'_>, sheet: &Sheet) -> S {
    let policy = &book.policies.attack;
    let mut sum = S::default();
    sum.add(Label::Stat(policy.skill), sheet.stat(policy.skill), policy.skill_rule);
    sum.add_if(Label::Stat(Stat::Strength), sheet.stat(Stat::Strength), policy.attribute_rule);
    sum
}

/// Situational modifiers to any attack roll, with or without a weapon: higher ground, flanking, cover, crowding and
/// conditions.
pub fn situational_modifiers<S: Sums>(
    view: View<'_>,
    book: Rulebook<'_>,
    attacker: CombatantId,
    target: CombatantId,
    mode: Mode,
) -> S {
    let mut sum = S::default();
    add_situation(view, book, attacker, target, mode, &mut sum);
    sum
}

fn add_situation(
    view: View<'_>,
    book: Rulebook<'_>,
    attacker: CombatantId,
    target: CombatantId,
    mode: Mode,
    sum: &mut impl Sums,
) {
    let policy = &book.policies.attack;
    if let Some(higher) = &policy.higher_ground
        && view.board().height_difference(view.footprint(attacker), view.footprint(target)) >= higher.by
    {
        sum.add_if(Label::HigherGround, higher.bonus.amount, higher.bonus.rule);
    }
    let flanked = flanking::modifier(view, book, attacker, target, mode.is_melee());
    let graded = matches!(policy.cover, CoverPolicy::Grades(_));
    let covered = graded.then(|| cover::cover(view, book, attacker, target));
    let covered = covered.and_then(|covered| cover::modifier(&policy.cover, &covered));
    for (label, modifier) in flanked.into_iter().chain(covered) {
        sum.add_if(label, modifier.amount, modifier.rule);
    }
    if let Crowding::Crowded(modifier) | Crowding::Packed { crowded: modifier, .. } =
        space::crowding(view, book, attacker)
    {
        sum.add_if(Label::CrowdedSpace, modifier.amount, modifier.rule);
    }
    for (condition, status, times) in status::counted_of(view, book, attacker, StatusKind::Attack) {
        match status.does {
            Status::Attack { kind, amount } if mode.is(kind) => {
                sum.add_if(Label::Named(condition.id), amount.saturating_mul(times), status.rule);
            }
            _ => {}
        }
    }
    add_pair_facts(view, attacker, target, sum);
}

fn add_pair_facts(view: View<'_>, attacker: CombatantId, target: CombatantId, sum: &mut impl Sums) {
    for fact in view.row(attacker).pairs.towards(target) {
        match fact.slant {
            PairRelation::NextAttack { to_hit, .. } => sum.add_if(Label::Feint, to_hit, fact.rule),
            PairRelation::Attack(amount) => sum.add_if(Label::Distracted, amount, fact.rule),
            PairRelation::Mutual(amount) => sum.add_if(Label::Mutual, amount, fact.rule),
            PairRelation::Defence(_) | PairRelation::Has(_) | PairRelation::Passes { .. } => {}
        }
    }
}
