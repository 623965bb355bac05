//! The printed table of the speed of combat actions, row by row.

use crate::skirmish::*;
use warboard::content::Name;
use warboard::content::speed::ActionSpeed::{self, Class, Counts, HalfWeapon, Nothing, Roll, Weapon};
use warboard::content::speed::SpeedClass::{Fast, Rapid, Slow, Standard, Swift};
use warboard::resolution::BattleEvent;
use warboard::rules::Ruleset;

/// Rows that this game does not have, each with the ruling that explains it (G-90, G-91).
const NOT_PLAYED: [(&str, &str); 3] = [
    ("lower spell resistance", "TC-245"),
    ("mount or dismount a horse", "TC-257"),
    ("control a frightened mount", "TC-265"),
];

/// Rows that are not separate actions here; they have tests elsewhere.
const ELSEWHERE: [(&str, &str); 3] = [
    ("concentrate to maintain an active spell", "TC-264"),
    ("prepare a spell: its casting time", "TC-269"),
    ("read a scroll: the casting time of its spell", "TC-270"),
];

/// The rows that are actions: the printed name, the action, its rule and its printed speed.
fn actions() -> Vec<(&'static str, &'static str, ActionSpeed)> {
    let roll = |dice: &str, fixed| Roll { random: dice.parse().expect("dice"), fixed };
    vec![
        ("dismiss a spell", "dismiss", Nothing),
        ("drop a held item", "drop_item", Nothing),
        ("draw a normal weapon", "draw", Class(Rapid)),
        ("drop to the floor", "go_prone", Class(Rapid)),
        ("ready an action", "ready", Class(Rapid)),
        ("sheathe a weapon", "sheathe", Class(Rapid)),
        ("direct or redirect an active spell", "direct", Class(Swift)),
        ("draw a hidden weapon", "draw_hidden", Class(Swift)),
        ("open or close a door", "open_door", Class(Swift)),
        ("pick up an item from the floor", "pick_up", Class(Swift)),
        ("retrieve an item from a belt pouch", "take_from_pouch", Class(Swift)),
        ("set a weapon against a charge", "set_weapon", Class(Swift)),
        ("stand up from prone", "stand_up", Class(Swift)),
        ("activate a magic item", "activate", Class(Fast)),
        ("drink a potion", "drink", Class(Fast)),
        ("ready a shield", "ready_shield", Class(Fast)),
        ("light a torch", "light_torch", Class(Standard)),
        ("retrieve an item from a backpack", "take_from_backpack", Class(Slow)),
        ("stabilise a dying friend", "stabilise", Class(Slow)),
        ("attack with a primary weapon", "strike", Weapon(0)),
        ("cast a spell", "fire_bolt", Counts(1)),
        ("escape from a net", "escape_net", roll("1d8+5", 9)),
        ("extinguish flames", "extinguish", roll("1d6+6", 9)),
        ("feint", "feint", HalfWeapon),
    ]
}

fn speed(rules: &Ruleset, id: &str) -> ActionSpeed {
    rules.actions.get(Name::new(id)).unwrap_or_else(|| panic!("no action {id}")).speed
}

#[test] // TC-240
fn every_row_of_the_printed_table_is_an_action_of_that_speed_or_has_a_ruling() {
    let rules = time_count();
    for (row, id, printed) in actions() {
        assert_eq!(speed(&rules, id), printed, "{row}");
    }
    assert_eq!(speed(&rules, "loose_shield"), Class(Fast), "a shield is loosed as it is readied");
    assert_eq!(actions().len() + ELSEWHERE.len() + NOT_PLAYED.len(), 30, "the table has thirty rows");
    for (row, id) in NOT_PLAYED {
        let rule = rules.codex.rules.iter().find(|rule| rule.id == id).expect("a row of the codex");
        assert!(rule.ruling.is_some(), "{row} is not played and no ruling says why");
    }
}

#[test] // TC-240, TC-214
fn an_action_takes_the_time_of_its_row_in_play() {
    let rules = time_count();
    let takes = |action: &str| {
        let mut battle = skirmish(&rules, "a . B").unit('a', base_unit()).unit('B', base_unit()).rolls(&[1, 6]);
        battle.perform('a', action);
        let taken = battle.events().into_iter().find_map(|event| match event {
            BattleEvent::TurnEnded { took, .. } => Some(took.total()),
            _ => None,
        });
        taken.expect("the turn ends")
    };
    assert_eq!([takes("go_prone"), takes("wait")], [2, 1]);
}
