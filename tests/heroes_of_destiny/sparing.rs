//! Nonlethal attacks, and what weapons do against armour.

use crate::fighters::*;
use crate::skirmish::*;
use warboard::battle::WeaponSlot;
use warboard::content::{Fallen, Label, Table, Unit, Weapon, WeaponProperty};
use warboard::odds;
use warboard::resolution::{Act, Asks, BattleEvent, Choice, Pick, PickPurpose};

/// a strikes B, an important character with a Toughness of 0, with these dice.
fn strike(b: Unit, action: &str, dice: &[&[u16]]) -> Skirmish {
    let fighters = [('a', fighter(), 9), ('B', b, 5), ('C', fighter(), 1)];
    let mut battle = battle("a B . . . . . . . C", &fighters, dice);
    battle.events();
    battle.attack('a', action, 'B');
    battle
}

/// The wounds that a may choose.
fn choices(battle: &Skirmish) -> Vec<(u8, Fallen)> {
    let ('a', Asks::Pick { purpose: PickPurpose::HowSevere, options }) = battle.asked() else {
        panic!("a wound: {:?}", battle.asked())
    };
    let wound = |pick: &Pick| match pick {
        Pick::Wound { level, fallen } => (*level, *fallen),
        other => panic!("{other:?}"),
    };
    options.iter().map(wound).collect()
}

fn choose(battle: &mut Skirmish, level: u8, fallen: Fallen) -> Vec<BattleEvent> {
    battle.choose('a', Choice::Pick(Pick::Wound { level, fallen })).no_interrupts();
    battle.events()
}

#[test] // HD-215, HD-216, HD-218
fn a_nonlethal_attack_causes_a_wound_of_any_level_up_to_that_of_the_damage() {
    // 4 and 3 less 2 meet 4 by 1; with Strength 1 and a sword of 2 that is 4: severe.
    let mut battle = strike(fighter(), "nonlethal_attack", &[&wild(3)]);
    let [check] = &rolled(&battle.events())[..] else { panic!("one roll") };
    assert_eq!((check.margin, battle.points('a')), (1, 2), "4 points as for a sword");
    assert_eq!(choices(&battle), [(3, Fallen::Usual), (2, Fallen::Usual), (1, Fallen::Usual)]);
    let events = choose(&mut battle, 1, Fallen::Usual);
    assert_eq!(battle.wounds('B'), [1, 0, 0, 0, 0]);
    let [hurt] = &crate::facts::damage_taken(&events)[..] else { panic!("one wound") };
    assert_eq!(hurt.severity.term(Label::Chosen), Some(-2), "{}", hurt.severity);
    battle.all_rolled();
}

#[test] // HD-218
fn a_light_wound_leaves_nothing_to_choose() {
    let mut battle = strike(fighter().has("Vitality", 3), "nonlethal_attack", &[&wild(2)]);
    assert_eq!(battle.wounds('B'), [1, 0, 0, 0, 0], "0 and 3 less 3");
    battle.all_rolled();
}

#[test] // HD-219, HD-220, HD-G18
fn a_target_that_would_fall_unconscious_may_be_spared() {
    let critical = |fallen| {
        // 4 and 6 less 2 against 4: 4, and 3 more: 7, a critical wound. Fortitude 0 and -2 against 1 wound fails.
        let mut battle = strike(fighter(), "nonlethal_attack", &[&wild(6), &standard(-2)]);
        assert!(choices(&battle).starts_with(&[(4, Fallen::Usual), (4, Fallen::Asleep), (4, Fallen::Helpless)]));
        assert_eq!(choices(&battle).len(), 6, "three fates of a critical wound, and three lighter wounds");
        let events = choose(&mut battle, 4, fallen);
        battle.all_rolled();
        (battle, events)
    };
    let (usual, _) = critical(Fallen::Usual);
    assert!(usual.has('B', "unconscious") && usual.has('B', "dying"));
    let (asleep, events) = critical(Fallen::Asleep);
    assert!(asleep.has('B', "unconscious") && !asleep.has('B', "dying") && asleep.has('B', "critically_wounded"));
    assert!(
        events.iter().any(|fact| matches!(fact, BattleEvent::FellUnconscious { rule, .. } if *rule == "HD-219".into()))
    );
    let (mut helpless, _) = critical(Fallen::Helpless);
    assert!(!helpless.has('B', "unconscious") && !helpless.has('B', "dying") && helpless.has('B', "helpless"));
    helpless.end_turn('a').end_turn('C');
    assert_eq!(helpless.count(), 2, "B has no turn that it could use");
    assert!(helpless.has('B', "helpless"), "for 2 rounds");
    helpless.end_turn('a').end_turn('C');
    assert!(!helpless.has('B', "helpless"), "which are over");
}

#[test] // HD-219
fn a_target_that_stays_awake_needs_no_mercy() {
    let mut battle = strike(fighter(), "nonlethal_attack", &[&wild(6), &standard(4)]);
    choose(&mut battle, 4, Fallen::Helpless);
    assert!(!battle.has('B', "helpless") && !battle.has('B', "unconscious"), "4 less 3 meets 1 wound");
    battle.all_rolled();
}

#[test] // HD-219, HD-025
fn a_fatal_wound_can_be_made_lighter_and_not_survived_otherwise() {
    let common = Unit { traits: Vec::new(), ..fighter() };
    let mut battle = strike(common.clone(), "nonlethal_attack", &[&wild(7), &standard(-2)]);
    assert_eq!(
        choices(&battle)[..2],
        [(5, Fallen::Usual), (4, Fallen::Usual)],
        "8 is fatal: nothing to choose but the level"
    );
    choose(&mut battle, 4, Fallen::Asleep);
    assert!(!battle.row('B').gone);
    let mut fatal = strike(common, "nonlethal_attack", &[&wild(7)]);
    choose(&mut fatal, 5, Fallen::Usual);
    assert!(fatal.row('B').gone);
}

/// a and B with a sword that has this property.
fn strike_with(property: Option<WeaponProperty>, b: Unit, dice: i16) -> Skirmish {
    let mut rules = (*heroes()).clone();
    let swords = rules.weapons.iter().map(|weapon| match weapon.id == "sword".into() {
        true => Weapon { properties: property.into_iter().collect(), ..(**weapon).clone() },
        false => (**weapon).clone(),
    });
    rules.weapons = Table::new(swords.collect());
    let rules = std::sync::Arc::new(rules);
    let mut battle = battle_of(skirmish(&rules, "a B"), &[('a', fighter(), 9), ('B', b, 5)], &[&wild(dice)]);
    battle.events();
    battle
}

#[test] // HD-217, HD-G16
fn a_piercing_weapon_ignores_points_of_armour_but_not_in_a_nonlethal_attack() {
    let dealt = |action: &str, armor: &str, dice: i16| {
        let mut battle = strike_with(Some(WeaponProperty::ArmorPiercing(2)), fighter().armor(armor), dice);
        battle.attack('a', action, 'B').no_interrupts();
        damage(&battle.events())[0]
    };
    assert_eq!(dealt("standard_attack", "heavy", 0), 3 - 1, "3 of heavy armour less 2");
    assert_eq!(dealt("standard_attack", "light", 0), 3, "1 of light armour, all of it ignored");
    assert_eq!(dealt("nonlethal_attack", "heavy", 2), 3 - 3);
}

#[test] // HD-217, HD-218
fn a_piercing_weapon_gives_a_nonlethal_attack_no_more_levels_to_choose_from() {
    // 4 and 4 less 2 meet 4 by 2; 3 more, less the 3 of heavy armour: moderate. With the armour pierced it would be severe.
    let mut battle = strike_with(Some(WeaponProperty::ArmorPiercing(2)), fighter().armor("heavy"), 4);
    battle.attack('a', "nonlethal_attack", 'B').no_interrupts();
    assert_eq!(choices(&battle), [(2, Fallen::Usual), (1, Fallen::Usual)]);
}

#[test] // HD-100
fn a_penetrating_weapon_adds_its_damage_to_the_roll_and_once_only() {
    let of = |property: Option<WeaponProperty>, dice: i16| {
        let mut battle = strike_with(property, fighter(), dice);
        let rules = battle.battle().setup().rules.clone();
        let act = Act::at("standard_attack", battle.id('B'), Some(WeaponSlot(0)));
        let told = odds::forecast(battle.snapshot().view(), &rules, battle.id('a'), &act, None).expect("a forecast");
        battle.attack('a', "standard_attack", 'B');
        (told.bonus.total(), rolled(&battle.events())[0].margin, battle.wounds('B'))
    };
    let penetrating = Some(WeaponProperty::Penetrating);
    assert_eq!(of(None, 1), (4, 1, [0, 0, 1, 0, 0]), "1 and 3: severe");
    assert_eq!(of(penetrating, 1), (7, 4, [0, 0, 1, 0, 0]), "Strength 1 and 2 in the roll, and severe all the same");
    assert_eq!(of(None, -2).2, [0; 5], "2 misses 4");
    assert_eq!(of(penetrating, -2).2, [1, 0, 0, 0, 0], "5 meets 4: 1, light");
}
