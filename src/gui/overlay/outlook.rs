//! What one could do from where the way under the pointer ends, and what could be done to it there.

use bevy::prelude::*;

use super::sight::draw_line;
use super::{About, Callout, Callouts, Overlay, Pages, Shown, Table};
use crate::battle::CombatantId;
use crate::grid::{Cell, Footprint};
use crate::gui::canvas::Canvas;
use crate::gui::input::{Aimed, Hovered, Intent};
use crate::gui::session::Asked;
use crate::gui::theme;
use crate::mechanics::reach;
use crate::odds::{Attempt, Exchange, exchanges};
use crate::resolution::Asks;
use crate::resolution::legal::{Provoked, provoked};

/// The battle as it would be for somebody at the end of its way.
#[derive(Resource, Default, Debug)]
pub struct Outlook(pub Option<Prospect>);

/// Somebody imagined at a place.
#[derive(Debug)]
pub struct Prospect {
    pub who: CombatantId,
    pub at: Footprint,
    /// It and each of its enemies.
    pub exchanges: Vec<Exchange>,
    /// Who may answer its steps on the way there.
    pub provoked: Vec<Provoked>,
    /// The cells it would threaten.
    pub threatened: Vec<Cell>,
}

/// Looks ahead to the end of the way under the pointer; to where the asked one stands if the pointer is on itself.
pub fn gather(
    asked: Res<Asked>,
    (aimed, intent): (Res<Aimed>, Res<Intent>),
    hovered: Res<Hovered>,
    shown: Res<Shown>,
    table: Table,
    mut outlook: ResMut<Outlook>,
) {
    let may_differ = asked.is_changed() || aimed.is_changed() || intent.is_changed() || hovered.is_changed();
    if !(may_differ || shown.is_changed() || table.has_changed()) {
        return;
    }
    let acts = asked.0.as_ref().filter(|prompt| prompt.asks == Asks::Act && shown.outlook);
    let end = acts.and_then(|prompt| {
        let here = table.view().footprint(prompt.who);
        // One who is about to do something to itself need not know whom else it could hit.
        let stays = (hovered.who == Some(prompt.who) && intent.action.is_none()).then_some(here);
        Some((prompt.who, aimed.way.last().map(|end| here.at(*end)).or(stays)?))
    });
    if end == outlook.0.as_ref().map(|known| (known.who, known.at)) && !(asked.is_changed() || table.has_changed()) {
        return;
    }
    outlook.0 = end.map(|(who, at)| {
        let there = table.view().with(who, at);
        Prospect {
            who,
            at,
            provoked: provoked(table.view(), table.rules(), who, &aimed.way),
            exchanges: exchanges(there, table.rules(), who),
            threatened: reach::threatened_cells(there, table.book(), who),
        }
    });
}

/// Draws lines to those who could be hit from there, and arrows from those who could hit.
pub fn draw(outlook: Res<Outlook>, table: Table, mut pages: Pages, mut callouts: ResMut<Callouts>) {
    if !outlook.is_changed() {
        return;
    }
    let mut canvas = Canvas::new();
    let mut words = Vec::new();
    if let Some(prospect) = &outlook.0 {
        let drawing = Drawing { table: &table, prospect, at: table.layout.middle(prospect.at) };
        for exchange in &prospect.exchanges {
            drawing.exchange(&mut canvas, exchange, &mut words);
        }
        canvas.ring(drawing.at, 27.0 * f32::from(prospect.at.across()), 2.0, theme::IVORY.with_alpha(0.8));
    }
    pages.draw(Overlay::Outlook, canvas);
    if callouts.outlook != words {
        callouts.outlook = words;
    }
}

struct Drawing<'a, 'w> {
    table: &'a Table<'w>,
    prospect: &'a Prospect,
    at: Vec2,
}

impl Drawing<'_, '_> {
    fn exchange(&self, canvas: &mut Canvas, exchange: &Exchange, words: &mut Vec<Callout>) {
        let view = self.table.view();
        let other = self.table.layout.middle(view.footprint(exchange.other));
        let shoots = reach::wields_ranged_weapon(view, self.prospect.who).is_some();
        if exchange.ours.is_ok() || (shoots && !exchange.covered.seen) {
            draw_line(canvas, self.table, (self.at, other), &exchange.covered);
        }
        if exchange.theirs.is_ok() {
            // Their attacks come in beside the line, so that both are seen.
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
        let spot = self.table.layout.spot(view.footprint(exchange.other));
        let ours = exchange.ours.as_ref().ok();
        words.extend(ours.map(|attempt| {
            let words = format!("you hit {}", chance(attempt));
            Callout { about: About::Above(spot), words, colour: theme::SIGHT }
        }));
        let theirs = exchange.theirs.as_ref().ok();
        words.extend(theirs.map(|attempt| {
            let words = format!("they hit {}", chance(attempt));
            Callout { about: About::Below(spot), words, colour: theme::HURT }
        }));
    }
}
