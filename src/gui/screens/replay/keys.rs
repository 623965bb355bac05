//! The keys of a replay.

use bevy::prelude::*;

use crate::gui::keys::{KeyCommand, Keys};
use crate::gui::playback::Playback;
use crate::gui::session::ReplayView;
use crate::replay::StopJump;

/// The jumps with the commands of their keys.
pub const JUMPS: [(StopJump, KeyCommand); 8] = [
    (StopJump::Start, KeyCommand::ReplayStart),
    (StopJump::PreviousRound, KeyCommand::PreviousRound),
    (StopJump::PreviousSide, KeyCommand::PreviousSide),
    (StopJump::PreviousAction, KeyCommand::PreviousAction),
    (StopJump::NextAction, KeyCommand::NextAction),
    (StopJump::NextSide, KeyCommand::NextSide),
    (StopJump::NextRound, KeyCommand::NextRound),
    (StopJump::End, KeyCommand::ReplayEnd),
];

pub fn press(keys: Keys, mut view: ResMut<ReplayView>, mut playback: ResMut<Playback>) {
    if keys.pressed(KeyCommand::PlayReplay) {
        view.toggle();
    }
    for (jump, command) in JUMPS {
        if keys.pressed(command) {
            playback.skip();
            view.jump(jump);
        }
    }
}
