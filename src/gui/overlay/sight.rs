//! The line of sight from the asked combatant to the one under the pointer: clear, covered or blocked, and by what.

use bevy::prelude::*;

use super::drawings::{Callout, CalloutAnchor, Callouts, OverlayDrawings};
use super::{Overlay, OverlayParams};
use crate::battle::CombatantId;
use crate::grid::{CoverGrade, Obstacle};
use crate::gui::board::CELL;
use crate::gui::canvas::Canvas;
use crate::gui::theme;
use crate::mechanics::cover::{self, TargetCover};
use crate::mechanics::sight;

/// Draws the line.
pub fn draw(params: OverlayParams, mut drawings: OverlayDrawings, callouts: ResMut<Callouts>) {
    let (asked, hovered, selected) = (&params.asked, &params.hovered, &params.selected);
    if !(asked.is_changed() || hovered.is_changed() || selected.is_changed() || params.has_changed()) {
        return;
    }
    let mut canvas = Canvas::new();
    let from = asked.who().or(selected.0);
    let ends = from.zip(hovered.who.filter(|to| Some(*to) != from));
    let words = ends.and_then(|(from, to)| line(&mut canvas, &params, from, to));
    drawings.draw(Overlay::Sight, canvas);
    callouts.map_unchanged(|shown| &mut shown.sight).set_if_neq(words.into_iter().collect());
}

fn line(canvas: &mut Canvas, params: &OverlayParams, from: CombatantId, to: CombatantId) -> Option<Callout> {
    let covered = &cover::cover(params.game(), from, to);
    let ((start, _), (end, _)) = (params.place(from)?, params.place(to)?);
    let colour = draw_line(canvas, params, (start, end), covered);
    // A clear line between neighbours needs no words.
    let concealed = sight::concealment(params.game(), from, to);
    if is_clear(covered) && concealed.is_none() && start.distance(end) < 2.0 * CELL {
        return None;
    }
    let view = params.battle.view();
    let words = match concealed {
        Some(rule) if is_clear(covered) => format!("concealed {rule}"),
        Some(rule) => format!("{}, concealed {rule}", covered.words(view)),
        None => covered.words(view),
    };
    let colour = if concealed.is_some() && covered.seen { theme::SIGHT_COVERED } else { colour };
    Some(Callout { about: CalloutAnchor::Line(start, end), words, colour })
}

fn is_clear(covered: &TargetCover) -> bool {
    covered.grade == CoverGrade::None && covered.creature.is_none()
}

/// Draws a line of sight with its obstacle. Returns its colour.
pub fn draw_line(
    canvas: &mut Canvas,
    params: &OverlayParams,
    (start, end): (Vec2, Vec2),
    covered: &TargetCover,
) -> Color {
    let (colour, dashes) = match covered.seen {
        false => (theme::SIGHT_BLOCKED, Some((3.0, 5.0))),
        true if is_clear(covered) => (theme::SIGHT, None),
        true => (theme::SIGHT_COVERED, Some((10.0, 5.0))),
    };
    canvas.line(start, end, 5.0, theme::INK.with_alpha(0.7));
    match dashes {
        None => canvas.line(start, end, 2.4, colour),
        Some(dashes) => canvas.dashed(start, end, 2.4, dashes, colour),
    }
    if let Some(blocker) = covered.by {
        mark_obstacle(canvas, params, blocker, colour);
    }
    if let Some((creature, _)) = covered.creature.and_then(|creature| params.place(creature)) {
        canvas.ring(creature, 30.0, 3.0, theme::SIGHT_COVERED);
    }
    colour
}

/// Marks an obstacle: the outline of a cell or the edge of a barrier, with a cross.
fn mark_obstacle(canvas: &mut Canvas, params: &OverlayParams, blocker: Obstacle, colour: Color) {
    let layout = &params.layout;
    let middle = match blocker {
        Obstacle::Cell(cell) => {
            canvas.outline(&layout.inner(cell, 3.0), 3.0, colour);
            layout.centre(cell)
        }
        Obstacle::Barrier(a, b) => {
            let (from, to) = layout.edge(a, b);
            canvas.line(from, to, 5.0, colour);
            from.midpoint(to)
        }
    };
    canvas.cross(middle, 9.0, 7.0, theme::INK);
    canvas.cross(middle, 8.0, 4.0, colour);
}
