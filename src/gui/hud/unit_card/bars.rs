//! The pools of a combatant on its card: health with wounds and parts of the body, energy and fatigue.

use bevy_egui::egui::{Align2, Color32, RichText, Sense, Stroke, StrokeKind, TextStyle, Ui, vec2};

use super::body;
use crate::content::{BodyParts, HealthModel, Name};
use crate::ecs::CombatantDataItem;
use crate::gui::hud::params::HudParams;
use crate::gui::hud::style;
use crate::gui::hud::widgets::{RuleLinks, fold, gauge};
use crate::gui::theme;
use crate::mechanics::health::HealthPool;
use crate::mechanics::{consciousness, damage, health, magic};

/// Side of a box for a wound, in points of the screen.
const SLOT: f32 = 13.0;

/// Draws the pools of health and energy. Returns the part of the body that was clicked.
pub fn bars(
    ui: &mut Ui,
    params: &HudParams,
    links: &mut RuleLinks<'_>,
    data: &CombatantDataItem<'_, '_>,
) -> Option<Name> {
    let vitals = *data.vitals;
    let share = |part: i16, of: i16| f32::from(part) / f32::from(of.max(1));
    let (current, most) = health::buffer(&vitals);
    let colour = match health::fraction(&vitals) {
        501.. => theme::HEALTH,
        251.. => theme::HEALTH_LOW,
        _ => theme::HEALTH_DIRE,
    };
    gauge(ui, share(current, most), style::colour(colour), &format!("{} {current} / {most}", health::word(&vitals)));
    let pools = health::pools(&params.rules().policies.consciousness, &vitals);
    let mut picked = None;
    match &params.rules().policies.consciousness.collapse {
        HealthModel::Slots(_) => pools.iter().for_each(|pool| slots(ui, pool)),
        HealthModel::Parts(body) => picked = parts(ui, params, body, &pools),
        HealthModel::Fatigue(_) | HealthModel::Bleeding(_) | HealthModel::AtZero(_) => {}
    }
    let nonlethal = health::nonlethal(&params.rules().policies.consciousness, &vitals);
    if let Some((total, borne)) = nonlethal.filter(|(total, _)| *total > 0) {
        let words = format!("nonlethal {total} (unconscious above {borne})");
        gauge(ui, share(total, borne), style::TIRED, &words);
    }
    let (who, energy) = (data.combatant.id, params.rules().policies.roles.energy);
    let most = energy.map_or(0, |energy| magic::most_energy(params.view(), who, energy));
    if most > 0 && data.sheet.0.casts() {
        let word = params.rules().policies.magic.as_ref().map_or("energy", |magic| magic.energy_word());
        gauge(ui, share(vitals.energy, most), style::MAGIC, &format!("{word} {} / {most}", vitals.energy));
    }
    if !health::has_fatigue(&params.rules().policies.consciousness) {
        return picked;
    }
    let fatigue = health::fatigue(&vitals);
    let words = match consciousness::is_at_risk(&vitals) {
        true => format!("Exhausted: {fatigue}/{current}, KO check on next hit"),
        false => format!("fatigue {fatigue} / {current}"),
    };
    gauge(ui, share(fatigue, current.max(1)), style::TIRED, &words);
    let threshold = damage::threshold(params.game(), data.combatant.id);
    let title = RichText::new(format!("threshold of pain {}", threshold.total()));
    fold(ui, "threshold", title, |ui| links.terms(ui, "threshold", &threshold));
    picked
}

/// Draws the parts of the body: those with a place in the figure there, all others as bars. Returns the part that was clicked.
fn parts(ui: &mut Ui, params: &HudParams, body: &BodyParts, pools: &[HealthPool]) -> Option<Name> {
    let action = params.intent.action.and_then(|action| params.rules().actions.get(action));
    let aims = action.is_some_and(|action| action.at_parts);
    let share = |pool: &HealthPool| f32::from(pool.left) / f32::from(pool.most.max(1));
    let mut picked = None;
    if body.parts.iter().any(|part| part.drawn.is_some()) {
        picked = body::show(ui, body, params.intent.part.filter(|_| aims), |at, part| body::PartShown {
            words: format!("{}/{}", pools[at].left, pools[at].most),
            tooltip: body::explained(params, part, &pools[at]),
            share: share(&pools[at]),
            may_pick: aims && part.aimed.is_some(),
        });
    }
    for (part, pool) in body.parts.iter().zip(pools).filter(|(part, _)| part.drawn.is_none()) {
        let words = format!("{} {} / {}", part.id.as_str().replace('_', " "), pool.left, pool.most);
        gauge(ui, share(pool), style::colour(theme::HEALTH_LOW), &words);
    }
    picked
}

/// Draws a box for each slot for wounds of a level, crossed out if it is filled.
fn slots(ui: &mut Ui, pool: &HealthPool) {
    ui.horizontal(|ui| {
        let (rect, _) = ui.allocate_exact_size(vec2(76.0, SLOT + 4.0), Sense::hover());
        let filled = pool.most - pool.left;
        let colour = if filled > 0 { style::BAD } else { style::FAINT };
        let font = TextStyle::Small.resolve(ui.style());
        ui.painter().text(rect.left_center(), Align2::LEFT_CENTER, pool.name.as_str().replace('_', " "), font, colour);
        for at in 0..pool.most {
            let (rect, _) = ui.allocate_exact_size(vec2(SLOT, SLOT), Sense::hover());
            let is_filled = at < filled;
            let fill = if is_filled { style::BAD.gamma_multiply(0.5) } else { Color32::TRANSPARENT };
            ui.painter().rect(rect, 2.0, fill, Stroke::new(1.2, colour), StrokeKind::Inside);
            if is_filled {
                let cross = Stroke::new(1.5, Color32::WHITE);
                ui.painter().line_segment([rect.left_top(), rect.right_bottom()], cross);
                ui.painter().line_segment([rect.right_top(), rect.left_bottom()], cross);
            }
        }
    })
    .response
    .on_hover_text(format!("{} of {} slots for {} wounds are empty", pool.left, pool.most, pool.name));
}
