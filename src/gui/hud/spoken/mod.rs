//! The board for screen readers. Panels and windows are widgets of egui, which describes them by itself; the board, its units, the open
//! question and the news are added here to the same accessibility tree.
//!
//! The tree is only built while a screen reader has asked for it. A click of a screen reader on a unit points the cell cursor at it, and
//! one on the pointed cell does what Enter does.

mod tree;
mod words;

use bevy::a11y::{AccessibilityRequested, ActionRequest};
use bevy::prelude::*;
use bevy_egui::egui::Event;
use bevy_egui::egui::accesskit::{Action, NodeId};
use bevy_egui::{EguiContexts, EguiInput, EguiOutput, EguiPostUpdateSet, EguiPreUpdateSet};

use super::params::HudParams;
use super::state::{Handover, OpenWindows, covers};
use crate::battle::{CombatantId, Side};
use crate::ecs::{Combatants, ShownBattle};
use crate::gui::board::Layout;
use crate::gui::camera::Focus;
use crate::gui::input::CellCursor;
use crate::gui::keys::{KeyCommand, SentCommands};
use crate::gui::known::FogOfWar;
use crate::gui::screens::Screen;
use crate::gui::session::{Notice, Session};
use tree::{SpokenTree, node_id};

pub fn plugin(app: &mut App) {
    app.init_resource::<AccessibilityRequested>()
        .init_resource::<News>()
        .add_message::<ActionRequest>()
        .add_systems(PreUpdate, (build_on_request, hear).chain().in_set(Hearing))
        .configure_sets(PreUpdate, Hearing.after(EguiPreUpdateSet::ProcessInput).before(EguiPreUpdateSet::BeginPass))
        .add_systems(
            PostUpdate,
            (gather_news, describe)
                .chain()
                .after(EguiPostUpdateSet::ProcessOutput)
                .before(EguiPostUpdateSet::PostProcessOutput)
                .run_if(|requested: Res<AccessibilityRequested>| requested.get())
                .run_if(in_state(Screen::Battle))
                .run_if(not(covers))
                .run_if(resource_exists::<Session>)
                .run_if(resource_exists::<ShownBattle>),
        );
}

/// The systems that take in what screen readers request, before the panels are drawn.
#[derive(SystemSet, Copy, Clone, Debug, PartialEq, Eq, Hash)]
struct Hearing;

/// The last news, as one announcement.
#[derive(Resource, Default, Debug)]
struct News {
    /// Number of log lines that were announced or were there at the start.
    told: usize,
    /// Number of the announcement: a screen reader speaks each of them once.
    number: u64,
    words: String,
    /// The side at the window, which alone may hear them.
    holder: Option<Side>,
}

fn build_on_request(requested: Res<AccessibilityRequested>, mut contexts: EguiContexts) -> Result {
    let ctx = contexts.ctx_mut()?;
    match requested.get() {
        true => ctx.enable_accesskit(),
        false => ctx.disable_accesskit(),
    }
    Ok(())
}

/// Passes the requests of screen readers on to the panels, and carries out those on units and on the pointed cell.
fn hear(
    mut requests: MessageReader<ActionRequest>,
    mut inputs: Query<&mut EguiInput>,
    (layout, fog, combatants): (Option<Res<Layout>>, Res<FogOfWar>, Combatants),
    mut cursor: ResMut<CellCursor>,
    mut focus: ResMut<Focus>,
    mut sent: ResMut<SentCommands>,
) {
    for ActionRequest(request) in requests.read() {
        for mut input in &mut inputs {
            input.0.events.push(Event::AccessKitActionRequest(request.clone()));
        }
        let known = combatants.iter().filter(|data| fog.knows(data.combatant.id));
        let unit = known.map(|data| data.combatant.id).find(|who| unit_node(*who) == request.target_node);
        let is_meant = matches!(request.action, Action::Click | Action::Focus);
        if let (Some(who), Some(layout), true) = (unit, &layout, is_meant)
            && let Some(footprint) = combatants.footprint(who)
        {
            *cursor = CellCursor(Some(footprint.anchor));
            focus.on(layout.middle(footprint));
        }
        if request.target_node == cell_node() && request.action == Action::Click {
            sent.given.push(KeyCommand::Confirm);
        }
    }
}

/// Collects the log lines and the messages since the last frame. What one player heard is not repeated to the next at the window.
fn gather_news(params: HudParams, handover: Res<Handover>, mut notices: MessageReader<Notice>, mut news: ResMut<News>) {
    if news.holder != handover.holder {
        news.holder = handover.holder;
        news.words.clear();
    }
    let all = params.log.lines.len();
    if params.session.is_added() || news.told > all {
        news.told = all;
    }
    let told = news.told;
    let fresh = params.log.wanted(&params.watch).filter(|(at, _)| *at >= told);
    let lines = fresh.map(|(_, entry)| words::of_line(&entry.line, &params.settings));
    let refused = notices.read().map(|notice| params.settings.reason(&notice.refusal));
    let words: Vec<String> = lines.chain(refused).collect();
    if !words.is_empty() {
        (news.number, news.words) = (news.number + 1, words.join(" "));
    }
    news.told = all;
}

/// Adds the board, the units, the open question and the news to the tree of the panels.
fn describe(
    mut contexts: EguiContexts,
    mut outputs: Query<&mut EguiOutput>,
    params: HudParams,
    (windows, news): (Res<OpenWindows>, Res<News>),
) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    for mut output in &mut outputs {
        let Some(update) = &mut output.platform_output.accesskit_update else { continue };
        let mut tree = SpokenTree::new(&ctx, &params, update);
        tree.board();
        tree.units();
        tree.question();
        tree.news(&news.words, node_id(("news", news.number)));
        tree.focus_on_board(!windows.any() && !params.hud.in_panels);
    }
    Ok(())
}

fn unit_node(who: CombatantId) -> NodeId {
    node_id(("spoken unit", who.0))
}

fn cell_node() -> NodeId {
    node_id("spoken cell")
}
