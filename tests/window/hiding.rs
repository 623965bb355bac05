//! Hidden combatants in the window: nothing is revealed to the other side; condition badges and units of time.

use crate::shown::ShownApp;
use crate::skirmish;
use crate::skirmish::{fragments, plain, skirmish};
use crate::test_window::{TestWindow, opening_of};
use bevy::prelude::KeyCode;
use tempfile::TempDir;
use warboard::battle::{Afflicted, CombatantId, Side};
use warboard::content::Source;
use warboard::ecs::{CombatantData, Roster};
use warboard::grid::Cell;
use warboard::gui::badges::{Says, badges};
use warboard::gui::input::Hovered;
use warboard::gui::known::FogOfWar;
use warboard::gui::playback::Speed;
use warboard::gui::session::{OpenPrompt, Seat, Session};
use warboard::gui::settings::Settings;
use warboard::narration::LineKind;
use warboard::resolution::{Act, BattleEvent, Choice, Target};

/// A rogue and a guard with a wall between them.
const YARD: &str = r##"(
    name: "Yard", about: "A wall to hide behind.", shape: Square,
    map: [".......", "..##...", "..r#.g.", "..##...", "......."],
    legend: { ".": "grass", "#": "wall" },
    marks: { "r": "grass", "g": "grass" },
    sides: [
        (name: "Blue", control: Human, units: [(unit: "rogue", name: "Rook", at: Mark("r"))]),
        (name: "Red", control: Human, units: [(unit: "guard", name: "Gard", at: Mark("g"), surprised: SURPRISED)]),
    ],
)"##;

const ROOK: CombatantId = CombatantId(0);

fn battle(home: &TempDir, text: &str, seed: u64) -> TestWindow {
    let opening = opening_of(Source::new("yard.ron", text), "fragments", &[Seat::Human, Seat::Human], seed);
    let mut window = TestWindow::open(home.path(), Some(opening));
    window.change::<Settings>(|settings| (settings.speed, settings.pass_screen) = (Speed::Instant, false));
    window.wait_for_prompt().frames(3);
    window
}

fn act(window: &mut TestWindow, act: Act) {
    window.answer(Choice::Act(act));
    window.wait_for_prompt().frames(3);
}

fn side_asked(window: &TestWindow) -> Side {
    let who = window.resource::<OpenPrompt>().who().expect("an open prompt");
    window.resource::<Session>().ahead().row(who).side
}

/// A battle in which Rook has hidden behind the wall and moved on to (1, 2), at the prompt of the guard.
fn hidden(home: &TempDir) -> TestWindow {
    for seed in 0..20 {
        let mut window = battle(home, &YARD.replace("SURPRISED", "false"), seed);
        if side_asked(&window) == Side(1) {
            act(&mut window, Act::own("wait"));
        }
        act(&mut window, Act::own("sneak"));
        let free = window.resource::<Session>().ahead().row(ROOK).pairs.0.is_empty();
        if free || side_asked(&window) == Side(1) {
            continue;
        }
        act(&mut window, Act::along("move", vec![Cell::new(1, 2)]));
        act(&mut window, Act::own("wait"));
        assert_eq!(side_asked(&window), Side(1));
        return window;
    }
    panic!("no seed lets it hide");
}

#[test] // TA-190, TA-193
fn nothing_reveals_the_position_of_a_hidden_combatant_to_the_other_side() {
    let home = tempfile::tempdir().expect("a folder");
    let mut window = hidden(&home);
    let watch = window.resource::<FogOfWar>();
    let seen: Vec<_> = watch.hiding().map(|(who, seen)| (who, seen.map(|seen| seen.anchor))).collect();
    assert_eq!(seen, [(ROOK, Some(Cell::new(2, 2)))], "it was last seen where it hid");
    assert!(!window.shows_token(ROOK), "its token is not drawn");
    window.change::<warboard::gui::hud::LogBook>(|book| book.kinds = LineKind::ALL.into_iter().collect());
    assert!(window.shows("Rook is hidden") || window.shows("hidden"), "that it hides is known: {:#?}", window.texts());
    for cell in [Cell::new(1, 2), Cell::new(2, 2)] {
        window.hover_over(cell);
        assert_eq!(window.resource::<Hovered>().who, None, "no combatant is revealed at {cell}");
    }
    assert!(window.shows("was last seen here"), "{:#?}", window.texts());
    window.click("Rook").frames(3);
    assert!(window.shows("last seen at (2, 2)"), "{:#?}", window.texts());
    let secret: Vec<_> = window.texts().into_iter().filter(|text| text.contains("(1, 2)")).collect();
    assert!(secret.is_empty(), "{secret:?}");
}

#[test] // TA-190
fn the_side_of_a_hidden_combatant_sees_it_and_its_actions() {
    let home = tempfile::tempdir().expect("a folder");
    let mut window = hidden(&home);
    act(&mut window, Act::own("wait"));
    assert_eq!(side_asked(&window), Side(0));
    assert!(window.shows_token(ROOK));
    window.change::<warboard::gui::hud::LogBook>(|book| book.kinds = LineKind::ALL.into_iter().collect());
    assert!(window.shows("(1, 2)"), "{:#?}", window.texts());
    assert!(window.shows("hidden from Gard"), "{:#?}", window.texts());
}

#[test]
fn no_player_undoes_the_turn_of_another_side() {
    let home = tempfile::tempdir().expect("a folder");
    let mut window = hidden(&home);
    let before = window.resource::<Session>().recording().chosen().count();
    window.press(KeyCode::Backspace).frames(3);
    assert!(window.shows("nothing to undo"), "{:#?}", window.texts());
    assert_eq!(window.resource::<Session>().recording().chosen().count(), before);
    act(&mut window, Act::along("move", vec![Cell::new(5, 3)]));
    window.press(KeyCode::Backspace).wait_for_prompt().frames(3);
    assert_eq!(window.resource::<Session>().recording().chosen().count(), before, "its own it may");
}

#[test] // TA-193, TA-194
fn a_click_on_a_guessed_space_attacks_it_and_the_forecast_is_the_same_for_right_and_wrong_ones() {
    let home = tempfile::tempdir().expect("a folder");
    let mut window = hidden(&home);
    act(&mut window, Act::along("move", vec![Cell::new(4, 3), Cell::new(4, 4), Cell::new(3, 4), Cell::new(2, 4)]));
    act(&mut window, Act::along("move", vec![Cell::new(1, 4), Cell::new(1, 3)]));
    window.press(KeyCode::KeyA).frames(3);
    let mut told = |cell: Cell| {
        window.hover_over(cell);
        let texts = window.texts();
        let of = |text: &&str| text.contains('%') || text.contains("on average") || text.contains("if it is at");
        let told: Vec<String> = texts.into_iter().filter(of).map(|text| text.replace(&cell.to_string(), "?")).collect();
        assert!(told.iter().any(|text| text.contains("if it is at ?")), "{cell}: {told:?}");
        told
    };
    let (right, wrong) = (told(Cell::new(1, 2)), told(Cell::new(0, 2)));
    assert_eq!(right, wrong);
    window.click_cell(Cell::new(0, 2));
    let given = window.answers().last().cloned();
    let Some(Choice::Act(Act { target, .. })) = given else { panic!("{given:?}") };
    assert_eq!(target, Target::Guess { who: ROOK, cell: Cell::new(0, 2) });
}

#[test] // TA-198
fn nothing_reveals_an_unnoticed_combatant() {
    let home = tempfile::tempdir().expect("a folder");
    let mut window = battle(&home, &YARD.replace("SURPRISED", "true"), 1);
    assert_eq!(side_asked(&window), Side(0), "who is surprised misses the first round");
    act(&mut window, Act::own("wait"));
    for _ in 0..4 {
        if side_asked(&window) == Side(1) {
            break;
        }
        act(&mut window, Act::own("wait"));
    }
    assert_eq!(side_asked(&window), Side(1));
    window.change::<warboard::gui::hud::LogBook>(|book| book.kinds = LineKind::ALL.into_iter().collect());
    assert!(!window.shows_token(ROOK));
    assert_eq!(window.resource::<FogOfWar>().hiding().count(), 0, "there is nothing to guess at");
    assert!(!window.shows("Rook"), "{:#?}", window.texts());
}

#[test] // TA-256, TA-244
fn badges_show_each_condition_once_with_its_level() {
    let rules = fragments();
    let mut battle = skirmish(&rules, "a B").unit('a', plain()).unit('B', plain()).seeded(1);
    let told = |battle: &skirmish::Skirmish| {
        let world = ShownApp::showing(battle).app;
        let entity = world.world().resource::<Roster>().entity(battle.id('B')).expect("an entity");
        let mut combatants = world.world().try_query::<CombatantData>().expect("published components");
        let all = badges(&combatants.get(world.world(), entity).expect("all components"), &rules);
        all.into_iter().map(|badge| (badge.says, badge.icon, badge.level)).collect::<Vec<_>>()
    };
    assert_eq!(told(&battle), []);
    let (who, rule) = (battle.id('B'), "test".into());
    let affliction = Afflicted::lasting("bleeding".into(), 3);
    battle.state.impose(&BattleEvent::ConditionGained { who, affliction, rule });
    battle.afflict('B', "on_fire").afflict('B', "prone");
    let has = |name: &str| Says::Has(name.into());
    let expected = [(has("bleeding"), "wounded", 3), (has("on_fire"), "burning", 0), (has("prone"), "prone", 0)];
    let expected = expected.map(|(says, icon, level)| (says, icon.to_owned(), level));
    assert_eq!(told(&battle)[..3], expected);
    battle.afflict('B', "prone");
    let prone = told(&battle).into_iter().filter(|(says, ..)| *says == has("prone")).count();
    assert_eq!(prone, 1, "each is shown once");
}

#[test]
fn units_of_time_come_from_the_rules() {
    let home = tempfile::tempdir().expect("a folder");
    let mut window = battle(&home, &YARD.replace("SURPRISED", "false"), 1);
    window.click("Goals").frames(3);
    assert!(window.shows("round 1") && window.shows("A draw at round"), "{:#?}", window.texts());
    for cell in [Cell::new(0, 0), Cell::new(5, 2)] {
        window.hover_over(cell);
        let counted: Vec<&str> = window
            .texts()
            .into_iter()
            .filter(|text| text.split([' ', ',', '.']).any(|word| ["count", "counts"].contains(&word)))
            .collect();
        assert!(counted.is_empty(), "rounds are not counts: {counted:?}");
    }
}
