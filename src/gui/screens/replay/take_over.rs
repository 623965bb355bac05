//! Taking over a battle from a replay: who plays each side.

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{Button, ComboBox, Label, RichText, vec2};

use super::ReplayRequest;
use crate::battle::Side;
use crate::gui::hud::{OpenWindows, layout, style};
use crate::gui::session::{Seat, Session};

pub fn show(
    mut contexts: EguiContexts,
    session: Res<Session>,
    mut windows: ResMut<OpenWindows>,
    mut requests: MessageWriter<ReplayRequest>,
) -> Result {
    let Some(mut seats) = windows.bypass_change_detection().take_over.take() else { return Ok(()) };
    let ctx = contexts.ctx_mut()?.clone();
    let parties = &session.opening.setup.sides;
    let size = vec2(460.0, 118.0 + 34.0 * parties.len() as f32);
    let mut starts = false;
    let stays = layout::window(&ctx, "take over", "Take over from here", size, |ui| {
        let words = "Everything up to this moment stays as it was recorded. From here on it is a new battle, with dice that \
                     continue from this moment. Who plays each side?";
        ui.add(Label::new(words).wrap());
        ui.add_space(8.0);
        for (side, party) in (0..).map(Side).zip(parties) {
            let Some(seat) = seats.get_mut(usize::from(side.0)) else { continue };
            ui.horizontal(|ui| {
                ComboBox::from_id_salt(("take over", side.0)).width(130.0).selected_text(seat.title()).show_ui(
                    ui,
                    |ui| {
                        for choice in Seat::ALL {
                            ui.selectable_value(seat, choice, choice.title());
                        }
                    },
                );
                ui.add(Label::new(RichText::new(&*party.name).color(style::side(side)).strong()).truncate());
            });
        }
        ui.add_space(8.0);
        let words = RichText::new("Play on").color(style::GOLD).size(17.0);
        starts = ui.add(Button::new(words).min_size(vec2(130.0, 34.0))).clicked();
    });
    if starts {
        requests.write(ReplayRequest::TakeOver(seats));
    } else if stays {
        windows.bypass_change_detection().take_over = Some(seats);
    }
    Ok(())
}
