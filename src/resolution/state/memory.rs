//! What the simulation remembers between moments besides the battlefield.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::battle::CombatantId;
use crate::content::breakdown::Breakdown;
use crate::resolution::legal::Finding;
use crate::resolution::procedure::facing::Noted;

/// What upkeep remembers from one moment to the next.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Memory {
    /// Whether the situation in which the battle began has been looked at.
    pub begun: bool,
    /// What was noted for the choice of facings.
    pub facing: Noted,
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
    /// Cached legality: combatant, revision when checked, result. Valid while the revision is unchanged; never saved.
    #[serde(skip)]
    judged: SmallVec<[(CombatantId, u64, Finding); 4]>,
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
    /// Notes that the act of a combatant was found legal when anything had changed last at a revision.
    pub(in crate::resolution) fn judged(&mut self, who: CombatantId, changed: u64, finding: Finding) {
        self.judged.retain(|(other, when, _)| *when == changed && *other != who);
        self.judged.push((who, changed, finding));
    }

    /// Takes the act of a combatant as not yet judged.
    pub(in crate::resolution) fn unjudged(&mut self, who: CombatantId) {
        self.judged.retain(|(other, ..)| *other != who);
    }

    /// What was found when the act of a combatant was found legal, if nothing has changed since.
    pub(in crate::resolution) fn finding(&self, who: CombatantId, changed: u64) -> Option<Finding> {
        let found = self.judged.iter().find(|(other, when, _)| *other == who && *when == changed);
        found.map(|(.., finding)| *finding)
    }
}
