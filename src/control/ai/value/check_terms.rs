//! The terms of checks as plain numbers. Terms that several checks have in common are cached.

use crate::battle::WeaponSlot;
use crate::content::advantage::NetAdvantage;
use crate::content::breakdown::{Sums, Total};
use crate::content::stat::Stat;
use crate::control::ai::cache::SmallCache;
use crate::control::ai::model::Situation;
use crate::grid::Footprint;
use crate::mechanics::attack::{self, Mode};
use crate::mechanics::{advantage, reach};
use crate::resolution::procedure::action::check::terms::{OpposedRoll, Pair, TermSource, Uncached};

/// The terms of checks; those of the acting combatant at its present position are cached.
pub struct CachedTerms<'m, 'a>(pub &'m Situation<'a>);

impl CachedTerms<'_, '_> {
    /// Whether a check is made by the acting combatant at its present position.
    fn is_here(&self, pair: Pair<'_>) -> bool {
        let Situation { view, actor, .. } = *self.0;
        pair.actor == actor && pair.view.footprint(actor) == view.row(actor).position.footprint()
    }

    /// Whether a check is made by the acting combatant, and it shares no cell with the target, neither in the view nor at its
    /// present position.
    fn is_apart(&self, pair: Pair<'_>) -> bool {
        let Situation { view, actor, .. } = *self.0;
        let theirs = pair.view.footprint(pair.target);
        let meets = |own: Footprint| own.overlaps(view.shape(), theirs);
        pair.actor == actor && !meets(pair.view.footprint(actor)) && !meets(view.row(actor).position.footprint())
    }
}

/// The cached value of a key if the cache applies, otherwise a computed one.
fn cached_if<K: PartialEq, V: Copy>(applies: bool, cache: &SmallCache<K, V>, key: K, compute: impl FnOnce() -> V) -> V {
    if applies { cache.get_or_insert(key, compute) } else { compute() }
}

/// Computes terms without any cache.
const UNCACHED: Uncached<Total, NetAdvantage> = Uncached::new();

impl TermSource for CachedTerms<'_, '_> {
    type Sum = Total;
    type Advantage = NetAdvantage;

    fn mode(&self, pair: Pair<'_>, slot: WeaponSlot) -> Mode {
        if pair.actor != self.0.actor {
            return UNCACHED.mode(pair, slot);
        }
        self.0.with_view(pair.view).attack_mode(slot, pair.target).unwrap_or(Mode::Melee)
    }

    fn to_hit(&self, pair: Pair<'_>, slot: WeaponSlot, mode: Mode) -> Total {
        cached_if(self.is_here(pair), &self.0.cache.terms.to_hit, (pair.target, slot, mode), || {
            let mut sum = self.situation(pair, mode);
            attack::add_weapon_terms(pair.game(), (pair.actor, slot), pair.target, mode, &mut sum);
            sum
        })
    }

    fn situation(&self, pair: Pair<'_>, mode: Mode) -> Total {
        let cache = &self.0.cache.terms.situational;
        cached_if(self.is_here(pair), cache, (pair.target, mode), || UNCACHED.situation(pair, mode))
    }

    fn edge(&self, pair: Pair<'_>, weapon: Option<WeaponSlot>, mode: Mode) -> NetAdvantage {
        let cache = &self.0.cache.terms.advantage;
        cached_if(self.is_here(pair), cache, (pair.target, weapon, mode), || UNCACHED.edge(pair, weapon, mode))
    }

    fn defence(&self, pair: Pair<'_>, asked: Option<Stat>, mode: Mode) -> (Stat, Total) {
        let cache = &self.0.cache.terms.defences;
        cached_if(self.is_apart(pair), cache, (pair.target, asked, mode), || UNCACHED.defence(pair, asked, mode))
    }

    fn rival(&self, pair: Pair<'_>) -> OpposedRoll<Total, NetAdvantage> {
        cached_if(self.is_here(pair), &self.0.cache.terms.opposed_rolls, pair.target, || UNCACHED.rival(pair))
    }
}

/// The best terms that any position of the attacker can give. The bonus is left at 0: the caller fills in its upper bound.
pub struct BestCaseTerms<'m, 'a>(pub &'m Situation<'a>);

impl TermSource for BestCaseTerms<'_, '_> {
    type Sum = Total;
    type Advantage = NetAdvantage;

    fn mode(&self, pair: Pair<'_>, slot: WeaponSlot) -> Mode {
        let held = pair.view.row(pair.actor).sheet.weapon(slot);
        if held.is_some_and(|held| held.weapon.melee.is_none()) { Mode::Ranged } else { Mode::Melee }
    }

    fn to_hit(&self, _: Pair<'_>, _: WeaponSlot, _: Mode) -> Total {
        Total::default()
    }

    fn situation(&self, _: Pair<'_>, _: Mode) -> Total {
        Total::default()
    }

    fn edge(&self, pair: Pair<'_>, weapon: Option<WeaponSlot>, _: Mode) -> NetAdvantage {
        NetAdvantage::of(advantage::best_possible(pair.game(), pair.actor, weapon, pair.target))
    }

    fn defence(&self, pair: Pair<'_>, asked: Option<Stat>, mode: Mode) -> (Stat, Total) {
        let (situation, defence) = (self.0, |mode| CachedTerms(self.0).defence(pair, asked, mode));
        let slots = reach::usable_slots(situation.view, situation.actor).into_iter();
        let mut held = slots.filter_map(|slot| situation.view.row(situation.actor).sheet.weapon(slot));
        // A thrown weapon may also be used in melee.
        let both = held.any(|held| held.weapon.melee.is_some() && held.weapon.range.is_some());
        let other = Some(Mode::Ranged).filter(|_| both && mode == Mode::Melee).map(defence);
        let first = defence(mode);
        other.filter(|(_, sum)| sum.total() < first.1.total()).unwrap_or(first)
    }

    fn rival(&self, pair: Pair<'_>) -> OpposedRoll<Total, NetAdvantage> {
        CachedTerms(self.0).rival(pair)
    }
}
