//! The situation at the end of the planned path: attacks possible from there, and attacks of enemies.

use bevy::prelude::*;

use super::sight::draw_line;
use super::{Callout, CalloutAnchor, Callouts, Overlay, OverlayDrawings, OverlayParams, OverlaySettings};
use crate::battle::CombatantId;
use crate::grid::{Cell, Footprint};
use crate::gui::canvas::Canvas;
use crate::gui::input::{Aimed, Hovered, Intent};
use crate::gui::session::OpenPrompt;
use crate::gui::theme;
use crate::mechanics::{Game, reach};
use crate::odds::{Attempt, Exchange, exchanges};
use crate::resolution::Asks;
use crate::resolution::legal::{Provoked, provoked};

/// The situation at the end of the planned path, if there is one.
#[derive(Resource, Default, Debug)]
pub struct MovePreview(pub Option<PlannedMove>);

/// A combatant imagined at a destination.
#[derive(Debug)]
pub struct PlannedMove {
    /// The moving combatant.
    pub who: CombatantId,
    /// Its destination.
    pub at: Footprint,
    /// The attacks between it and each enemy.
    pub exchanges: Vec<Exchange>,
    /// Reactions it may provoke on the path.
    pub provoked: Vec<Provoked>,
    /// The cells it would threaten.
    pub threatened: Vec<Cell>,
}

/// Updates the preview for the end of the path under the pointer, or for the combatant's own cell if the pointer is on
/// it.
pub fn gather(
    asked: Res<OpenPrompt>,
    (aimed, intent): (Res<Aimed>, Res<Intent>),
    hovered: Res<Hovered>,
    shown: Res<OverlaySettings>,
    params: OverlayParams,
    mut preview: ResMut<MovePreview>,
) {
    let may_differ = asked.is_changed() || aimed.is_changed() || intent.is_changed() || hovered.is_changed();
    if !(may_differ || shown.is_changed() || params.has_changed()) {
        return;
    }
    let acts = asked.0.as_ref().filter(|prompt| prompt.asks == Asks::Act && shown.preview);
    let end = acts.and_then(|prompt| {
        let here = params.combatants.footprint(prompt.who)?;
        // An action on the combatant itself needs no preview of attacks.
        let stays = (hovered.who == Some(prompt.who) && intent.action.is_none()).then_some(here);
        Some((prompt.who, aimed.path.last().map(|end| here.at(*end)).or(stays)?))
    });
    if end == preview.0.as_ref().map(|known| (known.who, known.at)) && !(asked.is_changed() || params.has_changed()) {
        return;
    }
    preview.0 = end.map(|(who, at)| {
        let there = params.battle.view().with(who, at);
        PlannedMove {
            who,
            at,
            provoked: provoked(params.battle.view(), params.rules(), who, &aimed.path),
            exchanges: exchanges(there, params.rules(), who),
            threatened: reach::threatened_cells(Game::new(there, params.book()), who),
        }
    });
}

/// Draws lines to the enemies that could be hit from there, and arrows from those that could hit.
pub fn draw(
    preview: Res<MovePreview>,
    params: OverlayParams,
    mut drawings: OverlayDrawings,
    mut callouts: ResMut<Callouts>,
) {
    if !preview.is_changed() {
        return;
    }
    let mut canvas = Canvas::new();
    let mut words = Vec::new();
    if let Some(planned) = &preview.0 {
        let drawing = Drawing { params: &params, planned, at: params.layout.middle(planned.at) };
        for exchange in &planned.exchanges {
            drawing.exchange(&mut canvas, exchange, &mut words);
        }
        canvas.ring(drawing.at, 27.0 * f32::from(planned.at.across()), 2.0, theme::IVORY.with_alpha(0.8));
    }
    drawings.draw(Overlay::MovePreview, canvas);
    if callouts.preview != words {
        callouts.preview = words;
    }
}

struct Drawing<'a> {
    params: &'a OverlayParams<'a, 'a>,
    planned: &'a PlannedMove,
    at: Vec2,
}

impl Drawing<'_> {
    fn exchange(&self, canvas: &mut Canvas, exchange: &Exchange, words: &mut Vec<Callout>) {
        let Some(footprint) = self.params.combatants.footprint(exchange.other) else { return };
        let other = self.params.layout.middle(footprint);
        let shoots = reach::wields_ranged_weapon(self.params.battle.view(), self.planned.who).is_some();
        if exchange.ours.is_ok() || (shoots && !exchange.covered.seen) {
            draw_line(canvas, self.params, (self.at, other), &exchange.covered);
        }
        if exchange.theirs.is_ok() {
            // Enemy attacks are drawn beside the line, so that both are visible.
            let along = (self.at - other).normalize_or_zero();
            let beside = along.perp() * 7.0;
            canvas.line(
                other + beside + along * 26.0,
                self.at + beside - along * 34.0,
                3.4,
                theme::INK.with_alpha(0.7),
            );
            canvas.line(other + beside + along * 26.0, self.at + beside - along * 34.0, 2.0, theme::THREAT);
            canvas.arrow_head(self.at + beside - along * 22.0, along, 15.0, theme::THREAT);
        }
        let chance = |attempt: &Attempt| format!("{}%", (attempt.hits().per_ten_thousand() + 50) / 100);
        let spot = self.params.layout.spot(footprint);
        let ours = exchange.ours.as_ref().ok();
        words.extend(ours.map(|attempt| {
            let words = format!("you hit {}", chance(attempt));
            Callout { about: CalloutAnchor::Above(spot), words, colour: theme::SIGHT }
        }));
        let theirs = exchange.theirs.as_ref().ok();
        words.extend(theirs.map(|attempt| {
            let words = format!("they hit {}", chance(attempt));
            Callout { about: CalloutAnchor::Below(spot), words, colour: theme::HURT }
        }));
    }
}
