//! The situation of a combatant on the unit card: turn, position, threats, concealment, holds and cover.

use std::collections::BTreeMap;

use bevy_egui::egui::{Color32, Ui};

use crate::battle::{CombatantId, Detection, Link};
use crate::content::policy::Flanking;
use crate::ecs::CombatantDataItem;
use crate::grid::CoverGrade;
use crate::gui::hud::layout::card;
use crate::gui::hud::params::HudParams;
use crate::gui::hud::widgets::{RuleLinks, line};
use crate::gui::hud::{style, text};
use crate::mechanics::{sight, water};
use crate::resolution::{Act, Target};

/// Draws when it acts, where it is, and everything that affects it now.
pub fn situation(ui: &mut Ui, params: &HudParams, links: &mut RuleLinks<'_>, data: &CombatantDataItem<'_, '_>) {
    card(ui, |ui| {
        ui.set_width(ui.available_width());
        line(ui, turn_words(params, data), style::GOLD);
        if data.out_of_play.0 {
            return;
        }
        // Under some rules facing does not matter.
        let faces = match params.rules().policies.flanking {
            Flanking::Separation { facing: Some(_), .. } => {
                format!(", faces {}", text::facing_words(params, *data.facing))
            }
            _ => String::new(),
        };
        line(ui, format!("at {}{}{faces}", data.position.cell(), height_words(params, data)), style::INK);
        surroundings(ui, params, links, data);
        enemies(ui, params, data);
        plans(ui, params, data);
        holds(ui, params, data);
        covers(ui, params, data);
    });
}

fn turn_words(params: &HudParams, data: &CombatantDataItem<'_, '_>) -> String {
    let (who, now) = (data.combatant.id, params.count());
    match params.timeline().turn_of(who) {
        _ if params.thinking() == Some(who) => "acts now: thinking".to_owned(),
        _ if params.offered.who == Some(who) || params.acting().contains(&who) => "acts now".to_owned(),
        _ if params.asked.who() == Some(who) => "reacts now".to_owned(),
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
    let stands = if ground == 0 { String::new() } else { format!(", {ground} ft up") };
    match data.position.altitude {
        0 if water::is_in(params.view(), data.combatant.id) => format!("{stands}, swims"),
        0 => stands,
        under @ ..0 => format!("{stands}, {} ft under water", -under),
        above => format!("{stands}, {above} ft above the ground"),
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

/// Draws a line with names behind it, without combatants whose position the players at the window do not know. Draws
/// nothing if there are none.
fn names(ui: &mut Ui, params: &HudParams, words: &str, ids: impl Iterator<Item = CombatantId>, colour: Color32) {
    let known: Vec<CombatantId> = ids.filter(|id| params.watch.knows(*id)).collect();
    if !known.is_empty() {
        line(ui, format!("{words} {}", params.names(&known)), colour);
    }
}

/// Draws the enemies that threaten it, flank it, or do not see it plainly.
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
        let body = cover.body.filter(|body| params.watch.knows(*body));
        alike.entry((cover.grade, body)).or_default().push(cover.enemy);
    }
    for ((grade, body), enemies) in alike {
        let words = match body {
            Some(body) => format!("{} in the way: {}", params.name(body), cover_words(grade)),
            None => cover_words(grade).to_owned(),
        };
        names(ui, params, &words, enemies.into_iter(), style::GOOD);
    }
}

/// Draws its readied act, and the spells that last on it or that it maintains.
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

fn holds(ui: &mut Ui, params: &HudParams, data: &CombatantDataItem<'_, '_>) {
    for holder in &data.grappled.by {
        let hold = params.links.iter().find(|link| link.holder == *holder && link.held == data.combatant.id);
        let pinned = if hold.is_some_and(Link::is_pin) { ", pinned" } else { "" };
        line(ui, format!("held by {}{pinned}", params.name(*holder)), style::BAD);
    }
    for held in &data.grappled.holding {
        line(ui, format!("holds {}", params.name(*held)), style::GOOD);
    }
}

/// A grade of cover in words, to be followed by the enemies it protects from.
fn cover_words(grade: CoverGrade) -> &'static str {
    match grade {
        CoverGrade::None => "no cover from",
        CoverGrade::Quarter => "quarter cover from",
        CoverGrade::Half => "half cover from",
        CoverGrade::ThreeQuarters => "three-quarter cover from",
        CoverGrade::NineTenths => "nine-tenths cover from",
        CoverGrade::Total => "out of sight of",
    }
}
