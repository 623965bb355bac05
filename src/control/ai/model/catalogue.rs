//! The actions of a ruleset by what they do: the AI knows no action by its name.

use std::sync::Arc;

use crate::content::{
    Action, ActionReach, AdvantageKind, Aim, Amount, Check, Does, Effect, Ends, Gait, HealthModel, Name, Pace, PayOver,
    Reaction, Reactors, Requirement, ResourcePool, Response, Status, Trigger, Unspent, When, Who,
};
use crate::resolution::Act;
use crate::rules::Ruleset;

#[derive(Clone, Debug, Default)]
pub struct ActionCatalogue {
    content_hash: u64,
    pub walk: Option<Arc<Action>>,
    pub wait: Option<Arc<Action>>,
    pub strike: Option<Arc<Action>>,
    /// Movements straight at an enemy that end with an attack.
    pub charges: Vec<Arc<Action>>,
    /// Steps of one cell, with more care than a walk.
    pub steps: Vec<Arc<Action>>,
    /// Whether enemies may react to the declaration of an act.
    pub acts_provoke: bool,
    /// Adding movement to a pool, for a price.
    pub gains: Vec<Arc<Action>>,
    /// Whether a turn is paid for with more than a number of equal actions.
    pub has_pools: bool,
    /// Every action against an enemy that takes a check, including the plain attack.
    pub checks: Vec<Arc<Action>>,
    /// Actions that pay for several attacks.
    pub volleys: Vec<Arc<Action>>,
    pub stances: Vec<Arc<Action>>,
    pub leaving: Vec<Arc<Action>>,
    pub guards: Vec<Arc<Action>>,
    /// Drawing a carried item, the usual action first.
    pub draws: Vec<Arc<Action>>,
    pub uses: Vec<Arc<Action>>,
    /// Escaping from entanglement, or putting out flames on oneself.
    pub frees: Vec<Arc<Action>>,
    pub kill: Option<Arc<Action>>,
    pub pick_up: Option<Arc<Action>>,
    pub door: Option<Arc<Action>>,
    pub help: Option<Arc<Action>>,
    pub command: Option<Arc<Action>>,
    pub staunch: Option<Arc<Action>>,
    pub mount: Option<Arc<Action>>,
    pub dismount: Option<Arc<Action>>,
    /// Actions done faster by a check.
    pub hurried: Vec<Arc<Action>>,
    /// Treating wounds and parts of the body, and stopping the dying of a friend by them.
    pub treatments: Vec<Arc<Action>>,
}

impl ActionCatalogue {
    /// Sorts the actions of a ruleset, unless this catalogue is of that ruleset already.
    pub fn refresh(&mut self, rules: &Ruleset) {
        if self.wait.is_some() && self.content_hash == rules.content_hash {
            return;
        }
        *self = ActionCatalogue {
            checks: every(rules, &|action| {
                action.aim == Aim::Enemy && action.check().is_some_and(affects_others) && !is_only_offered(action)
            }),
            steps: every(rules, &|action| action.does == Does::Move(Gait::Step) && action.aim == Aim::Path),
            acts_provoke: rules.policies.reactions.iter().any(meets_acts),
            stances: every(rules, &|action| matches!(action.does, Does::TakeStance(_))),
            volleys: every(rules, &|action| pays_for_attacks(rules, action)),
            guards: every(rules, &|action| guards(rules, action)),
            draws: every(rules, &|action| does_at_once(action, &Effect::Draw)),
            uses: every(rules, &|action| does_at_once(action, &Effect::UseItem)),
            treatments: every(rules, &|action| treats(rules, action)),
            frees: every(rules, &|action| frees(rules, action)),
            kill: first(rules, &|action| {
                let helpless = action.requires.iter().any(|cited| cited.needs == Requirement::TargetHelpless);
                helpless && !is_only_offered(action)
            }),
            pick_up: first(rules, &|action| does_at_once(action, &Effect::PickUp)),
            help: first(rules, &|action| does_at_once(action, &Effect::Stabilise)),
            command: first(rules, &|action| does_at_once(action, &Effect::Command)),
            mount: first(rules, &|action| does_at_once(action, &Effect::Mount)),
            dismount: first(rules, &|action| does_at_once(action, &Effect::Dismount)),
            hurried: every(rules, &|action| action.hurry.is_some()),
            staunch: match &rules.policies.consciousness.collapse {
                HealthModel::Bleeding(policy) => first(rules, &|action| ends(action, policy.bleeding)),
                _ => None,
            },
            ..ActionCatalogue::plain(rules)
        };
    }

    /// Waiting, or nothing at all in a ruleset without it.
    pub fn waiting(&self) -> Act {
        Act::own(self.wait.as_ref().map_or_else(|| "".into(), |wait| wait.id))
    }

    /// Sorts only the actions to walk, wait, attack, open doors and leave stances.
    pub fn refresh_plain(&mut self, rules: &Ruleset) {
        if self.wait.is_none() || self.content_hash != rules.content_hash {
            *self = ActionCatalogue::plain(rules);
        }
    }

    fn plain(rules: &Ruleset) -> ActionCatalogue {
        ActionCatalogue {
            content_hash: rules.content_hash,
            walk: first(rules, &|action| action.does == Does::Move(Gait::Walk) && action.aim == Aim::Path),
            charges: every(rules, &|action| action.aim == Aim::Charge && action.charge.is_some()),
            gains: every(rules, &|action| {
                gained(action).is_some() && (action.actions() > 0 || !action.costs.is_empty())
            }),
            has_pools: has_pools(rules),
            wait: first(rules, &|action| action.does == Does::Wait),
            strike: first(rules, &is_plain_attack),
            leaving: every(rules, &|action| action.does == Does::LeaveStance),
            door: first(rules, &|action| does_at_once(action, &Effect::MoveDoor { open: true })),
            ..ActionCatalogue::default()
        }
    }
}

/// Whether points of other pools than that of actions count in a turn, or movement is a pool.
fn has_pools(rules: &Ruleset) -> bool {
    let is_usual = |pool: &ResourcePool| pool.debt == 0 && !matches!(pool.unspent, Unspent::Kept { .. });
    let (economy, actions) = (&rules.policies.economy, rules.actions.iter());
    let usual = economy.actions.as_ref().is_some_and(is_usual) && economy.others.is_empty();
    let mut actions = actions.map(|action| action.costs.is_empty() && action.paid == PayOver::AtOnce);
    let walks = matches!(rules.policies.movement.pace, Pace::Pool(_));
    rules.policies.turn.in_rounds().is_some() && (!usual || walks || !actions.all(|plain| plain))
}

/// Quarters of its rate that an action adds to its actor's pool of movement.
pub fn gained(action: &Action) -> Option<u16> {
    let Does::Effects(effects) = &action.does else { return None };
    effects.iter().filter(|_| action.aim == Aim::Own).find_map(|cited| match cited.does {
        Effect::GainMovement { quarters } => Some(quarters),
        _ => None,
    })
}

/// Whether a reaction meets acts of enemies as they are declared.
fn meets_acts(reaction: &Reaction) -> bool {
    reaction.on == Trigger::ActionDeclared
        && reaction.does != Response::AnyAct
        && matches!(reaction.who, Reactors::Enemies | Reactors::Anyone | Reactors::Everyone)
}

fn first(rules: &Ruleset, wanted: &dyn Fn(&Action) -> bool) -> Option<Arc<Action>> {
    rules.actions.iter().find(|action| wanted(action)).cloned()
}

fn every(rules: &Ruleset, wanted: &dyn Fn(&Action) -> bool) -> Vec<Arc<Action>> {
    rules.actions.iter().filter(|action| wanted(action)).cloned().collect()
}

fn is_plain_attack(action: &Action) -> bool {
    let deals = |effect: &Effect| matches!(effect, Effect::Harm { amount: Amount::Weapon { steps: 0 }, .. });
    let harms = action.check().is_some_and(|check| check.effects().any(deals));
    action.is_weapon_attack() && action.reach == ActionReach::Weapon && harms
}

fn ends(action: &Action, condition: Name) -> bool {
    let wanted = Effect::Lose { who: Who::Target, condition };
    action.aim == Aim::Friend && action.check().is_some_and(|check| check.effects().any(|does| *does == wanted))
}

/// Whether an action frees its actor from entanglement or puts out flames on it.
fn frees(rules: &Ruleset, action: &Action) -> bool {
    let hampers = |name: Name| {
        let does = rules.conditions.get(name).map_or(&[][..], |found| &found.does);
        does.iter().any(|cited| matches!(cited.does, Status::Burns { .. } | Status::Caught { .. }))
    };
    let frees = |effect: &Effect| match effect {
        Effect::Extricate { .. } => true,
        Effect::Lose { who: Who::Actor, condition } => hampers(*condition),
        _ => false,
    };
    let plain = match &action.does {
        Does::Effects(effects) | Does::AtEnd { effects, .. } => &effects[..],
        _ => &[],
    };
    plain.iter().any(|cited| frees(&cited.does)) || action.check().is_some_and(|check| check.effects().any(frees))
}

/// Whether an action treats wounds or parts of the body, or stops dying, in a rule system with such a health model.
fn treats(rules: &Ruleset, action: &Action) -> bool {
    let treats = |does: &Effect| {
        matches!(does, Effect::HealWound { .. } | Effect::HealPart { .. } | Effect::Treat { .. } | Effect::Stabilise)
    };
    let plain = match &action.does {
        Does::Effects(effects) => &effects[..],
        Does::Cast(spell) => &spell.effects[..],
        _ => &[],
    };
    matches!(rules.policies.consciousness.collapse, HealthModel::Slots(_) | HealthModel::Parts(_))
        && (plain.iter().any(|cited| treats(&cited.does))
            || action.check().is_some_and(|check| check.effects().any(treats)))
}

/// Whether a check does more than to guard its actor, whatever marked dice do.
fn affects_others(check: &Check) -> bool {
    let mut rungs = check.ladder.iter().filter(|rung| !matches!(rung.when, When::Marked(_)));
    rungs.any(|rung| rung.effects.iter().any(|cited| cited.does != Effect::Guard))
}

/// Whether an action gives points with which attacks are paid.
fn pays_for_attacks(rules: &Ruleset, action: &Action) -> bool {
    let attacks = || rules.actions.iter().filter(|other| other.is_weapon_attack());
    let buys = |pool: Name| attacks().any(|other| other.costs.iter().flatten().any(|price| price.pool == pool));
    let Does::Effects(effects) = &action.does else { return false };
    action.aim == Aim::Own
        && effects.iter().any(|cited| matches!(cited.does, Effect::GainPoints { pool, .. } if buys(pool)))
}

fn is_only_offered(action: &Action) -> bool {
    action.requires.iter().any(|cited| cited.needs == Requirement::OnlyOffered)
}

/// Whether the only effect of an action is that the next attack on its actor has disadvantage.
fn guards(rules: &Ruleset, action: &Action) -> bool {
    let spoils = |status: &Status| matches!(status, Status::EdgeAgainst { gives: AdvantageKind::Disadvantage, .. });
    let guard = |name: Name| {
        let condition = rules.conditions.get(name);
        condition.is_some_and(|it| it.ends == Ends::Attacked && it.does.iter().any(|cited| spoils(&cited.does)))
    };
    let Does::Effects(effects) = &action.does else { return false };
    let only = |does: &Effect| matches!(does, Effect::Gain { who: Who::Actor, condition } if guard(*condition));
    action.aim == Aim::Own && effects.iter().all(|effect| only(&effect.does))
}

fn does_at_once(action: &Action, wanted: &Effect) -> bool {
    matches!(&action.does, Does::Effects(effects) if effects.iter().any(|effect| effect.does == *wanted))
}
