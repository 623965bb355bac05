//! Rings around the combatant that is asked, the selected one, the one under the pointer and the target.

use bevy::prelude::*;

use super::arrange::TokenPlace;
use crate::battle::CombatantId;
use crate::ecs::Roster;
use crate::gui::board::{Art, SheetName};
use crate::gui::input::{Aimed, Hovered, Selected};
use crate::gui::known::FogOfWar;
use crate::gui::session::OpenPrompt;
use crate::gui::theme::{self, layer};
use crate::resolution::Choice;

/// The meaning of a ring.
#[derive(Component, Copy, Clone, Debug, PartialEq, Eq)]
#[require(Transform)]
pub enum Ring {
    Asked,
    Selected,
    Hovered,
    Target,
}

impl Ring {
    const ALL: [Ring; 4] = [Ring::Asked, Ring::Selected, Ring::Hovered, Ring::Target];

    fn picture(self) -> (&'static str, Color, f32, f32) {
        match self {
            Ring::Asked => ("selection", theme::PATH, 1.24, layer::TOKENS + 0.2),
            Ring::Selected => ("selection", Color::WHITE, 1.18, layer::TOKENS + 0.3),
            Ring::Hovered => ("hover", Color::WHITE, 1.18, layer::LINES - 1.0),
            Ring::Target => ("target", theme::HURT, 1.24, layer::LINES - 0.5),
        }
    }
}

/// Makes the rings, unseen.
pub fn spawn(mut commands: Commands) {
    for ring in Ring::ALL {
        commands.spawn((ring, Sprite::default(), Visibility::Hidden));
    }
}

/// Puts every ring round its token.
pub fn follow(
    art: Res<Art>,
    roster: Res<Roster>,
    (asked, selected, hovered, aimed): (Res<OpenPrompt>, Res<Selected>, Res<Hovered>, Res<Aimed>),
    fog: Res<FogOfWar>,
    tokens: Query<(&Transform, &TokenPlace), Without<Ring>>,
    mut rings: Query<(&Ring, &mut Sprite, &mut Transform, &mut Visibility)>,
) {
    let target = match &aimed.choice {
        Some(Choice::Act(act)) if aimed.refusal.is_none() => act.aimed_at(),
        _ => None,
    };
    for (ring, mut sprite, mut place, mut visibility) in &mut rings {
        let who: Option<CombatantId> = match ring {
            Ring::Asked => asked.who(),
            Ring::Selected => selected.0,
            Ring::Hovered => hovered.who,
            Ring::Target => target,
        };
        let token = who
            .filter(|who| fog.knows(*who))
            .and_then(|who| roster.entity(who))
            .and_then(|entity| tokens.get(entity).ok());
        visibility.set_if_neq(if token.is_some() { Visibility::Visible } else { Visibility::Hidden });
        let Some((token, rest)) = token else { continue };
        let (name, colour, scale, layer) = ring.picture();
        let size = Some(Vec2::splat(rest.size * scale));
        place.translation = token.translation.truncate().extend(layer);
        if sprite.custom_size != size {
            let picture = art.sheet(SheetName::Bases).named(name).unwrap_or_default();
            *sprite = Sprite { color: colour, custom_size: size, ..picture };
        }
    }
}
