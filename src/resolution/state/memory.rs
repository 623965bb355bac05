//! Observations that upkeep keeps between moments, in addition to the battlefield.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::battle::CombatantId;
use crate::content::breakdown::Breakdown;
use crate::resolution::legal::{Computed, Legality};
use crate::resolution::procedure::consequence::observed::ObservedThreats;

/// Observations of upkeep, kept from one moment to the next. They decide later facts, so they are saved and checksummed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct UpkeepMemory {
    /// Whether upkeep has run for the initial situation.
    pub begun: bool,
    /// Threats at the last choice of facings.
    pub facing: ObservedThreats,
    /// Last check of unconscious combatants that may wake.
    pub sleepers: LastLook,
    /// Last check of fires in deep water.
    pub fires: LastLook,
    /// Last check of conditions that follow from the levels of others.
    pub tracks: LastLook,
    /// Last check of combatants that are no longer choked.
    pub breath: LastLook,
    /// Last check of subordinates without a commander.
    pub commanders: LastLook,
    /// Last check of goals.
    pub goals: LastLook,
    /// Delays from fumbled follow-up actions, added to the next turns of these combatants.
    pub delays: Vec<(CombatantId, Breakdown)>,
    /// Holds within one space at the last upkeep: holder and held.
    pub clinches: Vec<(CombatantId, CombatantId)>,
    /// Cached legality of declared acts. Valid while the revision is unchanged; never saved.
    #[serde(skip)]
    legal: SmallVec<[Legality; 4]>,
    /// Revision of the last upkeep that changed nothing. Upkeep is skipped while nothing that it reads has changed since.
    pub settled: Option<u64>,
    /// By side and goal: the count (or round) since which the zone of the goal has been held.
    pub held_since: Vec<Vec<Option<i32>>>,
}

/// Revision of the last check of something; none before the first check.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastLook(Option<u64>);

impl LastLook {
    /// Whether something that changed at this revision has not been checked since.
    pub fn is_news(self, changed: u64) -> bool {
        self.0.is_none_or(|then| changed > then)
    }

    /// Notes a check at the revision `now`, and returns whether the last change is newer than the previous check.
    pub fn again(&mut self, changed: u64, now: u64) -> bool {
        let news = self.is_news(changed);
        self.0 = Some(now);
        news
    }
}

impl UpkeepMemory {
    /// Caches the legality of an act in place of an earlier one of the same combatant.
    pub(in crate::resolution) fn remember_legal(&mut self, legality: Legality) {
        let same = |other: &Legality| other.who() == legality.who() || !other.has_revision_of(legality);
        self.legal.retain(|other| !same(other));
        self.legal.push(legality);
    }

    /// Forgets the cached legality of a combatant's act.
    pub(in crate::resolution) fn forget_legal(&mut self, who: CombatantId) {
        self.legal.retain(|legality| legality.who() != who);
    }

    /// Values computed when the act of a combatant was found legal at this revision.
    pub(in crate::resolution) fn legal(&self, who: CombatantId, revision: u64) -> Option<Computed> {
        self.legal.iter().find(|legality| legality.is_current(who, revision)).map(|legality| legality.computed())
    }
}
