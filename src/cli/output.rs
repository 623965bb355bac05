//! Where results go.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use super::failure::{Failure, plain};

/// Writes a text to stdout.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(())
}

/// Writes a file that has all of its text or is not there; what was there before is only replaced by all of it.
pub fn save(path: &Path, text: &str) -> Result<(), Failure> {
    let aside = path.with_extension(format!("new-{}", std::process::id()));
    let written = fs::write(&aside, text).and_then(|()| fs::rename(&aside, path));
    written.map_err(|error| {
        // What is left aside is of no use to anybody; that it may stay does no harm.
        let _ = fs::remove_file(&aside);
        plain(format!("{}: cannot be written: {error}", path.display()))
    })
}
