//! What the dice owe: how a roll that was made could have come out.

use crate::content::advantage::AdvantageKind;
use crate::content::breakdown::Label;
use crate::content::policy::AttackPolicy;
use crate::mechanics::advantage;
use crate::mechanics::attack::{Chances, judge};
use crate::resolution::event::Rolled;

/// The chances of rolls, worked out once for all that are alike.
#[derive(Clone, Debug, Default)]
pub struct Luck {
    /// What makes a roll lean, and by how much what is added to it is above what it must reach.
    known: Vec<((Option<AdvantageKind>, i32), Chances)>,
}

impl Luck {
    /// The chances of a roll by one policy of attacks; see [`chances_of`].
    pub fn of(&mut self, policy: &AttackPolicy, rolled: &Rolled) -> Chances {
        if rolled.rival.is_some() {
            return chances_of(policy, rolled);
        }
        let key = (rolled.edge.net(), i32::from(rolled.bonus.total()) - i32::from(rolled.difficulty.total()));
        if let Some((_, chances)) = self.known.iter().find(|(known, _)| *known == key) {
            return *chances;
        }
        let chances = chances_of(policy, rolled);
        self.known.push((key, chances));
        chances
    }
}

/// In how many of all throws a roll like this one hits, the dice of a rival counted in. That some weapons crit more easily
/// is left out: it makes no hit of a miss.
pub fn chances_of(policy: &AttackPolicy, rolled: &Rolled) -> Chances {
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
