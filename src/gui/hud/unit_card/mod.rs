//! The card of the selected combatant: figures, situation, conditions, defences and equipment.

mod bars;
pub mod body;
pub mod gear;

use std::collections::BTreeMap;

use bevy_egui::egui::{Color32, Label, RichText, ScrollArea, Sense, Ui, vec2};

use crate::battle::{CombatantId, Detection, Drift, Facing, Link};
use crate::content::{CoverPolicy, Flanking, Name};
use crate::ecs::CombatantDataItem;
use crate::grid::{CoverGrade, Direction};
use crate::gui::badges::{Says, badges};
use crate::gui::hud::layout::{FOLDED_WIDTH, card};
use crate::gui::hud::params::HudParams;
use crate::gui::hud::state::SidePanel;
use crate::gui::hud::widgets::{RuleLinks, line};
use crate::gui::hud::{style, text};
use crate::gui::keys::KeyCommand;
use crate::mechanics::{cover, sight, water};
use crate::resolution::{Act, Target, legal};

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
        if let Some(data) = params.combatants.get(who) {
            hidden_unit(ui, params, links, &data);
        }
        return;
    }
    if let Some(part) = whole_card(ui, params, links, who) {
        params.intent.part = Some(part).filter(|part| params.intent.part != Some(*part));
    }
}

/// Draws everything that is known of a combatant. Returns the part of its body that was clicked.
fn whole_card(ui: &mut Ui, params: &HudParams, links: &mut RuleLinks<'_>, who: CombatantId) -> Option<Name> {
    let data = params.combatants.get(who)?;
    let mut picked = None;
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        picked = bars::bars(ui, params, links, &data);
        situation(ui, params, links, &data);
        conditions(ui, params, links, &data);
        gear::defences(ui, params, links, who);
        gear::weapons(ui, params, links, &data);
        gear::movement_and_reach(ui, params, links, &data);
        line(ui, &data.sheet.0.about, style::FAINT);
    });
    picked
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

fn situation(ui: &mut Ui, params: &HudParams, links: &mut RuleLinks<'_>, data: &CombatantDataItem<'_, '_>) {
    card(ui, |ui| {
        ui.set_width(ui.available_width());
        line(ui, turn_words(params, data), style::GOLD);
        if data.out_of_play.0 {
            return;
        }
        gear::points(ui, params, data);
        interrupters(ui, params, data);
        // Under some rules facing does not matter.
        let faces = match params.rules().policies.flanking {
            Flanking::Separation { facing: Some(_), .. } => {
                let gone = |other| params.combatants.get(other).is_none_or(|other| other.out_of_play.0);
                let facing = match *data.facing {
                    Facing::Towards(other) if gone(other) => Facing::AllAround,
                    facing => facing,
                };
                format!(", faces {}", text::facing_words(params, facing))
            }
            _ => String::new(),
        };
        line(ui, format!("at {}{}{faces}", data.position.cell(), height_words(params, data)), style::INK);
        drift(ui, params, data);
        channel(ui, params, data);
        surroundings(ui, params, links, data);
        enemies(ui, params, data);
        plans(ui, params, data);
        holds(ui, params, data);
        covers(ui, params, data);
    });
}

/// Draws the combatants that could act in the turn of this one, with their initiative and what it costs them.
fn interrupters(ui: &mut Ui, params: &HudParams, data: &CombatantDataItem<'_, '_>) {
    let who = data.combatant.id;
    if !params.acting().contains(&who) {
        return;
    }
    let able: Vec<String> = legal::interrupters(params.view(), params.rules(), who)
        .into_iter()
        .filter(|(other, _)| params.watch.knows(*other))
        .map(|(other, price)| {
            let initiative = params.combatants.get(other).map_or(0, |data| data.turn.initiative);
            format!("{} (initiative {initiative}, pays {price})", params.name(other))
        })
        .collect();
    if !able.is_empty() {
        line(
            ui,
            format!("initiative {}; can be interrupted by {}", data.turn.initiative, able.join(", ")),
            style::TIRED,
        );
    }
}

/// The action that the combatant pays for over several turns, with the points paid so far.
fn channel(ui: &mut Ui, params: &HudParams, data: &CombatantDataItem<'_, '_>) {
    let Some(channel) = &data.channelling.0 else { return };
    let name = params.rules().actions.get(channel.act.action).map_or("an action", |action| &action.name);
    if channel.rounds > 0 {
        let plural = if channel.rounds == 1 { "" } else { "s" };
        return line(ui, format!("has spent {} round{plural} on {name}", channel.rounds), style::GOLD);
    }
    let paid = params.rules().policies.economy.pools().map(|(id, pool)| (pool, channel.paid.left(id)));
    let paid: Vec<String> = paid.filter(|(_, points)| *points > 0).map(|(pool, points)| pool.points(points)).collect();
    line(ui, format!("has paid {} for {name}", paid.join(" and ")), style::GOLD);
}

fn turn_words(params: &HudParams, data: &CombatantDataItem<'_, '_>) -> String {
    let (who, now) = (data.combatant.id, params.count());
    match params.timeline().turn_of(who) {
        _ if params.thinking() == Some(who) => "acts now: thinking".to_owned(),
        _ if params.acting().contains(&who) => "acts now".to_owned(),
        _ if params.offered.who == Some(who) => "may act now, out of its turn".to_owned(),
        _ if params.asked.who() == Some(who) => "decides now".to_owned(),
        Some(due) if params.is_counted() && due.at <= now => "acts now".to_owned(),
        Some(due) if !params.is_counted() => format!("acts in round {}", due.at),
        Some(due) => format!("acts at {} (in {})", due.at, due.at - now),
        None if data.out_of_play.0 => "Defeated".to_owned(),
        None => "no turn scheduled".to_owned(),
    }
}

fn height_words(params: &HudParams, data: &CombatantDataItem<'_, '_>) -> String {
    let cells = data.position.footprint().cells(params.layout.shape());
    let heights = cells.iter().filter_map(|cell| params.grounds.get(*cell)).map(|ground| ground.elevation.0);
    let ground = heights.max().unwrap_or(0);
    let unit = &params.rules().policies.board.unit;
    let stands = if ground == 0 { String::new() } else { format!(", {} up", unit.short(ground)) };
    match data.position.altitude {
        0 if water::is_in(params.view(), data.combatant.id) => format!("{stands}, swims"),
        0 => stands,
        under @ ..0 => format!("{stands}, {} under water", unit.short(-i32::from(under))),
        above => format!("{stands}, {} above the ground", unit.short(above)),
    }
}

fn surroundings(ui: &mut Ui, params: &HudParams, links: &mut RuleLinks<'_>, data: &CombatantDataItem<'_, '_>) {
    let Some(policy) = &params.rules().policies.sight else { return };
    let cells = data.position.footprint().cells(params.layout.shape());
    let dark = !sight::is_in_light(params.game(), data.combatant.id);
    let fog = cells.iter().any(|cell| params.view().is_foggy(*cell));
    let around = [(dark, "in darkness", policy.dark_rule), (fog, "in fog", policy.fog_rule)];
    for (_, words, rule) in around.into_iter().filter(|(so, ..)| *so) {
        ui.horizontal(|ui| {
            ui.colored_label(style::TIRED, words);
            links.rule(ui, rule.as_str());
        });
    }
}

/// Draws a line with the names of those whose position is known to the players at the window, if there are any.
fn names(ui: &mut Ui, params: &HudParams, words: &str, ids: impl Iterator<Item = CombatantId>, colour: Color32) {
    let known: Vec<CombatantId> = ids.filter(|id| params.watch.knows(*id)).collect();
    if !known.is_empty() {
        line(ui, format!("{words} {}", params.names(&known)), colour);
    }
}

fn enemies(ui: &mut Ui, params: &HudParams, data: &CombatantDataItem<'_, '_>) {
    names(ui, params, "threatened by", data.threatened.0.iter().copied(), style::BAD);
    if let Some((a, b)) = data.flanked.0.filter(|(a, b)| params.watch.knows(*a) && params.watch.knows(*b)) {
        line(ui, format!("flanked by {} and {}", params.name(a), params.name(b)), style::BAD);
    }
    let seeing = |is_meant: fn(&Detection) -> bool| {
        data.visible.0.iter().filter(move |(_, how)| is_meant(how)).map(|(enemy, _)| *enemy)
    };
    names(ui, params, "concealed from", seeing(|how| *how == Detection::Concealed), style::GOOD);
    names(ui, params, "hidden from", seeing(|how| *how > Detection::Concealed), style::GOOD);
}

/// Draws its cover from each enemy, with the body in the way; enemies with equal cover share a line.
fn covers(ui: &mut Ui, params: &HudParams, data: &CombatantDataItem<'_, '_>) {
    let mut alike: BTreeMap<(CoverGrade, Option<CombatantId>), Vec<CombatantId>> = BTreeMap::new();
    for cover in &data.in_cover.0 {
        // A body gives cover, but never hides a combatant altogether.
        let body = cover.body.filter(|body| params.watch.knows(*body) && cover.grade != CoverGrade::Total);
        alike.entry((cover.grade, body)).or_default().push(cover.enemy);
    }
    for ((grade, body), enemies) in alike {
        let words = match body {
            Some(body) => format!("{} in the way: {}", params.name(body), cover_words(params, grade)),
            None => cover_words(params, grade),
        };
        names(ui, params, &words, enemies.into_iter(), style::GOOD);
    }
}

fn plans(ui: &mut Ui, params: &HudParams, data: &CombatantDataItem<'_, '_>) {
    let who = data.combatant.id;
    if let Some(readied) = &data.ready.0 {
        let act = Act { target: Target::Ready(Box::new(readied.clone())), ..Act::own(readied.act.action) };
        line(ui, format!("readied: {}", text::act_words(params, Some(who), &act)), style::GOOD);
    }
    for spell in params.spells().iter().filter(|spell| spell.target() == Some(who) || spell.caster == who) {
        let (caster, name) = (params.name(spell.caster), text::action_name(params.rules(), spell.spell));
        let own = spell.target() == Some(who);
        let on = if own { String::new() } else { format!(" {}", text::spell_place(params, spell)) };
        let of = if spell.caster == who { String::new() } else { format!(" of {caster}") };
        line(ui, format!("lasting spell: {name}{of}{on}"), style::TIRED);
    }
}

fn drift(ui: &mut Ui, params: &HudParams, data: &CombatantDataItem<'_, '_>) {
    let Drift { speed, way, rises, .. } = *data.drift;
    let way = way.map(|way| params.layout.shape().direction_name(Direction(way)));
    let height = [Some("down"), None, Some("up")][usize::from((rises.signum() + 1).unsigned_abs())];
    let course: Vec<&str> = way.into_iter().chain(height).collect();
    if speed > 0 {
        let speed = params.rules().policies.board.unit.short(speed);
        line(ui, format!("drifts {} {speed} per turn", course.join(" and ")), style::TIRED);
    }
}

fn holds(ui: &mut Ui, params: &HudParams, data: &CombatantDataItem<'_, '_>) {
    for holder in &data.grappled.by {
        let hold = params.links.iter().find(|link| link.holder == *holder && link.held == data.combatant.id);
        let pinned = if hold.is_some_and(Link::is_pin) { ", pinned" } else { "" };
        let stacks = hold.map(|hold| hold.stacks).filter(|stacks| *stacks > 0);
        let stacks = stacks.map_or_else(String::new, |stacks| format!(", grip {stacks}"));
        line(ui, format!("held by {}{pinned}{stacks}", params.name(*holder)), style::BAD);
    }
    for held in &data.grappled.holding {
        let hold = params.links.iter().find(|link| link.holder == data.combatant.id && link.held == *held);
        let hand = match hold.and_then(|hold| hold.hands.numbers().next()) {
            None => String::new(),
            Some(0) => " with the main hand".to_owned(),
            Some(hand) => format!(" with hand {}", hand + 1),
        };
        line(ui, format!("holds {}{hand}", params.name(*held)), style::GOOD);
    }
}

fn cover_words(params: &HudParams, grade: CoverGrade) -> String {
    let of_grade = match params.rules().policies.attack.cover {
        CoverPolicy::Sampled(_) => cover::measured(grade),
        CoverPolicy::Grades(_) | CoverPolicy::Corners(_) if grade == CoverGrade::Total => {
            return "out of sight of".to_owned();
        }
        CoverPolicy::Grades(_) | CoverPolicy::Corners(_) => cover::graded(grade),
    };
    format!("{} from", of_grade.unwrap_or("no cover"))
}
