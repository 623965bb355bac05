//! Rounds of three actions: conditions that come in levels and for a time, helping the fallen, broken things, falls.

#[path = "common/facts.rs"]
mod facts;
#[path = "common/skirmish.rs"]
mod skirmish;

use std::sync::Arc;

use facts::*;
use skirmish::*;
use warboard::battle::{Place, Thing, WeaponSlot};
use warboard::content::Name;
use warboard::content::action::Action;
use warboard::content::authored::{Source, parse};
use warboard::content::edge::Slope;
use warboard::content::size::Size;
use warboard::content::stat::Stat;
use warboard::content::table::Table;
use warboard::content::unit::{Carried, Unit};
use warboard::dice::DiceFormula;
use warboard::grid::Cell;
use warboard::mechanics::fall;
use warboard::resolution::{Act, Asks, BattleEvent, CellPurpose, Choice, Pick, PickPurpose, Target};
use warboard::rules::Ruleset;

/// Actions of these tests alone, by which somebody can be afflicted in every way.
const ACTIONS: &str = include_str!("fixtures/afflicting_actions.ron");

/// The rule system with the actions above besides its own.
fn rules() -> Arc<Ruleset> {
    let mut rules = Ruleset::clone(&fragments());
    let more: Vec<Action> = parse(&Source::new("afflicting_actions.ron", ACTIONS)).expect("the fixture parses");
    let own = rules.actions.iter().map(|action| Action::clone(action));
    rules.actions = Table::new(own.chain(more).collect());
    Arc::new(rules)
}

/// `a` acts before `B`; the dice come after those of initiative.
fn duel(map: &str, a: Unit, b: Unit, dice: &[u16]) -> Skirmish {
    let faces = [20, 1].iter().chain(dice).copied().collect::<Vec<_>>();
    skirmish(&rules(), map).unit('a', a).unit('B', b).rolls(&faces)
}

fn levels(battle: &Skirmish, mark: char, condition: &str) -> Vec<i16> {
    let held = battle.row(mark).conditions.0.iter().filter(|held| held.condition.as_str() == condition);
    held.map(|held| held.level).collect()
}

fn hit_points(battle: &Skirmish, mark: char) -> i16 {
    battle.row(mark).vitals.hit_points
}

fn picked(battle: &Skirmish) -> (PickPurpose, Vec<Pick>) {
    match battle.asked().1 {
        Asks::Pick { purpose, options } => (purpose, options),
        other => panic!("no pick is asked for but {other:?}"),
    }
}

// ---- durations -----------------------------------------------------------------------------------------------------

#[test] // TA-013, TA-G21
fn one_round_ends_just_before_the_next_turn_of_the_one_who_caused_it() {
    let mut battle =
        skirmish(&rules(), "a B . C").unit('a', plain()).unit('B', plain()).unit('C', plain()).rolls(&[15, 20, 1]);
    // B acts first, then a, then C. What a causes outlasts the turns of C and of B in the next round.
    battle.own('B', "wait");
    battle.does('a', "slow", 'B').own('a', "wait");
    assert!(battle.has('B', "slowed"));
    battle.own('C', "wait");
    assert_eq!((battle.asked().0, battle.count(), battle.row('B').tempo.actions), ('B', 2, 2));
    battle.own('B', "wait");
    assert_eq!(battle.asked().0, 'a');
    assert!(!battle.has('B', "slowed"), "over as a's turn starts");
}

#[test] // TA-013, TA-G21
fn what_lasts_until_the_turn_of_one_who_died_ends_where_that_turn_would_have_come() {
    let frail = plain();
    let mut battle =
        skirmish(&rules(), "a B c").unit('a', frail).unit('B', plain()).unit('c', plain()).rolls(&[20, 15, 1]);
    battle.does('a', "slow", 'B').own('a', "wait");
    battle.does('B', "slay", 'a').own('B', "wait");
    assert!(battle.row('a').gone);
    assert!(battle.has('B', "slowed"), "in the round in which it was caused");
    battle.own('c', "wait");
    assert_eq!((battle.asked().0, battle.count()), ('B', 2));
    assert!(!battle.has('B', "slowed"), "a would have acted before B");
    assert_eq!(battle.row('B').tempo.actions, 3);
}

#[test] // TA-017, TA-019, WE-10
fn one_who_delays_bleeds_at_its_old_place_and_acts_at_its_new_one() {
    let mut battle = skirmish(&rules(), "a . B . C")
        .unit('a', plain().stat(Stat::Strength, 5))
        .unit('B', plain())
        .unit('C', plain())
        .rolls(&[15, 8, 1, 15, 2, 3]);
    battle.afflict('a', "bleeding");
    // The first turn of a had begun before it was hurt: it waits, and in the next round it bleeds and delays.
    battle.own('a', "wait").own('B', "wait").own('C', "wait");
    let before = hit_points(&battle, 'a');
    assert_eq!((battle.asked().0, battle.count()), ('a', 2));
    let maximum = battle.row('a').vitals.maximum;
    assert_eq!(before, maximum - 5, "the roll and the 2d6 came at its place");
    battle.own('a', "delay").own('B', "wait");
    battle.choose('a', yes());
    assert_eq!((battle.asked().0, hit_points(&battle, 'a')), ('a', before), "nothing comes again");
    battle.all_rolled();
}

#[test] // TA-019, TA-G21
fn one_round_that_a_delayer_caused_ends_at_its_old_place() {
    let mut battle =
        skirmish(&rules(), "a B . C").unit('a', plain()).unit('B', plain()).unit('C', plain()).rolls(&[20, 15, 1]);
    battle.does('a', "slow", 'B').own('a', "wait").own('B', "wait").own('C', "wait");
    assert_eq!((battle.asked().0, battle.count()), ('a', 2));
    assert!(!battle.has('B', "slowed"));
    battle.own('a', "delay");
    assert_eq!(battle.row('B').tempo.actions, 3, "B acts unhindered while a still waits");
}

#[test] // TA-225, TA-G51
fn another_shaken_adds_its_rounds() {
    let mut battle = duel("a B", plain(), plain(), &[10, 10]);
    // Two rounds and one more: over as a's fourth turn starts.
    battle.does('a', "shake_two", 'B').does('a', "shake_one", 'B').own('a', "wait");
    for round in 1..=3 {
        assert!(battle.has('B', "shaken"), "round {round}");
        battle.own('B', "wait").own('a', "wait");
    }
    assert!(!battle.has('B', "shaken"), "round 4");
}

#[test] // TA-224
fn the_shaken_strike_with_disadvantage() {
    let mut battle = duel("a B", plain(), plain(), &[10, 3]);
    battle.does('a', "shake_one", 'B').own('a', "wait");
    battle.events();
    battle.does('B', "attack", 'a');
    assert_eq!(checks(&battle.events())[0].edge.net(), Some(Slope::Disadvantage));
}

#[test] // TA-249, TA-250, TA-251, TA-G40
fn only_the_strongest_poison_harms_and_each_lasts_for_its_own_time() {
    let tough = plain().stat(Stat::Strength, 20);
    // Level 2 for one round, level 1 for two.
    let mut battle = duel("a B", plain(), tough, &[3, 4, 2]);
    battle.does('a', "poison_strong", 'B').does('a', "poison_weak", 'B').own('a', "wait");
    assert_eq!(levels(&battle, 'B', "poisoned"), [2, 1]);
    let full = battle.row('B').vitals.maximum;
    assert_eq!(hit_points(&battle, 'B'), full - 7, "two dice of the stronger one");
    battle.own('B', "wait");
    assert_eq!(levels(&battle, 'B', "poisoned"), [1], "one round is over as a's turn starts");
    battle.own('a', "wait");
    assert_eq!(hit_points(&battle, 'B'), full - 9, "one die of the weaker one");
    battle.own('B', "wait");
    assert!(!battle.has('B', "poisoned"));
    battle.own('a', "wait");
    assert_eq!(hit_points(&battle, 'B'), full - 9);
    battle.all_rolled();
}

// ---- actions that are lost -----------------------------------------------------------------------------------------

#[test] // TA-G45, TA-256
fn a_condition_takes_unspent_actions_and_the_reaction_at_once() {
    let mut battle = duel("a B", plain(), plain(), &[]);
    battle.own('a', "slow_down");
    assert_eq!((battle.row('a').tempo.actions, battle.row('a').tempo.reactions), (1, 0), "one spent, one lost");
    battle.own('a', "slow_down");
    assert_eq!(battle.asked().0, 'B', "the last is spent; a second instance takes no more");
}

#[test] // TA-257, TA-258, TA-G45
fn the_stunned_do_nothing_at_all() {
    let mut battle = duel("a B", plain(), plain(), &[4, 5]);
    battle.does('a', "stun", 'B');
    assert_eq!((battle.row('B').tempo.actions, battle.row('B').tempo.reactions), (0, 0));
    battle.events();
    battle.does('a', "attack", 'B').own('a', "wait");
    assert_eq!(checks(&battle.events())[0].edge.net(), Some(Slope::Advantage), "flat footed");
    assert_eq!((battle.asked().0, battle.count()), ('a', 2), "its turn passes");
    assert!(!battle.has('B', "stunned"));
}

#[test] // TA-257, TA-263, TA-030
fn the_stunned_and_the_unconscious_take_no_free_actions_either() {
    use warboard::resolution::legal;
    let mut battle = duel("a . . B", plain(), plain(), &[]);
    let refused = |battle: &Skirmish| {
        let rules = &battle.battle().setup.rules;
        let drop = Act { action: Name::new("drop_item"), target: Target::Weapon(WeaponSlot(0)), weapon: None };
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

#[test] // TA-213, TA-G16, TA-211
fn medicine_stops_the_bleeding_of_a_friend_beside_one_or_of_oneself() {
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
    battle.does('a', "medicine", 'c');
    assert!(battle.has('c', "bleeding"), "9 + 1 + 4 does not reach 15");
    battle.does('a', "medicine", 'c');
    assert!(!battle.has('c', "bleeding"));
    battle.does('a', "medicine", 'a');
    assert!(!battle.has('a', "bleeding"));
    battle.all_rolled();
}

/// `c` lies unconscious beside `a` with so many hit points, bleeding or not.
fn sleeper(hit_points: i16, bleeding: bool, dice: &[u16]) -> Skirmish {
    let faces = [20, 9, 1].iter().chain(dice).copied().collect::<Vec<_>>();
    let mut battle =
        skirmish(&rules(), "a c . B").unit('a', plain()).unit('c', plain()).unit('B', plain()).rolls(&faces);
    let (who, rule) = (battle.id('c'), Name::new("test"));
    let vitals = warboard::battle::Vitals { hit_points, ..battle.row('c').vitals };
    let tired = BattleEvent::FatigueGained { who, amount: 0, vitals, rule };
    warboard::resolution::apply::apply(&mut battle.world, &tired);
    battle.afflict('c', "unconscious");
    if bleeding {
        battle.afflict('c', "bleeding");
    }
    battle
}

#[test] // TA-G20
fn one_with_hit_points_is_woken_by_somebody_beside_it() {
    let mut battle = sleeper(1, true, &[]);
    battle.does('a', "wake_up", 'c');
    assert!(!battle.has('c', "unconscious") && battle.has('c', "bleeding"));
    let mut spent = sleeper(0, false, &[]);
    assert_eq!(refused_at(&mut spent, "wake_up", 'c'), "TA-G20");
    let mut awake = duel("a . B", plain(), plain(), &[]);
    let wake = Act::at("wake_up", awake.id('B'), None);
    assert_eq!(refusal(&mut awake, wake), "TA-G20", "an enemy is not woken");
}

#[test] // TA-G20, TA-213
fn one_whom_its_wounds_put_to_sleep_wakes_once_it_has_hit_points_and_no_longer_bleeds() {
    // Struck down, then put to sleep by the table, then healed: it wakes only when the bleeding ends.
    let strong = plain().stat(Stat::Strength, 5);
    let mut battle = skirmish(&rules(), "a B c . D")
        .unit('a', strong)
        .unit('B', plain())
        .unit('c', plain())
        .unit('D', plain())
        .rolls(&[20, 15, 10, 1, 15, 6, 5, 1, 1]);
    battle.does('a', "attack", 'B').own('a', "wait");
    assert!(battle.has('B', "unconscious") && battle.has('B', "bleeding"));
    battle.does('c', "mend_ten", 'B');
    assert!(!battle.has('B', "incapacitated"), "it has hit points");
    assert!(battle.has('B', "unconscious"), "and sleeps while it bleeds");
    battle.does('c', "staunch", 'B');
    assert!(!battle.has('B', "unconscious"));
}

#[test] // TA-G20, TA-211
fn healing_stops_at_the_maximum_and_lessens_the_bleeding() {
    let strong = plain().stat(Stat::Strength, 2);
    let mut battle = duel("a B", strong, plain(), &[15, 3]);
    battle.afflict('B', "bleeding");
    battle.does('a', "attack", 'B');
    assert_eq!((hit_points(&battle, 'B'), levels(&battle, 'B', "bleeding")), (5, vec![1]));
    battle.does('a', "mend_ten", 'B');
    assert_eq!((hit_points(&battle, 'B'), levels(&battle, 'B', "bleeding")), (10, vec![0]));
    let healed = battle.events().into_iter().find_map(|event| match event {
        BattleEvent::Healed { vitals, amount, .. } => Some((vitals.hit_points, amount.total())),
        _ => None,
    });
    assert_eq!(healed, Some((10, 10)));
    let mut whole = duel("a B", plain(), plain(), &[]);
    whole.does('a', "mend_ten", 'B');
    assert_eq!(hit_points(&whole, 'B'), whole.row('B').vitals.maximum);
}

// ---- things --------------------------------------------------------------------------------------------------------

fn armed() -> Unit {
    Unit { shield: Some(Name::new("shield")), armor: Some(Name::new("mail")), ..plain() }
}

/// Breaks a thing of `B` with these dice after those of the contest.
fn broken(thing: Thing, own: u16, theirs: u16, damage: &[u16]) -> Skirmish {
    let faces = [own, theirs].iter().chain(damage).copied().collect::<Vec<_>>();
    let mut battle = duel("a B", plain().stat(Stat::Strength, 2), armed(), &faces);
    battle.does('a', "break_thing", 'B');
    let bearer = battle.id('B');
    assert_eq!(picked(&battle).0, PickPurpose::WhichItem);
    battle.choose('a', Choice::Pick(Pick::Item(bearer, thing)));
    battle
}

fn left(battle: &mut Skirmish) -> Option<u8> {
    battle.events().into_iter().find_map(|event| match event {
        BattleEvent::ThingHarmed { left, .. } => Some(left),
        _ => None,
    })
}

#[test] // TA-089, TA-090, TA-091, TA-G39
fn a_break_damages_the_thing_that_was_chosen_less_its_durability() {
    // 5 + strength 2 less 3 of hardness; the sword of these tests has 5 hit points.
    let mut battle = broken(Thing::Weapon(WeaponSlot(0)), 15, 2, &[5]);
    assert_eq!(left(&mut battle), Some(1));
    assert_eq!(battle.row('B').arms.place(WeaponSlot(0)), Place::InHand);
    let mut shield = broken(Thing::Shield, 15, 2, &[5]);
    assert_eq!(left(&mut shield), Some(6));
    // A critical success doubles: (3 + 2) x 2 - 3.
    let mut critical = broken(Thing::Armor, 20, 2, &[3]);
    assert_eq!(left(&mut critical), Some(3));
    // What does not beat the hardness does nothing.
    let mut weak = broken(Thing::Shield, 15, 2, &[1]);
    assert_eq!(left(&mut weak), Some(10));
    // A lost contest harms nothing, and of one thing alone nothing is asked.
    let mut lost = duel("a B", plain(), plain(), &[2, 15]);
    lost.does('a', "break_thing", 'B');
    assert_eq!((lost.asked(), left(&mut lost)), (('a', Asks::Act), None));
}

#[test] // TA-220, TA-221
fn a_thing_without_hit_points_is_destroyed_and_of_no_use() {
    let sword = broken(Thing::Weapon(WeaponSlot(0)), 15, 2, &[8]);
    assert_eq!(sword.row('B').arms.place(WeaponSlot(0)), Place::Broken);
    // Mail gives 2 and the shield 1 on physical defence: 10 + 1 + 3.
    let defence = |battle: &mut Skirmish| {
        battle.events();
        battle.does('a', "attack", 'B');
        checks(&battle.events())[0].difficulty.total()
    };
    let mut mail = broken(Thing::Armor, 20, 2, &[5, 2]);
    assert_eq!(left(&mut mail), Some(0));
    assert_eq!(defence(&mut mail), 12);
    let mut shield = broken(Thing::Shield, 20, 2, &[5, 2]);
    assert!(!shield.row('B').arms.shield);
    assert_eq!(defence(&mut shield), 13);
    let mut whole = duel("a B", plain(), armed(), &[2]);
    assert_eq!(defence(&mut whole), 14);
}

/// `B` with a sword in hand and a dagger at its belt, disarmed of one of them by `a`, who has a hand free or not.
fn disarmed(own: u16, free: bool, slot: u8) -> Skirmish {
    let mut two = plain();
    two.weapons.push(Carried { in_hand: false, ..carried("dagger") });
    let attacker = if free { plain() } else { plain().weapon("great_sword") };
    let mut battle = duel(". . . . .\n. . . . .\n. a B . .\n. . . . .\n. . # . .", attacker, two, &[own, 2]);
    battle.does('a', "disarm", 'B');
    let bearer = battle.id('B');
    let [sword, dagger] = [0, 1].map(|slot| Pick::Item(bearer, Thing::Weapon(WeaponSlot(slot))));
    assert_eq!(picked(&battle), (PickPurpose::WhichItem, vec![sword, dagger]));
    battle.choose('a', Choice::Pick(Pick::Item(bearer, Thing::Weapon(WeaponSlot(slot)))));
    battle
}

#[test] // TA-103, TA-104
fn the_disarmer_chooses_what_falls() {
    let mut battle = disarmed(15, true, 1);
    let items = &battle.snapshot().field.items;
    assert_eq!((items[0].cell, items[0].weapon.as_str()), (Cell::new(2, 2), "dagger"));
    assert_eq!(battle.row('B').arms.place(WeaponSlot(1)), Place::Gone);
    battle.all_rolled();
}

#[test] // TA-105, TA-106
fn a_critical_disarm_takes_the_item_or_flings_it_ten_feet() {
    let mut taken = disarmed(20, true, 0);
    assert_eq!(picked(&taken), (PickPurpose::TakeOrFling, vec![Pick::Take, Pick::Fling]));
    taken.choose('a', Choice::Pick(Pick::Take));
    assert!(taken.snapshot().field.items.is_empty());
    assert_eq!(taken.row('B').arms.place(WeaponSlot(0)), Place::Gone);
    // Both hands full: it can only be flung. A wall two cells to the south stops it halfway.
    let mut flung = disarmed(20, false, 0);
    let (purpose, cells) = cells(&flung);
    assert_eq!(purpose, CellPurpose::Fling);
    let mut expected = vec![(0, 0), (0, 2), (0, 4), (2, 0), (2, 3), (4, 0), (4, 2), (4, 4)];
    let mut found = cells.clone();
    (expected.sort_unstable(), found.sort_unstable());
    assert_eq!(found, expected);
    flung.choose('a', at(4, 2));
    assert_eq!(flung.snapshot().field.items[0].cell, Cell::new(4, 2));
}

// ---- falls ---------------------------------------------------------------------------------------------------------

#[test] // TA-110, TA-111, TA-138
fn a_critical_trip_harms_like_a_fall_of_ten_feet() {
    let harm = |size: Size, own: u16| {
        let tough = plain().stat(Stat::Strength, 3).size(size);
        let mut battle = duel("a B .\n. . .\n. . .", plain(), tough, &[own, 2, 2]);
        battle.does('a', "trip", 'B');
        assert!(battle.has('B', "prone"));
        let hurt = hurts(&battle.events());
        hurt.into_iter().map(|hurt| (hurt.amount.total(), hurt.by == battle.id('a'))).collect::<Vec<_>>()
    };
    assert_eq!(harm(Size::Medium, 20), [(2, true)], "a d6");
    assert_eq!(harm(Size::Medium, 19), [], "a plain success does not harm");
}

#[test] // TA-181, TA-138, TA-G17, WE-11
fn one_who_is_harmed_by_a_fall_lies_on_the_ground() {
    let mut battle = duel("a . B", plain(), plain(), &[1, 2, 3]);
    battle.does('a', "drop_nine", 'B');
    assert!(!battle.has('B', "prone") && hurts(&battle.events()).is_empty(), "too short to harm");
    battle.does('a', "drop_thirty", 'B');
    assert!(battle.has('B', "prone"));
    assert_eq!(damage(&battle.events()), [6]);
    battle.all_rolled();
}

#[test] // TA-138, TA-139, TA-G17, TA-145
fn falls_take_a_die_by_size_for_every_whole_ten_feet_up_to_a_hundred() {
    let rules = fragments();
    let policy = rules.policies.falling.as_ref().expect("falls");
    let dice = |size, feet| fall::damage(policy, size, feet);
    assert_eq!(dice(Size::Medium, 10), DiceFormula::dice(1, 6));
    assert_eq!(dice(Size::Medium, 39), DiceFormula::dice(3, 6));
    assert_eq!(dice(Size::Medium, 9).max(), 0);
    assert_eq!(dice(Size::Medium, 250), dice(Size::Medium, 100));
    let sides = [Size::Tiny, Size::Small, Size::Medium, Size::Large, Size::Huge, Size::Gargantuan];
    assert_eq!(sides.map(|size| dice(size, 10).sides), [2, 4, 6, 8, 10, 12]);
}
