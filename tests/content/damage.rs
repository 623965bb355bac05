//! Mistakes in the damage pipeline and in resistances: line, column and suggestion.

use crate::ruleset_mistakes::{found_after, place};

const RULES: &str = "rulesets/time_count/ruleset.ron";

#[test]
fn mistakes_in_the_damage_pipeline_are_located() {
    let rows = [
        ("HitPoints]), rule", "Slot]), rule", "the health model in `consciousness.collapse` has no such pool"),
        ("Threshold, rule: \"TC-044\"", "Ward(\"shell\"), rule: \"TC-044\"", "unknown ward `shell`"),
        ("Least, rule: \"TC-042\"", "Threshold, rule: \"TC-044\"", "a step that changes the damage comes before"),
        ("[Bonus, Invigoration,", "[HitPointsBelowZero, Invigoration,", "nothing is left for this pool"),
    ];
    for (from, to, message) in rows {
        let found = found_after(RULES, from, to);
        assert!(found.iter().any(|mistake| mistake.contains(message)), "{found:?}");
    }
    let (from, to, message) = rows[0];
    assert_eq!(found_after(RULES, from, to), [format!("{}{message}", place(RULES, from))]);
}

#[test]
fn a_resistance_names_a_damage_type_of_the_rule_system() {
    let file = "units/time_count/wolf.ron";
    let resists = "resistances: [(to: \"slahsing\", resists: Points(3), rule: \"TC-043\")], rate: 35";
    let found = found_after(file, "rate: 35", resists);
    assert!(found[0].contains("unknown damage type `slahsing` (did you mean `slashing`?"), "{found:?}");
    let weapons = "units/time_count/items/weapons.ron";
    let found = found_after(weapons, "\"piercing\"", "\"peircing\"");
    let message = "unknown damage type `peircing` (did you mean `piercing`?";
    assert!(found[0].starts_with(&format!("{}{message}", place(weapons, "\"piercing\""))), "{found:?}");
}
