//! An arrow from the combatant that acts to what its action is aimed at, with the name of the action.

use bevy::prelude::*;

use crate::battle::CombatantId;
use crate::content::Name;
use crate::gui::canvas::Canvas;
use crate::gui::cues::CueEnd;
use crate::gui::theme;

/// Seconds in which an arrow grows, is shown after the last fact of its action, and fades at the end of them.
const GROWS: f32 = 0.15;
const RESTS: f32 = 1.1;
const FADES: f32 = 0.35;

/// The arrow of an action under way.
#[derive(Clone, Debug)]
pub struct ActionArrow {
    /// The combatant that acts.
    pub who: CombatantId,
    /// The unit or cell that it acts on.
    pub other: CueEnd,
    /// The action.
    pub action: Name,
    age: f32,
    /// Seconds since the last fact of the action.
    rest: f32,
}

impl ActionArrow {
    pub(super) fn new(who: CombatantId, other: CueEnd, action: Name) -> ActionArrow {
        ActionArrow { who, other, action, age: 0.0, rest: 0.0 }
    }

    /// Keeps it, because its action goes on.
    pub(super) fn renew(&mut self) {
        self.rest = 0.0;
    }

    /// Lets time pass. Returns whether it is still shown.
    pub(super) fn advance(&mut self, seconds: f32) -> bool {
        self.age += seconds;
        self.rest += seconds;
        self.rest < RESTS
    }

    /// Its opacity.
    pub fn opacity(&self) -> f32 {
        ((RESTS - self.rest) / FADES).clamp(0.0, 1.0)
    }

    /// Draws it between two ends with these radii. It is whole at once where motion is reduced.
    pub(super) fn draw(&self, canvas: &mut Canvas, ends: [(Vec2, f32); 2], colour: Color, still: bool) {
        let Some((from, to)) = span(ends) else { return };
        let share = if still { 1.0 } else { (self.age / GROWS).clamp(0.05, 1.0) };
        let (way, tip) = ((to - from).normalize_or_zero(), from.lerp(to, share));
        let opacity = self.opacity();
        let (ink, colour) = (theme::INK.with_alpha(0.85 * opacity), colour.lighter(0.18).with_alpha(opacity));
        canvas.line(from - way * 2.0, tip - way * 12.0, 9.0, ink);
        canvas.arrow_head(tip + way * 4.0, way, 24.0, ink);
        canvas.line(from, tip - way * 11.0, 5.0, colour);
        canvas.arrow_head(tip, way, 16.0, colour);
    }
}

/// Where the line begins and ends: at the rims of the ends, or within them if they touch.
fn span([(from, near), (to, far)]: [(Vec2, f32); 2]) -> Option<(Vec2, Vec2)> {
    let (way, length) = ((to - from).try_normalize()?, from.distance(to));
    let between = length - near - far;
    Some(if between > 26.0 { (from + way * near, to - way * far) } else { (from.lerp(to, 0.3), from.lerp(to, 0.72)) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_arrow_points_from_rim_to_rim_or_lies_between_the_middles_of_neighbours() {
        let far = span([(Vec2::ZERO, 28.0), (Vec2::new(200.0, 0.0), 28.0)]);
        assert_eq!(far, Some((Vec2::new(28.0, 0.0), Vec2::new(172.0, 0.0))));
        let (from, to) = span([(Vec2::ZERO, 28.0), (Vec2::new(64.0, 0.0), 28.0)]).expect("a line");
        assert!(from.x < to.x && to.x < 64.0, "{from} {to}");
        assert_eq!(span([(Vec2::ONE, 28.0), (Vec2::ONE, 28.0)]), None);
    }

    #[test]
    fn an_arrow_stays_as_long_as_its_action_goes_on() {
        let mut arrow = ActionArrow::new(CombatantId(0), CueEnd::Unit(CombatantId(1)), Name::new("strike"));
        for _ in 0..10 {
            assert!(arrow.advance(RESTS * 0.9));
            arrow.renew();
        }
        assert!(!arrow.advance(RESTS));
    }
}
