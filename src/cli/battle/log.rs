//! The log of a battle on stdout, printed while it is played.

use std::io::{self, BufWriter, Stdout, Write};

use serde_json::json;
use warboard::content::authored::visible;
use warboard::control::Thought;
use warboard::mechanics::{Game, status};
use warboard::narration::narrate;
use warboard::replay::{Hex, Playthrough};
use warboard::resolution::{BattleEvent, Prompt};

use crate::cli::args::Log;
use crate::cli::failure::{Failure, plain};

/// Prints each event once.
pub struct LogWriter {
    format: Log,
    out: BufWriter<Stdout>,
    /// Number of events printed so far.
    printed: u64,
    count: i32,
    /// Whether the battle continues when the log cannot be written, because it is also saved to a file.
    ignores_errors: bool,
    /// Why the log was cut short; nothing is printed after that.
    error: Option<io::Error>,
}

impl LogWriter {
    pub fn new(format: Log) -> LogWriter {
        LogWriter {
            format,
            out: BufWriter::new(io::stdout()),
            printed: 0,
            count: 0,
            ignores_errors: false,
            error: None,
        }
    }

    /// Lets the battle continue when the log cannot be written.
    pub fn ignoring_errors(self, ignores_errors: bool) -> LogWriter {
        LogWriter { ignores_errors, ..self }
    }

    /// Prints all new events.
    pub fn print_new(&mut self, play: &Playthrough) -> Result<(), Failure> {
        let log = play.battle().log();
        // Events before the first one kept have been printed and dropped.
        let first = log.seen() - log.events().len() as u64;
        let written = usize::try_from(self.printed.saturating_sub(first)).unwrap_or(usize::MAX);
        for (at, event) in log.events().iter().enumerate().skip(written) {
            let sequence = first + at as u64;
            if let BattleEvent::CountBegan { count } = event {
                self.count = *count;
            }
            self.event(play, sequence, event)?;
        }
        self.printed = log.seen();
        Ok(())
    }

    /// Marks all events so far as printed.
    pub fn skip(&mut self, play: &Playthrough) {
        self.printed = play.battle().log().seen();
        self.count = play.snapshot().count;
    }

    fn event(&mut self, play: &Playthrough, sequence: u64, event: &BattleEvent) -> io::Result<()> {
        let line = narrate(play.snapshot(), &play.battle().setup().rules, event);
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

    /// Prints one line, unless the log was cut short.
    fn line(&mut self, line: &str) -> io::Result<()> {
        if self.error.is_some() {
            return Ok(());
        }
        let written = writeln!(self.out, "{}", visible(line));
        self.check(written)
    }

    /// Records an output error if the battle continues regardless; passes it on otherwise.
    fn check(&mut self, written: io::Result<()>) -> io::Result<()> {
        match written {
            Err(error) if self.ignores_errors => {
                self.error = Some(error);
                Ok(())
            }
            written => written,
        }
    }

    /// Prints the options that a controller considered.
    pub fn thoughts(&mut self, play: &Playthrough, prompt: &Prompt, thoughts: &[Thought]) -> Result<(), Failure> {
        let who = &play.view().row(prompt.who).name;
        for thought in thoughts {
            match self.format {
                Log::Text => self.line(&format!("    {who} considers ({}): {}", thought.score, thought.why))?,
                Log::Json => {
                    let line = json!({ "thought": { "who": prompt.who, "name": &**who, "score": thought.score,
                        "why": thought.why, "choice": thought.choice } });
                    self.line(&line.to_string())?;
                }
            }
        }
        Ok(())
    }

    /// Prints the result of the battle and flushes the output.
    ///
    /// # Errors
    /// If the log was cut short.
    pub fn finish(mut self, play: &Playthrough) -> Result<(), Failure> {
        self.print_new(play)?;
        let (battle, snapshot) = (play.battle(), play.snapshot());
        let checksum = Hex(battle.checksum());
        let game = Game::new(snapshot.view(), battle.rules().book());
        let living = snapshot.rows.iter().filter(|row| status::has_survived(game, row.id));
        let living: Vec<&str> = living.map(|row| &*row.name).collect();
        match self.format {
            Log::Text => {
                let survivors = if living.is_empty() { "none".to_owned() } else { living.join(", ") };
                let (turns, count) = (battle.activations(), snapshot.count);
                self.line(&format!("Battle over after {turns} turns, at count {count}. Survivors: {survivors}"))?;
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
        let flushed = if self.error.is_none() { self.out.flush() } else { Ok(()) };
        self.check(flushed)?;
        self.error.map_or(Ok(()), |error| Err(plain(format!("the log is incomplete: {error}"))))
    }
}
