//! Question marks where hidden enemies were last seen.

use bevy::prelude::*;

use super::{Overlay, OverlayDrawings, OverlayLabel, OverlayLabels, OverlayParams};
use crate::battle::CombatantId;
use crate::grid::Footprint;
use crate::gui::canvas::Canvas;
use crate::gui::theme;

/// Redraws the question marks.
pub fn draw(params: OverlayParams, mut drawings: OverlayDrawings, mut labels: OverlayLabels) {
    if !params.has_changed() {
        return;
    }
    let (mut canvas, mut words) = (Canvas::new(), Vec::new());
    let seen = params.fog.hiding().filter_map(|(who, seen)| Some((who, seen?)));
    for (who, seen) in seen {
        words.push(mark(&mut canvas, &params, who, seen));
    }
    drawings.draw(Overlay::Hiding, canvas);
    labels.set(Overlay::Hiding, words);
}

fn mark(canvas: &mut Canvas, params: &OverlayParams, who: CombatantId, seen: Footprint) -> OverlayLabel {
    let (at, size) = (params.layout.middle(seen), f32::from(seen.across()));
    let colour = theme::side(params.combatants.side(who).unwrap_or_default());
    canvas.disc(at, 25.0 * size, theme::INK.with_alpha(0.55));
    canvas.ring(at, 25.0 * size, 2.5, colour);
    OverlayLabel { at, words: "?".to_owned(), size: 34.0 * size, colour: theme::IVORY }
}
