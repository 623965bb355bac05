//! A battle played by controllers, told as it goes.

use warboard::control::{Seats, ask};
use warboard::replay::{PlayError, Playthrough};
use warboard::resolution::{Prompt, Status};

use super::failure::{Failure, plain};
use super::log::LogWriter;

/// Plays a battle to its end; a question that is already open is answered first.
pub fn play_out(
    play: &mut Playthrough,
    seats: &mut Seats,
    mut open: Option<Prompt>,
    log: &mut LogWriter,
) -> Result<(), Failure> {
    loop {
        let prompt = match open.take() {
            Some(prompt) => prompt,
            None => match play.go_on().map_err(plain)? {
                Status::Awaiting(prompt) => prompt,
                Status::Over(_) => return log.tell(play),
            },
        };
        log.tell(play)?;
        play.forget_events();
        let answer = ask(play.battle(), seats, &prompt).map_err(|stopped| match stopped {
            warboard::control::Stopped::Script(diagnostic) => Failure::from(*diagnostic),
            stopped => plain(stopped),
        })?;
        log.thoughts(play, &prompt, &answer.thoughts)?;
        play.answer(answer.choice).map_err(not_taken)?;
    }
}

/// An answer that cannot be written down ends the program; the battle can be continued from its journal.
fn not_taken(error: PlayError) -> Failure {
    match error {
        PlayError::Illegal(why) => plain(why),
        PlayError::Journal(why) => {
            plain(format!("{why} (`warboard continue` goes on from the last answer that was written)"))
        }
    }
}
