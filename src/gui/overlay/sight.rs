//! The line from the one who is asked to the one under the pointer: free, covered or stopped, by what, and how much.

use bevy::prelude::*;

use super::{About, Callout, Callouts, Overlay, Pages, Table};
use crate::battle::CombatantId;
use crate::grid::{CoverGrade, Obstacle};
use crate::gui::board::CELL;
use crate::gui::canvas::Canvas;
use crate::gui::input::{Hovered, Selected};
use crate::gui::session::Asked;
use crate::gui::theme;
use crate::mechanics::cover::{self, TargetCover};
use crate::mechanics::sight;

/// Draws the line.
pub fn draw(
    asked: Res<Asked>,
    hovered: Res<Hovered>,
    selected: Res<Selected>,
    table: Table,
    mut pages: Pages,
    mut callouts: ResMut<Callouts>,
) {
    if !(asked.is_changed() || hovered.is_changed() || selected.is_changed() || table.has_changed()) {
        return;
    }
    let mut canvas = Canvas::new();
    let mut words = Vec::new();
    let from = asked.who().or(selected.0);
    if let (Some(from), Some(to)) = (from, hovered.who.filter(|to| Some(*to) != from)) {
        let covered = cover::cover(table.view(), table.book(), from, to);
        words.extend(line(&mut canvas, &table, (from, to), &covered));
    }
    pages.draw(Overlay::Sight, canvas);
    if callouts.sight != words {
        callouts.sight = words;
    }
}

fn line(
    canvas: &mut Canvas,
    table: &Table,
    (from, to): (CombatantId, CombatantId),
    covered: &TargetCover,
) -> Option<Callout> {
    let (view, layout) = (table.view(), &table.layout);
    let (start, end) = (layout.middle(view.footprint(from)), layout.middle(view.footprint(to)));
    let colour = draw_line(canvas, table, (start, end), covered);
    // A free line between neighbours needs no words, and has no room for them.
    let concealed = sight::concealment(view, table.book(), from, to);
    if is_clear(covered) && concealed.is_none() && start.distance(end) < 2.0 * CELL {
        return None;
    }
    let words = match concealed {
        Some(rule) if is_clear(covered) => format!("concealed {rule}"),
        Some(rule) => format!("{}, concealed {rule}", covered.words(view)),
        None => covered.words(view),
    };
    let colour = if concealed.is_some() && covered.seen { theme::SIGHT_COVERED } else { colour };
    Some(Callout { about: About::Line(start, end), words, colour })
}

fn is_clear(covered: &TargetCover) -> bool {
    covered.grade == CoverGrade::None && covered.creature.is_none()
}

/// The stroke of a line of sight with what is in its way; says its colour.
pub fn draw_line(canvas: &mut Canvas, table: &Table, (start, end): (Vec2, Vec2), covered: &TargetCover) -> Color {
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
        mark(canvas, table, blocker, colour);
    }
    if let Some(creature) = covered.creature {
        canvas.ring(table.layout.middle(table.view().footprint(creature)), 30.0, 3.0, theme::SIGHT_COVERED);
    }
    colour
}

/// Marks what is in the way: a cell by its outline, a barrier by its edge, both by a cross.
fn mark(canvas: &mut Canvas, table: &Table, blocker: Obstacle, colour: Color) {
    let layout = &table.layout;
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
