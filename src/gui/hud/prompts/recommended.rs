//! The standing orders that the authors of a rule system recommend, given with one click.

use bevy_egui::egui::Ui;

use crate::battle::CombatantId;
use crate::content::Diagnostic;
use crate::control::ScriptFile;
use crate::control::orders::{OrderScope, Question, StandingOrder};
use crate::gui::hud::params::HudParams;
use crate::gui::hud::standing::{order_words, question_name};

/// Draws the button in the question of a combatant whose side has no orders yet. Returns whether it was clicked.
pub fn offer_in_prompt(ui: &mut Ui, params: &mut HudParams, who: CombatantId) -> bool {
    let side = OrderScope::Side(params.combatants.side(who).unwrap_or_default());
    let has_orders = params.orders.habits().iter().any(|order| order.whose == side);
    !has_orders && offer(ui, params, side)
}

/// Draws a button that gives all recommended orders, if there are any. Returns whether it was clicked.
pub fn offer(ui: &mut Ui, params: &mut HudParams, whose: OrderScope) -> bool {
    if params.rules().orders.is_none() {
        return false;
    }
    let button = ui.button("Use the recommended orders");
    let button = button.on_hover_ui(|ui| drop(ui.label(about(params, whose))));
    if !button.clicked() {
        return false;
    }
    let Ok(orders) = recommended(params, whose) else { return false };
    let questions: Vec<Question> = orders.iter().map(|order| order.question).collect();
    for question in questions {
        let same = orders.iter().filter(|order| order.question == question);
        params.orders.keep_all(whose, question, same.map(|order| (order.habit.clone(), order.when.clone())));
    }
    true
}

/// The recommended orders, one in each line, or what is wrong with them.
fn about(params: &HudParams, whose: OrderScope) -> String {
    let line = |order: &StandingOrder| {
        format!("{}: {}", question_name(params.rules(), order.question), order_words(params.rules(), order))
    };
    recommended(params, whose)
        .map_or_else(|wrong| wrong, |orders| orders.iter().map(line).collect::<Vec<_>>().join("\n"))
}

fn recommended(params: &HudParams, whose: OrderScope) -> Result<Vec<StandingOrder>, String> {
    let orders = ScriptFile::recommended(params.rules(), whose);
    orders.map_err(|wrong| wrong.first().map(Diagnostic::brief).unwrap_or_default())
}
