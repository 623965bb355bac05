//! The state that facts change. Its fields are private to this folder, and `apply.rs`, `gear.rs` and `spells.rs` alone write them.

mod apply;
mod gear;
mod saved;
mod spells;

pub use saved::SavedField;

use std::sync::Arc;

use crate::battle::{Snapshot, View};
use crate::grid::Board;
use crate::resolution::begin;
use crate::resolution::setup::Setup;
use crate::rules::Ruleset;
use crate::turn::Timeline;

/// Combatants, ground, holds, spells and timeline of a battle: a fold over facts, written by
/// [`apply`](Battlefield::apply) alone.
#[derive(Clone, Debug)]
pub struct Battlefield {
    snapshot: Snapshot,
    timeline: Timeline,
    rules: Arc<Ruleset>,
    /// The board before the first fact. Saves hold the cells that differ from it.
    map: Arc<Board>,
    /// Number of weapons that each combatant brought. Saves list those taken up since.
    brought: Arc<[usize]>,
}

impl Battlefield {
    /// The combatants of a setup before the first fact: the start of a battle, or of its playback.
    pub fn before_first_fact(setup: &Setup) -> Battlefield {
        let snapshot = Snapshot::new(begin::rows(setup), setup.field.clone());
        Battlefield {
            brought: snapshot.rows.iter().map(|row| row.own.weapons.len()).collect(),
            map: Arc::clone(&snapshot.field.board),
            snapshot,
            timeline: Timeline::default(),
            rules: Arc::clone(&setup.rules),
        }
    }

    /// State of combatants, ground, holds and spells, as a value.
    pub fn snapshot(&self) -> &Snapshot {
        &self.snapshot
    }

    /// The state as rules read it.
    pub fn view(&self) -> View<'_> {
        self.snapshot.view()
    }

    /// All scheduled events, in order.
    pub fn timeline(&self) -> &Timeline {
        &self.timeline
    }

    /// Rules of the battle.
    pub fn rules(&self) -> &Arc<Ruleset> {
        &self.rules
    }
}
