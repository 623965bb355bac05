//! Combatants that an action flanks without a step, such as one that readies a bow: they may react at its end (HD-118). Steps and
//! forced movements have windows of their own.

use crate::battle::CombatantId;
use crate::content::Trigger;
use crate::grid::Footprint;
use crate::mechanics::flanking;
use crate::resolution::frame::{FlankedBefore, Frame, Settle, Window, WindowCause};
use crate::resolution::procedure::action::window;
use crate::resolution::step::Inputs;

/// The combatants that are flanked before an action, and where all are; `None` where no combatant reacts to being flanked.
pub(crate) fn before(inputs: &Inputs<'_>) -> Option<FlankedBefore> {
    let heard = window::listens(Trigger::NewlyFlanked, inputs);
    heard.then(|| FlankedBefore { flanked: all(inputs).collect(), places: places(inputs).collect() })
}

/// The window of those that are newly flanked after an action in which no body has moved; `None` if there are none.
pub(crate) fn after(settle: &mut Settle, inputs: &Inputs<'_>) -> Option<Frame> {
    let before = settle.flanked.take()?;
    let by = settle.plans.first()?.actor;
    if !places(inputs).eq(before.places) {
        return None;
    }
    let newly: Vec<CombatantId> = all(inputs).filter(|who| *who != by && !before.flanked.contains(who)).collect();
    let cause = WindowCause { flanked: newly, ..WindowCause::by(by, Trigger::NewlyFlanked) };
    (!cause.flanked.is_empty()).then(|| Frame::Window(Box::new(Window::about(cause))))
}

fn all<'a>(inputs: &Inputs<'a>) -> impl Iterator<Item = CombatantId> + 'a {
    let game = inputs.game();
    game.present().map(|row| row.id).filter(move |who| flanking::is_flanked(game, *who))
}

fn places<'a>(inputs: &Inputs<'a>) -> impl Iterator<Item = Footprint> + 'a {
    let view = inputs.view;
    view.rows().iter().map(move |row| view.footprint(row.id))
}
