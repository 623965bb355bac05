//! The baseline: attacks the nearest enemy, otherwise charges or walks towards it, buys movement, opens doors and stands up on
//! the way.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::Arc;

use smallvec::SmallVec;

use super::model::{
    ActionCatalogue, Paths, Pursuit, StepState, lacks_movement, leg_lengths, open_door, saves_movement,
};
use super::options::movement::surfacing;
use crate::battle::{CombatantId, Position, Row, View, WeaponSlot};
use crate::content::Action;
use crate::control::controller::{Answer, Controller};
use crate::grid::Cell;
use crate::mechanics::{Game, attack, cover, reach, status};
use crate::resolution::{Act, Asks, Choice, Prompt, Setup, legal};
use crate::rules::Ruleset;

/// Attacks the nearest enemy it can reach with its best weapon, otherwise walks to the nearest enemy by path.
#[derive(Clone, Debug, Default)]
pub struct Charger {
    catalogue: ActionCatalogue,
    paths: KnownPaths,
}

impl Controller for Charger {
    fn answer(&mut self, seen: View<'_>, rules: &Ruleset, _setup: &Setup, prompt: &Prompt) -> Answer {
        self.catalogue.refresh_plain(rules);
        let first = match &prompt.asks {
            Asks::Act => return self.act(seen, rules, prompt.who),
            Asks::Cell { cells, .. } => cells.first().copied().map(Choice::Cell),
            Asks::Pick { options, .. } => options.first().copied().map(Choice::Pick),
            Asks::React { options, .. } => options.first().copied().map(Choice::React),
            Asks::Face { options } => options.first().copied().map(Choice::Face),
            Asks::Interrupt { .. } => None,
        };
        Answer::plain(first.unwrap_or(Choice::Pass))
    }

    fn begin(&mut self, _seed: u64) {
        self.paths.forget();
    }
}

impl Charger {
    fn act(&mut self, view: View<'_>, rules: &Ruleset, actor: CombatantId) -> Answer {
        let (game, catalogue) = (Game::new(view, rules.book()), &self.catalogue);
        let if_legal = |act: Act| legal::validate(view, rules, actor, act).ok().map(Answer::valid);
        if let Some(surface) = surfacing(game, rules, actor) {
            return Answer::plain(Choice::Act(surface));
        }
        self.paths.look(game);
        let enemies = self.paths.conscious_enemies(game, actor);
        if let Some(strike) = &catalogue.strike {
            let mut attacks = attacks(game, actor, &enemies).map(|(enemy, slot)| Act::at(strike.id, enemy, Some(slot)));
            if let Some(attack) = attacks.find_map(if_legal) {
                return attack;
            }
        }
        let wait = || Answer::plain(Choice::Act(catalogue.waiting()));
        if status::is_immobile(game, actor) {
            return wait();
        }
        let mut charges = catalogue.charges.iter().flat_map(|action| legal::charges(game, actor, action));
        if let Some(charge) = charges.find_map(if_legal) {
            return charge;
        }
        let path = self.paths.find(game, actor, &enemies);
        if let Some(open) = open_door(view, rules, catalogue, actor, path) {
            return Answer::plain(Choice::Act(open));
        }
        let walk = catalogue.walk.as_ref().filter(|_| !path.is_empty());
        let lengths =
            || leg_lengths(game, actor, path).filter(|length| *length > 0 || saves_movement(game, actor, path));
        let step =
            walk.and_then(|walk| lengths().find_map(|length| if_legal(Act::along(walk.id, path[..length].to_vec()))));
        let own = |actions: &[Arc<Action>]| actions.iter().find_map(|action| if_legal(Act::own(action.id)));
        let buys = || if lacks_movement(game, actor, path) { own(&catalogue.gains) } else { None };
        step.or_else(buys).or_else(|| own(&catalogue.leaving)).unwrap_or_else(wait)
    }
}

/// Stays where it is and never attacks; it answers other questions like the [`Charger`], but takes no reactions. For lessons.
#[derive(Clone, Debug, Default)]
pub struct Bystander(Charger);

impl Controller for Bystander {
    fn answer(&mut self, seen: View<'_>, rules: &Ruleset, setup: &Setup, prompt: &Prompt) -> Answer {
        match &prompt.asks {
            Asks::Act => {
                self.0.catalogue.refresh_plain(rules);
                Answer::plain(Choice::Act(self.0.catalogue.waiting()))
            }
            Asks::React { .. } => Answer::plain(Choice::Pass),
            _ => self.0.answer(seen, rules, setup, prompt),
        }
    }

    fn begin(&mut self, seed: u64) {
        self.0.begin(seed);
    }
}

/// Every enemy in reach or range, nearest first, with the most damaging weapon that can attack it.
fn attacks(
    game: Game<'_>,
    actor: CombatantId,
    enemies: &[CombatantId],
) -> impl Iterator<Item = (CombatantId, WeaponSlot)> {
    let mut enemies: SmallVec<[(u16, CombatantId); 8]> =
        enemies.iter().map(|enemy| (reach::distance_between(game, actor, *enemy), *enemy)).collect();
    enemies.sort_unstable();
    let mean_damage = |slot: WeaponSlot| {
        let entry = game.row(actor).sheet.weapon(slot);
        entry.map_or(0, |entry| entry.weapon.damage.mean_times_two() + 2 * i32::from(entry.damage.total()))
    };
    let mut slots = reach::usable_slots(game.view, actor);
    slots.sort_unstable_by_key(|slot| (Reverse(mean_damage(*slot)), *slot));
    let slots: SmallVec<[(WeaponSlot, u16); 4]> =
        slots.into_iter().map(|slot| (slot, attack::max_distance(game, actor, slot))).collect();
    enemies.into_iter().filter_map(move |(apart, enemy)| {
        let mut in_range = slots.iter().filter(|(_, farthest)| apart <= *farthest).map(|(slot, _)| *slot);
        let hits = |mode| cover::automatic_miss(game, actor, enemy, mode).is_none();
        let slot = in_range.find(|slot| attack::possible_mode(game, actor, *slot, enemy).is_some_and(hits))?;
        Some((enemy, slot))
    })
}

/// State of a combatant that paths depend on, as of the last look.
#[derive(Clone, Debug)]
struct Presence {
    position: Position,
    is_known: bool,
    is_gone: bool,
    is_conscious: bool,
    /// The revision at which it last changed.
    touched: u64,
}

impl Presence {
    fn of(game: Game<'_>, row: &Row) -> Presence {
        let (position, is_gone, touched) = (row.position, row.gone, row.touched);
        let is_conscious = status::is_conscious(game, row.id);
        Presence { position, is_known: game.knows(row.id), is_gone, is_conscious, touched }
    }

    fn is_like(&self, other: &Presence) -> bool {
        let flags = |of: &Presence| [of.is_known, of.is_gone, of.is_conscious];
        self.position == other.position && flags(self) == flags(other)
    }
}

/// Paths found since a combatant last moved, fell or rose, so that a waiting combatant does not search again on each count.
#[derive(Clone, Debug, Default)]
struct KnownPaths {
    presence: SmallVec<[Presence; 8]>,
    /// The revision at which the ground last changed.
    ground: u64,
    /// By combatant: the revision at which it had last changed, the state of its turn then, and the path found for these.
    known: BTreeMap<CombatantId, (Option<(u64, StepState)>, Vec<Cell>)>,
    search: Paths,
}

impl KnownPaths {
    /// Forgets all paths, but keeps the memory of the search.
    fn forget(&mut self) {
        self.presence.clear();
        self.known.clear();
    }

    /// Forgets all paths if a combatant has moved, fallen or risen, or the ground has changed.
    fn look(&mut self, game: Game<'_>) {
        let ground = game.changed().around;
        let mut same = self.ground == ground && self.presence.len() == game.rows().len();
        if !same {
            self.presence = game.rows().iter().map(|row| Presence::of(game, row)).collect();
        }
        for (row, seen) in game.rows().iter().zip(&mut self.presence) {
            if seen.touched != row.touched || seen.is_known != game.knows(row.id) {
                let before = std::mem::replace(seen, Presence::of(game, row));
                same &= before.is_like(seen);
            }
        }
        if !same {
            self.ground = ground;
            self.known.clear();
        }
    }

    /// Conscious enemies by id; unconscious ones only if there are no others.
    fn conscious_enemies(&self, game: Game<'_>, walker: CombatantId) -> SmallVec<[CombatantId; 8]> {
        let enemies = game.enemies_of(game.row(walker).side).map(|enemy| enemy.id);
        let is_conscious = |id: &CombatantId| self.presence[id.index()].is_conscious;
        let (conscious, unconscious): (SmallVec<_>, SmallVec<_>) = enemies.partition(is_conscious);
        if conscious.is_empty() { unconscious } else { conscious }
    }

    /// The path to the nearest enemy, or as near as other combatants and doors allow.
    fn find(&mut self, game: Game<'_>, walker: CombatantId, enemies: &[CombatantId]) -> &[Cell] {
        let start = (game.row(walker).touched, StepState::of(game, walker));
        let (known, path) = self.known.entry(walker).or_default();
        if *known != Some(start) {
            (*known, *path) = (Some(start), find_path(game, walker, enemies, &mut self.search));
        }
        debug_assert_eq!(*path, find_path(game, walker, enemies, &mut self.search));
        path
    }
}

fn find_path(game: Game<'_>, walker: CombatantId, enemies: &[CombatantId], search: &mut Paths) -> Vec<Cell> {
    let slots = reach::melee_slots(game.view, walker);
    let longest = slots.iter().map(|slot| reach::melee_reach(game, walker, *slot)).max().unwrap_or(0);
    let pursuit = Pursuit::of(game, walker, enemies.iter().copied(), reach::cells(game.book(), longest).max(1));
    let path = pursuit.path(search, pursuit.nearest());
    path.unwrap_or_else(|| pursuit.unobstructed_path(search, false))
}
