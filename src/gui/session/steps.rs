//! How a session advances: players answer, orders are carried out, the AI is asked.

#![expect(clippy::disallowed_types, reason = "a frame ends in time; what is answered does not depend on when")]

use std::time::{Duration, Instant};

use bevy::prelude::*;

use super::{Ended, Notice, OpenPrompt, PlayerAnswer, Seat, Session};
use crate::control::{Order, Orders};
use crate::gui::frame::{Animating, Waker};
use crate::gui::input::Cancelled;
use crate::gui::known::FogOfWar;
use crate::gui::playback::Playback;
use crate::gui::screens::Screen;
use crate::mechanics::{Game, sight};
use crate::resolution::{BattleStatus, Choice, Prompt};

/// Number of facts that may wait for playback before the AI is asked again.
const AHEAD: usize = 60;

/// Time per frame for advancing the session.
const BUDGET: Duration = Duration::from_millis(4);

pub fn take_answers(
    mut answers: MessageReader<PlayerAnswer>,
    mut session: ResMut<Session>,
    mut asked: ResMut<OpenPrompt>,
    mut notices: MessageWriter<Notice>,
) {
    for PlayerAnswer(choice) in answers.read() {
        let Some(who) = asked.who() else { continue };
        match session.answer(choice.clone()) {
            Ok(()) => asked.0 = None,
            Err(refusal) => drop(notices.write(Notice { refusal, who: Some(who) })),
        }
    }
}

/// Ends the ordered walks of the player who cancels.
pub fn interrupt(
    mut cancelled: MessageReader<Cancelled>,
    session: Res<Session>,
    fog: Res<FogOfWar>,
    mut orders: ResMut<Orders>,
) {
    if cancelled.read().count() > 0 {
        orders.halt_all(|who| session.ahead().find(who).is_some_and(|row| fog.commands(row.side)));
    }
}

/// Runs to the next question that a player must answer.
pub fn go_on(
    mut session: ResMut<Session>,
    mut playback: ResMut<Playback>,
    mut orders: ResMut<Orders>,
    mut asked: ResMut<OpenPrompt>,
    mut animating: ResMut<Animating>,
    (mut notices, waker): (MessageWriter<Notice>, Res<Waker>),
    (ended, mut commands, mut screen): (Option<Res<Ended>>, Commands, ResMut<NextState<Screen>>),
) {
    let begun = Instant::now();
    while begun.elapsed() < BUDGET {
        if asked.0.is_some() || ended.is_some() || playback.waiting() > AHEAD {
            return;
        }
        let status = session.advance();
        playback.extend(session.news());
        let prompt = match status {
            BattleStatus::Awaiting(prompt) => prompt,
            BattleStatus::Over(outcome) if playback.is_idle() => {
                commands.insert_resource(Ended(outcome));
                // The next frame shows it: nothing else may ask for one.
                animating.note();
                screen.set(Screen::Result);
                return;
            }
            BattleStatus::Over(_) => return,
        };
        let is_human = session.seat_of(prompt.who) == Seat::Human;
        let answer = match is_human {
            false => session.think(&prompt, BUDGET.saturating_sub(begun.elapsed()), &waker),
            true if playback.is_idle() => ordered(&session, &mut orders, &prompt, &mut notices),
            true => return,
        };
        let Some(answer) = answer else {
            if is_human {
                asked.0 = Some(prompt);
            }
            return;
        };
        animating.note();
        if let Err(refusal) = session.answer(answer) {
            orders.halt(prompt.who);
            notices.write(Notice { refusal, who: Some(prompt.who) });
            asked.0 = Some(prompt);
        }
    }
}

fn ordered(
    session: &Session,
    orders: &mut Orders,
    prompt: &Prompt,
    notices: &mut MessageWriter<Notice>,
) -> Option<Choice> {
    let book = session.rules().book();
    let ahead = session.ahead();
    let unknown = sight::unknown_to(Game::new(ahead, book), ahead.row(prompt.who).side);
    let view = ahead.without(&unknown);
    let foreseen = session.foreseen(orders, prompt.who);
    match orders.answer(view, session.rules(), foreseen.over(view), prompt) {
        Order::Given(choice) => Some(choice),
        Order::Silent => None,
        Order::Halted(end) => {
            let words = end.words(prompt.who, Game::new(view, book));
            notices.write_batch(words.map(|words| Notice { who: Some(prompt.who), ..Notice::new(words) }));
            None
        }
    }
}
