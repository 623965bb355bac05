//! What conditions cost their bearer's side, in value per ten counts.

use crate::battle::CombatantId;
use crate::content::advantage::AdvantageKind;
use crate::content::condition::{AttackKind, Condition, Forbidden, Status};
use crate::content::stat::Stat;
use crate::control::ai::model::{Consequence, Situation};
use crate::mechanics::attack::Mode;
use crate::mechanics::{reach, status};

/// Points of a roll with the value of the whole attack: about as many faces hit.
pub const FACES: i32 = 9;

/// Cost per ten counts of a condition that its bearer does not have yet.
pub fn condition_cost(situation: &Situation<'_>, bearer: CombatantId, condition: &Condition) -> i32 {
    // Advantage does not add up.
    let open = grants_advantage(situation, bearer);
    let counts = |does: &Status| !(open && matches!(does, Status::EdgeAgainst { gives: AdvantageKind::Advantage, .. }));
    let does = condition.does.iter().map(|cited| &cited.does).filter(|does| counts(does));
    does.map(|does| status_cost(situation, bearer, does)).sum()
}

/// Cost per ten counts of one status; negative if it helps its bearer.
pub fn status_cost(situation: &Situation<'_>, id: CombatantId, does: &Status) -> i32 {
    let bearer = situation.combatants.get(id);
    let dealt = bearer.damage_rate * situation.opposed_hp_value(bearer.side) / 100;
    match does {
        Status::Attack { kind, amount } if kind.covers(!bearer.is_ranged) => dealt * i32::from(-*amount) / FACES,
        Status::Attack { .. } => 0,
        Status::Defence { against, amount, .. } => exposure(situation, id, *against) * i32::from(-*amount) / FACES,
        Status::Replace { defence, .. } => {
            let lost = lost_active_defence(situation, id, *defence);
            exposure(situation, id, AttackKind::Any) * lost / FACES
        }
        Status::Forbid(things) => things.iter().map(|thing| dealt * forbidden_share(*thing) / 100).max().unwrap_or(0),
        Status::HalfRate | Status::CutsRate { .. } => dealt / 20,
        Status::Helpless => dealt,
        Status::Parry { least, .. } => {
            let gained = i32::from(*least).max(parry_bonus(situation, id));
            -exposure(situation, id, AttackKind::Any) * gained / FACES
        }
        Status::OwnEdge { kind, gives } if kind.covers(!bearer.is_ranged) => -dealt * faces(*gives) / FACES,
        Status::OwnEdge { .. } => 0,
        Status::EdgeAgainst { kind, gives } => exposure(situation, id, *kind) * faces(*gives) / FACES,
        Status::LosesActions { actions, .. } => dealt * i32::from(*actions) / 3,
        Status::Burns { damage, .. } | Status::Festers { damage, .. } => {
            // Ten counts are about three turns of three actions.
            damage.mean_times_two() * bearer.value_per_hp() / 2
        }
        Status::Also(name) => {
            situation.rules.conditions.get(*name).map_or(0, |implied| condition_cost(situation, id, implied))
        }
        Status::Blind => dealt * faces(AdvantageKind::Advantage) / FACES,
        Status::Unseen => exposure(situation, id, AttackKind::Any) * faces(AdvantageKind::Disadvantage) / FACES,
        Status::Stifles => dealt / 4,
        Status::OwnEdgeWith { gives, .. } => -dealt * faces(*gives) / FACES / 2,
        Status::Stat { stat, amount, .. } if stat.is_defence() => {
            exposure(situation, id, AttackKind::Any) * i32::from(-*amount) / FACES / 2
        }
        Status::Stat { amount, .. } | Status::Damage(amount) => dealt * i32::from(-*amount) / FACES,
        Status::SlowerClass(classes) => dealt * i32::from(*classes) / 5,
        Status::SlowerCounts { counts, .. } => dealt * i32::from(*counts) / 10,
        Status::SkipsBuildUp
        | Status::StatIs { .. }
        | Status::Builds { .. }
        | Status::Caught { .. }
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
        Forbidden::LongWeapons | Forbidden::RangedUnlessUsableProne => 10,
        Forbidden::AllButPreparing => 50,
    }
}

/// Points that parrying adds to a combatant's defence.
pub fn parry_bonus(situation: &Situation<'_>, id: CombatantId) -> i32 {
    let row = situation.view.row(id);
    let slots = reach::melee_slots(situation.view, id);
    let best = slots.iter().filter_map(|slot| row.sheet.weapon(*slot)).map(|entry| entry.to_hit.total()).max();
    let shield = row.sheet.shield.as_ref().filter(|_| row.arms.shield).map_or(0, |shield| shield.bonus);
    i32::from(best.unwrap_or(0).div_euclid(2) + shield)
}

/// Value of the damage per ten counts that a combatant takes from enemies that can soon make such attacks.
pub fn exposure(situation: &Situation<'_>, id: CombatantId, kind: AttackKind) -> i32 {
    situation.cache.consequences.get_or_insert((id, Consequence::Exposed(kind)), || {
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
pub fn lost_active_defence(situation: &Situation<'_>, id: CombatantId, defence: Stat) -> i32 {
    let (stat, _) = situation.defence(situation.actor, id, Some(defence), Mode::Melee);
    if stat != defence || id == situation.actor { 0 } else { active_defence_bonus(situation, id) }
}

/// How much better active defence is than passive defence.
pub fn active_defence_bonus(situation: &Situation<'_>, id: CombatantId) -> i32 {
    let (policy, sheet) = (&situation.rules.policies.defence, &situation.view.row(id).sheet);
    policy.unable.as_ref().map_or(0, |unable| i32::from(sheet.stat(policy.able) - sheet.stat(unable.stat)))
}

/// Whether all attacks on a combatant have advantage already.
fn grants_advantage(situation: &Situation<'_>, id: CombatantId) -> bool {
    let grants = |does: &Status| matches!(does, Status::EdgeAgainst { gives: AdvantageKind::Advantage, .. });
    status::each(situation.game(), id).any(|(_, cited)| grants(&cited.does))
}
