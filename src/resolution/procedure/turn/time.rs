//! How long an action takes, where turns are counted.

use std::sync::Arc;

use crate::battle::{CombatantId, WeaponSlot};
use crate::content::action::{Action, Does};
use crate::content::breakdown::Breakdown;
use crate::content::policy::{CountTurns, TurnOrder};
use crate::content::speed::ActionSpeed;
use crate::mechanics::{scroll, status, two_weapons};
use crate::resolution::act::Act;
use crate::resolution::event::{BattleEvent, Facts};
use crate::resolution::frame::Activation;
use crate::resolution::procedure::spells::prepare;
use crate::resolution::step::{Inputs, Remember};
use crate::turn::{Due, speed};

pub(crate) fn one_count(turns: &CountTurns) -> Breakdown {
    let mut took = Breakdown::new();
    took.add(crate::content::breakdown::Label::SpeedFactor, 1, turns.next_turn_rule);
    took
}

pub(crate) fn time_taken(
    turns: &CountTurns,
    activation: &Activation,
    who: CombatantId,
    act: &Act,
    slower: Breakdown,
    inputs: &mut Inputs<'_>,
) -> Breakdown {
    let own = activation.delays.iter().find(|(slow, _)| *slow == who);
    let mut delay = own.map(|(_, delay)| delay.clone()).unwrap_or_default();
    let does = inputs.rules.actions.get(act.action).map(|action| &action.does);
    match does {
        Some(Does::KeepPreparing) => return prepare::time_left(who, inputs).unwrap_or_else(|| one_count(turns)),
        // A preparation has its own time.
        Some(Does::Prepare) => {}
        _ => delay.extend(&slower),
    }
    counts_for(turns, who, act, delay, inputs)
}

/// The time of an act in counts, with everything that slows it.
fn counts_for(
    turns: &CountTurns,
    who: CombatantId,
    act: &Act,
    mut delay: Breakdown,
    inputs: &mut Inputs<'_>,
) -> Breakdown {
    let rules = inputs.rules;
    let Some(action) = rules.actions.get(act.action) else { return one_count(turns) };
    let row = inputs.view.row(who);
    let class = |slot: WeaponSlot| row.sheet.weapon(slot).map(|entry| entry.weapon.speed);
    let mut owed = inputs.memory.delays.iter().filter(|(other, _)| *other == who).peekable();
    if owed.peek().is_some() {
        owed.for_each(|(_, longer)| delay.extend(longer));
        inputs.remember(Remember::DelaysPaid(who));
    }
    let own = ActionSpeed::Weapon(0);
    let armed = matches!(action.speed, ActionSpeed::Weapon(_) | ActionSpeed::HalfWeapon | ActionSpeed::WorseOfTwo);
    let (classes, counts) = status::slowdown(inputs.game(), who, armed);
    delay.extend(&counts);
    let mode = row.sheet.speed;
    let both = action.speed == ActionSpeed::WorseOfTwo;
    let Some(pair) = both.then(|| two_weapons::pair(inputs.view, who)).flatten() else {
        let (time, reads) = (scroll::speed(inputs.view, who, act, action), scroll::read(inputs.view, who, act));
        let took =
            speed::speed_factor(turns, time, act.weapon.and_then(class), mode, classes, &delay, &mut inputs.dice);
        return match reads {
            Some(rule) => prepare::citing(&took, rule),
            None => took,
        };
    };
    let both = pair.map(|slot| speed::speed_factor(turns, &own, class(slot), mode, classes, &delay, &mut inputs.dice));
    let [first, second] = both;
    if second.total() > first.total() { second } else { first }
}

/// Where turns are counted, a released readied action takes its time from now on: the next turn comes after it (G-39).
pub(crate) fn pay_for(who: CombatantId, act: &Act, inputs: &mut Inputs<'_>, events: &mut Facts) {
    let TurnOrder::Counts(turns) = &inputs.rules.policies.turn else { return };
    let slower = prepare::concentration(who, act, inputs);
    let took = counts_for(turns, who, act, slower, inputs);
    let Some(due) = inputs.timeline.turn_of(who).cloned() else {
        // In its own turn the time is added to that of the turn's action.
        return inputs.remember(Remember::Delay(who, Box::new(took)));
    };
    let at = inputs.view.count() + i32::from(took.total().max(0));
    events.push(BattleEvent::TimeTaken { who, took });
    events.push(BattleEvent::DueCancelled { due: due.id });
    events.push(BattleEvent::DueSet { due: Due { at, ..due } });
}

/// Whether an act takes effect only when its time is over.
pub(crate) fn takes_effect_late(act: &Act, inputs: &Inputs<'_>) -> bool {
    let late = |action: &Arc<Action>| matches!(action.does, Does::AtEnd { .. } | Does::TakeStance(_));
    inputs.rules.actions.get(act.action).is_some_and(late)
}
