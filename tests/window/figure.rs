//! Bodies of parts, provoked reactions, charges, pushes and holds as the window shows them.

use bevy::prelude::{KeyCode, Text2d};
use tempfile::TempDir;

use crate::test_window::{TestWindow, opening_of};
use warboard::battle::{CombatantId, Link, TurnState, WeaponSlot};
use warboard::content::{Name, PoolId, Source};
use warboard::ecs::Roster;
use warboard::grid::Cell;
use warboard::gui::input::{Aimed, Intent, Offered};
use warboard::gui::playback::Speed;
use warboard::gui::session::{OpenPrompt, Seat};
use warboard::gui::settings::Settings;
use warboard::resolution::{Act, Asks, Choice, Pick, Target};

const TWO: [Seat; 2] = [Seat::Human, Seat::Human];

/// A fighter at `a` and another at `b`, at the turn of the first.
fn facing(map: &[&str], first: &str, second: &str) -> (TempDir, TestWindow) {
    let home = tempfile::tempdir().expect("a folder");
    let map: Vec<String> = map.iter().map(|row| format!("{row:?}")).collect();
    let text = format!(
        r##"(
    name: "The field", about: "Two.", shape: Square, map: [{}],
    legend: {{ ".": "grass", "~": "water" }}, marks: {{ "a": "grass", "b": "grass" }},
    sides: [
        (name: "Ours", control: Human, units: [(unit: "{first}", name: "Asa", at: Mark("a"))]),
        (name: "Theirs", control: Human, units: [(unit: "{second}", name: "Bror", at: Mark("b"))]),
    ],
    limit: 600,
)"##,
        map.join(", ")
    );
    let opening = opening_of(Source::new("field.ron", text), "pathrunner", &TWO, 7);
    let mut window = TestWindow::open(home.path(), Some(opening));
    window.change::<Settings>(|settings| (settings.speed, settings.pass_screen) = (Speed::Instant, false));
    window.wait_for_prompt().frames(60);
    until_acts(&mut window, 0);
    (home, window)
}

/// Ends turns and declines reactions until a combatant acts.
fn until_acts(window: &mut TestWindow, who: u16) {
    for _ in 0..20 {
        window.wait_for_prompt().frames(3);
        let prompt = window.resource::<OpenPrompt>().0.clone().expect("a prompt");
        match prompt.asks {
            Asks::Act if prompt.who.0 == who => return,
            Asks::Act => window.answer(Choice::Act(Act::own("wait"))),
            Asks::Pick { .. } => window.answer(Choice::Pick(Pick::No)),
            _ => window.answer(Choice::Pass),
        }
    }
    panic!("{who} never acts");
}

fn aimed(window: &TestWindow) -> Act {
    match window.resource::<Aimed>().choice.clone() {
        Some(Choice::Act(act)) => act,
        other => panic!("{other:?} is aimed"),
    }
}

/// All words on the board.
fn on_the_board(window: &mut TestWindow) -> Vec<String> {
    let world = window.world_mut();
    world.query::<&Text2d>().iter(world).map(|words| words.0.clone()).collect()
}

#[test] // PR-G30
fn after_a_full_attack_is_declared_a_click_on_an_enemy_means_its_next_blow() {
    let (_home, mut window) = facing(&["....", ".ab.", "...."], "swordsman", "guard");
    window.hover_over(Cell::new(2, 1));
    assert_eq!(aimed(&window).action, Name::new("attack"));
    window.answer(Choice::Act(Act::own("full_attack")));
    until_acts(&mut window, 0);
    window.hover_over(Cell::new(1, 1)).hover_over(Cell::new(2, 1));
    assert_eq!(aimed(&window).action, Name::new("next_attack"));
}

#[test] // PR-181
fn a_body_is_a_figure_and_an_attack_is_aimed_at_a_part_of_it() {
    let (_home, mut window) = facing(&["....", ".ab.", "...."], "swordsman", "guard");
    assert!(!window.shows("Aim at a part"));
    window.press(KeyCode::KeyA).frames(3);
    window.change::<Intent>(|intent| intent.part = Some(Name::new("head")));
    assert!(window.shows("at the head (-4)"), "{:#?}", window.texts());
    window.hover_over(Cell::new(2, 1));
    assert_eq!(aimed(&window).part, Some(Name::new("head")));
    assert!(window.shows("at Bror (head)"), "{:#?}", window.texts());
    window.click("at the head (-4)").frames(3);
    assert!(window.texts().contains(&"-4"), "the figure has the modifiers: {:#?}", window.texts());
}

#[test] // PR-165
fn actions_that_provoke_are_marked_and_say_by_whom() {
    let (_home, mut window) = facing(&["....", ".ab.", "...."], "archer", "swordsman");
    let by = |window: &TestWindow, action: &str| {
        let found = window.resource::<Offered>().provoked_by(Name::new(action)).to_vec();
        found.iter().map(|(who, reaction)| (who.0, reaction.as_str())).collect::<Vec<_>>()
    };
    assert_eq!(by(&window, "attack"), [], "a blow with the sword does not provoke");
    assert_eq!(by(&window, "total_defense"), []);
    window.press(KeyCode::KeyA).frames(3);
    window.hover_over(Cell::new(2, 1));
    assert!(window.shows("provokes Bror: attack of opportunity"), "{:#?}", window.texts());
    window.answer(Choice::Act(Act::own("drop_prone")));
    window.wait_for_prompt().frames(6);
    assert_eq!(by(&window, "stand_up").first(), Some(&(1, "opportunity_action")));
}

#[test] // PR-036, PR-168
fn a_path_shows_what_it_provokes_by_its_gait() {
    let (_home, mut window) = facing(&["....", ".ab.", "...."], "swordsman", "swordsman");
    window.change::<Intent>(|intent| *intent = Intent::on(Name::new("move")));
    window.hover_over(Cell::new(0, 1));
    assert!(window.shows("Bror may react on the way: Attack of opportunity"), "{:#?}", window.texts());
    window.change::<Intent>(|intent| *intent = Intent::on(Name::new("five_foot_step")));
    window.hover_over(Cell::new(0, 2));
    assert!(!window.shows("may react on the way"), "{:#?}", window.texts());
}

#[test] // PR-278
fn a_charge_is_aimed_at_its_target_or_at_its_end() {
    let (_home, mut window) = facing(&["........", ".a....b.", "........"], "swordsman", "guard");
    window.change::<Intent>(|intent| *intent = Intent::on(Name::new("charge")));
    let way: Vec<Cell> = (2..=5).map(|x| Cell::new(x, 1)).collect();
    for cell in [Cell::new(6, 1), Cell::new(5, 1)] {
        window.hover_over(cell);
        assert_eq!(window.resource::<Aimed>().path, way, "its path is drawn");
        assert_eq!(aimed(&window).target, Target::Charge { path: way.clone(), at: CombatantId(1) });
    }
    window.hover_over(Cell::new(4, 1));
    assert_eq!(window.resource::<Aimed>().choice, None, "no charge ends there");
}

#[test] // PR-278, PR-G18
fn where_a_charge_may_end_in_two_cells_the_target_is_picked_before_the_end() {
    let (_home, mut window) = facing(&["a....", "...b.", "....."], "swordsman", "guard");
    window.change::<Intent>(|intent| *intent = Intent::on(Name::new("charge")));
    let ended = |window: &TestWindow| match aimed(window).target {
        Target::Charge { path, .. } => path.last().copied(),
        _ => None,
    };
    window.click_cell(Cell::new(3, 1)).frames(2);
    assert_eq!(window.resource::<Intent>().charged, Some(CombatantId(1)), "the first click picks the target");
    assert!(window.shows("click the cell where the charge ends"), "{:#?}", window.texts());
    for end in [Cell::new(2, 0), Cell::new(2, 2)] {
        window.hover_over(end);
        assert_eq!(ended(&window), Some(end));
    }
    window.click_cell(Cell::new(2, 2)).frames(2);
    let end = Cell::new(2, 2);
    let charges = |choice: &Choice| matches!(choice, Choice::Act(Act { target: Target::Charge { path, .. }, .. }) if path.last() == Some(&end));
    assert!(window.answers().iter().any(charges), "the second click charges: {:?}", window.answers());
}

#[test] // PR-299, PR-300
fn a_push_shows_the_cells_behind_its_target_with_distances() {
    let (_home, mut window) = facing(&["........", ".ab..~~.", "........"], "brawler", "peasant");
    window.change::<Intent>(|intent| *intent = Intent::on(Name::new("bull_rush")));
    window.hover_over(Cell::new(2, 1));
    let words = on_the_board(&mut window);
    let of = |distance: &str| words.iter().find(|words| words.starts_with(&format!(" {distance} ft"))).cloned();
    let (five, ten, fifteen) = (of("5"), of("10"), of("15"));
    assert!(five.is_some() && ten.is_some(), "{words:#?}");
    assert!(fifteen.is_some(), "{words:#?}");
    assert_eq!(of("20"), None, "nobody is pushed beyond the water");
}

#[test] // PR-318, PR-319, PR-360
fn drags_and_repositions_show_the_cells_in_which_they_may_end_with_chances() {
    let (_home, mut window) = facing(&["........", "....ab..", "........"], "brawler", "peasant");
    let mut marked = |action: &str| {
        window.change::<Intent>(|intent| *intent = Intent::on(Name::new(action)));
        window.hover_over(Cell::new(5, 1));
        on_the_board(&mut window).iter().filter(|words| words.ends_with("% ")).count()
    };
    assert!((1..=5).contains(&marked("drag")), "only in a line");
    assert!(marked("reposition") > 5, "all around");
}

#[test] // PR-334, PR-335
fn a_hold_is_drawn_between_the_grapplers_with_its_stacks() {
    let (_home, mut window) = facing(&["....", ".ab.", "...."], "brawler", "peasant");
    let stacks = |window: &mut TestWindow| {
        let world = window.world_mut();
        world.query::<&Link>().iter(world).map(|link| link.stacks).next()
    };
    let club = Act { target: Target::Weapon(WeaponSlot(0)), ..Act::own("drop_item") };
    window.answer(Choice::Act(club));
    until_acts(&mut window, 0);
    for _ in 0..20 {
        if stacks(&mut window).is_some() {
            break;
        }
        window.answer(Choice::Act(Act::at("grapple", CombatantId(1), None)));
        until_acts(&mut window, 0);
    }
    let held = stacks(&mut window).expect("one of many grapples succeeds");
    window.frames(3);
    assert!(on_the_board(&mut window).contains(&held.to_string()));
}

#[test] // PR-163
fn points_that_are_owed_are_told() {
    let (_home, mut window) = facing(&["....", ".ab.", "...."], "swordsman", "guard");
    assert!(window.shows("1 swift action left") && window.shows("2 half actions left"), "{:#?}", window.texts());
    assert!(!window.shows("attempt to break bonds"), "nobody is bound: {:#?}", window.texts());
    let entity = window.resource::<Roster>().entity(CombatantId(0)).expect("a fighter");
    let mut turn = window.world_mut().get_mut::<TurnState>(entity).expect("a turn");
    turn.pools.set(PoolId(3), -1);
    window.frames(3);
    assert!(window.shows("owes 1 swift action of the next turn"), "{:#?}", window.texts());
}
