//! Habits on disk, beside the file of their battle: a battle that is loaded or continued asks no more than before.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use bevy::prelude::*;

use super::{Notice, Session};
use crate::content::authored::{FileKind, Source, parse};
use crate::content::refusal::Refusal;
use crate::control::Orders;
use crate::control::orders::Standing;
use crate::gui::home;

/// Where the habits of a battle in this file are kept.
fn beside(battle: &Path) -> PathBuf {
    battle.with_extension("orders.ron")
}

/// The habits that were kept for the battle in a file; none if none were.
///
/// # Errors
/// Says where the file of the habits is wrong.
pub fn read(battle: &Path) -> Result<Vec<Standing>, String> {
    let path = beside(battle);
    if !path.exists() {
        return Ok(Vec::new());
    }
    let found = Source::read_as(&path, FileKind::Settings).and_then(|source| parse::<Vec<Standing>>(&source));
    found.map_err(|why| why.brief())
}

/// Keeps habits for the battle in a file; no habits leave no file.
///
/// # Errors
/// If the file cannot be written.
pub fn write(battle: &Path, habits: &[Standing]) -> io::Result<()> {
    let path = beside(battle);
    if habits.is_empty() {
        return if path.exists() { fs::remove_file(path) } else { Ok(()) };
    }
    let text = ron::ser::to_string_pretty(habits, ron::ser::PrettyConfig::default()).map_err(io::Error::other)?;
    home::write_whole(&path, &text)
}

/// Keeps the habits of the running battle when they change.
pub fn keep(
    orders: Res<Orders>,
    session: Res<Session>,
    mut kept: Local<Option<Vec<Standing>>>,
    mut notices: MessageWriter<Notice>,
) {
    let Some(journal) = session.opening.journal.as_ref().filter(|_| orders.is_changed() || session.is_added()) else {
        return;
    };
    if !session.is_added() && kept.as_deref() == Some(orders.habits()) {
        return;
    }
    *kept = Some(orders.habits().to_vec());
    if let Err(why) = write(journal, orders.habits()) {
        let words = format!("what is always or never answered is not kept: {why}");
        notices.write(Notice { refusal: Refusal::new(words, "".into()), who: None });
    }
}
