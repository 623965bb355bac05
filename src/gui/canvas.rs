//! Vector drawing: fills, strokes, dashes and hatchings in one mesh with a colour per vertex.

use bevy::asset::RenderAssetUsages;
use bevy::camera::visibility::NoFrustumCulling;
use bevy::mesh::{Indices, PrimitiveTopology};
use bevy::prelude::*;

/// A drawing under construction. Later strokes cover earlier ones.
#[derive(Default)]
pub struct Canvas {
    points: Vec<[f32; 3]>,
    colours: Vec<[f32; 4]>,
    corners: Vec<u32>,
}

impl Canvas {
    pub fn new() -> Canvas {
        Canvas::default()
    }

    pub fn fill(&mut self, polygon: &[Vec2], colour: Color) {
        let first = self.points.len() as u32;
        let colour = colour.to_linear().to_f32_array();
        for point in polygon {
            self.points.push([point.x, point.y, 0.0]);
            self.colours.push(colour);
        }
        for at in 1..(polygon.len() as u32).saturating_sub(1) {
            self.corners.extend([first, first + at, first + at + 1]);
        }
    }

    /// A straight stroke with flat ends.
    pub fn line(&mut self, from: Vec2, to: Vec2, width: f32, colour: Color) {
        let across = (to - from).normalize_or_zero().perp() * (width / 2.0);
        self.fill(&[from + across, to + across, to - across, from - across], colour);
    }

    /// Strokes along points, with round joints.
    pub fn polyline(&mut self, points: &[Vec2], width: f32, colour: Color) {
        for pair in points.windows(2) {
            self.line(pair[0], pair[1], width, colour);
        }
        for point in points.iter().skip(1).take(points.len().saturating_sub(2)) {
            self.disc(*point, width / 2.0, colour);
        }
    }

    pub fn outline(&mut self, polygon: &[Vec2], width: f32, colour: Color) {
        sides(polygon).for_each(|(from, to)| self.line(from, to, width, colour));
    }

    /// The border of a polygon in dashes.
    pub fn dashed_outline(&mut self, polygon: &[Vec2], width: f32, colour: Color) {
        sides(polygon).for_each(|(from, to)| self.dashed(from, to, width, (6.0, 4.0), colour));
    }

    /// A stroke of dashes and gaps of these lengths.
    pub fn dashed(&mut self, from: Vec2, to: Vec2, width: f32, (dash, gap): (f32, f32), colour: Color) {
        let (length, along) = (from.distance(to), (to - from).normalize_or_zero());
        let mut at = 0.0;
        while at < length {
            let end = (at + dash).min(length);
            self.line(from + along * at, from + along * end, width, colour);
            at += dash + gap;
        }
    }

    /// Parallel lines through a convex polygon in the direction `along`, aligned between neighbouring polygons.
    pub fn hatch(&mut self, polygon: &[Vec2], along: Vec2, spacing: f32, width: f32, colour: Color) {
        let across = along.perp();
        let offsets = polygon.iter().map(|point| point.dot(across));
        let (low, high) = offsets.fold((f32::MAX, f32::MIN), |(low, high), at| (low.min(at), high.max(at)));
        let mut at = (low / spacing).ceil() * spacing;
        while at < high {
            if let Some((from, to)) = chord(polygon, across, at) {
                self.line(from, to, width, colour);
            }
            at += spacing;
        }
    }

    pub fn disc(&mut self, middle: Vec2, radius: f32, colour: Color) {
        let polygon: Vec<Vec2> = circle(16).map(|way| middle + way * radius).collect();
        self.fill(&polygon, colour);
    }

    pub fn ring(&mut self, middle: Vec2, radius: f32, width: f32, colour: Color) {
        let polygon: Vec<Vec2> = circle(32).map(|way| middle + way * radius).collect();
        self.outline(&polygon, width, colour);
    }

    pub fn arrow_head(&mut self, tip: Vec2, along: Vec2, size: f32, colour: Color) {
        let back = tip - along * size;
        let across = along.perp() * (size * 0.6);
        self.fill(&[tip, back + across, back - across], colour);
    }

    pub fn cross(&mut self, middle: Vec2, size: f32, width: f32, colour: Color) {
        let (a, b) = (Vec2::splat(size), Vec2::new(size, -size));
        self.line(middle - a, middle + a, width, colour);
        self.line(middle - b, middle + b, width, colour);
    }

    pub fn mesh(mut self) -> Mesh {
        if self.points.is_empty() {
            // The renderer cannot handle an empty mesh: an invisible triangle replaces it.
            self.fill(&[Vec2::ZERO; 3], Color::NONE);
        }
        Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default())
            .with_inserted_attribute(Mesh::ATTRIBUTE_POSITION, self.points)
            .with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, self.colours)
            .with_inserted_indices(Indices::U32(self.corners))
    }
}

fn circle(parts: u16) -> impl Iterator<Item = Vec2> {
    (0..parts).map(move |at| Vec2::from_angle(std::f32::consts::TAU * f32::from(at) / f32::from(parts)))
}

fn sides(polygon: &[Vec2]) -> impl Iterator<Item = (Vec2, Vec2)> {
    polygon.iter().copied().zip(polygon.iter().copied().cycle().skip(1))
}

/// The chord that the line of all points with this offset along `across` cuts from a convex polygon.
fn chord(polygon: &[Vec2], across: Vec2, offset: f32) -> Option<(Vec2, Vec2)> {
    let mut crossings = sides(polygon).filter_map(|(a, b)| {
        let (from, to) = (a.dot(across) - offset, b.dot(across) - offset);
        ((from < 0.0) != (to < 0.0)).then(|| a.lerp(b, from / (from - to)))
    });
    Some((crossings.next()?, crossings.next()?))
}

/// The material all drawings share: white, so that vertex colours show unchanged.
#[derive(Resource, Clone)]
pub struct DrawingMaterial(Handle<ColorMaterial>);

impl FromWorld for DrawingMaterial {
    fn from_world(world: &mut World) -> DrawingMaterial {
        DrawingMaterial(world.resource_mut::<Assets<ColorMaterial>>().add(ColorMaterial::default()))
    }
}

/// Creates and replaces drawings.
#[derive(bevy::ecs::system::SystemParam)]
pub struct DrawingAssets<'w> {
    meshes: ResMut<'w, Assets<Mesh>>,
    ink: Res<'w, DrawingMaterial>,
}

impl DrawingAssets<'_> {
    /// The components that show a drawing at a layer.
    pub fn drawing(&mut self, canvas: Canvas, layer: f32) -> impl Bundle + use<> {
        let (mesh, material) = (Mesh2d(self.meshes.add(canvas.mesh())), MeshMaterial2d(self.ink.0.clone()));
        // Frustum culling would use the bounds of the first drawing.
        (mesh, material, Transform::from_xyz(0.0, 0.0, layer), Visibility::default(), NoFrustumCulling)
    }

    pub fn renew(&mut self, shown: &Mesh2d, canvas: Canvas) {
        if let Some(mut mesh) = self.meshes.get_mut(&shown.0) {
            *mesh = canvas.mesh();
        }
    }
}
