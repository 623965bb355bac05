//! What the window offers and tells while one plays: heights of flights, lists, readied actions, the end.

use crate::pane::{Pane, opening_of};
use bevy::prelude::KeyCode;
use tempfile::TempDir;
use warboard::battle::{Act, CombatantId, Target};
use warboard::content::authored::Source;
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

const TWO: [Seat; 2] = [Seat::Human, Seat::Human];

fn scenario(first: &str, limit: u16) -> Source {
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

pub fn field(home: &TempDir, ruleset: &str, first: &str, seats: &[Seat], limit: u16) -> Pane {
    let mut pane = Pane::open(home.path(), Some(opening_of(scenario(first, limit), ruleset, seats, 7)));
    pane.change::<Settings>(|settings| (settings.speed, settings.pass_screen) = (Speed::Instant, false));
    pane.until_asked().frames(60);
    pane
}

fn home() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

#[test] // TA-149
fn a_flight_goes_as_high_as_one_chooses_and_says_what_that_takes() {
    let home = home();
    let mut pane = field(&home, "fragments", "harpy", &TWO, 600);
    pane.press(KeyCode::PageUp).press(KeyCode::PageUp).point_cell(Cell::new(4, 1));
    assert!(pane.shows("Fly: click a cell") && pane.shows("15 ft higher"), "{:#?}", pane.texts());
    pane.press(KeyCode::PageDown);
    assert!(pane.shows("10 ft higher"), "{:#?}", pane.texts());
    pane.click_cell(Cell::new(4, 1));
    let flown = Choice::Act(Act::flying("fly", (2..=4).map(|x| Cell::new(x, 1)).collect(), 10));
    assert_eq!(pane.given().last(), Some(&flown));
    pane.until_asked().frames(3);
    assert_eq!(pane.resource::<ShownBattle>().snapshot().rows[0].position.altitude, 10);

    // Straight down over the same place.
    pane.press(KeyCode::PageDown).press(KeyCode::PageDown);
    assert!(pane.shows("10 ft lower"), "{:#?}", pane.texts());
    pane.click_cell(Cell::new(4, 1));
    assert_eq!(pane.given().last(), Some(&Choice::Act(Act::flying("fly", Vec::new(), -10))));
    pane.until_asked().frames(3);
    assert_eq!(pane.resource::<ShownBattle>().snapshot().rows[0].position.altitude, 0);
}

#[test] // TA-148, TA-149
fn a_flight_that_is_too_far_for_its_height_says_so() {
    let home = home();
    let mut pane = field(&home, "fragments", "harpy", &TWO, 600);
    for _ in 0..8 {
        pane.press(KeyCode::PageUp);
    }
    pane.click_cell(Cell::new(7, 1));
    assert!(pane.given().is_empty());
    assert!(pane.shows("cells of movement are more than the 16 of this flight"), "{:#?}", pane.texts());
}

#[test] // TA-003
fn a_turn_in_which_nothing_was_done_is_ended_by_saying_so_twice() {
    let home = home();
    let mut pane = field(&home, "fragments", "swordsman", &TWO, 600);
    let waits = |pane: &Pane| pane.given().contains(&Choice::Act(Act::own("wait")));
    pane.press(KeyCode::KeyW).frames(3);
    assert!(
        !waits(&pane) && pane.shows("nothing was done this turn; click again to end the turn"),
        "{:#?}",
        pane.texts()
    );
    pane.press(KeyCode::KeyW).frames(3);
    assert!(waits(&pane), "{:?}", pane.given());
    // With actions left it takes two presses, too.
    let mut pane = field(&home, "fragments", "swordsman", &TWO, 600);
    pane.click_cell(Cell::new(3, 1)).until_asked().frames(3);
    pane.press(KeyCode::KeyW).frames(3);
    assert!(!waits(&pane) && pane.shows("2 of 3 actions are left; click again to end the turn"), "{:#?}", pane.texts());
    pane.press(KeyCode::KeyW).frames(3);
    assert!(waits(&pane), "{:?}", pane.given());
}

#[test] // TA-136, TA-148, TA-150
fn one_who_would_fall_is_told_and_one_who_falls_learns_its_chance_to_catch_hold() {
    let home = home();
    let by_a_wall = Source::new(
        "field.ron",
        scenario("harpy", 600)
            .text
            .replace("[\"..........\"", "[\"##########\"")
            .replace("{ \".\": \"grass\" }", "{ \".\": \"grass\", \"#\": \"wall\" }"),
    );
    let mut pane = Pane::open(home.path(), Some(opening_of(by_a_wall, "fragments", &TWO, 7)));
    pane.change::<Settings>(|settings| (settings.speed, settings.pass_screen) = (Speed::Instant, false));
    pane.until_asked().frames(60);
    pane.press(KeyCode::PageUp).press(KeyCode::PageUp).click_cell(Cell::new(6, 1));
    pane.until_asked().frames(3);
    pane.press(KeyCode::KeyW).press(KeyCode::KeyW).frames(60);
    assert!(!pane.shows("it falls unless"), "it flew far enough in its first turn: {:#?}", pane.texts());
    pane.press(KeyCode::KeyW).frames(3);
    assert!(pane.shows("it falls unless it flies") && pane.shows("click again to end the turn"), "{:#?}", pane.texts());
    pane.press(KeyCode::KeyW).frames(60);
    let chance = "Climbing check, d20";
    assert!(
        pane.shows("15 ft above the ground") && pane.shows(chance) && pane.shows("Costs one reaction"),
        "{:#?}",
        pane.texts()
    );
    assert!(pane.texts().contains(&"TA-136"), "{:#?}", pane.texts());
}

#[test] // TC-431, TC-437, TC-438
fn each_way_to_face_says_what_it_does_to_attacks() {
    let home = home();
    let text = scenario("swordsman", 600).text;
    let both = "Mark(\"b\"), surprised: true), (unit: \"spearman\", name: \"Carl\", at: Mark(\"c\")";
    let between =
        text.replace(".a......b.", "bac.......").replace("\"b\": \"grass\"", "\"b\": \"grass\", \"c\": \"grass\"");
    let between = Source::new("field.ron", between.replace("Mark(\"b\"), surprised: true", both));
    let mut pane = Pane::open(home.path(), Some(opening_of(between, "time_count", &TWO, 7)));
    pane.change::<Settings>(|settings| (settings.speed, settings.pass_screen) = (Speed::Instant, false));
    pane.until_asked().frames(60);
    let asked = pane.resource::<OpenPrompt>().0.clone();
    assert!(asked.is_some_and(|prompt| matches!(prompt.asks, Asks::Face { .. })), "{:#?}", pane.texts());
    for words in ["All around: +2 per flanker", "facing one direction: +0 from the front", "+4 from behind"] {
        assert!(pane.shows(words), "{words}: {:#?}", pane.texts());
    }
}

#[test]
fn the_first_things_to_be_made_ready_are_attacks_and_the_rest_stands_in_groups() {
    let home = home();
    let mut pane = field(&home, "fragments", "swordsman", &TWO, 600);
    pane.press(KeyCode::KeyQ);
    let texts = pane.texts();
    let at = |words: &str| texts.iter().position(|text| text.starts_with(words)).unwrap_or(usize::MAX);
    assert!(at("1 Attack with") < at("Move to..."), "{texts:#?}");
    assert!(texts.contains(&"Attack") && !pane.shows("All possible"), "{texts:#?}");
    pane.press(KeyCode::Digit1);
    match pane.given().last() {
        Some(Choice::Act(Act { target: Target::Ready(readied), .. })) => {
            assert_eq!(readied.act.action.as_str(), "attack");
        }
        other => panic!("nothing is made ready but {other:?}"),
    }
}

#[test] // TC-235
fn spells_to_be_prepared_say_what_they_do_and_take() {
    let home = home();
    let mut pane = field(&home, "time_count", "wise_woman", &TWO, 600);
    pane.click("Prepare");
    let texts = pane.texts();
    assert!(texts.iter().any(|text| text.contains("Mend") && text.contains("level")), "{texts:#?}");
    assert!(texts.iter().any(|text| text.contains("counts, level")), "{texts:#?}");
    pane.press(KeyCode::Digit1);
    assert!(matches!(pane.given(), [Choice::Act(Act { target: Target::Known(_), .. })]), "{:?}", pane.given());
}

#[test]
fn the_result_can_be_put_aside_to_look_at_the_board() {
    let home = home();
    let mut pane = field(&home, "fragments", "swordsman", &TWO, 10);
    to_the_end(&mut pane);
    assert!(pane.shows("Undecided") && pane.shows("Expected"), "{:#?}", pane.texts());
    pane.click("View battlefield").frames(3);
    assert!(pane.shows("Undecided") && !pane.shows("Expected"), "{:#?}", pane.texts());
    pane.click("Show the result").frames(3);
    assert!(pane.shows("Expected"), "{:#?}", pane.texts());
}

/// Lets all others wait until the first is asked.
fn asks_the_first(pane: &mut Pane) {
    pane.change::<Settings>(|settings| (settings.speed, settings.pass_screen) = (Speed::Instant, false));
    pane.until_asked().frames(60);
    while pane.resource::<OpenPrompt>().who() != Some(CombatantId(0)) {
        pane.answer(Choice::Act(Act::own("wait")));
        pane.until_asked().frames(3);
    }
}

#[test] // G-92, TC-335, TA-142
fn a_push_into_deep_water_or_off_a_ledge_says_so_before() {
    let home = home();
    let by_the_river = scenario("brawler", 600).text.replace(".a......b.", "......ab~.");
    let river = by_the_river.replace("\".\": \"grass\"", "\".\": \"grass\", \"~\": \"water\"");
    let mut pane = Pane::open(home.path(), Some(opening_of(Source::new("field.ron", river), "time_count", &TWO, 7)));
    asks_the_first(&mut pane);
    pane.press(KeyCode::KeyB).point_cell(Cell::new(7, 1)).frames(4);
    let words = "if pushed, it is carried away by deep water at (8, 1) [G-92]";
    assert!(pane.shows(words), "{:#?}", pane.texts());
    pane.press(KeyCode::Escape).press(KeyCode::KeyA).point_cell(Cell::new(7, 1)).frames(4);
    assert!(!pane.shows("pushed, it"), "a strike pushes nobody: {:#?}", pane.texts());

    drop(pane);
    let ledge = scenario("brawler", 600).text.replace(".a......b.", "......ab..");
    let ledge = ledge
        .replace("sides: [", "heights: [\"2222222200\", \"2222222200\", \"2222222200\"], needs: [Height], sides: [");
    let mut pane = Pane::open(home.path(), Some(opening_of(Source::new("field.ron", ledge), "fragments", &TWO, 7)));
    asks_the_first(&mut pane);
    pane.press(KeyCode::KeyP).point_cell(Cell::new(7, 1)).frames(4);
    assert!(pane.shows("if pushed, it falls 10 ft at (8, 1)"), "{:#?}", pane.texts());
}

/// Waits until the limit of a battle is reached and its result is shown.
fn to_the_end(pane: &mut Pane) {
    for _ in 0..40 {
        if pane.resource::<OpenPrompt>().0.is_some() {
            pane.answer(Choice::Act(Act::own("wait")));
        }
        pane.frames(2);
    }
    pane.until("is the battle over", |pane| *pane.resource::<bevy::prelude::State<Screen>>().get() == Screen::Result);
    pane.frames(4);
}

#[test] // G-88, TC-124
fn one_goes_on_from_a_battle_to_another_as_it_came_out_of_it() {
    let home = home();
    let first = scenario("archer", 10).text.replace("name: \"Asa\", at: Mark(\"a\")", "at: Mark(\"a\"), hurt: 3");
    let first = Source::new("field.ron", first);
    let mut pane = Pane::open(home.path(), Some(opening_of(first, "time_count", &TWO, 7)));
    pane.change::<Settings>(|settings| (settings.speed, settings.pass_screen) = (Speed::Instant, false));
    to_the_end(&mut pane);
    assert!(pane.shows("Carried over: Archer."), "{:#?}", pane.texts());
    pane.click("Continue").frames(3);
    pane.until("is anybody asked in the next", |pane| {
        pane.resource::<OpenPrompt>().0.is_some() && pane.resource::<Session>().opening.setup.before.is_some()
    });
    let hurt = |pane: &Pane| {
        let rows = &pane.resource::<ShownBattle>().snapshot().rows;
        let archer = rows.iter().find(|row| &*row.name == "Archer").expect("the archer goes on");
        archer.vitals.maximum - archer.vitals.hit_points
    };
    assert_eq!(hurt(&pane), 3);
    pane.frames(60);
    assert!(pane.shows("— no rest —"), "{:#?}", pane.texts());
    // It is saved with all that, and its files are read again without a change being seen.
    let content = pane.resource::<Session>().opening.beginning().content;
    pane.world_mut().write_message(SessionRequest::Leave);
    pane.frames(6);
    pane.world_mut().write_message(SessionRequest::Continue);
    pane.until("does it go on", |pane| pane.resource::<OpenPrompt>().0.is_some());
    assert_eq!(pane.resource::<Session>().opening.beginning().content, content);
    assert_eq!(hurt(&pane), 3);
}

#[test]
fn the_window_goes_on_while_the_program_thinks_and_says_for_whom() {
    let home = home();
    let seats = [Seat::Human, Seat::Ai(Strength::Hard)];
    let mut pane = field(&home, "fragments", "swordsman", &seats, 600);
    for _ in 0..3 {
        pane.answer(Choice::Act(Act::own("wait")));
        while pane.resource::<OpenPrompt>().0.is_none() {
            let thinks = pane.resource::<Session>().thinks_for();
            assert!(thinks.is_none_or(|who| who == CombatantId(1)));
            pane.frames(1);
        }
    }
    assert_eq!(pane.resource::<Session>().thinks_for(), None);
    assert!(pane.resource::<Session>().decision_of(CombatantId(1)).is_some(), "and what was thought is kept");
}

#[test] // G-40
fn standing_by_is_one_key_where_every_count_asks_anew() {
    let home = home();
    let seats = [Seat::Human, Seat::Ai(Strength::Easy)];
    let mut pane = field(&home, "time_count", "wise_woman", &seats, 600);
    assert!(pane.shows("Stand by (.)"), "{:#?}", pane.texts());
    let begun = pane.resource::<ShownBattle>().snapshot().count;
    pane.press(KeyCode::Period).frames(2).until_asked();
    assert!(pane.resource::<ShownBattle>().snapshot().count > begun + 1, "nobody was asked at the next count");
    assert!(pane.given().len() == 1, "{:?}", pane.given());
}

#[test]
fn nobody_stands_by_where_a_wait_ends_the_turn() {
    let home = home();
    let mut pane = field(&home, "fragments", "swordsman", &TWO, 600);
    assert!(!pane.shows("Stand by"), "{:#?}", pane.texts());
    pane.press(KeyCode::Period);
    assert!(pane.given().is_empty());
}

/// What was chosen in the battle so far.
fn done(pane: &Pane) -> Vec<Choice> {
    let chosen = |entry: &RecordingEntry| {
        if let RecordingEntry::Chosen(chosen) = entry { Some(chosen.choice.clone()) } else { None }
    };
    pane.resource::<Session>().recording().entries.iter().filter_map(chosen).collect()
}

#[test] // TA-044
fn a_blade_in_hand_is_thrown_only_if_that_is_picked() {
    let home = home();
    let mut pane = field(&home, "fragments", "rogue", &TWO, 600);
    asks_the_first(&mut pane);
    let enemy = Cell::new(8, 1);
    pane.point_cell(enemy);
    assert!(pane.shows("To throw the weapon from here, pick the attack"), "{:#?}", pane.texts());
    pane.press(KeyCode::KeyA).point_cell(enemy).frames(3);
    assert!(pane.shows("thrown: the weapon leaves the hand"), "{:#?}", pane.texts());
    pane.press(KeyCode::Escape).point_cell(enemy).click_cell(enemy);
    assert!(
        matches!(pane.given().last(), Some(Choice::Act(Act { target: Target::Path(_), .. }))),
        "{:?}",
        pane.given()
    );
}

#[test] // G-36
fn an_enemy_out_of_reach_is_walked_to_and_struck_and_the_hover_says_so() {
    let home = home();
    for (ruleset, unit) in [("fragments", "action"), ("time_count", "count")] {
        let mut pane = field(&home, ruleset, "swordsman", &TWO, 600);
        asks_the_first(&mut pane);
        let waited = pane.given().len();
        pane.point_cell(Cell::new(8, 1));
        assert!(pane.shows("Out of reach: a click moves there first") && pane.shows(unit), "{:#?}", pane.texts());
        pane.click_cell(Cell::new(8, 1));
        assert!(
            matches!(pane.given()[waited..], [Choice::Act(Act { target: Target::Path(_), .. })]),
            "{:?}",
            pane.given()
        );
        let strikes = |choice: &Choice| matches!(choice, Choice::Act(act) if act.aimed_at() == Some(CombatantId(1)));
        for _ in 0..30 {
            pane.until_asked().frames(3);
            if done(&pane).iter().any(strikes) {
                break;
            }
            assert_eq!(
                pane.resource::<OpenPrompt>().who(),
                Some(CombatantId(1)),
                "only the other is asked in {ruleset}"
            );
            pane.answer(Choice::Act(Act::own("wait")));
        }
        assert!(done(&pane).iter().any(strikes), "{ruleset}: {:?}", done(&pane));
    }
}

#[test] // TC-212
fn who_acts_on_the_same_count_is_told_before_anybody_wonders_why_nothing_happens() {
    let home = home();
    let mut pane = field(&home, "time_count", "swordsman", &TWO, 600);
    assert!(!pane.shows("Simultaneous with"), "{:#?}", pane.texts());
    while !pane.shows("Simultaneous with") && pane.given().len() < 40 {
        pane.answer(Choice::Act(Act::own("wait")));
        pane.until_asked().frames(3);
    }
    let other = if pane.resource::<OpenPrompt>().who() == Some(CombatantId(0)) { "Bror" } else { "Asa" };
    let words = format!("Simultaneous with {other}: all orders resolve at once.");
    assert!(pane.shows(&words) && pane.shows("TC-212"), "{:#?}", pane.texts());
}

#[test] // TC-377
fn what_one_can_only_do_to_oneself_asks_for_nobody_else() {
    let home = home();
    let stapled = scenario("rogue", 600).text.replace("at: Mark(\"a\")", "at: Mark(\"a\"), afflicted: [\"stapled\"]");
    let source = Source::new("field.ron", stapled);
    let mut pane = Pane::open(home.path(), Some(opening_of(source, "time_count", &TWO, 7)));
    asks_the_first(&mut pane);
    pane.click("Slip free").frames(3);
    assert!(pane.shows("Slip free: click the unit itself"), "{:#?}", pane.texts());
    pane.rest_on(Cell::new(1, 1));
    assert!(pane.shows("or more succeeds") && !pane.shows("at Asa"), "{:#?}", pane.texts());
}
