//! The result screen. The board stays behind it.

use bevy::prelude::*;

/// Nothing is drawn here but what panels add.
pub fn plugin(_app: &mut App) {}
