//! Size limits of a scenario, checked before anything else.

use super::file::ScenarioFile;
use crate::content::{Findings, ValuePath};

/// Most entries of `currents`, `ice`, `lights` and `things`.
const MOST_PLACES: usize = 1000;
/// Most goals, and most losses, of a side.
const MOST_GOALS: usize = 20;
/// Most initial conditions, and most commanders, of a combatant.
const MOST_OF_ONE: usize = 100;
/// Most combatants of all sides together.
pub const MOST_COMBATANTS: usize = 200;

/// Refuses everything that exceeds its limit.
pub fn check(file: &ScenarioFile, findings: &mut Findings<'_>) {
    let root = ValuePath::root();
    let lists = [("currents", file.currents.len()), ("ice", file.ice.len()), ("lights", file.lights.len())];
    let lists = lists.into_iter().chain([("things", file.things.len())]);
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
            let path = path.field("units").index(entry);
            for (field, many) in [("afflicted", unit.afflicted.len()), ("commanders", unit.commanders.len())] {
                at_most(many, MOST_OF_ONE, field, &path.field(field), findings);
            }
        }
    }
}

pub fn refuse_crowd(many: usize, sides: &ValuePath, findings: &mut Findings<'_>) {
    if many > MOST_COMBATANTS {
        findings.refuse(sides, format!("too many combatants: {many}; at most {MOST_COMBATANTS} are allowed"));
    }
}

fn at_most(many: usize, most: usize, what: &str, path: &ValuePath, findings: &mut Findings<'_>) {
    if many > most {
        findings.refuse(path, format!("too many {what}: {many}; at most {most} are allowed"));
    }
}
