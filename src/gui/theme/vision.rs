//! The palettes as they are seen with the common colour deficiencies, simulated with the matrices of Machado, Oliveira and Fernandes
//! (2009) for full severity, on linear RGB. Differences are distances in Oklab, where 0.02 is just noticeable.

use bevy::prelude::*;

use super::{Palette, REACH_LATER, REACH_NOW, side_in};
use crate::battle::Side;

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
