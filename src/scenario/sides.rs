//! Sides and the positions of their combatants, and the size limits of a scenario.

use std::collections::BTreeSet;

use super::file::{At, Control, Patch, ScenarioFile, UnitFile};
use super::map::{Map, off_map, surroundings};
use super::{Member, ScenarioSide};
use crate::battle::Facing;
use crate::content::authored::{Findings, ValuePath};
use crate::content::speed::SpeedMode;
use crate::grid::Cell;

/// Valid numbers of sides.
const SIDES: std::ops::RangeInclusive<usize> = 2..=4;
/// Most characters of a name shown beside a token.
const MOST_NAME: usize = 40;
/// Most entries of `currents`, `ice` and `lights`.
const MOST_PLACES: usize = 1000;
/// Most goals, and most losses, of a side.
const MOST_GOALS: usize = 20;
/// Most initial conditions, and most commanders, of a combatant.
const MOST_OF_ONE: usize = 100;
/// Most combatants of all sides together.
const MOST_COMBATANTS: usize = 200;

/// The sides of a file with their members in roster order. Goals follow later, when all names are known.
pub fn find(file: &ScenarioFile, map: Option<&Map>, findings: &mut Findings<'_>) -> Vec<ScenarioSide> {
    let path = ValuePath::root().field("sides");
    if !SIDES.contains(&file.sides.len()) {
        let message = format!("a battle needs 2 to 4 sides, not {}", file.sides.len());
        findings.refuse(&path, message);
    }
    let (mut side_names, mut names, mut sides) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
    let mut reader = Reader { file, map, marks: BTreeSet::new(), combatants: 0, findings };
    for (place, side) in file.sides.iter().enumerate() {
        let path = path.index(place);
        check_text(&side.name, &path.field("name"), "name of the side", MOST_NAME, reader.findings);
        if !side_names.insert(side.name.as_str()) {
            reader.findings.refuse(&path.field("name"), format!("duplicate side name `{}`", side.name));
        }
        let mut members = Vec::new();
        for (place, unit) in side.units.iter().enumerate() {
            let path = path.field("units").index(place);
            if let Some(name) = &unit.name {
                let path = path.field("name");
                check_text(name, &path, "name of the unit", MOST_NAME, reader.findings);
                if !names.insert(name.as_str()) {
                    reader.findings.refuse(&path, format!("duplicate unit name `{name}`"));
                }
            }
            members.extend(reader.members(unit, &path));
        }
        if side.units.is_empty() {
            reader.findings.refuse(&path.field("units"), format!("`{}` has no units", side.name));
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
    at_most(reader.combatants, MOST_COMBATANTS, "combatants", &path, reader.findings);
    reader.refuse_idle_marks();
    sides
}

/// Reads the positions of combatants.
struct Reader<'f, 's> {
    file: &'f ScenarioFile,
    map: Option<&'f Map>,
    /// Marks that have placed a unit.
    marks: BTreeSet<&'f str>,
    /// Number of combatants placed.
    combatants: usize,
    findings: &'f mut Findings<'s>,
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

impl<'f> Reader<'f, '_> {
    /// The members of an entry: one, or one for each cell with its mark.
    fn members(&mut self, unit: &'f UnitFile, path: &ValuePath) -> Vec<Member> {
        let at = path.field("at");
        let mut cells = self.cells(unit, &at);
        if unit.name.is_some() && cells.len() > 1 {
            self.findings
                .refuse(&at, format!("the mark of a named unit is on {} cells", cells.len()))
                .with_help("a named unit needs a mark that appears once");
        }
        self.combatants += cells.len().max(1);
        // Excess combatants are counted and refused, but not created.
        cells.truncate(MOST_COMBATANTS);
        cells.iter().for_each(|cell| self.check_place(*cell, &at));
        // A combatant without a cell is refused already; it is kept so that goals can name it.
        let cells = if cells.is_empty() { vec![Cell::default()] } else { cells };
        let facing = self.facing(unit, path);
        if let Some(radius) = unit.light {
            surroundings::check_radius(radius, &path.field("light"), self.findings);
        }
        let member = |cell| Member {
            unit: unit.unit.clone(),
            name: unit.name.clone(),
            cell,
            facing,
            surprised: unit.surprised,
            light: unit.light,
            hurt: unit.hurt,
            fatigue: unit.fatigue,
            afflicted: unit.afflicted.clone(),
            commanders: Vec::new(),
            speed: unit.speed,
            path: path.clone(),
        };
        cells.into_iter().map(member).collect()
    }

    fn cells(&mut self, unit: &'f UnitFile, path: &ValuePath) -> Vec<Cell> {
        let mark = match &unit.at {
            At::Cell(x, y) => return vec![Cell::new(*x, *y)],
            At::Mark(mark) => mark,
        };
        if self.file.marks.get(mark).is_none() {
            self.findings.unknown(path, "mark", mark, &self.file.marks.keys());
        } else if !self.marks.insert(mark) {
            self.findings
                .refuse(path, format!("the mark `{mark}` already places another unit"))
                .with_help("use another mark, or `Cell(x, y)` to share a space");
        }
        self.map.and_then(|map| map.marks.get(mark)).cloned().unwrap_or_default()
    }

    fn check_place(&mut self, cell: Cell, path: &ValuePath) {
        let Some(map) = self.map else { return };
        if !map.board.contains(cell) {
            self.findings.refuse(path, off_map(cell, map.board.width(), map.board.height()));
        } else if map.board.terrain(cell).cost.is_none() {
            self.findings.refuse(path, cannot_stand(cell, map.board.terrain(cell).name.as_str()));
        }
    }

    fn facing(&mut self, unit: &UnitFile, path: &ValuePath) -> Facing {
        let Some(heading) = unit.facing else { return Facing::AllAround };
        heading.direction(self.file.shape).map(Facing::of).unwrap_or_else(|| {
            self.findings
                .refuse(&path.field("facing"), "hexes have no neighbour to the north or south")
                .with_help("use NorthEast, East, SouthEast, SouthWest, West, NorthWest");
            Facing::AllAround
        })
    }

    /// Refuses marks that no unit and no zone uses.
    fn refuse_idle_marks(&mut self) {
        let file = self.file;
        let Some(map) = self.map else { return };
        let iced = file.ice.iter().flat_map(|ice| &ice.at);
        let patches = file.zones.0.iter().flat_map(|(_, patches)| patches).chain(&file.fog).chain(iced);
        let zoned: BTreeSet<&str> = patches
            .filter_map(|patch| match patch {
                Patch::Mark(mark) => Some(mark.as_str()),
                Patch::Cell(..) | Patch::Rect { .. } => None,
            })
            .collect();
        for mark in file.marks.keys() {
            let is_drawn = map.marks.get(mark).is_some_and(|cells| !cells.is_empty());
            let is_ground = file.legend.get(mark).is_some();
            if is_drawn && !is_ground && !self.marks.contains(mark) && !zoned.contains(mark) {
                self.findings
                    .refuse(&ValuePath::root().field("marks").key_itself(mark), format!("unused mark `{mark}`"))
                    .with_help("use it for a unit or a zone, or define the character in the legend");
            }
        }
    }
}

/// The message for impassable ground.
pub fn cannot_stand(cell: Cell, ground: &str) -> String {
    format!("no unit can stand at {cell}: {ground}")
}

/// Refuses everything that exceeds its limit.
pub fn check_limits(file: &ScenarioFile, findings: &mut Findings<'_>) {
    let root = ValuePath::root();
    let lists = [("currents", file.currents.len()), ("ice", file.ice.len()), ("lights", file.lights.len())];
    for (field, many) in lists {
        at_most(many, MOST_PLACES, field, &root.field(field), findings);
    }
    let units: usize = file.sides.iter().map(|side| side.units.len()).sum();
    at_most(units, MOST_COMBATANTS, "combatants", &root.field("sides"), findings);
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

fn at_most(many: usize, most: usize, what: &str, path: &ValuePath, findings: &mut Findings<'_>) {
    if many > most {
        findings.refuse(path, format!("too many {what}: {many}; at most {most} are allowed"));
    }
}
