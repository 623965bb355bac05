//! Where the one who is asked can go: two tones, and on cells reached later the number of counts, or of actions, it
//! takes to get there.

use std::collections::BTreeSet;

use bevy::prelude::*;

use super::{Label, Labels, Overlay, Pages, Table, area};
use crate::battle::{CombatantId, View};
use crate::content::action::{Gait, Pitch};
use crate::content::policy::Rulebook;
use crate::grid::{Cell, Flood};
use crate::gui::canvas::Canvas;
use crate::gui::hud::Offered;
use crate::gui::input::Intent;
use crate::gui::session::Asked;
use crate::gui::theme;
use crate::mechanics::{flight, movement};
use crate::resolution::Asks;
use crate::rules::Ruleset;

/// Counts that are looked ahead.
const COUNTS: u16 = 6;

/// Cells of movement searched at most.
const MOST: u16 = 24;

/// Draws where the one who is asked can go.
pub fn draw(
    asked: Res<Asked>,
    intent: Res<Intent>,
    offered: Res<Offered>,
    table: Table,
    mut pages: Pages,
    mut labels: Labels,
) {
    if !(asked.is_changed() || intent.is_changed() || offered.is_changed() || table.has_changed()) {
        return;
    }
    let reached = walker(&asked, &intent, &offered, table.rules())
        .map(|(who, gait)| counts(table.view(), table.book(), who, gait))
        .unwrap_or_default();
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
}

/// Who may move now and how fast: as the picked action says, or as one usually moves if none is picked.
fn walker(asked: &Asked, intent: &Intent, offered: &Offered, rules: &Ruleset) -> Option<(CombatantId, Gait)> {
    let prompt = asked.0.as_ref().filter(|prompt| prompt.asks == Asks::Act)?;
    let gait = match intent.action {
        None => offered.usual_move()?.1,
        Some(picked) => intent.gait(rules.actions.get(picked)?)?,
    };
    Some((prompt.who, gait))
}

/// All cells within reach of the next counts, with the count on which each is reached.
fn counts(view: View<'_>, book: Rulebook<'_>, who: CombatantId, gait: Gait) -> Vec<(Cell, u16)> {
    if movement::may_use_gait(view, book, who, gait).is_err() {
        return Vec::new();
    }
    let mut flood = Flood::default();
    movement::flood(view, book, who, gait, &mut flood, MOST);
    let here = view.footprint(who).anchor;
    let count = |&cell: &Cell| {
        let count = movement::counts_for(view, book, who, gait, flood.cost(cell)?);
        match gait {
            // Turns and heights take movement too; one that ends at a height of its own is flown at once or not at all.
            Gait::Fly(pitch) if count <= 1 && flight::plan(view, book, who, pitch, &flood.path_to(cell)).is_err() => {
                (!matches!(pitch, Pitch::By(_))).then_some((cell, 2))
            }
            Gait::Fly(Pitch::By(_)) if count > 1 => None,
            _ => Some((cell, count)),
        }
    };
    flood.reached().iter().filter(|cell| **cell != here).filter_map(count).filter(|(_, at)| *at <= COUNTS).collect()
}
