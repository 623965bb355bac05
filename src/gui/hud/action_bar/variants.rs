//! Actions whose variant is picked from a list: which weapon, spell or readied act.

use std::sync::Arc;

use bevy_egui::egui::text::LayoutJob;
use bevy_egui::egui::{Button, Label, RichText, ScrollArea, TextFormat, TextStyle, Ui, vec2};

use crate::battle::{CombatantId, GearPiece, SheetWeapon};
use crate::content::{Action, ActionGroup, Aim, Does, Incantation, SpeedMode};
use crate::gui::hud::params::HudParams;
use crate::gui::hud::widgets::{RuleLinks, line};
use crate::gui::hud::{style, text, widgets};
use crate::gui::input::{Intent, Offered};
use crate::resolution::{Act, Choice, Target, legal};
use crate::rules::{self, Ruleset};
use crate::turn::speed;

/// Height of a button of the readying list, in points.
const BUTTON: f32 = 26.0;

pub fn has_variants(action: &Action) -> bool {
    matches!(action.aim, Aim::CarriedWeapon | Aim::GroundWeapon | Aim::Spell | Aim::Ready | Aim::Known)
}

fn readied_group(rules: &Ruleset, act: &Act) -> ActionGroup {
    let readied = match &act.target {
        Target::Ready(readied) => readied.act.action,
        _ => act.action,
    };
    rules.hud.group(readied)
}

pub fn list(offered: &Offered, intent: &Intent, rules: &Ruleset) -> Vec<Act> {
    let offer = intent.action.and_then(|action| offered.of(action)).filter(|offer| has_variants(&offer.action));
    let watched = intent.trigger(rules);
    let meant = |act: &&Act| match &act.target {
        Target::Ready(readied) => Some(readied.watch) == watched,
        _ => true,
    };
    let mut acts: Vec<Act> = offer.map(|offer| offer.acts.iter().filter(meant).cloned().collect()).unwrap_or_default();
    let order = text::groups();
    acts.sort_by_key(|act| order.iter().position(|group| *group == readied_group(rules, act)));
    acts
}

pub fn show(ui: &mut Ui, params: &mut HudParams, links: &RuleLinks, who: CombatantId) {
    let acts = list(&params.offered, &params.intent, params.rules());
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(5.0, 5.0);
            for (at, act) in acts.into_iter().enumerate() {
                let (name, price, action) = texts(params, who, &act);
                let shown = ui.add(Button::new(face(ui, at + 1, &name, &price)).min_size(vec2(190.0, 40.0)));
                params.hud.focus_first(&shown);
                let shown = shown.on_hover_ui(|ui| {
                    ui.set_max_width(340.0);
                    ui.label(style::heading(&name));
                    line(ui, action.as_ref().map_or("", |action| &action.about), style::INK);
                    ui.colored_label(style::FAINT, &price);
                    if let Some(action) = &action {
                        ui.separator();
                        widgets::explain(ui, links.codex, action.rule.as_str());
                    }
                });
                if widgets::clicked_once(&shown) {
                    params.answer(Choice::Act(act));
                }
            }
        });
    });
}

/// The texts of a card: the name of a variant, its cost in few words, and the action that it is, if it is one.
fn texts(params: &HudParams, who: CombatantId, act: &Act) -> (String, String, Option<Arc<Action>>) {
    let plain = |name: &str| (name.to_owned(), String::new(), None);
    let Some(data) = params.combatants.get(who) else { return plain("") };
    let sheet = &data.sheet.0;
    let qualities = |entry: &SheetWeapon| text::qualities(params.rules(), sheet.speed, entry);
    match &act.target {
        Target::Weapon(slot) => {
            let price = sheet.weapon(*slot).map(qualities).unwrap_or_default();
            (sheet.thing_name(GearPiece::Weapon(*slot)).to_owned(), price, None)
        }
        Target::Found(weapon) => match rules::picked_up_weapon(params.rules(), sheet, *weapon) {
            Some(entry) => (entry.weapon.name.clone(), qualities(&entry), None),
            None => plain(weapon.as_str()),
        },
        Target::Known(spell) => match params.rules().actions.get(*spell) {
            Some(action) => (action.name.clone(), cost_words(params, sheet.speed, action), Some(Arc::clone(action))),
            None => plain(spell.as_str()),
        },
        _ => plain(&text::act_words(params, Some(who), act)),
    }
}

fn face(ui: &Ui, number: usize, name: &str, price: &str) -> LayoutJob {
    let style = |style: TextStyle, colour| TextFormat::simple(style.resolve(ui.style()), colour);
    let mut job = LayoutJob::default();
    let digit = if number <= 9 { format!("{number}  ") } else { String::new() };
    job.append(&digit, 0.0, style(TextStyle::Body, style::GOLD));
    job.append(name, 0.0, style(TextStyle::Body, style::INK));
    if !price.is_empty() {
        job.append(&format!("\n{price}"), 0.0, style(TextStyle::Small, style::FAINT));
    }
    job
}

fn cost_words(params: &HudParams, mode: SpeedMode, action: &Action) -> String {
    let mut words = Vec::new();
    if let Does::Cast(spell) = &action.does
        && let Some(Incantation { time, level, concentration }) = &spell.incantation
    {
        let counted = params.rules().policies.turn.counted();
        let span = counted.map(|turns| text::span_words(speed::speed_span(turns, time, None, mode, 0)));
        words.push(span.unwrap_or_else(|| text::speed_words(*time)));
        words.push(format!("level {level}"));
        if *concentration {
            words.push("concentration".to_owned());
        }
    }
    if action.fatigue > 0 {
        words.push(format!("fatigue {}", action.fatigue));
    }
    words.join(", ")
}

/// Draws what can be readied, one line per group: at once against the trigger's actor, or after aiming.
pub fn show_readying(ui: &mut Ui, params: &mut HudParams, who: CombatantId) {
    let acts = list(&params.offered, &params.intent, params.rules());
    let to_aim = legal::actions_to_ready(params.view(), params.rules(), who);
    ui.horizontal_wrapped(|ui| {
        let picked = params.intent.trigger(params.rules());
        let policy = params.rules().policies.ready.clone();
        for watch in policy.into_iter().flat_map(|policy| policy.watches) {
            if ui.selectable_label(picked == Some(watch.id), format!("when {}", watch.name)).clicked() {
                params.intent.watch = Some(watch.id);
            }
        }
    });
    if params.intent.readies.is_some() {
        ui.colored_label(style::GOLD, "Now click its target on the board.");
    }
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        for group in text::groups() {
            let numbered = acts.iter().enumerate();
            let at_once: Vec<_> = numbered.filter(|(_, act)| readied_group(params.rules(), act) == group).collect();
            let to_aim: Vec<_> = to_aim.iter().filter(|action| params.rules().hud.group(action.id) == group).collect();
            if at_once.is_empty() && to_aim.is_empty() {
                continue;
            }
            ui.horizontal_wrapped(|ui| {
                ui.spacing_mut().item_spacing = vec2(5.0, 5.0);
                ui.add_sized([62.0, BUTTON], Label::new(RichText::new(text::group_word(group)).color(style::FAINT)));
                at_once.into_iter().for_each(|(at, act)| ready(ui, params, who, at, act));
                to_aim.into_iter().for_each(|action| aim(ui, params, action));
            });
        }
    });
}

fn ready(ui: &mut Ui, params: &mut HudParams, who: CombatantId, at: usize, act: &Act) {
    let Target::Ready(readied) = &act.target else { return };
    let number = if at < 9 { format!("{} ", at + 1) } else { String::new() };
    let words = format!("{number}{}", text::act_words(params, Some(who), &readied.act));
    if ui.add(Button::new(words).min_size(vec2(100.0, BUTTON))).clicked() {
        params.answer(Choice::Act(act.clone()));
    }
}

fn aim(ui: &mut Ui, params: &mut HudParams, action: &Action) {
    let picked = params.intent.readies == Some(action.id);
    let at_what = match action.aim {
        Aim::Path => " to...",
        Aim::Door => ": which door?",
        Aim::Point => ": where?",
        _ => ": which target?",
    };
    let button = Button::new(format!("{}{at_what}", action.name)).selected(picked).min_size(vec2(100.0, BUTTON));
    if ui.add(button).clicked() {
        params.intent.readies = (!picked).then_some(action.id);
    }
}
