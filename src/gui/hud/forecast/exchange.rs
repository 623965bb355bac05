//! An exchange as a picture: both tests, and for each defence a bar of everything that can happen.

use bevy_egui::egui::{
    Align, Align2, Color32, FontId, Layout, Painter, Pos2, Rect, RichText, Sense, Shape, Stroke, StrokeKind, Ui, pos2,
    vec2,
};

use crate::dice::Distribution;
use crate::gui::hud::style;
use crate::gui::hud::text::{capitalised, percent};
use crate::gui::hud::widgets::RuleLinks;
use crate::odds::{ContestOdds, Forecast, Fraction, Versus};

/// Height of a bar, in points.
pub const BAR: f32 = 18.0;

/// The side for which good results are green.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Viewpoint {
    /// The player attacks: hits are good.
    Attacker,
    /// The player defends: hits are bad.
    Target,
}

/// A part of a bar: its word, its chance, its colour, and which side wins outright, if one does.
struct Part {
    word: &'static str,
    chance: Fraction,
    colour: Color32,
    wins: Option<bool>,
}

fn parts(odds: &ContestOdds, seen: Viewpoint) -> [Part; 5] {
    let (good, bad) = (style::GOOD, style::BAD);
    let (for_attacker, for_target) = if seen == Viewpoint::Attacker { (good, bad) } else { (bad, good) };
    let [won, lost] = match seen {
        Viewpoint::Attacker => ["you win", "it wins"],
        Viewpoint::Target => ["it wins", "you win"],
    };
    let part = |word, chance, colour, wins| Part { word, chance, colour, wins };
    [
        part(won, odds.won, for_attacker, Some(true)),
        part("hit", odds.hit, for_attacker.gamma_multiply(0.72), None),
        part("blocked", odds.blocked, style::TIRED.gamma_multiply(0.8), None),
        part("nothing", odds.nothing, style::FAINT.gamma_multiply(0.6), None),
        part(lost, odds.lost, for_target, Some(false)),
    ]
}

/// Everything that can happen with its chance, in words: `you win 18%, blocked 72%, nothing 2%, it wins 8%`.
pub fn words(odds: &ContestOdds, seen: Viewpoint) -> String {
    let shown = parts(odds, seen).into_iter().filter(|part| part.chance.of > 0);
    let words: Vec<String> =
        shown.map(|part| format!("{} {}", part.word, percent(part.chance.per_ten_thousand()))).collect();
    words.join(", ")
}

/// Draws a bar of everything that can happen. Critical wins have a corner that points up for the attacker and down for the
/// target, so that the bar does not rely on colours.
pub fn bar(painter: &Painter, rect: Rect, odds: &ContestOdds, seen: Viewpoint) {
    painter.rect_filled(rect, 2.0, style::WELL);
    let mut left = rect.left();
    for part in parts(odds, seen) {
        let share = part.chance.per_ten_thousand() as f32 / 10_000.0;
        let right = (left + rect.width() * share).min(rect.right());
        let place = Rect::from_min_max(pos2(left, rect.top()), pos2(right, rect.bottom()));
        left = right;
        if place.width() < 1.0 {
            continue;
        }
        painter.rect_filled(place.shrink2(vec2(0.5, 0.0)), 2.0, part.colour);
        let mark = part.wins.map_or(0.0, |up| corner(painter, place, up));
        label(painter, place.with_min_x(place.left() + mark), &part);
    }
    painter.rect_stroke(rect, 2.0, Stroke::new(1.0, style::EDGE), StrokeKind::Outside);
}

/// Draws the mark of a critical win. Returns its width, in points.
fn corner(painter: &Painter, place: Rect, up: bool) -> f32 {
    const SIZE: f32 = 8.0;
    if place.width() < SIZE {
        return 0.0;
    }
    let middle = place.center().y;
    let (tip, foot) = if up { (middle - 4.0, middle + 3.0) } else { (middle + 4.0, middle - 3.0) };
    let x = place.left() + 2.0;
    let points: Vec<Pos2> = vec![pos2(x, foot), pos2(x + SIZE - 1.0, foot), pos2(x + (SIZE - 1.0) / 2.0, tip)];
    painter.add(Shape::convex_polygon(points, style::WELL, Stroke::NONE));
    SIZE + 1.0
}

/// Writes word and chance into a part, or the chance alone, or nothing, whatever fits.
fn label(painter: &Painter, place: Rect, part: &Part) {
    let chance = percent(part.chance.per_ten_thousand());
    let font = FontId::proportional(12.5);
    for words in [format!("{} {chance}", part.word), chance] {
        let text = painter.layout_no_wrap(words, font.clone(), style::WELL);
        if text.size().x + 3.0 <= place.width() {
            let at = Align2::CENTER_CENTER.anchor_size(place.center(), text.size());
            painter.galley(at.min, text, style::WELL);
            return;
        }
    }
}

/// Draws the test of the attacker, and for each defence the test of the target with a bar of everything that can happen.
pub fn show(ui: &mut Ui, forecast: &Forecast, links: &mut RuleLinks) {
    let Some(odds) = forecast.versus.iter().find_map(|versus| versus.contest) else { return };
    let dice = forecast.roll.dice.words();
    ui.horizontal(|ui| {
        let chance = percent(odds.attacker.per_ten_thousand());
        ui.label(RichText::new(chance).color(style::INK).strong().size(22.0));
        let target = forecast.bonus.total();
        ui.colored_label(style::FAINT, format!("to pass your test: {dice}, {target} or less"));
    });
    ui.colored_label(style::FAINT, RichText::new("against its test, price, expected damage:").size(13.0));
    let best = forecast.best_defence().and_then(|versus| versus.choice.as_ref()).map(|choice| choice.id);
    for versus in &forecast.versus {
        let is_best = versus.choice.as_ref().is_some_and(|choice| Some(choice.id) == best);
        defence(ui, versus, is_best);
    }
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.colored_label(style::FAINT, "gold: its best; a win adds a manoeuvre");
        let rule = forecast.outcomes.iter().find(|told| told.when == "critical win").map(|told| told.rule);
        rule.into_iter().for_each(|rule| links.rule(ui, rule.as_str()));
    });
}

fn defence(ui: &mut Ui, versus: &Versus, is_best: bool) {
    let (Some(odds), Some(choice)) = (&versus.contest, &versus.choice) else { return };
    let colour = if is_best { style::GOLD } else { style::INK };
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        ui.colored_label(colour, RichText::new(capitalised(&choice.name)).strong());
        if choice.id.is_some() {
            let chance = percent(odds.target.per_ten_thousand());
            let price = if choice.cost.is_empty() { String::new() } else { format!(", {}", choice.cost) };
            let words = format!("{}: {chance}{price}", versus.difficulty.total());
            ui.colored_label(style::FAINT, RichText::new(words).size(13.0));
        }
        let damage = RichText::new(format!("{} damage", mean_words(choice.mean))).size(13.0);
        let room = ui.available_width();
        let from_right = Layout::right_to_left(Align::Center);
        ui.allocate_ui_with_layout(vec2(room, 18.0), from_right, |ui| ui.colored_label(colour, damage));
    });
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), BAR), Sense::hover());
    bar(ui.painter(), rect, odds, Viewpoint::Attacker);
}

/// A mean in hundredths, with one decimal.
pub fn mean_words(hundredths: i128) -> String {
    let tenths = (hundredths + 5) / 10;
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// Draws the chance of each amount of damage as a column. Misses are 0.
pub fn histogram(ui: &mut Ui, damage: &Distribution) {
    const HEIGHT: f32 = 34.0;
    let values: Vec<(i32, u128)> = damage.iter().collect();
    let (Some(first), Some(last)) = (values.first(), values.last()) else { return };
    if values.len() < 3 {
        return;
    }
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT + 16.0), Sense::hover());
    let (painter, all) = (ui.painter(), damage.total_weight());
    let most = values.iter().map(|(_, weight)| *weight).max().unwrap_or(1);
    let width = rect.width() / (last.0 - first.0 + 1) as f32;
    let foot = rect.top() + HEIGHT;
    painter.hline(rect.x_range(), foot, Stroke::new(1.0, style::EDGE));
    let font = FontId::proportional(12.0);
    for (value, weight) in &values {
        let share = Fraction::new(*weight, most.max(1)).per_ten_thousand() as f32 / 10_000.0;
        let left = rect.left() + (value - first.0) as f32 * width;
        let column = Rect::from_min_max(pos2(left, foot - share * (HEIGHT - 2.0)), pos2(left + width, foot));
        let colour = if *value == 0 { style::FAINT.gamma_multiply(0.6) } else { style::GOLD };
        painter.rect_filled(column.shrink2(vec2((width * 0.12).min(2.0), 0.0)), 0.0, colour);
    }
    let none = if first.0 == 0 {
        format!("0: {}", percent(Fraction::new(first.1, all).per_ten_thousand()))
    } else {
        first.0.to_string()
    };
    painter.text(pos2(rect.left(), foot + 1.0), Align2::LEFT_TOP, none, font.clone(), style::FAINT);
    let last = format!("{}: {}", last.0, percent(Fraction::new(last.1, all).per_ten_thousand()));
    painter.text(pos2(rect.right(), foot + 1.0), Align2::RIGHT_TOP, last, font, style::FAINT);
}
