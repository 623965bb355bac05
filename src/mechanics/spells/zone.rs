//! Zones created by spells, and belief in illusions (Fragments: TA-G55).

use super::magic;
use crate::battle::{Act, ActiveSpell, CombatantId, NewGround, SpellZone, View};
use crate::content::Name;
use crate::content::policy::Rulebook;
use crate::content::spell::Spell;
use crate::content::zone::{ZoneKind, ZoneShape};
use crate::grid::{Cell, Direction};
use crate::mechanics::{line, reach};

/// The cells a spell affects: its zone if it creates one, otherwise its area.
pub fn area(view: View<'_>, book: Rulebook<'_>, caster: CombatantId, spell: &Spell, act: &Act) -> Vec<Cell> {
    match spell.lays() {
        Some(lays) => zone_of_spell(view, book, caster, act, lays).map_or_else(Vec::new, |zone| zone.cells),
        None => magic::area(view, book, act),
    }
}

/// The zone a spell creates at its target; `None` if there is no room or the board lacks the terrain kind.
pub fn zone_of_spell(
    view: View<'_>,
    book: Rulebook<'_>,
    caster: CombatantId,
    act: &Act,
    (what, form): (ZoneKind, ZoneShape),
) -> Option<SpellZone> {
    let mut cells = match form {
        ZoneShape::Around => magic::area(view, book, act),
        ZoneShape::Across => across(view, book, caster, act),
    };
    let ground = match what {
        ZoneKind::Fog | ZoneKind::Illusion => None,
        ZoneKind::Ground(name) => {
            let tile = tile(view, name)?;
            cells.retain(|cell| bears(view, *cell, tile));
            let was = cells.iter().filter_map(|cell| view.board().tile(*cell)).collect();
            Some(NewGround { tile, was })
        }
    };
    (!cells.is_empty()).then_some(SpellZone { does: what, cells, ground, known_by: Vec::new() })
}

/// A straight row of cells through the centre of a spell, perpendicular to the line from the caster, as far as it is
/// not blocked.
fn across(view: View<'_>, book: Rulebook<'_>, caster: CombatantId, act: &Act) -> Vec<Cell> {
    let (Some(policy), Some(middle), Some(energy)) = (&book.policies.magic, magic::origin(act), act.energy()) else {
        return Vec::new();
    };
    let (shape, most) = (view.shape(), reach::cells(book, magic::radius(policy, energy)));
    let way = shape.direction_towards(view.footprint(caster), middle.into()).unwrap_or_default();
    let aside = Direction((way.0 + shape.sides().div_ceil(4)) % shape.sides());
    let open = |cell: &Cell| view.board().contains(*cell) && line::has_line(view, book, middle.into(), (*cell).into());
    let mut cells = vec![middle];
    for side in [aside, shape.opposite(aside)] {
        let row = std::iter::successors(Some(middle), |cell| Some(shape.step(*cell, side)));
        cells.extend(row.skip(1).take(most.into()).take_while(open));
    }
    cells.sort_unstable();
    cells
}

/// Palette index of a terrain kind.
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

/// Whether a combatant believes in an illusion: it is an enemy of the caster and has not recognized it yet (TA-G55).
pub fn is_believed_by(view: View<'_>, (spell, zone): (&ActiveSpell, &SpellZone), who: CombatantId) -> bool {
    let enemy = view.row(who).side != view.row(spell.caster).side;
    zone.does == ZoneKind::Illusion && enemy && !zone.known_by.contains(&who)
}

/// Illusions that a combatant believes in.
pub fn believed_illusions(view: View<'_>, who: CombatantId) -> impl Iterator<Item = (&ActiveSpell, &SpellZone)> {
    view.zones().filter(move |(spell, zone)| is_believed_by(view, (spell, zone), who))
}
