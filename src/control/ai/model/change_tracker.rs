//! Tracks what attacks and paths depend on apart from wounds, fatigue and time: positions, states and equipment of all
//! combatants, and the ground. Cached results stay valid while nothing of that changes nearby.

use std::sync::Arc;

use smallvec::SmallVec;

use crate::battle::{
    ActiveSpell, Arms, CombatantId, Conditions, Facing, Light, Link, PairFacts, Position, Row, Sheet, Stance, View,
};
use crate::grid::{Board, Footprint};
use crate::mechanics::{Game, consciousness, status};
use crate::resolution::Setup;

/// The positions and states of all combatants in a part of the board. Equal keys mean equal circumstances, as long as the
/// ground is unchanged.
pub type NeighbourhoodKey = SmallVec<[u64; 10]>;

/// Cells by which a line may leave the box around its ends, and a body the box around its anchor.
const MARGIN: i16 = 2;

/// Notices changes between decisions. Each combatant has a state number that goes up whenever its state changes.
#[derive(Debug, Default)]
pub struct ChangeTracker {
    all: Vec<Observed>,
    ground: Option<GroundState>,
    /// The longest reach of any combatant in cells, its own space included.
    reach: i16,
}

impl ChangeTracker {
    /// Takes note of the current battle. Returns whether the ground is unchanged; only then may older
    /// [keys](NeighbourhoodKey) be compared with new ones.
    pub fn update(&mut self, view: View<'_>, setup: &Setup) -> bool {
        let mut unchanged = self.ground.as_ref().is_some_and(|ground| ground.is(view, setup));
        if !unchanged {
            self.ground = Some(GroundState::of(view, setup));
            self.all.clear();
        }
        for (at, row) in view.rows().iter().enumerate() {
            let game = Game::new(view, setup.rules.book());
            match self.all.get_mut(at) {
                Some(observed) if observed.is(game, row) => {}
                Some(observed) => {
                    unchanged &= observed.state < u16::MAX;
                    let next = Observed::of(game, row, (observed.state.wrapping_add(1), observed.obstacle));
                    let obstacle = observed.obstacle.wrapping_add(u16::from(!observed.is_same_obstacle(&next)));
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
        let to = view.footprint(other);
        let (west, east) = (at.anchor.x.min(to.anchor.x), at.anchor.x.max(to.anchor.x));
        let (north, south) = (at.anchor.y.min(to.anchor.y), at.anchor.y.max(to.anchor.y));
        let mut key = NeighbourhoodKey::new();
        key.push(pack(one, at, self.state(one)));
        self.add(view, one, ((west, east), (north, south)), self.reach, |observed| observed.state, &mut key);
        key
    }

    /// Everything that may affect where a combatant can get with this many cells of movement.
    pub fn around(&self, view: View<'_>, one: CombatantId, cells: u16) -> NeighbourhoodKey {
        let at = view.footprint(one);
        let far = i16::try_from(cells).unwrap_or(i16::MAX).saturating_add(i16::from(at.across()));
        let mut key = NeighbourhoodKey::new();
        key.push(pack(one, at, self.state(one)));
        let cells = ((at.anchor.x, at.anchor.x), (at.anchor.y, at.anchor.y));
        self.add(view, one, cells, far, |observed| observed.obstacle, &mut key);
        key
    }

    /// The state number of a combatant.
    pub fn state(&self, one: CombatantId) -> u16 {
        self.all.get(one.index()).map_or(0, |observed| observed.state)
    }

    /// Adds all other combatants at most `far` cells from a box.
    fn add(
        &self,
        view: View<'_>,
        except: CombatantId,
        ((west, east), (north, south)): ((i16, i16), (i16, i16)),
        far: i16,
        number: impl Fn(&Observed) -> u16,
        key: &mut NeighbourhoodKey,
    ) {
        for (row, observed) in view.rows().iter().zip(&self.all).filter(|(row, _)| !row.gone && row.id != except) {
            let space = view.footprint(row.id);
            let (x, y) = (space.anchor.x, space.anchor.y);
            let far = far.saturating_add(i16::from(space.extent) + MARGIN);
            let within = |at: i16, from: i16, to: i16| at >= from.saturating_sub(far) && at <= to.saturating_add(far);
            if within(x, west, east) && within(y, north, south) {
                key.push(pack(row.id, space, number(observed)));
            }
        }
    }
}

fn pack(id: CombatantId, at: Footprint, state: u16) -> u64 {
    let bits = |part: i16| u64::from(part.cast_unsigned());
    u64::from(id.0) << 48 | bits(at.anchor.x) << 32 | bits(at.anchor.y) << 16 | u64::from(state)
}

/// The state of one combatant when it was last looked at.
#[derive(Debug)]
struct Observed {
    sheet: Arc<Sheet>,
    extent: u8,
    facing: Facing,
    conditions: Conditions,
    stance: Stance,
    arms: Arms,
    pairs: PairFacts,
    /// Whether it is on the board, alive, and at a known position.
    presence: [bool; 3],
    conscious: bool,
    /// State number: incremented by every change.
    state: u16,
    /// Obstacle number: incremented by every change that affects the paths of other combatants.
    obstacle: u16,
    /// Cells it occupies and reaches, with its longest weapon.
    reach: i16,
}

impl Observed {
    fn of(game: Game<'_>, row: &Row, (state, obstacle): (u16, u16)) -> Observed {
        let sheet = &row.sheet;
        let longest = sheet.weapons.iter().filter_map(|held| held.weapon.melee).max().unwrap_or(0);
        let cells = sheet.reach.saturating_add(longest) / game.policies.board.feet.max(1);
        Observed {
            sheet: Arc::clone(sheet),
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

    /// Whether nothing has changed that affects the paths of other combatants.
    fn is_same_obstacle(&self, other: &Observed) -> bool {
        Arc::ptr_eq(&self.sheet, &other.sheet)
            && (self.extent, self.presence, self.conscious) == (other.extent, other.presence, other.conscious)
    }

    fn is(&self, game: Game<'_>, row: &Row) -> bool {
        Arc::ptr_eq(&self.sheet, &row.sheet)
            && self.extent == row.position.extent
            && self.facing == row.facing
            && self.stance == row.stance
            && self.presence == presence(game, row)
            && self.conditions == row.conditions
            && self.pairs == row.pairs
            && self.arms == row.arms
    }
}

fn presence(game: Game<'_>, row: &Row) -> [bool; 3] {
    [!row.gone, !consciousness::is_dead(&game.policies.consciousness, &row.vitals), game.knows(row.id)]
}

/// Everything that affects attacks and paths on the whole board.
#[derive(Debug)]
struct GroundState {
    /// Content hash of scenario, ruleset and units.
    content: u64,
    board: Arc<Board>,
    lights: Vec<Light>,
    links: Vec<Link>,
    spells: Vec<ActiveSpell>,
    /// The positions of all combatants, if distant ones matter.
    positions: Vec<Position>,
}

impl GroundState {
    fn of(view: View<'_>, setup: &Setup) -> GroundState {
        let matter = distant_positions_matter(view);
        GroundState {
            content: setup.content_hash,
            board: Arc::clone(&view.field().board),
            lights: view.field().lights.clone(),
            links: view.links().to_vec(),
            spells: view.spells().to_vec(),
            positions: view.rows().iter().filter(|_| matter).map(|row| row.position).collect(),
        }
    }

    fn is(&self, view: View<'_>, setup: &Setup) -> bool {
        let positions = || view.rows().iter().map(|row| &row.position);
        let matter = distant_positions_matter(view);
        self.content == setup.content_hash
            && Arc::ptr_eq(&self.board, &view.field().board)
            && self.lights == view.field().lights
            && self.links == view.links()
            && self.spells == view.spells()
            && if matter { self.positions.iter().eq(positions()) } else { self.positions.is_empty() }
    }
}

/// Whether the positions of distant combatants may make a difference: in the dark, where they may carry light, and in the air.
fn distant_positions_matter(view: View<'_>) -> bool {
    view.field().dark || view.rows().iter().any(|row| row.position.altitude != 0)
}
