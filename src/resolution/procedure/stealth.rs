//! Hiding, and how hidden combatants are discovered.

pub(crate) mod awareness;
mod sneak;

use smallvec::SmallVec;

use crate::battle::{CombatantId, PairFact, PairRelation, Until};
use crate::content::{Breakdown, Effect, Label, RollPolicies, RollType, SightPolicy, Stat};
use crate::grid::Footprint;
use crate::mechanics::{height, line, sight};
use crate::resolution::event::{BattleEvent, Facts, Rolled};
use crate::resolution::plan::PlannedEffect;
use crate::resolution::procedure::effect::zones;
use crate::resolution::procedure::plain_check::{PlainCheck, PlainRoll};
use crate::resolution::step::Inputs;

/// Hides the actor, or searches for hidden enemies.
pub(crate) fn change(effect: &PlannedEffect, inputs: &mut Inputs<'_>, events: &mut Facts) {
    let Some(policy) = &inputs.rules.policies.sight else { return };
    match &effect.does {
        Effect::Hide { attribute, against } => hide(policy, effect, *attribute, *against, inputs, events),
        Effect::Seek { attribute, base, against } => seek(policy, effect, *attribute, (*base, against), inputs, events),
        Effect::Sneak { stealth, observation } => sneak::sneak(policy, effect, (stealth, observation), inputs, events),
        Effect::Search { observation } => sneak::search(policy, effect, observation, inputs, events),
        _ => {}
    }
}

/// One roll against every enemy whose sight something blocks (TA-G31).
fn hide(
    policy: &SightPolicy,
    effect: &PlannedEffect,
    attribute: Stat,
    against: Stat,
    inputs: &mut Inputs<'_>,
    events: &mut Facts,
) {
    let (game, who) = (inputs.game(), effect.actor);
    let shielded =
        |id: &CombatantId| !sight::is_hidden(game.view, policy, who, *id) && sight::can_hide_from(game, who, *id);
    let observers: Vec<CombatantId> = sight::observers(game, who).filter(shielded).collect();
    let known = |observer| (Some(against), game.row(observer).sheet.derived(against).into_owned());
    let rolled = roll(effect, attribute, inputs);
    for observer in compare(effect, &rolled, &inputs.rules.policies.rolls, &observers, known, events) {
        let slant = PairRelation::Has(policy.hidden);
        let fact = PairFact { towards: observer, slant, until: Until::Ended, rule: effect.rule };
        events.push(BattleEvent::PairFactBegan { who, fact });
    }
}

/// The enemies hidden from a combatant to which it has a line: those that a search may discover.
fn hidden_in_line(policy: &SightPolicy, who: CombatantId, inputs: &Inputs<'_>) -> Vec<CombatantId> {
    let game = inputs.game();
    let near = |id: &CombatantId| {
        sight::is_hidden(game.view, policy, *id, who) && line::has_line(game, game.footprint(who), game.footprint(*id))
    };
    game.enemies_of(game.row(who).side).map(|row| row.id).filter(near).collect()
}

/// One roll against every hidden enemy with a line to the actor; those found are no longer hidden (TA-196). It also
/// reveals illusions.
fn seek(
    policy: &SightPolicy,
    effect: &PlannedEffect,
    attribute: Stat,
    (base, against): (i16, &[Stat]),
    inputs: &mut Inputs<'_>,
    events: &mut Facts,
) {
    let (game, who) = (inputs.game(), effect.actor);
    let hiders = hidden_in_line(policy, who, inputs);
    let difficulty = |hider: CombatantId| {
        let mut sum = Breakdown::new();
        sum.add(Label::Base, base, effect.rule);
        let sheet = &game.row(hider).sheet;
        against.iter().for_each(|stat| sum.add_if(Label::Stat(*stat), sheet.stat(*stat), effect.rule));
        (None, sum)
    };
    let rolled = roll(effect, attribute, inputs);
    for hider in compare(effect, &rolled, &inputs.rules.policies.rolls, &hiders, difficulty, events) {
        discover(hider, who, inputs, events);
    }
    see_through(effect, &rolled, inputs, events);
}

/// Compares a search roll with the casters of all illusions the actor believes and has a line to (TA-G55).
fn see_through(effect: &PlannedEffect, rolled: &(PlainRoll, Breakdown), inputs: &mut Inputs<'_>, events: &mut Facts) {
    let Some(policy) = inputs.rules.policies.attack.cover.illusion() else { return };
    let (game, who) = (inputs.game(), effect.actor);
    let makers = zones::illusionists(game, who);
    let known = |maker| (Some(policy.against), game.row(maker).sheet.derived(policy.against).into_owned());
    for maker in compare(effect, rolled, &inputs.rules.policies.rolls, &makers, known, events) {
        zones::see_through(who, maker, policy.found_out_rule, inputs, events);
    }
}

fn roll(effect: &PlannedEffect, attribute: Stat, inputs: &mut Inputs<'_>) -> (PlainRoll, Breakdown) {
    let sheet = &inputs.view.row(effect.actor).sheet;
    let mut bonus = Breakdown::new();
    for stat in [inputs.rules.policies.attack.skill, attribute] {
        bonus.add_if(Label::Stat(stat), sheet.stat(stat), effect.rule);
    }
    (PlainRoll::throw(&inputs.rules.policies.rolls, RollType::Skill, inputs.dice), bonus)
}

/// Compares one skill roll with each opponent; returns those it beats or equals.
fn compare(
    effect: &PlannedEffect,
    (thrown, bonus): &(PlainRoll, Breakdown),
    rolls: &RollPolicies,
    others: &[CombatantId],
    difficulty: impl Fn(CombatantId) -> (Option<Stat>, Breakdown),
    events: &mut Facts,
) -> Vec<CombatantId> {
    let mut enough = Vec::new();
    for other in others {
        let (defence, difficulty) = difficulty(*other);
        let check = PlainCheck {
            who: effect.actor,
            name: effect.act.action.as_str(),
            roll: RollType::Skill,
            bonus: bonus.clone(),
            difficulty,
            rule: effect.rule,
        };
        let rolled = Rolled { target: Some(*other), defence, ..check.judged(rolls, thrown) };
        enough.extend(rolled.degree.is_hit().then_some(*other));
        events.push(BattleEvent::CheckRolled(Box::new(rolled)));
    }
    enough
}

/// A combatant discovers another (TA-196).
pub(crate) fn discover(hider: CombatantId, by: CombatantId, inputs: &Inputs<'_>, events: &mut Facts) {
    let Some(policy) = &inputs.rules.policies.sight else { return };
    for fact in inputs.view.row(hider).pairs.towards(by) {
        let hides = matches!(fact.slant, PairRelation::Sneaks { .. });
        if hides || sight::visibility_by_fact(policy, &fact.slant).is_some() {
            events.push(BattleEvent::PairFactEnded { who: hider, towards: by, slant: fact.slant });
        }
    }
}

/// A combatant in plain sight of an enemy is no longer hidden from it: at the end of its turn (TA-195), or after each of its
/// steps.
pub(crate) fn comes_into_sight(who: CombatantId, inputs: &Inputs<'_>, events: &mut Facts) {
    let Some(policy) = &inputs.rules.policies.sight else { return };
    let game = inputs.game();
    for observer in game.enemies_of(game.row(who).side).map(|row| row.id) {
        if sight::is_hidden(game.view, policy, who, observer) && !sight::can_hide_from(game, who, observer) {
            discover(who, observer, inputs, events);
        }
    }
}

/// Combatants hidden from a mover in a space it is about to enter, with its feet between two heights in the board's unit (TA-196).
pub(crate) fn bumped_into(
    mover: CombatantId,
    to: Footprint,
    feet: (i16, i16),
    inputs: &Inputs<'_>,
) -> SmallVec<[CombatantId; 2]> {
    let game = inputs.game();
    let Some(policy) = &inputs.rules.policies.sight else { return SmallVec::new() };
    let there = game.others_in(mover, to).map(|row| row.id);
    let hidden = there.filter(|id| sight::is_hidden(game.view, policy, *id, mover));
    hidden.filter(|id| height::would_overlap_vertically(game, mover, feet, *id)).collect()
}
