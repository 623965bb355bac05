//! Time as a bar: a tick for every count, a marker for everybody's next action, and where the action at hand would land.

use std::collections::BTreeMap;

use bevy_egui::egui::{
    self, Align2, Color32, Painter, Pos2, Rect, Sense, Stroke, StrokeKind, TextStyle, Ui, pos2, vec2,
};

use super::desk::Desk;
use super::look;
use super::offered::{self, span_words};
use super::rounds;
use crate::battle::{CombatantId, Count, Side};
use crate::content::policy::TurnOrder;
use crate::resolution::Choice;
use crate::resolution::narrate::{due_dangers, due_words};
use crate::turn::{Due, DueId, DueKind, Phase};

/// Counts shown at least, and at most.
const LEAST: Count = 14;
const MOST: Count = 60;

/// Where the action at hand would land.
#[derive(Copy, Clone, Debug)]
struct Landing {
    side: Side,
    least: Count,
    most: Count,
}

/// Where counts are on the bar.
struct Scale {
    rect: Rect,
    now: Count,
    step: f32,
}

impl Scale {
    fn x(&self, count: Count) -> f32 {
        self.rect.left() + 22.0 + (count - self.now) as f32 * self.step
    }
}

/// Draws the bar, or the order of the round where there are rounds.
pub fn show(ui: &mut Ui, desk: &mut Desk) {
    if let TurnOrder::Rounds(turns) = &desk.rules().policies.turn {
        let turns = turns.clone();
        return rounds::show(ui, desk, &turns);
    }
    let (rect, _) = ui.allocate_exact_size(ui.available_size().max(vec2(100.0, 40.0)), Sense::hover());
    let landing = landing(desk);
    let now = desk.snapshot.count;
    let mut dues: Vec<Due> = acting_now(desk);
    let noticed = |due: &&Due| due.at >= now && desk.watch.notices(whom(&due.what));
    dues.extend(desk.timeline.iter().filter(noticed).cloned());
    let farthest = dues.iter().map(|due| due.at).chain(landing.map(|landing| landing.most)).max().unwrap_or(now);
    let counts = (farthest - now + 1).clamp(LEAST, MOST);
    let scale = Scale { rect, now, step: (rect.width() - 44.0) / counts as f32 };
    let painter = ui.painter_at(rect.expand(4.0));
    ticks(ui, &painter, &scale, counts);
    if let Some(landing) = landing {
        show_landing(ui, &painter, &scale, landing);
    }
    let mut at: BTreeMap<Count, Vec<&Due>> = BTreeMap::new();
    for due in &dues {
        at.entry(due.at).or_default().push(due);
    }
    let mut clicked = None;
    let mut last = f32::MIN;
    let counted: Vec<Count> = at.keys().copied().collect();
    for (count, dues) in at {
        let next = counted.iter().find(|other| **other > count);
        let gap = next.map_or(f32::MAX, |next| (next - count) as f32 * scale.step);
        let x = scale.x(count).min(rect.right() - 16.0);
        if x <= last && count > now + counts {
            continue;
        }
        last = x;
        clicked = stack(ui, desk, &painter, pos2(x, rect.top()), &dues, count - now, gap).or(clicked);
    }
    if let Some(who) = clicked {
        desk.look_at(who);
    }
}

/// Whoever is taking its turn: it has no due while it does.
fn acting_now(desk: &Desk) -> Vec<Due> {
    let at = desk.snapshot.count;
    let due = |who: CombatantId| Due {
        id: DueId(u32::MAX - u32::from(who.0)),
        at,
        phase: Phase::Turns,
        tie: 0,
        what: DueKind::Turn(who),
    };
    desk.acting().into_iter().filter(|who| desk.watch.notices(*who)).map(due).collect()
}

fn ticks(ui: &Ui, painter: &Painter, scale: &Scale, counts: Count) {
    let base = scale.rect.bottom() - 15.0;
    painter.hline(scale.rect.x_range(), base, Stroke::new(1.0, look::EDGE));
    let font = TextStyle::Small.resolve(ui.style());
    let every = if scale.step < 16.0 {
        10
    } else if scale.step < 34.0 {
        5
    } else {
        1
    };
    for count in scale.now..=scale.now + counts {
        let (x, labelled) = (scale.x(count), count % every == 0 || count == scale.now);
        let height = if labelled { 6.0 } else { 3.0 };
        painter.vline(x, base - height..=base, Stroke::new(1.0, if labelled { look::FAINT } else { look::EDGE }));
        if labelled {
            let now = count == scale.now;
            let colour = if now { look::GOLD } else { look::FAINT };
            painter.text(pos2(x, base + 1.0), Align2::CENTER_TOP, count.to_string(), font.clone(), colour);
        }
    }
    let x = scale.x(scale.now);
    painter.vline(x, scale.rect.top()..=base, Stroke::new(1.5, look::GOLD.gamma_multiply(0.6)));
}

/// Everybody and everything due on one count; gives whoever was clicked.
fn stack(
    ui: &mut Ui,
    desk: &Desk,
    painter: &Painter,
    top: Pos2,
    dues: &[&Due],
    ahead: Count,
    gap: f32,
) -> Option<CombatantId> {
    let many = dues.len();
    let radius = match many {
        1 => 15.0,
        2 => 11.0,
        _ => 8.5,
    };
    let column = match many {
        1 => 1,
        2 => 2,
        _ => many.div_ceil(2).min(2),
    };
    let mut clicked = None;
    let height = 34.0;
    // As many as there is room for before the next count at which something is due.
    let fitting = ((gap - 24.0) / (radius * 2.0 + 1.0)).clamp(3.0, 12.0) as usize;
    let shown = many.min(fitting * column);
    for (place, due) in dues.iter().take(shown).enumerate() {
        let (row, shift) = (place % column, place / column);
        let y = top.y + height * (row as f32 + 0.5) / column as f32;
        let at = pos2(top.x + shift as f32 * (radius * 2.0 + 1.0), y);
        if mark(ui, desk, painter, at, radius, due, ahead) {
            clicked = Some(whom(&due.what));
        }
    }
    let turns = dues.iter().filter(|due| matches!(due.what, DueKind::Turn(_))).count();
    if turns > 1 {
        let columns = shown.div_ceil(column) as f32;
        let (left, right) = (top.x - radius - 2.0, top.x - radius + columns * (radius * 2.0 + 1.0) + 1.0);
        let bracket = Rect::from_min_max(pos2(left, top.y - 1.0), pos2(right, top.y + height + 1.0));
        painter.rect_stroke(bracket, 4.0, Stroke::new(1.3, look::GOLD), StrokeKind::Outside);
        let font = TextStyle::Small.resolve(ui.style());
        let words = if many > shown { format!("{turns} at once") } else { "at once".to_owned() };
        if gap > right - left + 66.0 {
            painter.text(pos2(right + 3.0, top.y + height / 2.0), Align2::LEFT_CENTER, words, font, look::GOLD);
        }
    }
    clicked
}

fn whom(what: &DueKind) -> CombatantId {
    match what {
        DueKind::Turn(who) | DueKind::Waking(who) | DueKind::Passing(who) | DueKind::SpellFades(who) => *who,
        DueKind::SpellEnds { caster, .. } => *caster,
        DueKind::Dose { who, .. } | DueKind::WearsOff { who, .. } => *who,
        DueKind::BonusEnds { who, .. } | DueKind::Completion { who, .. } | DueKind::ConditionEnds { who, .. } => *who,
        DueKind::Harms { who, .. } => *who,
    }
}

/// One marker; says whether it was clicked.
fn mark(ui: &mut Ui, desk: &Desk, painter: &Painter, at: Pos2, radius: f32, due: &Due, ahead: Count) -> bool {
    let who = whom(&due.what);
    let Some(row) = desk.view().find(who) else { return false };
    let rect = Rect::from_center_size(at, vec2(radius * 2.0, radius * 2.0));
    let asked = desk.asked.who() == Some(who);
    let looked_at = desk.selected.0 == Some(who) || desk.hovered.who == Some(who);
    match &due.what {
        DueKind::Turn(_) => desk.pictures.token(painter, rect, row.side, &row.sheet.figure),
        DueKind::Completion { .. } => diamond(desk, painter, rect, row.side, "clock"),
        DueKind::Harms { .. } => diamond(desk, painter, rect, row.side, "burning"),
        DueKind::Waking(_) => diamond(desk, painter, rect, row.side, "unconscious"),
        DueKind::ConditionEnds { .. } | DueKind::Passing(_) => diamond(desk, painter, rect, row.side, "undo"),
        DueKind::Dose { .. } => diamond(desk, painter, rect, row.side, "sweat"),
        DueKind::SpellFades(_) | DueKind::SpellEnds { .. } | DueKind::BonusEnds { .. } | DueKind::WearsOff { .. } => {
            diamond(desk, painter, rect, row.side, "undo")
        }
    }
    if asked || looked_at {
        let colour = if asked { look::GOLD } else { Color32::WHITE };
        painter.circle_stroke(at, radius + 1.0, Stroke::new(2.0, colour));
    }
    if desk.thinking() == Some(who)
        && let Some(clock) = desk.pictures.icon("clock")
    {
        clock.paint(painter, Rect::from_center_size(rect.right_top(), vec2(13.0, 13.0)), look::GOLD);
    }
    let words = words(desk, due, ahead);
    let shown = ui.interact(rect, ui.id().with(("due", due.id.0)), Sense::click());
    shown.on_hover_text(words).clicked()
}

fn diamond(desk: &Desk, painter: &Painter, rect: Rect, side: Side, icon: &str) {
    let points = vec![rect.center_top(), rect.right_center(), rect.center_bottom(), rect.left_center()];
    painter.add(egui::Shape::convex_polygon(points, look::side(side).gamma_multiply(0.8), Stroke::new(1.0, look::INK)));
    if let Some(picture) = desk.pictures.icon(icon) {
        picture.paint(painter, rect.shrink(rect.width() * 0.24), Color32::WHITE);
    }
}

fn words(desk: &Desk, due: &Due, ahead: Count) -> String {
    let name = desk.name(whom(&due.what));
    let when = match ahead {
        0 => "now".to_owned(),
        1 => "in 1 count".to_owned(),
        ahead => format!("in {ahead} counts"),
    };
    let what = due_words(desk.view(), desk.rules(), &due.what);
    let dangers =
        due_dangers(desk.view(), desk.rules(), &due.what).map_or_else(String::new, |words| format!("\n{words}"));
    format!("{name} {what} at {} ({when}){dangers}", due.at)
}

/// Where what the pointer means would land: the action of the button under it, else what is aimed at.
fn landing(desk: &Desk) -> Option<Landing> {
    let who = desk.offered.who?;
    let aimed = match &desk.aimed.choice {
        Some(Choice::Act(act)) if desk.hovered.cell.is_some() => Some((act.action, act.weapon)),
        _ => None,
    };
    let looked_at = desk.hud.looked_at.map(|action| (action, desk.intent.weapon));
    let picked = desk.intent.action.map(|action| (action, desk.intent.weapon));
    let (action, weapon) = looked_at.or(aimed).or(picked)?;
    let action = desk.rules().actions.get(action)?;
    let (least, most) = offered::span(&desk.snapshot, &desk.session, who, action, weapon)?;
    let now = desk.snapshot.count;
    let side = desk.view().row(who).side;
    Some(Landing { side, least: now + Count::from(least), most: now + Count::from(most) })
}

fn show_landing(ui: &Ui, painter: &Painter, scale: &Scale, landing: Landing) {
    let base = scale.rect.bottom() - 15.0;
    let (from, to) = (scale.x(landing.least), scale.x(landing.most));
    let band = Rect::from_min_max(pos2(from - 5.0, scale.rect.top()), pos2(to + 5.0, base));
    let colour = look::side(landing.side);
    painter.rect_filled(band, 3.0, colour.gamma_multiply(0.28));
    // Strokes besides the colour, so that it is seen without it.
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
    let left = (mean - galley.size().x / 2.0).clamp(scale.rect.left(), scale.rect.right() - galley.size().x);
    let at = pos2(left, base + 1.0);
    painter.rect_filled(Rect::from_min_size(at, galley.size()).expand(2.0), 2.0, look::PANEL);
    painter.galley(at, galley, Color32::WHITE);
}
