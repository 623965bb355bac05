//! Ways that are no walk: through the air and through water, off a wall where nothing has weight, out of a cleft.

use super::mind::Mind;
use crate::content::action::{Action, Does, Gait, Requirement};
use crate::grid::{Cell, Footprint, distance};
use crate::mechanics::{movement, weightless};
use crate::resolution::{Act, legal};

/// What somebody does to get on that cannot walk, or gets on better in another way; nothing if it stays and fights.
pub fn go(mind: &Mind<'_>, fighting: bool) -> Option<Act> {
    if let Some(hold) = hold_on(mind, fighting) {
        return Some(hold);
    }
    if fighting {
        return None;
    }
    let now = nearest(mind, mind.view.footprint(mind.who))?;
    let walks = movement::may_use_gait(mind.view, mind.book(), mind.who, Gait::Walk).is_ok();
    let mut best: Option<(u16, Act)> = None;
    for action in mind.rules.actions.iter().filter(|action| is_byway(action, walks)) {
        let Does::Move(gait) = action.does else { continue };
        if movement::may_use_gait(mind.view, mind.book(), mind.who, gait).is_err() {
            continue;
        }
        for path in legal::paths_allowed(mind.view, mind.rules, mind.who, gait) {
            let Some(left) = path.last().and_then(|cell| gets_near(mind, *cell)) else { continue };
            let act = Act::along(action.id, path);
            let better = left < best.as_ref().map_or(now, |(least, _)| *least);
            if better && legal::check(mind.view, mind.rules, mind.who, &act).is_ok() {
                best = Some((left, act));
            }
        }
    }
    // One on its feet takes wing only to come to blows.
    best.filter(|(left, _)| !walks || *left <= mind.me().reach.max(1)).map(|(_, act)| act)
}

/// Whether an action is such a way: for one on its feet only flights that end on the ground.
fn is_byway(action: &Action, walks: bool) -> bool {
    use crate::content::action::Pitch;
    match action.does {
        Does::Move(Gait::Fly(pitch)) => pitch == Pitch::Diving,
        Does::Move(Gait::Swim | Gait::Climb | Gait::Leap | Gait::Squeeze | Gait::Burrow) => !walks,
        Does::Move(Gait::PushOff(pitch)) => !walks && pitch == Pitch::Level,
        _ => false,
    }
}

fn gets_near(mind: &Mind<'_>, cell: Cell) -> Option<u16> {
    nearest(mind, mind.view.footprint(mind.who).at(cell))
}

/// The distance to the nearest enemy from a place, in cells.
fn nearest(mind: &Mind<'_>, at: Footprint) -> Option<u16> {
    let (view, policy) = (mind.view, mind.book().policies.board.distance);
    mind.foes().map(|foe| distance(view.shape(), policy, at, view.footprint(foe.id))).min()
}

/// One who fights where it can hold on does so with its last action, and is not carried away from its enemy.
fn hold_on(mind: &Mind<'_>, fighting: bool) -> Option<Act> {
    let row = mind.view.row(mind.who);
    weightless::policy(mind.view, mind.book())?;
    if !fighting || row.drift.feet == 0 || row.turn_state.actions > 1 {
        return None;
    }
    let steadies =
        |action: &&std::sync::Arc<Action>| action.requires.iter().any(|cited| cited.needs == Requirement::Adrift);
    let act = Act::own(mind.rules.actions.iter().find(steadies)?.id);
    legal::check(mind.view, mind.rules, mind.who, &act).is_ok().then_some(act)
}
