//! Lines from two flankers to the flanked combatant.

use bevy::prelude::*;

use super::{Overlay, OverlayDrawings, OverlaySettings};
use crate::battle::Position;
use crate::ecs::{Flanked, Roster};
use crate::gui::board::Layout;
use crate::gui::canvas::Canvas;
use crate::gui::theme;

/// Combatants that have begun or ceased to be flanked, and those that stand elsewhere.
type Stale = Or<(Changed<Flanked>, Changed<Position>)>;

/// Draws a line through every combatant that is flanked.
pub fn draw(
    shown: Res<OverlaySettings>,
    layout: Res<Layout>,
    stale: Query<(), Stale>,
    combatants: Query<(&Position, &Flanked)>,
    roster: Res<Roster>,
    mut drawings: OverlayDrawings,
) {
    if !shown.is_changed() && !layout.is_changed() && stale.is_empty() {
        return;
    }
    let middle = |position: &Position| layout.middle(position.footprint());
    let place = |id| roster.entity(id).and_then(|entity| combatants.get(entity).ok()).map(|(place, _)| middle(place));
    let mut canvas = Canvas::new();
    for (position, flanked) in combatants.iter().filter(|_| shown.flanks) {
        let Some((a, b)) = flanked.0 else { continue };
        let to = middle(position);
        for end in [place(a), place(b)].into_iter().flatten() {
            canvas.line(end, to, 6.5, theme::INK.with_alpha(0.8));
            canvas.dashed(end, to, 3.5, (2.5, 4.0), theme::FLANK);
            let along = (to - end).normalize_or_zero();
            canvas.arrow_head(to - along * 26.0, along, 12.0, theme::FLANK);
        }
        canvas.ring(to, 30.0, 3.0, theme::FLANK);
    }
    drawings.draw(Overlay::Flank, canvas);
}
