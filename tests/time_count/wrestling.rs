//! Wrestling: grabs, escapes, and actions of holders and their targets.

use crate::facts::*;
use crate::skirmish::*;
use warboard::content::{Breakdown, Hold, Name, Size, Stat, Trait, Unit};
use warboard::mechanics::Game;
use warboard::mechanics::attack::{self, Degree, Mode};
use warboard::resolution::{Act, Asks, BattleEvent, CellPurpose, PickPurpose};

/// `a` grabs `B` with this roll; `B` never acts.
fn grabbed(a: Unit, b: Unit, dice: &[u16]) -> Skirmish {
    let rules = time_count();
    let map = ". . . . .\n. . a B .\n. . . . .";
    let first = [1, 1].iter().chain(dice).copied().collect::<Vec<_>>();
    let mut battle = skirmish(&rules, map).unit('a', a).unit('B', b.stat(Stat::Initiative, -500)).rolls(&first);
    battle.act_on('a', "grab", 'B');
    battle
}

fn strong(strength: i16) -> Unit {
    base_unit().stat(Stat::Strength, strength)
}

#[test] // TC-293, TC-294, TC-295, TC-296, G-34
fn a_grab_requires_free_hands_and_a_target_within_reach_and_size() {
    let rules = time_count();
    let refused = |a: Unit, b: Unit, map: &str| {
        let mut battle = skirmish(&rules, map).unit('a', a).unit('B', b).rolls(&[1, 6]);
        refused_at(&mut battle, "grab", 'B')
    };
    assert_eq!(refused(base_unit().weapon("great_sword"), base_unit(), "a B"), "TC-293");
    let towered = Unit { shield: Some(Name::new("tower_shield")), ..base_unit() };
    assert_eq!(refused(towered, base_unit(), "a B"), "TC-293");
    assert_eq!(refused(base_unit().size(Size::Small), base_unit().size(Size::Large), "a B .\n. . ."), "TC-294");
    assert_eq!(refused(base_unit().with_trait(Trait::NoHands), base_unit(), "a B"), "TC-295");
    assert_eq!(refused(base_unit().size(Size::Large), base_unit(), "a . . B\n. . . ."), "TC-295", "whatever the reach");
    assert_eq!(refused(base_unit(), base_unit(), "a # B"), "TC-295");
}

#[test] // TC-295, TC-296, TC-297, TC-298, TC-098, G-18
fn a_grabbed_target_cannot_leave_or_react_and_attacks_with_a_penalty() {
    let rules = time_count();
    let mut battle = skirmish(&rules, "a B .").unit('a', base_unit()).unit('B', base_unit()).rolls(&[1, 6, 10]);
    battle.act_on('a', "grab", 'B');
    let rolled = checks(&battle.events()).pop().expect("a check");
    assert_eq!((rolled.defence, rolled.margin, rolled.rule.as_str()), (Some(Stat::Celerity), 0, "TC-295"));
    assert_eq!(battle.row('a').turn_state.next, Some(5 + 9));
    assert_eq!(battle.row('a').vitals.fatigue, 0);
    assert!(battle.snapshot().links[0].qualities.is_empty());
    let (a, b) = (battle.id('a'), battle.id('B'));
    let away = Act::along("move", vec![warboard::grid::Cell::new(2, 0)]);
    assert_eq!(refusal(&mut battle, away), "TC-297");
    let game = Game::new(battle.snapshot().view(), rules.book());
    let mut strike = Breakdown::new();
    attack::add_to_hit(game, (b, warboard::battle::WeaponSlot(0)), a, Mode::Melee, &mut strike);
    assert!(terms(&strike).contains(&("grabbed".to_owned(), -2, "TC-298")));
    let (stat, _) = attack::defence(game, a, b, None, Mode::Melee);
    assert_eq!(stat, Stat::Passive);
    battle.all_rolled();
}

#[test] // TC-300, TC-301, G-15, TC-036
fn with_a_margin_of_five_a_grab_is_firm_and_a_critical_one_pins() {
    let qualities = |dice: &[u16]| {
        grabbed(base_unit(), base_unit(), dice).snapshot().links.first().map(|link| link.qualities.to_vec())
    };
    assert_eq!(qualities(&[9]), None);
    assert_eq!(qualities(&[14]), Some(vec![]));
    assert_eq!(qualities(&[15]), Some(vec![Hold::HardToBreak(-2)]));
    assert_eq!(qualities(&[20]), Some(vec![Hold::HardToBreak(-2), Hold::Pinned]));
    let fumbled = grabbed(base_unit(), base_unit(), &[1, 4]);
    assert_eq!(fumbled.count(), 5 + 9 + 4);
    assert_eq!(fumbled.row('a').arms.weapons[0].durability, 5, "bare hands do not wear");
}

#[test] // TC-281, TC-311, TC-318
fn dragging_shunting_and_throwing_require_a_hold() {
    let mut free = skirmish(&time_count(), "a B .").unit('a', base_unit()).unit('B', base_unit()).rolls(&[1, 6]);
    let refused = ["drag", "shunt", "throw"].map(|action| refused_at(&mut free, action, 'B'));
    assert_eq!(refused, ["TC-281", "TC-311", "TC-318"], "there is no hold");
    let mut holder = grabbed(base_unit(), base_unit(), &[12]);
    assert_eq!(refused_at(&mut holder, "drag", 'B'), "TC-281", "the holder is not held");
    let mut held = skirmish(&time_count(), "a B .").unit('a', base_unit()).unit('B', base_unit()).rolls(&[1, 6, 12]);
    held.act_on('a', "grab", 'B');
    assert_eq!(held.asked().0, 'B');
    let refused = ["shunt", "throw"].map(|action| refused_at(&mut held, action, 'a'));
    assert_eq!(refused, ["TC-311", "TC-318"], "the held combatant holds no one");
}

#[test] // TC-295, TC-050
fn a_grab_is_rolled_with_the_bonus_of_bare_hands_against_celerity() {
    let skilled =
        base_unit().stat(Stat::Accuracy, 3).stat(Stat::Strength, 1).stat(Stat::Dexterity, 2).weapon("long_sword");
    let agile = base_unit().stat(Stat::Agility, 4);
    let mut battle = grabbed(skilled, agile, &[12]);
    let rolled = checks(&battle.events()).pop().expect("a check");
    assert_eq!(terms(&rolled.bonus), [("accuracy".to_owned(), 3, "TC-006"), ("dexterity".to_owned(), 2, "TC-016")]);
    assert_eq!((rolled.defence, rolled.difficulty.total()), (Some(Stat::Celerity), 14));
}

#[test] // TC-301, TC-275, G-50
fn the_pinned_cannot_attack_but_can_wrestle_free() {
    let rules = time_count();
    let mut battle = skirmish(&rules, "a B .").unit('a', base_unit()).unit('B', base_unit()).rolls(&[1, 6, 20, 18]);
    battle.act_on('a', "grab", 'B');
    assert!(battle.has('B', "pinned"));
    assert_eq!(refused_at(&mut battle, "strike", 'a'), "TC-301");
    assert_eq!(refused_at(&mut battle, "bull_rush", 'a'), "TC-301");
    battle.act_on('B', "break_grab", 'a');
    assert!(!battle.has('B', "pinned") && !battle.has('B', "grabbed"));
    battle.all_rolled();
}

#[test] // TC-303, G-57, TC-396
fn letting_go_is_free_and_the_turn_goes_on() {
    let mut battle = grabbed(base_unit(), base_unit(), &[12]);
    assert_eq!(refused_at(&mut battle, "grab", 'B'), "G-57");
    battle.events();
    battle.perform('a', "release");
    assert_eq!(holds_ended(&battle.events()), ["TC-303"]);
    assert_eq!(battle.asked(), ('a', Asks::Act));
    assert!(!battle.has('B', "grabbed"));
    let none = Act::own("release");
    assert_eq!(refusal(&mut battle, none), "TC-303");
}

#[test] // TC-302, G-57
fn a_hold_lasts_while_the_pair_is_adjacent_or_in_one_space() {
    let mut battle = grabbed(base_unit(), base_unit(), &[12, 15]);
    battle.walk('a', &[(2, 0)]);
    assert!(battle.has('B', "grabbed"), "still next to each other");
    battle.act_on('a', "approach", 'B');
    assert_eq!(battle.cell('a'), battle.cell('B'));
    assert!(battle.has('B', "grabbed"), "in one space");
    battle.walk('a', &[(2, 2)]).walk('a', &[(1, 2)]);
    assert!(!battle.has('B', "grabbed"));
    assert_eq!(holds_ended(&battle.events()), ["TC-302"]);
    battle.all_rolled();
}

#[test] // TC-276, TC-277, TC-278, TC-279, TC-280, G-69, G-44, TC-300
fn a_hold_can_be_broken_for_oneself_or_for_an_ally() {
    let rules = time_count();
    let map = "a B\n. c";
    let mut battle = skirmish(&rules, map)
        .unit('a', base_unit().stat(Stat::Initiative, -500))
        .unit('B', base_unit().stat(Stat::HitPoints, 30))
        .unit('c', strong(2).stat(Stat::Athletics, 3))
        .rolls(&[1, 1, 2, 15, 10]);
    assert_eq!(battle.asked().0, 'B');
    battle.act_on('B', "grab", 'a').act_on('c', "break_grab", 'B');
    let events = battle.events();
    let rolled = checks(&events).pop().expect("a check");
    assert_eq!((rolled.bonus.total(), rolled.defence), (5, Some(Stat::Vigor)), "the firm hold hinders only the held");
    assert_eq!(damage(&events), [2], "five above: damage equal to strength");
    assert_eq!(holds_ended(&events), ["TC-279"]);
    assert_eq!(battle.count(), 6 + 4);
    assert_eq!((battle.row('B').vitals.worn, battle.row('B').vitals.fatigue), (1, 2));
    battle.all_rolled();
}

#[test] // TC-276, TC-277, TC-300
fn breaking_a_firm_hold_is_harder_by_two() {
    let rules = time_count();
    let mut battle = skirmish(&rules, "a B").unit('a', base_unit()).unit('B', base_unit()).rolls(&[1, 6, 15, 11]);
    assert_eq!(refused_at(&mut battle, "break_grab", 'B'), "TC-276");
    battle.act_on('a', "grab", 'B').act_on('B', "break_grab", 'a');
    let rolled = checks(&battle.events()).pop().expect("a check");
    assert_eq!((terms(&rolled.bonus), rolled.degree), (vec![("firm hold".to_owned(), -2, "TC-300")], Degree::Failure));
    assert!(battle.has('B', "grabbed"));
}

#[test] // TC-288, TC-289, TC-290, TC-291, TC-292, G-21, G-44
fn slipping_out_rolls_acrobatics_and_may_deal_damage() {
    let rules = time_count();
    let nimble = base_unit().stat(Stat::Dexterity, 5).stat(Stat::Acrobatics, 1);
    for (roll, free, hurt) in [(3, false, vec![]), (4, true, vec![]), (8, true, vec![]), (9, true, vec![2])] {
        let mut battle =
            skirmish(&rules, "a B").unit('a', base_unit()).unit('B', nimble.clone()).rolls(&[1, 6, 15, roll]);
        assert_eq!(refused_at(&mut battle, "escape_grab", 'B'), "TC-288");
        battle.act_on('a', "grab", 'B').act_on('B', "escape_grab", 'a');
        let events = battle.events();
        assert_eq!(holds_ended(&events).is_empty(), !free);
        assert_eq!(damage(&events), hurt);
        assert_eq!(battle.row('B').turn_state.next, Some(10 + 6));
    }
}

#[test] // TC-281, TC-282, TC-283, TC-284, TC-285, TC-286, TC-298, G-44, G-45
fn the_held_combatant_drags_its_holder_along() {
    let rules = time_count();
    let map = ". . . .\n. a B .\n# . . .";
    let mut battle = skirmish(&rules, map).unit('a', base_unit()).unit('B', strong(3)).rolls(&[1, 6, 12, 14]);
    battle.act_on('a', "grab", 'B').act_on('B', "drag", 'a');
    let (purpose, choices) = cells(&battle);
    assert_eq!(purpose, CellPurpose::MoveTogether);
    assert_eq!(choices, [(0, 0), (0, 1), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)], "where both have room");
    battle.choose('B', at(0, 1));
    assert_eq!((battle.cell('a'), battle.cell('B')), ((0, 1), (1, 1)));
    let events = battle.events();
    let rolled = checks(&events).pop().expect("a check");
    assert_eq!(
        terms(&rolled.bonus),
        [
            ("strength".to_owned(), 3, "TC-282"),
            ("grabbed".to_owned(), -2, "TC-298"),
            ("manoeuvre".to_owned(), -2, "TC-282"),
        ]
    );
    assert_eq!(damage(&events), [3]);
    assert_eq!((battle.row('B').vitals.fatigue, battle.row('B').turn_state.next), (1, Some(19)));
    assert!(battle.has('B', "grabbed"));
    battle.all_rolled();
}

#[test] // TC-287, G-45
fn with_a_margin_of_five_a_drag_may_end_the_hold_and_a_failed_drag_costs_fatigue() {
    let rules = time_count();
    for (answer, held) in [(yes(), false), (no(), true)] {
        let mut battle = skirmish(&rules, ". a B .").unit('a', base_unit()).unit('B', strong(3)).rolls(&[1, 6, 12, 16]);
        battle.act_on('a', "grab", 'B').act_on('B', "drag", 'a').choose('B', at(2, 0));
        assert_eq!(purpose(&battle), PickPurpose::BreakHold);
        battle.choose('B', answer);
        assert_eq!((battle.has('B', "grabbed"), battle.cell('a'), battle.cell('B')), (held, (2, 0), (3, 0)));
    }
    let mut battle = skirmish(&rules, ". a B .").unit('a', base_unit()).unit('B', strong(3)).rolls(&[1, 6, 12, 10]);
    battle.act_on('a', "grab", 'B').act_on('B', "drag", 'a');
    assert_eq!((battle.cell('a'), battle.row('B').vitals.fatigue, battle.row('a').vitals.fatigue), ((1, 0), 1, 0));
}

#[test] // TC-284
fn on_hexes_two_bodies_move_the_same_way_from_odd_and_even_lines() {
    let rules = time_count();
    let map = ". . . . .\n. . a . .\n. . B . .\n. . . . .";
    let mut battle = skirmish(&rules, map).hexes().unit('a', base_unit()).unit('B', strong(3)).rolls(&[1, 6, 12, 18]);
    battle.act_on('a', "grab", 'B').act_on('B', "drag", 'a').choose('B', at(3, 0)).choose('B', no());
    assert_eq!((battle.cell('a'), battle.cell('B')), ((3, 0), (2, 1)));
    assert!(battle.has('B', "grabbed"));
}

#[test] // TC-304, TC-305, TC-306, TC-307, TC-308, TC-309, TC-310, TC-479, G-42
fn the_damage_of_a_grapple_grows_with_its_degree() {
    let bare = |dice: &[u16]| {
        let mut battle = grabbed(base_unit().unarmed(), base_unit(), dice);
        battle.events();
        battle.act_on('a', "grapple", 'B');
        let next = battle.count();
        let hurts = damage_taken(&battle.events());
        battle.all_rolled();
        assert_eq!(next, 14 + 9);
        hurts.first().map(|hurt| (hurt.amount.total(), hurt.nonlethal))
    };
    assert_eq!(bare(&[12, 9]), None);
    assert_eq!(bare(&[12, 10, 4]), Some((4, true)), "a four-sided die");
    assert_eq!(bare(&[12, 15, 6]), Some((6, true)), "a six-sided die");
    let strong_arm = |dice: &[u16]| {
        let mut battle = grabbed(strong(3).weapon("dagger"), base_unit(), dice);
        battle.events();
        battle.act_on('a', "grapple", 'B');
        damage_taken(&battle.events())[0].nonlethal
    };
    assert!(!strong_arm(&[12, 12, 6]), "with a light weapon it is meant");
}

#[test] // TC-305, TC-304, G-73
fn only_light_weapons_are_wielded_in_a_grapple() {
    let mut battle = grabbed(base_unit(), base_unit(), &[12]);
    assert_eq!(refused_at(&mut battle, "grapple", 'B'), "TC-305");
    let mut battle = grabbed(base_unit().unarmed(), base_unit(), &[9]);
    assert_eq!(refused_at(&mut battle, "grapple", 'B'), "TC-304");
    let mut sheathed = base_unit().weapon("dagger");
    sheathed.weapons[0].in_hand = false;
    let mut battle = grabbed(sheathed, base_unit(), &[12]);
    let with_the_dagger = Act::at("grapple", battle.id('B'), Some(warboard::battle::WeaponSlot(0)));
    assert_eq!(refusal(&mut battle, with_the_dagger), "TC-306");
}

#[test] // G-50, TC-274
fn wrestling_requires_room_and_freedom() {
    let rules = time_count();
    let mut battle = skirmish(&rules, "a B").unit('a', base_unit()).unit('B', base_unit()).rolls(&[1, 6]);
    battle.perform('a', "take_poised");
    while battle.asked().0 != 'a' {
        battle.wait('B');
    }
    assert_eq!(refused_at(&mut battle, "grab", 'B'), "TC-274");
    battle.perform('a', "leave_stance");
    let act = Act::at("grab", battle.id('B'), None);
    let legal = warboard::resolution::legal::check(battle.snapshot().view(), &rules, battle.id('a'), &act);
    assert!(legal.is_ok(), "{legal:?}");
}

#[test] // G-58, TC-097
fn a_hold_changes_neither_vigor_nor_celerity() {
    let battle = grabbed(base_unit().unarmed(), base_unit().stat(Stat::Agility, 4), &[14]);
    let rules = time_count();
    let game = Game::new(battle.snapshot().view(), rules.book());
    let defence = |stat| attack::defence(game, battle.id('a'), battle.id('B'), Some(stat), Mode::Melee).1.total();
    assert_eq!((defence(Stat::Vigor), defence(Stat::Celerity)), (10, 14));
    assert!(battle.battle().log().events().iter().any(|event| matches!(event, BattleEvent::LinkMade { .. })));
}
