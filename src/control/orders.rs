//! Standing orders: what a person has decided beforehand, so that nobody is asked about every step.

use std::collections::BTreeMap;

use smallvec::SmallVec;

use super::{Answer, Controller};
use crate::battle::{CombatantId, View};
use crate::content::Name;
use crate::content::policy::Rulebook;
use crate::grid::Cell;
use crate::mechanics::{movement, reach};
use crate::resolution::{Act, Asks, Choice, Pick, PickPurpose, Prompt, Setup};
use crate::rules::Ruleset;

/// What to do whenever the same question comes up.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Habit {
    Always,
    Never,
    #[default]
    Ask,
}

/// Why a walk under orders ended.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum WalkEnd {
    Arrived,
    /// The walker was hurt or tired by a blow.
    Hurt,
    /// An enemy can strike the walker that could not before.
    Threatened(CombatantId),
    /// The next cells cannot be entered, or the walker may not move.
    Blocked,
}

/// A walk that goes on by itself.
#[derive(Clone, Debug)]
struct Walking {
    action: Name,
    path: Vec<Cell>,
    seen: Seen,
}

/// What a walker keeps an eye on.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Seen {
    /// Hit points less fatigue.
    vigour: i16,
    threats: SmallVec<[CombatantId; 4]>,
}

impl Seen {
    fn by(view: View<'_>, book: Rulebook<'_>, who: CombatantId) -> Seen {
        let row = view.row(who);
        let enemies = view.enemies_of(row.side).map(|enemy| enemy.id);
        let threats = enemies.filter(|enemy| reach::threatens(view, book, *enemy, who)).collect();
        Seen { vigour: row.vitals.current().saturating_sub(row.vitals.fatigue), threats }
    }

    /// What is worse now.
    fn worse(&self, now: &Seen) -> Option<WalkEnd> {
        if now.vigour < self.vigour {
            return Some(WalkEnd::Hurt);
        }
        let newcomer = now.threats.iter().find(|threat| !self.threats.contains(threat));
        newcomer.map(|threat| WalkEnd::Threatened(*threat))
    }
}

/// The standing orders of combatants.
#[derive(Clone, Debug, Default)]
pub struct Orders {
    walks: BTreeMap<CombatantId, Walking>,
    /// How each combatant reacts, by the number of the reaction's name.
    reactions: BTreeMap<(CombatantId, usize), Habit>,
    picks: Vec<(CombatantId, PickPurpose, Habit)>,
    ended: Vec<(CombatantId, WalkEnd)>,
}

impl Orders {
    /// Sends somebody along a path with a movement action; the path begins next to it.
    pub fn walk(&mut self, view: View<'_>, rules: &Ruleset, who: CombatantId, action: Name, path: Vec<Cell>) {
        let seen = Seen::by(view, rules.book(), who);
        self.walks.insert(who, Walking { action, path, seen });
    }

    /// Ends a walk; says whether there was one.
    pub fn halt(&mut self, who: CombatantId) -> bool {
        self.walks.remove(&who).is_some()
    }

    /// The rest of the way somebody is going.
    pub fn way(&self, who: CombatantId) -> Option<&[Cell]> {
        self.walks.get(&who).map(|walking| walking.path.as_slice())
    }

    /// What somebody does whenever it may take a reaction.
    pub fn react(&mut self, who: CombatantId, reaction: Name, habit: Habit) {
        self.reactions.insert((who, reaction.index()), habit);
    }

    /// What somebody answers whenever it is asked yes or no for a purpose.
    pub fn pick(&mut self, who: CombatantId, purpose: PickPurpose, habit: Habit) {
        self.picks.retain(|(other, known, _)| (*other, *known) != (who, purpose));
        self.picks.push((who, purpose, habit));
    }

    /// The walks that ended since this was last asked, and why.
    pub fn take_ended(&mut self) -> Vec<(CombatantId, WalkEnd)> {
        std::mem::take(&mut self.ended)
    }

    /// What the orders say to a prompt; `None` if a person must be asked.
    pub fn answer(&mut self, prompt: &Prompt, view: View<'_>, rules: &Ruleset) -> Option<Choice> {
        match &prompt.asks {
            Asks::Act => self.go_on(prompt.who, view, rules.book()),
            Asks::React { options, .. } => self.reaction(prompt.who, options),
            Asks::Pick { purpose, options } => self.picked(prompt.who, *purpose, options),
            Asks::Cell { .. } | Asks::Face { .. } => None,
        }
    }

    fn go_on(&mut self, who: CombatantId, view: View<'_>, book: Rulebook<'_>) -> Option<Choice> {
        let walking = self.walks.get_mut(&who)?;
        let now = Seen::by(view, book, who);
        let next = match walking.seen.worse(&now) {
            Some(end) => Err(end),
            None => leg(walking, view, book, who),
        };
        match next {
            Ok(path) => {
                walking.path.drain(..path.len());
                walking.seen = now;
                Some(Choice::Act(Act::along(walking.action, path)))
            }
            Err(end) => {
                self.walks.remove(&who);
                self.ended.push((who, end));
                None
            }
        }
    }

    fn reaction(&self, who: CombatantId, options: &[Name]) -> Option<Choice> {
        let habit = |name: &Name| self.reactions.get(&(who, name.index())).copied().unwrap_or_default();
        if let Some(taken) = options.iter().find(|name| habit(name) == Habit::Always) {
            return Some(Choice::React(*taken));
        }
        options.iter().all(|name| habit(name) == Habit::Never).then_some(Choice::Pass)
    }

    fn picked(&self, who: CombatantId, purpose: PickPurpose, options: &[Pick]) -> Option<Choice> {
        let known = self.picks.iter().find(|(other, asked, _)| (*other, *asked) == (who, purpose))?;
        let pick = match known.2 {
            Habit::Always => Pick::Yes,
            Habit::Never => Pick::No,
            Habit::Ask => return None,
        };
        options.contains(&pick).then_some(Choice::Pick(pick))
    }
}

/// The part of the way that the next count covers.
fn leg(walking: &Walking, view: View<'_>, book: Rulebook<'_>, who: CombatantId) -> Result<Vec<Cell>, WalkEnd> {
    let here = view.footprint(who).anchor;
    let off = walking.path.first().is_some_and(|next| view.shape().direction_of_step(here, *next).is_none());
    if walking.path.is_empty() {
        return Err(WalkEnd::Arrived);
    }
    // A movement stopped short leaves the walker beside its way.
    if off {
        return Err(WalkEnd::Blocked);
    }
    let gait = crate::content::action::Gait::Walk;
    let most = usize::from(movement::allowance(view, book, who, gait)).min(walking.path.len());
    let legal = |many: &usize| movement::walk(view, book, who, gait, &walking.path[..*many]).is_ok();
    match (0..=most).rev().find(legal) {
        // One who gains a cell and can afford none saves it, unless the way itself is barred.
        Some(0) if most > 0 && is_barred(walking, view, book, who) => Err(WalkEnd::Blocked),
        Some(many) => Ok(walking.path[..many].to_vec()),
        None => Err(WalkEnd::Blocked),
    }
}

fn is_barred(walking: &Walking, view: View<'_>, book: Rulebook<'_>, who: CombatantId) -> bool {
    let Some(next) = walking.path.first() else { return true };
    crate::mechanics::space::entry(view, book, who, view.footprint(who).at(*next)).is_err()
}

/// A controller that asks another only where the standing orders are silent.
pub struct Obedient<C> {
    /// The orders; change them between prompts.
    pub orders: Orders,
    /// Who is asked otherwise.
    pub otherwise: C,
}

impl<C: Controller> Controller for Obedient<C> {
    fn answer(&mut self, seen: View<'_>, rules: &Ruleset, setup: &Setup, prompt: &Prompt) -> Answer {
        match self.orders.answer(prompt, seen, rules) {
            Some(choice) => Answer::plain(choice),
            None => self.otherwise.answer(seen, rules, setup, prompt),
        }
    }

    fn fault(&mut self) -> Option<crate::content::authored::Diagnostic> {
        self.otherwise.fault()
    }

    fn explain(&mut self, explain: bool) {
        self.otherwise.explain(explain);
    }
}
