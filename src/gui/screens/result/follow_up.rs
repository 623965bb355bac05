//! Continuing from a finished battle to another one with the survivors of the first side.

use std::sync::Arc;

use bevy::prelude::*;
use bevy_egui::egui::{Button, ComboBox, RichText, Ui};

use super::BUTTON;
use crate::battle::CombatantId;
use crate::content::authored::Source;
use crate::content::rest::Rest;
use crate::gui::home::Home;
use crate::gui::hud::style;
use crate::gui::saves::fresh_seed;
use crate::gui::screens::title::ScenarioLibrary;
use crate::gui::session::{BattleOpening, Past, Session};
use crate::mechanics::consciousness;
use crate::resolution::{CarryOver, Setup};

const RESTS: [Rest; 4] = [Rest::Minutes(0), Rest::Minutes(30), Rest::Night, Rest::BedRest];

/// The battles that can follow, and the player's choice.
#[derive(Resource, Default)]
pub(super) struct FollowUps {
    all: Vec<FollowUp>,
    picked: usize,
    rest: usize,
}

struct FollowUp {
    setup: Arc<Setup>,
    scenario: Source,
    living: String,
    /// Names of the dead who would have.
    dead: String,
}

/// Finds the battles that a survivor can continue to.
pub(super) fn find(past: Option<Res<Past>>, scenarios: Res<ScenarioLibrary>, mut follow_ups: ResMut<FollowUps>) {
    *follow_ups = FollowUps::default();
    let Some(past) = past else { return };
    let session = &past.0;
    let rules = &session.rules().id;
    let fits = scenarios.entries.iter().filter(|entry| entry.rulesets.contains(rules));
    let made = fits.filter_map(|entry| Some((scenarios.prepare(entry, rules).ok()?, entry.scenario.source().clone())));
    follow_ups.all = made.filter_map(|(setup, scenario)| following(session, setup, scenario)).collect();
}

fn following(session: &Session, setup: Setup, scenario: Source) -> Option<FollowUp> {
    let same = session.opening.scenario.name == scenario.name;
    if same || CarryOver::can_follow(&session.opening.setup, &setup).is_err() {
        return None;
    }
    let before = CarryOver::after(session.battle(), RESTS[0], &setup);
    let policy = &setup.rules.policies.consciousness;
    let (dead, living): (Vec<_>, Vec<_>) =
        before.brought.iter().partition(|(_, brings)| consciousness::is_dead(policy, &brings.vitals));
    let names = |of: Vec<&(CombatantId, _)>| {
        let name = |(who, _): &(CombatantId, _)| Some(&*setup.combatants.get(who.index())?.name);
        of.into_iter().filter_map(name).collect::<Vec<_>>().join(", ")
    };
    let (living, dead) = (names(living), names(dead));
    (!living.is_empty()).then(|| FollowUp { living, dead, setup: Arc::new(setup), scenario })
}

/// Draws the battles that can follow. Returns the opening of the chosen one.
pub(super) fn show(ui: &mut Ui, past: &Past, follow_ups: &mut FollowUps, home: &Home) -> Option<BattleOpening> {
    let FollowUps { all, picked, rest } = follow_ups;
    let chosen = all.get(*picked)?;
    let mut goes = false;
    // Centres the words in a row as high as its button.
    ui.spacing_mut().interact_size.y = BUTTON.y;
    ui.horizontal(|ui| {
        ui.label("Continue with");
        ComboBox::from_id_salt("onward").width(200.0).selected_text(&*chosen.setup.name).show_ui(ui, |ui| {
            for (at, following) in all.iter().enumerate() {
                ui.selectable_value(picked, at, &*following.setup.name);
            }
        });
        ui.label("after");
        ComboBox::from_id_salt("rest").width(170.0).selected_text(RESTS[*rest].to_string()).show_ui(ui, |ui| {
            for (at, known) in RESTS.iter().enumerate() {
                ui.selectable_value(rest, at, known.to_string());
            }
        });
        goes = ui.add(Button::new(RichText::new("Continue").color(style::GOLD)).min_size(BUTTON)).clicked();
    });
    let lost = if chosen.dead.is_empty() { String::new() } else { format!(" Lost: {}.", chosen.dead) };
    let words = format!("Carried over: {}.{lost} New recruits: the rest.", chosen.living);
    ui.label(RichText::new(words).color(style::FAINT));
    goes.then(|| {
        let before = Some(Arc::new(CarryOver::after(past.0.battle(), RESTS[*rest], &chosen.setup)));
        let setup = Arc::new(Setup { before, ..Setup::clone(&chosen.setup) });
        let (seats, journal) = (past.0.opening.seats.clone(), Some(home.journal()));
        BattleOpening { journal, ..BattleOpening::new(setup, chosen.scenario.clone(), seats, fresh_seed()) }
    })
}
