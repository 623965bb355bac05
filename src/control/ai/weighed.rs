//! What was weighed in this decision already: from most places an attack is the same.

use std::cell::RefCell;

use smallvec::SmallVec;

use super::appraise::Appraisal;
use crate::battle::{CombatantId, WeaponSlot};
use crate::content::Name;
use crate::content::edge::Slope;
use crate::content::stat::Stat;
use crate::mechanics::status;
use crate::resolution::procedure::terms::Odds;

/// All that the harm of an attack depends on within one decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Throw {
    pub action: Name,
    pub target: CombatantId,
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
    pub fn of(action: Name, target: CombatantId, odds: &Odds, bears: status::Names) -> Throw {
        Throw {
            action,
            target,
            weapon: odds.weapon,
            bonus: odds.bonus.total(),
            lean: odds.edge.net(),
            precise: odds.precise,
            difficulties: odds.defences.iter().map(|(stat, sum)| (*stat, sum.total())).collect(),
            rival: odds.rival.as_ref().map(|rival| (rival.bonus.total(), rival.edge.net(), rival.rolls)),
            bears,
        }
    }
}

/// The attacks that were weighed in one decision.
#[derive(Debug, Default)]
pub struct Weighed(RefCell<Vec<(Throw, Appraisal)>>);

impl Weighed {
    /// What an attack is worth, remembered or weighed.
    pub fn recall(&self, throw: Throw, weigh: impl FnOnce() -> Appraisal) -> Appraisal {
        let known = self.0.borrow().iter().find(|(other, _)| *other == throw).map(|(_, appraisal)| *appraisal);
        known.unwrap_or_else(|| {
            let appraisal = weigh();
            self.0.borrow_mut().push((throw, appraisal));
            appraisal
        })
    }
}
