//! The ways of an action that are picked from a list, and the groups that lists are ordered by.

use bevy_egui::egui::text::LayoutJob;
use bevy_egui::egui::{Button, Label, RichText, ScrollArea, TextFormat, TextStyle, Ui, vec2};

use super::cite::{self, Pen};
use super::desk::Desk;
use super::offered::{Offered, span_words};
use super::{actions, frame, look, thoughts, weapons};
use crate::battle::{CombatantId, GearPiece, SheetWeapon};
use crate::content::action::{Action, ActionGroup, Aim, Does};
use crate::content::policy::TurnOrder;
use crate::content::spell::Incantation;
use crate::gui::input::Intent;
use crate::resolution::{Act, Choice, Target};
use crate::rules::{self, Ruleset};
use crate::turn::speed;

/// All groups of actions with their words, as they stand in the bar.
pub const GROUPS: [(ActionGroup, &str); 8] = [
    (ActionGroup::Move, "Move"),
    (ActionGroup::Attack, "Attack"),
    (ActionGroup::Wrestle, "Wrestle"),
    (ActionGroup::Special, "Special"),
    (ActionGroup::Stance, "Stance"),
    (ActionGroup::Item, "Item"),
    (ActionGroup::Magic, "Magic"),
    (ActionGroup::Other, "Other"),
];

/// The word for a group of actions.
pub fn group_word(group: ActionGroup) -> &'static str {
    GROUPS.iter().find(|(known, _)| *known == group).map_or("", |(_, word)| word)
}

/// The groups of what may be made ready, attacks first.
pub fn groups() -> Vec<ActionGroup> {
    let mut all: Vec<ActionGroup> = GROUPS.iter().map(|(group, _)| *group).collect();
    all.sort_by_key(|group| *group != ActionGroup::Attack);
    all
}

/// The group of what an act makes ready.
pub fn readied_group(rules: &Ruleset, act: &Act) -> ActionGroup {
    let readied = match &act.target {
        Target::Ready(readied) => readied.act.action,
        _ => act.action,
    };
    rules.actions.get(readied).map_or(ActionGroup::Other, |action| action.group)
}

/// Whether the ways of an action are picked from a list.
pub fn is_listed(action: &Action) -> bool {
    matches!(action.aim, Aim::CarriedWeapon | Aim::GroundWeapon | Aim::Spell | Aim::Ready | Aim::Known)
}

/// The ways of the picked action that are picked from a list: which weapon, which spell, what is made ready.
pub fn list(offered: &Offered, intent: &Intent, rules: &Ruleset) -> Vec<Act> {
    let offer = intent.action.and_then(|action| offered.of(action)).filter(|offer| is_listed(&offer.action));
    let watched = intent.watched(rules);
    let meant = |act: &&Act| match &act.target {
        Target::Ready(readied) => Some(readied.watch) == watched,
        _ => true,
    };
    let mut acts: Vec<Act> = offer.map(|offer| offer.acts.iter().filter(meant).cloned().collect()).unwrap_or_default();
    let order = groups();
    acts.sort_by_key(|act| order.iter().position(|group| *group == readied_group(rules, act)));
    acts
}

/// Draws a card for each way of the picked action.
pub fn show(ui: &mut Ui, desk: &mut Desk, pen: &Pen<'_>, who: CombatantId) {
    let acts = list(&desk.offered, &desk.intent, desk.rules());
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(5.0, 5.0);
            for (at, act) in acts.into_iter().enumerate() {
                let words = Words::of(desk, who, &act);
                let shown = ui.add(Button::new(words.job(ui, at + 1)).min_size(vec2(190.0, 40.0)));
                let shown = shown.on_hover_ui(|ui| words.about(ui, pen));
                if frame::answered(&shown) {
                    desk.answer(Choice::Act(act));
                }
            }
        });
    });
}

/// What a card says.
struct Words {
    name: String,
    /// What it takes, in few words.
    price: String,
    about: String,
    rule: Option<crate::content::Rule>,
}

impl Words {
    fn of(desk: &Desk, who: CombatantId, act: &Act) -> Words {
        let plain = |name: String| Words { name, price: String::new(), about: String::new(), rule: None };
        let row = desk.view().row(who);
        let qualities = |entry: &SheetWeapon| weapons::qualities(desk.rules(), row.sheet.speed, entry);
        match &act.target {
            Target::Weapon(slot) => {
                let price = row.sheet.weapon(*slot).map(qualities).unwrap_or_default();
                Words { price, ..plain(row.sheet.thing_name(GearPiece::Weapon(*slot)).to_owned()) }
            }
            Target::Found(weapon) => match rules::found_weapon(desk.rules(), &row.own, *weapon) {
                Some(entry) => Words { price: qualities(&entry), ..plain(entry.weapon.name.clone()) },
                None => plain(weapon.as_str().to_owned()),
            },
            Target::Known(spell) => match desk.rules().actions.get(*spell) {
                Some(action) => Words {
                    price: price(desk, who, action),
                    about: action.about.clone(),
                    rule: Some(action.rule),
                    ..plain(action.name.clone())
                },
                None => plain(spell.as_str().to_owned()),
            },
            _ => plain(thoughts::act_words(desk.view(), desk.rules(), Some(who), act)),
        }
    }

    /// The name with its digit, and below it what it takes.
    fn job(&self, ui: &Ui, number: usize) -> LayoutJob {
        let style = |style: TextStyle, colour| TextFormat::simple(style.resolve(ui.style()), colour);
        let mut job = LayoutJob::default();
        let digit = if number <= 9 { format!("{number}  ") } else { String::new() };
        job.append(&digit, 0.0, style(TextStyle::Body, look::GOLD));
        job.append(&self.name, 0.0, style(TextStyle::Body, look::INK));
        if !self.price.is_empty() {
            job.append(&format!("\n{}", self.price), 0.0, style(TextStyle::Small, look::FAINT));
        }
        job
    }

    fn about(&self, ui: &mut Ui, pen: &Pen<'_>) {
        ui.set_max_width(340.0);
        ui.label(RichText::new(&self.name).color(look::GOLD).size(17.0));
        ui.add(Label::new(&self.about).wrap());
        ui.label(RichText::new(&self.price).color(look::FAINT));
        if let Some(rule) = self.rule {
            ui.separator();
            cite::explain(ui, pen.codex, rule.as_str());
        }
    }
}

/// The time a spell takes to prepare, how hard it is, and what it tires.
fn price(desk: &Desk, who: CombatantId, action: &Action) -> String {
    let mode = desk.view().row(who).sheet.speed;
    let mut words = Vec::new();
    if let Does::Cast(spell) = &action.does
        && let Some(Incantation { time, level, concentration }) = &spell.incantation
    {
        words.push(match &desk.rules().policies.turn {
            TurnOrder::Counts(turns) => span_words(speed::speed_span(turns, time, None, mode, 0)),
            TurnOrder::Rounds(_) => actions::speed_words(*time),
        });
        words.push(format!("level {level}"));
        if *concentration {
            words.push("concentration".to_owned());
        }
    }
    if action.fatigue > 0 {
        words.push(format!("tires {}", action.fatigue));
    }
    words.join(", ")
}
