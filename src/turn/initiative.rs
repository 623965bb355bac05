//! Who acts first: on a rising count the lowest number, in rounds the highest.

use crate::battle::Sheet;
use crate::content::breakdown::{Breakdown, Label};
use crate::content::policy::{CountTurns, InitiativeRoll, RoundTurns};
use crate::dice::Dice;

/// Rolls the dice of one first number (TC-207), or of all first numbers of a side (TC-208).
pub fn throw(turns: &CountTurns, dice: &mut Dice) -> i16 {
    rolled(dice.roll(&turns.initiative).total)
}

/// The count of the first turn of one whose dice show `thrown`. Surprise is rolled now, by each of the surprised for
/// itself (TC-201, TC-203, TC-207 to TC-210).
///
/// Bonuses are taken off, and there is no lower limit (G-47).
pub fn number(turns: &CountTurns, thrown: i16, sheet: &Sheet, surprised: bool, dice: &mut Dice) -> Breakdown {
    let rule = match turns.rolls {
        InitiativeRoll::Each => turns.initiative_rule,
        InitiativeRoll::Side { rule } => rule,
    };
    let mut number = Breakdown::new();
    number.add(Label::InitiativeDice, thrown, rule);
    for stat in &turns.bonuses {
        number.add_if(Label::Stat(*stat), sheet.stat(*stat).saturating_neg(), turns.bonus_rule);
    }
    if surprised {
        number.add(Label::Surprise, rolled(dice.roll(&turns.surprise).total), turns.surprise_rule);
    }
    number
}

/// Rolls initiative for rounds: bonuses are added.
pub fn roll_round(turns: &RoundTurns, sheet: &Sheet, dice: &mut Dice) -> Breakdown {
    let mut number = Breakdown::new();
    number.add(Label::InitiativeDice, rolled(dice.roll(&turns.initiative).total), turns.rule);
    for stat in &turns.bonuses {
        number.add_if(Label::Stat(*stat), sheet.stat(*stat), turns.rule);
    }
    number
}

/// The place of a turn within its round: the highest initiative first, equals by their rank. There is room behind
/// each for turns that were put off until after it.
pub fn place(initiative: i16, rank: u16) -> i32 {
    const FURTHEST: i16 = 1000;
    const ROOM: i32 = 16;
    let place = i32::from(initiative.clamp(-FURTHEST, FURTHEST));
    i32::from(rank) * ROOM - place * (ROOM << 16)
}

fn rolled(total: i32) -> i16 {
    total.clamp(i32::from(i16::MIN), i32::from(i16::MAX)) as i16
}
