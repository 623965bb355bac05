//! One battle of a batch.

use std::sync::Arc;

use bevy::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

use super::Opponent;
use crate::battle::{Count, Side, Snapshot};
use crate::control::{Seats, Stopped, answer_one};
use crate::dice::Dice;
use crate::mechanics::consciousness;
use crate::resolution::{Battle, Outcome, Setup, Status, begin};

/// More answers than any battle needs; one that takes them all is ended as unfinished.
const MOST_ANSWERS: u32 = 200_000;

/// Who plays whom.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Matchup {
    /// Plays the first side.
    pub a: Opponent,
    /// Plays all other sides.
    pub b: Opponent,
    /// Each seed is played twice, the second time with the two exchanged.
    pub swap: bool,
}

/// Battles of one scenario under one ruleset.
#[derive(Clone, Debug)]
pub struct Job {
    pub setup: Arc<Setup>,
    /// The seed of all of them.
    pub seed: u64,
    /// How many seeds are played.
    pub battles: u64,
    pub matchup: Matchup,
}

/// How one battle went.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fought {
    /// Its number in the batch.
    pub number: u64,
    /// Whether the opponents were exchanged.
    pub swapped: bool,
    pub outcome: Outcome,
    /// The count (or round) at which it ended.
    pub count: Count,
    /// How many turns were taken.
    pub activations: u64,
    /// The living of each side.
    pub survivors: Vec<u16>,
    /// A checksum of how it ended.
    pub checksum: u64,
}

/// A battle that could not be played to its end.
#[derive(Clone, Debug, thiserror::Error)]
#[error("battle {number} could not be played: {why}")]
pub struct Unfought {
    pub number: u64,
    pub why: String,
}

/// The seed of the thoughts in one battle of a batch: far from the dice, and from those of other battles.
pub fn ai_seed(seed: u64, battle: u64) -> u64 {
    let mut bytes = [0; 16];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    bytes[8..].copy_from_slice(&battle.to_le_bytes());
    xxh3_64(&bytes)
}

impl Job {
    /// How many battles are played: twice the seeds where opponents are exchanged.
    pub fn total(&self) -> u64 {
        if self.matchup.swap { self.battles.saturating_mul(2) } else { self.battles }
    }

    /// The stream of a battle, and whether its opponents are exchanged.
    pub fn stream(&self, number: u64) -> (u64, bool) {
        if self.matchup.swap { (number / 2, number % 2 == 1) } else { (number, false) }
    }

    /// Plays one battle in a world, which is used again for the next.
    ///
    /// # Errors
    /// If a controller answers against the rules.
    pub fn fight(&self, world: &mut World, number: u64) -> Result<Fought, Unfought> {
        let (stream, swapped) = self.stream(number);
        let mut seats = self.seats(stream, swapped);
        begin(world, Arc::clone(&self.setup), Dice::seeded(self.seed, stream));
        world.resource_mut::<Battle>().log.keep(false);
        let outcome = play_out(world, &mut seats);
        let outcome = outcome.map_err(|stopped| Unfought { number, why: stopped.to_string() })?;
        Ok(self.fought(world, number, swapped, outcome))
    }

    /// The controllers of one battle.
    pub fn seats(&self, stream: u64, swapped: bool) -> Seats {
        let seed = ai_seed(self.seed, stream);
        let seat = |side: u8| {
            let first = (side == 0) != swapped;
            let opponent = if first { self.matchup.a } else { self.matchup.b };
            opponent.controller(Side(side), seed)
        };
        Seats::new((0..self.setup.parties.len() as u8).map(seat).collect())
    }

    fn fought(&self, world: &World, number: u64, swapped: bool, outcome: Outcome) -> Fought {
        let (battle, snapshot) = (world.resource::<Battle>(), world.resource::<Snapshot>());
        let mut survivors = vec![0; self.setup.parties.len()];
        let policy = &self.setup.rules.policies.consciousness;
        for row in snapshot.rows.iter().filter(|row| !consciousness::is_dead(policy, &row.vitals)) {
            if let Some(living) = survivors.get_mut(usize::from(row.side.0)) {
                *living += 1;
            }
        }
        let state = snapshot.checksum(battle.dice.rolls_made());
        let ended = format!("{state:016x} {outcome:?} {} {}", battle.activations(), battle.log.seen());
        let (count, activations) = (snapshot.count, battle.activations());
        Fought { number, swapped, outcome, count, activations, survivors, checksum: xxh3_64(ended.as_bytes()) }
    }
}

fn play_out(world: &mut World, seats: &mut Seats) -> Result<Outcome, Stopped> {
    for _ in 0..MOST_ANSWERS {
        if let Status::Over(outcome) = answer_one(world, seats)? {
            return Ok(outcome);
        }
    }
    Ok(Outcome::Unfinished)
}
