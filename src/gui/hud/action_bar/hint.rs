//! The hint beside the name of the acting combatant: the controls of the picked action.

use bevy_egui::egui::containers::menu::MenuButton;
use bevy_egui::egui::{Button, RichText, Ui};

use super::variants::has_variants;
use crate::battle::CombatantId;
use crate::content::{
    Action, Aim, BodyPart, BodyParts, Component, Components, Does, Effect, Gait, HealthModel, MagicPolicy, Name, Pays,
    Pitch, PoolMoment, ResourcePool, Spell, Unspent,
};
use crate::gui::hud::params::HudParams;
use crate::gui::hud::style;
use crate::gui::hud::text::{qualities, span_words};
use crate::gui::hud::timeline::pools;
use crate::gui::hud::unit_card::body::{self, PartShown};
use crate::gui::input::Intent;
use crate::gui::keys::KeyCommand;
use crate::mechanics::{flight, height, incantation, magic};
use crate::odds;
use crate::resolution::legal::{self, ActionOffer};
use crate::resolution::{Act, Choice, Target};
use crate::turn::economy;

pub fn show_picked(ui: &mut Ui, params: &mut HudParams, who: CombatantId, action: &Action) {
    let warning = if action.does == Does::Wait { end_turn_warning(params, who) } else { None };
    let what = match warning {
        Some(warning) => format!("{warning}; click again to end the turn"),
        None => instruction(params, who, action).to_owned(),
    };
    ui.colored_label(style::GOLD, RichText::new(format!("{}: {what}", action.name)).strong());
    hurry_row(ui, params, who, action);
    match &action.does {
        Does::Cast(_) => {}
        Does::Move(Gait::Fly(_)) => height_row(ui, params, who),
        _ if has_variants(action) => {}
        _ => {
            weapon_row(ui, params, who, action);
            part_row(ui, params, action);
        }
    }
}

fn instruction(params: &HudParams, who: CombatantId, action: &Action) -> &'static str {
    let acts = params.offered.of(action.id).map_or(&[][..], |offer| &offer.acts);
    let is_guess = |act: &Act| matches!(act.aim(), Target::Guess { .. });
    match action.aim {
        Aim::Enemy if acts.iter().any(is_guess) => "click an enemy, or a cell with a question mark",
        Aim::Enemy if action.at_things => "click an enemy or an object",
        Aim::Enemy => "click an enemy",
        Aim::Charge if params.intent.charged.is_some() => "click the cell where the charge ends",
        Aim::Charge => "click an enemy, or the cell where the charge ends",
        Aim::Thing => "click an object",
        Aim::Ally => "click an ally",
        Aim::Friend if acts.iter().all(|act| act.aimed_at() == Some(who)) => "click the unit itself",
        Aim::Friend => "click an ally or the unit itself",
        Aim::Patient => "click the unit itself, an ally or a helpless enemy",
        Aim::Other => "click another unit",
        Aim::Path => "click a cell",
        Aim::Door => "click a door",
        Aim::Ground => "click the ground",
        Aim::Facing => "click where to face, on the board or the compass",
        Aim::CarriedWeapon | Aim::GroundWeapon | Aim::Known => "which one?",
        Aim::Own => "click the unit itself",
        Aim::Point => "click the centre of the area",
        Aim::Spell => "pick one, or click its target",
        Aim::Ready => "pick a trigger and an act",
    }
}

fn weapon_row(ui: &mut Ui, params: &mut HudParams, who: CombatantId, action: &Action) {
    let slots = legal::weapon_choices(params.view(), params.rules(), who, action);
    if slots.len() < 2 {
        return;
    }
    ui.colored_label(style::FAINT, "with");
    let Some(data) = params.combatants.get(who) else { return };
    let sheet = &data.sheet.0;
    for (at, slot) in slots.into_iter().enumerate() {
        let Some(entry) = sheet.weapon(slot) else { continue };
        let chosen = params.intent.weapon == Some(slot);
        let span = params.action_span(who, action, Some(slot));
        let takes = span.map(|span| format!(" ({})", span_words(span))).unwrap_or_default();
        let words = format!("{} {}{takes}", at + 1, entry.weapon.name);
        let about = qualities(params.rules(), sheet.speed, entry);
        if ui.selectable_label(chosen, words).on_hover_text(about).clicked() {
            params.intent.weapon = if chosen { None } else { Some(slot) };
        }
    }
}

/// Draws the chances of the prices of a hurried action.
fn hurry_row(ui: &mut Ui, params: &HudParams, who: CombatantId, action: &Action) {
    let prices = odds::hurried_prices(params.view(), params.rules(), who, action);
    let Some(pool) = params.rules().policies.economy.actions.as_ref().filter(|_| !prices.is_empty()) else { return };
    let words = prices.into_iter().map(|(points, chance)| format!("{} {}", pool.points(points), chance.percent()));
    ui.colored_label(style::TIRED, words.collect::<Vec<_>>().join(", "));
}

/// Draws the parts of the body that the action may be aimed at, or the levels of the wounds, or the afflictions, that it treats.
fn part_row(ui: &mut Ui, params: &mut HudParams, action: &Action) {
    let treats = action.has_effect(|does| matches!(does, Effect::Treat { .. }));
    let afflictions = params.rules().conditions.iter().filter(|condition| treats && condition.affliction.is_some());
    let afflictions: Vec<Name> = afflictions.map(|condition| condition.id).collect();
    let names: Vec<Name> = match &params.rules().policies.consciousness.collapse {
        HealthModel::Parts(body) if action.at_parts => {
            body.parts.iter().filter(|part| part.aimed.is_some()).map(|part| part.id).collect()
        }
        HealthModel::Parts(body) if action.has_effect(|does| matches!(does, Effect::HealPart { part: None, .. })) => {
            body.parts.iter().map(|part| part.id).collect()
        }
        HealthModel::Slots(wounds) if action.has_effect(|does| matches!(does, Effect::HealWound { .. })) => {
            wounds.levels.iter().map(|level| level.id).collect()
        }
        _ => Vec::new(),
    };
    if let HealthModel::Parts(body) = params.rules().policies.consciousness.collapse.clone()
        && action.at_parts
        && body.parts.iter().any(|part| part.drawn.is_some())
    {
        return part_picker(ui, params, &body);
    }
    for name in afflictions.into_iter().chain(names) {
        let chosen = params.intent.part == Some(name);
        if ui.selectable_label(chosen, name.as_str().replace('_', " ")).clicked() {
            params.intent.part = (!chosen).then_some(name);
        }
    }
}

/// Draws the chosen part of the body, with a figure to choose another.
fn part_picker(ui: &mut Ui, params: &mut HudParams, body: &BodyParts) {
    let modifier = |part: &BodyPart| part.aimed.map_or_else(String::new, |aimed| format!("{:+}", aimed.amount));
    let chosen = params.intent.part.and_then(|id| body.parts.iter().find(|part| part.id == id));
    let words = chosen.map_or_else(
        || "Aim at a part".to_owned(),
        |part| format!("at the {} ({})", part.id.as_str().replace('_', " "), modifier(part)),
    );
    let button = Button::new(words).selected(chosen.is_some());
    let about = "A part of the body to strike at; the parts of the unit card can be clicked too";
    let (shown, picked) = MenuButton::from_button(button).ui(ui, |ui| {
        ui.set_max_width(body::WIDTH);
        body::show(ui, body, params.intent.part, |_, part| PartShown {
            words: modifier(part),
            tooltip: part.aimed.map_or_else(
                || "struck where no part is named".to_owned(),
                |aimed| {
                    let cited = params.settings.cited(aimed.rule);
                    format!("{}: {:+}{cited}", part.id.as_str().replace('_', " "), aimed.amount)
                },
            ),
            share: 1.0,
            may_pick: part.aimed.is_some(),
        })
    });
    shown.on_hover_text(about);
    if let Some(part) = picked.and_then(|picked| picked.inner) {
        params.intent.part = Some(part).filter(|part| params.intent.part != Some(*part));
    }
}

/// Draws each component with buttons to change its energy as long as some is left, or the cost of a scroll or wand.
pub fn spell_energy(ui: &mut Ui, params: &mut HudParams, who: CombatantId, action: &Action, spell: &Spell) {
    let Some(policy) = params.rules().policies.magic.clone() else { return };
    // The chosen energy; else that of the aimed act; else that of the first offered act.
    let aimed = match &params.aimed.choice {
        Some(Choice::Act(act)) if act.action == action.id => act.energy(),
        _ => None,
    };
    let usual = || params.offered.of(action.id).and_then(|offer| offer.acts.first()).and_then(Act::energy);
    let energy = params.intent.energy.or(aimed).or_else(usual).unwrap_or(spell.least);
    let Some(data) = params.combatants.get(who) else { return };
    let left = data.vitals.energy;
    if !data.sheet.0.spells.contains(&action.id) {
        let words = match policy.pays {
            Pays::Energy { .. } => {
                format!("Cast from the item in hand for {} {}.", energy.total(), policy.energy_word())
            }
            Pays::Fatigue(_) => "Read from the scroll in hand.".to_owned(),
            Pays::Nothing { .. } => "Cast from the item in hand.".to_owned(),
        };
        ui.colored_label(style::TIRED, words);
        return;
    }
    let (price, left) = match &policy.pays {
        Pays::Energy { .. } => {
            let how = if spell.invested.is_some() { ", invested" } else { "" };
            (format!("{} of {left} {}{how}", energy.total(), policy.energy_word()), left)
        }
        Pays::Fatigue(prepared) => {
            let cost = incantation::cost(params.view(), prepared, who, action);
            (format!("{cost} fatigue"), i16::MAX)
        }
        Pays::Nothing { .. } => (String::new(), i16::MAX),
    };
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        // The strength comes last: it gets the remaining energy.
        for component in [Component::Range, Component::Area, Component::Duration, Component::Effect] {
            let (now, least, most) = (energy.of(component), spell.least.of(component), spell.most.of(component));
            if least >= most {
                continue;
            }
            ui.colored_label(style::INK, benefit(params, &policy, who, energy, component));
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

fn benefit(params: &HudParams, policy: &MagicPolicy, who: CombatantId, energy: Components, of: Component) -> String {
    let unit = &params.rules().policies.board.unit;
    match of {
        Component::Effect => format!("effect {}", energy.effect),
        Component::Range => format!("range {}", unit.short(magic::range(params.view(), policy, who, energy))),
        Component::Area => match magic::radius(policy, energy) {
            0 => "one target".to_owned(),
            radius => format!("{} radius", unit.short(radius)),
        },
        Component::Duration => match magic::rounds(policy, energy) {
            0 => "instant".to_owned(),
            1 => "for 1 round".to_owned(),
            rounds => format!("for {rounds} rounds"),
        },
    }
}

/// Changes the chosen height of a flight by one cell, and picks a flight if none is picked.
pub fn change_height(params: &mut HudParams, who: CombatantId, higher: bool) {
    let picked = params.intent.action.and_then(|action| params.rules().actions.get(action));
    if !picked.is_some_and(|action| matches!(action.does, Does::Move(Gait::Fly(_)))) {
        let level = |offer: &&ActionOffer| offer.action.does == Does::Move(Gait::Fly(Pitch::Level));
        let Some(offer) = params.offered.offers.iter().find(level) else { return };
        *params.intent = Intent::on(offer.action.id);
    }
    let cell = i16::try_from(params.rules().policies.board.cell).unwrap_or(i16::MAX);
    let step = if higher { cell } else { -cell };
    let game = params.game();
    let usual = || flight::cruising_height(game, who).saturating_sub(height::of(game.view, who));
    let rises = params.intent.rises.unwrap_or_else(usual);
    params.intent.rises = Some(rises.saturating_add(step));
}

fn height_row(ui: &mut Ui, params: &mut HudParams, who: CombatantId) {
    let unit = &params.rules().policies.board.unit;
    let words = match params.intent.rises {
        None => "default height".to_owned(),
        Some(0) => "same height".to_owned(),
        Some(rises @ 1..) => format!("{} higher", unit.short(rises)),
        Some(rises) => format!("{} lower", unit.short(-i32::from(rises))),
    };
    ui.colored_label(style::INK, words);
    for (sign, higher, command) in [("-", false, KeyCommand::FlyLower), ("+", true, KeyCommand::FlyHigher)] {
        let about = params.keys.hint(command.words(), command);
        if ui.add(Button::new(sign)).on_hover_text(about).clicked() {
            change_height(params, who, higher);
        }
    }
    if params.intent.rises.is_some() && ui.button("Default").clicked() {
        params.intent.rises = None;
    }
}

/// Why ending the turn now may be a mistake, if it may: actions are left, points would be lost, or a flyer would fall.
pub fn end_turn_warning(params: &HudParams, who: CombatantId) -> Option<String> {
    let game = params.game();
    if let Some((missing, rule)) = flight::missing_distance(game, who, 0)
        && flight::is_aloft(game, who)
    {
        let missing = game.policies.board.unit.short(missing);
        return Some(format!("it falls unless it flies another {missing}{}", params.settings.cited(rule)));
    }
    unused_actions(params, who).or_else(|| lost_points(params, who))
}

fn unused_actions(params: &HudParams, who: CombatantId) -> Option<String> {
    let pool = params.rules().policies.economy.actions.as_ref()?;
    let (left, all) = (params.combatants.get(who)?.turn.actions(), params.rules().policies.economy.usual_actions());
    let does = |offer: &ActionOffer| offer.is_open() && offer.action.does != Does::Wait && offer.action.actions() > 0;
    if left == 0 || !params.offered.offers.iter().any(does) {
        return None;
    }
    if matches!(pool.unspent, Unspent::Kept { .. }) {
        return over_the_most(params, who, pool);
    }
    // Points that were gained for the whole round pay for defences.
    if pools::is_for_the_round(pool) {
        return (left >= all).then(|| format!("all {} would be kept for defences", pool.points(left.into())));
    }
    let nothing = "nothing was done this turn".to_owned();
    Some(if left >= all { nothing } else { format!("{left} of {} are left", pool.points(all.into())) })
}

/// The points that a combatant will not gain as its turn ends, because it keeps no more than its pool holds.
fn over_the_most(params: &HudParams, who: CombatantId, pool: &ResourcePool) -> Option<String> {
    let sheet = &params.game().row(who).sheet;
    let Unspent::Kept { most, stat } = pool.unspent else { return None };
    let most = economy::most_kept(most, stat, sheet);
    let gains = pool.incomes.iter().filter(|income| income.at == PoolMoment::OwnTurnEnd);
    let gained: i16 = gains.map(|income| economy::points(&income.amount, pool, sheet).total()).sum();
    let over = i16::from(params.combatants.get(who)?.turn.actions()) + gained - most;
    (over > 0).then(|| format!("{} of the next income would be lost: it keeps at most {most}", pool.points(over)))
}

/// The points of other pools that are lost as the turn ends, if one of them could pay for something now. A single point, such as a
/// swift action, is left over at the end of most turns.
fn lost_points(params: &HudParams, who: CombatantId) -> Option<String> {
    let (economy, turn) = (&params.rules().policies.economy, params.combatants.get(who)?.turn);
    let pays = |pool: &ResourcePool| {
        let mut prices =
            params.offered.offers.iter().filter(|offer| offer.is_open()).flat_map(|offer| &offer.action.costs);
        prices.any(|all| all.iter().any(|price| price.pool == pool.id))
    };
    let lost = economy.pools().filter(|(_, pool)| pool.unspent == Unspent::LostAtTurnEnd && pays(pool));
    let lost = lost.filter_map(|(id, pool)| Some(pool.points(Some(turn.pools.left(id)).filter(|left| *left > 1)?)));
    let lost = lost.collect::<Vec<_>>().join(" and ");
    (!lost.is_empty()).then(|| format!("{lost} would be lost"))
}
