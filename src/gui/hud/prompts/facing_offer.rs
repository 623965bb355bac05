//! The facings that can be chosen, by an action or as an answer, and the compass that shows them.

use std::f32::consts::PI;

use bevy_egui::egui::{
    self, Align2, Color32, Painter, Pos2, Rect, Sense, Shape as Painted, Stroke, TextStyle, Ui, Vec2, vec2,
};

use crate::battle::{CombatantId, Facing};
use crate::content::Name;
use crate::grid::{Direction, Shape};
use crate::gui::board::CELL;
use crate::gui::hud::params::HudParams;
use crate::gui::hud::{layout, style, text, widgets};
use crate::gui::keys::{KeyCommand, Keys};
use crate::resolution::{Act, Asks, Choice, Target};

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FacingOffer {
    pub who: CombatantId,
    pub facings: Vec<Facing>,
    /// The action that sets the facing; `None` where the facing answers a question.
    action: Option<Name>,
}

impl FacingOffer {
    pub fn choice(&self, facing: Facing) -> Choice {
        match self.action {
            Some(action) => Choice::Act(Act { target: Target::Facing(facing), ..Act::own(action) }),
            None => Choice::Face(facing),
        }
    }

    pub fn asked(who: CombatantId, asks: &Asks) -> Option<FacingOffer> {
        let Asks::Face { options } = asks else { return None };
        Some(FacingOffer { who, facings: options.clone(), action: None })
    }

    pub fn of_acts(who: CombatantId, acts: &[Act]) -> Option<FacingOffer> {
        let facing = |act: &Act| if let Target::Facing(facing) = act.target { Some(facing) } else { None };
        let facings: Vec<Facing> = acts.iter().filter_map(facing).collect();
        let action = acts.first()?.action;
        (!facings.is_empty()).then_some(FacingOffer { who, facings, action: Some(action) })
    }

    pub fn pressed(&self, shape: Shape, keys: &Keys) -> Option<Facing> {
        let is_pressed = |facing: &Facing| match facing {
            Facing::AllAround => keys.pressed(KeyCommand::FaceAllAround),
            Facing::Direction(dir) => keys.pressed(KeyCommand::facing(shape, Direction(*dir))),
            Facing::Towards(_) => false,
        };
        self.facings.iter().copied().find(is_pressed)
    }
}

/// Radii as shares of the whole: the ring of tokens, the outer edge of the sectors, the centre.
const RIM: f32 = 0.88;
const OUTSIDE: f32 = 0.78;
const MIDDLE: f32 = 0.27;

struct Compass<'a, 'w, 's> {
    painter: Painter,
    middle: Pos2,
    radius: f32,
    params: &'a HudParams<'w, 's>,
    offer: &'a FacingOffer,
    /// The facing under the pointer, on the compass or on the board.
    meant: Option<Facing>,
}

/// Draws the compass. Returns the facing that was clicked.
pub fn show_compass(ui: &mut Ui, params: &HudParams<'_, '_>, offer: &FacingOffer, size: f32) -> Option<Facing> {
    let (rect, shown) = ui.allocate_exact_size(Vec2::splat(size), Sense::click());
    let (middle, radius) = (rect.center(), size / 2.0);
    let pointed = shown.hover_pos().and_then(|at| facing_at(params, offer, at - middle, radius));
    let (painter, meant) = (ui.painter_at(rect.expand(2.0)), pointed.or_else(|| aimed_facing(params)));
    Compass { painter, middle, radius, params, offer, meant }.paint(ui);
    let facing = pointed?;
    point_on_board(ui.ctx(), params, offer.who, facing);
    let shown = shown.on_hover_text(words(params, facing));
    widgets::clicked_once(&shown).then_some(facing)
}

pub fn show_floating(ctx: &egui::Context, board: Rect, params: &mut HudParams) {
    let Some(who) = params.offered.who else { return };
    let offered = params.intent.action.and_then(|action| params.offered.of(action));
    let Some(offer) = offered.and_then(|offer| FacingOffer::of_acts(who, &offer.acts)) else { return };
    let sights = params.token_rects(ctx);
    let size = 190.0_f32.min(board.height() - 40.0).max(100.0);
    let compass = |ui: &mut Ui| show_compass(ui, params, &offer, size);
    if let Some(facing) = layout::docked(ctx, "compass", board, &sights, egui::Order::Middle, compass) {
        params.answer(offer.choice(facing));
    }
}

fn aimed_facing(params: &HudParams) -> Option<Facing> {
    match params.aimed.choice.as_ref()? {
        Choice::Face(facing) | Choice::Act(Act { target: Target::Facing(facing), .. }) => Some(*facing),
        _ => None,
    }
}

/// The direction on screen, where y points down.
fn heading(params: &HudParams, dir: Direction) -> Vec2 {
    let heading = params.layout.heading(dir);
    vec2(heading.x, -heading.y)
}

/// Unit vector from one combatant to another on screen, or `None` if they share a position.
fn bearing(params: &HudParams, from: CombatantId, to: CombatantId) -> Option<Vec2> {
    let dir = params.layout.middle(params.combatants.footprint(to)?)
        - params.layout.middle(params.combatants.footprint(from)?);
    let dir = vec2(dir.x, -dir.y);
    (dir.length() > 1.0).then(|| dir.normalized())
}

/// The facing at a point of the compass, relative to its centre.
fn facing_at(params: &HudParams, offer: &FacingOffer, at: Vec2, radius: f32) -> Option<Facing> {
    let share = at.length() / radius;
    let near = |facing: &&Facing| {
        let Facing::Towards(to) = facing else { return false };
        bearing(params, offer.who, *to).is_some_and(|dir| (dir * RIM * radius - at).length() < 0.13 * radius)
    };
    if let Some(found) = offer.facings.iter().find(near) {
        return Some(*found);
    }
    if share < MIDDLE {
        return offer.facings.contains(&Facing::AllAround).then_some(Facing::AllAround);
    }
    if share > OUTSIDE {
        return None;
    }
    let nearness = |dir: &Direction| heading(params, *dir).dot(at);
    let dirs = params.layout.shape().directions();
    let facing = Facing::of(dirs.max_by(|a, b| nearness(a).total_cmp(&nearness(b)))?);
    offer.facings.contains(&facing).then_some(facing)
}

fn words(params: &HudParams, facing: Facing) -> String {
    let key = match facing {
        Facing::AllAround => params.keys.words(KeyCommand::FaceAllAround),
        Facing::Direction(dir) => params.keys.words(KeyCommand::facing(params.layout.shape(), Direction(dir))),
        Facing::Towards(_) => return format!("face {}", text::facing_words(params, facing)),
    };
    format!("{} ({key})", text::facing_words(params, facing))
}

impl Compass<'_, '_, '_> {
    fn paint(&self, ui: &Ui) {
        self.painter.circle_filled(self.middle, self.radius * OUTSIDE, style::WELL);
        let shape = self.params.layout.shape();
        let half = PI / f32::from(shape.sides());
        for dir in shape.directions() {
            self.sector(ui, dir, half);
        }
        self.centre(ui);
        for facing in &self.offer.facings {
            if let Facing::Towards(to) = facing {
                self.token(*to, self.meant == Some(*facing));
            }
        }
    }

    fn colours(&self, facing: Facing) -> (Color32, Color32) {
        if !self.offer.facings.contains(&facing) {
            (style::WELL, Color32::from_gray(95))
        } else if self.meant == Some(facing) {
            (style::GOLD, style::WELL)
        } else {
            (style::CARD, style::INK)
        }
    }

    fn sector(&self, ui: &Ui, dir: Direction, half: f32) {
        let facing = Facing::of(dir);
        let (fill, ink) = self.colours(facing);
        let ahead = heading(self.params, dir);
        let angle = ahead.angle();
        let on = |share: f32, angle: f32| self.middle + Vec2::angled(angle) * (share * self.radius);
        let mut points: Vec<Pos2> = (0..=6).map(|step| on(OUTSIDE, angle - half + half * step as f32 / 3.0)).collect();
        points.extend([on(MIDDLE, angle + half), on(MIDDLE, angle - half)]);
        self.painter.add(Painted::convex_polygon(points, fill, Stroke::new(1.0, style::EDGE)));
        let tip = on(OUTSIDE - 0.05, angle);
        let across = ahead.rot90() * (0.055 * self.radius);
        let back = ahead * (0.1 * self.radius);
        let arrow = vec![tip, tip - back + across, tip - back - across];
        self.painter.add(Painted::convex_polygon(arrow, ink, Stroke::NONE));
        self.key(ui, on(0.47, angle), KeyCommand::facing(self.params.layout.shape(), dir), ink);
        if self.params.combatants.get(self.offer.who).is_some_and(|data| *data.facing == facing) {
            self.painter.circle_stroke(on(0.47, angle), 0.12 * self.radius, Stroke::new(1.5, style::TIRED));
        }
    }

    fn centre(&self, ui: &Ui) {
        let (fill, ink) = self.colours(Facing::AllAround);
        let radius = self.radius * (MIDDLE - 0.02);
        self.painter.circle(self.middle, radius, fill, Stroke::new(1.0, style::EDGE));
        self.painter.circle_stroke(self.middle, radius * 0.78, Stroke::new(1.2, ink));
        self.key(ui, self.middle, KeyCommand::FaceAllAround, ink);
    }

    fn key(&self, ui: &Ui, at: Pos2, command: KeyCommand, ink: Color32) {
        let key = self.params.keys.of(command).first().map(ToString::to_string).unwrap_or_default();
        self.painter.text(at, Align2::CENTER_CENTER, key, TextStyle::Small.resolve(ui.style()), ink);
    }

    fn token(&self, to: CombatantId, lit: bool) {
        let Some(dir) = bearing(self.params, self.offer.who, to) else { return };
        let Some(data) = self.params.combatants.get(to) else { return };
        let at = self.middle + dir * (RIM * self.radius);
        let rect = Rect::from_center_size(at, Vec2::splat(0.23 * self.radius));
        self.params.pictures.token(&self.painter, rect, data.combatant.side, &data.sheet.0.figure);
        if lit {
            self.painter.circle_stroke(at, 0.14 * self.radius, Stroke::new(2.0, style::GOLD));
        }
    }
}

fn point_on_board(ctx: &egui::Context, params: &HudParams, who: CombatantId, facing: Facing) {
    let Some(own) = params.combatants.footprint(who) else { return };
    let from = params.layout.middle(own);
    let reach = CELL * (0.8 + 0.5 * f32::from(own.across()));
    let to = match facing {
        Facing::AllAround => None,
        Facing::Direction(dir) => Some(from + params.layout.heading(Direction(dir)) * reach),
        Facing::Towards(other) => params.combatants.footprint(other).map(|at| params.layout.middle(at)),
    };
    let painter = ctx.layer_painter(egui::LayerId::background());
    let Some(start) = params.on_screen(ctx, from) else { return };
    match to.and_then(|to| params.on_screen(ctx, to)) {
        Some(end) => {
            painter.arrow(start, end - start, Stroke::new(6.0, style::WELL));
            painter.arrow(start, end - start, Stroke::new(3.0, style::GOLD));
        }
        None => drop(painter.circle_stroke(start, 36.0, Stroke::new(3.0, style::GOLD))),
    }
}
