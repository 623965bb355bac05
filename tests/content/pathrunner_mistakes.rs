//! Mistakes in what Pathrunner needs of policies, actions and gear: line, column and reason.

use crate::hero_mistakes::located;
use crate::ruleset_mistakes::found_after;

const RULES: &str = "rulesets/pathrunner/ruleset.ron";
const ATTACKS: &str = "rulesets/pathrunner/actions/attacks.ron";
const MANOEUVRES: &str = "rulesets/pathrunner/actions/manoeuvres.ron";
const MOVEMENT: &str = "rulesets/pathrunner/actions/movement.ron";
const WRESTLING: &str = "rulesets/pathrunner/actions/wrestling.ron";

/// A mistake that is told after a change, wherever it is found.
pub fn told(file: &str, from: &str, to: &str, message: &str) {
    let found = found_after(file, from, to);
    assert!(found.iter().any(|brief| brief.contains(message)), "{message}\n{found:#?}");
}

#[test] // PR-284, PR-324, PR-386
fn mistakes_in_prices_by_talent_are_located() {
    let grab = "with: PowerfulManeuvers, actions: 1";
    let costs = "with: PowerfulManeuvers, actions: 1, costs: [(pool: \"swft\", points: 1)]";
    located(
        WRESTLING,
        &[
            (grab, "with: PowerfulManeuvers, actions: 21", "21", "21 is out of range: expected 0 to 20"),
            (grab, "with: PowerfulManeuvers, actions: 2", "2", "the action costs as much without the talent"),
            (grab, "with: PowerfulManoeuvres, actions: 1", "PowerfulManoeuvres", "unknown choice `PowerfulManoeuvres`"),
            (grab, costs, "\"swft\"", "unknown pool `swft` (did you mean `swift`?"),
        ],
    );
    let talent = "speed: Class(Standard), talent: Some((with: DeftManeuvers, actions: 1, rule: \"TC-001\")),";
    let file = "rulesets/time_count/actions/manoeuvres.ron";
    told(file, "speed: Class(Standard),", talent, "this rule system has no pool of actions");
}

#[test] // PR-314, PR-333, PR-336, PR-348, PR-388, PR-G30
fn mistakes_in_manoeuvres_and_holds_are_located() {
    located(
        MANOEUVRES,
        &[
            (
                "held_fast: Some((stat: ManeuverDefense",
                "held_fast: Some((stat: ManuverDefense",
                "ManuverDefense",
                "unknown choice `ManuverDefense`",
            ),
            ("FailsBy(10)", "FailsBy(0)", "FailsBy", "0 is out of range: expected 1 to 40"),
            (
                "rounds: Dice(\"1d4+1\")",
                "rounds: Dice(\"4\")",
                "\"4\"",
                "a roll needs at least one die, such as `1d4`: use `Just` for a number",
            ),
            ("rounds: Dice(\"1d4+1\")", "rounds: Dice(\"1d0\")", "\"1d0\"", "a die cannot have `0` sides"),
            (
                "dice: Named(\"maneuver\")",
                "dice: Named(\"manuver\")",
                "\"manuver\"",
                "unknown roll `manuver` (did you mean `maneuver`?",
            ),
        ],
    );
    located(
        WRESTLING,
        &[
            ("Loosen(2)", "Loosen(0)", "0", "0 is out of range: expected 1 to 1000"),
            ("Loosen(2)", "Losen(2)", "Losen", "unknown choice `Losen`"),
            (
                "StatPlus(ManeuverDefense, 15)",
                "StatPlus(ManeuverDefense, 150)",
                "150",
                "150 is out of range: expected -100 to 100",
            ),
            ("StatPlus(ManeuverDefense, 15)", "StatPlus(Defense, 15)", "Defense", "unknown choice `Defense`"),
        ],
    );
    located(
        ATTACKS,
        &[
            (
                "GainPoints(pool: \"off_hand\", points: 1)",
                "GainPoints(pool: \"off_hand\", points: 0)",
                "0",
                "0 is out of range: expected 1 to 100",
            ),
            (
                "GainPoints(pool: \"off_hand\"",
                "GainPoints(pool: \"offhand\"",
                "\"offhand\"",
                "unknown pool `offhand` (did you mean `off_hand`?",
            ),
            ("stat: Some(FullAttacks)", "stat: Some(FullAtacks)", "FullAtacks", "unknown choice `FullAtacks`"),
        ],
    );
    let save = "by: Target, held_fast: Some((stat: Vigor, rule: \"TC-001\")), roll: Stat(Power), against: \
                Difficulty(number: 10, rule: \"TC-001\"),";
    told(
        "rulesets/time_count/actions/manoeuvres.ron",
        "roll: Unarmed, // TC-382\n            against: One(Vigor),",
        save,
        "only a roll of the actor must overcome those that hold the target",
    );
}

#[test] // PR-168, PR-G16, PR-G31, PR-G40
fn mistakes_in_gaits_are_located() {
    located(
        MOVEMENT,
        &[
            ("Move(Straight(4))", "Move(Straight(0))", "0", "0 is out of range: expected 1 to 10"),
            ("Move(Step)", "Move(Stepp)", "Stepp", "unknown choice `Stepp`"),
            (
                "condition: \"running\"",
                "condition: \"runing\"",
                "\"runing\"",
                "unknown condition `runing` (did you mean `running`?",
            ),
        ],
    );
    let step = found_after(RULES, "step_rule: Some(\"PR-G31\")", "step_rule: None");
    assert!(step.iter().any(|brief| brief.contains("give `movement` a `step_rule`")), "{step:#?}");
    let straight = found_after(RULES, "straight_rule: Some(\"PR-G16\")", "straight_rule: None");
    assert!(
        straight.iter().any(|brief| brief.starts_with(RULES) && brief.contains("give `movement` a `straight_rule`")),
        "{straight:#?}"
    );
    let begins = "does: LeaveStance, begins_with: Some((condition: \"running\", rule: \"PR-G40\")),";
    told(MOVEMENT, "does: LeaveStance,", begins, "only a movement (`does: Move`) begins with a condition");
}

#[test] // PR-295, PR-296
fn mistakes_in_further_rolls_are_located() {
    located(
        RULES,
        &[
            ("(id: \"bonds\", roll:", "(id: \"maneuver\", roll:", "\"maneuver\"", "duplicate entry for `maneuver`"),
            ("(id: \"bonds\", roll:", "(id: \"Bonds!\", roll:", "\"Bonds!\"", "invalid id `Bonds!`"),
            (
                "stat: FortitudeSave, dice: Check, of: Some(Damage)",
                "stat: FortitudeSave, dice: Named(\"save\"), of: Some(Damage)",
                "\"save\"",
                "unknown roll `save`",
            ),
            ("dice: Check, number: 10", "dice: Named(\"save\"), number: 10", "\"save\"", "unknown roll `save`"),
        ],
    );
}

#[test] // PR-060, PR-111, PR-117, PR-130, PR-C26
fn mistakes_in_the_dice_and_terms_of_damage_are_located() {
    let fire = "(harm: \"fire\", unless: [Construct, Nonflammable], does: Steps(1)";
    located(
        RULES,
        &[
            (
                "(harm: \"acid\", does: Steps(-1)",
                "(harm: \"acidd\", does: Steps(-1)",
                "\"acidd\"",
                "unknown damage type `acidd` (did you mean `acid`?",
            ),
            ("(harm: \"acid\", does: Steps(-1)", "(harm: \"acid\", does: Steps(0)", "0", "no step changes nothing"),
            (
                "(harm: \"acid\", does: Steps(-1)",
                "(harm: \"acid\", does: Steps(-21)",
                "-21",
                "-21 is out of range: expected -20 to 20",
            ),
            (
                "(harm: \"acid\", does: Steps(-1)",
                "(harm: [], does: Steps(-1)",
                "[]",
                "name at least one type of damage",
            ),
            (
                fire,
                "(harm: \"fire\", only: [Construct], unless: [Construct], does: Steps(1)",
                "Construct], does",
                "no target has Construct and lacks it",
            ),
            ("(\"1d12\", \"2d6\")", "(\"1d8\", \"2d6\")", "\"1d8\"", "d8 is itself on the list `die_steps`"),
            ("(\"1d12\", \"2d6\")", "(\"1d12\", \"2d7\")", "\"2d7\"", "2d7 is not on the list `die_steps`"),
            ("sides: [2, 3, 4,", "sides: [2, 4, 3,", "3", "order the sides of the dice from the fewest to the most"),
            ("sides: [2, 3, 4,", "sides: [0, 3, 4,", "0", "0 is out of range: expected 1 to 1000"),
            (
                "stat: StrengthModifier, rule: \"PR-060\"",
                "stat: Strong, rule: \"PR-060\"",
                "Strong",
                "unknown choice `Strong`",
            ),
        ],
    );
    told(RULES, "light_penalty_rule: \"PR-062\", ", "", "the field `light_penalty_rule` is missing in `ByHands`");
}

#[test] // PR-218, PR-225, PR-258, PR-259, PR-G36
fn mistakes_in_wounds_of_the_body_are_located() {
    let together = "parts: [\"left leg\", \"right leg\"], at: AtMost(0), condition: \"crawling\"";
    let with = |from: &str, to: &str| together.replacen(from, to, 1);
    let (unknown, twice) = (with("\"right leg\"", "\"right wing\""), with("\"right leg\"", "\"left leg\""));
    let (alone, far) = (with(", \"right leg\"", ""), with("AtMost(0)", "AtMost(101)"));
    let condition = with("\"crawling\"", "\"crawlin\"");
    located(
        RULES,
        &[
            (together, &unknown, "\"right wing\"", "unknown part of the body `right wing` (did you mean `right leg`?"),
            (together, &twice, "\"left leg\"], at", "duplicate entry for `left leg`"),
            (together, &alone, "[\"left leg\"]", "name at least two parts of the body"),
            (together, &far, "101", "101 is out of range: expected -1000 to 100"),
            (together, &condition, "\"crawlin\"", "unknown condition `crawlin` (did you mean `crawling`?"),
            (
                "equal: \"reeling\"",
                "equal: \"reling\"",
                "\"reling\"",
                "unknown condition `reling` (did you mean `reeling`?",
            ),
            ("alone: -4, both: -2", "alone: -64, both: -2", "-64", "-64 is out of range: expected -60 to 60"),
            (
                "number: 10, rule: \"PR-258\"",
                "number: 201, rule: \"PR-258\"",
                "201",
                "201 is out of range: expected -100 to 200",
            ),
            ("loses: 1,", "loses: 0,", "0", "0 is out of range: expected 1 to 100"),
        ],
    );
    told(RULES, "alone: -4, both: -2", "alone: 0, both: 0", "these modifiers change nothing: leave `attacks` out");
    let gathered = "(on: (nonlethal: Some(true)), does: Lose([Fatigue]), rule: \"PR-G36\"),";
    told(RULES, gathered, "", "nonlethal damage is never gathered: add `Fatigue` to a step `Lose`");
}

#[test] // PR-303, PR-350, PR-353, PR-C18
fn mistakes_in_pushes_and_occupied_spaces_are_located() {
    let drag = "(kind: Drag, with: Some(GreaterDrag)";
    located(
        RULES,
        &[
            (drag, "(kind: Drags, with: Some(GreaterDrag)", "Drags", "unknown choice `Drags`"),
            (drag, "(kind: Push, with: Some(GreaterBullRush)", "Push", "duplicate entry for `Push`"),
            (drag, "(kind: Drag, with: Some(GreatDrag)", "GreatDrag", "unknown choice `GreatDrag`"),
            (
                "points: 1, included_from: 2",
                "points: 21, included_from: 2",
                "21",
                "21 is out of range: expected 0 to 20",
            ),
            ("points: 1, included_from: 2", "points: 1, included_from: 0", "0", "0 is out of range: expected 1 to 20"),
        ],
    );
    let none = "no movement pushes through enemies: name its action in `push_through`";
    told(RULES, "push_through: Some(\"overrun_foe\")", "push_through: None", none);
    let counted = "rulesets/time_count/ruleset.ron";
    let along = "push: (along: Some((points: 1, included_from: 2, rule: \"TC-001\")),";
    told(counted, "push: (", along, "this rule system has no pool of actions");
}

#[test] // PR-328, PR-329, PR-334, PR-341, PR-C20, PR-C31
fn mistakes_in_grapples_are_located() {
    located(
        RULES,
        &[
            ("holding_from: 1,", "holding_from: 1001,", "1001", "1001 is out of range: expected 0 to 1000"),
            ("stacks_count: Highest,", "stacks_count: Greatest,", "Greatest", "unknown choice `Greatest`"),
            ("(own_steps: Some(\"PR-C31\"))", "(own_step: Some(\"PR-C31\"))", "own_step", "unknown field `own_step`"),
            (
                "(at: 1, condition: \"immobilized\"",
                "(at: 0, condition: \"immobilized\"",
                "0",
                "0 is out of range: expected 1 to 1000",
            ),
            (
                "(at: 1, condition: \"immobilized\"",
                "(at: 1, condition: \"immobilised\"",
                "\"immobilised\"",
                "unknown condition `immobilised` (did you mean `immobilized`?",
            ),
        ],
    );
    let none = "holders have no condition: name it in `holding`";
    told(RULES, "holding: Some(\"grappling\"),", "holding: None,", none);
    let counted = "rulesets/time_count/ruleset.ron";
    let highest = "grapple: (stacks_count: Highest,";
    told(counted, "grapple: (", highest, "no condition depends on stacks: name it in `stacks`");
}

#[test] // PR-036, PR-163, PR-284, PR-303, PR-G25
fn mistakes_in_reactions_debts_and_cover_are_located() {
    let forced = "forced: true, unless";
    let gaits = "gaits: [Walk], forced: true, unless";
    located(
        RULES,
        &[
            (
                "counts_with: Some(\"opportunity\")",
                "counts_with: Some(\"oportunity\")",
                "Some(\"opor",
                "unknown other reaction `oportunity` (did you mean `opportunity`?",
            ),
            (
                "counts_with: Some(\"opportunity\")",
                "counts_with: Some(\"opportunity_trip\")",
                "Some(\"opp",
                "unknown other reaction `opportunity_trip`",
            ),
            (
                "debt_by_reactions: true",
                "debt_by_reaction: true",
                "debt_by_reaction",
                "unknown field `debt_by_reaction`",
            ),
            (
                "attack: Some((amount: -4, rule: \"PR-G25\"))",
                "attack: Some((amount: 4, rule: \"PR-G25\"))",
                "4",
                "4 is out of range: expected -100 to -1",
            ),
            (forced, gaits, "[Walk]", "forced movement has no gait"),
            (forced, "gaits: [Straight(11)], unless", "11", "11 is out of range: expected 1 to 10"),
            ("uncovered: true, tags", "uncovered: yes, tags", "yes", "expected boolean"),
            ("uncovered: true, tags", "uncovered: true, forced: true, tags", "true, tags", "only steps are forced"),
        ],
    );
    let advance = "debt: 1, // immediate";
    told(RULES, advance, "debt: 0, // immediate", "no points are spent in advance: give the pool a `debt`");
}

#[test] // PR-G27
fn mistakes_in_weapons_with_reach_are_located() {
    let weapons = "units/pathrunner/items/weapons.ron";
    located(
        weapons,
        &[("[Reach", "[Reech", "Reech", "unknown choice `Reech` for `WeaponProperty` (did you mean `Reach`?")],
    );
}

#[test]
fn mistakes_in_what_the_window_shows_of_pools_and_bodies_are_located() {
    located(
        RULES,
        &[
            ("many: Some(\"parries\")", "many: Some(\" \")", "Some(\" \")", "must not be blank"),
            ("drawn: Some(Head)", "drawn: Some(Hed)", "Hed", "unknown choice `Hed`"),
            ("drawn: Some(Head)", "drawn: Some(Trunk)", "Some(Trunk)", "another part is drawn there"),
        ],
    );
}
