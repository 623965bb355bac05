//! A preview of the end of the planned path: targets in reach, enemies that reach it, and the cover between.

use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{Color32, Grid, Label, Order, Rect, RichText, Ui, Vec2, vec2};

use crate::battle::CombatantId;
use crate::content::refusal::Refusal;
use crate::grid::Cell;
use crate::gui::Animating;
use crate::gui::camera::PanelInsets;
use crate::gui::hud::params::HudParams;
use crate::gui::hud::{layout, style};
use crate::gui::overlay::{MovePreview, PlannedMove};
use crate::odds::{Attempt, Exchange};

/// Seconds of resting on a cell until the preview is shown.
const PATIENCE: f64 = 0.5;

/// Seconds for which frames are drawn after that: column widths follow the words of the previous frame.
const SETTLING: f64 = 0.2;

/// Width of a column, in points.
const COLUMN: f32 = 170.0;

/// Most enemies shown.
const MOST: usize = 8;

/// Draws the preview once the pointer rests on a cell.
pub fn show(
    mut contexts: EguiContexts,
    covered: Res<PanelInsets>,
    preview: Res<MovePreview>,
    params: HudParams,
    mut animating: ResMut<Animating>,
    mut resting: Local<Option<(Cell, f64)>>,
) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    let now = ctx.input(|input| input.time);
    let tells = |planned: &&PlannedMove| relevant(planned).next().is_some() || !planned.provoked.is_empty();
    let unblocked = params.aimed.refusal.is_none() && !ctx.is_pointer_over_egui();
    let planned = preview.0.as_ref().filter(|planned| unblocked && tells(planned));
    let (Some(planned), Some(cell)) = (planned, params.hovered.cell) else {
        *resting = None;
        return Ok(());
    };
    let since = resting.filter(|(known, _)| *known == cell).map_or(now, |(_, since)| since);
    *resting = Some((cell, since));
    if now - since < PATIENCE + SETTLING {
        animating.note();
    }
    if now - since < PATIENCE {
        return Ok(());
    }
    let Some(at) = ctx.pointer_latest_pos() else { return Ok(()) };
    let (zoom, all) = (ctx.zoom_factor(), ctx.content_rect());
    let board = Rect::from_min_max(
        all.min + vec2(covered.left, covered.top) / zoom,
        all.max - vec2(covered.right, covered.bottom) / zoom,
    );
    // In the corner that covers least: the path and the tokens at its end stay visible.
    let mut sights = params.token_rects(&ctx);
    sights.push(Rect::from_center_size(at, Vec2::splat(60.0)));
    layout::docked(&ctx, "outlook", board, &sights, Order::Tooltip, |ui| card(ui, &params, planned));
    Ok(())
}

/// The exchanges in which either combatant could hit the other.
fn relevant(planned: &PlannedMove) -> impl Iterator<Item = &Exchange> {
    planned.exchanges.iter().filter(|exchange| exchange.ours.is_ok() || exchange.theirs.is_ok())
}

fn card(ui: &mut Ui, params: &HudParams, planned: &PlannedMove) {
    let mut rows: Vec<&Exchange> = relevant(planned).collect();
    rows.sort_by_key(|exchange| std::cmp::Reverse(exchange.theirs.as_ref().map_or((0, 0), Attempt::rank)));
    ui.colored_label(style::GOLD, format!("At {}", planned.at.anchor));
    // Enemies that may react on the path, with the names of their reactions.
    let mut reacting: BTreeMap<CombatantId, Vec<&str>> = BTreeMap::new();
    for provoked in &planned.provoked {
        let known = params.rules().policies.reactions.iter().find(|known| known.id == provoked.reaction);
        let name = known.map_or("reaction", |known| known.name.as_str());
        let names = reacting.entry(provoked.by).or_default();
        if !names.contains(&name) {
            names.push(name);
        }
    }
    for (who, reactions) in reacting {
        let (name, reactions) = (params.name(who), reactions.join(", "));
        ui.colored_label(style::BAD, format!("{name} may react on the way: {reactions}"));
    }
    if rows.is_empty() {
        return;
    }
    Grid::new("outlook").num_columns(4).spacing([14.0, 4.0]).show(ui, |ui| {
        for word in ["", "You hit", "They hit", "Cover"] {
            ui.colored_label(style::FAINT, RichText::new(word).small());
        }
        ui.end_row();
        for exchange in rows.into_iter().take(MOST) {
            let Some(side) = params.side(exchange.other) else { continue };
            ui.colored_label(style::side(side), RichText::new(params.name(exchange.other)).strong());
            attempt(ui, &exchange.ours, style::GOOD);
            attempt(ui, &exchange.theirs, style::BAD);
            // The cover between them, in one sentence if it is equal both ways.
            let [ours, theirs] = [&exchange.covered, &exchange.sheltered].map(|cover| cover.words(params.view()));
            wrapped(ui, RichText::new(if ours == theirs { ours } else { format!("target: {ours}; you: {theirs}") }));
            ui.end_row();
        }
    });
}

fn attempt(ui: &mut Ui, attempt: &Result<Attempt, Refusal>, colour: Color32) {
    let attempt = match attempt {
        Err(refusal) => return wrapped(ui, RichText::new(&*refusal.why).small()),
        Ok(attempt) => attempt,
    };
    let percent = |chance: u32| format!("{}%", (chance + 50) / 100);
    let (mean, drops) = (attempt.forecast.mean_hundredths(), attempt.forecast.drops.per_ten_thousand());
    let mut words = percent(attempt.hits().per_ten_thousand());
    if mean > 0 {
        words += &format!(", {}.{} on average", mean / 100, mean / 10 % 10);
    }
    if drops >= 50 {
        words += &format!(", KO {}", percent(drops));
    }
    ui.colored_label(colour, words);
}

/// Wraps words in a column of fixed width.
fn wrapped(ui: &mut Ui, words: RichText) {
    ui.scope(|ui| {
        ui.set_max_width(COLUMN);
        ui.add(Label::new(words.color(style::FAINT)).wrap());
    });
}
