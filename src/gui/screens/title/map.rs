//! A picture of a scenario's map: the tiles of the board, and the units where they begin.

use std::collections::BTreeMap;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::egui::{self, Color32, Painter, Rect, Stroke, StrokeKind, vec2};

use super::library::ScenarioLibrary;
use crate::battle::Side;
use crate::grid::{Cell, Shape};
use crate::gui::board::{Art, SheetName};
use crate::gui::hud::{Pictures, style};
use crate::scenario::Scenario;

/// Cells below this size show the mean colour of their tile through it, in points: a tile that is shrunk so far is a grain of noise.
const CLEAR: f32 = 14.0;
/// How much of its tile such a cell shows.
const SHOWN: f32 = 0.4;

/// Cells from this size on show tokens, smaller ones dots, in points.
const TOKEN: f32 = 13.0;

/// Height of a hexagon of width 1, and the distance of two rows.
const HEX: f32 = 74.0 / 64.0;
const HEX_ROW: f32 = HEX * 0.75;

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
    pub pictures: Res<'w, Pictures>,
}

/// Where the cells of a map lie in a picture.
struct MapPlan {
    origin: egui::Pos2,
    cell: f32,
    shape: Shape,
}

impl MapPlan {
    /// The map as large as fits.
    fn new(rect: Rect, scenario: &Scenario) -> MapPlan {
        let board = &scenario.field.board;
        let (shape, size) = (board.shape(), size(scenario));
        let cell = (rect.width() / size.x).min(rect.height() / size.y);
        MapPlan { origin: rect.center() - size * cell / 2.0, cell, shape }
    }

    fn rect(&self, at: Cell) -> Rect {
        let (x, y) = (f32::from(at.x), f32::from(at.y));
        let (corner, high) = match self.shape {
            Shape::Square => (vec2(x, y), 1.0),
            Shape::Hex => (vec2(if at.y & 1 == 1 { x + 0.5 } else { x }, y * HEX_ROW), HEX),
        };
        Rect::from_min_size(self.origin + corner * self.cell, vec2(self.cell, self.cell * high))
    }
}

/// Width and height of a scenario's map, in widths of a cell.
pub fn size(scenario: &Scenario) -> egui::Vec2 {
    let board = &scenario.field.board;
    let (width, height) = (f32::from(board.width()), f32::from(board.height()));
    match board.shape() {
        Shape::Square => vec2(width, height),
        Shape::Hex => vec2(width + 0.5, (height - 1.0) * HEX_ROW + HEX),
    }
}

impl Maps<'_> {
    /// Draws the map as large as fits, with a token for every combatant, or a dot in the side's colour where cells are small.
    pub fn draw(
        &self,
        painter: &Painter,
        rect: Rect,
        scenario: &Scenario,
        (scenarios, ruleset): (&ScenarioLibrary, &str),
    ) {
        painter.rect_filled(rect, 2.0, style::WELL);
        let plan = MapPlan::new(rect, scenario);
        self.draw_ground(painter, &plan, scenario);
        for (at, side) in scenario.sides.iter().enumerate() {
            for member in &side.members {
                let (place, side) = (plan.rect(member.cell), Side(at as u8));
                if plan.cell >= TOKEN {
                    let size = egui::Vec2::splat(plan.cell * 1.1);
                    let figure = scenarios.figure(ruleset, &member.unit).unwrap_or_default();
                    self.pictures.token(painter, Rect::from_center_size(place.center(), size), side, &figure);
                } else {
                    dot(painter, place.center(), (plan.cell * 0.55).clamp(2.0, 9.0), side);
                }
            }
        }
        painter.rect_stroke(rect, 2.0, Stroke::new(1.0, style::EDGE), StrokeKind::Inside);
    }

    fn draw_ground(&self, painter: &Painter, plan: &MapPlan, scenario: &Scenario) {
        let board = &scenario.field.board;
        let sheet = match plan.shape {
            Shape::Square => SheetName::TerrainSquare,
            Shape::Hex => SheetName::TerrainHex,
        };
        let strength = if plan.cell < CLEAR { SHOWN } else { 1.0 };
        let mut mesh = None;
        for at in board.cells() {
            let (name, place) = (self.art.ground(board.terrain(at)), plan.rect(at));
            let light = 1.0 + (f32::from(board.elevation(at)) / 5.0 * 0.07).clamp(-0.3, 0.3);
            let colour = self.colours.0.get(name).copied().unwrap_or(Color32::from_rgb(90, 100, 70));
            let picture = self.pictures.find(sheet, name);
            if picture.is_none() || strength < 1.0 {
                let brightened = |part: u8| (f32::from(part) * light).clamp(0.0, 255.0) as u8;
                let [red, green, blue, _] = colour.to_array().map(brightened);
                painter.rect_filled(place.expand(0.25), 0.0, Color32::from_rgb(red, green, blue));
            }
            if let Some(picture) = picture {
                let tint = Color32::from_gray((255.0 * light.min(1.0)) as u8).gamma_multiply(strength);
                picture.add_to(mesh.get_or_insert_with(|| picture.mesh()), place, tint);
            }
        }
        if let Some(mesh) = mesh {
            painter.add(mesh);
        }
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
