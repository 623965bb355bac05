//! Whom the picked action may be aimed at: rings where it may, crosses where it may not.

use bevy::prelude::*;

use super::{Overlay, Pages, Table};
use crate::gui::canvas::Canvas;
use crate::gui::hud::Offered;
use crate::gui::input::Intent;
use crate::gui::theme;
use crate::resolution::Target;

/// Draws rings and crosses.
pub fn draw(intent: Res<Intent>, offered: Res<Offered>, table: Table, mut pages: Pages) {
    if !(intent.is_changed() || offered.is_changed() || table.has_changed()) {
        return;
    }
    let (view, layout) = (table.view(), &table.layout);
    let mut canvas = Canvas::new();
    if let Some(offer) = intent.action.and_then(|action| offered.of(action)) {
        let open = offered.targets(offer.action.id);
        for who in &open {
            let size = f32::from(view.footprint(*who).across());
            canvas.ring(layout.middle(view.footprint(*who)), 30.0 * size, 4.0, theme::CHOICE);
        }
        for who in offer.refused.iter().filter_map(|(act, _)| act.aimed_at()).filter(|who| !open.contains(who)) {
            canvas.cross(layout.middle(view.footprint(who)) + Vec2::new(20.0, 20.0), 7.0, 3.0, theme::FAILED);
        }
        for act in &offer.acts {
            if let Target::Cell(cell) = act.target {
                canvas.outline(&layout.inner(cell, 5.0), 3.0, theme::CHOICE);
            }
        }
    }
    pages.draw(Overlay::Target, canvas);
}
