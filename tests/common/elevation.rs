//! Boards with elevation and chasms.

#![allow(dead_code, reason = "every test file that includes this uses its own part of it")]

use warboard::grid::{Board, Deep, Shape, Terrain};

/// A drawn board with the elevation of each cell in feet, row by row; `x` in the drawing is a chasm.
pub fn board(map: &str, heights: &[i16]) -> Board {
    let mut plan = crate::drawn::plan(Shape::Square, map);
    let marks = map.chars().filter(|mark| !mark.is_whitespace());
    let chasm = plan.palette.len() as u8;
    plan.palette.push(Terrain { name: "chasm".into(), cost: None, deep: Some(Deep::Chasm), ..Terrain::floor() });
    for (tile, mark) in plan.tiles.iter_mut().zip(marks) {
        *tile = if mark == 'x' { chasm } else { *tile };
    }
    plan.elevation = heights.to_vec();
    Board::new(plan).expect("a board")
}
