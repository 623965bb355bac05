//! Goals, defeat conditions and chains of command, with names resolved to roster indices.

use std::ops::RangeInclusive;

use super::ScenarioSide;
use super::file::{GoalFile, LossFile, ScenarioFile, UnitFile};
use super::map::Map;
use super::map::zones::Zones;
use crate::content::{Findings, Goal, GoalZone, Loss, ValuePath};

/// Valid time limits, in half seconds.
const LIMITS: RangeInclusive<i32> = 10..=100_000;

/// Fills in the goals and losses of every side and refuses impossible ones. The number of members that can escape is
/// checked only if the map is valid, because marks determine it.
pub fn add(
    file: &ScenarioFile,
    map: Option<&Map>,
    zones: &Zones,
    sides: &mut [ScenarioSide],
    findings: &mut Findings<'_>,
) {
    if !LIMITS.contains(&file.limit) {
        let path = ValuePath::root().field("limit");
        findings.refuse(&path, format!("`limit` must be 10 to 100000, not {}", file.limit));
    }
    let named = named(sides);
    for (place, side) in file.sides.iter().enumerate() {
        let path = ValuePath::root().field("sides").index(place);
        let members = map.and(sides.get(place)).map(|side| side.members.len());
        let mut reader = Reader { file, zones, named: &named, side: place, members, findings };
        let goals = reader.goals(&side.goals, &path.field("goals"));
        let losses = reader.losses(&side.losses, &path.field("losses"));
        if let Some(side) = sides.get_mut(place) {
            (side.goals, side.losses) = (goals, losses);
        }
    }
}

/// A named combatant that goals and commands can refer to.
pub struct NamedMember {
    pub name: String,
    pub side: usize,
    pub roster: u16,
}

pub fn named(sides: &[ScenarioSide]) -> Vec<NamedMember> {
    let members = sides.iter().enumerate().flat_map(|(at, side)| side.members.iter().map(move |member| (at, member)));
    let named = |(roster, (side, member)): (u16, (usize, &super::Member))| {
        Some(NamedMember { name: member.name.clone()?, side, roster })
    };
    (0..).zip(members).filter_map(named).collect()
}

struct Reader<'a, 's> {
    file: &'a ScenarioFile,
    zones: &'a Zones,
    named: &'a [NamedMember],
    side: usize,
    members: Option<usize>,
    findings: &'a mut Findings<'s>,
}

impl Reader<'_, '_> {
    fn goals(&mut self, goals: &[GoalFile], path: &ValuePath) -> Vec<Goal> {
        if goals.is_empty() {
            self.findings.refuse(path, "a side without a goal cannot win").with_help("omit `goals` for [DefeatAll]");
        }
        let numbered = goals.iter().enumerate();
        numbered.filter_map(|(place, goal)| self.goal(goal, &path.index(place))).collect()
    }

    fn goal(&mut self, goal: &GoalFile, path: &ValuePath) -> Option<Goal> {
        Some(match goal {
            GoalFile::DefeatAll => Goal::DefeatAll,
            GoalFile::Defeat(name) => Goal::Defeat(self.combatant(name, false, path)?),
            GoalFile::Hold { zone, counts } => {
                self.check_counts(*counts, &path.field("counts"));
                Goal::Hold { zone: self.zone(zone, path)?, counts: *counts }
            }
            GoalFile::Escape { zone, many } => {
                let side = self.members.filter(|side| !(1..=*side).contains(&usize::from(*many)));
                if let Some(side) = side {
                    let message = format!("{many} units cannot escape: this side has {side}");
                    self.findings.refuse(&path.field("many"), message);
                }
                Goal::Escape { zone: self.zone(zone, path)?, many: *many }
            }
            GoalFile::Last { count } => {
                self.check_counts(*count, &path.field("count"));
                Goal::Last { count: *count }
            }
        })
    }

    fn losses(&mut self, losses: &[LossFile], path: &ValuePath) -> Vec<Loss> {
        let numbered = losses.iter().enumerate();
        let loss = |(place, LossFile::Fallen(name)): (usize, &LossFile)| {
            self.combatant(name, true, &path.index(place)).map(Loss::Fallen)
        };
        numbered.filter_map(loss).collect()
    }

    /// The roster index of a unit of this side or of an enemy.
    fn combatant(&mut self, name: &str, friend: bool, path: &ValuePath) -> Option<u16> {
        let path = &path.index(0);
        let Some(found) = self.named.iter().find(|known| known.name == name) else {
            let known: Vec<&str> = self.named.iter().map(|known| known.name.as_str()).collect();
            self.findings.unknown(path, "name", name, &known);
            return None;
        };
        if (found.side == self.side) != friend {
            let (message, help) = if friend {
                ("is an enemy", format!("use goals: [Defeat(\"{name}\")] to win by defeating it"))
            } else {
                ("is on this side", format!("use losses: [Fallen(\"{name}\")] to lose when it falls"))
            };
            self.findings.refuse(path, format!("`{name}` {message}")).with_help(help);
            return None;
        }
        Some(found.roster)
    }

    fn zone(&mut self, name: &str, path: &ValuePath) -> Option<GoalZone> {
        let zone = self.zones.get(name).map(|cells| GoalZone { name: name.into(), cells: cells.clone() });
        if zone.is_none() {
            let known: Vec<&String> = self.zones.keys().collect();
            self.findings.unknown(&path.field("zone"), "zone", name, &known);
        }
        zone
    }

    fn check_counts(&mut self, counts: i32, path: &ValuePath) {
        let limit = self.file.limit;
        if LIMITS.contains(&limit) && !(1..=limit).contains(&counts) {
            let message = format!("{counts} counts are never reached: the battle ends at count {limit}");
            let message = if counts < 1 { format!("must be at least 1, not {counts}") } else { message };
            self.findings.refuse(path, message);
        }
    }
}

/// Fills in the commanders of all members. Refuses unknown names, enemies, oneself and combatants under command.
pub fn add_commanders(file: &ScenarioFile, sides: &mut [ScenarioSide], findings: &mut Findings<'_>) {
    let named = named(sides);
    for (place, side) in file.sides.iter().enumerate() {
        for (entry, unit) in side.units.iter().enumerate() {
            let path = ValuePath::root().field("sides").index(place).field("units").index(entry);
            let found = commanders(file, place, unit, &named, &path.field("commanders"), findings);
            let members = sides.get_mut(place).into_iter().flat_map(|side| &mut side.members);
            members.filter(|member| member.path == path).for_each(|member| member.commanders.clone_from(&found));
        }
    }
}

fn commanders(
    file: &ScenarioFile,
    side: usize,
    unit: &UnitFile,
    named: &[NamedMember],
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
        let why = if commander.side != side {
            "is an enemy and cannot command this unit"
        } else if unit.name.as_deref() == Some(name.as_str()) {
            "cannot command itself"
        } else if is_commanded(file, name) {
            "is under command itself"
        } else {
            found.push(commander.roster);
            continue;
        };
        findings.refuse(&path, format!("`{name}` {why}"));
    }
    found
}

fn is_commanded(file: &ScenarioFile, name: &str) -> bool {
    let mut units = file.sides.iter().flat_map(|side| &side.units);
    units.any(|unit| unit.name.as_deref() == Some(name) && !unit.commanders.is_empty())
}
