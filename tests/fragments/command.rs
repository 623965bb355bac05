//! Rounds of three actions: those who act under the command of another.

use crate::facts::*;
use crate::skirmish::*;
use warboard::battle::{Field, PairFact, PairRelation, Until};
use warboard::content::stat::Stat;
use warboard::content::unit::{Trait, Unit};
use warboard::grid::Cell;
use warboard::resolution::{Act, BattleEvent, Choice};

/// Who is asked, and how many actions it has left.
fn now(battle: &Skirmish) -> (char, u8) {
    let who = battle.asked().0;
    (who, battle.row(who).turn_state.actions)
}

/// A rider `a` with a mount `m`, and `B`, on a field of this kind.
fn mounted_in(map: &str, field: fn(&mut Field)) -> Skirmish {
    let plan = skirmish(&fragments(), map).field(field).unit('a', plain()).unit('m', plain()).unit('B', tough());
    plan.under('m', &['a']).rolls(&[20, 1])
}

/// The same; the dice come after the initiative of `a` and of `B`.
fn mounted(map: &str, dice: &[u16]) -> Skirmish {
    let faces = [20, 1].iter().chain(dice).copied().collect::<Vec<_>>();
    let plan = skirmish(&fragments(), map).unit('a', plain()).unit('m', plain()).unit('B', tough());
    plan.under('m', &['a']).rolls(&faces)
}

fn tough() -> Unit {
    plain().stat(Stat::Strength, 20)
}

fn burns(battle: &Skirmish) -> i16 {
    battle.row('m').vitals.hit_points
}

#[test] // TA-073, TA-074, TA-075, WE-02
fn rider_and_mount_act_in_any_order_once_the_rider_has_commanded() {
    let lancer = plain().weapon("long_spear");
    let mut battle = skirmish(&fragments(), "a . B .\nm . . .")
        .unit('a', lancer)
        .unit('m', plain())
        .unit('B', tough())
        .under('m', &['a'])
        .rolls(&[20, 1, 2, 2, 2]);
    battle.does('a', "command", 'm');
    assert_eq!((now(&battle), battle.row('m').turn_state.actions), (('a', 2), 3));
    battle.does('a', "hand_over", 'm');
    battle.walk('m', &[(1, 1)]);
    battle.does('m', "attack", 'B').does('m', "hand_over", 'a');
    assert_eq!(refused_at(&mut battle, "command", 'm'), "TA-074", "once a round");
    battle.does('a', "attack", 'B').does('a', "attack", 'B');
    assert_eq!(now(&battle), ('m', 1), "the rider has acted three times");
    battle.walk('m', &[(0, 1)]);
    assert_eq!(now(&battle), ('m', 0), "and so has the mount, but for what is left of its move");
    battle.own('m', "wait");
    assert_eq!(now(&battle), ('B', 3));
    battle.all_rolled();
}

#[test] // TA-073
fn only_ones_own_creatures_are_commanded() {
    let mut battle = skirmish(&fragments(), "a m c . B n")
        .unit('a', plain())
        .unit('m', plain())
        .unit('c', plain())
        .unit('B', plain())
        .under('m', &['c'])
        .rolls(&[20, 10, 1]);
    assert_eq!(refused_at(&mut battle, "command", 'm'), "TA-073", "it is under the command of c");
    assert_eq!(refused_at(&mut battle, "command", 'c'), "TA-073", "c is under nobody's");
    assert_eq!(refused_at(&mut battle, "hand_over", 'c'), "TA-075");
}

#[test] // TA-077, TA-G46, TA-022
fn one_who_is_not_commanded_takes_no_action_and_keeps_its_reaction() {
    let mut battle = mounted("a m . . B", &[]);
    assert_eq!((battle.row('m').turn_state.actions, battle.row('m').turn_state.reactions), (0, 1));
    assert_eq!(refused_at(&mut battle, "hand_over", 'm'), "TA-075");
    battle.own('a', "wait");
    assert_eq!(now(&battle), ('B', 3));
    battle.own('B', "wait");
    assert_eq!((now(&battle), battle.count()), (('a', 3), 2));
}

#[test] // TA-075
fn whoever_still_has_actions_goes_on_and_what_is_left_is_lost() {
    let mut battle = mounted("a m . . B", &[]);
    battle.does('a', "command", 'm').own('a', "wait");
    assert_eq!(now(&battle), ('m', 3), "the commander is done, the commanded is not");
    battle.own('m', "wait");
    assert_eq!((now(&battle), battle.row('m').turn_state.actions), (('B', 3), 0));
    battle.own('B', "wait");
    assert_eq!(battle.row('m').turn_state.actions, 0, "not commanded in this round");
    assert_eq!(refusal_of_delay(&mut battle), "TA-075");
}

/// The rule by which a commanded mount may not put its turn off.
fn refusal_of_delay(battle: &mut Skirmish) -> &'static str {
    battle.does('a', "command", 'm').does('a', "hand_over", 'm');
    refusal(battle, Act::own("delay"))
}

#[test] // TA-076
fn the_commanders_turn_starts_that_of_the_commanded_even_without_a_command() {
    let mut battle = mounted("a m . . B", &[1, 1, 1, 2]);
    battle.afflict('m', "on_fire");
    began(&mut battle);
    battle.own('a', "wait");
    let before = burns(&battle);
    battle.own('B', "wait");
    assert_eq!((began(&mut battle), burns(&battle)), (vec!['B', 'a', 'm'], before - 2), "as a's turn starts");
    battle.does('a', "command", 'm');
    assert_eq!(burns(&battle), before - 2, "not again by the command");
    battle.own('a', "wait").own('m', "wait").own('B', "wait");
    assert_eq!(burns(&battle), before - 5);
    battle.all_rolled();
}

#[test] // TA-013, TA-076, TA-G21
fn what_lasts_until_the_commanded_acts_ends_with_the_start_of_its_commander() {
    let mut battle = mounted("a m B .", &[20]);
    battle.does('a', "command", 'm').does('a', "hand_over", 'm').does('m', "feint", 'B');
    assert!(battle.has('B', "feinted"), "until the mount's next turn");
    battle.own('m', "wait").own('a', "wait");
    assert!(battle.has('B', "feinted"));
    battle.own('B', "wait");
    assert!(!battle.has('B', "feinted"), "which starts with the rider's");
}

/// `m` may be commanded by `a`, who acts first, and by `c`, who acts last. It burns for 2 each time its turn starts.
fn two_riders() -> Skirmish {
    let mut battle = skirmish(&fragments(), "a m c . B")
        .unit('a', plain())
        .unit('m', tough())
        .unit('c', plain())
        .unit('B', plain())
        .under('m', &['a', 'c'])
        .rolls(&[20, 1, 10, 1, 1, 1, 1, 1, 1]);
    battle.afflict('m', "on_fire");
    began(&mut battle);
    battle
}

#[test] // TA-074, TA-076, TA-G53
fn the_start_moves_to_the_last_commander_and_comes_once_a_round() {
    let mut battle = two_riders();
    let full = burns(&battle);
    // Round 1: its start came with a's, before it burned. c commands it, and from now on its turn starts with c's.
    battle.own('a', "wait").own('B', "wait");
    battle.does('c', "command", 'm');
    assert_eq!(burns(&battle), full, "not twice in a round");
    battle.own('c', "wait").own('m', "wait");
    // Round 2: not with a's turn, but with c's.
    assert_eq!((battle.asked().0, battle.count(), burns(&battle)), ('a', 2, full));
    battle.own('a', "wait").own('B', "wait");
    assert_eq!((battle.asked().0, burns(&battle)), ('c', full - 2));
    battle.own('c', "wait");
    // Round 3: a commands it before c's turn. Its turn starts now, and not with c's.
    assert_eq!((battle.asked().0, battle.count(), burns(&battle)), ('a', 3, full - 2));
    battle.does('a', "command", 'm');
    assert_eq!(burns(&battle), full - 4);
    battle.own('a', "wait").own('m', "wait").own('B', "wait");
    assert_eq!((battle.asked().0, burns(&battle)), ('c', full - 4));
    assert_eq!(refused_at(&mut battle, "command", 'm'), "TA-074", "a second commander in one round");
    battle.own('c', "wait");
    assert_eq!((battle.count(), burns(&battle)), (4, full - 6), "with a's turn again");
}

#[test] // TA-G46
fn one_whose_commanders_are_gone_rolls_initiative_and_acts_by_itself() {
    let strong = plain().stat(Stat::Strength, 15);
    let mut battle = skirmish(&fragments(), "a B m .\n. . . c")
        .unit('a', plain())
        .unit('m', plain())
        .unit('B', strong)
        .unit('c', plain())
        .under('m', &['a'])
        .rolls(&[10, 20, 1, 20, 8, 15]);
    // A critical blow of (8 + 15) x 2 kills a, before its turn has come; m rolls 15 and acts before c.
    battle.does('B', "attack", 'a').own('B', "wait");
    assert!(battle.row('a').gone);
    assert_eq!((now(&battle), battle.count()), (('m', 3), 1));
    battle.own('m', "wait").own('c', "wait").own('B', "wait");
    assert_eq!((now(&battle), battle.count()), (('m', 3), 2), "and in every round from now on");
    battle.all_rolled();
}

#[test] // TA-G46, TA-076
fn one_who_has_another_commander_left_looks_to_that_one() {
    let strong = plain().stat(Stat::Strength, 15);
    let mut battle = skirmish(&fragments(), "a B m .\n. . . c")
        .unit('a', plain())
        .unit('m', plain())
        .unit('B', strong)
        .unit('c', plain())
        .under('m', &['a', 'c'])
        .rolls(&[10, 20, 1, 20, 8]);
    battle.does('B', "attack", 'a');
    began(&mut battle);
    battle.own('B', "wait");
    assert_eq!(began(&mut battle), ['c', 'm']);
    battle.does('c', "command", 'm').own('c', "wait");
    assert_eq!(now(&battle), ('m', 3));
    battle.all_rolled();
}

#[test] // TA-008, TA-G50, TA-073
fn the_unaware_are_not_commanded_in_the_first_round() {
    let mut battle = skirmish(&fragments(), "a m . . B")
        .unit('a', plain())
        .surprised('m', plain())
        .unit('B', plain())
        .under('m', &['a'])
        .rolls(&[20, 1]);
    assert_eq!(refused_at(&mut battle, "command", 'm'), "TA-074");
    assert!(battle.has('m', "unaware"));
    battle.own('a', "wait").own('B', "wait");
    assert!(!battle.has('m', "unaware"));
    battle.does('a', "command", 'm');
    assert_eq!(battle.row('m').turn_state.actions, 3);
}

#[test] // TA-244, TA-073
fn what_conditions_take_is_taken_from_the_commanded_too() {
    let mut battle = mounted("a m . . B", &[]);
    battle.afflict('m', "slowed");
    battle.does('a', "command", 'm');
    assert_eq!(battle.row('m').turn_state.actions, 2);
}

#[test] // TA-018, TA-075
fn one_who_put_its_turn_off_commands_when_it_comes_in() {
    let mut battle = mounted("a m . . B", &[]);
    battle.own('a', "delay").own('B', "wait");
    battle.choose('a', Choice::Pick(warboard::resolution::Pick::Yes));
    battle.does('a', "command", 'm').does('a', "hand_over", 'm');
    assert_eq!((now(&battle), battle.count()), (('m', 3), 1));
}

/// As [`mounted`], with a mount of this kind.
fn riding(map: &str, mount: Unit, dice: &[u16]) -> Skirmish {
    let faces = [20, 1].iter().chain(dice).copied().collect::<Vec<_>>();
    let plan = skirmish(&fragments(), map).unit('a', plain()).unit('m', mount).unit('B', tough());
    plan.under('m', &['a']).rolls(&faces)
}

fn flies(way: &[(i16, i16)], rises: i16) -> Act {
    Act::flying("fly", way.iter().map(|(x, y)| Cell::new(*x, *y)).collect(), rises)
}

/// A mount with wings that was commanded in the first round and is 20 feet up as the second turn of `a` begins.
fn airborne(dice: &[u16]) -> Skirmish {
    let mut battle = riding("a m . . . . . . B", plain().quality(Trait::Flight), dice);
    battle.does('a', "command", 'm').does('a', "hand_over", 'm').act('m', flies(&[(2, 0), (3, 0), (4, 0)], 20));
    battle.own('m', "wait").own('a', "wait").own('B', "wait");
    assert_eq!((battle.count(), battle.row('m').position.altitude), (2, 20));
    battle
}

#[test] // TA-076, TA-152
fn a_flying_mount_that_is_not_commanded_falls_as_the_turn_of_its_commander_ends() {
    let mut battle = airborne(&[1, 1]);
    battle.own('a', "wait");
    assert_eq!((battle.row('m').position.altitude, battle.has('m', "prone"), battle.asked().0), (0, true, 'B'));
    battle.all_rolled();
}

#[test] // TA-076, TA-016, TA-152
fn the_turn_of_a_mount_ends_with_the_delayed_turn_of_its_commander() {
    let mut battle = airborne(&[]);
    battle.own('a', "delay");
    assert_eq!(battle.row('m').position.altitude, 20, "neither turn has ended");
    battle.own('B', "wait").choose('a', yes()).does('a', "command", 'm').does('a', "hand_over", 'm');
    battle.act('m', flies(&[(3, 0), (2, 0), (1, 0), (0, 0)], 10)).own('m', "wait").own('a', "wait");
    assert_eq!(battle.row('m').position.altitude, 30);
    battle.all_rolled();
    let mut battle = airborne(&[1, 1]);
    battle.own('a', "delay").own('B', "wait").choose('a', no());
    assert_eq!((battle.row('m').position.altitude, battle.count()), (0, 3), "lost with the turn of its commander");
    battle.all_rolled();
}

#[test] // TA-076, TA-133, TA-135
fn a_beast_under_water_that_is_not_commanded_drowns() {
    let weak = plain().stat(Stat::Strength, 2);
    // A failed check to begin with; later the table of bleeding and the blood lost.
    let mut battle = riding("a m ~ . B", weak, &[1, 15, 1, 1]);
    battle.does('a', "command", 'm').does('a', "hand_over", 'm');
    battle.act('m', Act::along("swim", vec![Cell::new(2, 0)])).own('m', "wait").own('a', "wait").own('B', "wait");
    assert_eq!(battle.row('m').conditions.level("breathless".into()), 1);
    battle.own('a', "wait").own('B', "wait");
    assert!(battle.has('m', "incapacitated"), "its second turn without air");
    battle.own('a', "wait");
    assert!(battle.row('m').gone);
    battle.all_rolled();
}

#[test] // TA-076, TA-195, TA-G46
fn a_beast_that_is_not_commanded_is_hidden_no_more_as_the_turn_of_its_commander_ends() {
    let (lit, dark): (fn(&mut Field), fn(&mut Field)) = (|_| {}, |field| field.dark = true);
    for (field, hidden) in [(lit, false), (dark, true)] {
        let mut battle = mounted_in("a m . . B", field);
        let (who, towards) = (battle.id('m'), battle.id('B'));
        let fact =
            PairFact { towards, slant: PairRelation::Has("hidden".into()), until: Until::Ended, rule: "test".into() };
        battle.state.impose(&BattleEvent::PairFactBegan { who, fact });
        battle.own('a', "dodge");
        assert!(!battle.row('m').pairs.0.is_empty(), "the turns have not ended");
        battle.own('a', "wait");
        assert_eq!(!battle.row('m').pairs.0.is_empty(), hidden, "where nothing conceals it");
    }
}

#[test] // TA-074, TA-076, TA-152, TA-G53
fn a_mount_whom_another_may_still_command_stays_up_until_then() {
    let two = |dice: &[u16]| {
        let faces = [20, 10, 1].iter().chain(dice).copied().collect::<Vec<_>>();
        let plan =
            skirmish(&fragments(), "a m . . . . . c B").unit('a', plain()).unit('m', plain().quality(Trait::Flight));
        let mut battle = plan.unit('c', plain()).unit('B', tough()).under('m', &['a', 'c']).rolls(&faces);
        battle.does('a', "command", 'm').does('a', "hand_over", 'm').act('m', flies(&[(2, 0), (3, 0), (4, 0)], 20));
        battle.own('m', "wait").own('a', "wait").own('c', "wait").own('B', "wait");
        battle.own('a', "wait");
        assert_eq!((battle.row('m').position.altitude, battle.asked().0), (20, 'c'));
        battle
    };
    let mut neither = two(&[1, 1]);
    neither.own('c', "wait");
    assert_eq!(neither.row('m').position.altitude, 0);
    neither.all_rolled();
    let mut other = two(&[]);
    other.does('c', "command", 'm').does('c', "hand_over", 'm').act('m', flies(&[(3, 0), (2, 0), (1, 0), (0, 0)], 10));
    other.own('m', "wait").own('c', "wait");
    assert_eq!(other.row('m').position.altitude, 30);
    other.all_rolled();
}
