//! What the simulation remembers between moments besides the battlefield.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::battle::CombatantId;
use crate::content::breakdown::Breakdown;
use crate::resolution::legal::{Computed, Legality};
use crate::resolution::procedure::consequence::observed::ObservedThreats;

/// What upkeep remembers from one moment to the next.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Memory {
    /// Whether the situation in which the battle began has been looked at.
    pub begun: bool,
    /// What was noted for the choice of facings.
    pub facing: ObservedThreats,
    /// When upkeep last looked at those who may come to, at fires, gathered levels, breath, commanders and goals.
    pub sleepers: Look,
    pub fires: Look,
    pub tracks: Look,
    pub breath: Look,
    pub commanders: Look,
    pub goals: Look,
    /// What slows the turns of those who fumbled at something offered to them.
    pub delays: Vec<(CombatantId, Breakdown)>,
    /// Who held whom in one space at the last upkeep.
    pub clinches: Vec<(CombatantId, CombatantId)>,
    /// Cached legality of declared acts. Valid while the revision is unchanged; never saved.
    #[serde(skip)]
    legal: SmallVec<[Legality; 4]>,
    /// When upkeep last changed nothing: it has nothing to do if nothing that it looks at has changed since.
    pub settled: Option<u64>,
    /// For each party and goal, since which count a place has been held.
    pub held_since: Vec<Vec<Option<i32>>>,
}

/// When something was last looked at, as a revision.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Look(Option<u64>);

impl Look {
    /// Whether a change is news to one who looks.
    pub fn is_news(self, changed: u64) -> bool {
        self.0.is_none_or(|then| changed > then)
    }

    /// The same of the last change, noted by one who looks now.
    pub fn again(&mut self, changed: u64, now: u64) -> bool {
        let news = self.is_news(changed);
        self.0 = Some(now);
        news
    }
}

impl Memory {
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
