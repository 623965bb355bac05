//! Mistakes in the policies of movement and forced movement: line, column and reason.

use crate::ruleset_mistakes::{found_after, place};

const FRAGMENTS: &str = "rulesets/fragments/ruleset.ron";
const RULES: &str = "rulesets/time_count/ruleset.ron";
const MOVES: &str = "rulesets/time_count/actions/movement.ron";
const ITEMS: &str = "rulesets/time_count/actions/items.ron";
const WAITING: &str = "rulesets/time_count/actions/waiting.ron";
const MANOEUVRES: &str = "rulesets/time_count/actions/manoeuvres.ron";

/// A push that takes others along by this action.
fn along(action: &str) -> String {
    format!("bodies: PushedAlong((action: \"{action}\", each: (amount: -4, rule: \"TC-337\"), rule: \"TC-337\"))")
}

/// The file and the line of the first occurrence of a text.
fn line_of(file: &str, text: &str) -> String {
    let place = place(file, text);
    place.rsplitn(3, ':').nth(2).unwrap_or(&place).to_owned()
}

/// Refuses a changed text with these words, in the line of the text that was changed.
fn is_refused(file: &str, (from, to): (&str, &str), words: &str) {
    let found = found_after(file, from, to);
    assert!(found[0].starts_with(&line_of(file, from)) && found[0].contains(words), "{words}: {found:?}");
}

#[test]
fn policies_of_movement_that_do_not_fit_the_rule_system_are_refused_where_they_stand() {
    let rows = [
        (RULES, "after_steps: []", "after_steps: [Hiding]", "nothing is hidden in this rule system"),
        (MOVES, "aim: Path", "aim: Charge", "a charge needs the field `charge`"),
        (
            MANOEUVRES,
            "Displace(Push(distance: 5))",
            "GainMovement(quarters: 4)",
            "this rule system has no pool of movement",
        ),
    ];
    for (file, from, to, message) in rows {
        is_refused(file, (from, to), message);
    }
}

#[test]
fn lengths_that_were_in_feet_are_pointed_to_their_new_names() {
    let rows = [
        (MANOEUVRES, "Displace(Push(distance: 5))", "Displace(Push(feet: 5))", "distance"),
        (MANOEUVRES, "Displace(Push(distance: 5))", "Fall(feet: 5)", "height"),
        (FRAGMENTS, "close: (within: 5", "close: (feet: 5", "within"),
        (FRAGMENTS, "PerAction(cell: 5", "PerAction(feet: 5", "cell"),
        (FRAGMENTS, "per: 5,\n            harm", "feet: 5,\n            harm", "per"),
    ];
    for (file, from, to, name) in rows {
        is_refused(file, (from, to), "unknown field `feet`");
        let help = format!("did you mean `{name}`? lengths are in the unit of the ruleset's `board`");
        is_refused(file, (from, to), &help);
    }
}

#[test]
fn fields_that_a_choice_does_not_have_are_refused() {
    let rows = [
        (MANOEUVRES, "Push(distance: 5)", "Push(distance: 5, soft: true)", "unknown field `soft` in `Push`"),
        (FRAGMENTS, "PerAction(cell: 5", "PerAction(steps: 2, cell: 5", "unknown field `steps` in `PerAction`"),
        (ITEMS, "(needs: Shield(on: true))", "(needs: Shield(on: true, of: 1))", "unknown field `of`"),
        (WAITING, "AtEnd(effects: ", "AtEnd(when: 1, effects: ", "unknown field `when` in `AtEnd`"),
    ];
    for (file, from, to, message) in rows {
        is_refused(file, (from, to), message);
    }
}

#[test]
fn a_body_is_only_pushed_along_by_an_action_that_pushes() {
    let rows = [("bull_rsh", "unknown action `bull_rsh`"), ("feint", "`feint` does not push: it gives no distance")];
    for (action, message) in rows {
        is_refused(RULES, ("bodies: RoomCounts", &along(action)), message);
    }
}
