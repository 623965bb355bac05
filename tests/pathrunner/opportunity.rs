//! Attacks of opportunity.

use crate::fighters::*;
use crate::skirmish::*;
use warboard::content::{Gait, Trait, Unit};
use warboard::grid::Cell;
use warboard::resolution::{Act, Asks, legal};

const PASSING: &str = "
    a . . . .
    . . B . .";

#[test] // PR-006, PR-036, PR-G22
fn leaving_a_threatened_square_provokes_and_each_such_square_is_an_offer() {
    let mut battle = duel(PASSING, fighter(), fighter(), &[12, 4]);
    battle.walk('a', &[(1, 0), (2, 0), (3, 0), (4, 0)]);
    assert_eq!((battle.reacting(), battle.cell('a')), (Some('B'), (1, 0)), "not as it enters");
    battle.pass('B');
    assert_eq!((battle.reacting(), battle.cell('a')), (Some('B'), (2, 0)), "a declined offer is no attack");
    battle.react('B', "opportunity");
    assert_eq!((battle.cell('a'), battle.left('B', "opportunities")), ((4, 0), 0), "one attack in a turn of the mover");
    assert_eq!(damage(&battle.events()), [7]);
}

#[test] // PR-037, PR-G51
fn one_attack_a_round_and_one_more_for_each_point_of_dexterity() {
    let map = "
        a . . .
        . B . .
        c . . .";
    let crossing = |dexterity: i16, dice: &[u16]| {
        let fighters = [('a', fighter(), 20), ('c', fighter(), 15), ('B', fighter().has("Dexterity", dexterity), 1)];
        let mut battle = battle(map, &fighters, dice);
        battle.walk('a', &[(1, 0)]);
        let first = battle.reacting();
        if first.is_some() {
            battle.react('B', "opportunity");
        }
        battle.wait('a').walk('c', &[(1, 2)]);
        (first, battle.reacting())
    };
    assert_eq!(crossing(10, &[2]), (Some('B'), None));
    assert_eq!(crossing(12, &[2]), (Some('B'), Some('B')));
    assert_eq!(crossing(8, &[]), (None, None), "none at all with a penalty");
}

#[test] // PR-168, PR-G31
fn a_5_foot_step_does_not_provoke() {
    let mut battle = duel(PASSING, fighter(), fighter(), &[]);
    battle.walk('a', &[(1, 0)]);
    battle.go('a', "five_foot_step", &[(2, 0)]);
    assert_eq!((battle.reacting(), battle.cell('a')), (None, (2, 0)));
}

#[test] // PR-165
fn shots_and_standing_up_provoke_and_blows_do_not() {
    let archer = fighter().weapon("longbow");
    let mut battle = duel("a B", archer, fighter(), &[2, 12, 3]);
    battle.attack('a', 'B');
    assert_eq!(battle.reacting(), Some('B'));
    battle.react('B', "opportunity_shot");
    assert_eq!(battle.asked().0, 'a');
    let mut battle = duel("a B", fighter(), fighter(), &[2]);
    battle.attack('a', 'B');
    assert_eq!(battle.reacting(), None);
    battle.perform('a', "drop_prone");
    assert_eq!(battle.reacting(), None, "dropping is free and safe");
    battle.perform('a', "stand_up");
    assert_eq!(battle.reacting(), Some('B'));
}

#[test] // PR-284, PR-165, PR-303
fn a_trip_or_a_disarm_answers_every_provocation_with_the_talent() {
    let options = |battle: &Skirmish| match battle.asked().1 {
        Asks::React { options, .. } => options.iter().map(ToString::to_string).collect(),
        _ => Vec::new(),
    };
    let deft = || fighter().with_trait(Trait::DeftManeuvers);
    let mut shot = duel("a B", fighter().weapon("longbow"), deft(), &[10, 1]);
    shot.attack('a', 'B');
    assert_eq!(options(&shot), ["opportunity_shot", "opportunity_shot_trip", "opportunity_shot_disarm"]);
    shot.react('B', "opportunity_shot_trip");
    assert!(shot.has('a', "prone"));
    let mut rises = duel("a B", fighter(), deft(), &[]);
    rises.perform('a', "drop_prone").perform('a', "stand_up");
    assert_eq!(options(&rises), ["opportunity_action", "opportunity_action_disarm"], "it lies already");
    let mut plain = duel("a B", fighter().weapon("longbow"), fighter(), &[]);
    plain.attack('a', 'B');
    assert_eq!(options(&plain), ["opportunity_shot"]);
    let map = "
        . f A . . .
        . . . g . .";
    let greater =
        fighter().has("BaseAttack", 10).with_trait(Trait::PowerfulManeuvers).with_trait(Trait::GreaterBullRush);
    let mut pushed = battle(map, &[('f', greater, 20), ('g', deft(), 15), ('A', fighter(), 1)], &[4]);
    pushed.act_on('f', "bull_rush", 'A').pass('f');
    assert_eq!(options(&pushed), ["opportunity_forced", "opportunity_forced_trip", "opportunity_forced_disarm"]);
}

#[test] // PR-G22
fn bare_hands_do_not_threaten() {
    let mut battle = duel(PASSING, fighter(), fighter().unarmed(), &[]);
    battle.walk('a', &[(1, 0), (2, 0), (3, 0), (4, 0)]);
    assert_eq!((battle.reacting(), battle.cell('a')), (None, (4, 0)));
}

#[test] // PR-036, PR-165, PR-168, PR-G25
fn what_a_path_or_an_act_provokes_is_known_before() {
    let battle = duel(PASSING, fighter(), fighter(), &[]);
    let (view, rules, who) = (battle.snapshot().view(), &battle.battle().setup().rules, battle.id('a'));
    let path: Vec<Cell> = (1..=3).map(|x| Cell::new(x, 0)).collect();
    let steps = |gait: Gait| {
        legal::provoked_by_path(view, rules, who, gait, &path).iter().map(|it| it.step).collect::<Vec<_>>()
    };
    assert_eq!((steps(Gait::Walk), steps(Gait::Step)), (vec![1, 2], vec![]));
    let by = |first: Unit, act: &str| {
        let battle = duel("a B", first, fighter(), &[]);
        let (view, rules) = (battle.snapshot().view(), &battle.battle().setup().rules);
        let act = if act == "attack" { Act::at(act, battle.id('B'), None) } else { Act::own(act) };
        let found = legal::provoked_by_act(view, rules, battle.id('a'), &act);
        found.iter().map(|(_, reaction)| reaction.as_str()).collect::<Vec<_>>()
    };
    assert_eq!(by(fighter().weapon("longbow"), "attack"), ["opportunity_shot"]);
    assert_eq!(by(fighter(), "attack"), Vec::<&str>::new());
    assert_eq!((by(fighter(), "stand_up"), by(fighter(), "drop_prone")), (vec!["opportunity_action"], vec![]));
}

#[test] // PR-038, PR-037, PR-G51
fn combat_reflexes_give_further_attacks_of_opportunity() {
    for (dexterity, reflexes, attacks) in [(10, 0, 1), (10, 1, 2), (10, 3, 4), (14, 1, 4), (8, 1, 1), (8, 0, 0)] {
        let unit = fighter().has("Dexterity", dexterity).has("CombatReflexes", reflexes);
        let mut battle = duel("a . . B", fighter(), unit, &[]);
        assert_eq!(battle.left('B', "opportunities"), attacks, "{dexterity}, {reflexes}");
        let gained = format!("{:?}", battle.events());
        assert_eq!(gained.contains("PR-038"), reflexes > 0, "{gained}");
    }
}
