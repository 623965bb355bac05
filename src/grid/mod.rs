//! Board geometry: cells, footprints, distances, lines of sight, areas and pathfinding.
//!
//! Pure geometry on square and hexagonal boards, independent of rules, creatures and turns. All arithmetic uses
//! integers, so results are identical on every machine.
//!
//! Suggested reading order: [`Cell`], [`Shape`], [`Footprint`], [`Distance`], [`Board`], [`SightLine`], [`Flood`].

pub mod angle;
pub mod area;
pub mod board;
pub mod cell;
pub mod cells;
pub mod corner;
pub mod cover;
pub mod enter;
pub mod flood;
pub mod footprint;
pub mod incline;
pub mod line;
pub mod metric;
pub mod occupancy;
pub mod opposite;
pub mod plan;
pub mod shape;
pub mod terrain;
pub mod trace;

pub use area::{burst, burst_around, cone, line_area};
pub use board::Board;
pub use cell::Cell;
pub use cells::CellSet;
pub use corner::{CornerSight, corner_sight, corner_sight_over, is_reached, is_reached_over};
pub use cover::CoverGrade;
pub use enter::StepCosts;
pub use flood::Flood;
pub use footprint::Footprint;
pub use incline::Incline;
pub use line::{Obstacle, SightLine, best_line, is_clear, sight_line};
pub use metric::{Distance, adjacent, distance};
pub use occupancy::Occupancy;
pub use plan::{BoardFault, BoardPlan};
pub use shape::{Direction, Shape};
pub use terrain::{Barrier, Deep, Grip, Terrain};
pub use trace::{Crossing, Passage, Trace};
