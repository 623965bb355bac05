//! Defences, weapons and shield on the unit card.

use bevy_egui::egui::{self, RichText, Ui};

use crate::battle::{CombatantId, WeaponLocation, WeaponSlot};
use crate::content::item::Kept;
use crate::content::stat::Stat;
use crate::content::unit::Skill;
use crate::gui::hud::params::HudParams;
use crate::gui::hud::widgets::{RuleLinks, fold, line};
use crate::gui::hud::{style, text};
use crate::mechanics::attack;
use crate::mechanics::attack::Mode;

/// Draws the defences. The one that attacks meet first is bold.
pub fn defences(ui: &mut Ui, params: &HudParams, links: &mut RuleLinks<'_>, who: CombatantId) {
    let game = params.game();
    // Defences may differ by attacker: the asked combatant if it is an enemy, else any enemy.
    let side = params.side(who);
    let asker = params.asked.who().filter(|asker| params.side(*asker) != side);
    let enemies = || params.present().map(|data| data.combatant).filter(|other| Some(other.side) != side);
    let Some(attacker) = asker.or_else(|| enemies().next().map(|enemy| enemy.id)) else { return };
    let (meets, _) = attack::defence(game, attacker, who, None, Mode::Melee);
    ui.label(RichText::new("Defences").color(style::GOLD));
    for stat in params.rules().policies.derived.iter().map(|derived| derived.stat).filter(|stat| stat.is_defence()) {
        let (used, sum) = attack::defence(game, attacker, who, Some(stat), Mode::Melee);
        let short = |stat: Stat| stat.word().trim_end_matches(" defence").to_owned();
        let word = if used == stat { short(stat) } else { format!("{}: {} instead", short(stat), short(used)) };
        let words = RichText::new(format!("{word} {}", sum.total()));
        let marked = if stat == meets { words.strong() } else { words };
        fold(ui, ("defence", stat as usize), marked, |ui| links.terms(ui, used.word(), &sum));
    }
}

/// Draws weapons, items and shield.
pub fn weapons(ui: &mut Ui, params: &HudParams, links: &mut RuleLinks<'_>, who: CombatantId) {
    let Some(data) = params.combatants.get(who) else { return };
    let sheet = &data.sheet.0;
    ui.label(RichText::new("Weapons").color(style::GOLD));
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
            ui.add(egui::Label::new(RichText::new(qualities).color(style::FAINT)).wrap());
            if params.rules().policies.attack.familiarity.is_some() {
                let skill = match entry.skill {
                    Skill::Proficient => "proficient",
                    Skill::Affinity => "affinity",
                    Skill::None => "no affinity",
                };
                ui.label(RichText::new(skill).color(style::FAINT));
            }
            links.terms(ui, "to hit", &entry.to_hit);
            links.terms(ui, "damage bonus", &entry.damage);
        });
    }
    if let Some(shield) = sheet.shield.as_ref().filter(|_| data.arms.shield) {
        line(ui, &format!("{} ({:+})", shield.name, shield.bonus), style::INK);
    }
}
