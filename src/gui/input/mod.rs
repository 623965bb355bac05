//! Pointer, keys and gamepad: which cell and combatant they mean, and what a click would do.

mod aim;
mod aimed;
mod click;
mod cursor;
mod gamepad;
mod offered;
mod pointer;

pub use aimed::{Aimed, Intent};
pub(crate) use aimed::{Approach, Cancelled, MovePaths};
pub(crate) use cursor::CellCursor;
pub use gamepad::GamepadInUse;
pub(crate) use gamepad::{HELP as GAMEPAD_HELP, button_words as gamepad_button};
pub use offered::Offered;
pub(crate) use offered::{ActingCombatant, action_span, gather_offers};
pub(crate) use pointer::PointerState;
pub use pointer::{Hovered, Selected};

use bevy::input::InputSystems;
use bevy::prelude::*;

use super::board::Layout;
use super::frame::FrameSystems;
use super::screens::Screen;

pub(super) fn plugin(app: &mut App) {
    let answering = (click::click, click::cancel, click::toggles);
    app.init_resource::<Hovered>()
        .init_resource::<Selected>()
        .init_resource::<PointerState>()
        .init_resource::<CellCursor>()
        .init_resource::<Intent>()
        .init_resource::<Aimed>()
        .add_message::<Cancelled>()
        .add_plugins(gamepad::plugin)
        .add_systems(PreUpdate, pointer::follow.after(InputSystems))
        .add_systems(
            Update,
            (
                cursor::move_cursor,
                pointer::point,
                pointer::cycle_units,
                click::reset_intent,
                aim::aim,
                answering.chain(),
            )
                .chain()
                .in_set(FrameSystems::Input)
                .run_if(in_state(Screen::Battle))
                .run_if(resource_exists::<Layout>),
        );
}
