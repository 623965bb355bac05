//! The terms of checks as plain numbers. Terms that several checks have in common are cached.

use crate::battle::WeaponSlot;
use crate::content::advantage::AdvantageTerms;
use crate::content::breakdown::Breakdown;
use crate::content::stat::Stat;
use crate::control::ai::cache::SmallCache;
use crate::control::ai::model::Situation;
use crate::grid::Footprint;
use crate::mechanics::advantage;
use crate::mechanics::attack::{self, Mode};
use crate::resolution::procedure::action::check::terms::{OpposedRoll, Pair, TermSource, Uncached};

/// The terms of checks; those of the acting combatant at its present position are cached.
pub struct CachedTerms<'m, 'a>(pub &'m Situation<'a>);

impl CachedTerms<'_, '_> {
    /// Whether the acting combatant makes a check at its present position.
    fn is_here(&self, pair: Pair<'_>) -> bool {
        pair.view.footprint(pair.actor) == self.0.row().position.footprint()
    }

    /// Whether the acting combatant shares no cell with the target, neither in the view nor at its present position.
    fn is_apart(&self, pair: Pair<'_>) -> bool {
        let theirs = pair.view.footprint(pair.target);
        let meets = |own: Footprint| own.overlaps(pair.view.shape(), theirs);
        !meets(pair.view.footprint(pair.actor)) && !meets(self.0.row().position.footprint())
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

/// Computes sums without any cache.
pub const UNCACHED: Uncached = Uncached { known: None, plain: true };

impl TermSource for CachedTerms<'_, '_> {
    fn mode(&self, pair: Pair<'_>, slot: WeaponSlot) -> Mode {
        self.0.with_view(pair.view).attack_mode(slot, pair.target).unwrap_or(Mode::Melee)
    }

    fn to_hit(&self, pair: Pair<'_>, slot: WeaponSlot, mode: Mode) -> Breakdown {
        let cache = &self.0.cache.to_hit;
        Breakdown::unlabelled(cached_if(self.is_here(pair), cache, (pair.target, slot, mode), || {
            let mut sum = self.situation(pair, mode);
            attack::add_weapon_terms(pair.game(), (pair.actor, slot), pair.target, mode, &mut sum);
            sum.total()
        }))
    }

    fn situation(&self, pair: Pair<'_>, mode: Mode) -> Breakdown {
        let (cache, compute) = (&self.0.cache.situational, || UNCACHED.situation(pair, mode).total());
        Breakdown::unlabelled(cached_if(self.is_here(pair), cache, (pair.target, mode), compute))
    }

    fn edge(&self, pair: Pair<'_>, weapon: Option<WeaponSlot>, mode: Mode) -> AdvantageTerms {
        let cache = &self.0.cache.advantage;
        cached_if(self.is_here(pair), cache, (pair.target, weapon, mode), || UNCACHED.edge(pair, weapon, mode))
    }

    fn defence(&self, pair: Pair<'_>, asked: Option<Stat>, mode: Mode) -> (Stat, Breakdown) {
        let cache = &self.0.cache.defences;
        let (stat, total) = cached_if(self.is_apart(pair), cache, (pair.target, asked, mode), || {
            let (stat, sum) = UNCACHED.defence(pair, asked, mode);
            (stat, sum.total())
        });
        (stat, Breakdown::unlabelled(total))
    }

    fn rival(&self, pair: Pair<'_>) -> OpposedRoll {
        cached_if(self.is_here(pair), &self.0.cache.opposed_rolls, pair.target, || UNCACHED.rival(pair))
    }

    fn sum(&self) -> Breakdown {
        UNCACHED.sum()
    }
}

/// The best terms that any position of the attacker can give. The bonus is left at 0: the caller fills in its upper bound.
pub struct BestCaseTerms<'m, 'a>(pub &'m Situation<'a>);

impl TermSource for BestCaseTerms<'_, '_> {
    fn mode(&self, pair: Pair<'_>, slot: WeaponSlot) -> Mode {
        let held = pair.view.row(pair.actor).sheet.weapon(slot);
        if held.is_some_and(|held| held.weapon.melee.is_none()) { Mode::Ranged } else { Mode::Melee }
    }

    fn to_hit(&self, _: Pair<'_>, _: WeaponSlot, _: Mode) -> Breakdown {
        self.sum()
    }

    fn situation(&self, _: Pair<'_>, _: Mode) -> Breakdown {
        self.sum()
    }

    fn edge(&self, pair: Pair<'_>, weapon: Option<WeaponSlot>, _: Mode) -> AdvantageTerms {
        advantage::best_possible(pair.game(), pair.actor, weapon, pair.target)
    }

    fn defence(&self, pair: Pair<'_>, asked: Option<Stat>, mode: Mode) -> (Stat, Breakdown) {
        let (situation, defence) = (self.0, |mode| CachedTerms(self.0).defence(pair, asked, mode));
        let slots = situation.slots().into_iter();
        let mut held = slots.filter_map(|slot| situation.row().sheet.weapon(slot));
        // A thrown weapon may also be used in melee.
        let both = held.any(|held| held.weapon.melee.is_some() && held.weapon.range.is_some());
        let other = Some(Mode::Ranged).filter(|_| both && mode == Mode::Melee).map(defence);
        let first = defence(mode);
        other.filter(|(_, sum)| sum.total() < first.1.total()).unwrap_or(first)
    }

    fn rival(&self, pair: Pair<'_>) -> OpposedRoll {
        CachedTerms(self.0).rival(pair)
    }

    fn sum(&self) -> Breakdown {
        UNCACHED.sum()
    }
}
