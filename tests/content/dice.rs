//! Dice notation, reproducible streams, loaded dice and exact distributions.

use proptest::prelude::*;
use warboard::dice::{Dice, DiceFault, DiceFormula, Distribution};

fn formula(text: &str) -> DiceFormula {
    text.parse().unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn notation_is_read_and_written() {
    for (text, count, sides, bonus, shown) in [
        ("2d6+3", 2, 6, 3, "2d6+3"),
        ("d20", 1, 20, 0, "d20"),
        ("1d6 + 4", 1, 6, 4, "d6+4"),
        ("3D8-2", 3, 8, -2, "3d8-2"),
        ("5", 0, 0, 5, "5"),
        ("-5", 0, 0, -5, "-5"),
        ("+5", 0, 0, 5, "5"),
        ("100d1000-10000", 100, 1000, -10_000, "100d1000-10000"),
        (" 0 ", 0, 0, 0, "0"),
    ] {
        let read = formula(text);
        assert_eq!(read, DiceFormula { count, sides, bonus }, "{text}");
        assert_eq!(read.to_string(), shown, "{text}");
        assert_eq!(formula(shown), read, "{text}");
    }
}

#[test]
fn refusals_say_what_is_allowed() {
    for (text, allowed) in [
        ("0d6", "1 to 100 dice"),
        ("101d6", "1 to 100 dice"),
        ("9999999d6", "1 to 100 dice"),
        ("99999999999999999999999d6", "1 to 100 dice"),
        ("d0", "1 to 1000 sides"),
        ("2d1001", "1 to 1000 sides"),
        ("1d6+10001", "-10000 to +10000"),
        ("1d6-99999999999", "-10000 to +10000"),
        ("40000", "-10000 to +10000"),
    ] {
        let refused = text.parse::<DiceFormula>().unwrap_err().to_string();
        assert!(refused.contains(allowed), "{text}: {refused}");
    }
    for text in [
        "", " ", "d", "2d", "d6+", "d6++1", "2d6+d4", "2d-6", "-2d6", "+d6", "d6 3", "1.5", "two", "2d6d8", "²d6",
        "--5", "d６",
    ] {
        let refused = text.parse::<DiceFormula>().unwrap_err().to_string();
        assert!(refused.contains("write `2d6+3`, `d20` or a whole number"), "{text}: {refused}");
    }
    let long = "x".repeat(10_000).parse::<DiceFormula>().unwrap_err().to_string();
    assert!(long.len() < 200, "a message stays short");
}

#[test]
fn a_formula_is_a_string_in_ron() {
    assert_eq!(ron::from_str::<DiceFormula>("\"2d6+3\""), Ok(formula("2d6+3")));
    assert_eq!(ron::to_string(&formula("2d6+3")), Ok("\"2d6+3\"".to_owned()));
    assert!(ron::from_str::<DiceFormula>("\"0d6\"").is_err());
    assert!(ron::from_str::<DiceFormula>("(count: 2, sides: 6, bonus: 3)").is_err());
}

#[test]
fn bounds_and_means() {
    for (text, min, max, twice) in [("2d6+3", 5, 15, 20), ("d20", 1, 20, 21), ("7", 7, 7, 14), ("3d4-5", -2, 7, 5)] {
        let formula = formula(text);
        assert_eq!((formula.min(), formula.max(), formula.mean_times_two()), (min, max, twice), "{text}");
    }
}

#[test]
fn seed_1_always_rolls_the_same() {
    let rolls = |mut dice: Dice, sides| (0..12).map(|_| dice.die(sides)).collect::<Vec<_>>();
    assert_eq!(rolls(Dice::seeded(1, 0), 20), GOLDEN_D20);
    assert_eq!(rolls(Dice::seeded(1, 0), 6), GOLDEN_D6);
    assert_eq!(rolls(Dice::seeded(1, 1), 20), GOLDEN_D20_STREAM_1);
    let mut dice = Dice::seeded(1, 0);
    let picks: Vec<usize> = (0..12).map(|_| dice.pick(5)).collect();
    assert_eq!(picks, GOLDEN_PICKS);
}

const GOLDEN_D20: [u16; 12] = [10, 3, 16, 1, 14, 8, 7, 1, 18, 12, 5, 11];
const GOLDEN_D6: [u16; 12] = [6, 3, 6, 1, 4, 2, 1, 1, 4, 2, 1, 5];
const GOLDEN_D20_STREAM_1: [u16; 12] = [12, 10, 19, 2, 19, 8, 20, 9, 12, 11, 13, 14];
const GOLDEN_PICKS: [usize; 12] = [4, 2, 0, 0, 3, 2, 1, 0, 2, 1, 4, 0];

#[test]
fn a_copy_rolls_what_the_original_rolls() {
    let mut dice = Dice::loaded(vec![3], 9, 4);
    for _ in 0..200 {
        let mut copy = dice.clone();
        assert_eq!(copy, dice);
        let ahead: Vec<u16> = (0..70).map(|_| copy.die(20)).collect();
        let mut again = dice.clone();
        assert_eq!(ahead, (0..70).map(|_| again.die(20)).collect::<Vec<_>>());
        assert_eq!(dice.die(20), ahead[0]);
    }
    assert_eq!(dice.rolls_made(), 200);
}

#[test]
fn every_face_is_about_equally_frequent() {
    let mut dice = Dice::seeded(7, 0);
    let mut seen = [0_u32; 20];
    for _ in 0..200_000 {
        seen[usize::from(dice.die(20)) - 1] += 1;
    }
    assert!(seen.iter().all(|&times| (9_600..=10_400).contains(&times)), "{seen:?}");
}

#[test]
fn a_script_is_rolled_to_its_last_face() {
    let mut dice = Dice::scripted(vec![20, 6, 1, 3]);
    assert_eq!(dice.die(20), 20);
    let rolled = dice.roll(&formula("2d6+3"));
    assert_eq!((rolled.faces.as_slice(), rolled.total), ([6, 1].as_slice(), 10));
    assert_eq!(dice.unused().len(), 1);
    assert_eq!(dice.pick(4), 2);
    assert_eq!((dice.unused().len(), dice.rolls_made(), dice.fault()), (0, 4, None));
}

#[test]
fn constants_and_single_choices_roll_nothing() {
    let mut dice = Dice::scripted(Vec::new());
    assert_eq!(dice.roll(&formula("5")).total, 5);
    assert_eq!((dice.pick(0), dice.pick(1), dice.die(0)), (0, 0, 0));
    assert_eq!((dice.rolls_made(), dice.fault()), (0, None));
}

#[test]
fn a_script_that_runs_out_is_a_fault() {
    let mut dice = Dice::scripted(vec![4]);
    assert_eq!((dice.die(6), dice.die(20), dice.die(8)), (4, 1, 1));
    let fault = dice.fault().unwrap();
    assert_eq!(*fault, DiceFault::RanOut { sides: 20, roll: 2 }, "the first fault is kept");
    assert_eq!(fault.to_string(), "loaded die 2: the script ran out before this d20");
}

#[test]
fn an_impossible_face_is_a_fault() {
    for (face, shown) in [(7, 6), (0, 1)] {
        let mut dice = Dice::loaded(vec![face], 1, 0);
        assert_eq!(dice.die(6), shown);
        let fault = dice.fault().unwrap();
        assert_eq!(*fault, DiceFault::ImpossibleFace { face, sides: 6, roll: 1 });
        assert_eq!(fault.to_string(), format!("loaded die 1: a d6 cannot show {face}"));
    }
}

#[test]
fn loaded_dice_continue_with_the_seeded_stream() {
    let mut loaded = Dice::loaded(vec![20, 19], 1, 0);
    let mut seeded = Dice::seeded(1, 0);
    assert_eq!((loaded.die(20), loaded.die(20)), (20, 19));
    for _ in 0..20 {
        assert_eq!(loaded.die(20), seeded.die(20));
    }
    assert_eq!(loaded.fault(), None);
}

#[test]
fn two_d6_are_a_triangle() {
    let two = Distribution::of(&formula("2d6"));
    let weights: Vec<(i32, u128)> = two.iter().collect();
    let triangle = [(2, 1), (3, 2), (4, 3), (5, 4), (6, 5), (7, 6), (8, 5), (9, 4), (10, 3), (11, 2), (12, 1)];
    assert_eq!(weights, triangle);
    assert_eq!((two.total_weight(), two.mean(), two.at_least(7)), (36, (7, 1), (21, 36)));
    assert_eq!((two.weight(1), two.weight(13)), (0, 0));
}

#[test]
fn known_distributions() {
    let d20 = Distribution::of(&formula("d20"));
    assert_eq!((d20.at_least(11), d20.mean()), ((10, 20), (21, 2)));
    assert_eq!(Distribution::of(&formula("3d6")).weight(10), 27);
    assert_eq!(Distribution::of(&formula("4")), Distribution::constant(4));
    assert_eq!(Distribution::die(4).shifted(-3).mean(), (-1, 2));
    assert_eq!(Distribution::die(0), Distribution::constant(0));
    let penetrating = Distribution::die(6).map(|face| (face - 3).max(0));
    assert_eq!(penetrating.iter().collect::<Vec<_>>(), [(0, 3), (1, 1), (2, 1), (3, 1)]);
}

#[test]
fn a_mixture_has_a_common_denominator() {
    // A d20 that hits on 11, d6 damage, doubled dice on a natural 20: 10/20 nothing, 9/20 d6, 1/20 2d6.
    let parts = [(10, Distribution::constant(0)), (9, Distribution::die(6)), (1, Distribution::of(&formula("2d6")))];
    let struck = Distribution::mixed(&parts);
    assert_eq!((struck.total_weight(), struck.weight(0), struck.weight(1), struck.weight(2)), (720, 360, 54, 55));
    assert_eq!(struck.mean(), (77, 40));
    assert!(struck.is_exact());
    let nothing = Distribution::mixed(&[]);
    assert_eq!((nothing.total_weight(), nothing.mean(), nothing.at_least(0)), (0, (0, 1), (0, 0)));
    assert_eq!(Distribution::mixed(&[(0, Distribution::die(6))]), nothing);
}

#[test]
fn the_largest_formulas_are_rounded_and_marked_as_such() {
    assert!(Distribution::of(&formula("49d6")).is_exact());
    let many = Distribution::of(&formula("100d1000+10000"));
    assert!(!many.is_exact());
    assert_eq!(many.iter().map(|(value, _)| value).next(), Some(10_100));
    assert_eq!(many.iter().map(|(value, _)| value).last(), Some(110_000));
    let (numerator, denominator) = many.mean();
    let mean = numerator / i128::try_from(denominator).unwrap();
    assert!((60_045..=60_055).contains(&mean), "{mean}");
    let both = Distribution::of(&formula("40d6")).plus(&Distribution::of(&formula("40d6")));
    assert_eq!((both.is_exact(), both.iter().count()), (false, 401));
    let mixed = Distribution::mixed(&[(u128::MAX, both.clone()), (u128::MAX, Distribution::die(7)), (1, many)]);
    assert!(!mixed.is_exact());
    assert_eq!(mixed.weight(2), mixed.weight(7));
}

fn small() -> impl Strategy<Value = DiceFormula> {
    (0_u8..5, 0_u16..13, -20_i16..20).prop_map(|(count, sides, bonus)| DiceFormula { count, sides, bonus })
}

proptest! {
    #[test]
    fn every_formula_is_read_back(count in 1_u8..=100, sides in 1_u16..=1000, bonus in -10_000_i16..=10_000) {
        let written = DiceFormula { count, sides, bonus };
        prop_assert_eq!(formula(&written.to_string()), written);
    }

    #[test]
    fn no_text_makes_the_reader_panic(text in "[0-9dD+\\- ²x]{0,24}|.{0,40}") {
        if let Ok(formula) = text.parse::<DiceFormula>() {
            prop_assert!(formula.min() <= formula.max());
        }
    }

    #[test]
    fn weights_sum_to_the_total(a in small(), b in small()) {
        let both = Distribution::of(&a).plus(&Distribution::of(&b));
        prop_assert_eq!(both.iter().map(|(_, weight)| weight).sum::<u128>(), both.total_weight());
        prop_assert_eq!(both.at_least(i32::MIN).0, both.total_weight());
        prop_assert_eq!(both.iter().next().map(|(value, _)| value), Some(a.min() + b.min()));
    }

    #[test]
    fn sums_commute_and_associate(a in small(), b in small(), c in small()) {
        let (a, b, c) = (Distribution::of(&a), Distribution::of(&b), Distribution::of(&c));
        prop_assert_eq!(a.plus(&b), b.plus(&a));
        prop_assert_eq!(a.plus(&b).plus(&c), a.plus(&b.plus(&c)));
    }

    #[test]
    fn the_mean_of_a_formula_is_its_middle(formula in small()) {
        let (numerator, denominator) = Distribution::of(&formula).mean();
        let twice = i128::from(formula.mean_times_two());
        prop_assert_eq!(numerator * 2, twice * i128::try_from(denominator).unwrap());
    }

    #[test]
    fn rolls_stay_in_bounds(formula in small(), seed: u64, stream: u64) {
        let mut dice = Dice::seeded(seed, stream);
        let total = dice.roll(&formula).total;
        prop_assert!((formula.min()..=formula.max()).contains(&total));
    }

    #[test]
    fn picks_stay_in_bounds(n: usize, faces: Vec<u16>) {
        let mut dice = Dice::loaded(faces, 1, 2);
        for _ in 0..4 {
            prop_assert!(dice.pick(n) < n.max(1));
        }
    }
}
