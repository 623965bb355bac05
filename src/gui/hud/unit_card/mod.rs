//! The card of the selected combatant: figures, situation, conditions, defences and equipment.

mod situation;

use bevy_egui::egui::{Label, RichText, ScrollArea, Sense, Ui, vec2};

use crate::battle::{CombatantId, WeaponLocation, WeaponSlot};
use crate::content::action::Gait;
use crate::content::item::Kept;
use crate::content::policy::Collapse;
use crate::content::stat::Stat;
use crate::content::unit::Skill;
use crate::ecs::CombatantDataItem;
use crate::gui::badges::{Says, badges};
use crate::gui::hud::layout::{FOLDED_WIDTH, card};
use crate::gui::hud::params::HudParams;
use crate::gui::hud::state::SidePanel;
use crate::gui::hud::widgets::{RuleLinks, fold, gauge, line};
use crate::gui::hud::{style, text};
use crate::gui::keys::KeyCommand;
use crate::gui::theme;
use crate::mechanics::attack::{self, Mode};
use crate::mechanics::{consciousness, damage, movement};
use situation::situation;

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
    let params = &*params;
    let Some(data) = params.combatants.get(who) else { return };
    if !params.watch.knows(who) {
        return hidden_unit(ui, params, links, &data);
    }
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        bars(ui, params, links, &data);
        situation(ui, params, links, &data);
        conditions(ui, params, links, &data);
        defences(ui, params, links, who);
        weapons(ui, params, links, &data);
        movement_and_reach(ui, params, links, &data);
        line(ui, &data.sheet.0.about, style::FAINT);
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
            let name = RichText::new(&*data.combatant.name).color(style::side(side)).strong().size(17.0);
            ui.add(Label::new(name).truncate());
            let party = &params.session.opening.setup.sides[usize::from(side.0)].name;
            let words = format!("{} {}", sheet.size.word(), sheet.unit.replace('_', " "));
            ui.add(Label::new(words).truncate());
            ui.add(Label::new(RichText::new(&**party).color(style::FAINT)).truncate());
        });
        if ui.button("<").on_hover_text(params.keys.hint("Collapse", KeyCommand::ToggleUnit)).clicked() {
            params.hud.open(SidePanel::Unit, false);
        }
    });
}

/// Draws what is known of a hidden combatant, and how it may be attacked.
fn hidden_unit(ui: &mut Ui, params: &HudParams, links: &mut RuleLinks<'_>, data: &CombatantDataItem<'_, '_>) {
    let seen = params.place(data.combatant.id);
    let words = seen.map_or_else(String::new, |seen| format!(", last seen at {}", seen.anchor));
    card(ui, |ui| {
        ui.set_width(ui.available_width());
        line(ui, format!("Hidden{words}"), style::GOLD);
        line(ui, "Your side does not know where it is. An attack must name a cell.", style::FAINT);
        if let Some(policy) = &params.rules().policies.sight {
            ui.horizontal(|ui| {
                [policy.hidden_rule, policy.guess_rule, policy.wrong_rule].map(|rule| links.rule(ui, rule.as_str()))
            });
        }
    });
    line(ui, &data.sheet.0.about, style::FAINT);
}

fn bars(ui: &mut Ui, params: &HudParams, links: &mut RuleLinks<'_>, data: &CombatantDataItem<'_, '_>) {
    let vitals = *data.vitals;
    let share = |part: i16, of: i16| f32::from(part) / f32::from(of.max(1));
    let current = vitals.current();
    let colour = match share(current, vitals.maximum) {
        left if left > 0.5 => theme::HEALTH,
        left if left > 0.25 => theme::HEALTH_LOW,
        _ => theme::HEALTH_DIRE,
    };
    let words = format!("hit points {current} / {}", vitals.maximum);
    gauge(ui, share(current, vitals.maximum), style::colour(colour), &words);
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
    let threshold = damage::threshold(params.game(), data.combatant.id);
    let title = RichText::new(format!("threshold of pain {}", threshold.total()));
    fold(ui, "threshold", title, |ui| links.terms(ui, "threshold", &threshold));
}

/// Draws stance and conditions, each with its description and its rule.
fn conditions(ui: &mut Ui, params: &HudParams, links: &mut RuleLinks<'_>, data: &CombatantDataItem<'_, '_>) {
    for badge in badges(data, params.rules()) {
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
            ui.colored_label(style::TIRED, format!("{}{more}", condition.name));
            links.rule(ui, condition.rule.as_str());
        });
        line(ui, &condition.about, style::FAINT);
    }
}

/// Draws the defences. The one that attacks meet first is bold.
fn defences(ui: &mut Ui, params: &HudParams, links: &mut RuleLinks<'_>, who: CombatantId) {
    let game = params.game();
    // Defences may differ by attacker: the asked combatant if it is an enemy, else any enemy.
    let side = params.side(who);
    let asker = params.asked.who().filter(|asker| params.side(*asker) != side);
    let enemies = || params.present().map(|data| data.combatant).filter(|other| Some(other.side) != side);
    let Some(attacker) = asker.or_else(|| enemies().next().map(|enemy| enemy.id)) else { return };
    let (meets, _) = attack::defence(game, attacker, who, None, Mode::Melee);
    ui.colored_label(style::GOLD, "Defences");
    for stat in params.rules().policies.derived.iter().map(|derived| derived.stat).filter(|stat| stat.is_defence()) {
        let (used, sum) = attack::defence(game, attacker, who, Some(stat), Mode::Melee);
        let short = |stat: Stat| stat.word().trim_end_matches(" defence").to_owned();
        let word = if used == stat { short(stat) } else { format!("{}: {} instead", short(stat), short(used)) };
        let words = RichText::new(format!("{word} {}", sum.total()));
        let marked = if stat == meets { words.strong() } else { words };
        fold(ui, ("defence", stat as usize), marked, |ui| links.terms(ui, used.word(), &sum));
    }
}

fn weapons(ui: &mut Ui, params: &HudParams, links: &mut RuleLinks<'_>, data: &CombatantDataItem<'_, '_>) {
    let sheet = &data.sheet.0;
    ui.colored_label(style::GOLD, "Weapons");
    for (at, entry) in sheet.weapons.iter().enumerate() {
        let slot = WeaponSlot(at as u8);
        let place = match data.arms.place(slot) {
            _ if sheet.unarmed == Some(slot) => "",
            WeaponLocation::InHand => "in hand",
            WeaponLocation::Carried if entry.kept != Kept::AtHand => entry.kept.words(),
            WeaponLocation::Carried => "carried",
            WeaponLocation::Stuck(_) => "stuck",
            WeaponLocation::Gone => "lost",
            WeaponLocation::Broken => "broken",
        };
        if let Some(item) = &entry.item {
            let title = RichText::new(format!("{} {place}", item.name));
            fold(ui, ("weapon", at), title, |ui| line(ui, &item.about, style::FAINT));
            continue;
        }
        let place = if place.is_empty() { String::new() } else { format!(" {place}") };
        let title = format!("{}{place} {:+}", entry.weapon.name, entry.to_hit.total());
        let qualities = text::qualities(params.rules(), sheet.speed, entry);
        fold(ui, ("weapon", at), RichText::new(title), |ui| {
            line(ui, qualities, style::FAINT);
            if params.rules().policies.attack.familiarity.is_some() {
                let skill = match entry.skill {
                    Skill::Proficient => "proficient",
                    Skill::Affinity => "affinity",
                    Skill::None => "no affinity",
                };
                ui.colored_label(style::FAINT, skill);
            }
            links.terms(ui, "to hit", &entry.to_hit);
            links.terms(ui, "damage bonus", &entry.damage);
        });
    }
    if let Some(shield) = sheet.shield.as_ref().filter(|_| data.arms.shield) {
        line(ui, format!("{} ({:+})", shield.name, shield.bonus), style::INK);
    }
}

/// Draws the speed, with the cells per count under rules with counts, and the reach in melee.
fn movement_and_reach(ui: &mut Ui, params: &HudParams, links: &mut RuleLinks<'_>, data: &CombatantDataItem<'_, '_>) {
    if data.out_of_play.0 {
        return;
    }
    let game = params.game();
    let rate = data.rate.0;
    if params.is_counted() {
        let pace = &game.policies.movement.pace;
        let cells: Vec<String> = (1..=8).map(|count| movement::cells_on_count(pace, rate, count).to_string()).collect();
        ui.colored_label(style::GOLD, "Speed");
        ui.horizontal_wrapped(|ui| {
            ui.label(format!("{rate} ft; cells by count: {} …", cells.join(" ")));
            links.rule(ui, movement::pace_rule(pace).as_str());
        });
    } else {
        let cells = movement::allowance(game, data.combatant.id, Gait::Walk);
        line(ui, format!("Speed {rate} ft: {cells} cells per move"), style::INK);
    }
    line(ui, format!("Reach {} ft", data.reach.0), style::INK);
}
