//! Playing a battle with controllers while printing its log on stdout.

use std::io::{self, BufWriter, Stdout, Write};

use serde_json::json;
use warboard::content::authored::visible;
use warboard::control::{Seats, Stopped, Thought, ask};
use warboard::mechanics::{Game, status};
use warboard::narration::narrate;
use warboard::replay::{Hex, PlayError, Playthrough};
use warboard::resolution::{BattleEvent, BattleStatus, Prompt};

use super::args::Log;
use super::output::{Failure, plain};

pub struct LogWriter {
    format: Log,
    out: BufWriter<Stdout>,
    printed: u64,
    count: i32,
    /// Whether the battle continues when the log cannot be written, because it is also saved to a file.
    ignores_errors: bool,
    /// Why the log was cut short; nothing is printed after that.
    error: Option<io::Error>,
}

impl LogWriter {
    /// A log from the first event. The battle continues when a log that `ignores_errors` cannot be written.
    pub fn new(format: Log, ignores_errors: bool) -> LogWriter {
        LogWriter { format, out: BufWriter::new(io::stdout()), printed: 0, count: 0, ignores_errors, error: None }
    }

    /// Plays a battle to its end, beginning with an open prompt if there is one.
    pub fn play_out(
        &mut self,
        play: &mut Playthrough,
        seats: &mut Seats,
        mut open: Option<Prompt>,
    ) -> Result<(), Failure> {
        loop {
            let prompt = match open.take() {
                Some(prompt) => prompt,
                None => match play.advance().map_err(plain)? {
                    BattleStatus::Awaiting(prompt) => prompt,
                    BattleStatus::Over(_) => return self.print_new(play),
                },
            };
            self.print_new(play)?;
            play.forget_events();
            let answer = ask(play.battle(), seats, &prompt).map_err(|stopped| match stopped {
                Stopped::Script(diagnostic) => Failure::from(*diagnostic),
                stopped => plain(stopped),
            })?;
            self.thoughts(play, &prompt, &answer.thoughts)?;
            play.answer(answer.choice).map_err(|error| match error {
                PlayError::Illegal(why) => plain(why),
                PlayError::Journal(why) => {
                    plain(format!("{why} (`warboard continue` resumes after the last answer that was written)"))
                }
            })?;
        }
    }

    fn print_new(&mut self, play: &Playthrough) -> Result<(), Failure> {
        let log = play.battle().log();
        // Events before the first one kept have been printed and dropped.
        let first = log.seen() - log.events().len() as u64;
        let written = usize::try_from(self.printed.saturating_sub(first)).unwrap_or(usize::MAX);
        for (at, event) in log.events().iter().enumerate().skip(written) {
            if let BattleEvent::CountBegan { count } = event {
                self.count = *count;
            }
            let line = narrate(play.snapshot(), &play.battle().setup().rules, event);
            let words = line.map(|line| line.to_string());
            match (self.format, words) {
                (Log::Text, Some(words)) => self.line(&words)?,
                (Log::Text, None) => {}
                (Log::Json, words) => {
                    let sequence = first + at as u64;
                    self.line(json!({ "sequence": sequence, "count": self.count, "event": event, "words": words }))?;
                }
            }
        }
        self.printed = log.seen();
        Ok(())
    }

    pub fn skip(&mut self, play: &Playthrough) {
        self.printed = play.battle().log().seen();
        self.count = play.snapshot().count;
    }

    fn line(&mut self, line: impl ToString) -> io::Result<()> {
        if self.error.is_some() {
            return Ok(());
        }
        let written = writeln!(self.out, "{}", visible(&line.to_string()));
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

    fn thoughts(&mut self, play: &Playthrough, prompt: &Prompt, thoughts: &[Thought]) -> io::Result<()> {
        let (who, name) = (prompt.who, &*play.view().row(prompt.who).name);
        for Thought { score, why, choice, .. } in thoughts {
            match self.format {
                Log::Text => self.line(format_args!("    {name} considers ({score}): {why}"))?,
                Log::Json => self.line(json!({ "thought": {
                    "who": who, "name": name, "score": score, "why": why, "choice": choice,
                } }))?,
            }
        }
        Ok(())
    }

    /// Prints the result of the battle and flushes the output; fails if the log was cut short.
    pub fn finish(mut self, play: &Playthrough) -> Result<(), Failure> {
        self.print_new(play)?;
        let (battle, snapshot) = (play.battle(), play.snapshot());
        let (turns, count, checksum) = (battle.activations(), snapshot.count, Hex(battle.checksum()));
        let game = Game::new(snapshot.view(), battle.rules().book());
        let living = snapshot.rows.iter().filter(|row| status::has_survived(game, row.id));
        let living: Vec<&str> = living.map(|row| &*row.name).collect();
        match self.format {
            Log::Text => {
                let survivors = if living.is_empty() { "none".to_owned() } else { living.join(", ") };
                self.line(format_args!("Battle over after {turns} turns, at count {count}. Survivors: {survivors}"))?;
                self.line(format_args!("Checksum {checksum}"))?;
            }
            Log::Json => self.line(json!({ "result": {
                "outcome": battle.outcome(), "count": count, "activations": turns,
                "survivors": living, "checksum": checksum,
            } }))?,
        }
        let flushed = if self.error.is_none() { self.out.flush() } else { Ok(()) };
        self.check(flushed)?;
        self.error.map_or(Ok(()), |error| Err(plain(format!("the log is incomplete: {error}"))))
    }
}
