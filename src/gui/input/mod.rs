//! The pointer and the keys: which cell and whom they mean, and what a click there would do.

mod aim;
mod click;
mod guess;
mod pointer;
mod walks;

pub use aim::{Aimed, Approach, Intent};
pub use click::Cancelled;
pub use guess::Guesser;
pub use pointer::{Hovered, Selected, Strokes};
pub use walks::Walks;

use bevy::input::InputSystems;
use bevy::prelude::*;

use super::Draws;
use super::board::Layout;
use super::screens::Screen;

/// Turns input into what is hovered, selected, aimed at and answered.
pub fn plugin(app: &mut App) {
    app.init_resource::<Hovered>()
        .init_resource::<Selected>()
        .init_resource::<Strokes>()
        .init_resource::<Intent>()
        .init_resource::<Aimed>()
        .add_message::<Cancelled>()
        .add_systems(PreUpdate, pointer::follow.after(InputSystems))
        .add_systems(
            Update,
            (
                pointer::point,
                pointer::cycle,
                click::renew_intent,
                aim::aim,
                click::click,
                click::cancel,
                click::toggles,
            )
                .chain()
                .in_set(Draws::Input)
                .run_if(in_state(Screen::Battle))
                .run_if(resource_exists::<Layout>),
        );
}
