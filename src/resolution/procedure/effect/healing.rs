//! Healing, including healing split between hit points and fatigue, and bonus hit points.

use crate::battle::{CombatantId, Vitals, Ward};
use crate::content::{Amount, Breakdown, Healing, HealthModel, Label, Measure, Name, PoisonHeals, Rule, Status};
use crate::mechanics::health;
use crate::resolution::act::{Pick, PickPurpose};
use crate::resolution::event::{BattleEvent, Facts};
use crate::resolution::frame::{Deciding, Frame};
use crate::resolution::plan::PlannedEffect;
use crate::resolution::procedure::action::check::outcome;
use crate::resolution::procedure::consequence::wounds;
use crate::resolution::procedure::effect::duration;
use crate::resolution::step::{Inputs, StepResult};
use crate::turn::{DueKind, Phase};

/// Restores lost hit points, up to the maximum (TA-G20). Where healing is split, its caster is asked first.
pub(crate) fn heal(
    effect: &PlannedEffect,
    amount: &Amount,
    inputs: &mut Inputs<'_>,
    events: &mut Facts,
) -> Option<Frame> {
    let (who, by, rule) = (effect.target, effect.actor, effect.rule);
    let amount = healing(effect, amount, inputs);
    if let Some(Healing::Split { .. }) = policy(inputs) {
        return Some(Deciding::about(PlannedEffect { dealt: Some(amount), ..effect.clone() }));
    }
    let before = inputs.view.row(who).vitals;
    let hit_points = before.hit_points.saturating_add(amount.total().max(0)).min(before.maximum.max(before.hit_points));
    let vitals = Vitals { hit_points, ..before };
    events.push(BattleEvent::Healed { who, by, amount, vitals, rule, part: None });
    None
}

/// A wound becomes lighter, or heals (HD-348, HD-352).
pub(crate) fn heal_wound(effect: &PlannedEffect, steps: u16, inputs: &mut Inputs<'_>, events: &mut Facts) {
    let (who, by, rule) = (effect.target, effect.actor, effect.rule);
    let policy = &inputs.rules.policies.consciousness;
    let HealthModel::Slots(slots) = &policy.collapse else { return };
    let mut vitals = inputs.view.row(who).vitals;
    let Some(level) = health::treated_wound(policy, &vitals, effect.act.part) else { return };
    let wanted = usize::from(steps.saturating_add(effect.farther)).min(level + 1);
    let (treated, done) = vitals.wounds.treated(level, wanted);
    vitals.wounds = treated;
    let mut amount = Breakdown::of([(Label::Level, wanted as i16, rule)]);
    amount.add_if(Label::Overflow, done as i16 - wanted as i16, slots.overflow_rule);
    events.push(BattleEvent::Healed { who, by, amount, vitals, rule, part: Some(slots.levels[level].id) });
    if done > 0 {
        wounds::may_wake(who, vitals, inputs, events);
    }
}

/// A part of the body regains points, up to its maximum (PR-188, PR-190).
pub(crate) fn heal_part(
    effect: &PlannedEffect,
    (amount, part): (&Amount, Option<Name>),
    inputs: &mut Inputs<'_>,
    events: &mut Facts,
) {
    let (who, by, rule) = (effect.target, effect.actor, effect.rule);
    let policy = &inputs.rules.policies.consciousness;
    let HealthModel::Parts(body) = &policy.collapse else { return };
    let mut vitals = inputs.view.row(who).vitals;
    let Some(at) = health::healed_part(policy, &vitals, part.or(effect.act.part)) else { return };
    let amount = healing(effect, amount, inputs);
    let (left, most) = (&mut vitals.parts.left[at], vitals.parts.most[at]);
    *left = left.saturating_add(amount.total().max(0)).min(most);
    events.push(BattleEvent::Healed { who, by, amount, vitals, rule, part: Some(body.parts[at].id) });
    wounds::may_wake(who, vitals, inputs, events);
}

/// Rolls the amount of healing of an effect.
pub(crate) fn healing(effect: &PlannedEffect, amount: &Amount, inputs: &mut Inputs<'_>) -> Breakdown {
    let sheet = &inputs.view.row(effect.actor).sheet;
    outcome::amount_roll(sheet, amount, &effect.act, effect.rule).for_all_points().roll(inputs.book(), inputs.dice)
}

/// Asks the caster how many points become hit points, if there is a choice. The others remove fatigue (TC-111).
pub(crate) fn split(deciding: Deciding, picked: Option<Pick>, inputs: &Inputs<'_>) -> StepResult {
    let Some(dealt) = deciding.effect.dealt.clone() else { return StepResult::nothing() };
    let before = inputs.view.row(deciding.effect.target).vitals;
    let (points, healed) = (dealt.total().max(0), curable(&before, inputs));
    let most = points.min(room(&healed));
    // Points that neither pool can take are lost; a split cannot waste any others.
    let least = points.saturating_sub(healed.fatigue.max(0)).clamp(0, most);
    match picked {
        Some(Pick::Points(some)) => StepResult::done(vec![given(&deciding, dealt, some.clamp(0, most), inputs)]),
        _ if least == most => StepResult::done(vec![given(&deciding, dealt, most, inputs)]),
        _ => deciding.ask(PickPurpose::SplitHealing, (least..=most).map(Pick::Points).collect()),
    }
}

fn policy<'a>(inputs: &Inputs<'a>) -> Option<&'a Healing> {
    inputs.rules.policies.magic.as_ref().map(|magic| &magic.healing)
}

/// The pools as healing sees them, without poison damage where that heals separately (TC-497).
fn curable(vitals: &Vitals, inputs: &Inputs<'_>) -> Vitals {
    let Some(Healing::Split { poison: PoisonHeals::Apart { .. }, .. }) = policy(inputs) else { return *vitals };
    let hit_points = vitals.hit_points.saturating_add(vitals.poison_wounds).min(vitals.maximum);
    Vitals { hit_points, fatigue: (vitals.fatigue - vitals.poison_fatigue).max(0), ..*vitals }
}

/// How many more points of healing a combatant can have (TC-108, G-62).
fn room(vitals: &Vitals) -> i16 {
    vitals.maximum.saturating_sub(vitals.hit_points).saturating_sub(vitals.invigoration).max(0)
}

/// Adds points to the pool that is lost before normal hit points; the others remove fatigue, up to all of it (TC-109,
/// TC-110).
fn given(deciding: &Deciding, dealt: Breakdown, some: i16, inputs: &Inputs<'_>) -> BattleEvent {
    let (who, by, rule) = (deciding.effect.target, deciding.effect.actor, deciding.effect.rule);
    let before = inputs.view.row(who).vitals;
    let rest = dealt.total().max(0).saturating_sub(some).min(curable(&before, inputs).fatigue.max(0));
    let invigoration = before.invigoration.saturating_add(some);
    let vitals = Vitals { invigoration, fatigue: before.fatigue - rest, ..before };
    BattleEvent::Healed { who, by, amount: dealt, vitals, rule, part: None }
}

/// Temporary bonus hit points. Of two such effects the larger counts (TC-113, TC-115).
pub(crate) fn bolster(
    effect: &PlannedEffect,
    amount: &Amount,
    lasts: Measure,
    inputs: &mut Inputs<'_>,
    events: &mut Facts,
) {
    let amount = healing(effect, amount, inputs);
    let (who, rule, before) = (effect.target, effect.rule, inputs.view.row(effect.target).vitals);
    if amount.total() <= before.bonus {
        return;
    }
    let old = inputs.timeline.iter().filter(|due| matches!(due.what, DueKind::BonusEnds { who: of, .. } if of == who));
    events.extend(old.map(|due| BattleEvent::DueCancelled { due: due.id }));
    let at = inputs.view.count() + i32::from(duration::measured(lasts, effect, inputs));
    let vitals = Vitals { bonus: amount.total(), ..before };
    events.push(BattleEvent::Bolstered { who, amount, vitals, rule });
    inputs.schedule(at, Phase::Endings, 0, DueKind::BonusEnds { who, rule }, events);
}

/// Raises a ward. Of two of one kind the higher counts (PR-144, PR-149).
pub(crate) fn ward(
    effect: &PlannedEffect,
    (kind, points, of_a_hit): (Name, &Amount, Option<u16>),
    inputs: &mut Inputs<'_>,
    events: &mut Facts,
) {
    let Some(at) = inputs.rules.policies.damage.wards.iter().position(|known| known.id == kind) else { return };
    let amount = healing(effect, points, inputs);
    let (who, by, rule) = (effect.target, effect.actor, effect.rule);
    let mut vitals = inputs.view.row(who).vitals;
    let of_a_hit = of_a_hit.map_or(0, |most| i16::try_from(most).unwrap_or(i16::MAX));
    let ward = Ward { left: amount.total(), of_a_hit };
    match vitals.wards.0.get_mut(at) {
        Some(old) if old.left < ward.left => *old = ward,
        _ => return,
    }
    events.push(BattleEvent::Warded { who, by, ward: kind, amount, vitals, rule });
}

/// After a condition has ended: the wards that it upheld end (PR-148).
pub(crate) fn ward_ends(fact: &BattleEvent, inputs: &mut Inputs<'_>, events: &mut Facts) {
    let BattleEvent::ConditionLost { who, condition, .. } = *fact else { return };
    let Some(condition) = inputs.rules.conditions.get(condition) else { return };
    for cited in &condition.does {
        let Status::Upholds(kind) = cited.does else { continue };
        let mut vitals = inputs.view.row(who).vitals;
        let at = inputs.rules.policies.damage.wards.iter().position(|known| known.id == kind);
        let Some(ward) = at.and_then(|at| vitals.wards.0.get_mut(at)).filter(|ward| ward.left > 0) else { continue };
        *ward = Ward::default();
        let (ward, amount) = (kind, Breakdown::new());
        events.push(BattleEvent::Warded { who, by: who, ward, amount, vitals, rule: cited.rule });
    }
}

/// Ends the bonus hit points.
pub(crate) fn unbolster(who: CombatantId, rule: Rule, inputs: &Inputs<'_>, events: &mut Facts) {
    let before = inputs.view.row(who).vitals;
    if before.bonus > 0 {
        let vitals = Vitals { bonus: 0, ..before };
        events.push(BattleEvent::Bolstered { who, amount: Breakdown::new(), vitals, rule });
    }
}
