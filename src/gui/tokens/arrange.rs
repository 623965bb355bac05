//! Where each token rests: in its cell, or beside the others who share it.

use std::f32::consts::{FRAC_PI_2, TAU};

use bevy::prelude::*;

use super::TOKEN;
use crate::battle::{Combatant, CombatantId, Position};
use crate::content::size::Size;
use crate::ecs::{CombatantSheet, OutOfPlay};
use crate::grid::Footprint;
use crate::gui::board::{CELL, Layout};
use crate::gui::known::FogOfWar;
use crate::gui::theme::layer;

/// Where a token is when nothing moves it.
#[derive(Component, Copy, Clone, Debug, Default, PartialEq)]
pub struct TokenPlace {
    /// The middle of its disc.
    pub at: Vec2,
    /// Across its disc.
    pub size: f32,
    /// How far in front of the board it is.
    pub layer: f32,
}

/// Combatants that stand elsewhere than before, or have left the board.
type Moved = Or<(Changed<Position>, Changed<OutOfPlay>)>;

/// Works out where all tokens rest whenever a combatant has moved.
pub fn arrange(
    mut commands: Commands,
    (layout, fog): (Res<Layout>, Res<FogOfWar>),
    moved: Query<(), Moved>,
    bodies: Query<(&Combatant, &Position, &OutOfPlay)>,
    mut tokens: Query<(Entity, &Combatant, &Position, &OutOfPlay, &CombatantSheet, Option<&mut TokenPlace>)>,
) {
    if moved.is_empty() && !layout.is_changed() && !fog.is_changed() {
        return;
    }
    for (entity, combatant, position, gone, sheet, rest) in &mut tokens {
        // Combatants that are not seen take no room from others.
        let same = |other: &Position| other.footprint() == position.footprint();
        let sharing = bodies.iter().filter(|(other, at, gone)| !gone.0 && fog.knows(other.id) && same(at));
        let mut sharing: Vec<CombatantId> = sharing.map(|(other, ..)| other.id).collect();
        sharing.sort_unstable();
        let among = sharing.iter().position(|other| *other == combatant.id).unwrap_or(0);
        let place = place(&layout, position.footprint(), (sheet.0.size, gone.0), (among, sharing.len()));
        match rest {
            Some(mut rest) => drop(rest.set_if_neq(place)),
            None => drop(commands.entity(entity).insert(place)),
        }
    }
}

/// Where the token of a body rests, as one of several in the same space.
fn place(
    layout: &Layout,
    footprint: Footprint,
    (size, gone): (Size, bool),
    (among, many): (usize, usize),
) -> TokenPlace {
    let (offset, scale) = if gone { (Vec2::ZERO, 0.9) } else { slot(among, many) };
    let across = f32::from(footprint.across());
    let across_disc = TOKEN * own_scale(size) * (across - 1.0).mul_add(CELL / TOKEN, 1.0) * scale;
    // Farther south is nearer; of two in one place the smaller is in front; the fallen lie beneath all.
    let nearer = f32::from(footprint.anchor.y) * 0.04 - across * 0.01 + among as f32 * 0.008;
    let depth = if gone { -1.0 } else { nearer };
    TokenPlace { at: layout.middle(footprint) + offset * across, size: across_disc, layer: layer::TOKENS + 2.0 + depth }
}

/// Where one of several stands in a shared cell, and how much smaller it is drawn there.
fn slot(among: usize, many: usize) -> (Vec2, f32) {
    let (radius, scale) = match many {
        0 | 1 => return (Vec2::ZERO, 1.0),
        2 => (CELL * 0.215, 0.66),
        3 => (CELL * 0.24, 0.58),
        4 => (CELL * 0.26, 0.52),
        _ => (CELL * 0.29, 0.42),
    };
    let start = if many == 2 { 0.85 * FRAC_PI_2 } else { FRAC_PI_2 };
    let angle = start - TAU * among as f32 / many as f32;
    let way = Vec2::from_angle(angle + if many == 2 { FRAC_PI_2 } else { 0.0 });
    (way * radius, scale)
}

fn own_scale(size: Size) -> f32 {
    match size {
        Size::Fine => 0.45,
        Size::Diminutive => 0.55,
        Size::Tiny => 0.66,
        Size::Small => 0.84,
        _ => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_who_share_a_cell_stay_inside_it_and_apart() {
        for many in 2..=8 {
            let slots: Vec<(Vec2, f32)> = (0..many).map(|among| slot(among, many)).collect();
            for (at, (place, scale)) in slots.iter().enumerate() {
                let radius = TOKEN * scale / 2.0;
                assert!(place.length() + radius < CELL * 0.54, "{many} in a cell");
                for (other, _) in &slots[..at] {
                    assert!(place.distance(*other) > radius * 0.85, "{many} in a cell");
                }
            }
        }
    }
}
