//! Commanded creatures: mounts and companions that act on the command of another combatant.

use crate::facts::*;
use crate::skirmish::*;
use warboard::battle::{Field, PairFact, PairRelation, Until};
use warboard::content::{Stat, Trait, Unit};
use warboard::grid::Cell;
use warboard::resolution::{Act, BattleEvent, Choice};

/// The combatant with the open prompt, and its remaining actions.
fn now(battle: &Skirmish) -> (char, u8) {
    let who = battle.asked().0;
    (who, battle.row(who).turn_state.actions())
}

/// A rider `a` with a mount `m`, and `B`, on a drawn field.
fn mounted_in(map: &str, field: fn(&mut Field)) -> Skirmish {
    let plan = skirmish(&fragments(), map).field(field).unit('a', plain()).unit('m', plain()).unit('B', tough());
    plan.commanded_by('m', &['a']).rolls(&[20, 1])
}

/// [`mounted`] with dice that follow the initiative of `a` and `B`.
fn mounted(map: &str, dice: &[u16]) -> Skirmish {
    let faces = [20, 1].iter().chain(dice).copied().collect::<Vec<_>>();
    let plan = skirmish(&fragments(), map).unit('a', plain()).unit('m', plain()).unit('B', tough());
    plan.commanded_by('m', &['a']).rolls(&faces)
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
        .commanded_by('m', &['a'])
        .rolls(&[20, 1, 2, 2, 2]);
    battle.act_on('a', "command", 'm');
    assert_eq!((now(&battle), battle.row('m').turn_state.actions()), (('a', 2), 3));
    battle.act_on('a', "hand_over", 'm');
    battle.walk('m', &[(1, 1)]);
    battle.act_on('m', "attack", 'B').act_on('m', "hand_over", 'a');
    assert_eq!(refused_at(&mut battle, "command", 'm'), "TA-074", "once a round");
    battle.act_on('a', "attack", 'B').act_on('a', "attack", 'B');
    assert_eq!(now(&battle), ('m', 1), "the rider has acted three times");
    battle.walk('m', &[(0, 1)]);
    assert_eq!(now(&battle), ('m', 0), "and so has the mount, but for what is left of its move");
    battle.perform('m', "wait");
    assert_eq!(now(&battle), ('B', 3));
    battle.all_rolled();
}

#[test] // TA-073
fn a_commander_commands_only_its_own_creatures() {
    let mut battle = skirmish(&fragments(), "a m c . B n")
        .unit('a', plain())
        .unit('m', plain())
        .unit('c', plain())
        .unit('B', plain())
        .commanded_by('m', &['c'])
        .rolls(&[20, 10, 1]);
    assert_eq!(refused_at(&mut battle, "command", 'm'), "TA-073", "it is under the command of c");
    assert_eq!(refused_at(&mut battle, "command", 'c'), "TA-073", "c has no commander");
    assert_eq!(refused_at(&mut battle, "hand_over", 'c'), "TA-075");
}

#[test] // TA-077, TA-G46, TA-022
fn an_uncommanded_creature_takes_no_action_and_keeps_its_reaction() {
    let mut battle = mounted("a m . . B", &[]);
    assert_eq!((battle.row('m').turn_state.actions(), battle.row('m').turn_state.reactions()), (0, 1));
    assert_eq!(refused_at(&mut battle, "hand_over", 'm'), "TA-075");
    battle.perform('a', "wait");
    assert_eq!(now(&battle), ('B', 3));
    battle.perform('B', "wait");
    assert_eq!((now(&battle), battle.count()), (('a', 3), 2));
}

#[test] // TA-075
fn a_pair_acts_while_either_has_actions_and_unspent_ones_are_lost() {
    let mut battle = mounted("a m . . B", &[]);
    battle.act_on('a', "command", 'm').perform('a', "wait");
    assert_eq!(now(&battle), ('m', 3), "the commander is done, the commanded is not");
    battle.perform('m', "wait");
    assert_eq!((now(&battle), battle.row('m').turn_state.actions()), (('B', 3), 0));
    battle.perform('B', "wait");
    assert_eq!(battle.row('m').turn_state.actions(), 0, "not commanded in this round");
    assert_eq!(refusal_of_delay(&mut battle), "TA-075");
}

/// The rule that forbids a commanded mount to delay its turn.
fn refusal_of_delay(battle: &mut Skirmish) -> &'static str {
    battle.act_on('a', "command", 'm').act_on('a', "hand_over", 'm');
    refusal(battle, Act::own("delay"))
}

#[test] // TA-076
fn the_turn_of_the_commander_starts_that_of_its_creature_even_without_a_command() {
    let mut battle = mounted("a m . . B", &[1, 1, 1, 2]);
    battle.afflict('m', "on_fire");
    turns_begun(&mut battle);
    battle.perform('a', "wait");
    let before = burns(&battle);
    battle.perform('B', "wait");
    assert_eq!((turns_begun(&mut battle), burns(&battle)), (vec!['B', 'a', 'm'], before - 2), "as a's turn starts");
    battle.act_on('a', "command", 'm');
    assert_eq!(burns(&battle), before - 2, "not again by the command");
    battle.perform('a', "wait").perform('m', "wait").perform('B', "wait");
    assert_eq!(burns(&battle), before - 5);
    battle.all_rolled();
}

#[test] // TA-013, TA-076, TA-G21
fn effects_that_last_until_a_creature_acts_end_when_the_turn_of_its_commander_starts() {
    let mut battle = mounted("a m B .", &[20]);
    battle.act_on('a', "command", 'm').act_on('a', "hand_over", 'm').act_on('m', "feint", 'B');
    assert!(battle.has('B', "feinted"), "until the mount's next turn");
    battle.perform('m', "wait").perform('a', "wait");
    assert!(battle.has('B', "feinted"));
    battle.perform('B', "wait");
    assert!(!battle.has('B', "feinted"), "which starts with the rider's");
}

/// A battle in which `m` may be commanded by `a`, which acts first, and by `c`, which acts last. It burns for 2 as its turn starts.
fn two_riders() -> Skirmish {
    let mut battle = skirmish(&fragments(), "a m c . B")
        .unit('a', plain())
        .unit('m', tough())
        .unit('c', plain())
        .unit('B', plain())
        .commanded_by('m', &['a', 'c'])
        .rolls(&[20, 1, 10, 1, 1, 1, 1, 1, 1]);
    battle.afflict('m', "on_fire");
    turns_begun(&mut battle);
    battle
}

#[test] // TA-074, TA-076, TA-G53
fn the_start_moves_to_the_last_commander_and_comes_once_a_round() {
    let mut battle = two_riders();
    let full = burns(&battle);
    // Round 1: its turn started with that of a, before it burned. c commands it, and from now on it starts with that of c.
    battle.perform('a', "wait").perform('B', "wait");
    battle.act_on('c', "command", 'm');
    assert_eq!(burns(&battle), full, "not twice in a round");
    battle.perform('c', "wait").perform('m', "wait");
    // Round 2: not with a's turn, but with c's.
    assert_eq!((battle.asked().0, battle.count(), burns(&battle)), ('a', 2, full));
    battle.perform('a', "wait").perform('B', "wait");
    assert_eq!((battle.asked().0, burns(&battle)), ('c', full - 2));
    battle.perform('c', "wait");
    // Round 3: a commands it before c's turn. Its turn starts now, and not with c's.
    assert_eq!((battle.asked().0, battle.count(), burns(&battle)), ('a', 3, full - 2));
    battle.act_on('a', "command", 'm');
    assert_eq!(burns(&battle), full - 4);
    battle.perform('a', "wait").perform('m', "wait").perform('B', "wait");
    assert_eq!((battle.asked().0, burns(&battle)), ('c', full - 4));
    assert_eq!(refused_at(&mut battle, "command", 'm'), "TA-074", "a second commander in one round");
    battle.perform('c', "wait");
    assert_eq!((battle.count(), burns(&battle)), (4, full - 6), "with a's turn again");
}

#[test] // TA-G46
fn a_creature_without_commanders_rolls_initiative_and_acts_by_itself() {
    let strong = plain().stat(Stat::Strength, 15);
    let mut battle = skirmish(&fragments(), "a B m .\n. . . c")
        .unit('a', plain())
        .unit('m', plain())
        .unit('B', strong)
        .unit('c', plain())
        .commanded_by('m', &['a'])
        .rolls(&[10, 20, 1, 20, 8, 15]);
    // A critical hit for (8 + 15) x 2 kills a before its turn; m rolls 15 and acts before c.
    battle.act_on('B', "attack", 'a').perform('B', "wait");
    assert!(battle.row('a').gone);
    assert_eq!((now(&battle), battle.count()), (('m', 3), 1));
    battle.perform('m', "wait").perform('c', "wait").perform('B', "wait");
    assert_eq!((now(&battle), battle.count()), (('m', 3), 2), "and in every round from now on");
    battle.all_rolled();
}

#[test] // TA-G46, TA-076
fn a_creature_with_another_commander_left_follows_that_one() {
    let strong = plain().stat(Stat::Strength, 15);
    let mut battle = skirmish(&fragments(), "a B m .\n. . . c")
        .unit('a', plain())
        .unit('m', plain())
        .unit('B', strong)
        .unit('c', plain())
        .commanded_by('m', &['a', 'c'])
        .rolls(&[10, 20, 1, 20, 8]);
    battle.act_on('B', "attack", 'a');
    turns_begun(&mut battle);
    battle.perform('B', "wait");
    assert_eq!(turns_begun(&mut battle), ['c', 'm']);
    battle.act_on('c', "command", 'm').perform('c', "wait");
    assert_eq!(now(&battle), ('m', 3));
    battle.all_rolled();
}

#[test] // TA-008, TA-G50, TA-073
fn the_unaware_are_not_commanded_in_the_first_round() {
    let mut battle = skirmish(&fragments(), "a m . . B")
        .unit('a', plain())
        .surprised('m', plain())
        .unit('B', plain())
        .commanded_by('m', &['a'])
        .rolls(&[20, 1]);
    assert_eq!(refused_at(&mut battle, "command", 'm'), "TA-074");
    assert!(battle.has('m', "unaware"));
    battle.perform('a', "wait").perform('B', "wait");
    assert!(!battle.has('m', "unaware"));
    battle.act_on('a', "command", 'm');
    assert_eq!(battle.row('m').turn_state.actions(), 3);
}

#[test] // TA-244, TA-073
fn conditions_reduce_the_actions_of_a_commanded_creature_too() {
    let mut battle = mounted("a m . . B", &[]);
    battle.afflict('m', "slowed");
    battle.act_on('a', "command", 'm');
    assert_eq!(battle.row('m').turn_state.actions(), 2);
}

#[test] // TA-018, TA-075
fn a_commander_that_delays_commands_when_it_comes_in() {
    let mut battle = mounted("a m . . B", &[]);
    battle.perform('a', "delay").perform('B', "wait");
    battle.choose('a', Choice::Pick(warboard::resolution::Pick::Yes));
    battle.act_on('a', "command", 'm').act_on('a', "hand_over", 'm');
    assert_eq!((now(&battle), battle.count()), (('m', 3), 1));
}

/// [`mounted`] with another kind of mount.
fn riding(map: &str, mount: Unit, dice: &[u16]) -> Skirmish {
    let faces = [20, 1].iter().chain(dice).copied().collect::<Vec<_>>();
    let plan = skirmish(&fragments(), map).unit('a', plain()).unit('m', mount).unit('B', tough());
    plan.commanded_by('m', &['a']).rolls(&faces)
}

fn flies(way: &[(i16, i16)], rises: i16) -> Act {
    Act::flying("fly", way.iter().map(|(x, y)| Cell::new(*x, *y)).collect(), rises)
}

/// A mount with wings that was commanded in the first round and is 20 feet up as the second turn of `a` begins.
fn airborne(dice: &[u16]) -> Skirmish {
    let mut battle = riding("a m . . . . . . B", plain().with_trait(Trait::Flight), dice);
    battle.act_on('a', "command", 'm').act_on('a', "hand_over", 'm').act('m', flies(&[(2, 0), (3, 0), (4, 0)], 20));
    battle.perform('m', "wait").perform('a', "wait").perform('B', "wait");
    assert_eq!((battle.count(), battle.row('m').position.altitude), (2, 20));
    battle
}

#[test] // TA-076, TA-152
fn an_uncommanded_flying_mount_falls_as_the_turn_of_its_commander_ends() {
    let mut battle = airborne(&[1, 1]);
    battle.perform('a', "wait");
    assert_eq!((battle.row('m').position.altitude, battle.has('m', "prone"), battle.asked().0), (0, true, 'B'));
    battle.all_rolled();
}

#[test] // TA-076, TA-016, TA-152
fn the_turn_of_a_mount_ends_with_the_delayed_turn_of_its_commander() {
    let mut battle = airborne(&[]);
    battle.perform('a', "delay");
    assert_eq!(battle.row('m').position.altitude, 20, "neither turn has ended");
    battle.perform('B', "wait").choose('a', yes()).act_on('a', "command", 'm').act_on('a', "hand_over", 'm');
    battle.act('m', flies(&[(3, 0), (2, 0), (1, 0), (0, 0)], 10)).perform('m', "wait").perform('a', "wait");
    assert_eq!(battle.row('m').position.altitude, 30);
    battle.all_rolled();
    let mut battle = airborne(&[1, 1]);
    battle.perform('a', "delay").perform('B', "wait").choose('a', no());
    assert_eq!((battle.row('m').position.altitude, battle.count()), (0, 3), "lost with the turn of its commander");
    battle.all_rolled();
}

#[test] // TA-076, TA-133, TA-135
fn an_uncommanded_beast_under_water_drowns() {
    let weak = plain().stat(Stat::Strength, 2);
    // A failed check to begin with; later the table of bleeding and the blood lost.
    let mut battle = riding("a m ~ . B", weak, &[1, 15, 1, 1]);
    battle.act_on('a', "command", 'm').act_on('a', "hand_over", 'm');
    battle
        .act('m', Act::along("swim", vec![Cell::new(2, 0)]))
        .perform('m', "wait")
        .perform('a', "wait")
        .perform('B', "wait");
    assert_eq!(battle.row('m').conditions.level("breathless".into()), 1);
    battle.perform('a', "wait").perform('B', "wait");
    assert!(battle.has('m', "incapacitated"), "its second turn without air");
    battle.perform('a', "wait");
    assert!(battle.row('m').gone);
    battle.all_rolled();
}

#[test] // TA-076, TA-195, TA-G46
fn an_uncommanded_beast_is_no_longer_hidden_as_the_turn_of_its_commander_ends() {
    let (lit, dark): (fn(&mut Field), fn(&mut Field)) = (|_| {}, |field| field.dark = true);
    for (field, hidden) in [(lit, false), (dark, true)] {
        let mut battle = mounted_in("a m . . B", field);
        let (who, towards) = (battle.id('m'), battle.id('B'));
        let fact =
            PairFact { towards, slant: PairRelation::Has("hidden".into()), until: Until::Ended, rule: "test".into() };
        battle.state.impose(&BattleEvent::PairFactBegan { who, fact });
        battle.perform('a', "dodge");
        assert!(!battle.row('m').pairs.0.is_empty(), "the turns have not ended");
        battle.perform('a', "wait");
        assert_eq!(!battle.row('m').pairs.0.is_empty(), hidden, "where nothing conceals it");
    }
}

#[test] // TA-074, TA-076, TA-152, TA-G53
fn a_mount_stays_up_while_another_commander_may_still_command_it() {
    let two = |dice: &[u16]| {
        let faces = [20, 10, 1].iter().chain(dice).copied().collect::<Vec<_>>();
        let plan =
            skirmish(&fragments(), "a m . . . . . c B").unit('a', plain()).unit('m', plain().with_trait(Trait::Flight));
        let mut battle = plan.unit('c', plain()).unit('B', tough()).commanded_by('m', &['a', 'c']).rolls(&faces);
        battle.act_on('a', "command", 'm').act_on('a', "hand_over", 'm').act('m', flies(&[(2, 0), (3, 0), (4, 0)], 20));
        battle.perform('m', "wait").perform('a', "wait").perform('c', "wait").perform('B', "wait");
        battle.perform('a', "wait");
        assert_eq!((battle.row('m').position.altitude, battle.asked().0), (20, 'c'));
        battle
    };
    let mut neither = two(&[1, 1]);
    neither.perform('c', "wait");
    assert_eq!(neither.row('m').position.altitude, 0);
    neither.all_rolled();
    let mut other = two(&[]);
    other
        .act_on('c', "command", 'm')
        .act_on('c', "hand_over", 'm')
        .act('m', flies(&[(3, 0), (2, 0), (1, 0), (0, 0)], 10));
    other.perform('m', "wait").perform('c', "wait");
    assert_eq!(other.row('m').position.altitude, 30);
    other.all_rolled();
}
