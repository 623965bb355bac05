//! The terms of checks as plain numbers. Terms that several checks have in common are cached.

use crate::battle::WeaponSlot;
use crate::content::{AdvantageTerms, Breakdown, Stat};
use crate::control::ai::cache::SmallCache;
use crate::control::ai::model::Situation;
use crate::grid::Footprint;
use crate::mechanics::advantage;
use crate::mechanics::attack::{self, Mode};
use crate::resolution::procedure::action::check::terms::{OpposedRoll, Pair, TermSource, Uncached};

/// The terms of checks; those of the acting combatant at its present position are cached.
pub struct CachedTerms<'m, 'a> {
    pub situation: &'m Situation<'a>,
    /// The best terms that any position of the attacker can give. The bonus is 0: the caller fills in its upper bound.
    pub best_case: bool,
}

impl CachedTerms<'_, '_> {
    /// Whether the acting combatant makes a check at its present position.
    fn is_here(&self, pair: Pair<'_>) -> bool {
        pair.view.footprint(pair.actor) == self.situation.row().position.footprint()
    }

    /// A defence, cached if the acting combatant shares no cell with the target, in the view or at its present position.
    fn defence_against(&self, pair: Pair<'_>, asked: Option<Stat>, mode: Mode) -> (Stat, i16) {
        let theirs = pair.view.footprint(pair.target);
        let meets = |own: Footprint| own.overlaps(pair.view.shape(), theirs);
        let apart = !meets(pair.view.footprint(pair.actor)) && !meets(self.situation.row().position.footprint());
        cached_if(apart, &self.situation.cache.defences, (pair.target, asked, mode), || {
            let (stat, sum) = UNCACHED.defence(pair, asked, mode);
            (stat, sum.total())
        })
    }
}

/// The cached value of a key if the cache applies, otherwise a computed one.
fn cached_if<K: PartialEq, V: Clone>(
    applies: bool,
    cache: &SmallCache<K, V>,
    key: K,
    compute: impl FnOnce() -> V,
) -> V {
    if applies { cache.get_or_insert(key, compute) } else { compute() }
}

pub const UNCACHED: Uncached = Uncached { known: None, plain: true };

impl TermSource for CachedTerms<'_, '_> {
    fn mode(&self, pair: Pair<'_>, slot: WeaponSlot) -> Mode {
        if self.best_case {
            let held = pair.view.row(pair.actor).sheet.weapon(slot);
            let is_ranged = held.is_some_and(|held| held.weapon.melee.is_none());
            return if is_ranged { Mode::Ranged } else { Mode::Melee };
        }
        self.situation.with_view(pair.view).attack_mode(slot, pair.target).unwrap_or(Mode::Melee)
    }

    fn to_hit(&self, pair: Pair<'_>, slot: WeaponSlot, mode: Mode) -> Breakdown {
        if self.best_case {
            return self.sum();
        }
        let cache = &self.situation.cache.to_hit;
        Breakdown::unlabelled(cached_if(self.is_here(pair), cache, (pair.target, slot, mode), || {
            let mut sum = self.situation(pair, mode);
            attack::add_weapon_terms(pair.game(), (pair.actor, slot), pair.target, mode, &mut sum);
            sum.total()
        }))
    }

    fn situation(&self, pair: Pair<'_>, mode: Mode) -> Breakdown {
        let (cache, compute) = (&self.situation.cache.situational, || UNCACHED.situation(pair, mode).total());
        Breakdown::unlabelled(cached_if(self.is_here(pair), cache, (pair.target, mode), compute))
    }

    fn edge(&self, pair: Pair<'_>, weapon: Option<WeaponSlot>, mode: Mode) -> AdvantageTerms {
        if self.best_case {
            return advantage::best_possible(pair.game(), pair.actor, weapon, pair.target);
        }
        let cache = &self.situation.cache.advantage;
        cached_if(self.is_here(pair), cache, (pair.target, weapon, mode), || UNCACHED.edge(pair, weapon, mode))
    }

    fn defence(&self, pair: Pair<'_>, asked: Option<Stat>, mode: Mode) -> (Stat, Breakdown) {
        let mut found = self.defence_against(pair, asked, mode);
        if self.best_case && mode == Mode::Melee {
            let sheet = &self.situation.row().sheet;
            let mut held = self.situation.slots().iter().filter_map(|slot| sheet.weapon(*slot));
            // A thrown weapon may also be used in melee.
            if held.any(|held| held.weapon.melee.is_some() && held.weapon.range.is_some()) {
                let ranged = self.defence_against(pair, asked, Mode::Ranged);
                found = if ranged.1 < found.1 { ranged } else { found };
            }
        }
        (found.0, Breakdown::unlabelled(found.1))
    }

    fn rival(&self, pair: Pair<'_>) -> OpposedRoll {
        let cache = &self.situation.cache.opposed_rolls;
        cached_if(self.is_here(pair), cache, pair.target, || UNCACHED.rival(pair))
    }

    fn sum(&self) -> Breakdown {
        UNCACHED.sum()
    }
}
