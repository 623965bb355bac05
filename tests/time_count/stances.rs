//! Stances: shifting, benefits and drawbacks, exclusivity, standing up.

use crate::facts::*;
use crate::skirmish::*;
use warboard::battle::WeaponSlot;
use warboard::content::{Breakdown, Gait, Name, Stat, Unit};
use warboard::grid::Cell;
use warboard::mechanics::attack::{self, Mode};
use warboard::mechanics::{Game, movement};
use warboard::resolution::{Act, Asks, BattleEvent, legal};

/// `a` has shifted into a stance and it is its turn again; `B` is far away and never acts.
fn in_stance(a: Unit, action: &str, map: &str) -> Skirmish {
    let rules = time_count();
    let mut battle = skirmish(&rules, map).unit('a', a).unit('B', idle()).rolls(&[1, 1]);
    battle.perform('a', action);
    battle.events();
    battle
}

fn attack_of(battle: &Skirmish, mark: char, on: char, mode: Mode) -> Breakdown {
    let rules = time_count();
    let (game, mut sum) = (Game::new(battle.snapshot().view(), rules.book()), Breakdown::new());
    attack::add_to_hit(game, (battle.id(mark), WeaponSlot(0)), battle.id(on), mode, &mut sum);
    sum
}

/// The terms of stances in the primary defence of `a` against `B`.
fn stance_defence(battle: &Skirmish, mode: Mode) -> Vec<(String, i16, &'static str)> {
    let rules = time_count();
    let game = Game::new(battle.snapshot().view(), rules.book());
    let (_, sum) = attack::defence(game, battle.id('B'), battle.id('a'), Some(Stat::Primary), mode);
    let base = |term: &(String, i16, &'static str)| term.2 != "TC-094";
    terms(&sum).into_iter().filter(base).collect()
}

fn named(stance: &str, amount: i16, rule: &'static str) -> (String, i16, &'static str) {
    (stance.to_owned(), amount, rule)
}

fn allowed(battle: &Skirmish, act: &Act) -> Option<&'static str> {
    let rules = time_count();
    let checked = legal::check(battle.snapshot().view(), &rules, battle.id('a'), act);
    checked.err().map(|refusal| refusal.rule.as_str())
}

#[test] // TC-394, TC-395, TC-398, TC-399, TC-400, TC-401, G-11
fn a_shift_takes_its_time_and_brings_the_drawbacks_first() {
    let rules = time_count();
    let mut battle = skirmish(&rules, "a B").unit('a', base_unit()).unit('B', base_unit()).rolls(&[1, 3, 9]);
    battle.perform('a', "take_cautious");
    assert_eq!(battle.asked(), ('B', Asks::Act));
    assert_eq!((battle.count(), battle.row('a').turn_state.next), (7, Some(5 + 4)));
    assert!(battle.row('a').stance.shifting);
    assert_eq!(terms(&attack_of(&battle, 'a', 'B', Mode::Melee)), [named("cautious", -2, "TC-401")]);
    assert_eq!(stance_defence(&battle, Mode::Melee), []);
    battle.strike('B', 'a');
    let rolled = checks(&battle.events()).pop().expect("a check");
    assert_eq!((rolled.difficulty.total(), rolled.margin), (10, -1), "the benefit has not come yet");
    assert_eq!(battle.asked(), ('a', Asks::Act));
    assert!(!battle.row('a').stance.shifting);
    assert_eq!(stance_defence(&battle, Mode::Melee), [named("cautious", 2, "TC-400")]);
    assert_eq!(stance_defence(&battle, Mode::Ranged), [named("cautious", 2, "TC-400")]);
    assert_eq!(terms(&attack_of(&battle, 'a', 'B', Mode::Melee)), [named("cautious", -2, "TC-401")]);
    battle.all_rolled();
}

#[test] // TC-396, G-52, TC-520
fn the_basic_stance_is_free_and_changes_nothing() {
    let mut battle = in_stance(base_unit(), "take_cautious", "a B");
    let count = battle.count();
    battle.perform('a', "leave_stance");
    assert_eq!((battle.count(), battle.asked()), (count, ('a', Asks::Act)));
    assert_eq!(
        (stance_defence(&battle, Mode::Melee), terms(&attack_of(&battle, 'a', 'B', Mode::Melee))),
        (vec![], vec![])
    );
    assert_eq!(refusal(&mut battle, Act::own("leave_stance")), "G-52");
}

#[test] // G-52, TC-394, G-13
fn one_stance_at_a_time_and_no_way_up_but_standing() {
    let stances = ["take_cautious", "take_parrying", "take_poised", "take_crouch", "go_prone"];
    let rises = ["rise_from_crouch", "stand_up", "leave_stance"];
    let open = |from: &str| -> Vec<&str> {
        let battle = in_stance(base_unit(), from, "a B");
        stances.into_iter().chain(rises).filter(|to| allowed(&battle, &Act::own(*to)).is_none()).collect()
    };
    assert_eq!(open("take_cautious"), ["take_parrying", "take_poised", "take_crouch", "go_prone", "leave_stance"]);
    assert_eq!(open("take_poised"), ["take_cautious", "take_parrying", "take_crouch", "go_prone", "leave_stance"]);
    assert_eq!(open("take_crouch"), ["go_prone", "rise_from_crouch"]);
    assert_eq!(open("go_prone"), ["stand_up"]);
    let mut battle = in_stance(base_unit(), "take_cautious", "a B");
    battle.perform('a', "take_crouch");
    assert_eq!(battle.row('a').stance.held, Some(Name::new("crouch")));
    assert_eq!(stance_defence(&battle, Mode::Melee), [named("crouch", -2, "TC-404")]);
}

#[test] // TC-402, TC-403, TC-404, TC-406, TC-407
fn a_crouch_is_hard_to_shoot_and_easy_to_hit() {
    let mut battle = in_stance(base_unit(), "take_crouch", "a B");
    assert_eq!(battle.count(), 5 + 2);
    assert_eq!(stance_defence(&battle, Mode::Melee), [named("crouch", -2, "TC-404")]);
    assert_eq!(stance_defence(&battle, Mode::Ranged), [named("crouch", 2, "TC-403")]);
    assert_eq!(terms(&attack_of(&battle, 'a', 'B', Mode::Melee)), [named("crouch", -2, "TC-406")]);
    assert_eq!(terms(&attack_of(&battle, 'a', 'B', Mode::Ranged)), []);
    battle.perform('a', "rise_from_crouch");
    assert_eq!((battle.count(), battle.row('a').stance.held), (7 + 2, None));
}

#[test] // TC-405, TC-423
fn longbows_need_a_standing_archer_and_only_crossbows_shoot_prone() {
    let shot = |weapon: &str, stance: &str| {
        let battle = in_stance(base_unit().weapon(weapon), stance, "a . . B");
        let act = Act::at("strike", battle.id('B'), Some(WeaponSlot(0)));
        allowed(&battle, &act)
    };
    assert_eq!(shot("longbow", "take_crouch"), Some("TC-405"));
    assert_eq!(shot("shortbow", "take_crouch"), None);
    assert_eq!(shot("shortbow", "go_prone"), Some("TC-423"));
    assert_eq!(shot("javelin", "go_prone"), Some("TC-423"));
    assert_eq!(shot("light_crossbow", "go_prone"), None);
}

#[test] // TC-408, TC-409, TC-410, TC-411, TC-412, TC-413, G-21
fn parrying_turns_half_the_attack_bonus_into_defence() {
    let parry = |unit: Unit, mode: Mode| {
        let battle = in_stance(unit, "take_parrying", "a . B");
        assert_eq!(battle.count(), 5 + 6);
        stance_defence(&battle, mode)
    };
    let skilled = |accuracy: i16| base_unit().stat(Stat::Accuracy, accuracy);
    assert_eq!(parry(skilled(7), Mode::Melee), [named("parrying", 3, "TC-409")]);
    assert_eq!(
        parry(skilled(2), Mode::Melee),
        [named("parrying", 1, "TC-409"), ("a hit deals at least 1".to_owned(), 1, "TC-409"),]
    );
    let shielded = Unit { shield: Some(Name::new("large_shield")), ..skilled(6) };
    assert_eq!(parry(shielded, Mode::Melee), [named("parrying", 3, "TC-409"), named("shield", 2, "TC-409")]);
    let mut two = skilled(2).stat(Stat::Dexterity, 4);
    two.weapons.push(carried("dagger"));
    assert_eq!(parry(two, Mode::Melee), [named("parrying", 3, "TC-409")], "the better of sword and dagger");
    let bow = skilled(4).stat(Stat::Dexterity, 2).weapon("shortbow");
    assert_eq!(parry(bow, Mode::Ranged), [named("parrying", 3, "TC-409")]);
}

#[test] // TC-411, TC-483, G-97
fn a_bow_parries_shots_but_not_melee_attacks() {
    let battle = in_stance(base_unit().stat(Stat::Accuracy, 8).weapon("shortbow"), "take_parrying", "a . B");
    let meets = |mode: Mode| {
        let (rules, view) = (time_count(), battle.snapshot().view());
        let (b, a) = (battle.id('B'), battle.id('a'));
        let (stat, sum) = attack::defence(Game::new(view, rules.book()), b, a, None, mode);
        (stat, sum.total())
    };
    assert_eq!(meets(Mode::Melee), (Stat::Passive, 10), "nothing is added");
    assert_eq!(meets(Mode::Ranged), (Stat::Primary, 10 + 4), "half of 8");
}

#[test] // TC-414, TC-415, TC-430
fn a_parrying_combatant_neither_attacks_nor_flanks_and_moves_at_half_speed() {
    let battle = in_stance(base_unit(), "take_parrying", "a B");
    for action in ["strike", "quick_strike", "feint", "trip", "bull_rush", "grab", "disarm"] {
        assert_eq!(allowed(&battle, &Act::at(action, battle.id('B'), None)), Some("TC-414"), "{action}");
    }
    let rules = time_count();
    assert_eq!(movement::rate(Game::new(battle.snapshot().view(), rules.book()), battle.id('a'), Gait::Walk), 10);
    assert!(!warboard::mechanics::reach::threatens(
        Game::new(battle.snapshot().view(), rules.book()),
        battle.id('a'),
        battle.id('B')
    ));
}

#[test] // TC-416, TC-417, TC-418, TC-419, TC-172, TC-173, TC-098
fn the_poised_stance_forbids_movement_until_a_dash() {
    let mut battle = in_stance(base_unit(), "take_poised", "a . . . . B");
    assert_eq!(battle.count(), 5 + 4);
    let rules = time_count();
    let game = Game::new(battle.snapshot().view(), rules.book());
    let (stat, _) = attack::defence(game, battle.id('B'), battle.id('a'), None, Mode::Melee);
    assert_eq!(stat, Stat::Passive);
    let walk = Act::along("move", vec![Cell::new(1, 0)]);
    assert_eq!(refusal(&mut battle, walk), "TC-419");
    assert_eq!(allowed(&battle, &Act::at("approach", battle.id('B'), None)), Some("TC-419"));
    let mut battle = {
        let mut battle = skirmish(&rules, "a . . . . B").unit('a', base_unit()).unit('B', idle()).rolls(&[1, 1, 20]);
        battle.perform('a', "take_poised");
        battle
    };
    battle.act('a', Act::along("run", vec![Cell::new(1, 0), Cell::new(2, 0)]));
    assert_eq!((battle.cell('a'), battle.row('a').stance.held), ((2, 0), None));
    assert!(battle.has('a', "running"));
    battle.all_rolled();
}

#[test] // TC-419, TC-395
fn a_dash_takes_the_whole_shift() {
    let rules = time_count();
    let mut battle = skirmish(&rules, "a . . . . B").unit('a', base_unit()).unit('B', base_unit()).rolls(&[1, 3]);
    battle.perform('a', "take_poised");
    assert_eq!(battle.asked().0, 'B');
    let run = Act::along("run", vec![Cell::new(1, 0)]);
    assert_eq!(allowed(&battle, &run), Some("TC-419"), "still shifting");
}

#[test] // TC-420, TC-421, TC-422, TC-424, TC-244, G-13
fn prone_protects_against_shots_and_hinders_everything_else() {
    let battle = in_stance(base_unit(), "go_prone", "a B");
    assert_eq!(battle.count(), 5 + 2);
    assert_eq!(stance_defence(&battle, Mode::Melee), [named("prone", -4, "TC-422")]);
    assert_eq!(stance_defence(&battle, Mode::Ranged), [named("prone", 4, "TC-421")]);
    assert_eq!(terms(&attack_of(&battle, 'a', 'B', Mode::Melee)), [named("prone", -4, "TC-424")]);
    assert_eq!(terms(&attack_of(&battle, 'a', 'B', Mode::Ranged)), []);
}

#[test] // TC-254, TC-425, TC-214
fn standing_up_takes_effect_at_once_and_its_time_follows() {
    let rules = time_count();
    let mut battle = skirmish(&rules, "a B").unit('a', base_unit()).unit('B', base_unit()).rolls(&[1, 4]);
    battle.perform('a', "go_prone").perform('a', "stand_up");
    assert_eq!((battle.asked().0, battle.count(), battle.row('a').turn_state.next), ('B', 8, Some(7 + 4)));
    assert_eq!(battle.row('a').stance.held, None);
}

#[test] // TC-391, G-52, TC-394
fn a_combatant_knocked_down_while_shifting_stays_down() {
    let rules = time_count();
    let mut battle = skirmish(&rules, "a B").unit('a', base_unit()).unit('B', base_unit()).rolls(&[1, 3, 12]);
    battle.perform('a', "take_parrying").act_on('B', "trip", 'a');
    assert_eq!((battle.asked().0, battle.count()), ('a', 11));
    assert_eq!(battle.row('a').stance.held, Some(Name::new("prone")));
    assert_eq!(stance_defence(&battle, Mode::Melee), [named("prone", -4, "TC-422")]);
}

#[test] // TC-212, TC-391, G-52
fn a_shift_and_a_trip_on_one_count_end_prone() {
    let rules = time_count();
    for (first, second) in [('a', 'B'), ('B', 'a')] {
        let plan = skirmish(&rules, "a B").unit(first, base_unit()).unit(second, base_unit());
        let mut battle = plan.rolls(&[1, 1, 12]);
        for mark in [first, second] {
            if mark == 'a' {
                battle.perform('a', "take_cautious")
            } else {
                battle.act_on('B', "trip", 'a')
            };
        }
        assert_eq!(battle.row('a').stance.held, Some(Name::new("prone")));
        let stood = battle
            .events()
            .iter()
            .any(|event| matches!(event, BattleEvent::StanceTaken { stance, .. } if stance.held.is_none()));
        assert!(!stood);
    }
}
