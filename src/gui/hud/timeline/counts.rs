//! The timeline of rules with counts: a tick per count, a marker for each combatant's next action, and where the aimed
//! action would end.

use std::collections::BTreeMap;

use bevy_egui::egui::{Align2, Color32, Painter, Pos2, Rect, Sense, Stroke, StrokeKind, TextStyle, Ui, pos2, vec2};

use super::axis::Axis;
use super::marks::{owner, stack};
use super::rounds;
use crate::battle::{CombatantId, Count, Side, WeaponSlot};
use crate::content::Name;
use crate::content::policy::TurnOrder;
use crate::gui::hud::params::HudParams;
use crate::gui::hud::style;
use crate::gui::hud::text::span_words;
use crate::resolution::Choice;
use crate::turn::{Due, DueId, DueKind, Phase};

/// Draws the timeline, or the order of the round under rules with rounds.
pub fn show(ui: &mut Ui, params: &mut HudParams) {
    if let TurnOrder::Rounds(turns) = &params.rules().policies.turn {
        let turns = turns.clone();
        return rounds::show(ui, params, &turns);
    }
    let (rect, _) = ui.allocate_exact_size(ui.available_size().max(vec2(100.0, 40.0)), Sense::hover());
    let landing = landing(params);
    let now = params.count();
    let mut dues: Vec<Due> = acting_now(params);
    let noticed = |due: &&Due| due.at >= now && params.watch.notices(owner(&due.what));
    dues.extend(params.timeline().iter().filter(noticed).cloned());
    let landed = landing.into_iter().flat_map(|landing| [landing.least, landing.most]);
    let axis = Axis::new(rect, now, dues.iter().map(|due| due.at).chain(landed));
    let painter = ui.painter_at(rect.expand(4.0));
    ticks(ui, &painter, &axis);
    if let Some(landing) = landing {
        show_landing(ui, &painter, &axis, landing);
    }
    let mut at: BTreeMap<Count, Vec<&Due>> = BTreeMap::new();
    for due in &dues {
        at.entry(due.at).or_default().push(due);
    }
    let counted: Vec<Count> = at.keys().copied().collect();
    let mut clicked = None;
    for (number, dues) in at.values().enumerate() {
        clicked = stack(ui, params, &painter, &axis, dues, counted.get(number + 1).copied()).or(clicked);
    }
    if let Some(who) = clicked {
        params.select_and_focus(who);
    }
}

/// The combatants that are taking a turn now: they have no scheduled turn.
fn acting_now(params: &HudParams) -> Vec<Due> {
    let at = params.count();
    let due = |who: CombatantId| Due {
        id: DueId(u32::MAX - u32::from(who.0)),
        at,
        phase: Phase::Turns,
        tie: 0,
        what: DueKind::Turn(who),
    };
    params.acting().into_iter().filter(|who| params.watch.notices(*who)).map(due).collect()
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
        gap_mark(painter, pos2(x, base));
        let words = format!("+{left_out}");
        painter.text(pos2(x, base + 1.0), Align2::CENTER_TOP, words, font.clone(), style::TIRED);
    }
    painter.vline(axis.x(axis.now), axis.rect.top()..=base, Stroke::new(1.5, style::GOLD.gamma_multiply(0.6)));
}

/// Draws the mark of a shortened gap.
fn gap_mark(painter: &Painter, at: Pos2) {
    let gap = Rect::from_center_size(at, vec2(7.0, 6.0));
    painter.rect_filled(gap, 0.0, style::PANEL);
    for x in [-3.5, 3.5] {
        let (from, to) = (at + vec2(x - 3.0, 7.0), at + vec2(x + 3.0, -7.0));
        painter.line_segment([from, to], Stroke::new(1.5, style::TIRED));
    }
}

/// The counts at which the aimed action would end, at least and at most.
#[derive(Copy, Clone)]
struct Landing {
    side: Side,
    least: Count,
    most: Count,
}

/// The action whose button is under the pointer; else of the aimed act; else the picked action. With its weapon.
pub fn considered_action(params: &HudParams) -> Option<(Name, Option<WeaponSlot>)> {
    let aimed = match &params.aimed.choice {
        Some(Choice::Act(act)) if params.hovered.cell.is_some() => Some((act.action, act.weapon)),
        _ => None,
    };
    let looked_at = params.hud.looked_at.map(|action| (action, params.intent.weapon));
    looked_at.or(aimed).or(params.intent.action.map(|action| (action, params.intent.weapon)))
}

fn landing(params: &HudParams) -> Option<Landing> {
    let who = params.offered.who?;
    let (action, weapon) = considered_action(params)?;
    let (least, most) = params.action_span(who, params.rules().actions.get(action)?, weapon)?;
    let (now, side) = (params.count(), params.side(who)?);
    Some(Landing { side, least: now + Count::from(least), most: now + Count::from(most) })
}

/// Draws the landing as a hatched band.
fn show_landing(ui: &Ui, painter: &Painter, scale: &Axis, landing: Landing) {
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
    let span = ((landing.least - scale.now).max(0) as u16, (landing.most - scale.now).max(0) as u16);
    let words = if landing.least == landing.most {
        format!("next at {}", landing.least)
    } else {
        let middle = (landing.least + landing.most) as f32 / 2.0;
        format!("next at {}-{}, mean {middle}", landing.least, landing.most)
    };
    let words = format!("{words} ({})", span_words(span));
    let galley = painter.layout_no_wrap(words, TextStyle::Small.resolve(ui.style()), Color32::WHITE);
    let left = (mean - galley.size().x / 2.0).min(scale.rect.right() - galley.size().x).max(scale.rect.left());
    let at = pos2(left, base + 1.0);
    painter.rect_filled(Rect::from_min_size(at, galley.size()).expand(2.0), 2.0, style::PANEL);
    painter.galley(at, galley, Color32::WHITE);
}
