//! Renaming and deleting the files of battles in their lists.

use std::path::PathBuf;

use bevy_egui::egui::text::{CCursor, CCursorRange};
use bevy_egui::egui::text_edit::TextEditState;
use bevy_egui::egui::{Button, Color32, Id, Key, Label, RichText, TextEdit, Ui, vec2};

use crate::gui::hud::style;
use crate::gui::saves::{BattleSummary, SessionRequest};

/// The file that the player may want to delete, and the file being renamed with what is typed.
#[derive(Default, Debug)]
pub struct FileEdits {
    doomed: Option<PathBuf>,
    renamed: Option<NewName>,
}

/// A new name while it is typed.
#[derive(Debug)]
struct NewName {
    path: PathBuf,
    typed: String,
    /// Whether the field has been given the keys.
    focused: bool,
}

impl FileEdits {
    /// Whether the new name of a file is being typed.
    pub fn renames(&self, summary: &BattleSummary) -> bool {
        self.renamed.as_ref().is_some_and(|new| new.path == summary.path)
    }

    /// Draws the buttons that delete a file, after a second click, and that rename it if it may be.
    pub fn buttons(&mut self, ui: &mut Ui, summary: &BattleSummary, may_rename: bool) -> Option<SessionRequest> {
        let doomed = self.doomed.as_ref() == Some(&summary.path);
        let (words, colour) = if doomed { ("Really delete?", style::BAD) } else { ("Delete", style::INK) };
        let (mut deleted, path) = (None, || summary.path.clone());
        if button(ui, words, colour, true) {
            let before = self.doomed.replace(path());
            deleted = before.filter(|_| doomed).map(SessionRequest::Delete);
        }
        if may_rename && button(ui, "Rename", style::INK, true) {
            self.renamed = Some(NewName { path: path(), typed: summary.title(), focused: false });
        }
        deleted
    }

    /// Draws the title of a file, or the field in which its new name is typed. Enter renames it; Esc leaves its name.
    pub fn title(&mut self, ui: &mut Ui, summary: &BattleSummary) -> Option<SessionRequest> {
        let Some(new) = self.renamed.as_mut().filter(|new| new.path == summary.path) else {
            ui.add(Label::new(RichText::new(summary.title()).strong().size(16.0)).truncate());
            return None;
        };
        let field = ui.add(TextEdit::singleline(&mut new.typed).id(Id::new("new name")).desired_width(260.0));
        if !new.focused {
            // The click that began this takes the keys from every field until it is over.
            new.focused = field.has_focus();
            field.request_focus();
            select_all(ui, field.id, &new.typed);
        } else if field.lost_focus() {
            let new = self.renamed.take()?;
            let entered = ui.input(|input| input.key_pressed(Key::Enter));
            return entered.then_some(SessionRequest::Rename(new.path, new.typed));
        }
        None
    }
}

/// Selects what a field shows, so that typing replaces it.
fn select_all(ui: &Ui, field: Id, text: &str) {
    let mut state = TextEditState::load(ui.ctx(), field).unwrap_or_default();
    let end = CCursor::new(text.chars().count());
    state.cursor.set_char_range(Some(CCursorRange::two(CCursor::new(0), end)));
    state.store(ui.ctx(), field);
}

/// A button in the row of a file.
pub(super) fn button(ui: &mut Ui, words: &str, colour: Color32, enabled: bool) -> bool {
    let button = Button::new(RichText::new(words).color(colour)).min_size(vec2(0.0, 28.0));
    ui.add_enabled(enabled, button).clicked()
}
