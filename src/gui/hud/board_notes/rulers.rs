//! Column and row numbers along the edges of the board, as the log and the goals name cells.

use bevy_egui::egui::{Align2, Context, FontId, LayerId, Painter, Pos2, Rect, pos2};

use crate::grid::Cell;
use crate::gui::hud::params::HudParams;
use crate::gui::hud::style;

/// Height of the numbers, in points.
const SIZE: f32 = 12.0;

/// Least distance between two numbers, in points.
const LEAST: f32 = 24.0;

/// Draws the numbers inside a rectangle of the window.
pub fn show(ctx: &Context, room: Rect, params: &HudParams) {
    let (width, height) = params.layout.size();
    let (width, height) = (i32::from(width), i32::from(height));
    let centre = |x: i32, y: i32| params.on_screen(ctx, params.layout.centre(Cell::new(x as i16, y as i16)));
    let bounds = params.layout.bounds();
    let corners = (params.on_screen(ctx, bounds.min), params.on_screen(ctx, bounds.max));
    let (Some(a), Some(b), Some(first), Some(next)) = (corners.0, corners.1, centre(0, 0), centre(1, 1)) else {
        return;
    };
    let whole = Rect::from_two_pos(a, b);
    let painter = ctx.layer_painter(LayerId::background()).with_clip_rect(room);
    let ruler = Ruler { painter: &painter, room };
    let top = (whole.top() - SIZE * 0.75).max(room.top() + SIZE * 0.75);
    for x in (0..width).step_by(step(next.x - first.x)) {
        centre(x, 0).into_iter().for_each(|at| ruler.write(pos2(at.x, top), x));
    }
    let left = (whole.left() - SIZE * 0.9).max(room.left() + SIZE * 0.9);
    for y in (0..height).step_by(step(next.y - first.y)) {
        centre(0, y).into_iter().for_each(|at| ruler.write(pos2(left, at.y), y));
    }
}

/// Step between numbers for cells at this distance, in points.
fn step(apart: f32) -> usize {
    let many = LEAST / apart.max(0.5);
    [1, 2, 5, 10].into_iter().find(|step| *step as f32 >= many).unwrap_or(20)
}

struct Ruler<'a> {
    painter: &'a Painter,
    room: Rect,
}

impl Ruler<'_> {
    fn write(&self, at: Pos2, number: i32) {
        if self.room.expand(-SIZE / 2.0).contains(at) {
            let font = FontId::proportional(SIZE);
            let text = self.painter.layout_no_wrap(number.to_string(), font, style::FAINT);
            let plate = Align2::CENTER_CENTER.anchor_size(at, text.size());
            self.painter.rect_filled(plate.expand2((2.0, -1.0).into()), 3.0, style::WELL.gamma_multiply(0.8));
            self.painter.galley(plate.min, text, style::FAINT);
        }
    }
}
