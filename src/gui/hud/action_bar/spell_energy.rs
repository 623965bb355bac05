//! The energy for each component of the picked spell.

use bevy_egui::egui::{Button, Ui};

use crate::battle::CombatantId;
use crate::content::action::Action;
use crate::content::policy::{MagicPolicy, Pays};
use crate::content::spell::{Component, Components, Spell};
use crate::gui::hud::params::HudParams;
use crate::gui::hud::style;
use crate::mechanics::{incantation, magic};
use crate::resolution::{Act, Choice};

/// Draws each component with buttons to change its energy as long as some is left, or the cost of a scroll or wand.
pub fn show(ui: &mut Ui, params: &mut HudParams, who: CombatantId, action: &Action, spell: &Spell) {
    let Some(policy) = params.rules().policies.magic.clone() else { return };
    let energy = energy(params, action, spell);
    let Some(data) = params.combatants.get(who) else { return };
    let left = data.vitals.energy;
    if !data.sheet.0.spells.contains(&action.id) {
        let words = match policy.pays {
            Pays::Energy { .. } => format!("Cast from the item in hand for {} energy.", energy.total()),
            Pays::Fatigue(_) => "Read from the scroll in hand.".to_owned(),
        };
        ui.colored_label(style::TIRED, words);
        return;
    }
    let (price, left) = match &policy.pays {
        Pays::Energy { .. } => (format!("{} of {left} energy", energy.total()), left),
        Pays::Fatigue(prepared) => {
            let cost = incantation::cost(params.view(), prepared, who, action);
            (format!("{cost} fatigue"), i16::MAX)
        }
    };
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        // The strength comes last: it gets the remaining energy.
        for component in [Component::Range, Component::Area, Component::Duration, Component::Effect] {
            let (now, least, most) = (energy.of(component), spell.least.of(component), spell.most.of(component));
            if least >= most {
                continue;
            }
            ui.colored_label(style::INK, component_words(params, &policy, who, energy, component));
            let (lower, higher) = (now > least, now < most && energy.total() < left);
            for (may, sign, word, number) in
                [(lower, "-", "Less", now.saturating_sub(1)), (higher, "+", "More", now.saturating_add(1))]
            {
                let about = format!("{word} {}", component.word());
                if ui.add_enabled(may, Button::new(sign)).on_hover_text(about).clicked() {
                    params.intent.energy = Some(energy.with(component, number));
                }
            }
        }
        ui.colored_label(style::TIRED, price);
        let chosen = params.intent.energy.is_some();
        if chosen && ui.button("Default").on_hover_text("Range as needed, the rest for strength").clicked() {
            params.intent.energy = None;
        }
    });
}

/// The chosen energy; else that of the aimed act; else that of the first offered act.
fn energy(params: &HudParams, action: &Action, spell: &Spell) -> Components {
    let aimed = match &params.aimed.choice {
        Some(Choice::Act(act)) if act.action == action.id => act.energy(),
        _ => None,
    };
    let usual = || params.offered.of(action.id).and_then(|offer| offer.acts.first()).and_then(Act::energy);
    params.intent.energy.or(aimed).or_else(usual).unwrap_or(spell.least)
}

/// The benefit of a component at its energy, in words.
fn component_words(
    params: &HudParams,
    policy: &MagicPolicy,
    who: CombatantId,
    energy: Components,
    component: Component,
) -> String {
    match component {
        Component::Effect => format!("effect {}", energy.effect),
        Component::Range => format!("range {} ft", magic::range(params.view(), policy, who, energy)),
        Component::Area => match magic::radius(policy, energy) {
            0 => "one target".to_owned(),
            feet => format!("{feet} ft radius"),
        },
        Component::Duration => match magic::rounds(policy, energy) {
            0 => "instant".to_owned(),
            1 => "for 1 round".to_owned(),
            rounds => format!("for {rounds} rounds"),
        },
    }
}
