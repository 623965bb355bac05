//! Units of length, size columns, hands, holds and objects, each shown with a rule system of its own.

use std::sync::Arc;

use crate::assets::copied_assets;
use crate::elevation::board;
use crate::proofs::tiny;
use crate::skirmish::*;
use warboard::battle::{HandSet, HandUse, Link, LinkKind, WeaponSlot};
use warboard::content::authored::parse;
use warboard::content::policy::{GrapplePolicy, HoldEnds, HoldStacks};
use warboard::content::{Does, LengthUnit, Name, Rule, Size, Source, Stat, Table, Unit};
use warboard::mechanics::{Game, grapple, reach};
use warboard::odds;
use warboard::resolution::{Act, BattleEvent, Choice, Pick};
use warboard::rules::{Library, Ruleset};

fn unit(one: &str, many: &str, short: &str, parts: u16) -> LengthUnit {
    LengthUnit { one: one.into(), many: many.into(), short: short.into(), parts }
}

/// Fragments in metres: the same numbers in another unit.
fn metric() -> Arc<Ruleset> {
    let mut rules = Ruleset::clone(&fragments());
    rules.policies.board.unit = unit("metre", "metres", "m", 1);
    Arc::new(rules)
}

#[test]
fn lengths_are_told_in_the_unit_of_the_rule_system() {
    let rules = metric();
    let strong = || plain().stat(Stat::Strength, 40);
    let plan = skirmish(&rules, "a B . .").on(board("a B . .", &[20, 20, 0, 0]));
    let mut battle = plan.unit('a', strong()).unit('B', strong()).rolls(&[20, 1, 15, 5, 3, 4]);
    battle.perform('a', "wait").perform('B', "wait");
    let push = Act::at("push", battle.id('B'), None);
    let forecast = odds::forecast(battle.snapshot().view(), &rules, battle.id('a'), &push, None).expect("a check");
    let told: Vec<&str> = forecast.outcomes.iter().map(|outcome| outcome.what.as_str()).collect();
    assert!(told.contains(&"it is pushed 5 m"), "{told:?}");
    battle.act_on('a', "push", 'B').choose('B', Choice::Pick(Pick::No));
    let told = battle.log_lines().join("\n");
    assert!(told.contains("falls 20 metres"), "{told}");
    battle.all_rolled();
}

#[test]
fn lengths_count_parts_of_their_unit() {
    let feet = unit("foot", "feet", "ft", 1);
    assert_eq!([feet.short(5), feet.signed(5), feet.signed(-5), feet.long(1)], ["5 ft", "+5 ft", "-5 ft", "1 foot"]);
    let yards = unit("yard", "yards", "yd", 4);
    assert_eq!([yards.short(36), yards.short(9), yards.short(-2)], ["9 yd", "2.25 yd", "-0.5 yd"]);
    assert_eq!([yards.long(4), yards.long(6)], ["1 yard", "1.5 yards"]);
}

/// Time Count with a second column in its size table, which bull rushes add: 4 for each size.
fn with_maneuver_column() -> Arc<Ruleset> {
    let mut rules = Ruleset::clone(&time_count());
    for row in &mut rules.policies.sizes {
        row.modifiers.insert("manoeuvre".into(), 4 * row.size.above(Size::Medium));
    }
    let mut actions: Vec<_> = rules.actions.iter().map(|action| (**action).clone()).collect();
    for action in &mut actions {
        if let Does::Check(check) = &mut action.does
            && let Some(size) = &mut check.size_counts
        {
            size.column = Name::new("manoeuvre");
        }
    }
    rules.actions = Table::new(actions);
    Arc::new(rules)
}

#[test]
fn checks_add_the_column_of_the_size_table_that_they_name() {
    let rules = with_maneuver_column();
    let mut battle = skirmish(&rules, ". . .\na B .\n. . .")
        .unit('a', base_unit().size(Size::Small))
        .unit('B', base_unit().size(Size::Medium))
        .rolls(&[1, 6, 9]);
    battle.act_on('a', "bull_rush", 'B');
    let checks = battle.events().into_iter().find_map(|event| match event {
        BattleEvent::CheckRolled(check) => Some(check),
        _ => None,
    });
    let bonus = checks.expect("a check").bonus.to_string();
    assert!(bonus.contains("size (small) -4 [TC-340]"), "{bonus}");
}

const HOLDS: &str = include_str!("../fixtures/hold_actions.ron");

/// A rule system of rounds with the hold actions and another grapple policy. Holds hinder nobody.
fn holding(change: impl FnOnce(&mut GrapplePolicy)) -> Arc<Ruleset> {
    let mut rules = Ruleset::clone(&tiny(Vec::new()));
    rules.actions = Table::new(parse(&Source::new("hold_actions.ron", HOLDS)).expect("the fixture parses"));
    rules.policies.grapple.held = "fatigued".into();
    change(&mut rules.policies.grapple);
    Arc::new(rules)
}

fn rule() -> Option<Rule> {
    Some(Name::new("R-22"))
}

/// `a` has seized `B` in its first turn; its friend `d` comes last. The rolls after those for initiative are given.
fn seized(rules: &Arc<Ruleset>, map: &str, unit: fn() -> Unit, rolls: &[u16]) -> Skirmish {
    let faces: Vec<u16> = [20, 10, 5].iter().chain(rolls).copied().collect();
    let mut battle = skirmish(rules, map).unit('a', unit()).unit('B', unit()).unit('d', unit()).rolls(&faces);
    battle.act_on('a', "seize", 'B');
    battle
}

fn bare() -> Unit {
    base_unit().unarmed().rate(40)
}

fn links(battle: &Skirmish) -> Vec<Link> {
    battle.snapshot().links.clone()
}

fn hands(battle: &Skirmish, mark: char) -> HandUse {
    HandUse::of(battle.row(mark), &battle.snapshot().links)
}

fn numbers(hands: HandSet) -> Vec<u8> {
    hands.numbers().collect()
}

fn drop_weapon(battle: &mut Skirmish, mark: char, slot: WeaponSlot) {
    let (who, rule) = (battle.id(mark), Name::new("test"));
    battle.state.impose(&BattleEvent::WeaponDropped { who, slot, cell: None, rule });
}

#[test]
fn everything_stays_in_its_hand_when_something_else_is_dropped() {
    let armed = || Unit { weapons: vec![carried("long_sword"), carried("dagger")], ..base_unit() };
    let rules = time_count();
    let mut battle = skirmish(&rules, "a . B").unit('a', armed()).unit('B', base_unit()).rolls(&[1, 6]);
    let (sword, dagger) = (WeaponSlot(0), WeaponSlot(1));
    let in_hands = |battle: &Skirmish| [sword, dagger].map(|slot| numbers(hands(battle, 'a').of_weapon(slot)));
    assert_eq!(in_hands(&battle), [vec![0], vec![1]]);
    drop_weapon(&mut battle, 'a', sword);
    assert_eq!(in_hands(&battle), [vec![], vec![1]], "the dagger does not change hands");
    assert_eq!(numbers(hands(&battle, 'a').free()), [0]);
    let (who, rule) = (battle.id('a'), Name::new("test"));
    battle.state.impose(&BattleEvent::WeaponDrawn { who, slot: sword, rule });
    assert_eq!(in_hands(&battle), [vec![0], vec![1]], "the free hand draws");
}

#[test]
fn a_hold_can_keep_one_hand_busy_and_the_same_until_it_ends() {
    let rules = holding(|policy| policy.hand = rule());
    let mut battle = seized(&rules, "a B . d", || base_unit().stat(Stat::Strength, 5), &[14]);
    let view = battle.snapshot().view();
    assert_eq!(numbers(hands(&battle, 'a').holds), [1], "the sword is in hand 0");
    assert_eq!(grapple::free_hands(view, battle.id('a')), 0);
    drop_weapon(&mut battle, 'a', WeaponSlot(0));
    assert_eq!(numbers(hands(&battle, 'a').holds), [1]);
    assert_eq!(numbers(hands(&battle, 'a').free()), [0]);
}

#[test]
fn four_handed_bodies_have_two_hands_more() {
    let armed = || Unit { hands: Some(4), weapons: vec![carried("long_sword"), carried("great_sword")], ..base_unit() };
    let battle = skirmish(&time_count(), "a . B").unit('a', armed()).unit('B', base_unit()).rolls(&[1, 6]);
    assert_eq!(numbers(hands(&battle, 'a').of_weapon(WeaponSlot(1))), [1, 2]);
    assert_eq!(grapple::free_hands(battle.snapshot().view(), battle.id('a')), 1);
}

#[test]
fn a_hold_can_outlast_the_holders_own_steps_but_no_outside_force() {
    let rules = holding(|policy| policy.ends = HoldEnds::ForcedOutOfReach { own_steps: None });
    let map = ". a . . . .\n. d B . . .";
    let mut battle = seized(&rules, map, bare, &[14, 19]);
    battle.wait('B').wait('d').walk('a', &[(0, 0)]).wait('B');
    battle.act_on('d', "shove", 'B');
    assert!(links(&battle).is_empty(), "{:?}", battle.cell('B'));
    let told = battle.log_lines().join("\n");
    assert!(told.contains("forced out of reach"), "{told}");

    let mut battle = seized(&rules, map, bare, &[14]);
    battle.wait('B').wait('d').walk('a', &[(0, 0)]).walk('B', &[(3, 1), (4, 1)]);
    assert_eq!(links(&battle).len(), 1, "their own steps do not end it");

    let rules = holding(|policy| policy.ends = HoldEnds::OutOfReach);
    let mut battle = seized(&rules, map, bare, &[14]);
    battle.walk('B', &[(3, 1), (4, 1)]);
    assert!(links(&battle).is_empty(), "out of reach by its own steps");
}

#[test]
fn held_combatants_can_move_together_each_keeping_its_place() {
    let rules = holding(|policy| policy.together = rule());
    let mut battle = seized(&rules, ". . . . .\n. a B . d\n. . . . .\n. . # . .", bare, &[14]);
    assert_eq!(links(&battle)[0].kind, LinkKind::Tied);
    battle.wait('B').wait('d').walk('a', &[(1, 2)]);
    assert_eq!((battle.cell('a'), battle.cell('B')), ((1, 2), (2, 2)), "B keeps its place east of a");
    battle.wait('B').wait('d');
    let refused = battle.refused_walk('a', &[(1, 3)]);
    assert_eq!(refused.why, "no way for the other", "a wall is in the way of B");
    battle.walk('a', &[(0, 2)]);
    assert_eq!((battle.cell('a'), battle.cell('B')), ((0, 2), (1, 2)), "B follows into the cell that a leaves");
}

#[test]
fn a_hold_can_be_mutual() {
    let rules = holding(|policy| policy.mutual = rule());
    let battle = seized(&rules, "a B . d", bare, &[14]);
    let (a, b) = (battle.id('a'), battle.id('B'));
    let pairs: Vec<_> = links(&battle).iter().map(|link| (link.holder, link.held)).collect();
    assert_eq!(pairs, [(a, b), (b, a)]);
    assert_ne!(links(&battle)[0].id, links(&battle)[1].id);
}

#[test]
fn stacks_of_a_hold_bring_conditions() {
    let rows = [(2, "weakened"), (3, "clumsy")];
    let stacks = rows.map(|(at, condition)| HoldStacks { at, condition: condition.into(), rule: "R-23".into() });
    let rules = holding(|policy| policy.stacks = stacks.to_vec());
    let mut battle = seized(&rules, "a B . d", bare, &[19, 19]);
    assert_eq!(links(&battle)[0].stacks, 2, "one for the hold, one for a success by 5");
    assert!(battle.has('B', "weakened") && !battle.has('B', "clumsy") && !battle.has('a', "weakened"));
    battle.wait('B').wait('d').act_on('a', "seize", 'B');
    assert_eq!((links(&battle).len(), links(&battle)[0].stacks), (1, 4));
    assert!(battle.has('B', "weakened") && battle.has('B', "clumsy"));
}

#[test]
fn a_hold_can_count_as_adjacent_whatever_the_distance() {
    let apart = |near: Option<Rule>| {
        let rules =
            holding(|policy| (policy.near, policy.ends) = (near, HoldEnds::ForcedOutOfReach { own_steps: None }));
        let mut battle = seized(&rules, "a B . . d", bare, &[14]);
        battle.walk('B', &[(2, 0), (3, 0)]);
        let game = Game::new(battle.snapshot().view(), rules.book());
        reach::distance_between(game, battle.id('B'), battle.id('a'))
    };
    assert_eq!((apart(None), apart(rule())), (3, 1));
}

/// Time Count with two stats more: grit, and toughness, which is derived from it and resists grabs.
fn with_toughness() -> (tempfile::TempDir, Arc<Ruleset>) {
    let folder = copied_assets();
    let edit = |file: &str, from: &str, to: &str| {
        let path = folder.path().join("rulesets/time_count").join(file);
        let text = std::fs::read_to_string(&path).expect("the file is there");
        assert!(text.contains(from), "{file} has {from}");
        std::fs::write(&path, text.replacen(from, to, 1)).expect("a writable copy");
    };
    let rows = r#"[(id: "Grit", name: "grit"), (id: "Toughness", name: "toughness", short: "tough", defence: true),"#;
    edit("stats.ron", "[", rows);
    let derived = r#"derived: [(stat: Toughness, sum: [
        (add: Flat(10), rule: "TC-102"), (add: Stat(Grit), rule: "TC-102")]),"#;
    edit("ruleset.ron", "derived: [", derived);
    edit("actions/grapples.ron", "against: One(Celerity)", "against: One(Toughness)");
    let library = Library::open(folder.path()).expect("there are rule systems");
    let rules = library.ruleset("time_count").unwrap_or_else(|wrong| panic!("{}", wrong[0].brief()));
    (folder, rules)
}

#[test]
fn a_rule_system_can_have_stats_of_its_own() {
    let (_folder, rules) = with_toughness();
    let grit: Stat = ron::from_str("Grit").expect("a declared stat");
    let toughness: Stat = ron::from_str("Toughness").expect("a declared stat");
    assert_eq!((toughness.word(), toughness.short(), toughness.is_defence()), ("toughness", "tough", true));
    assert_eq!(ron::to_string(&grit).as_deref(), Ok("Grit"));
    let mut battle = skirmish(&rules, "a B")
        .unit('a', base_unit().unarmed())
        .unit('B', base_unit().stat(grit, 4))
        .rolls(&[1, 6, 13]);
    assert_eq!(battle.row('B').sheet.stat(toughness), 14);
    battle.act_on('a', "grab", 'B');
    let told = battle.log_lines().join("\n");
    assert!(told.contains("toughness 14") && battle.snapshot().links.is_empty(), "{told}");
    let terms = battle.row('B').sheet.derived(toughness).to_string();
    assert_eq!(terms, "14 (base +10 [TC-102], grit +4 [TC-102])");
}
