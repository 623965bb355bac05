//! The battlefield of a scenario: the board with its heights, barriers and doors, built from the rows of the map; zones,
//! light, currents, ice and objects.

mod rows;
pub mod surroundings;
pub mod things;
pub mod zones;

use std::collections::{BTreeMap, BTreeSet};

use crate::battle::Door;
use crate::content::{Findings, Terrains, ValuePath};
use crate::grid::{Board, BoardPlan, Cell};
use crate::scenario::file::ScenarioFile;
use rows::{Rows, is_sound};

/// Feet per unit of the digits in `heights`.
const FEET_PER_DIGIT: i16 = 5;

/// A valid map.
#[derive(Clone, Debug)]
pub struct Map {
    pub board: Board,
    pub doors: Vec<Door>,
    /// The cells with each mark, row by row.
    pub marks: BTreeMap<String, Vec<Cell>>,
}

/// Builds the map of a file; `None` if its rows form no rectangle.
pub fn build(file: &ScenarioFile, terrains: &Terrains, findings: &mut Findings<'_>) -> Option<Map> {
    let tiles = tiles(file, terrains, findings);
    let path = ValuePath::root().field("map");
    let map = Rows::new(&file.map);
    if !is_sound(&map, &path, findings) {
        return None;
    }
    let meanings = meanings(&map, &path, &tiles, findings);
    let mut plan = BoardPlan {
        shape: file.shape,
        width: map.width() as u16,
        height: map.height() as u16,
        palette: terrains.palette(),
        tiles: meanings,
        ..BoardPlan::default()
    };
    plan.elevation = elevation(file, terrains, &plan, findings);
    add_barriers(file, terrains, &mut plan, findings);
    let doors = doors(&plan, terrains);
    match Board::new(plan) {
        Ok(board) => Some(Map { doors, marks: marks(file, &map, findings), board }),
        Err(fault) => {
            findings.refuse(&path, format!("invalid board: {fault}"));
            None
        }
    }
}

/// The terrain of each character, as an index into the palette.
fn tiles(file: &ScenarioFile, terrains: &Terrains, findings: &mut Findings<'_>) -> BTreeMap<char, u8> {
    let ids: Vec<&str> = terrains.grounds().iter().map(|kind| kind.id.as_str()).collect();
    let mut tiles = BTreeMap::new();
    for (field, entries) in [("legend", &file.legend), ("marks", &file.marks)] {
        let path = ValuePath::root().field(field);
        for (key, terrain) in &entries.0 {
            let place = terrains.place(terrain);
            if place.is_none() {
                findings.unknown(&path.key(key), "terrain", terrain, &ids);
            }
            let Some(character) = single(key) else {
                let message = format!("`{key}` must be a single non-blank character");
                findings.refuse(&path.key_itself(key), message);
                continue;
            };
            if tiles.insert(character, place.unwrap_or(0)).is_some() {
                let message = format!("`{key}` is already defined in the legend");
                findings.refuse(&path.key_itself(key), message).with_help("use another character for the mark");
            }
        }
    }
    tiles
}

fn single(key: &str) -> Option<char> {
    let mut chars = key.chars();
    let first = chars.next().filter(|first| !first.is_whitespace())?;
    chars.next().is_none().then_some(first)
}

/// The palette indices of all cells; each undefined character is refused at its first occurrence.
fn meanings(map: &Rows, path: &ValuePath, tiles: &BTreeMap<char, u8>, findings: &mut Findings<'_>) -> Vec<u8> {
    let mut refused = BTreeSet::new();
    let mut meanings = Vec::with_capacity(map.width() * map.height());
    for glyph in map.glyphs() {
        let tile = tiles.get(&glyph.character);
        if tile.is_none() && refused.insert(glyph.character) {
            let message = format!("undefined map character `{}`", glyph.character);
            let known: Vec<String> = tiles.keys().map(|known| format!("`{known}`")).collect();
            findings
                .refuse_part(&path.index(glyph.row), map.text(glyph.row), glyph.span, message)
                .with_help(format!("defined characters are {}; add it to `legend` or `marks`", known.join(" ")));
        }
        meanings.push(tile.copied().unwrap_or(0));
    }
    meanings
}

/// The heights of all cells in feet: terrain height plus the digits in `heights`.
fn elevation(file: &ScenarioFile, terrains: &Terrains, plan: &BoardPlan, findings: &mut Findings<'_>) -> Vec<i16> {
    let of_ground = |tile: &u8| terrains.grounds().get(usize::from(*tile)).map_or(0, |kind| kind.height);
    let mut feet: Vec<i16> = plan.tiles.iter().map(of_ground).collect();
    if file.heights.is_empty() {
        return feet;
    }
    let path = ValuePath::root().field("heights");
    let heights = Rows::new(&file.heights);
    if !heights.has_size(plan.width, plan.height, &path, findings) {
        return feet;
    }
    for (feet, glyph) in feet.iter_mut().zip(heights.glyphs()) {
        match glyph.character.to_digit(10) {
            Some(digit) => *feet += digit as i16 * FEET_PER_DIGIT,
            None => {
                let message = format!("`{}` is not a height", glyph.character);
                findings
                    .refuse_part(&path.index(glyph.row), heights.text(glyph.row), glyph.span, message)
                    .with_help("heights are digits from 0 to 9, each step 5 feet");
                break;
            }
        }
    }
    feet
}

fn add_barriers(file: &ScenarioFile, terrains: &Terrains, plan: &mut BoardPlan, findings: &mut Findings<'_>) {
    let ids: Vec<&str> = terrains.barriers().iter().map(|kind| kind.id.as_str()).collect();
    let on_map = |cell: Cell| (0..plan.width as i16).contains(&cell.x) && (0..plan.height as i16).contains(&cell.y);
    for (place, barrier) in file.barriers.iter().enumerate() {
        let path = ValuePath::root().field("barriers").index(place);
        let (from, to) = (barrier.from, barrier.to);
        let Some(kind) = terrains.barrier(&barrier.is) else {
            findings.unknown(&path.field("is"), "barrier", &barrier.is, &ids);
            continue;
        };
        let step = plan.shape.direction_of_step(from, to);
        if let Some((field, cell)) = [("from", from), ("to", to)].into_iter().find(|end| !on_map(end.1)) {
            findings.refuse(&path.field(field), off_map(cell, plan.width, plan.height));
        } else if step.is_none_or(|dir| plan.shape.is_diagonal(dir)) {
            findings
                .refuse(&path, format!("{from} and {to} share no edge"))
                .with_help("a barrier must be between two cells side by side");
        } else if plan.barriers.insert((from.min(to), from.max(to)), kind.barrier()).is_some() {
            findings.refuse(&path, format!("duplicate barrier between {from} and {to}"));
        }
    }
}

pub fn off_map(cell: Cell, width: u16, height: u16) -> String {
    let (east, south) = (width - 1, height - 1);
    format!("{cell} is off the map, which spans (0, 0) to ({east}, {south})")
}

fn doors(plan: &BoardPlan, terrains: &Terrains) -> Vec<Door> {
    let cells = (0..plan.height as i16).flat_map(|y| (0..plan.width as i16).map(move |x| Cell::new(x, y)));
    let door = |(cell, tile): (Cell, &u8)| {
        let (closed, open) = terrains.door_forms(*tile)?;
        Some(Door { cell, closed, open, is_open: *tile == open })
    };
    cells.zip(&plan.tiles).filter_map(door).collect()
}

/// The cells of each mark; unused marks are refused.
fn marks(file: &ScenarioFile, map: &Rows, findings: &mut Findings<'_>) -> BTreeMap<String, Vec<Cell>> {
    let mut shown: BTreeMap<char, Vec<Cell>> = BTreeMap::new();
    for glyph in map.glyphs() {
        shown.entry(glyph.character).or_default().push(Cell::new(glyph.column as i16, glyph.row as i16));
    }
    let mut marks: BTreeMap<String, Vec<Cell>> = BTreeMap::new();
    for (mark, _) in &file.marks.0 {
        let cells = single(mark).and_then(|character| shown.get(&character)).cloned().unwrap_or_default();
        if cells.is_empty() && single(mark).is_some() {
            let path = ValuePath::root().field("marks").key_itself(mark);
            findings.refuse(&path, format!("the mark `{mark}` does not appear on the map"));
        }
        marks.insert(mark.clone(), cells);
    }
    marks
}
