//! What was weighed already: from most places an attack is the same, and it stays the same for as long as the
//! [`Scene`](super::scene::Scene) does and its target was not hurt in between. It changes no decision, only how soon it is
//! made.

use std::cell::RefCell;
use std::collections::BTreeMap;

use smallvec::SmallVec;

use super::appraise::Appraisal;
use super::mind::Mind;
use crate::battle::{CombatantId, Vitals, WeaponSlot};
use crate::content::Name;
use crate::content::edge::Slope;
use crate::content::stat::Stat;
use crate::grid::Footprint;
use crate::mechanics::attack::Mode;
use crate::mechanics::status;
use crate::resolution::Act;
use crate::resolution::procedure::terms::Odds;

/// All that the harm of an attack depends on as long as the scene is the same and its target not hurt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Throw {
    action: Name,
    weapon: Option<WeaponSlot>,
    bonus: i16,
    lean: Option<Slope>,
    precise: bool,
    difficulties: SmallVec<[(Option<Stat>, i16); 2]>,
    /// Bonus, lean and whether it rolls, of a target that rolls against it.
    rival: Option<(i16, Option<Slope>, bool)>,
    /// Where somebody stands may be a condition as well.
    bears: status::Names,
}

impl Throw {
    /// What counts of these odds, for one who bears these conditions.
    pub fn of(action: Name, odds: &Odds, bears: status::Names) -> Throw {
        Throw {
            action,
            weapon: odds.weapon,
            bonus: odds.bonus.total(),
            lean: odds.edge.net(),
            precise: odds.precise,
            difficulties: odds.defences.iter().map(|(stat, sum)| (*stat, sum.total())).collect(),
            rival: odds.rival.as_ref().map(|rival| (rival.bonus.total(), rival.edge.net(), rival.rolls)),
            bears,
        }
    }

    /// The weapon it is made with.
    pub fn weapon(&self) -> Option<WeaponSlot> {
        self.weapon
    }
}

/// What each rung of a check is worth besides harm.
pub type Worths = SmallVec<[i32; 8]>;

/// What the value of harm to somebody depends on.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Stake {
    pub vitals: Vitals,
    pub worth: i32,
    pub life: i32,
    pub fit: bool,
    /// What it costs the one who attacks to fumble.
    pub fumble: i32,
    /// Of one who attacks with venom, the decision: what that is worth depends on everybody.
    pub decision: Option<u64>,
}

/// From where, and how, somebody does something to another.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
struct Post {
    at: Footprint,
    action: Name,
    weapon: Option<WeaponSlot>,
    /// Cells moved straight, and which way: what a running start is.
    straight: (u16, Option<u8>),
}

/// What one combatant does to another.
#[derive(Debug, Default)]
struct Pair {
    /// Whether a weapon reaches or hits from a place.
    reach: Vec<((Footprint, WeaponSlot), bool)>,
    throws: Vec<(Post, Throw)>,
    stake: Option<Stake>,
    weighed: Vec<(Throw, Worths, Appraisal)>,
    /// How attacks lean from where it stands, in melee and from afar.
    leans: SmallVec<[(Mode, Option<Slope>); 2]>,
    /// How often they would hit if they did not lean, in thousandths, by weapon.
    chances: SmallVec<[(WeaponSlot, i32); 2]>,
}

/// Everything that was weighed in a scene.
#[derive(Debug, Default)]
pub struct Weighed {
    pairs: RefCell<BTreeMap<(CombatantId, CombatantId), Pair>>,
    decision: u64,
}

impl Weighed {
    /// Begins another decision, in the same scene or in another.
    pub fn begin(&mut self, same: bool) {
        self.decision += 1;
        if !same {
            self.pairs.get_mut().clear();
        }
    }

    /// The number of this decision.
    pub fn decision(&self) -> u64 {
        self.decision
    }

    /// What `find` finds among what is known of a pair, or else what is worked out and `keep` keeps there.
    fn recall<T>(
        &self,
        pair: (CombatantId, CombatantId),
        find: impl FnOnce(&Pair) -> Option<T>,
        work_out: impl FnOnce() -> T,
        keep: impl FnOnce(&mut Pair, &T),
    ) -> T {
        let known = self.pairs.borrow().get(&pair).and_then(find);
        known.unwrap_or_else(|| {
            let found = work_out();
            keep(self.pairs.borrow_mut().entry(pair).or_default(), &found);
            found
        })
    }

    /// Whether the one who decides reaches or hits a target with a weapon from where it is imagined.
    pub fn reaches(
        &self,
        mind: &Mind<'_>,
        slot: WeaponSlot,
        target: CombatantId,
        work_out: impl FnOnce() -> bool,
    ) -> bool {
        let key = (mind.view.footprint(mind.who), slot);
        let find = |pair: &Pair| pair.reach.iter().find(|(known, _)| *known == key).map(|(_, reaches)| *reaches);
        self.recall((mind.who, target), find, work_out, |pair, reaches| pair.reach.push((key, *reaches)))
    }

    /// What a plain act of the one who decides depends on.
    pub fn throw(
        &self,
        mind: &Mind<'_>,
        act: &Act,
        target: CombatantId,
        work_out: impl FnOnce() -> Throw,
    ) -> Throw {
        let momentum = &mind.view.row(mind.who).momentum;
        let post = Post {
            at: mind.view.footprint(mind.who),
            action: act.action,
            weapon: act.weapon,
            straight: (momentum.straight, momentum.heading),
        };
        let find = |pair: &Pair| pair.throws.iter().find(|(known, _)| *known == post).map(|(_, throw)| throw.clone());
        self.recall((mind.who, target), find, work_out, |pair, throw| pair.throws.push((post, throw.clone())))
    }

    /// What an attack of the one who decides is worth.
    pub fn worth(
        &self,
        mind: &Mind<'_>,
        target: CombatantId,
        (throw, worths, stake): (&Throw, &Worths, Stake),
        weigh: impl FnOnce() -> Appraisal,
    ) -> Appraisal {
        let find = |pair: &Pair| {
            let mut known = pair.weighed.iter().filter(|_| pair.stake == Some(stake));
            known.find(|(other, others, _)| other == throw && others == worths).map(|(.., appraisal)| *appraisal)
        };
        self.recall((mind.who, target), find, weigh, |pair, appraisal| {
            if pair.stake != Some(stake) {
                pair.stake = Some(stake);
                pair.weighed.clear();
            }
            pair.weighed.push((throw.clone(), worths.clone(), *appraisal));
        })
    }

    /// How the attacks of somebody on another lean where they stand.
    pub fn lean(
        &self,
        pair: (CombatantId, CombatantId),
        mode: Mode,
        work_out: impl FnOnce() -> Option<Slope>,
    ) -> Option<Slope> {
        let find = |pair: &Pair| pair.leans.iter().find(|(known, _)| *known == mode).map(|(_, lean)| *lean);
        self.recall(pair, find, work_out, |pair, lean| pair.leans.push((mode, *lean)))
    }

    /// How often the attacks of somebody on another would hit where they stand if they did not lean, in thousandths.
    pub fn chance(
        &self,
        pair: (CombatantId, CombatantId),
        slot: WeaponSlot,
        work_out: impl FnOnce() -> i32,
    ) -> i32 {
        let find = |pair: &Pair| pair.chances.iter().find(|(known, _)| *known == slot).map(|(_, chance)| *chance);
        self.recall(pair, find, work_out, |pair, chance| pair.chances.push((slot, *chance)))
    }
}
