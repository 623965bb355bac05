//! Spaces and obstacles as numbers, for the cache of sight.

use crate::grid::{Board, Cell, Direction, Footprint, Obstacle};

/// Marks an obstacle that is a whole cell, not one of its sides.
const WHOLE: u32 = 15;

/// The index of a space of one cell on the board; `None` for any other space.
pub(super) fn pack_space(board: &Board, space: Footprint) -> Option<u16> {
    let one = space.across() == 1 && board.contains(space.anchor);
    one.then(|| u16::try_from(board.index(space.anchor)).ok()).flatten()
}

/// Packs into 21 bits, from the lowest: whether there is an obstacle, the side of its cell, the index of its cell.
pub(super) fn pack_obstacle(board: &Board, by: Option<Obstacle>) -> Option<u32> {
    let (side, cell) = match by {
        None => return Some(0),
        Some(Obstacle::Cell(cell)) => (WHOLE, cell),
        Some(Obstacle::Barrier(cell, other)) => (u32::from(board.shape().direction_of_step(cell, other)?.0), cell),
    };
    let place = u16::try_from(board.index(cell)).ok().filter(|_| board.contains(cell))?;
    Some(1 | side << 1 | u32::from(place) << 5)
}

/// The obstacle of a number from [`pack_obstacle`]; higher bits must be 0.
pub(super) fn unpack_obstacle(board: &Board, packed: u32) -> Option<Obstacle> {
    let (place, side) = ((packed >> 5) as u16, packed >> 1 & 15);
    let cell = Cell::new((place % board.width()) as i16, (place / board.width()) as i16);
    match side {
        _ if packed & 1 == 0 => None,
        WHOLE => Some(Obstacle::Cell(cell)),
        side => Some(Obstacle::Barrier(cell, board.shape().step(cell, Direction(side as u8)))),
    }
}
