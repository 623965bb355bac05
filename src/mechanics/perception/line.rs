//! Lines of sight and effect (Fragments: TA-200, TA-201, TA-G30, TA-G32, TA-G34; Fighting Style: FS-G34).

use super::sampled;
use crate::battle::CombatantId;
use crate::content::CoverPolicy;
use crate::grid::{Board, Cell, CoverGrade, Footprint, Incline, Shape, SightLine, best_line, is_clear, is_reached};
use crate::mechanics::{Game, height};

/// Whether any line between two footprints is unblocked (TA-200, TA-G30). Fog does not block lines (TA-201). Lines run between
/// corners or, unless cover is by corners, between the centres of cells.
pub fn has_line(game: Game<'_>, from: Footprint, to: Footprint) -> bool {
    has_line_on(game, game.board(), from, to)
}

/// Whether any line between two footprints is unblocked on a board that differs from the real one.
pub(in crate::mechanics) fn has_line_on(game: Game<'_>, board: &Board, from: Footprint, to: Footprint) -> bool {
    let shape = board.shape();
    if let CoverPolicy::Corners(_) = &game.policies.attack.cover {
        return from.overlaps(shape, to) || is_reached(board, from, to, None);
    }
    if from.across() == 1 && to.across() == 1 {
        return is_clear(board, from.anchor, to.anchor);
    }
    let ends = to.cells(shape);
    from.cells(shape).into_iter().any(|start| ends.iter().any(|end| is_clear(board, start, *end)))
}

/// Whether any part of a target can be seen by an observer. Cheaper than computing all cover.
pub fn sees(game: Game<'_>, observer: CombatantId, target: CombatantId) -> bool {
    let (from, to) = (game.footprint(observer), game.footprint(target));
    match &game.policies.attack.cover {
        CoverPolicy::Corners(_) => {
            let incline = incline(game, from, target, Some(observer));
            from.overlaps(game.shape(), to) || is_reached(game.board(), from, to, incline)
        }
        CoverPolicy::Grades(_) => {
            is_open_between(game, from, to)
                || from.overlaps(game.shape(), to)
                || is_seen(&best_line(game.board(), from, to))
        }
        CoverPolicy::Sampled(policy) => {
            game.board().is_level() && is_open_between(game, from, to)
                || sampled::sees(game, policy, (from, observer), target)
        }
    }
}

/// Quick test: whether no terrain can obstruct a line between the centres of two footprints on level ground.
fn is_open_between(game: Game<'_>, from: Footprint, to: Footprint) -> bool {
    let (least, most) = block((from, to), i16::from(game.shape() == Shape::Hex));
    game.board().is_open_between(least, most)
}

/// Whether light from a source reaches a body, given by footprint and height; rising ground blocks light (TA-G32).
pub fn shines_on(game: Game<'_>, source: (Footprint, i16), body: (Footprint, i16)) -> bool {
    let ((from, feet), (to, bottom)) = (source, body);
    let level = game.board().is_level() && feet == bottom;
    if level || game.policies.height.is_none() || !matches!(game.policies.attack.cover, CoverPolicy::Corners(_)) {
        return has_line(game, from, to);
    }
    let tall = |body| height::tall(game.book(), body);
    let incline = Incline { eyes: feet + tall(from), top: bottom + tall(to), bottom };
    from.overlaps(game.shape(), to) || is_reached(game.board(), from, to, Some(incline))
}

pub(super) fn block((from, to): (Footprint, Footprint), margin: i16) -> (Cell, Cell) {
    let (far, a, b) = (margin - 1 + i16::from(from.across().max(to.across())), from.anchor, to.anchor);
    let least = Cell::new(a.x.min(b.x) - far, a.y.min(b.y) - far);
    (least, Cell::new(a.x.max(b.x) + far, a.y.max(b.y) + far))
}

pub(super) fn is_seen(line: &SightLine) -> bool {
    line.opaque.is_none() && line.cover < CoverGrade::Total
}

/// Heights of lines of sight; `None` on level ground. The eyes are those of `looks`, or of a body that fills `from` (TA-G34).
pub fn incline(game: Game<'_>, from: Footprint, target: CombatantId, looks: Option<CombatantId>) -> Option<Incline> {
    game.policies.height.as_ref()?;
    if game.board().is_level() && game.present().all(|row| game.altitude(row.id) == 0) {
        return None;
    }
    let altitude = looks.map_or(0, |id| height::altitude_at(game, id, from));
    let eyes = height::ground(game.view, from) + altitude + height::tall(game.book(), from);
    let bottom = height::of(game.view, target);
    Some(Incline { eyes, top: bottom + height::tall(game.book(), game.footprint(target)), bottom })
}
