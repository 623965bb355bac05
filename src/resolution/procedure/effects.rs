//! The atoms of results as facts; those that ask or move somebody become frames of their own.

use crate::battle::{CombatantId, Light, LightFrom, PairFact, PairRelation, Stance, Until};
use crate::content::Name;
use crate::content::effect::{Effect, ItemFate, Who};
use crate::grid::Cell;
use crate::mechanics::{door, movement, reach};
use crate::resolution::act::{Act, Target};
use crate::resolution::event::{BattleEvent, Outfit};
use crate::resolution::frame::{Deciding, Displace, Doing, DoingStage, Frame, Occasion};
use crate::resolution::legal;
use crate::resolution::plan::PlannedEffect;
use crate::resolution::step::Inputs;
use crate::turn::{Due, DueId};

use super::{
    afflictions, barge, bodies, casting, command, deciding, fall, fatigue, ground, healing, hiding, holds, incanting,
    laying, ready, settle, staple, things, venoms, weightless,
};

/// Carries out one effect: facts at once, or a frame that must run first.
pub fn carry_out(effect: PlannedEffect, inputs: &mut Inputs<'_>, events: &mut Vec<BattleEvent>) -> Option<Frame> {
    if !settle::both_present(inputs.view, effect.actor, effect.target) {
        return None;
    }
    match &effect.does {
        Effect::Displace(how) => return Some(displace(&effect, *how)),
        Effect::Command => return command::commanded(&effect, inputs, events),
        Effect::KeepHoldOr(_)
        | Effect::Distract { .. }
        | Effect::Item(ItemFate::TakenOrFlung { .. } | ItemFate::TakenIfHandFree)
        | Effect::BreakHold { optional: true, .. } => {
            return Some(Frame::Deciding(Box::new(Deciding { effect, asked: 0, first: None })));
        }
        Effect::Gain { who, condition } => {
            afflictions::gain(subject(&effect, *who), *condition, effect.actor, effect.rule, inputs, events)
        }
        Effect::Envenom(venom) => venoms::enter(&effect, *venom, inputs, events),
        Effect::Inflict { who, condition, level, rounds } => {
            afflictions::inflict(&effect, (*who, *condition), (*level, *rounds), inputs, events)
        }
        Effect::GainTowards { condition, ends } => {
            afflictions::gain_towards(&effect, *condition, *ends, inputs, events);
        }
        Effect::Lose { who, condition } => {
            let who = subject(&effect, *who);
            events.push(BattleEvent::ConditionLost { who, condition: *condition, rule: effect.rule });
        }
        Effect::Grab | Effect::Tighten(_) | Effect::BreakHold { .. } | Effect::Release => {
            holds::change(&effect, inputs, events)
        }
        Effect::ShiftStance(_) | Effect::TakeStance(_) | Effect::LeaveStance => stance(&effect, inputs, events),
        Effect::NextAttack { to_hit, damage } => next_attack(&effect, *to_hit, *damage, inputs, events),
        Effect::Initiative { who, amount } => initiative(&effect, *who, *amount, inputs, events),
        Effect::Pass { difficult } => barge::pass(&effect, *difficult, inputs, events),
        Effect::EndMove => barge::end_move(&effect, inputs, events),
        Effect::Topple { feet } => return fall::topple(effect.target, *feet, effect.rule, inputs, events),
        Effect::HarmGround => ground::strike(&effect, inputs, events),
        Effect::Steady => weightless::steady(&effect, inputs, events),
        Effect::Face => face(&effect, events),
        Effect::Hide { attribute, against } => hiding::hide(&effect, (*attribute, *against), inputs, events),
        Effect::Seek { attribute, base, against } => {
            hiding::seek(&effect, *attribute, (*base, against), inputs, events);
        }
        Effect::Stabilise => {
            fatigue::stabilise(&effect, inputs, events);
        }
        Effect::Heal(amount) if healing::is_split(inputs) => {
            let dealt = Some(bodies::healing(&effect, amount, inputs));
            let effect = PlannedEffect { dealt, ..effect };
            return Some(Frame::Deciding(Box::new(Deciding { effect, asked: 0, first: None })));
        }
        Effect::Heal(amount) => bodies::heal(&effect, amount, inputs, events),
        Effect::Bolster { amount, lasts } => healing::bolster(&effect, amount, *lasts, inputs, events),
        Effect::Dispel | Effect::Dismiss => casting::ends(&effect, inputs, events),
        Effect::SetAgainstCharge(action) => ready::set(&effect, *action, inputs, events),
        Effect::Incant(step) => incanting::change(&effect, *step, inputs, events),
        Effect::Lasts => casting::last(&effect, None, inputs, events),
        Effect::Lay { what, form } => laying::lay(&effect, (*what, *form), inputs, events),
        Effect::Refill(_) => casting::refill(&effect, inputs, events),
        Effect::Slay => bodies::die_by(effect.target, effect.rule, inputs, events),
        Effect::Staple { condition } => staple::pin(&effect, *condition, inputs, events),
        Effect::Extricate { from_place } => {
            staple::pull_out(effect.target, Some(effect.actor), *from_place, effect.rule, inputs, events);
        }
        Effect::Wake => bodies::come_to(effect.target, effect.rule, inputs, events),
        Effect::Fall { feet } => {
            fall::as_if(effect.target, (effect.actor, effect.act.action), *feet, inputs, events);
        }
        _ => objects(&effect, inputs, events),
    }
    None
}

/// The action that follows from an effect, or the question whether it does, if it is an effect from which any may.
pub(super) fn following(effect: &PlannedEffect, let_go: bool, inputs: &Inputs<'_>) -> Option<Frame> {
    match effect.does {
        Effect::Follow(name) => follow_up(effect, name, inputs),
        Effect::Offer(_) if settle::both_present(inputs.view, effect.actor, effect.target) => {
            Some(Frame::Deciding(Box::new(Deciding { effect: effect.clone(), asked: 0, first: None })))
        }
        Effect::KeepHoldOr(name) if let_go => {
            let doing = deciding::at_no_cost(effect, name, inputs);
            legal::still(inputs.view, inputs.rules, doing.actor, &doing.act).ok()?;
            Some(Frame::Doing(Box::new(doing)))
        }
        _ => None,
    }
}

/// One that takes no time is left out where it can no longer be done; another is told to have failed.
fn follow_up(effect: &PlannedEffect, name: Name, inputs: &Inputs<'_>) -> Option<Frame> {
    let action = inputs.rules.actions.get(name)?;
    let (actor, act) = (effect.actor, Act::at(name, effect.target, effect.act.weapon));
    let act = Act { weapon: legal::weapon_for(inputs.view, actor, &act, action), ..act };
    let possible = legal::still(inputs.view, inputs.rules, actor, &act).is_ok();
    let doing = Doing { actor, act, occasion: Occasion::FollowUp, stage: DoingStage::Plan };
    (possible || !action.is_free()).then_some(Frame::Doing(Box::new(doing)))
}

pub(super) fn subject(effect: &PlannedEffect, who: Who) -> CombatantId {
    match who {
        Who::Actor => effect.actor,
        Who::Target => effect.target,
    }
}

fn displace(effect: &PlannedEffect, how: crate::content::effect::Displacement) -> Frame {
    use crate::content::effect::Displacement;
    let feet = match how {
        Displacement::Together { feet } | Displacement::Slide { feet } => feet,
        Displacement::Place { feet } | Displacement::Push { feet } => feet + effect.farther,
        Displacement::Enter => 0,
    };
    let (actor, target, action, rule) = (effect.actor, effect.target, effect.act.action, effect.rule);
    Frame::Displace(Box::new(Displace { actor, target, action, how, feet, rule, asked: false, pushed: None }))
}

/// The number for the next due: those set earlier in the same step come before it.
pub fn next_due(inputs: &Inputs<'_>, events: &[BattleEvent]) -> DueId {
    let set = events.iter().filter(|event| matches!(event, BattleEvent::DueSet { .. })).count();
    DueId(inputs.timeline.next_id().0 + set as u32)
}

/// A shift that something of the same moment made impossible, as a fall to the ground does, comes to nothing.
fn stance(effect: &PlannedEffect, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    if let (Effect::ShiftStance(_), Err(refusal)) =
        (&effect.does, legal::still(inputs.view, inputs.rules, effect.actor, &effect.act))
    {
        let (who, action, why) = (effect.actor, effect.act.action, refusal.why.into_owned());
        events.push(BattleEvent::ActionAbandoned { who, action, why, rule: refusal.rule });
        return;
    }
    let stance = match &effect.does {
        Effect::ShiftStance(name) => Stance { held: Some(*name), shifting: true },
        Effect::TakeStance(name) => Stance { held: Some(*name), shifting: false },
        _ => Stance::default(),
    };
    events.push(BattleEvent::StanceTaken { who: effect.actor, stance, rule: effect.rule });
}

fn next_attack(effect: &PlannedEffect, to_hit: i16, damage: i16, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let until = Until::AfterTurn(inputs.view.row(effect.actor).turn_state.turns + 1);
    let slant = PairRelation::NextAttack { to_hit, damage };
    let fact = PairFact { towards: effect.target, slant, until, rule: effect.rule };
    events.push(BattleEvent::PairFactBegan { who: effect.actor, fact });
}

/// Initiative changes at once; a turn that is still to come moves with it.
fn initiative(effect: &PlannedEffect, who: Who, amount: i16, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let who = subject(effect, who);
    let initiative = inputs.view.row(who).turn_state.initiative + amount;
    let tie = crate::turn::initiative::turn_key(initiative, who.0);
    events.push(BattleEvent::InitiativeChanged { who, initiative, place: tie });
    if let Some(due) = inputs.timeline.turn_of(who) {
        let id = inputs.timeline.next_id();
        events.push(BattleEvent::DueCancelled { due: due.id });
        events.push(BattleEvent::DueSet { due: Due { id, tie, ..due.clone() } });
    }
}

fn face(effect: &PlannedEffect, events: &mut Vec<BattleEvent>) {
    if let Target::Facing(facing) = effect.act.target {
        events.push(BattleEvent::FacingKept { who: effect.actor, facing, rule: effect.rule });
    }
}

fn objects(effect: &PlannedEffect, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let (who, rule) = (effect.actor, effect.rule);
    match (&effect.does, &effect.act.target) {
        (Effect::Draw, Target::Weapon(slot)) => events.push(BattleEvent::WeaponDrawn { who, slot: *slot, rule }),
        (Effect::Sheathe, Target::Weapon(slot)) => events.push(BattleEvent::WeaponSheathed { who, slot: *slot, rule }),
        (Effect::DropItem, Target::Weapon(slot)) => {
            let cell = Some(inputs.view.footprint(who).anchor);
            events.push(BattleEvent::WeaponDropped { who, slot: *slot, cell, rule });
        }
        (Effect::SpendItem, Target::Weapon(slot)) => {
            events.push(BattleEvent::WeaponDropped { who, slot: *slot, cell: None, rule });
        }
        (Effect::SpendItem, Target::Cast(_)) => {
            events.extend(effect.act.weapon.map(|slot| BattleEvent::WeaponDropped { who, slot, cell: None, rule }));
        }
        (Effect::Shine { feet }, _) => {
            let light = Light { from: LightFrom::Bearer(who), radius: *feet };
            events.push(BattleEvent::OutfitChanged { who, now: Outfit::Light(light), rule });
        }
        (Effect::Shield { on }, _) => {
            let now = if *on { Outfit::Shield } else { Outfit::NoShield };
            events.push(BattleEvent::OutfitChanged { who, now, rule });
        }
        (Effect::PickUp, Target::Weapon(slot)) => {
            let entry = inputs.view.row(who).sheet.weapon(*slot);
            entry.into_iter().for_each(|entry| things::pick_up(effect, entry.weapon.id, inputs, events));
        }
        (Effect::PickUp, Target::Found(weapon)) => things::pick_up(effect, *weapon, inputs, events),
        (Effect::Ready, Target::Ready(readied)) => {
            events.push(BattleEvent::ActionReadied { who, readied: readied.clone(), rule });
        }
        (Effect::MoveDoor { open }, Target::Cell(cell)) => move_door(effect, (*cell, *open), inputs, events),
        (Effect::Item(ItemFate::Dropped), _) => item(effect, inputs, events),
        (Effect::Wear { who, by }, _) => wear(effect, *who, *by, inputs, events),
        _ => {}
    }
}

/// Opens or closes a door, unless it was moved in the same moment or its cell is occupied.
fn move_door(effect: &PlannedEffect, (cell, open): (Cell, bool), inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let (who, action, rule) = (effect.actor, effect.act.action, effect.rule);
    events.push(match door::may_move(inputs.view, cell, open) {
        Ok(()) => BattleEvent::DoorMoved { who, cell, open, rule },
        Err(why) => BattleEvent::ActionAbandoned { who, action, why: why.to_owned(), rule },
    });
}

/// A weapon of the target's falls where its bearer stands.
fn item(effect: &PlannedEffect, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let Some(slot) = things::meant(effect, inputs) else { return };
    let cell = Some(inputs.view.footprint(effect.target).anchor);
    events.push(BattleEvent::WeaponDropped { who: effect.target, slot, cell, rule: effect.rule });
}

/// The weapon the actor used, or the thing of the target's, wears.
fn wear(effect: &PlannedEffect, whose: Who, by: u8, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let who = subject(effect, whose);
    let used = || effect.act.weapon.or_else(|| reach::usable_slots(inputs.view, who).first().copied());
    match (whose, effect.item) {
        (Who::Target, Some(thing)) => things::wear(effect, thing, by, inputs, events),
        (Who::Target, None) => {}
        (Who::Actor, _) => used().into_iter().for_each(|slot| things::worn(who, slot, by, effect, inputs, events)),
    }
}

/// The check that tires a runner, if one is due after this movement.
pub fn exert(
    who: CombatantId,
    momentum: &crate::battle::Momentum,
    inputs: &mut Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) {
    let view = inputs.view;
    let Some(due) = movement::exertion(view, inputs.book(), who, momentum) else { return };
    super::exertion::exertion(who, momentum, due, inputs, events);
}
