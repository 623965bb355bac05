//! Where results go.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use super::failure::{Failure, plain};

/// Writes to stdout.
pub fn print(bytes: impl AsRef<[u8]>) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    out.write_all(bytes.as_ref())?;
    out.flush()?;
    Ok(())
}

/// Refuses a file to be written later whose folder is not there, before long work is done for it.
pub fn find_room(path: &Path) -> Result<(), Failure> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    match folder {
        Some(folder) if !folder.is_dir() => {
            Err(plain(format!("{}: cannot be written: there is no folder {}", path.display(), folder.display())))
        }
        _ if path.is_dir() => Err(plain(format!("{}: cannot be written: it is a folder", path.display()))),
        _ => Ok(()),
    }
}

/// Writes a file that has all of its bytes or is not there; what was there before is only replaced by all of them.
pub fn save(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), Failure> {
    let aside = path.with_extension(format!("new-{}", std::process::id()));
    let written = fs::write(&aside, bytes).and_then(|()| fs::rename(&aside, path));
    written.map_err(|error| {
        // What is left aside is of no use to anybody; that it may stay does no harm.
        let _ = fs::remove_file(&aside);
        plain(format!("{}: cannot be written: {error}", path.display()))
    })
}
