//! Where the acting combatant can go: bright cells with the next move, dark cells later, with the count or action.

use std::collections::BTreeSet;

use bevy::prelude::*;

use super::{Overlay, OverlayDrawings, OverlayLabel, OverlayLabels, OverlayParams, area};
use crate::battle::Side;
use crate::grid::{Cell, Footprint};
use crate::gui::canvas::Canvas;
use crate::gui::input::{ActingCombatant, Intent, MovePaths, Offered};
use crate::gui::session::OpenPrompt;
use crate::gui::theme;
use crate::mechanics::{Game, movement};
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
    asked: Res<OpenPrompt>,
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
    let layout = &params.layout;
    let bodies: Vec<(Side, Footprint)> =
        params.present().map(|data| (data.combatant.side, data.position.footprint())).collect();
    let side = asked.who().and_then(|who| params.combatants.side(who));
    let taken = |cell: Cell, by: &dyn Fn(Side) -> bool| {
        bodies.iter().any(|(side, body)| by(*side) && body.contains(layout.shape(), cell))
    };
    // Without a picked action, a click on an enemy attacks.
    reached.retain(|(cell, _)| intent.action.is_some() || !taken(*cell, &|other| Some(other) != side));
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
    let numbered = reached.iter().filter(|(cell, count)| *count > 1 && !taken(*cell, &|_| true));
    labels.set(Overlay::Reach, numbered.map(number).collect());
    shown.0 = reached;
}

/// The paths a click on the ground can take: with the picked action, or the usual move.
fn paths<'a>(
    params: &'a OverlayParams,
    asked: &OpenPrompt,
    intent: &Intent,
    offered: &Offered,
) -> Option<MovePaths<'a>> {
    let prompt = asked.0.as_ref().filter(|prompt| prompt.asks == Asks::Act)?;
    let picked = intent.action.or_else(|| offered.usual_move().map(|(action, _)| action))?;
    let action = &**params.rules().actions.get(picked)?;
    let gait = intent.gait(action)?;
    movement::may_use_gait(Game::new(params.battle.view(), params.book()), prompt.who, gait).ok()?;
    let here = params.combatants.footprint(prompt.who)?;
    let mover = ActingCombatant {
        battle: &params.battle,
        rules: params.rules(),
        who: prompt.who,
        here,
        shape: params.layout.shape(),
    };
    Some(MovePaths::of(mover, action, gait, MOST))
}
