//! Changes of initiative during a battle. They move a combatant in the order of turns at once; it neither acts twice in a round nor
//! misses its turn.

use smallvec::SmallVec;

use crate::battle::CombatantId;
use crate::content::{Breakdown, Label, LowestInitiative, Name, Rule, Stacking, StatusKind};
use crate::mechanics::status;
use crate::resolution::event::{BattleEvent, Facts};
use crate::resolution::procedure::turn::place::{self, Standing};
use crate::resolution::step::Inputs;

/// Changes the initiative of a combatant for good, at most down to the lowest one.
pub(crate) fn change(
    who: CombatantId,
    (label, by, rule): (Label, i16, Rule),
    inputs: &mut Inputs<'_>,
    events: &mut Facts,
) {
    let now = Standing::of(who, inputs, events);
    let own = lowest(inputs)
        .map_or(now.own().saturating_add(by), |lowest| now.own().saturating_add(by).max(lowest.number.min(now.own())));
    let given = given(who, None, inputs, events);
    becomes(who, (own, given), Breakdown::of([(label, by, rule)]), inputs, events);
}

/// A condition that changes initiative is gained, lost, or changes its level (PR-115, PR-116).
pub(crate) fn follows(fact: &BattleEvent, inputs: &mut Inputs<'_>, events: &mut Facts) {
    let Some((who, condition, level)) = level_after(fact) else { return };
    if !changes_initiative(condition, inputs) || inputs.rules.policies.turn.is_counted() {
        return;
    }
    let levels =
        counted(condition, level, inputs) - counted(condition, level_of(who, condition, inputs, events), inputs);
    let mut by = Breakdown::new();
    for (amount, rule) in status::initiative_of(inputs.book(), condition) {
        by.add_if(Label::Named(condition), amount.saturating_mul(levels), rule);
    }
    let own = Standing::of(who, inputs, events).own();
    let given = given(who, Some((condition, level)), inputs, events);
    becomes(who, (own, given), by, inputs, events);
}

fn changes_initiative(condition: Name, inputs: &Inputs<'_>) -> bool {
    inputs.rules.conditions.whole(condition).is_some_and(|whole| whole.sum.does(StatusKind::Initiative))
}

fn lowest(inputs: &Inputs<'_>) -> Option<LowestInitiative> {
    inputs.rules.policies.turn.in_rounds()?.lowest
}

/// The combatant, condition and level of a fact that changes a condition; level 0 for its end.
fn level_after(fact: &BattleEvent) -> Option<(CombatantId, Name, i16)> {
    match fact {
        BattleEvent::ConditionGained { who, affliction, .. }
        | BattleEvent::ConditionJoined { who, affliction, .. }
        | BattleEvent::ConditionEased { who, affliction, .. } => {
            Some((*who, affliction.condition, affliction.level.max(1)))
        }
        BattleEvent::ConditionLost { who, condition, .. } => Some((*who, *condition, 0)),
        _ => None,
    }
}

/// The level of a condition after the facts so far; 0 if the combatant does not have it.
fn level_of(who: CombatantId, condition: Name, inputs: &Inputs<'_>, events: &[BattleEvent]) -> i16 {
    let concerns = |found: &(CombatantId, Name, i16)| (found.0, found.1) == (who, condition);
    let changed = events.iter().rev().filter_map(level_after).find(concerns).map(|(.., level)| level);
    let held = &inputs.view.row(who).conditions;
    changed.unwrap_or_else(|| if held.has(condition) { held.level(condition).max(1) } else { 0 })
}

/// How many times the effects of a condition apply at a level.
fn counted(condition: Name, level: i16, inputs: &Inputs<'_>) -> i16 {
    let adds = inputs.rules.conditions.get(condition).is_some_and(|found| found.again == Stacking::Adds);
    if adds { level } else { level.min(1) }
}

/// The initiative that all conditions of a combatant give after the facts so far, one of them at another level.
fn given(who: CombatantId, changed: Option<(Name, i16)>, inputs: &Inputs<'_>, events: &[BattleEvent]) -> i16 {
    let held = inputs.view.row(who).conditions.0.iter().map(|held| held.condition);
    let gained = events.iter().filter_map(level_after).filter(|(other, ..)| *other == who).map(|(_, name, _)| name);
    let mut names: SmallVec<[Name; 4]> = SmallVec::new();
    for name in held.chain(gained).chain(changed.map(|(name, _)| name)) {
        if !names.contains(&name) && changes_initiative(name, inputs) {
            names.push(name);
        }
    }
    let of_one = |name: &Name| {
        let known = changed.filter(|(changed, _)| changed == name).map(|(_, level)| level);
        let level = known.unwrap_or_else(|| level_of(who, *name, inputs, events));
        let each = status::initiative_of(inputs.book(), *name).map(|(amount, _)| amount);
        each.fold(0, i16::saturating_add).saturating_mul(counted(*name, level, inputs))
    };
    names.iter().map(of_one).fold(0, i16::saturating_add)
}

/// Gives a combatant its own initiative and that of its conditions, as the sum of these terms. The lowest initiative holds it up.
fn becomes(who: CombatantId, (own, given): (i16, i16), mut by: Breakdown, inputs: &mut Inputs<'_>, events: &mut Facts) {
    let (lowest, before) = (lowest(inputs), Standing::of(who, inputs, events).initiative);
    let wanted = own.saturating_add(given);
    let initiative = lowest.map_or(wanted, |lowest| wanted.max(lowest.number.min(own)));
    if initiative == before {
        return;
    }
    let held_up = initiative.saturating_sub(before).saturating_sub(by.total());
    by.add_if(Label::AtLeast, held_up, lowest.map_or(Rule::default(), |lowest| lowest.rule));
    let of_conditions = initiative.saturating_sub(own);
    place::take(who, Standing { initiative, of_conditions }, by, inputs, events);
}
