//! Tracks what attacks and paths depend on apart from wounds, fatigue and time: positions, states and equipment of all
//! combatants, and the ground. Cached results stay valid while nothing of that changes nearby.

use std::sync::Arc;

use smallvec::SmallVec;

use crate::battle::{
    ActiveSpell, Arms, CombatantId, Conditions, Facing, Light, Link, PairFacts, Position, Row, Sheet, Stance, View,
};
use crate::control::ai::cache::ByAddress;
use crate::grid::{Board, Cell, Footprint};
use crate::mechanics::{Game, health, status};
use crate::resolution::Setup;

/// The positions and states of combatants in a part of the board: equal keys mean equal circumstances on unchanged ground.
pub type NeighbourhoodKey = SmallVec<[u64; 10]>;

/// Cells by which a line may leave the box around its ends, and a body the box around its anchor.
const MARGIN: i16 = 2;

/// Notices changes between decisions. Each combatant has a state number that goes up whenever its state changes.
#[derive(Default)]
pub struct ChangeTracker {
    all: Vec<Observed>,
    ground: Option<GroundState>,
    /// The longest reach of any combatant in cells, its own space included.
    reach: i16,
}

impl ChangeTracker {
    /// Returns whether the ground is unchanged; only then may older [keys](NeighbourhoodKey) be compared with new ones.
    pub fn update(&mut self, view: View<'_>, setup: &Setup) -> bool {
        let ground = Some(ground_state(view, setup));
        let mut unchanged = self.ground == ground;
        if !unchanged {
            self.ground = ground;
            self.all.clear();
        }
        for (at, row) in view.rows().iter().enumerate() {
            let game = Game::new(view, setup.rules.book());
            match self.all.get_mut(at) {
                Some(observed) if observed.is(game, row) => {}
                Some(observed) => {
                    unchanged &= observed.state < u16::MAX;
                    let next = Observed::of(game, row, (observed.state.wrapping_add(1), observed.obstacle));
                    let obstacle =
                        observed.obstacle.wrapping_add(u16::from(observed.as_obstacle() != next.as_obstacle()));
                    *observed = Observed { obstacle, ..next };
                }
                None => self.all.push(Observed::of(game, row, (0, 0))),
            }
        }
        self.reach = self.all.iter().map(|observed| observed.reach).max().unwrap_or(0);
        unchanged
    }

    /// Everything that may affect what a combatant at a position does to another.
    pub fn between(&self, view: View<'_>, (one, at): (CombatantId, Footprint), other: CombatantId) -> NeighbourhoodKey {
        self.key(view, (one, at), view.footprint(other).anchor, self.reach, |observed| observed.state)
    }

    /// Everything that may affect where a combatant can get with this many cells of movement.
    pub fn around(&self, view: View<'_>, one: CombatantId, cells: u16) -> NeighbourhoodKey {
        let at = view.footprint(one);
        let far = i16::try_from(cells).unwrap_or(i16::MAX).saturating_add(i16::from(at.across()));
        self.key(view, (one, at), at.anchor, far, |observed| observed.obstacle)
    }

    pub fn state(&self, one: CombatantId) -> u16 {
        self.all.get(one.index()).map_or(0, |observed| observed.state)
    }

    /// A combatant, and all others at most `far` cells from the box between it and a cell, each with a number of its state.
    fn key(
        &self,
        view: View<'_>,
        (one, at): (CombatantId, Footprint),
        to: Cell,
        far: i16,
        number: impl Fn(&Observed) -> u16,
    ) -> NeighbourhoodKey {
        let mut key = NeighbourhoodKey::new();
        key.push(pack(one, at, self.state(one)));
        for (row, observed) in view.rows().iter().zip(&self.all).filter(|(row, _)| !row.gone && row.id != one) {
            let space = view.footprint(row.id);
            let far = far.saturating_add(i16::from(space.extent) + MARGIN);
            let within = |at: i16, one: i16, other: i16| {
                at >= one.min(other).saturating_sub(far) && at <= one.max(other).saturating_add(far)
            };
            if within(space.anchor.x, at.anchor.x, to.x) && within(space.anchor.y, at.anchor.y, to.y) {
                key.push(pack(row.id, space, number(observed)));
            }
        }
        key
    }
}

fn pack(id: CombatantId, at: Footprint, state: u16) -> u64 {
    let bits = |part: i16| u64::from(part.cast_unsigned());
    u64::from(id.0) << 48 | bits(at.anchor.x) << 32 | bits(at.anchor.y) << 16 | u64::from(state)
}

struct Observed {
    sheet: ByAddress<Sheet>,
    extent: u8,
    facing: Facing,
    conditions: Conditions,
    stance: Stance,
    arms: Arms,
    pairs: PairFacts,
    presence: [bool; 3],
    conscious: bool,
    state: u16,
    /// Incremented by every change that affects the paths of other combatants.
    obstacle: u16,
    reach: i16,
}

impl Observed {
    fn of(game: Game<'_>, row: &Row, (state, obstacle): (u16, u16)) -> Observed {
        let sheet = &row.sheet;
        let longest = sheet.weapons.iter().filter_map(|held| held.weapon.melee).max().unwrap_or(0);
        let cells = sheet.reach.saturating_add(longest) / game.policies.board.cell.max(1);
        Observed {
            sheet: ByAddress(Arc::clone(sheet)),
            extent: row.position.extent,
            facing: row.facing,
            conditions: row.conditions.clone(),
            stance: row.stance,
            arms: row.arms.clone(),
            pairs: row.pairs.clone(),
            presence: presence(game, row),
            conscious: status::is_conscious(game, row.id),
            state,
            obstacle,
            reach: i16::try_from(cells).unwrap_or(i16::MAX).saturating_add(row.position.extent.into()),
        }
    }

    fn as_obstacle(&self) -> (&ByAddress<Sheet>, u8, [bool; 3], bool) {
        (&self.sheet, self.extent, self.presence, self.conscious)
    }

    fn is(&self, game: Game<'_>, row: &Row) -> bool {
        Arc::ptr_eq(&self.sheet.0, &row.sheet)
            && self.extent == row.position.extent
            && self.facing == row.facing
            && self.stance == row.stance
            && self.presence == presence(game, row)
            && self.conditions == row.conditions
            && self.pairs == row.pairs
            && self.arms == row.arms
    }
}

/// Whether a combatant is on the board, alive, and at a known position.
fn presence(game: Game<'_>, row: &Row) -> [bool; 3] {
    [!row.gone, !health::is_dead(&game.policies.consciousness, &row.vitals), game.knows(row.id)]
}

/// Everything that affects attacks and paths on the whole board: the content hash of scenario, ruleset and units, what is on
/// the board, and the positions of all combatants if distant ones matter.
type GroundState = (u64, ByAddress<Board>, Vec<Light>, Vec<Link>, Vec<ActiveSpell>, Vec<Position>);

fn ground_state(view: View<'_>, setup: &Setup) -> GroundState {
    let field = view.field();
    // Distant combatants matter in the dark, where they may carry light, and in the air.
    let far = field.dark || view.rows().iter().any(|row| row.position.altitude != 0);
    let positions = view.rows().iter().filter(|_| far).map(|row| row.position).collect();
    let board = ByAddress(Arc::clone(&field.board));
    (setup.content_hash, board, field.lights.clone(), view.links().to_vec(), view.spells().to_vec(), positions)
}
