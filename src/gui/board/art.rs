//! The sprite sheets and the names of the pictures on them.

use std::collections::BTreeMap;
use std::path::PathBuf;

use bevy::prelude::*;
use serde::Deserialize;

use crate::content::authored::parse;
use crate::content::{Source, Terrains};
use crate::grid::{Barrier, Terrain};

#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SheetName {
    TerrainSquare,
    TerrainHex,
    Barriers,
    Ledges,
    LedgesHex,
    WallRims,
    WallRimsHex,
    Figures,
    /// Discs, shadows and rings of tokens.
    Bases,
    Icons,
}

impl SheetName {
    /// Every sheet with its picture file and its list of names.
    const FILES: [(SheetName, &str, &str); 10] = [
        (SheetName::TerrainSquare, "terrain_square", "terrain"),
        (SheetName::TerrainHex, "terrain_hex", "terrain"),
        (SheetName::Barriers, "barriers", "barriers"),
        (SheetName::Ledges, "ledges", "ledges"),
        (SheetName::LedgesHex, "ledges_hex", "ledges_hex"),
        (SheetName::WallRims, "wall_rims", "wall_rims"),
        (SheetName::WallRimsHex, "wall_rims_hex", "wall_rims_hex"),
        (SheetName::Figures, "figures", "figures"),
        (SheetName::Bases, "bases", "bases"),
        (SheetName::Icons, "icons", "icons"),
    ];
}

/// The list that names the pictures of a sheet in reading order.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SheetList {
    /// Width and height of a picture, in pixels.
    size: Option<(u32, u32)>,
    /// Side of a square picture, in pixels.
    cell: Option<u32>,
    /// Width and height of pictures of square and of hexagonal cells, in pixels.
    tile: Option<(u32, u32)>,
    hex: Option<(u32, u32)>,
    columns: u32,
    names: Vec<String>,
}

#[derive(Clone, Debug, Default)]
pub struct SpriteSheet {
    pub image: Handle<Image>,
    pub layout: Handle<TextureAtlasLayout>,
    /// Width and height of a picture, in pixels.
    pub size: Vec2,
    pub columns: u32,
    names: Vec<String>,
}

impl SpriteSheet {
    pub fn names(&self) -> &[String] {
        &self.names
    }

    pub fn find(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|known| known == name)
    }

    /// Number of variants of a picture: `name`, `name.1`, `name.2` and so on.
    pub fn variants(&self, name: &str) -> usize {
        let rests = self.names.iter().filter_map(|known| known.strip_prefix(name));
        rests.filter(|rest| rest.is_empty() || rest.starts_with('.')).count()
    }

    pub fn sprite(&self, index: usize) -> Sprite {
        let atlas = TextureAtlas { layout: self.layout.clone(), index };
        Sprite::from_atlas_image(self.image.clone(), atlas)
    }

    pub fn named(&self, name: &str) -> Option<Sprite> {
        self.find(name).map(|index| self.sprite(index))
    }
}

#[derive(Resource, Default)]
pub struct Art {
    pub banner: Handle<Image>,
    sheets: BTreeMap<SheetName, SpriteSheet>,
    blank: SpriteSheet,
    terrains: Option<Terrains>,
}

impl Art {
    /// A sheet; empty if its list could not be read.
    pub fn sheet(&self, name: SheetName) -> &SpriteSheet {
        self.sheets.get(&name).unwrap_or(&self.blank)
    }

    /// Whether an image is still loading. An image that failed to load does not count.
    pub fn is_loading(&self, server: &AssetServer) -> bool {
        let pictures = self.sheets.values().map(|sheet| &sheet.image).chain([&self.banner]);
        pictures.map(|picture| server.load_state(picture)).any(|state| state.is_loading())
    }

    /// Name of the picture of a terrain, with a fallback for terrain that no list names.
    pub fn ground(&self, terrain: &Terrain) -> &str {
        let known = self.terrains.as_ref().and_then(|terrains| terrains.named(&terrain.name));
        let likely = match terrain.cost {
            None if terrain.opaque => "wall",
            None => "void",
            Some(2..) => "rubble",
            Some(_) => "floor",
        };
        known.map_or(likely, |kind| &kind.art)
    }

    pub fn barrier(&self, barrier: &Barrier) -> &str {
        let known = self.terrains.as_ref().and_then(|terrains| terrains.barrier_named(&barrier.name));
        known.map_or("low_wall", |kind| &kind.art)
    }
}

/// The assets folder, for lists that are read without the asset server.
#[derive(Resource, Clone, Debug)]
pub struct AssetRoot(pub PathBuf);

pub fn load_art(
    root: Res<AssetRoot>,
    server: Res<AssetServer>,
    mut layouts: ResMut<Assets<TextureAtlasLayout>>,
    mut art: ResMut<Art>,
) {
    match Terrains::open(&root.0) {
        Ok(terrains) => art.terrains = Some(terrains),
        Err(found) => found.iter().for_each(|why| error!("{}", why.brief())),
    }
    art.banner = server.load("art/title.png");
    for (name, picture, list) in SheetName::FILES {
        let path = root.0.join("art").join(format!("{list}.ron"));
        let list: SheetList = match Source::read(path).and_then(|source| parse(&source)) {
            Ok(list) => list,
            Err(why) => {
                error!("{}", why.brief());
                continue;
            }
        };
        let named = if name == SheetName::TerrainHex { list.hex } else { list.tile.or(list.size) };
        let (width, height) = named.or(list.cell.map(|side| (side, side))).unwrap_or((64, 64));
        let size = UVec2::new(width, height);
        let rows = (list.names.len() as u32).div_ceil(list.columns.max(1));
        let sheet = SpriteSheet {
            image: server.load(format!("art/{picture}.png")),
            layout: layouts.add(TextureAtlasLayout::from_grid(size, list.columns.max(1), rows, None, None)),
            size: size.as_vec2(),
            columns: list.columns,
            names: list.names,
        };
        art.sheets.insert(name, sheet);
    }
}
