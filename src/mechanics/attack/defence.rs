//! Defences: which defence applies to an attack, and its value. Both rule systems. Parrying, unarmed defence and
//! replaced defences are Time Count (TC-410, TC-411, TC-480); lost armour is Fragments (TA-221).

use std::borrow::Cow;

use smallvec::SmallVec;

use super::Mode;
use crate::battle::{CombatantId, PairRelation, View};
use crate::content::{
    AttackKind, Breakdown, DefenceGear, Label, Name, Rule, Stat, Status, StatusKind, Trait, UnableDefence, WornGear,
};
use crate::mechanics::space::{self, Crowding};
use crate::mechanics::{Game, grapple, line, mount, reach, status};

/// The defence against an attack and its terms, as [`add_defence`] adds them.
pub fn defence(
    game: Game<'_>,
    attacker: CombatantId,
    target: CombatantId,
    asked: Option<Stat>,
    mode: Mode,
) -> (Stat, Breakdown) {
    let mut sum = Breakdown::new();
    (add_defence(game, attacker, target, asked, mode, &mut sum), sum)
}

/// Adds the terms of the defence against an attack, and says which one it is. With `asked: None` the normal defence
/// applies, depending on whether the target can react. If another defence replaces it, a term of 0 gives the reason.
pub fn add_defence(
    game: Game<'_>,
    attacker: CombatantId,
    target: CombatantId,
    asked: Option<Stat>,
    mode: Mode,
    sum: &mut Breakdown,
) -> Stat {
    let policy = &game.policies.defence;
    let ranged = policy.ranged.filter(|_| mode.is(AttackKind::Distant)).map(|ranged| ranged.stat);
    let wanted = asked.or(ranged).unwrap_or(policy.able);
    let replaced = replacement(game, target, wanted, mode);
    let stat = replaced.map_or(wanted, |(by, _, _)| by);
    let better = if asked.is_none() { better_defence(game, (attacker, target), stat) } else { None };
    let (stat, replaced) = match better {
        Some(Better { by: Some(by), label, rule, .. }) => (by, Some((by, label, rule))),
        _ => (stat, replaced),
    };
    let own = static_terms(game, target, stat);
    sum.extend(&own);
    lost_gear(game, target, &own, sum);
    if let Some(Better { by: None, plus, label, rule }) = better {
        sum.add_if(label, plus, rule);
    }
    if let Some((_, label, rule)) = replaced {
        sum.add(label, 0, rule);
    }
    add_bound_shield(game, target, &own, sum);
    add_situation_of_defence(game, (attacker, target), stat, mode, sum);
    if let Some(mounted) = mount::defence(game, target, attacker).filter(|_| asked.is_none() && mode.is_melee()) {
        sum.add_if(Label::Mounted, mounted.amount, mounted.rule);
    }
    stat
}

/// Adds what conditions and the attacker change in a defence, whether it is a number or rolled (FS-G15).
pub fn add_situation_of_defence(
    game: Game<'_>,
    (attacker, target): (CombatantId, CombatantId),
    stat: Stat,
    mode: Mode,
    sum: &mut Breakdown,
) {
    add_statuses(game, target, stat, mode, sum);
    let policy = &game.policies.defence;
    let physical = stat == policy.able || policy.ranged.is_some_and(|ranged| ranged.stat == stat);
    if let Some(entered) = space::entered(game, target).filter(|_| physical) {
        sum.add_if(Label::CrowdedSpace, entered.defence.amount, entered.defence.rule);
    }
    for fact in game.row(target).pairs.towards(attacker) {
        if let PairRelation::Defence(amount) = fact.slant {
            sum.add_if(Label::Distracted, amount, fact.rule);
        }
    }
}

fn static_terms(game: Game<'_>, id: CombatantId, stat: Stat) -> Cow<'_, Breakdown> {
    let sheet = &game.row(id).sheet;
    match sheet.derived.find(stat) {
        Some(derived) if !derived.terms().is_empty() => Cow::Borrowed(derived),
        _ => Cow::Owned(Breakdown::of([(Label::Stat(stat), sheet.stats.get(stat), game.policies.defence.able_rule)])),
    }
}

/// Removes the shield bonus if a hold keeps the shield arm busy.
fn add_bound_shield(game: Game<'_>, id: CombatantId, own: &Breakdown, sum: &mut Breakdown) {
    let (Some(bonus), Some(shared)) =
        (own.term(Label::Stat(game.policies.roles.shield)), &game.policies.grapple.shared)
    else {
        return;
    };
    if grapple::is_shield_blocked(game.view, id) {
        let held = game.holds_on(id).next().is_some();
        let rule = if held { shared.held_arm_rule } else { shared.holder_arm_rule };
        sum.add_if(Label::Held, bonus.saturating_neg(), rule);
    }
}

/// Removes the bonus of a dropped shield or destroyed armour (TA-221).
fn lost_gear(game: Game<'_>, id: CombatantId, own: &Breakdown, sum: &mut Breakdown) {
    let (row, roles) = (game.row(id), &game.policies.roles);
    let destroyed = game.policies.things.as_ref().map(|things| things.destroyed_rule);
    let shield = row.sheet.shield.as_ref().filter(|_| !row.arms.shield);
    let armor = row.sheet.armor.as_ref().filter(|_| row.arms.armor_is_useless());
    let lost = [
        shield.map(|shield| (roles.shield, shield.id, shield.bonus, shield.rule)),
        armor.map(|armor| (roles.armor, armor.id, armor.bonus, armor.rule)),
    ];
    for (stat, name, bonus, rule) in lost.into_iter().flatten() {
        if own.term(Label::Stat(stat)).is_some() {
            sum.add_if(Label::Named(name), bonus.saturating_neg(), destroyed.unwrap_or(rule));
        }
    }
}

/// The defence that currently replaces the wanted one, with reason and rule.
fn replacement(game: Game<'_>, id: CombatantId, wanted: Stat, mode: Mode) -> Option<(Stat, Label, Rule)> {
    let by_status = status::each_of(game, id, StatusKind::Defence).find_map(|(condition, status)| match status.does {
        Status::Replace { defence, by } if defence == wanted => Some((by, Label::Named(condition.id), status.rule)),
        _ => None,
    });
    let policy = &game.policies.defence;
    let unable = || {
        let unable = policy.unable.as_ref().filter(|_| wanted == policy.able)?;
        let (label, rule) = match space::crowding(game, id) {
            Crowding::Packed { defence_rule, .. } => (Label::CrowdedSpace, defence_rule),
            _ => unarmed(game.view, unable, id, mode)?,
        };
        Some((unable.stat, label, rule))
    };
    by_status.or_else(unable)
}

/// What a defensive posture offers in place of a defence.
struct Better {
    /// The stat used in its place; `None` if the defence itself is higher with a bonus.
    by: Option<Stat>,
    /// The bonus.
    plus: i16,
    label: Label,
    rule: Rule,
}

/// The best that a condition makes of a defence against an attacker that the target sees (HD-243, HD-244).
fn better_defence(game: Game<'_>, (attacker, target): (CombatantId, CombatantId), stat: Stat) -> Option<Better> {
    let sheet = &game.row(target).sheet;
    let mut offers = status::each_of(game, target, StatusKind::Defence).filter_map(|(condition, status)| {
        let Status::BestDefence { of, or_plus } = &status.does else { return None };
        let (label, rule) = (Label::Named(condition.id), status.rule);
        let best = of.iter().copied().rev().max_by_key(|stat| sheet.stat(*stat));
        let by = best.filter(|best| sheet.stat(*best) > sheet.stat(stat).saturating_add(*or_plus));
        Some(Better { by, plus: *or_plus, label, rule })
    });
    offers.next().filter(|_| line::sees(game, target, attacker))
}

/// Why a combatant without a melee weapon and without unarmed training cannot react to a melee attack (TC-480).
fn unarmed(view: View<'_>, policy: &UnableDefence, id: CombatantId, mode: Mode) -> Option<(Label, Rule)> {
    let trained = || view.row(id).sheet.has(Trait::UnarmedTrained);
    if !mode.is_melee() || reach::wields_melee_weapon(view, id).is_some() || trained() {
        return None;
    }
    let shoots = reach::wields_ranged_weapon(view, id).is_some();
    Some((Label::NoMeleeWeapon, if shoots { policy.ranged_rule } else { policy.unarmed_rule }))
}

/// Adds the modifier for training in the gear that a defence is rolled with (FS-055, FS-135).
pub fn add_training(game: Game<'_>, id: CombatantId, gear: DefenceGear, sum: &mut Breakdown) {
    let Some(policy) = &game.policies.attack.familiarity else { return };
    let sheet = &game.row(id).sheet;
    match gear {
        DefenceGear::Shield if sheet.untrained.contains(&WornGear::Shield) => {
            sum.add_if(Label::Untrained, policy.no_affinity.amount, policy.no_affinity.rule);
        }
        DefenceGear::Shield => {}
        DefenceGear::Weapon => {
            let slots = reach::melee_slots(game.view, id);
            let armed = slots.iter().filter(|slot| sheet.unarmed != Some(**slot) || slots.len() == 1);
            let skills = armed.filter_map(|slot| sheet.weapon(*slot)).map(|held| policy.of(held.skill));
            let best = skills.max_by_key(|known| known.map_or(0, |(_, modifier)| modifier.amount)).flatten();
            best.into_iter().for_each(|(label, modifier)| sum.add_if(label, modifier.amount, modifier.rule));
        }
    }
}

fn add_statuses(game: Game<'_>, id: CombatantId, stat: Stat, mode: Mode, sum: &mut Breakdown) {
    let mut ladders = SmallVec::new();
    for (condition, status, times) in status::counted_of(game, id, StatusKind::Defence) {
        let label = Label::Named(condition.id);
        match status.does {
            Status::Defence { stat: of, against, amount, ladder }
                if of.is_none_or(|of| of == stat) && mode.is(against) =>
            {
                let term = (label, amount.saturating_mul(times), status.rule);
                match ladder {
                    Some(ladder) => worst_of(&mut ladders, ladder, term),
                    None => sum.add_if(term.0, term.1, term.2),
                }
            }
            Status::Parry { defence, least, shield } if defence == stat => {
                let row = game.row(id);
                let half = parrying_bonus(game.view, id).div_euclid(2);
                let bonus = row.sheet.shield.as_ref().filter(|_| row.arms.shield).map_or(0, |held| held.bonus);
                let raised = bonus.saturating_mul(shield);
                sum.add_if(label, half, status.rule);
                sum.add_if(Label::Stat(game.policies.roles.shield), raised, status.rule);
                let missing = least.saturating_sub(half.saturating_add(raised)).max(0);
                sum.add_if(Label::Minimum, missing, status.rule);
            }
            _ => {}
        }
    }
    ladders.into_iter().for_each(|(_, (label, amount, rule))| sum.add_if(label, amount, rule));
}

/// Keeps the worst modifier of each ladder (PR-G07).
fn worst_of(ladders: &mut SmallVec<[(Name, LadderTerm); 2]>, ladder: Name, term: LadderTerm) {
    match ladders.iter_mut().find(|(known, _)| *known == ladder) {
        Some((_, worst)) if term.1 < worst.1 => *worst = term,
        Some(_) => {}
        None => ladders.push((ladder, term)),
    }
}

/// A modifier of a ladder.
type LadderTerm = (Label, i16, Rule);

/// Best attack bonus of weapons in hand (TC-410), also ranged ones (TC-411); without a weapon of the unarmed strike.
fn parrying_bonus(view: View<'_>, id: CombatantId) -> i16 {
    let sheet = &view.row(id).sheet;
    let slots = reach::usable_slots(view, id);
    let armed = slots.iter().filter(|slot| sheet.unarmed != Some(**slot) || slots.len() == 1);
    armed.filter_map(|slot| sheet.weapon(*slot)).map(|held| held.to_hit.total()).max().unwrap_or(0)
}
