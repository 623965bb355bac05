//! Forecasts: the chance at once, every term after a moment, of the act that a click would choose or that is pinned.

mod details;
mod notes;

use std::sync::Arc;

use bevy_egui::egui::{self, Context, Order, Rect, vec2};

use super::layout::{self, Regions};
use super::params::HudParams;
use super::state::ChanceLabel;
use super::widgets::RuleLinks;
use super::{style, text};
use crate::battle::{ActiveSpell, CombatantId};
use crate::content::Name;
use crate::grid::{Cell, Footprint};
use crate::gui::Animating;
use crate::gui::keys::KeyCommand;
use crate::odds::{self, Forecast, Versus};
use crate::resolution::{Act, Choice, Target, legal};
use details::ForecastCard;

/// Screens below this height have no room for everything at once, in points.
const LOW: f32 = 640.0;

/// Distance between the forecast and the log above it, in points.
const APART: f32 = 12.0;

/// Seconds of resting on a combatant until every term is shown.
const PATIENCE: f64 = 0.7;

/// Most forecasts that are kept.
const MOST: usize = 256;

/// The subject of a forecast.
#[derive(Clone, Debug, PartialEq)]
enum ForecastSubject {
    /// An act, from another position of the actor if one is given.
    Act(Act, Option<Footprint>),
    /// An act on one of the combatants in its area.
    InArea(Act, CombatantId),
    /// An action against a target, with a weapon if one is given.
    Action(Name, CombatantId, Option<Name>),
}

/// An act with its forecast; `None` if it has no roll.
type KnownForecast = Option<Arc<(Act, Forecast)>>;

/// Forecasts by actor and subject, kept until the battle changes: panels show them in every frame, and each takes all
/// rolls into account.
#[derive(Default, Debug)]
pub struct ForecastCache(Vec<(CombatantId, ForecastSubject, KnownForecast)>);

impl ForecastCache {
    fn get(&mut self, params: &HudParams, actor: CombatantId, subject: ForecastSubject) -> KnownForecast {
        if let Some((.., known)) = self.0.iter().find(|(who, known, _)| *who == actor && *known == subject) {
            return known.clone();
        }
        let (view, rules) = (params.view(), params.rules());
        let (act, forecast) = match &subject {
            ForecastSubject::Act(act, Some(from)) => {
                (act.clone(), odds::forecast(params.view_with(actor, *from), rules, actor, act, None))
            }
            ForecastSubject::Act(act, None) => {
                // The hidden target is imagined in the guessed cell: the forecast must not reveal where it is.
                let view = act.imagined(view);
                let refusal = legal::check(view, rules, actor, act).err();
                (
                    act.clone(),
                    odds::forecast(view, rules, actor, act, None).map(|told| Forecast { refused: refusal, ..told }),
                )
            }
            ForecastSubject::InArea(act, target) => {
                (act.clone(), odds::forecast(view, rules, actor, act, Some(*target)))
            }
            ForecastSubject::Action(action, target, weapon) => {
                let (act, refusal) = odds::act_at(view, rules, actor, *action, *target, *weapon);
                let forecast =
                    odds::forecast(view, rules, actor, &act, None).map(|told| Forecast { refused: refusal, ..told });
                (act, forecast)
            }
        };
        let found = forecast.ok().map(|forecast| Arc::new((act, forecast)));
        if self.0.len() >= MOST {
            self.0.clear();
        }
        self.0.push((actor, subject, found.clone()));
        found
    }
}

/// Draws the forecast of the aimed act, and the pinned one.
pub fn show(
    ctx: &Context,
    regions: &Regions,
    params: &mut HudParams,
    links: &mut RuleLinks,
    animating: &mut Animating,
    forecasts: &mut ForecastCache,
) {
    if params.has_changed() {
        forecasts.0.clear();
    }
    let before = std::mem::take(&mut params.hud.forecast);
    params.hud.chance = None;
    pinned(ctx, regions.board, params, links, forecasts);
    if let Some(crowd) = &params.aimed.crowd {
        notes::warning(ctx, regions.board, params, "crowd", &crowd.to_string());
    }
    if !notes::area(ctx, regions.board, params, forecasts) {
        pointed(ctx, regions, params, links, forecasts, (&mut *animating, before));
    }
    // The log above it is resized in the next frame.
    if params.hud.forecast != before {
        animating.note();
    }
}

/// Draws the pinned forecast. Its rule ids can be clicked.
fn pinned(ctx: &Context, board: Rect, params: &mut HudParams, links: &mut RuleLinks, forecasts: &mut ForecastCache) {
    let Some(target) = params.hud.pinned.filter(|who| params.watch.knows(*who)) else { return };
    let Some(who) = params.offered.who.filter(|who| *who != target) else { return };
    let attack = || params.rules().actions.iter().find(|action| action.is_weapon_attack()).map(|action| action.id);
    let Some(action) = params.intent.action.or_else(attack) else { return };
    let actor = params.combatants.get(who);
    let weapon = actor.zip(params.intent.weapon).and_then(|(actor, slot)| actor.sheet.0.weapon(slot));
    let weapon = weapon.map(|entry| entry.weapon.id);
    let Some(known) = forecasts.get(params, who, ForecastSubject::Action(action, target, weapon)) else { return };
    let (act, forecast) = &*known;
    let mut open = true;
    let window = egui::Window::new("Forecast").open(&mut open).default_pos(board.min + vec2(12.0, 12.0));
    window.constrain_to(board).resizable(false).collapsible(true).show(ctx, |ui| {
        ui.set_width(300.0);
        details::chances(ui, forecast);
        details::outcomes(ui, forecast, links);
        details::damage_and_cost(ui, params, act, forecast);
        ui.separator();
        egui::ScrollArea::vertical().max_height((board.height() - 270.0).max(80.0)).show(ui, |ui| {
            details::terms(ui, forecast, links);
            details::fine_print(ui, forecast, links);
        });
    });
    if !open {
        params.hud.pinned = None;
    }
}

/// Draws the forecast for the combatant under the pointer, or a tooltip where there is none.
fn pointed(
    ctx: &Context,
    regions: &Regions,
    params: &mut HudParams,
    links: &mut RuleLinks,
    forecasts: &mut ForecastCache,
    (animating, before): (&mut Animating, f32),
) {
    let board = regions.board;
    let guess = guessed(params);
    let Some(target) = target(params).or(guess.map(|(who, _)| who)) else {
        params.hud.hovering = None;
        notes::last_seen(ctx, board, params);
        if let (Some(refusal), Some(_), None) = (&params.aimed.refusal, params.hovered.cell, params.hovered.who) {
            notes::warning(ctx, board, params, "note", &refusal.to_string());
        }
        return;
    };
    let now = ctx.input(|input| input.time);
    let since = params.hud.hovering.filter(|(who, _)| *who == target).map_or(now, |(_, since)| since);
    params.hud.hovering = Some((target, since));
    let rested = now - since >= PATIENCE;
    if !rested {
        animating.note();
    }
    let approach = params.aimed.approach.clone().filter(|approach| approach.strike.aimed_at() == Some(target));
    let strike = approach.as_ref().map(|approach| approach.strike.clone());
    let Some(act) = aimed_at(params, target).or(strike) else {
        if aimed_act(params).is_some_and(|act| matches!(act.target, Target::Ready(_))) {
            notes::plain(ctx, board, params);
        }
        return;
    };
    let actor = params.offered.who.unwrap_or_default();
    let subject = ForecastSubject::Act(act, approach.as_ref().map(|approach| approach.at));
    let Some(known) = forecasts.get(params, actor, subject) else { return notes::plain(ctx, board, params) };
    let spot = match guess {
        Some((_, cell)) => params.cells_rect(ctx, cell.into()),
        None => params.token_rect(ctx, target),
    };
    params.hud.chance = spot.map(|spot| {
        let chance = |versus: &Versus| text::percent(versus.fractions()[0].1.per_ten_thousand());
        let words: Vec<String> = known.1.versus.iter().map(chance).collect();
        let colour = if known.1.refused.is_some() { style::FAINT } else { style::INK };
        ChanceLabel { spot, words: words.join(" / "), colour }
    });
    let low = ctx.content_rect().height() < LOW;
    let card = ForecastCard { known, approach, guess: guess.map(|(_, cell)| cell), rested, low };
    if regions.side.width() > 200.0 {
        let room = (regions.side, (before - APART).max(0.0));
        let more = format!("Cut off: {} pins the whole forecast", params.keys.words(KeyCommand::PinForecast));
        let width = regions.side.width() - 32.0;
        let height = layout::at_foot(ctx, "forecast", room, &more, |ui| card.show(ui, params, links, width));
        params.hud.forecast = height + APART;
    } else {
        let sights = params.token_rects(ctx);
        layout::docked(ctx, "forecast", board, &sights, Order::Tooltip, |ui| card.show(ui, params, links, 290.0));
    }
}

/// The combatant under the pointer, unless it is the acting one itself and nothing is aimed at it.
fn target(params: &HudParams) -> Option<CombatantId> {
    let actor = params.offered.who?;
    params.hovered.who.filter(|who| *who != actor || aimed_at(params, *who).is_some())
}

/// The act a click would choose.
fn aimed_act<'a>(params: &'a HudParams) -> Option<&'a Act> {
    match &params.aimed.choice {
        Some(Choice::Act(act)) => Some(act),
        _ => None,
    }
}

/// The cell a click would attack, and the hidden combatant that is guessed there.
fn guessed(params: &HudParams) -> Option<(CombatantId, Cell)> {
    params.hovered.cell?;
    match *aimed_act(params)?.aim() {
        Target::Guess { who, cell } => Some((who, cell)),
        _ => None,
    }
}

/// The act a click on a combatant would choose.
fn aimed_at(params: &HudParams, target: CombatantId) -> Option<Act> {
    let act = aimed_act(params)?;
    let lasting = match act.target {
        Target::Spell(id) => params.spell(id).and_then(ActiveSpell::target),
        _ => None,
    };
    (act.aimed_at().or(lasting) == Some(target)).then(|| act.clone())
}
