//! Highlights the one thing that a step of a lesson is about: an outline that pulses for a few seconds and then rests.

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{Context, Id, LayerId, Order, Painter, Rect, Stroke, StrokeKind};

use super::LessonRun;
use crate::content::{Does, Name};
use crate::grid::{Cell, Footprint};
use crate::gui::frame::Animating;
use crate::gui::hud::{Hud, HudParams, layout, style};
use crate::gui::input::{Intent, Offered};
use crate::gui::settings::Settings;
use crate::resolution::legal::ActionOffer;
use crate::tutorial::{LessonPanel, Spotlight};

/// Seconds for which an outline pulses: an outline that never rests would keep the window busy.
const PULSES: f32 = 5.0;

/// Width of an outline at rest, in points, and by how much it grows and shrinks.
const WIDTH: (f32, f32) = (3.0, 1.5);

/// The width of the outline now, in points.
fn width(age: f32, still: bool) -> f32 {
    if still || age >= PULSES { WIDTH.0 } else { WIDTH.0 + WIDTH.1 * (age * 6.0).sin() }
}

/// Names the button that is highlighted. A pulsing outline asks for further frames.
pub fn choose(
    run: Option<Res<LessonRun>>,
    (intent, offered, settings): (Res<Intent>, Res<Offered>, Res<Settings>),
    mut hud: ResMut<Hud>,
    mut animating: ResMut<Animating>,
) {
    let action = run.as_ref().and_then(|run| button(run.step()?.look.as_ref()?, &offered, &intent));
    let age = run.as_ref().map_or(PULSES, |run| run.age);
    let spotlight = action.map(|action| (action, width(age, settings.reduced_motion)));
    if hud.spotlight != spotlight {
        hud.spotlight = spotlight;
    }
    if run.is_some_and(|run| run.step().is_some() && run.age < PULSES) && !settings.reduced_motion {
        animating.note();
    }
}

/// The action whose button a step highlights now: that of the step, or the end of the turn if nothing is left to pay for it.
fn button(look: &Spotlight, offered: &Offered, intent: &Intent) -> Option<Name> {
    let is_open = |action: Name| offered.of(action).is_some_and(ActionOffer::is_open);
    let waits = || offered.offers.iter().find(|offer| offer.action.does == Does::Wait).map(|offer| offer.action.id);
    match look {
        Spotlight::Action(action) | Spotlight::Use(action, _) | Spotlight::UseAt(action, ..) if !is_open(*action) => {
            waits()
        }
        Spotlight::Action(action) => Some(*action),
        Spotlight::Use(action, _) | Spotlight::UseAt(action, ..) => Some(*action).filter(|_| !picks(intent, *action)),
        Spotlight::Unit(_) => {
            let attacks = |offer: &ActionOffer| offer.action.is_weapon_attack() && offer.is_open();
            waits().filter(|_| !offered.offers.iter().any(attacks))
        }
        Spotlight::Cell(..) | Spotlight::Panel(_) => None,
    }
}

fn picks(intent: &Intent, action: Name) -> bool {
    intent.action == Some(action) || intent.readies == Some(action)
}

/// Draws the outline of a cell, a combatant or a panel; buttons draw their own.
pub fn show(mut contexts: EguiContexts, params: HudParams, run: Res<LessonRun>) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    let Some(look) = run.step().and_then(|step| step.look.as_ref()) else { return Ok(()) };
    let regions = layout::Regions::of(ctx.content_rect(), &params.hud);
    let width = width(run.age, params.settings.reduced_motion);
    let board = ctx.layer_painter(LayerId::background()).with_clip_rect(regions.board);
    match look {
        Spotlight::Cell(x, y) => outline(&board, cell(&ctx, &params, *x, *y), width),
        Spotlight::UseAt(action, x, y) if picks(&params.intent, *action) => {
            outline(&board, cell(&ctx, &params, *x, *y), width);
        }
        Spotlight::Unit(name) => outline(&board, unit(&ctx, &params, name), width),
        Spotlight::Use(action, name) if picks(&params.intent, *action) => {
            outline(&board, unit(&ctx, &params, name), width);
        }
        Spotlight::Panel(panel) => {
            let rect = match panel {
                LessonPanel::Timeline => regions.timeline,
                LessonPanel::Unit => regions.unit,
                LessonPanel::Log => regions.side,
                LessonPanel::Actions => regions.bottom,
            };
            let layer = LayerId::new(Order::Foreground, Id::new("spotlight"));
            outline(&ctx.layer_painter(layer), Some(rect.shrink(2.0)), width);
        }
        Spotlight::Action(_) | Spotlight::Use(..) | Spotlight::UseAt(..) => {}
    }
    Ok(())
}

fn cell(ctx: &Context, params: &HudParams, x: i16, y: i16) -> Option<Rect> {
    params.cells_rect(ctx, Footprint::from(Cell::new(x, y)))
}

fn unit(ctx: &Context, params: &HudParams, name: &str) -> Option<Rect> {
    let found = params.present().find(|data| data.combatant.name.as_str() == name)?;
    params.token_rect(ctx, found.combatant.id)
}

fn outline(painter: &Painter, rect: Option<Rect>, width: f32) {
    let Some(rect) = rect else { return };
    painter.rect_stroke(rect, 6.0, Stroke::new(width + 3.0, style::WELL), StrokeKind::Middle);
    painter.rect_stroke(rect, 6.0, Stroke::new(width, style::SPOTLIGHT), StrokeKind::Middle);
}
