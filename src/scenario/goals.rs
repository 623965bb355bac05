//! What the sides fight for, with names turned into places in the roster.

use std::ops::RangeInclusive;

use super::ScenarioSide;
use super::file::{GoalFile, LossFile, ScenarioFile};
use super::map::Map;
use super::zones::Zones;
use crate::content::authored::{Findings, ValuePath};
use crate::content::goal::{Goal, Loss, Zone};

/// Counts after which a battle may be a draw.
const LIMITS: RangeInclusive<i32> = 10..=100_000;

/// Gives every side its goals and losses, and refuses those that make no sense.
///
/// How many of a side can escape is asked only where the map says how many there are.
pub fn add(
    file: &ScenarioFile,
    map: Option<&Map>,
    zones: &Zones,
    sides: &mut [ScenarioSide],
    findings: &mut Findings<'_>,
) {
    if !LIMITS.contains(&file.limit) {
        let path = ValuePath::root().field("limit");
        findings.refuse(&path, format!("the limit of {} counts is out of 10 to 100000", file.limit));
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

/// Somebody whom a goal may name.
pub(super) struct Named {
    pub(super) name: String,
    pub(super) side: usize,
    pub(super) roster: u16,
}

/// Everybody with a name of their own.
pub(super) fn named(sides: &[ScenarioSide]) -> Vec<Named> {
    let members = sides.iter().enumerate().flat_map(|(at, side)| side.members.iter().map(move |member| (at, member)));
    let named = |(roster, (side, member)): (u16, (usize, &super::Member))| {
        Some(Named { name: member.name.clone()?, side, roster })
    };
    (0..).zip(members).filter_map(named).collect()
}

/// Reads the goals of one side.
struct Reader<'a, 's> {
    file: &'a ScenarioFile,
    zones: &'a Zones,
    named: &'a [Named],
    side: usize,
    members: Option<usize>,
    findings: &'a mut Findings<'s>,
}

impl Reader<'_, '_> {
    fn goals(&mut self, goals: &[GoalFile], path: &ValuePath) -> Vec<Goal> {
        if goals.is_empty() {
            self.findings
                .refuse(path, "a side without a goal cannot win")
                .with_help("leave `goals` out for [DefeatAll]");
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
                    let message = format!("{many} cannot escape from a side of {side}");
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

    /// The roster place of a friend or an enemy.
    fn combatant(&mut self, name: &str, friend: bool, path: &ValuePath) -> Option<u16> {
        let path = &path.index(0);
        let Some(found) = self.named.iter().find(|known| known.name == name) else {
            let known: Vec<&str> = self.named.iter().map(|known| known.name.as_str()).collect();
            self.findings.unknown(path, "name", name, &known);
            return None;
        };
        if (found.side == self.side) != friend {
            let (message, help) = if friend {
                ("is an enemy", format!("write goals: [Defeat(\"{name}\")] to win by this"))
            } else {
                ("is on this side itself", format!("write losses: [Fallen(\"{name}\")] to lose by this"))
            };
            self.findings.refuse(path, format!("`{name}` {message}")).with_help(help);
            return None;
        }
        Some(found.roster)
    }

    fn zone(&mut self, name: &str, path: &ValuePath) -> Option<Zone> {
        let zone = self.zones.get(name).map(|cells| Zone { name: name.into(), cells: cells.clone() });
        if zone.is_none() {
            let known: Vec<&String> = self.zones.keys().collect();
            self.findings.unknown(&path.field("zone"), "zone", name, &known);
        }
        zone
    }

    fn check_counts(&mut self, counts: i32, path: &ValuePath) {
        let limit = self.file.limit;
        if LIMITS.contains(&limit) && !(1..=limit).contains(&counts) {
            let message = format!("{counts} counts never come: the battle ends at count {limit}");
            let message = if counts < 1 { format!("{counts} counts are too few: at least 1") } else { message };
            self.findings.refuse(path, message);
        }
    }
}
