//! How much better the tactician is than the yardstick.

use std::fmt;
use std::sync::Arc;

use bevy::prelude::World;

use super::{Charger, Controller, Seats, Stopped, Strength, Tactician, play};
use crate::battle::Side;
use crate::dice::Dice;
use crate::resolution::{Battle, Outcome, Setup, begin};

/// How battles between a tactician and chargers ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// By the side the tactician played: battles it won, lost, and all others.
    pub by_side: Vec<[u32; 3]>,
    /// What stopped battles before their end, in words.
    pub stopped: Vec<String>,
}

impl Tally {
    /// Battles the tactician won, of so many.
    pub fn won(&self) -> (u32, u32) {
        let won = self.by_side.iter().map(|ends| ends[0]).sum();
        (won, self.by_side.iter().flatten().sum())
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (won, of) = self.won();
        write!(out, "{won} of {of}")?;
        for (side, [won, lost, other]) in self.by_side.iter().enumerate() {
            write!(out, "; as side {side}: {won} won, {lost} lost, {other} neither")?;
        }
        Ok(())
    }
}

/// Plays every seed once with the tactician at each side, against chargers at all others.
pub fn mirror(setup: &Arc<Setup>, seeds: std::ops::Range<u64>) -> Tally {
    let mut world = World::new();
    let sides = setup.parties.len() as u8;
    let mut tally = Tally { by_side: vec![[0; 3]; usize::from(sides)], stopped: Vec::new() };
    for seed in seeds {
        for side in (0..sides).map(Side) {
            match one(&mut world, setup, seed, side) {
                Ok(Outcome::Won { side: winner, .. }) if winner == side => tally.by_side[usize::from(side.0)][0] += 1,
                Ok(Outcome::Won { .. }) => tally.by_side[usize::from(side.0)][1] += 1,
                Ok(_) => tally.by_side[usize::from(side.0)][2] += 1,
                Err(stopped) => tally.stopped.push(format!("seed {seed}, side {}: {stopped}", side.0)),
            }
        }
    }
    tally
}

fn one(world: &mut World, setup: &Arc<Setup>, seed: u64, side: Side) -> Result<Outcome, Stopped> {
    let seat = |at: u8| -> Box<dyn Controller + Send> {
        if Side(at) == side {
            Box::new(Tactician::new(side, seed, Strength::Hard))
        } else {
            Box::new(Charger::default())
        }
    };
    let mut seats = Seats::new((0..setup.parties.len() as u8).map(seat).collect());
    begin(world, Arc::clone(setup), Dice::seeded(seed, 0));
    world.resource_mut::<Battle>().log.keep(false);
    play(world, &mut seats)
}
