//! The line of sight from the asked combatant to the one under the pointer: clear, covered or blocked, and by what.

use bevy::prelude::*;

use super::{Callout, CalloutAnchor, Callouts, Overlay, OverlayDrawings, OverlayParams};
use crate::battle::CombatantId;
use crate::grid::{CoverGrade, Obstacle};
use crate::gui::board::CELL;
use crate::gui::canvas::Canvas;
use crate::gui::input::{Hovered, Selected};
use crate::gui::session::OpenPrompt;
use crate::gui::theme;
use crate::mechanics::cover::{self, TargetCover};
use crate::mechanics::{Game, sight};

/// Draws the line.
pub fn draw(
    asked: Res<OpenPrompt>,
    hovered: Res<Hovered>,
    selected: Res<Selected>,
    params: OverlayParams,
    mut drawings: OverlayDrawings,
    mut callouts: ResMut<Callouts>,
) {
    if !(asked.is_changed() || hovered.is_changed() || selected.is_changed() || params.has_changed()) {
        return;
    }
    let mut canvas = Canvas::new();
    let mut words = Vec::new();
    let from = asked.who().or(selected.0);
    if let (Some(from), Some(to)) = (from, hovered.who.filter(|to| Some(*to) != from)) {
        let covered = cover::cover(Game::new(params.battle.view(), params.book()), from, to);
        words.extend(line(&mut canvas, &params, (from, to), &covered));
    }
    drawings.draw(Overlay::Sight, canvas);
    if callouts.sight != words {
        callouts.sight = words;
    }
}

fn line(
    canvas: &mut Canvas,
    params: &OverlayParams,
    (from, to): (CombatantId, CombatantId),
    covered: &TargetCover,
) -> Option<Callout> {
    let ((start, _), (end, _)) = (params.place(from)?, params.place(to)?);
    let view = params.battle.view();
    let colour = draw_line(canvas, params, (start, end), covered);
    // A clear line between neighbours needs no words.
    let concealed = sight::concealment(Game::new(view, params.book()), from, to);
    if is_clear(covered) && concealed.is_none() && start.distance(end) < 2.0 * CELL {
        return None;
    }
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
    let is_clear = is_clear(covered);
    let colour = match covered.seen {
        false => theme::SIGHT_BLOCKED,
        true if is_clear => theme::SIGHT,
        true => theme::SIGHT_COVERED,
    };
    canvas.line(start, end, 5.0, theme::INK.with_alpha(0.7));
    match covered.seen {
        true if is_clear => canvas.line(start, end, 2.4, colour),
        true => canvas.dashed(start, end, 2.4, (10.0, 5.0), colour),
        false => canvas.dashed(start, end, 2.4, (3.0, 5.0), colour),
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
