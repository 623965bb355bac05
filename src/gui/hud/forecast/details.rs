//! A forecast in words: chances, damage, and the terms behind them.

use bevy_egui::egui::{self, RichText, Ui};

use super::push_hazard;
use crate::battle::CombatantId;
use crate::gui::hud::params::HudParams;
use crate::gui::hud::style;
use crate::gui::hud::text::{percent, span_words};
use crate::gui::hud::widgets::RuleLinks;
use crate::mechanics::attack;
use crate::odds::{self, Forecast};
use crate::resolution::Act;

/// Draws the act and its chances.
pub fn chances(ui: &mut Ui, forecast: &Forecast) {
    let with = forecast.weapon.as_ref().map(|weapon| format!(" with {weapon}")).unwrap_or_default();
    ui.label(RichText::new(format!("{}{with}", forecast.action)).color(style::GOLD));
    if forecast.target != forecast.actor {
        ui.label(RichText::new(format!("at {}", forecast.target)).color(style::FAINT));
    }
    if let Some(refusal) = &forecast.refused {
        ui.add(egui::Label::new(RichText::new(format!("Not now: {refusal}")).color(style::BAD)).wrap());
    }
    let several = forecast.versus.len() > 1;
    for versus in &forecast.versus {
        let [(_, hit), (_, critical), (_, fumble)] = versus.fractions();
        let colour = if forecast.refused.is_some() { style::FAINT } else { style::INK };
        ui.horizontal(|ui| {
            ui.label(RichText::new(percent(hit.per_ten_thousand())).text_style(style::big()).color(colour).strong());
            ui.vertical(|ui| {
                let words = match &forecast.weapon {
                    _ if several => format!("against {}", versus.words(forecast.sides)),
                    Some(_) => "to hit".to_owned(),
                    None => "to succeed".to_owned(),
                };
                ui.label(words);
                let mut more = format!("critical {}", percent(critical.per_ten_thousand()));
                if fumble.per_ten_thousand() > 0 {
                    more += &format!(", fumble {}", percent(fumble.per_ten_thousand()));
                }
                ui.label(RichText::new(more).color(style::FAINT));
            });
        });
    }
}

/// Draws the damage, the cost, and when the combatant acts next.
pub fn damage_and_cost(ui: &mut Ui, params: &HudParams, act: &Act, forecast: &Forecast) {
    if params.offered.who.is_some_and(|who| throws_weapon(params, who, act)) {
        ui.label(RichText::new("thrown: the weapon leaves the hand").color(style::TIRED));
    }
    if let Some(words) = params.offered.who.and_then(|who| push_hazard::words(params, who, act)) {
        ui.add(egui::Label::new(RichText::new(words).color(style::GOOD)).wrap());
    }
    let mean = forecast.mean_hundredths();
    if mean > 0 {
        let most = forecast.damage.iter().last().map_or(0, |(value, _)| value);
        ui.label(format!("damage {}.{} on average, at most {most}", mean / 100, (mean / 10) % 10));
        let drops = forecast.drops.per_ten_thousand();
        let kills = forecast.kills.per_ten_thousand();
        let colour = if drops > 0 { style::GOOD } else { style::FAINT };
        let kill = if kills > 0 { format!(", kill chance {}", percent(kills)) } else { String::new() };
        ui.label(RichText::new(format!("KO chance {}{kill}", percent(drops))).color(colour));
    }
    if let Some(span) = forecast.takes {
        let now = params.count();
        let next = if span.0 == span.1 {
            format!("next at {}", now + i32::from(span.0))
        } else {
            format!("next at {}-{}", now + i32::from(span.0), now + i32::from(span.1))
        };
        ui.label(RichText::new(format!("takes {}: {next}", span_words(span))).color(style::FAINT));
    }
    let actor = params.offered.who.and_then(|who| params.combatants.get(who));
    if let (Some(actor), false) = (actor, params.is_counted()) {
        let action = params.rules().actions.iter().find(|action| action.name == forecast.action);
        let takes = action.map_or(0, |action| action.actions());
        let words = if takes == 1 { "one action".to_owned() } else { format!("{takes} actions") };
        ui.label(RichText::new(format!("costs {words} of {} left", actor.turn.actions)).color(style::FAINT));
    }
}

/// Draws the effects of each degree of success, with chances and rules.
pub fn outcomes(ui: &mut Ui, forecast: &Forecast, links: &mut RuleLinks<'_>) {
    for odds::CheckOutcome { when, what, chance, rule } in &forecast.outcomes {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            ui.label(RichText::new(percent(chance.per_ten_thousand())).color(style::INK));
            ui.label(RichText::new(format!("{when}: {what}")).color(style::TIRED));
            links.rule(ui, rule.as_str());
        });
    }
}

/// Whether the attack throws the weapon.
pub fn throws_weapon(params: &HudParams, who: CombatantId, act: &Act) -> bool {
    let game = params.game();
    act.weapon.zip(act.aimed_at()).is_some_and(|(slot, target)| {
        let mode = attack::mode(game, who, slot, target);
        mode.is_ok_and(|mode| attack::landing_rule(game, who, slot, mode).is_some())
    })
}

/// Draws the terms of the roll, then those of the defence.
pub fn terms(ui: &mut Ui, forecast: &Forecast, links: &mut RuleLinks<'_>) {
    links.terms(ui, &format!("added to the d{}", forecast.sides), &forecast.bonus);
    links.edge(ui, &forecast.edge);
    for versus in &forecast.versus {
        ui.add_space(4.0);
        links.terms(ui, &versus.words(forecast.sides), &versus.difficulty);
        links.edge(ui, &versus.edge);
    }
}

/// Draws what follows from the terms.
pub fn fine_print(ui: &mut Ui, forecast: &Forecast, links: &mut RuleLinks<'_>) {
    let faces = forecast.sides;
    for versus in forecast.versus.iter().filter(|versus| versus.chances.faces == u32::from(faces)) {
        let needed = i32::from(versus.difficulty.total()) - i32::from(forecast.bonus.total());
        let (least, works) =
            (needed.clamp(1, i32::from(faces)), if forecast.weapon.is_some() { "hits" } else { "succeeds" });
        let words = format!("{least} or more {works}: {} of {faces} faces", versus.chances.hits);
        ui.add(egui::Label::new(RichText::new(words).color(style::FAINT)).wrap());
    }
    if forecast.mean_hundredths() > 0 {
        let words = format!("90th percentile damage: {} (with misses)", forecast.quantile(90));
        ui.add(egui::Label::new(RichText::new(words).color(style::FAINT)).wrap());
    }
    ui.horizontal(|ui| {
        ui.label(RichText::new("rule of the action").color(style::FAINT));
        links.rule(ui, forecast.rule.as_str());
    });
}
