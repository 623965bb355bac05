//! Notes drawn over the board: tooltips of badges and cells, planned moves, labels, and the rulers at its edges.

pub mod callouts;
pub mod move_preview;

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{Align2, Context, FontId, LayerId, Pos2, Rect, Ui, pos2, vec2};

use super::params::HudParams;
use super::widgets::{explain, line};
use super::{layout, style};
use crate::battle::{Combatant, CombatantId, PairFact, PairRelation};
use crate::grid::Cell;
use crate::gui::badges::{Badge, Says, badges};
use crate::gui::tokens::{TokenPlace, badge_at};
use crate::mechanics::magic;
use crate::narration::laid_words;
use crate::resolution::Choice;

/// Height of the numbers of the rulers, in points.
const SIZE: f32 = 12.0;

/// Least distance between two numbers of a ruler, in points.
const LEAST: f32 = 24.0;

/// Draws the tooltips of the badge and of the cell under the pointer.
pub fn show(mut contexts: EguiContexts, params: HudParams, tokens: Query<(&Combatant, &TokenPlace)>) -> Result {
    let ctx = contexts.ctx_mut()?.clone();
    let mut known = tokens.iter().filter(|(combatant, _)| params.watch.knows(combatant.id));
    let found = params.hovered.point.and_then(|point| {
        known.find_map(|(combatant, rest)| {
            let all = badges(&params.combatants.get(combatant.id)?, params.rules());
            let badge = badge_at(rest, all.len(), point).and_then(|at| all.into_iter().nth(at))?;
            Some((combatant.id, badge))
        })
    });
    if let Some((who, badge)) = found
        && let Some(spot) = params.token_rect(&ctx, who)
    {
        layout::card_at(&ctx, "badge", spot, ctx.content_rect(), |ui| badge_card(ui, &params, who, &badge));
    }
    cell_effects(&ctx, &params);
    Ok(())
}

/// Draws a condition and its rule.
fn badge_card(ui: &mut Ui, params: &HudParams, who: CombatantId, badge: &Badge) {
    ui.set_max_width(360.0);
    let rules = params.rules();
    let condition = badge.says.name().and_then(|name| rules.conditions.get(name));
    let name = condition.map_or(if badge.says == Says::Holds { "Holding" } else { "Flanked" }, |found| &found.name);
    let level = if badge.level == 0 { String::new() } else { format!(" {}", badge.level) };
    ui.label(style::heading(format!("{}: {name}{level}", params.name(who))));
    if let Some(about) = others_involved(params, who, badge) {
        line(ui, &about, style::INK);
    }
    let Some(condition) = condition else { return };
    line(ui, &condition.about, style::FAINT);
    ui.separator();
    explain(ui, &rules.codex, condition.rule.as_str());
}

/// The other combatants involved, in words.
fn others_involved(params: &HudParams, who: CombatantId, badge: &Badge) -> Option<String> {
    let data = params.combatants.get(who)?;
    match badge.says {
        Says::Has(_) => None,
        Says::Towards(name) => {
            let of = |fact: &&PairFact| fact.slant == PairRelation::Has(name);
            let towards = data.pairs.0.iter().filter(of).map(|fact| fact.towards);
            let noticed: Vec<CombatantId> = towards.filter(|id| params.watch.notices(*id)).collect();
            Some(format!("towards {}", params.names(&noticed)))
        }
        Says::Holds => Some(format!("holds {}", params.names(&data.grappled.holding))),
        Says::Flanked => data.flanked.0.map(|(a, b)| format!("between {} and {}", params.name(a), params.name(b))),
    }
}

/// Draws the effects on the empty cell under the pointer, whose and until when, unless a spell is aimed at it.
fn cell_effects(ctx: &Context, params: &HudParams) {
    let is_aim = matches!(&params.aimed.choice, Some(Choice::Act(act)) if magic::origin(act).is_some());
    let free = params.hovered.who.is_none() && !is_aim;
    let Some(cell) = params.hovered.cell.filter(|_| free) else { return };
    let laid = laid_words(params.view(), params.rules(), cell);
    let Some(spot) = params.cells_rect(ctx, cell.into()).filter(|_| !laid.is_empty()) else { return };
    // Below the tooltip that says why the cell is refused, or who else will be there.
    let noted = params.aimed.refusal.is_some() || params.aimed.crowd.is_some();
    let spot = if noted { spot.expand2(vec2(0.0, 70.0)) } else { spot };
    layout::card_at(ctx, "place", spot, ctx.content_rect(), |ui| {
        ui.set_max_width(360.0);
        for (at, words) in laid.iter().enumerate() {
            if at > 0 {
                ui.separator();
            }
            ui.label(style::heading(&words.what));
            line(ui, words.does, style::INK);
            ui.colored_label(style::TIRED, &words.until);
            explain(ui, &params.rules().codex, words.rule.as_str());
        }
    });
}

/// Draws column and row numbers along the edges of the board, as the log and the goals name cells.
pub fn show_rulers(ctx: &Context, room: Rect, params: &HudParams) {
    let (width, height) = params.layout.size();
    let centre = |x: u16, y: u16| params.on_screen(ctx, params.layout.centre(Cell::new(x as i16, y as i16)));
    let bounds = params.layout.bounds();
    let corners = (params.on_screen(ctx, bounds.min), params.on_screen(ctx, bounds.max));
    let (Some(a), Some(b), Some(first), Some(next)) = (corners.0, corners.1, centre(0, 0), centre(1, 1)) else {
        return;
    };
    let whole = Rect::from_two_pos(a, b);
    let painter = ctx.layer_painter(LayerId::background()).with_clip_rect(room);
    let write = |at: Pos2, number: u16| {
        if room.expand(-SIZE / 2.0).contains(at) {
            let text = painter.layout_no_wrap(number.to_string(), FontId::proportional(SIZE), style::FAINT);
            let plate = Align2::CENTER_CENTER.anchor_size(at, text.size());
            painter.rect_filled(plate.expand2((2.0, -1.0).into()), 3.0, style::WELL.gamma_multiply(0.8));
            painter.galley(plate.min, text, style::FAINT);
        }
    };
    // The step between numbers for cells at this distance.
    let step = |apart: f32| {
        let many = LEAST / apart.max(0.5);
        [1, 2, 5, 10].into_iter().find(|step| *step as f32 >= many).unwrap_or(20)
    };
    let top = (whole.top() - SIZE * 0.75).max(room.top() + SIZE * 0.75);
    for x in (0..width).step_by(step(next.x - first.x)) {
        centre(x, 0).into_iter().for_each(|at| write(pos2(at.x, top), x));
    }
    let left = (whole.left() - SIZE * 0.9).max(room.left() + SIZE * 0.9);
    for y in (0..height).step_by(step(next.y - first.y)) {
        centre(0, y).into_iter().for_each(|at| write(pos2(left, at.y), y));
    }
}
