//! Hiding, and how those who hide are discovered.

use crate::battle::{CombatantId, PairFact, Slant, Until};
use crate::content::breakdown::{Breakdown, Label};
use crate::content::policy::SightPolicy;
use crate::content::stat::Stat;
use crate::grid::Footprint;
use crate::mechanics::sight;
use crate::resolution::event::BattleEvent;
use crate::resolution::plan::PlannedEffect;
use crate::resolution::step::Inputs;

use super::checks;

/// One die against every enemy from whose sight something shields the actor (TA-G31).
pub(super) fn hide(
    effect: &PlannedEffect,
    (attribute, against): (Stat, Stat),
    inputs: &mut Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) {
    let Some(policy) = &inputs.rules.policies.sight else { return };
    let (view, book, who) = (inputs.view, inputs.book(), effect.actor);
    let shielded =
        |id: &CombatantId| !sight::is_hidden(view, policy, who, *id) && sight::is_veiled(view, book, who, *id);
    let observers: Vec<CombatantId> = sight::observers(view, book, who).filter(shielded).collect();
    let natural = i32::from(inputs.dice.die(inputs.rules.policies.attack.natural.sides));
    let bonus = bonus(effect, attribute, inputs);
    for observer in observers {
        let difficulty = view.row(observer).sheet.derived(against).clone();
        let name = effect.act.action.as_str();
        let (margin, mut rolled) = checks::plain(who, name, natural, bonus.clone(), difficulty, effect.rule);
        if let BattleEvent::CheckRolled(rolled) = &mut rolled {
            (rolled.target, rolled.defence) = (Some(observer), Some(against));
        }
        events.push(rolled);
        if margin >= 0 {
            events.push(began(who, observer, policy, effect.rule));
        }
    }
}

fn bonus(effect: &PlannedEffect, attribute: Stat, inputs: &Inputs<'_>) -> Breakdown {
    let sheet = &inputs.view.row(effect.actor).sheet;
    let mut bonus = Breakdown::new();
    for stat in [inputs.rules.policies.attack.skill, attribute] {
        bonus.add_if(Label::Stat(stat), sheet.stat(stat), effect.rule);
    }
    bonus
}

fn began(who: CombatantId, towards: CombatantId, policy: &SightPolicy, rule: crate::content::Rule) -> BattleEvent {
    let fact = PairFact { towards, slant: Slant::Has(policy.hidden), until: Until::Ended, rule };
    BattleEvent::PairFactBegan { who, fact }
}

/// Somebody discovers where a combatant is (TA-196).
pub(super) fn found(hider: CombatantId, by: CombatantId, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let Some(policy) = &inputs.rules.policies.sight else { return };
    for fact in inputs.view.row(hider).pairs.towards(by) {
        if sight::hiding(policy, &fact.slant).is_some() {
            events.push(BattleEvent::PairFactEnded { who: hider, towards: by, slant: fact.slant });
        }
    }
}

/// One who ends its turn in plain sight of somebody is hidden from it no more (TA-195).
pub(super) fn turn_ended(who: CombatantId, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let Some(policy) = &inputs.rules.policies.sight else { return };
    let (view, book) = (inputs.view, inputs.book());
    for observer in view.enemies_of(view.row(who).side).map(|row| row.id) {
        if sight::is_hidden(view, policy, who, observer) && !sight::is_veiled(view, book, who, observer) {
            found(who, observer, inputs, events);
        }
    }
}

/// Those who stand on a footprint and are hidden from one who is about to walk into them.
pub(super) fn bumped_into(walker: CombatantId, to: Footprint, inputs: &Inputs<'_>) -> Vec<CombatantId> {
    let (view, shape) = (inputs.view, inputs.view.shape());
    let Some(policy) = &inputs.rules.policies.sight else { return Vec::new() };
    let there = view.present().filter(|row| view.footprint(row.id).overlaps(shape, to));
    there.map(|row| row.id).filter(|id| sight::is_hidden(view, policy, *id, walker)).collect()
}
