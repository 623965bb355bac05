//! Standing orders in the window, the chances of defences, and the key that skips.

use bevy::prelude::KeyCode;
use tempfile::TempDir;

use crate::prices::{beside_an_enemy, beside_an_enemy_under};
use crate::test_window::TestWindow;
use warboard::battle::Side;
use warboard::content::authored::parse;
use warboard::content::{Name, Reaction, Source};
use warboard::control::orders::{Habit, OrderCondition, OrderScope, Orders, Question, StandingOrder};
use warboard::ecs::ShownBattle;
use warboard::grid::Cell;
use warboard::gui::hud::OpenWindows;
use warboard::gui::session::{OpenPrompt, Session};
use warboard::gui::settings::Settings;
use warboard::odds;
use warboard::resolution::{Asks, Choice, Pick};

fn home() -> TempDir {
    tempfile::tempdir().expect("a folder")
}

/// Asa attacks Bror.
fn attack(window: &mut TestWindow) {
    window.press(KeyCode::KeyA).click_cell(Cell::new(8, 1)).wait_for_prompt().frames(3);
}

fn kept(window: &TestWindow, question: Question) -> Vec<StandingOrder> {
    window.resource::<Orders>().kept(OrderScope::Side(Side(1)), question).cloned().collect()
}

#[test]
fn a_prompt_for_a_defence_shows_the_exact_chance_of_each_and_can_be_answered_for_good() {
    let home = home();
    let mut window = beside_an_enemy(&home);
    attack(&mut window);
    let prompt = window.resource::<OpenPrompt>().0.clone().expect("a question");
    let Asks::Pick { purpose, .. } = prompt.asks else { panic!("{prompt:?}") };
    let (from, act) = purpose.attack_on(prompt.who).expect("an attack");
    let view = window.resource::<ShownBattle>().snapshot().view();
    let told = odds::forecast(view, window.resource::<Session>().rules(), from, &act, None).expect("odds");
    let hit = |id: Option<&str>| {
        let chance = told.against(id.map(Name::new)).expect("a defence").fractions()[0].1;
        (chance.per_ten_thousand() + 50) / 100
    };
    let (sidestep, none) = (hit(Some("sidestep")), hit(None));
    assert!(sidestep < none, "{sidestep} {none}");
    let words = ["1  Sidestep", "1 effort point", "2  No defence"].map(str::to_owned);
    let words = words.into_iter().chain([format!("hit {sidestep}%"), format!("hit {none}%")]);
    for words in words {
        assert!(window.texts().contains(&words.as_str()), "{words}: {:#?}", window.texts());
    }
    assert!(window.shows("damage "), "{:#?}", window.texts());
    window.click("best defence").frames(4);
    assert!(window.answers().contains(&Choice::Pick(Pick::Action(Name::new("sidestep")))), "{:?}", window.answers());
    assert_eq!(kept(&window, Question::Defence).len(), 1);
    assert_eq!(kept(&window, Question::Defence)[0].habit, Habit::Best);
}

#[test]
fn conditions_are_set_in_the_window_of_standing_orders() {
    let home = home();
    let mut window = beside_an_enemy(&home);
    attack(&mut window);
    window.click("Conditions...").frames(4);
    assert!(window.resource::<OpenWindows>().orders && window.shows("Standing orders"));
    let asks = window.resource::<OpenPrompt>().who();
    window.click("sidestep").frames(3).click("only if...").frames(3);
    for words in ["against melee", "nothing else is better", "keeping effort points", "chance in percent"] {
        window.click(words).frames(3);
    }
    window.click("no defence").frames(3);
    let all = window.resource::<Orders>().habits().iter();
    let orders: Vec<StandingOrder> = all.filter(|order| order.question == Question::Defence).cloned().collect();
    let OrderCondition::Keeps { pool, points } = &orders[0].when[2] else { panic!("{orders:?}") };
    assert_eq!(
        (orders[0].habit.clone(), pool.as_str(), *points),
        (Habit::Prefer(vec![Name::new("sidestep")]), "effort", 1)
    );
    assert_eq!(orders[0].when.len(), 4);
    assert_eq!((orders[1].habit.clone(), orders[1].when.is_empty()), (Habit::Never, true), "otherwise");
    assert!(
        window.shows("only if against melee and nothing else is better and 1 effort point kept"),
        "{:#?}",
        window.texts()
    );
    assert_eq!(window.resource::<OpenPrompt>().who(), asks, "the open question is still open");
}

fn reacting(does: &str) -> Reaction {
    let text = format!(
        r#"(id: "counter", name: "Counter", on: ActionDeclared, who: Target, does: {does}, costs: [], then: [], rule: "R-3")"#
    );
    parse(&Source::new("reaction.ron", text)).unwrap_or_else(|wrong| panic!("{}", wrong.brief()))
}

#[test]
fn a_reaction_and_an_interrupt_are_skipped_with_a_key() {
    for (does, button) in [(r#"Act("attack")"#, "2  Skip (,)"), (r#"OneOf(["attack"])"#, "Skip (,)")] {
        let home = home();
        let mut window = beside_an_enemy_under(&home, |rules| rules.policies.reactions.push(reacting(does)));
        attack(&mut window);
        let asks = window.resource::<OpenPrompt>().0.clone().map(|prompt| prompt.asks);
        assert!(asks.is_some_and(|asks| asks.may_pass()), "{does}");
        assert!(window.texts().contains(&button), "{:#?}", window.texts());
        let answered = window.answers().len();
        window.press(KeyCode::Comma).frames(3);
        assert_eq!(window.answers()[answered..], [Choice::Pass], "{does}");
    }
}

#[test]
fn an_interrupt_can_be_skipped_for_good() {
    let home = home();
    let does = r#"OneOf(["attack"])"#;
    let mut window = beside_an_enemy_under(&home, |rules| rules.policies.reactions.push(reacting(does)));
    attack(&mut window);
    let who = window.resource::<OpenPrompt>().who().expect("a question");
    let side = window.resource::<ShownBattle>().view().row(who).side;
    window.click("Always skip").frames(3);
    assert_eq!(window.answers().last(), Some(&Choice::Pass));
    let orders = window.resource::<Orders>().kept(OrderScope::Side(side), Question::React(Name::new("counter")));
    assert_eq!(
        orders.map(|order| order.habit.clone()).collect::<Vec<_>>(),
        [Habit::Never],
        "of every unit of the side"
    );
}

#[test]
fn a_battle_from_the_start_screen_begins_with_the_recommended_orders_unless_the_settings_say_no() {
    for given in [true, false] {
        let home = home();
        let mut window = TestWindow::open(home.path(), None);
        window.change::<Settings>(|settings| settings.recommended_orders = given);
        window.wait_until("the rules are read", |window| window.shows("Time Count")).click("Time Count");
        window.frames(2).click("Fighting Style").frames(2);
        window.click("Start").wait_until("the battle begins", |window| window.world().contains_resource::<Session>());
        window.wait_for_prompt().frames(3);
        let orders = window.resource::<Orders>().habits();
        let asked = Question::React(Name::new("opportunity"));
        assert_eq!(orders.iter().any(|order| order.question == asked), given, "{orders:?}");
        assert!(orders.iter().all(|order| order.whose == OrderScope::Side(Side(0))), "only of people: {orders:?}");
    }
}
