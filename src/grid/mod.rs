//! Board geometry: cells, footprints, distances, lines of sight, areas and pathfinding. Pure geometry on square and
//! hexagonal boards, independent of rules, creatures and turns. All arithmetic uses integers, so results are identical
//! on every machine. Suggested reading order: [`Cell`], [`Shape`], [`Footprint`], [`Distance`], [`Board`],
//! [`SightLine`], [`Flood`].
//!
//! To add a property of the ground, add a field to [`Terrain`] and to [`GroundKind`](crate::content::terrain::GroundKind), which
//! files are read into; to add a shape of area, a function beside [`burst`]. Rules use both in [`mechanics`](crate::mechanics).

mod angle;
mod area;
mod board;
mod flood;
mod footprint;
mod opposite;
mod shape;
mod sight;
mod straight;
mod trace;

pub use area::{CellSet, Occupancy, burst, burst_around, line_area};
pub use board::Board;
pub use board::terrain::{Barrier, BoardFault, BoardPlan, CoverGrade, Deep, Grip, Shelter, Terrain};
pub use flood::{Flood, FloodStart, StepCosts};
pub use footprint::{Distance, Footprint, adjacent, distance};
pub use shape::{Cell, Direction, Shape};
pub use sight::corner::{CornerSight, corner_sight, is_reached};
pub use sight::sampled::{SampledBody, SampledLines, SampledSight, sampled_sight};
pub use sight::{Incline, Obstacle, SightLine, best_line, is_clear, sight_line};
pub use trace::{Crossing, Passage, Trace};
