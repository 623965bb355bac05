//! The fighter that is looked at: what it is, how it is, and what is true of it right now.

use std::collections::BTreeMap;

use bevy_egui::egui::{self, RichText, ScrollArea, Sense, Ui, vec2};

use super::cite::Pen;
use super::desk::{Desk, SidePanel};
use super::frame::{card, fold, gauge};
use super::prompts::{facing_words, names};
use super::{FOLDED, look, weapons};
use crate::battle::{CombatantId, View, WeaponLocation, WeaponSlot};
use crate::content::action::Gait;
use crate::content::breakdown::{Breakdown, Total};
use crate::content::item::Kept;
use crate::content::policy::{Collapse, Flanking};
use crate::content::stat::Stat;
use crate::content::unit::Skill;
use crate::grid::CoverGrade;
use crate::gui::badges::{Says, badges};
use crate::gui::keys::Command;
use crate::mechanics::attack::Mode;
use crate::mechanics::{attack, consciousness, cover, damage, flanking, height, movement, reach, sight, water};
use crate::resolution::{Act, Target};

/// Draws the panel.
pub fn show(ui: &mut Ui, desk: &mut Desk, pen: &mut Pen<'_>) {
    if ui.available_width() < FOLDED {
        let words = desk.keys.hint("The fighter that is looked at", Command::ToggleUnit);
        if ui.button(">").on_hover_text(words).clicked() {
            desk.hud.open(SidePanel::Unit, true);
        }
        return;
    }
    let looked_at = desk.selected.0.filter(|who| desk.watch.notices(*who));
    let known = |who: &CombatantId| desk.view().find(*who).is_some() && desk.watch.notices(*who);
    let who = looked_at.or(desk.hovered.who).or(desk.asked.who()).or(desk.hud.last).filter(known);
    let Some(who) = who.or_else(|| desk.view().present().map(|row| row.id).find(known)) else { return };
    head(ui, desk, who);
    if !desk.watch.knows(who) {
        return hides(ui, desk, pen, who);
    }
    ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        bars(ui, desk, pen, who);
        now(ui, desk, pen, who);
        conditions(ui, desk, pen, who);
        defences(ui, desk, pen, who);
        arms(ui, desk, pen, who);
        speed(ui, desk, pen, who);
        let about = desk.view().row(who).sheet.about.clone();
        ui.add(egui::Label::new(RichText::new(about).color(look::FAINT)).wrap());
    });
}

fn head(ui: &mut Ui, desk: &mut Desk, who: CombatantId) {
    ui.horizontal(|ui| {
        let row = desk.view().row(who);
        let (rect, _) = ui.allocate_exact_size(vec2(52.0, 52.0), Sense::hover());
        desk.pictures.token(ui.painter(), rect, row.side, &row.sheet.figure);
        ui.vertical(|ui| {
            ui.set_width((ui.available_width() - 30.0).max(40.0));
            ui.add(
                egui::Label::new(RichText::new(&*row.name).color(look::side(row.side)).strong().size(17.0)).truncate(),
            );
            let party = &desk.session.opening.setup.parties[usize::from(row.side.0)].name;
            let words = format!("{} {}", row.sheet.size.word(), row.sheet.unit.replace('_', " "));
            ui.add(egui::Label::new(RichText::new(words)).truncate());
            ui.add(egui::Label::new(RichText::new(&**party).color(look::FAINT)).truncate());
        });
        if ui.button("<").on_hover_text(desk.keys.hint("Fold away", Command::ToggleUnit)).clicked() {
            desk.hud.open(SidePanel::Unit, false);
        }
    });
}

/// One who hides: what is known of it, and how it may be attacked all the same.
fn hides(ui: &mut Ui, desk: &Desk, pen: &mut Pen<'_>, who: CombatantId) {
    let seen = desk.watch.place(desk.view(), who);
    let words = seen.map_or_else(String::new, |seen| format!(", last seen at {}", seen.anchor));
    card(ui, |ui| {
        ui.set_width(ui.available_width());
        line(ui, &format!("hides{words}"), look::GOLD);
        line(ui, "Nobody of yours knows where it is. Whoever attacks it names a space.", look::FAINT);
        if let Some(policy) = &desk.rules().policies.sight {
            ui.horizontal(|ui| {
                [policy.hidden_rule, policy.guess_rule, policy.wrong_rule].map(|rule| pen.rule(ui, rule.as_str()))
            });
        }
    });
    let about = desk.view().row(who).sheet.about.clone();
    ui.add(egui::Label::new(RichText::new(about).color(look::FAINT)).wrap());
}

fn bars(ui: &mut Ui, desk: &Desk, pen: &mut Pen<'_>, who: CombatantId) {
    let (view, book) = (desk.view(), desk.rulebook());
    let vitals = view.row(who).vitals;
    let share = |part: i16, of: i16| f32::from(part) / f32::from(of.max(1));
    let current = vitals.current();
    let colour = match share(current, vitals.maximum) {
        left if left > 0.5 => look::colour(crate::gui::theme::HEALTH),
        left if left > 0.25 => look::colour(crate::gui::theme::HEALTH_LOW),
        _ => look::colour(crate::gui::theme::HEALTH_DIRE),
    };
    gauge(ui, share(current, vitals.maximum), colour, &format!("hit points {current} / {}", vitals.maximum));
    let most = view.row(who).sheet.stat(Stat::Energy);
    if most > 0 && !view.row(who).sheet.spells.is_empty() {
        gauge(ui, share(vitals.energy, most), look::MAGIC, &format!("energy {} / {most}", vitals.energy));
    }
    if let Collapse::Bleeding(_) = book.policies.consciousness.collapse {
        return;
    }
    let words = match consciousness::is_at_risk(&vitals) {
        true => format!("Exhausted: {}/{current}, KO check on next hit", vitals.fatigue),
        false => format!("fatigue {} / {current}", vitals.fatigue),
    };
    gauge(ui, share(vitals.fatigue, current.max(1)), look::TIRED, &words);
    let threshold = damage::threshold(view, book, who);
    let title = RichText::new(format!("threshold of pain {}", threshold.total()));
    fold(ui, "threshold", title, |ui| pen.terms(ui, "threshold", &threshold));
}

/// When it acts, how it stands, and what is true of it right now.
fn now(ui: &mut Ui, desk: &Desk, pen: &mut Pen<'_>, who: CombatantId) {
    let (view, book) = (desk.view(), desk.rulebook());
    let row = view.row(who);
    card(ui, |ui| {
        ui.set_width(ui.available_width());
        let next = match desk.timeline.turn_of(who) {
            _ if desk.thinking() == Some(who) => "acts now: thinks".to_owned(),
            _ if desk.acts_now(who) => "acts now".to_owned(),
            _ if desk.asked.who() == Some(who) => "is asked now".to_owned(),
            Some(due) if desk.is_counted() && due.at <= desk.snapshot.count => "acts now".to_owned(),
            Some(due) if !desk.is_counted() => format!("acts in round {}", due.at),
            Some(due) => format!("acts at {} (in {})", due.at, due.at - desk.snapshot.count),
            None if row.gone => "Defeated".to_owned(),
            None => "acts no more as things are".to_owned(),
        };
        line(ui, &next, look::GOLD);
        if row.gone {
            return;
        }
        let (cell, faces) = (row.position.cell(), facing_words(view, row.facing));
        let faces = if keeps_facings(desk) { format!(", faces {faces}") } else { String::new() };
        line(ui, &format!("at {cell}{}{faces}", height_words(view, who)), look::INK);
        surroundings(ui, desk, pen, who);
        let threats: Vec<CombatantId> = view
            .enemies_of(row.side)
            .map(|enemy| enemy.id)
            .filter(|enemy| reach::threatens(view, book, *enemy, who))
            .collect();
        if !threats.is_empty() {
            line(ui, &format!("threatened by {}", names(&desk.snapshot, &threats)), look::BAD);
        }
        if let Some((a, b)) = flanking::flankers(view, book, who) {
            line(ui, &format!("flanked by {}", names(&desk.snapshot, &[a, b])), look::BAD);
        }
        if let Some(readied) = &row.ready.0 {
            let act = Act { target: Target::Ready(Box::new(readied.clone())), ..Act::own(readied.act.action) };
            let words = super::thoughts::act_words(view, desk.rules(), Some(who), &act);
            line(ui, &format!("ready: {words}"), look::GOOD);
        }
        for spell in view.spells().iter().filter(|spell| spell.target() == Some(who) || spell.caster == who) {
            let (caster, name) = (desk.name(spell.caster), super::thoughts::action_name(desk.rules(), spell.spell));
            let own = spell.target() == Some(who);
            let on = if own { String::new() } else { format!(" {}", super::thoughts::lasts_where(view, spell)) };
            let of = if spell.caster == who { String::new() } else { format!(" of {caster}") };
            line(ui, &format!("spell that lasts: {name}{of}{on}"), look::TIRED);
        }
        for hold in view.holds_on(who) {
            line(
                ui,
                &format!("held by {}{}", desk.name(hold.holder), if hold.is_pin() { ", pinned" } else { "" }),
                look::BAD,
            );
        }
        for hold in view.holds_by(who) {
            line(ui, &format!("holds {}", desk.name(hold.held)), look::GOOD);
        }
        covers(ui, desk, who);
    });
}

/// Whether it matters which way somebody faces.
fn keeps_facings(desk: &Desk) -> bool {
    matches!(desk.rules().policies.flanking, Flanking::Separation { facing: Some(_), .. })
}

/// How high it stands, and how far above the ground or below the surface it is.
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

/// Darkness and fog around it, and from whom it hides.
fn surroundings(ui: &mut Ui, desk: &Desk, pen: &mut Pen<'_>, who: CombatantId) {
    let (view, book) = (desk.view(), desk.rulebook());
    let Some(policy) = &book.policies.sight else { return };
    let cells = view.footprint(who).cells(view.shape());
    let dark = !sight::is_in_light(view, book, who);
    let fog = cells.iter().any(|cell| view.is_foggy(*cell));
    let around = [(dark, "in darkness", policy.dark_rule), (fog, "in fog", policy.fog_rule)];
    for (_, words, rule) in around.into_iter().filter(|(so, ..)| *so) {
        ui.horizontal(|ui| {
            ui.label(RichText::new(words).color(look::TIRED));
            pen.rule(ui, rule.as_str());
        });
    }
    let towards = |fact: &crate::battle::PairFact| sight::visibility_by_fact(policy, &fact.slant).map(|_| fact.towards);
    let from: Vec<CombatantId> = view.row(who).pairs.0.iter().filter_map(towards).collect();
    if !from.is_empty() {
        line(ui, &format!("hidden from {}", names(&desk.snapshot, &from)), look::GOOD);
    }
}

fn line(ui: &mut Ui, words: &str, colour: egui::Color32) {
    ui.add(egui::Label::new(RichText::new(words).color(colour)).wrap());
}

/// The cover it has from its enemies, those named together from whom it has the same.
fn covers(ui: &mut Ui, desk: &Desk, who: CombatantId) {
    let (view, book) = (desk.view(), desk.rulebook());
    let mut alike: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for enemy in view.enemies_of(view.row(who).side) {
        let found = cover::cover(view, book, enemy.id, who);
        let words = match (found.grade, found.creature) {
            (CoverGrade::None, None) => continue,
            (CoverGrade::None, Some(body)) => format!("{} is in the way of", desk.name(body)),
            (grade, _) => format!("{} from", grade_words(grade)),
        };
        alike.entry(words).or_default().push(&enemy.name);
    }
    for (words, enemies) in alike {
        line(ui, &format!("{words} {}", enemies.join(", ")), look::GOOD);
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

/// Stance and conditions, each with its sentence and its rule.
fn conditions(ui: &mut Ui, desk: &Desk, pen: &mut Pen<'_>, who: CombatantId) {
    let view = desk.view();
    let row = view.row(who);
    for badge in badges(view, desk.rules(), who) {
        let (Says::Has(name) | Says::Towards(name)) = badge.says else { continue };
        let Some(condition) = desk.rules().conditions.get(name) else { continue };
        ui.horizontal_wrapped(|ui| {
            if let Some(icon) = desk.pictures.icon(&condition.icon) {
                ui.add(icon.image(17.0));
            }
            let shifting = row.stance.held == Some(name) && row.stance.shifting;
            let more = match (badge.says, badge.level) {
                (Says::Towards(_), _) => " to some".to_owned(),
                _ if shifting => " (shifting)".to_owned(),
                (_, 0) => String::new(),
                (_, level) => format!(" {level}"),
            };
            let words = format!("{}{more}", condition.name);
            ui.label(RichText::new(words).color(look::TIRED));
            pen.rule(ui, condition.rule.as_str());
        });
        ui.add(egui::Label::new(RichText::new(&condition.about).color(look::FAINT)).wrap());
    }
}

/// The defences, the one that meets an attack first.
fn defences(ui: &mut Ui, desk: &Desk, pen: &mut Pen<'_>, who: CombatantId) {
    let (view, book) = (desk.view(), desk.rulebook());
    // Defences may differ towards an attacker: the one who is asked, if it is an enemy, else anybody.
    let side = view.row(who).side;
    let attacker = desk
        .asked
        .who()
        .filter(|asker| view.row(*asker).side != side)
        .or_else(|| view.enemies_of(side).next().map(|row| row.id));
    let Some(attacker) = attacker else { return };
    let (meets, _) = attack::defence::<Total>(view, book, attacker, who, None, Mode::Melee);
    ui.label(RichText::new("Defences").color(look::GOLD));
    for stat in desk.rules().policies.derived.iter().map(|derived| derived.stat).filter(|stat| stat.is_defence()) {
        let (used, sum) = attack::defence::<Breakdown>(view, book, attacker, who, Some(stat), Mode::Melee);
        let short = |stat: Stat| stat.word().trim_end_matches(" defence").to_owned();
        let word = if used == stat { short(stat) } else { format!("{}: {} instead", short(stat), short(used)) };
        let words = RichText::new(format!("{word} {}", sum.total()));
        let marked = if stat == meets { words.strong() } else { words };
        fold(ui, ("defence", stat as usize), marked, |ui| pen.terms(ui, used.word(), &sum));
    }
}

fn arms(ui: &mut Ui, desk: &Desk, pen: &mut Pen<'_>, who: CombatantId) {
    let row = desk.view().row(who);
    ui.label(RichText::new("Weapons").color(look::GOLD));
    for (at, entry) in row.sheet.weapons.iter().enumerate() {
        let slot = WeaponSlot(at as u8);
        let place = match row.arms.place(slot) {
            _ if row.sheet.unarmed == Some(slot) => "",
            WeaponLocation::InHand => "in hand",
            WeaponLocation::Carried if entry.kept != Kept::AtHand => entry.kept.words(),
            WeaponLocation::Carried => "carried",
            WeaponLocation::Stuck(_) => "stuck",
            WeaponLocation::Gone => "lost",
            WeaponLocation::Broken => "broken",
        };
        if let Some(item) = &entry.item {
            let title = RichText::new(format!("{} {place}", item.name));
            fold(ui, ("weapon", at), title, |ui| line(ui, &item.about, look::FAINT));
            continue;
        }
        let place = if place.is_empty() { String::new() } else { format!(" {place}") };
        let title = format!("{}{place} {:+}", entry.weapon.name, entry.to_hit.total());
        let qualities = weapons::qualities(desk.rules(), row.sheet.speed, entry);
        fold(ui, ("weapon", at), RichText::new(title), |ui| {
            ui.add(egui::Label::new(RichText::new(qualities).color(look::FAINT)).wrap());
            if desk.rules().policies.attack.familiarity.is_some() {
                let skill = match entry.skill {
                    Skill::Proficient => "proficient",
                    Skill::Affinity => "has an affinity for it",
                    Skill::None => "no affinity for it",
                };
                ui.label(RichText::new(skill).color(look::FAINT));
            }
            pen.terms(ui, "to hit", &entry.to_hit);
            pen.terms(ui, "damage besides the dice", &entry.damage);
        });
    }
    if let Some(shield) = row.sheet.shield.as_ref().filter(|_| row.arms.shield) {
        line(ui, &format!("{} ({:+})", shield.name, shield.bonus), look::INK);
    }
}

/// The cells it walks on each of the next counts.
fn speed(ui: &mut Ui, desk: &Desk, pen: &mut Pen<'_>, who: CombatantId) {
    let (view, book) = (desk.view(), desk.rulebook());
    if view.row(who).gone {
        return;
    }
    let rate = movement::rate(view, book, who, Gait::Walk);
    if !desk.is_counted() {
        let cells = movement::allowance(view, book, who, Gait::Walk);
        return line(ui, &format!("Speed {rate} ft: {cells} cells with one movement"), look::INK);
    }
    let pace = &book.policies.movement.pace;
    let cells: Vec<String> = (1..=8).map(|count| movement::cells_on_count(pace, rate, count).to_string()).collect();
    ui.label(RichText::new("Speed").color(look::GOLD));
    ui.horizontal_wrapped(|ui| {
        ui.label(format!("{rate} ft; cells by count: {} …", cells.join(" ")));
        pen.rule(ui, movement::pace_rule(pace).as_str());
    });
}
