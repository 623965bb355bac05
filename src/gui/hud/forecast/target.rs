//! The forecast of the act under the pointer: the chance at once, every term after a moment.

use std::sync::Arc;

use bevy_egui::egui::{self, Context, Rect, RichText, Ui};

use super::cache::{ForecastCache, ForecastSubject, KnownForecast};
use super::cell_notes::{crowd, last_seen, plain, refused_cell};
use super::pinned::pinned;
use super::{area, details};
use crate::battle::{ActiveSpell, CombatantId};
use crate::content::policy::TurnOrder;
use crate::grid::Cell;
use crate::gui::Animating;
use crate::gui::hud::layout::Regions;
use crate::gui::hud::params::HudParams;
use crate::gui::hud::state::ChanceLabel;
use crate::gui::hud::widgets::RuleLinks;
use crate::gui::hud::{layout, style, text};
use crate::gui::input::Approach;
use crate::gui::keys::KeyCommand;
use crate::odds::{self, Forecast};
use crate::resolution::{Act, Choice, Target};

/// Screens below this height have no room for everything at once, in points.
const LOW: f32 = 640.0;

/// Distance between the forecast and the log above it, in points.
const APART: f32 = 12.0;

/// Seconds of resting on a combatant until every term is shown.
const PATIENCE: f64 = 0.7;

/// Draws the forecast of the aimed act, and the pinned one.
pub fn show(
    ctx: &Context,
    regions: &Regions,
    params: &mut HudParams,
    links: &mut RuleLinks<'_>,
    animating: &mut Animating,
    forecasts: &mut ForecastCache,
) {
    forecasts.update(params);
    let before = std::mem::take(&mut params.hud.forecast);
    params.hud.chance = None;
    draw(ctx, regions, params, links, forecasts, (&mut *animating, before));
    // The log above it is resized in the next frame.
    if params.hud.forecast != before {
        animating.note();
    }
}

fn draw(
    ctx: &Context,
    regions: &Regions,
    params: &mut HudParams,
    links: &mut RuleLinks<'_>,
    forecasts: &mut ForecastCache,
    (animating, before): (&mut Animating, f32),
) {
    let board = regions.board;
    pinned(ctx, board, params, links, forecasts);
    crowd(ctx, board, params);
    if area::show(ctx, board, params, forecasts) {
        return;
    }
    let guess = guessed(params);
    let Some(target) = target(params, guess) else {
        params.hud.hovering = None;
        last_seen(ctx, board, params);
        return refused_cell(ctx, board, params);
    };
    let rested = has_rested(ctx, params, target);
    if !rested {
        animating.note();
    }
    let approach = params.aimed.approach.clone().filter(|approach| approach.strike.aimed_at() == Some(target));
    let strike = approach.as_ref().map(|approach| approach.strike.clone());
    let Some(act) = aimed_at(params, target).or(strike) else {
        let readied = matches!(&params.aimed.choice, Some(Choice::Act(Act { target: Target::Ready(_), .. })));
        return if readied {
            plain(ctx, board, params)
        };
    };
    let actor = params.offered.who.unwrap_or_default();
    let subject = ForecastSubject::Act(act, approach.as_ref().map(|approach| approach.at));
    let Some(known) = forecasts.get(params, actor, subject) else { return plain(ctx, board, params) };
    let spot = match guess {
        Some((_, cell)) => params.cells_rect(ctx, cell.into()),
        None => params.token_rect(ctx, target),
    };
    params.hud.chance = spot.map(|spot| tag(spot, &known.forecast));
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
        let interactive = layout::Interactive::No;
        layout::docked(ctx, "forecast", board, &sights, interactive, |ui| card.show(ui, params, links, 290.0));
    }
}

/// The combatant the forecast is about: the one under the pointer, or the one that is guessed there.
fn target(params: &HudParams, guess: Option<(CombatantId, Cell)>) -> Option<CombatantId> {
    let others = |who: &CombatantId| params.offered.who != Some(*who) || aimed_at(params, *who).is_some();
    let other = params.hovered.who.filter(|who| params.offered.who.is_some() && others(who));
    other.or(guess.map(|(who, _)| who))
}

/// Whether the pointer has rested on a target long enough for every term.
fn has_rested(ctx: &Context, params: &mut HudParams, target: CombatantId) -> bool {
    let now = ctx.input(|input| input.time);
    let since = match params.hud.hovering {
        Some((who, since)) if who == target => since,
        _ => {
            params.hud.hovering = Some((target, now));
            now
        }
    };
    now - since >= PATIENCE
}

/// The content of the forecast at the pointer.
struct ForecastCard {
    known: Arc<KnownForecast>,
    approach: Option<Approach>,
    /// The cell in which the hidden target is guessed.
    guess: Option<Cell>,
    rested: bool,
    /// Whether the screen has no room for everything at once.
    low: bool,
}

impl ForecastCard {
    fn show(&self, ui: &mut Ui, params: &HudParams, links: &mut RuleLinks<'_>, width: f32) {
        let KnownForecast { act, forecast } = &*self.known;
        ui.set_width(width);
        if let Some(approach) = &self.approach {
            let words = RichText::new(approach_words(params, approach)).color(style::TIRED);
            ui.add(egui::Label::new(words).wrap());
        }
        details::chances(ui, forecast);
        if let Some(cell) = self.guess {
            let words = format!("if it is at {cell}; in any other cell the attack misses");
            ui.add(egui::Label::new(RichText::new(words).color(style::TIRED)).wrap());
        }
        if !(self.low && self.rested) {
            details::outcomes(ui, forecast, links);
            details::damage_and_cost(ui, params, act, forecast);
        }
        if self.rested {
            ui.add_space(6.0);
            details::terms(ui, forecast, links);
        }
        match (self.rested, self.low) {
            (false, _) => {
                let words = format!("Hover for breakdown, {} to pin", params.keys.words(KeyCommand::PinForecast));
                ui.label(RichText::new(words).color(style::FAINT).small());
            }
            (true, false) => details::fine_print(ui, forecast, links),
            (true, true) => {}
        }
    }
}

/// The chance to hit, to be drawn at the target.
fn tag(spot: Rect, forecast: &Forecast) -> ChanceLabel {
    let chance = |versus: &odds::Versus| text::percent(versus.fractions()[0].1.per_ten_thousand());
    let words: Vec<String> = forecast.versus.iter().map(chance).collect();
    let colour = if forecast.refused.is_some() { style::FAINT } else { style::INK };
    ChanceLabel { spot, words: words.join(" / "), colour }
}

/// The cell a click would attack, and the hidden combatant that is guessed there.
fn guessed(params: &HudParams) -> Option<(CombatantId, Cell)> {
    match &params.aimed.choice {
        Some(Choice::Act(act)) if params.hovered.cell.is_some() => match *act.aim() {
            Target::Guess { who, cell } => Some((who, cell)),
            _ => None,
        },
        _ => None,
    }
}

/// The act a click on a combatant would choose.
fn aimed_at(params: &HudParams, target: CombatantId) -> Option<Act> {
    match &params.aimed.choice {
        Some(Choice::Act(act)) => {
            let lasting = match act.target {
                Target::Spell(id) => params.spell(id).and_then(ActiveSpell::target),
                _ => None,
            };
            (act.aimed_at().or(lasting) == Some(target)).then(|| act.clone())
        }
        _ => None,
    }
}

/// The cost of walking into reach, in words.
fn approach_words(params: &HudParams, approach: &Approach) -> String {
    let one = |many: u16, unit: &str| if many == 1 { format!("1 {unit}") } else { format!("{many} {unit}s") };
    let unit = match &params.rules().policies.turn {
        TurnOrder::Rounds(_) => "action",
        TurnOrder::Counts(_) => "count",
    };
    let (cells, counts) = (one(approach.cost, "cell"), one(approach.counts, unit));
    if params.offered.who.is_some_and(|who| details::throws_weapon(params, who, &approach.strike)) {
        return format!(
            "A click moves there first ({cells}, {counts}) and then attacks. To throw the weapon from \
             here, pick the attack."
        );
    }
    format!("Out of reach: a click moves there first ({cells}, {counts}) and then attacks.")
}
