//! Zones created by spells, and belief in illusions (Fragments: TA-G55).

use super::magic;
use crate::battle::{Act, ActiveSpell, CombatantId, NewGround, SpellZone, View};
use crate::content::{Name, Spell, ZoneKind, ZoneShape};
use crate::grid::{Cell, Direction};
use crate::mechanics::{Game, line, reach};

/// The cells a spell affects: its zone if it creates one, otherwise its area.
pub fn area(game: Game<'_>, caster: CombatantId, spell: &Spell, act: &Act) -> Vec<Cell> {
    match spell.lays() {
        Some(lays) => zone_of_spell(game, caster, act, lays).map_or_else(Vec::new, |zone| zone.cells),
        None => magic::area(game, act),
    }
}

/// The zone a spell creates at its target; `None` if there is no room or the board lacks the terrain kind.
pub fn zone_of_spell(
    game: Game<'_>,
    caster: CombatantId,
    act: &Act,
    (what, form): (ZoneKind, ZoneShape),
) -> Option<SpellZone> {
    let mut cells = match form {
        ZoneShape::Around => magic::area(game, act),
        ZoneShape::Across => across(game, caster, act),
    };
    let ground = match what {
        ZoneKind::Fog | ZoneKind::Illusion => None,
        ZoneKind::Ground(name) => {
            let tile = tile(game.view, name)?;
            cells.retain(|cell| bears(game.view, *cell, tile));
            let was = cells.iter().filter_map(|cell| game.board().tile(*cell)).collect();
            Some(NewGround { tile, was })
        }
    };
    (!cells.is_empty()).then_some(SpellZone { does: what, cells, ground, known_by: Vec::new() })
}

/// A straight row of cells through the centre of a spell, perpendicular to the line from the caster, until blocked.
fn across(game: Game<'_>, caster: CombatantId, act: &Act) -> Vec<Cell> {
    let (Some(policy), Some(middle), Some(energy)) = (&game.policies.magic, magic::origin(act), act.energy()) else {
        return Vec::new();
    };
    let (shape, most) = (game.shape(), reach::cells(game.book(), magic::radius(policy, energy)));
    let way = shape.direction_towards(game.footprint(caster), middle.into()).unwrap_or_default();
    let aside = Direction((way.0 + shape.sides().div_ceil(4)) % shape.sides());
    let open = |cell: &Cell| game.board().contains(*cell) && line::has_line(game, middle.into(), (*cell).into());
    let mut cells = vec![middle];
    for side in [aside, shape.opposite(aside)] {
        let row = std::iter::successors(Some(middle), |cell| Some(shape.step(*cell, side)));
        cells.extend(row.skip(1).take(most.into()).take_while(open));
    }
    cells.sort_unstable();
    cells
}

fn tile(view: View<'_>, name: Name) -> Option<u8> {
    let at = view.board().palette().iter().position(|ground| ground.name == name.as_str())?;
    u8::try_from(at).ok()
}

/// Whether the terrain of a cell can be replaced: it is plain ground, and unoccupied if the new terrain is impassable.
fn bears(view: View<'_>, cell: Cell, tile: u8) -> bool {
    let (field, board, shape) = (view.field(), view.board(), view.shape());
    let plain = board.terrain(cell).cost.is_some()
        && field.door(cell).is_none()
        && !field.ice.iter().any(|ice| ice.cell == cell)
        && !field.tunnels.iter().any(|tunnel| tunnel.cell == cell)
        && !view.zones().any(|(_, zone)| zone.ground.is_some() && zone.holds(cell));
    let bars = board.palette().get(usize::from(tile)).is_none_or(|ground| ground.cost.is_none());
    plain && !(bars && view.present().any(|row| view.footprint(row.id).contains(shape, cell)))
}

/// Illusions that a combatant believes in: those of enemies that it has not recognized yet (TA-G55).
pub fn believed_illusions(view: View<'_>, who: CombatantId) -> impl Iterator<Item = (&ActiveSpell, &SpellZone)> {
    view.zones().filter(move |(spell, zone)| {
        let enemy = view.row(who).side != view.row(spell.caster).side;
        zone.does == ZoneKind::Illusion && enemy && !zone.known_by.contains(&who)
    })
}
