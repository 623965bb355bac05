//! Lengths of scenarios in the unit of a rule system.

use std::sync::Arc;

use crate::battle::{Current, Field, Light};
use crate::content::policy::BoardPolicy;
use crate::grid::{Board, BoardPlan, Deep, Terrain};

/// The side of a cell in scenarios and terrain files, which one map shares among rule systems: lengths are written in
/// feet, and a cell is 5 feet.
const CELL: u16 = 5;

/// A field in the unit of a rule system: as many cells high, far and fast as the scenario says, whatever a cell measures.
pub(super) fn in_unit(field: &Field, policy: &BoardPolicy) -> Field {
    if policy.cell == CELL && policy.costs.is_empty() {
        return field.clone();
    }
    let far = |length: u16| scaled(i64::from(length), policy).try_into().unwrap_or(u16::MAX);
    let high = |length: i16| scaled(i64::from(length), policy).try_into().unwrap_or(i16::MAX);
    let mut plan = BoardPlan::from(Board::clone(&field.board));
    plan.elevation.iter_mut().for_each(|elevation| *elevation = high(*elevation));
    let enters = |terrain: &&mut Terrain| terrain.cost.is_some() || terrain.deep == Some(Deep::Water);
    for terrain in plan.palette.iter_mut().filter(enters) {
        let own = policy.costs.iter().find(|own| own.ground.eq_ignore_ascii_case(&terrain.name));
        terrain.cost = own.map(|own| own.cost).or(terrain.cost);
    }
    let board = Board::new(plan).map_or_else(|_| Arc::clone(&field.board), Arc::new);
    Field {
        board,
        currents: field.currents.iter().map(|current| Current { speed: far(current.speed), ..*current }).collect(),
        lights: field.lights.iter().map(|light| light_in_unit(light, policy)).collect(),
        ceiling: field.ceiling.map(high),
        ..field.clone()
    }
}

/// A light with its radius in the unit of a rule system.
pub(super) fn light_in_unit(light: &Light, policy: &BoardPolicy) -> Light {
    Light { radius: scaled(light.radius.into(), policy).try_into().unwrap_or(u16::MAX), ..*light }
}

fn scaled(length: i64, policy: &BoardPolicy) -> i64 {
    length * i64::from(policy.cell) / i64::from(CELL)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::in_unit;
    use crate::battle::{Current, Field, Light, LightFrom};
    use crate::content::LengthUnit;
    use crate::content::policy::BoardPolicy;
    use crate::grid::{Board, BoardPlan, Cell, Distance, Shape};

    #[test]
    fn a_map_measures_as_many_cells_in_metres_as_in_feet() {
        let [one, many, short] = ["metre", "metres", "m"].map(str::to_owned);
        let unit = LengthUnit { one, many, short, parts: 1 };
        let metres =
            BoardPolicy { unit, cell: 1, distance: Distance::DiagonalsCostOne, costs: Vec::new(), rule: "test".into() };
        let plan = BoardPlan { elevation: vec![0, 15, -50], ..BoardPlan::open(Shape::Square, 3, 1) };
        let (at, cell) = (LightFrom::Cell(Cell::new(0, 0)), Cell::new(1, 0));
        let current = Current { cell, way: 0, speed: 10, water: Default::default() };
        let field = Field {
            lights: vec![Light { from: at, radius: 20 }],
            currents: vec![current],
            ceiling: Some(30),
            ..Field::new(Arc::new(Board::new(plan).unwrap_or_default()))
        };
        let there = in_unit(&field, &metres);
        let heights = [0, 1, 2].map(|x| there.board.elevation(Cell::new(x, 0)));
        assert_eq!((heights, there.ceiling), ([0, 3, -10], Some(6)));
        assert_eq!((there.lights[0].radius, there.currents[0].speed), (4, 2));
    }
}
