//! A battle out of its world: while it is played so, nobody looks at components, and none are written.

use bevy::prelude::World;

use super::act::Choice;
use super::legal::ValidAct;
use super::mirror::Stale;
use super::resolve::{Battle, Illegal, Status, accept, resolved};
use crate::battle::{Snapshot, View};
use crate::turn::Timeline;

/// A battle with all that rules read of it, taken out of a world to be played on and put back.
pub struct Bout {
    battle: Battle,
    snapshot: Snapshot,
    timeline: Timeline,
    /// The components that are to be written as it is put back.
    stale: Stale,
}

impl Bout {
    /// Takes the battle out of a world; nothing if there is none.
    pub fn take(world: &mut World) -> Option<Bout> {
        let battle = world.remove_resource()?;
        let (snapshot, timeline) = world.remove_resource().zip(world.remove_resource())?;
        Some(Bout { battle, snapshot, timeline, stale: Stale::default() })
    }

    /// Puts it back into the world that it was taken out of, as if it had been played there.
    pub fn put_back(self, world: &mut World) {
        world.insert_resource(self.battle);
        world.insert_resource(self.snapshot);
        world.insert_resource(self.timeline);
        self.stale.mirror(world);
    }

    /// The battle itself.
    pub fn battle(&self) -> &Battle {
        &self.battle
    }

    /// The same, to take out its log.
    pub fn battle_mut(&mut self) -> &mut Battle {
        &mut self.battle
    }

    /// What rules read.
    pub fn view(&self) -> View<'_> {
        self.snapshot.view()
    }

    /// Runs it until somebody must be asked or it is over.
    pub fn resolve(&mut self) -> Status {
        resolved(&mut self.battle, (&mut self.snapshot, &mut self.timeline), &mut self.stale)
    }

    /// As [`go_on`](super::go_on) of a world.
    ///
    /// # Errors
    /// If nobody is asked, or the choice is not among what may be answered; it is given back.
    pub fn go_on(&mut self, choice: Choice, valid: Option<ValidAct>) -> Result<Status, (Choice, Illegal)> {
        accept(&mut self.battle, self.snapshot.view(), choice, valid)?;
        Ok(self.resolve())
    }
}
