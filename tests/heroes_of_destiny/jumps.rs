//! Jumps: a check that results in a distance, its price, what lies under a jump that is too short, and the landing.

use crate::elevation;
use crate::facts::{checks, refusal, terms, yes};
use crate::fighters::*;
use crate::skirmish::*;
use warboard::content::Unit;
use warboard::grid::Cell;
use warboard::resolution::{Act, Asks, BattleEvent, PickPurpose};

/// A fighter with Speed 2: 8 and 8 action points, and 24 at most. It jumps with 2, and with 4 from a run.
fn jumper() -> Unit {
    fighter().has("Speed", 2)
}

fn jump(cells: &[(i16, i16)]) -> Act {
    Act::along("long_jump", cells.iter().map(|(x, y)| Cell::new(*x, *y)).collect())
}

/// A battle on a drawn map, on which `x` is a chasm of this many yards.
fn over_chasm(map: &str, deep: i16, fighters: &[(char, Unit, i16)], dice: &[&[u16]]) -> Skirmish {
    let marks = map.chars().filter(|mark| !mark.is_whitespace());
    let heights: Vec<i16> = marks.map(|mark| if mark == 'x' { -deep } else { 0 }).collect();
    let plan = skirmish(&heroes(), map).on(elevation::board(map, &heights));
    let plan = fighters.iter().fold(plan, |plan, (mark, unit, _)| plan.unit(*mark, unit.clone()));
    let mut faces: Vec<u16> = Vec::new();
    fighters.iter().for_each(|(_, unit, initiative)| faces.extend(initiative_dice(unit, *initiative)));
    faces.extend(dice.iter().copied().flatten());
    plan.rolls(&faces)
}

const RUN_UP: &str = "a . . . . . x . . . B";

/// `a` runs 5 yards and jumps 2 over the chasm with dice of this sum.
fn runs_and_jumps(a: Unit, sum: i16) -> Skirmish {
    let mut battle = over_chasm(RUN_UP, 0, &[('a', a, 9), ('B', fighter().has("Reflex", 0), 2)], &[&standard(sum)]);
    battle.no_interrupts().walk('a', &[(1, 0), (2, 0), (3, 0), (4, 0), (5, 0)]);
    battle.events();
    battle.act('a', jump(&[(6, 0), (7, 0)]));
    battle
}

#[test] // HD-197, HD-198, HD-200, HD-G44
fn a_long_jump_from_a_run_covers_its_result_and_speed_in_feet() {
    let mut battle = runs_and_jumps(jumper(), 2);
    let rolled = checks(&battle.events());
    let expected = [("stat strength", 1, "HD-197"), ("stat athletics", 1, "HD-197"), ("stat speed", 2, "HD-198")];
    let found = terms(&rolled[0].bonus);
    assert_eq!(
        found.iter().map(|(_, amount, rule)| (*amount, *rule)).collect::<Vec<_>>(),
        expected.map(|it| (it.1, it.2))
    );
    assert_eq!(rolled[0].difficulty.total(), 6, "6 feet are 2 yards");
    assert_eq!(battle.cell('a'), (7, 0));
    assert_eq!(battle.points('a'), 4, "8 less 3 for 5 yards, and 1 for the second yard of the jump");
    assert_eq!(runs_and_jumps(jumper(), 1).cell('a'), (6, 0), "5 feet are no more than 1 yard");
}

#[test] // HD-197
fn a_jump_is_a_check_of_strength_and_athletics() {
    let mut battle = runs_and_jumps(jumper().has("Strength", 4).has("Athletics", 3), 0);
    let rolled = checks(&battle.events());
    let expected = [("strength", 4, "HD-197"), ("athletics", 3, "HD-197"), ("speed", 2, "HD-198")];
    assert_eq!(terms(&rolled[0].bonus), expected.map(|(name, amount, rule)| (name.to_owned(), amount, rule)));
}

#[test] // HD-198, HD-199
fn without_a_run_up_of_five_yards_the_result_is_halved() {
    let jumps = |sum: i16, steps: &[(i16, i16)], between: &[&str]| {
        let mut battle =
            over_chasm(RUN_UP, 0, &[('a', jumper(), 9), ('B', fighter().has("Reflex", 0), 2)], &[&standard(sum)]);
        battle.no_interrupts();
        if !steps.is_empty() {
            battle.walk('a', steps);
        }
        between.iter().for_each(|action| {
            battle.perform('a', action);
        });
        battle.events();
        let from = battle.cell('a').0;
        battle.act('a', jump(&[(from + 1, 0)]));
        let rolled = checks(&battle.events());
        assert_eq!(rolled.len(), 1);
        (
            rolled[0].difficulty.terms().iter().map(|term| (term.amount, term.rule.as_str())).collect(),
            battle.cell('a').0 - from,
        )
    };
    let standing: Vec<(i16, &str)> = vec![(3, "HD-200"), (3, "HD-199")];
    assert_eq!(jumps(4, &[], &[]), (standing.clone(), 1), "half of 6 is 3 feet");
    assert_eq!(jumps(3, &[], &[]), (standing.clone(), 0), "half of 5 is 2 feet: it stays where it is");
    let four = [(1, 0), (2, 0), (3, 0), (4, 0)];
    assert_eq!(jumps(4, &four, &[]).0, standing, "4 yards are no run-up");
    let five = [(1, 0), (2, 0), (3, 0), (4, 0), (5, 0)];
    assert_eq!(jumps(-1, &five, &[]), (vec![(3, "HD-200")], 1), "3 with Speed");
    assert_eq!(jumps(4, &five, &["crouch", "stand_up"]).0, standing, "it stopped in between");
}

#[test] // HD-198
fn a_run_up_may_be_made_of_several_movements() {
    let mut battle =
        over_chasm(RUN_UP, 0, &[('a', jumper(), 9), ('B', fighter().has("Reflex", 0), 2)], &[&standard(0)]);
    battle.no_interrupts().walk('a', &[(1, 0), (2, 0)]).walk('a', &[(3, 0), (4, 0), (5, 0)]);
    battle.events();
    battle.act('a', jump(&[(6, 0)]));
    assert_eq!(checks(&battle.events())[0].difficulty.total(), 3);
}

#[test] // HD-204, HD-G44, HD-141
fn a_jump_longer_than_affordable_is_paid_over_turns() {
    let fighters = [('a', jumper(), 9), ('B', fighter().has("Reflex", 0), 2)];
    let mut battle = over_chasm("a . . . . . . . B", 0, &fighters, &[&standard(5)]);
    battle.no_interrupts().drain('a', "points", 1);
    let act = jump(&[(1, 0), (2, 0), (3, 0), (4, 0)]);
    battle.act('a', act.clone());
    assert_eq!((battle.points('a'), battle.cell('a')), (0, (0, 0)), "1 of 2 points: it does not jump yet");
    battle.end_turn('a').end_turn('B');
    assert_eq!((battle.count(), battle.points('a')), (2, 16));
    battle.events();
    battle.act('a', act);
    assert_eq!(battle.points('a'), 15, "the second point");
    assert_eq!(battle.cell('a'), (1, 0), "half of 7 feet");
    battle.walk('a', &[(2, 0), (3, 0), (4, 0)]);
    assert_eq!(battle.points('a'), 15, "3 yards of the 4 that were bought are left");
    battle.all_rolled();
}

#[test] // HD-204
fn a_jump_without_any_movement_left_is_refused() {
    let fighters = [('a', jumper(), 9), ('B', fighter().has("Reflex", 0), 2)];
    let mut battle = over_chasm("a . . . . B", 0, &fighters, &[]);
    battle.no_interrupts().drain('a', "points", 0);
    assert_eq!(refusal(&mut battle, jump(&[(1, 0)])), "HD-197");
}

#[test] // HD-206, HD-208, HD-G55
fn landing_on_rough_ground_needs_a_check_to_keep_standing() {
    let lands = |map: &str, dice: &[&[u16]]| {
        let fighters = [('a', jumper().has("Acrobatics", 1), 9), ('B', fighter().has("Reflex", 0), 2)];
        let mut battle = over_chasm(map, 0, &fighters, dice);
        battle.no_interrupts().events();
        battle.act('a', jump(&[(1, 0)]));
        let rolled = checks(&battle.events());
        (rolled.get(1).map(|rolled| (rolled.difficulty.total(), rolled.rule.as_str())), battle.has('a', "prone"))
    };
    assert_eq!(lands("a . . . B", &[&standard(4)]), (None, false), "firm ground");
    assert_eq!(lands("a , . . B", &[&standard(4), &standard(0)]), (Some((3, "HD-206")), false), "2 and 1 are enough");
    assert_eq!(lands("a , . . B", &[&standard(4), &standard(-1)]), (Some((3, "HD-206")), true));
}

#[test] // HD-200, HD-207, HD-G44, HD-G55
fn a_jump_too_short_ends_in_the_chasm_or_at_its_edge() {
    let falls = |dice: &[&[u16]]| {
        let fighters = [('a', jumper(), 9), ('B', fighter().has("Reflex", 0), 2)];
        let mut battle = over_chasm(RUN_UP, 3, &fighters, dice);
        battle.no_interrupts().walk('a', &[(1, 0), (2, 0), (3, 0), (4, 0), (5, 0)]);
        battle.act('a', jump(&[(6, 0), (7, 0)]));
        assert!(matches!(battle.asked(), ('a', Asks::Pick { purpose: PickPurpose::CatchHold, .. })));
        battle.choose('a', yes());
        battle
    };
    let held = falls(&[&standard(1), &standard(1)]);
    assert!(held.has('a', "clinging"), "Dexterity 2 and 1 against 3, as the sides are rough");
    assert_eq!((held.cell('a'), held.row('a').position.altitude), ((6, 0), 3));
    let fell = falls(&[&standard(1), &standard(0), &wild(1)]);
    assert_eq!((fell.cell('a'), fell.row('a').position.altitude), ((6, 0), 0));
    assert_eq!(fell.wounds('a'), [0, 0, 1, 0, 0], "3 yards and 1 less base toughness 0: severe");
    assert!(fell.has('a', "prone"));
    let unhurt = falls(&[&standard(1), &standard(0), &wild(-4)]);
    assert_eq!((unhurt.wounds('a'), unhurt.has('a', "prone")), ([0; 5], false), "3 less 4");
}

#[test] // HD-G44
fn armour_does_not_help_in_a_fall() {
    let armoured = Unit { armor: Some("heavy".into()), ..jumper().has("Vitality", 1) };
    let sheet = |battle: &Skirmish, name: &str| battle.row('a').sheet.stat(stat(name));
    let fighters = [('a', armoured, 9), ('B', fighter().has("Reflex", 0), 2)];
    let mut battle = over_chasm("a x . . B", 3, &fighters, &[&standard(4), &standard(-5), &wild(0)]);
    assert!(sheet(&battle, "Toughness") > sheet(&battle, "BaseToughness"));
    battle.no_interrupts().act('a', jump(&[(1, 0)]));
    battle.choose('a', yes());
    let least = |event: &BattleEvent| matches!(event, BattleEvent::DamageTaken(hurt) if hurt.amount.total() == 2);
    assert!(battle.events().iter().any(least), "3 less base toughness 1");
}

#[test] // HD-203, HD-205
fn a_jumper_hit_in_the_air_completes_its_jump() {
    let hunter = Unit { weapons: vec![carried("halberd")], ..fighter().has("Reflex", 0) };
    let fighters = [('a', jumper(), 9), ('b', fighter(), 1), ('B', hunter, 2)];
    let dice: [&[u16]; 2] = [&standard(5), &wild(2)];
    let mut battle = over_chasm("a . . . . . . x . . . B . . . . b", 3, &fighters, &dice);
    battle.no_interrupts().walk('a', &[(1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0)]);
    battle.act('a', jump(&[(7, 0), (8, 0), (9, 0)]));
    assert_eq!(battle.offered(), ('B', vec!["rebuff".to_owned()]));
    assert_eq!(battle.cell('a'), (8, 0), "in the air");
    battle.react('B', "rebuff");
    assert!(battle.has('a', "unconscious"));
    assert_eq!((battle.cell('a'), battle.row('a').position.altitude), ((9, 0), 0));
    battle.all_rolled();
}

#[test] // HD-200, HD-G44
fn a_long_jump_leads_over_no_one_and_up_to_no_ledge() {
    let fighters = [('a', jumper(), 9), ('B', fighter().has("Reflex", 0), 2)];
    let mut battle = over_chasm("a B . . .", 0, &fighters, &[]);
    battle.no_interrupts();
    assert_eq!(refusal(&mut battle, jump(&[(1, 0), (2, 0)])), "HD-264");
    let map = "a . . . B";
    let plan = skirmish(&heroes(), map).on(elevation::board(map, &[0, 2, 2, 2, 2]));
    let mut faces: Vec<u16> = Vec::new();
    faces.extend(initiative_dice(&jumper(), 9));
    faces.extend(initiative_dice(&fighter(), 5));
    let mut up = plan.unit('a', jumper()).unit('B', fighter()).rolls(&faces);
    up.no_interrupts();
    assert_eq!(refusal(&mut up, jump(&[(1, 0)])), "HD-200");
    let climb = |battle: &mut Skirmish| battle.act('a', Act::along("climb", vec![Cell::new(1, 0)])).cell('a');
    assert_eq!(climb(&mut up), (1, 0), "HD-192");
    assert_eq!(up.points('a'), 4, "2 yards up cost 8 yards of movement");
}
