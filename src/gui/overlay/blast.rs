//! The area of the spell that is aimed, and whom it would work on.

use std::collections::BTreeSet;

use bevy::prelude::*;

use super::{Overlay, Pages, Table, area};
use crate::gui::canvas::Canvas;
use crate::gui::input::Aimed;
use crate::gui::theme;
use crate::mechanics::magic;
use crate::resolution::Choice;

/// Draws both.
pub fn draw(aimed: Res<Aimed>, table: Table, mut pages: Pages) {
    if !(aimed.is_changed() || table.has_changed()) {
        return;
    }
    let mut canvas = Canvas::new();
    if let Some(Choice::Act(act)) = &aimed.choice {
        let cells: BTreeSet<_> = magic::area(table.view(), table.book(), act).into_iter().collect();
        area::fill(&mut canvas, &table.layout, cells.iter().copied(), theme::DONUT.with_alpha(0.3));
        for (from, to) in area::border(&table.layout, &cells) {
            canvas.line(from, to, 2.6, theme::DONUT);
        }
        let met = magic::targets(table.view(), table.book(), act);
        for who in met.into_iter().filter(|_| !cells.is_empty()) {
            let footprint = table.view().footprint(who);
            canvas.ring(table.layout.middle(footprint), 30.0 * f32::from(footprint.across()), 3.5, theme::HURT);
        }
    }
    pages.draw(Overlay::Blast, canvas);
}
