//! The answers that a prompt allows, with their costs and their exact chances.

use std::cell::OnceCell;
use std::cmp::{Ordering, Reverse};
use std::sync::Arc;

use super::standing::{Habit, Question, StandingOrder};
use crate::battle::{Act, CombatantId, Facing, Target, View, WeaponSlot};
use crate::content::{Action, Name, PoolId, PoolPrice, Rule, Trigger};
use crate::mechanics::Game;
use crate::odds::{self, Forecast, ForecastError, Fraction};
use crate::resolution::legal::{self, Cost};
use crate::resolution::{Asks, Choice, Occasion, Pick, PickPurpose, Prompt, WindowCause};
use crate::rules::Ruleset;

/// An answer to a prompt.
pub(super) struct Candidate {
    pub(super) choice: Choice,
    /// The id by which an order can prefer it.
    pub(super) name: Option<Name>,
    /// Whether it says no: a pass, no defence, no direction.
    pub(super) declines: bool,
    cost: Cost,
    /// The act that it leads to.
    act: Option<Act>,
}

/// The exact chance of an answer.
pub(super) struct Odds {
    /// The chance that the act succeeds, or that the attack fails.
    pub(super) chance: Fraction,
    /// Whether there is a roll.
    rolls: bool,
    /// Mean damage dealt, or suffered by a defender, in hundredths.
    mean: i128,
}

/// The answers to a prompt that an order may give.
pub(super) struct Options<'a> {
    pub(super) view: View<'a>,
    pub(super) rules: &'a Ruleset,
    pub(super) prompt: &'a Prompt,
    pub(super) all: Vec<Candidate>,
    /// What the combatant reacts to or defends itself against.
    cause: Option<WindowCause>,
    /// The forecast of the attack against which a defence is chosen.
    attack: OnceCell<Option<Forecast>>,
}

impl<'a> Options<'a> {
    /// The answers of an order; `None` if the prompt does not ask its question.
    pub(super) fn of(
        view: View<'a>,
        rules: &'a Ruleset,
        prompt: &'a Prompt,
        order: &StandingOrder,
    ) -> Option<Options<'a>> {
        Question::in_asks(&prompt.asks).contains(&order.question).then_some(())?;
        let cause = match &prompt.asks {
            Asks::React { cause, .. } | Asks::Interrupt { cause, .. } => Some(WindowCause::clone(cause)),
            Asks::Pick { purpose, .. } => {
                let attack = purpose.attack_on(prompt.who);
                attack.map(|(from, act)| WindowCause::of_act(from, &act, Trigger::BeforeRoll))
            }
            _ => None,
        };
        let mut options = Options { view, rules, prompt, all: Vec::new(), cause, attack: OnceCell::new() };
        options.all = options.candidates(order);
        Some(options)
    }

    fn game(&self) -> Game<'a> {
        Game::new(self.view, self.rules.book())
    }

    /// What the combatant reacts to or defends itself against.
    pub(super) fn cause(&self) -> Option<&WindowCause> {
        self.cause.as_ref()
    }

    /// Whether the prompt is for an act, which `Always` does not name.
    pub(super) fn needs_act(&self) -> bool {
        matches!(self.prompt.asks, Asks::Interrupt { .. })
    }

    fn candidates(&self, order: &StandingOrder) -> Vec<Candidate> {
        match (&self.prompt.asks, order.question) {
            (Asks::React { to, .. }, Question::React(reaction)) => {
                let chooses = matches!(order.habit, Habit::Best | Habit::Prefer(_));
                let named = |act: Candidate| Candidate { choice: Choice::React(reaction), ..act };
                let taken: Vec<Candidate> = match chooses && self.is_of_choice(reaction) {
                    true => self.acts(reaction, *to).into_iter().map(named).collect(),
                    false => vec![self.reaction(reaction, *to)],
                };
                taken.into_iter().chain([Candidate::declining(Choice::Pass)]).collect()
            }
            (Asks::Interrupt { reaction, to, .. }, _) => {
                self.acts(*reaction, *to).into_iter().chain([Candidate::declining(Choice::Pass)]).collect()
            }
            (Asks::Face { options }, _) => {
                let facing = |facing: &Facing| Candidate {
                    declines: *facing == Facing::AllAround,
                    ..Candidate::free(Choice::Face(*facing))
                };
                options.iter().map(facing).collect()
            }
            (Asks::Pick { purpose, options }, _) => options.iter().map(|pick| self.pick(*purpose, *pick)).collect(),
            _ => Vec::new(),
        }
    }

    fn is_of_choice(&self, reaction: Name) -> bool {
        self.rules.policies.reaction(reaction).is_some_and(|known| known.action().is_none())
    }

    /// A reaction as a whole. Where the reactor chooses its act, the cost of the act is not known yet.
    fn reaction(&self, reaction: Name, to: CombatantId) -> Candidate {
        let taken = Candidate { name: Some(reaction), ..Candidate::free(Choice::React(reaction)) };
        match self.rules.policies.reaction(reaction) {
            None => Candidate { act: self.readied(to), ..taken },
            Some(known) => match known.action() {
                None => Candidate { cost: self.prices(&known.costs, known.rule), ..taken },
                Some(action) => {
                    let act = legal::act_of(self.view, self.rules, action, (self.prompt.who, to));
                    Candidate { cost: self.cost((action, None), Occasion::Reaction { reaction, to }), act, ..taken }
                }
            },
        }
    }

    /// The readied act, aimed at the combatant that triggers it.
    fn readied(&self, to: CombatantId) -> Option<Act> {
        let readied = self.view.row(self.prompt.who).ready.0.as_ref()?;
        let mut act = readied.act.clone();
        match &mut act.target {
            Target::Whoever => act.target = Target::Combatant(to),
            Target::Cast(casting) if casting.at == Target::Whoever => casting.at = Target::Combatant(to),
            _ => {}
        }
        Some(act)
    }

    /// The acts with which a reaction can be taken: at its cause, or without a target.
    fn acts(&self, reaction: Name, to: CombatantId) -> Vec<Candidate> {
        let occasion = Occasion::Reaction { reaction, to };
        let offers = legal::offers_on(self.view, self.rules, self.prompt.who, occasion);
        let fits = |act: &Act| act.aimed_at() == Some(to) || *act.aim() == Target::Own;
        let acts = offers.into_iter().flat_map(|offer| offer.acts).filter(fits);
        acts.map(|act| Candidate {
            name: Some(act.action),
            cost: self.cost((act.action, act.weapon), occasion),
            act: Some(act.clone()),
            ..Candidate::free(Choice::Act(act))
        })
        .collect()
    }

    fn pick(&self, purpose: PickPurpose, pick: Pick) -> Candidate {
        let named = if let Pick::Action(name) = pick { Some(name) } else { None };
        let free = Candidate { name: named, declines: pick == Pick::No, ..Candidate::free(Choice::Pick(pick)) };
        let Some(name) = named else { return free };
        match purpose {
            PickPurpose::Defend { .. } => {
                let option = self.rules.policies.stages.defence(name);
                let cost = option.map(|option| self.prices(&option.costs, option.rule));
                Candidate { cost: cost.unwrap_or_default(), ..free }
            }
            PickPurpose::Winner { on, .. } => {
                let act = Some(Act::at(name, on, None));
                Candidate { cost: self.cost((name, None), Occasion::OwnTurn), act, ..free }
            }
            _ => free,
        }
    }

    fn cost(&self, (action, weapon): (Name, Option<WeaponSlot>), occasion: Occasion) -> Cost {
        let action = self.rules.actions.get(action);
        let of = |action: &Arc<Action>| Cost::of_action(self.game(), self.prompt.who, (action, weapon), occasion).ok();
        let cost = action.and_then(of);
        cost.unwrap_or_default()
    }

    fn prices(&self, prices: &[PoolPrice], rule: Rule) -> Cost {
        Cost::of_prices(self.game(), self.prompt.who, prices, rule).unwrap_or_default()
    }

    /// The points of a pool that are left after an answer.
    pub(super) fn left(&self, candidate: &Candidate, pool: PoolId) -> i16 {
        self.view.row(self.prompt.who).turn_state.pools.left(pool).saturating_sub(candidate.cost.of_pool(pool))
    }

    /// The exact chance of an answer; `None` if it has none or it cannot be known.
    pub(super) fn odds(&self, candidate: &Candidate) -> Option<Odds> {
        if let Choice::Pick(_) = candidate.choice
            && let Asks::Pick { purpose: PickPurpose::Defend { .. }, .. } = &self.prompt.asks
        {
            return self.defence_odds(candidate.name);
        }
        let act = candidate.act.as_ref()?;
        if act.aimed_at().is_some_and(|target| !self.view.knows(target)) {
            return None;
        }
        let (view, rules, who) = (self.view, self.rules, self.prompt.who);
        let forecast = match self.cause.as_ref().and_then(WindowCause::total) {
            Some(total) => odds::forecast_answer(view, rules, who, act, total),
            None => odds::forecast(view, rules, who, act, None),
        };
        match forecast {
            Ok(told) => {
                let chance = told.versus.first()?.fractions()[0].1;
                Some(Odds { chance, rolls: true, mean: told.mean_hundredths() })
            }
            Err(ForecastError::NoCheck(_)) => Some(Odds { chance: Fraction::new(1, 1), rolls: false, mean: 0 }),
            Err(ForecastError::Unknown(_)) => None,
        }
    }

    fn defence_odds(&self, defence: Option<Name>) -> Option<Odds> {
        let (view, rules) = (self.view, self.rules);
        let forecast = self.attack.get_or_init(|| {
            let cause = self.cause.as_ref().filter(|cause| view.knows(cause.by))?;
            odds::forecast(view, rules, cause.by, cause.act.as_ref()?, Some(self.prompt.who)).ok()
        });
        let versus = forecast.as_ref()?.against(defence)?;
        let mean = versus.choice.as_ref()?.mean;
        Some(Odds { chance: versus.fractions()[0].1.complement(), rolls: true, mean })
    }

    /// Whether no other answer is better.
    pub(super) fn is_best(&self, candidate: &Candidate) -> bool {
        let Some(own) = self.odds(candidate) else { return false };
        let mut others = self.all.iter().filter_map(|other| self.odds(other));
        !others.any(|other| self.compare(&other, &own) == Ordering::Greater)
    }

    /// The best of these answers, and of equal ones the cheapest, then the first. Answers without a chance come last.
    pub(super) fn best<'c>(&self, among: Vec<&'c Candidate>) -> Option<&'c Candidate> {
        let rated = among.into_iter().map(|candidate| (candidate, self.odds(candidate)));
        let better = rated.reduce(|best, next| {
            let by_odds = match (&next.1, &best.1) {
                (Some(next), Some(best)) => self.compare(next, best),
                (next, best) => next.is_some().cmp(&best.is_some()),
            };
            let by_cost = || best.0.points().cmp(&next.0.points());
            if by_odds.then_with(by_cost) == Ordering::Greater { next } else { best }
        });
        better.map(|(candidate, _)| candidate)
    }

    /// A defender wants the least damage, then the best chance; an attacker the best chance of a roll, then the most damage.
    fn compare(&self, a: &Odds, b: &Odds) -> Ordering {
        match self.prompt.asks {
            Asks::Pick { purpose: PickPurpose::Defend { .. }, .. } => {
                (Reverse(a.mean), a.chance).cmp(&(Reverse(b.mean), b.chance))
            }
            _ => (a.rolls, a.chance, a.mean).cmp(&(b.rolls, b.chance, b.mean)),
        }
    }
}

impl Candidate {
    fn free(choice: Choice) -> Candidate {
        Candidate { choice, name: None, declines: false, cost: Cost::default(), act: None }
    }

    fn declining(choice: Choice) -> Candidate {
        Candidate { declines: true, ..Candidate::free(choice) }
    }

    /// The points that it costs, of all pools together.
    fn points(&self) -> i16 {
        self.cost.points.iter().map(|(_, points)| points.total()).fold(0, i16::saturating_add)
    }
}
