//! The skirmish screen: ground, rule system, points and units of two sides, to play at once or to save as a scenario.

mod forces;
mod plan;

pub use plan::{GroundChoice, GroundSize, SkirmishPlan};

use std::sync::Arc;

use bevy::prelude::*;
use bevy_egui::egui::{Button, ComboBox, DragValue, Key, Label, Rect, RichText, TextEdit, Ui, pos2, vec2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use super::title::{Maps, ScenarioLibrary, watch};
use super::{CodexSource, Screen};
use crate::gui::home::WindowOptions;
use crate::gui::hud::{OpenWindows, capitalised, layout, style};
use crate::gui::saves::fresh_seed;
use crate::gui::session::NextBattle;
use crate::gui::settings::Settings;
use crate::scenario::Landscape;

/// Adds the screen.
pub fn plugin(app: &mut App) {
    app.init_resource::<SkirmishPlan>()
        .add_systems(OnEnter(Screen::Skirmish), open)
        .add_systems(Update, watch.run_if(in_state(Screen::Skirmish)))
        .add_systems(EguiPrimaryContextPass, show.run_if(in_state(Screen::Skirmish)));
}

fn open(scenarios: Res<ScenarioLibrary>, codex: Option<Res<CodexSource>>, mut plan: ResMut<SkirmishPlan>) {
    plan.told = None;
    if plan.ruleset.is_empty() {
        let chosen = codex.map(|codex| codex.0.id.clone());
        plan.ruleset = chosen.or_else(|| scenarios.rulesets().first().cloned()).unwrap_or_default();
    }
}

/// What the buttons of the screen ask for.
enum Asked {
    Start,
    Save,
    Back,
}

fn show(
    mut contexts: EguiContexts,
    maps: Maps,
    (scenarios, options, settings): (Res<ScenarioLibrary>, Res<WindowOptions>, Res<Settings>),
    (mut plan, windows): (ResMut<SkirmishPlan>, Res<OpenWindows>),
    (mut commands, mut screen): (Commands, ResMut<NextState<Screen>>),
) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    let plan = plan.bypass_change_detection();
    let mut asked = None;
    layout::panel(&ctx, "skirmish", ctx.content_rect(), |ui| {
        let all = ui.max_rect();
        let bottom = all.bottom() - 46.0;
        ui.label(RichText::new("Skirmish").color(style::GOLD).heading());
        choices(ui, plan, &scenarios);
        let top = ui.cursor().top() + 4.0;
        let map = (all.width() * 0.36).min((bottom - top) * 1.5);
        let side = (all.width() - map - 24.0) / 2.0;
        let picture = Rect::from_min_max(pos2(all.left(), top), pos2(all.left() + map, bottom));
        layout::part(ui, picture, |ui| draw_ground(ui, plan, &scenarios, &maps));
        for at in 0..2 {
            let left = all.left() + map + 12.0 + at as f32 * (side + 12.0);
            let room = Rect::from_min_max(pos2(left, top), pos2(left + side, bottom));
            layout::part(ui, room, |ui| forces::show(ui, plan, at, &scenarios, &maps));
        }
        let foot = Rect::from_min_max(pos2(all.left(), bottom + 4.0), all.max);
        asked = layout::part(ui, foot, |ui| buttons(ui, plan, &scenarios));
    });
    if windows.any() {
        return Ok(());
    }
    if ctx.input(|input| input.key_pressed(Key::Escape)) {
        asked = Some(Asked::Back);
    }
    match asked {
        Some(Asked::Back) => screen.set(Screen::Title),
        Some(Asked::Save) => {
            let saved = plan.save(&scenarios, &options.scenarios);
            plan.told = Some(saved.map(|path| format!("Saved as {}: it is among the battles now.", path.display())));
        }
        Some(Asked::Start) => match plan.opening(&scenarios, &options.home, fresh_seed()) {
            Ok(opening) => {
                let opening = if settings.recommended_orders { opening.with_recommended_orders() } else { opening };
                commands.insert_resource(NextBattle(Arc::new(opening)));
                screen.set(Screen::Battle);
            }
            Err(why) => plan.told = Some(Err(why)),
        },
        None => {}
    }
    Ok(())
}

/// The row of choices that concern both sides.
fn choices(ui: &mut Ui, plan: &mut SkirmishPlan, scenarios: &ScenarioLibrary) {
    ui.horizontal_wrapped(|ui| {
        ui.label("Rules");
        let mut id = plan.ruleset.clone();
        ComboBox::from_id_salt("rules").width(150.0).selected_text(scenarios.rules_name(&id)).show_ui(ui, |ui| {
            for other in scenarios.rulesets() {
                let name = scenarios.rules_name(&other);
                ui.selectable_value(&mut id, other, name);
            }
        });
        if id != plan.ruleset {
            plan.choose_rules(scenarios, &id);
        }
        ui.label("Points");
        ui.add(DragValue::new(&mut plan.budget).range(plan::BUDGET).speed(10.0))
            .on_hover_text("Each side may spend this many. A guard costs 100.");
        ui.label("Ground");
        choose_ground(ui, plan, scenarios);
    });
}

fn choose_ground(ui: &mut Ui, plan: &mut SkirmishPlan, scenarios: &ScenarioLibrary) {
    let name = match &plan.ground {
        GroundChoice::Generated(landscape, _) => capitalised(landscape.word()),
        GroundChoice::Scenario(path) => {
            scenarios.entry(path).map_or_else(|| "?".to_owned(), |entry| entry.scenario.name.clone())
        }
    };
    let size = match &plan.ground {
        GroundChoice::Generated(_, size) => *size,
        GroundChoice::Scenario(_) => GroundSize::default(),
    };
    ComboBox::from_id_salt("ground").width(160.0).selected_text(name).show_ui(ui, |ui| {
        ui.label(RichText::new("Generated").color(style::FAINT));
        for landscape in Landscape::ALL {
            let choice = GroundChoice::Generated(landscape, size);
            ui.selectable_value(&mut plan.ground, choice, capitalised(landscape.word()));
        }
        ui.label(RichText::new("Maps of the battles").color(style::FAINT));
        let rules = scenarios.rules(&plan.ruleset);
        for entry in &scenarios.entries {
            let needs = &entry.scenario.needs;
            let met = rules.as_ref().is_none_or(|rules| needs.iter().all(|need| need.is_met(&rules.policies)));
            if met {
                let choice = GroundChoice::Scenario(entry.path.clone());
                ui.selectable_value(&mut plan.ground, choice, &entry.scenario.name);
            }
        }
    });
    if let GroundChoice::Generated(_, size) = &mut plan.ground {
        ComboBox::from_id_salt("size").width(80.0).selected_text(size.name()).show_ui(ui, |ui| {
            for other in GroundSize::ALL {
                ui.selectable_value(size, other, other.name());
            }
        });
        if ui.button("New ground").clicked() {
            plan.ground_seed = fresh_seed();
        }
    }
}

fn draw_ground(ui: &mut Ui, plan: &mut SkirmishPlan, scenarios: &ScenarioLibrary, maps: &Maps) {
    let ruleset = plan.ruleset.clone();
    let rect = ui.max_rect();
    match plan.shown(scenarios) {
        Ok(scenario) => maps.draw(&ui.painter_at(rect), rect, scenario, (scenarios, &ruleset)),
        Err(why) => drop(ui.add(Label::new(RichText::new(why).color(style::BAD)).wrap())),
    }
}

/// The row of buttons, with the reason why the battle cannot start.
fn buttons(ui: &mut Ui, plan: &mut SkirmishPlan, scenarios: &ScenarioLibrary) -> Option<Asked> {
    ui.separator();
    let objection = plan.objection(scenarios.costs(&plan.ruleset));
    let mut asked = None;
    ui.horizontal(|ui| {
        let start = Button::new(RichText::new("Start").size(18.0).color(style::GOLD)).min_size(vec2(110.0, 32.0));
        let shown = ui.add_enabled(objection.is_none(), start);
        let shown = match &objection {
            Some(why) => shown.on_disabled_hover_text(why),
            None => shown,
        };
        if shown.clicked() {
            asked = Some(Asked::Start);
        }
        ui.add(TextEdit::singleline(&mut plan.name).desired_width(140.0).hint_text("Name"));
        let save = ui.add_enabled(objection.is_none(), Button::new("Save as a scenario").min_size(vec2(90.0, 32.0)));
        if save.on_hover_text("Writes a scenario file that can be played again and edited").clicked() {
            asked = Some(Asked::Save);
        }
        if ui.add(Button::new("Back").min_size(vec2(80.0, 32.0))).clicked() {
            asked = Some(Asked::Back);
        }
        let told = match (&plan.told, &objection) {
            (_, Some(why)) => Some((capitalised(why), style::FAINT)),
            (Some(Ok(where_to)), _) => Some((where_to.clone(), style::GOOD)),
            (Some(Err(why)), _) => Some((why.clone(), style::BAD)),
            (None, None) => None,
        };
        if let Some((words, colour)) = told {
            ui.add(Label::new(RichText::new(words).color(colour)).wrap());
        }
    });
    asked
}
