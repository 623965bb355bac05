//! The path to the cell under the pointer, with a mark where each count ends.

use std::collections::BTreeSet;

use bevy::prelude::*;

use super::{Overlay, OverlayDrawings, OverlayLabel, OverlayLabels, OverlayParams};
use crate::battle::CombatantId;
use crate::content::action::{Does, Gait};
use crate::control::orders::PATH_SEARCH;
use crate::grid::{Cell, Flood, Footprint};
use crate::gui::canvas::Canvas;
use crate::gui::input::Aimed;
use crate::gui::session::OpenPrompt;
use crate::gui::theme;
use crate::mechanics::{Game, flight, height, movement};
use crate::resolution::Choice;
use crate::resolution::legal::provoked;

/// Draws the path a click would take.
pub fn draw(
    asked: Res<OpenPrompt>,
    aimed: Res<Aimed>,
    params: OverlayParams,
    mut drawings: OverlayDrawings,
    mut labels: OverlayLabels,
) {
    if !(asked.is_changed() || aimed.is_changed()) {
        return;
    }
    let mut canvas = Canvas::new();
    let mut numbers = Vec::new();
    if let Some((who, here)) = asked.who().and_then(|who| Some((who, params.combatants.footprint(who)?))) {
        let drawing = PathDrawing { params: &params, who, here, gait: gait(&aimed, &params), cells: &aimed.path };
        if !drawing.cells.is_empty() {
            numbers = drawing.draw(&mut canvas);
        }
        numbers.extend(drawing.height(&aimed));
    }
    drawings.draw(Overlay::Path, canvas);
    labels.set(Overlay::Path, numbers);
}

fn gait(aimed: &Aimed, params: &OverlayParams) -> Gait {
    let Some(Choice::Act(act)) = &aimed.choice else { return Gait::Walk };
    let usual = match params.rules().actions.get(act.action).map(|action| &action.does) {
        Some(Does::Move(gait)) => *gait,
        _ => Gait::Walk,
    };
    act.movement(usual).map_or(usual, |(gait, _)| gait)
}

struct PathDrawing<'a> {
    params: &'a OverlayParams<'a, 'a>,
    who: CombatantId,
    /// The cells it covers.
    here: Footprint,
    gait: Gait,
    cells: &'a [Cell],
}

impl PathDrawing<'_> {
    /// The count at which each cell of the path is reached.
    fn counts(&self) -> Vec<u16> {
        let game = Game::new(self.params.battle.view(), self.params.book());
        let mut flood = Flood::default();
        movement::flood(game, self.who, self.gait, &mut flood, PATH_SEARCH);
        let cost = |cell: &Cell| flood.cost(*cell).unwrap_or(0);
        self.cells.iter().map(|cell| movement::counts_for(game, self.who, self.gait, cost(cell))).collect()
    }

    /// Final height and movement cost of a flight.
    fn height(&self, aimed: &Aimed) -> Option<OverlayLabel> {
        let (Gait::Fly(pitch), Some(Choice::Act(_)), None) = (self.gait, &aimed.choice, &aimed.refusal) else {
            return None;
        };
        let game = Game::new(self.params.battle.view(), self.params.book());
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

    fn draw(&self, canvas: &mut Canvas) -> Vec<OverlayLabel> {
        let layout = &self.params.layout;
        let middle = |cell: Cell| layout.middle(self.here.at(cell));
        let mut points = vec![layout.middle(self.here)];
        points.extend(self.cells.iter().map(|cell| middle(*cell)));
        let counts = self.counts();
        for (at, pair) in points.windows(2).enumerate() {
            canvas.line(pair[0], pair[1], 7.0, theme::INK.with_alpha(0.85));
            if counts[at] <= 1 {
                canvas.line(pair[0], pair[1], 4.0, theme::PATH);
            } else {
                canvas.dashed(pair[0], pair[1], 4.0, (9.0, 7.0), theme::PATH);
            }
        }
        self.head(canvas, &points);
        let mut labels = self.stops(canvas, &points, &counts);
        labels.extend(self.provoked(canvas));
        labels
    }

    /// Draws a warning at each step that may provoke a reaction.
    fn provoked(&self, canvas: &mut Canvas) -> Vec<OverlayLabel> {
        let found = provoked(self.params.battle.view(), self.params.rules(), self.who, self.cells);
        let places: BTreeSet<Cell> = found.iter().map(|found| found.at).collect();
        let mut labels = Vec::new();
        for place in places {
            let at = self.params.layout.middle(self.here.at(place)) + Vec2::new(17.0, 17.0);
            canvas.arrow_head(at + Vec2::new(0.0, 12.0), Vec2::Y, 24.0, theme::INK);
            canvas.arrow_head(at + Vec2::new(0.0, 9.0), Vec2::Y, 18.0, theme::THREAT);
            labels.push(OverlayLabel {
                at: at - Vec2::new(0.0, 2.0),
                words: "!".to_owned(),
                size: 14.0,
                colour: Color::WHITE,
            });
        }
        labels
    }

    fn head(&self, canvas: &mut Canvas, points: &[Vec2]) {
        let [.., before, last] = points else { return };
        let along = (*last - *before).normalize_or_zero();
        canvas.arrow_head(*last + along * 10.0, along, 24.0, theme::INK);
        canvas.arrow_head(*last + along * 6.5, along, 17.0, theme::PATH);
    }

    /// Draws a disc with the count where a count ends before the path does.
    fn stops(&self, canvas: &mut Canvas, points: &[Vec2], counts: &[u16]) -> Vec<OverlayLabel> {
        let ends = counts.windows(2).enumerate().filter(|(_, pair)| pair[0] != pair[1]);
        let stops = ends.map(|(at, pair)| (points[at + 1], pair[0]));
        let mut labels = Vec::new();
        for (place, count) in stops {
            canvas.disc(place, 10.0, theme::INK);
            canvas.ring(place, 9.0, 2.0, theme::PATH);
            let words = count.to_string();
            labels.push(OverlayLabel { at: place, words, size: 13.0, colour: theme::PATH });
        }
        labels
    }
}
