//! Carries the state of combatants over from a finished battle.

use bevy::prelude::World;

use super::before::{Before, brings, is_same, own};
use super::resolve::Battle;
use super::setup::{InForce, Setup};
use crate::battle::Snapshot;
use crate::content::rest::Rest;
use crate::turn::Timeline;

impl Before {
    /// What the first side of the battle in a world carries over into another, after a rest. New members begin fresh.
    pub fn after(world: &World, rest: Rest, next: &Setup) -> Before {
        let (rules, battle) = (&world.resource::<InForce>().0, world.resource::<Battle>());
        let (snapshot, timeline) = (world.resource::<Snapshot>(), world.resource::<Timeline>());
        let brought = own(next).filter_map(|(who, recruit)| {
            let (then, _) = own(&battle.setup).find(|(_, then)| is_same(then, recruit))?;
            let row = snapshot.rows.get(then.index())?;
            Some((who, brings(rules, row, timeline, &recruit.arms)))
        });
        Before { rest, brought: brought.collect() }
    }
}
