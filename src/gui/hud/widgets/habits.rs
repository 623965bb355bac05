//! Buttons for automatic answers.

use bevy_egui::egui::Ui;

use crate::control::Habit;
use crate::control::orders::{OrderScope, Question};
use crate::gui::hud::params::HudParams;
use crate::gui::hud::text::habit_words;

/// Draws the buttons that decide an automatic answer. Returns whether one was clicked.
pub fn choose(ui: &mut Ui, params: &mut HudParams, whose: OrderScope, question: Question) -> bool {
    let usual = matches!(whose, OrderScope::Side(_)).then_some(Habit::Ask);
    let now = params.orders.kept(whose, question).or(usual);
    let mut pressed = false;
    for habit in Habit::ALL {
        if ui.selectable_label(now == Some(habit), habit_words(question, habit)).clicked() {
            params.orders.keep(whose, question, Some(habit).filter(|habit| Some(*habit) != usual));
            pressed = true;
        }
    }
    pressed
}
