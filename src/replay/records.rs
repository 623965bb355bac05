//! The records of a journal, `LENGTH CHECKSUM JSON` and a line feed each, and the end of the file, where they are
//! appended. A record torn by a full disk is cut off and written again.

use std::fs::File;
use std::io::{self, Seek, SeekFrom, Write};

use xxhash_rust::xxh3::xxh3_64;

/// The record of a text without line feeds.
pub(super) fn frame(json: &str) -> String {
    format!("{} {:016x} {json}\n", json.len(), xxh3_64(json.as_bytes()))
}

/// The intact records at the start of a file.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Frames<'b> {
    pub(super) texts: Vec<&'b str>,
    pub(super) whole: usize,
    /// Whether the last of them lacks its line feed.
    pub(super) unended: bool,
    /// Whether intact records follow the first broken one: then the file is damaged, not just cut off.
    pub(super) damaged: bool,
}

pub(super) fn frames(bytes: &[u8]) -> Frames<'_> {
    let mut frames = Frames { texts: Vec::new(), whole: 0, unended: false, damaged: false };
    while let Some((text, length)) = first(&bytes[frames.whole..]) {
        frames.texts.push(text);
        frames.whole += length;
    }
    frames.unended = frames.whole > 0 && bytes[frames.whole - 1] != b'\n';
    let rest = &bytes[frames.whole..];
    let breaks = rest.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
    frames.damaged = breaks.into_iter().any(|start| first(&rest[start..]).is_some());
    frames
}

/// The first record and its size in bytes. Only the first line is read, so that the time is proportional to the size of
/// the file whatever lengths it claims.
fn first(bytes: &[u8]) -> Option<(&str, usize)> {
    let feed = bytes.iter().position(|byte| *byte == b'\n');
    let taken = feed.map_or(bytes.len(), |feed| feed + 1);
    let bytes = &bytes[..feed.unwrap_or(bytes.len())];
    let space = bytes.iter().take(12).position(|byte| *byte == b' ')?;
    let length: usize = std::str::from_utf8(&bytes[..space]).ok()?.parse().ok()?;
    let start = space + 18;
    let check = std::str::from_utf8(bytes.get(space + 1..start - 1)?).ok()?;
    let check = u64::from_str_radix(check, 16).ok()?;
    let json = bytes.get(start..).filter(|json| json.len() == length)?;
    if bytes[start - 1] != b' ' || xxh3_64(json) != check {
        return None;
    }
    Some((std::str::from_utf8(json).ok()?, taken))
}

/// A medium to append records to.
pub(super) trait Medium {
    fn cut(&mut self, length: u64) -> io::Result<()>;

    /// Appends bytes and waits until they are on disk.
    fn add(&mut self, bytes: &[u8]) -> io::Result<()>;
}

impl Medium for File {
    fn cut(&mut self, length: u64) -> io::Result<()> {
        self.set_len(length)?;
        self.seek(SeekFrom::Start(length)).map(drop)
    }

    fn add(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.write_all(bytes)?;
        self.sync_data()
    }
}

#[derive(Debug)]
pub(super) struct Tail<M> {
    medium: M,
    /// Size in bytes of the intact records on disk.
    whole: u64,
    pending: Vec<u8>,
    /// Whether a partial record may follow the intact ones.
    is_torn: bool,
}

impl<M: Medium> Tail<M> {
    pub(super) fn new(medium: M, whole: u64) -> Tail<M> {
        Tail { medium, whole, pending: Vec::new(), is_torn: false }
    }

    /// Writes a record, after any pending ones, and waits until all are on disk; all that fail are retried with the next.
    pub(super) fn add(&mut self, record: &str) -> io::Result<()> {
        self.pending.extend_from_slice(record.as_bytes());
        self.catch_up()
    }

    pub(super) fn catch_up(&mut self) -> io::Result<()> {
        if self.pending.is_empty() {
            return Ok(());
        }
        if let Err(error) = self.mend().and_then(|()| self.medium.add(&self.pending)) {
            self.is_torn = true;
            // If this fails too, it is retried before the next write: nothing may follow a torn record.
            let _ = self.mend();
            return Err(error);
        }
        self.whole += self.pending.len() as u64;
        self.pending.clear();
        Ok(())
    }

    pub(super) fn is_behind(&self) -> bool {
        !self.pending.is_empty()
    }

    fn mend(&mut self) -> io::Result<()> {
        if self.is_torn {
            self.medium.cut(self.whole)?;
            self.is_torn = false;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A disk with `room` for this many bytes in total, which may also refuse to truncate.
    struct Disk {
        bytes: Vec<u8>,
        room: usize,
        cuts: bool,
    }

    impl Medium for Disk {
        fn cut(&mut self, length: u64) -> io::Result<()> {
            if !self.cuts {
                return Err(io::Error::other("broken"));
            }
            self.bytes.truncate(usize::try_from(length).expect("a small disk"));
            Ok(())
        }

        fn add(&mut self, bytes: &[u8]) -> io::Result<()> {
            let fits = bytes.len().min(self.room - self.bytes.len());
            self.bytes.extend_from_slice(&bytes[..fits]);
            if fits < bytes.len() { Err(io::ErrorKind::StorageFull.into()) } else { Ok(()) }
        }
    }

    fn disk(room: usize) -> Tail<Disk> {
        Tail::new(Disk { bytes: Vec::new(), room, cuts: true }, 0)
    }

    #[test]
    fn a_record_torn_by_a_full_disk_is_cut_off_and_written_when_there_is_room() {
        for room in 5..14 {
            let mut tail = disk(room);
            tail.add("one; ").expect("room for one");
            assert_eq!(tail.add("two; ").is_err(), room < 10);
            assert!(tail.add("three; ").is_err(), "{room}");
            let whole = if room < 10 { "one; " } else { "one; two; " };
            assert_eq!((tail.medium.bytes.as_slice(), tail.is_behind()), (whole.as_bytes(), true), "{room}");
            tail.medium.room = 100;
            tail.add("four; ").expect("room for all");
            assert_eq!((tail.medium.bytes.as_slice(), tail.is_behind()), (&b"one; two; three; four; "[..], false));
        }
    }

    #[test]
    fn nothing_is_written_after_a_torn_record_that_cannot_be_cut_off() {
        let mut tail = disk(7);
        tail.add("one; ").expect("room for one");
        tail.medium.cuts = false;
        assert!(tail.add("two; ").is_err());
        tail.medium.room = 100;
        assert!(tail.add("three; ").is_err());
        assert_eq!(tail.medium.bytes, b"one; tw");
        tail.medium.cuts = true;
        tail.catch_up().expect("room for all");
        assert_eq!(tail.medium.bytes, b"one; two; three; ");
    }
}
