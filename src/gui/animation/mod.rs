//! Actions under way: arrows from those that act to what they act on, missiles, flashes and signs, and the camera that follows
//! them. The gestures of tokens are in [`tokens`](super::tokens).
//!
//! All of it follows [cues](super::cues), at the pace of playback. With reduced motion only the arrows are drawn.

mod arrow;
mod follow;
mod mark;
mod missile;
mod names;

pub use arrow::ActionArrow;

use bevy::prelude::*;

use super::Animating;
use super::board::{CELL, Layout};
use super::canvas::{Canvas, DrawingAssets};
use super::cues::{Cue, CueEnd, CueKind, Missile};
use super::frame::FrameSystems;
use super::known::FogOfWar;
use super::playback::Playback;
use super::screens::Screen;
use super::theme::{self, layer};
use super::tokens::TokenPlace;
use crate::battle::{Combatant, CombatantId};
use crate::ecs::{Roster, ShownBattle};
use crate::grid::Cell;
use mark::{ActionMark, MarkKind};
use missile::Flight;

/// The drawings of the actions under way.
#[derive(Resource, Default, Debug)]
pub struct ActionDrawings {
    arrows: Vec<ActionArrow>,
    flights: Vec<Flight>,
    marks: Vec<ActionMark>,
    /// Whether the last drawing was not empty.
    drawn: bool,
}

impl ActionDrawings {
    /// The arrows, oldest first.
    pub fn arrows(&self) -> &[ActionArrow] {
        &self.arrows
    }

    /// Where the missiles in the air are, in units of the board.
    pub fn missiles(&self) -> impl Iterator<Item = Vec2> + '_ {
        self.flights.iter().map(Flight::at)
    }

    /// Whether anything is drawn that moves.
    pub fn moves(&self) -> bool {
        !self.flights.is_empty() || !self.marks.is_empty()
    }

    fn is_empty(&self) -> bool {
        self.arrows.is_empty() && !self.moves()
    }

    fn clear(&mut self) {
        *self = ActionDrawings { drawn: self.drawn, ..ActionDrawings::default() };
    }

    fn advance(&mut self, seconds: f32) {
        self.arrows.retain_mut(|arrow| arrow.advance(seconds));
        self.flights.retain_mut(|flight| flight.advance(seconds));
        self.marks.retain_mut(|mark| mark.advance(seconds));
    }

    /// Shows the arrow of an action, or keeps the one that is shown.
    fn point(&mut self, cue: &Cue) {
        match (&cue.kind, cue.other) {
            (CueKind::Declared(action), Some(other)) => {
                self.arrows.retain(|arrow| arrow.who != cue.who);
                self.arrows.push(ActionArrow::new(cue.who, other, *action));
            }
            (CueKind::Strike | CueKind::Shot { .. }, _) => self.renew(cue.who),
            (CueKind::Hit | CueKind::Block | CueKind::Dodge, Some(CueEnd::Unit(by))) => self.renew(by),
            _ => {}
        }
    }

    fn renew(&mut self, who: CombatantId) {
        self.arrows.iter_mut().filter(|arrow| arrow.who == who).for_each(ActionArrow::renew);
    }
}

/// Where the drawing of all actions is.
#[derive(Component)]
struct ActionCanvas;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ActionDrawings>()
        .add_systems(Startup, spawn)
        .add_systems(
            Update,
            ((begin, advance, draw, names::write_names).chain(), follow::follow)
                .after(FrameSystems::Tokens)
                .before(FrameSystems::Camera)
                .run_if(resource_exists::<Layout>)
                .run_if(resource_exists::<ShownBattle>),
        )
        .add_systems(OnExit(Screen::Battle), |mut drawings: ResMut<ActionDrawings>| drawings.clear());
}

fn spawn(mut commands: Commands, mut assets: DrawingAssets) {
    commands.spawn((ActionCanvas, assets.drawing(Canvas::new(), layer::LINES + 2.0)));
}

/// The middle of a cell or a token, and the radius of the token.
fn place(end: CueEnd, layout: &Layout, roster: &Roster, tokens: &Query<&TokenPlace>) -> Option<(Vec2, f32)> {
    match end {
        CueEnd::Cell(cell) => Some((layout.centre(cell), CELL * 0.2)),
        CueEnd::Unit(who) => {
            let token = tokens.get(roster.entity(who)?).ok()?;
            Some((token.at, token.size / 2.0))
        }
    }
}

/// Begins the drawings of the cues of this frame.
fn begin(
    mut cues: MessageReader<Cue>,
    (playback, layout, roster): (Res<Playback>, Res<Layout>, Res<Roster>),
    tokens: Query<&TokenPlace>,
    mut drawings: ResMut<ActionDrawings>,
) {
    for cue in cues.read() {
        drawings.point(cue);
        if playback.still {
            continue;
        }
        let other = cue.other.and_then(|end| place(end, &layout, &roster, &tokens));
        let mut mark = |kind, delay| drawings.marks.push(ActionMark::new(kind, cue.who, delay));
        match &cue.kind {
            CueKind::Hit => mark(MarkKind::Flash, 0.0),
            CueKind::Block => mark(MarkKind::Shield, 0.15),
            CueKind::Cast => mark(MarkKind::Glow, 0.0),
            CueKind::Enchant => mark(MarkKind::Burst, 0.0),
            CueKind::Drop | CueKind::Topple => mark(MarkKind::Dust, 0.25),
            CueKind::Out => mark(MarkKind::Out, 0.0),
            CueKind::Forced => other.into_iter().for_each(|(from, _)| mark(MarkKind::Slide(from), 0.0)),
            CueKind::Area(cells) => {
                let corners = |cell: &Cell| layout.inner(*cell, 1.0).into_iter().collect();
                mark(MarkKind::Area(cells.iter().map(corners).collect()), 0.0);
            }
            CueKind::Shot { missile, lands } => {
                let from = place(CueEnd::Unit(cue.who), &layout, &roster, &tokens);
                let Some(((from, _), (to, _))) = from.zip(other) else { continue };
                let flight = Flight::new(*missile, from, to, *lands);
                if let (Missile::Spell, true, Some(CueEnd::Unit(target))) = (*missile, *lands, cue.other) {
                    drawings.marks.push(ActionMark::new(MarkKind::Burst, target, flight.seconds));
                }
                drawings.flights.push(flight);
            }
            CueKind::Declared(_) | CueKind::Strike | CueKind::Dodge | CueKind::Step => {}
        }
    }
}

/// Lets time pass for all drawings. They vanish when facts are shown at once, and stay while playback is paused.
fn advance(
    (time, playback): (Res<Time>, Res<Playback>),
    mut animating: ResMut<Animating>,
    mut drawings: ResMut<ActionDrawings>,
) {
    if drawings.is_empty() {
        return;
    }
    match playback.pace() {
        None => drawings.clear(),
        Some(_) if playback.is_held() && !drawings.moves() => {}
        Some(pace) => {
            drawings.advance(animating.passed(&time) * pace);
            animating.note();
        }
    }
}

fn draw(
    (layout, roster, fog): (Res<Layout>, Res<Roster>, Res<FogOfWar>),
    playback: Res<Playback>,
    places: Query<&TokenPlace>,
    sides: Query<&Combatant>,
    page: Single<&Mesh2d, With<ActionCanvas>>,
    mut drawings: ResMut<ActionDrawings>,
    mut assets: DrawingAssets,
) {
    if drawings.is_empty() && !drawings.drawn {
        return;
    }
    let is_known = |end: &CueEnd| !matches!(end, CueEnd::Unit(who) if !fog.knows(*who));
    let at = |end: CueEnd| Some(end).filter(is_known).and_then(|end| place(end, &layout, &roster, &places));
    let mut canvas = Canvas::new();
    for arrow in &drawings.arrows {
        let side = roster.entity(arrow.who).and_then(|entity| sides.get(entity).ok()).map(|unit| unit.side);
        if let (Some(from), Some(to)) = (at(CueEnd::Unit(arrow.who)), at(arrow.other)) {
            arrow.draw(&mut canvas, [from, to], theme::side(side.unwrap_or_default()), playback.still);
        }
    }
    for mark in &drawings.marks {
        if let Some((middle, radius)) = at(CueEnd::Unit(mark.who)) {
            mark.draw(&mut canvas, middle, radius);
        }
    }
    drawings.flights.iter().for_each(|flight| flight.draw(&mut canvas));
    assets.renew(&page, canvas);
    drawings.drawn = !drawings.is_empty();
}
