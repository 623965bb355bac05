//! Words about units and lines on the board, each where it covers no unit and no other words.

use bevy::prelude::Rect as Area;
use bevy_egui::egui::{Color32, Context, FontId, LayerId, Pos2, Rect, Stroke, StrokeKind, Vec2 as Points, vec2};

use crate::gui::hud::params::HudParams;
use crate::gui::hud::style;
use crate::gui::overlay::{CalloutAnchor, Callouts};

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

/// Draws all labels.
pub fn show(ctx: &Context, board: Rect, params: &HudParams, callouts: &Callouts) {
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

/// Candidate rectangles for a label, best first.
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

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_egui::egui::pos2;

    const BOARD: Rect = Rect { min: Pos2::ZERO, max: pos2(600.0, 400.0) };

    /// Places labels one after another.
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
