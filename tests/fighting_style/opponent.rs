//! The computer opponent: the points that it keeps for defences, whom it strikes, and where it walks.

use std::sync::Arc;

use crate::chooser::{act, answer};
use crate::fighters::*;
use crate::skirmish::*;
use warboard::battle::Target;
use warboard::content::{Breakdown, PoolId, Unit};
use warboard::resolution::{BattleEvent, Choice, Pick};
use warboard::rules::Ruleset;

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

#[test] // FS-073, FS-058
fn a_foe_without_points_to_defend_itself_is_struck_first() {
    for spent in ['B', 'C'] {
        let plan = skirmish(&fighting_style(), "B a C").unit('a', fighter());
        let mut battle = plan.unit('B', fighter()).unit('C', fighter()).rolls(&[6, 1, 2]);
        leave(&mut battle, spent, 0);
        assert_eq!(act(&battle).aimed_at(), Some(battle.id(spent)));
    }
}

#[test] // FS-022, FS-030
fn a_fighter_that_is_yet_to_act_keeps_the_points_for_its_blows_unless_it_is_nearly_down() {
    let defends = |lost: i16| {
        let plan = skirmish(&fighting_style(), "a B").unit('a', fighter()).unit('B', fighter());
        let mut battle = plan.with_losses('a', lost, 0).rolls(&[1, 6]);
        leave(&mut battle, 'a', 2);
        let strike = warboard::resolution::Act::at("strike", battle.id('a'), None);
        battle.act('B', strike);
        answer(&battle) != Choice::Pick(Pick::No)
    };
    assert_eq!([defends(0), defends(16)], [false, true]);
}

/// `a` may walk past `D` to strike `C`, or around it.
fn past(rules: &Arc<Ruleset>) -> Vec<(i16, i16)> {
    let map = ". . . . . .\n. . . . . .\na . . . C .\n. . D . . .";
    let plan = skirmish(rules, map).unit('a', fighter()).unit('C', fighter().has("Strength", 4)).unit('D', fighter());
    let battle = plan.rolls(&[6, 1, 2]);
    match act(&battle).target {
        Target::Path(path) => path.iter().map(|cell| (cell.x, cell.y)).collect(),
        other => panic!("no walk: {other:?}"),
    }
}

#[test] // FS-109, FS-G11
fn a_walk_that_provokes_an_opportunity_attack_is_not_worth_it_if_another_does_not() {
    let near =
        |path: &[(i16, i16)]| path[..path.len() - 1].iter().any(|(x, y)| (x - 2).abs() <= 1 && (y - 3).abs() <= 1);
    let peaceful = {
        let mut rules = Ruleset::clone(&fighting_style());
        rules.policies.reactions.clear();
        past(&Arc::new(rules))
    };
    let path = past(&fighting_style());
    assert!(near(&peaceful), "{peaceful:?}");
    assert!(!near(&path), "{path:?}");
}
