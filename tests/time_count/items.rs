//! Items: where they are kept, their effects, shields, nets and flames.

use crate::facts::*;
use crate::incanting::{on, prepared, wizard};
use crate::skirmish::*;
use warboard::battle::{LightFrom, Target, Vitals, WeaponLocation, WeaponSlot};
use warboard::content::{Belonging, Carried, Kept, Name, Stat, Unit};
use warboard::mechanics::Game;
use warboard::resolution::{Act, BattleEvent, Choice, Pick, PickPurpose};

/// A unit with empty hands that carries an item.
fn bearer(item: &str, kept: Kept, in_hand: bool) -> Unit {
    Unit { things: vec![Belonging { item: Name::new(item), kept, in_hand }], ..base_unit().unarmed() }
}

/// A battle in which `B` never acts.
fn alone(a: Unit, dice: &[u16]) -> Skirmish {
    let faces = [1, 1].iter().chain(dice).copied().collect::<Vec<_>>();
    skirmish(&time_count(), "a . . . . B").unit('a', a).unit('B', idle()).rolls(&faces)
}

/// The act of using an item.
fn with(action: &str, slot: u8) -> Act {
    Act { target: Target::Weapon(WeaponSlot(slot)), ..Act::own(action) }
}

fn place(battle: &Skirmish, slot: u8) -> WeaponLocation {
    battle.row('a').arms.place(WeaponSlot(slot))
}

#[test] // TC-243, TC-249, TC-252, TC-260
fn stowed_items_take_longer_to_draw() {
    let ways = [
        ("draw", Kept::AtHand, 2),
        ("draw_hidden", Kept::Hidden, 4),
        ("take_from_pouch", Kept::Pouch, 4),
        ("take_from_backpack", Kept::Backpack, 12),
    ];
    for (action, kept, time) in ways {
        let dagger = Carried { in_hand: false, kept: Some(kept), ..carried("dagger") };
        let thief = Unit { weapons: vec![dagger], ..base_unit() };
        for (unit, what) in [(thief, "a weapon"), (bearer("torch", kept, false), "a thing")] {
            let mut battle = alone(unit, &[]);
            for (other, ..) in ways.iter().filter(|(other, ..)| *other != action) {
                let rule = refusal(&mut battle, with(other, 0));
                assert!(["TC-243", "TC-249", "TC-252", "TC-260"].contains(&rule), "{what} {action} {other} {rule}");
            }
            battle.act('a', with(action, 0));
            assert_eq!((place(&battle, 0), battle.count()), (WeaponLocation::InHand, 5 + time), "{what}: {action}");
        }
    }
    let full = Unit { weapons: vec![carried("great_sword")], ..bearer("torch", Kept::Pouch, false) };
    assert_eq!(refusal(&mut alone(full, &[]), with("take_from_pouch", 1)), "TC-252", "both hands are full");
}

#[test] // TC-256, TC-108, TC-109, TC-111
fn a_potion_in_hand_is_drunk_and_its_points_are_split() {
    let mut battle = alone(bearer("healing_potion", Kept::Pouch, true), &[6]);
    let vitals = Vitals { hit_points: 5, fatigue: 4, ..battle.row('a').vitals };
    let (who, rule) = (battle.id('a'), Name::new("test"));
    battle.state.impose(&BattleEvent::FatigueGained { who, amount: 0, vitals, rule });
    battle.act('a', with("drink", 0));
    assert_eq!(purpose(&battle), PickPurpose::SplitHealing);
    battle.choose('a', Choice::Pick(Pick::Points(4)));
    let row = battle.row('a');
    assert_eq!((row.vitals.current(), row.vitals.fatigue), (9, 2), "four points of six, and two");
    assert_eq!((place(&battle, 0), battle.count()), (WeaponLocation::Gone, 5 + 6));
    assert!(battle.snapshot().field.items.is_empty(), "nothing is left of it");
    battle.all_rolled();
    assert_eq!(refusal(&mut battle, with("drink", 0)), "TC-256", "it is used up");
}

#[test] // TC-256, TC-255, TC-259
fn a_potion_must_be_in_hand_and_each_item_has_its_own_use() {
    let mut pouched = alone(bearer("healing_potion", Kept::Pouch, false), &[]);
    assert_eq!(refusal(&mut pouched, with("drink", 0)), "TC-256");
    let mut torch = alone(bearer("torch", Kept::AtHand, true), &[]);
    assert_eq!(refusal(&mut torch, with("drink", 0)), "TC-256");
    assert_eq!(refusal(&mut torch, with("activate", 0)), "TC-255");
    let mut amulet = alone(bearer("warding_amulet", Kept::Pouch, true), &[]);
    assert_eq!(refusal(&mut amulet, with("light_torch", 0)), "TC-259");
}

#[test] // TC-255
fn a_worn_magic_item_works_for_a_time_without_a_hand() {
    let bearer = Unit { weapons: vec![carried("great_sword")], ..bearer("warding_amulet", Kept::AtHand, false) };
    let mut battle = alone(bearer, &[]);
    battle.act('a', with("activate", 1));
    assert_eq!((battle.has('a', "warded"), battle.count(), place(&battle, 1)), (true, 5 + 6, WeaponLocation::Gone));
    while battle.count() < 64 {
        battle.wait('a');
    }
    assert!(battle.has('a', "warded"), "until 65");
    battle.wait('a');
    assert!(!battle.has('a', "warded"));
}

#[test] // TC-259
fn a_lit_torch_shines_where_its_bearer_goes() {
    let mut battle = alone(bearer("torch", Kept::AtHand, true), &[]);
    battle.act('a', with("light_torch", 0));
    let lights: Vec<_> = battle.snapshot().field.lights.iter().map(|light| (light.from, light.radius)).collect();
    assert_eq!((lights, battle.count()), (vec![(LightFrom::Bearer(battle.id('a')), 20)], 5 + 9));
    assert_eq!(place(&battle, 0), WeaponLocation::InHand);
}

#[test] // TC-258
fn a_shield_is_loosed_and_readied_again() {
    let guard = Unit { shield: Some(Name::new("large_shield")), ..base_unit() };
    let mut battle = alone(guard, &[]);
    let primary = |battle: &Skirmish| {
        let (rules, view) = (time_count(), battle.snapshot().view());
        let (b, a) = (battle.id('B'), battle.id('a'));
        let mode = warboard::mechanics::attack::Mode::Melee;
        warboard::mechanics::attack::defence(Game::new(view, rules.book()), b, a, Some(Stat::Primary), mode).1.total()
    };
    assert_eq!((primary(&battle), battle.refused_action('a', "ready_shield").rule.as_str()), (12, "TC-258"));
    battle.perform('a', "loose_shield");
    assert_eq!((primary(&battle), battle.count(), battle.row('a').arms.shield), (10, 5 + 6, false));
    assert_eq!(battle.refused_action('a', "loose_shield").rule.as_str(), "TC-258");
    battle.perform('a', "ready_shield");
    assert_eq!((primary(&battle), battle.count(), battle.row('a').arms.shield), (12, 11 + 6, true));
}

#[test] // G-64
fn held_items_fall_with_their_holder_and_can_be_picked_up() {
    let mut battle = alone(bearer("torch", Kept::AtHand, true), &[]);
    battle.act('a', with("drop_item", 0));
    let lies: Vec<_> = battle.snapshot().field.items.iter().map(|item| item.weapon.as_str()).collect();
    assert_eq!((lies, place(&battle, 0)), (vec!["torch"], WeaponLocation::Gone));
    battle.act('a', with("pick_up", 0));
    assert_eq!(place(&battle, 0), WeaponLocation::InHand);
}

/// `a` has a net in hand; `B` acts at 7.
fn netted(dice: &[u16]) -> Skirmish {
    let faces = [1, 3].iter().chain(dice).copied().collect::<Vec<_>>();
    let catcher = Unit { weapons: vec![carried("net"), carried("short_sword")], ..base_unit() };
    let mut battle = skirmish(&time_count(), "a . B").unit('a', catcher).unit('B', base_unit()).rolls(&faces);
    let act = Act::at("throw_net", battle.id('B'), Some(WeaponSlot(0)));
    battle.act('a', act);
    battle
}

#[test] // G-53, TC-103, G-83, G-94
fn a_net_entangles_the_target_it_touches() {
    for (roll, caught) in [(9, false), (10, true)] {
        let battle = netted(&[roll]);
        let stuck = if caught { WeaponLocation::Stuck(battle.id('B')) } else { WeaponLocation::Gone };
        assert_eq!((battle.has('B', "immobile"), place(&battle, 0)), (caught, stuck), "{roll} against 10");
    }
    let mut battle = netted(&[10]);
    assert_eq!(checks(&battle.events())[0].defence, Some(Stat::Celerity));
    let catcher = Unit { weapons: vec![carried("net")], ..base_unit() };
    let mut battle = skirmish(&time_count(), "a . B").unit('a', catcher).unit('B', idle()).rolls(&[1, 1]);
    let strike = Act::at("strike", battle.id('B'), Some(WeaponSlot(0)));
    assert_eq!(refusal(&mut battle, strike), "TC-262", "a net deals no damage");
}

#[test] // TC-266, G-53
fn an_escape_from_a_net_takes_effect_at_its_end() {
    let mut battle = netted(&[10]);
    assert_eq!(refusal(&mut battle, Act::along("move", vec![warboard::grid::Cell::new(3, 0)])), "G-18");
    battle.perform('B', "escape_net");
    while battle.asked().0 == 'a' {
        assert_eq!(battle.has('B', "netted"), battle.count() < 16);
        battle.wait('a');
    }
    assert_eq!((battle.asked().0, battle.count(), battle.has('B', "netted")), ('B', 7 + 9, false));
    let lies: Vec<_> = battle.snapshot().field.items.iter().map(|item| (item.weapon.as_str(), item.cell.x)).collect();
    assert_eq!((lies, place(&battle, 0)), (vec![("net", 2)], WeaponLocation::Gone));
    assert_eq!(battle.refused_action('B', "escape_net").rule.as_str(), "TC-266");
}

#[test] // G-53
fn a_pushed_target_stays_in_the_net() {
    let battle = skirmish(&time_count(), "a d B .").unit('a', Unit { weapons: vec![carried("net")], ..base_unit() });
    let mut battle = battle.unit('B', idle()).unit('d', base_unit()).rolls(&[1, 1, 3, 14, 10]);
    let act = Act::at("throw_net", battle.id('B'), Some(WeaponSlot(0)));
    battle.act('a', act).act_on('d', "bull_rush", 'B');
    assert_eq!((battle.cell('B'), battle.has('B', "netted")), ((3, 0), true));
}

#[test] // TC-267, G-53
fn flames_deal_damage_every_ten_counts_until_they_are_put_out() {
    let battle =
        skirmish(&time_count(), "a . . . B").unit('a', base_unit().stat(Stat::HitPoints, 40)).unit('B', idle());
    let mut battle = battle.with_condition('a', "burning").rolls(&[1, 1, 4, 2]);
    let (mut burnt, mut counts) = (Vec::new(), Vec::new());
    battle.events();
    while battle.count() < 25 {
        battle.wait('a');
        let dealt = damage(&battle.events());
        counts.extend(dealt.iter().map(|_| battle.count()));
        burnt.extend(dealt);
    }
    assert_eq!((burnt, counts), (vec![4, 2], vec![10, 20]), "every ten counts from the first");
    battle.perform('a', "extinguish");
    assert_eq!((battle.count(), battle.has('a', "burning")), (25 + 9, false), "out at once, and the time follows");
    assert!(damage(&battle.events()).is_empty());
    battle.all_rolled();
    assert_eq!(battle.refused_action('a', "extinguish").rule.as_str(), "TC-267");
}

#[test] // G-53
fn catching_fire_again_restarts_the_burning() {
    let battle =
        skirmish(&time_count(), "a . . . B").unit('a', base_unit().stat(Stat::HitPoints, 40)).unit('B', idle());
    let mut battle = battle.with_condition('a', "burning").rolls(&[1, 1]);
    let (who, condition, rule) = (battle.id('a'), Name::new("burning"), Name::new("test"));
    battle.state.impose(&BattleEvent::ConditionLost { who, condition, rule });
    battle.events();
    while battle.count() < 22 {
        battle.wait('a');
    }
    assert!(damage(&battle.events()).is_empty(), "extinguished flames deal no damage");
    battle.all_rolled();
}

#[test] // G-19, TC-341
fn a_combatant_bound_by_the_scenario_is_helpless() {
    let battle = skirmish(&time_count(), "a B . . . C").unit('a', base_unit()).unit('B', idle()).unit('C', idle());
    let mut battle = battle.with_condition('B', "bound").rolls(&[1, 1, 1]);
    battle.act_on('a', "coup_de_grace", 'B');
    let died = |event: &BattleEvent| matches!(event, BattleEvent::Died { .. });
    assert!(battle.events().iter().any(died));
}

#[test] // TC-136, TC-140, G-84
fn sneaking_moves_at_a_quarter_of_the_rate() {
    // 20 feet become 5, 40 become 10; 15 would be less than a cell and are one.
    for (rate, cells) in [(20, [0, 1, 0, 0]), (40, [1, 0, 1, 0]), (15, [0, 1, 0, 0])] {
        let map = "a . . . . . B";
        let mut battle =
            skirmish(&time_count(), map).unit('a', base_unit().rate(rate)).unit('B', idle()).rolls(&[1, 1]);
        for (count, gained) in cells.into_iter().enumerate() {
            let from = battle.cell('a').0;
            let path = (1..=gained).map(|step| warboard::grid::Cell::new(from + step, 0)).collect();
            battle.act('a', Act::along("sneak", path));
            assert_eq!(battle.cell('a'), (from + gained, 0), "{rate} ft, count {count}");
        }
    }
}

/// The act of reading a spell from the scroll in the first slot on a target.
fn read(spell: &str, target: warboard::battle::CombatantId) -> Act {
    Act { weapon: Some(WeaponSlot(0)), ..on(spell, target) }
}

#[test] // TC-270, G-48, G-85
fn reading_a_scroll_casts_its_spell_and_takes_the_casting_time() {
    // Accuracy and intelligence are 0: 10 just meets the primary defence.
    let mut battle = alone(bearer("fire_scroll", Kept::AtHand, true), &[10, 5]);
    let b = battle.id('B');
    assert_eq!(refusal(&mut battle, on("fire_bolt", b)), "G-48", "it does not know the spell");
    assert_eq!(refusal(&mut battle, read("gust", b)), "G-48", "that is another spell");
    battle.events();
    battle.act('a', read("fire_bolt", b));
    let events = battle.events();
    let rolled: Vec<_> = checks(&events).iter().map(|check| check.action.to_string()).collect();
    assert_eq!((rolled, damage(&events)), (vec!["fire_bolt".to_owned()], vec![5]), "its attack and no other check");
    let took = events.iter().find_map(|event| match event {
        BattleEvent::TurnEnded { took, .. } => Some(terms(took)),
        _ => None,
    });
    assert_eq!(took, Some(vec![("speed factor".to_owned(), 6, "TC-270")]), "fast, as the spell is");
    assert_eq!((battle.count(), place(&battle, 0), battle.row('a').vitals.fatigue), (5 + 6, WeaponLocation::Gone, 0));
    assert!(battle.snapshot().field.items.is_empty(), "it is used up");
    battle.all_rolled();
    assert_eq!(refusal(&mut battle, read("fire_bolt", b)), "G-48", "once");
}

#[test] // TC-270
fn a_scroll_must_be_in_hand_and_a_miss_uses_it_up() {
    let mut pouched = alone(bearer("fire_scroll", Kept::Pouch, false), &[]);
    let b = pouched.id('B');
    assert_eq!(refusal(&mut pouched, read("fire_bolt", b)), "G-48");
    let mut missed = alone(bearer("fire_scroll", Kept::AtHand, true), &[9]);
    missed.act('a', read("fire_bolt", b));
    assert!(damage(&missed.events()).is_empty());
    assert_eq!(place(&missed, 0), WeaponLocation::Gone);
}

#[test] // TC-270, TC-457, TC-462
fn reading_a_scroll_keeps_the_prepared_spell() {
    let things = vec![Belonging { item: Name::new("fire_scroll"), kept: Kept::AtHand, in_hand: true }];
    let mut battle = alone(Unit { things, weapons: Vec::new(), ..wizard() }, &[2]);
    prepared(&mut battle, 'a', "fire_bolt");
    battle.perform('a', "charge_spell");
    battle.events();
    let act = read("fire_bolt", battle.id('B'));
    battle.act('a', act);
    let rolled = checks(&battle.events()).remove(0);
    assert!(terms(&rolled.bonus).iter().all(|(_, _, rule)| *rule != "TC-462"), "no charge is in it");
    let incanting = &battle.row('a').incanting;
    assert_eq!(incanting.ready().map(|ready| ready.charges), Some(1));
    assert!(incanting.tried.is_empty(), "it was no attempt at the spell");
}

#[test] // TC-270, TC-108
fn a_scroll_of_mending_helps_a_friend() {
    let map = "a c . . . B";
    let battle = skirmish(&time_count(), map).unit('a', bearer("mending_scroll", Kept::AtHand, true));
    let mut battle = battle.unit('c', base_unit()).unit('B', idle()).rolls(&[1, 3, 1, 2, 2]);
    let vitals = Vitals { hit_points: 5, ..battle.row('c').vitals };
    let (who, rule) = (battle.id('c'), Name::new("test"));
    battle.state.impose(&BattleEvent::FatigueGained { who, amount: 0, vitals, rule });
    let c = battle.id('c');
    battle.act('a', read("mend", c));
    assert_eq!(battle.row('c').vitals.current(), 5 + 4);
    assert_eq!(place(&battle, 0), WeaponLocation::Gone);
}

#[test] // TC-087, TC-256, TC-259, TC-260, TC-270
fn a_weakened_combatant_keeps_its_items() {
    let weakened = |item: &str, kept: Kept, in_hand: bool| {
        let battle = skirmish(&time_count(), "a . . . . B").unit('a', bearer(item, kept, in_hand)).unit('B', idle());
        let battle = battle.with_condition('a', "weakened").rolls(&[1, 1]);
        assert!(battle.has('a', "weakened"));
        battle
    };
    let allowed = |battle: &Skirmish, act: Act| {
        let (rules, view) = (time_count(), battle.snapshot().view());
        warboard::resolution::legal::check(view, &rules, battle.id('a'), &act)
    };
    assert_eq!(allowed(&weakened("healing_potion", Kept::Pouch, true), with("drink", 0)), Ok(()));
    let reader = weakened("fire_scroll", Kept::AtHand, true);
    assert_eq!(allowed(&reader, read("fire_bolt", reader.id('B'))), Ok(()));
    let mut torch = weakened("torch", Kept::AtHand, true);
    torch.act('a', with("light_torch", 0));
    assert_eq!(torch.snapshot().field.lights.len(), 1);
    let mut packed = weakened("torch", Kept::Backpack, false);
    assert_eq!(refusal(&mut packed, with("draw", 0)), "TC-243");
    packed.act('a', with("take_from_backpack", 0));
    assert_eq!((place(&packed, 0), packed.count()), (WeaponLocation::InHand, 5 + 12));
}
