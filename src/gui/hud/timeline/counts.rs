//! The timeline of rules with counts: a tick per count and a marker for each combatant's next action.

use std::collections::BTreeMap;

use bevy_egui::egui::{Align2, Painter, Pos2, Rect, Sense, Stroke, TextStyle, Ui, pos2, vec2};

use super::axis::Axis;
use super::landing::{landing, show_landing};
use super::marks::{owner, stack};
use super::rounds;
use crate::battle::{CombatantId, Count};
use crate::content::policy::TurnOrder;
use crate::gui::hud::params::HudParams;
use crate::gui::hud::style;
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
    for (count, dues) in at {
        let next = counted.iter().copied().find(|other| *other > count);
        clicked = stack(ui, params, &painter, &axis, &dues, next).or(clicked);
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
