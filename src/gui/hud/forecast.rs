//! A forecast in words: how likely an act is to work, what it would come to, and the terms behind it.

use bevy_egui::egui::{self, RichText, Ui};

use super::cite::Pen;
use super::desk::Desk;
use super::offered::span_words;
use super::{driven, look};
use crate::battle::CombatantId;
use crate::content::policy::TurnOrder;
use crate::mechanics::attack;
use crate::odds::{self, Forecast};
use crate::resolution::Act;

/// What is done, and how likely it is to work.
pub(super) fn chances(ui: &mut Ui, forecast: &Forecast) {
    let with = forecast.weapon.as_ref().map(|weapon| format!(" with {weapon}")).unwrap_or_default();
    ui.label(RichText::new(format!("{}{with}", forecast.action)).color(look::GOLD));
    if forecast.target != forecast.actor {
        ui.label(RichText::new(format!("at {}", forecast.target)).color(look::FAINT));
    }
    if let Some(refusal) = &forecast.refused {
        ui.add(egui::Label::new(RichText::new(format!("Not now: {refusal}")).color(look::BAD)).wrap());
    }
    let several = forecast.versus.len() > 1;
    for versus in &forecast.versus {
        let [(_, hit), (_, critical), (_, fumble)] = versus.fractions();
        let colour = if forecast.refused.is_some() { look::FAINT } else { look::INK };
        ui.horizontal(|ui| {
            ui.label(RichText::new(percent(hit.per_ten_thousand())).text_style(look::big()).color(colour).strong());
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
                ui.label(RichText::new(more).color(look::FAINT));
            });
        });
    }
}

/// What it would come to, and when one acts again.
pub(super) fn stakes(ui: &mut Ui, desk: &Desk, act: &Act, forecast: &Forecast) {
    if desk.offered.who.is_some_and(|who| throws(desk, who, act)) {
        ui.label(RichText::new("thrown: it leaves the hand").color(look::TIRED));
    }
    if let Some(words) = desk.offered.who.and_then(|who| driven::words(desk, who, act)) {
        ui.add(egui::Label::new(RichText::new(words).color(look::GOOD)).wrap());
    }
    let mean = forecast.mean_hundredths();
    if mean > 0 {
        let most = forecast.damage.iter().last().map_or(0, |(value, _)| value);
        ui.label(format!("damage {}.{} on average, at most {most}", mean / 100, (mean / 10) % 10));
        let drops = forecast.drops.per_ten_thousand();
        let kills = forecast.kills.per_ten_thousand();
        let colour = if drops > 0 { look::GOOD } else { look::FAINT };
        let kill = if kills > 0 { format!(", kill chance {}", percent(kills)) } else { String::new() };
        ui.label(RichText::new(format!("KO chance {}{kill}", percent(drops))).color(colour));
    }
    if let Some(span) = forecast.takes {
        let now = desk.snapshot.count;
        let next = if span.0 == span.1 {
            format!("next at {}", now + i32::from(span.0))
        } else {
            format!("next at {}-{}", now + i32::from(span.0), now + i32::from(span.1))
        };
        ui.label(RichText::new(format!("takes {}: {next}", span_words(span))).color(look::FAINT));
    }
    if let (Some(who), TurnOrder::Rounds(_)) = (desk.offered.who, &desk.rules().policies.turn) {
        let action = desk.rules().actions.iter().find(|action| action.name == forecast.action);
        let takes = action.map_or(0, |action| action.actions());
        let left = desk.view().row(who).turn_state.actions;
        let words = if takes == 1 { "one action".to_owned() } else { format!("{takes} actions") };
        ui.label(RichText::new(format!("takes {words} of {left} left")).color(look::FAINT));
    }
}

/// What each step of success brings, with its chance and its rule.
pub(super) fn outcomes(ui: &mut Ui, forecast: &Forecast, pen: &mut Pen<'_>) {
    for odds::Outcome { when, what, chance, rule } in &forecast.outcomes {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            ui.label(RichText::new(percent(chance.per_ten_thousand())).color(look::INK));
            ui.label(RichText::new(format!("{when}: {what}")).color(look::TIRED));
            pen.rule(ui, rule.as_str());
        });
    }
}

/// Whether an attack throws away what it is made with.
pub(super) fn throws(desk: &Desk, who: CombatantId, act: &Act) -> bool {
    let (view, book) = (desk.view(), desk.rules().book());
    act.weapon.zip(act.aimed_at()).is_some_and(|(slot, target)| {
        let mode = attack::mode(view, book, who, slot, target);
        mode.is_ok_and(|mode| attack::landing_rule(view, book, who, slot, mode).is_some())
    })
}

/// A chance in hundredths of a percent, rounded to percent as players read it.
pub(super) fn percent(per_ten_thousand: u32) -> String {
    match per_ten_thousand {
        0 => "0%".to_owned(),
        10_000 => "100%".to_owned(),
        1..=99 => "<1%".to_owned(),
        9_901..=9_999 => ">99%".to_owned(),
        other => format!("{}%", (other + 50) / 100),
    }
}

/// The terms of the roll, and below them those of the defence.
pub(super) fn terms(ui: &mut Ui, forecast: &Forecast, pen: &mut Pen<'_>) {
    pen.terms(ui, &format!("added to the d{}", forecast.sides), &forecast.bonus);
    pen.edge(ui, &forecast.edge);
    for versus in &forecast.versus {
        ui.add_space(4.0);
        pen.terms(ui, &versus.words(forecast.sides), &versus.difficulty);
        pen.edge(ui, &versus.edge);
    }
}

/// What follows from the terms.
pub(super) fn fine_print(ui: &mut Ui, forecast: &Forecast, pen: &mut Pen<'_>) {
    let faces = forecast.sides;
    for versus in forecast.versus.iter().filter(|versus| versus.chances.faces == u32::from(faces)) {
        let needed = i32::from(versus.difficulty.total()) - i32::from(forecast.bonus.total());
        let (least, works) =
            (needed.clamp(1, i32::from(faces)), if forecast.weapon.is_some() { "hits" } else { "succeeds" });
        let words = format!("{least} or more {works}: {} of {faces} faces", versus.chances.hits);
        ui.add(egui::Label::new(RichText::new(words).color(look::FAINT)).wrap());
    }
    if forecast.mean_hundredths() > 0 {
        let words = format!("90th percentile damage: {} (with misses)", forecast.quantile(90));
        ui.add(egui::Label::new(RichText::new(words).color(look::FAINT)).wrap());
    }
    ui.horizontal(|ui| {
        ui.label(RichText::new("the action").color(look::FAINT));
        pen.rule(ui, forecast.rule.as_str());
    });
}
