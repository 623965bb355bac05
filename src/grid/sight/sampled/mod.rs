//! Sight and cover by sampled points: lines run from the eyes of an observer, above the centre of its space, to points spread over
//! the space of a target at two heights. Each line counts twice, moved a little to its left and to its right, so that one that only
//! touches an obstacle is half protected, and one between two obstacles that touch each other is protected. Points and obstacles
//! have integer coordinates on both board shapes, so every test is exact.

mod frame;
mod standing;

use smallvec::{SmallVec, smallvec};

use super::corner::obstruction::Area;
use super::packed::{pack_obstacle, pack_space, unpack_obstacle};
use crate::grid::board::sight_cache::{SampledHeights, SightBasis, SightKey};
use crate::grid::{Board, Cell, Footprint, Obstacle};
use frame::Frame;
use standing::{Crossing, Standing, bodies_between, terrain_between};

/// Lines from an observer to the points of a target. Heights are in hundredths of the board's unit.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct SampledLines {
    /// The space of the observer.
    pub from: Footprint,
    /// The space of the target.
    pub to: Footprint,
    /// The number of points along each side of a square space, 1 to 8. Each hexagon of a space is sampled as finely.
    pub points: u8,
    /// Height of the observer's eyes.
    pub eyes: i32,
    /// Heights of the points.
    pub levels: [i32; 2],
    /// Side of a cell in the board's unit, by which the heights of obstacles are measured.
    pub cell: u16,
    /// Whether the heights of the ground count. Otherwise heights are measured from it.
    pub uneven: bool,
}

/// A body as an obstacle.
#[derive(Copy, Clone, Eq, PartialEq, Debug)]
pub struct SampledBody {
    /// Its space.
    pub space: Footprint,
    /// Height of its lowest point, in hundredths of the board's unit.
    pub bottom: i32,
    /// Height up to which it protects, in hundredths of the board's unit.
    pub top: i32,
}

/// The obstacles that lines to the points of a target meet.
#[derive(Copy, Clone, Eq, PartialEq, Debug, Default)]
pub struct SampledSight {
    /// The number of lines that are protected, in halves.
    pub protected: u16,
    /// The number of all lines, in halves.
    pub of: u16,
    /// Whether nothing of the target can be seen.
    pub concealed: bool,
    /// Terrain or barrier that protects the most.
    pub by: Option<Obstacle>,
    /// The anchor of the body that protects the most, if one protects anything.
    pub body: Option<Cell>,
}

impl SampledSight {
    /// Whether at least this share of the lines, in percent, is protected.
    /// ```
    /// use warboard::grid::SampledSight;
    /// let half = SampledSight { protected: 32, of: 64, ..SampledSight::default() };
    /// assert!(half.reaches(50) && !half.reaches(51));
    /// ```
    pub fn reaches(&self, percent: u8) -> bool {
        u32::from(self.protected) * 100 >= u32::from(percent) * u32::from(self.of)
    }

    /// The protected share in percent, rounded down.
    pub fn percent(&self) -> u8 {
        (u32::from(self.protected) * 100 / u32::from(self.of.max(1))) as u8
    }
}

/// The obstacles that the lines to a target meet. Nothing in the observer's own space protects, nor does an obstacle that touches it and that the
/// observer looks over or through. Terrain in the target's space protects it and does not hide it.
/// ```
/// use warboard::grid::{Board, Cell, SampledLines, Shape, sampled_sight};
/// let mut board = Board::open(Shape::Square, 5, 1);
/// let (from, to) = (Cell::new(0, 0).into(), Cell::new(4, 0).into());
/// let lines = SampledLines { from, to, points: 4, eyes: 450, levels: [125, 375], cell: 5, uneven: false };
/// board.set_tile(Cell::new(3, 0), 4); // A low wall, 3 of 5 feet high, protects the lower half.
/// let sight = sampled_sight(&board, &lines, &[]);
/// assert_eq!((sight.protected, sight.of, sight.concealed), (32, 64, false));
/// ```
pub fn sampled_sight(board: &Board, lines: &SampledLines, bodies: &[SampledBody]) -> SampledSight {
    let area = Area::about(board.shape(), lines.from, lines.to);
    let ground = ground_sight(board, &area, lines);
    if ground.concealed {
        return ground;
    }
    let bodies = bodies_between(board.shape(), lines, bodies);
    if bodies.is_empty() {
        return ground;
    }
    let mut standing = terrain_between(board, &area, lines);
    standing.extend(bodies);
    sight(board, lines, &standing)
}

fn ground_sight(board: &Board, area: &Area, lines: &SampledLines) -> SampledSight {
    if !lines.uneven && area.is_open(board) {
        return sight(board, lines, &[]);
    }
    // Only pairs with a key are cached.
    let key = key(board, lines);
    if let Some(answer) = key.and_then(|key| board.sight_cache.get(key)) {
        return unpack(board, lines, answer);
    }
    let sight = sight(board, lines, &terrain_between(board, area, lines));
    if let (Some(key), Some(answer)) = (key, pack(board, &sight)) {
        board.sight_cache.store(key, answer);
    }
    sight
}

/// The protection of a line on its left and on its right.
type Sides = [bool; 2];

fn sight(board: &Board, lines: &SampledLines, standing: &[Standing]) -> SampledSight {
    let frame = Frame::new(board.shape(), lines.points);
    let of = 4 * frame.count(lines.to);
    if standing.is_empty() {
        return SampledSight { of, ..SampledSight::default() };
    }
    let (eye, mut protected, mut concealed) = (frame.centre(lines.from), 0, 0);
    let mut met: SmallVec<[u16; 16]> = smallvec![0; standing.len()];
    let outlines: SmallVec<[_; 16]> = standing.iter().map(|one| frame.scaled(&one.form)).collect();
    for point in frame.points(lines.to) {
        let crossed = outlines.iter().enumerate().filter_map(|(at, form)| Some((at, form.crossing(eye, point)?)));
        let crossed: SmallVec<[(usize, Crossing); 8]> = crossed.collect();
        for level in lines.levels {
            let (mut safe, mut hidden): (Sides, Sides) = ([false; 2], [false; 2]);
            for (at, crossing) in &crossed {
                let one = &standing[*at];
                if !crossing.meets((lines.eyes, level), (one.bottom, one.top)) {
                    continue;
                }
                for side in (0..2).filter(|side| crossing.sides[*side]) {
                    met[*at] += 1;
                    safe[side] = true;
                    hidden[side] |= one.opaque;
                }
            }
            protected += safe.into_iter().map(u16::from).sum::<u16>();
            concealed += hidden.into_iter().map(u16::from).sum::<u16>();
        }
    }
    let most = |of_body: bool| {
        let kind = (0..standing.len()).filter(|at| standing[*at].body.is_some() == of_body && met[*at] > 0);
        kind.max_by_key(|at| (met[*at], std::cmp::Reverse(*at)))
    };
    SampledSight {
        protected,
        of,
        concealed: concealed == of,
        by: most(false).and_then(|at| standing[at].by),
        body: most(true).and_then(|at| standing[at].body),
    }
}

/// The cache key of two one-cell spaces of bodies that stand on the ground, by their heights above it.
fn key(board: &Board, lines: &SampledLines) -> Option<SightKey> {
    let ends = (pack_space(board, lines.from)?, pack_space(board, lines.to)?);
    let ground = |space: Footprint| if lines.uneven { 100 * i32::from(board.elevation(space.anchor)) } else { 0 };
    let (eyes, under) = (lines.eyes - ground(lines.from), ground(lines.to));
    let heights = SampledHeights {
        points: lines.points,
        eyes,
        levels: lines.levels.map(|level| level - under),
        uneven: lines.uneven,
    };
    Some(SightKey { basis: SightBasis::Sampled(heights), ends })
}

const COUNT_BITS: u32 = 10;

/// Packs, from the lowest bit: the protected lines, whether nothing is seen, and the obstacle.
fn pack(board: &Board, sight: &SampledSight) -> Option<u32> {
    let count = Some(u32::from(sight.protected)).filter(|count| *count < 1 << COUNT_BITS)?;
    Some(count | u32::from(sight.concealed) << COUNT_BITS | pack_obstacle(board, sight.by)? << (COUNT_BITS + 1))
}

fn unpack(board: &Board, lines: &SampledLines, answer: u32) -> SampledSight {
    SampledSight {
        protected: (answer & ((1 << COUNT_BITS) - 1)) as u16,
        of: 4 * Frame::new(board.shape(), lines.points).count(lines.to),
        concealed: answer >> COUNT_BITS & 1 == 1,
        by: unpack_obstacle(board, answer >> (COUNT_BITS + 1)),
        body: None,
    }
}
