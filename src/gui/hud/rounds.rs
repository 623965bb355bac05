//! The order of a round: everybody's token by initiative, with the actions and reactions each has left.

use std::sync::Arc;

use bevy_egui::egui::text::{LayoutJob, TextWrapping};
use bevy_egui::egui::{
    self, Align2, Color32, FontId, Galley, Painter, Pos2, Rect, Sense, Stroke, TextStyle, Ui, pos2, vec2,
};

use super::desk::Desk;
use super::{frame, look};
use crate::battle::{CombatantId, Count, Row};
use crate::content::policy::RoundTurns;
use crate::resolution::Choice;
use crate::turn::DueKind;

/// Room for one token with its name beside it; with less, its name stands above it. In points.
const WIDE: f32 = 142.0;
const LEAST: f32 = 30.0;

/// The heights of letters of names, the greatest that fits is used.
const LETTERS: [f32; 3] = [14.0, 12.0, 10.5];

/// One place in the order.
struct Place {
    who: CombatantId,
    round: Count,
    acts: bool,
}

/// Draws the order from the one who acts to the end of the next round.
pub fn show(ui: &mut Ui, desk: &mut Desk, turns: &RoundTurns) {
    let (rect, _) = ui.allocate_exact_size(ui.available_size().max(vec2(100.0, 40.0)), Sense::hover());
    let painter = ui.painter_at(rect.expand(4.0));
    let places = places(desk);
    let mut rounds: Vec<Count> = places.iter().map(|place| place.round).collect();
    rounds.dedup();
    let room = rect.width() - 8.0 - rounds.len() as f32 * ROUND;
    let step = (room / places.len().max(1) as f32).clamp(LEAST, WIDE);
    let (mut x, mut round, mut clicked) = (rect.left() + 4.0, None, None);
    for place in &places {
        if round != Some(place.round) {
            x += round_mark(ui, &painter, pos2(x, rect.top()), place.round);
            round = Some(place.round);
        }
        let Some(row) = desk.view().find(place.who) else { continue };
        let seat = Seat { rect: Rect::from_min_size(pos2(x, rect.top()), vec2(step, rect.height())), row, place };
        if seat.draw(ui, desk, &painter, turns) {
            clicked = Some(place.who);
        }
        x += step;
    }
    if let Some(who) = clicked {
        desk.look_at(who);
    }
}

/// Those who act now, then those whose turn is still to come, in order.
fn places(desk: &Desk) -> Vec<Place> {
    let round = desk.snapshot.count;
    let mut places: Vec<Place> = desk.acting().into_iter().map(|who| Place { who, round, acts: true }).collect();
    let turns = desk.timeline.iter().filter_map(|due| match due.what {
        DueKind::Turn(who) if due.at >= round => Some(Place { who, round: due.at, acts: false }),
        _ => None,
    });
    places.extend(turns);
    places.retain(|place| desk.watch.notices(place.who));
    places
}

/// Room for the words that a round begins.
const ROUND: f32 = 72.0;

/// Says which round begins here, and how much room that takes.
fn round_mark(ui: &Ui, painter: &Painter, top: Pos2, round: Count) -> f32 {
    let font = TextStyle::Small.resolve(ui.style());
    let galley = painter.layout_no_wrap(format!("round {round}"), font, look::FAINT);
    painter.vline(top.x, top.y..=top.y + 48.0, Stroke::new(1.0, look::EDGE));
    painter.galley(pos2(top.x + 7.0, top.y + 14.0), galley, look::FAINT);
    ROUND
}

/// Somebody's place in the order as it is drawn.
struct Seat<'a> {
    rect: Rect,
    row: &'a Row,
    place: &'a Place,
}

impl Seat<'_> {
    /// Token, name, initiative and what is left to do; says whether it was clicked.
    fn draw(&self, ui: &mut Ui, desk: &Desk, painter: &Painter, turns: &RoundTurns) -> bool {
        let spends = spends(desk, self.place);
        let initiative = self.row.turn_state.initiative.to_string();
        let font = TextStyle::Small.resolve(ui.style());
        let colour = if self.place.acts { look::GOLD } else { look::INK };
        if self.rect.width() < WIDE {
            let name = name(painter, &self.row.name, self.rect.width() - 4.0);
            painter.galley_with_override_text_color(self.rect.min + vec2(2.0, 0.0), name, colour);
            let at = pos2(self.rect.left() + 15.0, self.rect.top() + 29.0);
            if self.rect.width() > 46.0 {
                painter.text(at + vec2(16.0, 0.0), Align2::LEFT_CENTER, initiative, font, look::FAINT);
            }
            pips(painter, pos2(self.rect.left() + 6.0, at.y + 19.0), self.row, self.place.acts, spends, turns);
            return self.token(ui, desk, painter, at, 12.0);
        }
        let at = pos2(self.rect.left() + 22.0, self.rect.top() + 22.0);
        let left = at.x + 26.0;
        let name = frame::fitted(ui, &self.row.name, TextStyle::Small, self.rect.right() - 10.0 - left);
        painter.galley_with_override_text_color(pos2(left, self.rect.top() + 1.0), name, colour);
        pips(painter, pos2(left + 4.0, self.rect.top() + 25.0), self.row, self.place.acts, spends, turns);
        let words = format!("initiative {initiative}");
        painter.text(pos2(left, self.rect.top() + 33.0), Align2::LEFT_TOP, words, font, look::FAINT);
        self.token(ui, desk, painter, at, 19.0)
    }

    fn token(&self, ui: &mut Ui, desk: &Desk, painter: &Painter, at: Pos2, radius: f32) -> bool {
        let rect = Rect::from_center_size(at, vec2(radius * 2.0, radius * 2.0));
        desk.pictures.token(painter, rect, self.row.side, &self.row.sheet.figure);
        let looked_at = desk.selected.0 == Some(self.row.id) || desk.hovered.who == Some(self.row.id);
        if self.place.acts || looked_at {
            let colour = if self.place.acts { look::GOLD } else { Color32::WHITE };
            painter.circle_stroke(at, radius + 1.5, Stroke::new(2.0, colour));
        }
        if (self.row.turn_state.is_delaying() || desk.thinking() == Some(self.row.id))
            && let Some(clock) = desk.pictures.icon("clock")
        {
            clock.paint(painter, Rect::from_center_size(rect.right_top(), vec2(13.0, 13.0)), look::GOLD);
        }
        if !desk.watch.knows(self.row.id) {
            let font = TextStyle::Heading.resolve(ui.style());
            painter.text(at, Align2::CENTER_CENTER, "?", font, Color32::WHITE);
        }
        let shown = ui.interact(rect, ui.id().with(("place", rect.left() as i32)), Sense::click());
        let thinks = desk.thinking() == Some(self.row.id);
        shown.on_hover_text(words(self.row, self.place, thinks)).clicked()
    }
}

/// A name in the largest letters in which it fits, cut in the smallest if it fits in none.
fn name(painter: &Painter, name: &str, width: f32) -> Arc<Galley> {
    let fits = LETTERS.into_iter().map(|size| {
        let mut job = LayoutJob::simple_singleline(name.to_owned(), FontId::proportional(size), look::INK);
        job.wrap = TextWrapping::truncate_at_width(width);
        painter.layout_job(job)
    });
    let all: Vec<Arc<Galley>> = fits.collect();
    all.iter().find(|galley| !galley.elided).unwrap_or(&all[all.len() - 1]).clone()
}

fn words(row: &Row, place: &Place, thinks: bool) -> String {
    let name = &row.name;
    let left = match (place.acts, row.turn_state.is_delaying()) {
        (true, _) if thinks => format!("thinks: {} actions left", row.turn_state.actions),
        (true, _) => format!("acts now: {} actions left", row.turn_state.actions),
        (false, true) => "has put its turn off and may come in after any other".to_owned(),
        (false, false) => format!("acts in round {}", place.round),
    };
    format!("{name} {left}. Initiative {}, reactions left {}", row.turn_state.initiative, row.turn_state.reactions)
}

/// Actions the deed at hand would take of the one who acts.
fn spends(desk: &Desk, place: &Place) -> u8 {
    if !place.acts || desk.offered.who != Some(place.who) {
        return 0;
    }
    let aimed = match &desk.aimed.choice {
        Some(Choice::Act(act)) if desk.hovered.cell.is_some() => Some(act.action),
        _ => None,
    };
    let action = desk.hud.looked_at.or(aimed).or(desk.intent.action);
    action.and_then(|action| desk.rules().actions.get(action)).map_or(0, |action| action.actions())
}

/// From this point on, a diamond for each action (of the one who acts) and a circle for each reaction: full while it is left, ringed if the
/// deed at hand would take it.
fn pips(painter: &Painter, at: Pos2, row: &Row, acts: bool, spends: u8, turns: &RoundTurns) {
    let actions = if acts { turns.actions } else { 0 };
    let mut x = at.x;
    for action in 0..actions {
        let left = action < row.turn_state.actions;
        let taken = left && action + spends >= row.turn_state.actions;
        diamond(painter, pos2(x, at.y), left, taken);
        x += 10.0;
    }
    for reaction in 0..turns.reactions {
        let fill = if reaction < row.turn_state.reactions { look::GOOD } else { Color32::TRANSPARENT };
        painter.circle(pos2(x, at.y), 3.0, fill, Stroke::new(1.0, look::FAINT));
        x += 9.0;
    }
}

fn diamond(painter: &Painter, at: Pos2, left: bool, taken: bool) {
    let points = [(0.0, -4.0), (4.0, 0.0), (0.0, 4.0), (-4.0, 0.0)].map(|(x, y)| pos2(at.x + x, at.y + y));
    let fill = match (left, taken) {
        (true, false) => look::GOLD,
        (true, true) => look::GOLD.gamma_multiply(0.35),
        (false, _) => Color32::TRANSPARENT,
    };
    let stroke = Stroke::new(1.2, if taken { Color32::WHITE } else { look::FAINT });
    painter.add(egui::Shape::convex_polygon(points.to_vec(), fill, stroke));
}
