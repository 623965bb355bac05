//! Questions about the turn order of a rule system. This file alone distinguishes counts from rounds: all other code asks it.

use crate::content::{CountTurns, RoundTurns, SimultaneousPolicy, SurpriseCheck, TurnOrder};

impl TurnOrder {
    /// The policy of a rising count; `None` in rounds.
    pub fn counted(&self) -> Option<&CountTurns> {
        match self {
            TurnOrder::Counts(turns) => Some(turns),
            TurnOrder::Rounds(_) => None,
        }
    }

    /// The policy of rounds; `None` where turns are counted.
    pub fn in_rounds(&self) -> Option<&RoundTurns> {
        match self {
            TurnOrder::Counts(_) => None,
            TurnOrder::Rounds(turns) => Some(turns),
        }
    }

    /// Whether time is a rising count, of which every action takes a number.
    pub fn is_counted(&self) -> bool {
        self.counted().is_some()
    }

    /// Whether a turn has several actions, to be planned together.
    pub fn plans_whole_turns(&self) -> bool {
        self.in_rounds().is_some()
    }

    /// The policy for simultaneous actions, where it is used.
    pub fn simultaneous(&self) -> Option<&SimultaneousPolicy> {
        self.counted().map(|turns| &turns.simultaneous).filter(|policy| policy.used)
    }

    /// The opposed check that decides who is surprised, where the rules have one.
    pub fn surprise_check(&self) -> Option<&SurpriseCheck> {
        self.counted().map(|turns| &turns.surprise_check)
    }

    /// Whether the rules decide who is surprised by a side in ambush.
    pub fn settles_ambushes(&self) -> bool {
        self.surprise_check().is_some() || self.in_rounds().is_some_and(|turns| turns.ambush.is_some())
    }

    /// The word for the unit of time of the timeline, a moment: `count` or `round`.
    pub fn moment(&self) -> &'static str {
        if self.is_counted() { "count" } else { "round" }
    }

    /// The word for what an action costs: `count` or `action`.
    pub fn price(&self) -> &'static str {
        if self.is_counted() { "count" } else { "action" }
    }

    /// Half seconds from one moment to the next: 1 for a count (TC-205), the length of a round otherwise.
    pub fn half_seconds(&self) -> i32 {
        self.in_rounds().map_or(1, |turns| i32::from(turns.seconds.max(1)) * 2)
    }

    /// Half seconds in moments, rounded up.
    pub fn moments(&self, half_seconds: i32) -> i32 {
        let each = self.half_seconds();
        half_seconds.div_euclid(each) + i32::from(half_seconds.rem_euclid(each) > 0)
    }

    /// A number of moments in words for players: `60 s (10 rounds)`.
    pub fn span_words(&self, moments: i32) -> String {
        let half_seconds = moments.saturating_mul(self.half_seconds());
        let seconds = if half_seconds % 2 == 0 { String::new() } else { ".5".to_owned() };
        let plural = if moments == 1 { "" } else { "s" };
        format!("{}{seconds} s ({moments} {}{plural})", half_seconds / 2, self.moment())
    }
}
