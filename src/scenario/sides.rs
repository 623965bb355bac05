//! Sides and the positions of their combatants.

use std::collections::BTreeSet;

use super::file::{At, Control, Patch, ScenarioFile, UnitFile};
use super::limits::{MOST_COMBATANTS, refuse_crowd};
use super::map::surroundings::check_radius;
use super::map::{Map, off_map};
use super::{Member, ScenarioSide};
use crate::battle::Facing;
use crate::content::{Findings, SpeedMode, ValuePath};
use crate::grid::Cell;

const SIDES: std::ops::RangeInclusive<usize> = 2..=4;
/// Most characters of a name shown beside a token.
pub const MOST_NAME: usize = 40;

/// The sides of a file with their members in roster order. Goals follow later, when all names are known.
pub fn find(file: &ScenarioFile, map: Option<&Map>, findings: &mut Findings<'_>) -> Vec<ScenarioSide> {
    let path = ValuePath::root().field("sides");
    if !SIDES.contains(&file.sides.len()) {
        let message = format!("a battle needs 2 to 4 sides, not {}", file.sides.len());
        findings.refuse(&path, message);
    }
    let (mut placed, mut names, mut sides) = (Placed::default(), BTreeSet::new(), Vec::new());
    for (place, side) in file.sides.iter().enumerate() {
        let path = path.index(place);
        check_text(&side.name, &path.field("name"), "name of the side", MOST_NAME, findings);
        if !names.insert(side.name.as_str()) {
            findings.refuse(&path.field("name"), format!("duplicate side name `{}`", side.name));
        }
        let mut members = Vec::new();
        for (place, unit) in side.units.iter().enumerate() {
            let path = path.field("units").index(place);
            members.extend(members_of(unit, &path, file, map, &mut placed, findings));
        }
        if side.units.is_empty() {
            findings.refuse(&path.field("units"), format!("`{}` has no units", side.name));
        }
        let usual = if side.control == Control::Human { SpeedMode::Random } else { SpeedMode::Fixed };
        sides.push(ScenarioSide {
            name: side.name.clone(),
            control: side.control,
            speed: side.speed.unwrap_or(usual),
            ambush: side.ambush,
            members,
            goals: Vec::new(),
            losses: Vec::new(),
        });
    }
    refuse_crowd(placed.combatants, &path, findings);
    refuse_idle_marks(file, map, &placed.marks, findings);
    sides
}

/// Combatants placed so far, with the names and marks that must be unique.
#[derive(Default)]
struct Placed<'f> {
    names: BTreeSet<&'f str>,
    marks: BTreeSet<&'f str>,
    combatants: usize,
}

/// Refuses a text that is blank, too long or has several lines.
pub fn check_text(text: &str, path: &ValuePath, what: &str, most: usize, findings: &mut Findings<'_>) {
    let found = text.chars().count();
    if text.trim().is_empty() {
        findings.refuse(path, format!("the {what} must not be blank"));
    } else if found > most {
        findings.refuse(path, format!("the {what} has {found} characters; at most {most} are allowed"));
    } else if text.chars().any(char::is_control) {
        findings.refuse(path, format!("the {what} must be a single line without tabs"));
    }
}

/// The members of an entry: one, or one for each cell with its mark.
fn members_of<'f>(
    unit: &'f UnitFile,
    path: &ValuePath,
    file: &ScenarioFile,
    map: Option<&Map>,
    placed: &mut Placed<'f>,
    findings: &mut Findings<'_>,
) -> Vec<Member> {
    if let Some(name) = &unit.name {
        let path = path.field("name");
        check_text(name, &path, "name of the unit", MOST_NAME, findings);
        if !placed.names.insert(name) {
            findings.refuse(&path, format!("duplicate unit name `{name}`"));
        }
    }
    let mut cells = cells(unit, path, file, map, &mut placed.marks, findings);
    if unit.name.is_some() && cells.len() > 1 {
        findings
            .refuse(&path.field("at"), format!("the mark of a named unit is on {} cells", cells.len()))
            .with_help("a named unit needs a mark that appears once");
    }
    placed.combatants += cells.len().max(1);
    // Excess combatants are counted and refused, but not created.
    cells.truncate(MOST_COMBATANTS);
    if let Some(map) = map {
        cells.iter().for_each(|cell| check_place(*cell, map, &path.field("at"), findings));
    }
    // A combatant without a cell rides or is refused already; it is kept so that goals can name it.
    let cells = if cells.is_empty() { vec![Cell::default()] } else { cells };
    let facing = facing(unit, path, file, findings);
    if !unit.aware_under.is_empty() && !unit.surprised {
        findings
            .refuse(&path.field("aware_under"), "the unit is not surprised".to_owned())
            .with_help("add `surprised: true`, or remove `aware_under`");
    }
    if let Some(radius) = unit.light {
        check_radius(radius, &path.field("light"), findings);
    }
    let member = |cell| Member {
        unit: unit.unit.clone(),
        name: unit.name.clone(),
        cell,
        facing,
        surprised: unit.surprised,
        aware_under: unit.aware_under.clone(),
        light: unit.light,
        hurt: unit.hurt,
        fatigue: unit.fatigue,
        afflicted: unit.afflicted.clone(),
        commanders: Vec::new(),
        rides: None,
        speed: unit.speed,
        path: path.clone(),
    };
    cells.into_iter().map(member).collect()
}

fn cells<'f>(
    unit: &'f UnitFile,
    path: &ValuePath,
    file: &ScenarioFile,
    map: Option<&Map>,
    placed: &mut BTreeSet<&'f str>,
    findings: &mut Findings<'_>,
) -> Vec<Cell> {
    let mark = match &unit.at {
        At::Cell(x, y) => return vec![Cell::new(*x, *y)],
        // Placed with its mount, once all names are known.
        At::On(_) => return Vec::new(),
        At::Mark(mark) => mark,
    };
    if file.marks.get(mark).is_none() {
        findings.unknown(&path.field("at"), "mark", mark, &file.marks.keys());
    } else if !placed.insert(mark) {
        findings
            .refuse(&path.field("at"), format!("the mark `{mark}` already places another unit"))
            .with_help("use another mark, or `Cell(x, y)` to share a space");
    }
    map.and_then(|map| map.marks.get(mark)).cloned().unwrap_or_default()
}

fn check_place(cell: Cell, map: &Map, path: &ValuePath, findings: &mut Findings<'_>) {
    if !map.board.contains(cell) {
        findings.refuse(path, off_map(cell, map.board.width(), map.board.height()));
    } else if map.board.terrain(cell).cost.is_none() {
        findings.refuse(path, cannot_stand(cell, map.board.terrain(cell).name.as_str()));
    }
}

pub fn cannot_stand(cell: Cell, ground: &str) -> String {
    format!("no unit can stand at {cell}: {ground}")
}

fn facing(unit: &UnitFile, path: &ValuePath, file: &ScenarioFile, findings: &mut Findings<'_>) -> Facing {
    let Some(heading) = unit.facing else { return Facing::AllAround };
    heading.direction(file.shape).map(Facing::of).unwrap_or_else(|| {
        findings
            .refuse(&path.field("facing"), "hexes have no neighbour to the north or south")
            .with_help("use NorthEast, East, SouthEast, SouthWest, West, NorthWest");
        Facing::AllAround
    })
}

fn refuse_idle_marks(file: &ScenarioFile, map: Option<&Map>, placed: &BTreeSet<&str>, findings: &mut Findings<'_>) {
    let Some(map) = map else { return };
    let iced = file.ice.iter().flat_map(|ice| &ice.at);
    let patches = file.zones.0.iter().flat_map(|(_, patches)| patches).chain(&file.fog).chain(iced);
    let zoned: BTreeSet<&str> =
        patches.filter_map(|patch| if let Patch::Mark(mark) = patch { Some(mark.as_str()) } else { None }).collect();
    for mark in file.marks.keys() {
        let is_drawn = map.marks.get(mark).is_some_and(|cells| !cells.is_empty());
        let is_ground = file.legend.get(mark).is_some();
        if is_drawn && !is_ground && !placed.contains(mark) && !zoned.contains(mark) {
            findings
                .refuse(&ValuePath::root().field("marks").key_itself(mark), format!("unused mark `{mark}`"))
                .with_help("use it for a unit or a zone, or define the character in the legend");
        }
    }
}
