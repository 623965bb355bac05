//! Questions and answers in words.

use super::replies::{Reply, is_entry, is_moving};
use crate::battle::{CombatantId, Facing};
use crate::gui::hud::params::HudParams;
use crate::gui::hud::text::{action_name, choice_words};
use crate::mechanics::Game;
use crate::mechanics::space::{self, Crowding};
use crate::resolution::{Asks, CellPurpose, Choice, Pick, PickPurpose, Prompt};

/// The question in words.
pub fn question(params: &HudParams, prompt: &Prompt) -> String {
    match &prompt.asks {
        Asks::Act => "acts now".to_owned(),
        Asks::Cell { purpose, .. } => match purpose {
            CellPurpose::MoveTogether => "drags: where do both go?".to_owned(),
            CellPurpose::SlideTarget => "shoves: where does the target go?".to_owned(),
            CellPurpose::Landing => "throws: where does the target land?".to_owned(),
            CellPurpose::PushAway => "pushes: where does the target go?".to_owned(),
            CellPurpose::Fling => "flings it away: where to?".to_owned(),
        },
        Asks::Pick { purpose, .. } => match purpose {
            PickPurpose::Defence => "is attacked. Which defence?".to_owned(),
            PickPurpose::EnterAnyway => "Cell is occupied.".to_owned(),
            PickPurpose::KeepHold => "still holds the target. Keep the hold?".to_owned(),
            PickPurpose::BreakHold => "may break the hold as well. Break it?".to_owned(),
            PickPurpose::FollowUp(action) => {
                format!("may follow up with {} at no cost. Do it?", action_name(params.rules(), *action))
            }
            PickPurpose::DistractFor => "distracts: which ally benefits?".to_owned(),
            PickPurpose::DistractWhat => "distracts: what is hindered?".to_owned(),
            PickPurpose::PushFurther => "pushes: push further?".to_owned(),
            PickPurpose::CatchHold => "falls. Try to catch hold?".to_owned(),
            PickPurpose::ComeIn => "has delayed its turn. Act now?".to_owned(),
            PickPurpose::WhichItem => "disarms: which item?".to_owned(),
            PickPurpose::HarmWhat => "may deal extra harm: to what?".to_owned(),
            PickPurpose::SprintAgain => "may reroll the sprint, keeping the new result. Reroll?".to_owned(),
            PickPurpose::SplitHealing => {
                "heals: how many points restore hit points? The rest removes fatigue".to_owned()
            }
            PickPurpose::TakeIt => "has disarmed the target. Take the item?".to_owned(),
            PickPurpose::TakeOrFling => "has the item. Keep it, or fling it away?".to_owned(),
        },
        Asks::React { to, .. } => format!("Reaction: {}?", params.name(*to)),
        Asks::Face { .. } => "Flanked: face an attacker?".to_owned(),
    }
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
            let goes_on = !reply.halts && is_moving(&params.orders, prompt.who);
            let words = if goes_on { "Wait a count" } else { "Stop" };
            words.to_owned()
        }
        Choice::Pick(Pick::No) if is_harm(prompt) => "nothing".to_owned(),
        Choice::React(reaction) => {
            let known = rules.policies.reactions.iter().find(|known| known.id == *reaction);
            let readied = params.readied_act(prompt.who).map_or(*reaction, |act| act.action);
            known.map_or_else(|| action_name(rules, readied), |known| known.name.clone())
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

/// Whether the question is what to harm.
fn is_harm(prompt: &Prompt) -> bool {
    matches!(&prompt.asks, Asks::Pick { purpose: PickPurpose::HarmWhat, .. })
}
