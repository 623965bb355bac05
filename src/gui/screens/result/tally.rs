//! What each combatant did in a battle, and how lucky it was.

use crate::battle::Side;
use crate::ecs::{CombatantDataItem, Combatants};
use crate::gui::session::Session;
use crate::mechanics::health;
use crate::odds::roll_chances;
use crate::resolution::event::BattleEvent;

#[derive(Clone, Debug, Default)]
pub struct CombatantTally {
    pub name: String,
    pub side: Side,
    pub figure: String,
    pub dealt: i32,
    pub taken: i32,
    /// Rolls against a target.
    pub attacks: i32,
    pub hits: i32,
    /// Expected number of hits, in thousandths.
    pub expected: i32,
    pub fate: String,
}

impl CombatantTally {
    /// Hits beyond the expected number, in thousandths.
    pub fn luck(&self) -> i32 {
        self.hits * 1000 - self.expected
    }

    /// Luck with its sign and one decimal; a value that rounds to zero has no sign.
    pub fn luck_words(&self) -> String {
        let tenths = (self.luck().abs() + 50) / 100;
        let sign = match self.luck() {
            _ if tenths == 0 => "",
            ..0 => "-",
            _ => "+",
        };
        format!("{sign}{}.{}", tenths / 10, tenths % 10)
    }
}

/// The tally of every combatant, by index.
pub fn tally(session: &Session, combatants: &Combatants) -> Vec<CombatantTally> {
    let policy = &session.rules().policies.consciousness;
    let tires = health::has_fatigue(policy);
    let fresh = |data: CombatantDataItem<'_, '_>| {
        let (vitals, side) = (data.vitals, data.combatant.side);
        let fate = match data.out_of_play.0 {
            true => "gone".to_owned(),
            false if tires => format!("{} hp, fatigue {}", health::of_maximum(policy, vitals), health::fatigue(vitals)),
            false => format!("{} hp", health::of_maximum(policy, vitals)),
        };
        let (name, figure) = (data.combatant.name.clone(), data.sheet.0.figure.clone());
        CombatantTally { name, side, figure, fate, ..CombatantTally::default() }
    };
    let mut tallies: Vec<CombatantTally> = combatants.iter().map(fresh).collect();
    for event in session.battle().log().events() {
        count(session, event, &mut tallies);
    }
    tallies
}

fn count(session: &Session, event: &BattleEvent, tallies: &mut [CombatantTally]) {
    let (who, fate) = match event {
        BattleEvent::DamageTaken(hurt) => {
            let amount = i32::from(hurt.amount.total());
            // Damage to oneself, such as bleeding, is not counted as dealt.
            if let Some(by) = tallies.get_mut(hurt.by.index()).filter(|_| hurt.by != hurt.target) {
                by.dealt += amount;
            }
            if let Some(target) = tallies.get_mut(hurt.target.index()) {
                target.taken += amount;
            }
            return;
        }
        BattleEvent::CheckRolled(rolled) if rolled.target.is_some() => {
            let chance = roll_chances(&session.rules().policies.rolls, rolled).per_mille();
            if let Some(one) = tallies.get_mut(rolled.who.index()) {
                one.attacks += 1;
                one.hits += i32::from(rolled.degree.is_hit());
                one.expected += i32::from(chance);
            }
            return;
        }
        BattleEvent::FellUnconscious { who, .. } => (who, "unconscious"),
        BattleEvent::Woke { who, .. } => (who, "conscious"),
        BattleEvent::Died { who, .. } => (who, "dead"),
        BattleEvent::Escaped { who } => (who, "escaped"),
        BattleEvent::CarriedOff { who, .. } => (who, "carried away"),
        _ => return,
    };
    if let Some(one) = tallies.get_mut(who.index()) {
        one.fate = fate.to_owned();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn luck_is_rounded_and_zero_has_no_sign() {
        let luck = |(hits, expected)| CombatantTally { hits, expected, ..CombatantTally::default() }.luck_words();
        let told = [(1, 1040), (1, 960), (1, 1000), (1, 1060), (2, 650), (0, 1949)].map(luck);
        assert_eq!(told, ["0.0", "0.0", "0.0", "-0.1", "+1.4", "-1.9"]);
    }
}
