//! Spells that are prepared before they are cast: their preparation, what makes it harder, their charges and their loss.

use super::{afflictions, checks, effects};
use crate::battle::{CombatantId, Incanting, Prepared, Stance, Target, Vitals};
use crate::content::Rule;
use crate::content::action::{Action, Does};
use crate::content::breakdown::{Breakdown, Label};
use crate::content::policy::{CountTurns, PreparePolicy};
use crate::content::speed::SpeedClass;
use crate::content::spell::{Incant, Spell};
use crate::mechanics::{incantation, scroll, status};
use crate::resolution::act::Act;
use crate::resolution::event::{BattleEvent, IncantStep};
use crate::resolution::plan::PlannedEffect;
use crate::resolution::step::Inputs;
use crate::turn::{Due, DueKind, Phase, speed};

/// How spells are prepared under these rules.
fn policy<'a>(inputs: &Inputs<'a>) -> Option<&'a PreparePolicy> {
    incantation::policy(inputs.book())
}

/// Carries out a step of a preparation.
pub(super) fn change(effect: &PlannedEffect, step: Incant, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let (Some(policy), who, rule) = (policy(inputs), effect.actor, effect.rule) else { return };
    let now = &inputs.view.row(who).incanting;
    match (step, now.spell) {
        (Incant::Begin, _) => begin(policy, effect, inputs, events),
        (Incant::Finish, Some(spell)) if spell.until.is_none() => finish(policy, who, spell, inputs, events),
        (Incant::Abandon, Some(spell)) if spell.until.is_none() => lose(who, rule, inputs, events),
        (Incant::Charge, Some(spell)) if spell.until.is_some() => {
            let more = Prepared { charges: spell.charges + 1, ..spell };
            tell(who, IncantStep::Charged, more, rule, inputs, events);
        }
        (Incant::Release, Some(spell)) if spell.charges > 0 => {
            let less = Prepared { charges: spell.charges - 1, ..spell };
            tell(who, IncantStep::Released, less, rule, inputs, events);
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

/// Tells what became of a spell, and how hard it now is to cast.
fn tell(
    who: CombatantId,
    step: IncantStep,
    spell: Prepared,
    rule: Rule,
    inputs: &Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) {
    let (Some(policy), Some(action)) = (policy(inputs), inputs.rules.actions.get(spell.spell)) else { return };
    let difficulty = incantation::difficulty(inputs.view, policy, who, action, &spell);
    let now = Incanting { spell: Some(spell), ..inputs.view.row(who).incanting.clone() };
    events.push(BattleEvent::Incanted { who, spell: action.id, step, now, difficulty, rule });
}

/// The preparation begins: what was prepared before is lost, and the caster is lost in thought (TC-426, TC-459, G-52).
fn begin(policy: &PreparePolicy, effect: &PlannedEffect, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let (who, Target::Known(spell)) = (effect.actor, &effect.act.target) else { return };
    if inputs.view.row(who).incanting.spell.is_some() {
        lose(who, policy.other_rule, inputs, events);
    }
    if leaves_stance(who, inputs) {
        let stance = Stance::default();
        events.push(BattleEvent::StanceTaken { who, stance, rule: policy.condition_rule });
    }
    afflictions::gain(who, policy.condition, who, policy.condition_rule, inputs, events);
    let begun = Prepared { spell: *spell, hurt: 0, moved: 0, charges: 0, until: None };
    tell(who, IncantStep::Begun, begun, effect.rule, inputs, events);
}

/// Whether somebody is in a stance that ends at no cost: one who crouches or lies stays down.
fn leaves_stance(who: CombatantId, inputs: &Inputs<'_>) -> bool {
    let held = inputs.view.row(who).stance.held.and_then(|name| inputs.rules.conditions.get(name));
    held.and_then(|condition| condition.stance.as_ref()).is_some_and(|stance| stance.leave == SpeedClass::Free)
}

/// The spell is prepared: it can be held for a while (TC-449, TC-458, TC-460).
fn finish(
    policy: &PreparePolicy,
    who: CombatantId,
    spell: Prepared,
    inputs: &Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) {
    let at = inputs.view.count() + i32::from(policy.limit);
    let (condition, rule) = (policy.condition, policy.done_rule);
    events.push(BattleEvent::ConditionLost { who, condition, rule });
    tell(who, IncantStep::Ready, Prepared { until: Some(at), ..spell }, rule, inputs, events);
    let (id, what) = (effects::next_due(inputs, events), DueKind::SpellFades(who));
    events.push(BattleEvent::DueSet { due: Due { id, at, phase: Phase::Endings, tie: 0, what } });
}

/// The spell that somebody prepares, or has prepared, is lost.
pub(super) fn lose(who: CombatantId, rule: Rule, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let (Some(policy), row) = (policy(inputs), inputs.view.row(who)) else { return };
    let Some(spell) = row.incanting.spell else { return };
    drop_dues(who, inputs, events);
    if row.conditions.has(policy.condition) {
        events.push(BattleEvent::ConditionLost { who, condition: policy.condition, rule });
    }
    let (spell, step, now) = (spell.spell, IncantStep::Lost, row.incanting.without_spell());
    events.push(BattleEvent::Incanted { who, spell, step, now, difficulty: Breakdown::new(), rule });
}

/// One who drops loses a spell in preparation; one that is prepared stays (G-64).
pub(super) fn interrupted(who: CombatantId, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    if let Some(policy) = policy(inputs).filter(|_| inputs.view.row(who).incanting.under_way().is_some()) {
        lose(who, policy.abandon_rule, inputs, events);
    }
}

/// A prepared spell was held for too long (TC-460, TC-469).
pub(super) fn fade(who: CombatantId, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    if let Some(policy) = policy(inputs) {
        lose(who, policy.limit_rule, inputs, events);
    }
}

/// Whether a due is the end of a preparation, or that of the time a prepared spell can be held.
fn is_of_spell(due: &Due, who: CombatantId, policy: &PreparePolicy) -> bool {
    match due.what {
        DueKind::SpellFades(other) => other == who,
        DueKind::Completion { who: other, ref act } => other == who && act.action == policy.action,
        _ => false,
    }
}

/// Nothing is due from a spell that is gone.
fn drop_dues(who: CombatantId, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let Some(policy) = policy(inputs) else { return };
    let own = inputs.timeline.iter().filter(|due| is_of_spell(due, who, policy));
    let gone = own.map(|due| due.id).filter(|id| !events.contains(&BattleEvent::DueCancelled { due: *id }));
    let gone: Vec<_> = gone.map(|due| BattleEvent::DueCancelled { due }).collect();
    events.extend(gone);
}

/// Harm and fatigue make a spell in preparation harder to cast, and its caster may think again (TC-447, TC-237).
pub(super) fn hurt(who: CombatantId, before: &Vitals, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let row = inputs.view.row(who);
    let (Some(policy), Some(spell)) = (policy(inputs), row.incanting.under_way()) else { return };
    let lost = (before.current() - row.vitals.current()).max(0);
    let taken = lost.saturating_add((row.vitals.fatigue - before.fatigue).max(0));
    if taken == 0 {
        return;
    }
    let harder = Prepared { hurt: spell.hurt.saturating_add(taken), ..*spell };
    tell(who, IncantStep::Hurt, harder, policy.hurt_rule, inputs, events);
    let at = inputs.view.count() + 1;
    if let Some(due) = inputs.timeline.turn_of(who).filter(|due| due.at > at) {
        let id = effects::next_due(inputs, events);
        events.push(BattleEvent::DueCancelled { due: due.id });
        events.push(BattleEvent::DueSet { due: Due { id, at, ..due.clone() } });
    }
}

/// A turn of movement makes a spell in preparation harder to cast (TC-448, G-59).
pub(super) fn moved(who: CombatantId, act: &Act, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let walks = matches!(&act.target, Target::Path(path) if !path.is_empty());
    let spell = inputs.view.row(who).incanting.under_way().filter(|_| walks);
    if let (Some(policy), Some(spell)) = (policy(inputs), spell) {
        let harder = Prepared { moved: spell.moved + 1, ..*spell };
        tell(who, IncantStep::Moved, harder, policy.moved.rule, inputs, events);
    }
}

/// How long the preparation takes that somebody has just begun: the casting time, rolled as a speed factor (TC-445).
pub(super) fn time(
    turns: &CountTurns,
    who: CombatantId,
    act: &Act,
    concentrates: &Breakdown,
    inputs: &mut Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) -> Option<i32> {
    let policy = policy(inputs).filter(|policy| policy.action == act.action)?;
    let (row, rules) = (inputs.view.row(who), inputs.rules);
    let spell = row.incanting.under_way()?.spell;
    let Does::Cast(cast) = &rules.actions.get(spell)?.does else { return None };
    let (classes, mut slower) = status::slowdown(inputs.view, inputs.book(), who, false);
    slower.extend(concentrates);
    let (cast, mode) = (&cast.incantation.as_ref()?.time, row.sheet.speed);
    let time = by_rule(&speed::speed_factor(turns, cast, None, mode, classes, &slower, inputs.dice), policy.time_rule);
    let counts = i32::from(time.total().max(1));
    events.push(BattleEvent::IncantationTimed { who, spell, time });
    Some(counts)
}

/// The same time, where a rule says that it is the casting time of a spell.
pub(super) fn by_rule(rolled: &Breakdown, rule: Rule) -> Breakdown {
    let mut time = Breakdown::new();
    for term in rolled.terms() {
        time.add(term.label, term.amount, if term.label == Label::SpeedFactor { rule } else { term.rule });
    }
    time
}

/// Counts until the preparation that somebody goes on with is done, as the terms of a speed factor.
pub(super) fn time_left(who: CombatantId, inputs: &Inputs<'_>) -> Option<Breakdown> {
    let policy = policy(inputs)?;
    let done = |due: &&Due| match &due.what {
        DueKind::Completion { who: other, act } => *other == who && act.action == policy.action,
        _ => false,
    };
    let left = inputs.timeline.iter().find(done)?.at - inputs.view.count();
    let mut sum = Breakdown::new();
    sum.add(Label::SpeedFactor, i16::try_from(left.max(1)).unwrap_or(i16::MAX), policy.time_rule);
    Some(sum)
}

/// What slows an action besides itself: every spell that its actor concentrates on (TC-264). A preparation takes that
/// time once, not for every turn of it.
pub(super) fn slowed(who: CombatantId, act: &Act, inputs: &Inputs<'_>) -> Breakdown {
    let mut sum = Breakdown::new();
    let Some(policy) = policy(inputs) else { return sum };
    let busy = inputs.view.row(who).incanting.under_way().is_some() && act.action != policy.action;
    let spells = inputs.view.spells().iter().filter(|spell| spell.caster == who && asks_thought(spell.spell, inputs));
    let each = policy.concentration;
    spells.filter(|_| !busy).for_each(|_| sum.add(Label::Concentration, each.amount, each.rule));
    sum
}

/// Whether a spell lasts only as long as its caster concentrates on it.
pub(super) fn asks_thought(spell: crate::content::Name, inputs: &Inputs<'_>) -> bool {
    let does = inputs.rules.actions.get(spell).map(|action| &action.does);
    let Some(Does::Cast(spell)) = does else { return false };
    spell.incantation.as_ref().is_some_and(|incantation| incantation.concentration)
}

/// The fatigue of an attempt, and the effect by which it uses up what was prepared (TC-456, TC-457); what is read tires
/// nobody and uses up the scroll.
pub(super) fn price(
    actor: CombatantId,
    act: &Act,
    action: &Action,
    inputs: &Inputs<'_>,
) -> (i16, Option<PlannedEffect>) {
    use crate::content::effect::Effect;
    if let Some(rule) = scroll::read(inputs.view, actor, act) {
        return (0, Some(PlannedEffect::new(Effect::SpendItem, rule, actor, actor, act)));
    }
    let Some(policy) = policy(inputs) else { return (action.fatigue, None) };
    let spend = PlannedEffect::new(Effect::Incant(Incant::Spend), policy.again.rule, actor, actor, act);
    (incantation::cost(inputs.view, policy, actor, action), Some(spend))
}

/// Whether a spell is cast: one who is held must first free its hands for it, then it must reach the difficulty that the
/// preparation has come to; 10 is taken where that is enough (TC-299, TC-454, TC-455). What is read comes about.
pub(super) fn succeeds(
    actor: CombatantId,
    act: &Act,
    (spell, action): (&Spell, &Action),
    inputs: &mut Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) -> bool {
    let (Some(policy), view) = (policy(inputs), inputs.view) else { return true };
    let prepared = view.row(actor).incanting.ready().filter(|_| scroll::read(view, actor, act).is_none());
    let Some(prepared) = prepared else { return true };
    let level = spell.incantation.as_ref().map_or(0, |incantation| incantation.level);
    if view.holds_on(actor).next().is_some() {
        let (bonus, difficulty) =
            (incantation::bonus_held(view, policy, actor), incantation::difficulty_held(policy, level));
        let natural = checks::throw(inputs);
        let (margin, rolled) =
            checks::plain(actor, "cast_while_held", natural, bonus, difficulty, policy.held_base.rule);
        events.push(rolled);
        if margin < 0 {
            return false;
        }
    }
    let difficulty = incantation::difficulty(view, policy, actor, action, prepared);
    let bonus = incantation::bonus(view, policy, actor);
    let enough = bonus.total().saturating_add(10) >= difficulty.total();
    let ten = policy.ten_rule.filter(|_| enough);
    let natural = if ten.is_some() { 10 } else { checks::throw(inputs) };
    let rule = ten.unwrap_or(policy.check_rule);
    let (margin, mut rolled) = checks::plain(actor, "cast_spell", natural, bonus, difficulty, rule);
    if let (BattleEvent::CheckRolled(rolled), Some(_)) = (&mut rolled, ten) {
        rolled.dice.clear();
    }
    events.push(rolled);
    margin >= 0
}
