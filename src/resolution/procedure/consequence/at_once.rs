//! The table of consequences that stand beside the facts that cause them, applied before the facts of a step are.
//!
//! Left to the procedures, because no fact alone says that they follow: halts and landings of those forced into a stance
//! (also if they are in it), turns of those that wake (not if an effect wakes them) or can act again after a
//! [buildup](super::buildup), and halts of those that move or are moved.

use smallvec::SmallVec;

use self::Place::{After, Before, Last};
use crate::battle::{Act, CombatantId};
use crate::content::{Break, Rule};
use crate::resolution::event::{BattleEvent, Facts};
use crate::resolution::procedure::action::{doing, ready};
use crate::resolution::procedure::consequence::{bleeding, casualties, exertion, goals, ground};
use crate::resolution::procedure::effect::{conditions, deal_damage, duration, healing, holds};
use crate::resolution::procedure::movement::flight;
use crate::resolution::procedure::movement::walk::momentum;
use crate::resolution::procedure::spells::{active_spells, investment, magic_items};
use crate::resolution::procedure::stealth::awareness;
use crate::resolution::procedure::turn::initiative;
use crate::resolution::step::Inputs;
use crate::turn::DueKind;

/// Every consequence of a single fact, in order. To add one, write a function that matches its fact and emits others, and
/// enter it with a free number between its neighbours, and its fact in [`is_cause`].
///
/// A function gets the list with all facts before its cause, and adds to it. The facts that it adds have consequences in turn.
static AT_ONCE: [Row; 20] = [
    // The dead, and those carried off, lose what they hold and all that is due from them.
    Row(100, Before, casualties::dies),
    Row(110, Before, casualties::is_carried_off),
    // The effects of a magical item end before it leaves its bearer.
    Row(120, Before, active_spells::item_leaves),
    // A combatant that faints falls, drops its weapons and loses its work (TA-264).
    Row(200, After, casualties::faints),
    // Wounds worsen bleeding (TA-210).
    Row(210, After, bleeding::wounded),
    // Hazardous ground harms those that enter it.
    Row(220, After, ground::harms),
    // Burning harms at intervals, where turns are counted (G-53).
    Row(300, After, deal_damage::begins),
    // Conditions take actions away (TA-G45).
    Row(310, After, conditions::lose_actions),
    // Conditions change initiative (PR-115).
    Row(320, After, initiative::follows),
    // Those that are hurt are aware of the fight (PR-012).
    Row(330, After, awareness::hurt),
    // Those that become aware of the fight join it (PR-012).
    Row(340, After, awareness::joins),
    // Combatants that are held stop.
    Row(400, After, halts),
    // What lasts until a turn ends as it begins (TA-013).
    Row(410, After, turn_begins),
    // Those that leave have no more turns.
    Row(420, After, goals::leaves),
    // Fatigue lowers a pool and exhausts (HD-035, HD-037).
    Row(430, After, exertion::tired),
    // Energy invested in a spell returns (HD-045).
    Row(440, After, investment::retrieved),
    // Magical items take other forms and return to their own (HD-313).
    Row(450, After, magic_items::began),
    Row(460, After, magic_items::ended),
    // Wards end with the condition that upholds them (PR-148).
    Row(470, After, healing::ward_ends),
    // Work on those that move is interrupted (TC-348), and weapons that pin them come out.
    Row(500, Last, unsettles),
];

/// Number, place and function of a consequence.
struct Row(u16, Place, fn(&BattleEvent, &mut Inputs<'_>, &mut Facts));

/// Where the facts of a consequence stand.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Place {
    /// Before the fact that causes them.
    Before,
    /// After the fact that causes them.
    After,
    /// After all facts of the step.
    Last,
}

fn is_cause(fact: &BattleEvent) -> bool {
    use BattleEvent::*;
    let leaves = matches!(fact, Died { .. } | CarriedOff { .. } | Escaped { .. });
    let moves = matches!(fact, Displaced { .. } | LinkMade { .. } | TurnBegan { .. });
    let suffers = matches!(fact, DamageTaken(_) | FellUnconscious { .. } | FatigueGained { .. });
    let recovers = matches!(fact, ConditionEased { .. } | ConditionLost { .. } | SpellEnded { .. });
    let changes = matches!(fact, SpellBegan { .. } | WeaponDropped { .. });
    leaves || moves || suffers || recovers || changes || matches!(fact, ConditionGained { .. } | ConditionJoined { .. })
}

/// The facts of a step with all that follows from them. Scheduled events are numbered in order.
pub fn complete(mut facts: Facts, inputs: &mut Inputs<'_>) -> Facts {
    debug_assert!(AT_ONCE.is_sorted_by_key(|Row(number, ..)| *number));
    if facts.iter().any(is_cause) {
        let mut all = inputs.facts();
        // Room for a few consequences.
        all.reserve(facts.len() + 4);
        facts.drain(..).for_each(|fact| add(fact, inputs, &mut all));
        inputs.unused(facts);
        let mut last = Vec::new();
        all.iter().for_each(|fact| follow(Last, fact, inputs, &mut last));
        last.into_iter().for_each(|fact| add(fact, inputs, &mut all));
        facts = all;
    }
    let mut next = inputs.timeline.next_id();
    let mut moved: SmallVec<[(CombatantId, i32); 2]> = SmallVec::new();
    for fact in &mut facts {
        match fact {
            BattleEvent::InitiativeChanged { who, place, .. } => moved.push((*who, *place)),
            BattleEvent::DueSet { due } => {
                due.id = next;
                next.0 += 1;
                // A turn set after a change of initiative in the same step has the new place.
                let own = moved.iter().rev().find(|(who, _)| due.what == DueKind::Turn(*who));
                own.into_iter().for_each(|(_, place)| due.tie = *place);
            }
            _ => {}
        }
    }
    facts
}

/// Adds a fact with everything that stands beside it.
fn add(fact: BattleEvent, inputs: &mut Inputs<'_>, all: &mut Facts) {
    if !is_cause(&fact) {
        return all.push(fact);
    }
    let before = all.len();
    follow(Before, &fact, inputs, all);
    complete_from(before, inputs, all);
    let at = all.len();
    follow(After, &fact, inputs, all);
    all.insert(at, fact);
    complete_from(at + 1, inputs, all);
}

fn complete_from(at: usize, inputs: &mut Inputs<'_>, all: &mut Facts) {
    if all[at..].iter().any(is_cause) {
        all.split_off(at).into_iter().for_each(|fact| add(fact, inputs, all));
    }
}

/// Runs the rows of one place.
fn follow(place: Place, fact: &BattleEvent, inputs: &mut Inputs<'_>, events: &mut Facts) {
    AT_ONCE.iter().filter(|Row(_, of, _)| *of == place).for_each(|Row(.., emit)| emit(fact, inputs, events));
}

fn halts(fact: &BattleEvent, inputs: &mut Inputs<'_>, events: &mut Facts) {
    if let BattleEvent::LinkMade { link, .. } = fact {
        momentum::halt(link.held, inputs, events);
    }
}

fn turn_begins(fact: &BattleEvent, inputs: &mut Inputs<'_>, events: &mut Facts) {
    if let BattleEvent::TurnBegan { who } = *fact {
        duration::turn_starts(who, inputs, events);
        ready::forget(who, inputs, events);
        flight::turn_begins(who, inputs, events);
    }
}

fn unsettles(fact: &BattleEvent, inputs: &mut Inputs<'_>, events: &mut Facts) {
    match fact {
        BattleEvent::Displaced { bodies, rule, .. } => {
            bodies.iter().for_each(|shift| comes_loose(shift.who, *rule, inputs, events));
        }
        BattleEvent::Died { who, rule } | BattleEvent::CarriedOff { who, rule } => {
            comes_loose(*who, *rule, inputs, events);
            holds::pull_out(*who, None, false, *rule, inputs, events);
        }
        _ => {}
    }
}

fn comes_loose(moved: CombatantId, rule: Rule, inputs: &Inputs<'_>, events: &mut Facts) {
    let is_target = |_, act: &Act| act.aimed_at() == Some(moved);
    doing::interrupt(Break::TargetMoves, is_target, "the target has moved", inputs, events);
    holds::pull_out(moved, None, true, rule, inputs, events);
}
