//! Casting prepared spells: the check, the attack on each target, and lasting spells.

use crate::facts::*;
use crate::incanting::*;
use crate::skirmish::*;
use warboard::battle::Target;
use warboard::content::{Size, Stat, Unit};
use warboard::mechanics::attack::Degree;
use warboard::resolution::event::IncantStep;
use warboard::resolution::{Act, Asks, BattleEvent};

/// `a` has prepared a spell and it is its turn.
fn ready(map: &str, a: Unit, spell: &str, dice: &[u16]) -> Skirmish {
    let mut battle = alone(map, a, dice);
    prepared(&mut battle, 'a', spell);
    battle
}

/// Casts at `B`, and returns the facts.
fn cast_at_b(battle: &mut Skirmish, spell: &str) -> Vec<BattleEvent> {
    let b = battle.id('B');
    battle.act('a', on(spell, b));
    battle.events()
}

#[test] // TC-239, TC-263, TC-446, TC-453, TC-455, TC-456, TC-457, TC-463, TC-462, TC-017, TC-039, TC-041
fn a_prepared_spell_is_cast_in_a_count_by_taking_ten_with_its_full_effect() {
    let caster = wizard().stat(Stat::Accuracy, 2).stat(Stat::Power, 1);
    let mut battle = ready("a . . . B", caster, "fire_bolt", &[4, 6]);
    let count = battle.count();
    let events = cast_at_b(&mut battle, "fire_bolt");
    let [check, attack] = &checks(&events)[..] else { panic!("two rolls") };
    assert_eq!((check.natural, check.dice.len(), check.rule.as_str()), (10, 0, "TC-455"));
    assert_eq!(terms(&check.bonus), [term("arcana", 5, "TC-454"), term("intelligence", 4, "TC-454")]);
    assert_eq!((check.difficulty.total(), check.margin), (12, 7));
    assert_eq!(terms(&attack.bonus), [term("accuracy", 2, "TC-462"), term("intelligence", 4, "TC-017")]);
    assert_eq!((attack.defence, attack.margin, attack.degree), (Some(Stat::Primary), 0, Degree::Success));
    assert_eq!(damage(&events), [7], "6 and power");
    assert_eq!(fatigue_gained(&events), [(2, "TC-456")]);
    assert_eq!(steps(&events), [(IncantStep::Spent, 0, "TC-446")]);
    assert_eq!((battle.count(), battle.asked()), (count + 1, ('a', Asks::Act)));
    battle.act('a', prepare("fire_bolt"));
    let again = battle.events();
    assert_eq!(difficulty(&again).last(), Some(&term("cast before today", 3, "TC-446")));
    battle.perform('a', "abandon_spell").act('a', prepare("wither"));
    assert_eq!(steps(&battle.events()).last(), Some(&(IncantStep::Begun, 13, "TC-443")), "another spell is not");
    battle.all_rolled();
}

/// A caster with a very low bonus.
fn novice() -> Unit {
    base_unit().with_all_spells()
}

#[test] // TC-454, TC-456, TC-457, G-09, G-45
fn a_failed_check_costs_the_same_and_has_no_effect() {
    let mut battle = ready("a . . B", novice(), "fire_bolt", &[11]);
    let events = cast_at_b(&mut battle, "fire_bolt");
    let rolled = checks(&events);
    assert_eq!((rolled.len(), rolled[0].margin, rolled[0].rule.as_str()), (1, -1, "TC-454"));
    assert_eq!((fatigue_gained(&events), damage(&events).len()), (vec![(2, "TC-456")], 0));
    assert_eq!(battle.row('a').incanting.tried("fire_bolt".into()), 1);
    assert!(battle.row('a').incanting.spell.is_none());
    battle.all_rolled();
}

#[test] // TC-454
fn a_check_equal_to_the_difficulty_succeeds() {
    let mut battle = ready("a . . B", novice(), "fire_bolt", &[12, 2]);
    let events = cast_at_b(&mut battle, "fire_bolt");
    let rolled = checks(&events);
    assert_eq!((rolled.len(), rolled[0].margin), (2, 0));
    battle.all_rolled();
}

#[test] // TC-465, TC-466
fn a_natural_20_hits_and_a_natural_1_misses_without_further_effect() {
    let hard = |face: u16, dice: &[u16], primary: i16| {
        let faces = [1, 1, face].iter().chain(dice).copied().collect::<Vec<_>>();
        let target = idle().stat(Stat::Agility, primary);
        let mut battle = skirmish(&time_count(), "a . . B").unit('a', wizard()).unit('B', target).rolls(&faces);
        prepared(&mut battle, 'a', "fire_bolt");
        let events = cast_at_b(&mut battle, "fire_bolt");
        battle.all_rolled();
        assert!(!battle.has('a', "unsteady"));
        (checks(&events)[1].degree, damage(&events))
    };
    assert_eq!(hard(20, &[3], 30), (Degree::Success, vec![3]), "below the defence");
    assert_eq!(hard(20, &[3], 0), (Degree::Success, vec![3]), "no critical hit, its dice as rolled");
    assert_eq!(hard(1, &[], -10), (Degree::Failure, vec![]), "no fumble");
}

#[test] // TC-450, TC-456, TC-462
fn charges_add_two_to_the_attack_each_and_cost_fatigue() {
    let mut battle = ready("a . . B", wizard(), "fire_bolt", &[1]);
    battle.perform('a', "charge_spell").perform('a', "charge_spell");
    battle.events();
    let events = cast_at_b(&mut battle, "fire_bolt");
    let [check, attack] = &checks(&events)[..] else { panic!("two rolls") };
    assert_eq!(check.difficulty.total(), 14);
    assert_eq!(terms(&attack.bonus), [term("intelligence", 4, "TC-017"), term("charges", 4, "TC-462")]);
    assert_eq!(fatigue_gained(&events), [(4, "TC-456")]);
}

#[test] // TC-019, TC-018
fn size_does_not_modify_spell_attacks() {
    let mut battle = ready("a . . B", wizard().size(Size::Small), "fire_bolt", &[1]);
    let events = cast_at_b(&mut battle, "fire_bolt");
    assert_eq!(terms(&checks(&events)[1].bonus), [term("intelligence", 4, "TC-017")]);
}

#[test] // TC-103, TC-461, TC-464, TC-467
fn an_area_spell_attacks_the_celerity_of_each_target_and_deals_half_on_a_miss() {
    let rules = time_count();
    // Initiative, then for each target the attack and its two dice.
    let faces = [1, 1, 1, 1, 9, 3, 4, 5, 3, 4];
    let quick = idle().stat(Stat::Agility, 3);
    let mut battle = skirmish(&rules, "a . . . . . . B . C . . . D")
        .unit('a', wizard())
        .unit('B', idle())
        .unit('C', quick)
        .unit('D', idle())
        .rolls(&faces);
    prepared(&mut battle, 'a', "fire_ball");
    battle.act('a', at_cell("fire_ball", 7, 0));
    let events = battle.events();
    let rolled: Vec<_> = checks(&events)[1..]
        .iter()
        .map(|roll| (battle.mark(roll.target.expect("a target")), roll.natural, roll.defence, roll.degree))
        .collect();
    let celerity = Some(Stat::Celerity);
    assert_eq!(rolled, [('B', 9, celerity, Degree::Success), ('C', 5, celerity, Degree::Failure)]);
    assert_eq!(damage(&events), [7, 3], "all of it, and half rounded down");
    battle.all_rolled();
}

#[test] // TC-101, TC-105, TC-461, TC-463, TC-464
fn each_spell_attacks_its_own_defence() {
    let target = idle().stat(Stat::Constitution, 1).stat(Stat::Wisdom, 2).stat(Stat::Dexterity, 3);
    // Both attacks miss; only the first spell still deals damage, with two dice.
    let rows: [(_, _, _, &[u16]); 4] = [
        ("wither", Stat::Vigor, 11, &[1, 2, 2]),
        ("dread", Stat::Spirit, 12, &[1]),
        ("chill_touch", Stat::Celerity, 13, &[1]),
        ("needle", Stat::Passive, 10, &[1]),
    ];
    for (spell, stat, value, dice) in rows {
        let plan = skirmish(&time_count(), "a B").unit('a', wizard()).unit('B', target.clone());
        let mut battle = plan.rolls(&[&[1, 1], dice].concat());
        prepared(&mut battle, 'a', spell);
        let events = cast_at_b(&mut battle, spell);
        let attack = &checks(&events)[1];
        assert_eq!((attack.defence, attack.difficulty.total()), (Some(stat), value), "{spell}");
        let harm = if spell == "wither" { vec![2] } else { vec![] };
        assert_eq!(damage(&events), harm, "{spell} on a miss");
    }
}

#[test] // TC-105, TC-463, G-48
fn dread_lasts_its_counts() {
    let mut battle = ready("a . . B", wizard(), "dread", &[15]);
    cast_at_b(&mut battle, "dread");
    assert!(battle.has('B', "dreading"));
    for _ in 0..38 {
        battle.wait('a');
    }
    assert!(battle.has('B', "dreading"));
    battle.wait('a');
    assert!(!battle.has('B', "dreading"), "40 counts");
    assert!(battle.snapshot().spells.is_empty());
}

#[test] // TC-264, TC-248, TC-241
fn a_concentrating_caster_is_slower_directs_and_dismisses() {
    let mut battle = ready("a . . B", wizard(), "hold", &[15, 12, 4]);
    cast_at_b(&mut battle, "hold");
    assert!(battle.has('B', "immobile"));
    let count = battle.count();
    battle.wait('a');
    let took = battle.events().iter().find_map(|event| match event {
        BattleEvent::TurnEnded { took, .. } => Some(terms(took)),
        _ => None,
    });
    assert_eq!(took.and_then(|took| took.last().cloned()), Some(term("concentration", 1, "TC-264")));
    assert_eq!(battle.count(), count + 2);
    let spell = battle.snapshot().spells[0].id;
    let of = |action: &str| Act { target: Target::Spell(spell), ..Act::own(action) };
    battle.act('a', of("direct"));
    let events = battle.events();
    assert_eq!((checks(&events)[0].defence, damage(&events)), (Some(Stat::Vigor), vec![4]));
    assert_eq!(battle.count(), count + 2 + 4 + 1, "swift, and one for concentration");
    let now = battle.count();
    battle.act('a', of("dismiss"));
    assert_eq!((battle.count(), battle.has('B', "immobile")), (now, false), "free");
    assert!(
        battle
            .events()
            .iter()
            .any(|event| matches!(event, BattleEvent::SpellEnded { rule, .. } if rule.as_str() == "TC-241"))
    );
    battle.wait('a');
    assert_eq!(battle.count(), now + 1, "nothing slows any more");
    battle.all_rolled();
}

#[test] // TC-264, TC-445
fn concentration_slows_a_preparation_once() {
    let mut battle = ready("a . . B", wizard(), "hold", &[15]);
    cast_at_b(&mut battle, "hold");
    let count = battle.count();
    battle.act('a', prepare("fire_bolt")).perform('a', "keep_preparing");
    assert_eq!(battle.count(), count + 6 + 1);
}

#[test] // TC-299
fn a_grabbed_caster_must_first_free_its_hands_for_the_spell() {
    let held = |dice: &[u16]| {
        let faces = [15].iter().chain(dice).copied().collect::<Vec<_>>();
        let mut battle = against("a B", wizard().stat(Stat::Constitution, 1), base_unit().unarmed(), &faces);
        battle.act('a', prepare("chill_touch")).perform('a', "keep_preparing");
        battle.act_on('B', "grab", 'a');
        battle.events();
        let events = cast_at_b(&mut battle, "chill_touch");
        battle.all_rolled();
        (events, battle)
    };
    let (events, battle) = held(&[4]);
    let rolled = checks(&events);
    assert_eq!(terms(&rolled[0].bonus), [term("arcana", 5, "TC-299"), term("constitution", 1, "TC-299")]);
    let against = [term("base", 10, "TC-299"), term("level of the spell", 1, "TC-299")];
    assert_eq!((terms(&rolled[0].difficulty), rolled[0].margin, rolled.len()), (against.to_vec(), -1, 1));
    assert_eq!((fatigue_gained(&events), battle.row('a').incanting.spell), (vec![(2, "TC-456")], None));
    let (events, _) = held(&[5, 10, 3, 3]);
    assert_eq!((checks(&events)[0].margin, damage(&events)), (0, vec![6]));
}

#[test] // TC-426, G-48
fn gust_knocks_its_targets_prone() {
    let mut battle = ready("a . . B", wizard(), "gust", &[6]);
    battle.act('a', at_cell("gust", 3, 0));
    assert_eq!(battle.row('B').stance.held.map(|name| name.as_str()), Some("prone"));
}

#[test] // TC-167, TC-168, TC-166
fn a_spell_cast_in_a_crowded_space_takes_one_penalty() {
    for (marks, penalty) in [("b", -4), ("bc", -4), ("bcd", -4)] {
        let marks: Vec<char> = marks.chars().collect();
        let map = "a b c d B";
        let mut plan = skirmish(&time_count(), map).unit('a', wizard()).unit('B', idle());
        for mark in &marks {
            plan = plan.unit(*mark, idle());
        }
        let mut faces = vec![1; 2 + marks.len()];
        faces.extend([20, 4]);
        let mut battle = plan.rolls(&faces);
        marks.iter().for_each(|mark| teleport(&mut battle, *mark, (0, 0)));
        prepared(&mut battle, 'a', "fire_bolt");
        let attack = checks(&cast_at_b(&mut battle, "fire_bolt")).pop().expect("an attack");
        let crowd: Vec<_> = terms(&attack.bonus).into_iter().filter(|(_, _, rule)| *rule == "TC-167").collect();
        assert_eq!(crowd, [("crowded space".to_owned(), penalty, "TC-167")], "{} others", marks.len());
    }
}
