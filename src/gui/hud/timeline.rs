//! Time as a bar: a tick for every count, a marker for everybody's next action, and where the action at hand would land.

use std::collections::BTreeMap;

use bevy_egui::egui::{
    self, Align2, Color32, Painter, Pos2, Rect, Sense, Stroke, StrokeKind, TextStyle, Ui, pos2, vec2,
};

use super::axis::Axis;
use super::desk::Desk;
use super::look;
use super::offered::{self, span_words};
use super::rounds;
use crate::battle::{CombatantId, Count, Side};
use crate::content::policy::TurnOrder;
use crate::narration::{due_dangers, due_words};
use crate::resolution::Choice;
use crate::turn::{Due, DueId, DueKind, Phase};

/// Where the action at hand would land.
#[derive(Copy, Clone, Debug)]
struct Landing {
    side: Side,
    least: Count,
    most: Count,
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
        clicked = stack(ui, desk, &painter, &axis, &dues, next).or(clicked);
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

fn ticks(ui: &Ui, painter: &Painter, axis: &Axis) {
    let base = axis.base();
    painter.hline(axis.rect.x_range(), base, Stroke::new(1.0, look::EDGE));
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
        painter.vline(x, base - height..=base, Stroke::new(1.0, if labelled { look::FAINT } else { look::EDGE }));
        if labelled {
            let colour = if now { look::GOLD } else { look::FAINT };
            painter.text(pos2(x, base + 1.0), Align2::CENTER_TOP, count.to_string(), font.clone(), colour);
        }
    }
    for (x, left_out) in axis.breaks() {
        breach(painter, pos2(x, base));
        let words = format!("+{left_out}");
        painter.text(pos2(x, base + 1.0), Align2::CENTER_TOP, words, font.clone(), look::TIRED);
    }
    painter.vline(axis.x(axis.now), axis.rect.top()..=base, Stroke::new(1.5, look::GOLD.gamma_multiply(0.6)));
}

/// Two slanted strokes through the axis where counts are left out.
fn breach(painter: &Painter, at: Pos2) {
    let gap = Rect::from_center_size(at, vec2(7.0, 6.0));
    painter.rect_filled(gap, 0.0, look::PANEL);
    for x in [-3.5, 3.5] {
        let (from, to) = (at + vec2(x - 3.0, 7.0), at + vec2(x + 3.0, -7.0));
        painter.line_segment([from, to], Stroke::new(1.5, look::TIRED));
    }
}

/// Radius of the mark of somebody alone on a count, and of one of several.
const ALONE: f32 = 15.0;
const AMONG: f32 = 12.0;

/// Height of the marks above the axis, and width of the number of those on one count.
const MARKS: f32 = 36.0;
const NUMBER: f32 = 20.0;

/// Everybody and everything due on one count, fanned out as far as there is room until the next, with how many there are;
/// gives whoever was clicked.
fn stack(
    ui: &mut Ui,
    desk: &Desk,
    painter: &Painter,
    axis: &Axis,
    dues: &[&Due],
    next: Option<Count>,
) -> Option<CombatantId> {
    let count = dues[0].at;
    let words: Vec<String> = dues.iter().map(|due| words(desk, due, count - axis.now)).collect();
    let words = words.join("\n");
    let at = pos2(axis.x(count), axis.rect.top() + MARKS / 2.0);
    let [only] = dues else {
        let room = next.map_or(axis.rect.right(), |next| axis.x(next)) - at.x;
        return show_fan(ui, desk, painter, &Fan::new(at, dues.len(), room, axis.rect.right()), dues, &words);
    };
    mark(ui, desk, painter, at, ALONE, only, &words).then(|| whom(&only.what))
}

/// Where several marks stand side by side, in a frame with their number.
#[derive(Debug)]
struct Fan {
    frame: Rect,
    /// The middle of the first.
    first: Pos2,
    /// From one to the next.
    step: f32,
    /// The end of the frame at which their number stands.
    number: Align2,
}

impl Fan {
    /// The fan of so many at a place of the bar, with this room until the next. One that would leave the bar moves to the
    /// left and has its number there, so that its marks stay near their place.
    fn new(at: Pos2, many: usize, room: f32, end: f32) -> Fan {
        let gaps = many.saturating_sub(1).max(1) as f32;
        let step = ((room - 2.0 * AMONG - NUMBER - 6.0) / gaps).clamp(5.0, 2.0 * AMONG + 1.0);
        let size = vec2(2.0 * AMONG + gaps * step + NUMBER + 2.0, MARKS - 2.0);
        let left = at.x - AMONG - 2.0;
        let over = left + size.x - end;
        let (left, first, number) = match over > 0.0 {
            false => (left, at.x, Align2::RIGHT_CENTER),
            true => (left - over, left - over + NUMBER + AMONG, Align2::LEFT_CENTER),
        };
        let frame = Rect::from_min_size(pos2(left, at.y - size.y / 2.0), size);
        Fan { frame, first: pos2(first, at.y), step, number }
    }
}

/// Several marks side by side, the first of them in front; gives whoever was clicked.
fn show_fan(ui: &mut Ui, desk: &Desk, painter: &Painter, fan: &Fan, dues: &[&Due], words: &str) -> Option<CombatantId> {
    painter.rect(fan.frame, 4.0, look::CARD, Stroke::new(1.3, look::GOLD), StrokeKind::Outside);
    let font = TextStyle::Small.resolve(ui.style());
    let number = format!("\u{d7}{}", dues.len());
    let at = fan.number.pos_in_rect(&fan.frame.shrink2(vec2(2.0, 0.0)));
    painter.text(at, fan.number, number, font, look::GOLD);
    ui.interact(fan.frame, ui.id().with(("tie", dues[0].at)), Sense::hover()).on_hover_text(words);
    let mut clicked = None;
    for (place, due) in dues.iter().enumerate().rev() {
        let at = fan.first + vec2(place as f32 * fan.step, 0.0);
        if mark(ui, desk, painter, at, AMONG, due, words) {
            clicked = Some(whom(&due.what));
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
fn mark(ui: &mut Ui, desk: &Desk, painter: &Painter, at: Pos2, radius: f32, due: &Due, words: &str) -> bool {
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

fn show_landing(ui: &Ui, painter: &Painter, scale: &Axis, landing: Landing) {
    let base = scale.base();
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
    let left = (mean - galley.size().x / 2.0).min(scale.rect.right() - galley.size().x).max(scale.rect.left());
    let at = pos2(left, base + 1.0);
    painter.rect_filled(Rect::from_min_size(at, galley.size()).expand(2.0), 2.0, look::PANEL);
    painter.galley(at, galley, Color32::WHITE);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_that_share_a_count_stay_on_the_bar_in_their_frame() {
        let end = 1000.0;
        for many in 2..12 {
            for (x, room) in [(22.0, 80.0), (500.0, 12.0), (500.0, 500.0), (960.0, 40.0), (995.0, 5.0)] {
                let fan = Fan::new(pos2(x, 18.0), many, room, end);
                let last = fan.first.x + (many - 1) as f32 * fan.step;
                assert!(fan.frame.right() <= end + 0.01 && fan.frame.left() >= 0.0, "{many} at {x}: {fan:?}");
                let marks = fan.first.x - AMONG..=last + AMONG;
                let [start, stop] = [fan.frame.left(), fan.frame.right()];
                let (start, stop) = match fan.number == Align2::LEFT_CENTER {
                    true => (start + NUMBER, stop),
                    false => (start, stop - NUMBER),
                };
                let within = *marks.start() >= start - 0.01 && *marks.end() <= stop + 0.01;
                assert!(within, "{many} at {x}: the number stands on a mark: {fan:?}");
            }
        }
    }
}
