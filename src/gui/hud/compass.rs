//! A compass on which a facing is chosen: a sector for each direction of the board, the middle for all around, and
//! everybody who can be watched at the rim.

use std::f32::consts::PI;

use bevy_egui::egui::{
    self, Align2, Color32, Painter, Pos2, Rect, Sense, Shape as Painted, Stroke, TextStyle, Ui, Vec2, vec2,
};

use super::desk::Desk;
use super::{frame, look};
use crate::battle::{CombatantId, Facing};
use crate::grid::Direction;
use crate::gui::keys::{Command, Keys};
use crate::resolution::{Act, Asks, Choice, Target};

/// Radii, as shares of the whole: the rim on which tokens stand, the outside of the sectors, the middle.
const RIM: f32 = 0.88;
const OUTSIDE: f32 = 0.78;
const MIDDLE: f32 = 0.27;

/// The facings that can be chosen now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Offer {
    pub who: CombatantId,
    pub facings: Vec<Facing>,
    /// The action that takes them; none where they answer a question.
    action: Option<crate::content::Name>,
}

impl Offer {
    /// What choosing a facing answers.
    pub fn choice(&self, facing: Facing) -> Choice {
        match self.action {
            Some(action) => Choice::Act(Act { target: Target::Facing(facing), ..Act::own(action) }),
            None => Choice::Face(facing),
        }
    }

    /// The facings a question offers.
    pub fn asked(who: CombatantId, asks: &Asks) -> Option<Offer> {
        let Asks::Face { options } = asks else { return None };
        Some(Offer { who, facings: options.clone(), action: None })
    }

    /// The facings of acts that could be done.
    pub fn of_acts(who: CombatantId, acts: &[Act]) -> Option<Offer> {
        let facing = |act: &Act| match act.target {
            Target::Facing(facing) => Some(facing),
            _ => None,
        };
        let facings: Vec<Facing> = acts.iter().filter_map(facing).collect();
        let action = acts.first()?.action;
        (!facings.is_empty()).then_some(Offer { who, facings, action: Some(action) })
    }

    /// The facing whose key was pressed.
    pub fn pressed(&self, shape: crate::grid::Shape, keys: &Keys) -> Option<Facing> {
        let is_pressed = |facing: &Facing| match facing {
            Facing::AllAround => keys.pressed(Command::FaceAllAround),
            Facing::Direction(way) => keys.pressed(Command::facing(shape, Direction(*way))),
            Facing::Towards(_) => false,
        };
        self.facings.iter().copied().find(is_pressed)
    }
}

/// A compass in the making.
struct Compass<'a, 'w, 's> {
    painter: Painter,
    middle: Pos2,
    radius: f32,
    desk: &'a Desk<'w, 's>,
    offer: &'a Offer,
    /// What the pointer means, on the compass or on the board.
    meant: Option<Facing>,
}

/// Draws the compass; gives the facing that was clicked.
pub fn show(ui: &mut Ui, desk: &Desk<'_, '_>, offer: &Offer, size: f32) -> Option<Facing> {
    let (rect, shown) = ui.allocate_exact_size(Vec2::splat(size), Sense::click());
    let (middle, radius) = (rect.center(), size / 2.0);
    let pointed = shown.hover_pos().and_then(|at| facing_at(desk, offer, at - middle, radius));
    let compass = Compass {
        painter: ui.painter_at(rect.expand(2.0)),
        middle,
        radius,
        desk,
        offer,
        meant: pointed.or_else(|| aimed(desk)),
    };
    compass.paint(ui);
    if let Some(facing) = pointed {
        point_on_board(ui.ctx(), desk, offer.who, facing);
    }
    let words = pointed.map(|facing| words(desk, facing));
    let shown = match words {
        Some(words) => shown.on_hover_text(words),
        None => shown,
    };
    pointed.filter(|_| frame::answered(&shown))
}

/// The compass of an action that was picked, in a corner of the board.
pub fn float(ctx: &egui::Context, board: Rect, desk: &mut Desk) {
    let Some(who) = desk.offered.who else { return };
    let acts = desk.intent.action.and_then(|action| desk.offered.of(action)).map(|offer| offer.acts.as_slice());
    let Some(offer) = Offer::of_acts(who, acts.unwrap_or_default()) else { return };
    let sights = desk.spots(ctx);
    let size = 190.0_f32.min(board.height() - 40.0).max(100.0);
    let chosen = frame::docked(ctx, "compass", board, &sights, frame::Touched::Yes, |ui| show(ui, desk, &offer, size));
    if let Some(facing) = chosen {
        desk.answer(offer.choice(facing));
    }
}

/// The facing that the pointer on the board means.
fn aimed(desk: &Desk) -> Option<Facing> {
    match desk.aimed.choice.as_ref()? {
        Choice::Face(facing) => Some(*facing),
        Choice::Act(act) => match act.target {
            Target::Facing(facing) => Some(facing),
            _ => None,
        },
        _ => None,
    }
}

/// The way a direction points on the panels, where y points down.
fn heading(desk: &Desk, way: Direction) -> Vec2 {
    let heading = desk.layout.heading(way);
    vec2(heading.x, -heading.y)
}

/// The way to somebody, seen from whoever is asked.
fn bearing(desk: &Desk, from: CombatantId, to: CombatantId) -> Option<Vec2> {
    let view = desk.view();
    view.find(to)?;
    let way = desk.layout.middle(view.footprint(to)) - desk.layout.middle(view.footprint(from));
    let way = vec2(way.x, -way.y);
    (way.length() > 1.0).then(|| way.normalized())
}

/// The facing at a point of the compass, seen from its middle.
fn facing_at(desk: &Desk, offer: &Offer, at: Vec2, radius: f32) -> Option<Facing> {
    let share = at.length() / radius;
    let near = |facing: &Facing| match facing {
        Facing::Towards(to) => {
            bearing(desk, offer.who, *to).is_some_and(|way| (way * RIM * radius - at).length() < 0.13 * radius)
        }
        _ => false,
    };
    if let Some(found) = offer.facings.iter().find(|facing| near(facing)) {
        return Some(*found);
    }
    if share < MIDDLE {
        return offer.facings.contains(&Facing::AllAround).then_some(Facing::AllAround);
    }
    if share > OUTSIDE {
        return None;
    }
    let nearness = |way: &Direction| heading(desk, *way).dot(at);
    let ways = desk.layout.shape().directions();
    let facing = Facing::of(ways.max_by(|a, b| nearness(a).total_cmp(&nearness(b)))?);
    offer.facings.contains(&facing).then_some(facing)
}

fn words(desk: &Desk, facing: Facing) -> String {
    let key = match facing {
        Facing::AllAround => desk.keys.words(Command::FaceAllAround),
        Facing::Direction(way) => desk.keys.words(Command::facing(desk.layout.shape(), Direction(way))),
        Facing::Towards(_) => return format!("face {}", super::prompts::facing_words(desk.view(), facing)),
    };
    format!("{} ({key})", super::prompts::facing_words(desk.view(), facing))
}

impl Compass<'_, '_, '_> {
    fn paint(&self, ui: &Ui) {
        self.painter.circle_filled(self.middle, self.radius * OUTSIDE, look::WELL);
        let shape = self.desk.layout.shape();
        let half = PI / f32::from(shape.sides());
        for way in shape.directions() {
            self.sector(ui, way, half);
        }
        self.centre(ui);
        for facing in &self.offer.facings {
            if let Facing::Towards(to) = facing {
                self.token(*to, self.is_lit(*facing));
            }
        }
    }

    fn is_lit(&self, facing: Facing) -> bool {
        self.meant == Some(facing)
    }

    fn is_present(&self, facing: Facing) -> bool {
        self.desk.view().row(self.offer.who).facing == facing
    }

    fn colours(&self, facing: Facing) -> (Color32, Color32) {
        if !self.offer.facings.contains(&facing) {
            (look::WELL, Color32::from_gray(95))
        } else if self.is_lit(facing) {
            (look::GOLD, look::WELL)
        } else {
            (look::CARD, look::INK)
        }
    }

    /// A wedge with an arrow and its key.
    fn sector(&self, ui: &Ui, way: Direction, half: f32) {
        let facing = Facing::of(way);
        let (fill, ink) = self.colours(facing);
        let ahead = heading(self.desk, way);
        let angle = ahead.angle();
        let on = |share: f32, angle: f32| self.middle + Vec2::angled(angle) * (share * self.radius);
        let mut points: Vec<Pos2> = (0..=6).map(|step| on(OUTSIDE, angle - half + half * step as f32 / 3.0)).collect();
        points.extend([on(MIDDLE, angle + half), on(MIDDLE, angle - half)]);
        self.painter.add(Painted::convex_polygon(points, fill, Stroke::new(1.0, look::EDGE)));
        let tip = on(OUTSIDE - 0.05, angle);
        let across = ahead.rot90() * (0.055 * self.radius);
        let back = ahead * (0.1 * self.radius);
        self.painter.add(Painted::convex_polygon(
            vec![tip, tip - back + across, tip - back - across],
            ink,
            Stroke::NONE,
        ));
        let key = self.desk.keys.of(Command::facing(self.desk.layout.shape(), way)).first().map(ToString::to_string);
        let font = TextStyle::Small.resolve(ui.style());
        self.painter.text(on(0.47, angle), Align2::CENTER_CENTER, key.unwrap_or_default(), font, ink);
        if self.is_present(facing) {
            self.painter.circle_stroke(on(0.47, angle), 0.12 * self.radius, Stroke::new(1.5, look::TIRED));
        }
    }

    /// All around.
    fn centre(&self, ui: &Ui) {
        let (fill, ink) = self.colours(Facing::AllAround);
        let radius = self.radius * (MIDDLE - 0.02);
        self.painter.circle(self.middle, radius, fill, Stroke::new(1.0, look::EDGE));
        self.painter.circle_stroke(self.middle, radius * 0.78, Stroke::new(1.2, ink));
        let key = self.desk.keys.of(Command::FaceAllAround).first().map(ToString::to_string).unwrap_or_default();
        let font = TextStyle::Small.resolve(ui.style());
        self.painter.text(self.middle, Align2::CENTER_CENTER, key, font, ink);
    }

    /// Somebody at the rim, where it stands.
    fn token(&self, to: CombatantId, lit: bool) {
        let Some(way) = bearing(self.desk, self.offer.who, to) else { return };
        let row = self.desk.view().row(to);
        let at = self.middle + way * (RIM * self.radius);
        let rect = Rect::from_center_size(at, Vec2::splat(0.23 * self.radius));
        self.desk.pictures.token(&self.painter, rect, row.side, &row.sheet.figure);
        if lit {
            self.painter.circle_stroke(at, 0.14 * self.radius, Stroke::new(2.0, look::GOLD));
        }
    }
}

/// Shows on the board where a facing of the compass points.
fn point_on_board(ctx: &egui::Context, desk: &Desk, who: CombatantId, facing: Facing) {
    let view = desk.view();
    let from = desk.layout.middle(view.footprint(who));
    let reach = crate::gui::board::CELL * (0.8 + 0.5 * f32::from(view.footprint(who).across()));
    let to = match facing {
        Facing::AllAround => None,
        Facing::Direction(way) => Some(from + desk.layout.heading(Direction(way)) * reach),
        Facing::Towards(other) => Some(desk.layout.middle(view.footprint(other))),
    };
    let painter = ctx.layer_painter(egui::LayerId::background());
    let Some(start) = desk.on_screen(ctx, from) else { return };
    match to.and_then(|to| desk.on_screen(ctx, to)) {
        Some(end) => {
            painter.arrow(start, end - start, Stroke::new(6.0, look::WELL));
            painter.arrow(start, end - start, Stroke::new(3.0, look::GOLD));
        }
        None => drop(painter.circle_stroke(start, 36.0, Stroke::new(3.0, look::GOLD))),
    }
}
