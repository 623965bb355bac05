//! The result screen: who won, why, and what each combatant did. The board stays behind it.

mod follow_up;
mod tally;

use std::sync::Arc;

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, Button, Grid, RichText, ScrollArea, Ui, vec2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use super::{Screen, title};
use crate::battle::Side;
use crate::ecs::Combatants;
use crate::gui::camera::PanelInsets;
use crate::gui::home::{self, Home, WindowOptions};
use crate::gui::hud::{Pictures, capitalised, moment, style};
use crate::gui::saves::SessionRequest;
use crate::gui::session::{Ended, NextBattle, Notice, Past, Seat};
use crate::resolution::event::BattleOutcome;
use follow_up::FollowUps;
use tally::{CombatantTally, tally};

/// The tally of the finished battle.
#[derive(Resource, Default)]
struct Summary(Vec<CombatantTally>);

/// Whether the summary is hidden so that the board can be viewed.
#[derive(Resource, Default, Debug)]
struct Aside(bool);

/// Height of the collapsed summary, in points.
const STRIP: f32 = 48.0;

/// Adds the result screen.
pub fn plugin(app: &mut App) {
    app.init_resource::<Summary>()
        .init_resource::<Aside>()
        .init_resource::<FollowUps>()
        .add_systems(OnEnter(Screen::Result), (sum_up, (title::watch, follow_up::find).chain()))
        .add_systems(EguiPrimaryContextPass, show.run_if(in_state(Screen::Result)));
}

fn sum_up(past: Option<Res<Past>>, combatants: Combatants, mut summary: ResMut<Summary>, mut aside: ResMut<Aside>) {
    aside.0 = false;
    summary.0 = past.map(|past| tally(&past.0, &combatants)).unwrap_or_default();
}

fn show(
    mut contexts: EguiContexts,
    (past, ended): (Option<Res<Past>>, Option<Res<Ended>>),
    options: Res<WindowOptions>,
    summary: Res<Summary>,
    pictures: Res<Pictures>,
    (mut aside, mut covered): (ResMut<Aside>, ResMut<PanelInsets>),
    mut follow_ups: ResMut<FollowUps>,
    (mut requests, mut notices): (MessageWriter<SessionRequest>, MessageWriter<Notice>),
    (mut commands, mut screen): (Commands, ResMut<NextState<Screen>>),
) -> Result {
    let (Some(past), Some(ended)) = (past, ended) else { return Ok(()) };
    let ctx = contexts.ctx_mut()?.clone();
    // No panel covers the board any more.
    covered.set_if_neq(PanelInsets { top: STRIP * ctx.zoom_factor(), ..default() });
    let size = vec2(900.0, 560.0).min(ctx.content_rect().size() - vec2(40.0, 60.0));
    let window = egui::Window::new("The battle is over").collapsible(false).resizable(false);
    if aside.0 {
        window.title_bar(false).anchor(Align2::CENTER_TOP, vec2(0.0, 6.0)).show(&ctx, |ui| {
            ui.horizontal(|ui| {
                let (words, colour) = outcome_words(&past, &ended.0);
                ui.label(RichText::new(words).color(colour).strong());
                aside.0 = !ui.add(Button::new("Show the result").min_size(BUTTON)).clicked();
                buttons(ui, &options.home, &past, &mut requests, &mut notices);
            });
        });
        return Ok(());
    }
    window.anchor(Align2::CENTER_CENTER, vec2(0.0, 0.0)).show(&ctx, |ui| {
        ui.set_width(size.x);
        headline(ui, &past, &ended.0);
        ui.separator();
        ScrollArea::vertical().max_height(size.y - 200.0).auto_shrink([false, true]).show(ui, |ui| {
            table(ui, &summary.0, &pictures);
        });
        ui.separator();
        ui.horizontal(|ui| {
            aside.0 = ui.add(Button::new("View battlefield").min_size(BUTTON)).clicked();
            buttons(ui, &options.home, &past, &mut requests, &mut notices);
        });
        if let Some(opening) = follow_up::show(ui, &past, follow_ups.bypass_change_detection(), &options.home) {
            commands.insert_resource(NextBattle(Arc::new(opening)));
            screen.set(Screen::Battle);
        }
    });
    Ok(())
}

/// Least size of a button, in points.
const BUTTON: egui::Vec2 = vec2(130.0, 32.0);

fn outcome_words(past: &Past, outcome: &BattleOutcome) -> (String, egui::Color32) {
    let parties = &past.0.opening.setup.sides;
    match outcome {
        BattleOutcome::Won { side, .. } => {
            let name = parties.get(usize::from(side.0)).map_or("A side", |party| &*party.name);
            let sides = (0..parties.len() as u8).map(Side);
            let people: Vec<Side> = sides.filter(|side| past.0.opening.seat(*side) == Seat::Human).collect();
            let verdict = match people[..] {
                [only] if only == *side => "Victory: ",
                [_] => "Defeat: ",
                // None or several persons played.
                _ => "",
            };
            (format!("{verdict}{name} win"), style::side(*side))
        }
        BattleOutcome::Draw { .. } => ("A draw".to_owned(), style::INK),
        BattleOutcome::Unfinished => ("Undecided".to_owned(), style::INK),
    }
}

fn headline(ui: &mut Ui, past: &Past, outcome: &BattleOutcome) {
    let (words, colour) = outcome_words(past, outcome);
    ui.label(RichText::new(words).color(colour).size(28.0).strong());
    let moment = moment(past.0.rules());
    ui.label(match outcome {
        BattleOutcome::Won { because, .. } | BattleOutcome::Draw { because } => format!("{}.", capitalised(because)),
        BattleOutcome::Unfinished => format!("The battle reached its limit of {moment}s."),
    });
    let (count, seed) = (past.0.ahead().count(), past.0.opening.seed);
    let turns = past.0.battle().activations();
    let words = format!("{}: {count} {moment}s, {turns} turns, seed {seed}", past.0.opening.setup.name);
    ui.label(RichText::new(words).color(style::FAINT));
}

fn table(ui: &mut Ui, tallies: &[CombatantTally], pictures: &Pictures) {
    Grid::new("tally").num_columns(9).striped(true).spacing([34.0, 5.0]).show(ui, |ui| {
        for title in ["", "Unit", "Dealt", "Taken", "Attacks", "Hits", "Expected", "Luck", "Fate"] {
            ui.label(RichText::new(title).color(style::GOLD));
        }
        ui.end_row();
        for one in tallies {
            let (rect, _) = ui.allocate_exact_size(vec2(26.0, 26.0), egui::Sense::hover());
            pictures.token(ui.painter(), rect, one.side, &one.figure);
            ui.label(RichText::new(&one.name).color(style::side(one.side)));
            for number in [one.dealt, one.taken, one.attacks, one.hits] {
                ui.label(number.to_string());
            }
            ui.label(format!("{}.{}", one.expected / 1000, one.expected % 1000 / 100));
            let colour = match one.luck() {
                _ if one.attacks == 0 => style::FAINT,
                ..0 => style::BAD,
                _ => style::GOOD,
            };
            ui.label(RichText::new(one.luck_words()).color(colour));
            ui.label(&one.fate);
            ui.end_row();
        }
    });
    ui.label(RichText::new("Luck: hits above the expected number.").color(style::FAINT));
}

fn buttons(
    ui: &mut Ui,
    home: &Home,
    past: &Past,
    requests: &mut MessageWriter<SessionRequest>,
    notices: &mut MessageWriter<Notice>,
) {
    let choices = [
        ("Restart (same seed)", SessionRequest::RestartSameSeed),
        ("Restart (new seed)", SessionRequest::RestartNewSeed),
        ("Main menu", SessionRequest::Leave),
    ];
    for (words, request) in choices {
        if ui.add(Button::new(words).min_size(BUTTON)).clicked() {
            requests.write(request);
        }
    }
    if ui.add(Button::new("Save replay").min_size(BUTTON)).clicked() {
        let words = keep(home, past).unwrap_or_else(|why| format!("replay not saved: {why}"));
        notices.write(Notice::new(words));
    }
}

/// Writes the recording to the player's folder. Returns a message with its path.
fn keep(home: &Home, Past(session): &Past) -> std::io::Result<String> {
    let plain = |letter: char| if letter.is_alphanumeric() { letter.to_ascii_lowercase() } else { '_' };
    let name: String = session.opening.setup.name.chars().map(plain).collect();
    let path = home.recordings().join(format!("{name}-{}.warboard", session.opening.seed));
    home::write_whole(&path, &session.recording().to_text())?;
    Ok(format!("replay saved to {}", path.display()))
}
