//! Durations of preparations, and the time that concentration adds to other actions.

use crate::battle::CombatantId;
use crate::content::Rule;
use crate::content::action::Does;
use crate::content::breakdown::{Breakdown, Label};
use crate::content::policy::CountTurns;
use crate::mechanics::status;
use crate::resolution::act::Act;
use crate::resolution::event::BattleEvent;
use crate::resolution::procedure::spells::prepare;
use crate::resolution::step::Inputs;
use crate::turn::{Due, DueKind, speed};

/// How long a preparation that has just begun takes: the casting time, rolled as a speed factor (TC-445).
pub(crate) fn time(
    turns: &CountTurns,
    who: CombatantId,
    act: &Act,
    concentrates: &Breakdown,
    inputs: &mut Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) -> Option<i32> {
    let policy = prepare::policy(inputs).filter(|policy| policy.action == act.action)?;
    let (row, rules) = (inputs.view.row(who), inputs.rules);
    let spell = row.incanting.under_way()?.spell;
    let Does::Cast(cast) = &rules.actions.get(spell)?.does else { return None };
    let (classes, mut slower) = status::slowdown(inputs.game(), who, false);
    slower.extend(concentrates);
    let (cast, mode) = (&cast.incantation.as_ref()?.time, row.sheet.speed);
    let time =
        citing(&speed::speed_factor(turns, cast, None, mode, classes, &slower, &mut inputs.dice), policy.time_rule);
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
    let policy = prepare::policy(inputs)?;
    let done = |due: &&Due| match &due.what {
        DueKind::Completion { who: other, act } => *other == who && act.action == policy.action,
        _ => false,
    };
    let left = inputs.timeline.iter().find(done)?.at - inputs.view.count();
    let mut sum = Breakdown::new();
    sum.add(Label::SpeedFactor, i16::try_from(left.max(1)).unwrap_or(i16::MAX), policy.time_rule);
    Some(sum)
}

/// Time added to an action by the spells that its actor concentrates on (TC-264). A preparation takes this time once, not
/// every turn.
pub(crate) fn concentration(who: CombatantId, act: &Act, inputs: &Inputs<'_>) -> Breakdown {
    let mut sum = Breakdown::new();
    let Some(policy) = prepare::policy(inputs) else { return sum };
    let busy = inputs.view.row(who).incanting.under_way().is_some() && act.action != policy.action;
    let spells =
        inputs.view.spells().iter().filter(|spell| spell.caster == who && needs_concentration(spell.spell, inputs));
    let each = policy.concentration;
    spells.filter(|_| !busy).for_each(|_| sum.add(Label::Concentration, each.amount, each.rule));
    sum
}

/// Whether a spell lasts only while its caster concentrates.
pub(crate) fn needs_concentration(spell: crate::content::Name, inputs: &Inputs<'_>) -> bool {
    let does = inputs.rules.actions.get(spell).map(|action| &action.does);
    let Some(Does::Cast(spell)) = does else { return false };
    spell.incantation.as_ref().is_some_and(|incantation| incantation.concentration)
}
