//! What is noted of one battle while it is fought.

use std::collections::BTreeMap;

use super::acts::{Acts, expected};
use crate::battle::{CombatantId, LinkKind};
use crate::content::breakdown::Label;
use crate::content::policy::AttackPolicy;
use crate::content::{Name, Rule};
use crate::mechanics::attack::judge;
use crate::mechanics::damage::AppliedDamage;
use crate::odds::Luck;
use crate::resolution::event::Rolled;
use crate::resolution::{Asks, Battle, BattleEvent, Choice, Prompt, Setup};

/// A chance is counted in so many parts.
pub const PARTS: u64 = 1_000_000;

/// What one combatant did and suffered.
#[derive(Clone, Debug, Default)]
pub struct Deeds {
    pub actions: u64,
    pub dealt: i64,
    /// Of what it dealt, what came of each of its actions: from when it is declared until the next one is.
    pub by_action: Vec<i64>,
    pub taken: i64,
    /// Checks with a weapon against somebody.
    pub attacks: u64,
    pub hits: u64,
    /// Hits to be expected, in millionths.
    pub expected: u64,
    /// Whether it fell, and whether it was the first who did.
    pub fell: bool,
    pub fell_first: bool,
}

/// How often something was added to rolls, and how often the roll would have come out otherwise without it.
#[derive(Copy, Clone, Debug)]
pub struct Applied {
    pub label: Label,
    pub rule: Rule,
    pub times: u64,
    pub turned: u64,
    /// The sides whose rolls it was in, a bit each.
    pub sides: u32,
}

/// What was seen in one battle.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    pub deeds: Vec<Deeds>,
    pub applied: Vec<Applied>,
    pub acts: Acts,
    pub conditions: BTreeMap<&'static str, u64>,
    pub holds: BTreeMap<&'static str, u64>,
    /// Reactions by name: how often one was offered, and how often it was taken.
    pub reactions: BTreeMap<&'static str, [u64; 2]>,
    anybody_fell: bool,
    luck: Luck,
}

impl Seen {
    /// Nothing yet of a battle of this setup.
    pub fn new(setup: &Setup) -> Seen {
        let many = setup.recruits.len();
        Seen { deeds: vec![Deeds::default(); many], acts: Acts::new(many), ..Seen::default() }
    }

    /// Notes all facts of a battle since the last time.
    pub fn look(&mut self, battle: &mut Battle) {
        let Battle { setup, log, .. } = battle;
        log.events().iter().for_each(|event| self.note(event, setup));
        log.clear();
    }

    /// Notes which reactions somebody may take.
    pub fn asked(&mut self, prompt: &Prompt) {
        if let Asks::React { options, .. } = &prompt.asks {
            for option in options {
                self.reactions.entry(option.as_str()).or_default()[0] += 1;
            }
        }
    }

    /// Notes which reaction was taken.
    pub fn answered(&mut self, choice: &Choice) {
        if let Choice::React(name) = choice {
            self.reactions.entry(name.as_str()).or_default()[1] += 1;
        }
    }

    fn note(&mut self, event: &BattleEvent, setup: &Setup) {
        match event {
            BattleEvent::ActionDeclared { who, act } => {
                self.acts.declared(act.action);
                self.of(*who, |deeds| {
                    deeds.actions += 1;
                    deeds.by_action.push(0);
                });
            }
            BattleEvent::CheckRolled(rolled) => self.rolled(rolled, setup),
            BattleEvent::DamageTaken(hurt) => self.hurt(hurt),
            BattleEvent::ConditionGained { affliction, .. } => self.condition(affliction.condition),
            BattleEvent::LinkMade { link, .. } => *self.holds.entry(hold_word(link.kind)).or_default() += 1,
            BattleEvent::FellUnconscious { who, .. }
            | BattleEvent::Died { who, .. }
            | BattleEvent::CarriedOff { who, .. } => self.fell(*who),
            _ => {}
        }
    }

    fn of(&mut self, who: CombatantId, note: impl FnOnce(&mut Deeds)) {
        if let Some(deeds) = self.deeds.get_mut(who.index()) {
            note(deeds);
        }
    }

    fn condition(&mut self, name: Name) {
        *self.conditions.entry(name.as_str()).or_default() += 1;
    }

    fn hurt(&mut self, hurt: &AppliedDamage) {
        let lost = i64::from(hurt.wounds.max(0)) + i64::from(hurt.fatigue.max(0));
        self.acts.harmed(hurt.action, hurt.target.index(), lost);
        self.of(hurt.target, |deeds| deeds.taken += lost);
        if hurt.by != hurt.target {
            self.of(hurt.by, |deeds| {
                deeds.dealt += lost;
                deeds.by_action.last_mut().into_iter().for_each(|dealt| *dealt += lost);
            });
        }
    }

    fn fell(&mut self, who: CombatantId) {
        let first = !std::mem::replace(&mut self.anybody_fell, true);
        self.acts.fell(who.index());
        self.of(who, |deeds| {
            deeds.fell = true;
            deeds.fell_first |= first;
        });
    }

    fn rolled(&mut self, rolled: &Rolled, setup: &Setup) {
        let policy = &setup.rules.policies.attack;
        if rolled.target.is_none() {
            return;
        }
        let (hit, chances) = (rolled.degree.is_hit(), self.luck.of(policy, rolled));
        self.acts.rolled(rolled.action, hit, chances);
        if rolled.weapon.is_some() {
            self.of(rolled.who, |deeds| {
                deeds.attacks += 1;
                deeds.hits += u64::from(hit);
                deeds.expected += expected(chances);
            });
        }
        let side = setup.recruits.get(rolled.who.index()).map_or(0, |recruit| recruit.side.0);
        self.terms(policy, rolled, 1u32.checked_shl(side.into()).unwrap_or(0));
    }

    fn terms(&mut self, policy: &AttackPolicy, rolled: &Rolled, side: u32) {
        let hit = rolled.degree.is_hit();
        let without = |bonus: i16, difficulty: i16| {
            let (bonus, difficulty) = (rolled.bonus.total() - bonus, rolled.difficulty.total() - difficulty);
            judge(&policy.natural, rolled.natural, bonus, difficulty, false).0.is_hit()
        };
        for term in rolled.bonus.terms().iter().filter(|term| tells(term.label)) {
            self.apply(term.label, term.rule, side, hit != without(term.amount, 0));
        }
        for term in rolled.difficulty.terms().iter().filter(|term| tells(term.label)) {
            self.apply(term.label, term.rule, side, hit != without(0, term.amount));
        }
        let plain = rolled.dice.first().copied().unwrap_or(rolled.natural);
        let even = judge(&policy.natural, plain, rolled.bonus.total(), rolled.difficulty.total(), false).0.is_hit();
        for term in rolled.edge.terms() {
            let alone = rolled.edge.terms().iter().filter(|other| other.gives == term.gives).count() == 1;
            self.apply(term.label, term.rule, side, alone && rolled.edge.net() == Some(term.gives) && hit != even);
        }
    }

    fn apply(&mut self, label: Label, rule: Rule, side: u32, turned: bool) {
        let known = self.applied.iter().position(|applied| applied.label == label && applied.rule == rule);
        let at = known.unwrap_or_else(|| {
            self.applied.push(Applied { label, rule, times: 0, turned: 0, sides: 0 });
            self.applied.len() - 1
        });
        let applied = &mut self.applied[at];
        applied.times += 1;
        applied.turned += u64::from(turned);
        applied.sides |= side;
    }
}

/// Whether a term is more than what somebody simply is: the base and the stats are in every roll.
fn tells(label: Label) -> bool {
    !matches!(label, Label::Base | Label::NaturalRoll | Label::Stat(_) | Label::Attribute(_))
}

fn hold_word(kind: LinkKind) -> &'static str {
    match kind {
        LinkKind::Grab => "grab",
        LinkKind::Clinch => "clinch",
    }
}
