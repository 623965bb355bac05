//! Special actions that fail by a single point have no effect, but still take time and cost fatigue.

use crate::facts::*;
use crate::skirmish::*;
use warboard::mechanics::attack::Degree;
use warboard::resolution::BattleEvent;

/// What an actor does before it can try an action on its neighbour.
#[derive(Copy, Clone)]
enum Before {
    /// At once.
    Stands,
    /// It has walked up to it.
    Walks,
    /// It has grabbed it.
    Holds,
    /// It has been grabbed by it.
    IsHeld,
}

/// Lets `a` try an action on `B` with this roll, and returns the facts.
fn tried(action: &str, before: Before, roll: u16) -> (Skirmish, Vec<BattleEvent>) {
    let (map, dice) = match before {
        Before::Stands => (". a B #", vec![1, 6, roll]),
        Before::Walks => ("a . B #", vec![1, 6, roll]),
        Before::Holds => (". a B #", vec![1, 6, 14, roll]),
        Before::IsHeld => (". a B #", vec![6, 1, 14, roll]),
    };
    let unit = match action {
        "staple" => base_unit().weapon("short_sword"),
        "grapple" => base_unit().unarmed(),
        _ => base_unit(),
    };
    let other = if matches!(before, Before::IsHeld) { base_unit() } else { idle() };
    let mut battle = skirmish(&time_count(), map).unit('a', unit).unit('B', other).rolls(&dice);
    match before {
        Before::Stands => {}
        Before::Walks => drop(battle.walk('a', &[(1, 0)])),
        Before::Holds => drop(battle.act_on('a', "grab", 'B')),
        Before::IsHeld => drop(battle.act_on('B', "grab", 'a')),
    }
    battle.events();
    battle.act_on('a', action, 'B');
    let events = battle.events();
    (battle, events)
}

/// Whether a fact changes a combatant or an item.
fn changes(event: &BattleEvent) -> bool {
    matches!(
        event,
        BattleEvent::DamageTaken(_)
            | BattleEvent::ConditionGained { .. }
            | BattleEvent::ConditionLost { .. }
            | BattleEvent::StanceTaken { .. }
            | BattleEvent::Displaced { .. }
            | BattleEvent::LinkMade { .. }
            | BattleEvent::LinkChanged { .. }
            | BattleEvent::LinkEnded { .. }
            | BattleEvent::WeaponDropped { .. }
            | BattleEvent::WeaponTaken { .. }
            | BattleEvent::WeaponStuck { .. }
            | BattleEvent::ThingHarmed { .. }
            | BattleEvent::PairFactBegan { .. }
    )
}

#[test]
// TC-276, TC-277, TC-278, TC-282, TC-283, TC-289, TC-290, TC-295, TC-296, TC-306, TC-307, TC-312, TC-313, TC-319, TC-320,
// TC-328, TC-329, TC-333, TC-334, TC-350, TC-351, TC-357, TC-358, TC-362, TC-363, TC-366, TC-367, TC-373, TC-374, TC-382,
// TC-383, TC-389, TC-390, G-45
fn an_action_that_fails_by_one_takes_its_time_and_tires_and_does_nothing_else() {
    use Before::*;
    // The action, its preparation, the roll that fails by one, the fatigue and the counts it costs.
    let rows = [
        ("break_grab", IsHeld, 9, 0, 4),
        ("drag", IsHeld, 13, 1, 9),
        ("escape_grab", IsHeld, 9, 0, 6),
        ("grab", Stands, 9, 0, 9),
        ("grapple", Holds, 9, 0, 9),
        ("shunt", Holds, 9, 1, 9),
        ("throw", Holds, 9, 2, 12),
        ("approach", Stands, 9, 0, 6),
        ("bull_rush", Stands, 9, 1, 9),
        ("disarm", Stands, 13, 1, 12),
        ("distract", Stands, 9, 0, 6),
        ("feint", Stands, 9, 0, 4),
        ("quick_strike", Stands, 9, 0, 6),
        ("staple", Stands, 13, 1, 9),
        ("tackle", Walks, 9, 1, 9),
        ("trip", Stands, 9, 1, 6),
    ];
    for (action, before, roll, fatigue, counts) in rows {
        let (battle, events) = tried(action, before, roll);
        let rolled = checks(&events);
        let first = rolled.first().unwrap_or_else(|| panic!("{action} rolls"));
        assert_eq!((first.degree, first.margin), (Degree::Failure, -1), "{action}");
        let after: Vec<&BattleEvent> = events.iter().filter(|event| changes(event)).collect();
        assert!(after.is_empty(), "{action}: {after:?}");
        assert_eq!((battle.row('a').vitals.fatigue, battle.row('B').vitals.fatigue), (fatigue, 0), "{action}");
        let took = events.iter().find_map(|event| match event {
            BattleEvent::TurnEnded { who, took } if *who == battle.id('a') => Some(took.total()),
            _ => None,
        });
        assert_eq!(took, Some(counts), "{action}");
    }
}
