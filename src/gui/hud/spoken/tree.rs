//! The nodes that are added to the accessibility tree.

use std::hash::Hash;

use bevy_egui::egui::accesskit::{Action, Live, Node, NodeId, Rect as Bounds, Role, TreeUpdate};
use bevy_egui::egui::{Context, Id, Rect, accesskit_root_id};

use super::{cell_node, unit_node, words};
use crate::gui::hud::params::HudParams;
use crate::gui::hud::prompts;

pub fn node_id(name: impl Hash + std::fmt::Debug) -> NodeId {
    Id::new(name).accesskit_id()
}

/// The tree of the panels, to which the board is added.
pub struct SpokenTree<'a, 'w, 's> {
    ctx: &'a Context,
    params: &'a HudParams<'w, 's>,
    update: &'a mut TreeUpdate,
}

impl<'a, 'w, 's> SpokenTree<'a, 'w, 's> {
    pub fn new(ctx: &'a Context, params: &'a HudParams<'w, 's>, update: &'a mut TreeUpdate) -> Self {
        SpokenTree { ctx, params, update }
    }

    /// Adds the board, with the pointed cell as its child.
    pub fn board(&mut self) {
        let (columns, rows) = self.params.layout.size();
        let mut board = labelled(Role::Grid, format!("Board, {columns} columns and {rows} rows"));
        board.set_column_count(columns.into());
        board.set_row_count(rows.into());
        if let Some(cell) = self.params.hovered.cell {
            let mut pointed = labelled(Role::GridCell, words::of_cell(self.params, cell));
            pointed.set_column_index(usize::try_from(cell.x).unwrap_or_default());
            pointed.set_row_index(usize::try_from(cell.y).unwrap_or_default());
            pointed.add_action(Action::Click);
            pointed.add_action(Action::Focus);
            place(&mut pointed, self.params.cells_rect(self.ctx, cell.into()));
            board.push_child(cell_node());
            self.update.nodes.push((cell_node(), pointed));
        }
        self.add(board_node(), board);
    }

    /// Adds a list of the units whose position is known to the players at the window.
    pub fn units(&mut self) {
        let mut list = labelled(Role::List, "Units".to_owned());
        for data in self.params.present() {
            let who = data.combatant.id;
            let mut unit = labelled(Role::ListItem, words::of_unit(self.params, &data));
            unit.add_action(Action::Click);
            unit.add_action(Action::Focus);
            place(&mut unit, self.params.token_rect(self.ctx, who));
            list.push_child(unit_node(who));
            self.update.nodes.push((unit_node(who), unit));
        }
        self.add(node_id("spoken units"), list);
    }

    /// Adds the open question with its answers, or whose turn it is, which is spoken at once.
    pub fn question(&mut self) {
        let prompt = self.params.asked.0.as_ref().filter(|_| !self.params.hud.replay);
        let Some(words) = prompt.map(|prompt| prompts::in_words(self.params, prompt)) else { return };
        let mut question = labelled(Role::Alert, words.clone());
        question.set_live(Live::Assertive);
        self.add(node_id(("spoken question", words)), question);
    }

    /// Adds the last news, which are spoken after what is being spoken.
    pub fn news(&mut self, words: &str, id: NodeId) {
        if words.is_empty() {
            return;
        }
        let mut news = labelled(Role::Status, words.to_owned());
        news.set_live(Live::Polite);
        self.add(id, news);
    }

    /// Puts the focus on the pointed cell, or on the board, where no widget has it.
    pub fn focus_on_board(&mut self, may: bool) {
        if may && self.update.focus == root() {
            let pointed = self.params.hovered.cell.map(|_| cell_node());
            self.update.focus = pointed.unwrap_or(board_node());
        }
    }

    fn add(&mut self, id: NodeId, node: Node) {
        if let Some((_, parent)) = self.update.nodes.iter_mut().find(|(known, _)| *known == root()) {
            parent.push_child(id);
            self.update.nodes.push((id, node));
        }
    }
}

fn root() -> NodeId {
    accesskit_root_id().accesskit_id()
}

fn board_node() -> NodeId {
    node_id("spoken board")
}

fn labelled(role: Role, words: String) -> Node {
    let mut node = Node::new(role);
    node.set_label(words);
    node
}

fn place(node: &mut Node, rect: Option<Rect>) {
    if let Some(rect) = rect {
        let [x0, y0, x1, y1] = [rect.min.x, rect.min.y, rect.max.x, rect.max.y].map(f64::from);
        node.set_bounds(Bounds { x0, y0, x1, y1 });
    }
}
