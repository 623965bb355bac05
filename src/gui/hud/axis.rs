//! Counts along a bar: as far apart as they are, except that a long time in which nothing is due takes little room.

use bevy_egui::egui::Rect;

use crate::battle::Count;

/// Counts for which there is room at least, and counts above which more is left out.
const LEAST: f32 = 14.0;
const MOST: f32 = 60.0;

/// Room of what is left out, in counts.
const BREAK: f32 = 3.0;

/// The longest times without anything that are shown in full, the first for which everything fits.
const LONGEST: [Count; 4] = [14, 10, 6, 4];

/// Room before the first count and behind the last, in points.
const BEFORE: f32 = 22.0;
const BEHIND: f32 = 40.0;

/// Room below the axis for its numbers, in points.
const BELOW: f32 = 15.0;

/// Where counts are on the bar.
pub struct Axis {
    pub rect: Rect,
    pub now: Count,
    /// Points of a count.
    pub step: f32,
    /// Counts at which something is due, with their places in counts of the bar, in order.
    knots: Vec<(Count, f32)>,
    longest: Count,
}

impl Axis {
    /// A bar from now on that has all of these counts on it.
    pub fn new(rect: Rect, now: Count, due: impl Iterator<Item = Count>) -> Axis {
        let mut counts: Vec<Count> = due.filter(|count| *count > now).collect();
        counts.sort_unstable();
        counts.dedup();
        let all = LONGEST.map(|longest| (longest, knots(now, &counts, longest)));
        let long = |knots: &[(Count, f32)]| knots.last().map_or(0.0, |(_, at)| *at);
        let fits = all.iter().find(|(_, knots)| long(knots) <= MOST).or(all.last()).cloned();
        let (longest, knots) = fits.unwrap_or_default();
        let room = long(&knots).max(LEAST);
        Axis { rect, now, step: (rect.width() - BEFORE - BEHIND) / room, knots, longest }
    }

    /// Where a count is, in points.
    pub fn x(&self, count: Count) -> f32 {
        let after = self.knots.partition_point(|(known, _)| *known <= count);
        let (before, at) = self.knots[after.saturating_sub(1)];
        let away = (count - before) as f32;
        let place = match self.knots.get(after) {
            Some((next, end)) => at + away * (end - at) / (next - before) as f32,
            None => at + away,
        };
        self.rect.left() + BEFORE + place * self.step
    }

    /// The height of the axis itself.
    pub fn base(&self) -> f32 {
        self.rect.bottom() - BELOW
    }

    /// All counts that are shown; those left out are not.
    pub fn counts(&self) -> impl Iterator<Item = Count> + '_ {
        let last = self.knots.last().map_or(self.now, |(count, _)| *count);
        let end = (self.now..).take_while(move |count| *count <= last || self.x(*count) <= self.rect.right());
        let left_out = |count: Count| {
            self.knots.windows(2).any(|pair| self.is_break(pair) && pair[0].0 < count && count < pair[1].0)
        };
        end.filter(move |count| !left_out(*count))
    }

    /// The middle of every break, with the counts it leaves out.
    pub fn breaks(&self) -> impl Iterator<Item = (f32, Count)> + '_ {
        let broken = self.knots.windows(2).filter(|pair| self.is_break(pair));
        broken.map(|pair| ((self.x(pair[0].0) + self.x(pair[1].0)) / 2.0, pair[1].0 - pair[0].0))
    }

    fn is_break(&self, pair: &[(Count, f32)]) -> bool {
        pair[1].0 - pair[0].0 > self.longest
    }
}

fn knots(now: Count, counts: &[Count], longest: Count) -> Vec<(Count, f32)> {
    let mut knots = vec![(now, 0.0)];
    for &count in counts {
        let (before, at) = knots[knots.len() - 1];
        let gap = count - before;
        knots.push((count, at + if gap > longest { BREAK } else { gap as f32 }));
    }
    knots
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
