//! The causes of reactions and interrupts in words.

use bevy_egui::egui::{Button, Ui};

use crate::content::Trigger;
use crate::gui::hud::params::HudParams;
use crate::gui::hud::style;
use crate::gui::hud::text::{self, known_reaction};
use crate::gui::hud::widgets::{self, RuleLinks, line};
use crate::resolution::{Asks, Choice, WindowCause};

/// The cause of an interrupt above the action bar, with the button that declines it; nothing in an own turn.
pub fn show_interrupt(ui: &mut Ui, params: &mut HudParams, links: &mut RuleLinks<'_>) {
    let Some(prompt) = params.asked.0.clone() else { return };
    let Asks::Interrupt { reaction, cause, .. } = &prompt.asks else { return };
    let (name, rule) = known_reaction(params.rules(), *reaction)
        .map_or_else(|| (reaction.to_string(), "".into()), |known| (known.name.clone(), known.rule));
    let happens = cause_words(params, cause);
    let declined = ui.horizontal_wrapped(|ui| {
        widgets::name(ui, params, prompt.who);
        line(ui, format!("{name}: {happens}"), style::GOLD);
        links.rule(ui, rule.as_str());
        widgets::clicked_once(&ui.add(Button::new("Skip")))
    });
    if declined.inner {
        params.answer(Choice::Pass);
    }
}

/// The cause of a reaction as a sentence.
pub fn cause_words(params: &HudParams, cause: &WindowCause) -> String {
    let action = cause.act.as_ref().map(|act| text::act_words(params, Some(cause.by), act).to_lowercase());
    let action = action.unwrap_or_else(|| "an action".to_owned());
    let total = cause.total().map_or_else(String::new, |total| format!(" with {total}"));
    let to = cause.to.map_or_else(String::new, |to| format!(" to {to}"));
    let does = match cause.point {
        Trigger::ActionDeclared => format!("declares {action}"),
        Trigger::BeforeStep => format!("is about to take a step{to}"),
        Trigger::AfterStep => "has taken a step".to_owned(),
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
