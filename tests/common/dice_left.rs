//! Scripted dice must match their battle: unrolled dice and unscripted rolls fail the test when the battle is dropped.

use super::Skirmish;

impl Skirmish {
    /// Asserts that every scripted die was rolled and no die was missing.
    pub fn all_rolled(&mut self) {
        if let Some(wrong) = self.dice_mismatch() {
            panic!("{wrong}");
        }
    }

    /// Allows scripted dice to stay unrolled, for the reason `why`.
    pub fn spare_dice(&mut self, why: &'static str) -> &mut Skirmish {
        self.spared = Some(why);
        self
    }

    /// The mismatch between the scripted dice and the battle; `None` if they match or the dice are seeded.
    fn dice_mismatch(&self) -> Option<String> {
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
        match (self.dice_mismatch(), self.spared) {
            (Some(wrong), None) => panic!("{wrong}"),
            (None, Some(why)) => panic!("no dice were left over, so they need no excuse: {why}"),
            _ => {}
        }
    }
}
