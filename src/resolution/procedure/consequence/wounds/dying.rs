//! Dying of wounds of parts of the body: it begins with a wound, and ends with a saving throw, with help or with healing.

use crate::battle::{CombatantId, Vitals};
use crate::content::{Breakdown, DamageTypes, DyingSave, Fate, HealthModel, Label, StablePolicy};
use crate::mechanics::damage::{self, PendingDamage};
use crate::mechanics::{health, status};
use crate::resolution::event::{BattleEvent, Facts};
use crate::resolution::procedure::effect::{conditions, posture};
use crate::resolution::procedure::plain_check::PlainCheck;
use crate::resolution::step::Inputs;

/// The policy, where wounds make combatants dying.
fn policy(inputs: &Inputs<'_>) -> Option<(StablePolicy, DyingSave)> {
    let stable = inputs.rules.policies.consciousness.stable?;
    Some((stable, stable.saves?))
}

/// A part of the body that puts a combatant out of the fight and loses points makes it dying; without such a part it is dying no
/// more (PR-C01, PR-C04).
pub(crate) fn wounded(who: CombatantId, before: &Vitals, inputs: &mut Inputs<'_>, events: &mut Facts) {
    let Some((stable, _)) = policy(inputs) else { return };
    let consciousness = &inputs.rules.policies.consciousness;
    let row = inputs.view.row(who);
    let [before, now] = [before, &row.vitals].map(|vitals| health::lost_by_the_down(consciousness, vitals));
    match row.conditions.has(stable.dying) {
        false if now > before => conditions::gain(who, stable.dying, who, stable.rule, inputs, events),
        true if now == 0 => conditions::lose(who, stable.dying, stable.rule, inputs, events),
        _ => {}
    }
    if now == 0 && row.conditions.has(stable.stable) {
        conditions::lose(who, stable.stable, stable.rule, inputs, events);
    }
    if now > before && status::is_conscious(inputs.game(), who) && !falls(who, events) {
        let rule = consciousness.unconscious_rule;
        events.push(BattleEvent::FellUnconscious { who, rests_until: None, rule });
    }
}

fn falls(who: CombatantId, events: &Facts) -> bool {
    events.iter().any(|event| matches!(event, BattleEvent::FellUnconscious { who: other, .. } if *other == who))
}

/// The saving throw of a dying combatant at the start of its turn; a failure costs it points of the part by which it is worst off
/// (PR-258, PR-259).
pub(crate) fn saves(who: CombatantId, inputs: &mut Inputs<'_>, events: &mut Facts) {
    let Some((stable, save)) = policy(inputs) else { return };
    let consciousness = &inputs.rules.policies.consciousness;
    let HealthModel::Parts(body) = &consciousness.collapse else { return };
    let row = inputs.view.row(who);
    let Some((part, lacks)) = health::worst_part(body, &row.vitals).filter(|_| row.conditions.has(stable.dying)) else {
        return;
    };
    let (name, rule) = (body.parts[part].id, save.rule);
    let mut bonus = Breakdown::of([(Label::Stat(save.stat), row.sheet.stat(save.stat), rule)]);
    status::add_to_roll(inputs.game(), who, &mut bonus);
    bonus.add_if(Label::Named(name), -lacks, rule);
    let difficulty = Breakdown::of([(Label::Base, save.number, rule)]);
    let check = PlainCheck { who, name: "cling_to_life", roll: save.dice, bonus, difficulty, rule };
    if check.roll(inputs, events) >= 0 {
        conditions::lose(who, stable.dying, rule, inputs, events);
        if !health::is_senseless(consciousness, &row.vitals) {
            posture::wake(who, rule, inputs, events);
        }
        return;
    }
    let limited = body.parts[part].thresholds.iter().all(|threshold| threshold.fate < Fate::Dies);
    let amount = Breakdown::of([(Label::Base, save.loses, save.loses_rule)]);
    let blow = PendingDamage::plain((who, who), stable.dying, DamageTypes::BLOOD, amount, save.loses_rule);
    let hurt = damage::part_lost(body, (&row.vitals, &blow), (part, limited));
    events.push(BattleEvent::DamageTaken(Box::new(hurt)));
}
