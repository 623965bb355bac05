use super::expected_value::{appraise_harm, best_case};
use crate::battle::CombatantId;
use crate::control::ai::model::{PlainAttack, Situation};
use crate::mechanics::reach;
use crate::resolution::Act;

/// The best plain attack of the acting combatant on a target from where it stands in the view.
pub fn best_attack(situation: &Situation<'_>, target: CombatantId) -> Option<PlainAttack> {
    let row = situation.view.row(situation.actor);
    let is_here = situation.view.footprint(situation.actor) == row.position.footprint();
    let find = || find_best_attack(situation, target);
    if is_here { situation.cache.plain_attacks.get_or_insert(target, find) } else { find() }
}

fn find_best_attack(situation: &Situation<'_>, target: CombatantId) -> Option<PlainAttack> {
    let strike = situation.catalogue.strike.as_ref()?;
    let check = strike.check()?;
    let slots = reach::usable_slots(situation.view, situation.actor);
    let mut best: Option<(i32, PlainAttack)> = None;
    for slot in slots.into_iter().filter(|slot| situation.attack_mode(*slot, target).is_some()) {
        let act = Act::at(strike.id, target, Some(slot));
        let counts = situation.duration(strike, &act);
        let found = best.as_ref().map(|best| best.0);
        if found.is_some_and(|found| best_case(situation, &act, strike, target) * 100 / counts <= found) {
            continue;
        }
        let appraisal = appraise_harm(situation, &act, strike, check, target);
        let score = appraisal.value * 100 / counts;
        if found.is_none_or(|found| score > found) {
            best = Some((score, PlainAttack { appraisal, counts }));
        }
    }
    best.map(|(_, attack)| attack)
}
