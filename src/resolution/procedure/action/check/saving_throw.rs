//! Rolls of the target of an action: saving throws, and contests with one of its stats.

use smallvec::{SmallVec, smallvec};

use super::results::StageTerms;
use super::terms::{CheckTerms, OpposedRoll, Pair, TermSource};
use super::{situation, stages};
use crate::battle::{Act, CombatantId, GearPiece, Sheet, Target};
use crate::content::{Against, Breakdown, Check, CheckRoll, Label, Rule, Stat, TermWhen};
use crate::mechanics::attack::Mode;
use crate::mechanics::{advantage, cover, status};

/// The terms of a check that the target rolls against a number or against stats of the actor.
pub(super) fn terms(
    parts: &dyn TermSource,
    pair: Pair<'_>,
    (act, check): (&Act, &Check),
    cited: Rule,
    item: Option<GearPiece>,
) -> CheckTerms {
    let mut bonus = parts.sum();
    add_roll(&pair.view.row(pair.target).sheet, pair, (check.roll, cited), &mut bonus);
    status::add_to_roll(pair.game(), pair.target, &mut bonus);
    if let CheckRoll::Stat(stat) = check.roll {
        let origin = if let Target::Cell(cell) = act.aim() { Some(*cell) } else { None };
        let covered = cover::save_modifier(pair.game(), (pair.actor, pair.target), origin, stat);
        covered.into_iter().for_each(|(label, modifier)| bonus.add_if(label, modifier.amount, modifier.rule));
    }
    for term in check.terms.iter().filter(|term| term.when == TermWhen::Always) {
        bonus.add(Label::Maneuver, term.add.amount, term.add.rule);
    }
    let mut edge = advantage::of_roll(pair.game(), pair.target, &stats_of(check.roll), None);
    situation::add_edges(pair, check, (None, Mode::Melee), item, &mut edge);
    let decided = situation::add_size_step(pair, check, &mut edge);
    CheckTerms {
        roll: check.dice,
        bonus,
        edge,
        defences: difficulties(parts, pair, &check.against, pair.actor),
        rival: None,
        precise: false,
        weapon: None,
        mode: Mode::Melee,
        astray: None,
        sure: None,
        stages: StageTerms {
            decided,
            resisted: stages::resisted(pair, act, check),
            exposes: check.exposes.map(|exposes| exposes.natural),
            ..StageTerms::default()
        },
        holders: None,
    }
}

/// Adds the stats of a roll without a weapon.
pub(super) fn add_roll(sheet: &Sheet, pair: Pair<'_>, (roll, cited): (CheckRoll, Rule), bonus: &mut Breakdown) {
    let policy = &pair.rules.policies.attack;
    match roll {
        CheckRoll::Stat(stat) | CheckRoll::Maneuver(stat) | CheckRoll::WeaponManeuver(stat) => {
            sheet.add_stat(stat, cited, bonus);
        }
        CheckRoll::Skill(skill, attribute) => {
            bonus.add_if(Label::Stat(skill), sheet.stat(skill), cited);
            bonus.add_if(Label::Stat(attribute), sheet.stat(attribute), cited);
        }
        CheckRoll::Attribute(stat) => {
            bonus.add(Label::Stat(policy.skill), sheet.stat(policy.skill), policy.skill_rule);
            bonus.add_if(Label::Stat(stat), sheet.stat(stat), cited);
        }
        CheckRoll::Weapon | CheckRoll::Unarmed | CheckRoll::BothWeapons | CheckRoll::Spell(_) => {}
    }
}

/// The stats of a roll without a weapon.
pub(super) fn stats_of(roll: CheckRoll) -> SmallVec<[Stat; 2]> {
    match roll {
        CheckRoll::Stat(stat)
        | CheckRoll::Attribute(stat)
        | CheckRoll::Maneuver(stat)
        | CheckRoll::WeaponManeuver(stat) => smallvec![stat],
        CheckRoll::Skill(skill, attribute) => smallvec![skill, attribute],
        CheckRoll::Weapon | CheckRoll::Unarmed | CheckRoll::BothWeapons | CheckRoll::Spell(_) => SmallVec::new(),
    }
}

/// The opposed roll of the target with the highest of some stats.
pub(super) fn opposed(parts: &dyn TermSource, pair: Pair<'_>, stats: &[Stat], cited: Rule) -> OpposedRoll {
    let (game, sheet) = (pair.game(), &pair.view.row(pair.target).sheet);
    let mut bonus = parts.sum();
    let best = stats.iter().copied().rev().max_by_key(|stat| sheet.stat(*stat));
    if let Some(best) = best {
        add_roll(sheet, pair, (CheckRoll::Stat(best), cited), &mut bonus);
        status::add_to_roll(game, pair.target, &mut bonus);
    }
    let edge = advantage::of_roll(game, pair.target, best.as_slice(), None);
    OpposedRoll { bonus, edge, rolls: status::can_act(game, pair.target) }
}

/// A plain number as a difficulty, with the stats of the combatant that does not roll.
pub(super) fn difficulties(
    parts: &dyn TermSource,
    pair: Pair<'_>,
    against: &Against,
    of: CombatantId,
) -> SmallVec<[(Option<Stat>, Breakdown); 2]> {
    let mut sum = parts.sum();
    match against {
        Against::Difficulty { number, rule } => sum.add(Label::Base, *number, *rule),
        Against::DifficultyFrom { base, stats, rule } => {
            let sheet = &pair.view.row(of).sheet;
            sum.add(Label::Base, *base, *rule);
            stats.iter().for_each(|stat| sum.add_if(Label::Stat(*stat), sheet.stat(*stat), *rule));
        }
        _ => return SmallVec::new(),
    }
    smallvec![(None, sum)]
}
