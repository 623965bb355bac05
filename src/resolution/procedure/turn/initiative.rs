//! Changes of initiative during a battle. They move a combatant in the order of turns at once; it neither acts twice in a round nor
//! misses its turn.

use smallvec::SmallVec;

use crate::battle::CombatantId;
use crate::content::{Breakdown, Label, LowestInitiative, Name, Rule, Stacking, StatusKind};
use crate::mechanics::status;
use crate::resolution::event::{BattleEvent, Facts};
use crate::resolution::step::Inputs;
use crate::turn::{Due, DueKind, initiative};

/// Changes the initiative of a combatant for good, at most down to the lowest one.
pub(crate) fn change(who: CombatantId, (label, by, rule): (Label, i16, Rule), inputs: &Inputs<'_>, events: &mut Facts) {
    let now = Standing::of(who, inputs, events);
    let own = lowest(inputs)
        .map_or(now.own().saturating_add(by), |lowest| now.own().saturating_add(by).max(lowest.number.min(now.own())));
    let given = given(who, None, inputs, events);
    now.becomes(who, (own, given), Breakdown::of([(label, by, rule)]), inputs, events);
}

/// A condition that changes initiative is gained, lost, or changes its level (PR-115, PR-116).
pub(crate) fn follows(fact: &BattleEvent, inputs: &Inputs<'_>, events: &mut Facts) {
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
    let now = Standing::of(who, inputs, events);
    let given = given(who, Some((condition, level)), inputs, events);
    now.becomes(who, (now.own(), given), by, inputs, events);
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

/// The initiative of a combatant, and the part of it that conditions give, after the facts so far.
#[derive(Copy, Clone)]
struct Standing {
    initiative: i16,
    of_conditions: i16,
}

impl Standing {
    fn of(who: CombatantId, inputs: &Inputs<'_>, events: &[BattleEvent]) -> Standing {
        let changed = events.iter().rev().find_map(|event| match event {
            BattleEvent::InitiativeChanged { who: other, initiative, of_conditions, .. } if *other == who => {
                Some(Standing { initiative: *initiative, of_conditions: *of_conditions })
            }
            _ => None,
        });
        let state = &inputs.view.row(who).turn_state;
        changed.unwrap_or(Standing { initiative: state.initiative, of_conditions: state.of_conditions })
    }

    /// The initiative without what conditions give.
    fn own(self) -> i16 {
        self.initiative.saturating_sub(self.of_conditions)
    }

    /// The facts of a change by these terms to an initiative without conditions and what conditions give. The lowest initiative holds
    /// it up.
    fn becomes(
        self,
        who: CombatantId,
        (own, given): (i16, i16),
        mut by: Breakdown,
        inputs: &Inputs<'_>,
        events: &mut Facts,
    ) {
        let lowest = lowest(inputs);
        let wanted = own.saturating_add(given);
        let initiative = lowest.map_or(wanted, |lowest| wanted.max(lowest.number.min(own)));
        if initiative == self.initiative {
            return;
        }
        let held_up = initiative.saturating_sub(self.initiative).saturating_sub(by.total());
        by.add_if(Label::AtLeast, held_up, lowest.map_or(Rule::default(), |lowest| lowest.rule));
        let place = initiative::key_behind(initiative, who, &places(inputs, events));
        let of_conditions = initiative.saturating_sub(own);
        events.push(BattleEvent::InitiativeChanged { who, initiative, place, by, of_conditions });
        reschedule(who, place, inputs, events);
    }
}

/// The places of all combatants after the facts so far.
pub(super) fn places(inputs: &Inputs<'_>, events: &[BattleEvent]) -> Vec<(CombatantId, i32)> {
    let mut places: Vec<(CombatantId, i32)> =
        inputs.view.rows().iter().map(|row| (row.id, row.turn_state.place)).collect();
    for event in events {
        if let BattleEvent::InitiativeChanged { who, place, .. } = event
            && let Some(known) = places.get_mut(who.index())
        {
            known.1 = *place;
        }
    }
    places
}

/// Moves a pending turn to this place.
fn reschedule(who: CombatantId, place: i32, inputs: &Inputs<'_>, events: &mut Facts) {
    let set = events.iter_mut().rev().find_map(|event| match event {
        BattleEvent::DueSet { due } if due.what == DueKind::Turn(who) => Some(due),
        _ => None,
    });
    if let Some(due) = set {
        due.tie = place;
    } else if let Some(due) = inputs.timeline.turn_of(who) {
        events.push(BattleEvent::DueCancelled { due: due.id });
        events.push(BattleEvent::DueSet { due: Due { tie: place, ..due.clone() } });
    }
}
