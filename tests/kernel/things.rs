//! Objects on the board as targets: doors, chests, walls and weapons on the ground.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::proofs::tiny;
use crate::skirmish::*;
use serde::de::DeserializeOwned;
use warboard::battle::{Door, Field, GroundItem, Thing, ThingId, ThingRef, WeaponSlot};
use warboard::content::authored::parse;
use warboard::content::{Action, Name, Source, Table};
use warboard::grid::{Cell, Footprint};
use warboard::mechanics::{Game, line};
use warboard::odds::{Fraction, forecast};
use warboard::resolution::{Act, Asks, BattleEvent, BattleState, Choice};
use warboard::rules::Ruleset;

pub(crate) const ACTIONS: &str = include_str!("../fixtures/tiny_actions.ron");
pub(crate) const POLICY: &str = r#"(
    hit_points: 10, hardness: 2, rule: "R-20", destroyed_rule: "R-21",
    objects: Some((
        defence: 5, defence_rule: "R-22", size: Some((column: "attack", rule: "R-29")), lying: Tiny,
        no_criticals: Some("R-23"), no_nonlethal: Some("R-24"), broken: 50, broken_rule: "R-25",
        broken_force: -2, broken_force_rule: "R-26",
        kinds: [
            (id: "door", name: "Door", size: Medium, hardness: 3, hit_points: 10, force: Some(14), rule: "R-27"),
            (id: "wall", name: "Wall", size: Large, hardness: 5, hit_points: 30, force: None, rule: "R-28"),
            (
                id: "chest", name: "Chest", size: Small, hardness: 1, hit_points: 4, force: Some(10), rule: "R-30",
                takes: [(of: "slashing", percent: 50, rule: "R-31"), (of: "fire", percent: 0, rule: "R-32")],
            ),
            (
                id: "crystal", name: "Crystal", size: Medium, hardness: 4, hit_points: 50, force: None, rule: "R-33",
                takes: [(of: "slashing", percent: 200, past_hardness: true, rule: "R-34")],
            ),
            (
                id: "pillar", name: "Pillar", size: Medium, hardness: 9, hit_points: 50, force: None, rule: "R-35",
                takes: [(of: "fire", percent: 100, softens: Some(3), rule: "R-36")],
            ),
        ],
    )),
)"#;
const FORCE: &str = r#"
    (
        id: "force", name: "Force", about: "Breaks an object at once.",
        speed: Class(Standard), aim: Thing, reach: Adjacent,
        does: Check((
            roll: Stat(Strength), against: Force,
            ladder: [(when: Wins, effects: [(does: Break)])],
        )),
        rule: "R-12",
    ),
    (
        id: "burn", name: "Burn", about: "Fire at an object or an enemy.",
        speed: Class(Standard), aim: Enemy, at_things: true, reach: Weapon,
        does: Check((
            roll: Weapon, against: Normal,
            ladder: [(when: Wins, effects: [(does: Harm(to: Target, amount: Dice("8"), harm: Some("fire")))])],
        )),
        rule: "R-13",
    ),
]"#;

pub(crate) fn read<T: DeserializeOwned>(text: &str) -> T {
    parse(&Source::new("test.ron", text)).unwrap_or_else(|wrong| panic!("{}", wrong.brief()))
}

/// The tiny ruleset with objects, whose strike may also be aimed at them.
pub(crate) fn rules() -> Arc<Ruleset> {
    let mut rules = Ruleset::clone(&tiny(Vec::new()));
    let actions = ACTIONS.replacen("aim: Enemy, reach: Weapon", "aim: Enemy, at_things: true, reach: Weapon", 1);
    let actions = actions.trim_end().trim_end_matches(']').to_owned() + FORCE;
    rules.actions = Table::new(read::<Vec<Action>>(&actions));
    rules.policies.things = read(POLICY);
    Arc::new(rules)
}

pub(crate) fn object(kind: &str, cells: &[(i16, i16)], left: i16, leaves: Option<u8>) -> Thing {
    let cells = cells.iter().map(|(x, y)| Cell::new(*x, *y)).collect();
    let (name, holds) = (Name::new(kind), Vec::new());
    Thing { name, kind: name, cells, left, softened: 0, stiff: false, useless: false, leaves, holds }
}

/// A closed door in a wall between two rooms.
fn door(field: &mut Field) {
    let cell = Cell::new(1, 1);
    field.set_tile(cell, 1);
    field.doors.push(Door { cell, closed: 1, open: 0, is_open: false });
    field.things.push(object("door", &[(1, 1)], 10, Some(0)));
}

const ROOMS: &str = "
    # # #
    a . B
    # # #
";
pub(crate) const FIRST: ThingRef = ThingRef::Placed(ThingId(0));

/// Two rooms with a door between them, in which `a` acts first.
fn at_the_door(dice: &[u16]) -> Skirmish {
    skirmish(&rules(), ROOMS).field(door).unit('a', base_unit()).unit('B', base_unit()).rolls(dice)
}

pub(crate) fn strike(thing: ThingRef) -> Act {
    Act::at_thing("strike", thing, Some(WeaponSlot(0)))
}

/// The damage of each hit on an object with its terms, the points left, and the rule.
pub(crate) fn harms(battle: &mut Skirmish) -> Vec<(String, i16, bool, String)> {
    let facts = battle.events();
    let harms = facts.iter().filter_map(|fact| match fact {
        BattleEvent::ObjectHarmed { amount, left, breaks, rule, .. } => {
            Some((amount.to_string(), *left, *breaks, rule.to_string()))
        }
        _ => None,
    });
    harms.collect()
}

fn harm(amount: &str, left: i16, breaks: bool, rule: &str) -> (String, i16, bool, String) {
    (amount.to_owned(), left, breaks, rule.to_owned())
}

pub(crate) fn game(battle: &Skirmish) -> Game<'_> {
    Game::new(battle.snapshot().view(), battle.battle().setup().rules.book())
}

fn sees_through(battle: &Skirmish) -> bool {
    let at = |x, y| Footprint::from(Cell::new(x, y));
    line::has_line(game(battle), at(0, 1), at(2, 1))
}

#[test] // PR-088, PR-090, PR-092, PR-093
fn a_door_is_struck_broken_and_destroyed_and_then_lets_through() {
    let mut battle = at_the_door(&[20, 10, 4, 5, 5, 15, 8, 15, 8]);
    assert!(!sees_through(&battle));
    battle.act('a', strike(FIRST)).wait('B');
    let told = battle.log_lines().join("\n");
    assert!(told.contains("a: Strike at the door"), "{told}");
    assert!(told.contains("rolls 4 + 0 = 4 against a difficulty of 5: miss by 1"), "{told}");
    battle.act('a', strike(FIRST)).wait('B').act('a', strike(FIRST)).wait('B');
    let first = harm("2 (damage dice +5 [R-36], hardness -3 [R-27])", 8, false, "R-3");
    let second = harm("5 (damage dice +8 [R-36], hardness -3 [R-27])", 3, true, "R-25");
    let rule = battle.battle().setup().rules.policies.damage.dice_rule;
    let cited = |(amount, left, breaks, by): (String, i16, bool, String)| {
        (amount.replace("R-36", rule.as_str()), left, breaks, by)
    };
    assert_eq!(harms(&mut battle), [cited(first), cited(second)]);
    assert!(!sees_through(&battle));
    assert_eq!(battle.refused_walk('a', &[(1, 1)]).why, "(1, 1) cannot be entered from (0, 1)");
    battle.act('a', strike(FIRST));
    let third = harm("5 (damage dice +8 [R-36], hardness -3 [R-27])", 0, false, "R-21");
    assert_eq!(harms(&mut battle), [cited(third)]);
    assert!(sees_through(&battle) && battle.snapshot().field.doors.is_empty());
    battle.wait('B').walk('a', &[(1, 1)]);
    assert_eq!(battle.cell('a'), (1, 1));
    battle.all_rolled();
}

#[test] // PR-094, PR-096, PR-126
fn objects_take_less_or_more_of_some_types_of_damage() {
    let hit = |kind: fn(&mut Field), action: &str, dice: &[u16]| {
        let mut battle =
            skirmish(&rules(), "a . . B").field(kind).unit('a', base_unit()).unit('B', base_unit()).rolls(dice);
        battle.act('a', Act::at_thing(action, FIRST, Some(WeaponSlot(0))));
        battle.all_rolled();
        harms(&mut battle).remove(0)
    };
    let chest = |field: &mut Field| field.things.push(object("chest", &[(1, 0)], 4, None));
    let crystal = |field: &mut Field| field.things.push(object("crystal", &[(1, 0)], 50, None));
    let half = hit(chest, "strike", &[20, 10, 15, 7]);
    assert!(half.0.starts_with("2 (") && half.0.contains("-50% -4 [R-31], hardness -1 [R-30]"), "{}", half.0);
    let none = hit(chest, "burn", &[20, 10, 15]);
    assert!(none.0.contains("-100% -8 [R-32]") && (none.1, none.2) == (4, false), "{}", none.0);
    let double = hit(crystal, "strike", &[20, 10, 15, 7]);
    assert!(double.0.starts_with("14 (") && double.0.contains("+100% +7 [R-34]"), "{}", double.0);
    assert!(!double.0.contains("hardness"), "{}", double.0);
    let plain = hit(crystal, "burn", &[20, 10, 15]);
    assert!(plain.0.starts_with("4 (") && plain.0.contains("hardness -4 [R-33]"), "{}", plain.0);
}

#[test] // PR-095
fn objects_take_no_critical_hits_and_no_nonlethal_damage() {
    let mut battle = at_the_door(&[20, 10, 20, 8]);
    battle.act('a', strike(FIRST));
    battle.all_rolled();
    assert_eq!(harms(&mut battle)[0].1, 10 - (8 - 3), "a natural 20 deals the damage of a plain hit");
    let plan = skirmish(&rules(), ROOMS).field(door).unit('a', base_unit().unarmed()).unit('B', base_unit());
    let mut battle = plan.rolls(&[20, 10, 15, 3]);
    battle.act('a', strike(FIRST));
    let (amount, left, ..) = harms(&mut battle).remove(0);
    assert!(amount.contains("immune -3 [R-24]") && left == 10, "{amount}");
    battle.all_rolled();
}

#[test] // PR-083, PR-104, PR-105
fn an_object_is_broken_by_force_more_easily_once_it_is_damaged() {
    let mut battle = at_the_door(&[20, 10, 13, 13]);
    let force = || Act::at_thing("force", FIRST, None);
    battle.act('a', force()).wait('B');
    let told = battle.log_lines().join("\n");
    assert!(told.contains("against a difficulty of 14: fails by 1"), "{told}");
    let hurt = BattleEvent::ObjectHarmed {
        who: battle.id('a'),
        thing: FIRST,
        amount: Default::default(),
        left: 5,
        breaks: true,
        softened: 0,
        rule: "test".into(),
    };
    battle.state.impose(&hurt);
    battle.act('a', force());
    let told = battle.log_lines().join("\n");
    assert!(told.contains("difficulty: 12 (base +14 [R-27], broken -2 [R-26])"), "{told}");
    assert!(told.contains("a breaks the door [R-12]"), "{told}");
    assert!(sees_through(&battle));
    battle.all_rolled();
}

#[test]
fn a_weapon_on_the_ground_is_destroyed_by_its_own_durability() {
    let lying = |field: &mut Field| {
        let cell = Cell::new(1, 0);
        let dagger =
            GroundItem { cell, weapon: Name::new("dagger"), durability: 5, magic: Default::default(), hardness: None };
        field.items.extend([dagger, GroundItem { weapon: Name::new("short_sword"), ..dagger }, dagger]);
    };
    let plan = skirmish(&rules(), "a . . B").field(lying).unit('a', base_unit()).unit('B', base_unit());
    let mut battle = plan.rolls(&[20, 10, 15, 4, 15, 8]);
    let dagger = ThingRef::Lying(Cell::new(1, 0), Name::new("dagger"));
    battle.act('a', strike(dagger)).wait('B').act('a', strike(dagger));
    let told = battle.log_lines().join("\n");
    assert!(told.contains("a damages the dagger by 2: 3 hit points left [R-3]"), "{told}");
    assert!(told.contains("a damages the dagger by 6: it is destroyed [R-21]"), "{told}");
    assert!(told.contains("size (tiny) +2 [R-29]"), "the size of a weapon on the ground: {told}");
    let left: Vec<&str> = battle.snapshot().field.items.iter().map(|item| item.weapon.as_str()).collect();
    assert_eq!(left, ["short_sword", "dagger"], "one of two daggers is gone");
    battle.all_rolled();
}

#[test]
fn a_destroyed_chest_drops_what_it_holds() {
    let chest = |field: &mut Field| {
        let (cell, weapon) = (Cell::new(1, 0), Name::new("dagger"));
        let dagger = GroundItem { cell, weapon, durability: 5, magic: Default::default(), hardness: None };
        field.things.push(Thing { holds: vec![dagger], ..object("chest", &[(1, 0)], 1, None) });
    };
    let plan = skirmish(&rules(), "a . . B").field(chest).unit('a', base_unit()).unit('B', base_unit());
    let mut battle = plan.rolls(&[20, 10, 15, 8]);
    assert!(battle.snapshot().field.items.is_empty());
    battle.act('a', strike(FIRST));
    let items = &battle.snapshot().field.items;
    assert_eq!((items.len(), items[0].weapon.as_str()), (1, "dagger"));
    battle.all_rolled();
}

#[test]
fn a_wall_of_three_cells_is_one_object() {
    let wall = |field: &mut Field| {
        (0..3).for_each(|y| field.set_tile(Cell::new(2, y), 1));
        field.things.push(object("wall", &[(2, 0), (2, 1), (2, 2)], 3, Some(2)));
    };
    let map = ". . . B\na . . .\n. . . .";
    let large = || base_unit().size(warboard::content::Size::Large);
    let mut battle =
        skirmish(&rules(), map).field(wall).unit('a', large()).unit('B', base_unit()).rolls(&[20, 10, 15, 8]);
    battle.act('a', strike(FIRST));
    assert_eq!(harms(&mut battle)[0].1, 0);
    let field = &battle.snapshot().field;
    assert!((0..3).all(|y| field.board.tile(Cell::new(2, y)) == Some(2)), "rubble in all of its cells");
    battle.all_rolled();
}

#[test]
fn illegal_attacks_on_objects_are_refused_with_reasons() {
    let things = |field: &mut Field| {
        field.things.push(object("wall", &[(1, 0)], 30, None));
        field.things.push(object("door", &[(4, 0)], 10, None));
        field.things.push(object("chest", &[(0, 1)], 0, None));
    };
    let plan = skirmish(&rules(), "a . . . . B\n. # . . . .").field(things);
    let mut battle = plan.unit('a', base_unit()).unit('B', base_unit()).rolls(&[20, 10]);
    let mut why = |act: Act| battle.refused(Choice::Act(act)).why;
    let at = |id| ThingRef::Placed(ThingId(id));
    assert_eq!(why(strike(at(1))), "out of reach");
    assert_eq!(why(strike(at(2))), "there is no such object", "it is destroyed");
    assert_eq!(why(strike(at(9))), "there is no such object");
    assert_eq!(why(Act::at_thing("force", at(0), None)), "cannot be broken by force");
    assert_eq!(why(Act::at_thing("force", at(1), None)), "out of reach");
    assert_eq!(why(Act::at_thing("challenge", at(0), None)), "Challenge needs an enemy as its target");
    let lying = ThingRef::Lying(Cell::new(0, 0), Name::new("dagger"));
    assert_eq!(why(strike(lying)), "there is no such object");
    let offers = warboard::resolution::legal::offers(battle.snapshot().view(), &rules(), battle.id('a'));
    let of = |id: &str| offers.iter().find(|offer| offer.action.id.as_str() == id).expect("an offer").acts.clone();
    let unarmed = Act::at_thing("strike", at(0), Some(WeaponSlot(1)));
    assert_eq!(of("strike"), [strike(at(0)), unarmed], "the wall alone is in reach");
    assert!(of("force").is_empty());
}

#[test]
fn shots_need_a_line_and_a_thrown_weapon_lands_in_front_of_a_door() {
    let plan = skirmish(&rules(), ROOMS).field(door).unit('B', base_unit().weapon("dagger")).unit('a', base_unit());
    let mut battle = plan.rolls(&[20, 10, 15, 2]);
    let map = "
        # # # # #
        a . . # B
        # # # # #
    ";
    let far = |field: &mut Field| {
        field.things.push(object("door", &[(3, 1)], 10, Some(0)));
        field.things.push(object("chest", &[(4, 1)], 4, None));
    };
    let plan = skirmish(&rules(), map).field(far).unit('a', base_unit().weapon("dagger")).unit('B', base_unit());
    let mut thrown = plan.rolls(&[20, 10, 15, 4]);
    let behind = thrown.refused(Choice::Act(strike(ThingRef::Placed(ThingId(1)))));
    assert_eq!(behind.why, "the target cannot be seen");
    thrown.act('a', strike(FIRST));
    let items = &thrown.snapshot().field.items;
    assert_eq!((items.len(), items[0].cell), (1, Cell::new(2, 1)), "the door is closed");
    thrown.all_rolled();
    battle.act('B', strike(FIRST));
    assert!(battle.snapshot().field.items.is_empty(), "in melee the dagger stays in hand");
    battle.all_rolled();
}

#[test]
fn objects_are_saved_and_part_of_the_checksum() {
    let mut battle = at_the_door(&[20, 10, 15, 6, 15, 8, 15, 8]);
    let before = battle.battle().checksum();
    battle.act('a', strike(FIRST)).wait('B');
    assert_ne!(battle.battle().checksum(), before);
    let text = serde_json::to_string(&battle.battle().save()).expect("a plain value");
    let saved = serde_json::from_str(&text).expect("what was written can be read");
    let mut restored = BattleState::restore(Arc::clone(battle.battle().setup()), saved).expect("it fits");
    assert_eq!(restored.checksum(), battle.battle().checksum());
    assert_eq!(restored.snapshot().field.things, battle.snapshot().field.things);
    restored.submit(Choice::Act(strike(FIRST))).expect("a legal act");
    restored.resolve();
    battle.act('a', strike(FIRST));
    assert_eq!(restored.checksum(), battle.battle().checksum());
    battle.spare_dice("both copies roll the same dice");
}

#[test]
fn the_forecast_of_an_attack_on_an_object_is_the_sum_over_all_dice() {
    let battle = at_the_door(&[20, 10]);
    let rules = rules();
    let told = forecast(battle.snapshot().view(), &rules, battle.id('a'), &strike(FIRST), None).expect("a forecast");
    let mut found: BTreeMap<i32, u128> = BTreeMap::new();
    let mut destroyed = 0;
    let damaged = |field: &mut Field| {
        door(field);
        field.things[0].left = 4;
    };
    let near = skirmish(&rules, ROOMS).field(damaged).unit('a', base_unit()).unit('B', base_unit()).rolls(&[20, 10]);
    let nearly = forecast(near.snapshot().view(), &rules, near.id('a'), &strike(FIRST), None).expect("a forecast");
    for natural in 1..=20 {
        for dice in 1..=8 {
            let hits = natural >= 5;
            // A fumble delays its attacker.
            let next = if natural == 1 { Some(1) } else { hits.then_some(dice) };
            let rolls: Vec<u16> = [20, 10, natural].into_iter().chain(next).collect();
            let plan = skirmish(&rules, ROOMS).field(damaged).unit('a', base_unit()).unit('B', base_unit());
            let mut one = plan.rolls(&rolls);
            one.act('a', strike(FIRST));
            let dealt = harms(&mut one)
                .first()
                .map_or(0, |harm| harm.0.split(' ').next().and_then(|n| n.parse().ok()).unwrap_or(0));
            *found.entry(dealt.max(0)).or_default() += 1;
            destroyed += u128::from(one.snapshot().field.things[0].is_gone());
        }
    }
    let all = |told: &warboard::odds::Forecast| -> Vec<(i32, Fraction)> {
        let total = told.damage.total_weight();
        told.damage.iter().map(|(value, weight)| (value, Fraction::new(weight, total))).collect()
    };
    let expected: Vec<(i32, Fraction)> =
        found.into_iter().map(|(value, ways)| (value, Fraction::new(ways, 160))).collect();
    assert_eq!(all(&told), expected);
    assert_eq!(all(&nearly), expected);
    assert_eq!(told.kills, Fraction::new(0, 1), "10 points cannot be lost at once");
    assert_eq!(nearly.kills, Fraction::new(destroyed, 160));
    let words = nearly.to_string();
    assert!(words.contains("destroyed") && words.contains("at door"), "{words}");
}

#[test]
fn attacks_on_objects_do_not_answer_or_provoke_defences() {
    let mut battle = at_the_door(&[20, 10, 15, 6]);
    battle.act('a', strike(FIRST));
    assert_eq!(battle.asked(), ('B', Asks::Act), "nothing is asked between the roll and the damage");
    assert!(battle.row('B').vitals.hit_points == 10);
    battle.all_rolled();
}
