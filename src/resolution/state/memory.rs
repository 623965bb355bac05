//! Observations that upkeep keeps between moments, in addition to the battlefield.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

use crate::battle::{CombatantId, Count};
use crate::content::{Breakdown, Name};
use crate::resolution::legal::{Computed, Legality};

/// Observations of upkeep, kept from one moment to the next. They decide later facts, so they are saved and checksummed.
/// Steps read them; the run loop alone writes them, as steps [ask](Remember).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct UpkeepMemory {
    /// Whether upkeep has run for the initial situation.
    pub begun: bool,
    /// Threats at the last choice of facings.
    pub facing: ObservedThreats,
    sleepers: LastLook,
    fires: LastLook,
    tracks: LastLook,
    breath: LastLook,
    commanders: LastLook,
    goals: LastLook,
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
    pub held_since: Vec<Vec<Option<Count>>>,
    /// The last round whose end was carried out, in rules with steps at the end of a round.
    pub round_ended: Count,
    /// The last use of each reaction with a limit, by reactor and cause.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub reacted: Vec<Reacted>,
    /// Combatants whose turn has ended although they could not act in it, each with the round, where delayed turns depend on it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub passed: Vec<(CombatantId, Count)>,
}

/// A reaction with a limit that was taken, or declined where that counts.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reacted {
    /// The reactor.
    pub who: CombatantId,
    /// The reaction, by its id.
    pub reaction: Name,
    /// The combatant that caused it.
    pub to: CombatantId,
    /// Number of turns that the cause had begun.
    pub turns: u16,
    /// The round.
    pub round: Count,
    /// Whether the movement of the cause is still the same.
    pub is_same_move: bool,
}

/// Threats and flanked combatants as of the last look.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ObservedThreats {
    /// By combatant: the enemies that threaten it, in order.
    pub threats: Vec<Threats>,
    /// By combatant: whether it is flanked.
    pub flanked: Vec<bool>,
    /// Pairs of combatants that share a space.
    pub company: Company,
    /// When facings were last chosen.
    pub looked: LastLook,
}

/// The enemies that threaten a combatant.
pub type Threats = SmallVec<[CombatantId; 4]>;

/// Pairs of combatants that share a space. How crowded a combatant is changes when the other moves.
pub type Company = SmallVec<[(CombatantId, CombatantId); 4]>;

/// Revision of the last check of something; none before the first check.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastLook(Option<u64>);

impl LastLook {
    /// Whether something that changed at this revision has not been checked since.
    pub fn is_news(self, changed: u64) -> bool {
        self.0.is_none_or(|then| changed > then)
    }
}

/// A check of upkeep that is made again only after something has changed.
#[derive(Copy, Clone, Debug)]
pub enum Recheck {
    /// Unconscious combatants that may wake.
    Sleepers,
    /// Fires in deep water.
    Fires,
    /// Conditions that follow from the levels of others.
    Tracks,
    /// Combatants that are no longer choked.
    Breath,
    /// Subordinates without a commander.
    Commanders,
    /// Goals.
    Goals,
}

/// Something that a step wants remembered. The run loop writes it after the step.
#[derive(Clone, Debug)]
pub enum Remember {
    /// Upkeep has run for the initial situation.
    Begun,
    /// A check was made at this revision.
    Checked(Recheck, u64),
    /// The number of combatants that choose facings.
    Facing(usize),
    /// The threats to a combatant, and whether it is flanked.
    Threats(CombatantId, Threats, bool),
    /// Facings were chosen at this revision, with these pairs sharing a space.
    Faced(Company, u64),
    /// The next action of a combatant takes longer.
    Delay(CombatantId, Box<Breakdown>),
    /// The delays of a combatant are paid.
    DelaysPaid(CombatantId),
    /// Holds within one space.
    Clinches(Vec<(CombatantId, CombatantId)>),
    /// The last upkeep began at this revision and changed nothing.
    Settled(Option<u64>),
    /// By side and goal: since when the zone of the goal has been held.
    HeldSince(Vec<Vec<Option<Count>>>),
    /// The end of this round is carried out.
    RoundEnded(Count),
    /// An act was found legal. It replaces an earlier one of the same combatant.
    Legal(Legality),
    /// The act of a combatant has changed since it was found legal.
    NotLegal(CombatantId),
    /// A reaction with a limit was used. It replaces an earlier one of the same combatant to the same cause.
    Reacted(Reacted),
    /// A combatant begins another movement.
    MovementBegan(CombatantId),
    /// The turn of a combatant has ended in this round, and it could not act in it.
    Passed(CombatantId, Count),
}

impl UpkeepMemory {
    /// Whether something that changed at this revision has not been checked since.
    pub fn is_news(&self, check: Recheck, changed: u64) -> bool {
        let last = match check {
            Recheck::Sleepers => self.sleepers,
            Recheck::Fires => self.fires,
            Recheck::Tracks => self.tracks,
            Recheck::Breath => self.breath,
            Recheck::Commanders => self.commanders,
            Recheck::Goals => self.goals,
        };
        last.is_news(changed)
    }

    /// Values computed when the act of a combatant was found legal at this revision.
    pub(in crate::resolution) fn legal(&self, who: CombatantId, revision: u64) -> Option<Computed> {
        self.legal.iter().find(|legality| legality.is_current(who, revision)).map(|legality| legality.computed)
    }

    /// Writes what a step wants remembered.
    pub(super) fn write(&mut self, what: Remember) {
        match what {
            Remember::Begun => self.begun = true,
            Remember::Checked(check, now) => *self.last(check) = LastLook(Some(now)),
            Remember::Facing(all) => {
                self.facing.threats.resize(all, Threats::new());
                self.facing.flanked.resize(all, false);
            }
            Remember::Threats(who, threats, flanked) => {
                self.facing.threats[who.index()] = threats;
                self.facing.flanked[who.index()] = flanked;
            }
            Remember::Faced(company, now) => {
                self.facing.company = company;
                self.facing.looked = LastLook(Some(now));
            }
            Remember::Delay(who, longer) => self.delays.push((who, *longer)),
            Remember::DelaysPaid(who) => self.delays.retain(|(other, _)| *other != who),
            Remember::Clinches(clinches) => self.clinches = clinches,
            Remember::Settled(settled) => self.settled = settled,
            Remember::HeldSince(since) => self.held_since = since,
            Remember::RoundEnded(round) => self.round_ended = round,
            Remember::Legal(legality) => {
                let same = |other: &Legality| other.who == legality.who || other.revision != legality.revision;
                self.legal.retain(|other| !same(other));
                self.legal.push(legality);
            }
            Remember::NotLegal(who) => self.legal.retain(|legality| legality.who != who),
            Remember::Reacted(now) => {
                let same = |other: &Reacted| (other.who, other.reaction, other.to) == (now.who, now.reaction, now.to);
                self.reacted.retain(|other| !same(other));
                self.reacted.push(now);
            }
            Remember::Passed(who, round) => {
                self.passed.retain(|(_, of)| *of == round);
                self.passed.push((who, round));
            }
            Remember::MovementBegan(who) => {
                let moved = self.reacted.iter_mut().filter(|reacted| reacted.to == who);
                moved.for_each(|reacted| reacted.is_same_move = false);
            }
        }
    }

    fn last(&mut self, check: Recheck) -> &mut LastLook {
        match check {
            Recheck::Sleepers => &mut self.sleepers,
            Recheck::Fires => &mut self.fires,
            Recheck::Tracks => &mut self.tracks,
            Recheck::Breath => &mut self.breath,
            Recheck::Commanders => &mut self.commanders,
            Recheck::Goals => &mut self.goals,
        }
    }
}
