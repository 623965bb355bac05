//! The tooltip of a badge: the condition and its rule.

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{self, RichText, Ui};

use crate::battle::{Combatant, CombatantId, PairRelation};
use crate::gui::badges::{Badge, Says, badges};
use crate::gui::hud::params::HudParams;
use crate::gui::hud::widgets::explain;
use crate::gui::hud::{layout, style};
use crate::gui::tokens::{TokenPlace, badge_at};

/// Draws the tooltip of the badge under the pointer.
pub fn show(mut contexts: EguiContexts, params: HudParams, tokens: Query<(&Combatant, &TokenPlace)>) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    let Some(point) = params.hovered.point else { return Ok(()) };
    let found =
        tokens.iter().filter(|(combatant, _)| params.watch.knows(combatant.id)).find_map(|(combatant, rest)| {
            let all = badges(&params.combatants.get(combatant.id)?, params.rules());
            let badge = badge_at(rest, all.len(), point).and_then(|at| all.into_iter().nth(at))?;
            Some((combatant.id, badge))
        });
    if let Some((who, badge)) = found
        && let Some(spot) = params.token_rect(&ctx, who)
    {
        layout::card_at(&ctx, "badge", spot, ctx.content_rect(), |ui| card(ui, &params, who, &badge));
    }
    Ok(())
}

fn card(ui: &mut Ui, params: &HudParams, who: CombatantId, badge: &Badge) {
    ui.set_max_width(360.0);
    let rules = params.rules();
    let condition = badge.says.name().and_then(|name| rules.conditions.get(name));
    let name = condition.map_or(if badge.says == Says::Holds { "Holding" } else { "Flanked" }, |found| &found.name);
    let level = if badge.level == 0 { String::new() } else { format!(" {}", badge.level) };
    ui.label(RichText::new(format!("{}: {name}{level}", params.name(who))).color(style::GOLD).size(17.0));
    if let Some(about) = detail(params, who, badge) {
        ui.add(egui::Label::new(about).wrap());
    }
    let Some(condition) = condition else { return };
    ui.add(egui::Label::new(RichText::new(&condition.about).color(style::FAINT)).wrap());
    ui.separator();
    explain(ui, &rules.codex, condition.rule.as_str());
}

/// The other combatants involved, in words.
fn detail(params: &HudParams, who: CombatantId, badge: &Badge) -> Option<String> {
    let data = params.combatants.get(who)?;
    match badge.says {
        Says::Has(_) => None,
        Says::Towards(name) => {
            let of = |fact: &&crate::battle::PairFact| fact.slant == PairRelation::Has(name);
            let towards = data.pairs.0.iter().filter(of).map(|fact| fact.towards);
            let noticed: Vec<CombatantId> = towards.filter(|id| params.watch.notices(*id)).collect();
            Some(format!("towards {}", params.names(&noticed)))
        }
        Says::Holds => Some(format!("holds {}", params.names(&data.grappled.holding))),
        Says::Flanked => {
            let (a, b) = data.flanked.0?;
            Some(format!("between {} and {}", params.name(a), params.name(b)))
        }
    }
}
