//! Which defence meets an attack, and how good it is.

use std::borrow::Cow;

use super::attack::Mode;
use super::space::{self, Crowding};
use super::{grapple, reach, status};
use crate::battle::{CombatantId, Slant, View};
use crate::content::Rule;
use crate::content::breakdown::{Breakdown, Label, Sums};
use crate::content::condition::Status;
use crate::content::policy::{Rulebook, UnableDefence};
use crate::content::stat::Stat;
use crate::content::sum::Kind;
use crate::content::unit::Trait;

/// The defence that meets an attack, with its terms. `asked: None` is the normal one: that of one who is able to react,
/// or of one who is not. Where another defence takes its place, a term of 0 says why.
pub fn defence<S: Sums>(
    view: View<'_>,
    book: Rulebook<'_>,
    attacker: CombatantId,
    target: CombatantId,
    asked: Option<Stat>,
    mode: Mode,
) -> (Stat, S) {
    let wanted = asked.unwrap_or(book.policies.defence.able);
    let replaced = replacement(view, book, target, wanted, mode);
    let stat = replaced.map_or(wanted, |(by, _, _)| by);
    let (own, mut sum) = (static_terms(view, book, target, stat), S::default());
    sum.extend(&own);
    lost_gear(view, book, target, &own, &mut sum);
    if let Some((_, label, rule)) = replaced {
        sum.add(label, 0, rule);
    }
    add_bound_shield(view, book, target, &own, &mut sum);
    add_statuses(view, book, target, stat, mode, &mut sum);
    for fact in view.row(target).pairs.towards(attacker) {
        if let Slant::Defence(amount) = fact.slant {
            sum.add_if(Label::Distracted, amount, fact.rule);
        }
    }
    (stat, sum)
}

/// The terms on its sheet.
fn static_terms<'a>(view: View<'a>, book: Rulebook<'_>, id: CombatantId, stat: Stat) -> Cow<'a, Breakdown> {
    let sheet = &view.row(id).sheet;
    match sheet.derived.get(stat as usize) {
        Some(derived) if !derived.terms().is_empty() => Cow::Borrowed(derived),
        _ => {
            let mut sum = Breakdown::new();
            sum.add(Label::Stat(stat), sheet.stats.get(stat), book.policies.defence.able_rule);
            Cow::Owned(sum)
        }
    }
}

/// Takes off the shield of one whose shield arm a hold keeps busy.
fn add_bound_shield(view: View<'_>, book: Rulebook<'_>, id: CombatantId, own: &Breakdown, sum: &mut impl Sums) {
    let (Some(bonus), Some(shared)) = (own.term(Label::Stat(Stat::Shield)), &book.policies.grapple.shared) else {
        return;
    };
    if grapple::shield_is_bound(view, id) {
        let held = view.holds_on(id).next().is_some();
        sum.add_if(
            Label::Held,
            bonus.saturating_neg(),
            if held { shared.held_arm_rule } else { shared.holder_arm_rule },
        );
    }
}

/// Takes off what a shield no longer on the arm, or a destroyed suit of armour, would give (TA-221).
fn lost_gear(view: View<'_>, book: Rulebook<'_>, id: CombatantId, own: &Breakdown, sum: &mut impl Sums) {
    let row = view.row(id);
    let destroyed = book.policies.things.as_ref().map(|things| things.destroyed_rule);
    let shield = row.sheet.shield.as_ref().filter(|_| !row.arms.shield);
    let armor = row.sheet.armor.as_ref().filter(|_| row.arms.armor_is_broken());
    let lost = [
        shield.map(|shield| (Stat::Shield, shield.id, shield.bonus, shield.rule)),
        armor.map(|armor| (Stat::Armor, armor.id, armor.bonus, armor.rule)),
    ];
    for (stat, name, bonus, rule) in lost.into_iter().flatten() {
        if own.term(Label::Stat(stat)).is_some() {
            sum.add_if(Label::Named(name), bonus.saturating_neg(), destroyed.unwrap_or(rule));
        }
    }
}

/// What takes the place of a defence now, why, and by which rule.
fn replacement(
    view: View<'_>,
    book: Rulebook<'_>,
    id: CombatantId,
    wanted: Stat,
    mode: Mode,
) -> Option<(Stat, Label, Rule)> {
    let by_status = status::each_of(view, book, id, Kind::Defence).find_map(|(condition, status)| match status.does {
        Status::Replace { defence, by } if defence == wanted => Some((by, Label::Named(condition.id), status.rule)),
        _ => None,
    });
    let policy = &book.policies.defence;
    let unable = || {
        let unable = policy.unable.as_ref().filter(|_| wanted == policy.able)?;
        let (label, rule) = packed(view, book, id).or_else(|| unarmed(view, unable, id, mode))?;
        Some((unable.stat, label, rule))
    };
    by_status.or_else(unable)
}

/// Why one whose space is too full cannot react.
fn packed(view: View<'_>, book: Rulebook<'_>, id: CombatantId) -> Option<(Label, Rule)> {
    match space::crowding(view, book, id) {
        Crowding::Packed { defence_rule, .. } => Some((Label::CrowdedSpace, defence_rule)),
        _ => None,
    }
}

/// Why one without a melee weapon, and without the training to do without, cannot react to an attack in melee (TC-480).
fn unarmed(view: View<'_>, policy: &UnableDefence, id: CombatantId, mode: Mode) -> Option<(Label, Rule)> {
    let trained = || view.row(id).sheet.has(Trait::UnarmedTrained);
    if !mode.is_melee() || reach::wields_melee_weapon(view, id).is_some() || trained() {
        return None;
    }
    let shoots = reach::wields_ranged_weapon(view, id).is_some();
    Some((Label::NoMeleeWeapon, if shoots { policy.ranged_rule } else { policy.unarmed_rule }))
}

/// Adds what conditions and stances of the target do to a defence.
fn add_statuses(view: View<'_>, book: Rulebook<'_>, id: CombatantId, stat: Stat, mode: Mode, sum: &mut impl Sums) {
    for (condition, status, times) in status::counted_of(view, book, id, Kind::Defence) {
        let label = Label::Named(condition.id);
        match status.does {
            Status::Defence { stat: of, against, amount } if of.is_none_or(|of| of == stat) && mode.is(against) => {
                sum.add_if(label, amount.saturating_mul(times), status.rule);
            }
            Status::Parry { defence, least, shield } if defence == stat => {
                add_parry(view, id, (least, shield), (label, status.rule), sum);
            }
            _ => {}
        }
    }
}

/// Adds what parrying gives: half the attack bonus, the shield's bonus so many times more, and in all never less than
/// `least`.
fn add_parry(
    view: View<'_>,
    id: CombatantId,
    (least, shield): (i16, i16),
    (label, rule): (Label, Rule),
    sum: &mut impl Sums,
) {
    let row = view.row(id);
    let half = parrying_bonus(view, id).div_euclid(2);
    let bonus = row.sheet.shield.as_ref().filter(|_| row.arms.shield).map_or(0, |held| held.bonus);
    let doubled = bonus.saturating_mul(shield);
    sum.add_if(label, half, rule);
    sum.add_if(Label::Stat(Stat::Shield), doubled, rule);
    sum.add_if(Label::Minimum, least.saturating_sub(half.saturating_add(doubled)).max(0), rule);
}

/// The best attack bonus among the weapons in hand (TC-410), ranged ones too (TC-411); an unarmed strike parries only
/// without any.
fn parrying_bonus(view: View<'_>, id: CombatantId) -> i16 {
    let sheet = &view.row(id).sheet;
    let slots = reach::usable_slots(view, id);
    let armed = slots.iter().filter(|slot| sheet.unarmed != Some(**slot) || slots.len() == 1);
    armed.filter_map(|slot| sheet.weapon(*slot)).map(|held| held.to_hit.total()).max().unwrap_or(0)
}
