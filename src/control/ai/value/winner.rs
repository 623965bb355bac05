//! The value of the action that the winner of an attack adds (FS-063).

use super::effects;
use super::expected_value::AimedCheck;
use crate::battle::{Act, CombatantId};
use crate::content::{Aim, Does, Effect, Name};
use crate::control::ai::model::Situation;
use crate::resolution::legal;

/// The value of an action that the acting combatant adds as the winner of an attack; `None` if it is impossible now.
pub fn winners_action_value(situation: &Situation<'_>, name: Name, loser: CombatantId) -> Option<i32> {
    let action = situation.rules.actions.get(name)?;
    let act = if action.aim == Aim::Own { Act::own(name) } else { Act::at(name, loser, None) };
    let act = Act { weapon: legal::weapon_for(situation.view, situation.actor, &act, action), ..act };
    legal::still(situation.view, situation.rules, situation.actor, &act).ok()?;
    let worth = match (action.check(), &action.does) {
        (Some(check), _) => AimedCheck { act: &act, action, check, target: loser }.appraise(situation).value,
        (None, Does::Effects(all)) => all.iter().map(|cited| part_value(situation, &cited.does, loser)).sum(),
        (None, _) => 0,
    };
    Some(worth)
}

/// The value of an effect of a winner's action without a check.
fn part_value(situation: &Situation<'_>, does: &Effect, loser: CombatantId) -> i32 {
    if *does != Effect::Maximise {
        return effects::value(situation, does, loser);
    }
    let held = situation.slots().first().and_then(|slot| situation.row().sheet.weapon(*slot));
    let gained = held.map_or(0, |held| held.weapon.damage.max() * 2 - held.weapon.damage.mean_times_two());
    gained * situation.combatants.get(loser).value_per_hp() / 2
}
