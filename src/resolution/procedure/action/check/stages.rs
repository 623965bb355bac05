//! The terms of the stages that an attack has beyond its roll and its damage.

use super::results::{Resisted, StageTerms};
use super::saving_throw;
use super::terms::{OpposedRoll, Pair, TermSource};
use crate::battle::{Detection, WeaponSlot};
use crate::content::{
    Against, Breakdown, Check, CheckRoll, CriticalOption, DefenceOption, DefenceRoll, Does, Effect, Harmed, MissChance,
    Name, Rule, Stat, Trait, Undefended, Weapon,
};
use crate::mechanics::attack::{self, Mode};
use crate::mechanics::{advantage, cover, resistance, sight, status};
use crate::resolution::act::Act;
use crate::rules::Ruleset;

/// The terms of the stages of a check with this weapon, against the defence that the target chose.
pub(super) fn terms(
    pair: Pair<'_>,
    (act, check): (&Act, &Check),
    weapon: Option<WeaponSlot>,
    chosen: Option<Name>,
) -> StageTerms {
    let stages = &pair.rules.policies.stages;
    let mut terms = StageTerms { resisted: resisted(pair, act, check), ..StageTerms::default() };
    if stages.defences.is_some() && matches!(check.against, Against::Chosen(_)) {
        let option = chosen.and_then(|id| stages.defence(id));
        terms.asked = true;
        terms.chosen = option.map(|option| option.id);
        terms.blocks = option.is_some_and(|option| option.blocks);
    }
    if (stages.miss_chances.is_some() || stages.confirmation.is_some()) && check.is_attack() {
        terms.misses = miss_chance(pair);
        terms.threat = threat(pair, check, weapon);
        terms.kills = terms.threat.and_then(|_| instant_kill(pair));
    }
    terms
}

/// The check against the resistance of the target that comes before the roll of a spell (PR-201).
pub(super) fn resisted(pair: Pair<'_>, act: &Act, check: &Check) -> Option<Resisted> {
    pair.rules.policies.magic.as_ref()?.resistance.as_ref()?;
    let Does::Cast(spell) = &pair.rules.actions.get(act.action)?.does else { return None };
    let of_spell = spell.attack.as_ref().is_some_and(|attack| std::ptr::eq(attack, check));
    let found = resistance::check(pair.game(), spell, pair.actor, pair.target).filter(|_| of_spell)?;
    let lead = found.bonus.total().saturating_sub(found.difficulty.total());
    Some(Resisted { roll: found.dice, lead, rule: found.rule })
}

/// Adds what cover gives to the defence that the target chose (FS-118, FS-120).
pub(super) fn add_cover(pair: Pair<'_>, chosen: Option<Name>, mode: Mode, sum: &mut Breakdown) {
    let Some(chosen) = chosen else { return };
    let modifier = cover::defence_modifier(pair.game(), (pair.actor, pair.target), mode, chosen);
    modifier.into_iter().for_each(|(label, modifier)| sum.add_if(label, modifier.amount, modifier.rule));
}

/// The opposed roll of the defence that the target chose; `None` if nothing is rolled.
pub(super) fn rival(parts: &dyn TermSource, pair: Pair<'_>, chosen: Option<Name>, mode: Mode) -> Option<OpposedRoll> {
    let stages = &pair.rules.policies.stages;
    let fails = stages.defences.as_ref()?.undefended == Undefended::TestFails;
    match chosen.and_then(|id| stages.defence(id)) {
        Some(option) => match &option.meets {
            DefenceRoll::Rolls(stats) => {
                let mut rival = rolled(parts, pair, (option, stats), mode);
                add_cover(pair, chosen, mode, &mut rival.bonus);
                Some(rival)
            }
            DefenceRoll::Counts(_) => None,
        },
        None if fails => Some(OpposedRoll { bonus: parts.sum(), edge: advantage::none(pair.game()), rolls: false }),
        None => None,
    }
}

/// The roll of a defence with the stat that gives the highest bonus, conditions included (FS-066 to FS-068, FS-G15).
fn rolled(
    parts: &dyn TermSource,
    pair: Pair<'_>,
    (option, stats): (&DefenceOption, &[Stat]),
    mode: Mode,
) -> OpposedRoll {
    let (game, target) = (pair.game(), pair.target);
    let sheet = &pair.view.row(target).sheet;
    let with = |stat: Stat| {
        let mut bonus = parts.sum();
        saving_throw::add_roll(sheet, pair, (CheckRoll::Stat(stat), option.rule), &mut bonus);
        attack::add_situation_of_defence(game, (pair.actor, target), stat, mode, &mut bonus);
        option.made_with.into_iter().for_each(|gear| attack::add_training(game, target, gear, &mut bonus));
        (bonus, stat)
    };
    let best = stats.iter().rev().map(|stat| with(*stat)).max_by_key(|(bonus, _)| bonus.total());
    let (bonus, stat) = best.map_or_else(|| (parts.sum(), None), |(bonus, stat)| (bonus, Some(stat)));
    let edge = advantage::of_roll(game, target, stat.as_slice(), Some(option.id));
    OpposedRoll { bonus, edge, rolls: status::can_act(game, target) }
}

/// The defence without a roll that the target chose, or that counts if it chose none.
pub(super) fn counted(rules: &Ruleset, chosen: Option<Name>) -> Option<Stat> {
    let stages = &rules.policies.stages;
    let undefended = stages.defences.as_ref()?.undefended;
    match chosen.and_then(|id| stages.defence(id)).map(|option| &option.meets) {
        Some(DefenceRoll::Counts(stat)) => Some(*stat),
        Some(DefenceRoll::Rolls(_)) => None,
        None => match undefended {
            Undefended::Counts(stat) => Some(stat),
            Undefended::TestFails => None,
        },
    }
}

/// The highest chance that a hit misses (PR-273).
fn miss_chance(pair: Pair<'_>) -> Option<(u8, Rule)> {
    let Pair { view, actor, target, .. } = pair;
    let policy = pair.rules.policies.stages.miss_chances.as_ref()?;
    let [concealed, hidden] = [&policy.concealed, &policy.hidden].map(Option::as_ref);
    let by_sight = match sight::visibility(pair.game(), actor, target) {
        Detection::Seen => None,
        Detection::Concealed => concealed,
        Detection::Hidden | Detection::Undetected => hidden.or(concealed),
    };
    let has = |who, names: &[Name]| names.iter().any(|name| view.row(who).conditions.has(*name));
    let applies = |chance: &&MissChance| has(target, &chance.target) || has(actor, &chance.attacker);
    let by_conditions = [concealed, hidden].into_iter().flatten().filter(applies);
    let highest = by_sight.into_iter().chain(by_conditions).max_by_key(|chance| chance.percent)?;
    Some((highest.percent, highest.rule))
}

/// The worst natural result of a threat: any attack that deals damage may be one (PR-018, PR-024, PR-025).
fn threat(pair: Pair<'_>, check: &Check, weapon: Option<WeaponSlot>) -> Option<i16> {
    let policy = pair.rules.policies.stages.confirmation.as_ref()?;
    let immune = pair.view.row(pair.target).sheet.has(Trait::ImmuneToCriticals);
    let objects = pair.rules.policies.things.as_ref().and_then(|things| things.objects.as_ref());
    let items_too = objects.is_none_or(|objects| objects.no_criticals.is_none());
    let harms = |to: Harmed| to != Harmed::Item || items_too;
    if immune || !check.effects().any(|does| matches!(does, Effect::Harm { to, .. } if harms(*to))) {
        return None;
    }
    let held = weapon.and_then(|slot| pair.view.row(pair.actor).sheet.weapon(slot));
    let own = held.and_then(|held| held.weapon.critical).map(|critical| critical.range);
    let range = own.unwrap_or(policy.range);
    let under = pair.rules.policies.rolls.of(check.dice).is_under();
    Some(if under { range.min(policy.limit) } else { range.max(policy.limit) })
}

/// The worst natural result with which a critical hit of an attacker kills at once (PR-031, PR-032).
fn instant_kill(pair: Pair<'_>) -> Option<(i16, Rule)> {
    let policy = pair.rules.policies.stages.confirmation.as_ref()?.kills?;
    let able = policy.only.is_none_or(|needed| pair.view.row(pair.actor).sheet.has(needed));
    able.then_some((policy.natural, policy.rule))
}

/// The number of times that base dice and fixed terms of a confirmed critical hit count, with the rule, and the effect of the
/// critical hit that was chosen.
pub(crate) fn multiplier(rules: &Ruleset, held: Option<&Weapon>, chosen: Option<Name>) -> (u8, Rule) {
    let Some(policy) = &rules.policies.stages.confirmation else { return (1, Rule::default()) };
    let times = held.and_then(|weapon| weapon.critical).map_or(policy.times, |critical| critical.times);
    let option = critical(rules, chosen);
    (times.saturating_sub(option.map_or(0, |option| option.less)).max(1), option.map_or(policy.rule, |it| it.rule))
}

/// The effect of a confirmed critical hit: the one chosen, or the first.
pub(crate) fn critical(rules: &Ruleset, chosen: Option<Name>) -> Option<&CriticalOption> {
    let stages = &rules.policies.stages;
    chosen.and_then(|id| stages.critical(id)).or_else(|| stages.confirmation.as_ref()?.options.first())
}
