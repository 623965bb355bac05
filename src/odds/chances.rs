//! Hit probabilities of rolls that were made, to compare results with expectation.

use crate::content::advantage::AdvantageKind;
use crate::content::breakdown::Label;
use crate::content::policy::AttackPolicy;
use crate::mechanics::advantage;
use crate::mechanics::attack::{Chances, judge};
use crate::resolution::event::Rolled;

/// Cached roll probabilities.
#[derive(Clone, Debug, Default)]
pub struct ChanceCache {
    /// Cached probabilities by (net advantage, bonus minus difficulty).
    known: Vec<((Option<AdvantageKind>, i32), Chances)>,
}

impl ChanceCache {
    /// The probabilities of a roll under an attack policy, cached; see [`roll_chances`].
    pub fn of(&mut self, policy: &AttackPolicy, rolled: &Rolled) -> Chances {
        if rolled.rival.is_some() {
            return roll_chances(policy, rolled);
        }
        let key = (rolled.edge.net(), i32::from(rolled.bonus.total()) - i32::from(rolled.difficulty.total()));
        if let Some((_, chances)) = self.known.iter().find(|(known, _)| *known == key) {
            return *chances;
        }
        let chances = roll_chances(policy, rolled);
        self.known.push((key, chances));
        chances
    }
}

/// The probabilities of a roll over all faces of its dice, including an opponent's dice in an opposed roll. Extended
/// critical ranges of weapons are ignored: they never turn a miss into a hit.
pub fn roll_chances(policy: &AttackPolicy, rolled: &Rolled) -> Chances {
    let (rival, difficulty) = match &rolled.rival {
        Some(rival) if !rival.dice.is_empty() => {
            let face = rolled.difficulty.term(Label::NaturalRoll).unwrap_or(0);
            (Some(advantage::faces(policy, rival.edge.net())), rolled.difficulty.total() - face)
        }
        _ => (None, rolled.difficulty.total()),
    };
    let (bonus, mut chances) = (rolled.bonus.total(), Chances::default());
    for (weight, face) in advantage::faces(policy, rolled.edge.net()) {
        let mut count = |times: u32, other: u16| {
            let difficulty = difficulty.saturating_add_unsigned(other);
            chances.count(weight * times, judge(&policy.natural, face, bonus, difficulty, false).0);
        };
        match rival.clone() {
            Some(rival) => rival.for_each(|(times, other)| count(times, other)),
            None => count(1, 0),
        }
    }
    chances
}
