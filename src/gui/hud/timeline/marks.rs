//! The markers of the timeline, and the axis they stand on.

use bevy_egui::egui::{
    Align2, Color32, Painter, Pos2, Rect, Sense, Shape, Stroke, StrokeKind, TextStyle, Ui, pos2, vec2,
};

use crate::battle::{CombatantId, Count};
use crate::gui::hud::params::HudParams;
use crate::gui::hud::style;
use crate::gui::hud::widgets::name_button;
use crate::narration::{due_dangers, due_words};
use crate::turn::{Due, DueKind};

/// Least number of counts on the bar, and the number above which gaps are shortened; on narrow bars less.
const LEAST: f32 = 14.0;
const MOST: f32 = 60.0;

/// Least distance of two counts on a bar with the least and with the greatest number of them, in points.
const WIDE_STEP: f32 = 58.0;
const NARROW_STEP: f32 = 23.0;

/// Width of a shortened gap, in counts.
const BREAK: f32 = 3.0;

/// Longest gaps that are shown in full; the first value with which everything fits is used.
const LONGEST: [Count; 4] = [14, 10, 6, 4];

/// Padding before the first and behind the last count, in points.
const BEFORE: f32 = 22.0;
const BEHIND: f32 = 40.0;

/// Room for numbers below the axis, in points.
const BELOW: f32 = 15.0;

/// Positions of counts on the timeline. Long gaps without events are shortened.
pub struct Axis {
    pub rect: Rect,
    pub now: Count,
    pub step: f32,
    /// Counts with events and their positions in counts of the bar, ascending.
    stops: Vec<(Count, f32)>,
    longest: Count,
}

impl Axis {
    pub fn new(rect: Rect, now: Count, due: impl Iterator<Item = Count>) -> Axis {
        let mut counts: Vec<Count> = due.filter(|count| *count > now).collect();
        counts.sort_unstable();
        counts.dedup();
        let all = LONGEST.map(|longest| (longest, positions(now, &counts, longest)));
        let long = |stops: &[(Count, f32)]| stops.last().map_or(0.0, |(_, at)| *at);
        let width = rect.width() - BEFORE - BEHIND;
        let most = (width / NARROW_STEP).clamp(LEAST, MOST);
        let fits = all.iter().find(|(_, stops)| long(stops) <= most).or(all.last()).cloned();
        let (longest, stops) = fits.unwrap_or_default();
        let room = long(&stops).max((width / WIDE_STEP).clamp(LEAST / 2.0, LEAST));
        Axis { rect, now, step: width / room, stops, longest }
    }

    pub fn x(&self, count: Count) -> f32 {
        let after = self.stops.partition_point(|(known, _)| *known <= count);
        let (before, at) = self.stops[after.saturating_sub(1)];
        let away = (count - before) as f32;
        let place = match self.stops.get(after) {
            Some((next, end)) => at + away * (end - at) / (next - before) as f32,
            None => at + away,
        };
        self.rect.left() + BEFORE + place * self.step
    }

    pub fn base(&self) -> f32 {
        self.rect.bottom() - BELOW
    }

    /// Height of the markers above the axis, in points.
    fn marks(&self) -> f32 {
        MARKS.min(self.base() - self.rect.top())
    }

    /// All counts that are shown; those in shortened gaps are skipped.
    pub fn counts(&self) -> impl Iterator<Item = Count> + '_ {
        let last = self.stops.last().map_or(self.now, |(count, _)| *count);
        let end = (self.now..).take_while(move |count| *count <= last || self.x(*count) <= self.rect.right());
        let left_out = |count: Count| {
            self.stops.windows(2).any(|pair| self.is_break(pair) && pair[0].0 < count && count < pair[1].0)
        };
        end.filter(move |count| !left_out(*count))
    }

    /// The centre of every shortened gap, with the number of counts it covers.
    pub fn breaks(&self) -> impl Iterator<Item = (f32, Count)> + '_ {
        let broken = self.stops.windows(2).filter(|pair| self.is_break(pair));
        broken.map(|pair| ((self.x(pair[0].0) + self.x(pair[1].0)) / 2.0, pair[1].0 - pair[0].0))
    }

    fn is_break(&self, pair: &[(Count, f32)]) -> bool {
        pair[1].0 - pair[0].0 > self.longest
    }
}

fn positions(now: Count, counts: &[Count], longest: Count) -> Vec<(Count, f32)> {
    let mut stops = vec![(now, 0.0)];
    for &count in counts {
        let (before, at) = stops[stops.len() - 1];
        let gap = count - before;
        stops.push((count, at + if gap > longest { BREAK } else { gap as f32 }));
    }
    stops
}

/// Radius of a single marker, and of one among several, in points.
const ALONE: f32 = 15.0;
const AMONG: f32 = 12.0;

/// Greatest height of the markers above the axis, and width of their number, in points.
const MARKS: f32 = 36.0;
const NUMBER: f32 = 20.0;

/// Draws all events of one count, fanned out, the first in front, with their number. Returns the clicked combatant.
pub fn stack(
    ui: &mut Ui,
    params: &HudParams,
    painter: &Painter,
    axis: &Axis,
    dues: &[Due],
    next: Option<Count>,
) -> Option<CombatantId> {
    let count = dues[0].at;
    let words = dues.iter().map(|due| words(params, due, count - axis.now)).collect::<Vec<_>>().join("\n");
    let at = pos2(axis.x(count), axis.rect.top() + axis.marks() / 2.0);
    if let [only] = dues {
        let radius = ALONE.min(axis.marks() / 2.0);
        return mark(ui, params, painter, at, radius, only, &words).then(|| owner(&only.what));
    }
    let room = next.map_or(axis.rect.right(), |next| axis.x(next)) - at.x;
    let fan = Fan::new((at, axis.marks() - 2.0), dues.len(), room, axis.rect.right());
    painter.rect(fan.frame, 4.0, style::CARD, Stroke::new(1.3, style::GOLD), StrokeKind::Outside);
    let place = fan.number.pos_in_rect(&fan.frame.shrink2(vec2(2.0, 0.0)));
    let font = TextStyle::Small.resolve(ui.style());
    painter.text(place, fan.number, format!("\u{d7}{}", dues.len()), font, style::GOLD);
    ui.interact(fan.frame, ui.id().with(("tie", count)), Sense::hover()).on_hover_text(&words);
    let mut clicked = None;
    for (place, due) in dues.iter().enumerate().rev() {
        let at = fan.first + vec2(place as f32 * fan.step, 0.0);
        if mark(ui, params, painter, at, AMONG, due, &words) {
            clicked = Some(owner(&due.what));
        }
    }
    clicked
}

/// Positions of several markers side by side, in a frame with their number.
#[derive(Debug)]
struct Fan {
    frame: Rect,
    first: Pos2,
    step: f32,
    number: Align2,
}

impl Fan {
    /// A fan of this height with this room until the next count. Near the end of the bar it and its number are shifted left.
    fn new((at, height): (Pos2, f32), many: usize, room: f32, end: f32) -> Fan {
        let gaps = many.saturating_sub(1).max(1) as f32;
        let step = ((room - 2.0 * AMONG - NUMBER - 6.0) / gaps).clamp(5.0, 2.0 * AMONG + 1.0);
        let size = vec2(2.0 * AMONG + gaps * step + NUMBER + 2.0, height);
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

pub fn owner(what: &DueKind) -> CombatantId {
    match what {
        DueKind::Turn(who) | DueKind::Waking(who) | DueKind::Passing(who) | DueKind::SpellFades(who) => *who,
        DueKind::SpellEnds { caster: who, .. }
        | DueKind::Dose { who, .. }
        | DueKind::WearsOff { who, .. }
        | DueKind::BonusEnds { who, .. }
        | DueKind::Completion { who, .. }
        | DueKind::ConditionEnds { who, .. }
        | DueKind::Harms { who, .. } => *who,
    }
}

fn mark(ui: &mut Ui, params: &HudParams, painter: &Painter, at: Pos2, radius: f32, due: &Due, words: &str) -> bool {
    let who = owner(&due.what);
    let Some(data) = params.combatants.get(who) else { return false };
    let side = data.combatant.side;
    let rect = Rect::from_center_size(at, vec2(radius * 2.0, radius * 2.0));
    let icon = match &due.what {
        DueKind::Turn(_) => None,
        DueKind::Completion { .. } => Some("clock"),
        DueKind::Harms { .. } => Some("burning"),
        DueKind::Waking(_) => Some("unconscious"),
        DueKind::Dose { .. } => Some("sweat"),
        _ => Some("undo"),
    };
    if let Some(icon) = icon {
        let points = vec![rect.center_top(), rect.right_center(), rect.center_bottom(), rect.left_center()];
        let colour = style::side(side).gamma_multiply(0.8);
        painter.add(Shape::convex_polygon(points, colour, Stroke::new(1.0, style::INK)));
        if let Some(picture) = params.pictures.icon(icon) {
            picture.paint(painter, rect.shrink(rect.width() * 0.24), Color32::WHITE);
        }
    } else {
        params.pictures.token(painter, rect, side, &data.sheet.0.figure);
    }
    let asked = params.asked.who() == Some(who);
    if asked || params.selected.0 == Some(who) || params.hovered.who == Some(who) {
        let colour = if asked { style::GOLD } else { Color32::WHITE };
        painter.circle_stroke(at, radius + 1.0, Stroke::new(2.0, colour));
    }
    if params.thinking() == Some(who) {
        clock(params, painter, rect);
    }
    let shown = ui.interact(rect, ui.id().with(("due", due.id.0)), Sense::click());
    name_button(&shown, || words.to_owned());
    shown.on_hover_text(words).clicked()
}

pub fn clock(params: &HudParams, painter: &Painter, marker: Rect) {
    if let Some(clock) = params.pictures.icon("clock") {
        clock.paint(painter, Rect::from_center_size(marker.right_top(), vec2(13.0, 13.0)), style::GOLD);
    }
}

fn words(params: &HudParams, due: &Due, ahead: Count) -> String {
    let name = params.name(owner(&due.what));
    let when = match ahead {
        0 => "now".to_owned(),
        1 => "in 1 count".to_owned(),
        ahead => format!("in {ahead} counts"),
    };
    let what = due_words(params.view(), params.rules(), &due.what);
    let dangers = due_dangers(params.view(), params.rules(), &due.what);
    let dangers = dangers.map_or_else(String::new, |words| format!("\n{words}"));
    format!("{name} {what} at {} ({when}){dangers}", due.at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_that_share_a_count_stay_on_the_bar_in_their_frame() {
        let end = 1000.0;
        for many in 2..12 {
            for (x, room) in [(22.0, 80.0), (500.0, 12.0), (500.0, 500.0), (960.0, 40.0), (995.0, 5.0)] {
                let fan = Fan::new((pos2(x, 18.0), 34.0), many, room, end);
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

    fn axis(due: &[Count]) -> Axis {
        Axis::new(Rect::from_min_size(pos2(0.0, 0.0), vec2(1000.0, 56.0)), 100, due.iter().copied())
    }

    #[test]
    fn one_thing_far_ahead_leaves_the_next_counts_their_room() {
        let (near, far) = (axis(&[103, 107, 112]), axis(&[103, 107, 112, 260]));
        let apart = |axis: &Axis| axis.x(107) - axis.x(103);
        assert!(apart(&far) > apart(&near) * 0.8, "{} {}", apart(&far), apart(&near));
        assert!(far.x(260) < 1000.0 - 20.0, "it is on the bar: {}", far.x(260));
        assert_eq!(far.breaks().map(|(_, left_out)| left_out).collect::<Vec<_>>(), [148]);
        assert_eq!(near.breaks().count(), 0);
        assert!(far.counts().all(|count| !(113..260).contains(&count)), "no ticks where counts are left out");
    }

    #[test]
    fn counts_keep_their_order_however_many_are_due() {
        let due: Vec<Count> = (1..30).map(|at| 100 + at * 7).collect();
        let axis = axis(&due);
        assert!(due.windows(2).all(|pair| axis.x(pair[0]) + 4.0 < axis.x(pair[1])));
        assert!(axis.x(due[28]) < 1000.0 - 20.0);
        assert!(self::axis(&[]).counts().count() >= 14, "an empty bar has ticks");
    }
}
