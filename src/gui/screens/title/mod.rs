//! The title screen: which battle, under which rules, with which seats.

mod details;
mod library;
mod list;
mod map;

pub use library::{ScenarioEntry, ScenarioLibrary, watch};
pub use map::Maps;

use std::sync::Arc;

use bevy::prelude::*;
use bevy_egui::egui::{self, Button, Color32, Pos2, Rect, RichText, Sense, Stroke, StrokeKind, Ui, pos2, vec2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, EguiTextureHandle};

use super::{CodexSource, ReplayRequest, Screen};
use crate::gui::home::WindowOptions;
use crate::gui::hud::{OpenWindows, layout, style};
use crate::gui::keys::{KeyCommand, KeyMap};
use crate::gui::learn::{self, Tutorials};
use crate::gui::saves::{BattleSummary, SessionRequest, fresh_seed};
use crate::gui::session::NextBattle;
use crate::gui::settings::Settings;
use library::{BattleSelection, UnfinishedBattle};
use list::ListClick;
use map::GroundColours;

/// Height of the banner, in points; screens below a height have none.
const BANNER: f32 = 124.0;
const LOW: f32 = 420.0;

/// Below this width the buttons at the bottom are short, in points.
const NARROW: f32 = 780.0;

/// Width and height of the banner image, in pixels.
const IMAGE: (f32, f32) = (960.0, 360.0);
/// The part of the image with the name of the game, from the top, as a share of its height.
const NAME: f32 = 0.36;
/// The rows of figures beside the name, left and right: the share of the image's height above them.
const FIGURES: [f32; 2] = [0.77, 0.575];
/// The height of a row of figures, as a share of that of the image.
const ROW: f32 = 0.215;

/// The list's share of the width, and its greatest width, in points.
const LIST: (f32, f32) = (0.36, 720.0);

/// How many recordings the list shows.
const RECORDINGS: usize = 3;

/// Adds the title screen; it is skipped if a battle was named on the command line.
pub fn plugin(app: &mut App) {
    app.init_resource::<BattleSelection>()
        .init_resource::<ScenarioLibrary>()
        .init_resource::<GroundColours>()
        .add_systems(OnEnter(Screen::Title), (skip, open).chain())
        .add_systems(Update, (library::watch, map::compute_colours).run_if(in_state(Screen::Title)))
        .add_systems(EguiPrimaryContextPass, show.run_if(in_state(Screen::Title)));
}

fn skip(next: Option<Res<NextBattle>>, mut screen: ResMut<NextState<Screen>>) {
    if next.is_some() {
        screen.set(Screen::Battle);
    }
}

fn open(options: Res<WindowOptions>, mut chosen: ResMut<BattleSelection>) {
    chosen.home = options.home.clone();
    if chosen.seed.is_empty() {
        chosen.seed = fresh_seed().to_string();
    }
    chosen.unfinished = UnfinishedBattle::read(&chosen.home);
    chosen.recordings = BattleSummary::all(&chosen.home.recordings(), &["warboard"]);
    chosen.recordings.truncate(RECORDINGS);
}

fn show(
    mut contexts: EguiContexts,
    maps: Maps,
    (scenarios, tutorials, settings): (Res<ScenarioLibrary>, Res<Tutorials>, Res<Settings>),
    mut chosen: ResMut<BattleSelection>,
    (mut windows, keys): (ResMut<OpenWindows>, Res<KeyMap>),
    (mut requests, mut replays): (MessageWriter<SessionRequest>, MessageWriter<ReplayRequest>),
    (mut commands, mut screen): (Commands, ResMut<NextState<Screen>>),
    mut exit: MessageWriter<AppExit>,
    mut picture: Local<Option<egui::TextureId>>,
) -> Result {
    if picture.is_none() {
        *picture = Some(contexts.add_image(EguiTextureHandle::Weak(maps.art.banner.id())));
    }
    let banner = *picture;
    let ctx = contexts.ctx_mut()?.clone();
    let mut started = None;
    layout::panel(&ctx, "title", ctx.content_rect(), |ui| {
        let all = ui.max_rect();
        let banner_height = if all.height() < LOW { 0.0 } else { BANNER.min(all.height() * 0.16) };
        let top = all.top() + banner_height + 8.0;
        let bottom = all.bottom() - 42.0;
        let middle = all.left() + (all.width() * LIST.0).min(LIST.1);
        layout::part(ui, Rect::from_min_max(all.min, pos2(all.right(), top - 8.0)), |ui| draw_banner(ui, banner));
        layout::part(ui, Rect::from_min_max(pos2(all.left(), top), pos2(middle, bottom)), |ui| {
            windows.learn |= learn::entry(ui, &tutorials, &settings);
            ui.add_space(4.0);
            match list::show(ui, (&scenarios, &tutorials), &maps, &mut chosen) {
                Some(ListClick::Continue) => drop(requests.write(SessionRequest::Continue)),
                Some(ListClick::Recording(path)) => drop(replays.write(ReplayRequest::Open(path))),
                None => {}
            }
        });
        let rest = Rect::from_min_max(pos2(middle + 12.0, top), pos2(all.right(), bottom));
        started = layout::part(ui, rest, |ui| details::show(ui, &scenarios, &maps, &mut chosen));
        layout::part(ui, Rect::from_min_max(pos2(all.left(), bottom + 2.0), all.max), |ui| {
            ui.separator();
            if buttons(ui, &keys, &mut windows, &mut exit) {
                screen.set(Screen::Skirmish);
            }
        });
    });
    if let Some(entry) = chosen.scenario.as_ref().and_then(|path| scenarios.entry(path))
        && let Some(rules) =
            scenarios.rules(&chosen.ruleset).or_else(|| entry.rulesets.first().and_then(|id| scenarios.rules(id)))
    {
        commands.insert_resource(CodexSource(rules));
    }
    if let Some(opening) = started {
        let opening = if settings.recommended_orders { opening.with_recommended_orders() } else { opening };
        commands.insert_resource(NextBattle(Arc::new(opening)));
        screen.set(Screen::Battle);
    }
    Ok(())
}

fn draw_banner(ui: &mut Ui, banner: Option<egui::TextureId>) {
    let (rect, _) = ui.allocate_exact_size(ui.available_size(), Sense::hover());
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, 4.0, style::WELL);
    let edge = Stroke::new(1.0, style::EDGE);
    if let Some(texture) = banner {
        let size = vec2(rect.height() * IMAGE.0 / (IMAGE.1 * NAME), rect.height());
        let name = Rect::from_center_size(rect.center(), size);
        painter.image(texture, name, Rect::from_min_max(Pos2::ZERO, pos2(1.0, NAME)), Color32::WHITE);
        // Figures fill what the name leaves on both sides.
        let wide = (name.left() - rect.left()).max(0.0);
        let share = (wide / rect.height() * ROW * IMAGE.1 / IMAGE.0).min(0.96);
        let left = Rect::from_min_max(rect.min, pos2(name.left(), rect.bottom()));
        let right = Rect::from_min_max(pos2(name.right(), rect.top()), rect.max);
        for (side, from, top) in [(left, 0.02, FIGURES[0]), (right, 0.98 - share, FIGURES[1])] {
            let part = Rect::from_min_max(pos2(from, top), pos2(from + share, top + ROW));
            painter.image(texture, side, part, Color32::WHITE);
            painter.rect_stroke(side, 0.0, edge, StrokeKind::Inside);
        }
    }
    painter.rect_stroke(rect, 4.0, edge, StrokeKind::Inside);
}

fn button<'a>(ui: &mut Ui, words: impl egui::IntoAtoms<'a>, width: f32) -> bool {
    ui.add(Button::new(words).min_size(vec2(width, 30.0))).clicked()
}

/// Draws the row of buttons. Returns whether a skirmish is to be set up.
fn buttons(ui: &mut Ui, keys: &KeyMap, windows: &mut OpenWindows, exit: &mut MessageWriter<AppExit>) -> bool {
    ui.horizontal(|ui| {
        let wide = ui.available_width() >= NARROW;
        let hint = |words: &str, key| if wide { keys.hint(words, key) } else { words.to_owned() };
        let width = if wide { 90.0 } else { 60.0 };
        let skirmish = button(ui, RichText::new("Skirmish").color(style::GOLD), width);
        windows.saves |= button(ui, "Load", width);
        windows.replays |= button(ui, "Replays", width);
        if button(ui, hint("Codex", KeyCommand::ShowCodex), width) {
            windows.codex = Some(Default::default());
        }
        windows.help |= button(ui, hint("Keys", KeyCommand::ShowHelp), width);
        windows.settings |= button(ui, hint("Settings", KeyCommand::ShowSettings), width);
        if button(ui, "Quit", width) {
            exit.write(AppExit::Success);
        }
        skirmish
    })
    .inner
}
