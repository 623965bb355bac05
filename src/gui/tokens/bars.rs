//! Two bars under every token: health that is left, and below it fatigue against that health.

use bevy::prelude::*;

use super::{TOKEN, part};
use crate::battle::Vitals;
use crate::ecs::OutOfPlay;
use crate::gui::theme;

/// Which bar it is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum BarKind {
    Health,
    Fatigue,
}

/// The filled part of a bar.
#[derive(Component)]
pub struct TokenBar(BarKind);

/// The frame of a bar.
#[derive(Component)]
pub struct BarFrame(BarKind);

const WIDTH: f32 = TOKEN * 0.8;

impl TokenBar {
    /// Adds a bar to a token.
    pub fn spawn(token: &mut ChildSpawnerCommands<'_>, kind: BarKind) {
        let (height, y) = kind.shape();
        let frame = Sprite::from_color(theme::INK, Vec2::new(WIDTH + 3.0, height + 3.0));
        token.spawn((BarFrame(kind), frame, Transform::from_xyz(0.0, y, part::BAR)));
        let filled = Sprite::from_color(theme::HEALTH, Vec2::new(WIDTH, height));
        token.spawn((TokenBar(kind), filled, Transform::from_xyz(0.0, y, part::FILL)));
    }
}

impl BarKind {
    /// Height, and place above the middle of the token.
    fn shape(self) -> (f32, f32) {
        match self {
            BarKind::Health => (5.0, -TOKEN * 0.43),
            BarKind::Fatigue => (2.5, -TOKEN * 0.43 - 5.5),
        }
    }

    /// The filled share and its colour.
    fn of(self, vitals: &Vitals) -> (f32, Color) {
        let (now, most) = (f32::from(vitals.current().max(0)), f32::from(vitals.maximum.max(1)));
        match self {
            BarKind::Health => {
                let share = (now / most).clamp(0.0, 1.0);
                let colour = match share {
                    0.6.. => theme::HEALTH,
                    0.3.. => theme::HEALTH_LOW,
                    _ => theme::HEALTH_DIRE,
                };
                (share, colour)
            }
            BarKind::Fatigue => ((f32::from(vitals.fatigue.max(0)) / now.max(1.0)).min(1.0), theme::TIRED),
        }
    }
}

/// Tokens whose bars are no longer what they were.
type Stale = Or<(Changed<Vitals>, Changed<OutOfPlay>, Changed<Children>)>;

/// Fills the bars of combatants whose vitals have changed; the fallen have none.
pub fn fill(
    tokens: Query<(&Vitals, &OutOfPlay, &Children), Stale>,
    mut bars: Query<(&TokenBar, &mut Sprite, &mut Transform, &mut Visibility), Without<BarFrame>>,
    mut frames: Query<(&BarFrame, &mut Visibility), Without<TokenBar>>,
) {
    for (vitals, gone, children) in &tokens {
        let shown = if gone.0 { Visibility::Hidden } else { Visibility::Inherited };
        for child in children {
            if let Ok((frame, mut visibility)) = frames.get_mut(*child) {
                let empty = frame.0 == BarKind::Fatigue && vitals.fatigue <= 0;
                visibility.set_if_neq(if empty { Visibility::Hidden } else { shown });
            }
            let Ok((bar, mut sprite, mut place, mut visibility)) = bars.get_mut(*child) else { continue };
            let (share, colour) = bar.0.of(vitals);
            let (height, y) = bar.0.shape();
            let width = WIDTH * share;
            visibility.set_if_neq(shown);
            (sprite.color, sprite.custom_size) = (colour, Some(Vec2::new(width, height)));
            place.translation = Vec3::new((width - WIDTH) / 2.0, y, part::FILL);
        }
    }
}
