//! Board geometry: cells, footprints, distances, lines of sight, areas and pathfinding.
//!
//! Pure geometry on square and hexagonal boards, independent of rules, creatures and turns. All arithmetic uses
//! integers, so results are identical on every machine.
//!
//! Suggested reading order: [`Cell`], [`Shape`], [`Footprint`], [`Distance`], [`Board`], [`SightLine`], [`Flood`].

mod area;
mod board;
mod flood;
mod geometry;
mod sight;

pub use area::{burst, burst_around, line_area};
pub use board::Board;
pub use board::cover::CoverGrade;
pub use board::occupancy::Occupancy;
pub use board::plan::{BoardFault, BoardPlan};
pub use board::terrain::{Barrier, Deep, Grip, Terrain};
pub use flood::Flood;
pub use flood::step_costs::StepCosts;
pub use geometry::cell::Cell;
pub use geometry::cell_set::CellSet;
pub use geometry::footprint::Footprint;
pub use geometry::metric::{Distance, adjacent, distance};
pub use geometry::shape::{Direction, Shape};
pub use geometry::trace::{Crossing, Passage, Trace};
pub use sight::corner::{CornerSight, corner_sight, corner_sight_over, is_reached, is_reached_over};
pub use sight::incline::Incline;
pub use sight::line::{SightLine, best_line, is_clear, sight_line};
pub use sight::obstacle::Obstacle;
