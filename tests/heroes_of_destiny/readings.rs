//! Other readings of doubtful rules: the house rules that the codex names beside each ruling.

use std::sync::Arc;

use crate::fighters::*;
use crate::skirmish::*;
use warboard::content::{Size, Unit};
use warboard::grid::Cell;
use warboard::resolution::{Act, Asks, legal};
use warboard::rules::{HouseRules, Library, Ruleset};

/// The rule system with these values changed.
pub fn with(settings: &[&str]) -> Arc<Ruleset> {
    let settings: Vec<String> = settings.iter().map(|text| (*text).to_owned()).collect();
    let house = HouseRules::of_settings("heroes_of_destiny", &settings).unwrap_or_else(|wrong| panic!("{wrong:?}"));
    let mut library = Library::open(&crate::assets::assets()).expect("the assets load");
    library.add_house_rules(&house).unwrap_or_else(|wrong| panic!("{}", wrong[0].brief()));
    library.ruleset(&house.id).unwrap_or_else(|wrong| panic!("{}", wrong[0].brief()))
}

#[test] // HD-G14, HD-227
fn a_step_closer_within_the_reach_may_be_an_attempt_as_well() {
    let asked = |rules: &Arc<Ruleset>| {
        let guard = Unit { weapons: vec![carried("halberd")], ..fighter() };
        let fighters = [('m', fighter(), 9), ('R', guard, 5)];
        let mut battle = battle_of(skirmish(rules, "m . R . . ."), &fighters, &[]);
        battle.walk('m', &[(1, 0)]);
        matches!(battle.asked(), ('R', Asks::React { .. }))
    };
    assert!(!asked(&heroes()), "inside the reach of 2 yards already");
    assert!(asked(&with(&["reactions.rebuff.on=ComesCloser"])));
}

#[test] // HD-G34, HD-167
fn movement_out_of_turn_may_leave_a_declaration_standing() {
    let taken_back = |rules: &Arc<Ruleset>, dice: &[&[u16]]| {
        let bold = fighter().has("Perception", 1);
        let fighters = [('a', bold.clone(), 12), ('B', bold, 10)];
        let mut battle = battle_of(skirmish(rules, "a B .\n. . ."), &fighters, dice);
        battle.end_turn('a').no_interrupts().attack('B', "standard_attack", 'a').walk('a', &[(0, 1)]);
        battle.no_interrupts();
        battle.points('B') == 6
    };
    assert!(taken_back(&heroes(), &[]));
    assert!(
        !taken_back(&with(&["reactions.interrupt.applies=UnlessMoves"]), &[&wild(-5)]),
        "B has paid for its attack"
    );
}

#[test] // HD-G35, HD-160
fn the_surprised_may_wait_for_the_second_round_for_their_points() {
    let points = |rules: &Arc<Ruleset>| {
        let plan = skirmish(rules, "a . . . . . B").unit('a', fighter()).surprised('B', fighter());
        let mut battle = plan.rolls(&[standard(0); 2].concat());
        battle.end_turn('a').no_interrupts().end_turn('B');
        (battle.count(), battle.points('B'))
    };
    assert_eq!(points(&heroes()), (2, 12), "at the end of the first turn, and in round 2");
    assert_eq!(points(&with(&["turn.unaware.ends=FirstRound"])), (2, 6));
}

#[test] // HD-G36, HD-142
fn the_rest_of_the_last_turn_may_be_spent_as_well() {
    let left = |rules: &Arc<Ruleset>| {
        let healer = fighter().has("Lore", 1).has("Healing", 7);
        let fighters = [('B', fighter(), 9), ('a', fighter(), 7), ('c', healer, 5)];
        let mut battle = battle_of(skirmish(rules, "c a B"), &fighters, &[&wild(0), &standard(0)]);
        battle.attack('B', "standard_attack", 'a').end_turn('B').end_turn('a');
        battle.act_on('c', "treat_wound", 'a').no_interrupts().end_turn('c').end_turn('B').end_turn('a');
        battle.act_on('c', "treat_wound", 'a').no_interrupts();
        battle.points('c')
    };
    assert_eq!(left(&heroes()), 10, "2 of 12");
    assert_eq!(left(&with(&["actions.treat_wound.paid=WholeTurns"])), 0);
}

#[test] // HD-G48, HD-264
fn bodies_of_very_different_size_share_spaces_freely_or_stop_each_other() {
    let enters = |rules: &Arc<Ruleset>, build: i16| {
        let large = fighter().size(Size::Large).has("Build", build);
        let fighters = [('a', fighter(), 9), ('B', large, 5)];
        let mut battle = battle_of(skirmish(rules, "a B . .\n. . . ."), &fighters, &[]);
        let path = Act::along("move", vec![Cell::new(1, 0)]);
        let legal = legal::check(battle.snapshot().view(), rules, battle.id('a'), &path);
        battle.no_interrupts();
        legal.is_ok()
    };
    let stopped = with(&["space.unstoppable_at=100"]);
    assert!(enters(&heroes(), 0) && !enters(&heroes(), -1), "5 and 4 sizes apart");
    assert!(!enters(&stopped, 0), "the source grants nothing");
}

#[test] // HD-G28, HD-271
fn a_grapple_may_hold_its_opponents_fast() {
    let moves = |rules: &Arc<Ruleset>| {
        let wrestler = Unit { weapons: vec![carried("dagger")], ..fighter() };
        let fighters = [('a', wrestler, 9), ('B', fighter(), 5)];
        let mut battle = battle_of(skirmish(rules, "a B .\n. . ."), &fighters, &[&[3; 5]]);
        battle.attack('a', "grapple", 'B').end_turn('a');
        let path = Act::along("move", vec![Cell::new(2, 0)]);
        legal::check(battle.snapshot().view(), rules, battle.id('B'), &path).is_ok()
    };
    assert!(moves(&heroes()), "unless they cling");
    assert!(!moves(&with(&["conditions.grappling.does=[(does: Forbid([Move]), rule: \"HD-G28\")]"])));
}

#[test] // HD-G47, HD-282
fn holders_may_cling_at_every_step() {
    let asked_again = |rules: &Arc<Ruleset>| {
        let strong = Unit { weapons: vec![carried("dagger")], ..fighter().has("Strength", 8) };
        let fighters = [('a', strong, 9), ('B', fighter(), 5)];
        let mut battle = battle_of(skirmish(rules, "a B . . . ."), &fighters, &[&[3; 5], &wild(-4)]);
        battle.attack('a', "grapple", 'B').end_turn('a').walk('B', &[(2, 0), (3, 0)]);
        battle.react('a', "cling");
        assert!(!matches!(battle.asked(), ('a', Asks::Pick { .. })), "5 points are one yard along");
        battle.asked().0 == 'a' && matches!(battle.asked().1, Asks::React { .. })
    };
    assert!(!asked_again(&heroes()), "once for each movement");
    assert!(asked_again(&with(&["reactions.cling.limit=PerTrigger"])));
}

#[test] // HD-G62, HD-248
fn several_that_harry_a_shooter_may_add_up() {
    let bonus = |rules: &Arc<Ruleset>| {
        let archer = Unit { weapons: vec![carried("bow")], ..fighter() };
        let fighters = [('k', archer, 9), ('A', fighter(), 5), ('B', fighter(), 4), ('C', fighter(), 3)];
        let mut battle = battle_of(skirmish(rules, ". A . . . C\n. k . . . .\n. B . . . ."), &fighters, &[&wild(-7)]);
        battle.events();
        battle.attack('k', "standard_attack", 'C');
        while let (who @ ('A' | 'B'), Asks::React { .. }) = battle.asked() {
            battle.react(who, "harry");
        }
        rolled(&battle.events())[0].bonus.total()
    };
    assert_eq!(bonus(&heroes()), 4 - 2, "one penalty");
    assert_eq!(bonus(&with(&["conditions.harried.again=Adds"])), 4 - 4);
}

#[test] // HD-G53, HD-318
fn hindrances_may_be_rolled_with_wild_dice() {
    let natural = |rules: &Arc<Ruleset>, dice: [u16; 5]| {
        let fighters = [('a', fighter(), 9), ('B', fighter(), 5)];
        let mut battle = battle_of(skirmish(rules, "a B"), &fighters, &[&dice]);
        battle.events();
        battle.act_on('a', "trip", 'B');
        rolled(&battle.events())[0].natural
    };
    assert_eq!(natural(&heroes(), [3; 5]), 5, "five standard dice show at most 1 each");
    assert_eq!(natural(&with(&["actions.trip.does.dice=Attack"]), [6, 6, 5, 3, 3]), 5, "2 and 2 and 1");
}
