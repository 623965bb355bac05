//! Actions whose variant is picked from a list: which weapon, spell or readied act.

use bevy_egui::egui::text::LayoutJob;
use bevy_egui::egui::{Button, Label, RichText, ScrollArea, TextFormat, TextStyle, Ui, vec2};

use crate::battle::{CombatantId, GearPiece, SheetWeapon};
use crate::content::action::{Action, Aim, Does};
use crate::content::hud::ActionGroup;
use crate::content::policy::TurnOrder;
use crate::content::speed::SpeedMode;
use crate::content::spell::Incantation;
use crate::gui::hud::params::HudParams;
use crate::gui::hud::text::{groups, span_words};
use crate::gui::hud::widgets::RuleLinks;
use crate::gui::hud::{style, text, widgets};
use crate::gui::input::{Intent, Offered};
use crate::resolution::{Act, Choice, Target};
use crate::rules::{self, Ruleset};
use crate::turn::speed;

/// The group of the act that is readied.
pub fn readied_group(rules: &Ruleset, act: &Act) -> ActionGroup {
    let readied = match &act.target {
        Target::Ready(readied) => readied.act.action,
        _ => act.action,
    };
    rules.hud.group(readied)
}

/// Whether the variant of an action is picked from a list.
pub fn has_variants(action: &Action) -> bool {
    matches!(action.aim, Aim::CarriedWeapon | Aim::GroundWeapon | Aim::Spell | Aim::Ready | Aim::Known)
}

/// The variants of the picked action: weapons, spells or readied acts.
pub fn list(offered: &Offered, intent: &Intent, rules: &Ruleset) -> Vec<Act> {
    let offer = intent.action.and_then(|action| offered.of(action)).filter(|offer| has_variants(&offer.action));
    let watched = intent.trigger(rules);
    let meant = |act: &&Act| match &act.target {
        Target::Ready(readied) => Some(readied.watch) == watched,
        _ => true,
    };
    let mut acts: Vec<Act> = offer.map(|offer| offer.acts.iter().filter(meant).cloned().collect()).unwrap_or_default();
    let order = groups();
    acts.sort_by_key(|act| order.iter().position(|group| *group == readied_group(rules, act)));
    acts
}

/// Draws a card for each variant of the picked action.
pub fn show(ui: &mut Ui, params: &mut HudParams, links: &RuleLinks<'_>, who: CombatantId) {
    let acts = list(&params.offered, &params.intent, params.rules());
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(5.0, 5.0);
            for (at, act) in acts.into_iter().enumerate() {
                let words = Words::of(params, who, &act);
                let shown = ui.add(Button::new(words.job(ui, at + 1)).min_size(vec2(190.0, 40.0)));
                let shown = shown.on_hover_ui(|ui| words.about(ui, links));
                if widgets::clicked_once(&shown) {
                    params.answer(Choice::Act(act));
                }
            }
        });
    });
}

/// The texts of a card.
struct Words {
    name: String,
    /// Its cost in few words.
    price: String,
    about: String,
    rule: Option<crate::content::Rule>,
}

impl Words {
    fn of(params: &HudParams, who: CombatantId, act: &Act) -> Words {
        let plain = |name: String| Words { name, price: String::new(), about: String::new(), rule: None };
        let Some(data) = params.combatants.get(who) else { return plain(String::new()) };
        let sheet = &data.sheet.0;
        let qualities = |entry: &SheetWeapon| text::qualities(params.rules(), sheet.speed, entry);
        match &act.target {
            Target::Weapon(slot) => {
                let price = sheet.weapon(*slot).map(qualities).unwrap_or_default();
                Words { price, ..plain(sheet.thing_name(GearPiece::Weapon(*slot)).to_owned()) }
            }
            Target::Found(weapon) => match rules::picked_up_weapon(params.rules(), sheet, *weapon) {
                Some(entry) => Words { price: qualities(&entry), ..plain(entry.weapon.name.clone()) },
                None => plain(weapon.as_str().to_owned()),
            },
            Target::Known(spell) => match params.rules().actions.get(*spell) {
                Some(action) => Words {
                    price: cost_words(params, sheet.speed, action),
                    about: action.about.clone(),
                    rule: Some(action.rule),
                    ..plain(action.name.clone())
                },
                None => plain(spell.as_str().to_owned()),
            },
            _ => plain(text::act_words(params, Some(who), act)),
        }
    }

    /// The name with its digit, and the cost below.
    fn job(&self, ui: &Ui, number: usize) -> LayoutJob {
        let style = |style: TextStyle, colour| TextFormat::simple(style.resolve(ui.style()), colour);
        let mut job = LayoutJob::default();
        let digit = if number <= 9 { format!("{number}  ") } else { String::new() };
        job.append(&digit, 0.0, style(TextStyle::Body, style::GOLD));
        job.append(&self.name, 0.0, style(TextStyle::Body, style::INK));
        if !self.price.is_empty() {
            job.append(&format!("\n{}", self.price), 0.0, style(TextStyle::Small, style::FAINT));
        }
        job
    }

    fn about(&self, ui: &mut Ui, links: &RuleLinks<'_>) {
        ui.set_max_width(340.0);
        ui.label(RichText::new(&self.name).color(style::GOLD).size(17.0));
        ui.add(Label::new(&self.about).wrap());
        ui.label(RichText::new(&self.price).color(style::FAINT));
        if let Some(rule) = self.rule {
            ui.separator();
            widgets::explain(ui, links.codex, rule.as_str());
        }
    }
}

/// Preparation time, level and fatigue of a spell, in words.
fn cost_words(params: &HudParams, mode: SpeedMode, action: &Action) -> String {
    let mut words = Vec::new();
    if let Does::Cast(spell) = &action.does
        && let Some(Incantation { time, level, concentration }) = &spell.incantation
    {
        words.push(match &params.rules().policies.turn {
            TurnOrder::Counts(turns) => span_words(speed::speed_span(turns, time, None, mode, 0)),
            TurnOrder::Rounds(_) => text::speed_words(*time),
        });
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
