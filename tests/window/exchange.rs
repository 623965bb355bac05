//! Exchanges of Fighting Style in the window: both tests before the roll, the winner's choice, points, and standing orders.

use bevy::prelude::KeyCode;
use tempfile::TempDir;

use crate::looks::{TWO, battle, home, shipped};
use crate::test_window::TestWindow;
use warboard::battle::{CombatantId, Side};
use warboard::content::{Name, PoolId};
use warboard::control::orders::{Habit, OrderCondition, OrderScope, Orders, Question};
use warboard::ecs::Roster;
use warboard::grid::Cell;
use warboard::gui::hud::{LogBook, OpenWindows};
use warboard::gui::session::OpenPrompt;
use warboard::gui::tokens::PointRow;
use warboard::resolution::{Asks, Choice, Pick};

/// Aldric, whose turn it is, and Berec seven metres from him. The dice of this seed: Aldric rolls 11, Berec 20.
fn duel(home: &TempDir) -> TestWindow {
    battle(home, shipped("duel.ron"), "fighting_style", &TWO)
}

const BEREC: Cell = Cell::new(9, 3);

/// Aldric walks six metres and strikes.
fn strike(window: &mut TestWindow) {
    window.click_cell(BEREC).wait_for_prompt().frames(6);
    let prompt = window.resource::<OpenPrompt>().0.clone().expect("a question");
    assert!(matches!(prompt.asks, Asks::Pick { .. }) && prompt.who == CombatantId(1), "{prompt:?}");
}

fn has(window: &TestWindow, words: &str) {
    assert!(window.texts().contains(&words), "{words}: {:#?}", window.texts());
}

#[test] // FS-071, FS-075 to FS-083
fn a_forecast_shows_both_tests_and_everything_that_can_happen_for_each_defence() {
    let home = home();
    let mut window = duel(&home);
    window.hover_over(BEREC);
    has(&window, "to pass your test: d20, 18 or less");
    for words in ["Block", "16: 80%, 1 action point", "2.1 damage", "Parry", "18: 90%, 1 action point", "No defence"] {
        has(&window, words);
    }
    // Blocks: won 18 of 100, blocked 72; dodges: hit 38, nothing 36.
    for words in ["18%", "blocked 72%", "hit 38%", "nothing 36%", "you win 90%"] {
        has(&window, words);
    }
    has(&window, "block: 18%, 72% blocked");
    has(&window, "costs 1 of 3 action points, 1 of 2 attacks left");
    assert!(window.shows("a click moves there first (6 m of 16 m)"), "{:#?}", window.texts());
}

#[test]
fn recommended_orders_are_given_with_one_click() {
    let home = home();
    let mut window = duel(&home);
    window.click("Orders").frames(3).click("Use the recommended orders").frames(3);
    for words in ["only if nothing else is better and 1 action point kept", "precision, else brace"] {
        has(&window, words);
    }
    has(&window, "Opportunity attack on standing up");
    assert!(!window.shows("Facing when flanked"), "no question of this rule system");
    let orders: Vec<_> = window.resource::<Orders>().habits().to_vec();
    assert!(orders.iter().all(|order| order.whose == OrderScope::Side(Side(0))), "{orders:?}");
    let of = |question: Question| orders.iter().filter(move |order| order.question == question).count();
    assert_eq!((of(Question::Defence), of(Question::Winner), of(Question::React(Name::new("opportunity")))), (1, 1, 1));
    let winner = Habit::Prefer(vec![Name::new("precision"), Name::new("brace")]);
    assert!(orders.iter().any(|order| order.question == Question::Winner && order.habit == winner), "{orders:?}");
}

#[test] // FS-071
fn a_question_that_an_order_leaves_open_shows_the_order() {
    let home = home();
    let mut window = duel(&home);
    let keeps = OrderCondition::Keeps { pool: Name::new("actions"), points: 3 };
    window.change::<Orders>(|orders| {
        orders.keep_all(
            OrderScope::Side(Side(1)),
            Question::Defence,
            [(Habit::Prefer(vec![Name::new("parry")]), vec![keeps])],
        );
    });
    strike(&mut window);
    has(&window, "parry if 3 action points kept");
}

#[test] // FS-013, FS-028, FS-058
fn points_and_metres_that_are_left_are_shown_for_both_sides_and_on_tokens() {
    let home = home();
    let mut window = duel(&home);
    strike(&mut window);
    let row = |window: &mut TestWindow, who: u16| {
        let token = window.resource::<Roster>().entity(CombatantId(who)).expect("a token");
        let world = window.world_mut();
        let mut rows = world.query::<(&PointRow, &bevy::prelude::ChildOf)>();
        let found = rows.iter(world).find(|(_, of)| of.parent() == token).map(|(row, _)| row.shown().to_vec());
        let left = |pool: fn(PoolId) -> bool| found.iter().flatten().filter(|(of, left)| pool(*of) && *left).count();
        (left(|pool| pool == PoolId::ACTIONS), left(|pool| pool != PoolId::ACTIONS))
    };
    assert_eq!((row(&mut window, 0), row(&mut window, 1)), ((2, 1), (3, 2)));
    has(&window, "3 action points left");
    has(&window, "Speed 16 m, 16 m left");
    window.click("4  No defence").wait_for_prompt().frames(6);
    has(&window, "2 action points left");
    has(&window, "Speed 16 m, 10 m left");
}

#[test] // FS-043, FS-066 to FS-073
fn a_defence_is_chosen_from_cards_with_its_test_its_price_and_its_damage() {
    let home = home();
    let mut window = duel(&home);
    strike(&mut window);
    assert!(window.shows("Aldric uses Strike with longsword: its test is 18 or less, 90%."), "{:#?}", window.texts());
    for words in ["1  Block", "1 action point", "your test: 16 or less, 80%", "damage 2.1, at most 10", "blocked 72%"] {
        has(&window, words);
    }
    window.click("3  Parry").frames(4);
    assert_eq!(window.answers().last(), Some(&Choice::Pick(Pick::Action(Name::new("parry")))));
}

#[test]
fn the_best_defence_while_a_point_is_kept_is_ordered_with_one_click() {
    let home = home();
    let mut window = duel(&home);
    strike(&mut window);
    window.click("best, keeping 1 action point").frames(4);
    assert!(window.answers().contains(&Choice::Pick(Pick::Action(Name::new("block")))), "{:?}", window.answers());
    let kept: Vec<_> =
        window.resource::<Orders>().kept(OrderScope::Side(Side(1)), Question::Defence).cloned().collect();
    let keeps = OrderCondition::Keeps { pool: Name::new("actions"), points: 1 };
    assert_eq!((kept[0].habit.clone(), kept[0].when.clone()), (Habit::Best, vec![keeps]));
    assert_eq!((kept[1].habit.clone(), kept[1].when.is_empty()), (Habit::Never, true));
}

#[test]
fn the_defence_that_is_best_now_is_ordered_with_one_click_and_asks_otherwise() {
    let home = home();
    let mut window = duel(&home);
    strike(&mut window);
    window.click("block if it is best, keeping 1 action point").frames(4);
    assert!(window.answers().contains(&Choice::Pick(Pick::Action(Name::new("block")))), "{:?}", window.answers());
    let orders = window.resource::<Orders>();
    let kept: Vec<_> = orders.kept(OrderScope::Side(Side(1)), Question::Defence).collect();
    assert_eq!((kept.len(), kept[0].habit.clone()), (1, Habit::Prefer(vec![Name::new("block")])));
    assert_eq!(kept[0].when[0], OrderCondition::Best);
}

#[test] // FS-079, FS-086 to FS-097
fn the_winner_of_an_exchange_chooses_from_cards_with_odds_and_explanations() {
    let home = home();
    let mut window = duel(&home);
    strike(&mut window);
    window.click("1  Block").wait_for_prompt().frames(6);
    assert!(window.shows("has won the exchange. What follows?"), "{:#?}", window.texts());
    for words in ["1  Precision", "10 damage, else ~6.5", "30%: Berec fails above 14", "50%: your test, 10 or less"] {
        has(&window, words);
    }
    has(&window, "The loser falls prone unless it passes an Acrobatics test.");
    has(&window, "8  Nothing more");
    window.click("3  Trip").frames(4);
    assert_eq!(window.answers().last(), Some(&Choice::Pick(Pick::Action(Name::new("trip")))));
}

#[test]
fn the_log_names_the_winner_of_an_exchange() {
    let home = home();
    let mut window = duel(&home);
    strike(&mut window);
    window.click("1  Block").wait_for_prompt().frames(6);
    let lines: Vec<String> = window.resource::<LogBook>().lines.iter().map(|noted| noted.line.words()).collect();
    let rolls = "rolls 11, needs 18 or less: passes; Berec rolls 20, needs 16 or less: fails; critical win for Aldric";
    assert!(lines.iter().any(|line| line.contains(rolls)), "{lines:#?}");
}

#[test] // FS-024, FS-029
fn a_turn_ends_without_a_warning_if_the_points_that_are_left_pay_for_defences() {
    let home = home();
    let mut window = duel(&home);
    window.press(KeyCode::KeyZ).frames(3);
    assert!(window.shows("all 3 action points would be kept for defences"), "{:#?}", window.texts());
    window.press(KeyCode::Escape).frames(2);
    strike(&mut window);
    window.click("4  No defence").wait_for_prompt().frames(6);
    window.click("8  Nothing more").wait_for_prompt().frames(6);
    window.press(KeyCode::KeyZ).frames(4);
    assert_eq!(window.resource::<OpenPrompt>().who(), Some(CombatantId(1)), "{:#?}", window.texts());
}

#[test]
fn the_codex_shows_the_other_readings_of_doubtful_rules() {
    let home = home();
    let mut window = duel(&home);
    window.press(KeyCode::F1).frames(4);
    window.change::<OpenWindows>(|windows| {
        windows.codex.as_mut().expect("the codex is open").go_to("FS-G39");
    });
    window.frames(8);
    has(&window, "Another reading: One sneaker that beats an observer is enough to surprise it.");
    has(&window, "House rule: turn.ambush.lost_to: Any");
}

#[test] // FS-108, FS-109
fn a_path_past_an_enemy_warns_of_its_opportunity_attack_with_the_odds() {
    let home = home();
    let mut window = duel(&home);
    strike(&mut window);
    window.click("4  No defence").wait_for_prompt().frames(6);
    window.click("8  Nothing more").wait_for_prompt().frames(6);
    window.hover_over(Cell::new(4, 5)).frames(12);
    has(&window, "Berec may react on the way: Opportunity attack (hit 18%, 72% blocked)");
}

#[test] // FS-046, FS-108
fn an_opportunity_attack_is_offered_with_its_price_and_odds() {
    let home = home();
    let mut window = duel(&home);
    strike(&mut window);
    window.click("4  No defence").wait_for_prompt().frames(6);
    window.click("8  Nothing more").wait_for_prompt().frames(6);
    window.click_cell(Cell::new(4, 5)).wait_for_prompt().frames(6);
    assert_eq!(window.resource::<OpenPrompt>().who(), Some(CombatantId(1)));
    let words = "Costs 1 action point and 1 attack. Chance to hit with longsword: 18%, 72% blocked.";
    assert!(window.shows(words), "{:#?}", window.texts());
}

#[test]
fn the_hint_of_the_action_bar_says_when_nothing_is_left_for_an_attack() {
    let home = home();
    let mut window = duel(&home);
    assert!(window.shows("an enemy to attack"), "{:#?}", window.texts());
    for _ in 0..2 {
        window.click_cell(BEREC).wait_for_prompt().frames(6);
        while window.resource::<OpenPrompt>().0.as_ref().is_some_and(|prompt| prompt.asks != Asks::Act) {
            window.answer(Choice::Pick(Pick::No));
            window.wait_for_prompt().frames(6);
        }
    }
    assert!(window.shows("Nothing is left for an attack."), "{:#?}", window.texts());
}
