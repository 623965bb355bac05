//! The panels at fixed places of the battle screen: toolbar, right panel with its tabs, goals, bottom panel.

pub mod goals;
mod toolbar;

use bevy::prelude::{DetectChanges, Res, ResMut};
use bevy_egui::egui::{Align, Label, Layout, RichText, ScrollArea, Ui, vec2};

pub use goals::{Progress, ProgressMeter};
pub use toolbar::toolbar;

use crate::battle::{CombatantId, Side};
use crate::gui::hud::forecast::ForecastCache;
use crate::gui::hud::layout::{ActionGrid, FOLDED_WIDTH};
use crate::gui::hud::params::HudParams;
use crate::gui::hud::state::{Hud, OpenWindows, SidePanel, Tab};
use crate::gui::hud::text::choice_words;
use crate::gui::hud::widgets::{self, RuleLinks};
use crate::gui::hud::{action_bar, log, prompts, style};
use crate::gui::input::{GamepadInUse, Intent};
use crate::gui::keys::KeyCommand;
use crate::gui::session::{OpenPrompt, Seat, Session};

/// Below this width the tabs have short names, in points.
const NARROW: f32 = 236.0;

/// Gives the keys back to the board once the panels have done their part: a question was answered, or the picked action is to be aimed.
/// A gamepad is given to the panels when a question with answers is open.
pub fn give_back_keys(
    (asked, gamepad): (Res<OpenPrompt>, Res<GamepadInUse>),
    intent: Res<Intent>,
    session: Option<Res<Session>>,
    mut hud: ResMut<Hud>,
) {
    let answers = gamepad.0 && asked.0.as_ref().is_some_and(prompts::has_answers);
    if asked.is_changed() && answers {
        hud.give_keys(true);
    }
    if !hud.in_panels || answers {
        return;
    }
    let picked = intent.action.filter(|_| intent.is_changed());
    let picked = picked.zip(session.as_ref()).and_then(|(action, session)| session.rules().actions.get(action));
    if asked.is_changed() {
        hud.give_keys(false);
    } else if let Some(action) = picked {
        hud.give_keys(action_bar::has_variants(action));
    }
}

pub fn side(ui: &mut Ui, params: &mut HudParams, links: &mut RuleLinks<'_>) {
    if ui.available_width() < FOLDED_WIDTH {
        let words = params.keys.hint("Log, goals and thoughts", KeyCommand::ToggleLog);
        if ui.button("<").on_hover_text(words).clicked() {
            params.hud.open(SidePanel::Log, true);
        }
        return;
    }
    ui.horizontal(|ui| {
        let thoughts = if ui.available_width() < NARROW { "AI" } else { "AI thoughts" };
        for (tab, word) in [(Tab::Log, "Log"), (Tab::Goals, "Goals"), (Tab::Thoughts, thoughts)] {
            // A recording has no thoughts.
            let listed = tab != Tab::Thoughts || !params.session.is_replay();
            if listed && ui.selectable_label(params.hud.tab == tab, word).clicked() {
                params.hud.tab = tab;
            }
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if ui.button(">").on_hover_text(params.keys.hint("Collapse", KeyCommand::ToggleLog)).clicked() {
                params.hud.open(SidePanel::Log, false);
            }
        });
    });
    match params.hud.tab {
        Tab::Log => log::show(ui, params, links),
        Tab::Goals => goals::show(ui, params),
        Tab::Thoughts if params.session.is_replay() => params.hud.tab = Tab::Log,
        Tab::Thoughts => show_thoughts(ui, params),
    }
}

fn show_thoughts(ui: &mut Ui, params: &mut HudParams) {
    // The thoughts of a hidden combatant would reveal where it is.
    let decided = |who: &CombatantId| params.watch.knows(*who) && params.session.decision_of(*who).is_some();
    let wanted = params.selected.0.or(params.hovered.who).filter(decided);
    let all = params.combatants.iter().map(|data| data.combatant.id);
    let latest = all.filter(decided).max_by_key(|who| params.session.decision_of(*who).map(|made| made.count));
    let Some((who, decision)) = wanted.or(latest).and_then(|who| Some((who, params.session.decision_of(who)?))) else {
        let mut sides = (0..params.session.opening.setup.sides.len() as u8).map(Side);
        let has_mind = sides.any(|side| params.session.seat(side) != Seat::Human);
        let words = if has_mind { "The AI has not decided anything yet." } else { "The AI plays no side." };
        ui.colored_label(style::FAINT, words);
        return;
    };
    widgets::name(ui, params, who);
    let words = format!("at {} {}, best first. Scores are relative", params.moment(), decision.count);
    ui.colored_label(style::FAINT, words);
    ui.separator();
    ScrollArea::vertical().id_salt("thoughts").auto_shrink([false, false]).show(ui, |ui| {
        for thought in decision.thoughts.iter().take(40) {
            let taken = thought.choice == decision.choice;
            ui.horizontal_top(|ui| {
                let colour = if taken { style::GOLD } else { style::FAINT };
                ui.allocate_ui(vec2(54.0, 18.0), |ui| {
                    ui.set_min_width(54.0);
                    ui.add(Label::new(RichText::new(thought.score.to_string()).color(colour)).extend());
                });
                ui.vertical(|ui| {
                    let text = RichText::new(choice_words(params, &thought.choice));
                    ui.add(Label::new(if taken { text.color(style::GOLD).strong() } else { text }).wrap());
                    if !thought.why.is_empty() {
                        widgets::line(ui, &thought.why, style::FAINT);
                    }
                });
            });
        }
    });
}

pub fn bottom(
    ui: &mut Ui,
    params: &mut HudParams,
    links: &mut RuleLinks<'_>,
    (windows, forecasts): (&mut OpenWindows, &mut ForecastCache),
) {
    match params.asked.0.as_ref().map(|prompt| prompt.asks.occasion().is_some()) {
        Some(true) => {
            let top = ui.cursor().top();
            prompts::show_interrupt(ui, params, links, windows);
            // The cause stands above the actions, which keep their rows.
            let actions = ActionGrid::of(ui.ctx().content_rect()).panel_height();
            params.hud.question = actions + ui.cursor().top() - top;
            action_bar::show(ui, params, links);
        }
        Some(false) => prompts::show(ui, params, links, (windows, forecasts)),
        None => show_waiting(ui, params),
    }
}

fn show_waiting(ui: &mut Ui, params: &mut HudParams) {
    let key = |command| params.keys.words(command);
    let words = if params.playback.paused {
        format!("Paused. Press {} or the button above to continue.", key(KeyCommand::Pause))
    } else if params.playback.is_idle() {
        return show_thinking(ui, params);
    } else {
        format!("{} speeds up, {} skips to your next turn.", key(KeyCommand::Hurry), key(KeyCommand::Cancel))
    };
    ui.colored_label(style::FAINT, words);
    show_orders(ui, params);
}

fn show_thinking(ui: &mut Ui, params: &HudParams) {
    ui.horizontal(|ui| match params.thinking() {
        Some(who) => {
            widgets::name(ui, params, who);
            ui.label(RichText::new("is thinking...").size(17.0));
        }
        None => drop(ui.label(RichText::new("Enemy turn...").size(17.0))),
    });
    let acting: Vec<_> = params.acting().into_iter().filter(|who| params.watch.notices(*who)).collect();
    if acting.len() > 1 {
        ui.colored_label(style::FAINT, format!("Acting simultaneously: {}.", params.names(&acting)));
    }
    ui.colored_label(style::FAINT, "You can still pan and inspect.");
    show_orders(ui, params);
}

fn show_orders(ui: &mut Ui, params: &HudParams) {
    let stop = params.keys.words(KeyCommand::Cancel);
    let walking: Vec<CombatantId> =
        params.orders.walks().map(|(who, _)| who).filter(|who| params.commands(*who)).collect();
    let waiting: Vec<CombatantId> = params.orders.watches().filter(|who| params.commands(*who)).collect();
    for (ids, what) in [(walking, "moving"), (waiting, "waiting")] {
        if !ids.is_empty() {
            let is = if ids.len() == 1 { "is" } else { "are" };
            ui.colored_label(style::FAINT, format!("{} {is} {what}. {stop}: stop", params.names(&ids)));
        }
    }
}
