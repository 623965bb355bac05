//! The list of saved battles, over the title screen and the battle.

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{Align, Label, Layout, RichText, ScrollArea, Ui, vec2};

use super::file_edits::{self, FileEdits};

use crate::gui::home::{Home, WindowOptions};
use crate::gui::hud::state::OpenWindows;
use crate::gui::hud::{layout, style};
use crate::gui::saves::{BattleSummary, SessionRequest};
use crate::gui::screens::ScenarioLibrary;
use crate::gui::session::Session;

/// The saved battles, read when the list opens, and what the player does with their files.
#[derive(Resource, Default, Debug)]
pub struct SaveList {
    all: Option<Vec<(BattleSummary, &'static str)>>,
    edits: FileEdits,
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
    let SaveList { all, edits } = &mut *list;
    let listed = all.get_or_insert_with(|| saved(&options.home));
    let names = |ruleset: &str| {
        let played = session.as_ref().map(|session| session.opening.setup.rules.clone());
        let rules = played.filter(|rules| rules.id == ruleset).or_else(|| scenarios.rules(ruleset));
        let name = rules.as_ref().map_or_else(|| ruleset.replace('_', " "), |rules| rules.policies.name.clone());
        (name, rules.map_or("moment", |rules| rules.policies.turn.moment()))
    };
    let (mut loaded, mut edited) = (None, None);
    windows.saves = layout::window(&ctx, "saves", "Load a battle", vec2(800.0, 460.0), |ui| {
        let words = "The battle that you are in is kept: leaving or loading never loses it.";
        ui.add(Label::new(RichText::new(words).color(style::FAINT)).wrap());
        ui.separator();
        ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
            if listed.is_empty() {
                ui.label("No saved battles yet.");
            }
            for (summary, kind) in listed.iter() {
                match row(ui, (summary, kind), &names, edits) {
                    Some(SessionRequest::Load(path)) => loaded = Some(path),
                    Some(request) => edited = Some(request),
                    None => {}
                }
            }
        });
    });
    if let Some(path) = loaded {
        windows.saves = false;
        requests.write(SessionRequest::Load(path));
    }
    if let Some(request) = edited {
        // The list is read again once that is done.
        *all = None;
        requests.write(request);
    }
    Ok(())
}

/// The word for saves that the player made.
const SAVE: &str = "Save";

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
    quick.chain(saves.map(|summary| (summary, SAVE))).chain(aside.map(|summary| (summary, "Unfinished"))).collect()
}

/// Draws a row. Returns what its buttons ask for.
fn row(
    ui: &mut Ui,
    (summary, kind): (&BattleSummary, &str),
    names: &impl Fn(&str) -> (String, &'static str),
    edits: &mut FileEdits,
) -> Option<SessionRequest> {
    let mut asked = None;
    layout::card(ui, |ui| {
        ui.horizontal(|ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                asked = edits.buttons(ui, summary, kind == SAVE);
                if file_edits::button(ui, "Load", style::GOLD, summary.content.is_ok()) {
                    asked = Some(SessionRequest::Load(summary.path.clone()));
                }
                ui.with_layout(Layout::top_down(Align::Min), |ui| {
                    asked = asked.take().or(edits.title(ui, summary));
                    about(ui, summary, kind, names);
                });
            });
        });
    });
    asked
}

fn about(ui: &mut Ui, summary: &BattleSummary, kind: &str, names: &impl Fn(&str) -> (String, &'static str)) {
    let (words, colour) = match &summary.content {
        Ok(content) => {
            let (rules, moment) = names(&content.ruleset);
            let scenario = summary.scenario();
            (format!("{kind}, {scenario}{rules}, {moment} {}, {}", content.count, summary.age()), style::FAINT)
        }
        Err(why) => (why.clone(), style::BAD),
    };
    ui.add(Label::new(RichText::new(words).color(colour)).truncate()).on_hover_text(summary.file_name());
}
