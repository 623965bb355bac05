//! What a batch found out, summed up per ruleset.

use serde::Serialize;
use serde_json::{Map, Value, json};
use xxhash_rust::xxh3::Xxh3;

use super::{Job, Measured};
use crate::replay::Hex;
use crate::resolution::Outcome;

/// How numbers lie, in hundredths where they are no whole numbers.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Spread {
    /// The mean, in hundredths, rounded down.
    pub mean_hundredths: i64,
    /// The values a quarter, half and three quarters of the way through the sorted numbers.
    pub quartiles: [i64; 3],
    pub least: i64,
    pub most: i64,
}

impl Spread {
    /// How these numbers lie; all zeros for none.
    pub fn of(mut numbers: Vec<i64>) -> Spread {
        numbers.sort_unstable();
        let (Some(least), Some(most)) = (numbers.first(), numbers.last()) else { return Spread::default() };
        let last = numbers.len() - 1;
        let sum: i64 = numbers.iter().sum();
        Spread {
            mean_hundredths: (sum * 100).div_euclid(numbers.len() as i64),
            quartiles: [1, 2, 3].map(|quarter| numbers[last * quarter / 4]),
            least: *least,
            most: *most,
        }
    }

    fn to_json(self) -> Value {
        json!({ "mean": hundredths(self.mean_hundredths), "quartiles": self.quartiles,
            "least": self.least, "most": self.most })
    }
}

/// A number of hundredths as JSON says it.
fn hundredths(number: i64) -> f64 {
    number as f64 / 100.0
}

/// What was found out under one ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesetReport {
    pub ruleset: String,
    /// The names of the sides, each different.
    pub sides: Vec<String>,
    pub battles: u64,
    /// By side.
    pub wins: Vec<u64>,
    /// By opponent: the one that plays the first side, and the one that plays the others.
    pub wins_by_ai: [u64; 2],
    pub opponents: [String; 2],
    pub draws: u64,
    /// Battles ended at their limit.
    pub unfinished: u64,
    /// Counts (or rounds).
    pub length: Spread,
    pub activations: u64,
    /// The living at the end, by side.
    pub survivors: Vec<Spread>,
    /// Battles in a hundred seconds of processor time.
    pub per_hundred_seconds: u64,
    pub checksum: Hex,
}

impl RulesetReport {
    /// Sums up the battles of a job.
    pub fn of(job: &Job, measured: &Measured) -> RulesetReport {
        let sides = side_names(job);
        let fought = &measured.fought;
        let mut report = RulesetReport {
            ruleset: job.setup.rules.id.clone(),
            battles: fought.len() as u64,
            wins: vec![0; sides.len()],
            wins_by_ai: [0; 2],
            opponents: [job.matchup.a.to_string(), job.matchup.b.to_string()],
            draws: 0,
            unfinished: 0,
            length: Spread::of(fought.iter().map(|battle| i64::from(battle.count)).collect()),
            activations: fought.iter().map(|battle| battle.activations).sum(),
            survivors: Vec::new(),
            per_hundred_seconds: per_hundred_seconds(fought.len() as u64, measured.nanos),
            checksum: Hex(0),
            sides,
        };
        let mut hash = Xxh3::new();
        for battle in fought {
            report.count(&battle.outcome, battle.swapped);
            hash.update(&battle.checksum.to_le_bytes());
        }
        report.checksum = Hex(hash.digest());
        let living = |side: usize| fought.iter().map(|battle| i64::from(battle.survivors[side])).collect();
        report.survivors = (0..report.sides.len()).map(|side| Spread::of(living(side))).collect();
        report
    }

    fn count(&mut self, outcome: &Outcome, swapped: bool) {
        match outcome {
            Outcome::Won { side, .. } => {
                let side = usize::from(side.0);
                if let Some(wins) = self.wins.get_mut(side) {
                    *wins += 1;
                }
                let first = (side == 0) != swapped;
                self.wins_by_ai[usize::from(!first)] += 1;
            }
            Outcome::Draw { .. } => self.draws += 1,
            Outcome::Unfinished => self.unfinished += 1,
        }
    }

    fn to_json(&self, timing: bool) -> Value {
        let by_side = |value: &dyn Fn(usize) -> Value| -> Map<String, Value> {
            self.sides.iter().enumerate().map(|(side, name)| (name.clone(), value(side))).collect()
        };
        let mut json = json!({
            "battles": self.battles,
            "wins": by_side(&|side| json!(self.wins[side])),
            "wins_by_ai": {
                "a": { "ai": self.opponents[0], "wins": self.wins_by_ai[0] },
                "b": { "ai": self.opponents[1], "wins": self.wins_by_ai[1] },
            },
            "draws": self.draws,
            "unfinished": self.unfinished,
            "length": self.length.to_json(),
            "activations": self.activations,
            "survivors": by_side(&|side| self.survivors[side].to_json()),
            "checksum": self.checksum,
        });
        if let (true, Some(fields)) = (timing, json.as_object_mut()) {
            let speed = hundredths(i64::try_from(self.per_hundred_seconds).unwrap_or(i64::MAX));
            fields.insert("battles_per_cpu_second".to_owned(), json!(speed));
        }
        json
    }
}

/// The names of the sides of a job; a name given twice gets its number.
fn side_names(job: &Job) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for (at, party) in job.setup.parties.iter().enumerate() {
        let name = party.name.to_string();
        names.push(if names.contains(&name) { format!("{name} ({})", at + 1) } else { name });
    }
    names
}

fn per_hundred_seconds(battles: u64, nanos: u64) -> u64 {
    let rate = u128::from(battles) * 100_000_000_000 / u128::from(nanos.max(1));
    u64::try_from(rate).unwrap_or(u64::MAX)
}

/// What a whole batch found out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    pub scenario: String,
    pub seed: u64,
    pub rulesets: Vec<RulesetReport>,
}

#[derive(Serialize)]
struct ReportJson<'a> {
    scenario: &'a str,
    seed: u64,
    rulesets: Map<String, Value>,
}

impl Report {
    /// The report as JSON; `timing` adds how fast it was, which differs from run to run.
    pub fn to_json(&self, timing: bool) -> String {
        let rulesets = self.rulesets.iter().map(|found| (found.ruleset.clone(), found.to_json(timing))).collect();
        let json = ReportJson { scenario: &self.scenario, seed: self.seed, rulesets };
        // Nothing in a report is beyond JSON.
        serde_json::to_string_pretty(&json).unwrap_or_default() + "\n"
    }
}
