//! Scripted dice must fit their test: those that are not rolled, and rolls that were not scripted, fail it at the end.

use super::Skirmish;

impl Skirmish {
    /// Every scripted die was rolled, and none was missing.
    pub fn all_rolled(&mut self) {
        if let Some(wrong) = self.dice_amiss() {
            panic!("{wrong}");
        }
    }

    /// Lets the test end with scripted dice unrolled. `why` says for what reason the battle does not need them.
    pub fn spare_dice(&mut self, why: &'static str) -> &mut Skirmish {
        self.spared = Some(why);
        self
    }

    /// How the scripted dice do not fit the battle, or `None` if they do or if its dice are seeded.
    fn dice_amiss(&self) -> Option<String> {
        let dice = self.state.dice();
        if let Some(fault) = dice.fault() {
            return Some(format!("{fault}; {} dice were rolled in all", dice.rolls_made()));
        }
        let left = dice.unused();
        (!left.is_empty()).then(|| format!("{} scripted dice were not rolled: {left:?}", left.len()))
    }
}

impl Drop for Skirmish {
    fn drop(&mut self) {
        if std::thread::panicking() {
            return;
        }
        match (self.dice_amiss(), self.spared) {
            (Some(wrong), None) => panic!("{wrong}"),
            (None, Some(why)) => panic!("no dice were left over, so they need no excuse: {why}"),
            _ => {}
        }
    }
}
