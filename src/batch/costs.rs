//! Measures the costs of units: pairs of each fight growing numbers of a reference unit, and the number against which they win half
//! of their battles gives the cost.

use std::sync::Arc;

use rayon::prelude::*;

use super::{Job, JobCaches, Matchup};
use crate::content::{Source, Terrains};
use crate::resolution::Setup;
use crate::rules::{Library, Ruleset, UnitCost, UnitCosts};
use crate::scenario::{Control, Force, Landscape, Scenario, generated};

/// The unit that all are compared with.
const REFERENCE: &str = "guard";
/// Its cost in points.
const REFERENCE_COST: f64 = 100.0;
/// Width and height of the open field, in cells.
const FIELD: (u16, u16) = (20, 12);
/// The smaller side has this many units.
const FEW: usize = 2;
/// The numbers of the larger side, in the order in which they are tried.
const MANY: [usize; 6] = [3, 4, 6, 8, 12, 16];
/// Standard deviations of a 95 % interval.
const DEVIATIONS: f64 = 1.96;

/// The battles that measure costs.
#[derive(Copy, Clone, Debug)]
pub struct CostMeasure<'l> {
    /// The rule systems and their units.
    pub library: &'l Library,
    /// The ground.
    pub terrains: &'l Terrains,
    /// Battles for each pairing of numbers, half of them with the sides exchanged.
    pub battles: u64,
    /// Seed of the battles.
    pub seed: u64,
}

impl CostMeasure<'_> {
    /// Measures the costs of all units of a rule system; calls `done` after each unit. The costs do not depend on the number of
    /// worker threads.
    ///
    /// # Errors
    /// If the rule system is broken, has no reference unit, or a battle cannot be played.
    pub fn of_ruleset(&self, id: &str, workers: usize, done: impl Fn() + Sync) -> Result<UnitCosts, String> {
        let units = self.library.units(id);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(workers).build().map_err(|error| error.to_string())?;
        let measured = |unit: &String| {
            let cost = self.of_unit(id, unit);
            done();
            cost
        };
        let units = pool.install(|| units.par_iter().map(measured).collect::<Result<Vec<UnitCost>, String>>())?;
        Ok(UnitCosts { reference: REFERENCE.to_owned(), battles: self.battles, seed: self.seed, units })
    }

    /// Measures the cost of one unit of a rule system.
    ///
    /// # Errors
    /// If the rule system is broken, lacks the unit or the reference, or a battle cannot be played.
    pub fn of_unit(&self, id: &str, unit: &str) -> Result<UnitCost, String> {
        let rules = self.library.ruleset(id).map_err(|wrong| wrong[0].brief())?;
        self.library
            .unit(id, REFERENCE)
            .map_err(|wrong| format!("no unit to compare others with: {}", wrong.brief()))?;
        let text = generated((Landscape::Open, 0), FIELD, REFERENCE);
        let field = Scenario::read(&Source::new("costs.ron", text), self.terrains).map_err(|wrong| wrong[0].brief())?;
        self.cost((&field, &rules), unit)
    }

    fn cost(&self, ground: (&Scenario, &Arc<Ruleset>), unit: &str) -> Result<UnitCost, String> {
        if unit == REFERENCE {
            let cost = REFERENCE_COST as u32;
            return Ok(UnitCost { unit: unit.to_owned(), cost, low: cost, high: cost });
        }
        let mut samples = vec![self.sample(ground, unit, (FEW, FEW))?];
        let stronger = samples[0].share() >= 0.5;
        for many in MANY {
            let numbers = if stronger { (FEW, many) } else { (many, FEW) };
            let sample = self.sample(ground, unit, numbers)?;
            samples.push(sample);
            if (sample.share() >= 0.5) != stronger {
                break;
            }
        }
        let (middle, deviation) = parity(&samples);
        // Beyond the numbers that are tried nothing is known.
        let furthest = (MANY[MANY.len() - 1] as f64 / FEW as f64).ln();
        let points = |at: f64| (REFERENCE_COST * at.clamp(-furthest, furthest).exp()).round() as u32;
        let [low, cost, high] = [-DEVIATIONS, 0.0, DEVIATIONS].map(|times| points(middle + times * deviation));
        Ok(UnitCost { unit: unit.to_owned(), cost, low, high })
    }

    /// Battles of a number of a unit against a number of the reference.
    fn sample(
        &self,
        ground: (&Scenario, &Arc<Ruleset>),
        unit: &str,
        (own, others): (usize, usize),
    ) -> Result<Sample, String> {
        let ratio = others as f64 / own as f64;
        let mut sample = Sample { ratio: ratio.ln(), won: 0.0, battles: 0.0 };
        for first in [true, false] {
            let (ours, theirs) = (vec![unit.to_owned(); own], vec![REFERENCE.to_owned(); others]);
            let units = if first { [ours, theirs] } else { [theirs, ours] };
            let setup = Arc::new(self.setup(ground, units)?);
            let job = Job { setup, seed: self.seed, matchup: Matchup::default(), script: None };
            let (side, mut caches) = (usize::from(!first), JobCaches::default());
            for stream in 0..self.battles.div_ceil(2) {
                for (battle, _) in job.fight_with(&mut caches, stream).map_err(|error| error.to_string())? {
                    sample.battles += 1.0;
                    sample.won += battle.winner().map_or(0.5, |winner| f64::from(u8::from(winner == side)));
                }
            }
        }
        Ok(sample)
    }

    fn setup(&self, (field, rules): (&Scenario, &Arc<Ruleset>), units: [Vec<String>; 2]) -> Result<Setup, String> {
        let [west, east] = units;
        let force = |name: &str, units| Force { name: name.to_owned(), control: Control::Ai, units };
        let forces = [force("West", west), force("East", east)];
        let named = ("Costs", "Two forces on an open field.");
        let text = field.skirmish(named, &forces, (self.library, rules)).map_err(|error| error.to_string())?;
        let scenario = Scenario::read(&Source::new("costs.ron", text), self.terrains);
        let setup = scenario.and_then(|scenario| scenario.prepare(self.library, &rules.id));
        setup.map_err(|wrong| wrong[0].brief())
    }
}

/// Battles against one number of the reference.
#[derive(Copy, Clone, Debug, PartialEq)]
struct Sample {
    /// The natural logarithm of the number of the reference for each of the unit.
    ratio: f64,
    /// Battles won; undecided ones count half.
    won: f64,
    /// Battles fought.
    battles: f64,
}

impl Sample {
    fn share(self) -> f64 {
        self.won / self.battles.max(1.0)
    }
}

/// The ratio at which half of the battles are won, with its standard deviation: a logistic regression of the wins on the ratio. Half
/// a win and half a loss are added to each sample, so that samples without a single loss have an estimate as well.
fn parity(samples: &[Sample]) -> (f64, f64) {
    let (mut level, mut slope) = (0.0, -2.0);
    let mut information = [0.0; 3];
    for _ in 0..60 {
        let (mut up, mut along) = (0.0, 0.0);
        information = [1e-9, 0.0, 1e-9];
        for sample in samples {
            let (won, of) = (sample.won + 0.5, sample.battles + 1.0);
            let chance = 1.0 / (1.0 + (-(level + slope * sample.ratio)).exp());
            let (rest, weight) = (won - of * chance, of * chance * (1.0 - chance));
            up += rest;
            along += rest * sample.ratio;
            information[0] += weight;
            information[1] += weight * sample.ratio;
            information[2] += weight * sample.ratio * sample.ratio;
        }
        let [a, b, c] = information;
        let whole = (a * c - b * b).max(1e-12);
        level += ((c * up - b * along) / whole).clamp(-1.0, 1.0);
        slope = (slope + ((a * along - b * up) / whole).clamp(-1.0, 1.0)).clamp(-30.0, -0.2);
    }
    let [a, b, c] = information;
    let whole = (a * c - b * b).max(1e-12);
    let middle = -level / slope;
    // The delta method, with the covariance c, -b, a over the determinant.
    let variance = (c + 2.0 * middle * -b + middle * middle * a) / (whole * slope * slope);
    (middle, variance.max(0.0).sqrt())
}

#[cfg(test)]
mod tests {
    use super::{Sample, parity};

    fn samples(rows: &[(f64, f64)]) -> Vec<Sample> {
        rows.iter().map(|(ratio, won)| Sample { ratio: ratio.ln(), won: *won, battles: 100.0 }).collect()
    }

    #[test]
    fn parity_lies_where_half_of_the_battles_are_won() {
        let (middle, deviation) = parity(&samples(&[(1.0, 80.0), (2.0, 50.0), (4.0, 20.0)]));
        assert!((middle.exp() - 2.0).abs() < 0.01, "{}", middle.exp());
        assert!((0.02..0.2).contains(&deviation), "{deviation}");
        let (few, wider) = parity(&samples(&[(1.0, 80.0), (4.0, 20.0)]));
        assert!((few.exp() - 2.0).abs() < 0.01 && wider > deviation);
    }

    #[test]
    fn samples_without_a_single_loss_still_have_an_estimate() {
        let (middle, deviation) = parity(&samples(&[(1.0, 100.0), (2.0, 100.0), (4.0, 0.0)]));
        assert!((2.0..4.0).contains(&middle.exp()) && deviation.is_finite(), "{} {deviation}", middle.exp());
    }
}
