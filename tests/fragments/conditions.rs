//! Conditions with levels and durations, and help for fallen combatants.

use crate::afflicting::*;
use crate::facts::*;
use crate::skirmish::*;
use warboard::battle::WeaponSlot;
use warboard::content::{AdvantageKind, Name, Stat};
use warboard::resolution::{Act, BattleEvent, Target};

// ---- durations -----------------------------------------------------------------------------------------------------

#[test] // TA-013, TA-G21
fn one_round_ends_just_before_the_next_turn_of_its_source() {
    let mut battle =
        skirmish(&rules(), "a B . C").unit('a', plain()).unit('B', plain()).unit('C', plain()).rolls(&[15, 20, 1]);
    // B acts first, then a, then C. What a causes outlasts the turns of C and of B in the next round.
    battle.perform('B', "wait");
    battle.act_on('a', "slow", 'B').perform('a', "wait");
    assert!(battle.has('B', "slowed"));
    battle.perform('C', "wait");
    assert_eq!((battle.asked().0, battle.count(), battle.row('B').turn_state.actions()), ('B', 2, 2));
    battle.perform('B', "wait");
    assert_eq!(battle.asked().0, 'a');
    assert!(!battle.has('B', "slowed"), "over as a's turn starts");
}

#[test] // TA-013, TA-G21
fn effects_that_last_until_the_turn_of_a_dead_combatant_end_at_its_place() {
    let frail = plain();
    let mut battle =
        skirmish(&rules(), "a B c").unit('a', frail).unit('B', plain()).unit('c', plain()).rolls(&[20, 15, 1, 1]);
    battle.act_on('a', "slow", 'B').perform('a', "wait");
    battle.act_on('B', "slay", 'a').perform('B', "wait");
    assert!(battle.row('a').gone);
    assert!(battle.has('B', "slowed"), "in the round in which it was caused");
    battle.perform('c', "wait");
    assert_eq!((battle.asked().0, battle.count()), ('B', 2));
    assert!(!battle.has('B', "slowed"), "a would have acted before B");
    assert_eq!(battle.row('B').turn_state.actions(), 3);
}

#[test] // TA-017, TA-019, WE-10
fn a_delaying_combatant_bleeds_at_its_old_place_and_acts_at_its_new_one() {
    let mut battle = skirmish(&rules(), "a . B . C")
        .unit('a', plain().stat(Stat::Strength, 5))
        .unit('B', plain())
        .unit('C', plain())
        .rolls(&[15, 8, 1, 15, 2, 3]);
    battle.afflict('a', "bleeding");
    // The first turn of a had begun before it was hurt: it waits, and in the next round it bleeds and delays.
    battle.perform('a', "wait").perform('B', "wait").perform('C', "wait");
    let before = hit_points(&battle, 'a');
    assert_eq!((battle.asked().0, battle.count()), ('a', 2));
    let maximum = battle.row('a').vitals.maximum;
    assert_eq!(before, maximum - 5, "the roll and the 2d6 came at its place");
    battle.perform('a', "delay").perform('B', "wait");
    battle.choose('a', yes());
    assert_eq!((battle.asked().0, hit_points(&battle, 'a')), ('a', before), "nothing comes again");
    battle.all_rolled();
}

#[test] // TA-019, TA-G21
fn one_round_that_a_delayer_caused_ends_at_its_old_place() {
    let mut battle =
        skirmish(&rules(), "a B . C").unit('a', plain()).unit('B', plain()).unit('C', plain()).rolls(&[20, 15, 1]);
    battle.act_on('a', "slow", 'B').perform('a', "wait").perform('B', "wait").perform('C', "wait");
    assert_eq!((battle.asked().0, battle.count()), ('a', 2));
    assert!(!battle.has('B', "slowed"));
    battle.perform('a', "delay");
    assert_eq!(battle.row('B').turn_state.actions(), 3, "B acts unhindered while a still waits");
}

#[test] // TA-225, TA-G51
fn a_second_shaken_adds_its_rounds() {
    let mut battle = duel("a B", plain(), plain(), &[]);
    // Two rounds and one more: over as a's fourth turn starts.
    battle.act_on('a', "shake_two", 'B').act_on('a', "shake_one", 'B').perform('a', "wait");
    for round in 1..=3 {
        assert!(battle.has('B', "shaken"), "round {round}");
        battle.perform('B', "wait").perform('a', "wait");
    }
    assert!(!battle.has('B', "shaken"), "round 4");
}

#[test] // TA-224
fn the_shaken_strike_with_disadvantage() {
    let mut battle = duel("a B", plain(), plain(), &[10, 3]);
    battle.act_on('a', "shake_one", 'B').perform('a', "wait");
    battle.events();
    battle.act_on('B', "attack", 'a');
    assert_eq!(checks(&battle.events())[0].edge.net(), Some(AdvantageKind::Disadvantage));
}

#[test] // TA-249, TA-250, TA-251, TA-G40
fn only_the_strongest_poison_deals_damage_and_each_keeps_its_own_duration() {
    let tough = plain().stat(Stat::Strength, 20);
    // Level 2 for one round, level 1 for two.
    let mut battle = duel("a B", plain(), tough, &[3, 4, 2]);
    battle.act_on('a', "poison_strong", 'B').act_on('a', "poison_weak", 'B').perform('a', "wait");
    assert_eq!(levels(&battle, 'B', "poisoned"), [2, 1]);
    let full = battle.row('B').vitals.maximum;
    assert_eq!(hit_points(&battle, 'B'), full - 7, "two dice of the stronger one");
    battle.perform('B', "wait");
    assert_eq!(levels(&battle, 'B', "poisoned"), [1], "one round is over as a's turn starts");
    battle.perform('a', "wait");
    assert_eq!(hit_points(&battle, 'B'), full - 9, "one die of the weaker one");
    battle.perform('B', "wait");
    assert!(!battle.has('B', "poisoned"));
    battle.perform('a', "wait");
    assert_eq!(hit_points(&battle, 'B'), full - 9);
    battle.all_rolled();
}

// ---- actions that are lost -----------------------------------------------------------------------------------------

#[test] // TA-G45, TA-256
fn a_condition_takes_unspent_actions_and_the_reaction_at_once() {
    let mut battle = duel("a B", plain(), plain(), &[]);
    battle.perform('a', "slow_down");
    assert_eq!(
        (battle.row('a').turn_state.actions(), battle.row('a').turn_state.reactions()),
        (1, 0),
        "one spent, one lost"
    );
    battle.perform('a', "slow_down");
    assert_eq!(battle.asked().0, 'B', "the last is spent; a second instance takes no more");
}

#[test] // TA-257, TA-258, TA-G45
fn the_stunned_do_nothing_at_all() {
    let mut battle = duel("a B", plain(), plain(), &[4, 5]);
    battle.act_on('a', "stun", 'B');
    assert_eq!((battle.row('B').turn_state.actions(), battle.row('B').turn_state.reactions()), (0, 0));
    battle.events();
    battle.act_on('a', "attack", 'B').perform('a', "wait");
    assert_eq!(checks(&battle.events())[0].edge.net(), Some(AdvantageKind::Advantage), "flat footed");
    assert_eq!((battle.asked().0, battle.count()), ('a', 2), "its turn passes");
    assert!(!battle.has('B', "stunned"));
}

#[test] // TA-257, TA-263
fn the_stunned_and_the_unconscious_take_no_free_actions_either() {
    use warboard::resolution::legal;
    let mut battle = duel("a . . B", plain(), plain(), &[]);
    let refused = |battle: &Skirmish| {
        let rules = &battle.battle().setup().rules;
        let drop =
            Act { action: Name::new("drop_item"), target: Target::Weapon(WeaponSlot(0)), weapon: None, part: None };
        legal::still(battle.snapshot().view(), rules, battle.id('B'), &drop).err().map(|why| why.rule.as_str())
    };
    assert_eq!(refused(&battle), None);
    battle.afflict('B', "stunned");
    assert_eq!(refused(&battle), Some("TA-257"));
    let mut asleep = duel("a . . B", plain(), plain(), &[]);
    asleep.afflict('B', "unconscious");
    assert_eq!(refused(&asleep), Some("TA-263"));
}

// ---- helping -------------------------------------------------------------------------------------------------------

#[test] // TA-213, TA-G16
fn medicine_stops_the_bleeding_of_an_adjacent_friend_or_of_the_healer() {
    let healer = || plain().stat(Stat::Mind, 4);
    let mut battle = skirmish(&rules(), "a c . d B")
        .unit('a', healer())
        .unit('c', plain())
        .unit('d', plain())
        .unit('B', plain())
        .rolls(&[20, 9, 8, 1, 9, 10, 10]);
    for mark in ['a', 'c', 'd'] {
        battle.afflict(mark, "bleeding");
    }
    assert_eq!(refused_at(&mut battle, "medicine", 'd'), "TA-G16", "out of reach");
    assert_eq!(refused_at(&mut battle, "medicine", 'B'), "TA-G16", "an enemy");
    battle.act_on('a', "medicine", 'c');
    assert!(battle.has('c', "bleeding"), "9 + 1 + 4 does not reach 15");
    battle.act_on('a', "medicine", 'c');
    assert!(!battle.has('c', "bleeding"));
    battle.act_on('a', "medicine", 'a');
    assert!(!battle.has('a', "bleeding"));
    battle.all_rolled();
}

/// A battle in which `c` lies unconscious beside `a` with a number of hit points, bleeding or not.
fn sleeper(hit_points: i16, bleeding: bool, dice: &[u16]) -> Skirmish {
    let faces = [20, 9, 1].iter().chain(dice).copied().collect::<Vec<_>>();
    let mut battle =
        skirmish(&rules(), "a c . B").unit('a', plain()).unit('c', plain()).unit('B', plain()).rolls(&faces);
    let (who, rule) = (battle.id('c'), Name::new("test"));
    let vitals = warboard::battle::Vitals { hit_points, ..battle.row('c').vitals };
    let tired = BattleEvent::FatigueGained { who, amount: 0, vitals, rule };
    battle.state.impose(&tired);
    battle.afflict('c', "unconscious");
    if bleeding {
        battle.afflict('c', "bleeding");
    }
    battle
}

#[test] // TA-G20
fn a_sleeper_with_hit_points_is_woken_by_an_adjacent_friend() {
    let mut battle = sleeper(1, true, &[]);
    battle.act_on('a', "wake_up", 'c');
    assert!(!battle.has('c', "unconscious") && battle.has('c', "bleeding"));
    let mut spent = sleeper(0, false, &[]);
    assert_eq!(refused_at(&mut spent, "wake_up", 'c'), "TA-G20");
    let mut awake = duel("a . B", plain(), plain(), &[]);
    let wake = Act::at("wake_up", awake.id('B'), None);
    assert_eq!(refusal(&mut awake, wake), "TA-G20", "an enemy is not woken");
}

#[test] // TA-G20, TA-213
fn a_wounded_sleeper_wakes_once_it_has_hit_points_and_no_longer_bleeds() {
    // Struck down, then put to sleep by the table, then healed: it wakes only when the bleeding ends.
    let strong = plain().stat(Stat::Strength, 5);
    let mut battle = skirmish(&rules(), "a B c . D")
        .unit('a', strong)
        .unit('B', plain())
        .unit('c', plain())
        .unit('D', plain())
        .rolls(&[20, 15, 10, 1, 15, 6, 5, 1, 1, 1]);
    battle.act_on('a', "attack", 'B').perform('a', "wait");
    assert!(battle.has('B', "unconscious") && battle.has('B', "bleeding"));
    battle.act_on('c', "mend_ten", 'B');
    assert!(!battle.has('B', "incapacitated"), "it has hit points");
    assert!(battle.has('B', "unconscious"), "and sleeps while it bleeds");
    battle.act_on('c', "staunch", 'B');
    assert!(!battle.has('B', "unconscious"));
}

#[test] // TA-G20, TA-211
fn healing_stops_at_the_maximum_and_reduces_the_bleeding() {
    let strong = plain().stat(Stat::Strength, 2);
    let mut battle = duel("a B", strong, plain(), &[15, 3]);
    battle.afflict('B', "bleeding");
    battle.act_on('a', "attack", 'B');
    assert_eq!((hit_points(&battle, 'B'), levels(&battle, 'B', "bleeding")), (5, vec![1]));
    battle.act_on('a', "mend_ten", 'B');
    assert_eq!((hit_points(&battle, 'B'), levels(&battle, 'B', "bleeding")), (10, vec![0]));
    let healed = battle.events().into_iter().find_map(|event| match event {
        BattleEvent::Healed { vitals, amount, .. } => Some((vitals.hit_points, amount.total())),
        _ => None,
    });
    assert_eq!(healed, Some((10, 10)));
    let mut whole = duel("a B", plain(), plain(), &[]);
    whole.act_on('a', "mend_ten", 'B');
    assert_eq!(hit_points(&whole, 'B'), whole.row('B').vitals.maximum);
}
