//! Orders given for this moment: while another unit of the side chooses, arrows and paths show what the others will do.

use bevy::prelude::*;

use super::drawings::{Overlay, OverlayDrawings, OverlayLabel, OverlayParams};
use crate::battle::CombatantId;
use crate::content::{Does, Gait};
use crate::gui::board::CELL;
use crate::gui::canvas::Canvas;
use crate::gui::cues::{CueEnd, aimed_end};
use crate::gui::theme;
use crate::resolution::{Act, Asks};

/// Draws the orders of the side that is asked; never those of another.
pub fn draw(params: OverlayParams, mut drawings: OverlayDrawings) {
    if !(params.asked.is_changed() || params.has_changed()) {
        return;
    }
    let prompt = params.asked.0.as_ref().filter(|prompt| prompt.asks == Asks::Act);
    let asked = prompt.map(|prompt| prompt.who).filter(|who| commands(&params, *who));
    let side = asked.and_then(|who| params.combatants.side(who));
    let is_shown = |who: CombatantId| Some(who) != asked && side.is_some() && params.combatants.side(who) == side;
    let orders = params.session.declared().filter(|(who, _)| is_shown(*who));
    let (mut canvas, mut labels) = (Canvas::new(), Vec::new());
    for (who, act) in orders {
        labels.extend(order(&mut canvas, &params, who, act));
    }
    drawings.draw(Overlay::Declared, canvas);
    drawings.label(Overlay::Declared, labels);
}

fn commands(params: &OverlayParams, who: CombatantId) -> bool {
    params.combatants.side(who).is_some_and(|side| params.fog.commands(side))
}

/// Draws one order. Returns the name of its action, below the unit.
fn order(canvas: &mut Canvas, params: &OverlayParams, who: CombatantId, act: &Act) -> Option<OverlayLabel> {
    let (here, size) = params.place(who)?;
    let action = params.rules().actions.get(act.action)?;
    let gait = if let Does::Move(gait) = action.does { gait } else { Gait::Walk };
    let body = params.combatants.footprint(who)?;
    let mut points = vec![here];
    if let Some((_, path)) = act.movement(gait) {
        points.extend(path.iter().map(|cell| params.layout.middle(body.at(*cell))));
    }
    match aimed_end(who, act) {
        Some(CueEnd::Unit(target)) => points.extend(params.place(target).map(|(at, _)| at)),
        Some(CueEnd::Cell(cell)) => points.push(params.layout.centre(cell)),
        None => {}
    }
    arrow(canvas, &points);
    let at = here - Vec2::new(0.0, CELL * 0.5 * size + 9.0);
    Some(OverlayLabel { at, words: format!(" {} ", action.name), size: 13.0, colour: theme::PATH })
}

/// A dashed arrow along points.
fn arrow(canvas: &mut Canvas, points: &[Vec2]) {
    for (width, colour) in [(7.0, theme::INK), (3.6, theme::PATH)] {
        for pair in points.windows(2) {
            canvas.dashed(pair[0], pair[1], width, (8.0, 6.0), colour.with_alpha(0.9));
        }
    }
    if let [.., before, last] = points[..] {
        let way = (last - before).normalize_or_zero();
        canvas.arrow_head(last + way * 3.0, way, 22.0, theme::INK);
        canvas.arrow_head(last, way, 15.0, theme::PATH);
    }
}
