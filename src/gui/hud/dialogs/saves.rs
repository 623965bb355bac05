//! The list of saved battles, over the title screen and the battle.

use std::path::PathBuf;

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{Align, Button, Color32, Label, Layout, RichText, ScrollArea, Ui, vec2};

use crate::gui::home::{Home, WindowOptions};
use crate::gui::hud::state::OpenWindows;
use crate::gui::hud::{layout, style};
use crate::gui::saves::{BattleSummary, SessionRequest};
use crate::gui::screens::ScenarioLibrary;
use crate::gui::session::Session;

/// The saved battles, read when the list opens, and the one that the player may want to delete.
#[derive(Resource, Default, Debug)]
pub struct SaveList {
    all: Option<Vec<(BattleSummary, &'static str)>>,
    doomed: Option<PathBuf>,
}

pub fn show(
    mut contexts: EguiContexts,
    (options, session, scenarios): (Res<WindowOptions>, Option<Res<Session>>, Res<ScenarioLibrary>),
    (mut list, mut windows): (ResMut<SaveList>, ResMut<OpenWindows>),
    mut requests: MessageWriter<SessionRequest>,
) -> Result {
    if !windows.saves {
        *list = SaveList::default();
        return Ok(());
    }
    let ctx = contexts.ctx_mut()?.clone();
    let SaveList { all, doomed } = &mut *list;
    let all = all.get_or_insert_with(|| saved(&options.home));
    let names = |ruleset: &str| {
        let played = session.as_ref().map(|session| session.opening.setup.rules.clone());
        let rules = played.filter(|rules| rules.id == ruleset).or_else(|| scenarios.rules(ruleset));
        let name = rules.as_ref().map_or_else(|| ruleset.replace('_', " "), |rules| rules.policies.name.clone());
        (name, rules.map_or("moment", |rules| rules.policies.turn.moment()))
    };
    let (mut loaded, mut deleted) = (None, None);
    windows.saves = layout::window(&ctx, "saves", "Load a battle", vec2(800.0, 460.0), |ui| {
        let words = "The battle that you are in is kept: leaving or loading never loses it.";
        ui.add(Label::new(RichText::new(words).color(style::FAINT)).wrap());
        ui.separator();
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            if all.is_empty() {
                ui.label("No saved battles yet.");
            }
            for (summary, kind) in all.iter() {
                match row(ui, summary, kind, (&names, doomed.as_ref() == Some(&summary.path))) {
                    Some(RowClick::Load) => loaded = Some(summary.path.clone()),
                    Some(RowClick::Doom) => *doomed = Some(summary.path.clone()),
                    Some(RowClick::Delete) => deleted = Some(summary.path.clone()),
                    None => {}
                }
            }
        });
    });
    if let Some(path) = loaded {
        windows.saves = false;
        requests.write(SessionRequest::Load(path));
    }
    if let Some(path) = deleted {
        all.retain(|(summary, _)| summary.path != path);
        requests.write(SessionRequest::Delete(path));
    }
    Ok(())
}

/// The quick save, the saves, and unfinished battles whose journals were set aside, each with the word for its kind.
fn saved(home: &Home) -> Vec<(BattleSummary, &'static str)> {
    let quick = Some(home.quick_save()).filter(|path| path.exists()).map(BattleSummary::read);
    let saves = BattleSummary::all(&home.saves(), &["warboard"]).into_iter();
    let unfinished = |summary: &BattleSummary| {
        let open = summary.content.as_ref().map_or(true, |content| content.ending.is_none());
        open && summary.path != home.journal()
    };
    let aside = BattleSummary::all(&home.0, &["journal"]).into_iter().filter(unfinished);
    let quick = quick.into_iter().map(|summary| (summary, "Quick save"));
    quick.chain(saves.map(|summary| (summary, "Save"))).chain(aside.map(|summary| (summary, "Unfinished"))).collect()
}

/// What was clicked in a row.
enum RowClick {
    Load,
    Doom,
    Delete,
}

fn row(
    ui: &mut Ui,
    summary: &BattleSummary,
    kind: &str,
    (names, doomed): (&impl Fn(&str) -> (String, &'static str), bool),
) -> Option<RowClick> {
    let mut clicked = None;
    layout::card(ui, |ui| {
        ui.horizontal(|ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let words = if doomed { "Really delete?" } else { "Delete" };
                let colour = if doomed { style::BAD } else { style::INK };
                if button(ui, words, colour, true) {
                    clicked = Some(if doomed { RowClick::Delete } else { RowClick::Doom });
                }
                if button(ui, "Load", style::GOLD, summary.content.is_ok()) {
                    clicked = Some(RowClick::Load);
                }
                ui.with_layout(Layout::top_down(Align::Min), |ui| words_of(ui, summary, kind, names));
            });
        });
    });
    clicked
}

fn button(ui: &mut Ui, words: &str, colour: Color32, enabled: bool) -> bool {
    let button = Button::new(RichText::new(words).color(colour)).min_size(vec2(0.0, 28.0));
    ui.add_enabled(enabled, button).clicked()
}

fn words_of(ui: &mut Ui, summary: &BattleSummary, kind: &str, names: &impl Fn(&str) -> (String, &'static str)) {
    let file = summary.path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let (title, about, colour) = match &summary.content {
        Ok(content) => {
            let (rules, moment) = names(&content.ruleset);
            let words = format!("{kind}, {rules}, {moment} {}, {}", content.count, summary.age());
            (&content.name, words, style::FAINT)
        }
        Err(why) => (&file, why.clone(), style::BAD),
    };
    ui.add(Label::new(RichText::new(title).strong().size(16.0)).truncate());
    ui.add(Label::new(RichText::new(&about).color(colour)).truncate()).on_hover_text(&file);
}
