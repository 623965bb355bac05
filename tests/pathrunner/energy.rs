//! Energy: dice that step with the type of the damage, and what it does beyond damage.

use crate::facts::{damage_taken, terms};
use crate::fighters::*;
use crate::hits::*;
use crate::skirmish::*;
use warboard::content::{Resistance, Trait, Unit};
use warboard::dice::DiceFormula;
use warboard::mechanics::Game;
use warboard::mechanics::damage::{better_die, settle as settle_damage};

fn stepped(dice: &str, steps: i16) -> String {
    better_die(&pathrunner().policies.damage, read::<DiceFormula>(&format!("{dice:?}")), steps).to_string()
}

#[test] // PR-074, PR-406, PR-C26
fn damage_dice_step_along_one_table() {
    for (dice, up, down) in [
        ("1d4", "1d6", "1d3"),
        ("1d10", "2d6", "1d8"),
        ("2d6", "2d8", "1d10"),
        ("5d8", "7d6", "5d6"),
        ("1d12", "2d8", "1d10"),
        ("2d4", "1d10", "1d6"),
        ("4d6", "4d8", "4d4"),
        ("7d8", "9d6", "7d6"),
    ] {
        let same = |dice: &str| read::<DiceFormula>(&format!("{dice:?}")).to_string();
        assert_eq!((stepped(dice, 1), stepped(dice, -1)), (same(up), same(down)), "{dice}");
    }
    assert_eq!(stepped("1", -1), "1", "1 cannot fall");
}

/// The largest face that the dice of a strike of some type show: the die that is rolled.
fn die(harm: &str, dice: &str, target: Unit, faces: &[u16]) -> (i16, Vec<(String, i16, &'static str)>) {
    let strike = format!(r#"amount: Dice("{dice}"), harm: Some("{harm}")"#);
    let mut battle = striking(&strike, target, &[&[10], faces].concat());
    battle.act_on('a', "strike", 'B');
    let hurt = damage_taken(&battle.events()).remove(0);
    battle.all_rolled();
    (hurt.amount.total(), terms(&hurt.amount))
}

#[test] // PR-108, PR-111, PR-117, PR-118, PR-119, WE-01, WE-02, WE-03, WE-04, WE-05
fn acid_and_cold_roll_weaker_dice_and_fire_stronger_ones() {
    let dice = |count: i16, rule| vec![("damage dice".to_owned(), count, rule)];
    assert_eq!(die("acid", "1d6", fighter(), &[4]), (4, dice(4, "PR-111")));
    assert_eq!(die("fire", "1d6", fighter(), &[8]), (8, dice(8, "PR-117")));
    assert_eq!(die("fire", "1d6", fighter().with_trait(Trait::Construct), &[6]), (6, dice(6, "PR-056")));
    assert_eq!(die("cold", "1d6", fighter(), &[4]), (4, dice(4, "PR-119")));
    assert_eq!(die("fire", "5d6", fighter(), &[8, 7, 1, 2, 4]).0, 22, "5d8");
    assert_eq!(die("acid", "2d6", fighter(), &[10]).0, 10, "1d10");
    assert_eq!(die("cold", "3d6", fighter(), &[8, 3]).0, 11, "2d8");
    assert_eq!(die("slashing", "1d6", fighter(), &[6]), (6, dice(6, "PR-056")));
}

#[test] // PR-127
fn sonic_damage_is_worse_for_the_crystalline() {
    assert_eq!(die("sonic", "1d6", fighter(), &[6]).0, 6);
    assert_eq!(die("sonic", "1d6", fighter().with_trait(Trait::Crystalline), &[9]).0, 9 + 4, "1d10 and half of it");
}

#[test] // PR-130, PR-131, PR-G58, WE-06
fn axiomatic_damage_takes_the_average_rounded_down() {
    assert_eq!(die("axiomatic", "1d6", fighter(), &[]), (3, vec![("damage dice".to_owned(), 3, "PR-130")]));
    assert_eq!(die("axiomatic", "3d6", fighter(), &[]).0, 10, "once, on the total");
}

#[test] // PR-112, PR-113
fn acid_lowers_all_resistances_by_1_for_every_5_points() {
    let resistances: Vec<Resistance> = read(r#"[(to: "fire", resists: Points(5), rule: "PR-198")]"#);
    let target = Unit { resistances, ..fighter() };
    let mut battle = striking(r#"amount: Dice("1d10"), harm: Some("acid")"#, target, &[10, 7]);
    battle.act_on('a', "strike", 'B');
    assert!(battle.has('B', "corroded"));
    let fire = settle(&battle, &[hit(&battle, 10, types(&["fire"]))]).remove(0);
    assert_eq!(fire.amount.total(), 10 - 4, "7 points are 1 level");
    battle.all_rolled();
}

#[test] // PR-113
fn corrosion_lasts_10_rounds_from_the_last_acid_and_its_levels_add_up() {
    let mut battle = striking(r#"amount: Dice("1d10"), harm: Some("acid")"#, fighter(), &[10, 7, 10, 7]);
    battle.act_on('a', "strike", 'B');
    let level = |battle: &Skirmish| battle.row('B').conditions.level("corroded".into());
    assert_eq!(level(&battle), 1);
    let round = |battle: &mut Skirmish| {
        battle.wait('a').wait('B').wait('C');
    };
    round(&mut battle);
    battle.act_on('a', "strike", 'B');
    assert_eq!(level(&battle), 2, "5 points of each");
    (0..9).for_each(|_| round(&mut battle));
    assert!(battle.has('B', "corroded"), "a round is left");
    round(&mut battle);
    assert!(!battle.has('B', "corroded"));
}

fn chilled(hindered: bool, body: &[u16]) -> Skirmish {
    let plan_hit = r#"amount: Dice("3d6"), harm: Some("cold"), hit: (bypasses: ["hit_points"])"#;
    let mut battle = striking(plan_hit, fighter().has("BaseFortitude", 4), &[&[10, 8, 3], body].concat());
    if hindered {
        battle.afflict('B', "hindered");
    }
    battle.act_on('a', "strike", 'B');
    battle
}

#[test] // PR-A9, PR-120, PR-121, PR-122, PR-C16
fn acceptance_battle_9_cold_in_wounds_immobilizes_unless_a_saving_throw_against_the_damage_succeeds() {
    // Fortitude +6 against 11.
    for (face, immobilized) in [(4, true), (5, false)] {
        let mut battle = chilled(false, &[face]);
        let roll = rolled(&battle.events()).pop().expect("a saving throw");
        assert_eq!((roll.difficulty.total(), roll.bonus.total()), (11, 6));
        assert_eq!((battle.part('B', "body"), battle.has('B', "immobilized")), (17, immobilized));
        assert!(battle.has('B', "hindered"));
        battle.all_rolled();
    }
    let mut slow = chilled(true, &[]);
    assert!(slow.has('B', "immobilized"), "without a saving throw");
    slow.all_rolled();
}

#[test] // PR-120
fn cold_alone_hinders_for_a_round() {
    let mut battle = striking(r#"amount: Dice("1d6"), harm: Some("cold")"#, fighter(), &[10, 2]);
    battle.act_on('a', "strike", 'B');
    assert!(battle.has('B', "hindered") && !battle.has('B', "immobilized"));
    battle.wait('a');
    assert!(battle.has('B', "hindered"));
    battle.wait('B').wait('C');
    assert!(!battle.has('B', "hindered"));
}

#[test] // PR-129
fn a_coin_raises_or_lowers_anarchic_damage_by_half() {
    let coin = |heads: bool| die("anarchic", "1d6", fighter(), &[if heads { 1 } else { 2 }, 5]);
    assert_eq!((coin(true).0, coin(false).0), (7, 2), "rounded down");
    assert!(coin(true).1.contains(&("coin (+50%)".to_owned(), 2, "PR-129")), "{:?}", coin(true).1);
    assert!(coin(false).1.contains(&("coin (-50%)".to_owned(), -3, "PR-129")), "{:?}", coin(false).1);
}

#[test] // PR-114, PR-A9
fn electricity_is_worse_for_those_more_than_5_feet_above_the_ground() {
    for (height, taken) in [(0, 13), (5, 13), (10, 19)] {
        let battle = striking("amount: Dice(\"1d6\")", fighter(), &[]);
        let mut snapshot = battle.snapshot().clone();
        snapshot.rows[battle.id('B').index()].position.altitude = height;
        let game = Game::new(snapshot.view(), battle.battle().setup().rules.book());
        let hurt = settle_damage(game, &[hit(&battle, 13, types(&["electricity"]))]).remove(0);
        assert_eq!(hurt.amount.total(), taken, "{height}: {}", hurt.amount);
        assert_eq!(hurt.amount.to_string().contains("PR-114"), taken == 19);
    }
}

/// The damage of an ally, or of an enemy, with this trait.
fn spared(harm: &str, of: Option<Trait>, ally: bool) -> bool {
    let target = of.map_or_else(fighter, |of| fighter().with_trait(of));
    let battle = battle("a b B", &[('a', fighter(), 20), ('b', target.clone(), 10), ('B', target, 1)], &[]);
    let mut blow = hit(&battle, 10, types(&[harm]));
    blow.target = battle.id(if ally { 'b' } else { 'B' });
    settle(&battle, &[blow]).remove(0).amount.total() == 0
}

#[test] // PR-132, PR-133, PR-138, PR-G58
fn aligned_energy_spares_allies_that_it_can_spare() {
    let evil = [Trait::Undead, Trait::EvilOutsider, Trait::EvilDragon];
    assert!(spared("holy", None, true) && !spared("holy", None, false));
    assert!(evil.into_iter().chain([Trait::Aberration, Trait::Construct]).all(|of| !spared("holy", Some(of), true)));
    assert!([Trait::Animal, Trait::Plant].into_iter().all(|of| spared("primal", Some(of), true)));
    assert!(!spared("primal", None, true) && !spared("primal", Some(Trait::Animal), false));
    assert!(evil.into_iter().all(|of| spared("unholy", Some(of), true) && !spared("unholy", Some(of), false)));
    assert!(!spared("unholy", None, true));
}

#[test] // PR-118, WE-03
fn fire_at_what_does_not_burn_rolls_the_usual_dice() {
    assert_eq!(die("fire", "1d6", fighter().with_trait(Trait::Nonflammable), &[6]).0, 6);
}
