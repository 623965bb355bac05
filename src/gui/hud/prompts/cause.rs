//! The causes of reactions and interrupts in words.

use bevy_egui::egui::{Button, Ui};

use crate::content::Trigger;
use crate::content::authored::uncapitalised;
use crate::control::Habit;
use crate::control::orders::{OrderScope, Question};
use crate::gui::hud::params::HudParams;
use crate::gui::hud::prompts::recommended;
use crate::gui::hud::state::OpenWindows;
use crate::gui::hud::style;
use crate::gui::hud::text::{self, known_reaction};
use crate::gui::hud::widgets::{self, RuleLinks, line};
use crate::gui::keys::KeyCommand;
use crate::resolution::{Asks, Choice, WindowCause};

/// The cause of an interrupt above the action bar, with the buttons that decline it now or always; nothing in an own turn.
pub fn show_interrupt(ui: &mut Ui, params: &mut HudParams, links: &mut RuleLinks<'_>, windows: &mut OpenWindows) {
    let Some(prompt) = params.asked.0.clone() else { return };
    let Asks::Interrupt { reaction, cause, .. } = &prompt.asks else { return };
    let (name, rule) = known_reaction(params.rules(), *reaction)
        .map_or_else(|| (reaction.to_string(), "".into()), |known| (known.name.clone(), known.rule));
    let happens = cause_words(params, cause);
    let declined = ui.horizontal_wrapped(|ui| {
        widgets::name(ui, params, prompt.who);
        line(ui, format!("{name}: {happens}"), style::GOLD);
        links.rule(ui, rule.as_str());
        let skips = widgets::clicked_once(&ui.add(Button::new(params.keys.hint("Skip", KeyCommand::Skip))));
        let never = ui.button("Always skip").on_hover_text("Asks none of your units for it again; see Orders");
        if ui.button("Conditions...").on_hover_text("Opens the standing orders").clicked() {
            windows.orders = true;
        }
        let ordered = recommended::offer_in_prompt(ui, params, prompt.who);
        (skips, widgets::clicked_once(&never), ordered)
    });
    let (skips, never, ordered) = declined.inner;
    if let Some(choice) = params.orders.habitual(params.view(), params.rules(), &prompt).filter(|_| ordered) {
        return params.answer(choice);
    }
    if never {
        let side = params.combatants.side(prompt.who).unwrap_or_default();
        params.orders.keep(OrderScope::Side(side), Question::React(*reaction), Some(Habit::Never));
    }
    if skips || never {
        params.answer(Choice::Pass);
    }
}

/// The cause of a reaction as a sentence.
pub fn cause_words(params: &HudParams, cause: &WindowCause) -> String {
    let action = cause.act.as_ref().map(|act| uncapitalised(&text::act_words(params, Some(cause.by), act)));
    let action = action.unwrap_or_else(|| "an action".to_owned());
    let total = cause.total().map_or_else(String::new, |total| format!(" with {total}"));
    let to = cause.to.map_or_else(String::new, |to| format!(" to {to}"));
    let does = match cause.point {
        Trigger::ActionDeclared => format!("declares {action}"),
        Trigger::BeforeStep => format!("is about to take a step{to}"),
        Trigger::AfterStep => "has taken a step".to_owned(),
        Trigger::NewlyFlanked if cause.flanked.is_empty() => "has been moved: this unit is flanked now".to_owned(),
        Trigger::NewlyFlanked => "has acted: this unit is flanked now".to_owned(),
        Trigger::BeforeRoll => format!("uses {action}; no dice are rolled yet"),
        Trigger::AfterRoll => format!("has rolled for {action}{total}; nothing has happened yet"),
        Trigger::BeforeDamage => format!("hits{total}; no damage is dealt yet"),
        Trigger::ContestWon => "has lost the contest".to_owned(),
        Trigger::TurnStart => "begins its turn".to_owned(),
        Trigger::TurnEnd => "ends its turn".to_owned(),
        _ => format!("has used {action}"),
    };
    format!("{} {does}.", params.name(cause.by))
}
