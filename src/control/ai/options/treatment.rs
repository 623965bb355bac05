//! Care for wounds by severity and for parts of the body: stopping the dying of a friend, treating wounds and healing parts.

use crate::battle::{CombatantId, Target, Vitals};
use crate::content::{Action, ConsciousnessPolicy, Does, Effect, Name, Rule};
use crate::control::ai::model::Situation;
use crate::control::ai::value::{AimedCheck, affliction_cost};
use crate::mechanics::{affliction, health};
use crate::resolution::Act;
use crate::resolution::procedure::action::check::outcome;

/// The chance of an act without a check, in thousandths.
const CERTAIN: i32 = 1000;

/// The treatment of the combatant itself or a friend that is worth most, with its score.
pub fn best(situation: &Situation<'_>) -> Option<(Act, i32)> {
    let mut best: Option<(Act, i32)> = None;
    for action in &situation.catalogue.treatments {
        let friends = situation.view.friends_of(situation.actor).map(|friend| friend.id);
        for patient in std::iter::once(situation.actor).chain(friends) {
            let value = worth(situation, action, patient);
            let cast = situation.usual_casting(action, Target::Combatant(patient));
            let act = cast.unwrap_or_else(|| Act::at(action.id, patient, None));
            if value <= 0 || !situation.is_legal(&act) {
                continue;
            }
            let expected = value * chance(situation, action, &act, patient) / CERTAIN;
            let whole = situation.plans_whole_turns();
            let score = if whole { expected } else { expected * 100 / situation.duration(action, &act) };
            if best.as_ref().is_none_or(|(_, known)| score > *known) {
                best = Some((act, score));
            }
        }
    }
    best.filter(|(_, score)| *score > 0)
}

/// The chance that a treatment succeeds, in thousandths.
fn chance(situation: &Situation<'_>, action: &Action, act: &Act, target: CombatantId) -> i32 {
    let Some(check) = action.check() else { return CERTAIN };
    AimedCheck { act, action, check, target }.appraise(situation).hits.into()
}

/// What a treatment is worth if it succeeds: the share of the patient's health that it restores, and the patient itself if it can
/// fight again or stops dying.
fn worth(situation: &Situation<'_>, action: &Action, patient: CombatantId) -> i32 {
    let policy = &situation.rules.policies.consciousness;
    let (row, value) = (situation.view.row(patient), situation.combatants.get(patient).value);
    let mut after = row.vitals;
    let mut worth = 0;
    for does in effects(action) {
        match does {
            Effect::Stabilise if policy.stable.is_some_and(|stable| row.conditions.has(stable.dying)) => {
                worth += value / 2
            }
            Effect::Treat { .. } => {
                let held = affliction::treated(&situation.rules.conditions, row, None);
                worth += held.map_or(0, |(held, known)| affliction_cost(situation, patient, known, held.level));
            }
            _ => after = treated(situation, (action.id, does), after),
        }
    }
    let restored = whole(policy, &after) - whole(policy, &row.vitals);
    let rises = health::is_down(policy, &row.vitals) && !health::is_down(policy, &after);
    worth + value * restored.clamp(0, 1000) / 1000 + if rises { value } else { 0 }
}

/// The health of a combatant in thousandths, all parts of its body included.
fn whole(policy: &ConsciousnessPolicy, vitals: &Vitals) -> i32 {
    if vitals.parts.is_unused() {
        return health::fraction(vitals);
    }
    let pools = health::pools(policy, vitals);
    let left: i32 = pools.iter().map(|pool| i32::from(pool.left.max(0))).sum();
    let most: i32 = pools.iter().map(|pool| i32::from(pool.most)).sum();
    left * 1000 / most.max(1)
}

/// The pools of a patient after an effect; of healing that is rolled, after its mean.
fn treated(situation: &Situation<'_>, (action, does): (Name, &Effect), mut vitals: Vitals) -> Vitals {
    let policy = &situation.rules.policies.consciousness;
    match does {
        Effect::HealWound { steps } => {
            if let Some(level) = health::treated_wound(policy, &vitals, None) {
                vitals.wounds = vitals.wounds.treated(level, usize::from(*steps).min(level + 1)).0;
            }
        }
        Effect::HealPart { amount, part } => {
            if let Some(at) = health::healed_part(policy, &vitals, *part) {
                let roll = outcome::amount_roll(&situation.row().sheet, amount, &Act::own(action), Rule::default());
                let mean = (roll.dice.mean_times_two() / 2) as i16 + roll.fixed.total();
                let (left, most) = (vitals.parts.left[at], vitals.parts.most[at]);
                vitals.parts.left[at] = left.saturating_add(mean).min(most);
            }
        }
        _ => {}
    }
    vitals
}

fn effects(action: &Action) -> impl Iterator<Item = &Effect> {
    let plain = match &action.does {
        Does::Effects(effects) => &effects[..],
        Does::Cast(spell) => &spell.effects[..],
        _ => &[],
    };
    plain.iter().map(|cited| &cited.does).chain(action.check().into_iter().flat_map(|check| check.effects()))
}
