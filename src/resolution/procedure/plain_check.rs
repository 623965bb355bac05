//! Plain checks against a difficulty, outside actions.

use smallvec::smallvec;

use crate::battle::CombatantId;
use crate::content::{AdvantageTerms, Breakdown, Name};
use crate::mechanics::attack::Degree;
use crate::resolution::event::{BattleEvent, Facts, Rolled};
use crate::resolution::step::Inputs;

/// Rolls the die of a check that is no attack (G-08).
pub(crate) fn roll_die(inputs: &mut Inputs<'_>) -> i32 {
    inputs.dice.roll(&inputs.rules.policies.check_die).total
}

/// Rolls the die of a skill.
pub(crate) fn roll_skill_die(inputs: &mut Inputs<'_>) -> i32 {
    i32::from(inputs.dice.die(inputs.rules.policies.attack.natural.sides))
}

/// A plain check against a difficulty: adds its fact and returns its margin.
pub(crate) fn judge(
    who: CombatantId,
    name: &str,
    natural: i32,
    bonus: Breakdown,
    difficulty: Breakdown,
    rule: Name,
    events: &mut Facts,
) -> i16 {
    let (margin, rolled) = result(who, name, natural, bonus, difficulty, rule);
    events.push(rolled);
    margin
}

/// A plain check against a difficulty: its margin and its fact. No natural roll decides by itself.
pub(crate) fn result(
    who: CombatantId,
    name: &str,
    natural: i32,
    bonus: Breakdown,
    difficulty: Breakdown,
    rule: Name,
) -> (i16, BattleEvent) {
    let margin = (natural as i16).saturating_add(bonus.total()).saturating_sub(difficulty.total());
    let rolled = Rolled {
        who,
        action: Name::new(name),
        target: None,
        weapon: None,
        natural: natural.max(0) as u16,
        dice: smallvec![natural.max(0) as u16],
        edge: AdvantageTerms::even(),
        bonus,
        defence: None,
        rival: None,
        difficulty,
        degree: if margin >= 0 { Degree::Success } else { Degree::Failure },
        margin,
        rule,
    };
    (margin, BattleEvent::CheckRolled(Box::new(rolled)))
}
