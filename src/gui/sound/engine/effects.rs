//! The sound effects, each a few tones.

use super::synth::{SynthTone, Wave, level, render};

/// A short sound.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SoundEffect {
    /// A step.
    Step,
    /// The swing of a weapon.
    Swing,
    /// A blow that hurts.
    Hit,
    /// An attack that goes past its target.
    Miss,
    /// A weapon, a shield or armour that stops a blow.
    Block,
    /// A bowstring and its arrow.
    Arrow,
    /// Something thrown or slung.
    Throw,
    /// A spell that is cast.
    Spell,
    /// A spell that takes effect.
    Charm,
    /// A fall.
    Fall,
    /// A push.
    Push,
    /// A combatant that is out of the fight.
    Death,
    /// A unit of the player is to act.
    YourTurn,
    /// A button.
    Click,
    /// The player has won.
    Victory,
    /// The player has lost.
    Defeat,
}

impl SoundEffect {
    /// All effects.
    pub const ALL: [SoundEffect; 16] = [
        SoundEffect::Step,
        SoundEffect::Swing,
        SoundEffect::Hit,
        SoundEffect::Miss,
        SoundEffect::Block,
        SoundEffect::Arrow,
        SoundEffect::Throw,
        SoundEffect::Spell,
        SoundEffect::Charm,
        SoundEffect::Fall,
        SoundEffect::Push,
        SoundEffect::Death,
        SoundEffect::YourTurn,
        SoundEffect::Click,
        SoundEffect::Victory,
        SoundEffect::Defeat,
    ];

    /// Its samples.
    pub fn samples(self) -> Vec<f32> {
        let (tones, loudest) = self.score();
        let mut samples = render(&tones);
        level(&mut samples, loudest);
        samples
    }

    /// Its tones, and how loud it is.
    fn score(self) -> (Vec<SynthTone>, f32) {
        use Wave::{Noise, Pluck, Saw, Sine, Triangle};
        let tone = SynthTone::new;
        match self {
            SoundEffect::Step => (vec![faded(tone(Noise, 0.0, 0.09, (900.0, 300.0), 1.0), 40.0)], 0.16),
            SoundEffect::Swing => (vec![swelling(tone(Noise, 0.0, 0.24, (900.0, 3200.0), 1.0), 0.14)], 0.32),
            SoundEffect::Hit => (
                vec![
                    faded(tone(Sine, 0.0, 0.22, (170.0, 60.0), 1.0), 14.0),
                    faded(tone(Noise, 0.0, 0.12, (2600.0, 500.0), 0.9), 26.0),
                ],
                0.6,
            ),
            SoundEffect::Miss => (vec![swelling(tone(Noise, 0.0, 0.2, (3000.0, 1200.0), 1.0), 0.06)], 0.22),
            SoundEffect::Block => (
                vec![
                    faded(tone(Triangle, 0.0, 0.35, (1150.0, 1140.0), 0.6), 12.0),
                    faded(tone(Triangle, 0.0, 0.3, (1730.0, 1725.0), 0.45), 16.0),
                    faded(tone(Sine, 0.0, 0.25, (2890.0, 2880.0), 0.3), 18.0),
                    faded(tone(Noise, 0.0, 0.05, (6000.0, 3000.0), 0.7), 60.0),
                ],
                0.4,
            ),
            SoundEffect::Arrow => (
                vec![
                    faded(tone(Pluck, 0.0, 0.16, (140.0, 110.0), 1.0), 22.0),
                    swelling(tone(Noise, 0.03, 0.26, (5200.0, 1800.0), 0.5), 0.03),
                ],
                0.42,
            ),
            SoundEffect::Throw => (
                vec![
                    swelling(tone(Noise, 0.0, 0.14, (1200.0, 2400.0), 0.9), 0.05),
                    swelling(tone(Noise, 0.14, 0.14, (1200.0, 2200.0), 0.7), 0.05),
                ],
                0.34,
            ),
            SoundEffect::Spell => (chord(Sine, &[392.0, 523.25, 659.25, 987.77], 0.06, 0.5, 1.5), 0.36),
            SoundEffect::Charm => (chord(Sine, &[783.99, 1046.5, 1318.5], 0.05, 0.45, 1.0), 0.3),
            SoundEffect::Fall => (
                vec![
                    faded(tone(Sine, 0.0, 0.3, (110.0, 45.0), 1.0), 10.0),
                    faded(tone(Noise, 0.0, 0.22, (700.0, 200.0), 0.9), 14.0),
                ],
                0.5,
            ),
            SoundEffect::Push => (vec![swelling(tone(Noise, 0.0, 0.3, (500.0, 900.0), 1.0), 0.12)], 0.32),
            SoundEffect::Death => (
                vec![
                    faded(tone(Saw, 0.0, 0.8, (196.0, 92.5), 0.5), 3.0),
                    faded(tone(Sine, 0.0, 0.9, (98.0, 46.0), 0.9), 3.0),
                ],
                0.5,
            ),
            SoundEffect::YourTurn => (chord(Pluck, &[523.25, 783.99], 0.09, 0.4, 1.0), 0.3),
            SoundEffect::Click => (vec![faded(tone(Triangle, 0.0, 0.04, (1400.0, 1100.0), 1.0), 60.0)], 0.18),
            SoundEffect::Victory => (chord(Saw, &[392.0, 523.25, 659.25, 783.99, 1046.5], 0.16, 0.9, 1.0), 0.5),
            SoundEffect::Defeat => (chord(Saw, &[392.0, 311.13, 261.63, 196.0], 0.24, 1.0, 1.0), 0.45),
        }
    }
}

fn faded(tone: SynthTone, decay: f32) -> SynthTone {
    SynthTone { decay, attack: 0.002, ..tone }
}

fn swelling(tone: SynthTone, attack: f32) -> SynthTone {
    SynthTone { attack, decay: 6.0, ..tone }
}

/// Tones that begin one after another and sound together.
fn chord(wave: Wave, pitches: &[f32], apart: f32, length: f32, bend: f32) -> Vec<SynthTone> {
    let tone = |(at, pitch): (usize, &f32)| SynthTone {
        decay: 3.0,
        attack: 0.012,
        ..SynthTone::new(wave, at as f32 * apart, length, (*pitch, *pitch * bend), 0.6)
    };
    pitches.iter().enumerate().map(tone).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gui::sound::engine::synth::{RATE, seconds};

    #[test]
    fn every_effect_is_short_heard_within_range_and_the_same_each_time() {
        for effect in SoundEffect::ALL {
            let samples = effect.samples();
            assert!(samples.iter().all(|sample| sample.is_finite() && sample.abs() <= 0.7), "{effect:?}");
            let power = samples.iter().map(|sample| sample * sample).sum::<f32>() / samples.len() as f32;
            assert!(power > 0.0003, "{effect:?} is silent: {power}");
            assert!(samples.len() > seconds(0.03) && samples.len() < 2 * RATE as usize, "{effect:?}");
            assert!(samples[samples.len() - 1].abs() < 0.02, "{effect:?} ends with a crack");
            assert_eq!(samples, effect.samples(), "{effect:?}");
        }
    }

    #[test]
    fn all_effects_differ() {
        for (at, effect) in SoundEffect::ALL.iter().enumerate() {
            assert!(SoundEffect::ALL[..at].iter().all(|other| other.samples() != effect.samples()), "{effect:?}");
        }
    }
}
