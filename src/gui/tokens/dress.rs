//! The pictures of a token.

use bevy::prelude::*;

use super::bars::{BarKind, TokenBar};
use super::motion::Motion;
use super::posture::{FacingMark, FallenMark, Figure};
use super::{TOKEN, part};
use crate::battle::Combatant;
use crate::ecs::CombatantSheet;
use crate::gui::BattleScene;
use crate::gui::board::{Art, SheetName};
use crate::gui::theme;

/// The disc of a token.
#[derive(Component)]
pub struct Disc;

/// The row of icons of a token.
#[derive(Component)]
#[require(Transform, Visibility)]
pub struct IconRow;

/// Gives every combatant without a picture its picture.
pub fn dress(
    mut commands: Commands,
    art: Res<Art>,
    bare: Query<(Entity, &Combatant, &CombatantSheet), Without<Motion>>,
) {
    for (entity, combatant, sheet) in &bare {
        let pictures = Pictures { art: &art, colour: theme::side(combatant.side), side: combatant.side.0 };
        commands
            .entity(entity)
            .insert((BattleScene, Motion::default(), Transform::default(), Visibility::Hidden))
            .with_children(|token| {
                pictures.spawn(token, &sheet.0.figure);
            });
    }
}

struct Pictures<'a> {
    art: &'a Art,
    colour: Color,
    side: u8,
}

impl Pictures<'_> {
    fn spawn(&self, token: &mut ChildSpawnerCommands<'_>, figure: &str) {
        const DISCS: [&str; 4] = ["disc_a", "disc_b", "disc_c", "disc_d"];
        let disc = DISCS[usize::from(self.side) % DISCS.len()];
        token.spawn((self.base("shadow", TOKEN * 1.08, Color::WHITE), at(Vec2::new(1.5, -3.0), part::SHADOW)));
        token.spawn((Disc, self.base(disc, TOKEN, self.colour), at(Vec2::ZERO, part::DISC)));
        let facing = self.base("facing", TOKEN * 1.28, self.colour.lighter(0.25));
        token.spawn((FacingMark, facing, at(Vec2::ZERO, part::FACING), Visibility::Hidden));
        token.spawn((Figure, self.figure(figure), at(Vec2::ZERO, part::FIGURE)));
        let fallen = self.base("dead", TOKEN * 0.62, theme::IVORY);
        token.spawn((FallenMark, fallen, at(Vec2::ZERO, part::MARK), Visibility::Hidden));
        for kind in [BarKind::Health, BarKind::Fatigue] {
            TokenBar::spawn(token, kind);
        }
        token.spawn((IconRow, at(Vec2::new(0.0, TOKEN * 0.42), part::ICON)));
    }

    fn base(&self, name: &str, size: f32, colour: Color) -> Sprite {
        let sprite = self.art.sheet(SheetName::Bases).named(name).unwrap_or_default();
        Sprite { color: colour, custom_size: Some(Vec2::splat(size)), ..sprite }
    }

    fn figure(&self, name: &str) -> Sprite {
        let sheet = self.art.sheet(SheetName::Figures);
        let sprite = sheet.named(name).or_else(|| sheet.named("unknown")).unwrap_or_default();
        Sprite { custom_size: Some(Vec2::splat(TOKEN * 1.04)), ..sprite }
    }
}

fn at(place: Vec2, layer: f32) -> Transform {
    Transform::from_translation(place.extend(layer))
}
