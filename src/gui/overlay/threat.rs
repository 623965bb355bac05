//! Cells that can be struck: by all enemies of the one who is asked, hatched, and by the one under the pointer, dotted.

use std::collections::BTreeSet;

use bevy::prelude::*;

use super::{Overlay, Pages, Shown, Table, area};
use crate::grid::Cell;
use crate::gui::canvas::Canvas;
use crate::gui::input::{Hovered, Selected};
use crate::gui::session::Asked;
use crate::gui::theme;
use crate::mechanics::reach;

/// Hatches what enemies threaten.
pub fn threats(asked: Res<Asked>, shown: Res<Shown>, table: Table, mut pages: Pages) {
    if !(asked.is_changed() || shown.is_changed() || table.has_changed()) {
        return;
    }
    let (view, book) = (table.view(), table.book());
    let mut cells: BTreeSet<Cell> = BTreeSet::new();
    if let Some(who) = asked.who().filter(|_| shown.threats) {
        for enemy in view.enemies_of(view.row(who).side) {
            cells.extend(reach::threatened_cells(view, book, enemy.id));
        }
    }
    cells.retain(|&cell| view.board().terrain(cell).cost.is_some());
    let mut canvas = Canvas::new();
    for &cell in &cells {
        let polygon = table.layout.corners(cell);
        canvas.hatch(&polygon, Vec2::splat(std::f32::consts::FRAC_1_SQRT_2), 12.8, 2.4, theme::THREAT.with_alpha(0.5));
    }
    for (from, to) in area::border(&table.layout, &cells) {
        canvas.line(from, to, 2.4, theme::THREAT.with_alpha(0.9));
    }
    pages.draw(Overlay::Threat, canvas);
}

/// Dots what the one under the pointer, or the selected one, threatens: the ring of a long weapon has a hole.
pub fn donut(hovered: Res<Hovered>, selected: Res<Selected>, table: Table, mut pages: Pages) {
    if !(hovered.is_changed() || selected.is_changed() || table.has_changed()) {
        return;
    }
    let mut canvas = Canvas::new();
    let who = hovered.who.or(selected.0).filter(|who| table.view().find(*who).is_some());
    if let Some(who) = who {
        let cells: BTreeSet<Cell> = reach::threatened_cells(table.view(), table.book(), who).into_iter().collect();
        for &cell in &cells {
            let middle = table.layout.centre(cell);
            for offset in [(-16.0, 16.0), (16.0, 16.0), (0.0, 0.0), (-16.0, -16.0), (16.0, -16.0)] {
                canvas.disc(middle + Vec2::from(offset), 2.2, theme::DONUT.with_alpha(0.8));
            }
        }
        for (from, to) in area::border(&table.layout, &cells) {
            canvas.dashed(from, to, 3.0, (4.0, 4.0), theme::DONUT);
        }
    }
    pages.draw(Overlay::Donut, canvas);
}
