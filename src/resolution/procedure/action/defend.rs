//! The choice of a defence by the targets of an attack, before the roll.

use smallvec::{SmallVec, smallvec};

use crate::battle::CombatantId;
use crate::content::{Action, Against, Does, Name, Rule};
use crate::mechanics::status;
use crate::resolution::act::{Choice, Pick, PickPurpose};
use crate::resolution::event::BattleEvent;
use crate::resolution::frame::{Acting, ActingStage as Stage, Frame};
use crate::resolution::legal::{self, Cost};
use crate::resolution::procedure::action::check::terms::{self, Answered, Pair};
use crate::resolution::procedure::spells::cast::SpellCast;
use crate::resolution::procedure::turn::economy;
use crate::resolution::step::{Inputs, StepResult};

/// Asks each target which defence meets the attack, where the choice is the target's.
pub(crate) fn step(mut acting: Box<Acting>, action: &Action, inputs: &mut Inputs<'_>) -> StepResult {
    match (action.check().map(|check| &check.against), acting.act.aimed_at()) {
        (Some(Against::Chosen(_)), _) => choose(acting, action, inputs),
        (Some(Against::TargetAsked(options)), Some(who)) if matches!(action.does, Does::Check(_)) => {
            if let Some(Choice::Pick(Pick::Defence(stat))) = inputs.answer.take() {
                acting.defence = Some(stat);
                return acting.resume(Stage::BeforeRoll);
            }
            let options = options.iter().copied().map(Pick::Defence).collect();
            Frame::Acting(acting).ask_to_pick(who, PickPurpose::Defence, options)
        }
        (Some(Against::RollOr { rolls, or }), Some(who)) if status::can_act(inputs.game(), who) => {
            if let Some(Choice::Pick(Pick::Defence(stat))) = inputs.answer.take() {
                acting.defence = Some(stat);
                return acting.resume(Stage::BeforeRoll);
            }
            let options = [*rolls, *or].map(Pick::Defence).to_vec();
            Frame::Acting(acting).ask_to_pick(who, PickPurpose::Defence, options)
        }
        _ => acting.resume(Stage::BeforeRoll),
    }
}

/// Asks the next target that has a choice. A target without one has no defence and is not asked.
fn choose(mut acting: Box<Acting>, action: &Action, inputs: &mut Inputs<'_>) -> StepResult {
    let targets = targets(&acting, action, inputs);
    let undecided = |target: &&CombatantId| !acting.chosen.iter().any(|(who, _)| who == *target);
    let Some(&target) = targets.iter().find(undecided) else { return acting.resume(Stage::BeforeRoll) };
    let options = options(&acting, action, target, inputs);
    match inputs.answer.take() {
        Some(Choice::Pick(pick)) => {
            let named = if let Pick::Action(name) = pick { Some(name) } else { None };
            let chosen = named.filter(|name| options.iter().any(|(id, _)| id == name));
            let mut events = inputs.facts();
            decide(&acting, (target, chosen), action.rule, inputs, &mut events);
            acting.chosen.push((target, chosen));
            StepResult { events, ..acting.resume(Stage::Defend) }
        }
        _ if options.is_empty() => {
            acting.chosen.push((target, None));
            acting.resume(Stage::Defend)
        }
        _ => {
            let picks = options.iter().map(|(id, _)| Pick::Action(*id)).chain([Pick::No]).collect();
            let (from, action, weapon) = (acting.actor, action.id, acting.act.weapon);
            let (part, energy) = (acting.act.part, acting.act.energy());
            let purpose = PickPurpose::Defend { from, action, weapon, part, energy };
            Frame::Acting(acting).ask_to_pick(target, purpose, picks)
        }
    }
}

/// The combatants that the attack is rolled against.
fn targets(acting: &Acting, action: &Action, inputs: &Inputs<'_>) -> SmallVec<[CombatantId; 4]> {
    match (&action.does, acting.act.aimed_at()) {
        (Does::Cast(spell), _) => {
            let (actor, act, chosen) = (acting.actor, &acting.act, &acting.chosen[..]);
            SpellCast { actor, act, spell, action, chosen }.targets(inputs)
        }
        (_, Some(target)) => smallvec![target],
        _ => SmallVec::new(),
    }
}

/// The defences that a target can use now, each with its rule.
fn options(acting: &Acting, action: &Action, target: CombatantId, inputs: &Inputs<'_>) -> SmallVec<[(Name, Rule); 4]> {
    let Some(check) = action.check() else { return SmallVec::new() };
    let (view, rules, actor) = (inputs.view, inputs.rules, acting.actor);
    let mode = terms::check_terms(Pair { view, rules, actor, target }, &acting.act, check, Answered::default()).mode;
    let usable = legal::defences(view, rules, (actor, target), (action, mode));
    usable.into_iter().map(|option| (option.id, option.rule)).collect()
}

/// Pays for the defence chosen.
fn decide(
    acting: &Acting,
    (who, defence): (CombatantId, Option<Name>),
    rule: Rule,
    inputs: &mut Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) {
    let option = defence.and_then(|id| inputs.rules.policies.stages.defence(id));
    let rule = option.map_or(rule, |option| option.rule);
    events.push(BattleEvent::DefenceChosen { who, by: acting.actor, defence, rule });
    if let Some(option) = option
        && let Ok(cost) = Cost::of_prices(inputs.game(), who, &option.costs, option.rule)
    {
        economy::pay(who, &cost, inputs, events);
    }
}
