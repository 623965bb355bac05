//! Exact odds on the command line.

#![allow(clippy::unwrap_used, reason = "a test fails where it unwraps")]

use crate::cli::{DUEL, done, json, warboard, with};

#[test] // FS-040, FS-066 to FS-068, FS-075 to FS-083: tests of 18 against 16, 14 or 18
fn odds_of_an_exchange_have_both_tests_and_every_result_for_each_defence() {
    let asked =
        ["odds", "duel", "--ruleset", "fighting_style", "--actor", "Aldric", "--action", "strike", "--target", "Berec"];
    let odds = json(&done(&[&asked[..], &["--format", "json"]].concat()));
    let of = |defence: usize, word: &str| odds["versus"][defence]["exchange"][word]["percent"].as_f64().unwrap();
    let names = [0, 1, 2, 3].map(|at| odds["versus"][at]["choice"]["name"].as_str().unwrap().to_owned());
    assert_eq!(names, ["block", "dodge", "parry", "no defence"], "{odds}");
    let results = ["critical_win", "hit", "blocked", "nothing", "critical_loss"];
    assert_eq!(["attacker_passes", "target_passes"].map(|word| of(0, word)), [90.0, 80.0]);
    assert_eq!(results.map(|word| of(0, word)), [18.0, 0.0, 72.0, 2.0, 8.0]);
    assert_eq!(results.map(|word| of(3, word)), [90.0, 0.0, 0.0, 10.0, 0.0]);
    for defence in 0..4 {
        assert!((results.map(|word| of(defence, word)).iter().sum::<f64>() - 100.0).abs() < 0.03, "{odds}");
    }
    let text = done(&asked);
    for line in [
        "against   block (1 action point): a test under 16",
        "  blocked          18/25 (72.00%)",
        "  critical win     9/50 (18.00%)",
    ] {
        assert!(text.contains(line), "{line}: {text}");
    }
}

#[test]
fn odds_are_exact_and_roll_nothing() {
    let asked = ["--actor", "Aldric", "--action", "strike", "--target", "Berec"];
    let mut arguments = with("odds", &asked);
    let text = done(&arguments);
    assert!(text.contains("not possible now:") && text.contains("TC-"), "{text}");
    arguments.extend(["--format", "json"]);
    let odds = json(&done(&arguments));
    assert_eq!(odds["versus"][0]["chances"]["fumble"]["fraction"], "1/20");
    let shares = odds["damage"]["distribution"].as_array().unwrap();
    let percent: f64 = shares.iter().map(|share| share["chance"]["percent"].as_f64().unwrap()).sum();
    assert!((99.0..=100.0).contains(&percent), "{percent}");
    assert!(odds["drops"]["fraction"].is_string() && odds["counts"]["least"].is_number(), "{odds}");
    arguments[DUEL.len() + 2] = "Aldrik";
    assert_eq!(warboard(&arguments).0, 1);
}
