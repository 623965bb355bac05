//! Mixing: effects under way and the piece of music, at their volumes, as samples for the sound server.

use std::collections::VecDeque;
use std::sync::Arc;

use super::music::Piece;
use crate::gui::sound::Volumes;

/// Samples that several parts of the program share.
pub type Samples = Arc<[f32]>;

/// An order to the mixer.
#[derive(Clone, Debug)]
pub enum SoundOrder {
    /// Play the samples of an effect.
    Play(Samples),
    /// Play a piece of music from now on, with its samples.
    Music(Piece, Samples),
    /// Play at other volumes.
    Volumes(Volumes),
}

/// Effects that may sound at once; further ones replace the oldest.
const VOICES: usize = 12;

/// Samples over which one piece fades into the other.
const FADES: f32 = 44_100.0;

/// A piece of music under way.
struct Track {
    piece: Piece,
    samples: Samples,
    at: usize,
    gain: f32,
}

/// Effects and music under way.
#[derive(Default)]
pub struct Mixer {
    voices: VecDeque<(Samples, usize)>,
    /// The pieces; all but the last fade out.
    tracks: Vec<Track>,
    volumes: Volumes,
}

impl Mixer {
    /// Follows an order.
    pub fn take(&mut self, order: SoundOrder) {
        match order {
            SoundOrder::Play(samples) => {
                self.voices.truncate(VOICES - 1);
                self.voices.push_front((samples, 0));
            }
            SoundOrder::Music(piece, samples) => {
                if self.tracks.last().is_none_or(|track| track.piece != piece) {
                    self.tracks.retain(|track| track.piece != piece);
                    self.tracks.push(Track { piece, samples, at: 0, gain: 0.0 });
                }
            }
            SoundOrder::Volumes(volumes) => self.volumes = volumes,
        }
    }

    /// Whether nothing can be heard until the next order.
    pub fn is_silent(&self) -> bool {
        self.voices.is_empty() && (self.tracks.is_empty() || self.volumes.of_music() == 0.0)
    }

    /// The next samples.
    pub fn mix(&mut self, out: &mut [i16]) {
        let (effects, music) = (self.volumes.of_effects(), self.volumes.of_music());
        for sample in out {
            let loud = self.next_effects() * effects + self.next_music() * music;
            *sample = (soft(loud) * f32::from(i16::MAX)) as i16;
        }
        self.voices.retain(|(samples, at)| *at < samples.len());
        let last = self.tracks.len().saturating_sub(1);
        let mut number = 0..;
        self.tracks.retain(|track| number.next() == Some(last) || track.gain > 0.0);
    }

    fn next_effects(&mut self) -> f32 {
        let mut sum = 0.0;
        for (samples, at) in &mut self.voices {
            sum += samples.get(*at).copied().unwrap_or(0.0);
            *at += 1;
        }
        sum
    }

    fn next_music(&mut self) -> f32 {
        let last = self.tracks.len().saturating_sub(1);
        let mut sum = 0.0;
        for (number, track) in self.tracks.iter_mut().enumerate() {
            let step = if number == last { 1.0 } else { -1.0 } / FADES;
            track.gain = (track.gain + step).clamp(0.0, 1.0);
            sum += track.samples.get(track.at).copied().unwrap_or(0.0) * track.gain;
            track.at = (track.at + 1) % track.samples.len().max(1);
        }
        sum
    }
}

/// Keeps several loud sounds at once within the range of samples.
fn soft(loud: f32) -> f32 {
    if loud.abs() <= 0.7 { loud } else { loud.signum() * (0.7 + 0.3 * ((loud.abs() - 0.7) / 0.3).tanh()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn constant(length: usize, value: f32) -> Samples {
        vec![value; length].into()
    }

    fn mixed(mixer: &mut Mixer, count: usize) -> Vec<i16> {
        let mut out = vec![0; count];
        mixer.mix(&mut out);
        out
    }

    #[test]
    fn volumes_scale_effects_and_music_and_nothing_overflows() {
        let mut mixer = Mixer::default();
        mixer.take(SoundOrder::Volumes(Volumes { master: 100, effects: 50, music: 0, ..Volumes::default() }));
        mixer.take(SoundOrder::Play(constant(10, 0.5)));
        assert_eq!(mixed(&mut mixer, 1), [8191]);
        mixer.take(SoundOrder::Volumes(Volumes { on: false, ..Volumes::default() }));
        assert_eq!(mixed(&mut mixer, 1), [0]);
        mixer.take(SoundOrder::Volumes(Volumes { master: 100, effects: 100, music: 100, ..Volumes::default() }));
        for _ in 0..20 {
            mixer.take(SoundOrder::Play(constant(10, 1.0)));
        }
        assert!(mixed(&mut mixer, 1)[0] > 30_000, "loud, and not turned to the other sign");
    }

    #[test]
    fn an_effect_ends_and_music_goes_on_and_fades_into_the_next_piece() {
        let mut mixer = Mixer::default();
        mixer.take(SoundOrder::Volumes(Volumes { master: 100, effects: 100, music: 100, ..Volumes::default() }));
        mixer.take(SoundOrder::Play(constant(4, 0.5)));
        assert!(!mixer.is_silent());
        mixed(&mut mixer, 5);
        assert!(mixer.is_silent());
        mixer.take(SoundOrder::Music(Piece::Hearth, constant(100, 0.5)));
        let swelling = mixed(&mut mixer, 44_100);
        assert!(swelling[0] < 10 && swelling[44_099] > 16_000, "it repeats beyond its end");
        mixer.take(SoundOrder::Music(Piece::March, constant(100, -0.5)));
        let crossing = mixed(&mut mixer, 44_200);
        assert!(crossing[0] > 16_000 && crossing[44_199] < -16_000);
        assert_eq!(mixer.tracks.len(), 1, "the earlier piece is gone");
    }
}
