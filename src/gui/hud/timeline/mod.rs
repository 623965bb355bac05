//! The timeline of rules with counts: a tick per count, a marker for each combatant's next action, and where the aimed
//! action would end.

mod marks;
mod rounds;

use bevy_egui::egui::{Align2, Color32, Painter, Rect, Sense, Stroke, StrokeKind, TextStyle, Ui, pos2, vec2};

use crate::battle::{Count, Side, WeaponSlot};
use crate::content::Name;
use crate::content::policy::TurnOrder;
use crate::gui::hud::params::HudParams;
use crate::gui::hud::style;
use crate::gui::hud::text::span_words;
use crate::resolution::Choice;
use crate::turn::{Due, DueId, DueKind, Phase};
use marks::{owner, stack};

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
    let landed = landing.into_iter().flat_map(|landing| [landing.least, landing.most]);
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

/// Least number of counts on the bar, and the number above which gaps are shortened.
const LEAST: f32 = 14.0;
const MOST: f32 = 60.0;

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
    /// Points per count.
    pub step: f32,
    /// Counts with events and their positions in counts of the bar, ascending.
    stops: Vec<(Count, f32)>,
    longest: Count,
}

impl Axis {
    /// An axis from now on that shows all of these counts.
    pub fn new(rect: Rect, now: Count, due: impl Iterator<Item = Count>) -> Axis {
        let mut counts: Vec<Count> = due.filter(|count| *count > now).collect();
        counts.sort_unstable();
        counts.dedup();
        let all = LONGEST.map(|longest| (longest, positions(now, &counts, longest)));
        let long = |stops: &[(Count, f32)]| stops.last().map_or(0.0, |(_, at)| *at);
        let fits = all.iter().find(|(_, stops)| long(stops) <= MOST).or(all.last()).cloned();
        let (longest, stops) = fits.unwrap_or_default();
        let room = long(&stops).max(LEAST);
        Axis { rect, now, step: (rect.width() - BEFORE - BEHIND) / room, stops, longest }
    }

    /// Position of a count, in points.
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

    /// Vertical position of the axis, in points.
    pub fn base(&self) -> f32 {
        self.rect.bottom() - BELOW
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

#[cfg(test)]
mod tests {
    use super::*;

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
