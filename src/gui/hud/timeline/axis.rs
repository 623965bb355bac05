//! Maps counts to positions on the timeline. Long gaps without events are shortened.

use bevy_egui::egui::Rect;

use crate::battle::Count;

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

/// Positions of counts on the timeline.
pub struct Axis {
    /// The rectangle of the bar.
    pub rect: Rect,
    /// The current count.
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

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_egui::egui::{pos2, vec2};

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
