//! Mistakes in ways through enemies, magic on objects and items, thefts, and bonuses of units: line, column and reason.

use crate::hero_mistakes::located;
use crate::pathrunner_mistakes::told;
use crate::ruleset_mistakes::found_after;

const RULES: &str = "rulesets/pathrunner/ruleset.ron";

#[test] // PR-350, PR-G15
fn mistakes_in_ways_through_enemies_are_located() {
    located(
        RULES,
        &[
            (
                "push_in_charge: Some(\"overrun_charged\")",
                "push_in_charge: Some(\"overrun_charge\")",
                "Some",
                "unknown action `overrun_charge`",
            ),
            ("slip_past: Some(\"slip_past\")", "slip_past: Some(\"slip_pas\")", "Some", "unknown action `slip_pas`"),
            (
                "push_price: Some((with: PowerfulManeuvers, points: 1,",
                "push_price: Some((with: PowerfulManeuvers, points: 0,",
                "0",
                "0 is out of range: expected 1 to 20",
            ),
        ],
    );
    let tumble = found_after(RULES, "slip_past: Some(\"slip_past\"),", "slip_past: None,");
    assert!(tumble.iter().any(|brief| brief.contains("name an action in `slip_past`")), "{tumble:?}");
    let priced = "slip_past: Some(\"slip_past\"), passing_price: Some((points: 1, rule: \"PR-G15\")),";
    told(RULES, "slip_past: Some(\"slip_past\"),", priced, "no points pay for movement in this rule system");
    let charged = found_after(RULES, "push_in_charge: Some(\"overrun_charged\"),", "push_in_charge: None,");
    assert!(charged.iter().any(|brief| brief.contains("name an action in `push_in_charge`")), "{charged:?}");
}

#[test] // PR-084, PR-085, PR-102, PR-374
fn mistakes_in_seals_exposed_items_and_unnoticed_thefts_are_located() {
    located(
        RULES,
        &[(
            "seals: [(amount: 5, rule: \"PR-084\")]",
            "seals: [(amount: 0, rule: \"PR-084\")]",
            "0",
            "0 is out of range: expected 1 to 100",
        )],
    );
    let sealed = "force: Some(18),\n                    seals:";
    told(RULES, sealed, "seals:", "it cannot be broken by force: give `force`, or leave out `seals`");
    let order = "order: [Shield, Armor, InHand, Stowed, Other]";
    told(RULES, order, "order: [Shield, Armor, Armor]", "`Armor` stands in the list already");
    told(RULES, order, "order: []", "name at least one place");
    let spells = "rulesets/pathrunner/spells.ron";
    let burst = "dice: Check, by: Target, exposes: Some((natural: 1,";
    told(spells, burst, "dice: Check, by: Target, exposes: Some((natural: 0,", "0 is out of range: expected 1 to 1000");
    let policy =
        "exposed: Some((order: [Shield, Armor, InHand, Stowed, Other], rule: \"PR-085\", save_rule: \"PR-102\")),";
    let without = found_after(RULES, policy, "");
    assert!(without.iter().any(|brief| brief.contains("give `things` the policy `exposed`")), "{without:?}");
    let arrow = "roll: Spell(DexterityModifier),\n                against: One(Touch), // PR-041";
    let wrong = "roll: Spell(DexterityModifier), exposes: Some((natural: 1, rule: \"PR-085\")),\n                against: One(Touch),";
    told(spells, arrow, wrong, "only a saving throw (`by: Target`) exposes items");
    let past = "roll: Stat(AcrobaticsCheck), dice: Check,";
    let noticed = "roll: Stat(AcrobaticsCheck), dice: Check, unnoticed: Some((with: GreaterSteal)),";
    told("rulesets/pathrunner/actions/movement.ron", past, noticed, "only an attack is noticed");
}

#[test] // PR-282, PR-290
fn mistakes_in_knacks_are_located() {
    let unit = "units/pathrunner/brawler.ron";
    let knack = "with: [\"grapple\", \"grapple_at_end\"], roll: 2";
    told(unit, knack, "with: [\"grappel\", \"grapple_at_end\"], roll: 2", "unknown action `grappel`");
    told(unit, knack, "with: [\"grapple\"], roll: 61", "61 is out of range: expected -60 to 60");
    told(
        unit,
        knack,
        "with: [\"grapple\"], roll: 0",
        "this changes nothing: name actions in `with`, and a `roll` or a `defence`",
    );
}
