//! The costs of units in points, by which players balance the sides of a skirmish.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::content::authored::parse;
use crate::content::{Diagnostic, Source};

/// The file of costs in the folder of a rule system.
pub const COSTS_FILE: &str = "costs.ron";

/// The costs of the units of one rule system, as `warboard simulate --costs` measures and writes them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "Costs")]
pub struct UnitCosts {
    /// Id of the unit that all are compared with; it costs 100 points.
    pub reference: String,
    /// Battles for each pairing of numbers.
    pub battles: u64,
    /// Seed of the battles.
    pub seed: u64,
    /// The costs in alphabetical order of the ids.
    pub units: Vec<UnitCost>,
}

/// The cost of one unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename = "Cost")]
pub struct UnitCost {
    /// Id of the unit.
    pub unit: String,
    /// The cost in points: 250 if two of the unit are a match for five of the reference. It is 13 to 800, the range of the numbers that
    /// are tried.
    pub cost: u32,
    /// Lower end of the 95 % interval of the cost.
    pub low: u32,
    /// Upper end of the 95 % interval of the cost.
    pub high: u32,
}

impl UnitCosts {
    /// Reads the costs of the rule system in a folder; `None` if none have been measured.
    ///
    /// # Errors
    /// The first mistake in the file, a cost of 0 or outside of its interval, or a unit that is listed twice.
    pub fn read(folder: &Path) -> Result<Option<UnitCosts>, Diagnostic> {
        let path = folder.join(COSTS_FILE);
        if !path.is_file() {
            return Ok(None);
        }
        let costs: UnitCosts = parse(&Source::read(&path)?)?;
        let wrong = |why: String| Err(Diagnostic::of_file(&path.display().to_string(), why));
        for (at, row) in costs.units.iter().enumerate() {
            if row.cost == 0 || !(row.low..=row.high).contains(&row.cost) {
                return wrong(format!(
                    "the cost {} of `{}` must be at least 1 and within its interval",
                    row.cost, row.unit
                ));
            }
            if costs.units[..at].iter().any(|other| other.unit == row.unit) {
                return wrong(format!("`{}` is listed twice", row.unit));
            }
        }
        Ok(Some(costs))
    }

    /// The cost of a unit, if it has been measured.
    pub fn of(&self, unit: &str) -> Option<&UnitCost> {
        self.units.iter().find(|row| row.unit == unit)
    }

    /// The text of the file.
    pub fn to_text(&self) -> String {
        let mut text = format!(
            "// Measured by `warboard simulate --costs`: two of a unit against as many of the reference as are a match for them.\n(\n    \
             reference: \"{}\", battles: {}, seed: {},\n    units: [\n",
            self.reference, self.battles, self.seed
        );
        for UnitCost { unit, cost, low, high } in &self.units {
            text.push_str(&format!("        (unit: \"{unit}\", cost: {cost}, low: {low}, high: {high}),\n"));
        }
        text.push_str("    ],\n)\n");
        text
    }
}
