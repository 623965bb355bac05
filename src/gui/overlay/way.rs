//! The way to the cell under the pointer, with a mark where each count ends.

use std::collections::BTreeSet;

use bevy::prelude::*;

use super::{Label, Labels, Overlay, Pages, Table};
use crate::battle::CombatantId;
use crate::content::action::{Does, Gait};
use crate::control::orders::FARTHEST;
use crate::grid::{Cell, Flood};
use crate::gui::canvas::Canvas;
use crate::gui::input::Aimed;
use crate::gui::session::Asked;
use crate::gui::theme;
use crate::mechanics::{flight, height, movement};
use crate::resolution::Choice;
use crate::resolution::legal::provoked;

/// Draws the way a click would take.
pub fn draw(asked: Res<Asked>, aimed: Res<Aimed>, table: Table, mut pages: Pages, mut labels: Labels) {
    if !(asked.is_changed() || aimed.is_changed()) {
        return;
    }
    let mut canvas = Canvas::new();
    let mut numbers = Vec::new();
    if let Some(who) = asked.who() {
        let way = Way { table: &table, who, gait: gait(&aimed, &table), cells: &aimed.way };
        if !way.cells.is_empty() {
            numbers = way.draw(&mut canvas);
        }
        numbers.extend(way.height(&aimed));
    }
    pages.draw(Overlay::Way, canvas);
    labels.set(Overlay::Way, numbers);
}

fn gait(aimed: &Aimed, table: &Table) -> Gait {
    let Some(Choice::Act(act)) = &aimed.choice else { return Gait::Walk };
    let usual = match table.rules().actions.get(act.action).map(|action| &action.does) {
        Some(Does::Move(gait)) => *gait,
        _ => Gait::Walk,
    };
    act.movement(usual).map_or(usual, |(gait, _)| gait)
}

struct Way<'a, 'w> {
    table: &'a Table<'w>,
    who: CombatantId,
    gait: Gait,
    cells: &'a [Cell],
}

impl Way<'_, '_> {
    /// The count on which each cell of the way is reached.
    fn counts(&self) -> Vec<u16> {
        let (view, book) = (self.table.view(), self.table.book());
        let mut flood = Flood::default();
        movement::flood(view, book, self.who, self.gait, &mut flood, FARTHEST);
        let cost = |cell: &Cell| flood.cost(*cell).unwrap_or(0);
        self.cells.iter().map(|cell| movement::counts_for(view, book, self.who, self.gait, cost(cell))).collect()
    }

    /// How high a flight ends, and the movement it takes, at its end.
    fn height(&self, aimed: &Aimed) -> Option<Label> {
        let (Gait::Fly(pitch), Some(Choice::Act(_)), None) = (self.gait, &aimed.choice, &aimed.refusal) else {
            return None;
        };
        let (view, book) = (self.table.view(), self.table.book());
        let airway = flight::plan(view, book, self.who, pitch, self.cells).ok()?;
        let footprint = view.footprint(self.who);
        let there = self.cells.last().map_or(footprint, |cell| footprint.at(*cell));
        let above = airway.heights.last()?.saturating_sub(height::ground(view, there));
        let ends = if above > 0 { format!("{above} ft up") } else { "lands".to_owned() };
        let of = movement::allowance(view, book, self.who, self.gait);
        let short = flight::missing_distance(view, book, self.who, airway.feet).filter(|_| above > 0);
        let falls = short.map_or_else(String::new, |(feet, _)| format!("; falls unless it flies {feet} ft more"));
        let words = format!("{ends}, {} of {of} cells{falls}", airway.cost.total());
        let at = self.table.layout.middle(there) - Vec2::new(0.0, 34.0);
        Some(Label { at, words, size: 15.0, colour: theme::PATH })
    }

    fn draw(&self, canvas: &mut Canvas) -> Vec<Label> {
        let (view, layout) = (self.table.view(), &self.table.layout);
        let footprint = view.footprint(self.who);
        let middle = |cell: Cell| layout.middle(footprint.at(cell));
        let mut points = vec![layout.middle(footprint)];
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

    /// A warning wherever an enemy may answer a step.
    fn provoked(&self, canvas: &mut Canvas) -> Vec<Label> {
        let footprint = self.table.view().footprint(self.who);
        let found = provoked(self.table.view(), self.table.rules(), self.who, self.cells);
        let places: BTreeSet<Cell> = found.iter().map(|found| found.at).collect();
        let mut labels = Vec::new();
        for place in places {
            let at = self.table.layout.middle(footprint.at(place)) + Vec2::new(17.0, 17.0);
            canvas.arrow_head(at + Vec2::new(0.0, 12.0), Vec2::Y, 24.0, theme::INK);
            canvas.arrow_head(at + Vec2::new(0.0, 9.0), Vec2::Y, 18.0, theme::THREAT);
            labels.push(Label {
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

    /// A disc with the count wherever a count ends before the way does.
    fn stops(&self, canvas: &mut Canvas, points: &[Vec2], counts: &[u16]) -> Vec<Label> {
        let ends = counts.windows(2).enumerate().filter(|(_, pair)| pair[0] != pair[1]);
        let stops = ends.map(|(at, pair)| (points[at + 1], pair[0]));
        let mut labels = Vec::new();
        for (place, count) in stops {
            canvas.disc(place, 10.0, theme::INK);
            canvas.ring(place, 9.0, 2.0, theme::PATH);
            let words = count.to_string();
            labels.push(Label { at: place, words, size: 13.0, colour: theme::PATH });
        }
        labels
    }
}
