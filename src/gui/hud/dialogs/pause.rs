//! The pause menu, with the confirmations before a battle is restarted or given up.

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{Button, Label, RichText, Ui, vec2};

use crate::battle::Side;
use crate::control::Orders;
use crate::gui::hud::state::{Leaving, OpenWindows, PausePage};
use crate::gui::hud::{layout, style};
use crate::gui::input::{Intent, Selected};
use crate::gui::keys::{KeyCommand, KeyMap};
use crate::gui::playback::Playback;
use crate::gui::saves::SessionRequest;
use crate::gui::screens::ReplayRequest;
use crate::gui::session::{OpenPrompt, PlayerAnswer, ReplayView, Session};
use crate::resolution::Choice;

/// Everything that the cancel key ends before it opens the pause menu.
#[derive(SystemParam)]
pub struct Cancellable<'w> {
    session: Option<Res<'w, Session>>,
    playback: Res<'w, Playback>,
    orders: Res<'w, Orders>,
    intent: Res<'w, Intent>,
    selected: Res<'w, Selected>,
    replay: Option<ResMut<'w, ReplayView>>,
}

impl Cancellable<'_> {
    /// Whether nothing is left to cancel, so that the menu opens. A replay is paused by the menu.
    pub fn is_done(&mut self) -> bool {
        let moves = self.orders.walks().next().is_some() || self.orders.watches().next().is_some();
        let picked = *self.intent != Intent::default() || self.selected.0.is_some();
        if let Some(view) = self.replay.as_mut().filter(|view| view.is_playing()) {
            view.toggle();
            return !picked;
        }
        self.session.is_some() && self.playback.is_idle() && !moves && !picked
    }
}

/// Writes what the player chooses in the menu.
#[derive(SystemParam)]
pub struct Chosen<'w> {
    requests: MessageWriter<'w, SessionRequest>,
    answers: MessageWriter<'w, PlayerAnswer>,
    replays: MessageWriter<'w, ReplayRequest>,
}

pub fn show(
    mut contexts: EguiContexts,
    (session, asked, playback): (Res<Session>, Res<OpenPrompt>, Res<Playback>),
    keys: Res<KeyMap>,
    mut windows: ResMut<OpenWindows>,
    mut chosen: Chosen,
) -> Result {
    let Some(page) = windows.pause else { return Ok(()) };
    let ctx = contexts.ctx_mut()?.clone();
    let battle = MenuBattle { session: &session, side: asking_side(&session, &asked), idle: playback.is_idle() };
    let stays = match page {
        PausePage::Menu => layout::window(&ctx, "pause", "Paused", vec2(280.0, battle.height()), |ui| {
            entries(ui, &battle, &keys, &mut windows, &mut chosen);
        }),
        PausePage::Restart => layout::window(&ctx, "pause", "Restart the battle?", vec2(380.0, 110.0), |ui| {
            let words =
                "It begins again with the same seed. The unfinished battle is kept in the list of saved battles.";
            if confirm(ui, words, "Restart", &mut windows) {
                chosen.requests.write(SessionRequest::RestartSameSeed);
            }
        }),
        PausePage::Surrender => layout::window(&ctx, "pause", "Surrender?", vec2(380.0, 110.0), |ui| {
            if confirm(ui, "The battle ends at once and counts as a defeat.", "Surrender", &mut windows) {
                chosen.answers.write(PlayerAnswer(Choice::Surrender));
            }
        }),
    };
    if !stays {
        windows.pause = None;
    }
    Ok(())
}

/// The side of the player that is asked.
fn asking_side(session: &Session, asked: &OpenPrompt) -> Option<Side> {
    Some(session.ahead().find(asked.who()?)?.side)
}

/// What the menu reads of the battle.
struct MenuBattle<'a> {
    session: &'a Session,
    side: Option<Side>,
    idle: bool,
}

impl MenuBattle<'_> {
    /// Height of the menu, in points.
    fn height(&self) -> f32 {
        let entries = match (self.session.is_replay(), self.session.opening.lesson.is_some()) {
            (true, _) => 3.0,
            (false, true) => 5.0,
            (false, false) => 8.0,
        };
        entries * (BUTTON + 6.0) + 4.0
    }

    /// Why the player cannot surrender now.
    fn no_surrender(&self) -> Option<&'static str> {
        if self.session.opening.setup.sides.len() > 2 {
            return Some("A side can surrender only to a single enemy side");
        }
        self.side.is_none().then_some("Only on your turn")
    }
}

/// Height of an entry, in points.
const BUTTON: f32 = 34.0;

fn entries(ui: &mut Ui, battle: &MenuBattle, keys: &KeyMap, windows: &mut OpenWindows, chosen: &mut Chosen) {
    ui.spacing_mut().item_spacing.y = 6.0;
    let plays = !battle.session.is_replay();
    let keeps = plays && battle.session.opening.lesson.is_none();
    let mut closes = entry(ui, &keys.hint("Resume", KeyCommand::Cancel), None);
    if keeps && entry(ui, "Save", None) {
        chosen.requests.write(SessionRequest::Save);
        closes = true;
    }
    if keeps && entry(ui, "Load", None) {
        windows.saves = true;
        closes = true;
    }
    if plays {
        let possible = battle.idle && battle.session.before_own_turns().is_some();
        let why = "Nothing to take back: dice were rolled, a hidden unit was found, or nothing was done yet";
        if entry(ui, "Restart turn", (!possible).then_some(why)) {
            chosen.requests.write(SessionRequest::RestartTurn);
            closes = true;
        }
        if entry(ui, "Restart battle", None) {
            windows.pause = Some(PausePage::Restart);
        }
    }
    if keeps && entry(ui, "Surrender", battle.no_surrender()) {
        windows.pause = Some(PausePage::Surrender);
    }
    if entry(ui, &keys.hint("Settings", KeyCommand::ShowSettings), None) {
        windows.settings = true;
        closes = true;
    }
    if plays && entry(ui, "Quit to the start screen", None) {
        windows.leaving = Some(Leaving::Battle);
        closes = true;
    }
    if !plays && entry(ui, "Leave the replay", None) {
        chosen.replays.write(ReplayRequest::Leave);
        closes = true;
    }
    if closes {
        windows.pause = None;
    }
}

/// Draws an entry, disabled if there is a reason. Returns whether it was clicked.
fn entry(ui: &mut Ui, words: &str, disabled: Option<&str>) -> bool {
    let size = vec2((ui.available_width() - 2.0).max(100.0), BUTTON);
    let shown = ui.add_enabled(disabled.is_none(), Button::new(RichText::new(words).size(16.0)).min_size(size));
    shown.on_disabled_hover_text(disabled.unwrap_or_default()).clicked()
}

/// Draws a question. Returns whether it was confirmed; then the menu is closed.
fn confirm(ui: &mut Ui, words: &str, yes: &str, windows: &mut OpenWindows) -> bool {
    ui.add(Label::new(words).wrap());
    ui.add_space(10.0);
    let button = |words: RichText| Button::new(words.size(16.0)).min_size(vec2(120.0, BUTTON));
    let (confirmed, back) = ui
        .horizontal(|ui| {
            let confirmed = ui.add(button(RichText::new(yes).color(style::BAD))).clicked();
            (confirmed, ui.add(button(RichText::new("Back"))).clicked())
        })
        .inner;
    if back {
        windows.pause = Some(PausePage::Menu);
    }
    if confirmed {
        windows.pause = None;
    }
    confirmed
}
