//! The panels at fixed places of the battle screen: toolbar, right panel with its tabs, goals, bottom panel.

use bevy_egui::egui::{
    Align, Button, Color32, Label, Layout, Response, RichText, ScrollArea, Sense, Ui, WidgetText, vec2,
};

use crate::battle::{CombatantId, Count, Side};
use crate::content::{Goal, Loss};
use crate::ecs::Combatants;
use crate::gui::hud::forecast::ForecastCache;
use crate::gui::hud::layout::FOLDED_WIDTH;
use crate::gui::hud::params::HudParams;
use crate::gui::hud::state::{OpenWindows, PausePage, SidePanel, Tab};
use crate::gui::hud::text::{capitalised, choice_words, goal_words, zone_words};
use crate::gui::hud::widgets::{self, RuleLinks, gauge, line};
use crate::gui::hud::{action_bar, log, prompts, style};
use crate::gui::keys::KeyCommand;
use crate::gui::known::FogOfWar;
use crate::gui::playback::Speed;
use crate::gui::saves::SessionRequest;
use crate::gui::session::Seat;
use crate::mechanics::{Game, health, status};
use crate::resolution::procedure::consequence::goals::{can_fight_on, count_escaped, on_place};

pub fn toolbar(ui: &mut Ui, params: &mut HudParams, windows: &mut OpenWindows) {
    ui.horizontal_centered(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let setup = &params.session.opening.setup;
        ui.label(RichText::new(&*setup.name).color(style::GOLD).size(17.0));
        let words = format!("{} {}", params.moment(), params.count());
        ui.label(RichText::new(words).color(style::INK).strong());
        if params.session.is_replay() {
            ui.label(RichText::new("Replay").color(style::TIRED).strong());
        }
        if ui.available_width() > 860.0 {
            for (side, party) in (0..).map(Side).zip(&setup.sides) {
                let left = params.present().filter(|data| data.combatant.side == side).count();
                ui.colored_label(style::side(side), format!("{} {left}", party.name));
            }
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| toolbar_buttons(ui, params, windows));
    });
}

fn toolbar_buttons(ui: &mut Ui, params: &mut HudParams, windows: &mut OpenWindows) {
    if ui
        .button("Menu")
        .on_hover_text(params.keys.hint("Pause menu: save, load, surrender, quit", KeyCommand::Cancel))
        .clicked()
    {
        windows.pause = Some(PausePage::Menu);
    }
    window_buttons(ui, params, windows);
    if params.session.is_replay() {
        return;
    }
    let can_undo = params.session.before_last_turn().is_some();
    if icon_button(ui, params, "undo", can_undo, params.keys.hint(KeyCommand::Undo.words(), KeyCommand::Undo)) {
        params.requests.write(SessionRequest::Undo);
    }
    ui.separator();
    for speed in Speed::ALL.into_iter().rev() {
        let chosen = params.playback.speed == speed;
        if ui.selectable_label(chosen, speed.word()).on_hover_text("Animation speed").clicked() {
            params.playback.speed = speed;
        }
    }
    let icon = if params.playback.paused { "play" } else { "pause" };
    if icon_button(ui, params, icon, true, params.keys.hint("Pause or continue", KeyCommand::Pause)) {
        params.playback.paused = !params.playback.paused;
    }
}

fn window_buttons(ui: &mut Ui, params: &mut HudParams, windows: &mut OpenWindows) {
    if icon_button(ui, params, "settings", true, params.keys.hint("Settings", KeyCommand::ShowSettings)) {
        windows.settings = !windows.settings;
    }
    let kept = params.automatic_answers();
    let words = if kept > 0 { format!("Orders ({kept})") } else { "Orders".to_owned() };
    let plays = !params.session.is_replay();
    if plays && ui.button(words).on_hover_text("Automatic answers, and units moving under orders").clicked() {
        windows.orders = !windows.orders;
    }
    if ui.button("?").on_hover_text(params.keys.hint("Keys and marks", KeyCommand::ShowHelp)).clicked() {
        windows.help = !windows.help;
    }
    if icon_button(ui, params, "book", true, params.keys.hint("Codex", KeyCommand::ShowCodex)) {
        windows.codex = windows.codex.is_none().then(Default::default);
    }
    if icon_button(ui, params, "flag", true, "Goals") {
        params.hud.open(SidePanel::Log, true);
        params.hud.tab = Tab::Goals;
    }
    ui.separator();
}

/// Draws a button with an icon and a tooltip. Returns whether it was clicked. The only one ever disabled is undo.
fn icon_button(ui: &mut Ui, params: &HudParams, icon: &str, enabled: bool, words: impl Into<WidgetText>) -> bool {
    let tint = if enabled { style::INK } else { Color32::from_gray(110) };
    let picture = params.pictures.icon(icon);
    let button = picture.map_or_else(|| Button::new(icon), |picture| Button::new(picture.image(17.0).tint(tint)));
    let shown = ui
        .add_enabled(enabled, button)
        .on_hover_text(words)
        .on_disabled_hover_text("Nothing to undo: dice were rolled, a hidden unit was found, or nothing was done yet");
    shown.clicked()
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
        for (tab, word) in [(Tab::Log, "Log"), (Tab::Goals, "Goals"), (Tab::Thoughts, "AI thoughts")] {
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
        Tab::Goals => show_goals(ui, params),
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
            prompts::show_interrupt(ui, params, links, windows);
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

fn show_goals(ui: &mut Ui, params: &mut HudParams) {
    let mut sought = None;
    let (watch, count, game) = (&*params.watch, params.count(), params.game());
    let meter = ProgressMeter { combatants: &params.combatants, watch, count, game };
    let name = |who: u16| params.name(CombatantId(who)).to_owned();
    let setup = &params.session.opening.setup;
    ScrollArea::vertical().id_salt("goals").auto_shrink([false, false]).show(ui, |ui| {
        ui.add(Label::new(RichText::new(&*setup.name).heading()).wrap());
        for (side, party) in (0..).map(Side).zip(&setup.sides) {
            ui.add_space(6.0);
            ui.add(Label::new(RichText::new(&*party.name).color(style::side(side)).strong().size(17.0)).truncate());
            let seat = params.session.seat(side).title();
            let of_side = || params.noticed().filter(|data| data.combatant.side == side);
            let (all, left) = (of_side().count(), of_side().filter(|data| !data.out_of_play.0).count());
            ui.colored_label(style::FAINT, format!("{seat}; {left} of {all} on the board"));
            ui.label("wins by any of these");
            for (number, goal) in party.goals.iter().enumerate() {
                let since = params.session.battle().held_since(side, number);
                let words = capitalised(&goal_words(goal, &params.rules().policies.turn, name));
                let shown = goal_line(ui, &words, &meter.goal(side, goal, since), style::side(side));
                if let Some(zone) = goal.zone() {
                    let shown = shown.on_hover_text(zone_words(zone));
                    sought = zone.cells.first().copied().filter(|_| shown.clicked()).or(sought);
                }
            }
            if !party.losses.is_empty() {
                ui.label("loses at once if");
            }
            for loss in &party.losses {
                let Loss::Fallen(who) = loss;
                let fallen_words = format!("{} falls", name(*who));
                goal_line(ui, &fallen_words, &meter.loss(loss), style::BAD);
            }
        }
        ui.add_space(8.0);
        let (turn, left) = (&params.rules().policies.turn, (setup.limit - count).max(0));
        let words = format!("A draw at {} {}: {} to go.", turn.moment(), setup.limit, turn.span_words(left));
        ui.colored_label(style::FAINT, words);
    });
    if let Some(cell) = sought {
        let at = params.layout.centre(cell);
        params.focus.on(at);
    }
}

fn goal_line(ui: &mut Ui, words: &str, progress: &Progress, colour: Color32) -> Response {
    let shown = ui.add(Label::new(format!("- {words}")).wrap().sense(Sense::click()));
    ui.indent(words, |ui| match progress.share {
        Some(share) => drop(gauge(ui, share, colour, &progress.words)),
        None => line(ui, &progress.words, style::FAINT),
    });
    shown
}

/// Progress of a goal.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// The progress in words.
    pub words: String,
    /// Completed share, from 0 to 1, if it can be measured.
    pub share: Option<f32>,
}

impl Progress {
    fn words(words: impl Into<String>) -> Progress {
        Progress { words: words.into(), share: None }
    }

    fn part(words: String, done: i32, of: i32) -> Progress {
        let share = done as f32 / of.max(1) as f32;
        Progress { words, share: Some(share.clamp(0.0, 1.0)) }
    }
}

/// Measures progress in the battle as it is shown.
#[derive(Copy, Clone)]
pub struct ProgressMeter<'a, 'w, 's> {
    /// The components of all combatants.
    pub combatants: &'a Combatants<'w, 's>,
    /// Knowledge of the players at the window.
    pub watch: &'a FogOfWar,
    /// The current count or round.
    pub count: Count,
    /// The shown battle as rules read it.
    pub game: Game<'a>,
}

impl ProgressMeter<'_, '_, '_> {
    /// Progress of a goal of a side. `held_since` is the count since which its zone has been held.
    pub fn goal(self, side: Side, goal: &Goal, held_since: Option<Count>) -> Progress {
        match goal {
            Goal::DefeatAll => self.enemies(side),
            Goal::Defeat(who) => self.health(CombatantId(*who), "is defeated"),
            Goal::Hold { zone, counts } => {
                let since = held_since.filter(|since| *since <= self.count);
                self.hold(on_place(self.game, side, &zone.cells), *counts, since)
            }
            Goal::Escape { many, .. } => {
                let out = count_escaped(self.game, side);
                let of_side = self.combatants.iter().filter(|data| data.combatant.side == side);
                let left = of_side.filter(|data| !data.out_of_play.0 && self.watch.knows(data.combatant.id)).count();
                let words = format!("{out} of {many} out, {left} still on the board");
                Progress::part(words, i32::from(out), i32::from(*many))
            }
            Goal::Last { count } => {
                let left = (*count - self.count).max(0);
                Progress::part(format!("{left} {} to go", self.moments(left)), self.count, *count)
            }
        }
    }

    /// State of the combatant whose fall loses the battle.
    pub fn loss(self, loss: &Loss) -> Progress {
        let Loss::Fallen(who) = loss;
        self.health(CombatantId(*who), "has fallen")
    }

    fn moments(self, many: Count) -> String {
        let moment = self.game.policies.turn.moment();
        if many == 1 { moment.to_owned() } else { format!("{moment}s") }
    }

    fn enemies(self, side: Side) -> Progress {
        let enemies = self.combatants.iter().map(|data| data.combatant).filter(|other| other.side != side);
        let (up, out): (Vec<_>, Vec<_>) = enemies.partition(|enemy| can_fight_on(self.game, enemy.id));
        let all = up.len() + out.len();
        Progress::part(format!("{} of {all} out of the fight", out.len()), out.len() as i32, all as i32)
    }

    fn health(self, who: CombatantId, fallen: &str) -> Progress {
        let Some(data) = self.combatants.get(who) else { return Progress::words("?") };
        let (name, vitals) = (&data.combatant.name, data.vitals);
        if data.out_of_play.0 && status::has_survived(self.game, who) {
            return Progress::words(format!("{name} has escaped"));
        }
        if !can_fight_on(self.game, who) {
            return Progress::words(format!("{name} {fallen}"));
        }
        let tired = match health::has_fatigue(&self.game.policies.consciousness) {
            false => String::new(),
            true => format!(", fatigue {}", health::fatigue(vitals)),
        };
        let (left, most) = health::buffer(vitals);
        let state = if status::is_conscious(self.game, who) { "stands" } else { "is down" };
        Progress::words(format!("{name} {state}: {left} of {most} {}{tired}", health::word(vitals)))
    }

    fn hold(self, (own, others): (usize, usize), counts: i32, since: Option<Count>) -> Progress {
        let held = since.map_or(0, |since| self.count - since);
        let why = match (own, others) {
            _ if since.is_some() => String::new(),
            (0, 0) => ", no unit there".to_owned(),
            (0, _) => ", enemies there".to_owned(),
            (_, 0) => String::new(),
            (_, 1) => ", 1 enemy there too".to_owned(),
            (_, many) => format!(", {many} enemies there too"),
        };
        Progress::part(format!("held {held} of {counts} {}{why}", self.moments(counts)), held, counts)
    }
}
