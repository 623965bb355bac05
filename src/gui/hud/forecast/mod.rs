//! Forecasts of the act that a click would choose, or that is pinned: its chance at once, every term after a moment.

mod details;
pub mod exchange;

use std::sync::Arc;

use bevy_egui::egui::{self, Context, Grid, Order, Rect, RichText, Ui, vec2};

use crate::battle::{ActiveSpell, CombatantId};
use crate::content::{Action, Does, Name};
use crate::grid::{Cell, Footprint};
use crate::gui::Animating;
use crate::gui::hud::layout::{self, Regions};
use crate::gui::hud::params::HudParams;
use crate::gui::hud::state::ChanceLabel;
use crate::gui::hud::widgets::{RuleLinks, line};
use crate::gui::hud::{style, text};
use crate::gui::keys::KeyCommand;
use crate::mechanics::magic;
use crate::odds::{self, Forecast, Versus};
use crate::resolution::{Act, Choice, Occasion, Target, legal};
use details::ForecastCard;

/// Distance between the forecast and the log above it, in points.
const APART: f32 = 12.0;

/// Seconds of resting on a combatant until every term is shown.
const PATIENCE: f64 = 0.7;

#[derive(Clone, Debug, PartialEq)]
enum ForecastSubject {
    /// An act, from another position of the actor if one is given.
    Act(Act, Option<Footprint>),
    InArea(Act, CombatantId),
    /// An action against a target, with a weapon if one is given.
    Action(Name, CombatantId, Option<Name>),
}

/// An act with its forecast; `None` if it has no roll.
pub type KnownForecast = Option<Arc<(Act, Forecast)>>;

/// Forecasts by actor and subject, kept until the battle changes: panels show them in every frame, and each is slow.
#[derive(Default, Debug)]
pub struct ForecastCache(Vec<(CombatantId, ForecastSubject, KnownForecast)>);

impl ForecastCache {
    /// Forgets everything if the battle, or what is known of it, has changed.
    pub fn refresh(&mut self, params: &HudParams) {
        if params.has_changed() {
            self.0.clear();
        }
    }

    /// The forecast of an act against one of its targets; `None` if it has no roll.
    pub fn against(&mut self, params: &HudParams, actor: CombatantId, act: Act, target: CombatantId) -> KnownForecast {
        self.get(params, actor, ForecastSubject::InArea(act, target))
    }

    fn get(&mut self, params: &HudParams, actor: CombatantId, subject: ForecastSubject) -> KnownForecast {
        if let Some((.., known)) = self.0.iter().find(|(who, known, _)| *who == actor && *known == subject) {
            return known.clone();
        }
        let (view, rules) = (params.view(), params.rules());
        let (view, act, target, refused) = match &subject {
            ForecastSubject::Act(act, Some(from)) => (view.with(actor, *from), act.clone(), None, None),
            ForecastSubject::Act(act, None) => {
                // The hidden target is imagined in the guessed cell: the forecast must not reveal where it is.
                let view = act.imagined(view);
                let occasion = params.asked.acting().filter(|(who, _)| *who == actor).map(|(_, occasion)| occasion);
                let occasion = occasion.unwrap_or(Occasion::OwnTurn);
                (view, act.clone(), None, legal::check_on(view, rules, actor, act, occasion).err())
            }
            ForecastSubject::InArea(act, target) => (view, act.clone(), Some(*target), None),
            ForecastSubject::Action(action, target, weapon) => {
                let (act, refused) = odds::act_at(view, rules, actor, *action, *target, *weapon);
                (view, act, None, refused)
            }
        };
        let forecast = odds::forecast(view, rules, actor, &act, target);
        let found = forecast.ok().map(|forecast| Arc::new((act, Forecast { refused, ..forecast })));
        if self.0.len() >= 256 {
            self.0.clear();
        }
        self.0.push((actor, subject, found.clone()));
        found
    }
}

pub fn show(
    ctx: &Context,
    regions: &Regions,
    params: &mut HudParams,
    links: &mut RuleLinks,
    animating: &mut Animating,
    forecasts: &mut ForecastCache,
) {
    let before = std::mem::take(&mut params.hud.forecast);
    params.hud.chance = None;
    pinned(ctx, regions.board, params, links, forecasts);
    if let Some(crowd) = &params.aimed.crowd {
        warning(ctx, regions.board, params, "crowd", &crowd.to_string());
    }
    if !area_note(ctx, regions.board, params, forecasts) && !object_note(ctx, regions.board, params, links, forecasts) {
        pointed(ctx, regions, params, links, forecasts, (&mut *animating, before));
    }
    // The log above it is resized in the next frame.
    if params.hud.forecast != before {
        animating.note();
    }
}

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
        details::chances(ui, forecast, links);
        details::outcomes(ui, forecast, links);
        details::damage_and_cost(ui, params, (0, act), forecast);
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
        last_seen(ctx, board, params);
        if let (Some(refusal), Some(_), None) = (&params.aimed.refusal, params.hovered.cell, params.hovered.who) {
            warning(ctx, board, params, "note", &params.settings.reason(refusal));
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
            plain_note(ctx, board, params);
        }
        return;
    };
    let actor = params.offered.who.unwrap_or_default();
    let subject = ForecastSubject::Act(act, approach.as_ref().map(|approach| approach.at));
    let Some(known) = forecasts.get(params, actor, subject) else { return plain_note(ctx, board, params) };
    let spot = match guess {
        Some((_, cell)) => params.cells_rect(ctx, cell.into()),
        None => params.token_rect(ctx, target),
    };
    params.hud.chance = spot.map(|spot| {
        let chance = |versus: &Versus| text::percent(versus.fractions()[0].1.per_ten_thousand());
        let words = match known.1.best_defence().and_then(|best| Some((best, best.choice.as_ref()?))) {
            Some((best, choice)) => format!("{}: {}", choice.name, text::hit_words(best)),
            None => known.1.versus.iter().map(chance).collect::<Vec<_>>().join(" / "),
        };
        let colour = if known.1.refused.is_some() { style::FAINT } else { style::INK };
        ChanceLabel { spot, words, colour }
    });
    let low = ctx.content_rect().height() < 640.0;
    let card = ForecastCard { known, approach, guess: guess.map(|(_, cell)| cell), rested, low };
    if regions.holds_forecast() {
        let room = (regions.log_and_forecast(f32::INFINITY).1, (before - APART).max(0.0));
        let more = format!("Cut off: {} pins the whole forecast", params.keys.words(KeyCommand::PinForecast));
        let width = regions.side.width() - 32.0;
        let height = layout::at_foot(ctx, "forecast", room, &more, |ui| card.show(ui, params, links, width));
        params.hud.forecast = height + APART;
    } else {
        let sights = params.token_rects(ctx);
        layout::docked(ctx, "forecast", board, &sights, Order::Tooltip, |ui| card.show(ui, params, links, 290.0));
    }
}

fn target(params: &HudParams) -> Option<CombatantId> {
    let actor = params.offered.who?;
    params.hovered.who.filter(|who| *who != actor || aimed_at(params, *who).is_some())
}

fn aimed_act<'a>(params: &'a HudParams) -> Option<&'a Act> {
    match &params.aimed.choice {
        Some(Choice::Act(act)) => Some(act),
        _ => None,
    }
}

fn guessed(params: &HudParams) -> Option<(CombatantId, Cell)> {
    params.hovered.cell?;
    match *aimed_act(params)?.aim() {
        Target::Guess { who, cell } => Some((who, cell)),
        _ => None,
    }
}

fn aimed_at(params: &HudParams, target: CombatantId) -> Option<Act> {
    let act = aimed_act(params)?;
    let lasting = match act.target {
        Target::Spell(id) => params.spell(id).and_then(ActiveSpell::target),
        _ => None,
    };
    (act.aimed_at().or(lasting) == Some(target)).then(|| act.clone())
}

/// Draws the forecast for every combatant in the aimed area. Returns whether the aimed act affects an area.
fn area_note(ctx: &Context, board: Rect, params: &HudParams, forecasts: &mut ForecastCache) -> bool {
    let Some(act) = aimed_act(params).filter(|act| magic::origin(act).is_some()) else { return false };
    let spot = params.hovered.cell.and_then(|cell| params.cells_rect(ctx, cell.into()));
    let Some(spot) = spot else { return false };
    let targets = magic::targets(params.game(), act);
    let lays_zone = |action: &Arc<Action>| matches!(&action.does, Does::Cast(spell) if spell.lays().is_some());
    let lays_zone = params.rules().actions.get(act.action).is_some_and(lays_zone);
    layout::card_at(ctx, "note", spot, board, |ui| {
        act_and_refusal(ui, params, act);
        if targets.is_empty() && !lays_zone {
            ui.colored_label(style::FAINT, "no targets");
        }
        Grid::new("blast").num_columns(3).spacing([14.0, 4.0]).show(ui, |ui| {
            for who in targets {
                area_target(ui, params, forecasts, act, who);
                ui.end_row();
            }
        });
    });
    true
}

/// Draws the forecast of an attack on an object. Returns whether the aimed act is one.
fn object_note(
    ctx: &Context,
    board: Rect,
    params: &HudParams,
    links: &mut RuleLinks,
    forecasts: &mut ForecastCache,
) -> bool {
    let Some(act) = aimed_act(params).filter(|act| act.thing().is_some()) else { return false };
    let spot = params.hovered.cell.and_then(|cell| params.cells_rect(ctx, cell.into()));
    let (Some(spot), Some(actor)) = (spot, params.offered.who) else { return false };
    let Some(known) = forecasts.get(params, actor, ForecastSubject::Act(act.clone(), None)) else { return false };
    layout::card_at(ctx, "note", spot, board, |ui| {
        ui.set_max_width(340.0);
        details::chances(ui, &known.1, links);
        details::damage_and_cost(ui, params, (0, act), &known.1);
    });
    true
}

fn area_target(ui: &mut Ui, params: &HudParams, forecasts: &mut ForecastCache, act: &Act, who: CombatantId) {
    let Some(side) = params.combatants.side(who) else { return };
    ui.colored_label(style::side(side), RichText::new(params.name(who)).strong());
    let actor = params.offered.who.unwrap_or_default();
    let subject = ForecastSubject::InArea(act.clone(), who);
    let Some(known) = forecasts.get(params, actor, subject) else { return };
    let (_, forecast) = &*known;
    let hits = forecast.versus.first().map_or(0, |versus| versus.fractions()[0].1.per_ten_thousand());
    ui.label(text::percent(hits));
    let mean = forecast.mean_hundredths();
    if mean > 0 {
        ui.colored_label(style::FAINT, format!("{} on average", exchange::mean_words(mean)));
    }
}

fn act_and_refusal(ui: &mut Ui, params: &HudParams, act: &Act) {
    ui.set_max_width(340.0);
    ui.colored_label(style::GOLD, text::act_words(params, None, act));
    if let Some(refusal) = &params.aimed.refusal {
        line(ui, params.settings.reason(refusal), style::BAD);
    }
}

fn pointed_rect(ctx: &Context, params: &HudParams) -> Option<Rect> {
    let unit = params.hovered.who.and_then(|who| params.token_rect(ctx, who));
    unit.or_else(|| params.cells_rect(ctx, params.hovered.cell?.into()))
}

fn plain_note(ctx: &Context, board: Rect, params: &HudParams) {
    let (Some(act), Some(at)) = (aimed_act(params), pointed_rect(ctx, params)) else { return };
    layout::card_at(ctx, "note", at, board, |ui| act_and_refusal(ui, params, act));
}

fn last_seen(ctx: &Context, board: Rect, params: &HudParams) {
    let (Some(cell), Some(at)) = (params.hovered.cell, pointed_rect(ctx, params)) else { return };
    let shape = params.layout.shape();
    let here = params.watch.hiding().filter(|(_, seen)| seen.is_some_and(|seen| seen.contains(shape, cell)));
    let names: Vec<&str> = here.map(|(who, _)| params.name(who)).collect();
    if names.is_empty() || params.hovered.who.is_some() {
        return;
    }
    layout::card_at(ctx, "last seen", at, board, |ui| {
        ui.set_max_width(300.0);
        ui.colored_label(style::GOLD, format!("{} was last seen here and is hiding.", names.join(", ")));
        line(ui, "To attack it, pick an attack, then a cell with a question mark.", style::FAINT);
    });
}

fn warning(ctx: &Context, board: Rect, params: &HudParams, name: &str, words: &str) {
    let Some(at) = pointed_rect(ctx, params) else { return };
    layout::card_at(ctx, name, at, board, |ui| {
        ui.set_max_width(340.0);
        line(ui, words, style::BAD);
    });
}
