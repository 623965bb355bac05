//! What facts change. The fields are private to this folder, and `apply.rs` alone writes them.

mod apply;
mod saved;

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
    /// The board before the first fact: what of it has changed is saved.
    map: Arc<Board>,
    /// How many weapons each combatant brought: those it has taken up since are saved.
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

    /// What rules read, as a value.
    pub fn snapshot(&self) -> &Snapshot {
        &self.snapshot
    }

    /// What rules read.
    pub fn view(&self) -> View<'_> {
        self.snapshot.view()
    }

    /// What is due, in order.
    pub fn timeline(&self) -> &Timeline {
        &self.timeline
    }

    /// The rules it is played by.
    pub fn rules(&self) -> &Arc<Ruleset> {
        &self.rules
    }
}
