//! The start of a turn: what a body suffers before it may act, one thing after the other.

use super::{bleeding, fall, ground, water, weightless};
use crate::battle::CombatantId;
use crate::content::condition::Status;
use crate::content::gear::DamageType;
use crate::content::{Name, Rule};
use crate::dice::DiceFormula;
use crate::mechanics::status;
use crate::resolution::frame::{Fall, Frame, TurnStart, TurnStartStage as Stage, Upkeep, Verdict};
use crate::resolution::step::{Inputs, Next, Step};

impl TurnStart {
    /// The start of somebody's turn.
    pub fn of(who: CombatantId) -> TurnStart {
        TurnStart { who, stage: Stage::Bleeding }
    }
}

/// Makes the next step of a start: bleeding before all else (TA-207), then every condition that harms (TA-246).
pub fn step(mut start: TurnStart, inputs: &mut Inputs<'_>) -> Step {
    let (mut events, who) = (Vec::new(), start.who);
    if inputs.view.row(who).gone {
        return Step::silent(Next::Finish(Verdict::Done));
    }
    start.stage = match start.stage {
        Stage::Bleeding => {
            if bleeding::roll(who, inputs, &mut events) {
                bleeding::lose_blood(who, inputs, &mut events);
            }
            Stage::Falling
        }
        Stage::Falling => {
            start.stage = Stage::Drifting;
            if fall::goes_on(who, inputs) {
                return Step::silent(Next::Call(Frame::TurnStart(start), Frame::Fall(Fall::of(who))));
            }
            return Step::silent(Next::Resume(Frame::TurnStart(start)));
        }
        Stage::Drifting => {
            water::drift(who, inputs, &mut events);
            Stage::Adrift(0)
        }
        Stage::Adrift(from) => match weightless::next_adrift(who, from, inputs) {
            Some(body) => {
                weightless::drift(body, inputs, &mut events);
                Stage::Adrift(body.0 + 1)
            }
            None => {
                ground::collapse(who, inputs, &mut events);
                Stage::Burning(0)
            }
        },
        Stage::Burning(at) => {
            let Some((cause, damage, harm, rule)) = burning(who, inputs).into_iter().nth(at) else {
                return Step::silent(Next::Finish(Verdict::Done));
            };
            let dealt = inputs.dice.roll(&damage).total;
            bleeding::harm(who, cause, dealt, (harm, rule), inputs, &mut events);
            Stage::Burning(at + 1)
        }
    };
    let upkeep = Upkeep::after(inputs.view);
    Step::new(events, Next::Call(Frame::TurnStart(start), Frame::Upkeep(upkeep)))
}

/// The highest level at which somebody has a condition (TA-250).
fn strongest(who: CombatantId, condition: Name, inputs: &Inputs<'_>) -> u8 {
    let held = inputs.view.row(who).conditions.0.iter().filter(|held| held.condition == condition);
    u8::try_from(held.map(|held| held.level).max().unwrap_or(1).max(1)).unwrap_or(u8::MAX)
}

/// The conditions that harm somebody now, with what they deal.
fn burning(who: CombatantId, inputs: &Inputs<'_>) -> Vec<(Name, DiceFormula, DamageType, Rule)> {
    let all = status::all(inputs.view, inputs.book(), who).into_iter();
    let harmful = all.filter_map(|(condition, status)| match status.does {
        Status::Burns { damage, harm } => Some((condition.id, damage, harm, status.rule)),
        Status::Festers { damage, harm } => {
            let damage = damage.times(strongest(who, condition.id, inputs));
            Some((condition.id, damage, harm, status.rule))
        }
        _ => None,
    });
    harmful.collect()
}
