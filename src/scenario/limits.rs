//! How much of everything a scenario may have, asked before anything else is.

use super::file::{ScenarioFile, UnitFile};
use crate::content::authored::{Findings, ValuePath};

/// Most lists of cells, such as currents, and most lights.
const MOST_PLACES: usize = 1000;
/// Most goals of a side, and most ways to lose.
const MOST_GOALS: usize = 20;
/// Most conditions of one combatant as the battle begins, and most of its commanders.
const MOST_OF_ONE: usize = 100;
/// Most combatants of all sides together.
pub const MOST_COMBATANTS: usize = 200;

/// Refuses whatever there is too much of.
pub fn check(file: &ScenarioFile, findings: &mut Findings<'_>) {
    let root = ValuePath::root();
    let lists = [("currents", file.currents.len()), ("ice", file.ice.len()), ("lights", file.lights.len())];
    for (field, many) in lists {
        at_most(many, MOST_PLACES, field, &root.field(field), findings);
    }
    let units: usize = file.sides.iter().map(|side| side.units.len()).sum();
    refuse_crowd(units, &root.field("sides"), findings);
    for (place, side) in file.sides.iter().enumerate().take(MOST_COMBATANTS) {
        let path = root.field("sides").index(place);
        for (field, many) in [("goals", side.goals.len()), ("losses", side.losses.len())] {
            at_most(many, MOST_GOALS, field, &path.field(field), findings);
        }
        for (entry, unit) in side.units.iter().enumerate().take(MOST_COMBATANTS) {
            of_unit(unit, &path.field("units").index(entry), findings);
        }
    }
}

/// Refuses more combatants than fight in one battle.
pub fn refuse_crowd(many: usize, sides: &ValuePath, findings: &mut Findings<'_>) {
    if many > MOST_COMBATANTS {
        findings.refuse(sides, format!("{many} combatants; at most {MOST_COMBATANTS} fight in one battle"));
    }
}

fn of_unit(unit: &UnitFile, path: &ValuePath, findings: &mut Findings<'_>) {
    for (field, many) in [("afflicted", unit.afflicted.len()), ("commanders", unit.commanders.len())] {
        at_most(many, MOST_OF_ONE, field, &path.field(field), findings);
    }
}

fn at_most(many: usize, most: usize, what: &str, path: &ValuePath, findings: &mut Findings<'_>) {
    if many > most {
        findings.refuse(path, format!("{many} {what}; there can be at most {most}"));
    }
}
