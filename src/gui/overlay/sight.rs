//! The line of sight to the combatant under the pointer, and the attacks possible at the end of the planned path.

use std::collections::BTreeSet;

use bevy::prelude::*;

use super::choice::gait;
use super::drawings::{Callout, CalloutAnchor, Callouts, Overlay, OverlayDrawings, OverlayParams};
use crate::battle::CombatantId;
use crate::grid::{Cell, CoverGrade, Footprint, Obstacle};
use crate::gui::board::CELL;
use crate::gui::canvas::Canvas;
use crate::gui::hud::hit_words;
use crate::gui::theme;
use crate::mechanics::cover::{self, TargetCover};
use crate::mechanics::{Game, reach, sight};
use crate::odds::{Attempt, Exchange, best_attack, exchanges};
use crate::resolution::legal::{Provoked, provoked_by_path};

/// Draws the line from the asked or selected combatant.
pub fn draw(params: OverlayParams, mut drawings: OverlayDrawings, callouts: ResMut<Callouts>) {
    let (asked, hovered, selected) = (&params.asked, &params.hovered, &params.selected);
    if !(asked.is_changed() || hovered.is_changed() || selected.is_changed() || params.has_changed()) {
        return;
    }
    let mut canvas = Canvas::new();
    let from = asked.who().or(selected.0);
    let ends = from.zip(hovered.who.filter(|to| Some(*to) != from));
    let words = ends.and_then(|(from, to)| line(&mut canvas, &params, from, to));
    drawings.draw(Overlay::Sight, canvas);
    callouts.map_unchanged(|shown| &mut shown.sight).set_if_neq(words.into_iter().collect());
}

fn line(canvas: &mut Canvas, params: &OverlayParams, from: CombatantId, to: CombatantId) -> Option<Callout> {
    let covered = &cover::cover(params.game(), from, to);
    let ((start, _), (end, _)) = (params.place(from)?, params.place(to)?);
    let colour = draw_line(canvas, params, (start, end), covered);
    // A clear line between neighbours needs no words.
    let concealed = sight::concealment(params.game(), from, to);
    if is_clear(covered) && concealed.is_none() && start.distance(end) < 2.0 * CELL {
        return None;
    }
    let view = params.battle.view();
    let words = match concealed {
        Some(rule) if is_clear(covered) => format!("concealed {rule}"),
        Some(rule) => format!("{}, concealed {rule}", covered.words(view)),
        None => covered.words(view),
    };
    let colour = if concealed.is_some() && covered.seen { theme::SIGHT_COVERED } else { colour };
    Some(Callout { about: CalloutAnchor::Line(start, end), words, colour })
}

fn is_clear(covered: &TargetCover) -> bool {
    covered.grade == CoverGrade::None && covered.creature.is_none()
}

/// Draws a line of sight with its obstacle. Returns its colour.
fn draw_line(canvas: &mut Canvas, params: &OverlayParams, (start, end): (Vec2, Vec2), covered: &TargetCover) -> Color {
    let (colour, dashes) = match covered.seen {
        false => (theme::SIGHT_BLOCKED, Some((3.0, 5.0))),
        true if is_clear(covered) => (theme::SIGHT, None),
        true => (theme::SIGHT_COVERED, Some((10.0, 5.0))),
    };
    canvas.line(start, end, 5.0, theme::INK.with_alpha(0.7));
    match dashes {
        None => canvas.line(start, end, 2.4, colour),
        Some(dashes) => canvas.dashed(start, end, 2.4, dashes, colour),
    }
    if let Some(blocker) = covered.by {
        mark_obstacle(canvas, params, blocker, colour);
    }
    if let Some((creature, _)) = covered.creature.and_then(|creature| params.place(creature)) {
        canvas.ring(creature, 30.0, 3.0, theme::SIGHT_COVERED);
    }
    colour
}

fn mark_obstacle(canvas: &mut Canvas, params: &OverlayParams, blocker: Obstacle, colour: Color) {
    let layout = &params.layout;
    let middle = match blocker {
        Obstacle::Cell(cell) => {
            canvas.outline(&layout.inner(cell, 3.0), 3.0, colour);
            layout.centre(cell)
        }
        Obstacle::Barrier(a, b) => {
            let (from, to) = layout.edge(a, b);
            canvas.line(from, to, 5.0, colour);
            from.midpoint(to)
        }
    };
    canvas.cross(middle, 9.0, 7.0, theme::INK);
    canvas.cross(middle, 8.0, 4.0, colour);
}

/// The situation at the end of the planned path, if there is one.
#[derive(Resource, Default, Debug)]
pub struct MovePreview(pub Option<PlannedMove>);

#[derive(Debug)]
pub struct PlannedMove {
    pub who: CombatantId,
    pub at: Footprint,
    pub exchanges: Vec<Exchange>,
    pub provoked: Vec<Provoked>,
    /// The best attacks now of those that may react on the way.
    pub risks: Vec<(CombatantId, Attempt)>,
    pub threatened: Vec<Cell>,
}

/// Updates the preview for the end of the path under the pointer, or for the combatant's own cell.
pub fn gather_preview(params: OverlayParams, mut preview: ResMut<MovePreview>) {
    let (asked, aimed, intent, hovered) = (&params.asked, &params.aimed, &params.intent, &params.hovered);
    let has_changed = asked.is_changed() || params.has_changed();
    let is_aimed = aimed.is_changed() || intent.is_changed() || hovered.is_changed() || params.settings.is_changed();
    if !(is_aimed || has_changed) {
        return;
    }
    let acts = asked.acts().filter(|_| params.settings.preview);
    let end = acts.and_then(|who| {
        let here = params.combatants.footprint(who)?;
        // An action on the combatant itself needs no preview of attacks.
        let stays = (hovered.who == Some(who) && intent.action.is_none()).then_some(here);
        Some((who, aimed.path.last().map(|end| here.at(*end)).or(stays)?))
    });
    if end == preview.0.as_ref().map(|known| (known.who, known.at)) && !has_changed {
        return;
    }
    preview.0 = end.map(|(who, at)| {
        let (view, rules) = (params.battle.view(), params.rules());
        let gait = gait(&params);
        let (there, provoked) = (view.with(who, at), provoked_by_path(view, rules, who, gait, &aimed.path));
        let reacting: BTreeSet<CombatantId> = provoked.iter().map(|found| found.by).collect();
        let risk = |by: CombatantId| Some((by, best_attack(view, rules, by, who).ok()?));
        PlannedMove {
            who,
            at,
            provoked,
            risks: reacting.into_iter().filter_map(risk).collect(),
            exchanges: exchanges(there, params.rules(), who),
            threatened: reach::threatened_cells(Game::new(there, params.rules().book()), who),
        }
    });
}

/// Draws lines to the enemies that could be attacked from there, and arrows from those that could attack.
pub fn draw_preview(
    preview: Res<MovePreview>,
    params: OverlayParams,
    mut drawings: OverlayDrawings,
    callouts: ResMut<Callouts>,
) {
    if !preview.is_changed() {
        return;
    }
    let mut canvas = Canvas::new();
    let mut words = Vec::new();
    if let Some(planned) = &preview.0 {
        for exchange in &planned.exchanges {
            draw_exchange(&mut canvas, &params, planned, exchange, &mut words);
        }
        let (at, size) = (params.layout.middle(planned.at), f32::from(planned.at.across()));
        canvas.ring(at, 27.0 * size, 2.0, theme::IVORY.with_alpha(0.8));
    }
    drawings.draw(Overlay::MovePreview, canvas);
    callouts.map_unchanged(|shown| &mut shown.preview).set_if_neq(words);
}

fn draw_exchange(
    canvas: &mut Canvas,
    params: &OverlayParams,
    planned: &PlannedMove,
    exchange: &Exchange,
    words: &mut Vec<Callout>,
) {
    let Some(footprint) = params.combatants.footprint(exchange.other) else { return };
    let (own, other) = (params.layout.middle(planned.at), params.layout.middle(footprint));
    let shoots = reach::wields_ranged_weapon(params.battle.view(), planned.who).is_some();
    if exchange.ours.is_ok() || (shoots && !exchange.covered.seen) {
        draw_line(canvas, params, (own, other), &exchange.covered);
    }
    if exchange.theirs.is_ok() {
        // Enemy attacks are drawn beside the line, so that both are visible.
        let along = (own - other).normalize_or_zero();
        let beside = along.perp() * 7.0;
        let (from, to) = (other + beside + along * 26.0, own + beside - along * 34.0);
        canvas.line(from, to, 3.4, theme::INK.with_alpha(0.7));
        canvas.line(from, to, 2.0, theme::THREAT);
        canvas.arrow_head(own + beside - along * 22.0, along, 15.0, theme::THREAT);
    }
    let spot = params.layout.spot(footprint);
    let ours = (&exchange.ours, "you", CalloutAnchor::Above(spot), theme::SIGHT);
    let theirs = (&exchange.theirs, "they", CalloutAnchor::Below(spot), theme::HURT);
    for (attempt, who, about, colour) in [ours, theirs] {
        let Ok(attempt) = attempt else { continue };
        let chance = attempt.versus().map_or_else(String::new, hit_words);
        let why = attempt.forecast.fails.map_or("", |_| ": full cover");
        words.push(Callout { about, words: format!("{who} hit {chance}{why}"), colour });
    }
}
