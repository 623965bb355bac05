//! The sprite sheets of the board as pictures on panels.

use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy_egui::egui::{Color32, Image, Mesh, Painter, Pos2, Rect, TextureId, Vec2};
use bevy_egui::{EguiContexts, EguiTextureHandle};

use super::style;
use crate::battle::Side;
use crate::gui::board::{Art, SheetName};
use crate::gui::theme;

#[derive(Clone, Debug)]
struct PanelSheet {
    texture: TextureId,
    grid: Vec2,
    names: Vec<String>,
}

#[derive(Resource, Default, Debug)]
pub struct Pictures(BTreeMap<SheetName, PanelSheet>);

#[derive(Copy, Clone, Debug)]
pub struct Picture {
    texture: TextureId,
    uv: Rect,
}

impl Picture {
    /// The picture as a widget of this size, in points.
    pub fn image(self, size: f32) -> Image<'static> {
        Image::from_texture((self.texture, Vec2::splat(size))).uv(self.uv).fit_to_exact_size(Vec2::splat(size))
    }

    /// An empty mesh for pictures of the same sheet.
    pub fn mesh(self) -> Mesh {
        Mesh::with_texture(self.texture)
    }

    /// Adds the picture to a mesh of its sheet.
    pub fn add_to(self, mesh: &mut Mesh, rect: Rect, tint: Color32) {
        mesh.add_rect_with_uv(rect, self.uv, tint);
    }

    pub fn paint(self, painter: &Painter, rect: Rect, tint: Color32) {
        painter.image(self.texture, rect, self.uv, tint);
    }
}

impl Pictures {
    pub fn find(&self, sheet: SheetName, name: &str) -> Option<Picture> {
        let sheet = self.0.get(&sheet)?;
        let at = sheet.names.iter().position(|known| known == name)?;
        let columns = sheet.grid.x as usize;
        let (column, row) = ((at % columns) as f32, (at / columns) as f32);
        let cell = Vec2::new(1.0 / sheet.grid.x, 1.0 / sheet.grid.y);
        let uv = Rect::from_min_size(Pos2::new(column * cell.x, row * cell.y), cell);
        Some(Picture { texture: sheet.texture, uv })
    }

    pub fn icon(&self, name: &str) -> Option<Picture> {
        self.find(SheetName::Icons, name)
    }

    /// Paints a token as on the board: the disc of its side and its figure.
    pub fn token(&self, painter: &Painter, rect: Rect, side: Side, figure: &str) {
        const DISCS: [&str; 4] = ["disc_a", "disc_b", "disc_c", "disc_d"];
        let colour = style::colour(theme::side(side));
        match self.find(SheetName::Bases, DISCS[usize::from(side.0) % DISCS.len()]) {
            Some(disc) => disc.paint(painter, rect, colour),
            None => drop(painter.circle_filled(rect.center(), rect.width() / 2.0, colour)),
        }
        let known = self.find(SheetName::Figures, figure).or_else(|| self.find(SheetName::Figures, "unknown"));
        if let Some(figure) = known {
            figure.paint(painter, rect.shrink(rect.width() * 0.03), Color32::WHITE);
        }
    }
}

/// Registers the sheets with egui once they are loaded.
pub fn gather_pictures(art: Res<Art>, mut contexts: EguiContexts, mut pictures: ResMut<Pictures>) {
    let sheets =
        [SheetName::TerrainSquare, SheetName::TerrainHex, SheetName::Icons, SheetName::Figures, SheetName::Bases];
    for name in sheets {
        let sheet = art.sheet(name);
        if pictures.0.contains_key(&name) || sheet.names().is_empty() {
            continue;
        }
        let texture = contexts.add_image(EguiTextureHandle::Weak(sheet.image.id()));
        let grid = Vec2::new(sheet.columns as f32, (sheet.names().len() as u32).div_ceil(sheet.columns.max(1)) as f32);
        pictures.0.insert(name, PanelSheet { texture, grid, names: sheet.names().to_vec() });
    }
}
