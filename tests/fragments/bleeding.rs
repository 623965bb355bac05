//! The bleed table: the row of death, the order of damage at the start of a turn, and what counts as damage.

use crate::facts::*;
use crate::skirmish::*;
use warboard::battle::{Afflicted, Readied, WeaponSlot};
use warboard::content::{Name, Stat};
use warboard::narration::{Tone, narrate};
use warboard::resolution::{Act, BattleEvent, Choice, Target};

/// Gives a combatant a condition at a level.
fn afflict(battle: &mut Skirmish, mark: char, condition: &str, level: i16) {
    let affliction = Afflicted::lasting(Name::new(condition), level);
    let (who, rule) = (battle.id(mark), Name::new("test"));
    battle.state.impose(&BattleEvent::ConditionGained { who, affliction, rule });
}

fn penalty(battle: &Skirmish, mark: char) -> Option<i16> {
    let mut held = battle.row(mark).conditions.0.iter();
    held.find(|held| held.condition.as_str() == "bleeding").map(|held| held.level)
}

/// A battle in which `B`, with a maximum of 50 hit points, begins its turn with a number of them, a bleed penalty and dice.
fn bleeding(hit_points: i16, level: i16, dice: &[u16]) -> Skirmish {
    let faces: Vec<u16> = [20, 1].iter().chain(dice).copied().collect();
    let tough = plain().stat(Stat::Strength, 20);
    let plan = skirmish(&fragments(), "a . . B").unit('a', plain()).unit('B', tough);
    let mut battle = plan.with_losses('B', 50 - hit_points, 0).rolls(&faces);
    assert_eq!(battle.row('B').vitals.hit_points, hit_points);
    afflict(&mut battle, 'B', "bleeding", level);
    battle.events();
    battle.perform('a', "wait");
    battle
}

fn dies(battle: &mut Skirmish) -> bool {
    battle.events().iter().any(|event| matches!(event, BattleEvent::Died { .. }))
}

#[test] // TA-215, TA-219, TA-G19
fn the_row_of_death_kills_only_those_below_zero_hit_points() {
    for hit_points in [0, 1, 30] {
        let mut battle = bleeding(hit_points, 5, &[4, 1, 2]);
        assert!(!dies(&mut battle), "at {hit_points} hit points");
        assert!(battle.has('B', "unconscious") && battle.has('B', "prone"));
        assert_eq!((battle.row('B').vitals.hit_points, penalty(&battle, 'B')), (hit_points - 3, Some(6)));
        battle.all_rolled();
    }
    let mut below = bleeding(-1, 5, &[4]);
    assert!(dies(&mut below), "below 0");
    below.all_rolled();
}

#[test] // TA-215
fn a_roll_on_the_table_is_logged_without_a_difficulty() {
    let mut battle = bleeding(-1, 2, &[3, 1, 1]);
    let (events, rules) = (battle.events(), fragments());
    let told = events.iter().filter(|event| matches!(event, BattleEvent::CheckRolled(_)));
    let lines: Vec<_> = told.filter_map(|event| narrate(battle.snapshot(), &rules, event)).collect();
    assert_eq!(lines.len(), 1);
    assert_eq!((lines[0].words().as_str(), lines[0].tone), ("bleed: B rolls 3 - 2 = 1 [TA-215]", Tone::Plain));
}

#[test] // TA-208, TA-215
fn the_row_of_death_begins_at_zero_after_the_penalty() {
    assert!(dies(&mut bleeding(-1, 1, &[1])), "1 - 1");
    let mut alive = bleeding(-1, 0, &[1, 1, 1]);
    assert!(!dies(&mut alive) && alive.has('B', "unconscious"), "1");
    assert!(dies(&mut bleeding(-1, 2, &[2])), "2 - 2");
    assert!(!dies(&mut bleeding(-1, 2, &[3, 1, 1])), "3 - 2");
}

#[test] // TA-207, TA-212, TA-246, TA-249
fn the_table_comes_before_every_other_harm_of_the_start_of_a_turn() {
    let faces = [20, 1, 15, 1, 1, 1, 1, 1];
    let tough = plain().stat(Stat::Strength, 20);
    let mut battle = skirmish(&fragments(), "a . . B").unit('a', plain()).unit('B', tough).rolls(&faces);
    for (condition, level) in [("poisoned", 1), ("on_fire", 0), ("bleeding", 0)] {
        afflict(&mut battle, 'B', condition, level);
    }
    battle.events();
    battle.perform('a', "wait");
    let events = battle.events();
    let order: Vec<&str> = events
        .iter()
        .filter_map(|event| match event {
            BattleEvent::CheckRolled(rolled) => Some(rolled.action.as_str()),
            BattleEvent::DamageTaken(hurt) => Some(hurt.action.as_str()),
            _ => None,
        })
        .collect();
    assert_eq!(order[..2], ["bleed", "bleeding"]);
    assert!(order.len() == 4 && order.contains(&"on_fire") && order.contains(&"poisoned"), "{order:?}");
    assert_eq!(penalty(&battle, 'B'), Some(3), "blood, fire and poison count once each");
}

#[test] // TA-210, TA-G18
fn a_hit_during_a_move_counts_once() {
    let faces = [1, 20, 15, 4];
    let tough = plain().stat(Stat::Strength, 20);
    let mut battle = skirmish(&fragments(), "a . . . . B").unit('a', tough).unit('B', plain()).rolls(&faces);
    let act = Act { action: Name::new("attack"), target: Target::Whoever, weapon: Some(WeaponSlot(0)), part: None };
    let readied = Readied { watch: Name::new("steps_into_reach"), act };
    battle.act('B', Act { target: Target::Ready(Box::new(readied)), ..Act::own("ready") }).perform('B', "wait");
    afflict(&mut battle, 'a', "bleeding", 0);
    battle.walk('a', &[(1, 0), (2, 0), (3, 0), (4, 0)]).choose('B', Choice::React(Name::new("ready")));
    assert_eq!(damage_taken(&battle.events()).len(), 1);
    assert_eq!(penalty(&battle, 'a'), Some(1));
    battle.all_rolled();
}
