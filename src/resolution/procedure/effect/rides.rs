//! Climbing onto a mount and off it.

use smallvec::smallvec;

use crate::battle::{CombatantId, Link, LinkId, LinkKind};
use crate::content::{Effect, Rule};
use crate::resolution::event::{BattleEvent, Cause, Facts, Shift};
use crate::resolution::plan::PlannedEffect;
use crate::resolution::procedure::effect::holds;
use crate::resolution::procedure::forced::shift;
use crate::resolution::procedure::movement::walk::momentum;
use crate::resolution::step::Inputs;

/// Begins or ends a ride by an effect (HD-274). A rider that climbs off is then placed beside its mount, as after a
/// hold in one space.
pub(crate) fn change(effect: &PlannedEffect, inputs: &Inputs<'_>, events: &mut Facts) {
    let (actor, rule) = (effect.actor, effect.rule);
    match effect.does {
        Effect::Mount if inputs.view.ride_of(actor).is_none() => mounts((actor, effect.target), rule, inputs, events),
        Effect::Dismount => {
            let ride = inputs.view.ride_of(actor).filter(|ride| ride.holder == actor);
            events.extend(ride.map(|ride| holds::ended(ride, "climbs off", rule)));
        }
        _ => {}
    }
}

/// The rider comes into the space of the mount.
fn mounts((rider, mount): (CombatantId, CombatantId), rule: Rule, inputs: &Inputs<'_>, events: &mut Facts) {
    let (game, id) = (inputs.game(), LinkId(inputs.view.revision() as u32));
    events.push(BattleEvent::LinkMade { link: Link::new(id, LinkKind::Ride, rider, mount), rule });
    let onto = shift::shift_onto(game, rider, game.footprint(mount));
    let seated = Shift { altitudes: (onto.altitudes.0, game.altitude(mount)), ..onto };
    events.push(BattleEvent::Displaced { bodies: smallvec![seated], cause: Cause::Step, rule });
    momentum::halt(rider, inputs, events);
}
