//! Clicks and keys become answers.

use bevy::prelude::*;

use super::aim::{Aimed, Intent};
use super::pointer::{Hovered, Selected};
use crate::battle::Snapshot;
use crate::control::Orders;
use crate::gui::board::FloorView;
use crate::gui::board::Layout;
use crate::gui::camera::Focus;
use crate::gui::keys::{Command, Keys};
use crate::gui::known::Watch;
use crate::gui::overlay::Shown;
use crate::gui::playback::Playback;
use crate::gui::session::{Answer, Asked, Notice, Session};
use crate::resolution::{Act, Choice};

/// A new question begins without anything picked, and in sight.
pub fn renew_intent(
    asked: Res<Asked>,
    layout: Res<Layout>,
    snapshot: Res<Snapshot>,
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
        focus.on(layout.middle(snapshot.view().footprint(who)));
    }
}

/// Left click: does what is aimed at; elsewhere it selects.
pub fn click(
    mouse: Res<ButtonInput<MouseButton>>,
    keys: Keys,
    hovered: Res<Hovered>,
    aimed: Res<Aimed>,
    asked: Res<Asked>,
    (snapshot, watch, session, mut orders): (Res<Snapshot>, Res<Watch>, Option<Res<Session>>, ResMut<Orders>),
    mut selected: ResMut<Selected>,
    (mut answers, mut notices): (MessageWriter<Answer>, MessageWriter<Notice>),
) {
    let clicked = mouse.just_pressed(MouseButton::Left) && hovered.cell.is_some();
    if !clicked && !keys.pressed(Command::Confirm) {
        return;
    }
    let Some(choice) = &aimed.choice else {
        if clicked {
            selected.0 = hovered.who;
        }
        return;
    };
    if let Some(refusal) = aimed.refusal.clone() {
        if clicked && hovered.who.is_some() {
            selected.0 = hovered.who;
        }
        notices.write(Notice { refusal, who: asked.who() });
        return;
    }
    if let (Some(who), Some(session), Some(&goal)) = (asked.who(), session, aimed.way.last())
        && let Choice::Act(Act { action, .. }) = choice
        && let Some(action) = session.rules().actions.get(*action)
    {
        let (view, book) = (watch.view(&snapshot), session.rules().book());
        match &aimed.approach {
            Some(approach) => orders.send_to_strike(view, book, who, action, approach.strike.clone()),
            None if aimed.goes_on => orders.send(view, book, who, action, goal),
            None => {}
        }
    }
    answers.write(Answer(choice.clone()));
}

/// The player took one step back.
#[derive(Message, Clone, Copy, Debug)]
pub struct Cancelled;

/// Right click or Esc takes one step back: the picked action, then the selection. Dragging the board is no click.
pub fn cancel(
    mouse: Res<ButtonInput<MouseButton>>,
    keys: Keys,
    window: Single<&Window>,
    playback: Res<Playback>,
    mut pressed_at: Local<Option<Vec2>>,
    mut intent: ResMut<Intent>,
    mut selected: ResMut<Selected>,
    mut cancelled: MessageWriter<Cancelled>,
) {
    let pointer = window.cursor_position();
    if mouse.just_pressed(MouseButton::Right) {
        *pressed_at = pointer;
    }
    let still = |from: Vec2| pointer.is_some_and(|to| to.distance(from) < 5.0);
    let clicked = mouse.just_released(MouseButton::Right) && pressed_at.is_some_and(still);
    if !clicked && !keys.pressed(Command::Cancel) {
        return;
    }
    cancelled.write(Cancelled);
    if !playback.is_idle() {
        return;
    }
    if *intent != Intent::default() {
        *intent = Intent::default();
    } else if selected.0.is_some() {
        selected.0 = None;
    }
}

/// Keys that show and hide things.
pub fn toggles(keys: Keys, mut floor: ResMut<FloorView>, mut shown: ResMut<Shown>) {
    if keys.pressed(Command::ToggleGrid) {
        floor.grid = !floor.grid;
    }
    let heights = keys.held(Command::ShowHeights);
    if floor.heights != heights {
        floor.heights = heights;
    }
    if keys.pressed(Command::ToggleThreats) {
        shown.threats = !shown.threats;
    }
}
