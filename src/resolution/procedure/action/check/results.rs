//! The results of a check, and the terms of the stages that follow its roll.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::content::{Contest, Name, RollMark, RollPolicies, RollPolicy, RollType, Rule, Stat};
use crate::mechanics::attack::Degree;
use crate::mechanics::checks::{NaturalRoll, plain_chance};

/// The results of a check against every defence asked for.
pub type CheckResults = SmallVec<[DefenceResult; 2]>;

/// Result against one defence.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DefenceResult {
    /// The defence; `None` against a plain number or an opposed roll.
    pub against: Option<Stat>,
    /// The degree of success.
    pub degree: Degree,
    /// The margin.
    pub margin: i16,
    /// The mark of the dice, if any.
    pub mark: Option<RollMark>,
    /// Which combatants passed, in a contest of rolls under target numbers.
    pub contest: Option<Contest>,
    /// The defence that the target chose: `none` for none, and nothing if there was no choice.
    pub chosen: Option<Name>,
    /// Whether the attack hits and is blocked.
    pub blocked: bool,
    /// Whether it may be a critical hit, if that is confirmed.
    pub threat: bool,
    /// Whether it kills at once.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub kills: bool,
    /// Whether it exposes an item of the target (PR-085).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub exposes: bool,
}

impl DefenceResult {
    /// A result without marked dice or contest.
    pub fn plain(against: Option<Stat>, degree: Degree, margin: i16) -> DefenceResult {
        let (mark, contest, chosen) = (None, None, None);
        let (blocked, threat, kills, exposes) = (false, false, false, false);
        DefenceResult { against, degree, margin, mark, contest, chosen, blocked, threat, kills, exposes }
    }

    /// The result with what the stages of the attack make of it.
    pub fn staged(mut self, policy: &RollPolicy, own: NaturalRoll, stages: &StageTerms) -> DefenceResult {
        if let Some(Decided { succeeds, .. }) = stages.decided {
            self.degree = if succeeds { Degree::Success } else { Degree::Failure };
            self.margin = 0;
        }
        if stages.asked {
            self.chosen = Some(stages.chosen.unwrap_or_else(|| UNDEFENDED.into()));
        }
        if stages.fails.is_some() {
            self.fail();
        }
        if stages.blocks && self.contest == Some(Contest::BothPass) {
            self.degree = self.degree.max(Degree::Success);
            self.blocked = true;
        }
        if let Some(least) = stages.threat {
            let reaches = if policy.is_under() { own.total <= least } else { own.total >= least };
            self.threat = reaches && self.degree.is_hit();
        }
        self.exposes = stages.exposes.is_some_and(|most| own.total <= most);
        self
    }

    /// The result with the others that hold the target, whose defence is this much easier to reach than that of the target: if it
    /// is not reached, the check fails by what it lacks (PR-333).
    #[must_use]
    pub fn held_fast(mut self, easier: i16) -> DefenceResult {
        let margin = self.margin.saturating_add(easier);
        if margin < 0 {
            self.degree = self.degree.min(Degree::Failure);
            self.margin = self.margin.min(margin);
        }
        self
    }

    /// Makes it a miss, whatever was rolled.
    pub(crate) fn miss(&mut self) {
        self.degree = self.degree.min(Degree::Failure);
        self.margin = self.margin.min(-1);
        (self.contest, self.threat, self.blocked) = (None, false, false);
    }

    /// Makes the actor fail its test, whatever was rolled; the target's test stands.
    fn fail(&mut self) {
        self.degree = Degree::Failure;
        self.margin = self.margin.min(-1);
        self.contest = self.contest.map(|contest| match contest {
            Contest::OnlyActor | Contest::BothFail => Contest::BothFail,
            Contest::BothPass | Contest::OnlyTarget => Contest::OnlyTarget,
        });
    }

    /// Makes a hit kill at once.
    pub(crate) fn kill(&mut self) {
        self.kills = self.degree.is_hit();
    }

    /// Makes a hit critical.
    pub(crate) fn confirm(&mut self) {
        self.degree = if self.degree.is_hit() { Degree::Critical } else { self.degree };
    }
}

/// The word for a target that chose no defence.
pub const UNDEFENDED: &str = "none";

/// The terms of the stages of an attack.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StageTerms {
    /// The defence that the target chose; `None` if it chose none, or if there is no choice.
    pub chosen: Option<Name>,
    /// Whether there was a choice.
    pub asked: bool,
    /// Whether the attack hits and is blocked if both combatants pass.
    pub blocks: bool,
    /// The worst natural result of a threat, where critical hits must be confirmed.
    pub threat: Option<i16>,
    /// The chance in percent that a hit misses, with its rule.
    pub misses: Option<(u8, Rule)>,
    /// The worst natural result of each of the three rolls with which a critical hit kills at once, with its rule.
    pub kills: Option<(i16, Rule)>,
    /// The result without a roll, by a difference in size.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided: Option<Decided>,
    /// The rule by which the actor fails without a roll (FS-122).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fails: Option<Rule>,
    /// The check against the resistance of the target that a spell passes before its own roll (PR-201).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resisted: Option<Resisted>,
    /// The highest natural result of a saving throw that exposes an item of the target (PR-085).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub exposes: Option<i16>,
}

/// A check against the resistance of a target to spells.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Resisted {
    /// The dice.
    pub roll: RollType,
    /// The bonus less the difficulty.
    pub lead: i16,
    /// The rule that asks for the check.
    pub rule: Rule,
}

impl Resisted {
    /// The numbers of results of the check that fail, and of all its results.
    pub fn failing(self, rolls: &RollPolicies) -> (u64, u64) {
        let (passed, all) = plain_chance(rolls.of(self.roll), self.lead.into());
        ((all - passed) as u64, all as u64)
    }
}

impl StageTerms {
    /// Whether a natural result is good enough to kill at once.
    pub fn may_kill(&self, policy: &RollPolicy, natural: i16) -> bool {
        let reaches = |worst: i16| if policy.is_under() { natural <= worst } else { natural >= worst };
        self.kills.is_some_and(|(worst, _)| reaches(worst))
    }
}

/// The result of a check without a roll (FS-103, FS-105).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decided {
    /// Whether it succeeds.
    pub succeeds: bool,
    /// The rule that says so.
    pub rule: Rule,
}
