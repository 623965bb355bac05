//! The pictures of a token, and how it stands: upright, lying, fallen, and which way it faces.

use std::f32::consts::FRAC_PI_2;

use bevy::prelude::*;

use super::marks::{BarKind, IconRow, TokenBar};
use super::motion::{Motion, TOKEN, part};
use crate::battle::{Combatant, Conditions, Facing, PairFact, PairFacts, Stance};
use crate::ecs::{CombatantSheet, OutOfPlay, Roster};
use crate::grid::Direction;
use crate::gui::BattleScene;
use crate::gui::board::{Art, Layout, SheetName};
use crate::gui::known::FogOfWar;
use crate::gui::session::Session;
use crate::gui::theme::{self, Palette};
use crate::mechanics::sight::visibility_by_fact;

#[derive(Component, Copy, Clone, PartialEq)]
pub enum TokenPart {
    Disc,
    /// The wedge that shows which way it faces.
    Facing,
    Figure,
    Fallen,
}

#[derive(Resource, Copy, Clone, Debug, PartialEq, Eq)]
pub struct PaletteShown(pub Palette);

pub fn dress(
    mut commands: Commands,
    art: Res<Art>,
    bare: Query<(Entity, &Combatant, &CombatantSheet), Without<Motion>>,
) {
    const DISCS: [&str; 4] = ["disc_a", "disc_b", "disc_c", "disc_d"];
    let base = |name: &str, size: f32, color: Color| {
        let sprite = art.sheet(SheetName::Bases).named(name).unwrap_or_default();
        Sprite { color, custom_size: Some(Vec2::splat(size)), ..sprite }
    };
    let figures = art.sheet(SheetName::Figures);
    let at = |layer: f32| Transform::from_xyz(0.0, 0.0, layer);
    for (entity, combatant, sheet) in &bare {
        let colour = theme::side(combatant.side);
        let figure = figures.named(&sheet.0.figure).or_else(|| figures.named("unknown")).unwrap_or_default();
        let figure = Sprite { custom_size: Some(Vec2::splat(TOKEN * 1.04)), ..figure };
        let disc = base(DISCS[usize::from(combatant.side.0) % DISCS.len()], TOKEN, colour);
        let facing = base("facing", TOKEN * 1.28, colour.lighter(0.25));
        let fallen = base("dead", TOKEN * 0.62, theme::IVORY);
        let mut token = commands.entity(entity);
        token.insert((BattleScene, Motion::default(), Transform::default(), Visibility::Hidden));
        token.with_children(|token| {
            let shadow = base("shadow", TOKEN * 1.08, Color::WHITE);
            token.spawn((shadow, Transform::from_xyz(1.5, -3.0, part::SHADOW)));
            token.spawn((TokenPart::Disc, disc, at(part::DISC)));
            token.spawn((TokenPart::Facing, facing, at(part::FACING), Visibility::Hidden));
            token.spawn((TokenPart::Figure, figure, at(part::FIGURE)));
            token.spawn((TokenPart::Fallen, fallen, at(part::MARK), Visibility::Hidden));
            TokenBar::spawn(token, BarKind::Health);
            TokenBar::spawn(token, BarKind::Fatigue);
            token.spawn((IconRow, Transform::from_xyz(0.0, TOKEN * 0.42, part::ICON)));
        });
    }
}

pub fn tint(
    palette: Option<Res<PaletteShown>>,
    tokens: Query<(&Combatant, &Children)>,
    mut parts: Query<(&TokenPart, &mut Sprite)>,
) {
    if !palette.is_some_and(|palette| palette.is_changed()) {
        return;
    }
    for (combatant, children) in &tokens {
        let colour = theme::side(combatant.side);
        for child in children {
            match parts.get_mut(*child) {
                Ok((TokenPart::Disc, mut disc)) => disc.color = colour,
                Ok((TokenPart::Facing, mut mark)) => mark.color = colour.lighter(0.25),
                _ => {}
            }
        }
    }
}

type Stale = Or<(Changed<OutOfPlay>, Changed<Stance>, Changed<Conditions>, Changed<PairFacts>, Changed<Children>)>;

/// Draws the figures of combatants that have changed; those whose place is not known, not at all.
pub fn pose(
    (fog, session): (Res<FogOfWar>, Option<Res<Session>>),
    stale: Query<(), Stale>,
    mut tokens: Query<(&Combatant, (&OutOfPlay, &Stance, &Conditions, &PairFacts), &Children, &mut Visibility)>,
    mut parts: Query<(&TokenPart, &mut Sprite, &mut Transform, &mut Visibility), Without<Combatant>>,
) {
    let Some(session) = session.filter(|_| !stale.is_empty() || fog.is_changed()) else { return };
    let policy = &session.rules().policies.consciousness;
    let sight = session.rules().policies.sight.as_ref();
    let hides = |fact: &PairFact| sight.is_some_and(|policy| visibility_by_fact(policy, &fact.slant).is_some());
    for (combatant, (gone, stance, conditions, pairs), children, mut visibility) in &mut tokens {
        let is_unconscious = conditions.has(policy.unconscious);
        let lies = stance.held == Some(policy.falls) || is_unconscious;
        let is_fallen = gone.0 && (conditions.has(policy.dead) || lies);
        let is_away = gone.0 && !is_fallen;
        visibility.set_if_neq(seen_if(!is_away && fog.knows(combatant.id)));
        let strength = match is_fallen {
            true => 0.45,
            false if pairs.0.iter().any(hides) => 0.6,
            false => 1.0,
        };
        let light = if is_unconscious { 0.62 } else { 1.0 };
        for child in children {
            let Ok((part, mut sprite, mut place, mut visibility)) = parts.get_mut(*child) else { continue };
            match part {
                TokenPart::Figure => {
                    sprite.color = Color::srgba(light, light, light, strength);
                    *place = figure_place(is_fallen || lies);
                }
                TokenPart::Disc => sprite.color.set_alpha(strength),
                TokenPart::Fallen => drop(visibility.set_if_neq(seen_if(is_fallen))),
                TokenPart::Facing => {}
            }
        }
    }
}

fn seen_if(shown: bool) -> Visibility {
    if shown { Visibility::Inherited } else { Visibility::Hidden }
}

fn figure_place(lies: bool) -> Transform {
    if !lies {
        return Transform::from_xyz(0.0, TOKEN * 0.10, part::FIGURE);
    }
    Transform::from_xyz(0.0, -TOKEN * 0.02, part::FIGURE)
        .with_rotation(Quat::from_rotation_z(FRAC_PI_2 * 0.94))
        .with_scale(Vec3::new(0.9, 0.9, 1.0))
}

pub fn face(
    (layout, roster): (Res<Layout>, Res<Roster>),
    tokens: Query<(&Facing, &OutOfPlay, &Children, &Transform), With<Combatant>>,
    mut parts: Query<(&TokenPart, &mut Transform, &mut Visibility), Without<Combatant>>,
) {
    let place_of = |id| roster.entity(id).and_then(|entity| tokens.get(entity).ok());
    for (facing, gone, children, place) in &tokens {
        let here = place.translation.truncate();
        let way = match *facing {
            Facing::AllAround => None,
            Facing::Direction(number) => Some(layout.heading(Direction(number))),
            Facing::Towards(id) => place_of(id).map(|(_, _, _, there)| there.translation.truncate() - here),
        };
        let shown = way.filter(|way| !gone.0 && *way != Vec2::ZERO);
        for child in children {
            let Ok((TokenPart::Facing, mut wedge, mut visibility)) = parts.get_mut(*child) else { continue };
            visibility.set_if_neq(seen_if(shown.is_some()));
            let turned = shown.map(|way| Quat::from_rotation_z(way.to_angle() - FRAC_PI_2));
            if let Some(turned) = turned.filter(|turned| wedge.rotation != *turned) {
                wedge.rotation = turned;
            }
        }
    }
}
