//! Questions in words, and the answers that have a button.

use crate::battle::{CombatantId, Facing};
use crate::control::Orders;
use crate::gui::hud::params::HudParams;
use crate::gui::hud::text::{action_name, choice_words, known_reaction};
use crate::mechanics::Game;
use crate::mechanics::space::{self, Crowding};
use crate::resolution::{Asks, CellPurpose, Choice, Pick, PickPurpose, Prompt};

/// An answer with a button.
pub struct Reply {
    /// The answer.
    pub choice: Choice,
    /// Whether it ends the standing order to move.
    pub halts: bool,
}

impl Reply {
    /// Applies its effect on standing orders.
    pub fn apply(&self, who: CombatantId, orders: &mut Orders) {
        if self.halts {
            orders.halt(who);
        }
    }
}

/// All answers that have a button. A combatant moving under orders may wait and continue, or stop.
pub fn replies(prompt: &Prompt, orders: &Orders) -> Vec<Reply> {
    let plain = choices(&prompt.asks).into_iter().map(|choice| Reply { choice, halts: false });
    let stops = is_entry(prompt) && is_moving(orders, prompt.who);
    plain.chain(stops.then_some(Reply { choice: Choice::Pick(Pick::No), halts: true })).collect()
}

/// Whether a combatant is moving under orders.
pub fn is_moving(orders: &Orders, who: CombatantId) -> bool {
    orders.walks().any(|(walker, _)| walker == who)
}

/// The answers that stand in a row; directions are on the compass.
fn choices(asks: &Asks) -> Vec<Choice> {
    match asks {
        Asks::Act | Asks::Cell { .. } => Vec::new(),
        Asks::Pick { options, .. } => options.iter().copied().map(Choice::Pick).collect(),
        Asks::React { options, .. } => options.iter().copied().map(Choice::React).chain([Choice::Pass]).collect(),
        Asks::Face { options } => {
            let named = options.iter().filter(|facing| !matches!(facing, Facing::Direction(_)));
            named.copied().map(Choice::Face).collect()
        }
    }
}

/// Whether the question is if an occupied cell is entered.
fn is_entry(prompt: &Prompt) -> bool {
    matches!(&prompt.asks, Asks::Pick { purpose: PickPurpose::EnterAnyway, .. })
}

/// The question in words.
pub fn question(params: &HudParams, prompt: &Prompt) -> String {
    let words = match &prompt.asks {
        Asks::Act => "acts now",
        Asks::React { to, .. } => return format!("Reaction: {}?", params.name(*to)),
        Asks::Face { .. } => "Flanked: face an attacker?",
        Asks::Cell { purpose, .. } => match purpose {
            CellPurpose::MoveTogether => "drags: where do both go?",
            CellPurpose::SlideTarget => "shoves: where does the target go?",
            CellPurpose::Landing => "throws: where does the target land?",
            CellPurpose::PushAway => "pushes: where does the target go?",
            CellPurpose::Fling => "flings it away: where to?",
        },
        Asks::Pick { purpose, .. } => match purpose {
            PickPurpose::Defence => "is attacked. Which defence?",
            PickPurpose::EnterAnyway => "Cell is occupied.",
            PickPurpose::KeepHold => "still holds the target. Keep the hold?",
            PickPurpose::BreakHold => "may break the hold as well. Break it?",
            PickPurpose::FollowUp(action) => {
                return format!("may follow up with {} at no cost. Do it?", action_name(params.rules(), *action));
            }
            PickPurpose::DistractFor => "distracts: which ally benefits?",
            PickPurpose::DistractWhat => "distracts: what is hindered?",
            PickPurpose::PushFurther => "pushes: push further?",
            PickPurpose::CatchHold => "falls. Try to catch hold?",
            PickPurpose::ComeIn => "has delayed its turn. Act now?",
            PickPurpose::WhichItem => "disarms: which item?",
            PickPurpose::HarmWhat => "may deal extra harm: to what?",
            PickPurpose::SprintAgain => "may reroll the sprint, keeping the new result. Reroll?",
            PickPurpose::SplitHealing => "heals: how many points restore hit points? The rest removes fatigue",
            PickPurpose::TakeIt => "has disarmed the target. Take the item?",
            PickPurpose::TakeOrFling => "has the item. Keep it, or fling it away?",
        },
    };
    words.to_owned()
}

/// An answer in words.
pub fn answer_words(params: &HudParams, prompt: &Prompt, reply: &Reply) -> String {
    let rules = params.rules();
    match &reply.choice {
        Choice::Pass => "Skip".to_owned(),
        Choice::React(_) if matches!(&prompt.asks, Asks::React { options, .. } if options.len() == 1) => {
            "Use".to_owned()
        }
        Choice::Pick(Pick::Yes) if is_entry(prompt) => squeeze_words(params, prompt.who),
        Choice::Pick(Pick::No) if is_entry(prompt) => {
            let waits = !reply.halts && is_moving(&params.orders, prompt.who);
            if waits { "Wait a count".to_owned() } else { "Stop".to_owned() }
        }
        Choice::Pick(Pick::No) if matches!(&prompt.asks, Asks::Pick { purpose: PickPurpose::HarmWhat, .. }) => {
            "nothing".to_owned()
        }
        Choice::React(reaction) => {
            let readied = params.readied_act(prompt.who).map_or(*reaction, |act| act.action);
            known_reaction(rules, *reaction).map_or_else(|| action_name(rules, readied), |known| known.name.clone())
        }
        Choice::Face(Facing::Towards(who)) => {
            let (shape, name) = (params.layout.shape(), params.name(*who));
            let ends = params.footprint(prompt.who).zip(params.footprint(*who));
            let way = ends.and_then(|(from, to)| shape.direction_towards(from, to));
            way.map_or_else(|| name.to_owned(), |way| format!("{name} ({})", shape.direction_name(way)))
        }
        other => choice_words(params, other),
    }
}

/// Entering an occupied cell, with the effect of crowding on attacks.
fn squeeze_words(params: &HudParams, who: CombatantId) -> String {
    let there = params.session.entering();
    let there = there.map(|there| space::crowding(Game::new(params.view_with(who, there), params.rules().book()), who));
    match there {
        Some(Crowding::Crowded(worse)) => format!("Squeeze in ({:+})", worse.amount),
        Some(Crowding::Packed { .. }) => "Squeeze in (no attacks)".to_owned(),
        Some(Crowding::Free) | None => "Squeeze in".to_owned(),
    }
}
