//! The widget that the keys are for. In a battle the keys belong to the board until the player gives them to the panels; in menus and
//! windows Tab and the arrows move from widget to widget, and Enter or Space presses one.

use bevy::prelude::*;
use bevy_egui::egui::accesskit::{Action, ActionRequest, TreeId};
use bevy_egui::egui::{Color32, Context, Event, FocusDirection, Id, Key, LayerId, Order, Stroke, StrokeKind};
use bevy_egui::{EguiContexts, EguiInput};

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

/// Keeps the focus within a window while it is the topmost one, unless the player is typing elsewhere.
pub fn keep_within(ctx: &Context, layer: LayerId) {
    let is_topmost = ctx.memory(|memory| memory.areas().top_layer_id(layer.order)) == Some(layer);
    let is_outside = || focused(ctx).is_none_or(|focused| !widgets(ctx, layer).contains(&focused));
    if is_topmost && (moves(ctx) || focused(ctx).is_some()) && !ctx.text_edit_focused() && is_outside() {
        enter(ctx, layer);
    }
}

/// Scrolls to a widget that has just got the focus, if a part of it is out of sight.
pub fn reveal(mut contexts: EguiContexts, mut inputs: Query<&mut EguiInput>, mut last: Local<Option<Id>>) -> Result {
    let ctx = contexts.ctx_mut()?;
    let now = focused(ctx);
    if std::mem::replace(&mut *last, now) == now {
        return Ok(());
    }
    let shown = now.and_then(|id| ctx.read_response(id));
    if let Some(shown) = shown.filter(|shown| !shown.interact_rect.contains_rect(shown.rect)) {
        let (action, target_node) = (Action::ScrollIntoView, shown.id.accesskit_id());
        let request = ActionRequest { action, target_tree: TreeId::ROOT, target_node, data: None };
        for mut input in &mut inputs {
            input.0.events.push(Event::AccessKitActionRequest(request.clone()));
        }
    }
    Ok(())
}

/// Draws a ring around the focused widget. A text field has its cursor.
pub fn outline(mut contexts: EguiContexts) -> Result {
    let ctx = contexts.ctx_mut()?;
    let Some(shown) = focused(ctx).filter(|_| !ctx.text_edit_focused()).and_then(|id| ctx.read_response(id)) else {
        return Ok(());
    };
    // In front of everything: windows may be drawn after it.
    let layer = LayerId::new(Order::Tooltip, Id::new("focus"));
    let painter = ctx.layer_painter(layer).with_clip_rect(shown.interact_rect.expand(3.0));
    painter.rect_stroke(shown.rect, 4.0, Stroke::new(2.0, Color32::WHITE), StrokeKind::Outside);
    Ok(())
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
