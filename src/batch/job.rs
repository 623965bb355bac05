//! The opponents of a batch, and a single battle of it.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use xxhash_rust::xxh3::xxh3_64;

use super::observer::BattleObserver;
use crate::battle::{Count, Side};
use crate::content::words;
use crate::control::{
    Charger, Controller, Script, ScriptFile, Seats, Stopped, Strength, Tactician, ai_seed, answer, ask,
};
use crate::dice::Dice;
use crate::mechanics::{Game, health, status};
use crate::odds::ChanceCache;
use crate::resolution::{BattleOutcome, BattleState, BattleStatus, Setup};

/// Maximum number of answers in a battle; a battle that needs more ends as unfinished.
const MOST_ANSWERS: u32 = 200_000;

/// The opponents of a batch.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Matchup {
    /// Plays the first side.
    pub a: Opponent,
    /// Plays all other sides.
    pub b: Opponent,
    /// Whether each seed is played twice, the second time with the opponents exchanged.
    pub swap: bool,
}

impl Matchup {
    /// Number of battles per seed.
    pub fn each(self) -> u64 {
        if self.swap { 2 } else { 1 }
    }
}

/// Battles of one scenario under one rule system.
#[derive(Clone, Debug)]
pub struct Job {
    /// The scenario under the rule system.
    pub setup: Arc<Setup>,
    /// The seed of all battles.
    pub seed: u64,
    /// The opponents.
    pub matchup: Matchup,
    /// The script that is followed before the opponents are asked, if any.
    pub script: Option<Arc<ScriptFile>>,
}

/// The controllers and roll probabilities of a job's battles, which one battle leaves to the next.
#[derive(Default)]
pub struct JobCaches {
    /// The controllers, and those of the opponents exchanged.
    seats: [Option<Seats>; 2],
    chances: ChanceCache,
}

/// The result of a battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BattleResult {
    /// Number of the battle in the batch.
    pub number: u64,
    /// Whether the opponents were exchanged.
    pub swapped: bool,
    /// Who won.
    pub outcome: BattleOutcome,
    /// The count (or round) in which it ended.
    pub count: Count,
    /// Number of turns taken.
    pub activations: u64,
    /// Survivors of each side: combatants neither dead nor carried away.
    pub survivors: Vec<u16>,
    /// Hit points of the survivors of each side, in percent of the side's maximum.
    pub health: Vec<u16>,
    /// A checksum of the final state.
    pub checksum: u64,
}

impl BattleResult {
    /// Index of the winning side.
    pub fn winner(&self) -> Option<usize> {
        match &self.outcome {
            BattleOutcome::Won { side, .. } => Some(usize::from(side.0)),
            BattleOutcome::Draw { .. } | BattleOutcome::Unfinished => None,
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
pub struct BattleError {
    /// Number of the battle in the batch.
    pub number: u64,
    /// The error.
    pub why: String,
}

impl Job {
    /// Plays the battles on one stream of the seed: one, or two if opponents are exchanged.
    ///
    /// # Errors
    /// If a controller gives an illegal answer.
    pub fn fight(&self, stream: u64) -> Result<Vec<(BattleResult, BattleObserver)>, BattleError> {
        self.fight_with(&mut JobCaches::default(), stream)
    }

    /// [`Job::fight`] with what earlier battles of the same job have cached. Caches change no result.
    ///
    /// # Errors
    /// If a controller gives an illegal answer.
    pub fn fight_with(
        &self,
        caches: &mut JobCaches,
        stream: u64,
    ) -> Result<Vec<(BattleResult, BattleObserver)>, BattleError> {
        let ways: &[bool] = if self.matchup.swap { &[false, true] } else { &[false] };
        ways.iter().map(|swapped| self.fight_one(caches, stream, *swapped)).collect()
    }

    fn fight_one(
        &self,
        JobCaches { seats, chances }: &mut JobCaches,
        stream: u64,
        swapped: bool,
    ) -> Result<(BattleResult, BattleObserver), BattleError> {
        let number = stream * self.matchup.each() + u64::from(swapped);
        let seats = match &mut seats[usize::from(swapped)] {
            Some(seats) => {
                seats.begin(ai_seed(self.seed, stream));
                seats
            }
            empty => empty.insert(self.seats(stream, swapped)),
        };
        let mut battle = BattleState::begin(Arc::clone(&self.setup), Dice::seeded(self.seed, stream));
        let mut observer = BattleObserver::new(&self.setup);
        observer.share(chances);
        let outcome = play_out(&mut battle, seats, &mut observer);
        observer.share(chances);
        let outcome = outcome.map_err(|stopped| BattleError { number, why: stopped.to_string() })?;
        Ok((self.fought(&battle, number, swapped, outcome), observer))
    }

    /// The controllers of the battle on a stream.
    pub fn seats(&self, stream: u64, swapped: bool) -> Seats {
        let seed = ai_seed(self.seed, stream);
        let seat = |side: u8| -> Box<dyn Controller + Send> {
            let first = (side == 0) != swapped;
            let opponent = if first { self.matchup.a } else { self.matchup.b };
            let controller = opponent.controller(Side(side), seed);
            match &self.script {
                Some(script) => Box::new(Script::new(script, controller)),
                None => controller,
            }
        };
        Seats::new((0..self.setup.sides.len() as u8).map(seat).collect())
    }

    fn fought(&self, battle: &BattleState, number: u64, swapped: bool, outcome: BattleOutcome) -> BattleResult {
        let snapshot = battle.snapshot();
        let sides = self.setup.sides.len();
        let (mut survivors, mut left, mut most) = (vec![0; sides], vec![0_u32; sides], vec![0_u32; sides]);
        for row in &snapshot.rows {
            let side = usize::from(row.side.0);
            most[side] += u32::try_from(health::maximum(&row.vitals)).unwrap_or(0);
            if status::has_survived(Game::new(snapshot.view(), self.setup.rules.book()), row.id) {
                left[side] += u32::try_from(health::lasting(&row.vitals)).unwrap_or(0);
                survivors[side] += 1;
            }
        }
        let health = left.iter().zip(&most).map(|(left, most)| (left * 100 / most.max(&1)) as u16).collect();
        let (count, activations) = (snapshot.count, battle.activations());
        let ended = format!("{:016x} {outcome:?} {activations} {}", battle.checksum(), battle.log().seen());
        let checksum = xxh3_64(ended.as_bytes());
        BattleResult { number, swapped, outcome, count, activations, survivors, health, checksum }
    }
}

fn play_out(
    battle: &mut BattleState,
    seats: &mut Seats,
    observer: &mut BattleObserver,
) -> Result<BattleOutcome, Stopped> {
    let mut status = battle.resolve();
    for _ in 0..MOST_ANSWERS {
        observer.observe(battle);
        let prompt = match status {
            BattleStatus::Over(outcome) => return Ok(outcome),
            BattleStatus::Awaiting(prompt) => prompt,
        };
        let given = ask(battle, seats, &prompt)?;
        observer.record(&prompt, &given, battle.setup());
        status = answer(battle, &prompt, given)?;
    }
    Ok(BattleOutcome::Unfinished)
}

/// A computer opponent. Its word is its name on the command line and in recordings.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Opponent {
    /// The strongest opponent.
    #[default]
    Tactician,
    /// The tactician with occasional mistakes.
    Normal,
    /// The tactician with frequent mistakes.
    Easy,
    /// Runs to the nearest enemy and attacks; a baseline for comparison.
    Charger,
}

impl Opponent {
    words! { Tactician => "tactician", Normal => "normal", Easy => "easy", Charger => "charger" }

    /// A controller for a side. The seed is for its own random choices and does not affect the dice of the battle.
    pub fn controller(self, side: Side, seed: u64) -> Box<dyn Controller + Send> {
        match self {
            Opponent::Tactician => Box::new(Tactician::new(side, seed, Strength::Hard)),
            Opponent::Normal => Box::new(Tactician::new(side, seed, Strength::Normal)),
            Opponent::Easy => Box::new(Tactician::new(side, seed, Strength::Easy)),
            Opponent::Charger => Box::new(Charger::default()),
        }
    }
}

impl fmt::Display for Opponent {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.word())
    }
}

impl FromStr for Opponent {
    type Err = String;

    fn from_str(word: &str) -> Result<Opponent, String> {
        if word == "hard" {
            return Ok(Opponent::Tactician);
        }
        let found = Opponent::ALL.into_iter().find(|opponent| opponent.word() == word);
        found.ok_or_else(|| "expected tactician (or hard), normal, easy or charger".to_owned())
    }
}
