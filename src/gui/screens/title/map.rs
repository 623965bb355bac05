//! A thumbnail of a scenario's map, in the colours of the tiles.

use std::collections::BTreeMap;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::egui::{self, Color32, Painter, Rect, Stroke, StrokeKind, vec2};

use crate::battle::Side;
use crate::grid::{Cell, Shape};
use crate::gui::board::{Art, SheetName};
use crate::gui::hud::style;
use crate::scenario::Scenario;

/// The mean colour of every tile, by name, once the image is loaded.
#[derive(Resource, Default, Debug)]
pub struct GroundColours(BTreeMap<String, Color32>);

/// Computes the mean colours of the tiles from their image.
pub fn compute_colours(art: Res<Art>, images: Res<Assets<Image>>, mut colours: ResMut<GroundColours>) {
    if !colours.0.is_empty() {
        return;
    }
    let sheet = art.sheet(SheetName::TerrainSquare);
    let Some(image) = images.get(&sheet.image) else { return };
    for (at, name) in sheet.names().iter().enumerate() {
        let (column, row) = (at as u32 % sheet.columns.max(1), at as u32 / sheet.columns.max(1));
        let size = sheet.size.as_uvec2();
        colours.0.insert(name.clone(), mean(image, UVec2::new(column, row) * size, size));
    }
}

/// The mean of every eighth pixel in both directions.
fn mean(image: &Image, from: UVec2, size: UVec2) -> Color32 {
    let points = (4..size.y).step_by(8).flat_map(|y| (4..size.x).step_by(8).map(move |x| (x, y)));
    let colours = points.filter_map(|(x, y)| Some(image.get_color_at(from.x + x, from.y + y).ok()?.to_srgba()));
    let sum =
        |(sum, many): (Vec3, f32), colour: Srgba| (sum + Vec3::new(colour.red, colour.green, colour.blue), many + 1.0);
    let (sum, many) = colours.fold((Vec3::ZERO, 0.0_f32), sum);
    let [red, green, blue] = sum.to_array().map(|value| (value / many.max(1.0) * 255.0) as u8);
    Color32::from_rgb(red, green, blue)
}

#[derive(SystemParam)]
pub struct Maps<'w> {
    pub art: Res<'w, Art>,
    colours: Res<'w, GroundColours>,
}

impl Maps<'_> {
    /// Draws the map as large as fits, with a dot in the side's colour for every combatant.
    pub fn draw(&self, painter: &Painter, rect: Rect, scenario: &Scenario) {
        let board = &scenario.field.board;
        let hex = board.shape() == Shape::Hex;
        let (width, height) = (f32::from(board.width()) + if hex { 0.5 } else { 0.0 }, f32::from(board.height()));
        let cell = (rect.width() / width).min(rect.height() / height);
        let origin = rect.center() - vec2(width, height) * cell / 2.0;
        let place = |at: Cell| {
            let shift = if hex && at.y & 1 == 1 { 0.5 } else { 0.0 };
            origin + vec2((f32::from(at.x) + shift) * cell, f32::from(at.y) * cell)
        };
        painter.rect_filled(rect, 2.0, style::WELL);
        for at in board.cells() {
            let name = self.art.ground(board.terrain(at));
            let colour = self.colours.0.get(name).copied().unwrap_or(Color32::from_rgb(90, 100, 70));
            let lift = (f32::from(board.elevation(at)) / 5.0 * 0.07).clamp(-0.3, 0.3);
            let brightened = |part: u8| (f32::from(part) * (1.0 + lift)).clamp(0.0, 255.0) as u8;
            let [red, green, blue, _] = colour.to_array().map(brightened);
            let square = Rect::from_min_size(place(at), vec2(cell + 0.5, cell + 0.5));
            painter.rect_filled(square, 0.0, Color32::from_rgb(red, green, blue));
        }
        for (at, side) in scenario.sides.iter().enumerate() {
            for member in &side.members {
                let middle = place(member.cell) + vec2(cell, cell) / 2.0;
                let radius = (cell * 0.55).clamp(2.0, 9.0);
                dot(painter, middle, radius, Side(at as u8));
            }
        }
        painter.rect_stroke(rect, 2.0, Stroke::new(1.0, style::EDGE), StrokeKind::Inside);
    }
}

/// A disc, square or diamond by side: sides differ in shape as well as in colour.
fn dot(painter: &Painter, middle: egui::Pos2, radius: f32, side: Side) {
    let (colour, edge) = (style::side(side), Stroke::new(1.0, Color32::from_black_alpha(200)));
    match side.0 % 3 {
        0 => drop(painter.circle(middle, radius, colour, edge)),
        1 => {
            let square = Rect::from_center_size(middle, vec2(radius, radius) * 1.8);
            painter.rect(square, 0.0, colour, edge, StrokeKind::Inside);
        }
        _ => {
            let corners = [(0.0, -1.2), (1.2, 0.0), (0.0, 1.2), (-1.2, 0.0)];
            let points = corners.map(|(x, y)| middle + vec2(x, y) * radius);
            painter.add(egui::Shape::convex_polygon(points.to_vec(), colour, edge));
        }
    }
}
