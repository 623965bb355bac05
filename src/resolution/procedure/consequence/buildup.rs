//! Conditions that follow from the gathered level of another condition.

use smallvec::SmallVec;

use crate::battle::{Afflicted, CombatantId, Row};
use crate::content::{Condition, Name, Portion, Rule, Stacking, Status};
use crate::mechanics::status;
use crate::resolution::event::{BattleEvent, Facts};
use crate::resolution::step::{Inputs, Recheck};
use crate::turn::{DueKind, Phase};

/// Updates the conditions that follow from gathered levels for all combatants (TC-486, TC-487, TC-489, TC-494).
pub(crate) fn update(inputs: &mut Inputs<'_>, events: &mut Facts) {
    let news = inputs.check_again(Recheck::Tracks, inputs.view.changed().able);
    if !news || inputs.view.present().all(|row| row.conditions.0.is_empty()) {
        return;
    }
    let all = inputs.rules.conditions.building().flat_map(|of| of.does.iter().map(move |cited| (of, cited)));
    let builds: SmallVec<[_; 8]> = all.filter(|(_, cited)| matches!(cited.does, Status::Builds { .. })).collect();
    for row in inputs.view.present().filter(|row| !row.conditions.0.is_empty()) {
        for (condition, cited) in &builds {
            if let Status::Builds { into, portion, from, most } = cited.does {
                let steps = portions(row, condition, portion);
                let wanted = (steps >= from).then(|| steps.min(most));
                bring(row, (into, wanted), cited.rule, inputs, events);
            }
        }
    }
}

fn portions(row: &Row, of: &Condition, portion: Portion) -> i16 {
    let level = row.conditions.level(of.id).max(0);
    match portion {
        Portion::Points(points) => level / points.max(1),
        Portion::Half(stat) => level.saturating_mul(2) / row.sheet.stat(stat).max(1),
    }
}

/// Gives, eases or takes a condition so that it has the wanted level.
fn bring(row: &Row, (condition, wanted): (Name, Option<i16>), rule: Rule, inputs: &Inputs<'_>, events: &mut Facts) {
    let Some(found) = inputs.rules.conditions.get(condition) else { return };
    let (who, has) = (row.id, row.conditions.has(condition));
    let wanted = wanted.map(|level| if found.again == Stacking::Adds { level } else { 0 });
    let before = row.conditions.level(condition);
    let affliction = Afflicted::lasting(condition, wanted.unwrap_or(0));
    match wanted {
        Some(level) if !has || level > before => events.push(BattleEvent::ConditionGained { who, affliction, rule }),
        Some(level) if level < before => events.push(BattleEvent::ConditionEased { who, affliction, rule }),
        None if has => {
            events.push(BattleEvent::ConditionLost { who, condition, rule });
            act_again(who, found, inputs, events);
        }
        _ => {}
    }
}

/// Where turns are counted, a combatant that can act again and has no turn due gets one now.
fn act_again(who: CombatantId, lost: &Condition, inputs: &Inputs<'_>, events: &mut Facts) {
    let counted = inputs.rules.policies.turn.is_counted();
    if counted && status::forbids_all(lost) && inputs.timeline.turn_of(who).is_none() {
        inputs.schedule(inputs.view.count(), Phase::Turns, 0, DueKind::Turn(who), events);
    }
}
