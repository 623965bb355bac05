//! The log of a battle on stdout, written as it happens.

use std::io::{self, BufWriter, Stdout, Write};

use serde_json::json;
use warboard::content::authored::visible;
use warboard::control::Thought;
use warboard::mechanics::status;
use warboard::replay::{Hex, Playthrough};
use warboard::resolution::narrate::narrate;
use warboard::resolution::{BattleEvent, Prompt};

use super::args::Log;
use super::failure::{Failure, plain};

/// Writes events as they come, each once.
pub struct LogWriter {
    format: Log,
    out: BufWriter<Stdout>,
    /// How many events of the battle were written.
    told: u64,
    count: i32,
    /// Whether the battle is played to its end although the log cannot be written, because it goes to a file as well.
    plays_on: bool,
    /// Why the log could not be written to its end; nothing more is written then.
    cut: Option<io::Error>,
}

impl LogWriter {
    pub fn new(format: Log) -> LogWriter {
        LogWriter { format, out: BufWriter::new(io::stdout()), told: 0, count: 0, plays_on: false, cut: None }
    }

    /// Lets the battle be played to its end where the log cannot be written, if it goes to a file as well.
    pub fn playing_on(self, plays_on: bool) -> LogWriter {
        LogWriter { plays_on, ..self }
    }

    /// Writes every event that is new.
    pub fn tell(&mut self, play: &Playthrough) -> Result<(), Failure> {
        let log = &play.battle().log;
        // Those before the first that is kept were written and forgotten.
        let first = log.seen() - log.events().len() as u64;
        let written = usize::try_from(self.told.saturating_sub(first)).unwrap_or(usize::MAX);
        for (at, event) in log.events().iter().enumerate().skip(written) {
            let sequence = first + at as u64;
            if let BattleEvent::CountBegan { count } = event {
                self.count = *count;
            }
            self.event(play, sequence, event)?;
        }
        self.told = log.seen();
        Ok(())
    }

    /// Takes all events so far as written.
    pub fn skip(&mut self, play: &Playthrough) {
        self.told = play.battle().log.seen();
        self.count = play.snapshot().count;
    }

    fn event(&mut self, play: &Playthrough, sequence: u64, event: &BattleEvent) -> io::Result<()> {
        let line = narrate(play.snapshot(), &play.battle().setup.rules, event);
        let words = line.map(|line| line.to_string());
        match (self.format, words) {
            (Log::Text, Some(words)) => self.line(&words),
            (Log::Text, None) => Ok(()),
            (Log::Json, words) => {
                let line = json!({ "sequence": sequence, "count": self.count, "event": event, "words": words });
                self.line(&line.to_string())
            }
        }
    }

    /// Writes one line, unless an earlier one could not be written.
    fn line(&mut self, line: &str) -> io::Result<()> {
        if self.cut.is_some() {
            return Ok(());
        }
        let written = writeln!(self.out, "{}", visible(line));
        self.heed(written)
    }

    /// Notes that the log is cut where the battle is played on, and passes the fault on elsewhere.
    fn heed(&mut self, written: io::Result<()>) -> io::Result<()> {
        match written {
            Err(error) if self.plays_on => {
                self.cut = Some(error);
                Ok(())
            }
            written => written,
        }
    }

    /// Writes what a controller considered.
    pub fn thoughts(&mut self, play: &Playthrough, prompt: &Prompt, thoughts: &[Thought]) -> Result<(), Failure> {
        let who = &play.view().row(prompt.who).name;
        for thought in thoughts {
            match self.format {
                Log::Text => self.line(&format!("    {who} considers, at {}: {}", thought.score, thought.why))?,
                Log::Json => {
                    let line = json!({ "thought": { "who": prompt.who, "name": &**who, "score": thought.score,
                        "why": thought.why, "choice": thought.choice } });
                    self.line(&line.to_string())?;
                }
            }
        }
        Ok(())
    }

    /// Writes how the battle ended, and that is all.
    ///
    /// # Errors
    /// If the log could not be written to its end.
    pub fn finish(mut self, play: &Playthrough) -> Result<(), Failure> {
        self.tell(play)?;
        let (battle, snapshot) = (play.battle(), play.snapshot());
        let checksum = Hex(snapshot.checksum(battle.dice.rolls_made()));
        let (view, book) = (snapshot.view(), battle.setup.rules.book());
        let living = snapshot.rows.iter().filter(|row| status::has_survived(view, book, row.id));
        let living: Vec<&str> = living.map(|row| &*row.name).collect();
        match self.format {
            Log::Text => {
                let survivors = if living.is_empty() { "nobody".to_owned() } else { living.join(", ") };
                let (turns, count) = (battle.activations(), snapshot.count);
                self.line(&format!("After {turns} turns, at count {count}, these survive: {survivors}"))?;
                self.line(&format!("Checksum {checksum}"))?;
            }
            Log::Json => {
                let line = json!({ "result": {
                    "outcome": battle.outcome(), "count": snapshot.count, "activations": battle.activations(),
                    "survivors": living, "checksum": checksum,
                } });
                self.line(&line.to_string())?;
            }
        }
        let flushed = if self.cut.is_none() { self.out.flush() } else { Ok(()) };
        self.heed(flushed)?;
        self.cut.map_or(Ok(()), |error| Err(plain(format!("the log could not be written to its end: {error}"))))
    }
}
