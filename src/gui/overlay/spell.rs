//! Range and area of the picked spell, with a ring around every target.

use std::collections::BTreeSet;

use bevy::prelude::*;

use super::{Overlay, OverlayDrawings, OverlayParams, area};
use crate::battle::CombatantId;
use crate::content::action::Does;
use crate::content::spell::Components;
use crate::gui::canvas::Canvas;
use crate::gui::input::{Aimed, Intent};
use crate::gui::session::OpenPrompt;
use crate::gui::theme;
use crate::mechanics::{Game, magic, zone};
use crate::resolution::{Act, Choice};

/// Redraws both.
pub fn draw(
    asked: Res<OpenPrompt>,
    intent: Res<Intent>,
    aimed: Res<Aimed>,
    params: OverlayParams,
    mut drawings: OverlayDrawings,
) {
    if !(asked.is_changed() || intent.is_changed() || aimed.is_changed() || params.has_changed()) {
        return;
    }
    let mut canvas = Canvas::new();
    if let Some((who, energy)) = asked.who().and_then(|who| Some((who, longest_range(&params, who, &intent)?))) {
        let reached =
            magic::within_range(Game::new(params.battle.view(), params.book()), who, energy).into_iter().collect();
        for (from, to) in area::border(&params.layout, &reached) {
            canvas.dashed(from, to, 2.4, (9.0, 5.0), theme::CHOICE.with_alpha(0.9));
        }
        if let Some(Choice::Act(act)) = &aimed.choice {
            draw_area(&mut canvas, &params, who, act, aimed.refusal.is_some());
        }
    }
    drawings.draw(Overlay::Spell, canvas);
}

/// The energy with which the picked spell reaches farthest: as chosen, else as much for range as is available.
fn longest_range(params: &OverlayParams, who: CombatantId, intent: &Intent) -> Option<Components> {
    let action = params.rules().actions.get(intent.readies.or(intent.action)?)?;
    let Does::Cast(spell) = &action.does else { return None };
    let spare = params.combatants.get(who)?.vitals.energy - spell.least.total();
    let more = u8::try_from(spare.max(0)).unwrap_or(u8::MAX);
    let range = spell.least.range.saturating_add(more).min(spell.most.range);
    Some(intent.energy.unwrap_or(Components { range, ..spell.least }))
}

/// Draws the area of a spell and its targets.
fn draw_area(canvas: &mut Canvas, params: &OverlayParams, caster: CombatantId, act: &Act, refused: bool) {
    let (game, layout) = (Game::new(params.battle.view(), params.book()), &params.layout);
    let colour = if refused { theme::FAILED } else { theme::UNIT_THREAT };
    let cells: BTreeSet<_> = match params.rules().actions.get(act.action).map(|action| &action.does) {
        Some(Does::Cast(spell)) => zone::area(game, caster, spell, act).into_iter().collect(),
        _ => BTreeSet::new(),
    };
    area::fill(canvas, layout, cells.iter().copied(), colour.with_alpha(0.25));
    for (from, to) in area::border(layout, &cells) {
        canvas.line(from, to, 2.6, colour);
    }
    if !cells.is_empty() {
        let targets = magic::targets(game, act).into_iter();
        for target in targets.filter_map(|who| params.combatants.footprint(who)) {
            if target.cells(layout.shape()).iter().any(|cell| cells.contains(cell)) {
                canvas.ring(layout.middle(target), 30.0 * f32::from(target.across()), 4.0, colour);
            }
        }
    }
}
