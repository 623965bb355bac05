//! The confirmation before a running battle is left or the window is closed.

use bevy::prelude::*;
use bevy::window::WindowCloseRequested;
use bevy_egui::egui::{Button, Id, Label, Modal, RichText, vec2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use super::open_windows::{Leaving, OpenWindows};
use crate::gui::hud::state::DrawPanels;
use crate::gui::hud::style;
use crate::gui::keys::{KeyCommand, KeyMap};
use crate::gui::saves::SessionRequest;
use crate::gui::screens::Screen;
use crate::gui::session::Session;

/// Adds the confirmation.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, close_requested).add_systems(
        EguiPrimaryContextPass,
        show.after(DrawPanels).run_if(in_state(Screen::Battle)).run_if(resource_exists::<Session>),
    );
}

/// Closes the window at once unless a battle is running; a second request closes it in any case.
fn close_requested(
    mut requested: MessageReader<WindowCloseRequested>,
    screen: Res<State<Screen>>,
    mut windows: ResMut<OpenWindows>,
    mut exit: MessageWriter<AppExit>,
) {
    for _ in requested.read() {
        if *screen.get() != Screen::Battle || windows.leaving == Some(Leaving::Program) {
            exit.write(AppExit::Success);
        }
        windows.leaving = Some(Leaving::Program);
    }
}

fn show(
    mut contexts: EguiContexts,
    (session, keys): (Res<Session>, Res<KeyMap>),
    mut windows: ResMut<OpenWindows>,
    mut requests: MessageWriter<SessionRequest>,
    mut exit: MessageWriter<AppExit>,
) -> Result {
    let Some(leaving) = windows.leaving else { return Ok(()) };
    let ctx = contexts.ctx_mut()?.clone();
    let words = if session.is_written_down() {
        "The battle is saved. “Continue” on the title screen resumes it."
    } else {
        "The battle cannot be saved and will be lost."
    };
    let modal = Modal::new(Id::new("leaving")).show(&ctx, |ui| {
        ui.set_width(380.0);
        ui.label(RichText::new(leaving.title()).color(style::GOLD).size(22.0).strong());
        ui.add(Label::new(words).wrap());
        ui.add_space(10.0);
        let button = |words: &str| Button::new(RichText::new(words).size(17.0)).min_size(vec2(120.0, 34.0));
        let stay = keys.hint("Stay", KeyCommand::Cancel);
        ui.horizontal(|ui| (ui.add(button(leaving.button())).clicked(), ui.add(button(&stay)).clicked())).inner
    });
    let (leaves, stays) = modal.inner;
    if leaves || stays || modal.backdrop_response.clicked() {
        windows.leaving = None;
    }
    match leaving {
        Leaving::Battle if leaves => drop(requests.write(SessionRequest::Leave)),
        Leaving::Program if leaves => drop(exit.write(AppExit::Success)),
        _ => {}
    }
    Ok(())
}
