//! Where the aimed action would end on the timeline.

use bevy_egui::egui::{Color32, Painter, Rect, Stroke, StrokeKind, TextStyle, Ui, pos2};

use super::axis::Axis;
use crate::battle::{Count, Side};
use crate::gui::hud::params::HudParams;
use crate::gui::hud::style;
use crate::gui::hud::text::span_words;
use crate::resolution::Choice;

/// The counts at which the aimed action would end, at least and at most.
#[derive(Copy, Clone, Debug)]
pub struct Landing {
    side: Side,
    /// The earliest count.
    pub least: Count,
    /// The latest count.
    pub most: Count,
}

/// The landing of the action whose button is under the pointer; else of the aimed act; else of the picked action.
pub fn landing(params: &HudParams) -> Option<Landing> {
    let who = params.offered.who?;
    let aimed = match &params.aimed.choice {
        Some(Choice::Act(act)) if params.hovered.cell.is_some() => Some((act.action, act.weapon)),
        _ => None,
    };
    let looked_at = params.hud.looked_at.map(|action| (action, params.intent.weapon));
    let picked = params.intent.action.map(|action| (action, params.intent.weapon));
    let (action, weapon) = looked_at.or(aimed).or(picked)?;
    let action = params.rules().actions.get(action)?;
    let (least, most) = params.action_span(who, action, weapon)?;
    let (now, side) = (params.count(), params.side(who)?);
    Some(Landing { side, least: now + Count::from(least), most: now + Count::from(most) })
}

/// Draws the landing as a hatched band.
pub fn show_landing(ui: &Ui, painter: &Painter, scale: &Axis, landing: Landing) {
    let base = scale.base();
    let (from, to) = (scale.x(landing.least), scale.x(landing.most));
    let band = Rect::from_min_max(pos2(from - 5.0, scale.rect.top()), pos2(to + 5.0, base));
    let colour = style::side(landing.side);
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
    let font = TextStyle::Small.resolve(ui.style());
    let span = ((landing.least - scale.now).max(0) as u16, (landing.most - scale.now).max(0) as u16);
    let words = if landing.least == landing.most {
        format!("next at {}", landing.least)
    } else {
        let middle = (landing.least + landing.most) as f32 / 2.0;
        format!("next at {}-{}, mean {middle}", landing.least, landing.most)
    };
    let words = format!("{words} ({})", span_words(span));
    let galley = painter.layout_no_wrap(words, font, Color32::WHITE);
    let left = (mean - galley.size().x / 2.0).min(scale.rect.right() - galley.size().x).max(scale.rect.left());
    let at = pos2(left, base + 1.0);
    painter.rect_filled(Rect::from_min_size(at, galley.size()).expand(2.0), 2.0, style::PANEL);
    painter.galley(at, galley, Color32::WHITE);
}
