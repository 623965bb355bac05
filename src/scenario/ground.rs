//! Generated battlefields: open ground with patches of undergrowth, trees, rocks or water, and room for a side at either end.

use std::fmt::Write as _;

use xxhash_rust::xxh3::xxh3_64_with_seed;

use crate::content::words;

/// Kinds of generated ground.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Landscape {
    /// Grass and nothing else.
    Open,
    /// Grass with some thickets, rocks and trees.
    #[default]
    Meadow,
    /// Many trees and thickets.
    Forest,
    /// Mud, shallows and thickets.
    Marsh,
    /// Rubble, low walls and pieces of wall.
    Ruins,
}

impl Landscape {
    words! {
        Open => "open field", Meadow => "meadow", Forest => "forest", Marsh => "marsh", Ruins => "ruins"
    }

    /// The ground in every cell that no patch covers.
    fn ground(self) -> char {
        if self == Landscape::Ruins { 'd' } else { '.' }
    }

    /// Patches: the character of the ground, the number of patches per 100 cells in tenths, and the greatest radius in cells.
    fn patches(self) -> &'static [(char, usize, i16)] {
        match self {
            Landscape::Open => &[],
            Landscape::Meadow => &[('t', 22, 1), ('o', 12, 0), ('T', 14, 0)],
            Landscape::Forest => &[('t', 24, 1), ('T', 120, 0), ('o', 8, 0)],
            Landscape::Marsh => &[('m', 20, 2), ('s', 16, 2), ('t', 14, 1)],
            Landscape::Ruins => &[('r', 20, 1), ('l', 36, 0), ('w', 40, 0)],
        }
    }
}

/// The characters of generated maps and their terrain ids.
const LEGEND: [(char, &str); 10] = [
    ('.', "grass"),
    ('d', "dirt"),
    ('t', "thicket"),
    ('T', "tree"),
    ('o', "rock"),
    ('m', "mud"),
    ('s', "shallows"),
    ('r', "rubble"),
    ('l', "low_wall"),
    ('w', "wall"),
];

/// Cells at the western and eastern ends that stay open, so that the sides have room.
const MARGIN: i16 = 4;

/// The text of a scenario on generated ground: squares, with one `unit` at the middle of either end. The same seed gives the same
/// text. Obstacles never touch each other, so that every open cell can be reached.
pub fn generated((landscape, seed): (Landscape, u64), (width, height): (u16, u16), unit: &str) -> String {
    let (width, height) = (width.clamp(12, 100), height.clamp(8, 100));
    let mut map = Ground { width: width as i16, rows: vec![vec![landscape.ground(); width.into()]; height.into()] };
    let mut dice = (0u64..).map(|roll| xxh3_64_with_seed(&roll.to_le_bytes(), seed));
    for (ground, tenths, radius) in landscape.patches() {
        let many = usize::from(width) * usize::from(height) * tenths / 1000;
        for _ in 0..many {
            let mut next = |below: u64| (dice.next().unwrap_or_default() % below.max(1)) as i16;
            let (x, y, radius) = (next(width.into()), next(height.into()), next(*radius as u64 + 1));
            map.patch(*ground, (x, y), radius);
        }
    }
    map.written(landscape, unit)
}

struct Ground {
    width: i16,
    rows: Vec<Vec<char>>,
}

impl Ground {
    fn at(&mut self, x: i16, y: i16) -> Option<&mut char> {
        self.rows.get_mut(usize::try_from(y).ok()?)?.get_mut(usize::try_from(x).ok()?)
    }

    /// Covers all cells around a centre, apart from those at either end. What blocks the way never touches another obstacle.
    fn patch(&mut self, ground: char, (x, y): (i16, i16), radius: i16) {
        let blocks = |ground: char| matches!(ground, 'T' | 'o' | 'w');
        let around = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy)));
        if blocks(ground) && around.into_iter().any(|(dx, dy)| self.at(x + dx, y + dy).is_some_and(|at| blocks(*at))) {
            return;
        }
        for dy in -radius..=radius {
            for dx in -radius..=radius {
                let open = (MARGIN..self.width - MARGIN).contains(&(x + dx)) && dx.abs() + dy.abs() <= radius;
                if let Some(at) = self.at(x + dx, y + dy).filter(|at| open && !blocks(**at)) {
                    *at = ground;
                }
            }
        }
    }

    fn written(&self, landscape: Landscape, unit: &str) -> String {
        let (width, height) = (self.width, self.rows.len() as i16);
        let mut text =
            format!("(name: \"A {0}\", about: \"Generated ground: {0}.\", shape: Square, map: [", landscape.word());
        for row in &self.rows {
            let row: Vec<String> = row.iter().map(char::to_string).collect();
            let _ = write!(text, "\"{}\",", row.join(" "));
        }
        text.push_str("], legend: {");
        for (character, terrain) in LEGEND {
            let _ = write!(text, "\"{character}\": \"{terrain}\",");
        }
        text.push_str("}, sides: [");
        for (side, x) in [("West", 1), ("East", width - 2)] {
            let control = if side == "West" { "Human" } else { "Ai" };
            let units = format!("[(unit: \"{unit}\", at: Cell({x}, {}))]", height / 2);
            let _ = write!(text, "(name: \"{side}\", control: {control}, units: {units}),");
        }
        text.push_str("])");
        text
    }
}
