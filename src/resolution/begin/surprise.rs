//! Surprise at the beginning of a battle: by the scenario, or by an unnoticed ambush (TC-199, TC-200).

use smallvec::smallvec;

use crate::battle::{CombatantId, Side};
use crate::content::Rule;
use crate::content::advantage::AdvantageTerms;
use crate::content::breakdown::{Breakdown, Label};
use crate::content::policy::SurpriseCheck;
use crate::content::stat::Stat;
use crate::dice::Dice;
use crate::resolution::event::{BattleEvent, Facts, RivalRolled};
use crate::resolution::procedure::plain_check;
use crate::resolution::setup::{CombatantSetup, Setup};

/// Whether each combatant of a setup is surprised, in roster order. Rolls the opposed checks of every side in ambush:
/// its least stealthy combatant rolls for all of it, and each enemy that rolls lower is surprised (TC-199, TC-203, G-93).
pub(super) fn settle(setup: &Setup, absent: &[CombatantId], dice: &mut Dice, events: &mut Facts) -> Vec<bool> {
    let mut surprised: Vec<bool> = setup.combatants.iter().map(|recruit| recruit.surprised).collect();
    let Some(check) = setup.rules.policies.turn.surprise_check() else { return surprised };
    let present = || ids(setup).filter(|(who, _)| !absent.contains(who));
    for (side, _) in (0..).map(Side).zip(&setup.sides).filter(|(_, party)| party.ambush) {
        let attackers = present().filter(|(_, recruit)| recruit.side == side);
        let Some((attacker, clumsiest)) = attackers.min_by_key(|(who, it)| (bonus(check.stealth, it), *who)) else {
            continue;
        };
        let natural = dice.roll(&setup.rules.policies.check_die).total;
        let stealth = Stealth { attacker, natural, bonus: terms(check.stealth, clumsiest, check.rule), check };
        for (who, recruit) in present().filter(|(_, recruit)| recruit.side != side) {
            let rolled = dice.roll(&setup.rules.policies.check_die).total;
            let (noticed, event) = stealth.noticed_by(who, recruit, rolled);
            events.push(event);
            surprised[who.index()] |= !noticed;
        }
    }
    surprised
}

fn ids(setup: &Setup) -> impl Iterator<Item = (CombatantId, &CombatantSetup)> {
    (0..).map(CombatantId).zip(&setup.combatants)
}

fn bonus((skill, attribute): (Stat, Stat), recruit: &CombatantSetup) -> i16 {
    recruit.sheet.stat(skill).saturating_add(recruit.sheet.stat(attribute))
}

fn terms((skill, attribute): (Stat, Stat), recruit: &CombatantSetup, rule: Rule) -> Breakdown {
    let mut sum = Breakdown::new();
    sum.add(Label::Stat(skill), recruit.sheet.stat(skill), rule);
    sum.add_if(Label::Stat(attribute), recruit.sheet.stat(attribute), rule);
    sum
}

/// The Stealth roll of a side in ambush.
struct Stealth<'p> {
    /// The combatant that rolled.
    attacker: CombatantId,
    natural: i32,
    bonus: Breakdown,
    check: &'p SurpriseCheck,
}

impl Stealth<'_> {
    /// The Perception check of an enemy whose dice show `natural`, and whether it notices the ambush.
    fn noticed_by(&self, who: CombatantId, recruit: &CombatantSetup, natural: i32) -> (bool, BattleEvent) {
        let rule = self.check.rule;
        let mut difficulty = Breakdown::new();
        difficulty.add(Label::NaturalRoll, self.natural as i16, rule);
        difficulty.extend(&self.bonus);
        let bonus = terms(self.check.perception, recruit, rule);
        let (margin, mut event) = plain_check::result(who, "notice_the_ambush", natural, bonus, difficulty, rule);
        if let BattleEvent::CheckRolled(rolled) = &mut event {
            rolled.target = Some(self.attacker);
            rolled.rival =
                Some(RivalRolled { dice: smallvec![self.natural.max(0) as u16], edge: AdvantageTerms::even() });
        }
        (margin >= 0, event)
    }
}
