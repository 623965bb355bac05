//! What is under the pointer.

use bevy::input::ButtonState;
use bevy::prelude::*;
use bevy::window::WindowEvent;
use bevy_egui::{EguiContexts, egui};

use super::aimed::Intent;
use super::cursor::CellCursor;
use crate::battle::{Combatant, CombatantId, Position, Side};
use crate::content::Aim;
use crate::ecs::{Combatants, OutOfPlay};
use crate::grid::{Cell, Shape};
use crate::gui::board::Layout;
use crate::gui::camera::{BoardCamera, Focus};
use crate::gui::frame::Animating;
use crate::gui::hud::OpenWindows;
use crate::gui::keys::{KeyCommand, Keys};
use crate::gui::known::FogOfWar;
use crate::gui::session::{OpenPrompt, Session};
use crate::gui::tokens::TokenPlace;

/// The cell and combatant under the pointer.
#[derive(Resource, Default, Copy, Clone, Debug, PartialEq)]
pub struct Hovered {
    /// The cell.
    pub cell: Option<Cell>,
    /// The combatant there; of several, the one whose token is nearest.
    pub who: Option<CombatantId>,
    /// The point, in world units.
    pub point: Option<Vec2>,
    /// Whether keys point there, not the mouse.
    pub by_keys: bool,
}

/// The combatant the player has selected, apart from the asked one.
#[derive(Resource, Default, Copy, Clone, Debug, PartialEq, Eq)]
pub struct Selected(pub Option<CombatantId>);

/// Where the pointer is, and where the left button was pressed in this frame, before the pointer moved on. In logical pixels.
#[derive(Resource, Default, Debug)]
pub struct PointerState {
    at: Option<Vec2>,
    pub pressed: Option<Vec2>,
    /// Whether the mouse was moved or pressed in this frame.
    pub has_moved: bool,
}

pub fn follow(
    mut events: MessageReader<WindowEvent>,
    window: Single<&Window>,
    mut pointer_state: ResMut<PointerState>,
) {
    use WindowEvent::{CursorLeft, CursorMoved, MouseButtonInput};
    let pointer = window.cursor_position();
    let events: Vec<&WindowEvent> = events.read().collect();
    let moved = events.iter().any(|event| matches!(event, CursorMoved(_) | CursorLeft(_)));
    let (mut at, mut pressed) = (if moved { pointer_state.at } else { pointer }, None);
    for event in events {
        match event {
            CursorMoved(moved) => at = Some(moved.position),
            CursorLeft(_) => at = None,
            MouseButtonInput(input) if (input.button, input.state) == (MouseButton::Left, ButtonState::Pressed) => {
                pressed = pressed.or(at);
            }
            _ => {}
        }
    }
    *pointer_state = PointerState { at: pointer, pressed, has_moved: moved || pressed.is_some() };
}

/// Updates the cell and combatant under the pointer, or where the button was pressed; none over a panel.
pub fn point(
    pointer_state: Res<PointerState>,
    mut contexts: EguiContexts,
    camera: Single<(&Camera, &GlobalTransform), With<BoardCamera>>,
    (layout, fog, windows): (Res<Layout>, Res<FogOfWar>, Res<OpenWindows>),
    cursor: Res<CellCursor>,
    (asked, intent, session): (Res<OpenPrompt>, Res<Intent>, Option<Res<Session>>),
    tokens: Query<Token>,
    (mut hovered, mut animating): (ResMut<Hovered>, ResMut<Animating>),
) -> Result {
    let ctx = contexts.ctx_mut()?;
    let (camera, place) = *camera;
    let pointer = pointer_state.pressed.or(pointer_state.at).filter(|at| is_over_board(ctx, *at));
    // The cards of what is under the pointer would cover the menu.
    let pointer = pointer.filter(|_| windows.pause.is_none());
    let keyed = cursor.0.filter(|_| windows.pause.is_none()).map(|cell| layout.centre(cell));
    let point = keyed.or_else(|| pointer.and_then(|at| camera.viewport_to_world_2d(place, at).ok()));
    let cell = point.and_then(|point| layout.cell_at(point));
    let picked = intent.readies.or(intent.action);
    let action = session.as_ref().zip(picked).and_then(|(session, id)| session.rules().actions.get(id));
    let actor = tokens.iter().map(|(combatant, ..)| combatant).find(|combatant| Some(combatant.id) == asked.acts());
    let actor = actor.map(|actor| (actor.id, actor.side));
    let meaning = Meaning { fog: &fog, shape: layout.shape(), actor, aim: action.map(|action| action.aim) };
    let who = cell.and_then(|cell| meaning.nearest(cell, point.unwrap_or_default(), &tokens));
    hovered.set_if_neq(Hovered { cell, who, point, by_keys: keyed.is_some() });
    if pointer_state.pressed.is_some_and(|at| Some(at) != pointer_state.at) {
        // What is under the pointer now is updated in the next frame.
        animating.note();
    }
    Ok(())
}

/// Whether the board is exposed at a point of the window: no panel is there and none is being dragged.
fn is_over_board(ctx: &egui::Context, at: Vec2) -> bool {
    let at = at / ctx.zoom_factor();
    let layer = ctx.layer_id_at(egui::pos2(at.x, at.y));
    let covered = layer.is_some_and(|layer| layer.order != egui::Order::Background);
    let barred = ctx.memory(|memory| memory.top_modal_layer().is_some()) || egui::Popup::is_any_open(ctx);
    !covered && !barred && !ctx.egui_is_using_pointer()
}

type Token = (&'static Combatant, &'static Position, &'static OutOfPlay, &'static TokenPlace);

/// Decides which of several combatants in a cell a click means.
struct Meaning<'a> {
    fog: &'a FogOfWar,
    shape: Shape,
    actor: Option<(CombatantId, Side)>,
    /// The target kind of the picked action.
    aim: Option<Aim>,
}

impl Meaning<'_> {
    fn nearest(&self, cell: Cell, point: Vec2, tokens: &Query<Token>) -> Option<CombatantId> {
        let standing = tokens.iter().filter(|(combatant, position, gone, _)| {
            !gone.0 && self.fog.knows(combatant.id) && position.footprint().contains(self.shape, cell)
        });
        // Possible targets come first; a small token in front of a large one comes before it.
        let away = |(combatant, _, _, place): &(&Combatant, &Position, &OutOfPlay, &TokenPlace)| {
            (!self.is_aimed_at(combatant), place.at.distance(point) / place.size.max(1.0))
        };
        let nearest = standing.min_by(|a, b| {
            let (a, b) = (away(a), away(b));
            a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
        });
        nearest.map(|(combatant, ..)| combatant.id)
    }

    /// Whether a click could mean a combatant. Without a picked action: any but the acting one.
    fn is_aimed_at(&self, target: &Combatant) -> bool {
        let Some((actor, side)) = self.actor else { return true };
        let (who, enemy) = (target.id, target.side != side);
        match self.aim {
            Some(Aim::Enemy) => enemy,
            Some(Aim::Ally) => !enemy && who != actor,
            Some(Aim::Friend) => !enemy,
            Some(Aim::Other) => who != actor,
            Some(Aim::Own) => who == actor,
            Some(Aim::Thing) => false,
            Some(_) => true,
            None => who != actor,
        }
    }
}

/// Selects the next or previous combatant of the players at the window.
pub fn cycle_units(
    keys: Keys,
    combatants: Combatants,
    (layout, fog): (Res<Layout>, Res<FogOfWar>),
    asked: Res<OpenPrompt>,
    mut selected: ResMut<Selected>,
    mut focus: ResMut<Focus>,
) {
    let middle = |who: CombatantId| Some(layout.middle(combatants.footprint(who)?));
    if keys.pressed(KeyCommand::CentreActor)
        && let Some(point) = asked.who().or(selected.0).and_then(middle)
    {
        focus.on(point);
    }
    let back = keys.pressed(KeyCommand::PreviousUnit);
    if !back && !keys.pressed(KeyCommand::NextUnit) {
        return;
    }
    let is_own = |one: &Combatant| fog.knows(one.id) && fog.commands(one.side);
    let own = combatants.iter().filter(|data| !data.out_of_play.0 && is_own(data.combatant));
    let mut ids: Vec<CombatantId> = own.map(|data| data.combatant.id).collect();
    if back {
        ids.reverse();
    }
    let now = selected.0.or(asked.who());
    let at = now.and_then(|who| ids.iter().position(|id| *id == who));
    let next = at.map_or(0, |at| at + 1) % ids.len().max(1);
    if let Some((who, point)) = ids.get(next).and_then(|who| Some((*who, middle(*who)?))) {
        selected.0 = Some(who);
        focus.on(point);
    }
}
