//! Mistakes in rolls, reactions and the stages of attacks.

use crate::ruleset_mistakes::{found_after, place};

#[test]
fn mistakes_in_rolls() {
    let file = "rulesets/time_count/ruleset.ron";
    let skill = "skill: (dice: RollOver(\"1d20\")";
    let rows = [
        ("1, rule: \"TC-057\"", "0, rule: \"TC-057\"", "0 is out of range: expected 1 to 20"),
        ("19, // TC-052", "21, // TC-052", "21 is out of range: expected 1 to 20"),
        (skill, "skill: (dice: RollOver(\"7\")", "a roll needs at least one die, such as `1d20`"),
        (skill, "skill: (dice: RollOver(\"9d6\")", "more than 65536 results"),
        (
            skill,
            "skill: (dice: FaceDice((count: 5, faces: [-1, 0, 1], doubled: 2))",
            "2 is out of range: expected 3 to 5",
        ),
        (skill, "skill: (dice: FaceDice((count: 5, faces: [1, 1]))", "name at least two different numbers"),
        ("shifts: [],\n", "shifts: [(face: 21, by: 5, rule: \"TC-037\")],\n", "21 is out of range: expected 1 to 20"),
        ("shifts: [],\n", "shift: [],\n", "did you mean `shifts`"),
        ("20, rule: \"TC-037\"", "1, rule: \"TC-037\"", "a natural 1 would miss and a natural 1 hit"),
        (
            "shifts: [],\n",
            "shifts: [(face: 1, by: 5, rule: \"TC-037\"), (face: 1, by: -5, rule: \"TC-037\")],\n",
            "duplicate entry for a natural 1",
        ),
        (
            "shifts: []), advantage: None",
            "shifts: []), advantage: (dice: 1, cancel: OneForOne, rule: \"TC-037\")",
            "1 is out of range: expected 2 to 5",
        ),
    ];
    for (from, to, message) in rows {
        let found = found_after(file, from, to);
        let line = place(file, from);
        let (line, _) = line.trim_end_matches(": ").rsplit_once(':').unwrap();
        assert!(found.len() == 1 && found[0].starts_with(line) && found[0].contains(message), "{line} {found:?}");
    }
}

#[test]
fn mistakes_in_reactions_and_stages_of_attacks() {
    let file = "rulesets/time_count/ruleset.ron";
    let reactions = "reactions: [],";
    let reaction = |fields: &str| {
        format!(
            "reactions: [(id: \"riposte\", name: \"Riposte\", on: BeforeStep, who: Enemies, does: Act(\"attack\"), \
             costs: [], then: [], rule: \"TC-001\", {fields})],"
        )
    };
    let stages = |fields: &str| format!("reactions: [], stages: ({fields}),");
    let defence = "(id: \"dodge\", name: \"Dodge\", meets: Counts(Primary), rule: \"TC-001\"";
    let rows = [
        (reaction("limit: PerRound"), "there are no rounds where turns are counted: use `PerMoverTurn`"),
        (reaction("filter: (unless: [\"pronne\"])"), "did you mean `prone`"),
        (reaction("filter: (protects: true)"), "steps and turns have no target"),
        (reaction("outranks: true"), "there is no initiative where turns are counted"),
        (reaction("then: [Cancel]"), "only a declared act can be taken back"),
        (stages(&format!("defences: (options: [{defence})], undefended: TestFails)")), "use `Counts` with a defence"),
        (stages("defences: (options: [], undefended: Counts(Primary))"), "name at least one defence"),
        (
            stages(&format!("defences: (options: [{defence}, blocks: true)], undefended: Counts(Primary))")),
            "both combatants pass only in rolls under a target number",
        ),
        (
            stages("miss_chances: (concealed: (percent: 100, rule: \"TC-001\"))"),
            "100 is out of range: expected 1 to 99",
        ),
        (stages("riders: [(least: 5, with: \"pronne\", effects: [], rule: \"TC-001\")]"), "did you mean `prone`"),
    ];
    for (text, message) in rows {
        // A field that is named twice is a mistake of its own.
        let text = if text.contains("then: [Cancel]") { text.replacen("then: [], ", "", 1) } else { text };
        let found = found_after(file, reactions, &text);
        let line = place(file, reactions);
        let (line, _) = line.trim_end_matches(": ").rsplit_once(':').unwrap();
        let told = found.iter().any(|found| found.starts_with(line) && found.contains(message));
        assert!(told, "{message}: {line} {found:?}");
    }
}
