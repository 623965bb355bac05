//! Initiative: who acts first. Time Count rolls a starting count, and the lowest
//! acts first (TC-201, TC-203, TC-207 to TC-210, G-47). Fragments rolls an initiative per combatant, and the highest
//! acts first.

use crate::battle::{CombatantId, Row, Sheet};
use crate::content::{Breakdown, CountTurns, InitiativeRoll, Label, RoundTurns};
use crate::dice::Dice;

/// Rolls the initiative dice of one combatant (TC-207), or of a whole side (TC-208).
pub fn roll_dice(turns: &CountTurns, dice: &mut Dice) -> i16 {
    rolled(dice.roll(&turns.initiative).total)
}

/// The starting count of a combatant from initiative dice already rolled (`thrown`). Rolls for surprise if the combatant
/// is surprised (TC-201, TC-203, TC-207 to TC-210). Bonuses are subtracted, without a lower limit (G-47).
pub fn starting_count(turns: &CountTurns, thrown: i16, sheet: &Sheet, surprised: bool, dice: &mut Dice) -> Breakdown {
    let rule = match turns.rolls {
        InitiativeRoll::Each => turns.initiative_rule,
        InitiativeRoll::Side { rule } => rule,
    };
    let mut number = Breakdown::of([(Label::InitiativeDice, thrown, rule)]);
    for stat in &turns.bonuses {
        number.add_if(Label::Stat(*stat), sheet.stat(*stat).saturating_neg(), turns.bonus_rule);
    }
    if surprised {
        number.add(Label::Surprise, rolled(dice.roll(&turns.surprise).total), turns.surprise_rule);
    }
    number
}

/// Rolls initiative in a round-based system. Bonuses are added.
pub fn roll_round(turns: &RoundTurns, sheet: &Sheet, dice: &mut Dice) -> Breakdown {
    let mut number = Breakdown::of([(Label::InitiativeDice, rolled(dice.roll(&turns.initiative).total), turns.rule)]);
    turns.bonuses.iter().for_each(|stat| sheet.add_stat(*stat, turns.rule, &mut number));
    number
}

/// Initiatives beyond this number count as this number in the order of turns.
const FURTHEST: i16 = 1000;
/// Places between two combatants with equal initiative, for delayed turns.
pub(super) const ROOM: i32 = 16;
/// Places of one initiative.
pub(super) const EQUALS: i32 = ROOM << 16;

/// Sort key of a turn within its round: highest initiative first, then `rank`, with gaps for delayed turns.
pub fn turn_key(initiative: i16, rank: u16) -> i32 {
    i32::from(rank) * ROOM - i32::from(initiative.clamp(-FURTHEST, FURTHEST)) * EQUALS
}

/// Sort key of a combatant that gets this initiative during the battle: behind all that have it already. Two combatants
/// with the same key would take their turns together. `places` are all combatants with their keys.
pub fn key_behind(initiative: i16, who: CombatantId, places: &[(&Row, i32)]) -> i32 {
    let first = turn_key(initiative, 0);
    let others = places.iter().filter(|(row, _)| row.id != who).map(|(_, place)| place);
    let equals = others.filter(|place| (first..first + EQUALS).contains(*place));
    equals.max().map_or(first, |last| *last + ROOM)
}

/// The other combatants with this initiative that have turns of their own, with their keys and in turn order.
pub(super) fn equals<'a>(initiative: i16, who: CombatantId, places: &[(&'a Row, i32)]) -> Vec<(&'a Row, i32)> {
    let first = turn_key(initiative, 0);
    let is_equal = |(row, place): &&(&Row, i32)| {
        row.id != who && !row.gone && row.turn_state.commander.is_none() && (first..first + EQUALS).contains(place)
    };
    let mut equals: Vec<(&Row, i32)> = places.iter().filter(is_equal).copied().collect();
    equals.sort_by_key(|(_, place)| *place);
    equals
}

fn rolled(total: i32) -> i16 {
    total.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16
}
