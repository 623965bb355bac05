//! What attacks and ways depend on besides wounds, breath and time: where everybody stands, in what state, what it holds,
//! and the ground. As long as nothing of that changes near by, so is what was found out from it.

use std::sync::Arc;

use smallvec::SmallVec;

use crate::battle::{
    ActiveSpell, Arms, CombatantId, Conditions, Facing, Light, Link, PairFacts, Position, Row, Sheet, Stance, View,
};
use crate::content::policy::Rulebook;
use crate::grid::{Board, Footprint};
use crate::mechanics::{consciousness, status};
use crate::resolution::Setup;

/// Who stands where in a part of the board, and in what state: equal ones tell the same of it, for as long as nothing of
/// the ground changes.
pub type Near = SmallVec<[u64; 10]>;

/// Cells by which a line may leave the box about its ends, and a body the box about its first cell.
const MARGIN: i16 = 2;

/// The scene as it was looked at last.
#[derive(Debug, Default)]
pub struct Scene {
    all: Vec<Stood>,
    ground: Option<Ground>,
    /// Cells within which anybody can do anything to those whom others attack.
    reach: i16,
}

impl Scene {
    /// Looks at the scene, and says whether the ground is still as it was; what is [near](Scene::near) may be compared
    /// only then.
    pub fn look(&mut self, view: View<'_>, setup: &Setup) -> bool {
        let mut same = self.ground.as_ref().is_some_and(|ground| ground.is(view, setup));
        if !same {
            self.ground = Some(Ground::of(view, setup));
            self.all.clear();
        }
        for (at, row) in view.rows().iter().enumerate() {
            let book = setup.rules.book();
            match self.all.get_mut(at) {
                Some(stood) if stood.is(view, book, row) => {}
                Some(stood) => {
                    same &= stood.state < u16::MAX;
                    let next = Stood::of(view, book, row, (stood.state.wrapping_add(1), stood.body));
                    let body = stood.body.wrapping_add(u16::from(!stood.is_body(&next)));
                    *stood = Stood { body, ..next };
                }
                None => self.all.push(Stood::of(view, book, row, (0, 0))),
            }
        }
        self.reach = self.all.iter().map(|stood| stood.reach).max().unwrap_or(0);
        same
    }

    /// What one at a place and another may have to do with, both where they are.
    pub fn near(&self, view: View<'_>, (one, at): (CombatantId, Footprint), other: CombatantId) -> Near {
        let to = view.footprint(other);
        let (west, east) = (at.anchor.x.min(to.anchor.x), at.anchor.x.max(to.anchor.x));
        let (north, south) = (at.anchor.y.min(to.anchor.y), at.anchor.y.max(to.anchor.y));
        let mut near = Near::new();
        near.push(pack(one, at, self.state(one)));
        self.add(view, one, ((west, east), (north, south)), self.reach, |stood| stood.state, &mut near);
        near
    }

    /// What one may have to do with on its way to where it could come with so many cells of movement.
    pub fn around(&self, view: View<'_>, one: CombatantId, cells: u16) -> Near {
        let at = view.footprint(one);
        let far = i16::try_from(cells).unwrap_or(i16::MAX).saturating_add(i16::from(at.across()));
        let mut near = Near::new();
        near.push(pack(one, at, self.state(one)));
        let cells = ((at.anchor.x, at.anchor.x), (at.anchor.y, at.anchor.y));
        self.add(view, one, cells, far, |stood| stood.body, &mut near);
        near
    }

    /// A number for the state of somebody.
    pub fn state(&self, one: CombatantId) -> u16 {
        self.all.get(one.index()).map_or(0, |stood| stood.state)
    }

    /// Adds everybody else in a box with so many cells about it.
    fn add(
        &self,
        view: View<'_>,
        but: CombatantId,
        ((west, east), (north, south)): ((i16, i16), (i16, i16)),
        far: i16,
        what: impl Fn(&Stood) -> u16,
        near: &mut Near,
    ) {
        for (row, stood) in view.rows().iter().zip(&self.all).filter(|(row, _)| !row.gone && row.id != but) {
            let space = view.footprint(row.id);
            let (x, y) = (space.anchor.x, space.anchor.y);
            let far = far.saturating_add(i16::from(space.extent) + MARGIN);
            let within = |at: i16, from: i16, to: i16| at >= from.saturating_sub(far) && at <= to.saturating_add(far);
            if within(x, west, east) && within(y, north, south) {
                near.push(pack(row.id, space, what(stood)));
            }
        }
    }
}

fn pack(id: CombatantId, at: Footprint, state: u16) -> u64 {
    let half = |part: i16| u64::from(part.cast_unsigned());
    u64::from(id.0) << 48 | half(at.anchor.x) << 32 | half(at.anchor.y) << 16 | u64::from(state)
}

/// One combatant in a scene.
#[derive(Debug)]
struct Stood {
    sheet: Arc<Sheet>,
    extent: u8,
    facing: Facing,
    conditions: Conditions,
    stance: Stance,
    arms: Arms,
    pairs: PairFacts,
    /// On the board, alive, and known to be where it is.
    is: [bool; 3],
    /// Awake.
    wakes: bool,
    /// A number for all of this.
    state: u16,
    /// A number for what of it those meet who pass by.
    body: u16,
    /// Cells it covers and reaches beyond, whatever it takes in hand.
    reach: i16,
}

impl Stood {
    fn of(view: View<'_>, book: Rulebook<'_>, row: &Row, (state, body): (u16, u16)) -> Stood {
        let sheet = &row.sheet;
        let longest = sheet.weapons.iter().filter_map(|held| held.weapon.melee).max().unwrap_or(0);
        let cells = sheet.reach.saturating_add(longest) / book.policies.board.feet.max(1);
        Stood {
            sheet: Arc::clone(sheet),
            extent: row.position.extent,
            facing: row.facing,
            conditions: row.conditions.clone(),
            stance: row.stance,
            arms: row.arms.clone(),
            pairs: row.pairs.clone(),
            is: presence(view, book, row),
            wakes: status::is_conscious(view, book, row.id),
            state,
            body,
            reach: i16::try_from(cells).unwrap_or(i16::MAX).saturating_add(row.position.extent.into()),
        }
    }

    /// Whether those who pass by meet the same.
    fn is_body(&self, other: &Stood) -> bool {
        Arc::ptr_eq(&self.sheet, &other.sheet)
            && (self.extent, self.is, self.wakes) == (other.extent, other.is, other.wakes)
    }

    fn is(&self, view: View<'_>, book: Rulebook<'_>, row: &Row) -> bool {
        Arc::ptr_eq(&self.sheet, &row.sheet)
            && self.extent == row.position.extent
            && self.facing == row.facing
            && self.stance == row.stance
            && self.is == presence(view, book, row)
            && self.conditions == row.conditions
            && self.pairs == row.pairs
            && self.arms == row.arms
    }
}

fn presence(view: View<'_>, book: Rulebook<'_>, row: &Row) -> [bool; 3] {
    [!row.gone, !consciousness::is_dead(&book.policies.consciousness, &row.vitals), view.knows(row.id)]
}

/// What is not where one looks, or counts from afar.
#[derive(Debug)]
struct Ground {
    /// Of the scenario, the ruleset and the units.
    content: u64,
    board: Arc<Board>,
    lights: Vec<Light>,
    links: Vec<Link>,
    spells: Vec<ActiveSpell>,
    /// Where everybody is, where somebody is not on the ground or may carry light.
    positions: Vec<Position>,
}

impl Ground {
    fn of(view: View<'_>, setup: &Setup) -> Ground {
        let tells = tells_from_afar(view);
        Ground {
            content: setup.content_hash,
            board: Arc::clone(&view.field().board),
            lights: view.field().lights.clone(),
            links: view.links().to_vec(),
            spells: view.spells().to_vec(),
            positions: view.rows().iter().filter(|_| tells).map(|row| row.position).collect(),
        }
    }

    fn is(&self, view: View<'_>, setup: &Setup) -> bool {
        let positions = || view.rows().iter().map(|row| &row.position);
        self.content == setup.content_hash
            && Arc::ptr_eq(&self.board, &view.field().board)
            && self.lights == view.field().lights
            && self.links == view.links()
            && self.spells == view.spells()
            && if tells_from_afar(view) { self.positions.iter().eq(positions()) } else { self.positions.is_empty() }
    }
}

/// Whether it may make a difference where those are who are far away.
fn tells_from_afar(view: View<'_>) -> bool {
    view.field().dark || view.rows().iter().any(|row| row.position.altitude != 0)
}
