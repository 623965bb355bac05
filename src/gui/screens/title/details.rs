//! The chosen scenario: map, description, sides and seats.

use bevy_egui::egui::{self, Button, ComboBox, Rect, RichText, ScrollArea, TextEdit, Ui, pos2, vec2};

use super::library::{BattleSelection, ScenarioEntry, ScenarioLibrary, opening};
use super::map::{self, Maps};
use crate::battle::Side;
use crate::control::Strength;
use crate::gui::hud::{capitalised, goal_words, layout, style};
use crate::gui::saves::fresh_seed;
use crate::gui::session::{BattleOpening, Seat};
use crate::rules::ValueChange;

/// The least width of the description of the sides beside the map, and its least height below it, in points.
const SIDES: egui::Vec2 = vec2(260.0, 200.0);

/// Below this height there is no map, and below this width no seed, in points.
const LOW: f32 = 260.0;
const NARROW: f32 = 430.0;

/// Draws the scenario. Returns the opening when the player starts it.
pub fn show(
    ui: &mut Ui,
    scenarios: &ScenarioLibrary,
    maps: &Maps,
    chosen: &mut BattleSelection,
) -> Option<BattleOpening> {
    let all = ui.max_rect();
    let foot = Rect::from_min_max(pos2(all.left(), all.bottom() - 42.0), all.max);
    broken_files(ui, scenarios, all.height() * 0.35);
    let entry = chosen.scenario.as_ref().and_then(|path| scenarios.entry(path)).cloned()?;
    if all.height() < LOW {
        layout::part(ui, Rect::from_min_max(all.min, pos2(all.right(), foot.top() - 6.0)), |ui| {
            ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
                title(ui, &entry);
                show_sides(ui, scenarios, &entry, chosen);
            });
        });
        return layout::part(ui, foot, |ui| start_row(ui, scenarios, &entry, chosen));
    }
    title(ui, &entry);
    let room = Rect::from_min_max(ui.cursor().min, pos2(all.right(), foot.top() - 6.0));
    let size = map::size(&entry.scenario);
    if room.height() > 60.0 {
        let (picture, sides) = places(room, size.y / size.x);
        maps.draw(&ui.painter_at(picture), picture, &entry.scenario, (scenarios, &chosen.ruleset));
        layout::part(ui, sides, |ui| {
            let area = ScrollArea::vertical().auto_shrink([false, false]);
            area.show(ui, |ui| show_sides(ui, scenarios, &entry, chosen));
        });
    }
    layout::part(ui, foot, |ui| start_row(ui, scenarios, &entry, chosen))
}

/// Draws the name of the scenario and what it is about.
fn title(ui: &mut Ui, entry: &ScenarioEntry) {
    ui.label(RichText::new(&entry.scenario.name).color(style::GOLD).heading());
    ui.add(egui::Label::new(&entry.scenario.about).wrap());
    ui.add_space(4.0);
}

fn show_sides(ui: &mut Ui, scenarios: &ScenarioLibrary, entry: &ScenarioEntry, chosen: &mut BattleSelection) {
    for at in 0..entry.scenario.sides.len() {
        show_side(ui, scenarios, entry, at, chosen);
    }
}

/// The places of the map, whose height is a `share` of its width, and of the sides beside or below it: whichever leaves a larger map.
fn places(room: Rect, share: f32) -> (Rect, Rect) {
    const GAP: f32 = 12.0;
    let share = share.max(0.1);
    let beside = (room.width() - SIDES.x - GAP).min(room.height() / share);
    let above = room.width().min((room.height() - SIDES.y - GAP) / share);
    let wide = beside.max(above).max(1.0);
    let picture = Rect::from_min_size(room.min, vec2(wide, wide * share));
    let sides = match beside >= above {
        true => Rect::from_min_max(pos2(picture.right() + GAP, room.top()), room.max),
        false => Rect::from_min_max(pos2(room.left(), picture.bottom() + GAP), room.max),
    };
    (picture, sides)
}

fn broken_files(ui: &mut Ui, scenarios: &ScenarioLibrary, height: f32) {
    if scenarios.errors.is_empty() {
        return;
    }
    let title = format!("Broken files: {} (earlier versions still work)", scenarios.errors.len());
    egui::CollapsingHeader::new(RichText::new(title).color(style::BAD)).default_open(true).show(ui, |ui| {
        ScrollArea::vertical().max_height(height).id_salt("errors").show(ui, |ui| {
            for diagnostic in &scenarios.errors {
                ui.add(egui::Label::new(RichText::new(diagnostic.brief()).color(style::INK)).wrap());
                ui.add(egui::Label::new(RichText::new(diagnostic.render()).monospace().color(style::FAINT)).extend());
            }
        });
    });
    ui.separator();
}

fn show_side(ui: &mut Ui, scenarios: &ScenarioLibrary, entry: &ScenarioEntry, at: usize, chosen: &mut BattleSelection) {
    let side = &entry.scenario.sides[at];
    ui.horizontal(|ui| {
        ui.label(RichText::new(&side.name).color(style::side(Side(at as u8))).strong().size(17.0));
        if chosen.seats.len() <= at {
            chosen.seats = entry.usual_seats();
        }
        let seat = &mut chosen.seats[at];
        ComboBox::from_id_salt(("seat", at)).width(120.0).selected_text(seat.title()).show_ui(ui, |ui| {
            for choice in Seat::ALL {
                let shown = ui.selectable_value(seat, choice, choice.title());
                if let Seat::Ai(strength) = choice {
                    shown.on_hover_text(strength.about());
                }
            }
        });
    });
    if let Seat::Ai(strength) = chosen.seats[at] {
        ui.add(egui::Label::new(RichText::new(strength.about()).small().color(style::FAINT)).wrap());
    }
    let mut units: Vec<(String, usize)> = Vec::new();
    for member in &side.members {
        let unit = scenarios.unit_name(&chosen.ruleset, &member.unit);
        let named = member.name.as_ref().map(|name| format!("{name} ({})", unit.to_lowercase()));
        let words = named.unwrap_or(unit);
        match units.iter_mut().find(|(known, _)| *known == words) {
            Some((_, many)) => *many += 1,
            None => units.push((words, 1)),
        }
    }
    let words: Vec<String> =
        units.into_iter().map(|(name, many)| if many > 1 { format!("{many} × {name}") } else { name }).collect();
    ui.add(egui::Label::new(words.join(", ")).wrap());
    let names = |who: u16| {
        let found = entry.scenario.sides.iter().flat_map(|side| &side.members).nth(usize::from(who));
        let name = found.map(|member| member.name.clone().unwrap_or_else(|| member.unit.replace('_', " ")));
        name.unwrap_or_else(|| "a unit".to_owned())
    };
    let Some(rules) = scenarios.rules(&chosen.ruleset) else { return };
    let turn = &rules.policies.turn;
    let goals: Vec<String> = side.goals.iter().map(|goal| goal_words(&goal.clone().timed(turn), turn, names)).collect();
    let words = format!("{}.", capitalised(&goals.join(", or ")));
    ui.add(egui::Label::new(RichText::new(words).color(style::FAINT)).wrap());
    ui.add_space(8.0);
}

fn start_row(
    ui: &mut Ui,
    scenarios: &ScenarioLibrary,
    entry: &ScenarioEntry,
    chosen: &mut BattleSelection,
) -> Option<BattleOpening> {
    ui.horizontal(|ui| {
        let mut begun = None;
        let wide = ui.available_width() >= NARROW;
        let width = if wide { 130.0 } else { 84.0 };
        let start = Button::new(RichText::new("Start").size(20.0).color(style::GOLD)).min_size(vec2(width, 38.0));
        if ui.add(start).clicked() {
            begun = opening(scenarios, chosen).map_err(|why| chosen.refused = Some(why)).ok();
        }
        let watch = Button::new("Watch").min_size(vec2(0.0, 38.0));
        if ui.add(watch).on_hover_text("The AI plays every side").clicked() {
            begun = watched(scenarios, chosen).map_err(|why| chosen.refused = Some(why)).ok();
        }
        if wide {
            ui.label("Rules");
        }
        let picked = scenarios.rules_name(&chosen.ruleset);
        let shown = ComboBox::from_id_salt("ruleset")
            .width(if wide { 150.0 } else { 110.0 })
            .selected_text(picked)
            .show_ui(ui, |ui| {
                for id in &entry.rulesets {
                    let told = changes(scenarios, id);
                    let line = ui.selectable_value(&mut chosen.ruleset, id.clone(), scenarios.rules_name(id));
                    told.map(|told| line.on_hover_text(told));
                }
            });
        if let Some(told) = changes(scenarios, &chosen.ruleset) {
            shown.response.on_hover_text(told);
        }
        if wide {
            ui.label("Seed");
            ui.add(TextEdit::singleline(&mut chosen.seed).desired_width(80.0));
            if ui.button("New").on_hover_text("A new random seed").clicked() {
                chosen.seed = fresh_seed().to_string();
            }
        }
        if let Some(why) = &chosen.refused {
            ui.add(egui::Label::new(RichText::new(why).color(style::BAD)).wrap());
        }
        begun
    })
    .inner
}

/// The chosen battle with the AI on every side, at the strength of its seat or else the usual one.
fn watched(scenarios: &ScenarioLibrary, chosen: &BattleSelection) -> Result<BattleOpening, String> {
    let mut opening = opening(scenarios, chosen)?;
    for seat in opening.seats.iter_mut().filter(|seat| **seat == Seat::Human) {
        *seat = Seat::Ai(Strength::Normal);
    }
    Ok(opening)
}

/// The changes of house rules, one line per value.
fn changes(scenarios: &ScenarioLibrary, ruleset: &str) -> Option<String> {
    let line = |changed: &ValueChange| format!("{}: {}, not {}", changed.path, changed.after, changed.before);
    let lines: Vec<String> = scenarios.changed(ruleset).iter().map(line).collect();
    (!lines.is_empty()).then(|| lines.join("\n"))
}
