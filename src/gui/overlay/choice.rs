//! What can be chosen: cells offered by a question, targets of the picked action, range and area of the picked spell, cells
//! the acting combatant can reach, and the path to the cell under the pointer, with a mark where each count ends.

use std::collections::BTreeSet;

use bevy::prelude::*;

use crate::battle::{CombatantId, Side};
use crate::content::{Components, Does, Gait};
use crate::control::Orders;
use crate::control::orders::PATH_SEARCH;
use crate::ecs::CombatantDataItem;
use crate::grid::{Cell, Flood, Footprint};
use crate::gui::canvas::Canvas;
use crate::gui::input::{ActingCombatant, MovePaths};
use crate::gui::overlay::drawings::{Overlay, OverlayDrawings, OverlayLabel, OverlayParams, area_border, fill_area};
use crate::gui::theme;
use crate::mechanics::{flight, height, magic, movement, water, zone};
use crate::resolution::legal::{self, provoked_by_path};
use crate::resolution::{Act, Asks, Choice, Occasion, PickPurpose, Prompt, Target};

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
        Asks::React { to, .. } | Asks::Interrupt { to, .. } => ring(canvas, params, *to),
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
        let (who, occasion) = params.asked.acting().unwrap_or((CombatantId::default(), Occasion::OwnTurn));
        let may = |act: &&Act| {
            let with_energy = || intent.with_energy((*act).clone());
            intent.energy.is_none()
                || legal::check_on(params.battle.view(), params.rules(), who, &with_energy(), occasion).is_ok()
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
                Target::Charge { ref path, at } if intent.charged.is_none_or(|picked| picked == at) => {
                    path.last()
                        .into_iter()
                        .for_each(|end| canvas.outline(&layout.inner(*end, 5.0), 3.0, theme::CHOICE));
                }
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

/// Counts that are looked ahead.
const COUNTS: u16 = 6;

/// Most movement searched, in cells.
const MOST: u16 = 24;

/// The reachable cells, each with the count or action at which it is reached.
#[derive(Resource, Default, Debug)]
pub struct ReachableCells(pub Vec<(Cell, u16)>);

pub fn reach(params: OverlayParams, mut drawings: OverlayDrawings, mut shown: ResMut<ReachableCells>) {
    let picked = params.asked.is_changed() || params.intent.is_changed() || params.offered.is_changed();
    if !(picked || params.has_changed()) {
        return;
    }
    let layout = &params.layout;
    let mut reached = reachable(&params).map(|paths| paths.accepted(COUNTS)).unwrap_or_default();
    let bodies: Vec<(Side, Footprint)> =
        params.present().map(|data| (data.combatant.side, data.position.footprint())).collect();
    let side = params.asked.who().and_then(|who| params.combatants.side(who));
    let taken = |cell: Cell, by: &dyn Fn(Side) -> bool| {
        bodies.iter().any(|(side, body)| by(*side) && body.contains(layout.shape(), cell))
    };
    // Without a picked action, a click on an enemy attacks.
    reached.retain(|(cell, _)| params.intent.action.is_some() || !taken(*cell, &|other| Some(other) != side));
    let now: BTreeSet<Cell> = reached.iter().filter(|(_, count)| *count <= 1).map(|(cell, _)| *cell).collect();
    let all: BTreeSet<Cell> = reached.iter().map(|(cell, _)| *cell).collect();
    let mut canvas = Canvas::new();
    fill_area(&mut canvas, layout, all.difference(&now).copied(), theme::REACH_LATER.with_alpha(0.34));
    fill_area(&mut canvas, layout, now.iter().copied(), theme::REACH_NOW.with_alpha(0.32));
    for (from, to) in area_border(layout, &all) {
        canvas.dashed(from, to, 1.8, (7.0, 5.0), theme::REACH_LATER.lighter(0.3).with_alpha(0.9));
    }
    for (from, to) in area_border(layout, &now) {
        canvas.line(from, to, 2.6, theme::REACH_NOW);
    }
    drawings.draw(Overlay::Reach, canvas);
    let numbered = reached.iter().filter(|(cell, count)| *count > 1 && !taken(*cell, &|_| true));
    let labels = numbered.map(|(cell, count)| {
        let at = layout.centre(*cell) + Vec2::new(0.0, 1.0);
        OverlayLabel { at, words: count.to_string(), size: 17.0, colour: theme::IVORY }
    });
    drawings.label(Overlay::Reach, labels);
    shown.0 = reached;
}

/// The paths a click on the ground can take: with the picked action, or the usual move.
fn reachable<'a>(params: &'a OverlayParams) -> Option<MovePaths<'a>> {
    let (who, occasion) = params.asked.acting()?;
    let picked = params.intent.action.or_else(|| params.offered.usual_move().map(|(action, _)| action))?;
    let action = &**params.rules().actions.get(picked)?;
    let gait = params.intent.gait(action)?;
    movement::may_use_gait(params.game(), who, gait).ok()?;
    let here = params.combatants.footprint(who)?;
    let shape = params.layout.shape();
    let mover = ActingCombatant { battle: &params.battle, rules: params.rules(), who, here, shape, occasion };
    Some(MovePaths::of(mover, action, gait, MOST))
}

pub fn draw_path(params: OverlayParams, mut drawings: OverlayDrawings) {
    if !(params.asked.is_changed() || params.aimed.is_changed()) {
        return;
    }
    let (mut canvas, mut labels) = (Canvas::new(), Vec::new());
    if let Some((who, here)) = params.asked.who().and_then(|who| Some((who, params.combatants.footprint(who)?))) {
        let path = AimedPath { params: &params, who, here, gait: gait(&params), cells: &params.aimed.path };
        if !path.cells.is_empty() {
            path.draw(&mut canvas, &mut labels);
            path.provoked(&mut canvas, &mut labels);
        }
        labels.extend(path.height());
    }
    drawings.draw(Overlay::Path, canvas);
    drawings.label(Overlay::Path, labels);
}

/// The gait of the aimed movement.
pub(super) fn gait(params: &OverlayParams) -> Gait {
    let Some(Choice::Act(act)) = &params.aimed.choice else { return Gait::Walk };
    let usual = match params.rules().actions.get(act.action).map(|action| &action.does) {
        Some(Does::Move(gait)) => *gait,
        _ => Gait::Walk,
    };
    act.movement(usual).map_or(usual, |(gait, _)| gait)
}

struct AimedPath<'a> {
    params: &'a OverlayParams<'a, 'a>,
    who: CombatantId,
    here: Footprint,
    gait: Gait,
    cells: &'a [Cell],
}

impl AimedPath<'_> {
    fn middle(&self, cell: Cell) -> Vec2 {
        self.params.layout.middle(self.here.at(cell))
    }

    /// Draws the line, dashed after the first count, its head, and the count where one ends before the path does.
    fn draw(&self, canvas: &mut Canvas, labels: &mut Vec<OverlayLabel>) {
        let mut points = vec![self.params.layout.middle(self.here)];
        points.extend(self.cells.iter().map(|cell| self.middle(*cell)));
        let counts = self.counts();
        for (pair, count) in points.windows(2).zip(&counts) {
            canvas.line(pair[0], pair[1], 7.0, theme::INK.with_alpha(0.85));
            match count {
                ..=1 => canvas.line(pair[0], pair[1], 4.0, theme::PATH),
                _ => canvas.dashed(pair[0], pair[1], 4.0, (9.0, 7.0), theme::PATH),
            }
        }
        if let [.., before, last] = points[..] {
            let along = (last - before).normalize_or_zero();
            canvas.arrow_head(last + along * 10.0, along, 24.0, theme::INK);
            canvas.arrow_head(last + along * 6.5, along, 17.0, theme::PATH);
        }
        for (pair, &at) in counts.windows(2).zip(&points[1..]).filter(|(pair, _)| pair[0] != pair[1]) {
            canvas.disc(at, 10.0, theme::INK);
            canvas.ring(at, 9.0, 2.0, theme::PATH);
            labels.push(OverlayLabel { at, words: pair[0].to_string(), size: 13.0, colour: theme::PATH });
        }
    }

    fn counts(&self) -> Vec<u16> {
        let game = self.params.game();
        let mut flood = Flood::default();
        movement::flood(game, self.who, self.gait, &mut flood, PATH_SEARCH);
        let cost = |cell: &Cell| flood.cost(*cell).unwrap_or(0);
        self.cells.iter().map(|cell| movement::counts_for(game, self.who, self.gait, cost(cell))).collect()
    }

    fn provoked(&self, canvas: &mut Canvas, labels: &mut Vec<OverlayLabel>) {
        let found = provoked_by_path(self.params.battle.view(), self.params.rules(), self.who, self.gait, self.cells);
        let places: BTreeSet<Cell> = found.iter().map(|found| found.at).collect();
        for place in places {
            // On the way to the next cell: the mover's own token would cover the mark.
            let next = self.cells.iter().position(|cell| *cell == place).map_or(0, |at| at + 1);
            let on = self.cells.get(next).map_or(self.middle(place), |next| self.middle(*next));
            let at = self.middle(place).lerp(on, 0.62);
            canvas.arrow_head(at + Vec2::new(0.0, 12.0), Vec2::Y, 24.0, theme::INK);
            canvas.arrow_head(at + Vec2::new(0.0, 9.0), Vec2::Y, 18.0, theme::THREAT);
            let at = at - Vec2::new(0.0, 2.0);
            labels.push(OverlayLabel { at, words: "!".to_owned(), size: 14.0, colour: Color::WHITE });
        }
    }

    fn height(&self) -> Option<OverlayLabel> {
        let aimed = &self.params.aimed;
        let (Gait::Fly(pitch), Some(Choice::Act(_)), None) = (self.gait, &aimed.choice, &aimed.refusal) else {
            return None;
        };
        let game = self.params.game();
        let unit = &game.policies.board.unit;
        let airway = flight::plan(game, self.who, pitch, self.cells).ok()?;
        let there = self.cells.last().map_or(self.here, |cell| self.here.at(*cell));
        let above = airway.heights.last()?.saturating_sub(height::ground(game.view, there));
        let ends = if above > 0 { format!("{} up", unit.short(above)) } else { "lands".to_owned() };
        let of = movement::allowance(game, self.who, self.gait);
        let short = flight::missing_distance(game, self.who, airway.length).filter(|_| above > 0);
        let falls = |(missing, _)| format!("; falls unless it flies another {}", unit.short(missing));
        let falls = short.map_or_else(String::new, falls);
        let words = format!("{ends}, {} of {of} cells{falls}", airway.cost.total());
        let at = self.params.layout.middle(there) - Vec2::new(0.0, 34.0);
        Some(OverlayLabel { at, words, size: 15.0, colour: theme::PATH })
    }
}
