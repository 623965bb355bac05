//! Boards from drawings, and barriers that are put up later.

#![allow(dead_code, reason = "every test file that includes this uses its own part of it")]

use warboard::grid::{Barrier, Board, BoardFault, BoardPlan, Cell, Shape};

/// Characters of a drawing for the palette of [`BoardPlan::open`], in the same order.
const TILE_MARKS: &str = ".#,~o";

/// Parses a drawing with one character per cell and one line per row.
///
/// `#` opaque impassable wall, `,` rubble (cost 2), `~` impassable water that can be seen across, `o` floor with half
/// cover, `^` floor 10 feet up. Any other character is floor, so letters can mark combatants. Spaces and empty lines
/// are ignored; short lines are filled with floor.
pub fn plan(shape: Shape, text: &str) -> BoardPlan {
    let rows: Vec<Vec<char>> = (text.lines())
        .map(|line| line.chars().filter(|mark| !mark.is_whitespace()).collect())
        .filter(|row: &Vec<char>| !row.is_empty())
        .collect();
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    let at = |row: &Vec<char>, column| row.get(column).copied().unwrap_or('.');
    let marks: Vec<char> = rows.iter().flat_map(|row| (0..width).map(move |column| at(row, column))).collect();
    BoardPlan {
        tiles: marks.iter().map(|mark| TILE_MARKS.find(*mark).unwrap_or(0) as u8).collect(),
        elevation: marks.iter().map(|mark| if *mark == '^' { 10 } else { 0 }).collect(),
        ..BoardPlan::open(shape, width as u16, rows.len() as u16)
    }
}

/// A board of squares from a drawing; an empty drawing gives a single cell.
pub fn square(text: &str) -> Board {
    Board::new(plan(Shape::Square, text)).unwrap_or_else(|_| Board::open(Shape::Square, 1, 1))
}

/// A board of hexagons from a drawing. Odd rows lie half a cell further east.
pub fn hex(text: &str) -> Board {
    Board::new(plan(Shape::Hex, text)).unwrap_or_else(|_| Board::open(Shape::Hex, 1, 1))
}

/// Sets or removes the barrier between two cells. Fails if they share no edge on this board.
pub fn set_barrier(board: &mut Board, a: Cell, b: Cell, barrier: Option<Barrier>) -> Result<(), BoardFault> {
    let mut plan = BoardPlan::from(board.clone());
    plan.barriers.remove(&(a.min(b), a.max(b)));
    plan.barriers.extend(barrier.map(|barrier| ((a, b), barrier)));
    *board = Board::new(plan)?;
    Ok(())
}
