//! Options and forecasts during play: altitudes of flights, lists, readied actions, the end.

use crate::test_window::{TestWindow, opening_of};
use bevy::prelude::{KeyCode, State};
use tempfile::TempDir;
use warboard::battle::{Act, CombatantId, Target};
use warboard::content::Source;
use warboard::control::Strength;
use warboard::ecs::ShownBattle;
use warboard::grid::Cell;
use warboard::gui::playback::Speed;
use warboard::gui::saves::SessionRequest;
use warboard::gui::screens::Screen;
use warboard::gui::session::{OpenPrompt, Seat, Session};
use warboard::gui::settings::Settings;
use warboard::replay::RecordingEntry;
use warboard::resolution::{Asks, Choice};

pub const TWO: [Seat; 2] = [Seat::Human, Seat::Human];

pub fn scenario(first: &str, limit: u16) -> Source {
    let text = format!(
        r##"(
    name: "The field", about: "Two.", shape: Square,
    map: ["..........", ".a......b.", ".........."],
    legend: {{ ".": "grass" }}, marks: {{ "a": "grass", "b": "grass" }},
    sides: [
        (name: "Ours", control: Human, units: [(unit: "{first}", name: "Asa", at: Mark("a"))]),
        (name: "Theirs", control: Human, units: [(unit: "spearman", name: "Bror", at: Mark("b"), surprised: true)]),
    ],
    limit: {limit},
)"##
    );
    Source::new("field.ron", text)
}

/// A window on the field with two players, from the text of its scenario.
fn open(home: &TempDir, text: String, ruleset: &str) -> TestWindow {
    TestWindow::open(home.path(), Some(opening_of(Source::new("field.ron", text), ruleset, &TWO, 7)))
}

pub fn field(home: &TempDir, ruleset: &str, first: &str, seats: &[Seat], limit: u16) -> TestWindow {
    let mut window = TestWindow::open(home.path(), Some(opening_of(scenario(first, limit), ruleset, seats, 7)));
    window.change::<Settings>(|settings| (settings.speed, settings.pass_screen) = (Speed::Instant, false));
    window.wait_for_prompt().frames(60);
    window
}

fn home() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

#[test] // TA-149
fn a_flight_goes_to_the_chosen_height_and_shows_its_cost() {
    let home = home();
    let mut window = field(&home, "fragments", "harpy", &TWO, 600);
    window.press(KeyCode::PageUp).press(KeyCode::PageUp).point_at_cell(Cell::new(4, 1));
    assert!(window.shows("Fly: click a cell") && window.shows("15 ft higher"), "{:#?}", window.texts());
    window.press(KeyCode::PageDown);
    assert!(window.shows("10 ft higher"), "{:#?}", window.texts());
    window.click_cell(Cell::new(4, 1));
    let flown = Choice::Act(Act::flying("fly", (2..=4).map(|x| Cell::new(x, 1)).collect(), 10));
    assert_eq!(window.answers().last(), Some(&flown));
    window.wait_for_prompt().frames(3);
    assert_eq!(window.resource::<ShownBattle>().snapshot().rows[0].position.altitude, 10);

    // Straight down over the same place.
    window.press(KeyCode::PageDown).press(KeyCode::PageDown);
    assert!(window.shows("10 ft lower"), "{:#?}", window.texts());
    window.click_cell(Cell::new(4, 1));
    assert_eq!(window.answers().last(), Some(&Choice::Act(Act::flying("fly", Vec::new(), -10))));
    window.wait_for_prompt().frames(3);
    assert_eq!(window.resource::<ShownBattle>().snapshot().rows[0].position.altitude, 0);
}

#[test] // TA-148, TA-149
fn a_flight_too_far_for_its_height_says_so() {
    let home = home();
    let mut window = field(&home, "fragments", "harpy", &TWO, 600);
    for _ in 0..8 {
        window.press(KeyCode::PageUp);
    }
    window.click_cell(Cell::new(7, 1));
    assert!(window.answers().is_empty());
    assert!(window.shows("cells of movement are more than the 16 of this flight"), "{:#?}", window.texts());
}

#[test] // TA-003
fn ending_an_unused_turn_takes_two_presses() {
    let home = home();
    let mut window = field(&home, "fragments", "swordsman", &TWO, 600);
    let waits = |window: &TestWindow| window.answers().contains(&Choice::Act(Act::own("wait")));
    window.press(KeyCode::KeyW).frames(3);
    assert!(
        !waits(&window) && window.shows("nothing was done this turn; click again to end the turn"),
        "{:#?}",
        window.texts()
    );
    window.press(KeyCode::KeyW).frames(3);
    assert!(waits(&window), "{:?}", window.answers());
    // With actions left it takes two presses, too.
    let mut window = field(&home, "fragments", "swordsman", &TWO, 600);
    window.click_cell(Cell::new(3, 1)).wait_for_prompt().frames(3);
    window.press(KeyCode::KeyW).frames(3);
    assert!(
        !waits(&window) && window.shows("2 of 3 actions are left; click again to end the turn"),
        "{:#?}",
        window.texts()
    );
    window.press(KeyCode::KeyW).frames(3);
    assert!(waits(&window), "{:?}", window.answers());
}

#[test] // TA-136, TA-148, TA-150
fn falls_are_announced_and_show_the_chance_to_catch_hold() {
    let home = home();
    let by_a_wall = scenario("harpy", 600)
        .text
        .replace("[\"..........\"", "[\"##########\"")
        .replace("{ \".\": \"grass\" }", "{ \".\": \"grass\", \"#\": \"wall\" }");
    let mut window = open(&home, by_a_wall, "fragments");
    window.change::<Settings>(|settings| (settings.speed, settings.pass_screen) = (Speed::Instant, false));
    window.wait_for_prompt().frames(60);
    window.press(KeyCode::PageUp).press(KeyCode::PageUp).click_cell(Cell::new(6, 1));
    window.wait_for_prompt().frames(3);
    window.press(KeyCode::KeyW).press(KeyCode::KeyW).frames(60);
    assert!(!window.shows("it falls unless"), "it flew far enough in its first turn: {:#?}", window.texts());
    window.press(KeyCode::KeyW).frames(3);
    assert!(
        window.shows("it falls unless it flies") && window.shows("click again to end the turn"),
        "{:#?}",
        window.texts()
    );
    window.press(KeyCode::KeyW).frames(60);
    let chance = "Climbing check, d20";
    assert!(
        window.shows("15 ft above the ground") && window.shows(chance) && window.shows("Costs 1 reaction"),
        "{:#?}",
        window.texts()
    );
    assert!(window.texts().contains(&"§"), "{:#?}", window.texts());
}

#[test] // TC-431, TC-437, TC-438
fn each_facing_shows_its_effect_on_attacks() {
    let home = home();
    let text = scenario("swordsman", 600).text;
    let both = "Mark(\"b\"), surprised: true), (unit: \"spearman\", name: \"Carl\", at: Mark(\"c\")";
    let text = text.replace(".a......b.", "bac.......");
    let text = text
        .replace("\"b\": \"grass\"", "\"b\": \"grass\", \"c\": \"grass\"")
        .replace("Mark(\"b\"), surprised: true", both);
    let mut window = open(&home, text, "time_count");
    window.change::<Settings>(|settings| (settings.speed, settings.pass_screen) = (Speed::Instant, false));
    window.wait_for_prompt().frames(60);
    let asked = window.resource::<OpenPrompt>().0.clone();
    assert!(asked.is_some_and(|prompt| matches!(prompt.asks, Asks::Face { .. })), "{:#?}", window.texts());
    for words in ["All around: +2 per flanker", "facing one direction: +0 from the front", "+4 from behind"] {
        assert!(window.shows(words), "{words}: {:#?}", window.texts());
    }
}

#[test]
fn readied_attacks_are_listed_first_and_the_rest_in_groups() {
    let home = home();
    let mut window = field(&home, "fragments", "swordsman", &TWO, 600);
    window.press(KeyCode::KeyQ);
    let texts = window.texts();
    let at = |words: &str| texts.iter().position(|text| text.starts_with(words)).unwrap_or(usize::MAX);
    assert!(at("1 Attack with") < at("Move to..."), "{texts:#?}");
    assert!(texts.contains(&"Attack") && !window.shows("All possible"), "{texts:#?}");
    window.press(KeyCode::Digit1);
    match window.answers().last() {
        Some(Choice::Act(Act { target: Target::Ready(readied), .. })) => {
            assert_eq!(readied.act.action.as_str(), "attack");
        }
        other => panic!("nothing is made ready but {other:?}"),
    }
}

#[test] // TC-235
fn spells_to_prepare_show_their_effect_and_cost() {
    let home = home();
    let mut window = field(&home, "time_count", "wise_woman", &TWO, 600);
    window.click("Prepare");
    let texts = window.texts();
    assert!(texts.iter().any(|text| text.contains("Mend") && text.contains("level")), "{texts:#?}");
    assert!(texts.iter().any(|text| text.contains("counts, level")), "{texts:#?}");
    window.press(KeyCode::Digit1);
    assert!(matches!(window.answers(), [Choice::Act(Act { target: Target::Known(_), .. })]), "{:?}", window.answers());
}

#[test]
fn the_result_can_be_dismissed_to_view_the_board() {
    let home = home();
    let mut window = field(&home, "fragments", "swordsman", &TWO, 10);
    to_the_end(&mut window);
    assert!(window.shows("Undecided") && window.shows("Expected"), "{:#?}", window.texts());
    window.click("View battlefield").frames(3);
    assert!(window.shows("Undecided") && !window.shows("Expected"), "{:#?}", window.texts());
    window.click("Show the result").frames(3);
    assert!(window.shows("Expected"), "{:#?}", window.texts());
}

/// Lets all others wait until the first combatant has the prompt.
fn asks_the_first(window: &mut TestWindow) {
    window.change::<Settings>(|settings| (settings.speed, settings.pass_screen) = (Speed::Instant, false));
    window.wait_for_prompt().frames(60);
    while window.resource::<OpenPrompt>().who() != Some(CombatantId(0)) {
        window.answer(Choice::Act(Act::own("wait")));
        window.wait_for_prompt().frames(3);
    }
}

#[test] // G-92, TC-335, TA-142
fn the_forecast_of_a_push_warns_of_deep_water_and_ledges() {
    let home = home();
    let by_the_river = scenario("brawler", 600).text.replace(".a......b.", "......ab~.");
    let river = by_the_river.replace("\".\": \"grass\"", "\".\": \"grass\", \"~\": \"water\"");
    let mut window = open(&home, river, "time_count");
    asks_the_first(&mut window);
    window.press(KeyCode::KeyB).point_at_cell(Cell::new(7, 1)).frames(4);
    let words = "if pushed, it is carried away by deep water at (8, 1)";
    assert!(window.shows(words), "{:#?}", window.texts());
    window.press(KeyCode::Escape).press(KeyCode::KeyA).point_at_cell(Cell::new(7, 1)).frames(4);
    assert!(!window.shows("pushed, it"), "a strike does not push: {:#?}", window.texts());

    drop(window);
    let ledge = scenario("brawler", 600).text.replace(".a......b.", "......ab..");
    let text = ledge
        .replace("sides: [", "heights: [\"2222222200\", \"2222222200\", \"2222222200\"], needs: [Height], sides: [");
    let mut window = open(&home, text, "fragments");
    asks_the_first(&mut window);
    window.press(KeyCode::KeyP).point_at_cell(Cell::new(7, 1)).frames(4);
    assert!(window.shows("if pushed, it falls 10 ft at (8, 1)"), "{:#?}", window.texts());
}

/// Waits until the limit of a battle is reached and its result is shown.
fn to_the_end(window: &mut TestWindow) {
    for _ in 0..40 {
        if window.resource::<OpenPrompt>().0.is_some() {
            window.answer(Choice::Act(Act::own("wait")));
        }
        window.frames(2);
    }
    window.wait_until("the battle is over", |window| *window.resource::<State<Screen>>().get() == Screen::Result);
    window.frames(4);
}

#[test] // G-88, TC-124
fn a_battle_continues_from_the_state_of_the_previous_one() {
    let home = home();
    let text = scenario("archer", 10).text.replace("name: \"Asa\", at: Mark(\"a\")", "at: Mark(\"a\"), hurt: 3");
    let mut window = open(&home, text, "time_count");
    window.change::<Settings>(|settings| (settings.speed, settings.pass_screen) = (Speed::Instant, false));
    to_the_end(&mut window);
    assert!(window.shows("Carried over: Archer."), "{:#?}", window.texts());
    window.click("Continue").frames(3);
    window.wait_until("the next battle has a prompt", |window| {
        window.resource::<OpenPrompt>().0.is_some() && window.resource::<Session>().opening.setup.before.is_some()
    });
    let hurt = |window: &TestWindow| {
        let rows = &window.resource::<ShownBattle>().snapshot().rows;
        let archer = rows.iter().find(|row| &*row.name == "Archer").expect("the archer goes on");
        archer.vitals.maximum - archer.vitals.hit_points
    };
    assert_eq!(hurt(&window), 3);
    window.frames(60);
    assert!(window.shows("— no rest —"), "{:#?}", window.texts());
    // It is saved with all that, and its files are read again without a change being seen.
    let content = window.resource::<Session>().opening.beginning().content;
    window.world_mut().write_message(SessionRequest::Leave);
    window.frames(6);
    window.world_mut().write_message(SessionRequest::Continue);
    window.wait_until("the battle continues", |window| window.resource::<OpenPrompt>().0.is_some());
    assert_eq!(window.resource::<Session>().opening.beginning().content, content);
    assert_eq!(hurt(&window), 3);
}

#[test]
fn the_window_responds_while_the_computer_thinks_and_names_the_unit() {
    let home = home();
    let seats = [Seat::Human, Seat::Ai(Strength::Hard)];
    let mut window = field(&home, "fragments", "swordsman", &seats, 600);
    for _ in 0..3 {
        window.answer(Choice::Act(Act::own("wait")));
        while window.resource::<OpenPrompt>().0.is_none() {
            let thinks = window.resource::<Session>().thinks_for();
            assert!(thinks.is_none_or(|who| who == CombatantId(1)));
            window.frames(1);
        }
    }
    assert_eq!(window.resource::<Session>().thinks_for(), None);
    assert!(window.resource::<Session>().decision_of(CombatantId(1)).is_some(), "and what was thought is kept");
}

#[test] // G-40
fn standing_by_is_one_key_where_every_count_prompts_again() {
    let home = home();
    let seats = [Seat::Human, Seat::Ai(Strength::Easy)];
    let mut window = field(&home, "time_count", "wise_woman", &seats, 600);
    assert!(window.shows("Stand by (.)"), "{:#?}", window.texts());
    let begun = window.resource::<ShownBattle>().snapshot().count;
    window.press(KeyCode::Period).frames(2).wait_for_prompt();
    assert!(window.resource::<ShownBattle>().snapshot().count > begun + 1, "no prompt was opened on the next count");
    assert!(window.answers().len() == 1, "{:?}", window.answers());
}

#[test]
fn standing_by_is_unavailable_where_a_wait_ends_the_turn() {
    let home = home();
    let mut window = field(&home, "fragments", "swordsman", &TWO, 600);
    assert!(!window.shows("Stand by"), "{:#?}", window.texts());
    window.press(KeyCode::Period);
    assert!(window.answers().is_empty());
}

/// All choices of the battle so far.
fn done(window: &TestWindow) -> Vec<Choice> {
    let chosen = |entry: &RecordingEntry| {
        if let RecordingEntry::Chosen(chosen) = entry { Some(chosen.choice.clone()) } else { None }
    };
    window.resource::<Session>().recording().entries.iter().filter_map(chosen).collect()
}

#[test] // TA-044
fn a_blade_in_hand_is_thrown_only_if_the_throw_is_picked() {
    let home = home();
    let mut window = field(&home, "fragments", "rogue", &TWO, 600);
    asks_the_first(&mut window);
    let enemy = Cell::new(8, 1);
    window.point_at_cell(enemy);
    assert!(window.shows("To throw the weapon from here, pick the attack"), "{:#?}", window.texts());
    window.press(KeyCode::KeyA).point_at_cell(enemy).frames(3);
    assert!(window.shows("thrown: the weapon leaves the hand"), "{:#?}", window.texts());
    window.press(KeyCode::Escape).point_at_cell(enemy).click_cell(enemy);
    assert!(
        matches!(window.answers().last(), Some(Choice::Act(Act { target: Target::Path(_), .. }))),
        "{:?}",
        window.answers()
    );
}

#[test] // G-36
fn a_click_on_a_distant_enemy_walks_up_and_strikes_and_the_tooltip_says_so() {
    let home = home();
    for (ruleset, unit) in [("fragments", "action"), ("time_count", "count")] {
        let mut window = field(&home, ruleset, "swordsman", &TWO, 600);
        asks_the_first(&mut window);
        let waited = window.answers().len();
        window.point_at_cell(Cell::new(8, 1));
        assert!(window.shows("Out of reach: a click moves there first") && window.shows(unit), "{:#?}", window.texts());
        window.click_cell(Cell::new(8, 1));
        assert!(
            matches!(window.answers()[waited..], [Choice::Act(Act { target: Target::Path(_), .. })]),
            "{:?}",
            window.answers()
        );
        let strikes = |choice: &Choice| matches!(choice, Choice::Act(act) if act.aimed_at() == Some(CombatantId(1)));
        for _ in 0..30 {
            window.wait_for_prompt().frames(3);
            if done(&window).iter().any(strikes) {
                break;
            }
            assert_eq!(
                window.resource::<OpenPrompt>().who(),
                Some(CombatantId(1)),
                "only the other is asked in {ruleset}"
            );
            window.answer(Choice::Act(Act::own("wait")));
        }
        assert!(done(&window).iter().any(strikes), "{ruleset}: {:?}", done(&window));
    }
}

#[test] // TC-212
fn combatants_acting_on_the_same_count_are_shown_while_effects_are_pending() {
    let home = home();
    let mut window = field(&home, "time_count", "swordsman", &TWO, 600);
    assert!(!window.shows("Simultaneous with"), "{:#?}", window.texts());
    while !window.shows("Simultaneous with") && window.answers().len() < 40 {
        window.answer(Choice::Act(Act::own("wait")));
        window.wait_for_prompt().frames(3);
    }
    let other = if window.resource::<OpenPrompt>().who() == Some(CombatantId(0)) { "Bror" } else { "Asa" };
    let words = format!("Simultaneous with {other}: all orders resolve at once.");
    assert!(window.shows(&words) && window.shows("§"), "{:#?}", window.texts());
}

#[test] // TC-377
fn actions_on_oneself_ask_for_no_target() {
    let home = home();
    let stapled = scenario("rogue", 600).text.replace("at: Mark(\"a\")", "at: Mark(\"a\"), afflicted: [\"stapled\"]");
    let mut window = open(&home, stapled, "time_count");
    asks_the_first(&mut window);
    window.click("Slip free").frames(3);
    assert!(window.shows("Slip free: click the unit itself"), "{:#?}", window.texts());
    window.hover_over(Cell::new(1, 1));
    assert!(window.shows("or more succeeds") && !window.shows("at Asa"), "{:#?}", window.texts());
}
