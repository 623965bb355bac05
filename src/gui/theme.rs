//! Colours and layers of everything drawn on the board. No meaning depends on colour alone: sides have disc patterns,
//! overlays their own outlines or hatchings.

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

#[cfg(test)]
mod tests {
    //! The palettes as they are seen with the common colour deficiencies, simulated with the matrices of Machado, Oliveira and Fernandes
    //! (2009) for full severity, on linear RGB. Differences are distances in Oklab, where 0.02 is just noticeable.

    use super::*;

    const PROTANOPIA: [[f32; 3]; 3] =
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]];
    const DEUTERANOPIA: [[f32; 3]; 3] =
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]];
    const TRITANOPIA: [[f32; 3]; 3] =
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]];
    const FULL: [[f32; 3]; 3] = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

    fn seen(colour: Color, through: [[f32; 3]; 3]) -> Vec3 {
        let LinearRgba { red, green, blue, .. } = colour.to_linear();
        let [red, green, blue] = through.map(|[r, g, b]| (r * red + g * green + b * blue).clamp(0.0, 1.0));
        let seen: Oklaba = LinearRgba::rgb(red, green, blue).into();
        Vec3::new(seen.lightness, seen.a, seen.b)
    }

    fn lightness(colour: Color) -> f32 {
        seen(colour, FULL).x
    }

    /// The smallest of all differences between the colours of two sides.
    fn closest(palette: Palette, differ: impl Fn(Color, Color) -> f32) -> f32 {
        let sides: Vec<Color> = (0..4).map(|number| side_in(palette, Side(number))).collect();
        let pairs = sides.iter().enumerate().flat_map(|(at, a)| sides[..at].iter().map(move |b| (*a, *b)));
        pairs.map(|(a, b)| differ(a, b)).fold(f32::MAX, f32::min)
    }

    #[test]
    fn the_sides_differ_in_every_palette_for_those_it_is_made_for() {
        let through = |matrix| move |a, b| seen(a, matrix).distance(seen(b, matrix));
        for (palette, matrix, least) in [
            (Palette::Usual, FULL, 0.12),
            (Palette::RedGreen, PROTANOPIA, 0.15),
            (Palette::RedGreen, DEUTERANOPIA, 0.15),
            (Palette::BlueYellow, TRITANOPIA, 0.15),
            (Palette::Contrast, PROTANOPIA, 0.12),
            (Palette::Contrast, DEUTERANOPIA, 0.12),
            (Palette::Contrast, TRITANOPIA, 0.12),
        ] {
            let found = closest(palette, through(matrix));
            assert!(found >= least, "{palette:?} through {matrix:?}: {found}");
        }
        let greys = closest(Palette::Contrast, |a, b| (lightness(a) - lightness(b)).abs());
        assert!(greys >= 0.15, "high contrast without any colour: {greys}");
    }

    #[test]
    fn cells_reached_now_and_later_differ_in_lightness() {
        let apart = lightness(REACH_NOW) - lightness(REACH_LATER);
        assert!(apart >= 0.25, "{apart}");
    }
}
