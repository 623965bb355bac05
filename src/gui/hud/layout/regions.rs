//! How the battle screen is divided into panels.

use bevy_egui::egui::{Rect, pos2};

use crate::gui::hud::state::{Hud, SidePanel};

// Heights and widths of the panels, in points.
const TOOLBAR_HEIGHT: f32 = 38.0;
const TIMELINE_HEIGHT: f32 = 74.0;
const UNIT_WIDTH: f32 = 268.0;
const SIDE_WIDTH: f32 = 330.0;

/// Width of a collapsed side panel, in points.
pub const FOLDED_WIDTH: f32 = 28.0;

/// Heights of the bottom panel on tall, medium and short screens, in points.
const BOTTOM_HEIGHTS: [f32; 3] = [184.0, 140.0, 104.0];

/// Screens from this height on have room for three rows of actions, in points.
const TALL: f32 = 800.0;

/// Screens below this height have the lowest bottom panel, in points.
const SHORT: f32 = 560.0;

/// Screens below this width have narrower side panels, in points.
const NARROW: f32 = 1000.0;

/// Screens below this width show one side panel at a time, in points.
const ONE_SIDE: f32 = 900.0;

/// Least height of the right panel, in points: its tabs and some lines of the log.
const MIN_LOG_HEIGHT: f32 = 200.0;

/// The rectangles of the panels on a screen, in points.
#[derive(Copy, Clone, Debug)]
pub struct Regions {
    /// The toolbar at the top.
    pub toolbar: Rect,
    /// The timeline below the toolbar.
    pub timeline: Rect,
    /// The unit card at the left.
    pub unit: Rect,
    /// The log, goals and thoughts at the right.
    pub side: Rect,
    /// The action bar or question at the bottom.
    pub bottom: Rect,
    /// The area left for the board.
    pub board: Rect,
}

impl Regions {
    /// Divides a screen between the panels.
    pub fn of(screen: Rect, hud: &Hud) -> Regions {
        let toolbar = Rect::from_min_max(screen.min, pos2(screen.right(), screen.top() + TOOLBAR_HEIGHT));
        let timeline =
            Rect::from_min_max(toolbar.left_bottom(), pos2(screen.right(), toolbar.bottom() + TIMELINE_HEIGHT));
        let [tall, medium, short] = BOTTOM_HEIGHTS;
        let height = match screen.height() {
            ..SHORT => short,
            TALL.. => tall,
            _ => medium,
        };
        let bottom = Rect::from_min_max(pos2(screen.left(), screen.bottom() - height), screen.max);
        let narrow = screen.width() < NARROW;
        let width = |open: bool, full: f32| match (open, narrow) {
            (false, _) => FOLDED_WIDTH,
            (true, true) => full * 0.85,
            (true, false) => full,
        };
        let (left, right) =
            (width(hud.shows(SidePanel::Unit), UNIT_WIDTH), width(hud.shows(SidePanel::Log), SIDE_WIDTH));
        let unit = Rect::from_min_max(timeline.left_bottom(), pos2(screen.left() + left, bottom.top()));
        let side = Rect::from_min_max(pos2(screen.right() - right, timeline.bottom()), bottom.right_top());
        let board = Rect::from_min_max(unit.right_top(), side.left_bottom());
        Regions { toolbar, timeline, unit, side, bottom, board }
    }

    /// The part of the right panel above a forecast of this height, in points; never lower than what can be read.
    pub fn above_forecast(&self, forecast_height: f32) -> Rect {
        let foot = (self.side.bottom() - forecast_height).max(self.side.top() + MIN_LOG_HEIGHT).min(self.side.bottom());
        Rect::from_min_max(self.side.min, pos2(self.side.right(), foot))
    }
}

/// Whether a screen of this width, in points, has room for one side panel only.
pub fn one_side_only(width: f32) -> bool {
    width < ONE_SIDE
}
