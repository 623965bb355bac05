//! Hiding, and how those who hide are discovered.

use smallvec::SmallVec;

use crate::battle::{CombatantId, PairFact, PairRelation, Until};
use crate::content::breakdown::{Breakdown, Label};
use crate::content::policy::SightPolicy;
use crate::content::stat::Stat;
use crate::grid::Footprint;
use crate::mechanics::{cover, height, sight};
use crate::resolution::event::BattleEvent;
use crate::resolution::plan::PlannedEffect;
use crate::resolution::step::Inputs;

use super::{checks, laying};

/// One die against every enemy from whose sight something shields the actor (TA-G31).
pub(super) fn hide(
    effect: &PlannedEffect,
    (attribute, against): (Stat, Stat),
    inputs: &mut Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) {
    let Some(policy) = &inputs.rules.policies.sight else { return };
    let (view, book, who) = (inputs.view, inputs.book(), effect.actor);
    let shielded =
        |id: &CombatantId| !sight::is_hidden(view, policy, who, *id) && sight::can_hide_from(view, book, who, *id);
    let observers: Vec<CombatantId> = sight::observers(view, book, who).filter(shielded).collect();
    let known = |observer| (Some(against), view.row(observer).sheet.derived(against).clone());
    let rolled = roll(effect, attribute, inputs);
    for observer in passed(effect, &rolled, &observers, known, events) {
        events.push(began(who, observer, policy, effect.rule));
    }
}

/// One die against every enemy that is hidden from the actor and to whom a line leads; those it finds are hidden no more
/// (TA-196). The same die finds out illusions.
pub(super) fn seek(
    effect: &PlannedEffect,
    attribute: Stat,
    (base, against): (i16, &[Stat]),
    inputs: &mut Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) {
    let Some(policy) = &inputs.rules.policies.sight else { return };
    let (view, book, who) = (inputs.view, inputs.book(), effect.actor);
    let near = |id: &CombatantId| {
        sight::is_hidden(view, policy, *id, who)
            && cover::has_line(view, book, view.footprint(who), view.footprint(*id))
    };
    let hiders: Vec<CombatantId> = view.enemies_of(view.row(who).side).map(|row| row.id).filter(near).collect();
    let difficulty = |hider: CombatantId| {
        let mut sum = Breakdown::new();
        sum.add(Label::Base, base, effect.rule);
        let sheet = &view.row(hider).sheet;
        against.iter().for_each(|stat| sum.add_if(Label::Stat(*stat), sheet.stat(*stat), effect.rule));
        (None, sum)
    };
    let rolled = roll(effect, attribute, inputs);
    for hider in passed(effect, &rolled, &hiders, difficulty, events) {
        found(hider, who, inputs, events);
    }
    see_through(effect, &rolled, inputs, events);
}

/// The same die against the makers of all illusions that fool the actor and to which a line leads (TA-G55).
fn see_through(
    effect: &PlannedEffect,
    rolled: &(i32, Breakdown),
    inputs: &mut Inputs<'_>,
    events: &mut Vec<BattleEvent>,
) {
    let Some(policy) = inputs.rules.policies.attack.cover.illusion() else { return };
    let (view, who) = (inputs.view, effect.actor);
    let makers = laying::makers(view, inputs.book(), who);
    let known = |maker| (Some(policy.against), view.row(maker).sheet.derived(policy.against).clone());
    for maker in passed(effect, rolled, &makers, known, events) {
        laying::find_out(who, maker, policy.found_out_rule, inputs, events);
    }
}

/// Rolls one die of a skill: what fell, and what is added to it.
fn roll(effect: &PlannedEffect, attribute: Stat, inputs: &mut Inputs<'_>) -> (i32, Breakdown) {
    let natural = i32::from(inputs.dice.die(inputs.rules.policies.attack.natural.sides));
    (natural, bonus(effect, attribute, inputs))
}

/// One die of a skill against each of some others; those against whom it is enough.
fn passed(
    effect: &PlannedEffect,
    (natural, bonus): &(i32, Breakdown),
    others: &[CombatantId],
    difficulty: impl Fn(CombatantId) -> (Option<Stat>, Breakdown),
    events: &mut Vec<BattleEvent>,
) -> Vec<CombatantId> {
    let mut enough = Vec::new();
    for other in others {
        let (defence, difficulty) = difficulty(*other);
        let name = effect.act.action.as_str();
        let (margin, mut rolled) = checks::plain(effect.actor, name, *natural, bonus.clone(), difficulty, effect.rule);
        if let BattleEvent::CheckRolled(rolled) = &mut rolled {
            (rolled.target, rolled.defence) = (Some(*other), defence);
        }
        events.push(rolled);
        if margin >= 0 {
            enough.push(*other);
        }
    }
    enough
}

fn bonus(effect: &PlannedEffect, attribute: Stat, inputs: &Inputs<'_>) -> Breakdown {
    let sheet = &inputs.view.row(effect.actor).sheet;
    let mut bonus = Breakdown::new();
    for stat in [inputs.rules.policies.attack.skill, attribute] {
        bonus.add_if(Label::Stat(stat), sheet.stat(stat), effect.rule);
    }
    bonus
}

fn began(who: CombatantId, towards: CombatantId, policy: &SightPolicy, rule: crate::content::Rule) -> BattleEvent {
    let fact = PairFact { towards, slant: PairRelation::Has(policy.hidden), until: Until::Ended, rule };
    BattleEvent::PairFactBegan { who, fact }
}

/// Somebody discovers where a combatant is (TA-196).
pub(super) fn found(hider: CombatantId, by: CombatantId, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let Some(policy) = &inputs.rules.policies.sight else { return };
    for fact in inputs.view.row(hider).pairs.towards(by) {
        if sight::visibility_by_fact(policy, &fact.slant).is_some() {
            events.push(BattleEvent::PairFactEnded { who: hider, towards: by, slant: fact.slant });
        }
    }
}

/// One who ends its turn in plain sight of somebody is hidden from it no more (TA-195).
pub(super) fn turn_ended(who: CombatantId, inputs: &Inputs<'_>, events: &mut Vec<BattleEvent>) {
    let Some(policy) = &inputs.rules.policies.sight else { return };
    let (view, book) = (inputs.view, inputs.book());
    for observer in view.enemies_of(view.row(who).side).map(|row| row.id) {
        if sight::is_hidden(view, policy, who, observer) && !sight::can_hide_from(view, book, who, observer) {
            found(who, observer, inputs, events);
        }
    }
}

/// Those who are on a footprint, hidden from one who is about to move into them with its feet between two heights in feet
/// (TA-196).
pub(super) fn bumped_into(
    mover: CombatantId,
    to: Footprint,
    feet: (i16, i16),
    inputs: &Inputs<'_>,
) -> SmallVec<[CombatantId; 2]> {
    let (view, book) = (inputs.view, inputs.book());
    let Some(policy) = &inputs.rules.policies.sight else { return SmallVec::new() };
    let there = view.others_in(mover, to).map(|row| row.id);
    let hidden = there.filter(|id| sight::is_hidden(view, policy, *id, mover));
    hidden.filter(|id| height::would_overlap_vertically(view, book, mover, feet, *id)).collect()
}
