//! Rings around the combatant that is asked, the selected one, the one under the pointer and the target, and lines between
//! holders and held combatants.

use bevy::prelude::*;

use super::motion::TokenPlace;
use crate::battle::{CombatantId, Link};
use crate::ecs::Roster;
use crate::gui::board::{Art, SheetName};
use crate::gui::canvas::{Canvas, DrawingAssets};
use crate::gui::input::{Aimed, Hovered, Selected};
use crate::gui::known::FogOfWar;
use crate::gui::session::OpenPrompt;
use crate::gui::theme::{self, layer};
use crate::resolution::Choice;

#[derive(Component)]
#[require(Transform)]
pub enum Ring {
    Asked,
    Selected,
    Hovered,
    Target,
}

/// The drawing of all holds.
#[derive(Component)]
pub struct Bonds;

/// Makes the rings, unseen, and the empty drawing of holds.
pub fn spawn(mut commands: Commands, mut easel: DrawingAssets) {
    for ring in [Ring::Asked, Ring::Selected, Ring::Hovered, Ring::Target] {
        commands.spawn((ring, Sprite::default(), Visibility::Hidden));
    }
    commands.spawn((Bonds, easel.drawing(Canvas::new(), layer::LINES)));
}

/// Puts every ring round its token.
pub fn follow(
    (art, roster, fog): (Res<Art>, Res<Roster>, Res<FogOfWar>),
    (asked, selected, hovered, aimed): (Res<OpenPrompt>, Res<Selected>, Res<Hovered>, Res<Aimed>),
    tokens: Query<(&Transform, &TokenPlace), Without<Ring>>,
    mut rings: Query<(&Ring, &mut Sprite, &mut Transform, &mut Visibility)>,
) {
    let target = match &aimed.choice {
        Some(Choice::Act(act)) if aimed.refusal.is_none() => act.aimed_at(),
        _ => None,
    };
    for (ring, mut sprite, mut place, mut visibility) in &mut rings {
        let (who, name, color, scale, layer) = match ring {
            Ring::Asked => (asked.who(), "selection", theme::PATH, 1.24, layer::TOKENS + 0.2),
            Ring::Selected => (selected.0, "selection", Color::WHITE, 1.18, layer::TOKENS + 0.3),
            Ring::Hovered => (hovered.who, "hover", Color::WHITE, 1.18, layer::LINES - 1.0),
            Ring::Target => (target, "target", theme::HURT, 1.24, layer::LINES - 0.5),
        };
        let entity = who.filter(|who| fog.knows(*who)).and_then(|who| roster.entity(who));
        let token = entity.and_then(|entity| tokens.get(entity).ok());
        visibility.set_if_neq(if token.is_some() { Visibility::Visible } else { Visibility::Hidden });
        let Some((token, rest)) = token else { continue };
        let custom_size = Some(Vec2::splat(rest.size * scale));
        place.translation = token.translation.truncate().extend(layer);
        if sprite.custom_size != custom_size {
            let picture = art.sheet(SheetName::Bases).named(name).unwrap_or_default();
            *sprite = Sprite { color, custom_size, ..picture };
        }
    }
}

/// Draws a chain from every holder to the one it holds, with a hook at the held end and a second line for a pin.
pub fn draw_bonds(
    (links, fog): (Query<&Link>, Res<FogOfWar>),
    roster: Res<Roster>,
    tokens: Query<&Transform>,
    drawing: Single<&Mesh2d, With<Bonds>>,
    mut easel: DrawingAssets,
    mut shown: Local<Vec<(Vec2, Vec2, bool)>>,
) {
    let place = |id: CombatantId| {
        let token = roster.entity(id).and_then(|entity| tokens.get(entity).ok());
        token.map(|token| token.translation.truncate())
    };
    let known = links.iter().filter(|link| fog.knows(link.holder) && fog.knows(link.held));
    let ends = known.filter_map(|link| Some((place(link.holder)?, place(link.held)?, link.is_pin())));
    let ends: Vec<(Vec2, Vec2, bool)> = ends.collect();
    if *shown != ends {
        let mut canvas = Canvas::new();
        for &(from, to, pin) in &ends {
            chain(&mut canvas, from, to, pin);
        }
        easel.renew(&drawing, canvas);
        *shown = ends;
    }
}

fn chain(canvas: &mut Canvas, from: Vec2, to: Vec2, pin: bool) {
    let way = (to - from).normalize_or(Vec2::Y);
    let reach = (from.distance(to) * 0.28).min(20.0);
    let (from, to) = (from + way * reach, to - way * reach);
    let sides: &[f32] = if pin { &[-3.5, 3.5] } else { &[0.0] };
    for side in sides {
        let shift = way.perp() * *side;
        canvas.line(from + shift, to + shift, 6.0, theme::INK);
        canvas.dashed(from + shift, to + shift, 3.0, (6.0, 3.0), theme::BOND);
    }
    canvas.disc(from, 5.0, theme::INK);
    canvas.disc(from, 3.2, theme::BOND);
    canvas.arrow_head(to + way * 7.0, way, 14.0, theme::INK);
    canvas.arrow_head(to + way * 4.5, way, 9.5, theme::BOND);
}
