//! How a replay advances: recorded answers take the place of those of players. A jump back replays the battle from its beginning.

use std::sync::Arc;

use bevy::prelude::*;

use super::{BattleOpening, NextBattle, Notice, ReplayView, Session};
use crate::gui::frame::Animating;
use crate::gui::playback::Playback;

/// Runs a replay to the stop that the player wants to see.
pub fn run(world: &mut World) {
    world.resource_scope(|world, mut view: Mut<ReplayView>| {
        if !view.is_under_way() {
            return;
        }
        world.resource_mut::<Animating>().note();
        let before = view.at();
        if view.seeks() {
            let Some(to) = view.take_seek() else { return };
            let from = if to < before { reopen(world, &view) } else { before };
            follow(world, &mut view, from);
            world.resource_mut::<Playback>().skip();
        } else if world.resource::<Playback>().is_idle() && view.advance().is_some() {
            follow(world, &mut view, before);
        }
    });
}

/// Opens the battle again at the stop of the view. Returns this stop.
fn reopen(world: &mut World, view: &ReplayView) -> usize {
    let opening = world.resource::<Session>().opening.clone();
    let given = view.battle.answers_before(view.at()).to_vec();
    world.insert_resource(NextBattle(Arc::new(BattleOpening { given, ..(*opening).clone() })));
    super::open(world);
    view.at()
}

/// Gives the recorded answers from a stop to the stop of the view, and hands over the facts that follow.
fn follow(world: &mut World, view: &mut ReplayView, from: usize) {
    let given = view.battle.answers_before(from).len();
    let mut session = world.resource_mut::<Session>();
    let mut answers = view.battle.answers_before(view.at())[given..].iter();
    let followed = answers.try_for_each(|answer| session.follow(answer.choice.clone()));
    session.advance();
    let news = session.news();
    world.resource_mut::<Playback>().extend(news);
    if let Err(why) = followed {
        view.go_to(from);
        world.write_message(Notice::new(format!("the replay cannot continue: {why}")));
    }
}
