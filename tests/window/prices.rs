//! Prices in points: on the buttons of actions, in the prompt for a defence, and before a turn ends.

use std::sync::Arc;

use bevy::prelude::KeyCode;
use tempfile::TempDir;

use crate::play::{TWO, scenario};
use crate::test_window::{TestWindow, opening_of};
use warboard::battle::CombatantId;
use warboard::content::authored::parse;
use warboard::content::{
    Action, ActionSpeed, Against, Does, Name, PoolAmount, PoolIncome, PoolMoment, PoolPrice, ResourcePool, Source,
    Table, Unspent,
};
use warboard::grid::Cell;
use warboard::gui::playback::Speed;
use warboard::gui::session::OpenPrompt;
use warboard::gui::settings::Settings;
use warboard::resolution::{Act, Choice, Setup};
use warboard::rules::Ruleset;

const DEFENCES: &str = r#"(
    defences: Some((
        options: [(id: "sidestep", name: "Sidestep", meets: Rolls([Agility]), costs: [(pool: "effort", points: 1)], rule: "R-2")],
        undefended: TestFails,
    )),
)"#;

/// Two points of effort in each turn, lost at its end.
fn effort() -> ResourcePool {
    let amount = |base| PoolAmount { base, stats: Vec::new(), traits: Vec::new(), more: Vec::new() };
    ResourcePool {
        id: Name::new("effort"),
        name: "effort point".to_owned(),
        many: None,
        initial: amount(2),
        incomes: vec![PoolIncome { at: PoolMoment::OwnTurnStart, amount: amount(2) }],
        unspent: Unspent::LostAtTurnEnd,
        debt: 0,
        debt_by_reactions: false,
        tires: None,
        kept: false,
        rule: Name::new("R-1"),
    }
}

/// The rules of Fragments, in which an attack costs two points of effort or a reaction instead of its time.
fn priced(rules: &Ruleset) -> Ruleset {
    let mut rules = Ruleset::clone(rules);
    rules.policies.economy.others.push(effort());
    let price = |pool: &str, points| PoolPrice { pool: Name::new(pool), points };
    let dear = |action: &Action| {
        if action.id.as_str() != "attack" {
            return Action::clone(action);
        }
        let mut action = action.clone();
        if let Does::Check(check) = &mut action.does {
            check.against = Against::Chosen(Vec::new());
        }
        let costs = vec![vec![price("effort", 2)], vec![price("reactions", 1)]];
        Action { costs, speed: ActionSpeed::Nothing, ..action }
    };
    let stages = Source::new("stages.ron", DEFENCES);
    rules.policies.stages = parse(&stages).unwrap_or_else(|wrong| panic!("{}", wrong.brief()));
    rules.actions = Table::new(rules.actions.iter().map(|action| dear(action)).collect());
    rules
}

/// The field, without surprise.
fn aware() -> Source {
    let field = scenario("swordsman", 600);
    Source::new("field.ron", field.text.replace(", surprised: true", ""))
}

/// A window in which all three actions are used on movement up to an enemy, the last one in part: only points are left.
pub fn beside_an_enemy(home: &TempDir) -> TestWindow {
    beside_an_enemy_under(home, |_| {})
}

/// The same under changed rules.
pub fn beside_an_enemy_under(home: &TempDir, change: impl FnOnce(&mut Ruleset)) -> TestWindow {
    let mut opening = opening_of(aware(), "fragments", &TWO, 7);
    let mut rules = priced(&opening.setup.rules);
    change(&mut rules);
    opening.setup = Arc::new(Setup { rules: Arc::new(rules), ..Setup::clone(&opening.setup) });
    let mut window = TestWindow::open(home.path(), Some(opening));
    window.change::<Settings>(|settings| (settings.speed, settings.pass_screen) = (Speed::Instant, false));
    window.wait_for_prompt().frames(60);
    if window.resource::<OpenPrompt>().who() == Some(CombatantId(1)) {
        window.press(KeyCode::KeyW).press(KeyCode::KeyW).wait_for_prompt().frames(3);
    }
    for x in [7, 2, 7] {
        window.click_cell(Cell::new(x, 1)).wait_for_prompt().frames(3);
    }
    window
}

#[test]
fn prices_show_their_alternatives_and_points_that_a_turn_would_lose_are_announced() {
    let home = tempfile::tempdir().expect("a folder");
    let mut window = beside_an_enemy(&home);
    assert!(window.shows("2 effort points or 1 reaction"), "{:#?}", window.texts());
    window.press(KeyCode::KeyW).frames(3);
    let waits = window.answers().contains(&Choice::Act(Act::own("wait")));
    let warning = "2 effort points would be lost; click again to end the turn";
    assert!(!waits && window.shows(warning), "{:#?}", window.texts());
    window.press(KeyCode::KeyW).frames(3);
    assert!(window.answers().contains(&Choice::Act(Act::own("wait"))), "{:?}", window.answers());
}

#[test]
fn a_defence_is_offered_by_its_name_with_its_price() {
    let home = tempfile::tempdir().expect("a folder");
    let mut window = beside_an_enemy(&home);
    window.press(KeyCode::KeyA).click_cell(Cell::new(8, 1)).wait_for_prompt().frames(3);
    for words in ["1  Sidestep", "1 effort point"] {
        assert!(window.texts().contains(&words), "{words}: {:#?}", window.texts());
    }
}
