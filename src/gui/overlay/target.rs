//! Whom the picked action may be aimed at: rings where it may, crosses where it may not.

use bevy::prelude::*;

use super::{Overlay, Pages, Table};
use crate::battle::CombatantId;
use crate::gui::canvas::Canvas;
use crate::gui::hud::Offered;
use crate::gui::input::Intent;
use crate::gui::theme;
use crate::resolution::{Act, Target, legal};

/// Draws rings and crosses.
pub fn draw(intent: Res<Intent>, offered: Res<Offered>, table: Table, mut pages: Pages) {
    if !(intent.is_changed() || offered.is_changed() || table.has_changed()) {
        return;
    }
    let (view, layout) = (table.view(), &table.layout);
    let mut canvas = Canvas::new();
    if let Some(offer) = intent.action.and_then(|action| offered.of(action)) {
        let may = |act: &&Act| {
            let act = intent.energised((*act).clone());
            intent.energy.is_none() || legal::check(view, table.rules(), offered.who.unwrap_or_default(), &act).is_ok()
        };
        let all = offer.acts.iter().chain(offer.refused.iter().map(|(act, _)| act).filter(|_| intent.energy.is_some()));
        let open: Vec<CombatantId> = all.filter(may).filter_map(Act::aimed_at).collect();
        let cast_at = offer.acts.iter().chain(offer.refused.iter().map(|(act, _)| act)).filter_map(Act::aimed_at);
        for who in &open {
            let size = f32::from(view.footprint(*who).across());
            canvas.ring(layout.middle(view.footprint(*who)), 30.0 * size, 4.0, theme::CHOICE);
        }
        for who in cast_at.filter(|who| !open.contains(who)) {
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
