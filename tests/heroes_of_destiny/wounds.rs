//! Wounds: thresholds, slots, overflow, dying, and what treatment does.

use crate::fighters::*;
use crate::skirmish::*;
use warboard::content::{Belonging, Kept, RollType, Trait, Unit};
use warboard::resolution::{Act, legal};

/// The wounds of B after one attack of a, by level, and the damage if it is hit. With a critical wound it passes the check to stay
/// awake.
fn struck(action: &str, b: Unit, sum: i16) -> ([u8; 5], Vec<i16>) {
    let (attack, awake) = (wild(sum), standard(5));
    let checked = sum == 3 || action == "quick_attack" && sum == 5;
    let dice: &[&[u16]] = if checked { &[&attack, &awake] } else { &[&attack] };
    let mut battle = battle("a B", &[('a', fighter(), 9), ('B', b, 5)], dice);
    battle.events();
    battle.attack('a', action, 'B');
    let events = battle.events();
    (battle.wounds('B'), damage(&events))
}

#[test] // HD-001, HD-002, HD-006, HD-007, HD-008, HD-009, HD-010, HD-011, HD-012, HD-019, HD-092, HD-093, HD-097, HD-123
fn damage_is_the_margin_with_strength_and_weapon_less_toughness() {
    let tough = |vitality: i16| fighter().has("Vitality", vitality);
    // Margin 0, Strength 1, weapon 2.
    for (vitality, wounds) in [(4, [0; 5]), (3, [1, 0, 0, 0, 0]), (2, [1, 0, 0, 0, 0]), (1, [0, 1, 0, 0, 0])] {
        let (found, dealt) = struck("standard_attack", tough(vitality), 0);
        assert_eq!((found, dealt), (wounds, vec![3 - vitality]), "Toughness {vitality}");
    }
    for (sum, wounds) in [(1, [0, 0, 1, 0, 0]), (3, [0, 0, 0, 1, 0]), (5, [0, 0, 0, 0, 1])] {
        assert_eq!(struck("standard_attack", fighter(), sum).0, wounds, "a margin of {sum}");
    }
    assert_eq!(struck("standard_attack", fighter(), -1), ([0; 5], vec![]), "a miss");
}

#[test] // HD-010, HD-092
fn a_weak_arm_takes_from_the_damage_of_its_weapon() {
    // The margin, Strength -4 and a sword or a bow of 2.
    for (weapon, map, defence) in [("sword", "a B", 4), ("bow", "a . . B", 3)] {
        for (margin, dealt, wounds) in [(3, 1, [1, 0, 0, 0, 0]), (2, 0, [1, 0, 0, 0, 0]), (1, -1, [0; 5])] {
            let weak = fighter().has("Strength", -4).weapon(weapon);
            let mut battle = battle(map, &[('a', weak, 9), ('B', fighter(), 5)], &[&wild(margin + defence - 4)]);
            battle.events();
            battle.attack('a', "standard_attack", 'B').no_interrupts();
            let found = (damage(&battle.events()), battle.wounds('B'));
            assert_eq!(found, (vec![dealt], wounds), "{weapon}, a margin of {margin}");
        }
    }
}

#[test] // HD-013
fn worn_armour_adds_to_toughness() {
    assert_eq!(struck("standard_attack", fighter().armor("heavy"), 1).1, [1], "4 less 3");
    assert_eq!(struck("standard_attack", fighter().armor("light"), 1).1, [3], "4 less 1");
}

#[test] // HD-224, HD-225, HD-G42
fn a_quick_attack_wounds_one_level_less() {
    assert_eq!(struck("quick_attack", fighter().has("Vitality", 3), 0).0, [0; 5], "light becomes none");
    assert_eq!(struck("quick_attack", fighter(), 1).0, [0, 1, 0, 0, 0], "severe becomes moderate");
    assert_eq!(
        struck("quick_attack", fighter().with_trait(Trait::Minion), 5).0,
        [0, 0, 0, 1, 0],
        "fatal becomes critical"
    );
}

#[test] // HD-235, HD-236
fn a_strong_attack_deals_a_die_more() {
    let dice: &[&[u16]] = &[&wild(0), &[4]];
    let mut battle = battle("a B", &[('a', fighter(), 9), ('B', fighter().has("Vitality", 2), 5)], dice);
    battle.events();
    battle.attack('a', "strong_attack", 'B');
    assert_eq!(damage(&battle.events()), [5], "3 and 4 less 2");
    battle.all_rolled();
}

#[test] // HD-015, HD-016, HD-017, HD-018, HD-G40
fn slots_follow_vitality_and_persona() {
    let slots = |unit: Unit| {
        let battle = battle("a B", &[('a', fighter(), 9), ('B', unit, 5)], &[]);
        let slots = battle.row('B').vitals.wounds.slots;
        [slots[0], slots[1], slots[2], slots[3], slots[4]]
    };
    let table = [
        [1, 1, 0],
        [1, 1, 1],
        [2, 1, 1],
        [2, 2, 1],
        [3, 2, 1],
        [3, 2, 2],
        [3, 3, 2],
        [4, 3, 2],
        [4, 3, 3],
        [4, 4, 3],
        [5, 4, 3],
    ];
    for (vitality, [moderate, severe, critical]) in (-5..=5).zip(table) {
        let found = slots(fighter().has("Vitality", vitality).has("Persona", 1));
        assert_eq!(found, [6, moderate, severe, critical, 1], "Vitality {vitality}");
    }
    assert_eq!(slots(fighter().has("Vitality", 8))[1..4], [6, 5, 4], "beyond the table");
    assert_eq!(slots(fighter().has("Vitality", -7))[1..4], [1, 1, 0], "beyond the table");
    assert_eq!(slots(fighter().has("Persona", -2))[0], 3);
    assert_eq!(slots(fighter().has("Persona", -9))[0], 0, "never below 0");
}

#[test] // HD-027, HD-G41
fn characters_of_the_game_master_have_one_two_or_three_slots() {
    let slots = |traits: &[Trait]| {
        let unit = Unit { traits: traits.to_vec(), ..fighter().has("Vitality", 3) };
        let battle = battle("a B", &[('a', fighter(), 9), ('B', unit, 5)], &[]);
        battle.row('B').vitals.wounds.slots[..5].to_vec()
    };
    assert_eq!(slots(&[]), [5, 2, 2, 2, 1]);
    assert_eq!(slots(&[Trait::Minion]), [5, 1, 1, 1, 1]);
    assert_eq!(slots(&[Trait::Elite]), [5, 3, 3, 3, 1]);
}

#[test] // HD-020, HD-021
fn full_slots_make_the_next_wound_worse() {
    let weak = fighter().has("Persona", -2);
    let dice: Vec<[u16; 5]> = vec![wild(0); 4];
    let dice: Vec<&[u16]> = dice.iter().map(|dice| &dice[..]).collect();
    let unit = weak.has("Vitality", 2);
    let mut battle = battle("a B", &[('a', fighter().weapon("dagger").has("Speed", 10), 9), ('B', unit, 5)], &dice);
    for wounds in [[1, 0, 0, 0, 0], [2, 0, 0, 0, 0], [3, 0, 0, 0, 0], [3, 1, 0, 0, 0]] {
        battle.attack('a', "standard_attack", 'B');
        assert_eq!(battle.wounds('B'), wounds);
    }
    assert!(battle.has('B', "moderately_wounded") && !battle.has('B', "lightly_wounded"), "the worst one counts");
    battle.all_rolled();
}

#[test] // HD-005, HD-025, HD-026
fn a_fatal_wound_kills_all_but_player_characters_at_once() {
    let fatal: &[&[u16]] = &[&wild(5)];
    let common = Unit { traits: Vec::new(), ..fighter() };
    let mut dies = battle("a B", &[('a', fighter(), 9), ('B', common, 5)], fatal);
    dies.attack('a', "standard_attack", 'B');
    assert!(dies.has('B', "dead"));
    let mut falls = battle("a B C", &[('a', fighter(), 9), ('B', fighter(), 5), ('C', fighter(), 4)], fatal);
    falls.attack('a', "standard_attack", 'B');
    assert!(!falls.has('B', "dead") && falls.has('B', "unconscious") && falls.has('B', "dying"));
}

#[test] // HD-G17, HD-G18
fn a_critical_wound_needs_a_fortitude_check_against_the_number_of_wounds() {
    // The critical wound itself lowers the roll by 3.
    for (sum, awake) in [(4, true), (3, false)] {
        let dice: &[&[u16]] = &[&wild(3), &standard(sum)];
        let mut battle = battle("a B C", &[('a', fighter(), 9), ('B', fighter(), 5), ('C', fighter(), 4)], dice);
        battle.attack('a', "standard_attack", 'B');
        assert_eq!(battle.wounds('B'), [0, 0, 0, 1, 0]);
        assert_eq!((!battle.has('B', "unconscious"), !battle.has('B', "dying")), (awake, awake));
        battle.all_rolled();
    }
}

#[test] // HD-G17, HD-G19
fn the_third_failure_to_cling_to_life_kills() {
    let dice: &[&[u16]] = &[&wild(3), &standard(0), &standard(3), &standard(4), &standard(0), &standard(-1)];
    let mut battle = battle("a B C", &[('a', fighter(), 9), ('B', fighter(), 5), ('C', fighter(), 4)], dice);
    battle.attack('a', "standard_attack", 'B');
    let mut alive = Vec::new();
    for _ in 0..4 {
        for mark in ['a', 'C'] {
            battle.no_interrupts();
            if battle.asked().0 == mark {
                battle.end_turn(mark);
            }
        }
        alive.push(!battle.has('B', "dead"));
    }
    assert_eq!(alive, [true, true, true, false], "a failure, a success, two failures");
    battle.all_rolled();
}

#[test] // HD-329, HD-330, HD-331, HD-332, HD-333, HD-335
fn help_stops_the_dying() {
    let healer = fighter().has("Lore", 2).has("Healing", 3).has("Speed", 3);
    let patient = fighter().has("Resistance", 1);
    // Down with one wound; help: 0 + 5 - 5 against 1 fails, 1 + 0 against 1 succeeds; then it wakes with 3 and a Fortitude of 1 - 3.
    let dice: &[&[u16]] = &[&wild(3), &standard(0), &standard(0), &standard(1), &standard(3)];
    let mut battle = battle("c a B", &[('B', fighter(), 9), ('a', patient, 7), ('c', healer, 5)], dice);
    battle.attack('B', "standard_attack", 'a').end_turn('B');
    battle.no_interrupts();
    assert!(battle.has('a', "dying"));
    battle.act_on('c', "stabilize", 'a').no_interrupts();
    assert!(battle.has('a', "dying"), "failed without a kit");
    assert_eq!(battle.points('c'), 1);
    battle.drain('c', "points", 8);
    battle.events();
    battle.act_on('c', "stabilize", 'a').no_interrupts();
    assert!(!battle.has('a', "dying") && battle.has('a', "stable") && !battle.has('a', "unconscious"));
    let [_, wakes] = &rolled(&battle.events())[..] else { panic!("the help, then the waking") };
    assert_eq!((wakes.who, wakes.roll, wakes.rule.as_str()), (battle.id('a'), RollType::Check, "HD-333"));
    assert_eq!(
        (wakes.bonus.total(), wakes.difficulty.total(), wakes.margin),
        (-2, 1, 0),
        "Fortitude 1, critically wounded"
    );
    battle.all_rolled();
}

#[test] // HD-141, HD-142, HD-143, HD-347, HD-348, HD-349, HD-351, HD-352, HD-354, HD-003
fn treatment_makes_a_wound_lighter_and_tires_the_patient() {
    let healer = fighter().has("Lore", 1).has("Healing", 7);
    // 0 + 8 - 5 = 3 against 0: one step, and one more.
    let dice: &[&[u16]] = &[&wild(0), &standard(0)];
    let mut battle = battle("c a B", &[('B', fighter(), 9), ('a', fighter(), 7), ('c', healer, 5)], dice);
    battle.attack('B', "standard_attack", 'a').end_turn('B').end_turn('a');
    assert_eq!((battle.wounds('a'), battle.points('c')), ([0, 1, 0, 0, 0], 6));
    battle.act_on('c', "treat_wound", 'a').no_interrupts();
    assert_eq!((battle.wounds('a'), battle.points('c')), ([0, 1, 0, 0, 0], 0), "6 of 8 points are paid");
    battle.end_turn('c').end_turn('B').end_turn('a');
    assert_eq!(battle.points('c'), 12);
    battle.act_on('c', "treat_wound", 'a').no_interrupts();
    assert_eq!((battle.wounds('a'), battle.points('c')), ([0; 5], 10), "2 more");
    assert_eq!(battle.row('a').vitals.fatigue, 0, "no wound is left");
    battle.all_rolled();
}

#[test] // HD-348, HD-349, HD-352
fn a_treatment_takes_a_step_and_one_more_for_every_2_points_over_the_number() {
    // Lore 1 and Healing 7 less 5 without a kit, against the 3 of a severe wound.
    let table = [(-1, [0, 0, 1, 0, 0]), (0, [0, 1, 0, 0, 0]), (1, [0, 1, 0, 0, 0]), (2, [1, 0, 0, 0, 0]), (4, [0; 5])];
    for (sum, left) in table {
        let healer = fighter().has("Lore", 1).has("Healing", 7).has("Speed", 3);
        let fighters = [('c', healer, 9), ('a', fighter(), 7), ('B', fighter(), 5)];
        let mut battle = battle("c a B", &fighters, &[&standard(sum)]);
        battle.hurt('a', [0, 0, 1, 0, 0]).act_on('c', "treat_wound", 'a').no_interrupts();
        assert_eq!(battle.wounds('a'), left, "{sum} over the number");
        battle.all_rolled();
    }
}

#[test] // HD-144
fn paid_work_is_lost_by_paying_for_anything_else() {
    let healer = fighter().has("Lore", 1).has("Healing", 7);
    let dice: &[&[u16]] = &[&wild(0), &standard(0)];
    let mut battle = battle(". c a B", &[('B', fighter(), 9), ('a', fighter(), 7), ('c', healer, 5)], dice);
    battle.attack('B', "standard_attack", 'a').end_turn('B').end_turn('a');
    battle.act_on('c', "treat_wound", 'a').no_interrupts().end_turn('c').end_turn('B').end_turn('a');
    assert_eq!(battle.points('c'), 12);
    battle.walk('c', &[(0, 0)]).walk('c', &[(1, 0)]);
    battle.act_on('c', "treat_wound", 'a').no_interrupts();
    assert_eq!(battle.points('c'), 3, "12, one for two steps, and all 8");
}

#[test] // HD-024, HD-026, HD-037, HD-038
fn fatigue_exhausts_at_half_and_staggers_heroes_at_all_of_the_normal_stamina() {
    let plan = |unit: Unit, fatigue: i16| {
        let plan = skirmish(&heroes(), "a B").unit('a', fighter()).unit('B', unit);
        let dice = [initiative_dice(&fighter(), 9), initiative_dice(&fighter(), 5)].concat();
        let mut battle = plan.with_losses('B', 0, fatigue).rolls(&dice);
        battle.end_turn('a').no_interrupts();
        battle.drain('B', "stamina", 0).perform('B', "dash").no_interrupts();
        ["exhausted", "staggered"].map(|condition| battle.has('B', condition))
    };
    assert_eq!(plan(fighter(), 3), [false, false], "4 of 10");
    assert_eq!(plan(fighter(), 4), [true, false], "5 of 10");
    assert_eq!(plan(fighter(), 9), [true, true], "10 of 10");
    assert_eq!(
        plan(Unit { traits: Vec::new(), ..fighter() }, 9),
        [true, false],
        "no character of the game master staggers"
    );
}

#[test] // HD-022, HD-G17
fn wounds_lower_every_roll_of_their_bearer() {
    // Severe wounds of a: -2 to its Power, and to the check to stay awake.
    let dice: &[&[u16]] = &[&wild(1), &standard(0)];
    let mut battle = battle("a B", &[('B', fighter(), 9), ('a', fighter(), 5)], dice);
    battle.attack('B', "standard_attack", 'a').end_turn('B').no_interrupts();
    battle.events();
    battle.act_on('a', "trip", 'B').no_interrupts();
    let check = rolled(&battle.events()).remove(0);
    assert_eq!(check.bonus.total(), 0, "2 less 2");
}

#[test] // HD-338, HD-350
fn only_the_near_and_the_not_yet_exhausted_are_treated() {
    let healer = fighter().has("Lore", 1).has("Healing", 7);
    let legal = |map: &str, fatigue: i16, of: char| {
        let plan = skirmish(&heroes(), map).unit('a', fighter()).unit('c', healer.clone()).unit('B', fighter());
        let dice = [9, 5, 1].map(|initiative| initiative_dice(&fighter(), initiative)).concat();
        let battle = plan.with_losses('a', 0, fatigue).rolls(&dice);
        let act = Act::at("treat_wound", battle.id(of), None);
        legal::check(battle.snapshot().view(), &heroes(), battle.id('c'), &act).map_err(|why| why.to_string())
    };
    let reached = |result: Result<_, String>| !result.is_err_and(|why| why.contains("reach") || why.contains("friend"));
    assert!(reached(legal("c a . . . B", 0, 'a')) && reached(legal("c a . . . B", 0, 'c')), "a neighbour or itself");
    assert!(!reached(legal("c . a . . B", 0, 'a')), "two yards away");
    assert!(!reached(legal("a . . . c B", 0, 'B')), "an enemy");
    let spent = legal("c a . . . B", 10, 'a');
    assert!(spent.is_err_and(|why| why.contains("too exhausted")), "fatigue of 10 of 10");
}

#[test] // HD-353
fn a_healing_kit_in_hand_spares_the_penalty() {
    let treats = |kit: bool| {
        let healer = fighter().has("Lore", 1).has("Healing", 2).has("Speed", 4);
        let kit = kit.then(|| Belonging { item: "healing_kit".into(), kept: Kept::AtHand, in_hand: true });
        let healer = Unit { things: kit.into_iter().collect(), ..healer.unarmed() };
        let fighters = [('B', fighter(), 9), ('a', fighter(), 7), ('c', healer, 5)];
        let mut battle = battle("c a B", &fighters, &[&wild(0), &standard(0)]);
        battle.attack('B', "standard_attack", 'a').no_interrupts().end_turn('B').end_turn('a');
        battle.events();
        battle.act_on('c', "treat_wound", 'a').no_interrupts();
        rolled(&battle.events())[0].margin
    };
    assert_eq!([treats(true), treats(false)], [3, -2], "3, or 3 less 5, against 0");
}
