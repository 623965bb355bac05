//! Where each token rests: in its cell, or beside the others who share it.

use std::f32::consts::{FRAC_PI_2, TAU};

use bevy::prelude::*;

use super::TOKEN;
use crate::battle::{Combatant, CombatantId, Row, View};
use crate::content::size::Size;
use crate::ecs::ShownBattle;
use crate::gui::board::{CELL, Layout};
use crate::gui::known::Watch;
use crate::gui::theme::layer;

/// Where a token is when nothing moves it.
#[derive(Component, Copy, Clone, Debug, Default, PartialEq)]
pub struct Rest {
    /// The middle of its disc.
    pub at: Vec2,
    /// Across its disc.
    pub size: f32,
    /// How far in front of the board it is.
    pub layer: f32,
}

/// Works out where all tokens rest whenever anything has changed.
pub fn arrange(
    mut commands: Commands,
    (snapshot, watch): (Res<ShownBattle>, Res<Watch>),
    layout: Res<Layout>,
    mut tokens: Query<(Entity, &Combatant, Option<&mut Rest>)>,
) {
    if !snapshot.is_changed() && !layout.is_changed() && !watch.is_changed() {
        return;
    }
    for (entity, combatant, rest) in &mut tokens {
        let place = place(&layout, watch.view(&snapshot), combatant.id);
        match rest {
            Some(mut rest) => drop(rest.set_if_neq(place)),
            None => drop(commands.entity(entity).insert(place)),
        }
    }
}

fn place(layout: &Layout, view: View<'_>, id: CombatantId) -> Rest {
    let row = view.row(id);
    let footprint = view.footprint(id);
    let middle = layout.middle(footprint);
    // Those who are not seen take no room from others.
    let sharing: Vec<CombatantId> = sharers(view, row).map(|other| other.id).collect();
    let among = sharing.iter().position(|other| *other == id).unwrap_or(0);
    let (offset, scale) = if row.gone { (Vec2::ZERO, 0.9) } else { slot(among, sharing.len()) };
    let across = f32::from(footprint.across());
    let size = TOKEN * own_scale(row.sheet.size) * (across - 1.0).mul_add(CELL / TOKEN, 1.0) * scale;
    // Farther south is nearer; of two in one place the smaller is in front; the fallen lie beneath all.
    let nearer = f32::from(footprint.anchor.y) * 0.04 - across * 0.01 + among as f32 * 0.008;
    let depth = if row.gone { -1.0 } else { nearer };
    Rest { at: middle + offset * across, size, layer: layer::TOKENS + 2.0 + depth }
}

/// All who stand in the same place, by number. A large body and a small one before it do not make room for each other.
fn sharers<'a>(view: View<'a>, row: &Row) -> impl Iterator<Item = &'a Row> + use<'a> {
    let footprint = view.footprint(row.id);
    view.present().filter(move |other| view.footprint(other.id) == footprint)
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
