//! The widget that the keys are for. In a battle the keys belong to the board until the player gives them to the panels; in menus and
//! windows Tab and the arrows move from widget to widget, and Enter or Space presses one.

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{Color32, Context, FocusDirection, Id, Key, LayerId, Stroke, StrokeKind};

use super::action_bar;
use super::state::Hud;
use crate::gui::input::Intent;
use crate::gui::session::{OpenPrompt, Session};

/// Keys that move from one widget to the next.
const MOVES: [Key; 5] = [Key::Tab, Key::ArrowUp, Key::ArrowDown, Key::ArrowLeft, Key::ArrowRight];

/// Takes the focus from every widget that is not a text field.
pub fn release(ctx: &Context) {
    if let (false, Some(focused)) = (ctx.text_edit_focused(), focused(ctx)) {
        ctx.memory_mut(|memory| memory.surrender_focus(focused));
    }
}

/// Lets an arrow begin at the first widget, as Tab does, where none has the focus.
pub fn begin(ctx: &Context) {
    if focused(ctx).is_none() && moves(ctx) {
        ctx.memory_mut(|memory| memory.move_focus(FocusDirection::Next));
    }
}

/// Moves the focus to the first widget of a layer.
pub fn enter(ctx: &Context, layer: LayerId) {
    if let Some(first) = widgets(ctx, layer).first() {
        ctx.memory_mut(|memory| memory.request_focus(*first));
    }
}

/// Keeps the focus within a window while it is the topmost one and the keys move.
pub fn keep_within(ctx: &Context, layer: LayerId) {
    let is_topmost = ctx.memory(|memory| memory.areas().top_layer_id(layer.order)) == Some(layer);
    let is_outside = || focused(ctx).is_none_or(|focused| !widgets(ctx, layer).contains(&focused));
    if is_topmost && moves(ctx) && is_outside() {
        enter(ctx, layer);
    }
}

/// Draws a ring around the focused widget. A text field has its cursor.
pub fn outline(mut contexts: EguiContexts) -> Result {
    let ctx = contexts.ctx_mut()?;
    let Some(shown) = focused(ctx).filter(|_| !ctx.text_edit_focused()).and_then(|id| ctx.read_response(id)) else {
        return Ok(());
    };
    let painter = ctx.layer_painter(shown.layer_id).with_clip_rect(shown.interact_rect.expand(3.0));
    painter.rect_stroke(shown.rect, 4.0, Stroke::new(2.0, Color32::WHITE), StrokeKind::Outside);
    Ok(())
}

/// Gives the keys back to the board once the panels have done their part: a question was answered, or the picked action is to be aimed.
pub fn give_back(asked: Res<OpenPrompt>, intent: Res<Intent>, session: Option<Res<Session>>, mut hud: ResMut<Hud>) {
    if !hud.in_panels {
        return;
    }
    let picked = intent.action.filter(|_| intent.is_changed());
    let picked = picked.zip(session.as_ref()).and_then(|(action, session)| session.rules().actions.get(action));
    if asked.is_changed() {
        hud.give_keys(false);
    } else if let Some(action) = picked {
        hud.give_keys(action_bar::has_variants(action));
    }
}

fn focused(ctx: &Context) -> Option<Id> {
    ctx.memory(|memory| memory.focused())
}

fn moves(ctx: &Context) -> bool {
    ctx.input(|input| MOVES.iter().any(|key| input.key_pressed(*key)))
}

/// The widgets of a layer that can have the focus, in the order in which they were drawn.
fn widgets(ctx: &Context, layer: LayerId) -> Vec<Id> {
    ctx.viewport(|view| {
        let all = view.this_pass.widgets.get_layer(layer);
        all.filter(|widget| widget.enabled && widget.sense.is_focusable()).map(|widget| widget.id).collect()
    })
}
