//! Checks of the order of turns.

use super::file_check::{FileCheck, each};
use super::policies::check_rows;
use crate::content::{Action, Aim, DelayedPlace, Does, RoundTurns, SpeedClass, TieKey, Ties, TurnOrder, ValuePath};

pub(super) fn check(turn: &TurnOrder, path: &ValuePath, file: &mut FileCheck<'_>) {
    match turn {
        TurnOrder::Counts(turns) => {
            conditions!(file, path, turns, surprised);
            let list = path.field("speeds");
            let rows = turns.speeds.iter().map(|row| row.class);
            check_rows(rows, &SpeedClass::ALL, &list, "class", SpeedClass::word, file);
            for (path, row) in each(&list, &turns.speeds) {
                within!(file, path, row, fixed in 0..=200);
            }
            within!(file, path, turns, beyond_slowest in 0..=100);
        }
        TurnOrder::Rounds(rounds) => check_rounds(rounds, path, file),
    }
}

fn check_rounds(rounds: &RoundTurns, path: &ValuePath, file: &mut FileCheck<'_>) {
    within!(file, path, rounds, seconds in 1..=600);
    if let Some(unaware) = &rounds.unaware {
        conditions!(file, path.field("unaware"), unaware, condition);
    }
    if let Some(contest) = &rounds.ambush {
        let path = path.field("ambush");
        for (field, stats) in [("stealth", &contest.stealth), ("observation", &contest.observation)] {
            if stats.is_empty() {
                file.refuse(&path.field(field), "name at least one stat");
            }
        }
        if rounds.unaware.is_none() {
            file.refuse(&path, "surprise has no effect: give it a condition in `unaware`");
        }
    }
    check_ties(&rounds.ties, &path.field("ties"), file);
}

/// Refuses actions that delay a turn with a target that does not fit when the place of the turn is chosen.
pub(super) fn check_delay(action: &Action, path: &ValuePath, file: &mut FileCheck<'_>) {
    let Some(rounds) = file.content.policies.value.turn.in_rounds().filter(|_| action.does == Does::Delay) else {
        return;
    };
    let (aim, why) = match rounds.delay.chosen {
        DelayedPlace::Later => (Aim::Own, "the place of a delayed turn is chosen later: use `aim: Own`"),
        DelayedPlace::Named => (Aim::Other, "a delayed turn names the combatant that it follows: use `aim: Other`"),
    };
    if action.aim != aim {
        file.refuse(&path.field("aim"), why);
    }
}

fn check_ties(ties: &Ties, path: &ValuePath, file: &mut FileCheck<'_>) {
    let Ties::By { keys, .. } = ties else { return };
    let list = path.field("keys");
    if keys.is_empty() {
        file.refuse(&list, "name at least one key, or use `Listed` or `Random`");
    }
    for (at, key) in keys.iter().enumerate().filter(|(at, key)| keys[..*at].contains(key)) {
        let word = match key {
            TieKey::Highest(stat) => stat.word().to_owned(),
            TieKey::With(quality) => format!("{quality:?}"),
        };
        file.refuse(&list.index(at), format!("{word} already decides before"));
    }
}
