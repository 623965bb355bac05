//! Consequences of changed hit points and fatigue.

use crate::battle::{CombatantId, Vitals};
use crate::content::action::Break;
use crate::content::policy::Collapse;
use crate::mechanics::consciousness;
use crate::resolution::event::BattleEvent;
use crate::resolution::frame::Pools;
use crate::resolution::procedure::action::channeling;
use crate::resolution::procedure::consequence::{bleeding, fatigue};
use crate::resolution::procedure::spells::prepare;
use crate::resolution::step::{Check, Inputs};

/// The dead die, combatants overcome by fatigue check to stay awake, and wounds leave their marks.
pub fn check(before: &Pools, inputs: &mut Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let wakes = inputs.check_again(Check::Sleepers, inputs.view.changed().able);
    if !wakes && before.are_same(inputs.view) {
        return;
    }
    for row in inputs.view.present() {
        let (who, after) = (row.id, row.vitals);
        if let (true, Collapse::Bleeding(policy)) = (wakes, &inputs.rules.policies.consciousness.collapse) {
            bleeding::may_wake(policy, who, inputs, events);
        }
        let Some(before) = before.of.get(who.index()) else { continue };
        if *before == after {
            continue;
        }
        if consciousness::is_dead(&inputs.rules.policies.consciousness, &after) {
            events.push(BattleEvent::Died { who, rule: inputs.rules.policies.consciousness.dead_rule });
            continue;
        }
        interrupt_work(who, before, inputs, events);
        prepare::hurt(who, before, inputs, events);
        match &inputs.rules.policies.consciousness.collapse {
            Collapse::Fatigue(policy) => fatigue::pools_changed(policy, who, before, inputs, events),
            Collapse::Bleeding(policy) => bleeding::pools_changed(policy, who, before, inputs, events),
        }
    }
}

/// Damage interrupts work.
fn interrupt_work(who: CombatantId, before: &Vitals, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    if inputs.view.row(who).vitals.current() < before.current() {
        channeling::interrupt(Break::Hurt, |worker, _| worker == who, "interrupted by a wound", inputs, events);
    }
}
