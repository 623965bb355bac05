use bevy::prelude::Reflect;

/// How well a combatant is perceived by another; a later value is perceived worse.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Reflect)]
pub enum Detection {
    /// Seen plainly.
    #[default]
    Seen,
    /// Hard to see, although its place is known.
    Concealed,
    /// Its place is not known.
    Hidden,
    /// Its presence is not known.
    Undetected,
}
