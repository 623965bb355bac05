//! How the panels and the board share a screen.
//!
//! The board gets what the panels leave, so panels give way as a screen shrinks: side panels become narrower, then one is shown at a
//! time, then none until the player opens it; the bars at the top and the rows of actions become lower.

use bevy_egui::egui::{Rect, Vec2, pos2, vec2};

use crate::gui::hud::state::{Hud, SidePanel, SideRoom};

// Heights of the panels, in points, and of those that are lower on low screens.
const TOOLBAR_HEIGHT: f32 = 38.0;
const TIMELINE_HEIGHT: f32 = 74.0;
const LESSON_HEIGHT: f32 = 74.0;
const REPLAY_HEIGHT: f32 = 112.0;
const LOW_TOOLBAR: f32 = 30.0;
const LOW_TIMELINE: f32 = 58.0;

/// Screens below this height have lower bars and buttons of one line, and below the other lower buttons, in points.
const LOW: f32 = 480.0;
const HIGH: f32 = 700.0;

/// A side panel's share of the width of the screen, and its least and greatest width, in points.
const UNIT_WIDTH: (f32, f32, f32) = (0.21, 215.0, 268.0);
const SIDE_WIDTH: (f32, f32, f32) = (0.26, 262.0, 330.0);

/// The greatest share of the width of the screen that one side panel takes.
const SIDE_SHARE: f32 = 0.4;

/// Width of a collapsed side panel, in points.
pub const FOLDED_WIDTH: f32 = 28.0;

/// Screens below this width show one side panel at a time, in points; none if the board would be narrower than this share of its height.
const ONE_SIDE: f32 = 1000.0;
const BROAD: f32 = 1.0;

/// The share of the right panel that the log keeps above a forecast, its least height, and the least height of a forecast, in points.
const LOG_SHARE: f32 = 0.2;
const LOG_LEAST: f32 = 124.0;
const FORECAST_LEAST: f32 = 120.0;

/// The greatest share of the height below the timeline that a question takes.
const QUESTION_SHARE: f32 = 0.65;

/// The rectangles of the panels on a screen, in points.
#[derive(Copy, Clone, Debug)]
pub struct Regions {
    pub toolbar: Rect,
    pub timeline: Rect,
    /// The strip of a lesson; without height outside lessons.
    pub lesson: Rect,
    pub unit: Rect,
    pub side: Rect,
    pub bottom: Rect,
    pub board: Rect,
    /// Height of the bottom panel without a question. The board is fitted above it: it stays where it is when a question opens.
    pub rest: f32,
}

impl Regions {
    pub fn of(screen: Rect, hud: &Hud) -> Regions {
        let (tools, times) = bars(screen);
        let row =
            |top: f32, height: f32| Rect::from_min_max(pos2(screen.left(), top), pos2(screen.right(), top + height));
        let toolbar = row(screen.top(), tools);
        let timeline = row(toolbar.bottom(), times);
        let lesson = row(timeline.bottom(), if hud.lesson { LESSON_HEIGHT } else { 0.0 });
        let rest = if hud.replay { REPLAY_HEIGHT } else { ActionGrid::of(screen).panel_height() };
        let most = (screen.bottom() - lesson.bottom()) * QUESTION_SHARE;
        let height = rest.max(hud.question.min(most));
        let bottom = row(screen.bottom() - height, height);
        let width = |side: SidePanel, size: (f32, f32, f32)| match hud.shows(side) {
            false => FOLDED_WIDTH,
            true => share_of(screen.width(), size),
        };
        let (left, right) = (width(SidePanel::Unit, UNIT_WIDTH), width(SidePanel::Log, SIDE_WIDTH));
        let unit = Rect::from_min_max(lesson.left_bottom(), pos2(screen.left() + left, bottom.top()));
        let side = Rect::from_min_max(pos2(screen.right() - right, lesson.bottom()), bottom.right_top());
        let board = Rect::from_min_max(unit.right_top(), side.left_bottom());
        Regions { toolbar, timeline, lesson, unit, side, bottom, board, rest }
    }

    /// The log in the right panel, and the place below it of a forecast that needs this height, in points.
    pub fn log_and_forecast(&self, height: f32) -> (Rect, Rect) {
        self.side.split_top_bottom_at_y((self.side.bottom() - height).max(self.side.top() + self.log_height()))
    }

    /// Whether a forecast fits into the right panel below the log.
    pub fn holds_forecast(&self) -> bool {
        self.side.width() > FOLDED_WIDTH && self.side.height() - self.log_height() >= FORECAST_LEAST
    }

    fn log_height(&self) -> f32 {
        (self.side.height() * LOG_SHARE).max(LOG_LEAST).min(self.side.height())
    }
}

/// Heights of the toolbar and of the timeline, in points.
fn bars(screen: Rect) -> (f32, f32) {
    if screen.height() < LOW { (LOW_TOOLBAR, LOW_TIMELINE) } else { (TOOLBAR_HEIGHT, TIMELINE_HEIGHT) }
}

/// The width of a side panel with this share and these limits, in points.
fn share_of(screen: f32, (share, least, most): (f32, f32, f32)) -> f32 {
    (screen * share).clamp(least, most).min(screen * SIDE_SHARE)
}

/// How many side panels a screen has room for.
pub fn side_room(screen: Rect) -> SideRoom {
    let (tools, times) = bars(screen);
    let high = screen.height() - tools - times - ActionGrid::of(screen).panel_height();
    let wide = screen.width() - FOLDED_WIDTH - share_of(screen.width(), SIDE_WIDTH);
    match screen.width() {
        ONE_SIDE.. => SideRoom::Both,
        _ if wide >= BROAD * high => SideRoom::One,
        _ => SideRoom::None,
    }
}

/// The rows of buttons in the bottom panel.
#[derive(Copy, Clone, Debug)]
pub struct ActionGrid {
    rows: f32,
    /// Height of a button, in points.
    pub height: f32,
}

impl ActionGrid {
    /// Distance between two buttons, and the least width of one, in points.
    pub const GAP: f32 = 5.0;
    const LEAST: f32 = 136.0;

    /// Height of the row above the buttons, in points.
    pub const HEAD: f32 = 26.0;

    /// Lower buttons have no room for a second line, in points.
    pub const TWO_LINES: f32 = 36.0;

    pub fn of(screen: Rect) -> ActionGrid {
        // A screen with few columns gets a third row if it is high enough.
        let rows = if Self::columns(screen.width()) < 7.0 && screen.height() >= HIGH { 3.0 } else { 2.0 };
        let height = match screen.height() {
            ..LOW => 28.0,
            ..HIGH => Self::TWO_LINES,
            _ => 40.0,
        };
        ActionGrid { rows, height }
    }

    fn columns(width: f32) -> f32 {
        ((width + Self::GAP) / (Self::LEAST + Self::GAP)).floor().max(1.0)
    }

    /// The size of a button of rows that fill this width, in points.
    pub fn button(&self, width: f32) -> Vec2 {
        vec2(((width + Self::GAP) / Self::columns(width) - Self::GAP).floor().max(1.0), self.height)
    }

    /// Height of the bottom panel, in points.
    pub fn panel_height(&self) -> f32 {
        let buttons = self.rows * (self.height + Self::GAP);
        super::panel_height(Self::HEAD + buttons)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sizes of the window, in pixels, and scales of the panels, in percent.
    const WINDOWS: [(f32, f32); 5] =
        [(1024.0, 640.0), (1280.0, 800.0), (1440.0, 900.0), (1920.0, 1080.0), (2560.0, 1440.0)];
    const SCALES: [f32; 5] = [75.0, 100.0, 125.0, 150.0, 200.0];

    fn screens() -> impl Iterator<Item = Rect> {
        let all =
            WINDOWS.into_iter().flat_map(|(width, height)| SCALES.map(|scale| vec2(width, height) * 100.0 / scale));
        all.map(|size| Rect::from_min_size(pos2(0.0, 0.0), size))
    }

    fn hud(screen: Rect) -> Hud {
        let mut hud = Hud { unit_open: true, side_open: true, ..Hud::default() };
        hud.fit(side_room(screen));
        hud
    }

    fn panels(regions: &Regions) -> [Rect; 7] {
        let Regions { toolbar, timeline, lesson, unit, side, bottom, board, .. } = *regions;
        [toolbar, timeline, lesson, unit, side, bottom, board]
    }

    #[test]
    fn panels_tile_the_screen_at_every_size_and_scale() {
        for screen in screens() {
            for (lesson, replay, question) in
                [(false, false, 0.0), (true, false, 0.0), (false, true, 0.0), (false, false, 900.0)]
            {
                let regions = Regions::of(screen, &Hud { lesson, replay, question, ..hud(screen) });
                let all = panels(&regions);
                let area: f32 = all.iter().map(Rect::area).sum();
                assert!((area - screen.area()).abs() < 1.0, "{screen:?}: {regions:?}");
                for (at, one) in all.iter().enumerate() {
                    assert!(screen.contains_rect(*one) && !one.is_negative(), "{screen:?}: {one:?}");
                    let other = all[at + 1..].iter().find(|other| one.shrink(0.01).intersects(other.shrink(0.01)));
                    assert_eq!(other, None, "{screen:?}: {one:?}");
                }
            }
        }
    }

    #[test]
    fn the_board_gets_its_share_of_the_window_at_every_size_and_scale() {
        for screen in screens() {
            let room = Regions::of(screen, &hud(screen)).board;
            // A board of 24 by 14 cells.
            let cell = (room.width() / 24.0).min(room.height() / 14.0);
            let share = cell * cell * 24.0 * 14.0 / screen.area();
            let least = if screen.height() < 400.0 { 0.15 } else { 0.25 };
            assert!(share >= least, "{screen:?}: {share}");
        }
    }

    #[test]
    fn a_forecast_leaves_the_log_its_lines() {
        for screen in screens() {
            let regions = Regions::of(screen, &hud(screen));
            let (log, forecast) = regions.log_and_forecast(2000.0);
            assert!(!regions.holds_forecast() || log.height() >= LOG_LEAST && forecast.height() >= FORECAST_LEAST);
            assert!(!log.shrink(0.01).intersects(forecast), "{screen:?}: {log:?} {forecast:?}");
        }
    }

    #[test]
    fn a_panel_that_a_small_screen_collapsed_opens_again_where_there_is_room() {
        let mut hud = Hud { unit_open: true, side_open: true, ..Hud::default() };
        let shown = |hud: &Hud| (hud.shows(SidePanel::Unit), hud.shows(SidePanel::Log));
        hud.fit(SideRoom::None);
        assert_eq!(shown(&hud), (false, false));
        hud.open(SidePanel::Log, true);
        assert_eq!(shown(&hud), (false, true), "a player may open it all the same");
        hud.open(SidePanel::Log, false);
        assert_eq!(shown(&hud), (false, false));
        hud.fit(SideRoom::One);
        assert_eq!(shown(&hud), (false, true));
        hud.fit(SideRoom::Both);
        assert_eq!(shown(&hud), (true, true));
    }
}
