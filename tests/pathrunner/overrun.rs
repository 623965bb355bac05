//! Overruns.

use crate::fighters::*;
use crate::manoeuvres::talented;
use crate::skirmish::*;
use warboard::content::{Name, Size, Trait, Unit};
use warboard::grid::Cell;
use warboard::resolution::{Act, Asks, BattleEvent, Choice, Pick, PickPurpose};

const PATH: [(i16, i16); 3] = [(1, 0), (2, 0), (3, 0)];

fn begun(target: Unit, dice: &[u16]) -> Skirmish {
    let mut battle = duel("a . B . .", fighter(), target.unarmed(), dice);
    battle.go('a', "overrun", &PATH);
    battle
}

fn asked(battle: &Skirmish) -> bool {
    matches!(battle.asked(), ('B', Asks::Pick { purpose: PickPurpose::LetPass { .. }, .. }))
}

#[test] // PR-350, PR-353
fn the_target_may_let_the_attacker_pass() {
    let mut battle = begun(fighter(), &[]);
    assert!(asked(&battle), "{:?}", battle.asked());
    battle.answer('B', true);
    assert_eq!((battle.cell('a'), battle.has('B', "prone")), ((3, 0), false));
}

/// The rule by which a movement was stopped.
fn stopped_by(events: &[BattleEvent]) -> Option<String> {
    events.iter().find_map(|event| match event {
        BattleEvent::MoveStopped { rule, .. } => Some(rule.to_string()),
        _ => None,
    })
}

#[test] // PR-354, PR-355, PR-356
fn or_it_is_passed_by_force_felled_or_stops_the_attacker() {
    for (face, x, falls) in [(9, 1, false), (10, 3, false), (14, 3, false), (15, 3, true)] {
        let mut battle = begun(fighter(), &[face]);
        battle.answer('B', false);
        assert_eq!((battle.cell('a').0, battle.has('B', "prone")), (x, falls), "{face}");
        assert_eq!(battle.asked().0, 'a', "its turn goes on");
        assert_eq!(stopped_by(&battle.events()), (x == 1).then(|| "PR-356".to_owned()), "{face}");
        battle.all_rolled();
    }
}

#[test] // PR-351
fn a_target_two_sizes_larger_cannot_be_overrun() {
    let map = "
        a . B . . .
        . . . . . .";
    let path = [(1, 0), (2, 0), (3, 0), (4, 0)];
    for (size, passes) in [(Size::Medium, true), (Size::Small, false)] {
        let mut battle = duel(map, fighter().size(size), fighter().unarmed().size(Size::Large), &[]);
        battle.go('a', "overrun", &path);
        assert_eq!(asked(&battle), passes, "{size:?}");
        if !passes {
            assert_eq!(battle.cell('a'), (1, 0));
        }
    }
}

#[test] // PR-350
fn only_one_target_is_overrun_in_one_movement() {
    let map = "a . B . C . .";
    let foes = [('B', fighter().unarmed(), 2), ('C', fighter().unarmed(), 1)];
    let all: Vec<_> = std::iter::once(('a', fighter(), 20)).chain(foes).collect();
    let mut battle = battle(map, &all, &[]);
    battle.go('a', "overrun", &[(1, 0), (2, 0), (3, 0), (4, 0), (5, 0)]);
    battle.answer('B', true);
    assert_eq!(battle.cell('a'), (3, 0), "in front of the second");
}

/// The half actions left at the question whether the target lets the attacker pass, and after it.
fn spent(unit: Unit) -> (i16, i16) {
    let mut battle = duel("a . B . .", unit, fighter().unarmed(), &[]);
    battle.go('a', "overrun", &PATH);
    let before = battle.left('a', "half");
    battle.answer('B', true);
    assert_eq!(battle.cell('a'), (3, 0));
    (before, battle.left('a', "half"))
}

#[test] // PR-350, PR-352
fn an_overrun_is_a_full_round_action_or_with_the_talent_a_move_and_a_half_action() {
    assert_eq!(spent(fighter()), (0, 0));
    assert_eq!(spent(talented(Trait::PowerfulManeuvers)), (0, 0));
    // The staggered may take two half actions, and no full-round action.
    for (unit, passes) in [(fighter(), false), (talented(Trait::PowerfulManeuvers), true)] {
        let plan = skirmish(&pathrunner(), "a . B . .").unit('a', unit).unit('B', fighter().unarmed());
        let mut battle = plan.with_condition('a', "staggered").rolls(&[20, 1]);
        let act = Choice::Act(along("overrun", &PATH));
        if passes {
            battle.choose('a', act).answer('B', true);
            assert_eq!(battle.cell('a'), (3, 0));
        } else {
            let refused = battle.refused(act).to_string();
            assert!(refused.contains("PR-G04"), "{refused}");
        }
    }
}

#[test] // PR-350
fn the_half_action_of_an_overrun_is_paid_for_the_attempt() {
    // Another enemy stops the mover on the way: it has kept the half action.
    let map = "
        a . . B . .
        . X . . . .";
    let fighters = [
        ('a', talented(Trait::PowerfulManeuvers), 20),
        ('X', talented(Trait::DeftManeuvers), 2),
        ('B', fighter().unarmed(), 1),
    ];
    let mut battle = battle(map, &fighters, &[15]);
    battle.go('a', "overrun", &[(1, 0), (2, 0), (3, 0), (4, 0)]);
    battle.react('X', "opportunity_trip");
    assert_eq!((battle.has('a', "prone"), battle.left('a', "half")), (true, 1));
    // Without two half actions there is no overrun.
    let mut late = duel("a . . B . .", talented(Trait::PowerfulManeuvers), fighter().unarmed(), &[]);
    late.walk('a', &[(1, 0)]);
    late.refused(Choice::Act(along("overrun", &[(2, 0), (3, 0), (4, 0)])));
}

/// `a` has charged `B`, three squares off, and overruns it.
fn charged(map: &str, unit: Unit, target: Unit, dice: &[u16]) -> Skirmish {
    let mut battle = duel(map, unit, target, dice);
    charge(&mut battle);
    battle
}

fn charge(battle: &mut Skirmish) {
    let path = (1..=3).map(|x| Cell::new(x, 0)).collect();
    let act = Act::charging("charge", path, battle.id('B'));
    battle.choose('a', Choice::Act(act));
}

fn offered(battle: &Skirmish) -> bool {
    let Asks::Pick { options, .. } = battle.asked().1 else { return false };
    options.contains(&Pick::Action(Name::new("overrun_at_end")))
}

const FIELD: &str = "a . . . B . . .";

#[test] // PR-350, PR-353, PR-354, PR-355, PR-356, PR-G18
fn a_charge_may_end_in_an_overrun_at_2_more() {
    let powerful = || talented(Trait::PowerfulManeuvers);
    let mut avoided = charged(FIELD, powerful(), fighter().unarmed(), &[]);
    avoided.pick('a', "overrun_at_end").answer('B', true);
    assert_eq!((avoided.cell('a'), avoided.left('a', "half")), ((5, 0), 0));
    for (face, x, falls) in [(7, 3, false), (8, 5, false), (12, 5, false), (13, 5, true)] {
        let mut battle = charged(FIELD, powerful(), fighter().unarmed(), &[face]);
        battle.events();
        battle.pick('a', "overrun_at_end").answer('B', false);
        let events = battle.events();
        assert_eq!(stopped_by(&events), (x == 3).then(|| "PR-356".to_owned()), "{face}");
        let roll = rolled(&events).remove(0);
        assert!(roll.bonus.total() == 9 && roll.bonus.to_string().contains("+2 [PR-G18]"), "{}", roll.bonus);
        assert_eq!((battle.cell('a').0, battle.has('B', "prone")), (x, falls), "{face}");
        battle.all_rolled();
    }
}

#[test] // PR-350, PR-351, PR-G15, PR-G18
fn an_overrun_ends_a_charge_only_with_the_talent_the_size_and_the_room_for_it() {
    let powerful = || talented(Trait::PowerfulManeuvers);
    let bare = || fighter().unarmed();
    let allowed = |map: &str, unit: Unit, target: Unit| {
        let battle = charged(map, unit, target, &[]);
        offered(&battle)
    };
    assert!(allowed(FIELD, powerful(), bare()));
    let deft = talented(Trait::DeftManeuvers);
    assert!(!allowed(FIELD, deft, bare()), "another talent");
    assert!(!allowed("a . . . B", powerful(), bare()), "the edge of the board");
    assert!(!allowed("a . . . B #", powerful(), bare()), "a wall");
    let wide = "
        a . . . B . . . .
        . . . . . . . . .";
    assert!(allowed(wide, powerful(), bare().size(Size::Large)));
    assert!(!allowed(wide, powerful().size(Size::Small), bare().size(Size::Large)), "two sizes larger");
    // A second enemy behind the first, and a friend, beyond which there is room.
    for (mark, offers) in [('C', false), ('c', true)] {
        let map = format!("a . . . B {mark} . .");
        let fighters = [('a', powerful(), 20), ('B', bare(), 2), (mark, bare(), 1)];
        let mut battle = battle(&map, &fighters, &[]);
        charge(&mut battle);
        assert_eq!(offered(&battle), offers, "{mark}");
    }
    // Of twice the speed, 12 squares, ten are used: two are left, or after eleven only one.
    for (squares, offers) in [(10, true), (11, false)] {
        let map = format!("a {}B . .", ". ".repeat(squares));
        let mut battle = duel(&map, powerful(), bare(), &[]);
        let path = (1..=squares as i16).map(|x| Cell::new(x, 0)).collect();
        let act = Act::charging("charge", path, battle.id('B'));
        battle.choose('a', Choice::Act(act));
        assert_eq!(offered(&battle), offers, "{squares}");
    }
}

#[test] // PR-350, PR-354
fn overruns_lead_through_hexes_and_by_large_bodies_too() {
    let plan = || skirmish(&pathrunner(), FIELD).hexes();
    let units = || [('a', talented(Trait::PowerfulManeuvers), 20), ('B', fighter().unarmed(), 1)];
    let mut charging = battle_of(plan(), &units(), &[8]);
    charge(&mut charging);
    charging.pick('a', "overrun_at_end").answer('B', false);
    assert_eq!(charging.cell('a'), (5, 0));
    let mut walking = battle_of(plan(), &units(), &[10]);
    walking.go('a', "overrun", &[(1, 0), (2, 0), (3, 0), (4, 0), (5, 0)]);
    walking.answer('B', false);
    assert_eq!(walking.cell('a'), (5, 0));
    let map = "
        a . . . B . . . .
        . . . . . . . . .";
    let large = talented(Trait::PowerfulManeuvers).size(Size::Large);
    let mut battle = duel(map, large, fighter().unarmed(), &[15]);
    battle.go('a', "overrun", &[(1, 0), (2, 0), (3, 0), (4, 0), (5, 0)]);
    battle.answer('B', false);
    assert_eq!((battle.cell('a'), battle.has('B', "prone")), ((5, 0), true));
}
