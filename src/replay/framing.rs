//! Checksummed records: `LENGTH CHECKSUM JSON` and a line feed.

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
