//! The space one cell ahead of a body that is pushed.

use crate::battle::CombatantId;
use crate::content::BodiesAhead;
use crate::grid::{Direction, Footprint};
use crate::mechanics::{Game, height, space, water};
use crate::resolution::frame::Displace;
use crate::resolution::step::Inputs;

/// The space ahead of a pushed body.
pub(super) enum Ahead {
    /// The body can be pushed there.
    Free(Footprint),
    /// A wall, the edge of the board or a body that counts as one (TA-097, TA-G26).
    Hard,
    /// Something that stops it without harm.
    Soft,
    /// A body that may be pushed along (PR-305).
    Meets(CombatantId),
}

/// The space ahead of a body of this push.
pub(super) fn of(displace: &Displace, who: CombatantId, direction: Direction, inputs: &Inputs<'_>) -> Ahead {
    let (game, bodies) = (inputs.game(), inputs.rules.policies.push.bodies);
    if bodies == BodiesAhead::RoomCounts {
        let body = game.footprint(who);
        let to = body.at(game.shape().step(body.anchor, direction));
        return if water::is_open_by_force(game, body, direction) { Ahead::Free(to) } else { Ahead::Soft };
    }
    let body = space::own_body(game.view, who, direction);
    let to = body.at(game.shape().step(body.anchor, direction));
    if is_barred(game, body, to, direction) {
        return Ahead::Hard;
    }
    let goes_along = |id: CombatantId| id == displace.actor || id == displace.target || displace.train.contains(&id);
    let mut others = space::occupants_at_height(game, who, to).filter(|row| !goes_along(row.id)).peekable();
    match (bodies, others.peek().map(|row| row.id)) {
        (_, None) => Ahead::Free(to),
        (BodiesAhead::PushedAlong(_), Some(other)) => Ahead::Meets(other),
        _ => {
            let size = game.row(who).sheet.size;
            if others.any(|row| row.sheet.size.above(size) > 0) { Ahead::Hard } else { Ahead::Soft }
        }
    }
}

/// Whether something solid is in the way: a wall, the edge of the board or a ledge that leads up; not water that carries away (FS-G49).
pub(super) fn is_barred(game: Game<'_>, body: Footprint, to: Footprint, direction: Direction) -> bool {
    let uphill = height::is_ledge(game, body, to) && height::ground(game.view, to) > height::ground(game.view, body);
    uphill || !water::is_open_by_force(game, body, direction)
}
