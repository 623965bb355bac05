//! What lies under the pointer.

use bevy::prelude::*;
use bevy_egui::input::EguiWantsInput;

use crate::battle::{CombatantId, Snapshot, View};
use crate::grid::Cell;
use crate::gui::board::Layout;
use crate::gui::camera::{BoardCamera, Focus};
use crate::gui::keys::{Command, Keys};
use crate::gui::known::Watch;
use crate::gui::session::{Asked, Seat, Session};
use crate::gui::tokens::Rest;

/// What is under the pointer.
#[derive(Resource, Default, Copy, Clone, Debug, PartialEq)]
pub struct Hovered {
    /// The cell.
    pub cell: Option<Cell>,
    /// Whoever stands there; of several, the one whose token is nearest.
    pub who: Option<CombatantId>,
    /// The point itself.
    pub point: Option<Vec2>,
}

/// Whom the player looks at, besides the one that is asked.
#[derive(Resource, Default, Copy, Clone, Debug, PartialEq, Eq)]
pub struct Selected(pub Option<CombatantId>);

/// Finds the cell and the token under the pointer; none while the pointer is over a panel.
pub fn point(
    window: Single<&Window>,
    camera: Single<(&Camera, &GlobalTransform), With<BoardCamera>>,
    egui: Option<Res<EguiWantsInput>>,
    layout: Res<Layout>,
    (snapshot, watch): (Res<Snapshot>, Res<Watch>),
    tokens: Query<(&crate::battle::Combatant, &Rest)>,
    mut hovered: ResMut<Hovered>,
) {
    let blocked = egui.is_some_and(|egui| egui.wants_any_pointer_input());
    let (camera, place) = *camera;
    let pointer = window.cursor_position().filter(|_| !blocked);
    let point = pointer.and_then(|at| camera.viewport_to_world_2d(place, at).ok());
    let cell = point.and_then(|point| layout.cell_at(point));
    let who = cell.and_then(|cell| nearest(watch.view(&snapshot), cell, point.unwrap_or_default(), &tokens));
    hovered.set_if_neq(Hovered { cell, who, point });
}

fn nearest(
    view: View<'_>,
    cell: Cell,
    point: Vec2,
    tokens: &Query<(&crate::battle::Combatant, &Rest)>,
) -> Option<CombatantId> {
    let here = |id: CombatantId| {
        view.find(id).is_some_and(|row| !row.gone && view.knows(id) && view.footprint(id).contains(view.shape(), cell))
    };
    let standing = tokens.iter().filter(|(combatant, _)| here(combatant.id));
    // A small one in front of a large one is meant before it.
    let away = |rest: &Rest| rest.at.distance(point) / rest.size.max(1.0);
    standing.min_by(|a, b| away(a.1).total_cmp(&away(b.1))).map(|(combatant, _)| combatant.id)
}

/// Goes through the fighters of whoever sits at the window.
pub fn cycle(
    keys: Keys,
    (snapshot, watch): (Res<Snapshot>, Res<Watch>),
    layout: Res<Layout>,
    session: Option<Res<Session>>,
    asked: Res<Asked>,
    mut selected: ResMut<Selected>,
    mut focus: ResMut<Focus>,
) {
    let view = watch.view(&snapshot);
    let on = |who: CombatantId| layout.middle(view.footprint(who));
    if keys.pressed(Command::CentreActor)
        && let Some(who) = asked.who().or(selected.0)
    {
        focus.on(on(who));
    }
    let back = keys.pressed(Command::PreviousUnit);
    if !back && !keys.pressed(Command::NextUnit) {
        return;
    }
    let mine = |side| session.as_ref().is_none_or(|session| session.seat(side) == Seat::Human);
    let mut ids: Vec<CombatantId> = view.present().filter(|row| mine(row.side)).map(|row| row.id).collect();
    if back {
        ids.reverse();
    }
    let now = selected.0.or(asked.who());
    let at = now.and_then(|who| ids.iter().position(|id| *id == who));
    let next = at.map_or(0, |at| at + 1) % ids.len().max(1);
    if let Some(&who) = ids.get(next) {
        selected.0 = Some(who);
        focus.on(on(who));
    }
}
