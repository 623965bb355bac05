//! The standing orders that are recommended for this rule system.

use crate::fighters::*;
use crate::skirmish::*;
use warboard::battle::Side;
use warboard::content::{Breakdown, PoolId};
use warboard::control::ScriptFile;
use warboard::control::orders::{OrderScope, Orders};
use warboard::resolution::{BattleEvent, Choice};

/// The answer of the recommended orders to the open prompt; `None` if the player is asked.
fn ordered(battle: &Skirmish) -> Option<Choice> {
    let rules = &battle.battle().setup().rules;
    let file = ScriptFile::read(rules.orders.as_ref().expect("recommended orders")).expect("readable orders");
    let whose = OrderScope::Side(Side(0));
    let (all, mut kept) = (file.orders_for_all(whose), Orders::default());
    for question in all.iter().map(|order| order.question) {
        let of_this = all.iter().filter(|order| order.question == question);
        kept.keep_all(whose, question, of_this.map(|order| (order.habit.clone(), order.when.clone())));
    }
    kept.habitual(battle.snapshot().view(), rules, battle.battle().prompt().expect("a question"))
}

/// `c` is done with its turn and has this many points, and a combatant with lower initiative ends its turn.
fn turn_ends(slow: char, points: i16) -> Skirmish {
    let fighters = [('c', fighter().has("Perception", 3), 14), (slow, fighter(), 8), ('B', fighter(), 3)];
    let mut battle = battle(&format!("c B {slow}"), &fighters, &[]);
    battle.end_turn('c').no_interrupts();
    let (who, by) = (battle.id('c'), Breakdown::default());
    battle.state.impose(&BattleEvent::PoolChanged { who, pool: PoolId::ACTIONS, by, left: points });
    battle.wait(slow);
    battle
}

#[test] // HD-166
fn the_player_is_asked_at_the_end_of_an_enemys_turn_with_points_for_an_attack() {
    let foe = turn_ends('A', 4);
    assert_eq!((foe.interrupting(), ordered(&foe)), (Some('c'), None));
    let friend = turn_ends('a', 4);
    assert_eq!((friend.interrupting(), ordered(&friend)), (Some('c'), Some(Choice::Pass)), "not for a friend");
    let poor = turn_ends('A', 2);
    assert_eq!((poor.interrupting(), ordered(&poor)), (Some('c'), Some(Choice::Pass)), "not with 2 points");
}
