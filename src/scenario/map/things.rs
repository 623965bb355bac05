//! Objects that can be damaged: doors, chests, walls.

use std::collections::BTreeSet;

use super::Map;
use super::zones::gather;
use crate::battle::{GroundItem, Thing};
use crate::content::{Findings, ItemMagic, Name, Size, Terrains, ThingPolicy, ValuePath};
use crate::grid::Cell;
use crate::mechanics::objects;
use crate::rules::Ruleset;
use crate::scenario::file::{Patch, ScenarioFile, ThingFile};

/// An object of a scenario, before a rule system defines its kind.
#[derive(Clone, Debug)]
pub struct PlacedThing {
    /// Its entry in the file.
    path: ValuePath,
    kind: String,
    name: Option<String>,
    cells: Vec<Cell>,
    leaves: Option<u8>,
    holds: Vec<String>,
}

/// The objects of a file: one for each cell with a mark, each cell and each rectangle.
pub fn find(
    file: &ScenarioFile,
    terrains: &Terrains,
    map: Option<&Map>,
    findings: &mut Findings<'_>,
) -> Vec<PlacedThing> {
    let (mut all, mut taken): (Vec<PlacedThing>, BTreeSet<Cell>) = Default::default();
    let Some(map) = map else { return all };
    for (place, thing) in file.things.iter().enumerate() {
        let path = ValuePath::root().field("things").index(place);
        if thing.at.is_empty() {
            findings.refuse(&path.field("at"), "the object has no cell");
        }
        let leaves = thing.leaves.as_ref().map(|terrain| {
            let found = terrains.place(terrain);
            if found.is_none() {
                let ids: Vec<&str> = terrains.grounds().iter().map(|kind| kind.id.as_str()).collect();
                findings.unknown(&path.field("leaves"), "terrain", terrain, &ids);
            }
            found.unwrap_or(0)
        });
        for (at, patch) in thing.at.iter().enumerate() {
            let spot = path.field("at").index(at);
            let cells = gather(std::slice::from_ref(patch), file, map, &path.field("at"), findings);
            let Some(cells) = cells.filter(|cells| all_free(cells, &mut taken, &spot, findings)) else { continue };
            let each: Vec<Vec<Cell>> = match patch {
                Patch::Mark(_) => cells.into_iter().map(|cell| vec![cell]).collect(),
                _ => vec![cells],
            };
            for cells in each {
                let leaves = leaves.or_else(|| open_form(&cells, terrains, map));
                let stands = cells.iter().find(|cell| map.board.terrain(**cell).cost.is_none());
                if let (None, Some(cell)) = (leaves, stands) {
                    let ground = map.board.terrain(*cell).name.to_lowercase();
                    findings
                        .refuse(&spot, format!("{cell} is impassable ({ground}) also without the object"))
                        .with_help("say what it leaves, such as `leaves: \"rubble\"`");
                }
                all.push(placed(thing, path.clone(), cells, leaves));
            }
        }
    }
    all
}

fn placed(thing: &ThingFile, path: ValuePath, cells: Vec<Cell>, leaves: Option<u8>) -> PlacedThing {
    let ThingFile { kind, name, holds, .. } = thing.clone();
    PlacedThing { path, kind, name, cells, leaves, holds }
}

/// Whether no other object is in these cells.
fn all_free(cells: &[Cell], taken: &mut BTreeSet<Cell>, path: &ValuePath, findings: &mut Findings<'_>) -> bool {
    let shared = cells.iter().find(|cell| taken.contains(*cell));
    if let Some(cell) = shared {
        findings.refuse(path, format!("{cell} already has an object"));
    }
    taken.extend(cells);
    shared.is_none()
}

/// The terrain of an open door, if the object is a door.
fn open_form(cells: &[Cell], terrains: &Terrains, map: &Map) -> Option<u8> {
    let [cell] = cells else { return None };
    terrains.door_forms(map.board.tile(*cell)?).map(|(_, open)| open)
}

/// The objects under a rule system: it must have their kinds, and the items that they hold. Without rules for objects
/// there are none: their cells keep their terrain.
pub fn under(things: &[PlacedThing], rules: &Ruleset, findings: &mut Findings<'_>) -> Vec<Thing> {
    let policy = rules.policies.things.as_ref().and_then(|policy| policy.objects.as_ref());
    let Some(kinds) = policy.map(|policy| &policy.kinds) else { return Vec::new() };
    let known: Vec<&str> = kinds.iter().map(|kind| kind.id.as_str()).collect();
    let mut all = Vec::new();
    for thing in things {
        let Some(kind) = kinds.iter().find(|kind| kind.id.as_str() == thing.kind) else {
            findings.unknown(&thing.path.field("kind"), "kind of object", &thing.kind, &known);
            continue;
        };
        let name = thing.name.as_deref().map_or_else(|| Name::new(&kind.name.to_lowercase()), Name::new);
        let holds = held(thing, rules, findings);
        let (left, cells) = (objects::whole_points(&rules.policies, kind), thing.cells.clone());
        all.push(Thing {
            name,
            kind: kind.id,
            cells,
            left,
            softened: 0,
            stiff: false,
            useless: false,
            leaves: thing.leaves,
            holds,
        });
    }
    all
}

/// The items in an object, in its first cell.
fn held(thing: &PlacedThing, rules: &Ruleset, findings: &mut Findings<'_>) -> Vec<GroundItem> {
    let cell = thing.cells.first().copied().unwrap_or_default();
    let mut items = Vec::new();
    for (at, id) in thing.holds.iter().enumerate() {
        let weapon = Name::new(id);
        let policy = rules.policies.things.as_ref();
        let (durability, magic, hardness) = match (rules.weapons.get(weapon), rules.things.get(weapon)) {
            (Some(found), _) => {
                let whole = |policy: &ThingPolicy| policy.whole_points(found.durability, Size::Medium, found.magic);
                (policy.map_or(found.durability, whole), found.magic, found.hardness)
            }
            (None, Some(_)) => (1, ItemMagic::default(), None),
            (None, None) => {
                let weapons = rules.weapons.iter().map(|known| known.id.as_str());
                let known: Vec<&str> = weapons.chain(rules.things.iter().map(|known| known.id.as_str())).collect();
                findings.unknown(&thing.path.field("holds").index(at), "item", id, &known);
                continue;
            }
        };
        items.push(GroundItem { cell, weapon, durability, magic, hardness });
    }
    items
}
