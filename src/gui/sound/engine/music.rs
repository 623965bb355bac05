//! The two pieces of music: notes as data, played by a few instruments.

use super::synth::{SynthTone, Wave, echo, level, render};

/// A piece of music. It is repeated without a break.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Calm, for the start screen.
    Hearth,
    /// Tense, for battles.
    March,
}

/// A chord and the melody over it: one bar.
struct Bar {
    /// The lowest note.
    root: i8,
    /// The notes above it.
    chord: [i8; 3],
    /// Notes of the melody, each with its beat and its length in beats.
    melody: &'static [(f32, f32, i8)],
}

/// Notes are numbered like the keys of a piano in half tones, 0 for the A of 440 Hz.
fn pitch(note: i8) -> f32 {
    440.0 * 2.0_f32.powf(f32::from(note) / 12.0)
}

const fn bar(root: i8, chord: [i8; 3], melody: &'static [(f32, f32, i8)]) -> Bar {
    Bar { root, chord, melody }
}

// A minor, F major, C major, G major, D minor and E major below the middle of the keyboard.
const A: (i8, [i8; 3]) = (-24, [-12, -9, -5]);
const F: (i8, [i8; 3]) = (-28, [-16, -12, -9]);
const C: (i8, [i8; 3]) = (-21, [-9, -5, -2]);
const G: (i8, [i8; 3]) = (-26, [-14, -10, -7]);
const D: (i8, [i8; 3]) = (-31, [-19, -16, -12]);
const E: (i8, [i8; 3]) = (-29, [-17, -13, -10]);

/// Calm: three beats to a bar, a slow melody over broken chords.
const HEARTH: [Bar; 16] = [
    bar(A.0, A.1, &[(0.0, 2.0, 3), (2.0, 1.0, 2)]),
    bar(F.0, F.1, &[(0.0, 3.0, 0)]),
    bar(C.0, C.1, &[(0.0, 2.0, -2), (2.0, 1.0, 3)]),
    bar(G.0, G.1, &[(0.0, 3.0, 2)]),
    bar(A.0, A.1, &[(0.0, 1.0, 3), (1.0, 1.0, 5), (2.0, 1.0, 7)]),
    bar(F.0, F.1, &[(0.0, 2.0, 8), (2.0, 1.0, 7)]),
    bar(C.0, C.1, &[(0.0, 2.0, 7), (2.0, 1.0, 5)]),
    bar(G.0, G.1, &[(0.0, 3.0, 2)]),
    bar(F.0, F.1, &[(0.0, 1.0, 8), (1.0, 1.0, 7), (2.0, 1.0, 3)]),
    bar(C.0, C.1, &[(0.0, 2.0, 7), (2.0, 1.0, 3)]),
    bar(D.0, D.1, &[(0.0, 2.0, 5), (2.0, 1.0, 8)]),
    bar(A.0, A.1, &[(0.0, 3.0, 7)]),
    bar(D.0, D.1, &[(0.0, 1.0, 5), (1.0, 1.0, 3), (2.0, 1.0, 0)]),
    bar(F.0, F.1, &[(0.0, 2.0, -4), (2.0, 1.0, 0)]),
    bar(E.0, E.1, &[(0.0, 2.0, -1), (2.0, 1.0, 2)]),
    bar(A.0, A.1, &[(0.0, 3.0, 0)]),
];

/// Tense: four beats to a bar, a drum, a pulsing bass, short phrases.
const MARCH: [Bar; 16] = [
    bar(D.0, D.1, &[(0.0, 1.5, -7), (1.5, 0.5, -4), (2.0, 2.0, -2)]),
    bar(D.0, D.1, &[(0.0, 1.5, -7), (1.5, 0.5, -4), (2.0, 1.0, -2), (3.0, 1.0, 0)]),
    bar(F.0, F.1, &[(0.0, 2.0, 3), (2.0, 2.0, 0)]),
    bar(E.0, E.1, &[(0.0, 3.0, -1), (3.0, 1.0, -5)]),
    bar(D.0, D.1, &[(0.0, 1.5, -7), (1.5, 0.5, -4), (2.0, 2.0, -2)]),
    bar(D.0, D.1, &[(0.0, 1.0, 0), (1.0, 1.0, -2), (2.0, 2.0, -4)]),
    bar(G.0, G.1, &[(0.0, 1.0, -2), (1.0, 1.0, 2), (2.0, 2.0, 5)]),
    bar(E.0, E.1, &[(0.0, 4.0, -1)]),
    bar(A.0, A.1, &[(0.0, 0.5, 7), (0.5, 0.5, 5), (1.0, 1.0, 3), (2.0, 2.0, 0)]),
    bar(F.0, F.1, &[(0.0, 0.5, 8), (0.5, 0.5, 7), (1.0, 1.0, 3), (2.0, 2.0, 0)]),
    bar(C.0, C.1, &[(0.0, 1.0, 7), (1.0, 1.0, 3), (2.0, 2.0, -2)]),
    bar(E.0, E.1, &[(0.0, 2.0, -1), (2.0, 2.0, 2)]),
    bar(A.0, A.1, &[(0.0, 0.5, 3), (0.5, 0.5, 5), (1.0, 1.0, 7), (2.0, 2.0, 12)]),
    bar(F.0, F.1, &[(0.0, 1.0, 12), (1.0, 1.0, 8), (2.0, 2.0, 7)]),
    bar(D.0, D.1, &[(0.0, 1.0, 5), (1.0, 1.0, 8), (2.0, 2.0, 5)]),
    bar(E.0, E.1, &[(0.0, 2.0, 2), (2.0, 2.0, -1)]),
];

impl Piece {
    /// All pieces.
    pub const ALL: [Piece; 2] = [Piece::Hearth, Piece::March];

    /// Its samples.
    pub fn samples(self) -> Vec<f32> {
        let tones = match self {
            Piece::Hearth => calm(&HEARTH),
            Piece::March => tense(&MARCH),
        };
        let mut samples = render(&tones);
        echo(&mut samples, 0.23, 0.28);
        level(&mut samples, 0.5);
        samples
    }
}

fn calm(bars: &[Bar]) -> Vec<SynthTone> {
    const BEAT: f32 = 1.2;
    let mut tones = Vec::new();
    for (number, bar) in bars.iter().enumerate() {
        let start = number as f32 * 3.0 * BEAT;
        let note = |wave, at: f32, length: f32, note, volume| {
            let pitch = pitch(note);
            SynthTone {
                attack: 0.02,
                decay: 0.9,
                ..SynthTone::new(wave, start + at * BEAT, length * BEAT, (pitch, pitch), volume)
            }
        };
        tones.push(SynthTone { attack: 0.4, decay: 0.1, ..note(Wave::Triangle, 0.0, 3.0, bar.root, 0.35) });
        for (step, up) in [0, 1, 2, 1, 2, 1].into_iter().enumerate() {
            tones.push(note(Wave::Pluck, step as f32 * 0.5, 1.4, bar.chord[up], 0.28));
        }
        for &(at, length, melody) in bar.melody {
            tones.push(SynthTone { attack: 0.06, decay: 0.5, ..note(Wave::Sine, at, length * 1.05, melody, 0.42) });
            tones.push(SynthTone { attack: 0.1, decay: 0.8, ..note(Wave::Sine, at, length, melody + 12, 0.08) });
        }
    }
    tones
}

fn tense(bars: &[Bar]) -> Vec<SynthTone> {
    const BEAT: f32 = 0.62;
    let mut tones = Vec::new();
    // Twice, the second time an octave higher.
    for (number, (bar, up)) in bars.iter().map(|bar| (bar, 0)).chain(bars.iter().map(|bar| (bar, 12))).enumerate() {
        let start = number as f32 * 4.0 * BEAT;
        let note = |wave, at: f32, length: f32, note, volume| {
            let pitch = pitch(note);
            SynthTone {
                attack: 0.01,
                decay: 2.2,
                ..SynthTone::new(wave, start + at * BEAT, length * BEAT, (pitch, pitch), volume)
            }
        };
        for beat in 0..8_u8 {
            let at = f32::from(beat) * 0.5;
            tones.push(SynthTone { decay: 7.0, ..note(Wave::Saw, at, 0.5, bar.root + 12, 0.3) });
            let drum = match beat % 8 {
                0 | 3 | 4 => Some((Wave::Sine, (92.0, 44.0), 0.75)),
                _ => Some((Wave::Noise, (1800.0, 700.0), 0.1)),
            };
            tones.extend(drum.map(|(wave, pitch, volume)| SynthTone {
                decay: 14.0,
                attack: 0.002,
                ..SynthTone::new(wave, start + at * BEAT, 0.28, pitch, volume)
            }));
        }
        for chord in bar.chord {
            tones.push(SynthTone { attack: 0.5, decay: 0.2, ..note(Wave::Triangle, 0.0, 4.0, chord, 0.13) });
        }
        for &(at, length, melody) in bar.melody {
            tones.push(SynthTone { decay: 1.0, ..note(Wave::Saw, at, length, melody + up - 12, 0.3) });
        }
    }
    tones
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::sound::engine::synth::seconds;

    #[test]
    fn every_piece_lasts_about_a_minute_is_heard_throughout_and_is_the_same_each_time() {
        for piece in Piece::ALL {
            let samples = piece.samples();
            assert!(samples.len() > seconds(50.0) && samples.len() < seconds(90.0), "{piece:?}");
            assert!(samples.iter().all(|sample| sample.is_finite() && sample.abs() <= 0.51), "{piece:?}");
            let loud = |part: &[f32]| part.iter().any(|sample| sample.abs() > 0.02);
            assert!(samples.chunks_exact(seconds(2.0)).all(loud), "{piece:?} has a silent part");
            assert_eq!(samples, piece.samples(), "{piece:?}");
        }
    }

    #[test]
    fn every_melody_fills_its_bar() {
        for (bars, beats) in [(HEARTH, 3.0), (MARCH, 4.0)] {
            for (number, bar) in bars.iter().enumerate() {
                let mut end = 0.0;
                for &(at, length, _) in bar.melody {
                    assert_eq!(at, end, "bar {number}: notes follow each other");
                    end = at + length;
                }
                assert_eq!(end, beats, "bar {number}");
            }
        }
    }
}
