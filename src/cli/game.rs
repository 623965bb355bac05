//! A battle played by controllers, told as it goes.

use warboard::control::{Seats, ask};
use warboard::replay::Playthrough;
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
        let answer = ask(play.world(), seats, &prompt).map_err(|stopped| match stopped {
            warboard::control::Stopped::Script(diagnostic) => Failure::from(*diagnostic),
            stopped => plain(stopped),
        })?;
        log.thoughts(play, &prompt, &answer.thoughts)?;
        play.answer(answer.choice).map_err(plain)?;
    }
}
