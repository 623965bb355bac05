//! Playing a battle with controllers while printing its log.

use warboard::control::{Seats, ask};
use warboard::replay::{PlayError, Playthrough};
use warboard::resolution::{BattleStatus, Prompt};

use super::log::LogWriter;
use crate::cli::failure::{Failure, plain};

/// Plays a battle to its end, beginning with an open prompt if there is one.
pub fn play_out(
    play: &mut Playthrough,
    seats: &mut Seats,
    mut open: Option<Prompt>,
    log: &mut LogWriter,
) -> Result<(), Failure> {
    loop {
        let prompt = match open.take() {
            Some(prompt) => prompt,
            None => match play.advance().map_err(plain)? {
                BattleStatus::Awaiting(prompt) => prompt,
                BattleStatus::Over(_) => return log.print_new(play),
            },
        };
        log.print_new(play)?;
        play.forget_events();
        let answer = ask(play.battle(), seats, &prompt).map_err(|stopped| match stopped {
            warboard::control::Stopped::Script(diagnostic) => Failure::from(*diagnostic),
            stopped => plain(stopped),
        })?;
        log.thoughts(play, &prompt, &answer.thoughts)?;
        play.answer(answer.choice).map_err(answer_error)?;
    }
}

/// An answer that cannot be journalled ends the program; `continue` can resume from the last one that was.
fn answer_error(error: PlayError) -> Failure {
    match error {
        PlayError::Illegal(why) => plain(why),
        PlayError::Journal(why) => {
            plain(format!("{why} (`warboard continue` resumes after the last answer that was written)"))
        }
    }
}
