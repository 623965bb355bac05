//! The place of a combatant in the turn order when its initiative changes or it joins.

use crate::battle::{CombatantId, Row};
use crate::content::{Breakdown, Label, Rule, Ties};
use crate::resolution::event::{BattleEvent, Facts};
use crate::resolution::step::Inputs;
use crate::turn::initiative::turn_key;
use crate::turn::{Due, DueKind, ties};

/// The initiative of a combatant, and the part of it that conditions give.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Standing {
    pub initiative: i16,
    pub of_conditions: i16,
}

impl Standing {
    /// The standing of a combatant after the facts so far.
    pub(super) fn of(who: CombatantId, inputs: &Inputs<'_>, events: &[BattleEvent]) -> Standing {
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
    pub(super) fn own(self) -> i16 {
        self.initiative.saturating_sub(self.of_conditions)
    }
}

/// Gives a combatant an initiative, changed by these terms, and moves its next turn, if it has one, to its place. Others with the
/// same initiative may move to make room (FS-G07). Returns its place.
pub(crate) fn take(
    who: CombatantId,
    now: Standing,
    mut by: Breakdown,
    inputs: &mut Inputs<'_>,
    events: &mut Facts,
) -> i32 {
    let listed = Ties::Listed;
    let order = inputs.rules.policies.turn.in_rounds().map_or(&listed, |turns| &turns.ties);
    let rows = places(inputs, events);
    let moved = ties::placed(order, (who, now.initiative), &rows, inputs.dice);
    for (other, place) in &moved {
        let (who, place, by) = (*other, *place, std::mem::take(&mut by));
        let Standing { initiative, of_conditions } =
            if moved[0].0 == who { now } else { Standing::of(who, inputs, events) };
        events.push(BattleEvent::InitiativeChanged { who, initiative, place, by, of_conditions });
        reschedule(who, place, inputs, events);
    }
    moved.first().map_or(0, |(_, place)| *place)
}

/// Orders combatants of equal initiative again (HD-152).
pub(super) fn redraw_ties(inputs: &mut Inputs<'_>, events: &mut Facts) {
    let Some(turns) = inputs.rules.policies.turn.in_rounds() else { return };
    let view = inputs.view;
    let acts = |row: &&Row| row.turn_state.commander.is_none();
    let mut order: Vec<(i16, CombatantId)> =
        view.present().filter(acts).map(|row| (row.turn_state.initiative, row.id)).collect();
    order.sort_by_key(|(initiative, who)| (std::cmp::Reverse(*initiative), *who));
    for tied in order.chunk_by_mut(|one, other| one.0 == other.0).filter(|tied| tied.len() > 1) {
        ties::arrange(&turns.ties, tied, |who| &view.row(who).sheet, inputs.dice);
        for (rank, (initiative, who)) in (0..).zip(&*tied) {
            let (place, of_conditions) = (turn_key(*initiative, rank), view.row(*who).turn_state.of_conditions);
            if place != view.row(*who).turn_state.place {
                let (who, initiative, by) = (*who, *initiative, Breakdown::new());
                events.push(BattleEvent::InitiativeChanged { who, initiative, place, by, of_conditions });
                reschedule(who, place, inputs, events);
            }
        }
    }
}

/// Moves a combatant in the order of turns to the first free place before another's, with its initiative. Its next turn comes there in
/// the next round (PR-G41).
pub(crate) fn move_before(who: CombatantId, other: CombatantId, rule: Rule, inputs: &Inputs<'_>, events: &mut Facts) {
    let (own, theirs) = (inputs.view.row(who).turn_state, inputs.view.row(other).turn_state);
    let taken = |place: i32| inputs.view.rows().iter().any(|row| row.turn_state.place == place);
    let place = (1..).map(|before| theirs.place - before).find(|place| !taken(*place)).unwrap_or(theirs.place);
    let (initiative, of_conditions) = (theirs.initiative, own.of_conditions);
    let by = Breakdown::of([(Label::Readied, initiative.saturating_sub(own.initiative), rule)]);
    events.push(BattleEvent::InitiativeChanged { who, initiative, place, by, of_conditions });
    if let Some(due) = inputs.timeline.turn_of(who) {
        events.push(BattleEvent::DueCancelled { due: due.id });
        events.push(BattleEvent::DueSet { due: Due { at: inputs.view.count() + 1, tie: place, ..due.clone() } });
    }
}

/// All combatants with their places after the facts so far.
fn places<'a>(inputs: &Inputs<'a>, events: &[BattleEvent]) -> Vec<(&'a Row, i32)> {
    let mut places: Vec<(&Row, i32)> = inputs.view.rows().iter().map(|row| (row, row.turn_state.place)).collect();
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
