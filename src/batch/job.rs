//! One battle of a batch.

use std::sync::Arc;

use bevy::prelude::*;
use xxhash_rust::xxh3::xxh3_64;

use super::Opponent;
use super::seen::Seen;
use crate::battle::{Count, Side, Snapshot};
use crate::control::{Seats, Stopped, ai_seed, ask_in};
use crate::dice::Dice;
use crate::mechanics::status;
use crate::resolution::{Battle, Bout, Outcome, Setup, Status, begin};

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

impl Matchup {
    /// Battles on each seed: two where the opponents are exchanged.
    pub fn each(self) -> u64 {
        if self.swap { 2 } else { 1 }
    }
}

/// Battles of one scenario under one ruleset.
#[derive(Clone, Debug)]
pub struct Job {
    pub setup: Arc<Setup>,
    /// The seed of all of them.
    pub seed: u64,
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
    /// How many of each side are neither dead nor carried away.
    pub survivors: Vec<u16>,
    /// Hit points left to the survivors of each side, in hundredths of all it had.
    pub health: Vec<u16>,
    /// A checksum of how it ended.
    pub checksum: u64,
}

impl Fought {
    /// The side that won.
    pub fn winner(&self) -> Option<usize> {
        match &self.outcome {
            Outcome::Won { side, .. } => Some(usize::from(side.0)),
            Outcome::Draw { .. } | Outcome::Unfinished => None,
        }
    }

    /// Whether this side won.
    pub fn won_by(&self, side: usize) -> bool {
        self.winner() == Some(side)
    }
}

/// A battle that could not be played to its end.
#[derive(Clone, Debug, thiserror::Error)]
#[error("battle {number} could not be played: {why}")]
pub struct Unfought {
    pub number: u64,
    pub why: String,
}

impl Job {
    /// The battles on one stream of the seed: one, or two where opponents are exchanged. The world is used again.
    ///
    /// # Errors
    /// If a controller answers against the rules.
    pub fn fight(&self, world: &mut World, stream: u64) -> Result<Vec<(Fought, Seen)>, Unfought> {
        let ways: &[bool] = if self.matchup.swap { &[false, true] } else { &[false] };
        ways.iter().map(|swapped| self.fight_one(world, stream, *swapped)).collect()
    }

    fn fight_one(&self, world: &mut World, stream: u64, swapped: bool) -> Result<(Fought, Seen), Unfought> {
        let number = stream * self.matchup.each() + u64::from(swapped);
        // The world notes every component that is removed until its trackers are cleared, which only an app does by itself.
        world.clear_trackers();
        let mut seats = self.seats(stream, swapped);
        begin(world, Arc::clone(&self.setup), Dice::seeded(self.seed, stream));
        let mut seen = Seen::new(&self.setup);
        let mut bout = Bout::take(world).ok_or_else(|| Unfought { number, why: "nothing has begun".to_owned() })?;
        let outcome = play_out(&mut bout, &mut seats, &mut seen);
        bout.put_back(world);
        let outcome = outcome.map_err(|stopped| Unfought { number, why: stopped.to_string() })?;
        Ok((self.fought(world, number, swapped, outcome), seen))
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
        let sides = self.setup.parties.len();
        let (mut survivors, mut left, mut most) = (vec![0; sides], vec![0_u32; sides], vec![0_u32; sides]);
        for row in &snapshot.rows {
            let side = usize::from(row.side.0);
            most[side] += u32::try_from(row.vitals.maximum).unwrap_or(0);
            if status::has_survived(snapshot.view(), self.setup.rules.book(), row.id) {
                left[side] += u32::try_from(row.vitals.hit_points).unwrap_or(0);
                survivors[side] += 1;
            }
        }
        let health = left.iter().zip(&most).map(|(left, most)| (left * 100 / most.max(&1)) as u16).collect();
        let state = snapshot.checksum(battle.dice.rolls_made());
        let ended = format!("{state:016x} {outcome:?} {} {}", battle.activations(), battle.log.seen());
        let (count, activations) = (snapshot.count, battle.activations());
        Fought { number, swapped, outcome, count, activations, survivors, health, checksum: xxh3_64(ended.as_bytes()) }
    }
}

/// Nobody looks at the world until it is over.
fn play_out(bout: &mut Bout, seats: &mut Seats, seen: &mut Seen) -> Result<Outcome, Stopped> {
    let mut status = bout.resolve();
    for _ in 0..MOST_ANSWERS {
        seen.look(bout.battle_mut());
        let prompt = match status {
            Status::Over(outcome) => return Ok(outcome),
            Status::Awaiting(prompt) => prompt,
        };
        let given = ask_in(bout, seats, &prompt)?;
        seen.asked(&prompt);
        seen.answered(&given.choice);
        status = bout.go_on(given.choice, given.judged).map_err(|refused| Stopped::refused(&prompt, refused))?;
    }
    Ok(Outcome::Unfinished)
}
