//! How firm holds are: their stacks, on the bond that is drawn with the tokens.

use bevy::prelude::*;

use super::drawings::{Overlay, OverlayDrawings, OverlayLabel, OverlayParams};
use crate::battle::Link;
use crate::gui::canvas::Canvas;
use crate::gui::theme;

/// Draws the number of stacks of each hold between holder and held.
pub fn draw(params: OverlayParams, links: Query<&Link>, mut drawings: OverlayDrawings) {
    if !params.has_changed() {
        return;
    }
    let (mut canvas, mut labels) = (Canvas::new(), Vec::new());
    let known = |link: &&Link| params.fog.knows(link.holder) && params.fog.knows(link.held);
    for link in links.iter().filter(known).filter(|link| link.stacks > 0) {
        let Some(((from, _), (to, _))) = params.place(link.holder).zip(params.place(link.held)) else { continue };
        let at = from.midpoint(to);
        canvas.disc(at, 10.0, theme::INK);
        canvas.ring(at, 10.0, 2.0, theme::BOND);
        labels.push(OverlayLabel { at, words: link.stacks.to_string(), size: 14.0, colour: theme::BOND });
    }
    drawings.draw(Overlay::Holds, canvas);
    drawings.label(Overlay::Holds, labels);
}
