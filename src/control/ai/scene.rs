//! What attacks and ways depend on besides wounds, breath and time: where everybody stands, in what state, what it holds,
//! and the ground. As long as that is the same, so is what was found out from it.

use std::sync::Arc;

use crate::battle::{
    Arms, Conditions, Facing, Light, Link, Ongoing, PairFacts, Position, Row, Sheet, Stance, View, Vitals,
};
use crate::content::policy::Rulebook;
use crate::grid::Board;
use crate::mechanics::consciousness;
use crate::resolution::Setup;

/// The scene as it was looked at last.
#[derive(Debug, Default)]
pub struct Scene {
    all: Vec<Stood>,
    ground: Option<Ground>,
    /// How often it was another than the time before.
    number: u64,
}

impl Scene {
    /// Looks at the scene, and says whether it is still the one that was looked at last.
    pub fn look(&mut self, view: View<'_>, setup: &Setup) -> bool {
        let mut same = self.ground.as_ref().is_some_and(|ground| ground.is(view, setup));
        if !same {
            self.ground = Some(Ground::of(view, setup));
        }
        same &= self.all.len() == view.rows().len();
        self.all.truncate(view.rows().len());
        for (at, row) in view.rows().iter().enumerate() {
            match self.all.get_mut(at) {
                Some(stood) if stood.is(view, setup.rules.book(), row) => {}
                Some(stood) => (*stood, same) = (Stood::of(view, setup.rules.book(), row), false),
                None => self.all.push(Stood::of(view, setup.rules.book(), row)),
            }
        }
        self.number += u64::from(!same);
        same
    }

    /// A number for the scene: as long as it is the same, so is the scene.
    pub fn number(&self) -> u64 {
        self.number
    }
}

/// One combatant in a scene.
#[derive(Debug)]
struct Stood {
    sheet: Arc<Sheet>,
    position: Position,
    facing: Facing,
    conditions: Conditions,
    stance: Stance,
    arms: Arms,
    pairs: PairFacts,
    /// On the board, alive, and known to be where it is.
    is: [bool; 3],
}

impl Stood {
    fn of(view: View<'_>, book: Rulebook<'_>, row: &Row) -> Stood {
        Stood {
            sheet: Arc::clone(&row.sheet),
            position: row.position,
            facing: row.facing,
            conditions: row.conditions.clone(),
            stance: row.stance,
            arms: row.arms.clone(),
            pairs: row.pairs.clone(),
            is: presence(view, book, row),
        }
    }

    fn is(&self, view: View<'_>, book: Rulebook<'_>, row: &Row) -> bool {
        Arc::ptr_eq(&self.sheet, &row.sheet)
            && self.position == row.position
            && self.facing == row.facing
            && self.stance == row.stance
            && self.is == presence(view, book, row)
            && self.conditions == row.conditions
            && self.pairs == row.pairs
            && self.arms == row.arms
    }
}

fn presence(view: View<'_>, book: Rulebook<'_>, row: &Row) -> [bool; 3] {
    let vitals: &Vitals = &row.vitals;
    [!row.gone, !consciousness::is_dead(&book.policies.consciousness, vitals), view.knows(row.id)]
}

/// What no combatant is.
#[derive(Debug)]
struct Ground {
    /// Of the scenario, the ruleset and the units.
    content: u64,
    board: Arc<Board>,
    lights: Vec<Light>,
    links: Vec<Link>,
    spells: Vec<Ongoing>,
}

impl Ground {
    fn of(view: View<'_>, setup: &Setup) -> Ground {
        Ground {
            content: setup.content_hash,
            board: Arc::clone(&view.field().board),
            lights: view.field().lights.clone(),
            links: view.links().to_vec(),
            spells: view.spells().to_vec(),
        }
    }

    fn is(&self, view: View<'_>, setup: &Setup) -> bool {
        self.content == setup.content_hash
            && Arc::ptr_eq(&self.board, &view.field().board)
            && self.lights == view.field().lights
            && self.links == view.links()
            && self.spells == view.spells()
    }
}
