//! Where the acting combatant can go, and the path to the cell under the pointer, with a mark where each count ends.

use std::collections::BTreeSet;

use bevy::prelude::*;

use super::drawings::{Overlay, OverlayDrawings, OverlayLabel, OverlayParams, area_border, fill_area};
use crate::battle::{CombatantId, Side};
use crate::content::action::{Does, Gait};
use crate::control::orders::PATH_SEARCH;
use crate::grid::{Cell, Flood, Footprint};
use crate::gui::canvas::Canvas;
use crate::gui::input::{ActingCombatant, MovePaths};
use crate::gui::theme;
use crate::mechanics::{flight, height, movement};
use crate::resolution::legal::provoked;
use crate::resolution::{Asks, Choice};

/// Counts that are looked ahead.
const COUNTS: u16 = 6;

/// Most movement searched, in cells.
const MOST: u16 = 24;

/// The reachable cells, each with the count or action at which it is reached.
#[derive(Resource, Default, Debug)]
pub struct ReachableCells(pub Vec<(Cell, u16)>);

pub fn reach(params: OverlayParams, mut drawings: OverlayDrawings, mut shown: ResMut<ReachableCells>) {
    let picked = params.asked.is_changed() || params.intent.is_changed() || params.offered.is_changed();
    if !(picked || params.has_changed()) {
        return;
    }
    let layout = &params.layout;
    let mut reached = reachable(&params).map(|paths| paths.accepted(COUNTS)).unwrap_or_default();
    let bodies: Vec<(Side, Footprint)> =
        params.present().map(|data| (data.combatant.side, data.position.footprint())).collect();
    let side = params.asked.who().and_then(|who| params.combatants.side(who));
    let taken = |cell: Cell, by: &dyn Fn(Side) -> bool| {
        bodies.iter().any(|(side, body)| by(*side) && body.contains(layout.shape(), cell))
    };
    // Without a picked action, a click on an enemy attacks.
    reached.retain(|(cell, _)| params.intent.action.is_some() || !taken(*cell, &|other| Some(other) != side));
    let now: BTreeSet<Cell> = reached.iter().filter(|(_, count)| *count <= 1).map(|(cell, _)| *cell).collect();
    let all: BTreeSet<Cell> = reached.iter().map(|(cell, _)| *cell).collect();
    let mut canvas = Canvas::new();
    fill_area(&mut canvas, layout, all.difference(&now).copied(), theme::REACH_LATER.with_alpha(0.27));
    fill_area(&mut canvas, layout, now.iter().copied(), theme::REACH_NOW.with_alpha(0.32));
    for (from, to) in area_border(layout, &all) {
        canvas.dashed(from, to, 1.8, (7.0, 5.0), theme::REACH_LATER.lighter(0.2).with_alpha(0.9));
    }
    for (from, to) in area_border(layout, &now) {
        canvas.line(from, to, 2.6, theme::REACH_NOW);
    }
    drawings.draw(Overlay::Reach, canvas);
    let numbered = reached.iter().filter(|(cell, count)| *count > 1 && !taken(*cell, &|_| true));
    let labels = numbered.map(|(cell, count)| {
        let at = layout.centre(*cell) + Vec2::new(0.0, 1.0);
        OverlayLabel { at, words: count.to_string(), size: 17.0, colour: theme::IVORY }
    });
    drawings.label(Overlay::Reach, labels);
    shown.0 = reached;
}

/// The paths a click on the ground can take: with the picked action, or the usual move.
fn reachable<'a>(params: &'a OverlayParams) -> Option<MovePaths<'a>> {
    let prompt = params.asked.0.as_ref().filter(|prompt| prompt.asks == Asks::Act)?;
    let picked = params.intent.action.or_else(|| params.offered.usual_move().map(|(action, _)| action))?;
    let action = &**params.rules().actions.get(picked)?;
    let gait = params.intent.gait(action)?;
    movement::may_use_gait(params.game(), prompt.who, gait).ok()?;
    let here = params.combatants.footprint(prompt.who)?;
    let shape = params.layout.shape();
    let mover = ActingCombatant { battle: &params.battle, rules: params.rules(), who: prompt.who, here, shape };
    Some(MovePaths::of(mover, action, gait, MOST))
}

pub fn draw(params: OverlayParams, mut drawings: OverlayDrawings) {
    if !(params.asked.is_changed() || params.aimed.is_changed()) {
        return;
    }
    let (mut canvas, mut labels) = (Canvas::new(), Vec::new());
    if let Some((who, here)) = params.asked.who().and_then(|who| Some((who, params.combatants.footprint(who)?))) {
        let path = AimedPath { params: &params, who, here, gait: gait(&params), cells: &params.aimed.path };
        if !path.cells.is_empty() {
            path.draw(&mut canvas, &mut labels);
            path.provoked(&mut canvas, &mut labels);
        }
        labels.extend(path.height());
    }
    drawings.draw(Overlay::Path, canvas);
    drawings.label(Overlay::Path, labels);
}

fn gait(params: &OverlayParams) -> Gait {
    let Some(Choice::Act(act)) = &params.aimed.choice else { return Gait::Walk };
    let usual = match params.rules().actions.get(act.action).map(|action| &action.does) {
        Some(Does::Move(gait)) => *gait,
        _ => Gait::Walk,
    };
    act.movement(usual).map_or(usual, |(gait, _)| gait)
}

struct AimedPath<'a> {
    params: &'a OverlayParams<'a, 'a>,
    who: CombatantId,
    here: Footprint,
    gait: Gait,
    cells: &'a [Cell],
}

impl AimedPath<'_> {
    fn middle(&self, cell: Cell) -> Vec2 {
        self.params.layout.middle(self.here.at(cell))
    }

    /// Draws the line, dashed after the first count, its head, and the count where one ends before the path does.
    fn draw(&self, canvas: &mut Canvas, labels: &mut Vec<OverlayLabel>) {
        let mut points = vec![self.params.layout.middle(self.here)];
        points.extend(self.cells.iter().map(|cell| self.middle(*cell)));
        let counts = self.counts();
        for (pair, count) in points.windows(2).zip(&counts) {
            canvas.line(pair[0], pair[1], 7.0, theme::INK.with_alpha(0.85));
            match count {
                ..=1 => canvas.line(pair[0], pair[1], 4.0, theme::PATH),
                _ => canvas.dashed(pair[0], pair[1], 4.0, (9.0, 7.0), theme::PATH),
            }
        }
        if let [.., before, last] = points[..] {
            let along = (last - before).normalize_or_zero();
            canvas.arrow_head(last + along * 10.0, along, 24.0, theme::INK);
            canvas.arrow_head(last + along * 6.5, along, 17.0, theme::PATH);
        }
        for (pair, &at) in counts.windows(2).zip(&points[1..]).filter(|(pair, _)| pair[0] != pair[1]) {
            canvas.disc(at, 10.0, theme::INK);
            canvas.ring(at, 9.0, 2.0, theme::PATH);
            labels.push(OverlayLabel { at, words: pair[0].to_string(), size: 13.0, colour: theme::PATH });
        }
    }

    fn counts(&self) -> Vec<u16> {
        let game = self.params.game();
        let mut flood = Flood::default();
        movement::flood(game, self.who, self.gait, &mut flood, PATH_SEARCH);
        let cost = |cell: &Cell| flood.cost(*cell).unwrap_or(0);
        self.cells.iter().map(|cell| movement::counts_for(game, self.who, self.gait, cost(cell))).collect()
    }

    fn provoked(&self, canvas: &mut Canvas, labels: &mut Vec<OverlayLabel>) {
        let found = provoked(self.params.battle.view(), self.params.rules(), self.who, self.cells);
        let places: BTreeSet<Cell> = found.iter().map(|found| found.at).collect();
        for place in places {
            let at = self.middle(place) + Vec2::new(17.0, 17.0);
            canvas.arrow_head(at + Vec2::new(0.0, 12.0), Vec2::Y, 24.0, theme::INK);
            canvas.arrow_head(at + Vec2::new(0.0, 9.0), Vec2::Y, 18.0, theme::THREAT);
            let at = at - Vec2::new(0.0, 2.0);
            labels.push(OverlayLabel { at, words: "!".to_owned(), size: 14.0, colour: Color::WHITE });
        }
    }

    fn height(&self) -> Option<OverlayLabel> {
        let aimed = &self.params.aimed;
        let (Gait::Fly(pitch), Some(Choice::Act(_)), None) = (self.gait, &aimed.choice, &aimed.refusal) else {
            return None;
        };
        let game = self.params.game();
        let airway = flight::plan(game, self.who, pitch, self.cells).ok()?;
        let there = self.cells.last().map_or(self.here, |cell| self.here.at(*cell));
        let above = airway.heights.last()?.saturating_sub(height::ground(game.view, there));
        let ends = if above > 0 { format!("{above} ft up") } else { "lands".to_owned() };
        let of = movement::allowance(game, self.who, self.gait);
        let short = flight::missing_distance(game, self.who, airway.feet).filter(|_| above > 0);
        let falls = short.map_or_else(String::new, |(feet, _)| format!("; falls unless it flies another {feet} ft"));
        let words = format!("{ends}, {} of {of} cells{falls}", airway.cost.total());
        let at = self.params.layout.middle(there) - Vec2::new(0.0, 34.0);
        Some(OverlayLabel { at, words, size: 15.0, colour: theme::PATH })
    }
}
