//! The goals of all sides with their progress.

use bevy_egui::egui::{Color32, Label, Response, RichText, ScrollArea, Sense, Ui};

use crate::battle::{CombatantId, Count, Side};
use crate::content::{Goal, Loss};
use crate::ecs::Combatants;
use crate::gui::hud::params::HudParams;
use crate::gui::hud::style;
use crate::gui::hud::text::{capitalised, goal_words, zone_words};
use crate::gui::hud::widgets::{gauge, line};
use crate::gui::known::FogOfWar;
use crate::mechanics::{Game, health, status};
use crate::resolution::procedure::consequence::goals::{can_fight_on, count_escaped, on_place};

/// How a side wins, as one sentence.
pub fn sentence(params: &HudParams, side: Side) -> String {
    let turn = &params.rules().policies.turn;
    let goals = &params.session.opening.setup.sides[usize::from(side.0)].goals;
    let name = |who: u16| params.name(CombatantId(who)).to_owned();
    let all: Vec<String> = goals.iter().map(|goal| goal_words(goal, turn, name)).collect();
    format!("{}.", capitalised(&all.join(", or ")))
}

pub fn show(ui: &mut Ui, params: &mut HudParams) {
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
