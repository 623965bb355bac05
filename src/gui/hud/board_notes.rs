//! Notes drawn over the board: tooltips of badges and cells, labels, rulers, and a preview of the end of the planned
//! path: targets in reach, enemies that reach it, and the cover between.

use std::collections::BTreeMap;

use bevy::prelude::{Rect as Area, *};
use bevy_egui::EguiContexts;
use bevy_egui::egui::{
    Align2, Color32, Context, FontId, Grid, Label, LayerId, Order, Pos2, Rect, RichText, Stroke, StrokeKind, Ui,
    Vec2 as Points, pos2, vec2,
};

use crate::battle::{Combatant, CombatantId, PairFact, PairRelation};
use crate::content::Refusal;
use crate::grid::Cell;
use crate::gui::Animating;
use crate::gui::badges::{Badge, Says, badges};
use crate::gui::camera::PanelInsets;
use crate::gui::hud::forecast::exchange::mean_words;
use crate::gui::hud::params::HudParams;
use crate::gui::hud::text::{hit_words, percent};
use crate::gui::hud::widgets::{explain, line};
use crate::gui::hud::{layout, style};
use crate::gui::overlay::{CalloutAnchor, Callouts, MovePreview, PlannedMove};
use crate::gui::tokens::{TokenPlace, badge_at};
use crate::mechanics::magic;
use crate::narration::{laid_words, object_words};
use crate::odds::{Attempt, Exchange};
use crate::resolution::Choice;

/// Height of the numbers of the rulers, in points.
const SIZE: f32 = 12.0;

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
    let (view, rules) = (params.view(), params.rules());
    let (laid, things) = (laid_words(view, rules, cell), object_words(view, rules, cell));
    let tells = !laid.is_empty() || !things.is_empty();
    let Some(spot) = params.cells_rect(ctx, cell.into()).filter(|_| tells) else { return };
    // Below the tooltip that says why the cell is refused, or who else will be there.
    let noted = params.aimed.refusal.is_some() || params.aimed.crowd.is_some();
    let spot = if noted { spot.expand2(vec2(0.0, 70.0)) } else { spot };
    layout::card_at(ctx, "place", spot, ctx.content_rect(), |ui| {
        ui.set_max_width(360.0);
        for words in &things {
            ui.label(style::heading(&words.what));
            line(ui, &words.state, style::INK);
            explain(ui, &rules.codex, words.rule.as_str());
        }
        for (at, words) in laid.iter().enumerate() {
            if at > 0 || !things.is_empty() {
                ui.separator();
            }
            ui.label(style::heading(&words.what));
            line(ui, words.does, style::INK);
            ui.colored_label(style::TIRED, &words.until);
            explain(ui, &rules.codex, words.rule.as_str());
        }
    });
}

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
        let many = 24.0 / apart.max(0.5);
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

/// The letters of words about the board, and those of the chance of what is aimed at, in points.
const WORDS: f32 = 15.0;
const CHANCE: f32 = 19.0;

/// Padding of a label, and distance between the label and its subject, in points.
const PAD: Points = vec2(7.0, 2.0);
const APART: f32 = 3.0;

/// The subject of a label, in points of the window.
#[derive(Copy, Clone, Debug)]
enum Anchor {
    /// A rectangle, with the label below it if 1.0, above it if -1.0.
    Spot(Rect, f32),
    Line(Pos2, Pos2),
}

pub fn show_callouts(ctx: &Context, board: Rect, params: &HudParams, callouts: &Callouts) {
    let rect =
        |area: Area| Some(Rect::from_two_pos(params.on_screen(ctx, area.min)?, params.on_screen(ctx, area.max)?));
    let tokens = params.present().map(|data| params.layout.spot(data.position.footprint()));
    let mut taken: Vec<Rect> = tokens.filter_map(rect).collect();
    let painter = ctx.layer_painter(LayerId::background()).with_clip_rect(board);
    let mut draw = |words: &str, font: f32, colour: Color32, edge: Color32, about: Anchor| {
        let text = painter.layout_no_wrap(words.to_owned(), FontId::proportional(font), colour);
        let at = least_covered(text.size() + PAD * 2.0, about, &taken, board.shrink(2.0));
        painter.rect(at, 4.0, style::PANEL, Stroke::new(1.0, edge), StrokeKind::Inside);
        painter.galley(at.min + PAD, text, colour);
        taken.push(at);
    };
    if let Some(chance) = &params.hud.chance {
        draw(&chance.words, CHANCE, chance.colour, style::GOLD, Anchor::Spot(chance.spot, -1.0));
    }
    for callout in callouts.iter() {
        let about = match callout.about {
            CalloutAnchor::Above(spot) => rect(spot).map(|spot| Anchor::Spot(spot, -1.0)),
            CalloutAnchor::Below(spot) => rect(spot).map(|spot| Anchor::Spot(spot, 1.0)),
            CalloutAnchor::Line(from, to) => {
                params.on_screen(ctx, from).zip(params.on_screen(ctx, to)).map(|(from, to)| Anchor::Line(from, to))
            }
        };
        if let Some(about) = about {
            draw(&callout.words, WORDS, style::colour(callout.colour), style::EDGE, about);
        }
    }
}

/// The nearest rectangle of this size beside the subject that overlaps least with others.
fn least_covered(size: Points, about: Anchor, taken: &[Rect], bounds: Rect) -> Rect {
    let covers = |at: &Rect| {
        let common = taken.iter().map(|other| other.intersect(*at)).filter(Rect::is_positive);
        let outside = size.x * size.y - at.intersect(bounds).area().max(0.0);
        common.map(|rect| rect.area()).sum::<f32>() + 4.0 * outside
    };
    let all = candidates(size, about).into_iter();
    all.min_by(|a, b| covers(a).total_cmp(&covers(b))).unwrap_or(Rect::from_min_size(bounds.min, size))
}

fn candidates(size: Points, about: Anchor) -> Vec<Rect> {
    let centred = |at: Pos2| Rect::from_center_size(at, size);
    match about {
        Anchor::Spot(spot, first) => {
            let (dx, dy) = (spot.width() / 2.0 + size.x / 2.0 + APART, spot.height() / 2.0 + size.y / 2.0 + APART);
            let row = size.y + APART;
            let rings = [dy, dy + row, dy + 2.0 * row, dy + 3.0 * row];
            let over = rings
                .into_iter()
                .flat_map(|y| [0.0, 0.5, -0.5, 1.0, -1.0].map(|x| [vec2(x * dx, first * y), vec2(x * dx, -first * y)]));
            let sides = [0.0, row, -row].into_iter().map(|y| [vec2(dx, y), vec2(-dx, y)]);
            let all = over.clone().take(3).chain(sides).chain(over.skip(3)).flatten();
            all.map(|away| centred(spot.center() + away)).collect()
        }
        Anchor::Line(from, to) => {
            let along = [0.5_f32, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8];
            let away = [1.0_f32, -1.0, 2.0, -2.0, 3.0, -3.0];
            let shift = |times: f32| vec2(0.0, times * (size.y / 2.0 + APART + 4.0));
            away.into_iter().flat_map(|times| along.map(|at| centred(from.lerp(to, at) + shift(times)))).collect()
        }
    }
}

/// Seconds of resting on a cell until the preview is shown.
const PATIENCE: f64 = 0.5;

/// Seconds for which frames are drawn after that: column widths follow the words of the previous frame.
const SETTLING: f64 = 0.2;

pub fn show_move_preview(
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
    let covers = ctx.is_pointer_over_egui() && !params.hovered.by_keys;
    let unblocked = params.aimed.refusal.is_none() && !covers;
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
    let (zoom, all) = (ctx.zoom_factor(), ctx.content_rect());
    let board = Rect::from_min_max(
        all.min + vec2(covered.left, covered.top) / zoom,
        all.max - vec2(covered.right, covered.bottom) / zoom,
    );
    // In the corner that covers least: the path and the tokens at its end stay visible.
    let mut sights = params.token_rects(&ctx);
    // The end of the path matters more than any token.
    let pointed = ctx.pointer_latest_pos().map(|at| Rect::from_center_size(at, Points::splat(60.0)));
    sights.extend(pointed.iter().flat_map(|at| [*at; 8]));
    layout::docked(&ctx, "outlook", board, &sights, Order::Tooltip, |ui| preview_card(ui, &params, planned));
    Ok(())
}

fn relevant(planned: &PlannedMove) -> impl Iterator<Item = &Exchange> {
    planned.exchanges.iter().filter(|exchange| exchange.ours.is_ok() || exchange.theirs.is_ok())
}

fn preview_card(ui: &mut Ui, params: &HudParams, planned: &PlannedMove) {
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
        let risk = planned.risks.iter().find(|(by, _)| *by == who).map(|(_, attempt)| attempt);
        let risk = risk.and_then(|attempt| Some(format!(" (hit {})", hit_words(attempt.versus()?))));
        let risk = risk.unwrap_or_default();
        ui.colored_label(style::BAD, format!("{name} may react on the way: {reactions}{risk}"));
    }
    if rows.is_empty() {
        return;
    }
    // A grid keeps the heights of its rows: each cell has its own.
    Grid::new(("outlook", planned.at.anchor, rows.len())).num_columns(4).spacing([14.0, 4.0]).show(ui, |ui| {
        for word in ["", "You hit, mean damage", "They hit, mean damage", "Cover"] {
            ui.colored_label(style::FAINT, RichText::new(word).small());
        }
        ui.end_row();
        for exchange in rows.into_iter().take(8) {
            let Some(side) = params.combatants.side(exchange.other) else { continue };
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
    let (mean, drops) = (attempt.forecast.mean_hundredths(), attempt.forecast.drops.per_ten_thousand());
    let mut words = attempt.versus().map_or_else(String::new, hit_words);
    if mean > 0 {
        words += &format!(", {}", mean_words(mean));
    }
    if drops >= 50 {
        words += &format!(", KO {}", percent(drops));
    }
    ui.colored_label(colour, words);
}

fn wrapped(ui: &mut Ui, words: RichText) {
    ui.scope(|ui| {
        ui.set_max_width(170.0);
        ui.add(Label::new(words.color(style::FAINT)).wrap());
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: Rect = Rect { min: Pos2::ZERO, max: pos2(600.0, 400.0) };

    fn placed(units: &[Rect], about: &[Anchor]) -> Vec<Rect> {
        let mut taken = units.to_vec();
        about.iter().for_each(|about| taken.push(least_covered(vec2(90.0, 20.0), *about, &taken, BOARD)));
        taken.split_off(units.len())
    }

    fn overlap(rects: &[Rect]) -> bool {
        let pairs = rects.iter().enumerate().flat_map(|(at, a)| rects[..at].iter().map(move |b| a.intersect(*b)));
        pairs.filter(Rect::is_positive).any(|common| common.area() > 0.5)
    }

    #[test]
    fn words_lie_on_no_unit_and_on_no_other_words() {
        // Three in a column and one beside them, as close as cells of 40 points are.
        let unit = |x: f32, y: f32| Rect::from_center_size(pos2(x, y), Points::splat(40.0));
        let units = [unit(300.0, 160.0), unit(300.0, 200.0), unit(300.0, 240.0), unit(340.0, 200.0)];
        let mut about = vec![Anchor::Spot(units[1], -1.0), Anchor::Line(pos2(100.0, 200.0), pos2(300.0, 200.0))];
        about.extend(units.iter().flat_map(|unit| [Anchor::Spot(*unit, -1.0), Anchor::Spot(*unit, 1.0)]));
        let words = placed(&units, &about);
        let all: Vec<Rect> = units.iter().chain(&words).copied().collect();
        assert!(!overlap(&all), "{words:?}");
        assert!(words.iter().all(|at| BOARD.contains_rect(*at)), "{words:?}");
    }

    #[test]
    fn words_at_the_edge_of_the_board_stay_inside_it() {
        for corner in [pos2(12.0, 12.0), pos2(590.0, 12.0), pos2(12.0, 390.0), pos2(590.0, 390.0)] {
            let unit = Rect::from_center_size(corner, Points::splat(40.0));
            let words = placed(&[unit], &[-1.0, 1.0].map(|side| Anchor::Spot(unit, side)));
            assert!(!overlap(&[unit, words[0], words[1]]), "{words:?}");
            assert!(words.iter().all(|at| BOARD.contains_rect(*at)), "{corner:?}: {words:?}");
        }
    }
}
