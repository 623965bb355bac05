//! Snapshots of battles, drawn on a map with simple fighters, under the policies of Time Count.

#![allow(dead_code, unused_imports, reason = "every test file that includes this uses its own part of it")]

mod fighter;
mod gear;

pub use fighter::*;
pub use gear::*;

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use warboard::battle::{
    CombatantId, Field, Link, LinkId, LinkKind, PairFact, PairRelation, Row, Snapshot, Until, View, WeaponSlot,
};
use warboard::content::authored::parse;
use warboard::content::{Breakdown, Condition, Hold, Label, Name, Policies, Rulebook, Source, Table};
use warboard::grid::{Barrier, Board, Cell, CoverGrade, Shape};
use warboard::mechanics::Game;

/// The parts of a rule system that mechanics read.
pub struct Rules {
    pub policies: Policies,
    pub conditions: Table<Condition>,
}

/// The shipped policies and conditions of Time Count, loaded once.
pub fn rules() -> &'static Rules {
    static RULES: OnceLock<Rules> = OnceLock::new();
    RULES.get_or_init(|| {
        let folder = crate::assets::assets().join("rulesets/time_count");
        let source = |file: &str| Source::read(folder.join(file)).unwrap_or_else(|fault| panic!("{}", fault.brief()));
        let policies = parse(&source("ruleset.ron")).unwrap_or_else(|fault| panic!("{}", fault.brief()));
        let conditions = parse(&source("conditions.ron")).unwrap_or_else(|fault| panic!("{}", fault.brief()));
        Rules { policies, conditions: Table::new(conditions) }
    })
}

/// An impassable barrier that does not block sight and gives a grade of cover.
pub fn barrier(cover: CoverGrade) -> Barrier {
    Barrier { name: "barrier".into(), passable: false, opaque: false, cover, tall: None }
}

/// The first weapon of every fighter.
pub const FIRST: WeaponSlot = WeaponSlot(0);

/// A snapshot of a battle.
pub struct Scene {
    snapshot: Snapshot,
    drawn: BTreeMap<char, Cell>,
    ids: BTreeMap<char, CombatantId>,
}

impl Scene {
    /// A board of squares from a drawing; see `drawn::plan` for its marks. Any other mark can name a fighter's
    /// north-western cell.
    pub fn square(text: &str) -> Scene {
        Scene::drawn(Shape::Square, text)
    }

    /// A board of hexagons from a drawing; odd lines lie half a cell further east.
    pub fn hex(text: &str) -> Scene {
        Scene::drawn(Shape::Hex, text)
    }

    pub fn drawn(shape: Shape, text: &str) -> Scene {
        let board = match shape {
            Shape::Square => crate::drawn::square(text),
            Shape::Hex => crate::drawn::hex(text),
        };
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        let mut drawn = BTreeMap::new();
        for (y, line) in lines.enumerate() {
            for (x, mark) in line.chars().filter(|mark| !mark.is_whitespace()).enumerate() {
                drawn.entry(mark).or_insert(Cell::new(x as i16, y as i16));
            }
        }
        let field = Field::new(Arc::new(board));
        let snapshot = Snapshot::new(Vec::new(), field);
        Scene { snapshot, drawn, ids: BTreeMap::new() }
    }

    /// Adds a fighter at the first occurrence of its mark in the drawing.
    pub fn unit(self, mark: char, fighter: Fighter) -> Scene {
        let cell = *self.drawn.get(&mark).unwrap_or_else(|| panic!("no {mark} in the drawing"));
        self.unit_at(mark, cell, fighter)
    }

    /// Adds a fighter at a cell without its mark, for example in a shared space.
    pub fn unit_at(mut self, mark: char, cell: impl Into<Cell>, fighter: Fighter) -> Scene {
        let id = CombatantId(self.snapshot.rows.len() as u16);
        self.snapshot.rows.push(fighter.row(id, mark, cell.into()));
        self.ids.insert(mark, id);
        self
    }

    /// Adds a barrier between two neighbouring cells.
    pub fn barrier(mut self, a: impl Into<Cell>, b: impl Into<Cell>, barrier: Barrier) -> Scene {
        let board = Arc::make_mut(&mut self.snapshot.field.board);
        crate::drawn::set_barrier(board, a.into(), b.into(), Some(barrier)).expect("neighbouring cells");
        self
    }

    /// Lets one fighter hold another, with properties of the hold.
    pub fn holding(mut self, holder: char, held: char, qualities: &[Hold]) -> Scene {
        let id = LinkId(self.snapshot.links.len() as u32);
        let (holder, held) = (self.id(holder), self.id(held));
        let qualities = qualities.iter().copied().collect();
        self.snapshot.links.push(Link { qualities, ..Link::new(id, LinkKind::Grab, holder, held) });
        self
    }

    /// Adds a fact about a pair: `who` has a relation to the fighter `towards`.
    pub fn with_relation(mut self, who: char, towards: char, slant: PairRelation) -> Scene {
        let (who, towards) = (self.id(who), self.id(towards));
        let fact = PairFact { towards, slant, until: Until::Ended, rule: Name::new("TC-359") };
        self.snapshot.rows[who.index()].pairs.0.push(fact);
        self
    }

    /// Edits the state of a fighter.
    pub fn edit(mut self, mark: char, change: impl FnOnce(&mut Row)) -> Scene {
        let id = self.id(mark);
        change(&mut self.snapshot.rows[id.index()]);
        self
    }

    pub fn id(&self, mark: char) -> CombatantId {
        *self.ids.get(&mark).unwrap_or_else(|| panic!("no fighter {mark}"))
    }

    pub fn view(&self) -> View<'_> {
        self.snapshot.view()
    }

    pub fn book(&self) -> Rulebook<'static> {
        Rulebook { policies: &rules().policies, conditions: &rules().conditions }
    }

    /// The battle and its rules, as mechanics read them.
    pub fn game(&self) -> Game<'_> {
        Game::new(self.view(), self.book())
    }
}

/// The amount and rule of the first term with a label.
pub fn term(sum: &Breakdown, label: Label) -> Option<(i16, &'static str)> {
    let found = sum.terms().iter().find(|term| term.label == label)?;
    Some((found.amount, found.rule.as_str()))
}

/// The label of a condition or stance.
pub fn named(name: &str) -> Label {
    Label::Named(Name::new(name))
}
