//! The skirmish screen: two sides are bought with points, started, and saved as a scenario.

use bevy::prelude::{KeyCode, State, Vec2};
use tempfile::TempDir;
use warboard::content::{Source, Terrains};
use warboard::ecs::ShownBattle;
use warboard::gui::home::WindowOptions;
use warboard::gui::playback::{Playback, Speed};
use warboard::gui::screens::{Screen, SkirmishPlan};
use warboard::scenario::Scenario;

use crate::test_window::TestWindow;

/// The skirmish screen, opened from the title screen.
fn at_skirmish(home: &TempDir, size: (f32, f32)) -> TestWindow {
    let mut window = TestWindow::open(home.path(), None);
    window.change::<Playback>(|playback| playback.speed = Speed::Instant);
    window.wait_until("the title screen is drawn", |window| window.shows("Skirmish")).frames(4);
    window.click("Skirmish").wait_until("the sides are listed", |window| window.shows("The Blues"));
    window.resize(size.0, size.1);
    window.frames(4);
    window
}

/// The centres of a text, from west to east.
fn places(window: &TestWindow, words: &str) -> Vec<Vec2> {
    let seen = window.words().iter().filter(|word| word.text == words && word.is_seen());
    let mut found: Vec<Vec2> =
        seen.map(|word| word.at.intersect(word.clip).center()).map(|at| Vec2::new(at.x, at.y)).collect();
    found.sort_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
    found
}

fn plan(window: &TestWindow) -> &SkirmishPlan {
    window.resource::<SkirmishPlan>()
}

/// The number of units of each side.
fn numbers(window: &TestWindow) -> [usize; 2] {
    [0, 1].map(|side: usize| plan(window).units[side].iter().map(|(_, many)| many).sum())
}

#[test]
fn two_suggested_sides_fight_a_skirmish() {
    let home = TempDir::new().expect("a folder");
    let mut window = at_skirmish(&home, (1280.0, 800.0));
    assert!(window.shows("The Blues have no units yet"));
    for side in 0..2 {
        let at = places(&window, "Suggest")[side];
        window.click_at(at).frames(4);
    }
    let bought = numbers(&window);
    assert!(bought.iter().all(|many| *many > 0), "{bought:?}");
    let ruleset = plan(&window).ruleset.clone();
    window.click("Start").wait_until("the battle begins", |window| {
        *window.resource::<State<Screen>>().get() == Screen::Battle && window.world().contains_resource::<ShownBattle>()
    });
    window.wait_for_prompt();
    let shown = window.resource::<ShownBattle>();
    assert_eq!(shown.rules().id, ruleset);
    let on = |side: u8| shown.view().present().filter(|row| row.side.0 == side).count();
    assert_eq!([on(0), on(1)], bought);
}

#[test]
fn units_are_added_and_taken_away_one_by_one_and_never_for_more_than_the_points() {
    let home = TempDir::new().expect("a folder");
    let mut window = at_skirmish(&home, (1280.0, 800.0));
    window.change::<SkirmishPlan>(|plan| plan.budget = 100);
    window.frames(2);
    let first = places(&window, "+")[0];
    window.click_at(first).frames(4);
    assert_eq!(numbers(&window), [1, 0]);
    let (unit, _) = plan(&window).units[0][0].clone();
    window.change::<SkirmishPlan>(|plan| {
        plan.units = [vec![("guard".to_owned(), 2)], vec![("guard".to_owned(), 1)]];
    });
    window.frames(4);
    assert!(window.shows("200 of 100 points") && window.shows("The Blues cost 200 points: 100 is the limit"));
    window.click("Start").frames(4);
    assert_eq!(*window.resource::<State<Screen>>().get(), Screen::Skirmish, "not for more than the points");
    let less = places(&window, "−")[0];
    window.click_at(less).frames(4);
    assert_eq!(numbers(&window), [1, 1], "{unit}");
    assert!(window.shows("100 of 100 points"));
    window.press(KeyCode::Escape).frames(4);
    assert_eq!(*window.resource::<State<Screen>>().get(), Screen::Title);
}

#[test]
fn a_skirmish_is_saved_as_a_scenario_that_can_be_read_and_is_listed() {
    let (home, scenarios) = (TempDir::new().expect("a folder"), TempDir::new().expect("a folder"));
    let mut window = at_skirmish(&home, (1280.0, 800.0));
    let folder = scenarios.path().to_owned();
    window.change::<WindowOptions>(|options| options.scenarios = folder);
    window.change::<SkirmishPlan>(|plan| {
        plan.units = [vec![("guard".to_owned(), 2)], vec![("swordsman".to_owned(), 1)]];
        plan.name = "At the Ford".to_owned();
    });
    window.frames(4);
    for name in ["at_the_ford.ron", "at_the_ford_2.ron"] {
        window.click("Save as a scenario").frames(4);
        let path = scenarios.path().join(name);
        let source = Source::read(&path).unwrap_or_else(|wrong| panic!("{}: {}", name, wrong.brief()));
        let terrains = Terrains::open(&window.resource::<WindowOptions>().assets).expect("terrain");
        let saved = Scenario::read(&source, &terrains).unwrap_or_else(|wrong| panic!("{}", wrong[0].render()));
        assert_eq!((saved.name.as_str(), saved.combatants()), ("At the Ford", 3));
    }
    window.press(KeyCode::Escape).wait_until("it is listed", |window| window.shows("At the Ford"));
}
