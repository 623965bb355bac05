//! Overlays without colour: each is drawn in a form of its own, so that they can be told apart in shades of grey.

use bevy::mesh::{Indices, VertexAttributeValues};
use bevy::prelude::*;
use warboard::grid::Cell;
use warboard::gui::board::Layout;

use warboard::gui::overlay::Overlay;
use warboard::gui::session::OpenPrompt;

use crate::input::open;
use crate::looks::home;
use crate::test_window::TestWindow;

/// One of ours and one of theirs, far apart.
const PLAIN: &str = r##"(
    name: "Plain", about: "Two.", shape: Square,
    map: ["...............", ".a...........b.", "..............."],
    legend: { ".": "grass" }, marks: { "a": "grass", "b": "grass" },
    sides: [
        (name: "Ours", control: Human, units: [(unit: "swordsman", name: "Asa", at: Mark("a"))]),
        (name: "Theirs", control: Human, units: [(unit: "swordsman", name: "Bea", at: Mark("b"))]),
    ],
)"##;

/// Samples along an edge of a cell.
const SAMPLES: usize = 24;

/// The lightness of grass, and the least mean difference between two pictures, both from 0 to 1.
const GROUND: f32 = 0.5;
const APART: f32 = 0.02;

/// A picture of one cell with one overlay, in shades of grey from 0 to 1.
fn picture(window: &mut TestWindow, overlay: Overlay, cell: Cell) -> Vec<f32> {
    let layout = window.resource::<Layout>();
    let edge = layout.centre(cell).distance(layout.centre(cell.shifted(1, 0)));
    let corner = layout.centre(cell) - Vec2::splat(edge / 2.0);
    let world = window.world_mut();
    let mut drawn = world.query::<(&Overlay, &Mesh2d)>();
    let mesh = drawn.iter(world).find(|(kind, _)| **kind == overlay).map(|(_, mesh)| mesh.0.clone());
    let meshes = world.resource::<Assets<Mesh>>();
    let mesh = mesh.and_then(|mesh| meshes.get(&mesh)).unwrap_or_else(|| panic!("{overlay:?} is drawn"));
    let Some(VertexAttributeValues::Float32x3(points)) = mesh.attribute(Mesh::ATTRIBUTE_POSITION) else { panic!() };
    let Some(VertexAttributeValues::Float32x4(colours)) = mesh.attribute(Mesh::ATTRIBUTE_COLOR) else { panic!() };
    let Some(Indices::U32(corners)) = mesh.indices() else { panic!() };
    let at = |index: u32| Vec2::new(points[index as usize][0], points[index as usize][1]);
    let mut picture = vec![GROUND; SAMPLES * SAMPLES];
    for (number, pixel) in picture.iter_mut().enumerate() {
        let place = Vec2::new((number % SAMPLES) as f32 + 0.5, (number / SAMPLES) as f32 + 0.5);
        let place = corner + place * (edge / SAMPLES as f32);
        for three in corners.chunks_exact(3) {
            let [a, b, c] = [at(three[0]), at(three[1]), at(three[2])];
            let sides = [(b - a).perp_dot(place - a), (c - b).perp_dot(place - b), (a - c).perp_dot(place - c)];
            if sides.iter().all(|side| *side >= 0.0) || sides.iter().all(|side| *side <= 0.0) {
                let [red, green, blue, alpha] = colours[three[0] as usize];
                let lightness = Oklaba::from(LinearRgba::rgb(red, green, blue)).lightness;
                *pixel += (lightness - *pixel) * alpha;
            }
        }
    }
    picture
}

/// The mean difference between two pictures.
fn difference(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).sum::<f32>() / a.len() as f32
}

#[test]
fn cells_in_reach_now_and_later_and_threatened_cells_differ_in_shades_of_grey() {
    let home = home();
    let mut window = open(&home, "fragments", PLAIN);
    let asked = window.resource::<OpenPrompt>().who().expect("a question");
    let (own, other) = if asked.0 == 0 { (1, 13) } else { (13, 1) };
    let towards = if own < other { 1 } else { -1 };
    window.point_at_cell(Cell::new(other, 1)).frames(4);
    let beside = Cell::new(other - towards, 1);
    let mut all = vec![("ground", vec![GROUND; SAMPLES * SAMPLES])];
    all.push(("threatened", picture(&mut window, Overlay::Threat, beside)));
    all.push(("threatened by the pointed unit", picture(&mut window, Overlay::UnitThreat, beside)));
    window.point_at_cell(Cell::new(own + towards, 0)).frames(4);
    all.push(("in reach now", picture(&mut window, Overlay::Reach, Cell::new(own + 2 * towards, 1))));
    all.push(("in reach later", picture(&mut window, Overlay::Reach, Cell::new(own + 8 * towards, 1))));
    for (at, (name, one)) in all.iter().enumerate() {
        for (other, two) in &all[..at] {
            let apart = difference(one, two);
            assert!(apart >= APART, "{name} and {other}: {apart}");
        }
    }
}
