//! Reactions and free actions: the turns in which they are available, and the recovery of reactions.

use crate::elevation::board;
use crate::facts::*;
use crate::skirmish::*;
use warboard::battle::{Readied, WeaponSlot};
use warboard::content::Name;
use warboard::grid::Cell;
use warboard::resolution::{Act, Asks, Choice, Target};

#[test] // TA-015, TA-021, TA-022, TA-G22
fn a_reaction_can_be_used_in_the_own_turn_and_returns_as_the_next_turn_starts() {
    let plan = skirmish(&fragments(), "a . . B").on(board("a . . B", &[0, 0, 30, 30]));
    // The climb fails with a 5, the catch succeeds with a 20.
    let mut battle = plan.unit('a', plain()).unit('B', plain().unarmed()).rolls(&[1, 20, 5, 20]);
    battle.walk('B', &[(2, 0)]);
    battle.act('B', Act::along("climb", vec![Cell::new(1, 0)])).choose('B', yes());
    assert_eq!((battle.has('B', "clinging"), battle.row('B').turn_state.reactions()), (true, 0), "in its own turn");
    battle.perform('B', "wait");
    assert_eq!((battle.asked().0, battle.row('B').turn_state.reactions()), ('a', 0), "and none in the turn of another");
    battle.perform('a', "wait");
    assert_eq!((battle.asked().0, battle.row('B').turn_state.reactions()), ('B', 1), "until its next turn");
    battle.all_rolled();
}

#[test] // TA-030
fn free_actions_are_taken_in_the_own_turn_only() {
    let mut battle = skirmish(&fragments(), "a . . . B").unit('a', plain()).unit('B', plain()).rolls(&[20, 1]);
    let act = Act { action: Name::new("attack"), target: Target::Whoever, weapon: Some(WeaponSlot(0)), part: None };
    let readied = Readied { watch: Name::new("steps_into_reach"), act };
    battle.act('a', Act { target: Target::Ready(Box::new(readied)), ..Act::own("ready") }).perform('a', "wait");
    let drops =
        || Act { action: Name::new("drop_item"), target: Target::Weapon(WeaponSlot(0)), weapon: None, part: None };
    battle.walk('B', &[(3, 0), (2, 0), (1, 0)]);
    assert!(matches!(battle.asked(), ('a', Asks::React { .. })), "asked in the turn of B");
    battle.refused(Choice::Act(drops()));
    battle.pass('a').perform('B', "wait");
    battle.act('a', drops());
    assert_eq!(battle.row('a').turn_state.actions(), 3, "in its own turn it may");
}
