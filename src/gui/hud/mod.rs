//! Panels of the battle screen and windows of all screens, drawn with egui.
//!
//! Panels read what the window shows and which question is open, and write answers. They know no rules: odds, offers and
//! reasons come from the resolution.
//!
//! ```text
//! +--------------------------- toolbar ---------------------------+
//! +--------------------------- timeline --------------------------+
//! | unit card                |    board    |  log, goals, thoughts |
//! +----------------- action bar, or the open question ------------+
//! ```
//!
//! ```text
//! params  what a panel reads and writes      state    which panels are open      style    colours and fonts
//! layout  where panels and cards are placed  widgets  shared pieces              text     words without drawing
//! panels  toolbar, right panel, bottom panel prompts  the open question          dialogs  codex, help, settings
//! focus   the widget that the keys are for   spoken   the board for screen readers
//! ```
//!
//! A new panel is a file with a function `show`, called by the system `battle` in this file. A new window is a field of
//! [`OpenWindows`], drawn in `dialogs`.

mod action_bar;
mod board_notes;
mod dialogs;
mod focus;
mod forecast;
mod handover;
pub(crate) mod layout;
mod log;
mod panels;
mod params;
mod pictures;
mod prompts;
mod provoked;
mod spoken;
mod standing;
mod state;
mod status;
pub(crate) mod style;
mod text;
mod timeline;
mod unit_card;
mod widgets;

pub(crate) use dialogs::file_edits::FileEdits;
pub use log::book::LogBook;
pub use panels::{Progress, ProgressMeter};
pub(crate) use params::HudParams;
pub(crate) use pictures::Pictures;
pub(crate) use state::{DrawPanels, hides};
pub use state::{Handover, HandoverStage, Hud, Leaving, OpenWindows, PausePage};
pub use status::Loading;
pub(crate) use text::{capitalised, goal_words, hit_words, percent};
pub(crate) use timeline::pools;
pub(crate) use widgets::name_button;

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPreUpdateSet, EguiPrimaryContextPass, egui};

use super::camera::PanelInsets;
use super::frame::{Animating, FrameSystems};
use super::keys::{KeyCommand, Keys, Typing};
use super::overlay::Callouts;
use super::playback::Playback;
use super::screens::Screen;
use super::session::{ReplayView, Session};
use super::{input, known, settings};
use crate::ecs::ShownBattle;
use dialogs::battle_dialogs;
use state::covers;
use status::Toasts;
use widgets::RuleLinks;

/// Adds all panels and windows.
pub fn plugin(app: &mut App) {
    app.init_resource::<Pictures>()
        .insert_resource(Hud { unit_open: true, side_open: true, ..default() })
        .init_resource::<input::Offered>()
        .init_resource::<LogBook>()
        .init_resource::<OpenWindows>()
        .init_resource::<Toasts>()
        .init_resource::<Handover>()
        .init_resource::<Loading>()
        .add_systems(Update, (status::watch_loading, status::take_screenshot, status::await_screenshot))
        .add_plugins((settings::plugin, dialogs::plugin, spoken::plugin))
        .add_systems(Update, panels::give_back_keys.after(FrameSystems::Battle).run_if(in_state(Screen::Battle)))
        .add_systems(OnEnter(Screen::Battle), |mut handover: ResMut<Handover>| *handover = Handover::default())
        .add_systems(Startup, |mut insets: ResMut<PanelInsets>| *insets = PanelInsets::default())
        .add_systems(
            Update,
            (
                (action_bar::keys, prompts::keys, toggle).chain().in_set(FrameSystems::Input),
                input::gather_offers.after(known::watch).before(FrameSystems::Floor),
                (log::book::write, handover::keys, handover::watch)
                    .chain()
                    .after(FrameSystems::Battle)
                    .before(known::watch)
                    .before(FrameSystems::Floor),
            )
                .run_if(in_state(Screen::Battle))
                .run_if(resource_exists::<Session>)
                .run_if(resource_exists::<ShownBattle>),
        )
        .add_systems(
            EguiPrimaryContextPass,
            (
                pictures::gather_pictures,
                prepare,
                (
                    battle.in_set(DrawPanels).run_if(not(hides)),
                    board_notes::show_move_preview,
                    board_notes::show,
                    battle_dialogs::show_orders.run_if(not(covers)),
                    handover::show,
                )
                    .chain()
                    .run_if(in_state(Screen::Battle))
                    .run_if(resource_exists::<Session>)
                    .run_if(resource_exists::<ShownBattle>),
                battle_dialogs::show_file_changes
                    .run_if(in_state(Screen::Battle))
                    .run_if(not(covers))
                    .run_if(not(resource_exists::<ReplayView>)),
                status::show_loading
                    .run_if(in_state(Screen::Battle))
                    .run_if(|loading: Res<Loading>| loading.is_loading()),
                hides.pipe(status::gather_toasts),
                status::show_toasts.run_if(not(hides)),
            )
                .chain(),
        )
        .add_systems(EguiPrimaryContextPass, focus::outline.after(status::show_toasts))
        .add_systems(
            PreUpdate,
            focus::reveal.after(EguiPreUpdateSet::ProcessInput).before(EguiPreUpdateSet::BeginPass),
        );
}

/// Pins or unpins the forecast of the combatant under the pointer; pauses or continues playback.
fn toggle(keys: Keys, hovered: Res<input::Hovered>, mut hud: ResMut<Hud>, mut playback: ResMut<Playback>) {
    if keys.pressed(KeyCommand::PinForecast) {
        hud.pinned = if hud.pinned.is_some() { None } else { hovered.who };
    }
    if keys.pressed(KeyCommand::Pause) {
        playback.paused = !playback.paused;
    }
}

fn prepare(
    mut contexts: EguiContexts,
    settings: Res<settings::Settings>,
    (screen, windows, hud): (Res<State<Screen>>, Res<OpenWindows>, Res<Hud>),
    mut typing: ResMut<Typing>,
    mut known: Local<Option<u16>>,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    if known.replace(settings.scale) != Some(settings.scale) {
        style::apply(ctx, settings.scale);
    }
    // Changes made by an event are shown in the next frame.
    if ctx.input(|input| !input.events.is_empty()) {
        ctx.request_repaint();
    }
    typing.set_if_neq(Typing(ctx.text_edit_focused() || egui::Popup::is_any_open(ctx)));
    if *screen.get() == Screen::Battle && !windows.any() && !hud.in_panels {
        focus::release(ctx);
    } else {
        focus::begin(ctx);
    }
    Ok(())
}

fn battle(
    mut contexts: EguiContexts,
    mut params: HudParams,
    mut insets: ResMut<PanelInsets>,
    mut animating: ResMut<Animating>,
    (mut windows, callouts): (ResMut<OpenWindows>, Res<Callouts>),
    mut forecasts: Local<forecast::ForecastCache>,
) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    params.hud.fit(layout::side_room(ctx.content_rect()));
    params.hud.replay = params.session.is_replay();
    let regions = layout::Regions::of(ctx.content_rect(), &params.hud);
    let zoom = ctx.zoom_factor();
    forecasts.refresh(&params);
    insets.set_if_neq(PanelInsets {
        left: regions.unit.width() * zoom,
        right: regions.side.width() * zoom,
        top: regions.lesson.bottom() * zoom,
        bottom: regions.rest * zoom,
    });
    let rules = params.session.opening.setup.rules.clone();
    let settings = params.settings.clone();
    let mut links = RuleLinks { codex: &rules.codex, settings: &settings, clicked: None };
    layout::panel(&ctx, "toolbar", regions.toolbar, |ui| panels::toolbar(ui, &mut params, &mut windows));
    layout::panel(&ctx, "timeline", regions.timeline, |ui| timeline::show(ui, &mut params));
    layout::panel(&ctx, "unit", regions.unit, |ui| unit_card::show(ui, &mut params, &mut links));
    let (log, _) = regions.log_and_forecast(params.hud.forecast);
    layout::panel(&ctx, "side", log, |ui| panels::side(ui, &mut params, &mut links));
    if !params.hud.replay {
        let before = std::mem::take(&mut params.hud.question);
        layout::panel(&ctx, "bottom", regions.bottom, |ui| {
            panels::bottom(ui, &mut params, &mut links, (&mut windows, &mut forecasts));
        });
        // The panel is resized in the next frame.
        if params.hud.question != before {
            animating.note();
        }
    }
    if std::mem::take(&mut params.hud.takes_focus) {
        focus::enter(&ctx, layout::panel_layer(if params.hud.replay { "toolbar" } else { "bottom" }));
    }
    prompts::facing_offer::show_floating(&ctx, regions.board, &mut params);
    forecast::show(&ctx, &regions, &mut params, &mut links, &mut animating, &mut forecasts);
    board_notes::show_callouts(&ctx, regions.board, &params, &callouts);
    board_notes::show_rulers(&ctx, regions.board, &params);
    if let Some(id) = links.clicked {
        windows.codex.get_or_insert_default().go_to(&id);
    }
    Ok(())
}
