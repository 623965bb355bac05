//! The picture sheets of the board as pictures on panels.

use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy_egui::egui::{self, Color32, Image, Pos2, Rect, TextureId, Vec2};
use bevy_egui::{EguiContexts, EguiTextureHandle};

use crate::battle::Side;
use crate::gui::board::{Art, SheetName};
use crate::gui::theme;

/// One sheet as panels know it.
#[derive(Clone, Debug)]
struct Sheet {
    texture: TextureId,
    /// Of the whole sheet, in pictures.
    grid: Vec2,
    names: Vec<String>,
}

/// All sheets that panels draw from.
#[derive(Resource, Default, Debug)]
pub struct Pictures(BTreeMap<SheetName, Sheet>);

/// Where one picture is.
#[derive(Copy, Clone, Debug)]
pub struct Picture {
    texture: TextureId,
    uv: Rect,
}

impl Picture {
    /// The picture as a widget of this size.
    pub fn image(self, size: f32) -> Image<'static> {
        Image::from_texture((self.texture, Vec2::splat(size))).uv(self.uv).fit_to_exact_size(Vec2::splat(size))
    }

    /// Paints the picture.
    pub fn paint(self, painter: &egui::Painter, rect: Rect, tint: Color32) {
        painter.image(self.texture, rect, self.uv, tint);
    }
}

impl Pictures {
    /// A picture by its sheet and name.
    pub fn find(&self, sheet: SheetName, name: &str) -> Option<Picture> {
        let sheet = self.0.get(&sheet)?;
        let at = sheet.names.iter().position(|known| known == name)?;
        let columns = sheet.grid.x as usize;
        let (column, row) = ((at % columns) as f32, (at / columns) as f32);
        let cell = Vec2::new(1.0 / sheet.grid.x, 1.0 / sheet.grid.y);
        let uv = Rect::from_min_size(Pos2::new(column * cell.x, row * cell.y), cell);
        Some(Picture { texture: sheet.texture, uv })
    }

    /// A small white symbol.
    pub fn icon(&self, name: &str) -> Option<Picture> {
        self.find(SheetName::Icons, name)
    }

    /// Paints a token as it looks on the board: disc with the pattern of its side, and figure.
    pub fn token(&self, painter: &egui::Painter, rect: Rect, side: Side, figure: &str) {
        const DISCS: [&str; 4] = ["disc_a", "disc_b", "disc_c", "disc_d"];
        let colour = super::look::colour(theme::side(side));
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

/// Tells panels of the sheets once they are known.
pub fn gather(art: Res<Art>, mut contexts: EguiContexts, mut pictures: ResMut<Pictures>) {
    for name in [SheetName::Icons, SheetName::Figures, SheetName::Bases] {
        let sheet = art.sheet(name);
        if pictures.0.contains_key(&name) || sheet.names().is_empty() {
            continue;
        }
        let texture = contexts.add_image(EguiTextureHandle::Weak(sheet.image.id()));
        let grid = Vec2::new(sheet.columns as f32, (sheet.names().len() as u32).div_ceil(sheet.columns.max(1)) as f32);
        pictures.0.insert(name, Sheet { texture, grid, names: sheet.names().to_vec() });
    }
}
