//! The situation of a combatant on the unit card: turn, position, threats, holds and cover.

use std::collections::BTreeMap;

use bevy_egui::egui::{RichText, Ui};

use crate::battle::{CombatantId, View};
use crate::content::policy::Flanking;
use crate::grid::CoverGrade;
use crate::gui::hud::layout::card;
use crate::gui::hud::params::HudParams;
use crate::gui::hud::text::{facing_words, names};
use crate::gui::hud::widgets::{RuleLinks, line};
use crate::gui::hud::{style, text};
use crate::mechanics::{cover, flanking, height, reach, sight, water};
use crate::resolution::{Act, Target};

/// Draws when it acts, where it is, and what currently affects it.
pub fn situation(ui: &mut Ui, params: &HudParams, links: &mut RuleLinks<'_>, who: CombatantId) {
    let (view, book) = (params.view(), params.rulebook());
    let row = view.row(who);
    card(ui, |ui| {
        ui.set_width(ui.available_width());
        let next = match params.snapshot.timeline().turn_of(who) {
            _ if params.thinking() == Some(who) => "acts now: thinking".to_owned(),
            _ if params.acts_now(who) => "acts now".to_owned(),
            _ if params.asked.who() == Some(who) => "reacts now".to_owned(),
            Some(due) if params.is_counted() && due.at <= params.snapshot.count => "acts now".to_owned(),
            Some(due) if !params.is_counted() => format!("acts in round {}", due.at),
            Some(due) => format!("acts at {} (in {})", due.at, due.at - params.snapshot.count),
            None if row.gone => "Defeated".to_owned(),
            None => "no turn scheduled".to_owned(),
        };
        line(ui, &next, style::GOLD);
        if row.gone {
            return;
        }
        let (cell, faces) = (row.position.cell(), facing_words(view, row.facing));
        let faces = if keeps_facings(params) { format!(", faces {faces}") } else { String::new() };
        line(ui, &format!("at {cell}{}{faces}", height_words(view, who)), style::INK);
        surroundings(ui, params, links, who);
        let threats: Vec<CombatantId> = view
            .enemies_of(row.side)
            .map(|enemy| enemy.id)
            .filter(|enemy| reach::threatens(view, book, *enemy, who))
            .collect();
        if !threats.is_empty() {
            line(ui, &format!("threatened by {}", names(&params.snapshot, &threats)), style::BAD);
        }
        if let Some((a, b)) = flanking::flankers(view, book, who) {
            line(ui, &format!("flanked by {}", names(&params.snapshot, &[a, b])), style::BAD);
        }
        if let Some(readied) = &row.ready.0 {
            let act = Act { target: Target::Ready(Box::new(readied.clone())), ..Act::own(readied.act.action) };
            let words = text::act_words(view, params.rules(), Some(who), &act);
            line(ui, &format!("readied: {words}"), style::GOOD);
        }
        for spell in view.spells().iter().filter(|spell| spell.target() == Some(who) || spell.caster == who) {
            let (caster, name) = (params.name(spell.caster), text::action_name(params.rules(), spell.spell));
            let own = spell.target() == Some(who);
            let on = if own { String::new() } else { format!(" {}", text::spell_place(view, spell)) };
            let of = if spell.caster == who { String::new() } else { format!(" of {caster}") };
            line(ui, &format!("lasting spell: {name}{of}{on}"), style::TIRED);
        }
        for hold in view.holds_on(who) {
            line(
                ui,
                &format!("held by {}{}", params.name(hold.holder), if hold.is_pin() { ", pinned" } else { "" }),
                style::BAD,
            );
        }
        for hold in view.holds_by(who) {
            line(ui, &format!("holds {}", params.name(hold.held)), style::GOOD);
        }
        covers(ui, params, who);
    });
}

/// Whether facing matters under these rules.
fn keeps_facings(params: &HudParams) -> bool {
    matches!(params.rules().policies.flanking, Flanking::Separation { facing: Some(_), .. })
}

/// Elevation and altitude in words.
fn height_words(view: View<'_>, who: CombatantId) -> String {
    let (row, ground) = (view.row(who), height::ground(view, view.footprint(who)));
    let stands = if ground == 0 { String::new() } else { format!(", {ground} ft up") };
    match row.position.altitude {
        0 if water::is_in(view, who) => format!("{stands}, swims"),
        0 => stands,
        under @ ..0 => format!("{stands}, {} ft under water", -under),
        above => format!("{stands}, {above} ft above the ground"),
    }
}

/// Draws darkness and fog around it, and from whom it is hidden.
fn surroundings(ui: &mut Ui, params: &HudParams, links: &mut RuleLinks<'_>, who: CombatantId) {
    let (view, book) = (params.view(), params.rulebook());
    let Some(policy) = &book.policies.sight else { return };
    let cells = view.footprint(who).cells(view.shape());
    let dark = !sight::is_in_light(view, book, who);
    let fog = cells.iter().any(|cell| view.is_foggy(*cell));
    let around = [(dark, "in darkness", policy.dark_rule), (fog, "in fog", policy.fog_rule)];
    for (_, words, rule) in around.into_iter().filter(|(so, ..)| *so) {
        ui.horizontal(|ui| {
            ui.label(RichText::new(words).color(style::TIRED));
            links.rule(ui, rule.as_str());
        });
    }
    let towards = |fact: &crate::battle::PairFact| sight::visibility_by_fact(policy, &fact.slant).map(|_| fact.towards);
    let from: Vec<CombatantId> = view.row(who).pairs.0.iter().filter_map(towards).collect();
    if !from.is_empty() {
        line(ui, &format!("hidden from {}", names(&params.snapshot, &from)), style::GOOD);
    }
}

/// Draws its cover from each enemy; enemies with equal cover share a line.
fn covers(ui: &mut Ui, params: &HudParams, who: CombatantId) {
    let (view, book) = (params.view(), params.rulebook());
    let mut alike: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for enemy in view.enemies_of(view.row(who).side) {
        let found = cover::cover(view, book, enemy.id, who);
        let words = match (found.grade, found.creature) {
            (CoverGrade::None, None) => continue,
            (CoverGrade::None, Some(body)) => format!("{} is in the way of", params.name(body)),
            (grade, _) => format!("{} from", grade_words(grade)),
        };
        alike.entry(words).or_default().push(&enemy.name);
    }
    for (words, enemies) in alike {
        line(ui, &format!("{words} {}", enemies.join(", ")), style::GOOD);
    }
}

fn grade_words(grade: CoverGrade) -> &'static str {
    match grade {
        CoverGrade::None => "no cover",
        CoverGrade::Quarter => "quarter cover",
        CoverGrade::Half => "half cover",
        CoverGrade::ThreeQuarters => "three-quarter cover",
        CoverGrade::NineTenths => "nine-tenths cover",
        CoverGrade::Total => "out of sight",
    }
}
