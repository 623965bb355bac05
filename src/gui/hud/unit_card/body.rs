//! The figure of a body: each part where it is, filled as far as its points are left.

use bevy_egui::egui::{Align2, Color32, CornerRadius, FontId, Pos2, Rect, Sense, Stroke, StrokeKind, Ui, pos2, vec2};

use crate::content::{BodyPart, BodyParts, BodyRegion, Fate, Name, PartThreshold};
use crate::gui::hud::params::HudParams;
use crate::gui::hud::style;
use crate::gui::theme;
use crate::mechanics::health::HealthPool;

/// The least width of the figure with the words beside it, and its height, in points of the screen.
pub const WIDTH: f32 = 170.0;
const HEIGHT: f32 = 118.0;

/// A part in the figure: its words, and whether it may be picked.
pub struct PartShown {
    /// Beside the part.
    pub words: String,
    /// Below the pointer.
    pub tooltip: String,
    /// From 0 to 1.
    pub share: f32,
    pub may_pick: bool,
}

/// Draws all parts that have a place in the figure. Returns the part that was clicked.
pub fn show(
    ui: &mut Ui,
    body: &BodyParts,
    picked: Option<Name>,
    tell: impl Fn(usize, &BodyPart) -> PartShown,
) -> Option<Name> {
    let room = ui.available_width().max(WIDTH);
    let (all, _) = ui.allocate_exact_size(vec2(room, HEIGHT), Sense::hover());
    let mut clicked = None;
    for (at, part) in body.parts.iter().enumerate() {
        let Some(region) = part.drawn else { continue };
        let (rect, (label, align)) = place(region, all.center_top());
        let shown = tell(at, part);
        let sense = if shown.may_pick { Sense::click() } else { Sense::hover() };
        let response = ui.interact(rect.expand(1.0), ui.id().with(("part", at)), sense);
        let edge = match (picked == Some(part.id), shown.may_pick && response.hovered()) {
            (true, _) => Stroke::new(2.5, style::GOLD),
            (false, true) => Stroke::new(2.0, Color32::WHITE),
            (false, false) => Stroke::new(1.0, style::EDGE),
        };
        fill(ui, rect, region, shown.share, edge);
        let colour = if shown.share <= 0.0 { style::BAD } else { style::INK };
        ui.painter().text(label, align, &shown.words, FontId::proportional(13.0), colour);
        let response = response.on_hover_text(shown.tooltip);
        if response.clicked() {
            clicked = Some(part.id);
        }
    }
    clicked
}

/// Where a part is drawn below the top of the figure, and where its words are.
fn place(region: BodyRegion, top: Pos2) -> (Rect, (Pos2, Align2)) {
    let rect = |x: f32, y: f32, w: f32, h: f32| Rect::from_min_size(top + vec2(x, y), vec2(w, h));
    let beside = |x: f32, y: f32| (top + vec2(x, y), if x < 0.0 { Align2::RIGHT_CENTER } else { Align2::LEFT_CENTER });
    match region {
        BodyRegion::Head => (rect(-13.0, 1.0, 26.0, 24.0), beside(18.0, 12.0)),
        BodyRegion::Trunk => (rect(-20.0, 28.0, 40.0, 42.0), (top + vec2(0.0, 49.0), Align2::CENTER_CENTER)),
        BodyRegion::RightArm => (rect(-37.0, 29.0, 14.0, 45.0), beside(-42.0, 50.0)),
        BodyRegion::LeftArm => (rect(23.0, 29.0, 14.0, 45.0), beside(42.0, 50.0)),
        BodyRegion::RightLeg => (rect(-20.0, 73.0, 18.0, 44.0), beside(-25.0, 98.0)),
        BodyRegion::LeftLeg => (rect(2.0, 73.0, 18.0, 44.0), beside(25.0, 98.0)),
    }
}

fn fill(ui: &Ui, rect: Rect, region: BodyRegion, share: f32, edge: Stroke) {
    let round = CornerRadius::same(if region == BodyRegion::Head { 11 } else { 5 });
    let painter = ui.painter();
    painter.rect_filled(rect, round, style::WELL);
    let colour = match share {
        share if share > 0.5 => theme::HEALTH,
        share if share > 0.0 => theme::HEALTH_LOW,
        _ => theme::HEALTH_DIRE,
    };
    // A part without points is filled, so that it does not look like a whole one in the dark.
    let height = if share > 0.0 { rect.height() * share.min(1.0) } else { rect.height() };
    let filled = Rect::from_min_max(pos2(rect.left(), rect.bottom() - height), rect.max);
    let clip = painter.clip_rect().intersect(filled);
    painter.with_clip_rect(clip).rect_filled(rect, round, style::colour(colour).gamma_multiply(0.7));
    painter.rect_stroke(rect, round, edge, StrokeKind::Inside);
}

/// A part with its points and all that happens as it loses them, a line for each threshold.
pub fn explained(params: &HudParams, part: &BodyPart, pool: &HealthPool) -> String {
    let first = format!("{}: {} of {} points", pool.name.as_str().replace('_', " "), pool.left, pool.most);
    let thresholds = part.thresholds.iter().map(|threshold| threshold_words(params, threshold, pool.most));
    std::iter::once(first).chain(thresholds).collect::<Vec<_>>().join("\n")
}

fn threshold_words(params: &HudParams, threshold: &PartThreshold, most: i16) -> String {
    let rules = params.rules();
    let condition =
        |name: Name| rules.conditions.get(name).map_or_else(|| name.to_string(), |known| known.name.to_lowercase());
    let first = threshold.first.map(|first| {
        let rounds = if first.rounds == 1 { "1 round".to_owned() } else { format!("{} rounds", first.rounds) };
        format!("{} for {rounds}", condition(first.condition))
    });
    let drops = threshold.drops.then(|| "drops what the hand holds".to_owned());
    let attacks = threshold.attacks.map(|of| format!("{:+} to attacks with the hand", of.alone));
    let fate = match threshold.fate {
        Fate::Stands => None,
        Fate::Faints => Some("may faint".to_owned()),
        Fate::Down => Some("unconscious".to_owned()),
        Fate::Dies => Some("dead".to_owned()),
    };
    let lasting = threshold.condition.map(condition);
    let what: Vec<String> = [first, lasting, drops, attacks, fate].into_iter().flatten().collect();
    // The most points at which the threshold is passed.
    let at = (-10 * most.max(1)..=most).rev().find(|left| threshold.at.is_reached(*left, most)).unwrap_or(0);
    format!("{at} or less: {}{}", what.join(", "), params.settings.cited(threshold.rule))
}
