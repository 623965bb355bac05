//! The result screen: who won, why, what each combatant did, and which battles can follow. The board stays behind it.

mod tally;

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, Button, ComboBox, Grid, RichText, ScrollArea, Ui, vec2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use super::Screen;
use super::replay::ReplayRequest;
use super::title::{self, ScenarioLibrary};
use crate::battle::{CombatantId, Side};
use crate::content::{Rest, Source};
use crate::ecs::Combatants;
use crate::gui::camera::PanelInsets;
use crate::gui::home::{self, Home, WindowOptions};
use crate::gui::hud::{Pictures, capitalised, style};
use crate::gui::learn::{self, LessonRequest, LessonRun};
use crate::gui::saves::{SessionRequest, fresh_seed};
use crate::gui::session::{BattleOpening, Ended, NextBattle, Notice, Past, Seat, Session};
use crate::mechanics::health;
use crate::resolution::event::BattleOutcome;
use crate::resolution::{CarryOver, Setup};
use tally::{CombatantTally, tally};

#[derive(Resource, Default)]
struct Summary(Vec<CombatantTally>);

/// Whether the summary is hidden so that the board can be viewed.
#[derive(Resource, Default, Debug)]
struct Aside(bool);

/// Height of the collapsed summary, in points.
const STRIP: f32 = 48.0;

pub fn plugin(app: &mut App) {
    app.init_resource::<Summary>()
        .init_resource::<Aside>()
        .init_resource::<FollowUps>()
        .add_systems(OnEnter(Screen::Result), (sum_up, (title::watch, find_follow_ups).chain()))
        .add_systems(EguiPrimaryContextPass, show.run_if(in_state(Screen::Result)));
}

fn sum_up(past: Option<Res<Past>>, combatants: Combatants, mut summary: ResMut<Summary>, mut aside: ResMut<Aside>) {
    aside.0 = false;
    summary.0 = past.map(|past| tally(&past.0, &combatants)).unwrap_or_default();
}

fn show(
    mut contexts: EguiContexts,
    (past, ended, lesson): (Option<Res<Past>>, Option<Res<Ended>>, Option<Res<LessonRun>>),
    options: Res<WindowOptions>,
    summary: Res<Summary>,
    pictures: Res<Pictures>,
    (mut aside, mut covered, mut follow_ups): (ResMut<Aside>, ResMut<PanelInsets>, ResMut<FollowUps>),
    (mut requests, mut notices): (MessageWriter<SessionRequest>, MessageWriter<Notice>),
    (mut lessons, mut replays): (MessageWriter<LessonRequest>, MessageWriter<ReplayRequest>),
    (mut commands, mut screen): (Commands, ResMut<NextState<Screen>>),
) -> Result {
    let (Some(past), Some(ended)) = (past, ended) else { return Ok(()) };
    let ctx = contexts.ctx_mut()?.clone();
    // No panel covers the board any more.
    covered.set_if_neq(PanelInsets { top: STRIP * ctx.zoom_factor(), ..default() });
    if let Some(lesson) = lesson {
        learn::show_end(&ctx, &lesson, &mut lessons);
        return Ok(());
    }
    let size = vec2(900.0, 560.0).min(ctx.content_rect().size() - vec2(40.0, 60.0));
    let window = egui::Window::new("The battle is over").collapsible(false).resizable(false);
    if aside.0 {
        window.title_bar(false).anchor(Align2::CENTER_TOP, vec2(0.0, 6.0)).show(&ctx, |ui| {
            ui.horizontal(|ui| {
                let (words, colour) = outcome_words(&past, &ended.0);
                ui.label(RichText::new(words).color(colour).strong());
                aside.0 = !ui.add(Button::new("Show the result").min_size(BUTTON)).clicked();
                buttons(ui, &options.home, &past, (&mut requests, &mut replays), &mut notices);
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
            buttons(ui, &options.home, &past, (&mut requests, &mut replays), &mut notices);
        });
        if let Some(opening) = show_follow_ups(ui, &past, follow_ups.bypass_change_detection(), &options.home) {
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
    let moment = past.0.rules().policies.turn.moment();
    ui.label(match outcome {
        BattleOutcome::Won { because, .. } | BattleOutcome::Draw { because } => format!("{}.", capitalised(because)),
        BattleOutcome::Unfinished => format!("The battle reached its limit of {moment}s."),
    });
    let (count, seed) = (past.0.ahead().count(), past.0.opening.seed);
    let turns = past.0.battle().activations();
    let plural = |one: bool| if one { "" } else { "s" };
    let (moments, many) = (plural(count == 1), plural(turns == 1));
    let words = format!("{}: {count} {moment}{moments}, {turns} turn{many}, seed {seed}", past.0.opening.setup.name);
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
    (requests, replays): (&mut MessageWriter<SessionRequest>, &mut MessageWriter<ReplayRequest>),
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
    if ui.add(Button::new("Watch replay").min_size(BUTTON)).clicked() {
        replays.write(ReplayRequest::WatchLast);
    }
    if ui.add(Button::new("Save replay").min_size(BUTTON)).clicked() {
        let words = keep(home, past).unwrap_or_else(|why| format!("replay not saved: {why}"));
        notices.write(Notice::new(words));
    }
}

/// Writes the recording to the player's folder. Returns a message with its path.
fn keep(home: &Home, Past(session): &Past) -> std::io::Result<String> {
    let name = home::file_name(&session.opening.setup.name);
    let (folder, seed) = (home.recordings(), session.opening.seed);
    let text = session.recording().to_text();
    let of_number = |number| match number {
        1 => folder.join(format!("{name}-{seed}.warboard")),
        _ => folder.join(format!("{name}-{seed}-{number}.warboard")),
    };
    // Another battle of this seed keeps its file; this one is not saved twice.
    let fits = |path: &PathBuf| !path.exists() || fs::read_to_string(path).is_ok_and(|there| there == text);
    let path = (1..).map(of_number).find(fits).unwrap_or_else(|| of_number(1));
    home::write_whole(&path, &text)?;
    Ok(format!("replay saved to {}", path.display()))
}

const RESTS: [Rest; 4] = [Rest::Minutes(0), Rest::Minutes(30), Rest::Night, Rest::BedRest];

/// The battles that can follow, and the player's choice.
#[derive(Resource, Default)]
struct FollowUps {
    all: Vec<FollowUp>,
    picked: usize,
    rest: usize,
}

struct FollowUp {
    setup: Arc<Setup>,
    scenario: Source,
    /// Names of the combatants that carry over.
    living: String,
    /// Names of the dead who would have.
    dead: String,
}

/// Finds the battles that a survivor can continue to.
fn find_follow_ups(past: Option<Res<Past>>, scenarios: Res<ScenarioLibrary>, mut follow_ups: ResMut<FollowUps>) {
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
        before.brought.iter().partition(|(_, brings)| health::is_dead(policy, &brings.vitals));
    let names = |of: Vec<&(CombatantId, _)>| {
        let name = |(who, _): &(CombatantId, _)| Some(&*setup.combatants.get(who.index())?.name);
        of.into_iter().filter_map(name).collect::<Vec<_>>().join(", ")
    };
    let (living, dead) = (names(living), names(dead));
    (!living.is_empty()).then(|| FollowUp { living, dead, setup: Arc::new(setup), scenario })
}

/// Draws the battles that can follow. Returns the opening of the chosen one.
fn show_follow_ups(ui: &mut Ui, past: &Past, follow_ups: &mut FollowUps, home: &Home) -> Option<BattleOpening> {
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
