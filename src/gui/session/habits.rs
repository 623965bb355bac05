//! Automatic answers on disk, beside the file of their battle, so that a loaded battle asks no more than before.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use bevy::prelude::*;

use super::{Notice, Session};
use crate::content::authored::{FileKind, Source, parse};
use crate::content::refusal::Refusal;
use crate::control::Orders;
use crate::control::orders::StandingOrder;
use crate::gui::home;

/// The path of the automatic answers of a battle file.
fn beside(battle: &Path) -> PathBuf {
    battle.with_extension("orders.ron")
}

/// The automatic answers stored for a battle file; empty if there are none.
///
/// # Errors
/// Where the file is wrong.
pub fn read(battle: &Path) -> Result<Vec<StandingOrder>, String> {
    let path = beside(battle);
    if !path.exists() {
        return Ok(Vec::new());
    }
    let found = Source::read_as(&path, FileKind::Settings).and_then(|source| parse::<Vec<StandingOrder>>(&source));
    found.map_err(|why| why.brief())
}

/// Stores automatic answers for a battle file; without any, the file is removed.
///
/// # Errors
/// If the file cannot be written.
pub fn write(battle: &Path, habits: &[StandingOrder]) -> io::Result<()> {
    let path = beside(battle);
    if habits.is_empty() {
        return if path.exists() { fs::remove_file(path) } else { Ok(()) };
    }
    let text = ron::ser::to_string_pretty(habits, ron::ser::PrettyConfig::default()).map_err(io::Error::other)?;
    home::write_whole(&path, &text)
}

/// Stores the automatic answers of the running battle when they change.
pub fn keep(
    orders: Res<Orders>,
    session: Res<Session>,
    mut kept: Local<Option<Vec<StandingOrder>>>,
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
        let words = format!("automatic answers could not be saved: {why}");
        notices.write(Notice { refusal: Refusal::new(words, "".into()), who: None });
    }
}
