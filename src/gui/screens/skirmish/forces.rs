//! One side of a skirmish: its player, its units and their points, and the units that can be added.

use bevy_egui::egui::{
    self, Align, Button, ComboBox, Label, Layout, Rect, RichText, ScrollArea, Sense, Ui, pos2, vec2,
};

use super::plan::{SIDES, SkirmishPlan};
use crate::battle::Side;
use crate::gui::hud::{layout, name_button, style};
use crate::gui::saves::fresh_seed;
use crate::gui::screens::title::{Maps, ScenarioLibrary};
use crate::gui::session::Seat;

/// Height of a row, in points.
const ROW: f32 = 30.0;

/// Draws a side.
pub fn show(ui: &mut Ui, plan: &mut SkirmishPlan, at: usize, scenarios: &ScenarioLibrary, maps: &Maps) {
    header(ui, plan, at, scenarios);
    let all = ui.max_rect();
    let top = ui.cursor().top() + 2.0;
    let rows = plan.units[at].len().max(1) as f32;
    let middle = top + (rows * (ROW + 4.0) + 6.0).min((all.bottom() - top) * 0.45);
    let chosen = Rect::from_min_max(pos2(all.left(), top), pos2(all.right(), middle));
    layout::part(ui, chosen, |ui| {
        ScrollArea::vertical().id_salt(("chosen", at)).auto_shrink([false, false]).show(ui, |ui| {
            if plan.units[at].is_empty() {
                ui.label(RichText::new("No units yet: add some below.").color(style::FAINT));
            }
            for (unit, number) in plan.units[at].clone() {
                unit_row(ui, plan, (at, &unit, number), scenarios, maps);
            }
        });
    });
    let rest = Rect::from_min_max(pos2(all.left(), middle + 2.0), all.max);
    layout::part(ui, rest, |ui| {
        ui.separator();
        ScrollArea::vertical().id_salt(("units", at)).auto_shrink([false, false]).show(ui, |ui| {
            for unit in scenarios.units_by_cost(&plan.ruleset) {
                unit_row(ui, plan, (at, &unit, 0), scenarios, maps);
            }
        });
    });
}

fn header(ui: &mut Ui, plan: &mut SkirmishPlan, at: usize, scenarios: &ScenarioLibrary) {
    let costs = scenarios.costs(&plan.ruleset);
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(SIDES[at]).color(style::side(Side(at as u8))).strong().size(17.0));
        let seat = &mut plan.seats[at];
        ComboBox::from_id_salt(("seat", at)).width(100.0).selected_text(seat.title()).show_ui(ui, |ui| {
            for choice in Seat::ALL {
                let shown = ui.selectable_value(seat, choice, choice.title());
                if let Seat::Ai(strength) = choice {
                    shown.on_hover_text(strength.about());
                }
            }
        });
        if ui.button("Suggest").on_hover_text("Chance chooses units for these points").clicked()
            && let Some(costs) = costs
        {
            plan.suggest(at, costs, fresh_seed());
        }
        if ui.button("Clear").clicked() {
            plan.units[at].clear();
        }
    });
    let cost = plan.cost(at, costs);
    let colour = if cost > plan.budget { style::BAD } else { style::INK };
    ui.label(RichText::new(format!("{cost} of {} points", plan.budget)).color(colour));
}

/// A row with a unit: its token, number, name and cost, and buttons that add one or take one away. A number of 0 stands for a unit
/// that can be added.
fn unit_row(
    ui: &mut Ui,
    plan: &mut SkirmishPlan,
    (at, unit, number): (usize, &str, usize),
    scenarios: &ScenarioLibrary,
    maps: &Maps,
) {
    let row = scenarios.costs(&plan.ruleset).and_then(|costs| costs.of(unit)).cloned();
    let name = scenarios.unit_name(&plan.ruleset, unit);
    let words = if number > 0 { format!("{number} × {name}") } else { name.clone() };
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(egui::Vec2::splat(ROW - 2.0), Sense::hover());
        if ui.is_rect_visible(rect) {
            let figure = scenarios.figure(&plan.ruleset, unit).unwrap_or_default();
            maps.pictures.token(ui.painter(), rect, Side(at as u8), &figure);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let side = SIDES[at];
            let button = |ui: &mut Ui, sign: &str, does: &str| {
                let shown = ui.add(Button::new(sign).min_size(vec2(28.0, ROW - 4.0)));
                name_button(&shown, || format!("{does} {name}, {side}"));
                shown.clicked()
            };
            if button(ui, "+", "Add") {
                plan.change(at, unit, true);
            }
            if number > 0 && button(ui, "−", "Remove") {
                plan.change(at, unit, false);
            }
            let points =
                row.as_ref().map_or_else(|| "?".to_owned(), |row| (row.cost * number.max(1) as u32).to_string());
            ui.label(RichText::new(points).color(style::GOLD));
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let shown = ui.add(Label::new(RichText::new(words)).truncate());
                let told = match &row {
                    Some(row) => format!(
                        "{} points each (95 % interval {} to {}), measured in battles against guards of 100",
                        row.cost, row.low, row.high
                    ),
                    None => "The cost of this unit has not been measured".to_owned(),
                };
                let about = scenarios.unit_about(&plan.ruleset, unit);
                shown.on_hover_text([about, told].join("\n").trim().to_owned());
            });
        });
    });
}
