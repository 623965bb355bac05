//! Attack bonus: fixed terms of the weapon, range penalty and situational modifiers. Used by both rule systems.

use super::{Mode, arms, increments};
use crate::battle::{CombatantId, Facing, PairRelation, Sheet, View, WeaponSlot};
use crate::content::{
    Breakdown, CitedStatus, Condition, CoverGrades, CoverPolicy, Label, Modifier, Name, Rulebook, Status, StatusKind,
};
use crate::mechanics::space::{self, Crowding};
use crate::mechanics::{Game, cover, flanking, grapple, mount, reach, sight, status};

/// Adds the attack bonus with a weapon: fixed terms, range penalty and situational modifiers.
pub fn add_to_hit(
    game: Game<'_>,
    (attacker, slot): (CombatantId, WeaponSlot),
    target: CombatantId,
    mode: Mode,
    sum: &mut Breakdown,
) {
    if game.row(attacker).sheet.weapon(slot).is_some() {
        add_weapon_terms(game, (attacker, slot), target, mode, sum);
        add_situation(game, attacker, target, mode, sum);
    }
}

/// Adds the fixed terms of a weapon and the range penalty.
pub fn add_weapon_terms(
    game: Game<'_>,
    (attacker, slot): (CombatantId, WeaponSlot),
    target: CombatantId,
    mode: Mode,
    sum: &mut Breakdown,
) {
    add_weapon_terms_at(game, (attacker, slot), || reach::measured_distance(game, attacker, target), mode, sum);
}

/// Adds the fixed terms of a weapon and the penalty of a range in the board's unit.
pub(in crate::mechanics) fn add_weapon_terms_at(
    game: Game<'_>,
    (attacker, slot): (CombatantId, WeaponSlot),
    distance: impl Fn() -> u32,
    mode: Mode,
    sum: &mut Breakdown,
) {
    let Some(held) = game.row(attacker).sheet.weapon(slot) else { return };
    sum.extend(if mode.is_melee() { &held.to_hit } else { &held.to_hit_at_range });
    if let (Mode::Ranged, Some(range)) = (mode, held.weapon.range) {
        let policy = &game.policies.attack.range;
        let counted = increments(policy.counts, distance(), range.increment);
        let each = policy.per_increment;
        sum.add_if(Label::RangeIncrements, each.amount.saturating_mul(counted), each.rule);
    }
    arms::add_wounded(game, (attacker, slot), sum);
}

/// Upper bound on the attack bonus from any cell: no range penalty or cover, higher ground and flanking if possible.
pub fn max_attack_bonus(game: Game<'_>, attacker: CombatantId, slot: Option<WeaponSlot>, target: CombatantId) -> i16 {
    let Some(held) = slot.and_then(|slot| game.row(attacker).sheet.weapon(slot)) else { return i16::MAX / 2 };
    let policy = &game.policies.attack;
    let base = held.to_hit.total().max(held.to_hit_at_range.total());
    let level = game.board().is_level();
    let higher = policy.higher_ground.as_ref().filter(|_| !level).map_or(0, |higher| higher.bonus.amount);
    // A kept facing counts also while its bearer is not flanked (TC-436).
    let turned = game.row(target).facing != Facing::AllAround;
    let flanks = turned || flanking::could_flank(game, target, attacker);
    let flanked = if flanks { flanking::max_modifier(game.book()) } else { 0 };
    let conditions =
        status::counted_of(game, attacker, StatusKind::Attack).map(|(_, status, times)| match status.does {
            Status::Attack { amount, .. } | Status::Rolls(amount) => amount.saturating_mul(times).max(0),
            _ => 0,
        });
    let mut facts = Breakdown::unlabelled(0);
    add_pair_facts(game.view, attacker, target, &mut facts);
    let exposed =
        status::counted_of(game, target, StatusKind::AttackAgainst).map(|(_, status, times)| match status.does {
            Status::AttackAgainst { amount, .. } => amount.saturating_mul(times).max(0),
            _ => 0,
        });
    let mounted = mount::attack(game, attacker, target).map_or(0, |mounted| mounted.amount);
    let better = [higher, flanked, policy.feet.map_or(0, |feet| feet.amount), facts.total(), mounted];
    let better =
        better.into_iter().chain(conditions).chain(exposed).fold(0, |sum: i16, more| sum.saturating_add(more.max(0)));
    base.saturating_add(better)
}

/// Whether an unarmed strike uses feet, knees or elbows because both hands are full (TC-481).
pub fn uses_feet(view: View<'_>, id: CombatantId, slot: WeaponSlot) -> bool {
    view.row(id).sheet.unarmed == Some(slot) && grapple::free_hands(view, id) == 0
}

/// Adds the melee attack bonus of a combatant without any weapon.
pub fn add_unarmed_to_hit(book: Rulebook<'_>, sheet: &Sheet, sum: &mut Breakdown) {
    let policy = &book.policies.attack;
    sum.add(Label::Stat(policy.skill), sheet.stat(policy.skill), policy.skill_rule);
    let unarmed = book.policies.roles.unarmed;
    sum.add_if(Label::Stat(unarmed), sheet.stat(unarmed), policy.attribute_rule);
}

/// Adds situational modifiers to any attack roll: higher ground, flanking, cover, concealment, crowding, riding and conditions.
pub fn add_situation(game: Game<'_>, attacker: CombatantId, target: CombatantId, mode: Mode, sum: &mut Breakdown) {
    let policy = &game.policies.attack;
    if let Some(higher) = &policy.higher_ground
        && game.board().height_difference(game.footprint(attacker), game.footprint(target)) >= higher.by
    {
        sum.add_if(Label::HigherGround, higher.bonus.amount, higher.bonus.rule);
    }
    let flanked = flanking::modifier(game, attacker, target, mode);
    let covered = cover::modifier_against(game, attacker, target, mode);
    let (covered, stance) = worse_of_cover_and_stance(game, target, mode, covered, sum);
    let concealed = sight::concealment_modifier(game, attacker, target).map(|modifier| (Label::Concealed, modifier));
    for (label, modifier) in flanked.into_iter().chain(covered).chain(concealed) {
        sum.add_if(label, modifier.amount, modifier.rule);
    }
    add_conditions_of_target(game, target, mode, stance, sum);
    if let Some(mounted) = mount::attack(game, attacker, target).filter(|_| mode.is_melee()) {
        sum.add_if(Label::Mounted, mounted.amount, mounted.rule);
    }
    add_own_situation(game, attacker, mode, sum);
    add_pair_facts(game.view, attacker, target, sum);
}

/// The penalty of cover if it counts, and the stance of the target whose penalty counts in its place: where the two do not add
/// up, the worse one counts, and a term of 0 says so (HD-107).
fn worse_of_cover_and_stance(
    game: Game<'_>,
    target: CombatantId,
    mode: Mode,
    covered: Option<(Label, Modifier)>,
    sum: &mut Breakdown,
) -> (Option<(Label, Modifier)>, Option<Name>) {
    let held = game.row(target).stance.held;
    let CoverPolicy::Grades(CoverGrades { or_stance: Some(rule), .. }) = game.policies.attack.cover else {
        return (covered, None);
    };
    let (Some(stance), Some((label, cover))) = (held, covered) else { return (covered, None) };
    let against = |(condition, status, times): (&Condition, &CitedStatus, i16)| match status.does {
        Status::AttackAgainst { kind, amount } if condition.id == stance && mode.is(kind) => {
            amount.saturating_mul(times)
        }
        _ => 0,
    };
    let exposed = status::counted_of(game, target, StatusKind::AttackAgainst).map(against).fold(0, i16::saturating_add);
    if exposed >= 0 || cover.amount >= 0 {
        return (covered, None);
    }
    if exposed <= cover.amount {
        sum.add(label, 0, rule);
        (None, None)
    } else {
        sum.add(Label::Named(stance), 0, rule);
        (covered, Some(stance))
    }
}

/// Adds the modifiers that conditions of the target, except one, give to attacks on it, such as those of lying prone (FS-G15).
fn add_conditions_of_target(game: Game<'_>, target: CombatantId, mode: Mode, but: Option<Name>, sum: &mut Breakdown) {
    for (condition, status, times) in status::counted_of(game, target, StatusKind::AttackAgainst) {
        match status.does {
            Status::AttackAgainst { kind, amount } if mode.is(kind) && but != Some(condition.id) => {
                sum.add_if(Label::Named(condition.id), amount.saturating_mul(times), status.rule);
            }
            _ => {}
        }
    }
}

/// Adds the modifiers of the attacker's crowded space and conditions, whatever the target.
pub(in crate::mechanics) fn add_own_situation(game: Game<'_>, attacker: CombatantId, mode: Mode, sum: &mut Breakdown) {
    if let Crowding::Crowded(modifier) | Crowding::Packed { crowded: modifier, .. } = space::crowding(game, attacker) {
        sum.add_if(Label::CrowdedSpace, modifier.amount, modifier.rule);
    }
    for (condition, status, times) in status::counted_of(game, attacker, StatusKind::Attack) {
        match status.does {
            Status::Attack { kind, amount } if mode.is(kind) => {
                sum.add_if(Label::Named(condition.id), amount.saturating_mul(times), status.rule);
            }
            Status::Rolls(amount) => sum.add_if(Label::Named(condition.id), amount.saturating_mul(times), status.rule),
            _ => {}
        }
    }
}

fn add_pair_facts(view: View<'_>, attacker: CombatantId, target: CombatantId, sum: &mut Breakdown) {
    for fact in view.row(attacker).pairs.towards(target) {
        match fact.slant {
            PairRelation::NextAttack { to_hit, .. } => sum.add_if(Label::Feint, to_hit, fact.rule),
            PairRelation::Attack(amount) => sum.add_if(Label::Distracted, amount, fact.rule),
            PairRelation::Mutual(amount) => sum.add_if(Label::Mutual, amount, fact.rule),
            PairRelation::Defence(_)
            | PairRelation::Has(_)
            | PairRelation::Passes { .. }
            | PairRelation::PushedAlong(_)
            | PairRelation::Sneaks { .. }
            | PairRelation::Guard(_)
            | PairRelation::Enters
            | PairRelation::Drags(_) => {}
        }
    }
}
