//! The computer opponent keeps points for its defence where that is worth more than a blow.

use crate::chooser::act;
use crate::fighters::*;
use crate::skirmish::*;
use warboard::content::{Breakdown, PoolId, Unit};
use warboard::resolution::BattleEvent;

/// Leaves a combatant this many action points.
fn leave(battle: &mut Skirmish, mark: char, left: i16) {
    let who = battle.id(mark);
    battle.state.impose(&BattleEvent::PoolChanged { who, pool: PoolId::ACTIONS, by: Breakdown::new(), left });
}

/// `a`, which acts first and has one point, against `B`.
fn with_one_point(map: &str, own: Unit, enemy: Unit) -> Skirmish {
    let mut battle = duel(map, own, enemy, &[]);
    leave(&mut battle, 'a', 1);
    battle
}

#[test] // FS-010, FS-030, FS-065
fn a_last_point_is_kept_for_a_defence_against_a_dangerous_foe_and_spent_where_none_can_come() {
    let (weak, strong) = (|| fighter().has("Strength", 4), || fighter().has("Strength", 24));
    let armoured = strong().armor("partial_iron");
    assert!(act(&with_one_point("a B", weak(), armoured)).aimed_at().is_none(), "it keeps the point");
    assert!(act(&with_one_point("a B", strong(), weak())).aimed_at().is_some(), "a blow is worth more");
    // The foe cannot reach an archer on the other side of a wide field.
    let field = "a . . . . . . . . . . . . . . . . . . . . . . . . B";
    let archer = weak().weapon("longbow");
    let slow = Unit { rate: 2, ..strong() };
    assert!(act(&with_one_point(field, archer, slow)).aimed_at().is_some(), "nothing to defend against");
}
