//! A verified recording as it is watched: the moments at which it can be stopped, and the ways from one to another.

use std::sync::Arc;

use super::{Beginning, Divergence, Playthrough, RecordedChoice, Recording, verify};
use crate::battle::{CombatantId, Count, Side};
use crate::resolution::event::BattleOutcome;
use crate::resolution::{Asks, Prompt, Setup};

/// A moment at which a battle can be stopped: a question was open and new facts had happened, or it was over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stop {
    /// Number of answers given before it.
    pub answers: usize,
    /// Number of facts before it.
    pub facts: usize,
    /// The count or round.
    pub count: Count,
    /// The combatant that is asked; `None` at the end.
    pub who: Option<CombatantId>,
    /// The side whose turn it is. A question in the turn of another combatant does not change it.
    pub side: Option<Side>,
    /// Whether an action begins here. Other questions are part of the action before them.
    pub acts: bool,
}

/// A recorded battle with every answer and every stop.
#[derive(Clone, Debug)]
pub struct RecordedBattle {
    beginning: Beginning,
    answers: Vec<RecordedChoice>,
    /// Never empty; the last is the end of the recording.
    stops: Vec<Stop>,
    outcome: Option<BattleOutcome>,
}

/// A way from one stop to another.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum StopJump {
    /// The beginning.
    Start,
    /// The end.
    End,
    /// Where the next action begins.
    NextAction,
    /// Where the present action began, or the one before it.
    PreviousAction,
    /// Where the turn of another side begins.
    NextSide,
    /// Where the turn of the present side began, or the one before it.
    PreviousSide,
    /// Where the next round or count begins.
    NextRound,
    /// Where the present round or count began, or the one before it.
    PreviousRound,
}

impl RecordedBattle {
    /// Replays a recording to its end and lists its stops.
    ///
    /// # Errors
    /// The first divergence.
    pub fn new(setup: &Arc<Setup>, recording: &Recording) -> Result<RecordedBattle, Divergence> {
        let verified = verify(setup, recording)?;
        let beginning = recording.beginning.clone();
        let mut play = Playthrough::begin(Arc::clone(setup), beginning.clone());
        let (mut answers, mut stops) = (Vec::new(), Vec::new());
        let open = play.retrace(&verified.given, |play, prompt, choice| {
            let (at, count, who) = (answers.len() as u32 + 1, play.snapshot().count, prompt.who);
            add(&mut stops, stop_at(play, answers.len(), Some(prompt)));
            answers.push(RecordedChoice { at, count, who, choice: choice.clone() });
        });
        // It was verified with these answers.
        let open = open.unwrap_or_default();
        add(&mut stops, stop_at(&play, answers.len(), open.as_ref()));
        Ok(RecordedBattle { beginning, answers, stops, outcome: play.battle().outcome().cloned() })
    }

    /// How the battle began.
    pub fn beginning(&self) -> &Beginning {
        &self.beginning
    }

    /// All stops in order.
    pub fn stops(&self) -> &[Stop] {
        &self.stops
    }

    /// The index of the last stop.
    pub fn end(&self) -> usize {
        self.stops.len() - 1
    }

    /// A stop by its index; the last one beyond it.
    pub fn stop(&self, at: usize) -> &Stop {
        &self.stops[at.min(self.end())]
    }

    /// The answers before a stop, with all passes.
    pub fn answers_before(&self, at: usize) -> &[RecordedChoice] {
        &self.answers[..self.stop(at).answers]
    }

    /// How the battle ended, if the recording includes its end.
    pub fn outcome(&self) -> Option<&BattleOutcome> {
        self.outcome.as_ref()
    }

    /// The index of the stop that a jump from another one leads to.
    pub fn jump(&self, from: usize, jump: StopJump) -> usize {
        let from = from.min(self.end());
        match jump {
            StopJump::Start => 0,
            StopJump::End => self.end(),
            StopJump::NextAction => self.after(from, |stop| stop.acts),
            StopJump::PreviousAction => (0..from).rev().find(|at| self.stops[*at].acts).unwrap_or(0),
            StopJump::NextSide => self.after(from, |stop| stop.side != self.stops[from].side),
            StopJump::PreviousSide => self.before(from, |stop| stop.side),
            StopJump::NextRound => self.after(from, |stop| stop.count > self.stops[from].count),
            StopJump::PreviousRound => self.before(from, |stop| stop.count),
        }
    }

    /// The first stop after another one that fits; the end if none does.
    fn after(&self, from: usize, fits: impl Fn(&Stop) -> bool) -> usize {
        (from + 1..self.stops.len()).find(|at| fits(&self.stops[*at])).unwrap_or_else(|| self.end())
    }

    /// The first of the adjacent stops with the same value as the one before another stop.
    fn before<T: PartialEq>(&self, from: usize, value: impl Fn(&Stop) -> T) -> usize {
        let Some(last) = from.checked_sub(1) else { return 0 };
        let wanted = value(&self.stops[last]);
        (0..last).rev().take_while(|at| value(&self.stops[*at]) == wanted).last().unwrap_or(last)
    }
}

/// The stop of a battle at an open question, or at its end.
fn stop_at(play: &Playthrough, answers: usize, open: Option<&Prompt>) -> Stop {
    let (facts, count) = (play.battle().log().events().len(), play.snapshot().count);
    let who = open.map(|prompt| prompt.who);
    let side = who.and_then(|who| play.view().find(who)).map(|row| row.side);
    let acts = open.is_none_or(|prompt| prompt.asks == Asks::Act);
    Stop { answers, facts, count, who, side, acts }
}

/// Adds a stop. Questions without new facts since the last stop belong to it; those that do not begin an action belong to the turn
/// of its side.
fn add(stops: &mut Vec<Stop>, stop: Stop) {
    match stops.last_mut() {
        Some(last) if last.facts == stop.facts => {
            if stop.acts && !last.acts {
                (last.acts, last.who, last.side) = (true, stop.who, stop.side);
            }
        }
        Some(last) if !stop.acts || stop.who.is_none() => {
            let side = last.side;
            stops.push(Stop { side, ..stop });
        }
        _ => stops.push(stop),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn recorded(stops: &[(Count, u8, bool)]) -> RecordedBattle {
        let beginning = r#"{"warboard_recording":3,"scenario":"","name":"","ruleset":"","content":{},"seed":1,"battle":0,
            "dice":[],"seats":[]}"#;
        let stop = |(at, (count, side, acts)): (usize, &(Count, u8, bool))| Stop {
            answers: at,
            facts: at,
            count: *count,
            who: None,
            side: Some(Side(*side)),
            acts: *acts,
        };
        RecordedBattle {
            beginning: serde_json::from_str(beginning).expect("a beginning"),
            answers: Vec::new(),
            stops: stops.iter().enumerate().map(stop).collect(),
            outcome: None,
        }
    }

    #[test]
    fn jumps_lead_to_actions_sides_and_rounds() {
        use StopJump::{End, NextAction, NextRound, NextSide, PreviousAction, PreviousRound, PreviousSide, Start};
        let battle = recorded(&[
            (1, 0, true),
            (1, 0, false),
            (1, 0, true),
            (1, 1, true),
            (2, 0, true),
            (2, 1, true),
            (2, 1, false),
            (3, 1, true),
        ]);
        let jumps = [Start, PreviousRound, PreviousSide, PreviousAction, NextAction, NextSide, NextRound, End];
        let from = |at| jumps.map(|jump| battle.jump(at, jump));
        assert_eq!(from(0), [0, 0, 0, 0, 2, 3, 4, 7]);
        assert_eq!(from(1), [0, 0, 0, 0, 2, 3, 4, 7]);
        assert_eq!(from(3), [0, 0, 0, 2, 4, 4, 4, 7]);
        assert_eq!(from(5), [0, 4, 4, 4, 7, 7, 7, 7]);
        assert_eq!(from(6), [0, 4, 5, 5, 7, 7, 7, 7]);
        assert_eq!(from(7), [0, 4, 5, 5, 7, 7, 7, 7]);
        assert_eq!(from(99), from(7), "beyond the end is the end");
    }

    #[test]
    fn questions_without_news_belong_to_the_stop_before_and_reactions_to_the_turn_under_way() {
        let stop = |facts, side, acts| Stop { answers: 0, facts, count: 1, who: None, side: Some(Side(side)), acts };
        let mut stops = Vec::new();
        for (facts, side, acts) in [(3, 0, true), (3, 1, true), (5, 1, false), (5, 1, true), (8, 0, false)] {
            add(&mut stops, stop(facts, side, acts));
        }
        assert_eq!(stops, [stop(3, 0, true), stop(5, 1, true), stop(8, 1, false)]);
    }
}
