//! Where the aimed act may take its target: the cells behind it for a push, with the distance and the chance of each, and the cells
//! in which a drag or a reposition may end, with the chance of each.

use bevy::prelude::*;

use super::drawings::{Overlay, OverlayDrawings, OverlayLabel, OverlayParams};
use crate::battle::CombatantId;
use crate::gui::canvas::Canvas;
use crate::gui::hud::percent;
use crate::gui::theme;
use crate::mechanics::water;
use crate::odds;
use crate::resolution::{Act, Choice};

/// Draws the way of the target of the aimed push.
pub fn draw(params: OverlayParams, mut drawings: OverlayDrawings) {
    if !(params.asked.is_changed() || params.aimed.is_changed() || params.has_changed()) {
        return;
    }
    let (mut canvas, mut labels) = (Canvas::new(), Vec::new());
    let aimed = match &params.aimed.choice {
        Some(Choice::Act(act)) if params.aimed.refusal.is_none() => params.asked.acts().zip(Some(act)),
        _ => None,
    };
    if let Some((who, act)) = aimed {
        pushed(&params, (who, act), &mut canvas, &mut labels);
        moved(&params, (who, act), &mut canvas, &mut labels);
    }
    drawings.draw(Overlay::Push, canvas);
    drawings.label(Overlay::Push, labels);
}

/// Marks the cells in which the target of a drag or a reposition may end.
fn moved(
    params: &OverlayParams,
    (who, act): (CombatantId, &Act),
    canvas: &mut Canvas,
    labels: &mut Vec<OverlayLabel>,
) -> Option<()> {
    let start = params.combatants.footprint(act.aimed_at()?)?;
    for (cell, chance) in odds::forced_landings(params.battle.view(), params.rules(), who, act) {
        let at = params.layout.middle(start.at(cell));
        canvas.disc(at, 7.0, theme::INK);
        canvas.ring(at, 7.0, 2.4, theme::CHOICE);
        let words = format!(" {} ", percent(chance.per_ten_thousand()));
        labels.push(OverlayLabel { at: at - Vec2::new(0.0, 17.0), words, size: 14.0, colour: theme::CHOICE });
    }
    Some(())
}

/// Draws the way of the target of a push.
fn pushed(
    params: &OverlayParams,
    (who, act): (CombatantId, &Act),
    canvas: &mut Canvas,
    labels: &mut Vec<OverlayLabel>,
) -> Option<()> {
    let distances = odds::pushed_distances(params.battle.view(), params.rules(), who, act);
    let (longest, _) = distances.last()?;
    let (game, shape, target) = (params.game(), params.layout.shape(), act.aimed_at()?);
    let (own, start) = (params.combatants.footprint(who)?, params.combatants.footprint(target)?);
    let away = shape.direction_towards(own, start)?;
    let board = &game.policies.board;
    let (mut at, mut gone) = (start, 0);
    while gone < *longest {
        let to = at.at(shape.step(at.anchor, away));
        let open =
            water::is_open_by_force(game, at, away) && water::may_be_forced(game.with(target, at), target, to).is_ok();
        let (from, middle) = (params.layout.middle(at), params.layout.middle(to));
        if !open {
            canvas.cross(from.midpoint(middle), 10.0, 7.0, theme::INK);
            canvas.cross(from.midpoint(middle), 9.0, 4.0, theme::THREAT);
            break;
        }
        gone += board.cell;
        canvas.line(from, middle, 7.0, theme::INK.with_alpha(0.8));
        canvas.line(from, middle, 3.5, theme::CHOICE);
        let swept = water::sweeping_policy(game, to).is_some();
        let colour = if swept { theme::HURT } else { theme::CHOICE };
        if let Some((_, chance)) = distances.iter().find(|(distance, _)| *distance >= gone) {
            canvas.disc(middle, 7.0, theme::INK);
            canvas.ring(middle, 7.0, 2.4, colour);
            if swept {
                canvas.cross(middle, 14.0, 3.0, theme::THREAT);
            }
            let words = format!(" {} {} ", board.unit.short(gone), percent(chance.per_ten_thousand()));
            labels.push(OverlayLabel { at: middle - Vec2::new(0.0, 17.0), words, size: 14.0, colour });
        }
        at = to;
        if swept {
            break;
        }
    }
    let along = params.layout.heading(away);
    canvas.arrow_head(params.layout.middle(at) + along * 20.0, along, 17.0, theme::CHOICE);
    Some(())
}
