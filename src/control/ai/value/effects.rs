//! The value of effects other than harm.

use super::conditions::{FACES, active_defence_bonus, condition_cost, exposure, lost_active_defence};
use super::displacement;
use super::expected_value::best_attack;
use crate::battle::{Act, CombatantId, SheetWeapon, WeaponLocation};
use crate::content::Name;
use crate::content::advantage::AdvantageKind;
use crate::content::condition::{AttackKind, Condition, Ends, Status};
use crate::content::effect::{Displacement, Effect, Harmed, Hold, Who};
use crate::content::gear::RangedKind;
use crate::control::ai::model::{Consequence, Situation, USUAL_DEFENCE, lost_if_disarmed, weapon_damage_rate};
use crate::mechanics::attack::Mode;
use crate::mechanics::{advantage, status};

/// Counts that a combatant usually stays prone.
const PRONE: i32 = 12;
/// Counts that being prone costs where standing up takes one action of a turn.
const STANDING_UP: i32 = 8;
/// Counts for which holding an enemy makes a difference: the holder does nothing else meanwhile.
const HOLDING: i32 = 8;
/// Counts that a hold usually lasts for the one held.
const HELD: i32 = 22;
/// Counts that a combatant usually stays in a net or pinned to a wall.
const CAUGHT: i32 = 10;
/// Cost of releasing a hold.
const RELEASE: i32 = 50;
/// Cost of moving into an enemy's space.
const ENTER: i32 = 300;

/// The value of an effect other than harm on a target.
pub fn value(situation: &Situation<'_>, does: &Effect, target: CombatantId) -> i32 {
    let dealt = situation.combatants.get(target).damage_rate * situation.ally_hp_value / 100;
    let policies = &situation.rules.policies;
    match does {
        Effect::Gain { who: Who::Target, condition } | Effect::Inflict { who: Who::Target, condition, .. } => {
            condition_value(situation, target, *condition)
        }
        Effect::Gain { who: Who::Actor, condition } => -condition_value(situation, situation.actor, *condition),
        Effect::Topple { .. } => condition_value(situation, target, policies.consciousness.falls),
        Effect::Staple { condition } => entangled(situation, target, *condition),
        Effect::GainTowards { condition, .. } if situation.plans_whole_turns() => {
            follow_up(situation, target, *condition)
        }
        Effect::GainTowards { condition, .. } => condition_value(situation, target, *condition) / 4,
        Effect::NextAttack { to_hit, damage } => next_attack(situation, *to_hit, *damage, target),
        Effect::Distract { .. } if situation.allies().next().is_some() => dealt / 10,
        Effect::Grab => hold(situation, target),
        Effect::Tighten(Hold::Pinned) => {
            policies.grapple.pinned.map_or(0, |pinned| condition_value(situation, target, pinned) / 2)
        }
        Effect::Tighten(Hold::HardToBreak(_)) => hold(situation, target) / 8,
        Effect::BreakHold { on_ally, .. } => broken_hold(situation, target, *on_ally),
        Effect::Displace(Displacement::Enter) => -ENTER,
        Effect::Displace(how) => {
            let compute = || displacement::value(situation, target, *how);
            situation.cache.consequences.get_or_insert((target, Consequence::Displaced(*how)), compute)
        }
        Effect::Item(_) => lost_weapon(situation, target),
        Effect::Harm { to: Harmed::Item, .. } => lost_weapon(situation, target) / 4,
        Effect::Offer(name) => offered(situation, *name, target),
        Effect::Release => -RELEASE,
        _ => 0,
    }
}

/// The value of a condition for as long as it usually lasts; 0 if the target has it already.
fn condition_value(situation: &Situation<'_>, target: CombatantId, name: Name) -> i32 {
    situation.cache.consequences.get_or_insert((target, Consequence::Condition(name)), || {
        let Some(condition) = situation.rules.conditions.get(name) else { return 0 };
        if status::has_condition(situation.game(), target, name) {
            return 0;
        }
        let cost = condition_cost(situation, target, condition) * duration(situation, target, condition) / 10;
        cost + follow_up(situation, target, name)
    })
}

/// Counts for which a condition usually makes a difference.
fn duration(situation: &Situation<'_>, target: CombatantId, condition: &Condition) -> i32 {
    match condition.ends {
        Ends::Never if condition.stance.is_some() && situation.plans_whole_turns() => STANDING_UP,
        Ends::Never if condition.stance.is_some() => PRONE,
        Ends::Never if entangles(condition) => CAUGHT,
        Ends::Never => 30,
        Ends::BearerActs if situation.plans_whole_turns() => situation.counts_per_tick() / 2,
        Ends::BearerActs => situation.combatants.get(target).counts_until_turn.max(2),
        Ends::CauserActs => situation.counts_per_tick().max(8),
        Ends::CauserTurn if situation.plans_whole_turns() => 0,
        Ends::CauserTurn | Ends::Attacked => 3,
        Ends::After(counts) => i32::from(counts) * situation.counts_per_tick(),
    }
}

/// Whether a condition is that of a combatant in a net or pinned to a wall.
fn entangles(condition: &Condition) -> bool {
    condition.does.iter().any(|cited| matches!(cited.does, Status::Caught { .. }))
}

/// The value of entangling an enemy where it stands. In melee it fights on; elsewhere it is kept away.
fn entangled(situation: &Situation<'_>, target: CombatantId, name: Name) -> i32 {
    let values = situation.combatants.get(target);
    let mut opponents = situation.combatants.enemies(values.side);
    let fights = values.is_ranged || opponents.any(|one| situation.distance_between(one.id, target) <= values.reach);
    let kept_away = if fights { 0 } else { values.damage_rate * situation.ally_hp_value / 100 * CAUGHT / 20 };
    condition_value(situation, target, name) + kept_away
}

/// The cost of losing the weapon used by an act because an effect leaves it in the target. Missiles and nets cost nothing.
pub fn lost_weapon_cost(situation: &Situation<'_>, act: &Act, does: &Effect) -> i32 {
    let sheet = &situation.row().sheet;
    let used = act.weapon.and_then(|slot| sheet.weapon(slot)).filter(|_| matches!(does, Effect::Staple { .. }));
    let is_missile = |entry: &SheetWeapon| entry.weapon.range.is_some_and(|range| range.kind == RangedKind::Missile);
    let harms = |entry: &SheetWeapon| weapon_damage_rate(situation.rules, sheet, entry, USUAL_DEFENCE) > 0;
    let lost = used.is_some_and(|entry| !is_missile(entry) && harms(entry));
    if lost { lost_weapon(situation, situation.actor) } else { 0 }
}

/// Gain of the remaining attacks of this turn if the target has a condition that grants advantage: the second die hits where
/// the first misses.
fn follow_up(situation: &Situation<'_>, target: CombatantId, condition: Name) -> i32 {
    if situation.actions_after == 0 || target == situation.actor || !would_grant_advantage(situation, condition) {
        return 0;
    }
    let net = advantage::deciding(situation.game(), situation.actor, target, Mode::Melee).net();
    let attack = best_attack(situation, target).filter(|_| net != Some(AdvantageKind::Advantage));
    let Some(attack) = attack.map(|attack| attack.appraisal) else { return 0 };
    let (value, misses) = (situation.combatants.get(target).value, 1000 - i32::from(attack.hits));
    // All attacks together cannot be worth more than the target.
    let gained = attack.value * misses / 1000;
    let capped = |earlier: i32| gained.min((value - earlier * attack.value - attack.value).max(0));
    (0..situation.actions_after).map(capped).sum()
}

/// Whether a condition grants advantage to the acting combatant's attacks on its bearer.
fn would_grant_advantage(situation: &Situation<'_>, condition: Name) -> bool {
    let Some(condition) = situation.rules.conditions.get(condition) else { return false };
    condition.does.iter().any(|cited| match cited.does {
        Status::EdgeAgainst { kind, gives } => {
            gives == AdvantageKind::Advantage && kind.covers(!situation.own().is_ranged)
        }
        Status::Also(other) => would_grant_advantage(situation, other),
        _ => false,
    })
}

/// The value of holding a target; 0 if it is held already.
fn hold(situation: &Situation<'_>, target: CombatantId) -> i32 {
    situation.cache.consequences.get_or_insert((target, Consequence::Held), || {
        let grapple = &situation.rules.policies.grapple;
        let Some(condition) = situation.rules.conditions.get(grapple.held) else { return 0 };
        if status::has_condition(situation.game(), target, grapple.held) {
            return 0;
        }
        let advantage = grapple.shared.as_ref().map_or(0, |it| follow_up(situation, target, it.towards_holder));
        // Breaking free costs the target time.
        let time = situation.combatants.get(target).damage_rate * situation.ally_hp_value / 100 / 3;
        let cost = condition_cost(situation, target, condition) * HOLDING / 10;
        cost + time + advantage + displacement::throw_after_hold(situation, target)
    })
}

/// The value of breaking an enemy's hold on the acting combatant or, with `on_ally`, on any ally.
fn broken_hold(situation: &Situation<'_>, holder: CombatantId, on_ally: bool) -> i32 {
    let holds = situation.view.holds_by(holder).filter(|hold| hold.held == situation.actor || on_ally);
    let grapple = &situation.rules.policies.grapple;
    let cost = |pinned: bool, held: CombatantId| {
        let name = grapple.pinned.filter(|_| pinned).unwrap_or(grapple.held);
        situation.rules.conditions.get(name).map_or(0, |condition| condition_cost(situation, held, condition))
    };
    let each = holds.map(|hold| {
        let pinned = if hold.is_pin() { cost(true, hold.held) } else { 0 };
        (regained_defence(situation, hold.held) + cost(false, hold.held) + pinned) * HELD / 10
    });
    each.max().unwrap_or(0)
}

/// The value per ten counts of being able to defend actively again.
fn regained_defence(situation: &Situation<'_>, held: CombatantId) -> i32 {
    exposure(situation, held, AttackKind::Any) * active_defence_bonus(situation, held) / FACES
}

/// The value of a bonus on the next attack, provided that it is the next action.
fn next_attack(situation: &Situation<'_>, to_hit: i16, damage: i16, target: CombatantId) -> i32 {
    let (own, target) = (situation.own(), situation.combatants.get(target));
    let attack = own.damage_rate * 9 / 10 * target.value_per_hp() / 100;
    attack * i32::from(to_hit) / FACES + i32::from(damage) * target.value_per_hp() / 2
}

/// The value of a combatant's loss of the weapon in its hand, until it has that or another one in hand.
fn lost_weapon(situation: &Situation<'_>, target: CombatantId) -> i32 {
    situation.cache.consequences.get_or_insert((target, Consequence::Disarmed), || {
        let values = situation.combatants.get(target);
        let mut weapons = situation.view.row(target).arms.weapons.iter();
        let carries = weapons.any(|held| held.place == WeaponLocation::Carried);
        let counts = if carries || situation.plans_whole_turns() { 6 } else { 14 };
        let lost = lost_if_disarmed(situation.view, situation.rules, target);
        let value = lost * situation.opposed_hp_value(values.side) / 100 * counts / 10;
        if values.is_ranged {
            return value;
        }
        let lost = lost_active_defence(situation, target, situation.rules.policies.defence.able);
        value + exposure(situation, target, AttackKind::Melee) * lost / FACES * counts / 10
    })
}

/// The value of a free further action: about half of its best effect.
fn offered(situation: &Situation<'_>, name: Name, target: CombatantId) -> i32 {
    let Some(check) = situation.rules.actions.get(name).and_then(|action| action.check()) else { return 0 };
    check.effects().map(|does| value(situation, does, target)).max().unwrap_or(0) / 2
}
