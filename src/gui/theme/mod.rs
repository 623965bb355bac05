//! Colours and layers of everything drawn on the board. No meaning depends on colour alone: sides have disc patterns,
//! overlays their own outlines or hatchings.

#[cfg(test)]
mod vision;

use std::sync::atomic::{AtomicU8, Ordering};

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

use crate::battle::Side;

pub const BACKDROP: Color = Color::srgb(0.094, 0.102, 0.114);
pub const FRAME: Color = Color::srgb(0.23, 0.20, 0.17);
pub const GRID: Color = Color::srgba(0.05, 0.04, 0.02, 0.30);
/// Dark lines and outlines.
pub const INK: Color = Color::srgb(0.13, 0.11, 0.09);
/// The light colour of figures and labels.
pub const IVORY: Color = Color::srgb(0.95, 0.92, 0.84);

/// Cells within reach of the next move.
pub const REACH_NOW: Color = Color::srgb(0.36, 0.74, 0.98);
/// Cells within reach of later moves.
pub const REACH_LATER: Color = Color::srgb(0.08, 0.20, 0.44);
pub const PATH: Color = Color::srgb(1.0, 0.95, 0.68);
pub const THREAT: Color = Color::srgb(0.93, 0.25, 0.20);
/// Cells that one combatant threatens.
pub const UNIT_THREAT: Color = Color::srgb(0.98, 0.62, 0.18);
pub const SIGHT: Color = Color::srgb(0.62, 0.93, 0.55);
pub const SIGHT_COVERED: Color = Color::srgb(1.0, 0.80, 0.25);
pub const SIGHT_BLOCKED: Color = Color::srgb(0.96, 0.33, 0.28);
pub const FLANK: Color = Color::srgb(0.93, 0.47, 0.93);
pub const GOAL: Color = Color::srgb(1.0, 0.84, 0.36);
pub const CHOICE: Color = Color::srgb(0.55, 0.93, 0.60);
pub const DARKNESS: Color = Color::srgba(0.015, 0.02, 0.07, 0.66);
pub const LAMPLIGHT: Color = Color::srgb(1.0, 0.74, 0.32);
pub const FOG: Color = Color::srgb(0.86, 0.89, 0.92);
pub const SPELL: Color = Color::srgb(0.72, 0.62, 0.98);
pub const DEEP: Color = Color::srgb(0.02, 0.12, 0.30);
/// Holds between combatants.
pub const BOND: Color = Color::srgb(0.98, 0.78, 0.36);

pub const HURT: Color = Color::srgb(1.0, 0.42, 0.36);
pub const TIRED: Color = Color::srgb(0.98, 0.76, 0.30);
pub const FAILED: Color = Color::srgb(0.80, 0.82, 0.86);
pub const GOOD: Color = Color::srgb(0.62, 0.93, 0.62);

pub const HEALTH: Color = Color::srgb(0.36, 0.80, 0.38);
pub const HEALTH_LOW: Color = Color::srgb(0.93, 0.72, 0.22);
pub const HEALTH_DIRE: Color = Color::srgb(0.90, 0.30, 0.25);

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Palette {
    #[default]
    Usual,
    /// For red-green colour blindness (deuteranopia, protanopia).
    RedGreen,
    /// For blue-yellow colour blindness (tritanopia).
    BlueYellow,
    /// Differing in lightness as well as in colour.
    Contrast,
}

impl Palette {
    pub const ALL: [Palette; 4] = [Palette::Usual, Palette::RedGreen, Palette::BlueYellow, Palette::Contrast];

    pub fn words(self) -> &'static str {
        match self {
            Palette::Usual => "Default",
            Palette::RedGreen => "Red-green safe",
            Palette::BlueYellow => "Blue-yellow safe",
            Palette::Contrast => "High contrast",
        }
    }
}

static PALETTE: AtomicU8 = AtomicU8::new(0);

pub fn set_palette(palette: Palette) {
    PALETTE.store(palette as u8, Ordering::Relaxed);
}

/// The colour of a side. Discs have a pattern per side as well.
pub fn side(side: Side) -> Color {
    let palette = usize::from(PALETTE.load(Ordering::Relaxed));
    side_in(Palette::ALL[palette % Palette::ALL.len()], side)
}

/// The colour of a side in a palette.
fn side_in(palette: Palette, side: Side) -> Color {
    let colours = match palette {
        Palette::Usual => [(0.26, 0.50, 0.86), (0.84, 0.31, 0.24), (0.88, 0.68, 0.18), (0.55, 0.37, 0.74)],
        Palette::RedGreen => [(0.00, 0.45, 0.70), (0.90, 0.60, 0.00), (0.94, 0.89, 0.26), (0.38, 0.13, 0.30)],
        Palette::BlueYellow => [(0.00, 0.62, 0.45), (0.84, 0.15, 0.16), (0.80, 0.60, 0.70), (0.35, 0.35, 0.40)],
        Palette::Contrast => [(0.07, 0.18, 0.55), (1.00, 0.86, 0.30), (0.93, 0.50, 0.22), (0.62, 0.28, 0.62)],
    };
    let (red, green, blue) = colours[usize::from(side.0) % colours.len()];
    Color::srgb(red, green, blue)
}

/// Drawing order: the z coordinate of each layer.
pub mod layer {
    pub const FRAME: f32 = -1.0;
    pub const GROUND: f32 = 0.0;
    /// Wall rims, ledges and barriers.
    pub const EDGES: f32 = 1.0;
    pub const GRID: f32 = 2.0;
    pub const AIR: f32 = 2.5;
    /// Cells that can be reached, threatened or chosen.
    pub const AREAS: f32 = 3.0;
    pub const NUMBERS: f32 = 4.0;
    pub const PATHS: f32 = 5.0;
    /// Tokens; those farther south lie in front.
    pub const TOKENS: f32 = 10.0;
    pub const LINES: f32 = 40.0;
    pub const WORDS: f32 = 50.0;
}
