//! The terrain and barriers of `assets/terrain.ron`, from which the maps of scenarios are made.

use std::collections::BTreeSet;
use std::path::Path;

use serde::Deserialize;

use super::authored::{Diagnostic, Findings, Source, ValuePath, parse};
use crate::grid::{Barrier, CoverGrade, Deep, Grip, Terrain};

/// The most kinds of ground, so that each has an index in a board's palette.
const MOST_KINDS: usize = 200;

/// The greatest height of an obstacle in feet.
const TALLEST: u16 = 100;

/// One kind of ground that a map's legend may name.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GroundKind {
    /// The id by which a legend refers to it.
    pub id: String,
    /// The name players read; no two kinds share a name.
    pub name: String,
    /// One sentence for players.
    pub about: String,
    /// The cost of entering it in cells of movement, 1 to 3; `None` if it cannot be entered.
    pub cost: Option<u8>,
    /// Whether it blocks sight.
    pub opaque: bool,
    /// The cover that it gives to a target in it or behind it.
    pub cover: CoverGrade,
    /// Whether it harms those who enter it.
    pub hazard: bool,
    /// Added to the height of its cell, in feet.
    pub height: i16,
    /// Chasm or deep water instead of ground: a body can be in it but cannot walk into it.
    pub deep: Option<Deep>,
    /// How well its sides can be climbed.
    pub grip: Grip,
    /// The tile with which it is drawn.
    pub art: String,
    /// Whether it is half as wide as other cells: larger bodies squeeze through, where the rules allow it.
    #[serde(default)]
    pub narrow: bool,
    /// Whether it can be dug through.
    #[serde(default)]
    pub soft: bool,
    /// Bodies at least this many cells wide are not slowed by it, if the rule system has such a rule.
    pub spares: Option<u8>,
    /// The id of the ground that it becomes when it breaks or is dug out.
    pub becomes: Option<String>,
    /// The open door that it becomes, if it is a closed door.
    pub door: Option<DoorKind>,
    /// The height in feet up to which it protects, 0 to 100, under rules that measure cover; if left out, that of its cover.
    #[serde(default)]
    pub tall: Option<u16>,
}

/// The open form of a closed door.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DoorKind {
    /// The id of the open door.
    pub open: String,
}

/// One kind of barrier that may stand on the edge between two cells.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BarrierKind {
    /// The id by which a scenario refers to it.
    pub id: String,
    /// The name players read; no two kinds share a name.
    pub name: String,
    /// One sentence for players.
    pub about: String,
    /// Whether a creature can step across it.
    pub passable: bool,
    /// Whether it blocks sight.
    pub opaque: bool,
    /// The cover that it gives to a target on the other side.
    pub cover: CoverGrade,
    /// Its height in feet, 0 to 100, under rules that measure cover; if left out, that of its cover.
    #[serde(default)]
    pub tall: Option<u16>,
    /// The strip with which it is drawn.
    pub art: String,
}

impl BarrierKind {
    /// The barrier as a board holds it.
    pub fn barrier(&self) -> Barrier {
        let Self { passable, opaque, cover, .. } = *self;
        Barrier { name: self.name.clone(), passable, opaque, cover, tall: self.tall.map(of_cell) }
    }
}

/// Feet in hundredths of a cell, which is 5 feet in files.
fn of_cell(feet: u16) -> u16 {
    feet.saturating_mul(20)
}

impl GroundKind {
    /// The ground as a board holds it.
    pub fn terrain(&self) -> Terrain {
        Terrain {
            name: self.name.clone(),
            cost: self.cost,
            opaque: self.opaque,
            cover: self.cover,
            hazard: self.hazard,
            deep: self.deep,
            grip: self.grip,
            narrow: self.narrow,
            soft: self.soft,
            spares: self.spares,
            tall: self.tall.map(of_cell),
        }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TerrainFile {
    terrain: Vec<GroundKind>,
    barriers: Vec<BarrierKind>,
}

/// Every kind of ground and barrier, checked, in the order of the file. A cell's tile is an index in [`grounds`](Self::grounds).
#[derive(Clone, Debug)]
pub struct Terrains {
    grounds: Vec<GroundKind>,
    barriers: Vec<BarrierKind>,
}

impl Terrains {
    /// Reads `terrain.ron` in the folder of the assets, with the errors of [`Terrains::read`].
    pub fn open(assets: &Path) -> Result<Terrains, Vec<Diagnostic>> {
        let source = Source::read(assets.join("terrain.ron")).map_err(|unreadable| vec![unreadable])?;
        Terrains::read(&source)
    }

    /// Reads and checks ground and barriers.
    ///
    /// # Errors
    /// The first mistake if the text cannot be parsed, otherwise all mistakes.
    pub fn read(source: &Source) -> Result<Terrains, Vec<Diagnostic>> {
        let file: TerrainFile = parse(source).map_err(|refused| vec![refused])?;
        let mut findings = Findings::new(source);
        check(&file, &mut findings);
        findings.finish(Terrains { grounds: file.terrain, barriers: file.barriers })
    }

    /// All kinds of ground.
    pub fn grounds(&self) -> &[GroundKind] {
        &self.grounds
    }

    /// All kinds of barrier.
    pub fn barriers(&self) -> &[BarrierKind] {
        &self.barriers
    }

    /// The index of the ground with this id, in the list and in a board's palette.
    pub fn place(&self, id: &str) -> Option<u8> {
        let at = self.grounds.iter().position(|kind| kind.id == id)?;
        u8::try_from(at).ok()
    }

    /// The ground with this name, as boards use it.
    pub fn named(&self, name: &str) -> Option<&GroundKind> {
        self.grounds.iter().find(|kind| kind.name == name)
    }

    /// The barrier with this id.
    pub fn barrier(&self, id: &str) -> Option<&BarrierKind> {
        self.barriers.iter().find(|kind| kind.id == id)
    }

    /// The barrier with this name, as boards use it.
    pub fn barrier_named(&self, name: &str) -> Option<&BarrierKind> {
        self.barriers.iter().find(|kind| kind.name == name)
    }

    /// Every kind of ground as a board holds it.
    pub fn palette(&self) -> Vec<Terrain> {
        self.grounds.iter().map(GroundKind::terrain).collect()
    }

    /// The indices of the closed and the open form of a door, given either; `None` for other ground.
    pub fn door_forms(&self, place: u8) -> Option<(u8, u8)> {
        let kind = self.grounds.get(usize::from(place))?;
        if let Some(door) = &kind.door {
            return Some((place, self.place(&door.open)?));
        }
        let opens_to_it = |other: &GroundKind| other.door.as_ref().is_some_and(|door| door.open == kind.id);
        let closed = self.grounds.iter().position(opens_to_it)?;
        Some((u8::try_from(closed).ok()?, place))
    }

    /// The index of the ground that the ground at an index becomes when it breaks or is dug out.
    pub fn broken_form(&self, place: u8) -> Option<u8> {
        self.place(self.grounds.get(usize::from(place))?.becomes.as_deref()?)
    }
}

fn check(file: &TerrainFile, findings: &mut Findings<'_>) {
    let (grounds, barriers) = (ValuePath::root().field("terrain"), ValuePath::root().field("barriers"));
    if file.terrain.is_empty() || file.terrain.len() > MOST_KINDS {
        let found = file.terrain.len();
        findings.refuse(&grounds, format!("{found} kinds of ground; there must be 1 to {MOST_KINDS}"));
    }
    check_words(file.terrain.iter().map(|kind| [&kind.id, &kind.name, &kind.about, &kind.art]), &grounds, findings);
    check_words(file.barriers.iter().map(|kind| [&kind.id, &kind.name, &kind.about, &kind.art]), &barriers, findings);
    for (place, kind) in file.terrain.iter().enumerate() {
        check_ground(kind, &file.terrain, &grounds.index(place), findings);
        check_tall(kind.tall, &grounds.index(place), findings);
    }
    for (place, kind) in file.barriers.iter().enumerate() {
        check_tall(kind.tall, &barriers.index(place), findings);
    }
}

fn check_tall(tall: Option<u16>, path: &ValuePath, findings: &mut Findings<'_>) {
    if tall.is_some_and(|feet| feet > TALLEST) {
        findings.refuse(
            &path.field("tall"),
            format!("an obstacle is at most {TALLEST} feet tall; leave it out for a wall without end"),
        );
    }
}

/// Refuses blank words, and ids and names that are given twice.
fn check_words<'k>(kinds: impl Iterator<Item = [&'k String; 4]>, list: &ValuePath, findings: &mut Findings<'_>) {
    let mut seen = BTreeSet::new();
    for (place, words) in kinds.enumerate() {
        for (field, word) in ["id", "name", "about", "art"].into_iter().zip(words) {
            let path = list.index(place).field(field);
            if word.trim().is_empty() {
                findings.refuse(&path, format!("the {field} must not be blank"));
            } else if matches!(field, "id" | "name") && !seen.insert((field, word)) {
                findings.refuse(&path, format!("the {field} `{word}` is given twice"));
            }
        }
    }
}

fn check_ground(kind: &GroundKind, all: &[GroundKind], path: &ValuePath, findings: &mut Findings<'_>) {
    if kind.cost.is_some_and(|cost| !(1..=3).contains(&cost)) {
        findings.refuse(&path.field("cost"), "the cost is 1, 2 or 3, or `None` for what cannot be entered");
    }
    if !(-150..=50).contains(&kind.height) || kind.height % 5 != 0 {
        findings.refuse(&path.field("height"), "the height is -150 to 50 feet in steps of 5");
    }
    if kind.deep.is_some() && kind.cost.is_some() {
        findings.refuse(&path.field("deep"), "deep ground cannot be walked into: its cost is `None`");
    }
    let known: Vec<&str> = all.iter().map(|other| other.id.as_str()).collect();
    if let Some(becomes) = kind.becomes.as_ref().filter(|becomes| !known.contains(&becomes.as_str())) {
        findings.unknown(&path.field("becomes"), "terrain", becomes, &known);
    }
    if kind.spares.is_some_and(|cells| !(2..=6).contains(&cells)) {
        findings.refuse(&path.field("spares"), "this is 2 to 6 cells");
    }
    let Some(door) = &kind.door else { return };
    let path = path.field("door").field("open");
    match all.iter().find(|other| other.id == door.open) {
        None => findings.unknown(&path, "terrain", &door.open, &known),
        Some(open) if open.cost.is_none() || open.door.is_some() => {
            findings.refuse(&path, format!("`{}` is no open door: it cannot be entered", open.id));
        }
        Some(_) => {}
    }
}
