//! The card of the selected combatant: figures, situation, conditions, defences and equipment.

use bevy_egui::egui::{self, RichText, ScrollArea, Sense, Ui, vec2};

use super::equipment::{defences, weapons};
use super::situation::situation;
use crate::battle::CombatantId;
use crate::content::action::Gait;
use crate::content::policy::Collapse;
use crate::content::stat::Stat;
use crate::gui::badges::{Says, badges};
use crate::gui::hud::layout::{FOLDED_WIDTH, card};
use crate::gui::hud::params::HudParams;
use crate::gui::hud::state::SidePanel;
use crate::gui::hud::style;
use crate::gui::hud::widgets::{RuleLinks, fold, gauge, line};
use crate::gui::keys::KeyCommand;
use crate::mechanics::{consciousness, damage, movement};

/// Draws the card.
pub fn show(ui: &mut Ui, params: &mut HudParams, links: &mut RuleLinks<'_>) {
    if ui.available_width() < FOLDED_WIDTH {
        let words = params.keys.hint("Unit card", KeyCommand::ToggleUnit);
        if ui.button(">").on_hover_text(words).clicked() {
            params.hud.open(SidePanel::Unit, true);
        }
        return;
    }
    let looked_at = params.selected.0.filter(|who| params.watch.notices(*who));
    let known = |who: &CombatantId| params.combatants.get(*who).is_some() && params.watch.notices(*who);
    let who = looked_at.or(params.hovered.who).or(params.asked.who()).or(params.hud.last).filter(known);
    let Some(who) = who.or_else(|| params.present().map(|data| data.combatant.id).find(known)) else { return };
    header(ui, params, who);
    if !params.watch.knows(who) {
        return hidden_unit(ui, params, links, who);
    }
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        bars(ui, params, links, who);
        situation(ui, params, links, who);
        conditions(ui, params, links, who);
        defences(ui, params, links, who);
        weapons(ui, params, links, who);
        movement_and_reach(ui, params, links, who);
        let about = params.about(who);
        ui.add(egui::Label::new(RichText::new(about).color(style::FAINT)).wrap());
    });
}

fn header(ui: &mut Ui, params: &mut HudParams, who: CombatantId) {
    ui.horizontal(|ui| {
        let Some(data) = params.combatants.get(who) else { return };
        let (side, sheet) = (data.combatant.side, &data.sheet.0);
        let (rect, _) = ui.allocate_exact_size(vec2(52.0, 52.0), Sense::hover());
        params.pictures.token(ui.painter(), rect, side, &sheet.figure);
        ui.vertical(|ui| {
            ui.set_width((ui.available_width() - 30.0).max(40.0));
            ui.add(
                egui::Label::new(RichText::new(&*data.combatant.name).color(style::side(side)).strong().size(17.0))
                    .truncate(),
            );
            let party = &params.session.opening.setup.sides[usize::from(side.0)].name;
            let words = format!("{} {}", sheet.size.word(), sheet.unit.replace('_', " "));
            ui.add(egui::Label::new(RichText::new(words)).truncate());
            ui.add(egui::Label::new(RichText::new(&**party).color(style::FAINT)).truncate());
        });
        if ui.button("<").on_hover_text(params.keys.hint("Collapse", KeyCommand::ToggleUnit)).clicked() {
            params.hud.open(SidePanel::Unit, false);
        }
    });
}

/// Draws what is known of a hidden combatant, and how it may be attacked.
fn hidden_unit(ui: &mut Ui, params: &HudParams, links: &mut RuleLinks<'_>, who: CombatantId) {
    let words = params.place(who).map_or_else(String::new, |seen| format!(", last seen at {}", seen.anchor));
    card(ui, |ui| {
        ui.set_width(ui.available_width());
        line(ui, &format!("Hidden{words}"), style::GOLD);
        line(ui, "Your side does not know where it is. An attack must name a cell.", style::FAINT);
        if let Some(policy) = &params.rules().policies.sight {
            ui.horizontal(|ui| {
                [policy.hidden_rule, policy.guess_rule, policy.wrong_rule].map(|rule| links.rule(ui, rule.as_str()))
            });
        }
    });
    let about = params.about(who);
    ui.add(egui::Label::new(RichText::new(about).color(style::FAINT)).wrap());
}

fn bars(ui: &mut Ui, params: &HudParams, links: &mut RuleLinks<'_>, who: CombatantId) {
    let Some(data) = params.combatants.get(who) else { return };
    let vitals = *data.vitals;
    let share = |part: i16, of: i16| f32::from(part) / f32::from(of.max(1));
    let current = vitals.current();
    let colour = match share(current, vitals.maximum) {
        left if left > 0.5 => style::colour(crate::gui::theme::HEALTH),
        left if left > 0.25 => style::colour(crate::gui::theme::HEALTH_LOW),
        _ => style::colour(crate::gui::theme::HEALTH_DIRE),
    };
    gauge(ui, share(current, vitals.maximum), colour, &format!("hit points {current} / {}", vitals.maximum));
    let most = data.sheet.0.stat(Stat::Energy);
    if most > 0 && !data.sheet.0.spells.is_empty() {
        gauge(ui, share(vitals.energy, most), style::MAGIC, &format!("energy {} / {most}", vitals.energy));
    }
    if let Collapse::Bleeding(_) = params.rules().policies.consciousness.collapse {
        return;
    }
    let words = match consciousness::is_at_risk(&vitals) {
        true => format!("Exhausted: {}/{current}, KO check on next hit", vitals.fatigue),
        false => format!("fatigue {} / {current}", vitals.fatigue),
    };
    gauge(ui, share(vitals.fatigue, current.max(1)), style::TIRED, &words);
    let threshold = damage::threshold(params.game(), who);
    let title = RichText::new(format!("threshold of pain {}", threshold.total()));
    fold(ui, "threshold", title, |ui| links.terms(ui, "threshold", &threshold));
}

/// Draws stance and conditions, each with its description and its rule.
fn conditions(ui: &mut Ui, params: &HudParams, links: &mut RuleLinks<'_>, who: CombatantId) {
    let Some(data) = params.combatants.get(who) else { return };
    for badge in badges(&data, params.rules()) {
        let (Says::Has(name) | Says::Towards(name)) = badge.says else { continue };
        let Some(condition) = params.rules().conditions.get(name) else { continue };
        ui.horizontal_wrapped(|ui| {
            if let Some(icon) = params.pictures.icon(&condition.icon) {
                ui.add(icon.image(17.0));
            }
            let shifting = data.stance.held == Some(name) && data.stance.shifting;
            let more = match (badge.says, badge.level) {
                (Says::Towards(_), _) => " to some".to_owned(),
                _ if shifting => " (shifting)".to_owned(),
                (_, 0) => String::new(),
                (_, level) => format!(" {level}"),
            };
            let words = format!("{}{more}", condition.name);
            ui.label(RichText::new(words).color(style::TIRED));
            links.rule(ui, condition.rule.as_str());
        });
        ui.add(egui::Label::new(RichText::new(&condition.about).color(style::FAINT)).wrap());
    }
}

/// Draws the speed, with the cells per count under rules with counts, and the reach in melee.
fn movement_and_reach(ui: &mut Ui, params: &HudParams, links: &mut RuleLinks<'_>, who: CombatantId) {
    let game = params.game();
    let Some(data) = params.combatants.get(who).filter(|data| !data.out_of_play.0) else { return };
    let rate = data.rate.0;
    if params.is_counted() {
        let pace = &game.policies.movement.pace;
        let cells: Vec<String> = (1..=8).map(|count| movement::cells_on_count(pace, rate, count).to_string()).collect();
        ui.label(RichText::new("Speed").color(style::GOLD));
        ui.horizontal_wrapped(|ui| {
            ui.label(format!("{rate} ft; cells by count: {} …", cells.join(" ")));
            links.rule(ui, movement::pace_rule(pace).as_str());
        });
    } else {
        let cells = movement::allowance(game, who, Gait::Walk);
        line(ui, &format!("Speed {rate} ft: {cells} cells per move"), style::INK);
    }
    line(ui, &format!("Reach {} ft", data.reach.0), style::INK);
}
