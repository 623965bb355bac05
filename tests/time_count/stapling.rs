//! Staples: pinning a target to a wall, and getting free.

use crate::facts::*;
use crate::skirmish::*;
use warboard::battle::{WeaponLocation, WeaponSlot};
use warboard::content::{Stat, Unit};
use warboard::odds;
use warboard::resolution::{Act, Asks, BattleEvent, Choice, Pick, PickPurpose, legal};

/// A unit with a short sword and Dexterity 3.
fn fencer() -> Unit {
    base_unit().weapon("short_sword").stat(Stat::Dexterity, 3)
}

/// A battle in which `a` staples `B`, which acts on count 7, with this roll; `dice` follow.
fn stapled(a: Unit, b: Unit, dice: &[u16]) -> Skirmish {
    let faces = [1, 3].iter().chain(dice).copied().collect::<Vec<_>>();
    let mut battle = skirmish(&time_count(), "a B #").unit('a', a).unit('B', b).rolls(&faces);
    battle.act_on('a', "staple", 'B');
    battle
}

/// Performs an action on the actor itself or on a friend.
fn frees(battle: &mut Skirmish, mark: char, action: &str, whom: char) -> Vec<BattleEvent> {
    battle.act_on(mark, action, whom);
    battle.events()
}

fn sword(battle: &Skirmish) -> WeaponLocation {
    battle.row('a').arms.place(WeaponSlot(0))
}

#[test] // TC-373, TC-374, TC-375, TC-376, G-73
fn a_staple_pins_the_target_and_its_weapon_is_not_wielded_meanwhile() {
    for (roll, hits) in [(13, false), (14, true)] {
        let mut battle = stapled(fencer(), base_unit(), &[roll]);
        let b = battle.id('B');
        let rolled = checks(&battle.events()).remove(0);
        assert_eq!(terms(&rolled.bonus), [("manoeuvre".to_owned(), -4, "TC-373")]);
        assert_eq!(rolled.defence, Some(Stat::Celerity));
        let stuck = if hits { WeaponLocation::Stuck(b) } else { WeaponLocation::InHand };
        assert_eq!((sword(&battle), battle.has('B', "immobile"), battle.row('a').vitals.fatigue), (stuck, hits, 1));
        battle.wait('B').wait('B').wait('B').wait('B').wait('B').wait('B').wait('B');
        assert_eq!((battle.asked().0, battle.count()), ('a', 5 + 9), "one class slower than a short sword");
        let strike = Act::at("strike", b, Some(WeaponSlot(0)));
        if hits {
            assert_eq!(refusal(&mut battle, strike), "TC-262", "it is stuck");
        }
    }
}

#[test] // TC-378, TC-379, G-44
fn with_a_margin_of_five_the_attacker_may_pierce_the_target_itself() {
    let begin = || {
        let battle = stapled(fencer(), base_unit(), &[19]);
        let Asks::Pick { purpose, options } = battle.asked().1 else { panic!("a pick is asked for") };
        let b = Pick::Target(battle.id('B'));
        assert_eq!((purpose, options), (PickPurpose::HarmWhat, vec![b, Pick::No]));
        (battle, b)
    };
    let (mut battle, target) = begin();
    battle.choose('a', Choice::Pick(target));
    let hurt = damage_taken(&battle.events()).remove(0);
    assert_eq!((hurt.amount.total(), battle.has('B', "pierced")), (3, true));
    assert_eq!(refused_at(&mut battle, "slip_out", 'B'), "TC-379");
    let (mut battle, _) = begin();
    battle.choose('a', no());
    assert!(damage(&battle.events()).is_empty() && battle.has('B', "stapled") && !battle.has('B', "pierced"));
}

#[test] // TC-377, TC-376, G-73
fn strength_tears_a_staple_out_and_skill_slips_out_against_the_attack_roll() {
    let free = base_unit().stat(Stat::Strength, 1).stat(Stat::Athletics, 1).stat(Stat::Dexterity, 2);
    for (action, bonus, time) in [("pull_out", 2, 4), ("slip_out", 2, 6)] {
        for (roll, out) in [(9, false), (10, true)] {
            // Celerity 12: 16 - 4 just meets it.
            let mut battle = stapled(base_unit().weapon("short_sword"), free.clone(), &[16, roll]);
            battle.events();
            let events = frees(&mut battle, 'B', action, 'B');
            let rolled = checks(&events).remove(0);
            assert_eq!((rolled.bonus.total(), rolled.difficulty.total()), (bonus, 12), "{action}");
            assert_eq!(terms(&rolled.difficulty)[0].2, "TC-377");
            assert_eq!(battle.has('B', "stapled"), !out);
            let lies = battle.snapshot().field.items.iter().map(|item| (item.cell.x, item.cell.y)).collect::<Vec<_>>();
            let (place, lying) = if out {
                (WeaponLocation::Gone, vec![(1, 0)])
            } else {
                (WeaponLocation::Stuck(battle.id('B')), vec![])
            };
            assert_eq!((sword(&battle), lies), (place, lying), "{action} with {roll}");
            assert_eq!((battle.asked().0, battle.count()), ('B', 7 + time));
            battle.all_rolled();
        }
    }
}

#[test] // TC-377
fn an_adjacent_friend_can_pull_the_weapon_out_but_not_slip_out_for_the_target() {
    let battle = skirmish(&time_count(), "a B #\n. C .").unit('a', fencer()).unit('B', idle());
    let mut battle = battle.unit('C', base_unit()).rolls(&[1, 1, 3, 14, 10]);
    battle.act_on('a', "staple", 'B');
    assert_eq!(refused_at(&mut battle, "slip_out", 'B'), "TC-377");
    battle.act_on('C', "pull_out", 'B');
    assert!(!battle.has('B', "stapled"));
    battle.all_rolled();
}

#[test] // TC-371, TC-372, TC-376, G-82
fn a_staple_requires_a_wall_behind_the_target_and_a_piercing_weapon() {
    let refused = |map: &str, a: Unit| {
        let mut battle = skirmish(&time_count(), map).unit('a', a).unit('B', idle()).rolls(&[1, 1]);
        refused_at(&mut battle, "staple", 'B')
    };
    assert_eq!(refused("a B .", fencer()), "TC-371");
    assert_eq!(refused("a B", fencer()), "TC-371", "the edge of the map is no wall");
    assert_eq!(refused(". # .\na B .\n. # .", fencer()), "TC-371", "beside it is not behind it");
    assert_eq!(refused("# a B .", fencer()), "TC-371");
    assert_eq!(refused("a B #", base_unit()), "TC-372", "a long sword slashes");
    let mut slanting = skirmish(&time_count(), "a B .\n. . #").unit('a', fencer()).unit('B', idle()).rolls(&[1, 1, 14]);
    slanting.act_on('a', "staple", 'B');
    assert!(slanting.has('B', "stapled"), "a wall slantwise behind it will do");
    let pair = Unit { weapons: vec![carried("short_sword"), carried("dagger")], ..fencer() };
    let mut twice = stapled(pair, idle(), &[14]);
    let again = Act::at("staple", twice.id('B'), Some(WeaponSlot(1)));
    assert_eq!(refusal(&mut twice, again), "TC-376", "it is pinned already");
}

#[test] // TC-374, TC-375
fn an_arrow_or_a_thrown_dagger_pins_from_afar() {
    for (weapon, stays) in [("shortbow", true), ("dagger", false)] {
        let battle = skirmish(&time_count(), "a . B #").unit('a', base_unit().weapon(weapon)).unit('B', idle());
        let mut battle = battle.rolls(&[1, 1, 14]);
        battle.act_on('a', "staple", 'B');
        let place = if stays { WeaponLocation::InHand } else { WeaponLocation::Stuck(battle.id('B')) };
        assert_eq!((sword(&battle), battle.has('B', "stapled")), (place, true), "{weapon}");
        assert!(battle.snapshot().field.items.is_empty());
    }
}

#[test] // TC-376
fn a_target_pushed_from_the_wall_is_free() {
    let battle = skirmish(&time_count(), ". . .\na B #\n. d .").unit('a', fencer()).unit('B', idle());
    let mut battle = battle.unit('d', base_unit()).rolls(&[1, 1, 3, 14, 10]);
    battle.act_on('a', "staple", 'B').act_on('d', "bull_rush", 'B');
    assert_eq!((battle.cell('B'), battle.has('B', "stapled"), sword(&battle)), ((1, 0), false, WeaponLocation::Gone));
    battle.all_rolled();
}

#[test] // TC-377, TC-376, G-86
fn the_attacker_can_wrench_the_weapon_out_again() {
    for (roll, out) in [(11, false), (12, true)] {
        let mut battle = stapled(fencer(), idle(), &[16, roll]);
        battle.events();
        let before = battle.count();
        let events = frees(&mut battle, 'a', "wrench_out", 'B');
        let rolled = checks(&events).remove(0);
        assert_eq!((rolled.difficulty.total(), terms(&rolled.difficulty)[0].2), (12, "TC-377"));
        let place = if out { WeaponLocation::InHand } else { WeaponLocation::Stuck(battle.id('B')) };
        assert_eq!((sword(&battle), battle.has('B', "stapled"), battle.count()), (place, !out, before + 4));
        assert!(battle.snapshot().field.items.is_empty(), "it is in hand, not on the ground");
    }
    let battle = skirmish(&time_count(), "a B #\n. c .").unit('a', fencer()).unit('B', idle()).unit('c', fencer());
    let mut battle = battle.rolls(&[1, 1, 3, 16]);
    battle.act_on('a', "staple", 'B');
    assert_eq!(battle.asked().0, 'c');
    assert_eq!(refused_at(&mut battle, "wrench_out", 'B'), "TC-377", "it is not its own weapon");
}

#[test] // TC-372, TC-375, TC-378: what each step of success brings is told before the roll, and with what it can be done
fn the_forecast_of_a_staple_lists_its_results_and_weapons() {
    let mut fencer = fencer();
    fencer.weapons.extend(["heavy_mace", "dagger"].map(carried));
    let rules = time_count();
    let battle = skirmish(&rules, "a B #").unit('a', fencer).unit('B', base_unit()).rolls(&[1, 3]);
    let (a, b, view) = (battle.id('a'), battle.id('B'), battle.snapshot().view());
    let act = Act::at("staple", b, Some(WeaponSlot(0)));
    let told = odds::forecast(view, &rules, a, &act, None).unwrap().outcomes;
    let told: Vec<_> =
        told.iter().map(|each| (&*each.when, &*each.what, each.chance.percent(), each.rule.as_str())).collect();
    let expected = [
        ("hit", "it is stapled", "35.00%".to_owned(), "TC-375"),
        ("by 5 or more", "3 damage and pierced, if you like", "10.00%".to_owned(), "TC-378"),
    ];
    assert_eq!(told, expected);
    let staple = rules.actions.get("staple".into()).unwrap();
    let piercing = legal::weapon_choices(view, &rules, a, staple);
    assert_eq!(piercing.as_slice(), [WeaponSlot(0), WeaponSlot(2)], "neither the club nor the fist");
}
