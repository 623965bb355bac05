//! The volumes that the player chooses.

use bevy::prelude::Resource;
use serde::{Deserialize, Serialize};

/// Whether there is sound, and how loud, in percent.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Volumes {
    /// Whether there is sound.
    pub on: bool,
    /// Of everything.
    pub master: u8,
    /// Of effects.
    pub effects: u8,
    /// Of music.
    pub music: u8,
}

impl Default for Volumes {
    fn default() -> Volumes {
        Volumes { on: true, master: 70, effects: 80, music: 50 }
    }
}

impl Volumes {
    /// The factor for effects, from 0 to 1.
    pub fn of_effects(self) -> f32 {
        self.factor(self.effects)
    }

    /// The factor for music, from 0 to 1.
    pub fn of_music(self) -> f32 {
        self.factor(self.music)
    }

    fn factor(self, part: u8) -> f32 {
        if self.on { f32::from(self.master.min(100)) * f32::from(part.min(100)) / 10_000.0 } else { 0.0 }
    }
}

/// Whether there is sound.
#[derive(Resource, Clone, Debug, PartialEq, Eq)]
pub enum SoundState {
    /// A sound server is looked for.
    Looking,
    /// There is sound.
    Plays,
    /// There is none, for this reason.
    Silent(String),
}

impl Default for SoundState {
    fn default() -> SoundState {
        SoundState::Silent("this build of the game has no sound".to_owned())
    }
}
