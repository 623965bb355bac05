//! Combatants that share a turn (a commander and those under its command), and the actions that each of them has.

use crate::battle::{CombatantId, Row, View};
use crate::content::{CommandPolicy, Does, Gait, RoundTurns, TurnEnd};
use crate::mechanics::{movement, status};
use crate::resolution::act::Act;
use crate::resolution::frame::{Activation, Group};
use crate::resolution::step::Inputs;

/// The turn and command policies, if the rules have commands.
pub(crate) fn policy<'a>(inputs: &Inputs<'a>) -> Option<(&'a RoundTurns, &'a CommandPolicy)> {
    let turns = inputs.rules.policies.turn.in_rounds()?;
    turns.command.as_ref().map(|command| (turns, command))
}

/// Combatants whose turns start with those of the actors: the actors, each followed by its subordinates whose turn has
/// not started in this round (TA-076, TA-G53).
pub(crate) fn starting(actors: &[CombatantId], inputs: &Inputs<'_>) -> Group {
    if has_no_commanders(inputs) {
        return actors.iter().copied().filter(|who| !inputs.view.row(*who).gone).collect();
    }
    let round = inputs.view.count();
    let under = |actor: CombatantId| {
        let waits = move |row: &&Row| row.turn_state.commander == Some(actor) && row.turn_state.started != round;
        inputs.view.present().filter(waits).map(|row| row.id)
    };
    let present = actors.iter().filter(|who| !inputs.view.row(**who).gone);
    present.flat_map(|actor| std::iter::once(*actor).chain(under(*actor))).collect()
}

/// Combatants whose turns end with those of the actors: the actors and their subordinates whose turn has begun, unless
/// another commander may still command them in this round (TA-076, TA-G53).
pub(crate) fn ending(actors: &[CombatantId], inputs: &Inputs<'_>) -> Group {
    let (view, round) = (inputs.view, inputs.view.count());
    let own = actors.iter().copied().filter(|who| !view.row(*who).gone);
    if has_no_commanders(inputs) {
        return own.collect();
    }
    let to_come = |other: &CombatantId| {
        let row = view.row(*other);
        !actors.contains(other) && !row.gone && (row.turn_state.is_open() || row.turn_state.next == Some(round))
    };
    let ends = |row: &&Row| {
        let led = row.commanders.iter().any(|by| actors.contains(by));
        led && row.turn_state.is_open() && !actors.contains(&row.id) && !row.commanders.iter().any(to_come)
    };
    own.chain(view.present().filter(ends).map(|row| row.id)).collect()
}

/// Index of the first actor that may act, except the excluded one.
pub(crate) fn next_able(activation: &Activation, but: Option<usize>, inputs: &Inputs<'_>) -> Option<usize> {
    let may = |at: &usize| Some(*at) != but && may_declare(activation.actors[*at], inputs);
    (0..activation.actors.len()).find(may)
}

/// Combatants commanded by one of the actors in this round join their turn (TA-075).
pub(crate) fn join(activation: &mut Activation, inputs: &Inputs<'_>) {
    if has_no_commanders(inputs) {
        return;
    }
    let leads = |row: &Row| row.turn_state.commander.filter(|_| row.turn_state.commanded == inputs.view.count());
    let new = |row: &&Row| {
        leads(row).is_some_and(|by| activation.actors.contains(&by))
            && !activation.actors.contains(&row.id)
            && !row.gone
    };
    let joining: Group = inputs.view.rows().iter().filter(new).map(|row| row.id).collect();
    activation.actors.extend(joining);
    activation.declared.resize(activation.actors.len(), None);
}

fn has_no_commanders(inputs: &Inputs<'_>) -> bool {
    policy(inputs).is_none() || inputs.view.rows().iter().all(|row| row.turn_state.commander.is_none())
}

/// Index of the actor that an act hands over to.
pub(crate) fn handed_to(act: &Act, activation: &Activation, inputs: &Inputs<'_>) -> Option<usize> {
    let action = inputs.rules.actions.get(act.action).filter(|action| action.does == Does::HandOver)?;
    let to = act.aimed_at().filter(|_| action.is_free())?;
    activation.actors.iter().position(|actor| *actor == to)
}

/// Whether a combatant has no turn of its own because it has a commander.
pub(crate) fn is_under_command(view: View<'_>, who: CombatantId) -> bool {
    view.row(who).turn_state.commander.is_some()
}

/// Whether a movement has something left that may still be used (TA-056).
pub(crate) fn may_go_on(who: CombatantId, inputs: &Inputs<'_>) -> bool {
    movement::may_use_gait(inputs.game(), who, Gait::Onward).is_ok() || has_pool_left(who, inputs)
}

/// Whether there is movement left in a pool, which outlasts every action.
pub(crate) fn has_pool_left(who: CombatantId, inputs: &Inputs<'_>) -> bool {
    movement::usable_cells(inputs.game(), who, Gait::Walk).is_some_and(|left| left > 0)
}

/// Whether the turn of a combatant goes on, as far as that depends on what it has left, and it can act.
pub(crate) fn may_declare(who: CombatantId, inputs: &Inputs<'_>) -> bool {
    let ends = inputs.rules.policies.turn.in_rounds().map(|turns| turns.ends);
    let turn = &inputs.view.row(who).turn_state;
    let goes_on = match ends {
        Some(TurnEnd::WhenSpent) => turn.actions() > 0 || may_go_on(who, inputs),
        Some(TurnEnd::WhenEnded) => turn.is_open(),
        None => true,
    };
    goes_on && status::can_act(inputs.game(), who)
}
