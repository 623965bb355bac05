//! The log of a battle on stdout, written as it happens.

use std::io::{self, BufWriter, Stdout, Write};

use serde_json::json;
use warboard::control::Thought;
use warboard::mechanics::consciousness;
use warboard::replay::{Hex, Playthrough};
use warboard::resolution::narrate::narrate;
use warboard::resolution::{BattleEvent, Prompt};

use super::args::Log;
use super::failure::Failure;

/// Writes events as they come, each once.
pub struct LogWriter {
    format: Log,
    out: BufWriter<Stdout>,
    told: usize,
    count: i32,
}

impl LogWriter {
    pub fn new(format: Log) -> LogWriter {
        LogWriter { format, out: BufWriter::new(io::stdout()), told: 0, count: 0 }
    }

    /// Writes every event that is new.
    pub fn tell(&mut self, play: &Playthrough) -> Result<(), Failure> {
        let events = play.battle().log.events();
        for (sequence, event) in events.iter().enumerate().skip(self.told) {
            if let BattleEvent::CountBegan { count } = event {
                self.count = *count;
            }
            self.event(play, sequence, event)?;
        }
        self.told = events.len();
        Ok(())
    }

    /// Takes all events so far as written.
    pub fn skip(&mut self, play: &Playthrough) {
        self.told = play.battle().log.events().len();
        self.count = play.snapshot().count;
    }

    fn event(&mut self, play: &Playthrough, sequence: usize, event: &BattleEvent) -> io::Result<()> {
        let line = narrate(play.snapshot(), &play.battle().setup.rules, event);
        let words = line.map(|line| line.to_string());
        match (self.format, words) {
            (Log::Text, Some(words)) => writeln!(self.out, "{words}"),
            (Log::Text, None) => Ok(()),
            (Log::Json, words) => {
                let line = json!({ "sequence": sequence, "count": self.count, "event": event, "words": words });
                writeln!(self.out, "{line}")
            }
        }
    }

    /// Writes what a controller considered.
    pub fn thoughts(&mut self, play: &Playthrough, prompt: &Prompt, thoughts: &[Thought]) -> Result<(), Failure> {
        let who = &play.view().row(prompt.who).name;
        for thought in thoughts {
            match self.format {
                Log::Text => writeln!(self.out, "    {who} considers, at {}: {}", thought.score, thought.why)?,
                Log::Json => {
                    let line = json!({ "thought": { "who": prompt.who, "name": &**who, "score": thought.score,
                        "why": thought.why, "choice": thought.choice } });
                    writeln!(self.out, "{line}")?;
                }
            }
        }
        Ok(())
    }

    /// Writes how the battle ended, and that is all.
    pub fn finish(mut self, play: &Playthrough) -> Result<(), Failure> {
        self.tell(play)?;
        let (battle, snapshot) = (play.battle(), play.snapshot());
        let checksum = Hex(snapshot.checksum(battle.dice.rolls_made()));
        let policy = &battle.setup.rules.policies.consciousness;
        let living = snapshot.rows.iter().filter(|row| !consciousness::is_dead(policy, &row.vitals));
        let living: Vec<&str> = living.map(|row| &*row.name).collect();
        match self.format {
            Log::Text => {
                let survivors = if living.is_empty() { "nobody".to_owned() } else { living.join(", ") };
                writeln!(
                    self.out,
                    "After {} turns, at count {}, these live: {survivors}",
                    battle.activations(),
                    snapshot.count
                )?;
                writeln!(self.out, "Checksum {checksum}")?;
            }
            Log::Json => {
                let line = json!({ "result": {
                    "outcome": battle.outcome(), "count": snapshot.count, "activations": battle.activations(),
                    "survivors": living, "checksum": checksum,
                } });
                writeln!(self.out, "{line}")?;
            }
        }
        self.out.flush()?;
        Ok(())
    }
}
