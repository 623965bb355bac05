//! Clinging to a mover: the result of the check is divided among moving along with it and holding it back (HD-281 to HD-286).

use crate::battle::CombatantId;
use crate::content::{Amendment, Cling, Name, Reaction};
use crate::resolution::act::{Choice, Pick, PickPurpose};
use crate::resolution::frame::{Frame, Window};
use crate::resolution::step::{Inputs, StepResult};

/// How a reaction clings, if it does.
pub(super) fn of(reaction: &Reaction) -> Option<Cling> {
    reaction.then.iter().find_map(|amendment| match amendment {
        Amendment::Cling(cling) => Some(*cling),
        _ => None,
    })
}

/// Every way to use a result that leaves no points for another cell: the most cells along first.
pub(super) fn options(cling: Cling, result: i16) -> Vec<Pick> {
    let (result, follow, hold) = (result.max(0), i16::from(cling.follow.max(1)), i16::from(cling.hold.max(1)));
    let with =
        |shorter: i16| Pick::Cling { along: ((result - shorter * hold) / follow) as u16, shorter: shorter as u16 };
    (0..=result / hold).map(with).filter(|pick| *pick != Pick::Cling { along: 0, shorter: 0 }).collect()
}

/// Asks a combatant how it divides the result of its check. Without a choice it does what it can.
pub(super) fn ask(mut window: Box<Window>, who: CombatantId, (name, cling): (Name, Cling), result: i16) -> StepResult {
    let options = options(cling, result);
    match options[..] {
        [] => {}
        [only] => divide(&mut window, who, only, cling),
        _ => {
            window.divides = Some(name);
            window.asking = Some(who);
            return Frame::Window(window).ask_to_pick(who, PickPurpose::Cling, options);
        }
    }
    Frame::Window(window).resume()
}

/// Divides the result as the combatant has answered.
pub(super) fn answered(mut window: Box<Window>, who: CombatantId, inputs: &mut Inputs<'_>) -> StepResult {
    let reaction = window.divides.take().and_then(|name| inputs.rules.policies.reaction(name));
    if let (Some(Choice::Pick(pick)), Some(cling)) = (inputs.answer.take(), reaction.and_then(of)) {
        divide(&mut window, who, pick, cling);
    }
    Frame::Window(window).resume()
}

fn divide(window: &mut Window, who: CombatantId, pick: Pick, cling: Cling) {
    let Pick::Cling { along, shorter } = pick else { return };
    window.amended.follows = (along > 0).then_some((who, along, cling.follow_rule));
    window.amended.shortened = window.amended.shortened.saturating_add(shorter);
    window.amended.lost = window.amended.lost.saturating_add(shorter);
    window.amended.lost_rule = (shorter > 0).then_some(cling.hold_rule).or(window.amended.lost_rule);
}
