//! The value of effects other than harm, and what conditions cost their bearer's side, in value per ten counts.

use super::expected_value::{best_attack, winners_action_value};
use super::protection::{healed, warded};
use super::{afflictions, displacement};
use crate::battle::{Act, CombatantId, SheetWeapon, WeaponLocation};
use crate::content::{
    AdvantageKind, AttackKind, Condition, Displacement, Effect, Ends, Forbidden, Harmed, Hold, Measure, Name, PoolId,
    RangedKind, Stat, Status, Who,
};
use crate::control::ai::model::{Consequence, Situation, lost_if_disarmed, usual_defence, weapon_damage_rate};
use crate::mechanics::attack::Mode;
use crate::mechanics::{advantage, reach, status};

const PRONE: i32 = 12;
/// Counts that being prone costs where standing up takes one action of a turn.
const STANDING_UP: i32 = 8;
/// Counts for which holding an enemy makes a difference: the holder does nothing else meanwhile.
const HOLDING: i32 = 8;
const HELD: i32 = 22;
/// Counts that a combatant usually stays in a net or pinned to a wall.
const CAUGHT: i32 = 10;
const RELEASE: i32 = 50;
const ENTER: i32 = 300;
/// One point of initiative is worth this part of what a combatant deals.
const INITIATIVE_SHARE: i32 = 20;

pub fn value(situation: &Situation<'_>, does: &Effect, target: CombatantId) -> i32 {
    let dealt = situation.combatants.get(target).damage_rate * situation.ally_hp_value / 100;
    let policies = &situation.rules.policies;
    match does {
        Effect::Inflict { who: Who::Target, condition, rounds, .. } => {
            inflicted(situation, target, *condition, *rounds)
        }
        Effect::Gain { who: Who::Target, condition } | Effect::GainLevels { who: Who::Target, condition, .. } => {
            condition_value(situation, target, *condition)
        }
        Effect::Gain { who: Who::Actor, condition } => -condition_value(situation, situation.actor, *condition),
        Effect::Topple { .. } => condition_value(situation, target, policies.consciousness.falls),
        Effect::Staple { condition } => entangled(situation, target, *condition),
        Effect::GainTowards { condition, .. } if situation.plans_whole_turns() => {
            follow_up(situation, target, *condition)
        }
        Effect::GainTowards { condition, .. } => condition_value(situation, target, *condition) / 4,
        Effect::NextAttack { to_hit, damage, edge } => {
            let points = edge.map_or(0, faces) + i32::from(*to_hit);
            next_attack(situation, points, *damage, target)
        }
        Effect::LosePoints { unless: Some(name), .. } if status::has_condition(situation.game(), target, *name) => 0,
        Effect::LosePoints { who, pool, points, .. } => {
            // A turn is about eight counts.
            let lost = lost_share(situation, dealt, *pool, (*points).into()) * 8 / 10;
            if *who == Who::Target { lost } else { -lost }
        }
        Effect::Distract { .. } if situation.allies().next().is_some() => dealt / 10,
        Effect::Grab => hold(situation, target),
        Effect::Tighten(Hold::Pinned) => {
            policies.grapple.pinned.map_or(0, |pinned| condition_value(situation, target, pinned) / 2)
        }
        Effect::Tighten(Hold::HardToBreak(_) | Hold::Stacks(1..)) => hold(situation, target) / 8,
        Effect::BreakHold { on_ally, .. } => broken_hold(situation, target, *on_ally),
        Effect::Loosen(_) => broken_hold(situation, target, false),
        Effect::DropUsed => -lost_weapon(situation, situation.actor),
        Effect::Displace(Displacement::Enter) => -ENTER,
        Effect::Displace(how) => {
            let compute = || displacement::value(situation, target, *how);
            situation.cache.consequences.get_or_insert_at(target.index(), Consequence::Displaced(*how), compute)
        }
        Effect::Item(_) => lost_weapon(situation, target),
        Effect::Harm { to: Harmed::Item, .. } => lost_weapon(situation, target) / 4,
        Effect::Offer(name) => offered(situation, *name, target),
        Effect::Choose { by, of } => {
            let best = |value: &dyn Fn(Name) -> i32| of.iter().map(|name| value(*name)).max().unwrap_or(0).max(0);
            match by {
                Who::Actor => best(&|name| winners_action_value(situation, name, target).unwrap_or(0)),
                Who::Target => -best(&|name| offered(situation, name, target)),
            }
        }
        Effect::Afflict { condition, level, .. } => {
            afflictions::cost_of(situation, target, *condition, *level) + condition_value(situation, target, *condition)
        }
        Effect::Release => -RELEASE,
        Effect::Heal(amount) => healed(situation, amount, target),
        Effect::Ward { kind, points, .. } => warded(situation, (*kind, points), target),
        _ => 0,
    }
}

/// The value of a condition for as long as it usually lasts; 0 if the target has it already.
fn condition_value(situation: &Situation<'_>, target: CombatantId, name: Name) -> i32 {
    situation.cache.consequences.get_or_insert_at(target.index(), Consequence::Condition(name), || {
        let Some(condition) = situation.rules.conditions.get(name) else { return 0 };
        if status::has_condition(situation.game(), target, name) {
            return 0;
        }
        let cost = condition_cost(situation, target, condition) * duration(situation, target, condition) / 10;
        cost + follow_up(situation, target, name)
    })
}

/// The value of a condition that lasts for some turns of the actor: that of one turn, as what comes later is worth less than a blow
/// now.
fn inflicted(situation: &Situation<'_>, target: CombatantId, name: Name, rounds: Measure) -> i32 {
    let whole = condition_value(situation, target, name);
    let condition =
        situation.rules.conditions.get(name).filter(|_| matches!(rounds, Measure::Just(_) | Measure::Dice(_)));
    let Some(condition) = condition else { return whole };
    let usual = duration(situation, target, condition).max(1);
    whole * situation.counts_per_tick().min(usual) / usual
}

fn duration(situation: &Situation<'_>, target: CombatantId, condition: &Condition) -> i32 {
    match condition.ends {
        Ends::Never if condition.stance.is_some() && situation.plans_whole_turns() => STANDING_UP,
        Ends::Never if condition.stance.is_some() => PRONE,
        Ends::Never if condition.does.iter().any(|cited| matches!(cited.does, Status::Caught { .. })) => CAUGHT,
        Ends::Never => 30,
        Ends::BearerActs if situation.plans_whole_turns() => situation.counts_per_tick() / 2,
        Ends::BearerTurn if situation.plans_whole_turns() => situation.counts_per_tick(),
        Ends::BearerActs | Ends::BearerTurn => situation.combatants.get(target).counts_until_turn.max(2),
        Ends::CauserActs => situation.counts_per_tick().max(8),
        Ends::CauserTurn if situation.plans_whole_turns() => 0,
        Ends::CauserTurn | Ends::Attacked => 3,
        Ends::After(counts) => i32::from(counts) * situation.counts_per_tick(),
        Ends::Rounds(rounds) => (i32::from(rounds) + 1) * situation.counts_per_tick(),
    }
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
    let harms =
        |entry: &SheetWeapon| weapon_damage_rate(situation.rules, sheet, entry, usual_defence(situation.rules)) > 0;
    let lost = used.is_some_and(|entry| !is_missile(entry) && harms(entry));
    if lost { lost_weapon(situation, situation.actor) } else { 0 }
}

/// Gain of this turn's remaining attacks from a condition that grants advantage: the second die hits where the first misses.
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
    situation.cache.consequences.get_or_insert_at(target.index(), Consequence::Held, || {
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
        // The value per ten counts of being able to defend actively again.
        let exposed = exposure(situation, hold.held, AttackKind::Any);
        let regained = exposed * active_defence_bonus(situation, hold.held) / FACES;
        let pinned = if hold.is_pin() { cost(true, hold.held) } else { 0 };
        (regained + cost(false, hold.held) + pinned) * HELD / 10
    });
    each.max().unwrap_or(0)
}

fn next_attack(situation: &Situation<'_>, to_hit: i32, damage: i16, target: CombatantId) -> i32 {
    let (own, target) = (situation.own(), situation.combatants.get(target));
    let attack = own.damage_rate * 9 / 10 * target.value_per_hp() / 100;
    attack * to_hit / FACES + i32::from(damage) * target.value_per_hp() / 2
}

/// The value of a combatant's loss of the weapon in its hand, until it has that or another one in hand.
fn lost_weapon(situation: &Situation<'_>, target: CombatantId) -> i32 {
    situation.cache.consequences.get_or_insert_at(target.index(), Consequence::Disarmed, || {
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
    let effects = check.effects().filter(|does| !matches!(does, Effect::Choose { .. }));
    effects.map(|does| value(situation, does, target)).max().unwrap_or(0) / 2
}

/// Points of a roll with the value of the whole attack: about as many faces hit.
const FACES: i32 = 9;

/// Cost per ten counts of a condition that its bearer does not have yet.
pub fn condition_cost(situation: &Situation<'_>, bearer: CombatantId, condition: &Condition) -> i32 {
    // Advantage does not add up.
    let open = grants_advantage(situation, bearer);
    let counts = |does: &Status| !(open && matches!(does, Status::EdgeAgainst { gives: AdvantageKind::Advantage, .. }));
    let does = condition.does.iter().map(|cited| &cited.does).filter(|does| counts(does));
    does.map(|does| status_cost(situation, bearer, does)).sum()
}

/// The part of all damage that is not dealt without some points of a pool.
fn lost_share(situation: &Situation<'_>, dealt: i32, pool: Name, points: i32) -> i32 {
    match situation.rules.policies.economy.find(pool) {
        Some((PoolId::ACTIONS, _)) => dealt * points / situation.actions_per_turn.max(1),
        _ => 0,
    }
}

/// Cost per ten counts of one status; negative if it helps its bearer.
pub fn status_cost(situation: &Situation<'_>, id: CombatantId, does: &Status) -> i32 {
    let bearer = situation.combatants.get(id);
    let dealt = bearer.damage_rate * situation.opposed_hp_value(bearer.side) / 100;
    match does {
        Status::Attack { kind, amount } if kind.covers(!bearer.is_ranged) => dealt * i32::from(-*amount) / FACES,
        Status::Attack { .. } => 0,
        Status::Rolls(amount) => dealt * i32::from(-*amount) / FACES,
        Status::Defence { against, amount, .. } => exposure(situation, id, *against) * i32::from(-*amount) / FACES,
        Status::AttackAgainst { kind, amount } => exposure(situation, id, *kind) * i32::from(*amount) / FACES,
        Status::Replace { defence, .. } => {
            let lost = lost_active_defence(situation, id, *defence);
            exposure(situation, id, AttackKind::Any) * lost / FACES
        }
        Status::Forbid(things) => things.iter().map(|thing| dealt * forbidden_share(*thing) / 100).max().unwrap_or(0),
        Status::HalfRate | Status::HalfRateDragging | Status::CutsRate { .. } => dealt / 20,
        Status::Rate { times, divided_by, .. } => {
            // Speed alone is worth little: walks are planned with the rate as it is.
            dealt / 20 * i32::from(times < divided_by) - dealt / 100 * i32::from(times > divided_by)
        }
        Status::BestDefence { or_plus, .. } => -exposure(situation, id, AttackKind::Any) * i32::from(*or_plus) / FACES,
        Status::Helpless => dealt,
        Status::Parry { least, .. } => {
            let gained = i32::from(*least).max(parry_bonus(situation, id));
            -exposure(situation, id, AttackKind::Any) * gained / FACES
        }
        Status::OwnEdge { kind, gives } if kind.covers(!bearer.is_ranged) => -dealt * faces(*gives) / FACES,
        Status::OwnEdge { .. } => 0,
        Status::EdgeAgainst { kind, gives } => exposure(situation, id, *kind) * faces(*gives) / FACES,
        Status::HalvesIncome { pool } => lost_share(situation, dealt, *pool, situation.actions_per_turn / 2),
        Status::Loses { pool, points } => lost_share(situation, dealt, *pool, (*points).into()),
        Status::Costs { pool, points } | Status::AttackCosts { pool, points } => {
            lost_share(situation, dealt, *pool, (*points).into())
        }
        Status::ForbidsCosts { pool, .. } => lost_share(situation, dealt, *pool, 1),
        Status::Burns { damage, .. } | Status::Festers { damage, .. } => {
            // Ten counts are about three turns of three actions.
            damage.mean_times_two() * bearer.value_per_hp() / 2
        }
        Status::Also(name) => {
            situation.rules.conditions.get(*name).map_or(0, |implied| condition_cost(situation, id, implied))
        }
        Status::Blind => dealt * faces(AdvantageKind::Advantage) / FACES,
        Status::Unseen => exposure(situation, id, AttackKind::Any) * faces(AdvantageKind::Disadvantage) / FACES,
        Status::Stifles | Status::HalvesWeapons { .. } => dealt / 4,
        Status::EdgeOn { defences, gives, .. } if !defences.is_empty() => {
            -exposure(situation, id, AttackKind::Any) * faces(*gives) / FACES
        }
        Status::EdgeOn { .. } => 0,
        Status::OwnEdgeWith { gives, .. } => -dealt * faces(*gives) / FACES / 2,
        Status::Stat { stat, amount, .. } if stat.is_defence() => {
            exposure(situation, id, AttackKind::Any) * i32::from(-*amount) / FACES / 2
        }
        Status::Stat { amount, .. } | Status::Damage(amount) => dealt * i32::from(-*amount) / FACES,
        Status::Initiative(amount) => dealt * i32::from(-*amount) / INITIATIVE_SHARE,
        Status::SlowerClass(classes) => dealt * i32::from(*classes) / 5,
        Status::SlowerCounts { counts, .. } => dealt * i32::from(*counts) / 10,
        Status::SkipsBuildUp
        | Status::StatIs { .. }
        | Status::AtLeastLevel(_)
        | Status::Upholds(_)
        | Status::Builds { .. }
        | Status::Caught { .. }
        | Status::Resists(_)
        | Status::LowersResistances(_)
        | Status::Marker => 0,
    }
}

fn faces(slope: AdvantageKind) -> i32 {
    if slope == AdvantageKind::Advantage { 4 } else { -4 }
}

/// The share of a combatant's damage that it cannot deal when something is forbidden, in hundredths.
fn forbidden_share(thing: Forbidden) -> i32 {
    match thing {
        Forbidden::Act | Forbidden::Attack => 100,
        Forbidden::Move => 12,
        Forbidden::Run | Forbidden::React => 0,
        Forbidden::LongWeapons | Forbidden::RangedUnlessUsableProne | Forbidden::RangedAttacks => 10,
        Forbidden::AllButPreparing => 50,
    }
}

pub fn parry_bonus(situation: &Situation<'_>, id: CombatantId) -> i32 {
    let row = situation.view.row(id);
    let slots = reach::melee_slots(situation.view, id);
    let best = slots.iter().filter_map(|slot| row.sheet.weapon(*slot)).map(|entry| entry.to_hit.total()).max();
    let shield = row.sheet.shield.as_ref().filter(|_| row.arms.shield).map_or(0, |shield| shield.bonus);
    i32::from(best.unwrap_or(0).div_euclid(2) + shield)
}

/// Value of the damage per ten counts that a combatant takes from enemies that can soon make attacks of this kind.
fn exposure(situation: &Situation<'_>, id: CombatantId, kind: AttackKind) -> i32 {
    situation.cache.consequences.get_or_insert_at(id.index(), Consequence::Exposed(kind), || {
        let bearer = situation.combatants.get(id);
        let enemies = situation.combatants.enemies(bearer.side).filter(|enemy| kind.covers(!enemy.is_ranged));
        let taken =
            enemies.map(|enemy| match i32::from(situation.distance_between(enemy.id, id)) - i32::from(enemy.reach) {
                _ if enemy.is_ranged => enemy.damage_rate / 2,
                ..=0 => enemy.damage_rate,
                1..=3 => enemy.damage_rate / 2,
                _ => 0,
            });
        taken.sum::<i32>() * bearer.value_per_hp() / 100
    })
}

/// How much an enemy's defence drops if it can no longer defend actively; 0 if it cannot already.
fn lost_active_defence(situation: &Situation<'_>, id: CombatantId, defence: Stat) -> i32 {
    let (stat, _) = situation.defence(situation.actor, id, Some(defence), Mode::Melee);
    if stat != defence || id == situation.actor { 0 } else { active_defence_bonus(situation, id) }
}

pub fn active_defence_bonus(situation: &Situation<'_>, id: CombatantId) -> i32 {
    let (policy, sheet) = (&situation.rules.policies.defence, &situation.view.row(id).sheet);
    policy.unable.as_ref().map_or(0, |unable| i32::from(sheet.stat(policy.able) - sheet.stat(unable.stat)))
}

fn grants_advantage(situation: &Situation<'_>, id: CombatantId) -> bool {
    let grants = |does: &Status| matches!(does, Status::EdgeAgainst { gives: AdvantageKind::Advantage, .. });
    status::each(situation.game(), id).any(|(_, cited)| grants(&cited.does))
}
