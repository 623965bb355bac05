//! Synthesis: tones, noise and envelopes, added to a buffer of samples. Deterministic: the samples depend on nothing but the
//! numbers given here.

use std::f32::consts::TAU;

/// Samples in a second.
pub const RATE: u32 = 44_100;

/// The shape of one period of a tone.
#[derive(Copy, Clone, Debug, PartialEq)]
pub enum Wave {
    /// Pure.
    Sine,
    /// Soft, with odd overtones.
    Triangle,
    /// Bright: the first overtones of a saw.
    Saw,
    /// Plucked string: sine overtones, of which the higher fade first.
    Pluck,
    /// Noise without a pitch; its frequency limits the overtones.
    Noise,
}

/// One tone: when, how long, how high, how loud.
#[derive(Copy, Clone, Debug)]
pub struct SynthTone {
    /// The shape.
    pub wave: Wave,
    /// Seconds from the beginning of the buffer.
    pub at: f32,
    /// Seconds.
    pub length: f32,
    /// Frequency at the beginning and at the end.
    pub pitch: (f32, f32),
    /// Loudness, 1 for the loudest.
    pub volume: f32,
    /// Seconds in which it swells.
    pub attack: f32,
    /// How fast it fades after that: 0 not at all until its end, where it is cut softly.
    pub decay: f32,
}

impl SynthTone {
    /// A tone that swells at once and fades.
    pub const fn new(wave: Wave, at: f32, length: f32, pitch: (f32, f32), volume: f32) -> SynthTone {
        SynthTone { wave, at, length, pitch, volume, attack: 0.005, decay: 4.0 }
    }

    /// Adds the tone to samples, as far as they reach.
    pub fn add_to(&self, samples: &mut [f32]) {
        let (first, count) = (seconds(self.at), seconds(self.length));
        let mut voice = Voice::new(self.wave, first as u32);
        for (at, sample) in samples.iter_mut().skip(first).take(count).enumerate() {
            let share = at as f32 / count as f32;
            let pitch = self.pitch.0 + (self.pitch.1 - self.pitch.0) * share;
            *sample += voice.next(pitch, share) * self.envelope(at as f32 / RATE as f32) * self.volume;
        }
    }

    /// Loudness after these seconds.
    fn envelope(&self, after: f32) -> f32 {
        let swell = if self.attack > 0.0 { (after / self.attack).min(1.0) } else { 1.0 };
        let end = ((self.length - after) / (self.length * 0.15).max(0.004)).clamp(0.0, 1.0);
        swell * end * (-self.decay * (after - self.attack).max(0.0)).exp()
    }
}

/// The number of samples in some seconds.
pub fn seconds(seconds: f32) -> usize {
    (seconds * RATE as f32).round().max(0.0) as usize
}

/// A tone under way.
struct Voice {
    wave: Wave,
    phase: f32,
    noise: u32,
    low: f32,
}

impl Voice {
    fn new(wave: Wave, seed: u32) -> Voice {
        Voice { wave, phase: 0.0, noise: seed.wrapping_mul(2_654_435_761) | 1, low: 0.0 }
    }

    /// The next sample at this frequency, after this share of the tone.
    fn next(&mut self, pitch: f32, share: f32) -> f32 {
        self.phase = (self.phase + pitch / RATE as f32).fract();
        let overtone = |number: f32| (self.phase * number * TAU).sin();
        match self.wave {
            Wave::Sine => overtone(1.0),
            Wave::Triangle => 1.0 - 4.0 * (self.phase - 0.5).abs(),
            Wave::Saw => (1..=6_u8).map(f32::from).map(|number| overtone(number) / number).sum::<f32>() * 0.55,
            Wave::Pluck => {
                let fading = |number: f32| (-share * number * 2.5).exp() / number;
                (1..=5_u8).map(f32::from).map(|number| overtone(number) * fading(number)).sum::<f32>() * 0.6
            }
            Wave::Noise => self.hiss(pitch),
        }
    }

    /// Noise through a filter that lets frequencies below this one pass.
    fn hiss(&mut self, limit: f32) -> f32 {
        self.noise ^= self.noise << 13;
        self.noise ^= self.noise >> 17;
        self.noise ^= self.noise << 5;
        let white = self.noise as f32 / u32::MAX as f32 * 2.0 - 1.0;
        let open = (TAU * limit / RATE as f32).min(1.0);
        self.low += (white - self.low) * open;
        self.low * 1.6
    }
}

/// The samples of tones, as long as the last of them lasts.
pub fn render(tones: &[SynthTone]) -> Vec<f32> {
    let end = tones.iter().map(|tone| seconds(tone.at + tone.length)).max().unwrap_or(0);
    let mut samples = vec![0.0; end];
    tones.iter().for_each(|tone| tone.add_to(&mut samples));
    samples
}

/// Adds a fading echo, whose repetitions begin these seconds apart.
pub fn echo(samples: &mut [f32], apart: f32, strength: f32) {
    let step = seconds(apart).max(1);
    for at in step..samples.len() {
        samples[at] += samples[at - step] * strength;
    }
}

/// Scales samples so that the loudest is as loud as this.
pub fn level(samples: &mut [f32], loudest: f32) {
    let peak = samples.iter().fold(0.0_f32, |peak, sample| peak.max(sample.abs()));
    if peak > 0.0 {
        samples.iter_mut().for_each(|sample| *sample *= loudest / peak);
    }
}
