//! The camera follows what matters: it moves to an action that is not in view, unless the player has just moved it.

use bevy::prelude::*;

use super::place;
use crate::ecs::Roster;
use crate::gui::board::{CELL, Layout};
use crate::gui::camera::{BoardView, Focus};
use crate::gui::cues::{Cue, CueEnd, CueKind};
use crate::gui::playback::Playback;
use crate::gui::session::OpenPrompt;
use crate::gui::settings::Settings;
use crate::gui::tokens::TokenPlace;

/// Seconds in which the camera stays where the player moved it.
const YIELDS: f32 = 3.0;

/// Seconds for which playback waits while the camera is on its way.
const WAITS: f32 = 0.45;

/// Moves the camera to the actions of this frame that are not in view, and to the unit that is to act.
pub fn follow(
    mut cues: MessageReader<Cue>,
    (settings, time, view): (Res<Settings>, Res<Time>, BoardView),
    (layout, roster, tokens): (Res<Layout>, Res<Roster>, Query<&TokenPlace>),
    asked: Res<OpenPrompt>,
    (mut focus, mut playback): (ResMut<Focus>, ResMut<Playback>),
) {
    let follows = settings.follow_action && !focus.was_moved_within(YIELDS, &time);
    for cue in cues.read().filter(|cue| follows && matters(&cue.kind)) {
        let ends = [Some(CueEnd::Unit(cue.who)), cue.other];
        let points = ends.into_iter().flatten().filter_map(|end| place(end, &layout, &roster, &tokens));
        let Some(area) = points.map(|(at, _)| Rect::from_center_size(at, Vec2::splat(CELL))).reduce(|a, b| a.union(b))
        else {
            continue;
        };
        if !view.shows(area) {
            focus.on_area(area);
            playback.linger(WAITS);
        }
    }
    let acting = asked.who().filter(|_| follows && asked.is_changed());
    if let Some((at, _)) = acting.and_then(|who| place(CueEnd::Unit(who), &layout, &roster, &tokens))
        && !view.shows(Rect::from_center_size(at, Vec2::splat(CELL)))
    {
        focus.on(at);
    }
}

/// Whether players want to see it: actions on others and their results, not every step.
fn matters(kind: &CueKind) -> bool {
    match kind {
        CueKind::Declared(_) | CueKind::Strike | CueKind::Shot { .. } | CueKind::Hit | CueKind::Out => true,
        CueKind::Forced | CueKind::Drop | CueKind::Enchant | CueKind::Topple => true,
        CueKind::Area(_) | CueKind::Cast | CueKind::Dodge | CueKind::Block | CueKind::Step => false,
    }
}
