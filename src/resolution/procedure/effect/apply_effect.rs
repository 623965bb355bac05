//! Carries out every effect: as facts, or as the frame that must run first.

use crate::battle::{PairFact, PairRelation, Until};
use crate::content::{Breakdown, Displacement, Effect, ItemFate, Label};
use crate::mechanics::movement;
use crate::resolution::act::Target;
use crate::resolution::event::{BattleEvent, Facts};
use crate::resolution::frame::{Deciding, Displace, Frame};
use crate::resolution::plan::PlannedEffect;
use crate::resolution::procedure::action::{ready, window};
use crate::resolution::procedure::consequence::{afflictions, exertion, fatigue, ground, wounds};
use crate::resolution::procedure::effect::{conditions, healing, holds, items, objects, posture, rides, venoms, zones};
use crate::resolution::procedure::forced::pusher;
use crate::resolution::procedure::movement::walk::overrun;
use crate::resolution::procedure::movement::{drift, fall};
use crate::resolution::procedure::spells::{active_spells, cast, prepare};
use crate::resolution::procedure::stealth;
use crate::resolution::procedure::turn::{command, economy, initiative};
use crate::resolution::step::Inputs;

/// Carries out one effect: emits its facts, or returns a frame that must run first.
///
/// The match has an arm for every [`Effect`]: a new one does not compile until it is implemented here.
pub fn carry_out(effect: PlannedEffect, inputs: &mut Inputs<'_>, events: &mut Facts) -> Option<Frame> {
    if !effect.is_present(inputs.view) {
        return None;
    }
    let (actor, target, rule) = (effect.actor, effect.target, effect.rule);
    match &effect.does {
        Effect::Displace(how) => return Some(displace(&effect, *how, inputs)),
        Effect::Command => return command::commanded(&effect, inputs, events),
        Effect::Topple { height } => return fall::topple(target, *height, rule, inputs, events),
        Effect::Heal(amount) => return healing::heal(&effect, amount, inputs, events),
        Effect::KeepHoldOr(_)
        | Effect::Distract { .. }
        | Effect::Item(ItemFate::TakenOrFlung { .. } | ItemFate::TakenIfHandFree | ItemFate::KnockedAway { .. })
        | Effect::BreakHold { optional: true, .. } => return Some(Deciding::about(effect)),
        Effect::Wear { .. } if effect.save.is_some() => items::exposed(effect, inputs, events),
        Effect::Wear { .. } if items::may_spare(&effect, inputs) => return Some(Deciding::about(effect)),
        Effect::Harm { .. } if objects::may_spare(&effect, inputs) => return Some(Deciding::about(effect)),
        Effect::Harm { .. } | Effect::Break if effect.act.thing().is_some() => objects::harm(&effect, inputs, events),
        // Applied when the plan was made, as part of the roll, of a blow or of another effect.
        Effect::Harm { .. }
        | Effect::Break
        | Effect::MoreHarm(_)
        | Effect::BetterDie(_)
        | Effect::Farther(_)
        | Effect::MoreSteps(_)
        | Effect::Blocked
        | Effect::Choose { .. }
        | Effect::Maximise
        | Effect::UseItem => {}
        // Begins when the moment is over: see `doing::following`.
        Effect::Offer(_) | Effect::Follow(_) | Effect::FollowOne(_) => {}
        Effect::Gain { .. }
        | Effect::Inflict { .. }
        | Effect::GainLevels { .. }
        | Effect::GainTowards { .. }
        | Effect::LoseTowards(_)
        | Effect::Lose { .. } => conditions::change(&effect, inputs, events),
        Effect::Grab | Effect::Tighten(_) | Effect::Loosen(_) | Effect::BreakHold { .. } | Effect::Release => {
            holds::change(&effect, inputs, events)
        }
        Effect::Mount | Effect::Dismount => rides::change(&effect, inputs, events),
        Effect::ShiftStance(_) | Effect::TakeStance(_) | Effect::LeaveStance => {
            posture::change(&effect, inputs, events)
        }
        Effect::Draw
        | Effect::Sheathe
        | Effect::DropItem
        | Effect::PickUp
        | Effect::SpendItem
        | Effect::SpendInHand(_)
        | Effect::Shine { .. }
        | Effect::Shield { .. }
        | Effect::MoveDoor { .. }
        | Effect::Item(ItemFate::Dropped | ItemFate::Stolen)
        | Effect::DropUsed
        | Effect::Wear { .. } => items::change(&effect, inputs, events),
        Effect::NextAttack { to_hit, damage, edge } => {
            next_attack(
                &effect,
                PairRelation::NextAttack { to_hit: *to_hit, damage: *damage, edge: *edge },
                inputs,
                events,
            );
        }
        Effect::GainPoints { .. } => economy::gain_points(&effect, inputs, events),
        Effect::LosePoints { who, .. } => economy::lose_points(effect.subject(*who), &effect, inputs, events),
        Effect::Guard => guard(&effect, inputs, events),
        Effect::DragAlong { points } => {
            let until = Until::RoundEnd(inputs.view.count());
            for hold in inputs.view.holds_by(actor) {
                let fact = PairFact { towards: hold.held, slant: PairRelation::Drags(*points), until, rule };
                events.push(BattleEvent::PairFactBegan { who: actor, fact });
            }
        }
        Effect::EnterSpace => {
            let fact = PairFact { towards: target, slant: PairRelation::Enters, until: Until::Ended, rule };
            events.push(BattleEvent::PairFactBegan { who: actor, fact });
        }
        Effect::TireByWound => exertion::tire_by_wound(target, rule, inputs, events),
        Effect::Initiative { who, amount, dice } => {
            let rolled = dice.as_ref().map_or(0, |dice| inputs.dice.roll(dice).total);
            let amount = amount.saturating_add(i16::try_from(rolled).unwrap_or(i16::MAX));
            let change = (Label::Named(effect.act.action), amount, rule);
            initiative::change(effect.subject(*who), change, inputs, events);
        }
        Effect::Face => face(&effect, events),
        Effect::Ready => ready::make_ready(&effect, events),
        Effect::SetAgainstCharge(action) => ready::set(&effect, *action, inputs, events),
        Effect::Pass { .. } | Effect::EndMove => overrun::change(&effect, inputs, events),
        Effect::Fall { height } => fall::damage_as_fall(target, (actor, effect.act.action), *height, inputs, events),
        Effect::Steady => drift::steady(&effect, inputs, events),
        Effect::HarmGround => ground::strike(&effect, inputs, events),
        Effect::Hide { .. } | Effect::Seek { .. } | Effect::Sneak { .. } | Effect::Search { .. } => {
            stealth::change(&effect, inputs, events);
        }
        Effect::Envenom(venom) => venoms::enter(&effect, *venom, inputs, events),
        Effect::Stabilise if inputs.rules.policies.consciousness.stable.is_some() => {
            wounds::stabilise(&effect, inputs, events);
        }
        Effect::Stabilise => fatigue::stabilise(&effect, inputs, events),
        Effect::HealWound { steps } => healing::heal_wound(&effect, *steps, inputs, events),
        Effect::Afflict { condition, level, against } => {
            afflictions::afflict(&effect, (*condition, *level, *against), inputs, events);
        }
        Effect::Treat { steps } => afflictions::treat(&effect, *steps, inputs, events),
        Effect::HealPart { amount, part } => healing::heal_part(&effect, (amount, *part), inputs, events),
        Effect::Slay => events.push(BattleEvent::Died { who: target, rule }),
        Effect::Wake => posture::wake(target, rule, inputs, events),
        Effect::Bolster { amount, lasts } => healing::bolster(&effect, amount, *lasts, inputs, events),
        Effect::Ward { kind, points, of_a_hit } => healing::ward(&effect, (*kind, points, *of_a_hit), inputs, events),
        Effect::Staple { condition } => holds::pin(&effect, *condition, inputs, events),
        Effect::Extricate { from_place } => holds::pull_out(target, Some(actor), *from_place, rule, inputs, events),
        Effect::Incant(step) => prepare::change(&effect, *step, inputs, events),
        Effect::Lasts => active_spells::last(&effect, None, inputs, events),
        Effect::Lay { what, form } => zones::create(&effect, (*what, *form), inputs, events),
        Effect::Dispel | Effect::Dismiss => active_spells::ends(&effect, inputs, events),
        Effect::Refill(_) => cast::refill(&effect, inputs, events),
        Effect::GainMovement { quarters } => gain_movement(&effect, *quarters, inputs, events),
    }
    None
}

fn displace(effect: &PlannedEffect, how: Displacement, inputs: &Inputs<'_>) -> Frame {
    let distance = match how {
        Displacement::Together { distance } => distance,
        Displacement::Slide { distance }
        | Displacement::Place { distance }
        | Displacement::Push { distance }
        | Displacement::Drag { distance }
        | Displacement::Reposition { distance, .. } => distance + effect.farther,
        Displacement::Enter => 0,
    };
    let (actor, target, action, rule) = (effect.actor, effect.target, effect.act.action, effect.rule);
    let along = pusher::means(actor, action, inputs.view, inputs.rules);
    Frame::Displace(Box::new(Displace { along, ..Displace::new((actor, target), (action, rule), how, distance) }))
}

fn next_attack(effect: &PlannedEffect, slant: PairRelation, inputs: &Inputs<'_>, events: &mut Facts) {
    let until = match inputs.rules.policies.turn.is_counted() {
        true => Until::AfterTurn(inputs.view.row(effect.actor).turn_state.turns + 1),
        false => Until::NextAction,
    };
    let fact = PairFact { towards: effect.target, slant, until, rule: effect.rule };
    events.push(BattleEvent::PairFactBegan { who: effect.actor, fact });
}

/// The total of the roll guards the actor against the target, to the end of the current turn (HD-262).
fn guard(effect: &PlannedEffect, inputs: &Inputs<'_>, events: &mut Facts) {
    let mut acting = inputs.view.rows().iter().filter(|row| row.turn_state.is_open());
    let owner = acting.next().unwrap_or_else(|| inputs.view.row(effect.actor));
    let until = Until::TurnOf(owner.id, owner.turn_state.turns);
    let total = effect.dealt.as_ref().map_or(0, Breakdown::total);
    let fact = PairFact { towards: effect.target, slant: PairRelation::Guard(total), until, rule: effect.rule };
    events.push(BattleEvent::PairFactBegan { who: effect.actor, fact });
}

fn gain_movement(effect: &PlannedEffect, quarters: u16, inputs: &mut Inputs<'_>, events: &mut Facts) {
    window::movement_begins(effect.actor, inputs);
    if let Some((distance, pool)) = movement::pool_after_gain(inputs.game(), effect.actor, quarters) {
        events.push(BattleEvent::MovementGained { who: effect.actor, distance, pool, rule: effect.rule });
    }
}

fn face(effect: &PlannedEffect, events: &mut Facts) {
    if let Target::Facing(facing) = effect.act.target {
        events.push(BattleEvent::FacingKept { who: effect.actor, facing, rule: effect.rule });
    }
}
