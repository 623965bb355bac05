//! Lines from two flankers to the flanked combatant.

use bevy::prelude::*;

use super::{Overlay, OverlayDrawings, OverlayParams, OverlaySettings};
use crate::gui::canvas::Canvas;
use crate::gui::theme;
use crate::mechanics::flanking;

/// Draws the lines for every flanked combatant.
pub fn draw(shown: Res<OverlaySettings>, params: OverlayParams, mut drawings: OverlayDrawings) {
    if !(shown.is_changed() || params.has_changed()) {
        return;
    }
    let (view, book) = (params.view(), params.book());
    let mut canvas = Canvas::new();
    for row in view.present().filter(|_| shown.flanks) {
        let Some((a, b)) = flanking::flankers(view, book, row.id) else { continue };
        let middle = |id| params.layout.middle(view.footprint(id));
        for end in [middle(a), middle(b)] {
            let to = middle(row.id);
            canvas.line(end, to, 6.5, theme::INK.with_alpha(0.8));
            canvas.dashed(end, to, 3.5, (2.5, 4.0), theme::FLANK);
            let along = (to - end).normalize_or_zero();
            canvas.arrow_head(to - along * 26.0, along, 12.0, theme::FLANK);
        }
        canvas.ring(middle(row.id), 30.0, 3.0, theme::FLANK);
    }
    drawings.draw(Overlay::Flank, canvas);
}
