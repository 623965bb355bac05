//! Turns clicks and keys into answers.

use std::time::Duration;

use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;

use super::aimed::{Aimed, Cancelled, Intent};
use super::pointer::{Hovered, PointerState, Selected};
use crate::control::Orders;
use crate::ecs::{Combatants, ShownBattle};
use crate::gui::board::{FloorSettings, Layout};
use crate::gui::camera::Focus;
use crate::gui::keys::{KeyCommand, Keys};
use crate::gui::overlay::OverlaySettings;
use crate::gui::playback::Playback;
use crate::gui::session::{Notice, OpenPrompt, PlayerAnswer, Session};
use crate::mechanics::Game;
use crate::resolution::{Act, Choice};

/// Clears the picked action at a new question, and moves the camera to the asked combatant.
pub fn reset_intent(
    asked: Res<OpenPrompt>,
    layout: Res<Layout>,
    combatants: Combatants,
    mut intent: ResMut<Intent>,
    mut selected: ResMut<Selected>,
    mut focus: ResMut<Focus>,
) {
    if !asked.is_changed() {
        return;
    }
    intent.set_if_neq(Intent::default());
    if let Some(who) = asked.who() {
        selected.0 = None;
        if let Some(footprint) = combatants.footprint(who) {
            focus.on(layout.middle(footprint));
        }
    }
}

/// Time and distance in pixels within which two clicks are a double click.
const DOUBLE: (Duration, f32) = (Duration::from_millis(400), 8.0);

/// Longest time a click may have waited for its frame; a longer gap between frames is an idle period.
const UNHEARD: Duration = Duration::from_millis(250);

#[derive(SystemParam)]
pub struct Clicked<'w, 's> {
    time: Res<'w, Time<Real>>,
    strategy: Res<'w, TimeUpdateStrategy>,
    /// Time and position of the last click that answered.
    last: Local<'s, Option<(Duration, Vec2)>>,
}

impl Clicked<'_, '_> {
    /// The current time. Bevy's frame time may be stale after an idle period.
    fn now(&self) -> Duration {
        match *self.strategy {
            TimeUpdateStrategy::Automatic => self.time.startup().elapsed(),
            _ => self.time.elapsed(),
        }
    }

    /// Whether a click is the second half of a double click whose first half answered.
    fn repeats(&self, at: Vec2) -> bool {
        // It may have happened at any time since the previous frame.
        let now = self.now().saturating_sub(self.time.delta().min(UNHEARD));
        self.last.is_some_and(|(then, there)| now.saturating_sub(then) < DOUBLE.0 && at.distance(there) < DOUBLE.1)
    }
}

/// Left click: chooses the aimed act, else selects.
pub fn click(
    (pointer_state, mut last): (Res<PointerState>, Clicked),
    keys: Keys,
    hovered: Res<Hovered>,
    (aimed, mut intent): (Res<Aimed>, ResMut<Intent>),
    asked: Res<OpenPrompt>,
    (battle, session, mut orders): (Res<ShownBattle>, Option<Res<Session>>, ResMut<Orders>),
    mut selected: ResMut<Selected>,
    (mut answers, mut notices): (MessageWriter<PlayerAnswer>, MessageWriter<Notice>),
) {
    let pressed = pointer_state.pressed.filter(|at| hovered.cell.is_some() && !last.repeats(*at));
    let clicked = pressed.is_some();
    if !clicked && !keys.pressed(KeyCommand::Confirm) {
        return;
    }
    let Some(choice) = &aimed.choice else {
        if clicked || hovered.by_keys {
            selected.0 = hovered.who;
        }
        return;
    };
    if let Some(refusal) = aimed.refusal.clone() {
        if (clicked || hovered.by_keys) && hovered.who.is_some() {
            selected.0 = hovered.who;
        }
        notices.write(Notice { refusal, who: asked.who() });
        return;
    }
    if aimed.picks.is_some() {
        intent.charged = aimed.picks;
        return;
    }
    if let (Some(who), Some(session), Some(&goal)) = (asked.who(), session, aimed.path.last())
        && let Choice::Act(Act { action, .. }) = choice
        && let Some(action) = session.rules().actions.get(*action)
    {
        let game = Game::new(battle.view(), session.rules().book());
        let foreseen = session.foreseen(&orders, who);
        if let Some(approach) = aimed.approach.as_ref().filter(|approach| approach.unpaid.is_none()) {
            let game = Game { view: foreseen.over(game.view), ..game };
            orders.send_to_strike(game, who, action, approach.strike.clone());
        } else if aimed.continues {
            orders.send(game, who, action, goal);
        }
    }
    if let Some(at) = pressed {
        *last.last = Some((last.now(), at));
    }
    answers.write(PlayerAnswer(choice.clone()));
}

/// Right click on the board or Esc takes one step back: the picked action, the selection, then orders and playback.
/// Dragging is not a click.
pub fn cancel(
    (mouse, hovered): (Res<ButtonInput<MouseButton>>, Res<Hovered>),
    keys: Keys,
    window: Single<&Window>,
    playback: Res<Playback>,
    mut pressed_at: Local<Option<Vec2>>,
    mut intent: ResMut<Intent>,
    mut selected: ResMut<Selected>,
    mut cancelled: MessageWriter<Cancelled>,
) {
    let pointer = window.cursor_position().filter(|_| hovered.point.is_some());
    if mouse.just_pressed(MouseButton::Right) {
        *pressed_at = pointer;
    }
    let still = |from: Vec2| pointer.is_some_and(|to| to.distance(from) < 5.0);
    let clicked = mouse.just_released(MouseButton::Right) && pressed_at.is_some_and(still);
    if !clicked && !keys.pressed(KeyCommand::Cancel) {
        return;
    }
    let picked = *intent != Intent::default() || selected.0.is_some();
    if !playback.is_idle() || !picked {
        cancelled.write(Cancelled);
    } else if *intent != Intent::default() {
        *intent = Intent::default();
    } else {
        selected.0 = None;
    }
}

pub fn toggles(keys: Keys, mut floor: ResMut<FloorSettings>, mut shown: ResMut<OverlaySettings>) {
    if keys.pressed(KeyCommand::ToggleGrid) {
        floor.grid = !floor.grid;
    }
    let heights = keys.held(KeyCommand::ShowHeights);
    if floor.heights != heights {
        floor.heights = heights;
    }
    if keys.pressed(KeyCommand::ToggleThreats) {
        shown.threats = !shown.threats;
    }
}
