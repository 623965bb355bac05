//! The timeline of rules with counts: a tick per count, a marker for each combatant's next action, and where the aimed
//! action would end.

mod marks;
mod rounds;

use bevy_egui::egui::{Align2, Color32, Painter, Rect, Sense, Stroke, StrokeKind, TextStyle, Ui, pos2, vec2};

use crate::battle::{Count, Side};
use crate::content::policy::TurnOrder;
use crate::gui::hud::params::HudParams;
use crate::gui::hud::style;
use crate::gui::hud::text::span_words;
use crate::turn::{Due, DueId, DueKind, Phase};
use marks::{Axis, owner, stack};
use rounds::considered_action;

/// Draws the timeline, or the order of the round under rules with rounds.
pub fn show(ui: &mut Ui, params: &mut HudParams) {
    if let TurnOrder::Rounds(turns) = &params.rules().policies.turn {
        let turns = turns.clone();
        return rounds::show(ui, params, &turns);
    }
    let (rect, _) = ui.allocate_exact_size(ui.available_size().max(vec2(100.0, 40.0)), Sense::hover());
    let landing = landing(params);
    let now = params.count();
    // The combatants that are taking a turn now have no scheduled turn.
    let acting = params.acting().into_iter().map(|who| Due {
        id: DueId(u32::MAX - u32::from(who.0)),
        at: now,
        phase: Phase::Turns,
        tie: 0,
        what: DueKind::Turn(who),
    });
    let dues = acting.chain(params.timeline().iter().filter(|due| due.at >= now).cloned());
    let dues: Vec<Due> = dues.filter(|due| params.watch.notices(owner(&due.what))).collect();
    let landed = landing.into_iter().flat_map(|(_, least, most)| [least, most]);
    let axis = Axis::new(rect, now, dues.iter().map(|due| due.at).chain(landed));
    let painter = ui.painter_at(rect.expand(4.0));
    ticks(ui, &painter, &axis);
    if let Some(landing) = landing {
        show_landing(ui, &painter, &axis, landing);
    }
    let stacks: Vec<&[Due]> = dues.chunk_by(|due, next| due.at == next.at).collect();
    let mut clicked = None;
    for (number, dues) in stacks.iter().enumerate() {
        let next = stacks.get(number + 1).map(|dues| dues[0].at);
        clicked = stack(ui, params, &painter, &axis, dues, next).or(clicked);
    }
    if let Some(who) = clicked {
        params.select_and_focus(who);
    }
}

fn ticks(ui: &Ui, painter: &Painter, axis: &Axis) {
    let base = axis.base();
    painter.hline(axis.rect.x_range(), base, Stroke::new(1.0, style::EDGE));
    let font = TextStyle::Small.resolve(ui.style());
    let every = match axis.step {
        ..16.0 => 10,
        ..34.0 => 5,
        _ => 1,
    };
    for count in axis.counts() {
        let (x, now) = (axis.x(count), count == axis.now);
        let labelled = count % every == 0 || now;
        let height = if labelled { 6.0 } else { 3.0 };
        painter.vline(x, base - height..=base, Stroke::new(1.0, if labelled { style::FAINT } else { style::EDGE }));
        if labelled {
            let colour = if now { style::GOLD } else { style::FAINT };
            painter.text(pos2(x, base + 1.0), Align2::CENTER_TOP, count.to_string(), font.clone(), colour);
        }
    }
    for (x, left_out) in axis.breaks() {
        let at = pos2(x, base);
        painter.rect_filled(Rect::from_center_size(at, vec2(7.0, 6.0)), 0.0, style::PANEL);
        for x in [-3.5, 3.5] {
            let (from, to) = (at + vec2(x - 3.0, 7.0), at + vec2(x + 3.0, -7.0));
            painter.line_segment([from, to], Stroke::new(1.5, style::TIRED));
        }
        painter.text(pos2(x, base + 1.0), Align2::CENTER_TOP, format!("+{left_out}"), font.clone(), style::TIRED);
    }
    painter.vline(axis.x(axis.now), axis.rect.top()..=base, Stroke::new(1.5, style::GOLD.gamma_multiply(0.6)));
}

/// Whose action it is that the player considers, and the earliest and the latest count at which it would end.
fn landing(params: &HudParams) -> Option<(Side, Count, Count)> {
    let who = params.offered.who?;
    let (action, weapon) = considered_action(params)?;
    let (least, most) = params.action_span(who, params.rules().actions.get(action)?, weapon)?;
    let now = params.count();
    Some((params.side(who)?, now + Count::from(least), now + Count::from(most)))
}

fn show_landing(ui: &Ui, painter: &Painter, scale: &Axis, (side, least, most): (Side, Count, Count)) {
    let base = scale.base();
    let (from, to) = (scale.x(least), scale.x(most));
    let band = Rect::from_min_max(pos2(from - 5.0, scale.rect.top()), pos2(to + 5.0, base));
    let colour = style::side(side);
    painter.rect_filled(band, 3.0, colour.gamma_multiply(0.28));
    // Hatched, so that it does not rely on colour.
    let mut x = band.left() + 3.0;
    while x < band.right() {
        painter.line_segment([pos2(x, base), pos2((x + 8.0).min(band.right()), base - 8.0)], Stroke::new(1.0, colour));
        x += 7.0;
    }
    painter.rect_stroke(band, 3.0, Stroke::new(1.0, colour), StrokeKind::Inside);
    let mean = (from + to) / 2.0;
    painter.vline(mean, scale.rect.top()..=base, Stroke::new(2.0, Color32::WHITE));
    let span = ((least - scale.now).max(0) as u16, (most - scale.now).max(0) as u16);
    let words = if least == most {
        format!("next at {least}")
    } else {
        let middle = (least + most) as f32 / 2.0;
        format!("next at {least}-{most}, mean {middle}")
    };
    let words = format!("{words} ({})", span_words(span));
    let galley = painter.layout_no_wrap(words, TextStyle::Small.resolve(ui.style()), Color32::WHITE);
    let left = (mean - galley.size().x / 2.0).min(scale.rect.right() - galley.size().x).max(scale.rect.left());
    let at = pos2(left, base + 1.0);
    painter.rect_filled(Rect::from_min_size(at, galley.size()).expand(2.0), 2.0, style::PANEL);
    painter.galley(at, galley, Color32::WHITE);
}
