//! Surprise at the beginning of a battle: by the scenario, or by an unnoticed ambush (TC-199, TC-200, FS-016, FS-017).

use crate::battle::{CombatantId, Side, View};
use crate::content::{AmbushContest, Breakdown, Label, LostTo, RollType, Rule, Stat};
use crate::dice::Dice;
use crate::mechanics::{Game, line};
use crate::resolution::event::{BattleEvent, Facts};
use crate::resolution::procedure::plain_check::{PlainCheck, PlainRoll};
use crate::resolution::setup::{CombatantSetup, Setup};

/// Whether each combatant of a setup is surprised, in roster order. Rolls the opposed checks of every side in ambush:
/// its least stealthy combatant rolls for all of it, and each enemy that rolls lower is surprised (TC-199, TC-203, G-93).
pub(super) fn settle(
    setup: &Setup,
    view: View<'_>,
    absent: &[CombatantId],
    dice: &mut Dice,
    events: &mut Facts,
) -> Vec<bool> {
    let mut surprised: Vec<bool> = setup.combatants.iter().map(|recruit| recruit.surprised).collect();
    let cannot = |recruit: &CombatantSetup| {
        let unaware = setup.rules.policies.turn.in_rounds().and_then(|turns| turns.unaware.as_ref());
        let slower = unaware.and_then(|unaware| unaware.slower);
        slower.is_some_and(|slower| recruit.sheet.stat(slower.less) > slower.base)
    };
    if let Some(contest) = setup.rules.policies.turn.in_rounds().and_then(|turns| turns.ambush.as_ref()) {
        contests(contest, setup, view, dice, events).for_each(|who| surprised[who.index()] = true);
    }
    surprised.iter_mut().zip(&setup.combatants).for_each(|(surprised, recruit)| *surprised &= !cannot(recruit));
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

/// A roll of one combatant for an ambush, with its terms.
struct AmbushRoll {
    who: CombatantId,
    side: Side,
    thrown: PlainRoll,
    bonus: Breakdown,
}

/// The combatants that a side in ambush surprises by contest. All that are conscious roll once: first those in ambush, then
/// their enemies, each in the order of the scenario (FS-016, FS-017, FS-G39).
fn contests(
    contest: &AmbushContest,
    setup: &Setup,
    view: View<'_>,
    dice: &mut Dice,
    events: &mut Facts,
) -> impl Iterator<Item = CombatantId> {
    let (rolls, game) = (&setup.rules.policies.rolls, Game::new(view, setup.rules.book()));
    let asleep = setup.rules.policies.consciousness.unconscious;
    let awake = || setup.roster().filter(|(_, recruit)| !recruit.afflicted.contains(&asleep));
    let mut roll = |who, recruit: &CombatantSetup, stats: &[Stat]| {
        let mut bonus = Breakdown::new();
        stats.iter().for_each(|stat| recruit.sheet.add_stat(*stat, contest.rule, &mut bonus));
        AmbushRoll { who, side: recruit.side, thrown: PlainRoll::throw(rolls, RollType::Check, dice), bonus }
    };
    let in_ambush = |recruit: &CombatantSetup| setup.sides[usize::from(recruit.side.0)].ambush;
    let hiding = awake().filter(|(_, recruit)| in_ambush(recruit));
    let hiding: Vec<AmbushRoll> = hiding.map(|(who, recruit)| roll(who, recruit, &contest.stealth)).collect();
    let watched = |recruit: &CombatantSetup| hiding.iter().any(|sneaker| sneaker.side != recruit.side);
    let watching = awake().filter(|(_, recruit)| watched(recruit));
    let watching: Vec<AmbushRoll> = watching.map(|(who, recruit)| roll(who, recruit, &contest.observation)).collect();
    let mut surprised = Vec::new();
    for observer in watching {
        let (who, enemies) = (observer.who, || hiding.iter().filter(|sneaker| sneaker.side != observer.side));
        let sees_any = enemies().any(|sneaker| line::sees(game, who, sneaker.who));
        let near = enemies().filter(|sneaker| !sees_any || line::sees(game, who, sneaker.who));
        let mut lost = Vec::new();
        for sneaker in near {
            let (bonus, difficulty, rule) = (sneaker.bonus.clone(), observer.bonus.clone(), contest.rule);
            let (name, roll) = ("sneak_up", RollType::Check);
            let check = PlainCheck { who: sneaker.who, name, roll, bonus, difficulty, rule };
            let rolled = check.contested(rolls, (&sneaker.thrown, &observer.thrown), who);
            lost.push(rolled.degree.is_hit());
            events.push(BattleEvent::CheckRolled(Box::new(rolled)));
        }
        let is_surprised = match contest.lost_to {
            LostTo::Every => lost.iter().all(|lost| *lost),
            LostTo::Any => lost.iter().any(|lost| *lost),
        };
        surprised.extend(is_surprised.then_some(who));
    }
    surprised.into_iter()
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
