//! The order of a round: everybody's token by initiative, with the actions and reactions each has left.

use bevy_egui::egui::{self, Align2, Color32, Painter, Pos2, Rect, Sense, Stroke, TextStyle, Ui, pos2, vec2};

use super::desk::Desk;
use super::look;
use crate::battle::{CombatantId, Count, Row};
use crate::content::policy::RoundTurns;
use crate::resolution::{Choice, Frame};
use crate::turn::DueKind;

/// Room for one token, in points.
const STEP: f32 = 46.0;
/// Half the size of a token.
const RADIUS: f32 = 13.0;

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
    let step = STEP.min((rect.width() - 60.0) / places.len().max(1) as f32);
    let (mut x, mut round, mut clicked) = (rect.left() + 22.0, None, None);
    for place in &places {
        if round != Some(place.round) {
            x += round_mark(ui, &painter, pos2(x - 18.0, rect.top()), place.round);
            round = Some(place.round);
        }
        let Some(row) = desk.view().find(place.who) else { continue };
        let at = pos2(x, rect.top() + RADIUS + 1.0);
        if token(ui, desk, &painter, at, row, place) {
            clicked = Some(place.who);
        }
        pips(&painter, pos2(x, at.y + RADIUS + 7.0), row, place.acts, spends(desk, place), turns);
        x += step;
    }
    if let Some(who) = clicked {
        desk.look_at(who);
    }
}

/// Those who act now, then those whose turn is still to come, in order.
fn places(desk: &Desk) -> Vec<Place> {
    let round = desk.snapshot.count;
    let acting = desk.session.battle().stack().iter().flat_map(|frame| match frame {
        Frame::Activation(activation) if desk.asked.0.is_some() => activation.actors.clone(),
        _ => Vec::new(),
    });
    let mut places: Vec<Place> = acting.map(|who| Place { who, round, acts: true }).collect();
    let turns = desk.timeline.iter().filter_map(|due| match due.what {
        DueKind::Turn(who) if due.at >= round => Some(Place { who, round: due.at, acts: false }),
        _ => None,
    });
    places.extend(turns);
    places
}

/// Says which round begins here, and how much room that takes.
fn round_mark(ui: &Ui, painter: &Painter, top: Pos2, round: Count) -> f32 {
    let font = TextStyle::Small.resolve(ui.style());
    let galley = painter.layout_no_wrap(format!("round {round}"), font, look::FAINT);
    let width = galley.size().x;
    painter.vline(top.x - 4.0, top.y..=top.y + 44.0, Stroke::new(1.0, look::EDGE));
    painter.galley(pos2(top.x, top.y + 12.0), galley, look::FAINT);
    width + 14.0
}

/// One token with its initiative; says whether it was clicked.
fn token(ui: &mut Ui, desk: &Desk, painter: &Painter, at: Pos2, row: &Row, place: &Place) -> bool {
    let rect = Rect::from_center_size(at, vec2(RADIUS * 2.0, RADIUS * 2.0));
    desk.pictures.token(painter, rect, row.side, &row.sheet.figure);
    let looked_at = desk.selected.0 == Some(row.id) || desk.hovered.who == Some(row.id);
    if place.acts || looked_at {
        let colour = if place.acts { look::GOLD } else { Color32::WHITE };
        painter.circle_stroke(at, RADIUS + 1.5, Stroke::new(2.0, colour));
    }
    if row.tempo.delaying
        && let Some(clock) = desk.pictures.icon("clock")
    {
        clock.paint(painter, Rect::from_center_size(rect.right_top(), vec2(13.0, 13.0)), look::GOLD);
    }
    let font = TextStyle::Small.resolve(ui.style());
    let number = pos2(at.x + RADIUS - 1.0, at.y + RADIUS - 1.0);
    painter.text(number, Align2::RIGHT_BOTTOM, row.tempo.initiative.to_string(), font, Color32::WHITE);
    let shown = ui.interact(rect, ui.id().with(("place", row.id.0, place.round)), Sense::click());
    shown.on_hover_text(words(row, place)).clicked()
}

fn words(row: &Row, place: &Place) -> String {
    let name = &row.name;
    let left = match (place.acts, row.tempo.delaying) {
        (true, _) => format!("acts now: {} actions left", row.tempo.actions),
        (false, true) => "has put its turn off and may come in after any other".to_owned(),
        (false, false) => format!("acts in round {}", place.round),
    };
    format!("{name} {left}. Initiative {}, reactions left {}", row.tempo.initiative, row.tempo.reactions)
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

/// A diamond for each action (of the one who acts) and a circle for each reaction: full while it is left, ringed if the
/// deed at hand would take it.
fn pips(painter: &Painter, at: Pos2, row: &Row, acts: bool, spends: u8, turns: &RoundTurns) {
    let actions = if acts { turns.actions } else { 0 };
    let all = actions + turns.reactions;
    let mut x = at.x - f32::from(all.saturating_sub(1)) * 4.5;
    for action in 0..actions {
        let left = action < row.tempo.actions;
        let taken = left && action + spends >= row.tempo.actions;
        diamond(painter, pos2(x, at.y), left, taken);
        x += 9.0;
    }
    for reaction in 0..turns.reactions {
        let fill = if reaction < row.tempo.reactions { look::GOOD } else { Color32::TRANSPARENT };
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
