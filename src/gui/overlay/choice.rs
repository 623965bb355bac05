//! Cells offered by a question, and the destinations of standing orders.

use std::collections::BTreeSet;

use bevy::prelude::*;

use super::{Overlay, OverlayDrawings, OverlayParams, area};
use crate::battle::CombatantId;
use crate::control::Orders;
use crate::ecs::CombatantDataItem;
use crate::grid::Cell;
use crate::gui::canvas::Canvas;
use crate::gui::input::{Aimed, Hovered};
use crate::gui::session::OpenPrompt;
use crate::gui::theme;
use crate::mechanics::{Game, water};
use crate::resolution::{Asks, PickPurpose};

/// Redraws both.
pub fn draw(
    asked: Res<OpenPrompt>,
    hovered: Res<Hovered>,
    aimed: Res<Aimed>,
    orders: Res<Orders>,
    params: OverlayParams,
    mut drawings: OverlayDrawings,
) {
    if !(asked.is_changed()
        || hovered.is_changed()
        || aimed.is_changed()
        || orders.is_changed()
        || params.has_changed())
    {
        return;
    }
    let layout = &params.layout;
    let mut canvas = Canvas::new();
    if let Some(Asks::Cell { cells, .. }) = asked.0.as_ref().map(|prompt| &prompt.asks) {
        let cells: BTreeSet<Cell> = cells.iter().copied().collect();
        area::fill(&mut canvas, layout, cells.iter().copied(), theme::CHOICE.with_alpha(0.25));
        for &cell in &cells {
            canvas.outline(&layout.inner(cell, 6.0), 2.4, theme::CHOICE);
            canvas.ring(layout.centre(cell), 7.0, 2.4, theme::CHOICE);
            if water::sweeping_policy(Game::new(params.battle.view(), params.book()), cell.into()).is_some() {
                canvas.cross(layout.centre(cell), 12.0, 3.0, theme::THREAT);
            }
        }
    }
    if let Some(Asks::Pick { purpose: PickPurpose::EnterAnyway, .. }) = asked.0.as_ref().map(|prompt| &prompt.asks)
        && let (Some(who), Some(space)) = (asked.who(), params.session.entering())
    {
        let cells = space.cells(layout.shape());
        area::fill(&mut canvas, layout, cells.iter().copied(), theme::CHOICE.with_alpha(0.25));
        cells.iter().for_each(|cell| canvas.outline(&layout.inner(*cell, 4.0), 3.0, theme::CHOICE));
        let inside = |data: &CombatantDataItem| data.position.footprint().overlaps(layout.shape(), space);
        for holder in params.present().filter(|data| data.combatant.id != who && inside(data)) {
            ring(&mut canvas, &params, holder.combatant.id);
        }
    }
    if let Some(Asks::React { to, .. }) = asked.0.as_ref().map(|prompt| &prompt.asks) {
        ring(&mut canvas, &params, *to);
    }
    let commanded = |who: CombatantId| params.combatants.side(who).is_some_and(|side| params.fog.commands(side));
    for (_, walking) in orders.walks().filter(|(who, _)| commanded(*who)) {
        flag(&mut canvas, layout.centre(walking.goal));
    }
    if let Some(cell) = hovered.cell {
        let refused = aimed.refusal.is_some();
        canvas.outline(&layout.inner(cell, 2.0), 2.2, Color::WHITE.with_alpha(0.75));
        if refused {
            canvas.cross(layout.centre(cell), 9.0, 3.0, theme::THREAT);
        }
    }
    drawings.draw(Overlay::Choice, canvas);
}

/// Marks the combatant a question is about.
fn ring(canvas: &mut Canvas, params: &OverlayParams, who: CombatantId) {
    if let Some((middle, size)) = params.place(who) {
        canvas.ring(middle, 31.0 * size, 4.0, theme::THREAT);
    }
}

fn flag(canvas: &mut Canvas, at: Vec2) {
    let foot = at - Vec2::new(6.0, 18.0);
    let top = foot + Vec2::new(0.0, 36.0);
    canvas.line(foot, top, 4.5, theme::INK);
    canvas.fill(&[top + Vec2::Y, top + Vec2::new(21.0, -8.0), top + Vec2::new(0.0, -17.0)], theme::INK);
    canvas.line(foot, top, 2.2, theme::IVORY);
    canvas.fill(&[top, top + Vec2::new(18.0, -8.0), top + Vec2::new(0.0, -15.0)], theme::PATH);
}
