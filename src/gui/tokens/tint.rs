//! Tokens take on the colours of another palette.

use bevy::prelude::*;

use super::dress::Disc;
use super::posture::FacingMark;
use crate::battle::Combatant;
use crate::gui::theme::{self, Palette};

/// Colours discs and facing marks again when the palette changes.
pub fn tint(
    palette: Option<Res<PaletteShown>>,
    tokens: Query<(&Combatant, &Children)>,
    mut discs: Query<&mut Sprite, (With<Disc>, Without<FacingMark>)>,
    mut marks: Query<&mut Sprite, (With<FacingMark>, Without<Disc>)>,
) {
    if !palette.is_some_and(|palette| palette.is_changed()) {
        return;
    }
    for (combatant, children) in &tokens {
        let colour = theme::side(combatant.side);
        for child in children {
            if let Ok(mut disc) = discs.get_mut(*child) {
                disc.color = colour;
            }
            if let Ok(mut mark) = marks.get_mut(*child) {
                mark.color = colour.lighter(0.25);
            }
        }
    }
}

/// The palette that is shown.
#[derive(Resource, Copy, Clone, Debug, PartialEq, Eq)]
pub struct PaletteShown(pub Palette);
