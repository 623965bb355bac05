//! The names of the actions under way, beside their arrows where there is room.

use bevy::prelude::*;
use bevy::sprite::Text2dShadow;
use bevy::text::TextBackgroundColor;

use super::{ActionDrawings, place};
use crate::battle::CombatantId;
use crate::ecs::{Roster, ShownBattle};
use crate::gui::BattleScene;
use crate::gui::board::{CELL, Layout};
use crate::gui::camera::BoardCamera;
use crate::gui::cues::CueEnd;
use crate::gui::overlay::label_scale;
use crate::gui::theme::{self, layer};
use crate::gui::tokens::TokenPlace;

/// Size of the words, and about the width of a letter, in units of the board.
const SIZE: f32 = 15.0;
const LETTER: f32 = 7.5;

/// The name of the action of a combatant.
#[derive(Component)]
#[require(BattleScene)]
pub struct ActionName(CombatantId);

type Words = (
    Entity,
    &'static ActionName,
    &'static mut Transform,
    &'static mut Text2d,
    &'static mut TextColor,
    &'static mut TextBackgroundColor,
    &'static mut Visibility,
);

/// Writes the names of the actions whose arrows are shown.
pub fn write_names(
    mut commands: Commands,
    (drawings, battle): (Res<ActionDrawings>, Res<ShownBattle>),
    (layout, roster, tokens): (Res<Layout>, Res<Roster>, Query<&TokenPlace>),
    camera: Single<&Projection, With<BoardCamera>>,
    mut words: Query<Words, Without<TokenPlace>>,
) {
    let scale = label_scale(&camera);
    let mut written = Vec::new();
    for (entity, name, mut at, mut text, mut colour, mut plate, mut visibility) in &mut words {
        let Some(arrow) = drawings.arrows.iter().find(|arrow| arrow.who == name.0) else {
            commands.entity(entity).despawn();
            continue;
        };
        written.push(name.0);
        let action = battle.rules().actions.get(arrow.action).map_or("", |action| &action.name);
        if text.0 != action {
            action.clone_into(&mut text.0);
        }
        let ends = [CueEnd::Unit(arrow.who), arrow.other].map(|end| place(end, &layout, &roster, &tokens));
        let spot = ends[0].zip(ends[1]).and_then(|(from, to)| room(from.0, to.0, text.0.len(), scale.x, &tokens));
        visibility.set_if_neq(if spot.is_some() { Visibility::Inherited } else { Visibility::Hidden });
        colour.set_if_neq(TextColor(theme::IVORY.with_alpha(arrow.opacity())));
        plate.set_if_neq(TextBackgroundColor(theme::INK.with_alpha(0.85 * arrow.opacity())));
        let shown =
            spot.map_or(*at, |spot| Transform::from_translation(spot.extend(layer::WORDS - 1.0)).with_scale(scale));
        at.set_if_neq(shown);
    }
    for arrow in drawings.arrows.iter().filter(|arrow| !written.contains(&arrow.who)) {
        commands.spawn((
            ActionName(arrow.who),
            Text2d::default(),
            TextFont::from_font_size(SIZE),
            TextColor(Color::NONE),
            Text2dShadow { offset: Vec2::new(1.0, -1.0), color: Color::BLACK },
            TextBackgroundColor(Color::NONE),
            Transform::default(),
        ));
    }
}

/// A place for words of this many letters beside an arrow that covers no token: on a long arrow, above it, below it.
fn room(from: Vec2, to: Vec2, letters: usize, scale: f32, tokens: &Query<&TokenPlace>) -> Option<Vec2> {
    let size = Vec2::new(letters as f32 * LETTER + 8.0, SIZE + 6.0) * scale;
    let (middle, high) = (from.midpoint(to), Vec2::new(0.0, (from.y - to.y).abs() / 2.0 + CELL * 0.72));
    let spots = [middle, middle + high, middle - high];
    let is_free = |spot: &Vec2| {
        let rect = Rect::from_center_size(*spot, size);
        tokens
            .iter()
            .all(|token| rect.intersect(Rect::from_center_size(token.at, Vec2::splat(token.size * 0.8))).is_empty())
    };
    spots.into_iter().find(is_free)
}
