//! Which panels and windows are open, what they show, and which player has the window. Nothing here draws.

use std::collections::BTreeMap;

use bevy::prelude::*;
use bevy_egui::egui::{Color32, Rect, Response};

use crate::battle::{CombatantId, Side};
use crate::content::{ActionGroup, Name};
use crate::gui::session::Seat;

/// The chance to hit, drawn at the target.
#[derive(Clone, Debug)]
pub struct ChanceLabel {
    pub spot: Rect,
    pub words: String,
    pub colour: Color32,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    #[default]
    Log,
    Goals,
    Thoughts,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum SidePanel {
    Unit,
    #[default]
    Log,
}

/// How many side panels there is room for.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum SideRoom {
    /// Both.
    #[default]
    Both,
    /// One at a time.
    One,
    /// None, unless the player opens it.
    None,
}

/// Which panels are open and what they show.
#[derive(Resource, Default, Debug)]
pub struct Hud {
    /// Whether the player wants the unit card open.
    pub unit_open: bool,
    /// Whether the player wants the right panel open.
    pub side_open: bool,
    /// The side panel opened last. It is the one shown where there is room for one only.
    pub(super) front: SidePanel,
    /// How many side panels there is room for.
    pub(super) room: SideRoom,
    /// The side panel that the player has opened where there is room for none.
    pub(super) pulled: Option<SidePanel>,
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
    /// Height that the open question needs, in points; 0 without a question.
    pub question: f32,
    /// The chance of the aimed act, to be drawn on the board.
    pub chance: Option<ChanceLabel>,
    /// Whether there is a strip for a lesson below the timeline.
    pub lesson: bool,
    /// Whether the bottom panel holds the controls of a replay.
    pub replay: bool,
    /// The action whose button a lesson highlights, and the width of its outline, in points.
    pub spotlight: Option<(Name, f32)>,
    /// Whether the keys move through the panels instead of the board.
    pub in_panels: bool,
    /// Whether the next answer or action that is drawn takes the focus of the keys.
    pub takes_focus: bool,
}

impl Hud {
    /// Gives the keys to the panels, beginning with the first answer or action, or back to the board.
    pub fn give_keys(&mut self, to_panels: bool) {
        (self.in_panels, self.takes_focus) = (to_panels, to_panels);
    }

    /// Moves the focus of the keys to an answer or action if it is the first one since they were given to the panels.
    pub fn focus_first(&mut self, shown: &Response) {
        if std::mem::take(&mut self.takes_focus) {
            shown.request_focus();
        }
    }

    /// Whether a side panel is visible.
    pub fn shows(&self, side: SidePanel) -> bool {
        let open = if side == SidePanel::Unit { self.unit_open } else { self.side_open };
        match self.room {
            SideRoom::Both => open,
            SideRoom::One => open && self.front == side,
            SideRoom::None => self.pulled == Some(side),
        }
    }

    /// Makes the side panels fit into the room that there is now.
    pub(super) fn fit(&mut self, room: SideRoom) {
        if self.room != room {
            (self.room, self.pulled) = (room, None);
        }
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
        if self.room == SideRoom::None {
            self.pulled = open.then_some(side);
            return;
        }
        match side {
            SidePanel::Unit => self.unit_open = open,
            SidePanel::Log => self.side_open = open,
        }
        if open {
            self.front = side;
        }
    }
}

/// Where to go from a running battle.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Leaving {
    /// To the title screen.
    Battle,
    /// Out of the program.
    Program,
}

#[derive(Clone, Debug, Default)]
pub struct CodexView {
    pub(super) search: String,
    pub(super) section: Option<String>,
    /// The rule to scroll to.
    pub(super) sought: Option<String>,
    pub(super) marked: Option<String>,
}

impl CodexView {
    pub fn go_to(&mut self, id: &str) {
        (self.section, self.search) = (None, String::new());
        (self.sought, self.marked) = (Some(id.to_owned()), Some(id.to_owned()));
    }

    pub(super) fn shows(&self, section: &str, texts: &[&str]) -> bool {
        let of_section = self.section.as_deref().is_none_or(|wanted| wanted == section);
        let words = self.search.to_lowercase();
        let found = |word: &str| texts.iter().any(|text| text.to_lowercase().contains(word));
        of_section && words.split_whitespace().all(found)
    }
}

/// A page of the pause menu.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum PausePage {
    /// All entries.
    Menu,
    /// Whether to restart the battle.
    Restart,
    /// Whether to surrender.
    Surrender,
}

/// Which windows are open.
#[derive(Resource, Default, Debug)]
pub struct OpenWindows {
    /// The open codex.
    pub codex: Option<CodexView>,
    /// The list of keys and marks.
    pub help: bool,
    /// The settings.
    pub settings: bool,
    /// The standing orders, drawn by their own system.
    pub orders: bool,
    /// The list of lessons, drawn over the title screen.
    pub learn: bool,
    /// The list of replays, drawn over the title screen.
    pub replays: bool,
    /// The list of saved battles.
    pub saves: bool,
    /// The open page of the pause menu.
    pub pause: Option<PausePage>,
    /// The choice of players for a battle that is taken over from a replay, by side.
    pub take_over: Option<Vec<Seat>>,
    /// The open confirmation before leaving, drawn in front of everything else.
    pub leaving: Option<Leaving>,
    /// Whether the settings show their page of keys.
    pub keys_page: bool,
}

impl OpenWindows {
    /// Whether any window is open.
    pub fn any(&self) -> bool {
        let lists = self.orders || self.learn || self.replays || self.saves;
        let asks = self.take_over.is_some() || self.leaving.is_some() || self.pause.is_some();
        self.codex.is_some() || self.help || self.settings || lists || asks
    }
}

/// The stage between the turns of two players at one window.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum HandoverStage {
    /// The player who is asked is at the window.
    #[default]
    Playing,
    /// The window passes to this side; the board is hidden.
    Passing(Side),
    /// This side reads what happened since its last turn.
    Telling(Side),
}

/// The hot-seat state of a battle in which several sides share the window.
#[derive(Resource, Default, Debug)]
pub struct Handover {
    /// The side at the window, or `None` before the first question.
    pub holder: Option<Side>,
    /// The current stage.
    pub stage: HandoverStage,
    /// Seconds since the stage began.
    pub(super) age: f32,
    /// Number of log lines when each side last took its turn.
    pub(super) seen: BTreeMap<Side, usize>,
}

impl Handover {
    /// Whether a screen lies in front of the battle.
    pub fn is_up(&self) -> bool {
        self.stage != HandoverStage::Playing
    }

    pub(super) fn enter(&mut self, stage: HandoverStage) {
        (self.stage, self.age) = (stage, 0.0);
    }
}

/// Run condition: the board is hidden.
pub fn hides(handover: Res<Handover>) -> bool {
    matches!(handover.stage, HandoverStage::Passing(_))
}

/// Run condition: a hot-seat screen lies in front of the battle and its windows.
pub fn covers(handover: Res<Handover>) -> bool {
    handover.is_up()
}

/// The system set that draws the panels of the battle screen; windows and dialogs draw after it.
#[derive(SystemSet, Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct DrawPanels;
