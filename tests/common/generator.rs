//! Random scenarios: a seed and a rule system determine the text of a scenario. Of any two enemies, one can walk to the
//! other, opening doors if it has hands.

#![allow(dead_code, reason = "every target that includes this uses its own part of it")]

use std::sync::Arc;

use warboard::content::{Source, SpeedMode, Trait};
use warboard::dice::Dice;
use warboard::grid::{Cell, Flood, Footprint, Shape, distance};
use warboard::mechanics::{Game, movement};
use warboard::resolution::setup::CombatantSetup;
use warboard::resolution::{BattleState, Setup};
use warboard::rules::make_sheet;
use warboard::scenario::Scenario;

use super::shipped::{LIBRARY, TERRAINS};

/// The terrain of each mark.
const LEGEND: &str = r##"".": "floor", "~": "water", "s": "shallows", "t": "thicket", "m": "mud", "l": "low_wall",
        "#": "wall", "o": "rock", "+": "door_closed", "/": "door_open""##;
/// Marks of terrain on which a fighter may begin.
const FREE: &[u8] = b".stm";
/// The maximum number of maps drawn for one seed.
const ATTEMPTS: u64 = 200;

/// The scenario of a seed under a rule system, and its setup.
pub fn generated(ruleset: &str, seed: u64) -> (Source, Arc<Setup>) {
    let kinds = kinds(ruleset);
    let found = (0..ATTEMPTS).find_map(|attempt| {
        let draft = Draft::new(Dice::seeded(seed, attempt), seed, &kinds)?;
        let opened = prepared(&draft.source(true), ruleset)?;
        let source = draft.source(false);
        let setup = prepared(&source, ruleset)?;
        can_meet(&setup, &opened).then_some((source, setup))
    });
    found.unwrap_or_else(|| panic!("no map of seed {seed} lets all fighters meet under {ruleset}"))
}

fn prepared(source: &Source, ruleset: &str) -> Option<Arc<Setup>> {
    let scenario = Scenario::read(source, &TERRAINS).ok()?;
    scenario.prepare(&LIBRARY, ruleset).ok().map(Arc::new)
}

/// A unit for the random choice: its id and its width in cells.
struct Kind {
    id: String,
    across: u8,
}

fn kinds(ruleset: &str) -> Vec<Kind> {
    let rules = LIBRARY.ruleset(ruleset).unwrap_or_else(|wrong| panic!("{}", wrong[0].brief()));
    let kind = |id: String| {
        let unit = LIBRARY.unit(ruleset, &id).unwrap_or_else(|wrong| panic!("{}", wrong.brief()));
        let sheet = make_sheet(&rules, &id, &unit, SpeedMode::Fixed).expect("a shipped unit");
        Kind { id, across: sheet.extent }
    };
    LIBRARY.units(ruleset).into_iter().map(kind).collect()
}

/// Whether of any two enemies one can walk to the other; closed doors stop large units and those without hands.
fn can_meet(setup: &Arc<Setup>, opened: &Arc<Setup>) -> bool {
    let book = setup.rules.book();
    let policy = book.policies.board.distance;
    let [closed, opened] = [setup, opened].map(|setup| BattleState::begin(Arc::clone(setup), Dice::seeded(1, 0)));
    let flood = |combatant: &CombatantSetup| {
        let handy = !combatant.sheet.has(Trait::NoHands) && combatant.footprint.extent == 1;
        let view = if handy { &opened } else { &closed }.view();
        let (mut flood, own) = (Flood::default(), combatant.footprint);
        flood.run_with(policy, view.board(), own.anchor, u16::MAX / 2, |from, step, _| {
            movement::step_cost(Game::new(view, book), None, own.at(from), step)
        });
        flood
    };
    let floods: Vec<Flood> = setup.combatants.iter().map(flood).collect();
    let reaches = |one: usize, other: usize| {
        let (own, theirs) = (setup.combatants[one].footprint, setup.combatants[other].footprint);
        let near = |cell: &Cell| distance(setup.field.board.shape(), policy, own.at(*cell), theirs) <= 1;
        floods[one].reached().iter().any(near)
    };
    let enemies = |one: usize, other: usize| setup.combatants[one].side != setup.combatants[other].side;
    let all = 0..setup.combatants.len();
    all.clone().all(|one| all.clone().all(|other| !enemies(one, other) || reaches(one, other) || reaches(other, one)))
}

/// A fighter of a draft.
struct Fighter {
    id: String,
    name: String,
    at: Cell,
}

/// A scenario under construction.
struct Draft {
    dice: Dice,
    seed: u64,
    shape: Shape,
    wide: i16,
    high: i16,
    ground: Vec<u8>,
    heights: Vec<u8>,
    barriers: Vec<String>,
    taken: Vec<Cell>,
    sides: [Vec<Fighter>; 2],
}

impl Draft {
    /// Draws terrain and fighters; `None` if a fighter does not fit.
    fn new(mut dice: Dice, seed: u64, kinds: &[Kind]) -> Option<Draft> {
        let (wide, high) = (dice.die(35) as i16 + 5, dice.die(35) as i16 + 5);
        let cells = (wide * high) as usize;
        let shape = if dice.die(3) == 1 { Shape::Hex } else { Shape::Square };
        let (ground, heights) = (vec![b'.'; cells], vec![b'0'; cells]);
        let (barriers, taken, sides) = (Vec::new(), Vec::new(), [Vec::new(), Vec::new()]);
        let mut draft = Draft { dice, seed, shape, wide, high, ground, heights, barriers, taken, sides };
        draft.draw();
        for side in 0..2 {
            let most = (cells / 16).clamp(1, 12) as u16;
            for number in 0..draft.dice.die(most) {
                draft.enlist(side, number, kinds)?;
            }
        }
        Some(draft)
    }

    /// A random number from `first` to `last`.
    fn between(&mut self, first: i16, last: i16) -> i16 {
        first + self.dice.die((last - first + 1).max(1) as u16) as i16 - 1
    }

    /// A random cell.
    fn any(&mut self) -> Cell {
        let (wide, high) = (self.wide, self.high);
        Cell::new(self.between(0, wide - 1), self.between(0, high - 1))
    }

    fn place(&self, x: i16, y: i16) -> Option<usize> {
        ((0..self.wide).contains(&x) && (0..self.high).contains(&y)).then(|| (y * self.wide + x) as usize)
    }

    fn set(&mut self, x: i16, y: i16, tile: u8) {
        if let Some(place) = self.place(x, y) {
            self.ground[place] = tile;
        }
    }

    fn draw(&mut self) {
        let features: [fn(&mut Draft); 6] =
            [Draft::hill, Draft::scatter, Draft::pond, Draft::river, Draft::wall, Draft::room];
        for feature in features {
            if self.dice.die(2) == 1 {
                feature(self);
            }
        }
        for _ in 0..self.between(0, 3) {
            self.edge();
        }
    }

    /// A hill, perhaps with a second level.
    fn hill(&mut self) {
        let (middle, size) = (self.any(), self.between(1, 5));
        let steep = self.between(1, 2);
        for (height, size) in [(b'0' + steep as u8, size), (b'1' + steep as u8, size - 2)] {
            for (y, x) in (-size..=size).flat_map(|y| (-size..=size).map(move |x| (y, x))) {
                if let Some(place) = self.place(middle.x + x, middle.y + y) {
                    self.heights[place] = height;
                }
            }
        }
    }

    fn scatter(&mut self) {
        for _ in 0..self.wide * self.high / 12 {
            let (cell, tile) = (self.any(), b"ttmlo#"[usize::from(self.dice.die(6) - 1)]);
            self.set(cell.x, cell.y, tile);
        }
    }

    /// Deep water with a shallow rim.
    fn pond(&mut self) {
        let (middle, size) = (self.any(), self.between(1, 4));
        for (y, x) in (-size..=size).flat_map(|y| (-size..=size).map(move |x| (y, x))) {
            let rim = x.abs() == size || y.abs() == size;
            self.set(middle.x + x, middle.y + y, if rim { b's' } else { b'~' });
        }
    }

    /// Deep water from the north to the south, with a ford or two.
    fn river(&mut self) {
        let (mut x, broad) = (self.between(1, self.wide - 2), self.between(1, 3));
        let fords = [self.between(0, self.high - 1), self.between(0, self.high - 1)];
        for y in 0..self.high {
            x += self.between(-1, 1);
            let shallow = fords.iter().any(|ford| (ford - y).abs() <= 1);
            for along in 0..broad {
                self.set(x + along, y, if shallow { b's' } else { b'~' });
            }
        }
    }

    /// A wall across the map with doors and gaps in it.
    fn wall(&mut self) {
        let upright = self.dice.die(2) == 1;
        let (at, length) = if upright { (self.wide, self.high) } else { (self.high, self.wide) };
        let at = self.between(1, at - 2);
        let put = |draft: &mut Draft, along: i16, tile| match upright {
            true => draft.set(at, along, tile),
            false => draft.set(along, at, tile),
        };
        (0..length).for_each(|along| put(self, along, b'#'));
        for _ in 0..self.between(1, 3) {
            let (along, kind) = (self.between(0, length - 1), self.dice.die(4));
            match kind {
                1 => (along..along + 3).for_each(|along| put(self, along, b'.')),
                2 => put(self, along, b'/'),
                _ => put(self, along, b'+'),
            }
        }
    }

    /// A room with a door or two.
    fn room(&mut self) {
        let (corner, wide, high) = (self.any(), self.between(3, 8), self.between(3, 8));
        for (y, x) in (0..=high).flat_map(|y| (0..=wide).map(move |x| (y, x))) {
            let side = x == 0 || y == 0 || x == wide || y == high;
            self.set(corner.x + x, corner.y + y, if side { b'#' } else { b'.' });
        }
        let (across, down) = (self.between(1, wide - 1), self.between(1, high - 1));
        self.set(corner.x + across, corner.y, b'+');
        let west = b"+/.#"[usize::from(self.dice.die(4) - 1)];
        self.set(corner.x, corner.y + down, west);
        self.set(corner.x + wide, corner.y + down, b'+');
    }

    /// A run of barriers between two columns.
    fn edge(&mut self) {
        let kinds = ["low_wall", "chest_wall", "arrow_slit", "railing", "hedge", "wall"];
        let (from, length) = (self.any(), self.between(1, 8));
        let kind = kinds[usize::from(self.dice.die(6) - 1)];
        for y in from.y..(from.y + length).min(self.high) {
            if from.x + 1 < self.wide {
                let line = format!("(from: ({}, {y}), to: ({}, {y}), is: \"{kind}\")", from.x, from.x + 1);
                if !self.barriers.iter().any(|other| other.split(", is").next() == line.split(", is").next()) {
                    self.barriers.push(line);
                }
            }
        }
    }

    /// Adds a fighter to a side, usually in its third of the map; `None` if there is no room.
    fn enlist(&mut self, side: usize, number: u16, kinds: &[Kind]) -> Option<()> {
        let kind = &kinds[usize::from(self.dice.die(kinds.len() as u16) - 1)];
        for _ in 0..60 {
            let mut cell = self.any();
            if !self.seed.is_multiple_of(4) {
                let part = (self.wide / 3).max(1);
                cell.x =
                    if side == 0 { self.between(0, part) } else { self.between(self.wide - 1 - part, self.wide - 1) };
            }
            let cells = Footprint { anchor: cell, extent: kind.across }.cells(self.shape);
            let free = |cell: &Cell| {
                let place = self.place(cell.x, cell.y);
                place.is_some_and(|place| FREE.contains(&self.ground[place])) && !self.taken.contains(cell)
            };
            if cells.iter().all(free) {
                self.taken.extend(cells.iter());
                let name = format!("{} {}", ["North", "South"][side], number + 1);
                self.sides[side].push(Fighter { id: kind.id.clone(), name, at: cell });
                return Some(());
            }
        }
        None
    }

    /// The text of the scenario, with all doors open if `opened`.
    fn source(&self, opened: bool) -> Source {
        let rows = |all: &[u8]| -> String {
            let rows =
                all.chunks(self.wide as usize).map(|row| format!("        \"{}\",\n", String::from_utf8_lossy(row)));
            rows.collect()
        };
        let door = |tile: &u8| if opened && *tile == b'+' { b'/' } else { *tile };
        let map = rows(&self.ground.iter().map(door).collect::<Vec<_>>());
        let (seed, shape, heights) = (self.seed, self.shape, rows(&self.heights));
        let (goals, zone) = self.goals();
        let sides: String = (0..2).map(|side| self.side(side, &goals[side])).collect();
        let text = format!(
            "// Drawn at random from seed {seed}.\n(\n    name: \"Drawn {seed}\",\n    about: \"Every fighter can come to blows with \
             each of its enemies.\",\n    shape: {shape:?},\n    map: [\n{map}    ],\n    legend: {{ {LEGEND} }},\n    heights: \
             [\n{heights}    ],\n    barriers: [{}],\n    zones: {{ {zone} }},\n    sides: [\n{sides}    ],\n)\n",
            self.barriers.join(", ")
        );
        Source::new("drawn.ron", text)
    }

    fn side(&self, side: usize, goals: &str) -> String {
        let unit = |fighter: &Fighter| {
            format!(
                "(unit: \"{}\", name: \"{}\", at: Cell({}, {})), ",
                fighter.id, fighter.name, fighter.at.x, fighter.at.y
            )
        };
        let units: String = self.sides[side].iter().map(unit).collect();
        let name = ["North", "South"][side];
        format!("        (name: \"{name}\", control: Ai, units: [{units}], {goals}),\n")
    }

    /// The goals of each side, and the zone they need.
    fn goals(&self) -> ([String; 2], String) {
        let plain = || "goals: [DefeatAll]".to_owned();
        let (middle, east, high) = ((self.wide / 2, self.high / 2), self.wide - 1, self.high - 1);
        let many = self.sides[0].len().div_ceil(2);
        match self.seed % 10 {
            6 | 7 => {
                let (x, y) = middle;
                let zone = format!("\"place\": [Rect(from: ({}, {}), to: ({}, {}))]", x - 1, y - 1, x + 1, y + 1);
                (["goals: [DefeatAll, Hold(zone: \"place\", counts: 30)]".to_owned(), plain()], zone)
            }
            8 => {
                let zone = format!("\"place\": [Rect(from: ({east}, 0), to: ({east}, {high}))]");
                ([format!("goals: [DefeatAll, Escape(zone: \"place\", many: {many})]"), plain()], zone)
            }
            9 => {
                let ours = "goals: [DefeatAll], losses: [Fallen(\"North 1\")]".to_owned();
                ([ours, "goals: [DefeatAll, Defeat(\"North 1\")]".to_owned()], String::new())
            }
            _ => ([plain(), plain()], String::new()),
        }
    }
}
