//! Deep water: currents, fires put out, and breath.

use crate::battle::{Afflicted, CombatantId};
use crate::content::{Breakdown, DamageTypes, Drowning, Label, Status};
use crate::mechanics::damage::PendingDamage;
use crate::mechanics::{health, height, water};
use crate::resolution::event::{BattleEvent, Cause, Facts};
use crate::resolution::frame::Station;
use crate::resolution::procedure::effect::{conditions, deal_damage};
use crate::resolution::procedure::forced::shift;
use crate::resolution::procedure::stealth;
use crate::resolution::step::{Inputs, Recheck};

/// After a swimming step: air at the surface, and fires go out (TA-248, TA-G38).
pub(crate) fn surfaces(who: CombatantId, to: Station, inputs: &Inputs<'_>, events: &mut Facts) {
    let Some(policy) = inputs.rules.policies.water.swum() else { return };
    if to.altitude == 0 {
        conditions::lose(who, policy.breathless, policy.breath_rule, inputs, events);
    }
    if let Some((condition, rule)) = water::extinguished_fire(inputs.game().with(who, to.at), who) {
        events.push(BattleEvent::ConditionLost { who, condition, rule });
    }
}

/// Carries a combatant with the current at the start of its turn (TA-132). It discovers a hidden combatant it is
/// carried against (TA-196).
pub(crate) fn drift(who: CombatantId, inputs: &Inputs<'_>, events: &mut Facts) {
    let game = inputs.game();
    let Some((policy, current)) = game.policies.water.swum().zip(water::current(game.view, who)) else { return };
    let (to, ahead) = water::current_destination(game, who, current);
    if to != game.footprint(who) {
        let bodies = shift::along_at(game.view, who, to, game.altitude(who));
        events.push(BattleEvent::Displaced { bodies, cause: Cause::Drift, rule: policy.current_rule });
    }
    let Some(ahead) = ahead else { return };
    let feet = height::ground(game.view, ahead).saturating_add(game.altitude(who));
    for hider in stealth::bumped_into(who, ahead, (feet, feet), inputs) {
        stealth::discover(hider, who, inputs, events);
    }
}

/// Puts out the fires of all combatants in deep water (TA-248).
pub(crate) fn douse(inputs: &mut Inputs<'_>, events: &mut Facts) {
    let changed = inputs.view.changed();
    let news = inputs.check_again(Recheck::Fires, changed.bodies.max(changed.able).max(changed.around));
    if !news || inputs.rules.policies.water.swum().is_none() {
        return;
    }
    for row in inputs.view.present() {
        if let Some((condition, rule)) = water::extinguished_fire(inputs.game(), row.id) {
            events.push(BattleEvent::ConditionLost { who: row.id, condition, rule });
        }
    }
}

/// Combatants that are no longer held by the enemy that choked them breathe again.
pub(crate) fn breathe_again(inputs: &mut Inputs<'_>, events: &mut Facts) {
    let changed = inputs.view.changed();
    if !inputs.check_again(Recheck::Breath, changed.able.max(changed.around)) {
        return;
    }
    for row in inputs.view.present() {
        for held in &row.conditions.0 {
            let (who, condition) = (row.id, held.condition);
            let found = inputs.rules.conditions.get(condition);
            let mut does = found.iter().flat_map(|condition| &condition.does);
            let holds = held.by.is_some_and(|by| inputs.view.hold(by, who).is_some());
            if !holds && does.any(|cited| cited.does == Status::Stifles) {
                let rule = inputs.rules.policies.grapple.release_rule;
                events.push(BattleEvent::ConditionLost { who, condition, rule });
            }
        }
    }
}

/// Counts turns without air; whether the combatant drowns (TA-133 to TA-135, TA-G38).
pub(crate) fn turn_ends(who: CombatantId, inputs: &mut Inputs<'_>, events: &mut Facts) -> bool {
    let Some(policy) = inputs.rules.policies.water.swum() else { return false };
    if !water::is_without_air(inputs.game(), who) {
        conditions::lose(who, policy.breathless, policy.breath_rule, inputs, events);
        return false;
    }
    let row = inputs.view.row(who);
    let held = row.conditions.0.iter().find(|held| held.condition == policy.breathless);
    let level = held.map_or(0, |held| held.level) + 1;
    let lasts = water::breath(inputs.view, policy, who);
    let affliction = Afflicted::lasting(policy.breathless, level);
    events.push(BattleEvent::ConditionGained { who, affliction, rule: policy.breath_rule });
    match &policy.drowns {
        Drowning::Dies { drowned_rule, .. } if level > lasts => {
            events.push(BattleEvent::Died { who, rule: *drowned_rule });
            return true;
        }
        Drowning::Dies { spent_rule, .. } => {
            let left = health::lasting(&row.vitals);
            if level == lasts && left > 0 {
                let kind = (DamageTypes::SUFFOCATION, *spent_rule);
                deal_damage::harm((who, who), policy.breathless, i32::from(left), kind, inputs, events);
            }
        }
        Drowning::Wounds { damage, bypasses, rule } if level > lasts => {
            let amount = Breakdown::of([(Label::Stat(*damage), row.sheet.stat(*damage), *rule)]);
            let types = DamageTypes::SUFFOCATION;
            let mut blow = PendingDamage::plain((who, who), policy.breathless, types, amount, *rule);
            blow.traits.bypasses.extend(bypasses);
            deal_damage::deal(blow, inputs, events);
        }
        Drowning::Wounds { .. } => {}
    }
    false
}
