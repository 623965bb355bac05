//! What can be chosen: cells offered by a question, targets of the picked action, range and area of the picked spell.

use std::collections::BTreeSet;

use bevy::prelude::*;

use super::drawings::{Overlay, OverlayDrawings, OverlayLabel, OverlayParams, area_border, fill_area};
use crate::battle::CombatantId;
use crate::content::action::Does;
use crate::content::spell::Components;
use crate::control::Orders;
use crate::ecs::CombatantDataItem;
use crate::grid::Cell;
use crate::gui::canvas::Canvas;
use crate::gui::theme;
use crate::mechanics::{magic, water, zone};
use crate::resolution::{Act, Asks, Choice, PickPurpose, Prompt, Target, legal};

/// Draws what an open question is about, the destinations of standing orders, and the cell under the pointer.
pub fn draw(orders: Res<Orders>, params: OverlayParams, mut drawings: OverlayDrawings) {
    let pointed = params.hovered.is_changed() || params.aimed.is_changed();
    if !(params.asked.is_changed() || pointed || orders.is_changed() || params.has_changed()) {
        return;
    }
    let layout = &params.layout;
    let mut canvas = Canvas::new();
    if let Some(prompt) = &params.asked.0 {
        question(&mut canvas, &params, prompt);
    }
    let commanded = |who: CombatantId| params.combatants.side(who).is_some_and(|side| params.fog.commands(side));
    for (_, walking) in orders.walks().filter(|(who, _)| commanded(*who)) {
        flag(&mut canvas, layout.centre(walking.goal));
    }
    if let Some(cell) = params.hovered.cell {
        canvas.outline(&layout.inner(cell, 2.0), 2.2, Color::WHITE.with_alpha(0.75));
        if params.aimed.refusal.is_some() {
            canvas.cross(layout.centre(cell), 9.0, 3.0, theme::THREAT);
        }
    }
    drawings.draw(Overlay::Choice, canvas);
}

fn question(canvas: &mut Canvas, params: &OverlayParams, prompt: &Prompt) {
    let layout = &params.layout;
    match &prompt.asks {
        Asks::Cell { cells, .. } => {
            let cells: BTreeSet<Cell> = cells.iter().copied().collect();
            fill_area(canvas, layout, cells.iter().copied(), theme::CHOICE.with_alpha(0.25));
            for &cell in &cells {
                canvas.outline(&layout.inner(cell, 6.0), 2.4, theme::CHOICE);
                canvas.ring(layout.centre(cell), 7.0, 2.4, theme::CHOICE);
                if water::sweeping_policy(params.game(), cell.into()).is_some() {
                    canvas.cross(layout.centre(cell), 12.0, 3.0, theme::THREAT);
                }
            }
        }
        Asks::Pick { purpose: PickPurpose::EnterAnyway, .. } => {
            let Some(space) = params.session.entering() else { return };
            let cells = space.cells(layout.shape());
            fill_area(canvas, layout, cells.iter().copied(), theme::CHOICE.with_alpha(0.25));
            cells.iter().for_each(|cell| canvas.outline(&layout.inner(*cell, 4.0), 3.0, theme::CHOICE));
            let inside = |data: &CombatantDataItem| data.position.footprint().overlaps(layout.shape(), space);
            for holder in params.present().filter(|data| data.combatant.id != prompt.who && inside(data)) {
                ring(canvas, params, holder.combatant.id);
            }
        }
        Asks::React { to, .. } => ring(canvas, params, *to),
        _ => {}
    }
}

fn ring(canvas: &mut Canvas, params: &OverlayParams, who: CombatantId) {
    if let Some((middle, size)) = params.place(who) {
        canvas.ring(middle, 31.0 * size, 4.0, theme::THREAT);
    }
}

fn flag(canvas: &mut Canvas, at: Vec2) {
    let foot = at - Vec2::new(6.0, 18.0);
    let top = foot + Vec2::new(0.0, 36.0);
    canvas.line(foot, top, 4.5, theme::INK);
    canvas.fill(&[top + Vec2::Y, top + Vec2::new(21.0, -8.0), top + Vec2::new(0.0, -17.0)], theme::INK);
    canvas.line(foot, top, 2.2, theme::IVORY);
    canvas.fill(&[top, top + Vec2::new(18.0, -8.0), top + Vec2::new(0.0, -15.0)], theme::PATH);
}

/// Draws the targets of the picked action: rings on legal ones, crosses on others, question marks on guessed cells.
pub fn targets(params: OverlayParams, mut drawings: OverlayDrawings) {
    let (intent, offered, layout) = (&params.intent, &params.offered, &params.layout);
    if !(intent.is_changed() || offered.is_changed() || params.has_changed()) {
        return;
    }
    let (mut canvas, mut guesses) = (Canvas::new(), BTreeSet::new());
    if let Some(offer) = intent.action.and_then(|action| offered.of(action)) {
        let who = offered.who.unwrap_or_default();
        let may = |act: &&Act| {
            let with_energy = || intent.with_energy((*act).clone());
            intent.energy.is_none() || legal::check(params.battle.view(), params.rules(), who, &with_energy()).is_ok()
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
                Target::Guess { cell, .. } => drop(guesses.insert(cell)),
                _ => {}
            }
        }
    }
    for cell in &guesses {
        canvas.dashed_outline(&layout.inner(*cell, 8.0), 2.0, theme::CHOICE);
    }
    let mark = |at: Vec2| OverlayLabel { at, words: "?".to_owned(), size: 22.0, colour: theme::CHOICE };
    drawings.label(Overlay::Target, guesses.iter().map(|cell| mark(layout.centre(*cell))));
    drawings.draw(Overlay::Target, canvas);
}

pub fn spell(params: OverlayParams, mut drawings: OverlayDrawings) {
    let picked = params.asked.is_changed() || params.intent.is_changed() || params.aimed.is_changed();
    if !(picked || params.has_changed()) {
        return;
    }
    let mut canvas = Canvas::new();
    if let Some((who, energy)) = params.asked.who().and_then(|who| Some((who, longest_range(&params, who)?))) {
        let reached = magic::within_range(params.game(), who, energy).into_iter().collect();
        for (from, to) in area_border(&params.layout, &reached) {
            canvas.dashed(from, to, 2.4, (9.0, 5.0), theme::CHOICE.with_alpha(0.9));
        }
        if let Some(Choice::Act(act)) = &params.aimed.choice {
            spell_area(&mut canvas, &params, who, act);
        }
    }
    drawings.draw(Overlay::Spell, canvas);
}

/// The energy with which the picked spell reaches farthest: as chosen, else as much for range as is available.
fn longest_range(params: &OverlayParams, who: CombatantId) -> Option<Components> {
    let action = params.rules().actions.get(params.intent.readies.or(params.intent.action)?)?;
    let Does::Cast(spell) = &action.does else { return None };
    let spare = params.combatants.get(who)?.vitals.energy - spell.least.total();
    let more = u8::try_from(spare.max(0)).unwrap_or(u8::MAX);
    let range = spell.least.range.saturating_add(more).min(spell.most.range);
    Some(params.intent.energy.unwrap_or(Components { range, ..spell.least }))
}

fn spell_area(canvas: &mut Canvas, params: &OverlayParams, caster: CombatantId, act: &Act) {
    let layout = &params.layout;
    let colour = if params.aimed.refusal.is_some() { theme::FAILED } else { theme::UNIT_THREAT };
    let Some(Does::Cast(spell)) = params.rules().actions.get(act.action).map(|action| &action.does) else { return };
    let cells: BTreeSet<Cell> = zone::area(params.game(), caster, spell, act).into_iter().collect();
    fill_area(canvas, layout, cells.iter().copied(), colour.with_alpha(0.25));
    for (from, to) in area_border(layout, &cells) {
        canvas.line(from, to, 2.6, colour);
    }
    let targets = magic::targets(params.game(), act).into_iter();
    for target in targets.filter_map(|who| params.combatants.footprint(who)) {
        if target.cells(layout.shape()).iter().any(|cell| cells.contains(cell)) {
            canvas.ring(layout.middle(target), 30.0 * f32::from(target.across()), 4.0, colour);
        }
    }
}
