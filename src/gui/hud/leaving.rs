//! The question before a running battle is left, or the window is closed in the middle of it.

use bevy::prelude::*;
use bevy::window::WindowCloseRequested;
use bevy_egui::egui::{Button, Id, Label, Modal, RichText, vec2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use super::windows::Windows;
use super::{battle, look};
use crate::gui::keys::{Command, KeyMap};
use crate::gui::saves::Request;
use crate::gui::screens::Screen;
use crate::gui::session::Session;

/// Where one goes from a running battle.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Leaving {
    /// To the start screen.
    Battle,
    /// Out of the program.
    Program,
}

impl Leaving {
    fn title(self) -> &'static str {
        match self {
            Leaving::Battle => "Leave this battle?",
            Leaving::Program => "Close Warboard?",
        }
    }

    fn button(self) -> &'static str {
        match self {
            Leaving::Battle => "Leave",
            Leaving::Program => "Close",
        }
    }
}

/// Asks before a battle is left.
pub fn plugin(app: &mut App) {
    app.add_systems(Update, close_requested).add_systems(
        EguiPrimaryContextPass,
        show.after(battle).run_if(in_state(Screen::Battle)).run_if(resource_exists::<Session>),
    );
}

/// The window is closed at once where nothing is going on, and when its closing is asked for twice.
fn close_requested(
    mut requested: MessageReader<WindowCloseRequested>,
    screen: Res<State<Screen>>,
    mut windows: ResMut<Windows>,
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
    mut windows: ResMut<Windows>,
    mut requests: MessageWriter<Request>,
    mut exit: MessageWriter<AppExit>,
) -> Result {
    let Some(leaving) = windows.leaving else { return Ok(()) };
    let ctx = contexts.ctx_mut()?.clone();
    let words = if session.is_written_down() {
        "The battle is kept as it stands: “Continue” on the start screen goes on with it."
    } else {
        "The battle cannot be written down: it will be lost."
    };
    let modal = Modal::new(Id::new("leaving")).show(&ctx, |ui| {
        ui.set_width(380.0);
        ui.label(RichText::new(leaving.title()).color(look::GOLD).size(22.0).strong());
        ui.add(Label::new(words).wrap());
        ui.add_space(10.0);
        let button = |words: &str| Button::new(RichText::new(words).size(17.0)).min_size(vec2(120.0, 34.0));
        let stay = keys.hint("Stay", Command::Cancel);
        ui.horizontal(|ui| (ui.add(button(leaving.button())).clicked(), ui.add(button(&stay)).clicked())).inner
    });
    let (leaves, stays) = modal.inner;
    if leaves || stays || modal.backdrop_response.clicked() {
        windows.leaving = None;
    }
    match leaving {
        Leaving::Battle if leaves => drop(requests.write(Request::Leave)),
        Leaving::Program if leaves => drop(exit.write(AppExit::Success)),
        _ => {}
    }
    Ok(())
}
