//! What a list says about a saved or recorded battle before it is opened.

#![expect(clippy::disallowed_types, reason = "lists show the age of files; no rule ever sees it")]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::battle::Count;
use crate::gui::home;
use crate::replay::{RecordedFile, RecordingEntry};
use crate::resolution::event::BattleOutcome;

/// A saved or recorded battle in a list.
#[derive(Clone, Debug)]
pub struct BattleSummary {
    /// The file.
    pub path: PathBuf,
    /// When the file was written; `None` if the system does not say.
    written: Option<SystemTime>,
    /// Its content, or why it cannot be opened.
    pub content: Result<SummaryContent, String>,
}

/// The description of a readable file in a list.
#[derive(Clone, Debug)]
pub struct SummaryContent {
    /// Display name of the scenario.
    pub name: String,
    /// Id of the rule system.
    pub ruleset: String,
    /// The last count or round.
    pub count: Count,
    /// How the battle ended, in words; `None` if it did not.
    pub ending: Option<String>,
}

impl BattleSummary {
    /// Reads a file.
    pub fn read(path: PathBuf) -> BattleSummary {
        let written = fs::metadata(&path).and_then(|about| about.modified()).ok();
        let content = content(&path);
        BattleSummary { path, written, content }
    }

    /// Reads the files with these endings in a folder, newest first.
    pub fn all(folder: &Path, endings: &[&str]) -> Vec<BattleSummary> {
        let paths = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
        let ends = |path: &PathBuf| path.extension().is_some_and(|ending| endings.iter().any(|known| ending == *known));
        let mut all: Vec<BattleSummary> = paths.filter(ends).map(BattleSummary::read).collect();
        all.sort_by(|a, b| b.written.cmp(&a.written).then_with(|| a.path.cmp(&b.path)));
        all
    }

    /// The name of the scenario, or the name that the player gave the file; the name of the file if it cannot be opened.
    pub fn title(&self) -> String {
        let Ok(content) = &self.content else { return self.file_name() };
        let stem = self.path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let numbered = |rest: &str| rest.chars().all(|letter| letter.is_ascii_digit() || letter == '-');
        let given = stem.strip_prefix(&home::file_name(&content.name)).is_some_and(numbered);
        if given || self.is_named_by_the_game() { content.name.clone() } else { stem }
    }

    /// The name of the scenario with a comma where the title is a name that the player gave; else nothing.
    pub fn scenario(&self) -> String {
        let named = self.content.as_ref().ok().filter(|content| self.title() != content.name);
        named.map_or_else(String::new, |content| format!("{}, ", content.name))
    }

    /// The name of the file with its ending.
    pub fn file_name(&self) -> String {
        self.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Whether it is the quick save or a journal.
    fn is_named_by_the_game(&self) -> bool {
        self.path.file_name().is_some_and(|name| name == home::QUICK_SAVE)
            || self.path.extension().is_some_and(|ending| ending == "journal")
    }

    /// How long ago the file was written, in words.
    pub fn age(&self) -> String {
        let passed = self.written.and_then(|written| SystemTime::now().duration_since(written).ok());
        passed.map_or_else(String::new, |passed| ago(passed.as_secs()))
    }
}

fn content(path: &Path) -> Result<SummaryContent, String> {
    let file = RecordedFile::open(path).map_err(|why| why.to_string())?;
    let count = |entry: &RecordingEntry| match entry {
        RecordingEntry::Chosen(chosen) => chosen.count,
        RecordingEntry::Mark(mark) => mark.count,
        RecordingEntry::Ended(ending) => ending.count,
    };
    let recording = &file.recording;
    Ok(SummaryContent {
        name: recording.beginning.name.clone(),
        ruleset: recording.beginning.ruleset.clone(),
        count: recording.entries.iter().map(count).max().unwrap_or_default(),
        ending: recording.ending().map(|ending| match &ending.outcome {
            BattleOutcome::Won { because, .. } => because.clone(),
            BattleOutcome::Draw { because } => format!("a draw, {because}"),
            BattleOutcome::Unfinished => "undecided".to_owned(),
        }),
    })
}

/// A time ago, in words; rounded down to one unit.
fn ago(seconds: u64) -> String {
    let units = [(86_400, "day"), (3_600, "hour"), (60, "minute")];
    let found = units.into_iter().map(|(unit, word)| (seconds / unit, word)).find(|(many, _)| *many > 0);
    match found {
        None => "just now".to_owned(),
        Some((1, word)) => format!("1 {word} ago"),
        Some((many, word)) => format!("{many} {word}s ago"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_age_of_a_file_is_rounded_down_to_one_unit() {
        let words = [0, 59, 60, 3_599, 3_600, 7_300, 86_399, 86_400, 900_000].map(ago);
        let expected = ["just now", "just now", "1 minute ago", "59 minutes ago", "1 hour ago", "2 hours ago"];
        assert_eq!(words[..6], expected);
        assert_eq!(words[6..], ["23 hours ago", "1 day ago", "10 days ago"]);
    }
}
