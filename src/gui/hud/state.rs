//! Which panels are open and what they show.

use bevy::prelude::*;
use bevy_egui::egui::{Color32, Rect};

use crate::battle::CombatantId;
use crate::content::Name;
use crate::content::hud::ActionGroup;

/// The chance to hit, drawn at the target.
#[derive(Clone, Debug)]
pub struct ChanceLabel {
    /// The screen rectangle of the target.
    pub spot: Rect,
    /// The chance in words.
    pub words: String,
    /// Its colour.
    pub colour: Color32,
}

/// The tabs of the right panel.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    /// The combat log.
    #[default]
    Log,
    /// Goals and their progress.
    Goals,
    /// The AI's thoughts.
    Thoughts,
}

/// The panels at the sides.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum SidePanel {
    /// The unit card, at the left.
    Unit,
    /// Log, goals and thoughts, at the right.
    Log,
}

/// Which panels are open and what they show.
#[derive(Resource, Debug)]
pub struct Hud {
    /// Whether the player wants the unit card open.
    pub unit_open: bool,
    /// Whether the player wants the right panel open.
    pub side_open: bool,
    /// The side panel opened last. It is the one shown where there is room for one only.
    front: SidePanel,
    /// Whether there is room for one side panel only.
    pub narrow: bool,
    /// The open tab of the right panel.
    pub tab: Tab,
    /// The group of actions that is shown; all possible actions if `None`.
    pub group: Option<ActionGroup>,
    /// The action whose button is under the pointer.
    pub looked_at: Option<Name>,
    /// The combatant asked last, shown while no combatant is asked.
    pub last: Option<CombatantId>,
    /// The target of the pinned forecast.
    pub pinned: Option<CombatantId>,
    /// The target of the forecast at the pointer, and since when, in seconds of egui's clock.
    pub hovering: Option<(CombatantId, f64)>,
    /// Height of the forecast below the right panel, in points; 0 without a forecast.
    pub forecast: f32,
    /// The chance of the aimed act, to be drawn on the board.
    pub chance: Option<ChanceLabel>,
}

impl Default for Hud {
    fn default() -> Hud {
        Hud {
            unit_open: true,
            side_open: true,
            front: SidePanel::Log,
            narrow: false,
            tab: Tab::Log,
            group: None,
            looked_at: None,
            last: None,
            pinned: None,
            hovering: None,
            forecast: 0.0,
            chance: None,
        }
    }
}

impl Hud {
    /// Whether a side panel is visible.
    pub fn shows(&self, side: SidePanel) -> bool {
        let open = match side {
            SidePanel::Unit => self.unit_open,
            SidePanel::Log => self.side_open,
        };
        open && (!self.narrow || self.front == side)
    }

    /// Opens the side panels that the player wants.
    pub fn restore(&mut self, unit: bool, log: bool) {
        (self.unit_open, self.side_open) = (unit, log);
        if !log {
            self.front = SidePanel::Unit;
        }
    }

    /// Opens or collapses a side panel. The other one keeps its state for when there is room again.
    pub fn open(&mut self, side: SidePanel, open: bool) {
        match side {
            SidePanel::Unit => self.unit_open = open,
            SidePanel::Log => self.side_open = open,
        }
        if open {
            self.front = side;
        }
    }
}

/// The system set that draws the panels of the battle screen; windows and dialogs draw after it.
#[derive(SystemSet, Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct DrawPanels;
