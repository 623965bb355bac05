//! Chains of command, with names resolved to roster indices.

use super::ScenarioSide;
use super::file::{ScenarioFile, UnitFile};
use super::goals::{Named, named};
use crate::content::authored::{Findings, ValuePath};

/// Fills in the commanders of all members. Refuses unknown names, enemies, oneself and combatants under command
/// themselves.
pub fn add(file: &ScenarioFile, sides: &mut [ScenarioSide], findings: &mut Findings<'_>) {
    let named = named(sides);
    for (place, side) in file.sides.iter().enumerate() {
        for (entry, unit) in side.units.iter().enumerate() {
            let path = ValuePath::root().field("sides").index(place).field("units").index(entry);
            let commanders = find(file, place, unit, &named, &path.field("commanders"), findings);
            let members = sides.get_mut(place).into_iter().flat_map(|side| &mut side.members);
            members.filter(|member| member.path == path).for_each(|member| member.commanders.clone_from(&commanders));
        }
    }
}

fn find(
    file: &ScenarioFile,
    side: usize,
    unit: &UnitFile,
    named: &[Named],
    list: &ValuePath,
    findings: &mut Findings<'_>,
) -> Vec<u16> {
    let mut found = Vec::new();
    for (at, name) in unit.commanders.iter().enumerate() {
        let path = list.index(at);
        let Some(commander) = named.iter().find(|known| known.name == *name) else {
            let known: Vec<&str> = named.iter().map(|known| known.name.as_str()).collect();
            findings.unknown(&path, "name", name, &known);
            continue;
        };
        let refused = if commander.side != side {
            Some("is an enemy and cannot command this unit")
        } else if unit.name.as_deref() == Some(name.as_str()) {
            Some("cannot command itself")
        } else if is_commanded(file, name) {
            Some("is under command itself")
        } else {
            None
        };
        match refused {
            Some(why) => drop(findings.refuse(&path, format!("`{name}` {why}"))),
            None => found.push(commander.roster),
        }
    }
    found
}

/// Whether the unit with this name has commanders.
fn is_commanded(file: &ScenarioFile, name: &str) -> bool {
    let mut units = file.sides.iter().flat_map(|side| &side.units);
    units.any(|unit| unit.name.as_deref() == Some(name) && !unit.commanders.is_empty())
}
