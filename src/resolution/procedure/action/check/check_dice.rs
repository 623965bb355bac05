//! The dice of a check and its results against every defence asked for.

use smallvec::SmallVec;

use crate::battle::CombatantId;
use crate::content::Rule;
use crate::content::action::{Action, Check};
use crate::content::breakdown::{Breakdown, Label};
use crate::mechanics::advantage;
use crate::mechanics::attack::Degree;
use crate::resolution::event::{BattleEvent, RivalRolled, Rolled};
use crate::resolution::procedure::action::check::degrees::{self, DefenceResult, Faces};
use crate::resolution::procedure::action::check::terms::CheckTerms;
use crate::resolution::procedure::effect::duration;
use crate::resolution::procedure::stealth::hide_seek;
use crate::resolution::step::Inputs;

/// Rolls the dice and compares them with every defence asked for.
pub(crate) fn roll(
    actor: CombatantId,
    action: &Action,
    target: CombatantId,
    terms: &CheckTerms,
    inputs: &mut Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) -> SmallVec<[DefenceResult; 2]> {
    let policy = &inputs.rules.policies.attack;
    if terms.sure.is_some() {
        let unrolled = (Faces { own: 0, rival: 0 }, &SmallVec::new(), None);
        return compare(actor, action, target, terms, unrolled, inputs, events);
    }
    let (own, dice) = advantage::roll(policy, terms.edge.net(), &mut inputs.dice);
    let rival = terms.rival.as_ref().map(|rival| match rival.rolls {
        true => advantage::roll(policy, rival.edge.net(), &mut inputs.dice),
        false => (1, SmallVec::new()),
    });
    let faces = Faces { own, rival: rival.as_ref().map_or(1, |(face, _)| *face) };
    let rival = rival.as_ref().map(|(_, dice)| dice);
    compare(actor, action, target, terms, (faces, &dice, rival), inputs, events)
}

/// The results of rolled dice against every defence asked for, as facts.
pub(crate) fn compare(
    actor: CombatantId,
    action: &Action,
    target: CombatantId,
    terms: &CheckTerms,
    (faces, dice, rival): (Faces, &SmallVec<[u16; 2]>, Option<&SmallVec<[u16; 2]>>),
    inputs: &Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) -> SmallVec<[DefenceResult; 2]> {
    let mut results = degrees::judge_all(inputs.view, inputs.rules, target, terms, faces);
    if terms.astray.is_some() {
        results.iter_mut().for_each(|(_, degree, margin)| (*degree, *margin) = (Degree::Failure, (*margin).min(-1)));
    }
    for (stat, degree, margin) in &results {
        let known = terms.defences.iter().find(|(defence, _)| defence == stat);
        let difficulty = known.map_or_else(|| opposed_total(terms, faces, action.rule), |(_, sum)| sum.clone());
        let against = rival.filter(|_| known.is_none()).zip(terms.rival.as_ref());
        events.push(BattleEvent::CheckRolled(Box::new(Rolled {
            who: actor,
            action: action.id,
            target: Some(target),
            weapon: terms.weapon,
            natural: faces.own,
            dice: SmallVec::from_slice(dice),
            edge: terms.edge.clone(),
            bonus: terms.bonus.clone(),
            defence: *stat,
            rival: against.map(|(dice, rival)| RivalRolled { dice: dice.clone(), edge: rival.edge.clone() }),
            difficulty,
            degree: *degree,
            margin: *margin,
            rule: terms.astray.or(terms.sure).unwrap_or(action.rule),
        })));
    }
    if action.check().is_some_and(Check::is_attack) {
        reveal(actor, target, terms, &results, inputs, events);
    }
    results
}

/// Discoveries by an attack: the target discovers its attacker, and a hit discovers its target (TA-196).
fn reveal(
    actor: CombatantId,
    target: CombatantId,
    terms: &CheckTerms,
    results: &[DefenceResult],
    inputs: &Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) {
    if terms.astray.is_some() {
        return;
    }
    duration::attacked(target, inputs, events);
    hide_seek::discover(actor, target, inputs, events);
    if results.iter().any(|(_, degree, _)| *degree >= Degree::Success) {
        hide_seek::discover(target, actor, inputs, events);
    }
}

/// The total of the target's opposed roll.
fn opposed_total(terms: &CheckTerms, faces: Faces, rule: Rule) -> Breakdown {
    let mut sum = Breakdown::new();
    sum.add(Label::NaturalRoll, i16::try_from(faces.rival).unwrap_or(i16::MAX), rule);
    if let Some(rival) = &terms.rival {
        sum.extend(&rival.bonus);
    }
    sum
}
