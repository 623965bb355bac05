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
//! ```

mod action_bar;
mod board_notes;
mod dialogs;
mod egui_context;
mod forecast;
mod handover;
pub mod layout;
mod log;
mod panels;
mod params;
mod pictures;
mod prompts;
mod shortcuts;
mod state;
mod status;
pub mod style;
mod text;
mod timeline;
mod unit_card;
mod widgets;

pub use dialogs::codex::CodexView;
pub use dialogs::open_windows::{Leaving, OpenWindows, SettingsPage};
pub use handover::state::{Handover, HandoverStage};
pub use log::book::{LogBook, LogEntry};
pub use panels::goals::{Progress, ProgressMeter};
pub use params::moment;
pub use pictures::Pictures;
pub use state::{ChanceLabel, Hud, SidePanel, Tab};
pub use status::Loading;
pub use text::{capitalised, goal_words};

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

use super::animating::Animating;
use super::camera::PanelInsets;
use super::frame_systems::FrameSystems;
use super::overlay::Callouts;
use super::screens::Screen;
use super::session::Session;
use super::{input, known};
use crate::ecs::ShownBattle;
use action_bar::actions;
use board_notes::{badge, callouts, cell_effects, move_preview, rulers};
use dialogs::{file_changes, leaving, standing_orders, windows};
use handover::{screen, turns};
use params::HudParams;
use state::DrawPanels;
use status::Toasts;
use widgets::RuleLinks;

/// Adds all panels and windows.
pub fn plugin(app: &mut App) {
    app.init_resource::<Pictures>()
        .init_resource::<Hud>()
        .init_resource::<input::Offered>()
        .init_resource::<LogBook>()
        .init_resource::<OpenWindows>()
        .init_resource::<Toasts>()
        .init_resource::<Handover>()
        .init_resource::<Loading>()
        .add_systems(Update, (status::watch_loading, status::take_screenshot, status::await_screenshot))
        .add_plugins((super::settings::plugin, windows::plugin, leaving::plugin))
        .add_systems(OnEnter(Screen::Battle), handover::state::reset)
        .add_systems(Startup, |mut insets: ResMut<PanelInsets>| *insets = PanelInsets::default())
        .add_systems(
            Update,
            (
                (actions::keys, prompts::keys, shortcuts::toggles).chain().in_set(FrameSystems::Input),
                input::gather_offers.after(known::watch).before(FrameSystems::Floor),
                (log::book::write, turns::keys, turns::watch)
                    .chain()
                    .after(FrameSystems::Battle)
                    .before(known::watch)
                    .before(FrameSystems::Floor),
            )
                .run_if(in_state(Screen::Battle))
                .run_if(resource_exists::<Session>)
                .run_if(resource_exists::<ShownBattle>),
        );
    draw(app);
}

/// Adds the systems that draw, in their order.
fn draw(app: &mut App) {
    use handover::state::{covers, hides};
    app.add_systems(
        EguiPrimaryContextPass,
        (
            pictures::gather_pictures,
            egui_context::prepare,
            (
                battle.in_set(DrawPanels).run_if(not(hides)),
                move_preview::show,
                badge::show,
                cell_effects::show,
                standing_orders::show.run_if(not(covers)),
                screen::show,
            )
                .chain()
                .run_if(in_state(Screen::Battle))
                .run_if(resource_exists::<Session>)
                .run_if(resource_exists::<ShownBattle>),
            file_changes::show.run_if(in_state(Screen::Battle)).run_if(not(covers)),
            status::show_loading.run_if(in_state(Screen::Battle)).run_if(|loading: Res<Loading>| loading.is_loading()),
            hides.pipe(status::gather_toasts),
            status::show_toasts.run_if(not(hides)),
        )
            .chain(),
    );
}

/// Draws all panels of the battle screen.
fn battle(
    mut contexts: EguiContexts,
    mut params: HudParams,
    mut insets: ResMut<PanelInsets>,
    mut animating: ResMut<Animating>,
    (mut windows, callouts): (ResMut<OpenWindows>, Res<Callouts>),
    mut forecasts: Local<forecast::cache::ForecastCache>,
) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    params.hud.narrow = layout::one_side_only(ctx.content_rect().width());
    let regions = layout::Regions::of(ctx.content_rect(), &params.hud);
    let zoom = ctx.zoom_factor();
    insets.set_if_neq(PanelInsets {
        left: regions.unit.width() * zoom,
        right: regions.side.width() * zoom,
        top: regions.timeline.bottom() * zoom,
        bottom: regions.bottom.height() * zoom,
    });
    let rules = params.session.opening.setup.rules.clone();
    let mut links = RuleLinks::new(&rules.codex);
    layout::panel(&ctx, "toolbar", regions.toolbar, |ui| panels::toolbar(ui, &mut params, &mut windows));
    layout::panel(&ctx, "timeline", regions.timeline, |ui| timeline::show(ui, &mut params));
    layout::panel(&ctx, "unit", regions.unit, |ui| unit_card::show(ui, &mut params, &mut links));
    let side = regions.above_forecast(params.hud.forecast);
    layout::panel(&ctx, "side", side, |ui| panels::side(ui, &mut params, &mut links));
    layout::panel(&ctx, "bottom", regions.bottom, |ui| panels::bottom(ui, &mut params, &mut links));
    prompts::facing_offer::show_floating(&ctx, regions.board, &mut params);
    forecast::target::show(&ctx, &regions, &mut params, &mut links, &mut animating, &mut forecasts);
    callouts::show(&ctx, regions.board, &params, &callouts);
    rulers::show(&ctx, regions.board, &params);
    if let Some(id) = links.clicked {
        windows.open_rule(&id);
    }
    Ok(())
}
