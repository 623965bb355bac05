//! The card of a badge under the pointer: what befalls its bearer, and the rule that says so.

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, RichText, Ui};

use super::cite::explain;
use super::{Desk, frame, look};
use crate::battle::{Combatant, CombatantId, PairRelation};
use crate::gui::badges::{Badge, Says, badges};
use crate::gui::tokens::{Rest, badge_at};

/// Draws the card of the badge under the pointer.
pub fn show(mut contexts: EguiContexts, desk: Desk, tokens: Query<(&Combatant, &Rest)>) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    let Some(point) = desk.hovered.point else { return Ok(()) };
    let found = tokens.iter().filter(|(combatant, _)| desk.watch.knows(combatant.id)).find_map(|(combatant, rest)| {
        let all = badges(desk.view(), desk.rules(), combatant.id);
        let badge = badge_at(rest, all.len(), point).and_then(|at| all.into_iter().nth(at))?;
        Some((combatant.id, badge))
    });
    if let Some((who, badge)) = found
        && let Some(spot) = desk.spot(&ctx, who)
    {
        frame::card_at(&ctx, "badge", spot, ctx.content_rect(), |ui| card(ui, &desk, who, &badge));
    }
    Ok(())
}

fn card(ui: &mut Ui, desk: &Desk, who: CombatantId, badge: &Badge) {
    ui.set_max_width(360.0);
    let rules = desk.rules();
    let condition = badge.says.name().and_then(|name| rules.conditions.get(name));
    let name = condition.map_or(if badge.says == Says::Holds { "Holding" } else { "Flanked" }, |found| &found.name);
    let level = if badge.level == 0 { String::new() } else { format!(" {}", badge.level) };
    ui.label(RichText::new(format!("{}: {name}{level}", desk.name(who))).color(look::GOLD).size(17.0));
    if let Some(about) = detail(desk, who, badge) {
        ui.add(egui::Label::new(about).wrap());
    }
    let Some(condition) = condition else { return };
    ui.add(egui::Label::new(RichText::new(&condition.about).color(look::FAINT)).wrap());
    ui.separator();
    explain(ui, &rules.codex, condition.rule.as_str());
}

/// Towards whom it is so, or who has to do with it.
fn detail(desk: &Desk, who: CombatantId, badge: &Badge) -> Option<String> {
    let view = desk.view();
    let names = |ids: Vec<CombatantId>| super::prompts::names(&desk.snapshot, &ids);
    match badge.says {
        Says::Has(_) => None,
        Says::Towards(name) => {
            let of = |fact: &&crate::battle::PairFact| fact.slant == PairRelation::Has(name);
            let towards = view.row(who).pairs.0.iter().filter(of).map(|fact| fact.towards);
            Some(format!("towards {}", names(towards.filter(|id| desk.watch.notices(*id)).collect())))
        }
        Says::Holds => Some(format!("holds {}", names(view.holds_by(who).map(|hold| hold.held).collect()))),
        Says::Flanked => {
            let (a, b) = crate::mechanics::flanking::flankers(view, desk.rulebook(), who)?;
            Some(format!("between {} and {}", desk.name(a), desk.name(b)))
        }
    }
}
