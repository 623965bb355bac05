//! Spells prepared before casting: preparation and its time, added difficulty, charges, loss, and concentration.

use crate::battle::{CombatantId, Incanting, Prepared, Stance, Target, Vitals};
use crate::content::{Breakdown, CountTurns, Does, Incant, Label, Name, PreparePolicy, Rule, SpeedClass};
use crate::mechanics::{health, incantation, status};
use crate::resolution::act::Act;
use crate::resolution::event::{BattleEvent, Facts, IncantStep};
use crate::resolution::plan::PlannedEffect;
use crate::resolution::procedure::effect::conditions;
use crate::resolution::step::Inputs;
use crate::turn::{Due, DueKind, Phase, speed};

pub(crate) fn policy<'a>(inputs: &Inputs<'a>) -> Option<&'a PreparePolicy> {
    incantation::policy(inputs.book())
}

pub(crate) fn change(effect: &PlannedEffect, step: Incant, inputs: &Inputs<'_>, events: &mut Facts) {
    let (Some(policy), who, rule) = (policy(inputs), effect.actor, effect.rule) else { return };
    let now = &inputs.view.row(who).incanting;
    match (step, now.spell) {
        (Incant::Begin, _) => begin(policy, effect, inputs, events),
        (Incant::Finish, Some(spell)) if spell.until.is_none() => finish(policy, who, spell, inputs, events),
        (Incant::Abandon, Some(spell)) if spell.until.is_none() => lose(who, rule, inputs, events),
        (Incant::Charge, Some(spell)) if spell.until.is_some() => {
            let more = Prepared { charges: spell.charges + 1, ..spell };
            changed(who, IncantStep::Charged, more, rule, inputs, events);
        }
        (Incant::Release, Some(spell)) if spell.charges > 0 => {
            let less = Prepared { charges: spell.charges - 1, ..spell };
            changed(who, IncantStep::Released, less, rule, inputs, events);
        }
        (Incant::Spend, _) => {
            drop_dues(who, inputs, events);
            let (now, spell) = (now.after_trying(effect.act.action), effect.act.action);
            let (step, difficulty) = (IncantStep::Spent, Breakdown::new());
            events.push(BattleEvent::Incanted { who, spell, step, now, difficulty, rule });
        }
        _ => {}
    }
}

fn changed(who: CombatantId, step: IncantStep, spell: Prepared, rule: Rule, inputs: &Inputs<'_>, events: &mut Facts) {
    let (Some(policy), Some(action)) = (policy(inputs), inputs.rules.actions.get(spell.spell)) else { return };
    let difficulty = incantation::difficulty(inputs.view, policy, who, action, &spell);
    let now = Incanting { spell: Some(spell), ..inputs.view.row(who).incanting.clone() };
    events.push(BattleEvent::Incanted { who, spell: action.id, step, now, difficulty, rule });
}

/// Begins a preparation: another prepared spell is lost, and the caster concentrates (TC-426, TC-459, G-52).
fn begin(policy: &PreparePolicy, effect: &PlannedEffect, inputs: &Inputs<'_>, events: &mut Facts) {
    let (who, Target::Known(spell)) = (effect.actor, &effect.act.target) else { return };
    if inputs.view.row(who).incanting.spell.is_some() {
        lose(who, policy.other_rule, inputs, events);
    }
    if leaves_stance(who, inputs) {
        let stance = Stance::default();
        events.push(BattleEvent::StanceTaken { who, stance, rule: policy.condition_rule });
    }
    conditions::gain(who, policy.condition, who, policy.condition_rule, inputs, events);
    let begun = Prepared { spell: *spell, hurt: 0, moved: 0, charges: 0, until: None };
    changed(who, IncantStep::Begun, begun, effect.rule, inputs, events);
}

/// Whether a combatant is in a stance it leaves at no cost. A crouching or prone one stays down.
fn leaves_stance(who: CombatantId, inputs: &Inputs<'_>) -> bool {
    let held = inputs.view.row(who).stance.held.and_then(|name| inputs.rules.conditions.get(name));
    held.and_then(|condition| condition.stance.as_ref()).is_some_and(|stance| stance.leave == SpeedClass::Free)
}

/// Completes a preparation: the spell can be held for a while (TC-449, TC-458, TC-460).
fn finish(policy: &PreparePolicy, who: CombatantId, spell: Prepared, inputs: &Inputs<'_>, events: &mut Facts) {
    let at = inputs.view.count() + i32::from(policy.limit);
    let (condition, rule) = (policy.condition, policy.done_rule);
    events.push(BattleEvent::ConditionLost { who, condition, rule });
    changed(who, IncantStep::Ready, Prepared { until: Some(at), ..spell }, rule, inputs, events);
    inputs.schedule(at, Phase::Endings, 0, DueKind::SpellFades(who), events);
}

/// A spell in preparation, or prepared, is lost.
pub(crate) fn lose(who: CombatantId, rule: Rule, inputs: &Inputs<'_>, events: &mut Facts) {
    let (Some(policy), row) = (policy(inputs), inputs.view.row(who)) else { return };
    let Some(spell) = row.incanting.spell else { return };
    drop_dues(who, inputs, events);
    conditions::lose(who, policy.condition, rule, inputs, events);
    let (spell, step, now) = (spell.spell, IncantStep::Lost, row.incanting.without_spell());
    events.push(BattleEvent::Incanted { who, spell, step, now, difficulty: Breakdown::new(), rule });
}

/// A combatant that falls unconscious loses a spell in preparation, not a prepared one (G-64).
pub(crate) fn interrupted(who: CombatantId, inputs: &Inputs<'_>, events: &mut Facts) {
    if let Some(policy) = policy(inputs).filter(|_| inputs.view.row(who).incanting.under_way().is_some()) {
        lose(who, policy.abandon_rule, inputs, events);
    }
}

/// A prepared spell was held too long (TC-460, TC-469).
pub(crate) fn fade(who: CombatantId, inputs: &Inputs<'_>, events: &mut Facts) {
    if let Some(policy) = policy(inputs) {
        lose(who, policy.limit_rule, inputs, events);
    }
}

fn is_end(due: &Due, who: CombatantId, policy: &PreparePolicy) -> bool {
    matches!(&due.what, DueKind::Completion { who: other, act } if *other == who && act.action == policy.action)
}

/// Cancels the scheduled events of a lost spell.
fn drop_dues(who: CombatantId, inputs: &Inputs<'_>, events: &mut Facts) {
    let Some(policy) = policy(inputs) else { return };
    let own = inputs.timeline.iter();
    let own = own.filter(|due| due.what == DueKind::SpellFades(who) || is_end(due, who, policy));
    let gone = own.map(|due| due.id).filter(|id| !events.contains(&BattleEvent::DueCancelled { due: *id }));
    let gone: Vec<_> = gone.map(|due| BattleEvent::DueCancelled { due }).collect();
    events.extend(gone);
}

/// Damage and fatigue make a spell in preparation harder, and its caster may act again at once (TC-447, TC-237).
pub(crate) fn hurt(who: CombatantId, before: &Vitals, inputs: &Inputs<'_>, events: &mut Facts) {
    let row = inputs.view.row(who);
    let (Some(policy), Some(spell)) = (policy(inputs), row.incanting.under_way()) else { return };
    let lost = (health::remaining(before) - health::remaining(&row.vitals)).max(0);
    let taken = lost.saturating_add((health::fatigue(&row.vitals) - health::fatigue(before)).max(0));
    if taken == 0 {
        return;
    }
    let harder = Prepared { hurt: spell.hurt.saturating_add(taken), ..*spell };
    changed(who, IncantStep::Hurt, harder, policy.hurt_rule, inputs, events);
    let at = inputs.view.count() + 1;
    if let Some(due) = inputs.timeline.turn_of(who).filter(|due| due.at > at) {
        events.push(BattleEvent::DueCancelled { due: due.id });
        events.push(BattleEvent::DueSet { due: Due { at, ..due.clone() } });
    }
}

/// A turn of movement makes a spell in preparation harder (TC-448, G-59).
pub(crate) fn moved(who: CombatantId, act: &Act, inputs: &Inputs<'_>, events: &mut Facts) {
    let walks = matches!(&act.target, Target::Path(path) | Target::Charge { path, .. } if !path.is_empty());
    let spell = inputs.view.row(who).incanting.under_way().filter(|_| walks);
    if let (Some(policy), Some(spell)) = (policy(inputs), spell) {
        let harder = Prepared { moved: spell.moved + 1, ..*spell };
        changed(who, IncantStep::Moved, harder, policy.moved.rule, inputs, events);
    }
}

/// How long a preparation that has just begun takes: the casting time, rolled as a speed factor (TC-445).
pub(crate) fn casting_time(
    turns: &CountTurns,
    who: CombatantId,
    act: &Act,
    concentrates: &Breakdown,
    inputs: &mut Inputs<'_>,
    events: &mut Facts,
) -> Option<i32> {
    let policy = policy(inputs).filter(|policy| policy.action == act.action)?;
    let (row, rules) = (inputs.view.row(who), inputs.rules);
    let spell = row.incanting.under_way()?.spell;
    let Does::Cast(cast) = &rules.actions.get(spell)?.does else { return None };
    let (classes, mut slower) = status::slowdown(inputs.game(), who, false);
    slower.extend(concentrates);
    let (cast, mode) = (&cast.incantation.as_ref()?.time, row.sheet.speed);
    let time = citing(&speed::speed_factor(turns, cast, None, mode, classes, &slower, inputs.dice), policy.time_rule);
    let counts = i32::from(time.total().max(1));
    events.push(BattleEvent::IncantationTimed { who, spell, time });
    Some(counts)
}

/// Terms of a speed factor, citing the rule of the casting time.
pub(crate) fn citing(rolled: &Breakdown, rule: Rule) -> Breakdown {
    let mut time = Breakdown::new();
    for term in rolled.terms() {
        time.add(term.label, term.amount, if term.label == Label::SpeedFactor { rule } else { term.rule });
    }
    time
}

/// Counts left of a preparation, as the terms of a speed factor.
pub(crate) fn time_left(who: CombatantId, inputs: &Inputs<'_>) -> Option<Breakdown> {
    let policy = policy(inputs)?;
    let left = inputs.timeline.iter().find(|due| is_end(due, who, policy))?.at - inputs.view.count();
    let mut sum = Breakdown::new();
    sum.add(Label::SpeedFactor, i16::try_from(left.max(1)).unwrap_or(i16::MAX), policy.time_rule);
    Some(sum)
}

/// Time added to an action by the spells that its actor concentrates on (TC-264). A preparation takes this time once, not
/// every turn.
pub(crate) fn concentration(who: CombatantId, act: &Act, inputs: &Inputs<'_>) -> Breakdown {
    let mut sum = Breakdown::new();
    let Some(policy) = policy(inputs) else { return sum };
    let busy = inputs.view.row(who).incanting.under_way().is_some() && act.action != policy.action;
    let spells =
        inputs.view.spells().iter().filter(|spell| spell.caster == who && needs_concentration(spell.spell, inputs));
    let each = policy.concentration;
    spells.filter(|_| !busy).for_each(|_| sum.add(Label::Concentration, each.amount, each.rule));
    sum
}

/// Whether a spell lasts only while its caster concentrates.
pub(crate) fn needs_concentration(spell: Name, inputs: &Inputs<'_>) -> bool {
    let does = inputs.rules.actions.get(spell).map(|action| &action.does);
    let Some(Does::Cast(spell)) = does else { return false };
    spell.incantation.as_ref().is_some_and(|incantation| incantation.concentration)
}
