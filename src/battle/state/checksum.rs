//! Checksums of the state of a battle and of its parts.

use super::{Digest, Row, Snapshot};

impl Snapshot {
    /// A hash of everything that can change in a battle, with the number of dice rolled so far. Equal states of the
    /// same setup have equal checksums in every process and on every machine.
    pub fn checksum(&self, rolls: u64) -> u64 {
        let mut digest = Digest::default();
        digest.take(&(self.count, rolls, self.rows.len() as u64));
        for row in &self.rows {
            row.parts(|_, part| part.add_to(&mut digest));
        }
        digest.take(&self.links);
        digest.take(&self.spells);
        digest.take(&self.field.doors);
        digest.take(&self.field.items);
        digest.take(&(&self.field.ice, &self.field.tunnels));
        digest.hash()
    }

    /// A short hash of the links, lasting spells, doors, items, ice and tunnels.
    pub fn ground_mark(&self) -> u16 {
        let mut digest = Digest::default();
        digest.take(&(&self.links, &self.spells, &self.field.doors, &self.field.items));
        digest.take(&(&self.field.ice, &self.field.tunnels));
        digest.hash() as u16
    }
}

impl Row {
    /// The names of the parts that change, in the order of [`Row::marks`].
    pub const PARTS: [&'static str; 13] = [
        "position",
        "facing",
        "vitals",
        "conditions",
        "stance",
        "arms",
        "momentum",
        "drift",
        "pairs",
        "turn_state",
        "ready",
        "incanting",
        "gone",
    ];

    /// A short hash of every part that changes, to find the part that differs between two battles.
    pub fn marks(&self) -> [u16; Row::PARTS.len()] {
        let mut marks = [0; Row::PARTS.len()];
        self.parts(|at, part| {
            let mut digest = Digest::default();
            part.add_to(&mut digest);
            marks[at] = digest.hash() as u16;
        });
        marks
    }

    /// Debug text of one part, by its name among [`Row::PARTS`]; empty for other names.
    pub fn part_in_words(&self, part: &str) -> String {
        let mut words = String::new();
        self.parts(|at, value| {
            if Row::PARTS[at] == part {
                words = value.in_words();
            }
        });
        words
    }

    fn parts(&self, mut take: impl FnMut(usize, &dyn Part)) {
        let parts: [&dyn Part; Row::PARTS.len()] = [
            &self.position,
            &self.facing,
            &self.vitals,
            &self.conditions,
            &self.stance,
            &self.arms,
            &self.momentum,
            &self.drift,
            &self.pairs,
            &self.turn_state,
            &self.ready,
            &self.incanting,
            &self.gone,
        ];
        for (at, part) in parts.into_iter().enumerate() {
            take(at, part);
        }
    }
}

/// A part of a row: something that can be hashed and shown.
trait Part {
    fn add_to(&self, digest: &mut Digest);
    fn in_words(&self) -> String;
}

impl<T: serde::Serialize + std::fmt::Debug> Part for T {
    fn add_to(&self, digest: &mut Digest) {
        digest.take(self);
    }

    fn in_words(&self) -> String {
        format!("{self:?}")
    }
}
