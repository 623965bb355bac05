//! Goals: victory, defeat, and combatants that leave the board.

use smallvec::SmallVec;

use crate::battle::{CombatantId, Count, Row, Side};
use crate::content::{Goal, Loss, Rulebook};
use crate::grid::Cell;
use crate::mechanics::{Game, health, status};
use crate::resolution::event::{BattleEvent, BattleOutcome, Facts};
use crate::resolution::procedure::effect::duration;
use crate::resolution::setup::SideSetup;
use crate::resolution::step::{Inputs, Recheck, Remember};
use crate::turn::DueKind;

/// Combatants on an exit of their side leave the board.
pub fn escapes(inputs: &mut Inputs<'_>, events: &mut Facts) {
    let leads_out = |party: &SideSetup| party.goals.iter().any(|goal| matches!(goal, Goal::Escape { .. }));
    if !inputs.setup.sides.iter().any(leads_out) {
        return;
    }
    for row in inputs.view.present() {
        let Some(party) = inputs.setup.sides.get(usize::from(row.side.0)) else { continue };
        let leaves = party.goals.iter().any(|goal| match goal {
            Goal::Escape { zone, .. } => zone.cells.contains(&row.position.cell()),
            _ => false,
        });
        let held = inputs.view.holds_on(row.id).next().is_some();
        if leaves && !held && status::can_act(inputs.game(), row.id) {
            events.push(BattleEvent::Escaped { who: row.id });
        }
    }
}

/// A combatant that has left the board has no more turns.
pub(super) fn leaves(fact: &BattleEvent, inputs: &mut Inputs<'_>, events: &mut Facts) {
    if let BattleEvent::Escaped { who } = *fact {
        let dues = inputs.timeline.iter().filter(|due| due.what == DueKind::Turn(who));
        events.extend(dues.map(|due| BattleEvent::DueCancelled { due: due.id }));
        duration::schedule_after_removal(who, inputs, events);
    }
}

fn fights_on(inputs: &Inputs<'_>, who: CombatantId, leaving: &[CombatantId]) -> bool {
    can_fight_on(inputs.game(), who) && !leaving.contains(&who)
}

/// Whether a combatant is on the board and conscious.
pub fn can_fight_on(game: Game<'_>, who: CombatantId) -> bool {
    !game.row(who).gone && status::is_conscious(game, who)
}

/// How the battle has ended, if it has. Sides that lost are out; of the others, the side that reached a goal wins.
pub fn outcome(inputs: &mut Inputs<'_>, events: &[BattleEvent]) -> Option<BattleOutcome> {
    let changed = inputs.view.changed();
    let news = inputs.check_again(Recheck::Goals, changed.able.max(changed.around));
    if news || !events.is_empty() || depend_on_more(inputs) {
        return weighed(inputs, events);
    }
    debug_assert_eq!(weighed(inputs, events), None);
    None
}

/// Whether goals depend on zones or time, not only on the combatants that can still fight.
pub(crate) fn depend_on_more(inputs: &Inputs<'_>) -> bool {
    let mut goals = inputs.setup.sides.iter().flat_map(|party| &party.goals);
    goals.any(|goal| matches!(goal, Goal::Hold { .. } | Goal::Last { .. }))
}

fn weighed(inputs: &mut Inputs<'_>, events: &[BattleEvent]) -> Option<BattleOutcome> {
    let leaving = events.iter().filter_map(|event| match event {
        BattleEvent::Escaped { who } => Some(*who),
        _ => None,
    });
    let leaving: SmallVec<[CombatantId; 4]> = leaving.collect();
    let held_since = hold_timers(inputs);
    let sides = (0..inputs.setup.sides.len() as u8).map(Side);
    let standing: SmallVec<[Side; 4]> = sides.filter(|side| !has_lost(*side, inputs, &leaving)).collect();
    let won = standing.iter().filter_map(|side| {
        let held_since = &held_since[usize::from(side.0)];
        reached(*side, (&standing, held_since), inputs, &leaving).map(|because| (*side, because))
    });
    let outcome = decide(&won.collect::<SmallVec<[_; 2]>>(), &standing, inputs);
    if held_since != inputs.memory.held_since {
        inputs.remember(Remember::HeldSince(held_since));
    }
    outcome
}

fn decide(won: &[(Side, String)], standing: &[Side], inputs: &Inputs<'_>) -> Option<BattleOutcome> {
    match (won, standing) {
        ([], []) => Some(BattleOutcome::Draw { because: "no one is left standing".to_owned() }),
        ([], [side]) if inputs.setup.sides.len() > 1 => Some(BattleOutcome::Won {
            side: *side,
            because: format!("all {} are out of the fight", others(*side, inputs)),
        }),
        ([], _) => None,
        ([(side, because)], _) => Some(BattleOutcome::Won { side: *side, because: because.clone() }),
        _ => Some(BattleOutcome::Draw { because: "both sides reached their goals at the same moment".to_owned() }),
    }
}

fn others(side: Side, inputs: &Inputs<'_>) -> String {
    let parties = (0..).map(Side).zip(&inputs.setup.sides);
    let names: Vec<&str> = parties.filter(|(other, _)| *other != side).map(|(_, party)| &*party.name).collect();
    names.join(" and ")
}

/// Number of combatants of a side that have left the board by choice.
pub fn count_escaped(game: Game<'_>, side: Side) -> u16 {
    game.rows().iter().filter(|row| row.side == side && has_escaped(game.book(), row)).count() as u16
}

/// Whether a combatant has left the board alive and by choice, not carried away by water.
pub fn has_escaped(book: Rulebook<'_>, row: &Row) -> bool {
    let carried = book.policies.water.carries().is_some_and(|carrying| row.conditions.has(carrying.condition));
    row.gone && !health::is_spent(&row.vitals) && !carried
}

fn escaped(side: Side, inputs: &Inputs<'_>, leaving: &[CombatantId]) -> u16 {
    let of_side = leaving.iter().filter(|who| inputs.view.row(**who).side == side);
    count_escaped(inputs.game(), side) + of_side.count() as u16
}

fn has_lost(side: Side, inputs: &Inputs<'_>, leaving: &[CombatantId]) -> bool {
    let party = &inputs.setup.sides[usize::from(side.0)];
    let fallen = party.losses.iter().any(|loss| match loss {
        Loss::Fallen(who) => is_fallen(CombatantId(*who), inputs, leaving),
    });
    let any_left = inputs.view.rows().iter().any(|row| row.side == side && fights_on(inputs, row.id, leaving));
    let away = || {
        let out = escaped(side, inputs, leaving);
        out > 0 && party.goals.iter().any(|goal| matches!(goal, Goal::Escape { many, .. } if out >= *many))
    };
    fallen || !(any_left || away())
}

fn is_fallen(who: CombatantId, inputs: &Inputs<'_>, leaving: &[CombatantId]) -> bool {
    let escaped = inputs.view.find(who).is_some_and(|row| has_escaped(inputs.book(), row));
    !escaped && !leaving.contains(&who) && !fights_on(inputs, who, leaving)
}

fn reached(
    side: Side,
    (standing, held_since): (&[Side], &[Option<Count>]),
    inputs: &Inputs<'_>,
    leaving: &[CombatantId],
) -> Option<String> {
    let (party, turn) = (&inputs.setup.sides[usize::from(side.0)], &inputs.rules.policies.turn);
    party.goals.iter().enumerate().find_map(|(at, goal)| match goal {
        Goal::DefeatAll => (standing == [side]).then(|| format!("all {} are defeated", others(side, inputs))),
        Goal::Defeat(who) => is_fallen(CombatantId(*who), inputs, leaving)
            .then(|| format!("{} is defeated", inputs.view.row(CombatantId(*who)).name)),
        Goal::Hold { zone, counts } => {
            let held = held_since[at].is_some_and(|since| inputs.view.count() - since >= *counts);
            held.then(|| format!("the {} was held for {}", zone.name, turn.span_words(*counts)))
        }
        Goal::Escape { many, .. } => {
            let out = escaped(side, inputs, leaving);
            (out >= *many).then(|| format!("{out} {} escaped", party.name))
        }
        Goal::Last { count } => (inputs.view.count() >= *count)
            .then(|| format!("{} still stand after {}", party.name, turn.span_words(*count))),
    })
}

/// Since when each place to hold has been held, by side and goal.
fn hold_timers(inputs: &Inputs<'_>) -> Vec<Vec<Option<Count>>> {
    let before = |side: usize, goal: usize| *inputs.memory.held_since.get(side)?.get(goal)?;
    let since = |side: usize, at: usize, goal: &Goal| match goal {
        Goal::Hold { zone, .. } if is_held(Side(side as u8), &zone.cells, inputs) => {
            Some(before(side, at).unwrap_or(inputs.view.count()))
        }
        _ => None,
    };
    let of_side = |(side, party): (usize, &SideSetup)| {
        party.goals.iter().enumerate().map(|(at, goal)| since(side, at, goal)).collect()
    };
    inputs.setup.sides.iter().enumerate().map(of_side).collect()
}

fn is_held(side: Side, cells: &[Cell], inputs: &Inputs<'_>) -> bool {
    let (own, others) = on_place(inputs.game(), side, cells);
    own > 0 && others == 0
}

/// Numbers of combatants of a side, and of all other sides, that stand on these cells and can fight on.
pub fn on_place(game: Game<'_>, side: Side, cells: &[Cell]) -> (usize, usize) {
    let on = |row: &Row| {
        let covered = row.position.footprint().cells(game.shape());
        can_fight_on(game, row.id) && covered.iter().any(|cell| cells.contains(cell))
    };
    let (own, others): (Vec<_>, Vec<_>) = game.present().filter(|row| on(row)).partition(|row| row.side == side);
    (own.len(), others.len())
}
