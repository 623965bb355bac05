//! What attacks of one who decides are made of, as plain numbers: parts that many acts have in common are worked out once.

use super::mind::Mind;
use crate::battle::{CombatantId, WeaponSlot};
use crate::content::advantage::NetAdvantage;
use crate::content::breakdown::{Sums, Total};
use crate::content::stat::Stat;
use crate::grid::Footprint;
use crate::mechanics::attack::{self, Mode};
use crate::mechanics::{advantage, reach};
use crate::resolution::procedure::terms::{Anew, Pair, Parts, Rival};

/// At whom, and how.
type Aim<How> = (CombatantId, How);

/// With which weapon, and how.
type Used = (Option<WeaponSlot>, Mode);

/// Which defence is asked for, and against what.
type Asked = (Option<Stat>, Mode);

/// Which defence it is that answers, and how good it is.
type Met = (Stat, Total);

/// Parts of odds that many acts have in common, of one who decides and where it stands.
#[derive(Debug, Default)]
pub struct Shares {
    situations: Vec<(Aim<Mode>, Total)>,
    to_hit: Vec<(Aim<(WeaponSlot, Mode)>, Total)>,
    edges: Vec<(Aim<Used>, NetAdvantage)>,
    defences: Vec<(Aim<Asked>, Met)>,
    rivals: Vec<(CombatantId, Rival<Total, NetAdvantage>)>,
}

impl Shares {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.situations.clear();
        self.to_hit.clear();
        self.edges.clear();
        self.defences.clear();
        self.rivals.clear();
    }
}

/// Parts of odds as plain numbers; those of one who decides and where it stands are remembered while it does.
pub struct Numbers<'m, 'a>(pub &'m Mind<'a>);

impl Numbers<'_, '_> {
    /// Whether it is about the one who decides, and where it stands.
    fn is_here(&self, pair: Pair<'_>) -> bool {
        let Mind { view, who, .. } = *self.0;
        pair.actor == who && pair.view.footprint(who) == view.row(who).position.footprint()
    }

    /// Whether it is about the one who decides, who shares no space with the other, neither here nor there.
    fn is_apart(&self, pair: Pair<'_>) -> bool {
        let Mind { view, who, .. } = *self.0;
        let theirs = pair.view.footprint(pair.target);
        let meets = |own: Footprint| own.overlaps(view.shape(), theirs);
        pair.actor == who && !meets(pair.view.footprint(who)) && !meets(view.row(who).position.footprint())
    }

    /// What is remembered if it `holds` for all that ask by this key, or else worked out.
    fn share<K: PartialEq, V: Copy>(
        &self,
        holds: bool,
        key: K,
        part: impl Fn(&mut Shares) -> &mut Vec<(K, V)>,
        work_out: impl FnOnce() -> V,
    ) -> V {
        if !holds {
            return work_out();
        }
        let weighed = self.0.weighed;
        let known = part(&mut weighed.shares.borrow_mut()).iter().find(|(known, _)| *known == key).map(|found| found.1);
        known.unwrap_or_else(|| {
            let found = work_out();
            part(&mut weighed.shares.borrow_mut()).push((key, found));
            found
        })
    }
}

/// Nothing is remembered.
const ANEW: Anew<Total, NetAdvantage> = Anew::new();

impl Parts for Numbers<'_, '_> {
    type Sum = Total;
    type Advantage = NetAdvantage;

    fn mode(&self, pair: Pair<'_>, slot: WeaponSlot) -> Mode {
        if pair.actor != self.0.who {
            return ANEW.mode(pair, slot);
        }
        let mind = self.0.seen_from(pair.view);
        mind.weighed.reaches(&mind, slot, pair.target).unwrap_or(Mode::Melee)
    }

    fn to_hit(&self, pair: Pair<'_>, slot: WeaponSlot, mode: Mode) -> Total {
        self.share(
            self.is_here(pair),
            (pair.target, (slot, mode)),
            |all| &mut all.to_hit,
            || {
                let mut sum = self.situation(pair, mode);
                attack::add_weapon_terms(pair.view, pair.rules.book(), (pair.actor, slot), pair.target, mode, &mut sum);
                sum
            },
        )
    }

    fn situation(&self, pair: Pair<'_>, mode: Mode) -> Total {
        self.share(self.is_here(pair), (pair.target, mode), |all| &mut all.situations, || ANEW.situation(pair, mode))
    }

    fn edge(&self, pair: Pair<'_>, weapon: Option<WeaponSlot>, mode: Mode) -> NetAdvantage {
        self.share(
            self.is_here(pair),
            (pair.target, (weapon, mode)),
            |all| &mut all.edges,
            || ANEW.edge(pair, weapon, mode),
        )
    }

    fn defence(&self, pair: Pair<'_>, asked: Option<Stat>, mode: Mode) -> (Stat, Total) {
        self.share(
            self.is_apart(pair),
            (pair.target, (asked, mode)),
            |all| &mut all.defences,
            || ANEW.defence(pair, asked, mode),
        )
    }

    fn rival(&self, pair: Pair<'_>) -> Rival<Total, NetAdvantage> {
        self.share(self.is_here(pair), pair.target, |all| &mut all.rivals, || ANEW.rival(pair))
    }
}

/// The same at their best, wherever an attack is made; what is added to the roll is left to whoever asks.
pub struct AtBest<'m, 'a>(pub &'m Mind<'a>);

impl Parts for AtBest<'_, '_> {
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
        NetAdvantage::of(advantage::best_possible(pair.view, pair.rules.book(), pair.actor, weapon, pair.target))
    }

    fn defence(&self, pair: Pair<'_>, asked: Option<Stat>, mode: Mode) -> (Stat, Total) {
        let (mind, defence) = (self.0, |mode| Numbers(self.0).defence(pair, asked, mode));
        let slots = reach::usable_slots(mind.view, mind.who).into_iter();
        let mut held = slots.filter_map(|slot| mind.view.row(mind.who).sheet.weapon(slot));
        // What is thrown may be struck with as well.
        let both = held.any(|held| held.weapon.melee.is_some() && held.weapon.range.is_some());
        let other = Some(Mode::Ranged).filter(|_| both && mode == Mode::Melee).map(defence);
        let first = defence(mode);
        other.filter(|(_, sum)| sum.total() < first.1.total()).unwrap_or(first)
    }

    fn rival(&self, pair: Pair<'_>) -> Rival<Total, NetAdvantage> {
        Numbers(self.0).rival(pair)
    }
}
