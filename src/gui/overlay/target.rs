//! Targets of the picked action: rings where it is legal, crosses where it is not, question marks on cells where a
//! hidden enemy may be guessed.

use std::collections::BTreeSet;

use bevy::prelude::*;

use super::{Overlay, OverlayDrawings, OverlayLabel, OverlayLabels, OverlayParams};
use crate::battle::CombatantId;
use crate::grid::Cell;
use crate::gui::canvas::Canvas;
use crate::gui::input::Intent;
use crate::gui::input::Offered;
use crate::gui::theme;
use crate::resolution::{Act, Target, legal};

/// Redraws the targets.
pub fn draw(
    intent: Res<Intent>,
    offered: Res<Offered>,
    params: OverlayParams,
    mut drawings: OverlayDrawings,
    mut labels: OverlayLabels,
) {
    if !(intent.is_changed() || offered.is_changed() || params.has_changed()) {
        return;
    }
    let (view, layout) = (params.battle.view(), &params.layout);
    let (mut canvas, mut guesses) = (Canvas::new(), BTreeSet::new());
    if let Some(offer) = intent.action.and_then(|action| offered.of(action)) {
        let may = |act: &&Act| {
            let act = intent.with_energy((*act).clone());
            intent.energy.is_none() || legal::check(view, params.rules(), offered.who.unwrap_or_default(), &act).is_ok()
        };
        let refused = || offer.refused.iter().map(|(act, _)| act);
        let all = offer.acts.iter().chain(refused().filter(|_| intent.energy.is_some()));
        let mut open: Vec<CombatantId> = all.filter(may).filter_map(Act::aimed_at).collect();
        open.retain(|who| params.fog.knows(*who));
        let cast_at = offer.acts.iter().chain(refused()).filter_map(Act::aimed_at).filter(|who| params.fog.knows(*who));
        for (middle, size) in open.iter().filter_map(|who| params.place(*who)) {
            canvas.ring(middle, 30.0 * size, 4.0, theme::CHOICE);
        }
        for (middle, _) in cast_at.filter(|who| !open.contains(who)).filter_map(|who| params.place(who)) {
            canvas.cross(middle + Vec2::new(20.0, 20.0), 7.0, 3.0, theme::FAILED);
        }
        for act in &offer.acts {
            match *act.aim() {
                Target::Cell(cell) => canvas.outline(&layout.inner(cell, 5.0), 3.0, theme::CHOICE),
                Target::Guess { cell, .. } => {
                    guesses.insert(cell);
                }
                _ => {}
            }
        }
    }
    for cell in &guesses {
        canvas.dashed_outline(&layout.inner(*cell, 8.0), 2.0, theme::CHOICE);
    }
    let mark = |cell: &Cell| OverlayLabel {
        at: layout.centre(*cell),
        words: "?".to_owned(),
        size: 22.0,
        colour: theme::CHOICE,
    };
    labels.set(Overlay::Target, guesses.iter().map(mark).collect());
    drawings.draw(Overlay::Target, canvas);
}
