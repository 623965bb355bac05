//! Which weapon attacks are possible: in melee reach, or in range and seen.

use super::Mode;
use crate::battle::{CombatantId, SheetWeapon, View, WeaponSlot};
use crate::content::Rule;
use crate::content::condition::Forbidden;
use crate::content::gear::{Range, RangedKind, WeaponProperty};
use crate::content::policy::{Increments, RangePolicy};
use crate::content::refusal::Refusal;
use crate::mechanics::{Game, line, reach, status};

/// How an attack with a weapon would be made: melee if the target is in reach, otherwise ranged.
///
/// # Errors
/// Refuses weapons that are not in hand or that a condition forbids, targets out of reach and range, and targets that
/// cannot be seen.
pub fn mode(game: Game<'_>, attacker: CombatantId, slot: WeaponSlot, target: CombatantId) -> Result<Mode, Refusal> {
    let (ground, policy) = (game.policies.board.rule, &game.policies.attack);
    let ready = game.row(attacker).sheet.weapon(slot).filter(|_| reach::is_usable(game.view, attacker, slot));
    let Some(held) = ready else {
        return Err(Refusal::new("the weapon is not in hand", policy.skill_rule));
    };
    if game.row(target).gone {
        return Err(Refusal::new("the target is gone", ground));
    }
    usable(game, attacker, held, WeaponProperty::Long, Forbidden::LongWeapons)?;
    if reach::in_melee_reach(game, attacker, slot, target) {
        return Ok(Mode::Melee);
    }
    let Some(range) = held.weapon.range else {
        return Err(Refusal::new("out of reach", ground));
    };
    usable(game, attacker, held, WeaponProperty::UsableProne, Forbidden::RangedUnlessUsableProne)?;
    in_range(game, (attacker, target), range)?;
    match line::sees(game, attacker, target) {
        true => Ok(Mode::Ranged),
        false => Err(Refusal::new("the target cannot be seen", policy.cover.unseen_rule())),
    }
}

/// Maximum distance, in cells, at which a combatant could attack with a weapon.
pub fn max_distance(game: Game<'_>, id: CombatantId, slot: WeaponSlot) -> u16 {
    let Some(held) = game.row(id).sheet.weapon(slot) else { return 0 };
    let shot = held.weapon.range.map_or(0, |range| maximum_range(game.view, &game.policies.attack.range, id, range));
    let shot = u16::try_from(shot / u32::from(game.policies.board.feet.max(1))).unwrap_or(u16::MAX);
    shot.max(reach::cells(game.book(), reach::melee_reach(game, id, slot)))
}

/// The rule by which an attack removes the weapon from the attacker's hand: thrown weapons land on the ground.
pub fn landing_rule(game: Game<'_>, id: CombatantId, slot: WeaponSlot, mode: Mode) -> Option<Rule> {
    let thrown = mode == Mode::Ranged && game.row(id).sheet.weapon(slot).is_some_and(|held| held.weapon.is_thrown());
    game.policies.attack.range.lands.filter(|_| thrown)
}

/// Checks that no condition forbids a weapon. Long weapons are forbidden for having the property, ranged weapons for
/// lacking it.
fn usable(
    game: Game<'_>,
    id: CombatantId,
    held: &SheetWeapon,
    property: WeaponProperty,
    what: Forbidden,
) -> Result<(), Refusal> {
    if held.weapon.has(property) != (property == WeaponProperty::Long) {
        return Ok(());
    }
    status::forbids(game, id, what).map_or(Ok(()), Err)
}

fn in_range(game: Game<'_>, (attacker, target): (CombatantId, CombatantId), range: Range) -> Result<(), Refusal> {
    let policy = &game.policies.attack.range;
    if reach::feet_between(game, attacker, target) <= maximum_range(game.view, policy, attacker, range) {
        return Ok(());
    }
    let rule = match range.kind {
        RangedKind::Missile => policy.missile_rule,
        RangedKind::Thrown => policy.thrown_rule,
    };
    Err(Refusal::new("out of range", rule))
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
