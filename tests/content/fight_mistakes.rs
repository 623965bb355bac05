//! Mistakes in hazards, charges, holds, cover, spells of those that are held, readiness and awareness: line, column and reason.

use crate::hero_mistakes::located;
use crate::ruleset_mistakes::found_after;

const RULES: &str = "rulesets/pathrunner/ruleset.ron";
const MOVEMENT: &str = "rulesets/pathrunner/actions/movement.ron";
const WRESTLING: &str = "rulesets/pathrunner/actions/wrestling.ron";
const SPELLS: &str = "rulesets/pathrunner/spells.ron";

#[test] // PR-G38, PR-G61
fn mistakes_in_hazards_and_obstacles_are_located() {
    let obstacle = "per: 10, harm: \"bludgening\"";
    let hazards = "hazards: Some((damage: \"1d6\", harm: \"fire\"";
    let with = |from: &str, to: &str| hazards.replacen(from, to, 1);
    located(
        RULES,
        &[
            ("per: 10, harm: \"bludgeoning\"", obstacle, "\"blud", "unknown damage type `bludgening` (did you mean"),
            (hazards, &with("1d6", "1d0"), "\"1d0\"", "a die cannot have `0` sides"),
            (hazards, &with("\"1d6\"", "6"), "6", "expected string"),
            (hazards, &with("\"fire\"", "\"fyre\""), "\"fyre\"", "unknown damage type `fyre` (did you mean `fire`?"),
            (
                hazards,
                &with("harm:", "harms:"),
                "harms",
                "unknown field `harms` in `HazardPolicy` (did you mean `harm`?",
            ),
        ],
    );
}

#[test] // PR-278
fn mistakes_in_what_may_follow_a_charge_are_located() {
    located(
        MOVEMENT,
        &[
            (
                "or: [\"rush_at_end\",",
                "or: [\"rush_at_the_end\",",
                "\"rush",
                "unknown action `rush_at_the_end` (did you mean `rush_at_end`?",
            ),
            (
                "or: [\"rush_at_end\",",
                "or: [\"charge_attack\",",
                "\"charge",
                "`charge_attack` follows already: it is the action of `then`",
            ),
            (
                "or: [\"rush_at_end\",",
                "ors: [\"rush_at_end\",",
                "ors",
                "unknown field `ors` in `ChargePolicy` (did you mean `or`?",
            ),
            ("or: [\"rush_at_end\",", "or: [7,", "7", "expected string"),
        ],
    );
}

#[test] // PR-346, PR-G18
fn mistakes_in_actions_that_follow_and_items_that_are_used_up_are_located() {
    let spend = "SpendInHand(Bonds)";
    located(
        WRESTLING,
        &[
            (spend, "SpendInHand(Bond)", "Bond)", "unknown choice `Bond` for `ItemKind` (did you mean `Bonds`?"),
            (
                spend,
                "SpendInHands(Bonds)",
                "SpendInHands",
                "unknown choice `SpendInHands` for `Effect` (did you mean `SpendInHand`?",
            ),
            (spend, "SpendInHand(\"rope\")", "\"rope\"", "expected"),
            (spend, "SpendInHand(kind: Bonds)", "kind", "unknown choice `kind` for `ItemKind`"),
            (spend, "FollowOne([])", "FollowOne", "name at least one action"),
            (spend, "FollowOne([\"bind\", \"binds\"])", "\"binds\"", "unknown action `binds` (did you mean `bind`?"),
            (spend, "FollowOne([\"bind\", \"bind\"])", "\"bind\"])", "duplicate entry for `bind`"),
            (spend, "FollowOne(\"bind\")", "\"bind\"", "expected"),
            (
                spend,
                "FollowsOne([\"bind\"])",
                "FollowsOne",
                "unknown choice `FollowsOne` for `Effect` (did you mean `FollowOne`?",
            ),
        ],
    );
}

#[test] // PR-271, PR-G25
fn mistakes_in_cover_by_corners_are_located() {
    let (partial, improved) = ("partial: Some((amount: -2,", "improved: Some((amount: -8,");
    let save = "save: Some((stat: ReflexSave, amount: 2,";
    located(
        RULES,
        &[
            (partial, "partial: Some((amount: 2,", "2", "2 is out of range: expected -100 to -1"),
            (partial, "partly: Some((amount: -2,", "partly", "unknown field `partly` in `CoverCorners`"),
            (
                partial,
                "partial: Some((amounts: -2,",
                "amounts",
                "unknown field `amounts` in `Modifier` (did you mean `amount`?",
            ),
            (improved, "improved: Some((amount: 0,", "0", "0 is out of range: expected -100 to -1"),
            (improved, "improved: Some((amount: -101,", "-101", "-101 is out of range: expected -100 to -1"),
            (
                improved,
                "improves: Some((amount: -8,",
                "improves",
                "unknown field `improves` in `CoverCorners` (did you mean `improved`?",
            ),
            (save, "save: Some((stat: ReflexSave, amount: 0,", "0", "0 is out of range: expected 1 to 100"),
            (save, "save: Some((stat: ReflexSav, amount: 2,", "ReflexSav", "unknown choice `ReflexSav`"),
            (
                save,
                "save: Some((stats: ReflexSave, amount: 2,",
                "stats",
                "unknown field `stats` in `CoveredSave` (did you mean `stat`?",
            ),
        ],
    );
}

#[test] // PR-175, PR-G41
fn mistakes_in_the_place_of_those_that_act_as_readied_are_located() {
    let moves = "moves: Some(\"PR-G41\")";
    located(
        RULES,
        &[
            (moves, "moves: true", "true", "expected"),
            (moves, "moves: Some(41)", "41", "expected"),
            (moves, "move: Some(\"PR-G41\")", "move", "unknown field `move` in `ReadyPolicy` (did you mean `moves`?"),
        ],
    );
    let (counted, ready) = ("rulesets/time_count/ruleset.ron", "initiative: None,\n        lasts: NextTurn,");
    let message = "turns are counted, and have no order in which to move: leave `moves` out";
    located(counted, &[(ready, "initiative: None, moves: Some(\"G-39\"),\n        lasts: NextTurn,", "Some", message)]);
}

#[test] // PR-201, PR-203, PR-211
fn mistakes_in_what_is_resisted_are_located() {
    let resisted = "level: 4, resisted: Some(true)";
    located(
        SPELLS,
        &[
            (resisted, "level: 4, resisted: Some(yes)", "yes", "expected"),
            (
                resisted,
                "level: 4, resists: Some(true)",
                "resists",
                "unknown field `resists` in `Spell` (did you mean `resisted`?",
            ),
        ],
    );
    let found = found_after(SPELLS, "level: 4, resisted: Some(true)", "level: 4");
    assert!(
        found
            .iter()
            .any(|brief| brief.contains("say whether resistance to spells applies: add `resisted: Some(true)`")),
        "{found:#?}"
    );
    let (counted, spell) = ("rulesets/heroes_of_destiny/spells.ron", "does: Cast((");
    let message = "this rule system has no resistance to spells";
    located(counted, &[(spell, "does: Cast((resisted: Some(true), ", "Some", message)]);
}

#[test] // PR-340, PR-G48
fn mistakes_in_the_spells_of_those_that_are_held_are_located() {
    let held = "check: (CasterLevel, SpellAbility), base: 15, per_level: 2, per_stack: Some((amount: -2,";
    let with = |from: &str, to: &str| held.replacen(from, to, 1);
    located(
        RULES,
        &[
            (held, &with("15", "61"), "61", "61 is out of range: expected -60 to 60"),
            (held, &with("per_level: 2", "per_level: 21"), "21", "21 is out of range: expected 0 to 20"),
            (
                "per_stack: Some((amount: -2,",
                "per_stack: Some((amount: 2,",
                "2",
                "2 is out of range: expected -60 to -1",
            ),
            (held, &with("CasterLevel", "CasterLevl"), "CasterLevl", "unknown choice `CasterLevl`"),
            (
                held,
                &with("per_stack", "per_stacks"),
                "per_stacks",
                "unknown field `per_stacks` in `HeldCast` (did you mean `per_stack`?",
            ),
            (
                "while_held: Some((",
                "while_helt: Some((",
                "while_helt",
                "unknown field `while_helt` in `MagicPolicy` (did you mean `while_held`?",
            ),
        ],
    );
}

#[test] // PR-012, PR-013
fn mistakes_in_the_steps_of_a_round_are_located() {
    let end = "round_end: [Awareness]";
    located(
        RULES,
        &[
            (
                end,
                "round_end: [Awarness]",
                "Awarness",
                "unknown choice `Awarness` for `RoundStep` (did you mean `Awareness`?",
            ),
            (end, "round_end: Awareness", "Awareness", "expected"),
            (
                end,
                "round_ends: [Awareness]",
                "round_ends",
                "unknown field `round_ends` in `RoundTurns` (did you mean `round_end`?",
            ),
        ],
    );
    let found = found_after(RULES, end, "round_end: []");
    let message = "they never look around: add `Awareness` to `round_end` of the turn order";
    assert!(found.iter().any(|brief| brief.starts_with(RULES) && brief.contains(message)), "{found:#?}");
}

#[test] // PR-G37
fn mistakes_in_stats_that_hit_points_follow_are_located() {
    let zero = "(stat: Strength, condition: \"without_strength\", rule: \"PR-G37\")";
    let with = |from: &str, to: &str| zero.replacen(from, to, 1);
    located(
        RULES,
        &[
            (zero, &with("Strength", "Constitution"), "Constitution", "duplicate entry for constitution"),
            (zero, &with("Strength", "Strenth"), "Strenth", "unknown choice `Strenth`"),
            (
                zero,
                &with("\"without_strength\"", "\"without_strenth\""),
                "\"without",
                "unknown condition `without_strenth` (did you mean `without_strength`?",
            ),
            (
                zero,
                &with("condition", "conditions"),
                "conditions",
                "unknown field `conditions` in `ZeroStat` (did you mean `condition`?",
            ),
            (
                "fatal: Constitution",
                "fatel: Constitution",
                "fatel",
                "unknown field `fatel` in `FollowedStats` (did you mean `fatal`?",
            ),
            (
                "follows: Some((",
                "follow: Some((",
                "follow",
                "unknown field `follow` in `ConsciousnessPolicy` (did you mean `follows`?",
            ),
        ],
    );
}
