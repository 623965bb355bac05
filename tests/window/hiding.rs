//! What the window shows of those who hide, and what it keeps from the side that must not know; badges and words of rules
//! with rounds.

use crate::pane::{Pane, opening_of};
use crate::shown::ShownApp;
use crate::skirmish;
use crate::skirmish::{fragments, plain, skirmish};
use bevy::prelude::KeyCode;
use tempfile::TempDir;
use warboard::battle::{Afflicted, CombatantId, Side, Until};
use warboard::content::authored::Source;
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

fn battle(home: &TempDir, text: &str, seed: u64) -> Pane {
    let opening = opening_of(Source::new("yard.ron", text), "fragments", &[Seat::Human, Seat::Human], seed);
    let mut pane = Pane::open(home.path(), Some(opening));
    pane.change::<Settings>(|settings| (settings.speed, settings.pass_screen) = (Speed::Instant, false));
    pane.until_asked().frames(3);
    pane
}

fn act(pane: &mut Pane, act: Act) {
    pane.answer(Choice::Act(act));
    pane.until_asked().frames(3);
}

fn side_asked(pane: &Pane) -> Side {
    let who = pane.resource::<OpenPrompt>().who().expect("somebody is asked");
    pane.resource::<Session>().ahead().row(who).side
}

/// Rook has hidden behind the wall and gone on to (1, 2); the guard is asked.
fn hidden(home: &TempDir) -> Pane {
    for seed in 0..20 {
        let mut pane = battle(home, &YARD.replace("SURPRISED", "false"), seed);
        if side_asked(&pane) == Side(1) {
            act(&mut pane, Act::own("wait"));
        }
        act(&mut pane, Act::own("sneak"));
        let free = pane.resource::<Session>().ahead().row(ROOK).pairs.0.is_empty();
        if free || side_asked(&pane) == Side(1) {
            continue;
        }
        act(&mut pane, Act::along("move", vec![Cell::new(1, 2)]));
        act(&mut pane, Act::own("wait"));
        assert_eq!(side_asked(&pane), Side(1));
        return pane;
    }
    panic!("no seed lets it hide");
}

#[test] // TA-190, TA-193
fn nothing_tells_the_other_side_where_one_who_hides_has_gone() {
    let home = tempfile::tempdir().expect("a folder");
    let mut pane = hidden(&home);
    let watch = pane.resource::<FogOfWar>();
    let seen: Vec<_> = watch.hiding().map(|(who, seen)| (who, seen.map(|seen| seen.anchor))).collect();
    assert_eq!(seen, [(ROOK, Some(Cell::new(2, 2)))], "it was last seen where it hid");
    assert!(!pane.draws(ROOK), "its token is not drawn");
    pane.change::<warboard::gui::hud::LogBook>(|book| book.kinds = LineKind::ALL.into_iter().collect());
    assert!(pane.shows("Rook is hidden") || pane.shows("hidden"), "that it hides is known: {:#?}", pane.texts());
    for cell in [Cell::new(1, 2), Cell::new(2, 2)] {
        pane.rest_on(cell);
        assert_eq!(pane.resource::<Hovered>().who, None, "nobody is found at {cell}");
    }
    assert!(pane.shows("was last seen here"), "{:#?}", pane.texts());
    pane.click("Rook").frames(3);
    assert!(pane.shows("last seen at (2, 2)"), "{:#?}", pane.texts());
    let secret: Vec<_> = pane.texts().into_iter().filter(|text| text.contains("(1, 2)")).collect();
    assert!(secret.is_empty(), "{secret:?}");
}

#[test] // TA-190
fn the_side_of_one_who_hides_sees_it_and_reads_all_it_does() {
    let home = tempfile::tempdir().expect("a folder");
    let mut pane = hidden(&home);
    act(&mut pane, Act::own("wait"));
    assert_eq!(side_asked(&pane), Side(0));
    assert!(pane.draws(ROOK));
    pane.change::<warboard::gui::hud::LogBook>(|book| book.kinds = LineKind::ALL.into_iter().collect());
    assert!(pane.shows("(1, 2)"), "{:#?}", pane.texts());
    assert!(pane.shows("hidden from Gard"), "{:#?}", pane.texts());
}

#[test]
fn nobody_takes_back_the_turn_of_another_side() {
    let home = tempfile::tempdir().expect("a folder");
    let mut pane = hidden(&home);
    let before = pane.resource::<Session>().recording().chosen().count();
    pane.press(KeyCode::Backspace).frames(3);
    assert!(pane.shows("nothing to undo"), "{:#?}", pane.texts());
    assert_eq!(pane.resource::<Session>().recording().chosen().count(), before);
    act(&mut pane, Act::along("move", vec![Cell::new(5, 3)]));
    pane.press(KeyCode::Backspace).until_asked().frames(3);
    assert_eq!(pane.resource::<Session>().recording().chosen().count(), before, "its own it may");
}

#[test] // TA-193, TA-194
fn a_click_on_a_guessed_space_attacks_it_and_the_forecast_is_the_same_for_right_and_wrong_ones() {
    let home = tempfile::tempdir().expect("a folder");
    let mut pane = hidden(&home);
    act(&mut pane, Act::along("move", vec![Cell::new(4, 3), Cell::new(4, 4), Cell::new(3, 4), Cell::new(2, 4)]));
    act(&mut pane, Act::along("move", vec![Cell::new(1, 4), Cell::new(1, 3)]));
    pane.press(KeyCode::KeyA).frames(3);
    let mut told = |cell: Cell| {
        pane.rest_on(cell);
        let texts = pane.texts();
        let of = |text: &&str| text.contains('%') || text.contains("on average") || text.contains("if it is at");
        let told: Vec<String> = texts.into_iter().filter(of).map(|text| text.replace(&cell.to_string(), "?")).collect();
        assert!(told.iter().any(|text| text.contains("if it is at ?")), "{cell}: {told:?}");
        told
    };
    let (right, wrong) = (told(Cell::new(1, 2)), told(Cell::new(0, 2)));
    assert_eq!(right, wrong);
    pane.click_cell(Cell::new(0, 2));
    let given = pane.given().last().cloned();
    let Some(Choice::Act(Act { target, .. })) = given else { panic!("{given:?}") };
    assert_eq!(target, Target::Guess { who: ROOK, cell: Cell::new(0, 2) });
}

#[test] // TA-198
fn nothing_tells_of_one_that_was_never_noticed() {
    let home = tempfile::tempdir().expect("a folder");
    let mut pane = battle(&home, &YARD.replace("SURPRISED", "true"), 1);
    assert_eq!(side_asked(&pane), Side(0), "who is surprised misses the first round");
    act(&mut pane, Act::own("wait"));
    for _ in 0..4 {
        if side_asked(&pane) == Side(1) {
            break;
        }
        act(&mut pane, Act::own("wait"));
    }
    assert_eq!(side_asked(&pane), Side(1));
    pane.change::<warboard::gui::hud::LogBook>(|book| book.kinds = LineKind::ALL.into_iter().collect());
    assert!(!pane.draws(ROOK));
    assert_eq!(pane.resource::<FogOfWar>().hiding().count(), 0, "there is nothing to guess at");
    assert!(!pane.shows("Rook"), "{:#?}", pane.texts());
}

#[test] // TA-256, TA-244
fn badges_tell_conditions_with_their_degree_each_once() {
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
    let affliction = Afflicted { condition: "bleeding".into(), by: None, until: Until::Ended, level: 3 };
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
fn words_of_time_come_from_the_rules() {
    let home = tempfile::tempdir().expect("a folder");
    let mut pane = battle(&home, &YARD.replace("SURPRISED", "false"), 1);
    pane.click("Goals").frames(3);
    assert!(pane.shows("round 1") && pane.shows("A draw at round"), "{:#?}", pane.texts());
    for cell in [Cell::new(0, 0), Cell::new(5, 2)] {
        pane.rest_on(cell);
        let counted: Vec<&str> = pane
            .texts()
            .into_iter()
            .filter(|text| text.split([' ', ',', '.']).any(|word| ["count", "counts"].contains(&word)))
            .collect();
        assert!(counted.is_empty(), "rounds are not counts: {counted:?}");
    }
}
