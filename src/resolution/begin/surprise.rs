//! Surprise at the beginning of a battle: by the scenario, or by an unnoticed ambush (TC-199, TC-200).

use crate::battle::{CombatantId, Side};
use crate::content::{Breakdown, Label, RollType, Rule, Stat};
use crate::dice::Dice;
use crate::resolution::event::{BattleEvent, Facts};
use crate::resolution::procedure::plain_check::{PlainCheck, PlainRoll};
use crate::resolution::setup::{CombatantSetup, Setup};

/// Whether each combatant of a setup is surprised, in roster order. Rolls the opposed checks of every side in ambush:
/// its least stealthy combatant rolls for all of it, and each enemy that rolls lower is surprised (TC-199, TC-203, G-93).
pub(super) fn settle(setup: &Setup, absent: &[CombatantId], dice: &mut Dice, events: &mut Facts) -> Vec<bool> {
    let mut surprised: Vec<bool> = setup.combatants.iter().map(|recruit| recruit.surprised).collect();
    let Some(check) = setup.rules.policies.turn.surprise_check() else { return surprised };
    let present = || setup.roster().filter(|(who, _)| !absent.contains(who));
    for (side, _) in (0..).map(Side).zip(&setup.sides).filter(|(_, party)| party.ambush) {
        let attackers = present().filter(|(_, recruit)| recruit.side == side);
        let Some((attacker, clumsiest)) = attackers.min_by_key(|(who, it)| (bonus(check.stealth, it), *who)) else {
            continue;
        };
        let rolls = &setup.rules.policies.rolls;
        let hides = PlainRoll::throw(rolls, RollType::Check, dice);
        let stealth = terms(check.stealth, clumsiest, check.rule);
        for (who, recruit) in present().filter(|(_, recruit)| recruit.side != side) {
            let notices = PlainCheck {
                who,
                name: "notice_the_ambush",
                roll: RollType::Check,
                bonus: terms(check.perception, recruit, check.rule),
                difficulty: stealth.clone(),
                rule: check.rule,
            };
            let thrown = PlainRoll::throw(rolls, RollType::Check, dice);
            let rolled = notices.opposed(rolls, (&thrown, &hides), attacker);
            surprised[who.index()] |= !rolled.degree.is_hit();
            events.push(BattleEvent::CheckRolled(Box::new(rolled)));
        }
    }
    surprised
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
