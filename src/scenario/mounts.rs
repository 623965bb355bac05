//! Combatants that begin on a mount.

use super::file::{At, ScenarioFile, UnitFile};
use super::goals::named;
use super::{Member, ScenarioSide};
use crate::battle::Sheet;
use crate::content::{Findings, Trait, ValuePath};
use crate::rules::Ruleset;

/// Places all riders on their mounts. Refuses unknown names, enemies, oneself, combatants that ride, and a second rider.
pub fn add(file: &ScenarioFile, sides: &mut [ScenarioSide], findings: &mut Findings<'_>) {
    let (named, mut ridden) = (named(sides), Vec::new());
    for (place, side) in file.sides.iter().enumerate() {
        for (entry, unit) in side.units.iter().enumerate() {
            let At::On(name) = &unit.at else { continue };
            let path = ValuePath::root().field("sides").index(place).field("units").index(entry);
            let at = path.field("at");
            let Some(mount) = named.iter().find(|known| known.name == *name) else {
                let known: Vec<&str> = named.iter().map(|known| known.name.as_str()).collect();
                findings.unknown(&at, "name", name, &known);
                continue;
            };
            let why = if mount.side != place {
                "is an enemy and does not carry this unit"
            } else if unit.name.as_ref() == Some(name) {
                "cannot ride on itself"
            } else if rides(file, name) {
                "rides on another combatant itself"
            } else if ridden.contains(&mount.roster) {
                "has a rider already"
            } else {
                ridden.push(mount.roster);
                mounts(&path, mount.roster, sides);
                continue;
            };
            findings.refuse(&at, format!("`{name}` {why}"));
        }
    }
}

fn rides(file: &ScenarioFile, name: &str) -> bool {
    let is_it = |unit: &&UnitFile| unit.name.as_deref() == Some(name) && matches!(unit.at, At::On(_));
    file.sides.iter().flat_map(|side| &side.units).any(|unit| is_it(&unit))
}

/// Puts the members of an entry on the mount with this roster index.
fn mounts(path: &ValuePath, mount: u16, sides: &mut [ScenarioSide]) {
    let mut all: Vec<&mut Member> = sides.iter_mut().flat_map(|side| &mut side.members).collect();
    let Some(cell) = all.get(usize::from(mount)).map(|member| member.cell) else { return };
    for rider in all.iter_mut().filter(|member| member.path == *path) {
        (rider.rides, rider.cell) = (Some(mount), cell);
    }
}

/// Refuses a rider whose mount cannot carry it under a rule system (HD-387).
pub fn check(rider: (&Member, &Sheet), mount: (&Member, &Sheet), rules: &Ruleset, findings: &mut Findings<'_>) {
    let path = rider.0.path.field("at");
    // Other rule systems do not meet the needs of the scenario.
    let Some(policy) = &rules.policies.mounts else { return };
    if !mount.1.has(Trait::Mount) {
        findings
            .refuse(&path, format!("`{}` cannot be ridden", mount.0.unit))
            .with_help("mounts are units with the trait `Mount`");
        return;
    }
    let [own, its] = [rider.1, mount.1].map(|sheet| sheet.stat(policy.size));
    if its.saturating_sub(own) < policy.larger {
        let (small, large) = (&mount.0.unit, &rider.0.unit);
        let message = format!("`{small}` is too small to carry `{large}`: its size is {its}, that of the rider {own}");
        findings.refuse(&path, message).with_help(format!("see {}", policy.larger_rule));
    }
}
