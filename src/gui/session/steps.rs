//! How a session goes on: answers are given, orders carried out, the program's seats asked, the person's waited for.

use bevy::prelude::*;

use super::orders::Continued;
use super::{Answer, Asked, Ended, Habits, Notice, Orders, Seat, Session};
use crate::content::refusal::Refusal;
use crate::gui::Animating;
use crate::gui::input::Cancelled;
use crate::gui::playback::Playback;
use crate::gui::screens::Screen;
use crate::resolution::{Asks, Choice, Prompt, Status};

/// Facts that may wait for playback before the program's seats are asked again.
const AHEAD: usize = 60;

/// Questions the program answers in one frame at most.
const ANSWERS: usize = 4;

/// Gives the person's answers to the simulation.
pub fn take_answers(
    mut answers: MessageReader<Answer>,
    mut session: ResMut<Session>,
    mut asked: ResMut<Asked>,
    mut notices: MessageWriter<Notice>,
) {
    for Answer(choice) in answers.read() {
        let Some(who) = asked.who() else { continue };
        match session.answer(choice.clone()) {
            Ok(()) => asked.0 = None,
            Err(refusal) => drop(notices.write(Notice { refusal, who: Some(who) })),
        }
    }
}

/// Takes standing orders back when the player cancels.
pub fn interrupt(mut cancelled: MessageReader<Cancelled>, mut orders: ResMut<Orders>) {
    if cancelled.read().count() > 0 {
        orders.clear();
    }
}

/// Goes on to the next question that a person must answer.
pub fn go_on(
    mut session: ResMut<Session>,
    mut playback: ResMut<Playback>,
    mut orders: ResMut<Orders>,
    mut asked: ResMut<Asked>,
    mut animating: ResMut<Animating>,
    mut notices: MessageWriter<Notice>,
    (ended, mut commands, mut screen): (Option<Res<Ended>>, Commands, ResMut<NextState<Screen>>),
    habits: Res<Habits>,
) {
    for _ in 0..ANSWERS {
        if asked.0.is_some() || ended.is_some() || playback.waiting() > AHEAD {
            return;
        }
        let status = session.advance();
        playback.extend(session.news());
        let prompt = match status {
            Status::Awaiting(prompt) => prompt,
            Status::Over(outcome) if playback.is_idle() => {
                commands.insert_resource(Ended(outcome));
                screen.set(Screen::Result);
                return;
            }
            Status::Over(_) => return,
        };
        animating.note();
        let answer = match session.seat_of(prompt.who) {
            Seat::Ai(_) => session.think(&prompt),
            Seat::Human if !playback.is_idle() => return,
            Seat::Human => {
                match habits.answer(&prompt).or_else(|| ordered(&session, &mut orders, &prompt, &mut notices)) {
                    Some(choice) => choice,
                    None => {
                        asked.0 = Some(prompt);
                        return;
                    }
                }
            }
        };
        if let Err(refusal) = session.answer(answer) {
            orders.recall(prompt.who);
            notices.write(Notice { refusal, who: Some(prompt.who) });
            asked.0 = Some(prompt);
        }
    }
}

/// The answer that standing orders give.
fn ordered(
    session: &Session,
    orders: &mut Orders,
    prompt: &Prompt,
    notices: &mut MessageWriter<Notice>,
) -> Option<Choice> {
    if prompt.asks != Asks::Act {
        return None;
    }
    let rules = session.rules();
    match orders.carry_on(session.ahead(), rules.book(), prompt.who)? {
        Continued::Walk(act) => Some(Choice::Act(act)),
        Continued::Over(None) => None,
        Continued::Over(Some(why)) => {
            let refusal = Refusal::new(format!("stops: {why}"), "".into());
            notices.write(Notice { refusal, who: Some(prompt.who) });
            None
        }
    }
}
