//! The energy for each component of the spell that was picked.

use bevy_egui::egui::{Button, RichText, Ui};

use super::desk::Desk;
use super::look;
use crate::battle::CombatantId;
use crate::content::action::Action;
use crate::content::policy::{MagicPolicy, Pays};
use crate::content::spell::{Component, Components, Spell};
use crate::mechanics::{incantation, magic};
use crate::resolution::{Act, Choice};

/// Draws a number with a button below and above for every component that may differ.
pub fn row(ui: &mut Ui, desk: &mut Desk, who: CombatantId, action: &Action, spell: &Spell) {
    let Some(policy) = desk.rules().policies.magic.clone() else { return };
    let energy = energy(desk, action, spell);
    if !desk.view().row(who).sheet.spells.contains(&action.id) {
        let words = match policy.pays {
            Pays::Energy { .. } => format!("The thing in hand casts it for {} energy.", energy.total()),
            Pays::Fatigue(_) => "Read from the scroll in hand.".to_owned(),
        };
        ui.label(RichText::new(words).color(look::TIRED));
        return;
    }
    let price = price(desk, &policy, who, action, energy);
    ui.horizontal_wrapped(|ui| components(ui, desk, who, spell, energy, &policy, &price));
}

/// What a casting takes, in words.
fn price(desk: &Desk, policy: &MagicPolicy, who: CombatantId, action: &Action, energy: Components) -> String {
    match &policy.pays {
        Pays::Energy { .. } => format!("{} of {} energy", energy.total(), desk.view().row(who).vitals.energy),
        Pays::Fatigue(prepared) => format!("{} fatigue", incantation::cost(desk.view(), prepared, who, action)),
    }
}

fn components(
    ui: &mut Ui,
    desk: &mut Desk,
    who: CombatantId,
    spell: &Spell,
    energy: Components,
    policy: &MagicPolicy,
    price: &str,
) {
    let left = match policy.pays {
        Pays::Energy { .. } => desk.view().row(who).vitals.energy,
        Pays::Fatigue(_) => i16::MAX,
    };
    ui.spacing_mut().item_spacing.x = 4.0;
    // How strong it is comes last: that is what energy is left for.
    let order = [Component::Range, Component::Area, Component::Duration, Component::Effect];
    for component in order.into_iter().filter(|of| spell.least.of(*of) < spell.most.of(*of)) {
        ui.label(RichText::new(bought(desk, policy, who, energy, component)).color(look::INK));
        let now = energy.of(component);
        let lower = now > spell.least.of(component);
        let higher = now < spell.most.of(component) && energy.total() < left;
        for (may, sign, number) in [(lower, "-", now.saturating_sub(1)), (higher, "+", now.saturating_add(1))] {
            let word = format!("{} for the {}", if sign == "+" { "More" } else { "Less" }, component.word());
            if ui.add_enabled(may, Button::new(sign)).on_hover_text(word).clicked() {
                desk.intent.energy = Some(energy.with(component, number));
            }
        }
    }
    ui.label(RichText::new(price).color(look::TIRED));
    let chosen = desk.intent.energy.is_some();
    if chosen && ui.button("As usual").on_hover_text("As far as it must go, and as strong as it may be").clicked() {
        desk.intent.energy = None;
    }
}

/// The energy that was chosen; else that of what is aimed at, or with which the spell is usually cast at the first whom
/// it reaches.
fn energy(desk: &Desk, action: &Action, spell: &Spell) -> Components {
    let aimed = match &desk.aimed.choice {
        Some(Choice::Act(act)) if act.action == action.id => act.energy(),
        _ => None,
    };
    let usual = || desk.offered.of(action.id).and_then(|offer| offer.acts.first()).and_then(Act::energy);
    desk.intent.energy.or(aimed).or_else(usual).unwrap_or(spell.least)
}

/// What a component comes to, in words.
fn bought(desk: &Desk, policy: &MagicPolicy, who: CombatantId, energy: Components, component: Component) -> String {
    match component {
        Component::Effect => format!("effect {}", energy.effect),
        Component::Range => format!("range {} ft", magic::range(desk.view(), policy, who, energy)),
        Component::Area => match magic::radius(policy, energy) {
            0 => "one target".to_owned(),
            feet => format!("{feet} ft around"),
        },
        Component::Duration => match magic::rounds(policy, energy) {
            0 => "over at once".to_owned(),
            1 => "for 1 round".to_owned(),
            rounds => format!("for {rounds} rounds"),
        },
    }
}
