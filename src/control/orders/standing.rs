//! Standing orders as data: whose question of which kind is answered how, and under which conditions.

use serde::{Deserialize, Serialize};

use crate::battle::{CombatantId, Side};
use crate::content::authored::did_you_mean;
use crate::content::{ActKind, Action, Effect, Findings, Name, Response, ValuePath};
use crate::resolution::procedure::consequence::facing;
use crate::resolution::{Asks, Pick, PickPurpose};
use crate::rules::Ruleset;

/// A standing order. Of several for a combatant and a question, the first whose conditions hold for one of its answers decides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StandingOrder {
    /// The combatants it applies to.
    pub whose: OrderScope,
    /// The kind of question.
    pub question: Question,
    /// The standing answer.
    pub habit: Habit,
    /// Conditions, all of which must hold for the answer that is given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub when: Vec<OrderCondition>,
}

/// The combatants that a standing order applies to.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum OrderScope {
    /// One combatant. Takes precedence over an order for its side.
    One(CombatantId),
    /// All combatants of a side.
    Side(Side),
}

/// A kind of question that can have a standing answer.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Question {
    /// Whether to take this reaction, and with which act where the reactor chooses.
    React(Name),
    /// Which way to face: `Always` takes the first direction offered, `Never` faces all around.
    Face,
    /// A yes-or-no question.
    Pick(PickPurpose),
    /// Which defence of the rule system meets an attack.
    Defence,
    /// Which action the winner of a check takes.
    Winner,
    /// Which effect a critical hit has.
    Critical,
}

/// The standing answer to a kind of question.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Habit {
    #[default]
    /// Ask the player every time.
    Ask,
    /// Answer yes, or take the reaction, without asking.
    Always,
    /// Answer no, decline the reaction, or choose no defence, without asking.
    Never,
    /// Choose the best answer: the defence with the least expected damage, or the attack with the best chance. Of equal ones, the
    /// cheapest.
    Best,
    /// Choose the first of these that is possible: defences, actions or effects, by id. Actions are aimed at the combatant that
    /// caused the question.
    Prefer(Vec<Name>),
}

/// A condition of a standing order. Whatever cannot be known, such as the chance against a hidden combatant, does not hold.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum OrderCondition {
    /// The combatant is the target of what it reacts to or defends itself against.
    AimedAtMe,
    /// The reaction or defence is against one of these kinds of action.
    Against(Vec<ActKind>),
    /// After paying for the answer, at least this many points are left.
    Keeps {
        /// The id of the pool.
        pool: Name,
        /// The least number of points.
        points: u8,
    },
    /// The exact chance is at least this many percent: that the act succeeds, or that the attack fails against the defence.
    Chance(u8),
    /// No other answer is better, see [`Habit::Best`].
    Best,
    /// The reaction is to something that an enemy does.
    ByEnemy,
}

/// A mistake in a standing order: the field, the message, and a suggestion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderFault {
    /// The field.
    pub field: &'static str,
    /// The fault.
    pub words: String,
    /// A similar name.
    pub help: Option<String>,
}

impl Question {
    /// The kinds of question that a prompt asks.
    pub fn in_asks(asks: &Asks) -> Vec<Question> {
        match asks {
            Asks::React { options, .. } => options.iter().copied().map(Question::React).collect(),
            Asks::Interrupt { reaction, .. } => vec![Question::React(*reaction)],
            Asks::Face { .. } => vec![Question::Face],
            Asks::Pick { purpose, options } => Vec::from_iter(Question::of_pick(*purpose, options)),
            Asks::Act | Asks::Cell { .. } => Vec::new(),
        }
    }

    fn of_pick(purpose: PickPurpose, options: &[Pick]) -> Option<Question> {
        match purpose {
            PickPurpose::Defend { .. } => Some(Question::Defence),
            PickPurpose::Winner { .. } => Some(Question::Winner),
            PickPurpose::Critical { .. } => Some(Question::Critical),
            _ => options.contains(&Pick::Yes).then_some(Question::Pick(purpose)),
        }
    }

    /// Whether a rule system can ask this question at all.
    pub fn is_known(self, rules: &Ruleset) -> bool {
        let checks = || rules.actions.iter().filter_map(|action| action.check());
        let has = |wanted: fn(&Effect) -> bool| checks().any(|check| check.effects().any(wanted));
        match self {
            Question::Face => facing::policy(rules).is_some(),
            Question::Pick(PickPurpose::KeepHold) => has(|does| matches!(does, Effect::KeepHoldOr(_))),
            Question::Pick(PickPurpose::BreakHold) => {
                has(|does| matches!(does, Effect::BreakHold { optional: true, .. }))
            }
            _ => true,
        }
    }

    /// The ids among which an order may prefer some; none where there is no such choice.
    pub fn choices(self, rules: &Ruleset) -> Vec<Name> {
        let (policies, actions) = (&rules.policies, rules.actions.iter().map(|action| action.id));
        match self {
            Question::React(id) => match policies.reaction(id).map(|known| &known.does) {
                Some(Response::OneOf(named)) => named.clone(),
                Some(Response::AnyAct) => actions.collect(),
                Some(Response::Act(_)) | None => Vec::new(),
            },
            Question::Defence => {
                policies.stages.defences.iter().flat_map(|choice| &choice.options).map(|option| option.id).collect()
            }
            Question::Winner => {
                let offered: Vec<Name> = rules.actions.iter().flat_map(|action| winners_actions(action)).collect();
                actions.filter(|action| offered.contains(action)).collect()
            }
            Question::Critical => {
                let policy = policies.stages.confirmation.iter();
                policy.flat_map(|policy| &policy.options).map(|option| option.id).collect()
            }
            Question::Face | Question::Pick(_) => Vec::new(),
        }
    }

    /// Whether this is an answer to the question.
    fn takes(self, habit: &Habit) -> bool {
        match habit {
            Habit::Ask => true,
            Habit::Always => matches!(self, Question::React(_) | Question::Face | Question::Pick(_)),
            Habit::Never => self != Question::Critical,
            Habit::Best => matches!(self, Question::React(_) | Question::Defence),
            Habit::Prefer(_) => !matches!(self, Question::Face | Question::Pick(_)),
        }
    }
}

/// The actions among which the winner of an action's check may choose.
fn winners_actions(action: &Action) -> impl Iterator<Item = Name> + '_ {
    let effects = action.check().into_iter().flat_map(|check| check.effects());
    let offered = effects.filter_map(|does| if let Effect::Choose { of, .. } = does { Some(of) } else { None });
    offered.flatten().copied()
}

impl StandingOrder {
    /// Checks it against a rule system.
    ///
    /// # Errors
    /// The first mistake: an unknown id, an answer that the question does not have, or a number out of range.
    pub fn check(&self, rules: &Ruleset) -> Result<(), OrderFault> {
        self.check_question(rules)?;
        if !self.question.takes(&self.habit) {
            return Err(OrderFault::new("habit", "that does not answer the question"));
        }
        if let Habit::Prefer(named) = &self.habit {
            let known = self.question.choices(rules);
            named.iter().try_for_each(|name| find("habit", "choice", *name, &known))?;
        }
        self.when.iter().try_for_each(|condition| condition.check(rules))
    }

    fn check_question(&self, rules: &Ruleset) -> Result<(), OrderFault> {
        let Question::React(id) = self.question else { return Ok(()) };
        let reactions = rules.policies.reactions.iter().map(|reaction| reaction.id);
        let readied = rules.policies.ready.iter().map(|policy| policy.action);
        find("question", "reaction", id, &reactions.chain(readied).collect::<Vec<_>>())
    }
}

impl OrderCondition {
    fn check(&self, rules: &Ruleset) -> Result<(), OrderFault> {
        match self {
            OrderCondition::Keeps { pool, .. } => {
                let pools: Vec<Name> = rules.policies.economy.pools().map(|(_, pool)| pool.id).collect();
                find("when", "pool", *pool, &pools)
            }
            OrderCondition::Chance(percent @ 101..) => {
                Err(OrderFault::new("when", format!("a chance is at most 100 percent, not {percent}")))
            }
            OrderCondition::Against(kinds) if kinds.is_empty() => {
                Err(OrderFault::new("when", "`Against` names no kind of action"))
            }
            OrderCondition::Chance(_)
            | OrderCondition::Against(_)
            | OrderCondition::AimedAtMe
            | OrderCondition::ByEnemy
            | OrderCondition::Best => Ok(()),
        }
    }
}

impl OrderFault {
    /// Adds it to the mistakes of a file, for the order at this place.
    pub fn refuse(self, findings: &mut Findings<'_>, order: &ValuePath) {
        let refused = findings.refuse(&order.field(self.field), self.words);
        if let Some(help) = self.help {
            refused.with_help(help);
        }
    }

    fn new(field: &'static str, words: impl Into<String>) -> OrderFault {
        OrderFault { field, words: words.into(), help: None }
    }
}

fn find(field: &'static str, what: &str, name: Name, known: &[Name]) -> Result<(), OrderFault> {
    if known.contains(&name) {
        return Ok(());
    }
    let words: Vec<&str> = known.iter().map(|name| name.as_str()).collect();
    let help = did_you_mean(name.as_str(), &words);
    Err(OrderFault { help, ..OrderFault::new(field, format!("unknown {what} `{name}`")) })
}
