//! The computer opponent with spells and afflictions.

use crate::fighters::*;
use crate::skirmish::*;
use warboard::batch::Opponent;
use warboard::battle::{Afflicted, AfflictionState, Side, Until};
use warboard::content::{Name, Unit};
use warboard::resolution::{Act, BattleEvent, Choice};

/// The act that the tactician chooses now.
fn choice(battle: &Skirmish) -> Act {
    let setup = battle.battle().setup();
    let prompt = battle.battle().prompt().expect("an open prompt");
    let mut tactician = Opponent::Tactician.controller(Side(0), 0);
    match tactician.answer(battle.snapshot().view(), &setup.rules, setup, prompt).choice {
        Choice::Act(act) => act,
        other => panic!("an act, not {other:?}"),
    }
}

fn caster(spells: &[&str]) -> Unit {
    let spells = spells.iter().map(|spell| Name::new(spell)).collect();
    Unit { spells, ..fighter().has("Reason", 3).has("Lore", 2).has("Arcana", 3).weapon("dagger") }
}

#[test] // HD-237
fn a_caster_burns_a_distant_foe() {
    let units = [('a', caster(&["fire_bolt"]), 9), ('B', fighter(), 5)];
    let battle = battle("a . . . . . . . . . B", &units, &[]);
    assert_eq!(choice(&battle).action, Name::new("fire_bolt"));
}

#[test] // HD-237, HD-348
fn a_healer_saves_a_friend_with_a_fatal_wound_by_a_spell() {
    let healer = caster(&["healing_touch"]);
    let champion = fighter().has("Strength", 5).has("Melee", 5);
    let units = [('B', fighter().weapon("bow"), 10), ('a', healer, 9), ('c', champion, 7)];
    let mut battle = battle("a c . . . . . . . . . . . . . . . B", &units, &[&wild(5)]);
    battle.attack('B', "standard_attack", 'c').end_turn('B');
    assert_eq!(battle.wounds('c'), [0, 0, 0, 0, 1]);
    let act = choice(&battle);
    assert_eq!((act.action, act.aimed_at()), (Name::new("healing_touch"), Some(battle.id('c'))));
}

#[test] // HD-337
fn a_healer_treats_a_friend_that_bleeds_badly() {
    let healer = fighter().has("Lore", 2).has("Healing", 9).has("Speed", 3).weapon("dagger");
    let units = [('a', healer, 9), ('c', fighter(), 7), ('B', fighter(), 5)];
    let mut battle = battle("a c . . . . . . . . . . . . . . . . B", &units, &[]);
    let state = AfflictionState { against: 3, ..AfflictionState::default() };
    let affliction = Afflicted { condition: "bleeding".into(), by: None, until: Until::Ended, level: 4, state };
    let (who, rule) = (battle.id('c'), Name::new("test"));
    battle.state.impose(&BattleEvent::ConditionGained { who, affliction, rule });
    let act = choice(&battle);
    assert_eq!((act.action, act.aimed_at()), (Name::new("treat_condition"), Some(who)));
}
