//! Where the one who is asked can go: two tones, and on cells reached later the number of counts, or of actions, it
//! takes to get there.

use std::collections::BTreeSet;

use bevy::prelude::*;

use super::{Label, Labels, Overlay, Pages, Table, area};
use crate::grid::Cell;
use crate::gui::canvas::Canvas;
use crate::gui::hud::Offered;
use crate::gui::input::{Intent, Walks};
use crate::gui::session::Asked;
use crate::gui::theme;
use crate::mechanics::movement;
use crate::resolution::Asks;

/// Counts that are looked ahead.
const COUNTS: u16 = 6;

/// Cells of movement searched at most.
const MOST: u16 = 24;

/// The cells that are shown as reached, each with the count, or the action, with which it is.
#[derive(Resource, Default, Debug)]
pub struct Reached(pub Vec<(Cell, u16)>);

/// Draws where the one who is asked can go.
pub fn draw(
    asked: Res<Asked>,
    intent: Res<Intent>,
    offered: Res<Offered>,
    table: Table,
    mut pages: Pages,
    mut labels: Labels,
    mut shown: ResMut<Reached>,
) {
    if !(asked.is_changed() || intent.is_changed() || offered.is_changed() || table.has_changed()) {
        return;
    }
    let mut reached = ways(&table, &asked, &intent, &offered).map(|ways| ways.accepted(COUNTS)).unwrap_or_default();
    let (view, side) = (table.view(), asked.who().and_then(|who| table.view().find(who)).map(|row| row.side));
    // Without an action that was picked, a click on an enemy attacks.
    let attacked = |cell: Cell| {
        view.present().any(|row| Some(row.side) != side && view.footprint(row.id).contains(view.shape(), cell))
    };
    reached.retain(|(cell, _)| intent.action.is_some() || !attacked(*cell));
    let layout = &table.layout;
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
    pages.draw(Overlay::Reach, canvas);
    let number = |(cell, count): &(Cell, u16)| Label {
        at: layout.centre(*cell) + Vec2::new(0.0, 1.0),
        words: count.to_string(),
        size: 17.0,
        colour: theme::IVORY,
    };
    let taken = |cell: Cell| {
        let view = table.view();
        view.present().any(|row| view.footprint(row.id).contains(view.shape(), cell))
    };
    labels
        .set(Overlay::Reach, reached.iter().filter(|(cell, count)| *count > 1 && !taken(*cell)).map(number).collect());
    shown.0 = reached;
}

/// The movement that a click on the ground means now: the picked action, or how one usually moves if none is picked.
fn ways<'a>(table: &'a Table, asked: &Asked, intent: &Intent, offered: &Offered) -> Option<Walks<'a>> {
    let prompt = asked.0.as_ref().filter(|prompt| prompt.asks == Asks::Act)?;
    let picked = intent.action.or_else(|| offered.usual_move().map(|(action, _)| action))?;
    let action = &**table.rules().actions.get(picked)?;
    let gait = intent.gait(action)?;
    movement::may_use_gait(table.view(), table.book(), prompt.who, gait).ok()?;
    Some(Walks::of(table.view(), table.rules(), prompt.who, (action, gait), MOST))
}
