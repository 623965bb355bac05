//! Panels of the battle screen and windows of all screens, drawn with egui.
//!
//! Panels read what the window shows and what is asked, and write answers. They know no rules: odds, offers and reasons
//! come from the resolution.
//!
//! ```text
//! +--------------------------- toolbar ---------------------------+
//! +--------------------------- timeline --------------------------+
//! | unit: who is looked at |      board      | log, goals, thoughts |
//! +----------- actions, or the question that is asked ------------+
//! ```

mod actions;
mod asking;
mod axis;
mod badge;
mod blast;
mod callouts;
mod cards;
mod changed;
pub mod cite;
mod codex;
mod compass;
mod desk;
mod driven;
mod forecast;
pub mod frame;
mod goals;
mod handover;
mod height;
mod help;
mod hint;
mod leaving;
mod lines;
mod listed;
mod loading;
mod log;
pub mod look;
mod marks;
mod offered;
mod orders;
mod outlook;
mod photo;
pub mod pictures;
mod place;
mod progress;
mod prompts;
mod ready;
mod rebind;
mod rounds;
mod rulers;
mod settings;
mod spells;
mod standby;
mod target;
mod thoughts;
mod timeline;
mod toasts;
mod toolbar;
mod unit;
mod weapons;
mod windows;

pub use codex::CodexView;
pub use desk::{Desk, Hud, SidePanel, Tab, moment};
pub use goals::{capitalised, goal_words};
pub use handover::{Handover, Stage};
pub use leaving::Leaving;
pub use lines::LogBook;
pub use loading::Loading;
pub use offered::Offered;
pub use pictures::Pictures;
pub use progress::Eye;
pub use settings::{Settings, SettingsFile};
pub use windows::Windows;

use bevy::prelude::*;
use bevy_egui::egui::{Rect, pos2};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use super::camera::Covered;
use super::overlay::Callouts;
use super::screens::Screen;
use super::session::Session;
use super::{Animating, Draws, known};
use crate::ecs::ShownBattle;

/// All panels and windows.
pub fn plugin(app: &mut App) {
    app.init_resource::<Pictures>()
        .init_resource::<Hud>()
        .init_resource::<Offered>()
        .init_resource::<lines::LogBook>()
        .init_resource::<Windows>()
        .init_resource::<toasts::Toasts>()
        .init_resource::<Handover>()
        .init_resource::<Loading>()
        .add_systems(Update, loading::watch)
        .add_plugins((settings::plugin, windows::plugin, leaving::plugin, photo::plugin))
        .add_systems(OnEnter(Screen::Battle), handover::forget)
        .add_systems(Startup, |mut covered: ResMut<Covered>| *covered = Covered::default())
        .add_systems(
            Update,
            (
                (actions::keys, prompts::keys, marks::toggles).chain().in_set(Draws::Input),
                offered::gather.after(known::watch).before(Draws::Floor),
                (lines::write, handover::keys, handover::watch)
                    .chain()
                    .after(Draws::Battle)
                    .before(known::watch)
                    .before(Draws::Floor),
            )
                .run_if(in_state(Screen::Battle))
                .run_if(resource_exists::<Session>)
                .run_if(resource_exists::<ShownBattle>),
        )
        .add_systems(
            EguiPrimaryContextPass,
            (
                pictures::gather,
                settings::dress,
                (
                    battle.run_if(not(handover::hides)),
                    outlook::show,
                    badge::show,
                    place::show,
                    orders::show.run_if(not(handover::covers)),
                    handover::show,
                )
                    .chain()
                    .run_if(in_state(Screen::Battle))
                    .run_if(resource_exists::<Session>)
                    .run_if(resource_exists::<ShownBattle>),
                changed::show.run_if(in_state(Screen::Battle)).run_if(not(handover::covers)),
                loading::show.run_if(in_state(Screen::Battle)).run_if(loading::is_going_on),
                handover::hides.pipe(toasts::gather),
                toasts::show.run_if(not(handover::hides)),
            )
                .chain(),
        );
}

/// Heights and widths of the panels, in points.
const TOOLBAR: f32 = 38.0;
const TIMELINE: f32 = 74.0;
const BOTTOM: f32 = 184.0;
const BOTTOM_MIDDLE: f32 = 140.0;
const BOTTOM_SHORT: f32 = 104.0;
const UNIT: f32 = 268.0;
const SIDE: f32 = 330.0;
/// Width of a panel that is folded away.
const FOLDED: f32 = 28.0;
/// Screens lower than this have a lower panel at the bottom; narrower ones have one panel at the sides.
const SHORT: f32 = 560.0;
/// From this height on there is room for three rows of actions.
const TALL: f32 = 800.0;
const ONE_SIDE: f32 = 900.0;
/// The panel at the right is at least so high: its heads and some lines of the log.
const LEAST_LOG: f32 = 200.0;

/// Where the panels are in a window of this size.
#[derive(Copy, Clone, Debug)]
struct Places {
    toolbar: Rect,
    timeline: Rect,
    unit: Rect,
    side: Rect,
    bottom: Rect,
    /// What is left for the board.
    board: Rect,
}

fn places(all: Rect, hud: &Hud) -> Places {
    let toolbar = Rect::from_min_max(all.min, pos2(all.right(), all.top() + TOOLBAR));
    let timeline = Rect::from_min_max(toolbar.left_bottom(), pos2(all.right(), toolbar.bottom() + TIMELINE));
    let height = match all.height() {
        ..SHORT => BOTTOM_SHORT,
        TALL.. => BOTTOM,
        _ => BOTTOM_MIDDLE,
    };
    let bottom = Rect::from_min_max(pos2(all.left(), all.bottom() - height), all.max);
    let narrow = all.width() < 1000.0;
    let width = |open: bool, full: f32| match (open, narrow) {
        (false, _) => FOLDED,
        (true, true) => full * 0.85,
        (true, false) => full,
    };
    let (left, right) = (width(hud.shows(SidePanel::Unit), UNIT), width(hud.shows(SidePanel::Log), SIDE));
    let unit = Rect::from_min_max(timeline.left_bottom(), pos2(all.left() + left, bottom.top()));
    let side = Rect::from_min_max(pos2(all.right() - right, timeline.bottom()), bottom.right_top());
    let board = Rect::from_min_max(unit.right_top(), side.left_bottom());
    Places { toolbar, timeline, unit, side, bottom, board }
}

/// What the forecast leaves of the panel at the right, which never gets so low that nothing can be read.
fn above_forecast(side: Rect, hud: &Hud) -> Rect {
    let foot = (side.bottom() - hud.forecast).max(side.top() + LEAST_LOG).min(side.bottom());
    Rect::from_min_max(side.min, pos2(side.right(), foot))
}

/// Draws all panels of the battle screen.
fn battle(
    mut contexts: EguiContexts,
    mut desk: Desk,
    mut covered: ResMut<Covered>,
    mut animating: ResMut<Animating>,
    (mut windows, callouts): (ResMut<Windows>, Res<Callouts>),
) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    desk.hud.narrow = ctx.content_rect().width() < ONE_SIDE;
    let places = places(ctx.content_rect(), &desk.hud);
    let zoom = ctx.zoom_factor();
    covered.set_if_neq(Covered {
        left: places.unit.width() * zoom,
        right: places.side.width() * zoom,
        top: places.timeline.bottom() * zoom,
        bottom: places.bottom.height() * zoom,
    });
    let rules = desk.session.opening.setup.rules.clone();
    let mut pen = cite::Pen::new(&rules.codex);
    frame::panel(&ctx, "toolbar", places.toolbar, |ui| toolbar::show(ui, &mut desk, &mut windows));
    frame::panel(&ctx, "timeline", places.timeline, |ui| timeline::show(ui, &mut desk));
    frame::panel(&ctx, "unit", places.unit, |ui| unit::show(ui, &mut desk, &mut pen));
    let side = above_forecast(places.side, &desk.hud);
    frame::panel(&ctx, "side", side, |ui| cards::side(ui, &mut desk, &mut pen));
    frame::panel(&ctx, "bottom", places.bottom, |ui| cards::bottom(ui, &mut desk, &mut pen));
    compass::float(&ctx, places.board, &mut desk);
    target::show(&ctx, &places, &mut desk, &mut pen, &mut animating);
    callouts::show(&ctx, places.board, &desk, &callouts);
    rulers::show(&ctx, places.board, &desk);
    if let Some(id) = pen.clicked {
        windows.open_rule(&id);
    }
    Ok(())
}
