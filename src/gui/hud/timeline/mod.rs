//! The timeline. Under rules with counts: a tick per count, a marker for each combatant's next action, and where the
//! aimed action would end. Under rules with rounds: all combatants by initiative, with actions and reactions left.

mod marks;
pub mod pips;
pub mod pools;

use bevy_egui::egui::{Align2, Color32, Painter, Pos2, Rect, Sense, Stroke, StrokeKind, TextStyle, Ui, pos2, vec2};

use crate::battle::{Count, Side, WeaponSlot};
use crate::content::{Name, PoolId, ResourcePool};
use crate::ecs::CombatantDataItem;
use crate::gui::hud::params::HudParams;
use crate::gui::hud::text::span_words;
use crate::gui::hud::{style, widgets};
use crate::resolution::{Choice, legal};
use crate::turn::{Due, DueId, DueKind, Phase};
use marks::{Axis, clock, owner, stack};
use pips::pips;

pub fn show(ui: &mut Ui, params: &mut HudParams) {
    if !params.is_counted() {
        return show_rounds(ui, params);
    }
    let (rect, _) = ui.allocate_exact_size(ui.available_size().max(vec2(100.0, 40.0)), Sense::hover());
    let landing = landing(params);
    let now = params.count();
    // The combatants that are taking a turn now have no scheduled turn.
    let acting = params.acting().into_iter().map(|who| Due {
        id: DueId(u32::MAX - u32::from(who.0)),
        at: now,
        phase: Phase::Turns,
        tie: 0,
        what: DueKind::Turn(who),
    });
    let dues = acting.chain(params.timeline().iter().filter(|due| due.at >= now).cloned());
    let dues: Vec<Due> = dues.filter(|due| params.watch.notices(owner(&due.what))).collect();
    let landed = landing.into_iter().flat_map(|(_, least, most)| [least, most]);
    let axis = Axis::new(rect, now, dues.iter().map(|due| due.at).chain(landed));
    let painter = ui.painter_at(rect.expand(4.0));
    ticks(ui, &painter, &axis);
    if let Some(landing) = landing {
        show_landing(ui, &painter, &axis, landing);
    }
    let stacks: Vec<&[Due]> = dues.chunk_by(|due, next| due.at == next.at).collect();
    let mut clicked = None;
    for (number, dues) in stacks.iter().enumerate() {
        let next = stacks.get(number + 1).map(|dues| dues[0].at);
        clicked = stack(ui, params, &painter, &axis, dues, next).or(clicked);
    }
    if let Some(who) = clicked {
        params.select_and_focus(who);
    }
}

fn ticks(ui: &Ui, painter: &Painter, axis: &Axis) {
    let base = axis.base();
    painter.hline(axis.rect.x_range(), base, Stroke::new(1.0, style::EDGE));
    let font = TextStyle::Small.resolve(ui.style());
    let every = match axis.step {
        ..16.0 => 10,
        ..34.0 => 5,
        _ => 1,
    };
    for count in axis.counts() {
        let (x, now) = (axis.x(count), count == axis.now);
        // A number at the end of the bar would be cut.
        let labelled = now || count % every == 0 && x + END <= axis.rect.right();
        let height = if labelled { 6.0 } else { 3.0 };
        painter.vline(x, base - height..=base, Stroke::new(1.0, if labelled { style::FAINT } else { style::EDGE }));
        if labelled {
            let colour = if now { style::GOLD } else { style::FAINT };
            painter.text(pos2(x, base + 1.0), Align2::CENTER_TOP, count.to_string(), font.clone(), colour);
        }
    }
    for (x, left_out) in axis.breaks() {
        let at = pos2(x, base);
        painter.rect_filled(Rect::from_center_size(at, vec2(7.0, 6.0)), 0.0, style::PANEL);
        for x in [-3.5, 3.5] {
            let (from, to) = (at + vec2(x - 3.0, 7.0), at + vec2(x + 3.0, -7.0));
            painter.line_segment([from, to], Stroke::new(1.5, style::TIRED));
        }
        painter.text(pos2(x, base + 1.0), Align2::CENTER_TOP, format!("+{left_out}"), font.clone(), style::TIRED);
    }
    painter.vline(axis.x(axis.now), axis.rect.top()..=base, Stroke::new(1.5, style::GOLD.gamma_multiply(0.6)));
}

/// Whose action it is that the player considers, and the earliest and the latest count at which it would end.
fn landing(params: &HudParams) -> Option<(Side, Count, Count)> {
    let who = params.offered.who?;
    let (action, weapon) = considered_action(params)?;
    let (least, most) = params.action_span(who, params.rules().actions.get(action)?, weapon)?;
    let now = params.count();
    Some((params.combatants.side(who)?, now + Count::from(least), now + Count::from(most)))
}

fn show_landing(ui: &Ui, painter: &Painter, scale: &Axis, (side, least, most): (Side, Count, Count)) {
    let base = scale.base();
    let (from, to) = (scale.x(least), scale.x(most));
    let band = Rect::from_min_max(pos2(from - 5.0, scale.rect.top()), pos2(to + 5.0, base));
    let colour = style::side(side);
    painter.rect_filled(band, 3.0, colour.gamma_multiply(0.28));
    // Hatched, so that it does not rely on colour.
    let mut x = band.left() + 3.0;
    while x < band.right() {
        painter.line_segment([pos2(x, base), pos2((x + 8.0).min(band.right()), base - 8.0)], Stroke::new(1.0, colour));
        x += 7.0;
    }
    painter.rect_stroke(band, 3.0, Stroke::new(1.0, colour), StrokeKind::Inside);
    let mean = (from + to) / 2.0;
    painter.vline(mean, scale.rect.top()..=base, Stroke::new(2.0, Color32::WHITE));
    let span = ((least - scale.now).max(0) as u16, (most - scale.now).max(0) as u16);
    let words = if least == most {
        format!("next at {least}")
    } else {
        let middle = (least + most) as f32 / 2.0;
        format!("next at {least}-{most}, mean {middle}")
    };
    let words = format!("{words} ({})", span_words(span));
    let galley = painter.layout_no_wrap(words, TextStyle::Small.resolve(ui.style()), Color32::WHITE);
    let left = (mean - galley.size().x / 2.0).min(scale.rect.right() - galley.size().x).max(scale.rect.left());
    let at = pos2(left, base + 1.0);
    painter.rect_filled(Rect::from_min_size(at, galley.size()).expand(2.0), 2.0, style::PANEL);
    painter.galley(at, galley, Color32::WHITE);
}

/// Room for half a number at the end of the bar, in points.
const END: f32 = 10.0;

/// Width of a token with its name beside it, least width of the one that acts, with the name above, and of others, in points.
const WIDE: f32 = 142.0;
const ACTING: f32 = 84.0;
const LEAST: f32 = 30.0;

/// Least height of a bar with names above the tokens, in points.
const NAMED: f32 = 50.0;

/// Width of a round marker, in points.
const ROUND: f32 = 72.0;

struct Place<'a> {
    data: CombatantDataItem<'a, 'a>,
    round: Count,
    acts: bool,
}

fn show_rounds(ui: &mut Ui, params: &mut HudParams) {
    let (rect, _) = ui.allocate_exact_size(ui.available_size().max(vec2(100.0, 40.0)), Sense::hover());
    let painter = ui.painter_at(rect.expand(4.0));
    let places = places(params);
    let mut rounds: Vec<Count> = places.iter().map(|place| place.round).collect();
    rounds.dedup();
    let room = rect.width() - 8.0 - rounds.len() as f32 * ROUND;
    let even = room / places.len().max(1) as f32;
    let acting = places.iter().filter(|place| place.acts).count();
    let wide = even.clamp(ACTING, WIDE);
    let rest = (room - acting as f32 * wide) / (places.len() - acting).max(1) as f32;
    let step = rest.clamp(LEAST, WIDE);
    let (mut x, mut round, mut clicked) = (rect.left() + 4.0, None, None);
    for place in &places {
        if round != Some(place.round) {
            let font = TextStyle::Small.resolve(ui.style());
            painter.vline(x, rect.top()..=rect.top() + 48.0, Stroke::new(1.0, style::EDGE));
            let (at, words) = (pos2(x + 7.0, rect.top() + 14.0), format!("round {}", place.round));
            painter.text(at, Align2::LEFT_TOP, words, font, style::FAINT);
            round = Some(place.round);
            x += ROUND;
        }
        let step = if place.acts { wide } else { step };
        let seat = Rect::from_min_size(pos2(x, rect.top()), vec2(step, rect.height()));
        if place.draw(ui, params, &painter, seat) {
            clicked = Some(place.data.combatant.id);
        }
        x += step;
    }
    if let Some(who) = clicked {
        params.select_and_focus(who);
    }
}

fn places<'a>(params: &'a HudParams) -> Vec<Place<'a>> {
    let round = params.count();
    let acting = params.acting().into_iter().map(|who| (who, round, true));
    let turns = params.timeline().iter().filter_map(|due| match due.what {
        DueKind::Turn(who) if due.at >= round => Some((who, due.at, false)),
        _ => None,
    });
    let noticed = acting.chain(turns).filter(|(who, ..)| params.watch.notices(*who));
    noticed.filter_map(|(who, round, acts)| Some(Place { data: params.combatants.get(who)?, round, acts })).collect()
}

impl Place<'_> {
    /// Draws token, name, initiative, actions and reactions. Returns whether it was clicked.
    fn draw(&self, ui: &mut Ui, params: &HudParams, painter: &Painter, rect: Rect) -> bool {
        let Place { data, acts, .. } = self;
        let is_asked = *acts && params.offered.who == Some(data.combatant.id);
        let considered = considered_action(params).filter(|_| is_asked);
        let action = considered.and_then(|(action, _)| params.rules().actions.get(action));
        let who = data.combatant.id;
        let cost =
            action.and_then(|action| legal::Cost::alternatives(params.game(), who, action, None).flatten().next());
        let spends = &cost.unwrap_or_default();
        let initiative = data.turn.initiative.to_string();
        let font = TextStyle::Small.resolve(ui.style());
        let colour = if *acts { style::GOLD } else { style::INK };
        if rect.width() < WIDE || rect.height() < NAMED {
            // A low bar has no room for names, nor for long rows of points.
            let named = rect.height() >= NAMED;
            if named {
                let name = widgets::shrunk(painter, &data.combatant.name, &[14.0, 12.0, 10.5], rect.width() - 4.0);
                painter.galley_with_override_text_color(rect.min + vec2(2.0, 0.0), name, colour);
            }
            let at = rect.min + vec2(15.0, if named { 29.0 } else { 14.0 });
            let painter = &painter.with_clip_rect(rect.expand2(vec2(0.0, 4.0)));
            if rect.width() > 46.0 {
                painter.text(at + vec2(16.0, 0.0), Align2::LEFT_CENTER, initiative, font, style::FAINT);
            }
            let room = rect.width() - 8.0;
            pips(painter, (pos2(rect.left() + 6.0, at.y + 19.0), room), params, (data, *acts), spends);
            return self.token(ui, params, painter, at, 12.0);
        }
        let at = rect.min + vec2(22.0, 22.0);
        let left = at.x + 26.0;
        let name = widgets::fitted(ui, &data.combatant.name, TextStyle::Small, rect.right() - 10.0 - left);
        painter.galley_with_override_text_color(pos2(left, rect.top() + 1.0), name, colour);
        let room = rect.right() - left - 6.0;
        pips(painter, (pos2(left + 4.0, rect.top() + 25.0), room), params, (data, *acts), spends);
        let words = format!("initiative {initiative}");
        painter.text(pos2(left, rect.top() + 33.0), Align2::LEFT_TOP, words, font, style::FAINT);
        self.token(ui, params, painter, at, 19.0)
    }

    fn token(&self, ui: &mut Ui, params: &HudParams, painter: &Painter, at: Pos2, radius: f32) -> bool {
        let Place { data, acts, .. } = self;
        let rect = Rect::from_center_size(at, vec2(radius * 2.0, radius * 2.0));
        params.pictures.token(painter, rect, data.combatant.side, &data.sheet.0.figure);
        let who = Some(data.combatant.id);
        let thinks = params.thinking() == who;
        if *acts || params.selected.0 == who || params.hovered.who == who {
            let colour = if *acts { style::GOLD } else { Color32::WHITE };
            painter.circle_stroke(at, radius + 1.5, Stroke::new(2.0, colour));
        }
        if data.turn.is_delaying() || thinks {
            clock(params, painter, rect);
        }
        if !params.watch.knows(data.combatant.id) {
            let font = TextStyle::Heading.resolve(ui.style());
            painter.text(at, Align2::CENTER_CENTER, "?", font, Color32::WHITE);
        }
        let shown = ui.interact(rect, ui.id().with(("place", rect.left() as i32)), Sense::click());
        let leader = data.turn.follows.map(|who| params.name(who));
        let words = self.words(thinks, leader, params);
        widgets::name_button(&shown, || words.clone());
        shown.on_hover_text(words).clicked()
    }

    fn words(&self, thinks: bool, leader: Option<&str>, params: &HudParams) -> String {
        let (name, turn) = (&self.data.combatant.name, self.data.turn);
        let left = match (self.acts, turn.is_delaying()) {
            (true, _) if thinks => "is thinking".to_owned(),
            (true, _) => "acts now".to_owned(),
            (false, true) => match leader {
                Some(leader) => format!("has delayed and acts after {leader}, or as the round ends"),
                None => "has delayed and may act after any other turn".to_owned(),
            },
            (false, false) => format!("acts in round {}", self.round),
        };
        let points = |(id, pool): (PoolId, &ResourcePool)| pips::words(pool, turn.pools.left(id));
        let points: Vec<String> = pips::pools(params, &self.data, self.acts).map(points).collect();
        format!("{name} {left}. Initiative {}. {}", turn.initiative, points.join(", "))
    }
}

fn considered_action(params: &HudParams) -> Option<(Name, Option<WeaponSlot>)> {
    let aimed = match &params.aimed.choice {
        Some(Choice::Act(act)) if params.hovered.cell.is_some() => Some((act.action, act.weapon)),
        _ => None,
    };
    let looked_at = params.hud.looked_at.map(|action| (action, params.intent.weapon));
    looked_at.or(aimed).or(params.intent.action.map(|action| (action, params.intent.weapon)))
}
