//! Where the acting combatant can go: bright cells with the next move, dark cells later, with the count or action.

use std::collections::BTreeSet;

use bevy::prelude::*;

use super::{Overlay, OverlayDrawings, OverlayLabel, OverlayLabels, OverlayParams, area};
use crate::grid::Cell;
use crate::gui::canvas::Canvas;
use crate::gui::input::Offered;
use crate::gui::input::{Intent, MovePaths};
use crate::gui::session::Asked;
use crate::gui::theme;
use crate::mechanics::movement;
use crate::resolution::Asks;

/// Counts that are looked ahead.
const COUNTS: u16 = 6;

/// Most movement searched, in cells.
const MOST: u16 = 24;

/// The reachable cells, each with the count or action at which it is reached.
#[derive(Resource, Default, Debug)]
pub struct ReachableCells(pub Vec<(Cell, u16)>);

/// Draws the reachable cells.
pub fn draw(
    asked: Res<Asked>,
    intent: Res<Intent>,
    offered: Res<Offered>,
    params: OverlayParams,
    mut drawings: OverlayDrawings,
    mut labels: OverlayLabels,
    mut shown: ResMut<ReachableCells>,
) {
    if !(asked.is_changed() || intent.is_changed() || offered.is_changed() || params.has_changed()) {
        return;
    }
    let mut reached = paths(&params, &asked, &intent, &offered).map(|paths| paths.accepted(COUNTS)).unwrap_or_default();
    let (view, side) = (params.view(), asked.who().and_then(|who| params.view().find(who)).map(|row| row.side));
    // Without a picked action, a click on an enemy attacks.
    let attacked = |cell: Cell| {
        view.present().any(|row| Some(row.side) != side && view.footprint(row.id).contains(view.shape(), cell))
    };
    reached.retain(|(cell, _)| intent.action.is_some() || !attacked(*cell));
    let layout = &params.layout;
    let now: BTreeSet<Cell> = reached.iter().filter(|(_, count)| *count <= 1).map(|(cell, _)| *cell).collect();
    let all: BTreeSet<Cell> = reached.iter().map(|(cell, _)| *cell).collect();
    let mut canvas = Canvas::new();
    area::fill(&mut canvas, layout, all.difference(&now).copied(), theme::REACH_LATER.with_alpha(0.27));
    area::fill(&mut canvas, layout, now.iter().copied(), theme::REACH_NOW.with_alpha(0.32));
    for (from, to) in area::border(layout, &all) {
        canvas.dashed(from, to, 1.8, (7.0, 5.0), theme::REACH_LATER.lighter(0.2).with_alpha(0.9));
    }
    for (from, to) in area::border(layout, &now) {
        canvas.line(from, to, 2.6, theme::REACH_NOW);
    }
    drawings.draw(Overlay::Reach, canvas);
    let number = |(cell, count): &(Cell, u16)| OverlayLabel {
        at: layout.centre(*cell) + Vec2::new(0.0, 1.0),
        words: count.to_string(),
        size: 17.0,
        colour: theme::IVORY,
    };
    let taken = |cell: Cell| {
        let view = params.view();
        view.present().any(|row| view.footprint(row.id).contains(view.shape(), cell))
    };
    labels
        .set(Overlay::Reach, reached.iter().filter(|(cell, count)| *count > 1 && !taken(*cell)).map(number).collect());
    shown.0 = reached;
}

/// The paths a click on the ground can take: with the picked action, or the usual move.
fn paths<'a>(params: &'a OverlayParams, asked: &Asked, intent: &Intent, offered: &Offered) -> Option<MovePaths<'a>> {
    let prompt = asked.0.as_ref().filter(|prompt| prompt.asks == Asks::Act)?;
    let picked = intent.action.or_else(|| offered.usual_move().map(|(action, _)| action))?;
    let action = &**params.rules().actions.get(picked)?;
    let gait = intent.gait(action)?;
    movement::may_use_gait(params.view(), params.book(), prompt.who, gait).ok()?;
    Some(MovePaths::of(params.view(), params.rules(), prompt.who, (action, gait), MOST))
}
