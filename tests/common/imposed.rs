//! Conditions that a test gives and takes, past the rules.

use warboard::battle::{Afflicted, Until};
use warboard::content::Name;
use warboard::resolution::BattleEvent;

use super::Skirmish;

impl Skirmish {
    /// Gives a combatant a condition directly.
    pub fn afflict(&mut self, mark: char, condition: &str) -> &mut Skirmish {
        let (who, rule) = (self.id(mark), Name::new("test"));
        let (condition, until) = (Name::new(condition), Until::Ended);
        let affliction = Afflicted { condition, by: None, until, level: 0, state: Default::default() };
        self.state.impose(&BattleEvent::ConditionGained { who, affliction, rule });
        self
    }

    /// Takes a condition from a combatant directly.
    pub fn free(&mut self, mark: char, condition: &str) -> &mut Skirmish {
        let (who, rule, condition) = (self.id(mark), Name::new("test"), Name::new(condition));
        self.state.impose(&BattleEvent::ConditionLost { who, condition, rule });
        self
    }
}
