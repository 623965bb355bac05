//! What an act would come to, at the one under the pointer: the chance in big figures, and after a moment every term.

use bevy_egui::egui::{self, Context, Rect, RichText, Ui, pos2};

use super::callouts::Chance;
use super::cite::Pen;
use super::desk::Desk;
use super::{Places, blast, forecast, frame, look};
use crate::battle::{ActiveSpell, CombatantId};
use crate::content::policy::TurnOrder;
use crate::grid::Cell;
use crate::gui::Animating;
use crate::gui::input::Approach;
use crate::gui::keys::Command;
use crate::odds::{self, Forecast};
use crate::resolution::{Act, Choice, Target};

/// Screens lower than this have no room for everything at once.
const LOW: f32 = 640.0;

/// Points between the forecast and the log above it.
const APART: f32 = 12.0;

/// Seconds of resting on somebody until every term is shown.
const PATIENCE: f64 = 0.7;

/// Draws the forecast of what is aimed at, and the pinned one.
pub fn show(ctx: &Context, places: &Places, desk: &mut Desk, pen: &mut Pen<'_>, animating: &mut Animating) {
    let before = std::mem::take(&mut desk.hud.forecast);
    desk.hud.chance = None;
    draw(ctx, places, desk, pen, (&mut *animating, before));
    // The log above it takes the room that is left in the next frame.
    if desk.hud.forecast != before {
        animating.note();
    }
}

fn draw(
    ctx: &Context,
    places: &Places,
    desk: &mut Desk,
    pen: &mut Pen<'_>,
    (animating, before): (&mut Animating, f32),
) {
    let board = places.board;
    pinned(ctx, board, desk, pen);
    crowd(ctx, board, desk);
    if blast::show(ctx, board, desk) {
        return;
    }
    let now = ctx.input(|input| input.time);
    let guess = guessed(desk);
    let others = |who: &CombatantId| desk.offered.who != Some(*who) || aimed_at(desk, *who).is_some();
    let other = desk.hovered.who.filter(|who| desk.offered.who.is_some() && others(who));
    let target = other.or(guess.map(|(who, _)| who));
    let Some(target) = target else {
        desk.hud.hovering = None;
        last_seen(ctx, board, desk);
        return refused_cell(ctx, board, desk);
    };
    let since = match desk.hud.hovering {
        Some((who, since)) if who == target => since,
        _ => {
            desk.hud.hovering = Some((target, now));
            now
        }
    };
    let rested = now - since >= PATIENCE;
    if !rested {
        animating.note();
    }
    let approach = desk.aimed.approach.clone().filter(|approach| approach.strike.aimed_at() == Some(target));
    let strike = approach.as_ref().map(|approach| approach.strike.clone());
    let Some(act) = aimed_at(desk, target).or(strike) else {
        let readied = matches!(&desk.aimed.choice, Some(Choice::Act(Act { target: Target::Ready(_), .. })));
        return if readied {
            plain(ctx, board, desk)
        };
    };
    let Ok(forecast) = forecast(desk, &act, approach.as_ref()) else { return plain(ctx, board, desk) };
    let spot = match guess {
        Some((_, cell)) => desk.ground(ctx, cell.into()),
        None => desk.spot(ctx, target),
    };
    desk.hud.chance = spot.map(|spot| tag(spot, &forecast));
    let keeps = format!("Hover for breakdown, {} to pin", desk.keys.words(Command::PinForecast));
    let low = ctx.content_rect().height() < LOW;
    let card = |ui: &mut Ui, wide: f32| {
        ui.set_width(wide);
        if let Some(approach) = &approach {
            let words = RichText::new(approach_words(desk, approach)).color(look::TIRED);
            ui.add(egui::Label::new(words).wrap());
        }
        forecast::chances(ui, &forecast);
        if let Some((_, cell)) = guess {
            let words = format!("if it is at {cell}; at any other space the blow misses");
            ui.add(egui::Label::new(RichText::new(words).color(look::TIRED)).wrap());
        }
        if !(low && rested) {
            forecast::outcomes(ui, &forecast, pen);
            forecast::stakes(ui, desk, &act, &forecast);
        }
        if rested {
            ui.add_space(6.0);
            forecast::terms(ui, &forecast, pen);
        }
        match (rested, low) {
            (false, _) => drop(ui.label(RichText::new(keeps).color(look::FAINT).small())),
            (true, false) => forecast::fine_print(ui, &forecast, pen),
            (true, true) => {}
        }
    };
    if places.side.width() > 200.0 {
        let room = (places.side, (before - APART).max(0.0));
        let more = format!("It goes on: {} keeps all of it in sight", desk.keys.words(Command::PinForecast));
        let height = frame::at_foot(ctx, "forecast", room, &more, |ui| card(ui, places.side.width() - 32.0));
        desk.hud.forecast = height + APART;
    } else {
        let sights = desk.spots(ctx);
        frame::docked(ctx, "forecast", board, &sights, frame::Touched::No, |ui| card(ui, 290.0));
    }
}

/// The chance to hit, at the one it is about.
fn tag(spot: Rect, forecast: &Forecast) -> Chance {
    let chance = |versus: &odds::Versus| forecast::percent(versus.fractions()[0].1.per_ten_thousand());
    let words: Vec<String> = forecast.versus.iter().map(chance).collect();
    let colour = if forecast.refused.is_some() { look::FAINT } else { look::INK };
    Chance { spot, words: words.join(" / "), colour }
}

/// The space at which a click would strike, and who is thought to hide there.
fn guessed(desk: &Desk) -> Option<(CombatantId, Cell)> {
    match &desk.aimed.choice {
        Some(Choice::Act(act)) if desk.hovered.cell.is_some() => match *act.aim() {
            Target::Guess { who, cell } => Some((who, cell)),
            _ => None,
        },
        _ => None,
    }
}

/// What a click would do to a combatant.
fn aimed_at(desk: &Desk, target: CombatantId) -> Option<Act> {
    match &desk.aimed.choice {
        Some(Choice::Act(act)) => {
            let lasting = match act.target {
                Target::Spell(id) => desk.view().spell(id).and_then(ActiveSpell::target),
                _ => None,
            };
            (act.aimed_at().or(lasting) == Some(target)).then(|| act.clone())
        }
        _ => None,
    }
}

/// What a walk to somebody out of reach takes.
fn approach_words(desk: &Desk, approach: &Approach) -> String {
    let one = |many: u16, unit: &str| if many == 1 { format!("1 {unit}") } else { format!("{many} {unit}s") };
    let unit = match &desk.rules().policies.turn {
        TurnOrder::Rounds(_) => "action",
        TurnOrder::Counts(_) => "count",
    };
    let (cells, counts) = (one(approach.cost, "cell"), one(approach.counts, unit));
    if desk.offered.who.is_some_and(|who| forecast::throws(desk, who, &approach.strike)) {
        return format!(
            "A click walks there first ({cells}, {counts}), and strikes when it is near enough. To throw the weapon from \
             here, pick the attack."
        );
    }
    format!("Out of reach: a click walks there first ({cells}, {counts}), and strikes when it is near enough.")
}

fn forecast(desk: &Desk, act: &Act, approach: Option<&Approach>) -> Result<Forecast, odds::NoForecast> {
    let who = desk.offered.who.unwrap_or_default();
    if let Some(approach) = approach {
        return odds::forecast(desk.view().with(who, approach.at), desk.rules(), who, act, None);
    }
    // As if one who hides were where it is thought to be: nothing here tells whether it is.
    let view = act.imagined(desk.view());
    let refusal = crate::resolution::legal::check(view, desk.rules(), who, act).err();
    odds::forecast(view, desk.rules(), who, act, refusal)
}

/// What is under the pointer: somebody, or a cell.
fn pointed(ctx: &Context, desk: &Desk) -> Option<Rect> {
    let unit = desk.hovered.who.and_then(|who| desk.spot(ctx, who));
    unit.or_else(|| desk.ground(ctx, desk.hovered.cell?.into()))
}

/// An act without a roll: only whether it can be done.
fn plain(ctx: &Context, board: Rect, desk: &Desk) {
    let (Some(Choice::Act(act)), Some(at)) = (&desk.aimed.choice, pointed(ctx, desk)) else { return };
    let words = super::thoughts::choice_words(desk.view(), desk.rules(), &Choice::Act(act.clone()));
    frame::card_at(ctx, "note", at, board, |ui| {
        ui.set_max_width(340.0);
        ui.label(RichText::new(words).color(look::GOLD));
        if let Some(refusal) = &desk.aimed.refusal {
            ui.add(egui::Label::new(RichText::new(refusal.to_string()).color(look::BAD)).wrap());
        }
    });
}

/// Who was last seen in the space under the pointer and hides now.
fn last_seen(ctx: &Context, board: Rect, desk: &Desk) {
    let (Some(cell), Some(at)) = (desk.hovered.cell, pointed(ctx, desk)) else { return };
    let shape = desk.view().shape();
    let here = desk.watch.hiding().filter(|(_, seen)| seen.is_some_and(|seen| seen.contains(shape, cell)));
    let names: Vec<&str> = here.map(|(who, _)| desk.name(who)).collect();
    if names.is_empty() || desk.hovered.who.is_some() {
        return;
    }
    frame::card_at(ctx, "last seen", at, board, |ui| {
        ui.set_max_width(300.0);
        ui.label(RichText::new(format!("{} was last seen here and hides.", names.join(", "))).color(look::GOLD));
        let words = "Whoever attacks it names a space: pick an attack, then a space with a question mark.";
        ui.add(egui::Label::new(RichText::new(words).color(look::FAINT)).wrap());
    });
}

/// Why a cell cannot be gone to.
fn refused_cell(ctx: &Context, board: Rect, desk: &Desk) {
    let (Some(refusal), Some(at)) = (&desk.aimed.refusal, pointed(ctx, desk)) else { return };
    if desk.hovered.cell.is_none() || desk.hovered.who.is_some() {
        return;
    }
    frame::card_at(ctx, "note", at, board, |ui| {
        ui.set_max_width(340.0);
        ui.add(egui::Label::new(RichText::new(refusal.to_string()).color(look::BAD)).wrap());
    });
}

/// That one would share a space in which one fights badly.
fn crowd(ctx: &Context, board: Rect, desk: &Desk) {
    let (Some(crowd), Some(at)) = (&desk.aimed.crowd, pointed(ctx, desk)) else { return };
    frame::card_at(ctx, "crowd", at, board, |ui| {
        ui.set_max_width(340.0);
        ui.add(egui::Label::new(RichText::new(crowd.to_string()).color(look::BAD)).wrap());
    });
}

/// The forecast that stays in sight, in which rules can be looked at.
fn pinned(ctx: &Context, board: Rect, desk: &mut Desk, pen: &mut Pen<'_>) {
    let Some(target) = desk.hud.pinned.filter(|who| desk.watch.knows(*who)) else { return };
    let Some(who) = desk.offered.who.filter(|who| *who != target) else { return };
    let action = desk.intent.action.or_else(|| {
        let attack = |action: &&std::sync::Arc<crate::content::action::Action>| action.is_weapon_attack();
        desk.rules().actions.iter().find(attack).map(|action| action.id)
    });
    let Some(action) = action else { return };
    let weapon =
        desk.intent.weapon.and_then(|slot| desk.view().row(who).sheet.weapon(slot)).map(|entry| entry.weapon.id);
    let (act, refusal) = odds::act_at(desk.view(), desk.rules(), who, action, target, weapon);
    let Ok(forecast) = odds::forecast(desk.view(), desk.rules(), who, &act, refusal) else { return };
    let mut open = true;
    egui::Window::new("Forecast")
        .open(&mut open)
        .default_pos(pos2(board.left() + 12.0, board.top() + 12.0))
        .constrain_to(board)
        .resizable(false)
        .collapsible(true)
        .show(ctx, |ui| {
            ui.set_width(300.0);
            forecast::chances(ui, &forecast);
            forecast::outcomes(ui, &forecast, pen);
            forecast::stakes(ui, desk, &act, &forecast);
            ui.separator();
            egui::ScrollArea::vertical().max_height((board.height() - 270.0).max(80.0)).show(ui, |ui| {
                forecast::terms(ui, &forecast, pen);
                forecast::fine_print(ui, &forecast, pen);
            });
        });
    if !open {
        desk.hud.pinned = None;
    }
}
