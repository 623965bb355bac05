//! Rows of characters, one per cell; blanks are ignored.

use std::ops::Range;

use crate::content::{Findings, ValuePath};

/// Most cells of a map in either direction.
pub const MOST_CELLS: usize = 256;

#[derive(Clone, Debug)]
pub struct Glyph {
    pub character: char,
    /// Its column without blanks, and its row, both counted from 0 in the north-west.
    pub column: usize,
    pub row: usize,
    /// Byte range in the row's text.
    pub span: Range<usize>,
}

/// Rows of characters, such as the map or the heights.
#[derive(Copy, Clone, Debug)]
pub struct Rows<'f> {
    texts: &'f [String],
}

impl<'f> Rows<'f> {
    pub fn new(texts: &'f [String]) -> Rows<'f> {
        Rows { texts }
    }

    pub fn text(&self, row: usize) -> &'f str {
        self.texts.get(row).map_or("", String::as_str)
    }

    pub fn height(&self) -> usize {
        self.texts.len()
    }

    /// Number of cells in the northernmost row.
    pub fn width(&self) -> usize {
        self.cells(0)
    }

    fn cells(&self, row: usize) -> usize {
        self.text(row).chars().filter(|character| !character.is_whitespace()).count()
    }

    /// All non-blank characters, row by row.
    pub fn glyphs(&self) -> impl Iterator<Item = Glyph> + use<'f> {
        let rows = self.texts.iter().enumerate();
        rows.flat_map(|(row, text)| {
            let drawn = text.char_indices().filter(|(_, character)| !character.is_whitespace());
            drawn.enumerate().map(move |(column, (at, character))| Glyph {
                character,
                column,
                row,
                span: at..at + character.len_utf8(),
            })
        })
    }

    /// The most common row length; the first of equally common ones.
    fn common_width(&self) -> usize {
        let lengths: Vec<usize> = (0..self.height()).map(|row| self.cells(row)).collect();
        let times = |length: usize| lengths.iter().filter(|other| **other == length).count();
        lengths.iter().copied().rev().max_by_key(|length| times(*length)).unwrap_or(0)
    }

    /// Refuses every row with another number of cells.
    fn has_width(&self, width: usize, path: &ValuePath, findings: &mut Findings<'_>) -> bool {
        let uneven: Vec<usize> = (0..self.height()).filter(|row| self.cells(*row) != width).collect();
        for &row in &uneven {
            findings
                .refuse(&path.index(row), format!("row {row} has {} cells, expected {width}", self.cells(row)))
                .with_help("all rows must have the same length; the northernmost row is row 0");
        }
        uneven.is_empty()
    }

    /// Refuses rows of another size than the map's.
    pub fn has_size(&self, width: u16, height: u16, path: &ValuePath, findings: &mut Findings<'_>) -> bool {
        let found = self.height();
        if found != usize::from(height) {
            findings.refuse(path, format!("`heights` has {found} rows, but the map has {height}"));
            return false;
        }
        self.has_width(usize::from(width), path, findings)
    }
}

/// Refuses a map that is empty, uneven or too large.
pub fn is_sound(map: &Rows<'_>, path: &ValuePath, findings: &mut Findings<'_>) -> bool {
    let height = map.height();
    if height > MOST_CELLS {
        too_big(&path.index(MOST_CELLS), format!("{height} rows"), findings);
        return false;
    }
    let width = map.common_width();
    if width == 0 {
        findings
            .refuse(path, "the map is empty")
            .with_help("draw one character per cell, such as map: [\"..#\", \"...\"]");
        return false;
    }
    if width > MOST_CELLS {
        too_big(&path.index(0), format!("{width} cells in a row"), findings);
        return false;
    }
    map.has_width(width, path, findings)
}

fn too_big(path: &ValuePath, found: String, findings: &mut Findings<'_>) {
    let message = format!("the map is too large: {found}");
    findings.refuse(path, message).with_help(format!("at most {MOST_CELLS} by {MOST_CELLS} cells are allowed"));
}
